#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace matching {

/// Maximum-cardinality matching of some vertices of a graph that is given by its adjacency matrix.
class MaximumMatching {
 public:
  /// `allowed` has `stride` bytes a row; `vertices` are `count` indices into it.
  MaximumMatching(const std::uint8_t* allowed, std::size_t stride, const std::int32_t* vertices, std::int32_t count);

  /// The mate of each vertex as an index into the vertices, -1 if exposed.
  const std::vector<std::int32_t>& mates() const { return mate_; }

  /// For each vertex whether some maximum matching leaves it exposed (the D of Gallai and Edmonds).
  std::vector<std::uint8_t> exposable();

 private:
  bool adjacent(std::int32_t v, std::int32_t w) const { return rows_[v][vertices_[w]]; }
  void match_greedily();
  bool augment_from(std::int32_t root);
  void grow(std::int32_t root);
  bool scan(std::int32_t v);
  std::int32_t common_base(std::int32_t v, std::int32_t w);
  void mark_path(std::int32_t v, std::int32_t base, std::int32_t child);
  void contract(std::int32_t v, std::int32_t w);
  void flip(std::int32_t exposed);

  const std::int32_t* vertices_;
  std::int32_t count_;
  std::vector<const std::uint8_t*> rows_;
  std::vector<std::int32_t> mate_, base_, from_, queue_;
  std::vector<std::uint8_t> outer_, in_blossom_, on_path_;
};

}  // namespace matching
