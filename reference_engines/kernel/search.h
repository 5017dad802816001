#pragma once

// How PerfectMatching finds the optimum: trees of alternating paths grow from exposed vertices along edges without
// slack, and where they get stuck, the duals change. Included where the class is instantiated.

#include <algorithm>
#include <limits>

#include "perfect_matching.h"

namespace matching {

/// More than any slack or delta: those are sums of costs, which are bounded far below.
template <std::size_t levels>
Limbs<levels> infinite() {
  Limbs<levels> result;
  result.level[0] = std::numeric_limits<std::int64_t>::max();
  return result;
}

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

// --- one search -----------------------------------------------------------------------------------------------------

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
    if (!CostMatrix<levels>::present(row[w]) || top_[w] == top_[v] || label_[top_[w]] != outer_) continue;
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
  const Event event = next_event();
  if (event.kind == Event::nothing) return false;
  if (!event.delta.is_zero()) shift_duals(event.delta);
  switch (event.kind) {
    case Event::grow:
      augmented = reach(event.from, event.to);
      break;
    case Event::join: {
      const Candidate pair = take_nearest_pair();
      augmented = join(pair.from, pair.to);
      if (!augmented) rescan_outer(pair.from);
      break;
    }
    default:
      expand_inner(event.blossom);
  }
  return true;
}

/// What happens first as outer duals rise and inner ones sink: a free vertex is reached, two outer ones meet, or the
/// dual of an inner blossom is used up.
template <std::size_t levels>
auto PerfectMatching<levels>::next_event() -> Event {
  Event first{Event::nothing, infinite<levels>()};
  for (Vertex w = 0; w < n_; ++w) {
    if (least_from_[w] == none || label_[top_[w]] != free_) continue;
    if (least_slack_[w] < first.delta) first = {Event::grow, least_slack_[w], least_from_[w], w};
  }
  drop_contracted_pairs();
  if (!outer_pairs_.empty()) {
    // Both ends rise, so they meet after half of their slack.
    const Cost half = (outer_pairs_.front().key - shift_).half();
    if (half < first.delta) first = {Event::join, half};
  }
  for (std::size_t i = 0; i < blossoms_.size(); ++i) {
    const Node node = n_ + Node(i);
    if (blossoms_[i].base == none || blossoms_[i].parent != none || label_[node] != inner_) continue;
    const Cost half = blossoms_[i].dual.half();
    if (half < first.delta) first = {Event::open, half, none, none, node};
  }
  return first;
}

/// Replaces the nearest pairs that have come to lie within one blossom by the next ones of the same vertices.
template <std::size_t levels>
void PerfectMatching<levels>::drop_contracted_pairs() {
  while (!outer_pairs_.empty() && top_[outer_pairs_.front().from] == top_[outer_pairs_.front().to])
    rescan_outer(take_nearest_pair().from);
}

template <std::size_t levels>
auto PerfectMatching<levels>::take_nearest_pair() -> Candidate {
  std::pop_heap(outer_pairs_.begin(), outer_pairs_.end());
  const Candidate pair = outer_pairs_.back();
  outer_pairs_.pop_back();
  return pair;
}

/// Raises outer and lowers inner vertices, and the duals of blossoms by twice as much the other way, so that edges
/// within blossoms and between an outer and an inner node keep their slack.
template <std::size_t levels>
void PerfectMatching<levels>::shift_duals(const Cost& delta) {
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
  const Cost twice = delta + delta;
  for (std::size_t i = 0; i < blossoms_.size(); ++i) {
    if (blossoms_[i].base == none || blossoms_[i].parent != none) continue;
    const std::uint8_t label = label_[n_ + Node(i)];
    if (label == outer_) blossoms_[i].dual += twice;
    if (label == inner_) blossoms_[i].dual -= twice;
  }
  shift_ += twice;
}

/// After a search, blossoms without a dual have no meaning and are dissolved.
template <std::size_t levels>
void PerfectMatching<levels>::finish_stage() {
  for (std::size_t i = 0; i < blossoms_.size(); ++i)
    if (blossoms_[i].base != none && blossoms_[i].parent == none && blossoms_[i].dual.is_zero()) expand(n_ + Node(i));
}

}  // namespace matching
