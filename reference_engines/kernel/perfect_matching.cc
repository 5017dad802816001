#include "perfect_matching.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace matching {

namespace {

template <std::size_t levels>
Limbs<levels> infinite() {
  Limbs<levels> result;
  result.level[0] = std::numeric_limits<std::int64_t>::max() / 4;
  return result;
}

}  // namespace

// --- the optimum ----------------------------------------------------------------------------------------------------

template <std::size_t levels>
PerfectMatching<levels>::PerfectMatching(CostMatrix<levels> costs)
    : costs_(std::move(costs)),
      n_(costs_.size()),
      mate_(n_, none),
      y_(n_),
      top_(n_),
      vertex_parent_(n_, none),
      gone_(n_, 0),
      label_(n_, free_),
      label_edge_(n_),
      least_slack_(n_),
      least_from_(n_, none) {
  for (Vertex v = 0; v < n_; ++v) top_[v] = v;
}

template <std::size_t levels>
bool PerfectMatching<levels>::solve() {
  if (n_ % 2) return false;
  start_with_lowest_costs();
  match_greedily();
  auto exposed = std::count(mate_.begin(), mate_.end(), none);
  for (; exposed > 0; exposed -= 2)
    if (!match_one_more()) return false;
  return true;
}

/// Half of the lowest cost at each vertex is dual feasible, and makes many edges tight.
template <std::size_t levels>
void PerfectMatching<levels>::start_with_lowest_costs() {
  for (Vertex v = 0; v < n_; ++v) {
    const Cost* row = costs_.row(v);
    const Cost* lowest = nullptr;
    for (Vertex w = 0; w < n_; ++w)
      if (CostMatrix<levels>::present(row[w]) && (!lowest || row[w] < *lowest)) lowest = &row[w];
    if (lowest) y_[v] = lowest->half();
  }
}

template <std::size_t levels>
void PerfectMatching<levels>::match_greedily() {
  // Vertices in order prefer mates half a range away, which is where problems tend to have them.
  for (Vertex v = 0; v < n_; ++v) {
    if (mate_[v] != none) continue;
    const Cost* row = costs_.row(v);
    Vertex w = v + (n_ - v) / 2;
    for (Vertex tried = 0; tried < n_; ++tried, ++w) {
      if (w >= n_) w = 0;
      if (mate_[w] == none && w != v && CostMatrix<levels>::present(row[w]) && slack(v, w).is_zero()) {
        mate_[v] = w;
        mate_[w] = v;
        break;
      }
    }
  }
}

// --- one search ---------------------------------------------------------------------------------------------------

/// Grows trees from all exposed vertices at once until two of them are matched; false if that is impossible.
template <std::size_t levels>
bool PerfectMatching<levels>::match_one_more() {
  clear_forest();
  for (Vertex v = 0; v < n_; ++v)
    if (mate_[v] == none) plant(v);
  return grow(Duals::may_change);
}

/// Grows one tree until its root is matched. Slower than `match_one_more` but free of its condition that the duals of
/// all exposed vertices have one parity.
template <std::size_t levels>
bool PerfectMatching<levels>::match(Vertex exposed) {
  clear_forest();
  plant(exposed);
  return grow(Duals::may_change);
}

template <std::size_t levels>
bool PerfectMatching<levels>::grow(Duals duals) {
  bool augmented = false;
  for (;;) {
    while (!augmented && queue_head_ < queue_.size()) augmented = scan(queue_[queue_head_++]);
    if (augmented || duals == Duals::fixed) break;
    if (!change_duals(augmented)) break;
  }
  if (augmented || duals == Duals::may_change) finish_stage();
  return augmented;
}

template <std::size_t levels>
void PerfectMatching<levels>::clear_forest() {
  std::fill(label_.begin(), label_.end(), free_);
  std::fill(least_from_.begin(), least_from_.end(), none);
  queue_.clear();
  queue_head_ = 0;
  outer_pairs_.clear();
  shift_ = Cost{};
}

template <std::size_t levels>
void PerfectMatching<levels>::label_outer(Vertex v, Vertex from) {
  const Node node = top_[v];
  label_[node] = outer_;
  label_edge_[node] = {from, v};
  for_each_leaf(node, [this](Vertex leaf) { queue_.push_back(leaf); });
}

