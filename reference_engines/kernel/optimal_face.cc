#include "optimal_face.h"

#include <algorithm>
#include <utility>

#include "search.h"

namespace matching {

OptimalFace::OptimalFace(BitRows tight, std::vector<Vertex> mates, Blossoms blossoms,
                         std::vector<std::uint8_t> lasts)
    : n_(Vertex(mates.size())),
      words_(tight.words()),
      tight_(std::move(tight)),
      mate_(std::move(mates)),
      blossoms_(std::move(blossoms)),
      lasts_(std::move(lasts)),
      active_(words_),
      wanted_(words_),
      unreached_(words_),
      outer_(words_),
      members_(0, n_) {
  for (Vertex v = 0; v < n_; ++v) set_bit(active_.data(), v);
}

// --- decisions ------------------------------------------------------------------------------------------------------

void OptimalFace::prefer(Vertex v, Vertex low, Vertex high) {
  if (!is_active(v) || !want(v, low, high) || keep_without_search(v)) return;
  if (!free_of_blossoms(v)) {
    std::vector<std::int64_t> rank(n_, 1);
    std::fill(rank.begin() + low, rank.begin() + high, 0);
    solve_for_lowest_rank(v, rank);
    return;
  }
  want(v, low, high);
  const Vertex old = mate_[v];
  take_out(v);
  search_from(old);
  if (found_ == none) drop_edges_across(v);
  put_back(v);
  if (found_ == none) return;
  take_mate(v, found_);
  keep_wanted(v);
}

void OptimalFace::settle(Vertex v, Vertex first) {
  if (!is_active(v)) return;
  const Vertex lowest = lowest_tight(v, first);
  if (lowest == none) return;
  want(v, lowest, lowest + 1);
  if (!keep_without_search(v)) {
    if (!free_of_blossoms(v)) {
      // Mates below `first` are all alike, and the last choice.
      std::vector<std::int64_t> rank(n_, n_);
      for (Vertex w = first; w < n_; ++w) rank[w] = w - first;
      solve_for_lowest_rank(v, rank);
      return;
    }
    want(v, lowest, lowest + 1);
    const Vertex old = mate_[v];
    take_out(v);
    search_from(old);
    if (found_ == none) {
      drop_edges_across(v);
      found_ = lowest_tight(v, first);  // the edges that v has left lead to outer vertices
    }
    put_back(v);
    if (found_ == none) return;
    take_mate(v, found_);
    want(v, found_, found_ + 1);
    keep_wanted(v);
  }
  leave_out_with_mate(v);
}

/// Makes wanted what v has of tight edges to [low, high); false if there are none.
bool OptimalFace::want(Vertex v, Vertex low, Vertex high) {
  std::fill(wanted_.begin(), wanted_.end(), 0);
  const Word* row = tight_[v];
  Word any = 0;
  for (Vertex start = low / word_bits * word_bits; start < high; start += word_bits) {
    Word range = ~Word(0);
    if (low > start) range &= ~Word(0) << (low - start);
    if (high < start + word_bits) range &= (Word(1) << (high - start)) - 1;
    const std::size_t i = start / word_bits;
    any |= wanted_[i] = row[i] & active_[i] & range;
  }
  return any != 0;
}

/// The lowest vertex from `first` on to which v has a tight edge.
Vertex OptimalFace::lowest_tight(Vertex v, Vertex first) const {
  Word range = ~Word(0) << (first % word_bits);
  for (std::size_t i = first / word_bits; i < words_; ++i, range = ~Word(0))
    if (const Word word = tight_[v][i] & active_[i] & range) return lowest_bit(i, word);
  return none;
}

/// Keeps v to its wanted mates, if it has one of them, or need only exchange mates with one.
bool OptimalFace::keep_without_search(Vertex v) {
  const bool is_satisfied = test_bit(wanted_.data(), mate_[v]);
  if (in_blossom(v)) {
    if (!is_satisfied) return false;
    bool holds_blossom = false;  // an edge within a lasting blossom cannot just be dropped
    blossoms_.for_each_leaf(node_of(v), [&](Vertex leaf) {
      holds_blossom |= is_active(leaf) && test_bit(tight_[v], leaf) && !test_bit(wanted_.data(), leaf);
    });
    if (holds_blossom) return false;
  } else if (!is_satisfied && !exchange(v)) {
    return false;
  }
  keep_wanted(v);
  return true;
}

/// Gives v a wanted mate if its present mate may have the mate of that one.
bool OptimalFace::exchange(Vertex v) {
  const Vertex old = mate_[v];
  if (in_blossom(old)) return false;
  for (std::size_t i = 0; i < words_; ++i) {
    for (Word word = wanted_[i]; word; word &= word - 1) {
      const Vertex mate = lowest_bit(i, word), other = mate_[mate];
      if (!test_bit(tight_[old], other) || in_blossom(mate) || in_blossom(other)) continue;
      mate_[v] = mate;
      mate_[mate] = v;
      mate_[old] = other;
      mate_[other] = old;
      return true;
    }
  }
  return false;
}

/// Leaves a node out, so that a search from its mate finds what else it can be matched with: the outer nodes.
void OptimalFace::take_out(Node node) {
  mate_[mate_[blossoms_.base(node)]] = none;
  blossoms_.for_each_leaf(node, [this](Vertex leaf) { clear_bit(active_.data(), leaf); });
}

void OptimalFace::put_back(Node node) {
  const Vertex base = blossoms_.base(node);
  mate_[mate_[base]] = base;
  blossoms_.for_each_leaf(node, [this](Vertex leaf) { set_bit(active_.data(), leaf); });
}

/// Gives v a mate that a search from its present one has reached.
void OptimalFace::take_mate(Vertex v, Vertex mate) {
  mate_[mate_[v]] = none;
  flip_to_root(mate, v);
  mate_[v] = mate;
}

/// Drops edges that no matching can have, after a search for mates of a node that went as far as it could.
///
/// There is one outer group more than there are inner nodes, and tight edges lead from outer groups only to inner nodes
/// and the one left out: these need all their mates among the outer ones.
void OptimalFace::drop_edges_across(Node node) {
  std::vector<Word> barrier(words_), kept(words_);
  for (std::size_t i = 0; i < words_; ++i) barrier[i] = active_[i] & ~outer_[i] & ~unreached_[i];
  blossoms_.for_each_leaf(node, [&](Vertex leaf) { set_bit(barrier.data(), leaf); });
  for (std::size_t i = 0; i < words_; ++i) {
    for (Word word = barrier[i]; word; word &= word - 1) {
      const Vertex v = lowest_bit(i, word);
      kept = outer_;
      if (in_blossom(v)) blossoms_.for_each_leaf(node_of(v), [&](Vertex leaf) { set_bit(kept.data(), leaf); });
      for (std::size_t j = 0; j < words_; ++j) tight_[v][j] &= kept[j];
    }
    for (Word word = unreached_[i]; word; word &= word - 1)
      for (std::size_t j = 0; j < words_; ++j) tight_[lowest_bit(i, word)][j] &= ~barrier[j];
  }
}

/// Drops the edges of v that do not lead to wanted mates.
void OptimalFace::keep_wanted(Vertex v) {
  Word* row = tight_[v];
  for (std::size_t i = 0; i < words_; ++i) {
    for (Word word = row[i] & active_[i] & ~wanted_[i]; word; word &= word - 1)
      clear_bit(tight_[lowest_bit(i, word)], v);
    row[i] &= wanted_[i];
  }
}

/// Spares all searches a vertex that is settled, and its mate. Within a lasting blossom they are needed.
void OptimalFace::leave_out_with_mate(Vertex v) {
  if (in_blossom(v) || in_blossom(mate_[v])) return;
  clear_bit(active_.data(), v);
  clear_bit(active_.data(), mate_[v]);
}

/// Opens the blossoms around v as far as they are no restriction; false if one is.
bool OptimalFace::free_of_blossoms(Vertex v) {
  while (in_blossom(v)) {
    const Node blossom = node_of(v);
    if (!has_one_exit(blossom)) drop_unused_exits(blossom);
    if (!has_one_exit(blossom)) return false;
    open(blossom);
  }
  return true;
}

/// Whether all tight edges that leave a blossom have a vertex in common, so that no matching can have two of them.
bool OptimalFace::has_one_exit(Node blossom) const {
  std::vector<Word> within(words_, 0), outside(words_, 0);
  blossoms_.for_each_leaf(blossom, [&](Vertex leaf) { set_bit(within.data(), leaf); });
  int inner_ends = 0, outer_ends = 0;
  blossoms_.for_each_leaf(blossom, [&](Vertex leaf) {
    Word any = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      const Word leaving = tight_[leaf][i] & active_[i] & ~within[i];
      any |= leaving;
      outside[i] |= leaving;
    }
    inner_ends += any != 0;
  });
  for (const Word word : outside) outer_ends += std::popcount(word);
  return inner_ends == 1 || outer_ends == 1;
}

