#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "limbs.h"
#include "vertices.h"

namespace matching {

/// Costs and duals are held multiplied by this. Two, since the slack between two outer vertices is halved; twice two,
/// since half of a vertex's lowest cost, with which its dual starts, must be even: then the duals of all exposed
/// vertices stay of one parity, which makes those slacks even.
inline constexpr std::int64_t scale = 4;

/// A view of the symmetric costs of a graph's edges. What stands on the diagonal is without effect.
template <std::size_t levels>
class CostMatrix {
 public:
  using Cost = Limbs<levels>;

  /// The edges of one vertex.
  class Row {
   public:
    Row(const std::int64_t* first, std::size_t count, std::size_t stride)
        : first_(first), count_(count), stride_(stride) {}

    bool present(Vertex w) const { return first_[w] >= 0; }
    /// The cost of an edge that is present.
    Cost operator[](Vertex w) const {
      Cost cost;
      cost.level[0] = scale * first_[w];
      for (std::size_t plane = 1; plane < levels && plane < count_; ++plane)
        cost.level[plane] = scale * first_[plane * stride_ + w];
      return cost;
    }
    /// Whether level 0 alone shows that a present edge costs more.
    bool surely_above(Vertex w, const Cost& cost) const { return scale * first_[w] > cost.level[0]; }

   private:
    const std::int64_t* first_;
    std::size_t count_, stride_;
  };

  /// Views `count` planes of n x n costs, which must outlive the view; more levels than planes are filled with zeros. A
  /// negative entry in plane 0 is an absent edge.
  CostMatrix(const std::int64_t* planes, std::size_t count, Vertex n) : planes_(planes), count_(count), n_(n) {}

  Vertex size() const { return n_; }
  Row row(Vertex v) const { return {planes_ + std::size_t(v) * n_, count_, std::size_t(n_) * n_}; }

 private:
  const std::int64_t* planes_;
  std::size_t count_;
  Vertex n_;
};

}  // namespace matching