template <std::size_t levels>
void PerfectMatching<levels>::label_inner(Vertex v, Vertex from) {
  const Node node = top_[v];
  label_[node] = inner_;
  label_edge_[node] = {from, v};
  const Vertex out = base(node);
  label_outer(mate_[out], out);
}

/// Follows the tight edges of an outer vertex; true if that led to an augmentation.
template <std::size_t levels>
bool PerfectMatching<levels>::scan(Vertex v) {
  const Cost* row = costs_.row(v);
  const Cost mine = y_[v];
  Cost nearest = infinite<levels>();
  Vertex nearest_outer = none;
  for (Vertex w = 0; w < n_; ++w) {
    if (!CostMatrix<levels>::present(row[w]) || gone_[w] || top_[w] == top_[v]) continue;
    const Cost gap = row[w] - mine - y_[w];
    if (label_[top_[w]] == outer_) {
      if (gap.is_zero()) {
        if (join(v, w)) return true;
      } else if (gap < nearest) {
        nearest = gap;
        nearest_outer = w;
      }
      continue;
    }
    if (least_from_[w] == none || gap < least_slack_[w]) {
      least_slack_[w] = gap;
      least_from_[w] = v;
    }
    if (gap.is_zero() && label_[top_[w]] == free_ && reach(v, w)) return true;
  }
  if (nearest_outer != none) {
    outer_pairs_.push_back({nearest + shift_, v, nearest_outer});
    std::push_heap(outer_pairs_.begin(), outer_pairs_.end());
  }
  return false;
}

/// Uses a tight edge between outer nodes: contracts a cycle, or, between two trees, augments and returns true.
template <std::size_t levels>
bool PerfectMatching<levels>::join(Vertex v, Vertex w) {
  const Vertex base_vertex = lowest_common_base(v, w);
  if (base_vertex == none) {
    flip_to_root(v, w);
    flip_to_root(w, v);
    return true;
  }
  shrink(base_vertex, v, w);
  return false;
}

/// Takes a free node into the tree by a tight edge; true if it was exposed and the matching was augmented.
template <std::size_t levels>
bool PerfectMatching<levels>::reach(Vertex from, Vertex to) {
  if (mate_[base(top_[to])] == none) {
    augment(from, to);
    return true;
  }
  label_inner(to, from);
  return false;
}

/// Looks for the nearest other outer vertex again, after the one known has been swallowed by the same blossom.
template <std::size_t levels>
void PerfectMatching<levels>::rescan_outer(Vertex v) {
  const Cost* row = costs_.row(v);
  Cost nearest = infinite<levels>();
  Vertex nearest_outer = none;
  for (Vertex w = 0; w < n_; ++w) {
    if (!CostMatrix<levels>::present(row[w]) || gone_[w] || top_[w] == top_[v] || label_[top_[w]] != outer_) continue;
    const Cost gap = slack(v, w);
    if (gap < nearest) {
      nearest = gap;
      nearest_outer = w;
    }
  }
  if (nearest_outer == none) return;
  outer_pairs_.push_back({nearest + shift_, v, nearest_outer});
  std::push_heap(outer_pairs_.begin(), outer_pairs_.end());
}

