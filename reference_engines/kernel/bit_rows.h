#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vertices.h"

namespace matching {

using Word = std::uint64_t;

inline constexpr Vertex word_bits = 64;

/// How many words hold that many bits.
constexpr std::size_t words_for(Vertex bits) { return (std::size_t(bits) + word_bits - 1) / word_bits; }

inline bool test_bit(const Word* row, Vertex v) { return row[v / word_bits] >> (v % word_bits) & 1; }
inline void set_bit(Word* row, Vertex v) { row[v / word_bits] |= Word(1) << (v % word_bits); }
inline void clear_bit(Word* row, Vertex v) { row[v / word_bits] &= ~(Word(1) << (v % word_bits)); }

/// The vertex that the lowest bit of a word stands for.
inline Vertex lowest_bit(std::size_t index, Word word) {
  return Vertex(index) * word_bits + Vertex(std::countr_zero(word));
}

/// Sets of vertices, one in each row, of which a machine word holds 64.
class BitRows {
 public:
  BitRows(std::size_t rows, Vertex bits) : words_(words_for(bits)), bits_(rows * words_, 0) {}

  Word* operator[](std::size_t row) { return bits_.data() + row * words_; }
  const Word* operator[](std::size_t row) const { return bits_.data() + row * words_; }
  std::size_t words() const { return words_; }
  std::size_t rows() const { return words_ ? bits_.size() / words_ : 0; }
  /// Adds an empty row and returns its number.
  std::size_t append() {
    bits_.resize(bits_.size() + words_, 0);
    return rows() - 1;
  }
  void drop_all() { bits_.clear(); }

 private:
  std::size_t words_;
  std::vector<Word> bits_;
};

}  // namespace matching
