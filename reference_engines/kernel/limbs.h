#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace matching {

/// A cost or dual value in several levels, compared lexicographically, level 0 first.
///
/// Vectors of integers under this order are an ordered abelian group, which is all that a primal-dual algorithm needs:
/// sums, differences, comparison, and halves of even values. No level ever carries into another. 64 bits suffice since
/// a dual is an alternating sum of at most `vertices` costs, and costs times vertices stay below 2^58.
template <std::size_t levels>
struct Limbs {
  std::array<std::int64_t, levels> level{};

  friend bool operator==(const Limbs& one, const Limbs& other) {
    std::int64_t difference = 0;
    for (std::size_t i = 0; i < levels; ++i) difference |= one.level[i] ^ other.level[i];
    return difference == 0;
  }
  friend auto operator<=>(const Limbs& one, const Limbs& other) { return one.level <=> other.level; }

  Limbs& operator+=(const Limbs& other) {
    for (std::size_t i = 0; i < levels; ++i) level[i] += other.level[i];
    return *this;
  }
  Limbs& operator-=(const Limbs& other) {
    for (std::size_t i = 0; i < levels; ++i) level[i] -= other.level[i];
    return *this;
  }
  friend Limbs operator+(Limbs one, const Limbs& other) { return one += other; }
  friend Limbs operator-(Limbs one, const Limbs& other) { return one -= other; }

  /// Exact half; every level is even where this is called.
  Limbs half() const {
    Limbs result;
    for (std::size_t i = 0; i < levels; ++i) result.level[i] = level[i] / 2;
    return result;
  }
  bool is_zero() const { return *this == Limbs{}; }
};

/// One level is a plain integer with the same face.
template <>
struct Limbs<1> {
  std::array<std::int64_t, 1> level{};

  friend bool operator==(const Limbs& one, const Limbs& other) { return one.level[0] == other.level[0]; }
  friend auto operator<=>(const Limbs& one, const Limbs& other) { return one.level[0] <=> other.level[0]; }
  Limbs& operator+=(const Limbs& other) { level[0] += other.level[0]; return *this; }
  Limbs& operator-=(const Limbs& other) { level[0] -= other.level[0]; return *this; }
  friend Limbs operator+(Limbs one, const Limbs& other) { return one += other; }
  friend Limbs operator-(Limbs one, const Limbs& other) { return one -= other; }
  Limbs half() const { return Limbs{{level[0] / 2}}; }
  bool is_zero() const { return level[0] == 0; }
};

}  // namespace matching