/// Changes the duals by the least amount that makes something happen, and lets it happen; false if nothing ever will.
template <std::size_t levels>
bool PerfectMatching<levels>::change_duals(bool& augmented) {
  while (!outer_pairs_.empty() && top_[outer_pairs_.front().from] == top_[outer_pairs_.front().to]) {
    const Vertex v = outer_pairs_.front().from;
    std::pop_heap(outer_pairs_.begin(), outer_pairs_.end());
    outer_pairs_.pop_back();
    rescan_outer(v);
  }
  Cost delta = infinite<levels>();
  Vertex from = none, to = none;
  enum { nothing, grow, contract, open } event = nothing;
  for (Vertex w = 0; w < n_; ++w) {
    if (least_from_[w] == none || label_[top_[w]] != free_ || gone_[w]) continue;
    if (least_slack_[w] < delta) {
      delta = least_slack_[w];
      from = least_from_[w];
      to = w;
      event = grow;
    }
  }
  if (!outer_pairs_.empty()) {
    const Cost half = (outer_pairs_.front().key - shift_).half();
    if (half < delta) {
      delta = half;
      event = contract;
    }
  }
  Node opened = none;
  for (std::size_t i = 0; i < blossoms_.size(); ++i) {
    const Node node = n_ + Node(i);
    if (blossoms_[i].base == none || blossoms_[i].parent != none || label_[node] != inner_) continue;
    const Cost half = blossoms_[i].dual.half();
    if (half < delta) {
      delta = half;
      event = open;
      opened = node;
    }
  }
  if (event == nothing) return false;
  if (!delta.is_zero()) {
    for (Vertex v = 0; v < n_; ++v) {
      const std::uint8_t label = label_[top_[v]];
      if (label == outer_) {
        y_[v] += delta;
      } else if (label == inner_) {
        y_[v] -= delta;
      } else if (least_from_[v] != none) {
        least_slack_[v] -= delta;
      }
    }
    for (std::size_t i = 0; i < blossoms_.size(); ++i) {
      if (blossoms_[i].base == none || blossoms_[i].parent != none) continue;
      const std::uint8_t label = label_[n_ + Node(i)];
      if (label == outer_) blossoms_[i].dual += delta + delta;
      if (label == inner_) blossoms_[i].dual -= delta + delta;
    }
    shift_ += delta + delta;
  }
  if (event == grow) {
    augmented = reach(from, to);
  } else if (event == contract) {
    const Candidate pair = outer_pairs_.front();
    std::pop_heap(outer_pairs_.begin(), outer_pairs_.end());
    outer_pairs_.pop_back();
    augmented = join(pair.from, pair.to);
    if (!augmented) rescan_outer(pair.from);
  } else {
    expand_inner(opened);
  }
  return true;
}

/// After a search, blossoms without a dual have no meaning and are dissolved.
template <std::size_t levels>
void PerfectMatching<levels>::finish_stage() {
  for (std::size_t i = 0; i < blossoms_.size(); ++i)
    if (blossoms_[i].base != none && blossoms_[i].parent == none && blossoms_[i].dual.is_zero()) expand(n_ + Node(i));
}

// --- blossoms -------------------------------------------------------------------------------------------------------

template <std::size_t levels>
template <typename Visit>
void PerfectMatching<levels>::for_each_leaf(Node node, Visit visit) const {
  if (!is_blossom(node)) {
    visit(node);
    return;
  }
  std::vector<Node> stack{node};
  while (!stack.empty()) {
    const Node now = stack.back();
    stack.pop_back();
    if (is_blossom(now)) {
      const auto& children = blossoms_[now - n_].children;
      stack.insert(stack.end(), children.rbegin(), children.rend());
    } else {
      visit(now);
    }
  }
}

template <std::size_t levels>
std::vector<Vertex> PerfectMatching<levels>::leaves(Node node) const {
  std::vector<Vertex> result;
  for_each_leaf(node, [&result](Vertex leaf) { result.push_back(leaf); });
  return result;
}

template <std::size_t levels>
std::vector<std::pair<Node, Limbs<levels>>> PerfectMatching<levels>::lasting_blossoms() const {
  std::vector<std::pair<Node, Cost>> result;
  for (std::size_t i = 0; i < blossoms_.size(); ++i)
    if (blossoms_[i].base != none && !blossoms_[i].dual.is_zero()) result.emplace_back(n_ + Node(i), blossoms_[i].dual);
  return result;
}

/// Walks up from both ends in turn, leaving marks, until the paths meet; none if they are in different trees.
template <std::size_t levels>
Vertex PerfectMatching<levels>::lowest_common_base(Vertex v, Vertex w) {
  std::vector<Node> path;
  Vertex found = none;
  while (v != none || w != none) {
    if (v == none) std::swap(v, w);
    const Node node = top_[v];
    if (label_[node] == marked_) {
      found = base(node);
      break;
    }
    path.push_back(node);
    label_[node] = marked_;
    v = label_edge_[node].from;
    if (v != none) v = label_edge_[top_[v]].from;
    if (w != none) std::swap(v, w);
  }
  for (const Node node : path) label_[node] = outer_;
  return found;
}

