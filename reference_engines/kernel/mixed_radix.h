#pragma once

#include <cstdint>
#include <vector>

namespace matching {

/// A matrix that somebody else holds, of 64-bit integers or of truth values; a row that does not move is repeated.
struct Block {
  const void* data = nullptr;
  bool is_of_truths = false;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  std::int64_t at(std::int64_t row, std::int64_t column) const {
    const std::int64_t place = row * row_stride + column * column_stride;
    return is_of_truths ? static_cast<const std::uint8_t*>(data)[place] : static_cast<const std::int64_t*>(data)[place];
  }
};

/// A digit of a number in mixed radix, for every edge; without data it is 0 everywhere. No perfect matching has a
/// greater sum than the bound; an edge that is in none of them may.
struct Digit {
  Block block;
  std::int64_t bound;
};

/// Whether numbers that these digits make stay within a limit; bounds are not negative.
inline bool fits(const std::vector<std::int64_t>& bounds, std::int64_t limit) {
  std::int64_t largest = 0;
  for (const std::int64_t bound : bounds) {
    // (largest + 1) * (bound + 1) - 1 <= limit, in numbers that do not overflow
    if (bound > limit || largest + 1 > (limit + 1) / (bound + 1)) return false;
    largest = (largest + 1) * (bound + 1) - 1;
  }
  return true;
}

/// A part of a matrix of costs, to be written.
struct Target {
  std::int64_t* first;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t row_stride;
};

/// Appends a digit of a row to the numbers. Returns a number with its sign bit set if an entry is less than 0 or more
/// than the bound.
template <typename Entry>
std::uint64_t append_digit(std::int64_t* numbers, std::int64_t columns, const Entry* entries, std::int64_t stride,
                           std::uint64_t bound) {
  std::uint64_t signs = 0;
  for (std::int64_t column = 0; column < columns; ++column) {
    const std::uint64_t entry(entries[column * stride]);
    signs |= entry | (bound - entry);
    numbers[column] = std::int64_t(std::uint64_t(numbers[column]) * (bound + 1) + entry);
  }
  return signs;
}

enum class DigitFault : std::uint8_t { none, negative, too_large };

/// Looks at the digits of every edge that is present, one by one: whether one is negative, or a number beyond a limit.
inline DigitFault find_digit_fault(const Target& target, const std::vector<Digit>& digits, const Block& present,
                                   std::int64_t limit) {
  for (std::int64_t row = 0; row < target.rows; ++row) {
    for (std::int64_t column = 0; column < target.columns; ++column) {
      if (!present.at(row, column)) continue;
      std::int64_t number = 0;
      for (const Digit& digit : digits) {
        const std::int64_t entry = digit.block.data ? digit.block.at(row, column) : 0;
        if (entry < 0) return DigitFault::negative;
        if (entry > limit || number > (limit - entry) / (digit.bound + 1)) return DigitFault::too_large;
        number = number * (digit.bound + 1) + entry;
      }
    }
  }
  return DigitFault::none;
}

/// Writes the numbers that the digits make, the most important first; a negative one where there is no edge. The bounds
/// together must fit the limit.
inline DigitFault write_numbers(const Target& target, const std::vector<Digit>& digits, const Block& present,
                                std::int64_t limit) {
  std::uint64_t signs = 0;
  for (std::int64_t row = 0; row < target.rows; ++row) {
    std::int64_t* const numbers = target.first + row * target.row_stride;
    for (std::int64_t column = 0; column < target.columns; ++column) numbers[column] = 0;
    for (const Digit& digit : digits) {
      const Block& block = digit.block;
      const std::uint64_t bound(digit.bound);
      const std::int64_t start = row * block.row_stride, stride = block.column_stride;
      if (!block.data) {
        for (std::int64_t column = 0; column < target.columns; ++column)
          numbers[column] = std::int64_t(std::uint64_t(numbers[column]) * (bound + 1));
      } else if (block.is_of_truths) {
        const auto* const entries = static_cast<const std::uint8_t*>(block.data) + start;
        signs |= append_digit(numbers, target.columns, entries, stride, bound);
      } else {
        const auto* const entries = static_cast<const std::int64_t*>(block.data) + start;
        signs |= append_digit(numbers, target.columns, entries, stride, bound);
      }
    }
    for (std::int64_t column = 0; column < target.columns; ++column)
      if (!present.at(row, column)) numbers[column] = -1;
  }
  // Entries between 0 and their bounds make no number that the bounds do not make.
  return signs >> 63 ? find_digit_fault(target, digits, present, limit) : DigitFault::none;
}

}  // namespace matching
