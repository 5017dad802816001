#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "alternating_forest.h"
#include "vertices.h"

namespace matching {

/// Maximum-cardinality matching of some vertices of a graph that is given by its adjacency matrix.
class MaximumMatching {
 public:
  /// `allowed` has `stride` bytes a row; `vertices` are `count` indices into it.
  MaximumMatching(const std::uint8_t* allowed, std::size_t stride, const std::int32_t* vertices, std::int32_t count);

  /// The mate of each vertex as an index into the vertices, -1 if exposed.
  const std::vector<Vertex>& mates() const { return mate_; }

  /// For each vertex whether some maximum matching leaves it exposed (the D of Gallai and Edmonds).
  const std::vector<std::uint8_t>& exposable() const { return exposable_; }

 private:
  friend class AlternatingForest;
  /// What is in a finished tree stays as it is: no other tree can gain by it.
  enum Label : std::uint8_t { unreached, inner, outer, finished };

  // What the forest asks for.
  static Node node_of(Vertex v) { return v; }
  Node partner(Node node) const { return mate_[node]; }
  void turn_outer(Node node);
  void join(Node, Node) {}

  bool adjacent(Vertex v, Vertex w) const { return rows_[v][vertices_[w]]; }
  void match_greedily();
  bool augment_from(Vertex root);
  bool scan(Vertex v);
  void label_outer(Vertex v);
  void flip(Vertex exposed);
  void finish_tree();
  void forget_tree();

  const std::int32_t* vertices_;
  Vertex count_;
  std::vector<const std::uint8_t*> rows_;
  std::vector<Vertex> mate_;
  std::vector<std::uint8_t> exposable_;

  // One search.
  AlternatingForest forest_;
  std::vector<Label> label_;
  std::vector<Vertex> tree_;     // vertices reached
  std::vector<Vertex> waiting_;  // outer ones that have not been scanned
  Vertex inner_count_ = 0, unreached_count_ = 0;
};

}  // namespace matching