template <std::size_t levels>
void PerfectMatching<levels>::shrink(Vertex base_vertex, Vertex v, Vertex w) {
  if (spare_.empty()) {
    spare_.push_back(n_ + Node(blossoms_.size()));
    blossoms_.emplace_back();
    label_.push_back(free_);
    label_edge_.emplace_back();
  }
  const Node blossom = spare_.back();
  spare_.pop_back();
  const Node end = top_[base_vertex];
  std::vector<Node> children;
  std::vector<std::pair<Vertex, Vertex>> edges{{v, w}};
  for (Node node = top_[v]; node != end;) {
    children.push_back(node);
    edges.emplace_back(label_edge_[node].from, label_edge_[node].to);
    node = top_[label_edge_[node].from];
  }
  children.push_back(end);
  std::reverse(children.begin(), children.end());
  std::reverse(edges.begin(), edges.end());
  for (Node node = top_[w]; node != end;) {
    children.push_back(node);
    edges.emplace_back(label_edge_[node].to, label_edge_[node].from);
    node = top_[label_edge_[node].from];
  }
  for (const Node child : children) parent(child) = blossom;
  for (const Node child : children) {
    const bool was_inner = label_[child] == inner_;
    for_each_leaf(child, [&](Vertex leaf) {
      top_[leaf] = blossom;
      if (was_inner) queue_.push_back(leaf);
    });
  }
  Blossom<levels>& made = blossoms_[blossom - n_];
  made.dual = Cost{};
  made.base = base_vertex;
  made.parent = none;
  made.children = std::move(children);
  made.edges = std::move(edges);
  label_[blossom] = outer_;
  label_edge_[blossom] = label_edge_[end];
}

template <std::size_t levels>
void PerfectMatching<levels>::release_children(Node blossom) {
  Blossom<levels>& opened = blossoms_[blossom - n_];
  for (const Node child : opened.children) {
    parent(child) = none;
    for_each_leaf(child, [this, child](Vertex leaf) { top_[leaf] = child; });
    label_[child] = free_;
  }
}

/// Dissolves a blossom without a dual after a search, and those inside it that have none either.
template <std::size_t levels>
void PerfectMatching<levels>::expand(Node blossom) {
  release_children(blossom);
  const std::vector<Node> children = std::move(blossoms_[blossom - n_].children);
  blossoms_[blossom - n_] = Blossom<levels>{};
  spare_.push_back(blossom);
  for (const Node child : children)
    if (is_blossom(child) && blossoms_[child - n_].dual.is_zero()) expand(child);
}

/// Opens an inner blossom whose dual has reached zero: the even path through it stays in the tree, the rest is free.
template <std::size_t levels>
void PerfectMatching<levels>::expand_inner(Node blossom) {
  release_children(blossom);
  Blossom<levels> opened = std::move(blossoms_[blossom - n_]);
  blossoms_[blossom - n_] = Blossom<levels>{};
  spare_.push_back(blossom);
  auto [from, to] = label_edge_[blossom];
  const int count = int(opened.children.size());
  const int entry = int(std::find(opened.children.begin(), opened.children.end(), top_[to]) - opened.children.begin());
  int at = entry;
  const int step = entry % 2 ? 1 : -1;
  const auto child = [&](int i) { return opened.children[(i + count) % count]; };
  // The edge between child i and the next one in the direction of travel, seen from child i.
  const auto edge = [&](int i) {
    if (step == 1) return opened.edges[i % count];
    const auto& [one, other] = opened.edges[(i - 1 + count) % count];
    return std::pair<Vertex, Vertex>{other, one};
  };
  while (at % count != 0) {
    label_inner(to, from);
    at += step;
    std::tie(from, to) = edge(at);
    at += step;
  }
  const Node last = child(at);
  label_[last] = inner_;
  label_edge_[last] = {from, to};
}

/// Makes `new_base` the vertex of the blossom that is matched outside, by alternating within.
template <std::size_t levels>
void PerfectMatching<levels>::rotate(Node blossom, Vertex new_base) {
  Node child = new_base;
  while (parent(child) != blossom) child = parent(child);
  if (is_blossom(child)) rotate(child, new_base);
  Blossom<levels>& b = blossoms_[blossom - n_];
  const int count = int(b.children.size());
  const int start = int(std::find(b.children.begin(), b.children.end(), child) - b.children.begin());
  const int step = start % 2 ? 1 : -1;
  int at = start;
  while (at % count != 0) {
    at += step;
    // Children at and at + step become matched with each other by the edge between them.
    const int low = step == 1 ? at : at - 1;
    auto [one, other] = b.edges[(low + count) % count];
    if (step != 1) std::swap(one, other);
    const Node first = b.children[(at + count) % count];
    if (is_blossom(first)) rotate(first, one);
    at += step;
    const Node second = b.children[(at + count) % count];
    if (is_blossom(second)) rotate(second, other);
    mate_[one] = other;
    mate_[other] = one;
  }
  std::rotate(b.children.begin(), b.children.begin() + start, b.children.end());
  std::rotate(b.edges.begin(), b.edges.begin() + start, b.edges.end());
  b.base = new_base;
}