void OptimalFace::drop_unused_exits(Node blossom) {
  std::fill(wanted_.begin(), wanted_.end(), 0);
  const Vertex mate = mate_[blossoms_.base(blossom)];
  take_out(blossom);
  search_from(mate);
  drop_edges_across(blossom);
  put_back(blossom);
}

/// Dissolves an outermost blossom, and what it is made of unless that lasts.
void OptimalFace::open(Node blossom) {
  for (const Node child : blossoms_.open(blossom).children)
    if (blossoms_.is_blossom(child) && !lasts_[child]) open(child);
}

/// Keeps the matchings in which v has a mate of the lowest possible rank, whatever the blossoms.
///
/// A perfect matching leaves each blossom at least once, since blossoms are odd. So those that leave each only once are
/// the cheapest if every edge costs as much as it crosses blossoms: a new problem, to which the ranks are added.
void OptimalFace::solve_for_lowest_rank(Vertex v, const std::vector<std::int64_t>& rank) {
  std::vector<std::int64_t> costs = crossings();
  const std::int64_t weight = *std::max_element(rank.begin(), rank.end()) + 1;
  for (std::int64_t& cost : costs)
    if (cost > 0) cost *= weight;
  for (Vertex w = 0; w < n_; ++w) {
    if (costs[std::size_t(v) * n_ + w] < 0) continue;
    costs[std::size_t(v) * n_ + w] += rank[w];
    costs[std::size_t(w) * n_ + v] += rank[w];
  }
  PerfectMatching<1> problem(CostMatrix<1>(costs.data(), 1, n_));
  problem.solve();
  std::vector<Word> active = std::move(active_);
  *this = problem.face();
  active_ = std::move(active);
}

