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

/// A digit of a number in mixed radix, for every edge; without data it is 0 everywhere.
struct Digit {
  Block block;
  std::int64_t radix;
};

/// A part of a matrix of costs, to be written.
struct Target {
  std::int64_t* first;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t row_stride;
};

/// Writes the numbers that the digits make, the most important first; a negative one where there is no edge.
inline void write_numbers(const Target& target, const std::vector<Digit>& digits, const Block& present) {
  for (std::int64_t row = 0; row < target.rows; ++row) {
    std::int64_t* const numbers = target.first + row * target.row_stride;
    for (std::int64_t column = 0; column < target.columns; ++column) numbers[column] = 0;
    for (const Digit& digit : digits) {
      const Block& block = digit.block;
      if (!block.data)
        for (std::int64_t column = 0; column < target.columns; ++column) numbers[column] *= digit.radix;
      else
        for (std::int64_t column = 0; column < target.columns; ++column)
          numbers[column] = numbers[column] * digit.radix + block.at(row, column);
    }
    for (std::int64_t column = 0; column < target.columns; ++column)
      if (!present.at(row, column)) numbers[column] = -1;
  }
}

}  // namespace matching