/// Matches an outer vertex with an exposed one outside the forest.
template <std::size_t levels>
void PerfectMatching<levels>::augment(Vertex outer, Vertex exposed) {
  const Node far = top_[exposed];
  if (is_blossom(far)) rotate(far, exposed);
  mate_[exposed] = outer;
  flip_to_root(outer, exposed);
}

/// Gives an outer vertex a new mate and flips the path from it to its root.
template <std::size_t levels>
void PerfectMatching<levels>::flip_to_root(Vertex outer, Vertex new_mate) {
  Vertex v = outer, partner = new_mate;
  for (;;) {
    const Node node = top_[v];
    if (is_blossom(node)) rotate(node, v);
    mate_[v] = partner;
    const Vertex up = label_edge_[node].from;
    if (up == none) return;
    const Node inner = top_[up];
    const auto [from, to] = label_edge_[inner];
    if (is_blossom(inner)) rotate(inner, to);
    mate_[to] = from;
    v = from;
    partner = to;
  }
}

// --- decisions among the optima ---------------------------------------------------------------------------------------

/// Whether an edge has no slack, so that a minimum-cost matching may use it.
template <std::size_t levels>
bool PerfectMatching<levels>::tight(Vertex v, Vertex w) const {
  const Cost& cost = costs_.row(v)[w];
  if (!CostMatrix<levels>::present(cost) || gone_[w]) return false;
  Cost gap = cost - y_[v] - y_[w];
  if (top_[v] != top_[w]) return gap.is_zero();
  std::vector<Node> around;
  for (Node node = vertex_parent_[v]; node != none; node = blossoms_[node - n_].parent) around.push_back(node);
  for (Node node = vertex_parent_[w]; node != none; node = blossoms_[node - n_].parent)
    if (std::find(around.begin(), around.end(), node) != around.end()) gap += blossoms_[node - n_].dual;
  return gap.is_zero();
}

template <std::size_t levels>
void PerfectMatching<levels>::prefer(Vertex v, Vertex low, Vertex high) {
  const auto wanted = [low, high](Vertex w) { return w >= low && w < high; };
  const auto unwanted = [&wanted](Vertex w) { return !wanted(w); };
  if (gone_[v]) return;
  bool possible = false;
  for (Vertex w = low; w < high && !possible; ++w) possible = tight(v, w);
  if (!possible) return;
  if (in_lasting_blossom(v)) {
    if (!restrict_exactly(v, wanted)) restrict_exactly(v, unwanted);
    return;
  }
  if (!wanted(mate_[v])) {
    const Vertex old = mate_[v];
    label_possible_mates(v);
    grow(Duals::fixed);
    Vertex found = none;
    for (Vertex w = low; w < high && found == none; ++w)
      if (tight(v, w) && label_[top_[w]] == outer_) found = w;
    rematch(v, old, found);
    if (found == none) {
      remove_tight_edges(v, unwanted);
      return;
    }
  }
  remove_tight_edges(v, wanted);
}

/// Takes v out and starts a search from its mate: outer vertices are those that v could have instead.
template <std::size_t levels>
void PerfectMatching<levels>::label_possible_mates(Vertex v) {
  gone_[v] = 1;
  clear_forest();
  plant(mate_[v]);
  mate_[mate_[v]] = none;
}

/// Puts v back, with a new mate that the search has reached or, if none, with its old one.
template <std::size_t levels>
void PerfectMatching<levels>::rematch(Vertex v, Vertex old, Vertex found) {
  gone_[v] = 0;
  if (found == none) {
    mate_[old] = v;
  } else {
    flip_to_root(found, v);
    mate_[v] = found;
  }
  finish_stage();
}

template <std::size_t levels>
void PerfectMatching<levels>::settle(Vertex v, Vertex first) {
  if (gone_[v]) return;
  const Vertex old = mate_[v];
  if (in_lasting_blossom(v)) {
    for (Vertex w = first; w < n_; ++w) {
      if (!tight(v, w)) continue;
      if (restrict_exactly(v, [w](Vertex x) { return x == w; })) return;
    }
    return;
  }
  Vertex best = first;
  while (best < n_ && !tight(v, best)) ++best;
  if (best == n_) return;
  if (best != old) {
    label_possible_mates(v);
    // The best mate of all ends the search as soon as it is known to be possible.
    while (queue_head_ < queue_.size() && label_[top_[best]] != outer_) scan(queue_[queue_head_++]);
    while (best < n_ && !(tight(v, best) && label_[top_[best]] == outer_)) ++best;
    rematch(v, old, best < n_ ? best : none);
    if (best == n_) return;
  }
  remove_tight_edges(v, [best](Vertex x) { return x == best; });
  drop_if_settled(v);
}