/// For each tight edge the number of lasting blossoms that it leaves or enters, -1 where there is none.
std::vector<std::int64_t> OptimalFace::crossings() const {
  std::vector<std::int64_t> result(std::size_t(n_) * n_, -1), around(blossoms_.end(), 0);
  // Blossoms around a node are counted from the node itself outwards.
  for (Node node = 0; node < blossoms_.end(); ++node)
    for (Node outer = node; blossoms_.is_used(node) && outer != none; outer = blossoms_.parent(outer))
      around[node] += lasts_[outer];
  for (Vertex v = 0; v < n_; ++v) {
    std::int64_t* row = result.data() + std::size_t(v) * n_;
    if (!is_active(v)) {
      row[mate_[v]] = 0;
      continue;
    }
    for (std::size_t i = 0; i < words_; ++i)
      for (Word word = tight_[v][i] & active_[i]; word; word &= word - 1)
        row[lowest_bit(i, word)] = around[v] + around[lowest_bit(i, word)];
    blossoms_.for_each_companion(v, [&](Vertex w, Node both) {
      if (row[w] >= 0) row[w] -= 2 * around[both];
    });
  }
  return result;
}

// --- the search -----------------------------------------------------------------------------------------------------

Node OptimalFace::partner(Node node) const {
  const Vertex mate = mate_[blossoms_.base(node)];
  return mate == none ? none : node_of(mate);
}

