#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace matching {

inline constexpr std::size_t max_levels = 32;

/// The cube of the number of vertices stays below 2^58: so large get the sums of the costs by which a decision is taken
/// where blossoms restrict it.
inline constexpr std::size_t max_vertices = std::size_t(1) << 19;

/// The largest cost with which no sum along a path overflows.
constexpr std::int64_t largest_cost(std::size_t n) {
  return ((std::int64_t(1) << 58) - 1) / std::int64_t(n ? n : 1);
}

/// An entry of costs that the algorithm must not be given.
struct CostFault {
  enum Kind : std::uint8_t { none, too_large, asymmetric } kind = none;
  std::size_t v = 0, w = 0;
  std::int64_t cost = 0;
};

namespace detail {

/// Looks at two entries that mirror each other, on all levels. The costs of an absent edge are never read.
inline CostFault compare_mirrored(const std::int64_t* costs, std::size_t levels, std::size_t n, std::size_t v,
                                  std::size_t w) {
  const std::size_t above = v * n + w, below = w * n + v;
  if ((costs[above] < 0) != (costs[below] < 0)) return {CostFault::asymmetric, v, w, 0};
  if (costs[above] < 0) return {};
  const std::int64_t largest = largest_cost(n);
  for (std::size_t level = 0; level < levels; ++level) {
    const std::int64_t one = costs[level * n * n + above], other = costs[level * n * n + below];
    if (one != other) return {CostFault::asymmetric, v, w, 0};
    if (one > largest || one < -largest) return {CostFault::too_large, v, w, one};
  }
  return {};
}

}  // namespace detail

/// Finds a present edge of which the cost is too large, or not the same in both directions.
inline CostFault find_cost_fault(const std::int64_t* costs, std::size_t levels, std::size_t n) {
  // Square by square, so that both a row and its mirrored column stay in the cache.
  constexpr std::size_t side = 16;
  std::int64_t differences = 0, all_bits = 0;  // all bits: about as large as the largest entry, in most cases small
  for (std::size_t level = 0; level < levels; ++level) {
    const std::int64_t* const plane = costs + level * n * n;
    for (std::size_t top = 0; top < n; top += side) {
      for (std::size_t left = top; left < n; left += side) {
        const std::size_t bottom = std::min(n, top + side), right = std::min(n, left + side);
        for (std::size_t v = top; v < bottom; ++v) {
          for (std::size_t w = left; w < right; ++w) {
            const std::int64_t cost = plane[v * n + w];
            all_bits |= cost ^ (cost >> 63);
            differences |= cost ^ plane[w * n + v];
          }
        }
      }
    }
  }
  if (differences == 0 && all_bits < largest_cost(n)) return {};
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t w = v; w < n; ++w) {
      const CostFault fault = detail::compare_mirrored(costs, levels, n, v, w);
      if (fault.kind != CostFault::none) return fault;
    }
  }
  return {};
}

}  // namespace matching