/// A settled pair outside all lasting blossoms needs no more visits.
template <std::size_t levels>
void PerfectMatching<levels>::drop_if_settled(Vertex v) {
  const Vertex w = mate_[v];
  if (in_lasting_blossom(v) || in_lasting_blossom(w)) return;
  gone_[v] = gone_[w] = 1;
}

template <std::size_t levels>
template <typename Allowed>
void PerfectMatching<levels>::remove_tight_edges(Vertex v, Allowed allowed) {
  // An edge that is not tight is in no optimum, so it may stay.
  for (Vertex w = 0; w < n_; ++w)
    if (tight(v, w) && !allowed(w)) costs_.remove(v, w);
}

template <std::size_t levels>
Limbs<levels> PerfectMatching<levels>::total() const {
  Cost sum{};
  for (Vertex v = 0; v < n_; ++v)
    if (v < mate_[v]) sum += costs_.row(v)[mate_[v]];
  return sum;
}

template <std::size_t levels>
void PerfectMatching<levels>::restore(Vertex v, State&& state) {
  mate_ = std::move(state.mate);
  y_ = std::move(state.y);
  blossoms_ = std::move(state.blossoms);
  top_ = std::move(state.top);
  spare_ = std::move(state.spare);
  for (Vertex w = 0; w < n_; ++w) costs_.put(v, w, state.row[w]);
  label_.resize(n_ + blossoms_.size());
  label_edge_.resize(n_ + blossoms_.size());
  std::fill(vertex_parent_.begin(), vertex_parent_.end(), none);
  for (std::size_t i = 0; i < blossoms_.size(); ++i)
    if (blossoms_[i].base != none)
      for (const Node child : blossoms_[i].children)
        if (!is_blossom(child)) vertex_parent_[child] = n_ + Node(i);
}

/// Takes the duals of all blossoms around v out, paying with the duals of their vertices: edges within keep their
/// slack, edges that leave gain some, so that the bases may lose their mates.
template <std::size_t levels>
void PerfectMatching<levels>::dissolve_blossoms_of(Vertex v) {
  while (in_lasting_blossom(v)) {
    const Node blossom = top_[v];
    const Cost half = blossoms_[blossom - n_].dual.half();
    const Vertex base_vertex = blossoms_[blossom - n_].base;
    for_each_leaf(blossom, [&](Vertex leaf) { y_[leaf] -= half; });
    if (!half.is_zero() && mate_[base_vertex] != none) {
      mate_[mate_[base_vertex]] = none;
      mate_[base_vertex] = none;
    }
    release_children(blossom);
    blossoms_[blossom - n_] = Blossom<levels>{};
    spare_.push_back(blossom);
  }
}

/// The slow and general way: forbid v all other mates, solve what came loose again, and compare the cost.
template <std::size_t levels>
template <typename Allowed>
bool PerfectMatching<levels>::restrict_exactly(Vertex v, Allowed allowed) {
  const Cost best = total();
  State before = save(v);
  std::vector<std::uint8_t> gone = gone_;
  std::fill(gone_.begin(), gone_.end(), 0);
  dissolve_blossoms_of(v);
  if (mate_[v] != none && !allowed(mate_[v])) {
    mate_[mate_[v]] = none;
    mate_[v] = none;
  }
  for (Vertex w = 0; w < n_; ++w)
    if (!allowed(w)) costs_.remove(v, w);
  bool solved = true;
  for (Vertex w = 0; w < n_ && solved; ++w)
    if (mate_[w] == none) solved = match(w);
  gone_ = std::move(gone);
  if (solved && total() == best) return true;
  restore(v, std::move(before));
  return false;
}

template class PerfectMatching<1>;
template class PerfectMatching<2>;
template class PerfectMatching<3>;
template class PerfectMatching<4>;
template class PerfectMatching<8>;
template class PerfectMatching<16>;
template class PerfectMatching<32>;

}  // namespace matching