/// Grows a tree from an exposed vertex along tight edges, until a wanted vertex is outer or nothing is left to do.
void OptimalFace::search_from(Vertex exposed) {
  forest_.clear(blossoms_.end());
  members_row_.assign(blossoms_.end(), none);
  members_.drop_all();
  unreached_ = active_;
  std::fill(outer_.begin(), outer_.end(), 0);
  unreached_count_ = 0;
  for (const Word word : active_) unreached_count_ += std::popcount(word);
  inner_count_ = 0;
  found_ = none;
  queue_.clear();
  blossoms_.for_each_leaf(node_of(exposed), [this](Vertex leaf) {
    clear_bit(unreached_.data(), leaf);
    --unreached_count_;
  });
  label_outer(node_of(exposed));
  for (std::size_t head = 0; head < queue_.size() && found_ == none && inner_count_ + unreached_count_ > 0; ++head)
    scan(queue_[head]);
}

/// Follows the tight edges of an outer vertex.
void OptimalFace::scan(Vertex v) {
  const Word* row = tight_[v];
  for (std::size_t i = 0; i < words_; ++i) {
    while (const Word word = row[i] & unreached_[i]) {
      reach(v, lowest_bit(i, word));
      if (found_ != none) return;
    }
  }
  contract_cycles(v);
}

/// Takes a node that has not been reached into the tree, and its partner.
void OptimalFace::reach(Vertex from, Vertex to) {
  const Node inner = node_of(to), outer = partner(inner);
  const auto take = [this](Vertex leaf) {
    clear_bit(unreached_.data(), leaf);
    --unreached_count_;
  };
  blossoms_.for_each_leaf(inner, [&](Vertex leaf) { take(leaf), ++inner_count_; });
  blossoms_.for_each_leaf(outer, take);
  forest_.reach(inner, {from, to});
  label_outer(outer);
}

void OptimalFace::label_outer(Node node) {
  blossoms_.for_each_leaf(node, [this](Vertex leaf) {
    set_bit(outer_.data(), leaf);
    queue_.push_back(leaf);
    if (test_bit(wanted_.data(), leaf)) found_ = leaf;
  });
}

/// Contracts what tight edges from v to other outer vertices close. That is of use as long as something is inner.
void OptimalFace::contract_cycles(Vertex v) {
  const Word* row = tight_[v];
  for (std::size_t i = 0; i < words_ && inner_count_ > 0; ++i) {
    while (inner_count_ > 0) {
      const Word* members = members_of(forest_.group(node_of(v)));
      const Word word = row[i] & outer_[i] & ~members[i];
      if (!word) break;
      forest_.contract(*this, v, lowest_bit(i, word));
      if (found_ != none) return;
    }
  }
}

void OptimalFace::turn_outer(Node node) {
  if (test_bit(outer_.data(), blossoms_.base(node))) return;
  blossoms_.for_each_leaf(node, [this](Vertex) { --inner_count_; });
  label_outer(node);
}

void OptimalFace::join(Node from, Node into) {
  const std::size_t source = members_row(from), target = members_row(into);
  for (std::size_t i = 0; i < words_; ++i) members_[target][i] |= members_[source][i];
}

const Word* OptimalFace::members_of(Node group) { return members_[members_row(group)]; }

std::size_t OptimalFace::members_row(Node group) {
  if (members_row_[group] == none) {
    members_row_[group] = std::int32_t(members_.append());
    blossoms_.for_each_leaf(group, [&](Vertex leaf) { set_bit(members_[members_row_[group]], leaf); });
  }
  return members_row_[group];
}

void OptimalFace::rotate(Node node, Vertex base) {
  if (blossoms_.is_blossom(node)) blossoms_.rotate(node, base, mate_);
}

/// Gives an outer vertex a new mate and flips the path from it to its root.
void OptimalFace::flip_to_root(Vertex outer, Vertex new_mate) {
  for (;;) {
    const Node node = node_of(outer), inner = partner(node);
    rotate(node, outer);
    mate_[outer] = new_mate;
    if (inner == none) return;
    const auto [from, to] = forest_.link(inner);
    rotate(inner, to);
    mate_[to] = from;
    outer = from;
    new_mate = to;
  }
}

}  // namespace matching
