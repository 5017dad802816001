#pragma once

// How PerfectMatching finds an optimum. Included where the class is instantiated.

#include <algorithm>
#include <limits>
#include <tuple>

#include "perfect_matching.h"

namespace matching {

/// More than any slack or dual that occurs.
template <std::size_t levels>
Limbs<levels> infinite() {
  Limbs<levels> result;
  result.level[0] = std::numeric_limits<std::int64_t>::max() / 4;
  return result;
}

// --- the optimum ----------------------------------------------------------------------------------------------------

template <std::size_t levels>
PerfectMatching<levels>::PerfectMatching(CostMatrix<levels> costs)
    : costs_(std::move(costs)),
      n_(costs_.size()),
      mate_(n_, none),
      y_(n_),
      blossoms_(n_),
      label_(n_, free_),
      label_edge_(n_),
      least_slack_(n_),
      least_from_(n_, none) {}

template <std::size_t levels>
bool PerfectMatching<levels>::solve() {
  if (n_ % 2) return false;
  start_with_lowest_costs();
  match_greedily();
  while (std::find(mate_.begin(), mate_.end(), none) != mate_.end()) {
    if (!match_one_more()) return false;
    match_exposed();
  }
  return true;
}

/// Half of the lowest cost at each vertex is dual feasible, and makes many edges tight.
template <std::size_t levels>
void PerfectMatching<levels>::start_with_lowest_costs() {
  for (Vertex v = 0; v < n_; ++v) {
    const auto row = costs_.row(v);
    Cost lowest = infinite<levels>();
    for (Vertex w = 0; w < n_; ++w) {
      if (!row.present(w) || row.surely_above(w, lowest)) continue;
      lowest = std::min(lowest, row[w]);
      if (levels == 1 && lowest.is_zero()) break;  // on further levels, costs may be negative
    }
    if (lowest < infinite<levels>()) y_[v] = lowest.half();
  }
}

template <std::size_t levels>
void PerfectMatching<levels>::match_greedily() {
  // Vertices in order prefer mates half a range away, which is where problems tend to have them.
  for (Vertex v = 0; v < n_; ++v) {
    if (mate_[v] != none) continue;
    const auto row = costs_.row(v);
    Vertex w = v + (n_ - v) / 2;
    for (Vertex tried = 0; tried < n_; ++tried, ++w) {
      if (w >= n_) w = 0;
      if (mate_[w] == none && w != v && row.present(w) && slack(v, w).is_zero()) {
        mate_[v] = w;
        mate_[w] = v;
        break;
      }
    }
  }
}

/// Changed duals may allow pairs of exposed vertices, for which no search is needed.
template <std::size_t levels>
void PerfectMatching<levels>::match_exposed() {
  std::vector<Vertex> exposed;
  for (Vertex v = 0; v < n_; ++v)
    if (mate_[v] == none) exposed.push_back(v);
  for (std::size_t i = 0; i < exposed.size(); ++i) {
    const Vertex v = exposed[i];
    const auto row = costs_.row(v);
    for (std::size_t j = i + 1; j < exposed.size() && mate_[v] == none; ++j) {
      const Vertex w = exposed[j];
      if (mate_[w] != none || !row.present(w) || !slack(v, w).is_zero()) continue;
      mate_[v] = w;
      mate_[w] = v;
    }
  }
}

/// For each blossom in use the sum of its dual and those of all blossoms around it.
template <std::size_t levels>
std::vector<Limbs<levels>> PerfectMatching<levels>::sums_of_duals() const {
  std::vector<Cost> sums(z_.size());
  std::vector<Node> inwards;
  for (Node node = n_; node < blossoms_.end(); ++node)
    if (blossoms_.is_outermost(node)) inwards.push_back(node);
  while (!inwards.empty()) {
    const Node node = inwards.back(), around = blossoms_.parent(node);
    inwards.pop_back();
    sums[node - n_] = around == none ? dual(node) : dual(node) + sums[around - n_];
    for (const Node child : blossoms_.children(node))
      if (blossoms_.is_blossom(child)) inwards.push_back(child);
  }
  return sums;
}

/// The tight edges, the blossoms with a dual, and the matching.
template <std::size_t levels>
OptimalFace PerfectMatching<levels>::face() const {
  BitRows tight(n_, n_);
  const std::vector<Cost> sums = sums_of_duals();
  for (Vertex v = 0; v < n_; ++v) {
    const auto row = costs_.row(v);
    const Cost mine = y_[v];
    for (Vertex start = 0; start < n_; start += word_bits) {
      Word word = 0;
      const Vertex end = std::min(n_, start + word_bits);
      for (Vertex w = start; w < end; ++w)
        word |= Word(row.present(w) && row[w] == mine + y_[w]) << (w - start);
      tight[v][start / word_bits] = word;
    }
    clear_bit(tight[v], v);
    blossoms_.for_each_companion(v, [&](Vertex w, Node both) {
      if (!row.present(w)) return;
      if ((slack(v, w) + sums[both - n_]).is_zero()) {
        set_bit(tight[v], w);
      } else {
        clear_bit(tight[v], w);
      }
    });
  }
  std::vector<std::uint8_t> lasts(blossoms_.end(), 0);
  for (const auto& [node, dual] : lasting_blossoms()) lasts[node] = 1;
  return OptimalFace(std::move(tight), mate_, blossoms_, std::move(lasts));
}

// --- one search -----------------------------------------------------------------------------------------------------

/// Grows trees from all exposed vertices at once until two of them are matched; false if that is impossible.
template <std::size_t levels>
bool PerfectMatching<levels>::match_one_more() {
  clear_forest();
  for (Vertex v = 0; v < n_; ++v)
    if (mate_[v] == none) label_outer(v, none);
  bool augmented = false;
  for (std::size_t head = 0; !augmented;) {
    while (!augmented && head < queue_.size()) augmented = scan(queue_[head++]);
    if (augmented) break;
    const Next next = next_event();
    if (next.event == Event::nothing) return false;
    if (!next.delta.is_zero()) change_duals(next.delta);
    augmented = let_happen(next);
  }
  finish_stage();
  return true;
}

template <std::size_t levels>
void PerfectMatching<levels>::clear_forest() {
  std::fill(label_.begin(), label_.end(), free_);
  std::fill(least_from_.begin(), least_from_.end(), none);
  queue_.clear();
  outer_pairs_.clear();
  shift_ = Cost{};
}

template <std::size_t levels>
void PerfectMatching<levels>::label_outer(Vertex v, Vertex from) {
  const Node node = blossoms_.top(v);
  label_[node] = outer_;
  label_edge_[node] = {from, v};
  blossoms_.for_each_leaf(node, [this](Vertex leaf) { queue_.push_back(leaf); });
}

/// Takes a free node, and the one matched with it, into the tree. None is exposed: those are roots.
template <std::size_t levels>
void PerfectMatching<levels>::label_inner(Vertex v, Vertex from) {
  const Node node = blossoms_.top(v);
  label_[node] = inner_;
  label_edge_[node] = {from, v};
  const Vertex out = blossoms_.base(node);
  label_outer(mate_[out], out);
}

/// Follows the tight edges of an outer vertex; true if that led to an augmentation.
template <std::size_t levels>
bool PerfectMatching<levels>::scan(Vertex v) {
  const auto row = costs_.row(v);
  const Node* top = blossoms_.tops();
  const Cost mine = y_[v];
  Cost nearest = infinite<levels>();
  Vertex nearest_outer = none;
  for (Vertex w = 0; w < n_; ++w) {
    if (!row.present(w) || top[w] == top[v]) continue;
    const Cost gap = row[w] - mine - y_[w];
    if (label_[top[w]] == outer_) {
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
    if (gap.is_zero() && label_[top[w]] == free_) label_inner(w, v);
  }
  if (nearest_outer != none) note_outer_pair(nearest, v, nearest_outer);
  return false;
}

template <std::size_t levels>
void PerfectMatching<levels>::note_outer_pair(const Cost& slack, Vertex v, Vertex w) {
  outer_pairs_.push_back({slack + shift_, v, w});
  std::push_heap(outer_pairs_.begin(), outer_pairs_.end());
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

/// Looks for the nearest other outer vertex again, after the one known has been swallowed by the same blossom.
template <std::size_t levels>
void PerfectMatching<levels>::rescan_outer(Vertex v) {
  const auto row = costs_.row(v);
  const Node* top = blossoms_.tops();
  Cost nearest = infinite<levels>();
  Vertex nearest_outer = none;
  for (Vertex w = 0; w < n_; ++w) {
    if (!row.present(w) || top[w] == top[v] || label_[top[w]] != outer_) continue;
    const Cost gap = slack(v, w);
    if (gap < nearest) {
      nearest = gap;
      nearest_outer = w;
    }
  }
  if (nearest_outer != none) note_outer_pair(nearest, v, nearest_outer);
}

/// The least change of duals that makes something happen.
template <std::size_t levels>
typename PerfectMatching<levels>::Next PerfectMatching<levels>::next_event() {
  const auto is_inside = [this](const Candidate& pair) { return blossoms_.top(pair.from) == blossoms_.top(pair.to); };
  while (!outer_pairs_.empty() && is_inside(outer_pairs_.front())) {
    const Vertex v = outer_pairs_.front().from;
    std::pop_heap(outer_pairs_.begin(), outer_pairs_.end());
    outer_pairs_.pop_back();
    rescan_outer(v);
  }
  Next next;
  next.delta = infinite<levels>();
  for (Vertex w = 0; w < n_; ++w) {
    if (least_from_[w] == none || label_[blossoms_.top(w)] != free_) continue;
    if (least_slack_[w] < next.delta) next = {Event::grow, least_slack_[w], least_from_[w], w, none};
  }
  if (!outer_pairs_.empty()) {
    const Candidate& pair = outer_pairs_.front();
    const Cost half = (pair.key - shift_).half();
    if (half < next.delta) next = {Event::contract, half, pair.from, pair.to, none};
  }
  for (Node node = n_; node < blossoms_.end(); ++node) {
    if (!blossoms_.is_outermost(node) || label_[node] != inner_) continue;
    const Cost half = dual(node).half();
    if (half < next.delta) next = {Event::open, half, none, none, node};
  }
  return next;
}

template <std::size_t levels>
void PerfectMatching<levels>::change_duals(const Cost& delta) {
  const Cost twice = delta + delta;
  for (Vertex v = 0; v < n_; ++v) {
    const std::uint8_t label = label_[blossoms_.top(v)];
    if (label == outer_) {
      y_[v] += delta;
    } else if (label == inner_) {
      y_[v] -= delta;
    } else if (least_from_[v] != none) {
      least_slack_[v] -= delta;
    }
  }
  for (Node node = n_; node < blossoms_.end(); ++node) {
    if (!blossoms_.is_outermost(node)) continue;
    if (label_[node] == outer_) dual(node) += twice;
    if (label_[node] == inner_) dual(node) -= twice;
  }
  shift_ += twice;
}

/// Does what the duals now allow; true if the matching was augmented.
template <std::size_t levels>
bool PerfectMatching<levels>::let_happen(const Next& next) {
  if (next.event == Event::grow) {
    label_inner(next.to, next.from);
    return false;
  }
  if (next.event == Event::open) {
    expand_inner(next.blossom);
    return false;
  }
  std::pop_heap(outer_pairs_.begin(), outer_pairs_.end());
  outer_pairs_.pop_back();
  if (join(next.from, next.to)) return true;
  rescan_outer(next.from);
  return false;
}

/// After a search, blossoms without a dual have no meaning and are dissolved.
template <std::size_t levels>
void PerfectMatching<levels>::finish_stage() {
  for (Node node = n_; node < blossoms_.end(); ++node)
    if (blossoms_.is_outermost(node) && dual(node).is_zero()) expand(node);
}

// --- blossoms -------------------------------------------------------------------------------------------------------

template <std::size_t levels>
std::vector<std::pair<Node, Limbs<levels>>> PerfectMatching<levels>::lasting_blossoms() const {
  std::vector<std::pair<Node, Cost>> result;
  for (Node node = n_; node < blossoms_.end(); ++node)
    if (blossoms_.is_used(node) && !dual(node).is_zero()) result.emplace_back(node, dual(node));
  return result;
}

/// Walks up from both ends in turn, leaving marks, until the paths meet; none if they are in different trees.
template <std::size_t levels>
Vertex PerfectMatching<levels>::lowest_common_base(Vertex v, Vertex w) {
  std::vector<Node> path;
  Vertex found = none;
  while (v != none || w != none) {
    if (v == none) std::swap(v, w);
    const Node node = blossoms_.top(v);
    if (label_[node] == marked_) {
      found = blossoms_.base(node);
      break;
    }
    path.push_back(node);
    label_[node] = marked_;
    v = label_edge_[node].from;
    if (v != none) v = label_edge_[blossoms_.top(v)].from;
    if (w != none) std::swap(v, w);
  }
  for (const Node node : path) label_[node] = outer_;
  return found;
}

/// Contracts the cycle that the edge from v to w closes: a new outer node.
template <std::size_t levels>
void PerfectMatching<levels>::shrink(Vertex base_vertex, Vertex v, Vertex w) {
  const Node end = blossoms_.top(base_vertex);
  Blossoms::Cycle cycle{{}, {{v, w}}};
  auto& [children, edges] = cycle;
  for (Node node = blossoms_.top(v); node != end; node = blossoms_.top(label_edge_[node].from)) {
    children.push_back(node);
    edges.emplace_back(label_edge_[node].from, label_edge_[node].to);
  }
  children.push_back(end);
  std::reverse(children.begin(), children.end());
  std::reverse(edges.begin(), edges.end());
  for (Node node = blossoms_.top(w); node != end; node = blossoms_.top(label_edge_[node].from)) {
    children.push_back(node);
    edges.emplace_back(label_edge_[node].to, label_edge_[node].from);
  }
  for (const Node child : children)
    if (label_[child] == inner_) blossoms_.for_each_leaf(child, [this](Vertex leaf) { queue_.push_back(leaf); });
  const Node blossom = blossoms_.contract(base_vertex, std::move(cycle));
  label_.resize(blossoms_.end());
  label_edge_.resize(blossoms_.end());
  z_.resize(blossoms_.end() - n_);
  dual(blossom) = Cost{};
  label_[blossom] = outer_;
  label_edge_[blossom] = label_edge_[end];
}

/// Dissolves a blossom after a search, and those inside it that have no dual.
template <std::size_t levels>
void PerfectMatching<levels>::expand(Node blossom) {
  for (const Node child : blossoms_.open(blossom).children)
    if (blossoms_.is_blossom(child) && dual(child).is_zero()) expand(child);
}

/// Opens an inner blossom whose dual has reached zero: the even path through it stays in the tree, the rest is free.
template <std::size_t levels>
void PerfectMatching<levels>::expand_inner(Node blossom) {
  const auto [children, edges] = blossoms_.open(blossom);
  for (const Node child : children) label_[child] = free_;
  auto [from, to] = label_edge_[blossom];
  const int count = int(children.size());
  const int entry = int(std::find(children.begin(), children.end(), blossoms_.top(to)) - children.begin());
  const int step = entry % 2 ? 1 : -1;
  int at = entry;
  while (at % count != 0) {
    label_inner(to, from);
    at += step;
    // The edge between a child and the next in the direction of travel, seen from that child.
    std::tie(from, to) = edges[(step == 1 ? at : at - 1 + count) % count];
    if (step != 1) std::swap(from, to);
    at += step;
  }
  const Node last = children[(at + count) % count];
  label_[last] = inner_;
  label_edge_[last] = {from, to};
}

template <std::size_t levels>
void PerfectMatching<levels>::rotate(Node node, Vertex base) {
  if (blossoms_.is_blossom(node)) blossoms_.rotate(node, base, mate_);
}

/// Gives an outer vertex a new mate and flips the path from it to its root.
template <std::size_t levels>
void PerfectMatching<levels>::flip_to_root(Vertex outer, Vertex new_mate) {
  for (;;) {
    const Node node = blossoms_.top(outer);
    rotate(node, outer);
    mate_[outer] = new_mate;
    const Vertex up = label_edge_[node].from;
    if (up == none) return;
    const Node inner = blossoms_.top(up);
    const auto [from, to] = label_edge_[inner];
    rotate(inner, to);
    mate_[to] = from;
    outer = from;
    new_mate = to;
  }
}

}  // namespace matching
