#pragma once

#include <cstdint>
#include <vector>

#include "alternating_forest.h"
#include "bit_rows.h"
#include "blossoms.h"
#include "vertices.h"

namespace matching {

/// All minimum-cost perfect matchings of a problem, and one of them.
///
/// They are the perfect matchings by tight edges that leave each blossom with a positive dual, a lasting blossom, by
/// one edge only. A decision keeps some of them by dropping edges; an edge that none of them uses may be dropped at any
/// time.
class OptimalFace {
 public:
  /// `tight` has a row for each vertex; `mates` is one of the matchings; `lasts` tells of each node whether it is a
  /// lasting blossom, as outermost blossoms are, while those within them may not be.
  OptimalFace(BitRows tight, std::vector<Vertex> mates, Blossoms blossoms, std::vector<std::uint8_t> lasts);

  const std::vector<Vertex>& mates() const { return mate_; }

  /// Keeps the matchings in which v has a mate in [low, high), if there are any, else all.
  void prefer(Vertex v, Vertex low, Vertex high);

  /// Keeps the matchings in which v has its lowest possible mate from `first` on, if it can have one.
  void settle(Vertex v, Vertex first);

 private:
  friend class AlternatingForest;

  // What the forest asks for.
  Node node_of(Vertex v) const { return blossoms_.top(v); }
  Node partner(Node node) const;
  void turn_outer(Node node);
  void join(Node from, Node into);

  // Decisions.
  bool want(Vertex v, Vertex low, Vertex high);
  Vertex lowest_tight(Vertex v, Vertex first) const;
  bool keep_without_search(Vertex v);
  bool exchange(Vertex v);
  void take_out(Node node);
  void put_back(Node node);
  void drop_edges_across(Node node);
  void take_mate(Vertex v, Vertex mate);
  void keep_wanted(Vertex v);
  void leave_out_with_mate(Vertex v);
  bool free_of_blossoms(Vertex v);
  void drop_unused_exits(Node blossom);
  bool has_one_exit(Node blossom) const;
  void open(Node blossom);
  void solve_for_lowest_rank(Vertex v, const std::vector<std::int64_t>& rank);
  std::vector<std::int64_t> crossings() const;

  // The search.
  void search_from(Vertex exposed);
  void scan(Vertex v);
  void contract_cycles(Vertex v);
  void reach(Vertex from, Vertex to);
  void label_outer(Node node);
  void flip_to_root(Vertex outer, Vertex new_mate);
  void rotate(Node node, Vertex base);
  const Word* members_of(Node group);
  std::size_t members_row(Node group);

  bool in_blossom(Vertex v) const { return node_of(v) != v; }
  bool is_active(Vertex v) const { return test_bit(active_.data(), v); }

  Vertex n_;
  std::size_t words_;
  BitRows tight_;
  std::vector<Vertex> mate_;
  Blossoms blossoms_;
  std::vector<std::uint8_t> lasts_;
  std::vector<Word> active_;  // vertices whose mate is not settled
  std::vector<Word> wanted_;  // mates that a vertex should have

  // One search.
  AlternatingForest forest_;
  std::vector<Word> unreached_, outer_;
  std::vector<Vertex> queue_;
  Vertex inner_count_ = 0, unreached_count_ = 0;
  Vertex found_ = none;       // a wanted vertex that has become outer
  BitRows members_;           // vertices of groups
  std::vector<std::int32_t> members_row_;  // of each group, none as long as it has not been asked for
};

}  // namespace matching
