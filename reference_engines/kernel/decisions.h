#pragma once

// How PerfectMatching chooses among the optima. Every perfect matching on edges without slack that leaves each lasting
// blossom by one edge is an optimum, so that most decisions are a search without any change of the duals. Included
// where the class is instantiated.

#include <algorithm>

#include "perfect_matching.h"

namespace matching {

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
    // The second decides nothing, but mostly takes v out of its blossom, so that later decisions are mere searches.
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
      // No optimum has one of the wanted edges, so that nothing needs to try them again.
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

/// A settled pair outside all blossoms needs no more visits: every optimum that is left has it, so that searches on the
/// other vertices find the same, and it never comes to lie in a blossom.
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
auto PerfectMatching<levels>::save(Vertex v) const -> State {
  const Cost* row = costs_.row(v);
  return {mate_, y_, top_, vertex_parent_, blossoms_, spare_, {row, row + n_}};
}

template <std::size_t levels>
void PerfectMatching<levels>::restore(Vertex v, State&& state) {
  mate_ = std::move(state.mate);
  y_ = std::move(state.y);
  top_ = std::move(state.top);
  vertex_parent_ = std::move(state.vertex_parent);
  blossoms_ = std::move(state.blossoms);
  spare_ = std::move(state.spare);
  for (Vertex w = 0; w < n_; ++w) costs_.put(v, w, state.row[w]);
  label_.resize(n_ + blossoms_.size());
  label_edge_.resize(n_ + blossoms_.size());
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
    discard(blossom);
  }
}

/// The slow and general way: forbid v all other mates, solve what came loose again, and compare the cost; false, with
/// everything as before, if it is higher.
template <std::size_t levels>
template <typename Allowed>
bool PerfectMatching<levels>::restrict_exactly(Vertex v, Allowed allowed) {
  const Cost best = total();
  State before = save(v);
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
  if (solved && total() == best) return true;
  restore(v, std::move(before));
  return false;
}

}  // namespace matching
