// Tests of costs: numbers in mixed radix around their limits, and what the kernel refuses, just beyond what it takes.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "cost_checks.h"
#include "mixed_radix.h"

namespace {

using matching::Block;
using matching::CostFault;
using matching::Digit;
using matching::DigitFault;

long checked = 0;

void expect(bool condition, const char* what) {
  ++checked;
  if (condition) return;
  std::fprintf(stderr, "FAILED: %s\n", what);
  std::exit(1);
}

constexpr std::int64_t limit = matching::largest_cost(4), least = std::numeric_limits<std::int64_t>::min(),
                       most = std::numeric_limits<std::int64_t>::max();

Block of_numbers(const std::vector<std::int64_t>& entries) { return {entries.data(), false, 0, 1}; }

void test_terms_fit_up_to_the_limit() {
  expect(matching::fits({}, limit), "no term fits");
  expect(matching::fits({limit}, limit), "a term up to the limit fits");
  expect(!matching::fits({limit + 1}, limit), "a term beyond the limit does not fit");
  expect(!matching::fits({most}, limit), "a term of all bits does not fit");
  expect(matching::fits({9, 9}, 99), "two digits make all the numbers below a hundred");
  expect(!matching::fits({9, 9}, 98), "two digits make the number beyond the limit, too");
  expect(!matching::fits({most, most, most}, limit), "a product that would overflow does not fit");
  expect(!matching::fits(std::vector<std::int64_t>(64, 1), limit), "so many bits do not fit");
  expect(matching::fits({0, limit, 0}, limit), "a term that is always 0 takes no room");
}

struct Row {
  std::vector<std::int64_t> numbers;
  DigitFault fault;
};

/// Writes one row; there is no edge in the columns that are absent.
Row row_of(const std::vector<Digit>& digits, std::size_t columns, std::size_t absent = 0) {
  std::vector<std::uint8_t> present(columns, 1);
  std::fill(present.begin(), present.begin() + absent, 0);
  Row row{std::vector<std::int64_t>(columns, 7), DigitFault::none};
  const matching::Target target{row.numbers.data(), 1, std::int64_t(columns), std::int64_t(columns)};
  row.fault = matching::write_numbers(target, digits, {present.data(), true, 0, 1}, limit);
  return row;
}

DigitFault fault_of(std::int64_t entry, std::int64_t bound, const std::vector<Digit>& after = {}) {
  const std::vector<std::int64_t> entries{0, entry};
  std::vector<Digit> digits{{of_numbers(entries), bound}};
  digits.insert(digits.end(), after.begin(), after.end());
  return row_of(digits, 2).fault;
}

void test_digits_are_written_in_their_radix() {
  const std::vector<std::int64_t> largest{0, limit}, five{0, 5}, six{0, 6};
  const std::vector<std::uint8_t> truths{0, 1};
  const Digit truth{{truths.data(), true, 0, 1}, 1};
  expect(row_of({{of_numbers(largest), limit}}, 2).numbers == largest, "the largest cost is written as it is");
  expect(row_of({{of_numbers(five), 5}, truth}, 2).numbers[1] == 11, "a digit has its radix");
  expect(row_of({{of_numbers(five), 5}, {{}, 3}}, 2).numbers[1] == 20, "a digit without a block moves the others");
  expect(row_of({truth, {of_numbers(six), 5}}, 2).numbers[1] == 12, "an edge may have more than the bound");
  expect(row_of({truth, {of_numbers(five), 5}}, 2, 1).numbers == std::vector<std::int64_t>{-1, 11},
         "an absent edge has a negative number");
}

void test_what_is_no_number_of_the_kernel_is_refused() {
  expect(fault_of(5, 5) == DigitFault::none, "an entry may be its bound");
  expect(fault_of(6, 5) == DigitFault::none, "and more, as long as numbers stay within the limit");
  expect(fault_of(-1, 5) == DigitFault::negative, "a negative entry is refused");
  expect(fault_of(least, 5) == DigitFault::negative, "the lowest entry is refused");
  expect(fault_of(limit, 5) == DigitFault::none, "an entry up to the limit is taken");
  expect(fault_of(limit + 1, 5) == DigitFault::too_large, "an entry beyond the limit is refused");
  expect(fault_of(most, 5) == DigitFault::too_large, "an entry of all bits is refused");
  expect(fault_of(limit / 2, 0, {{{}, 1}}) == DigitFault::none, "a number up to the limit is taken");
  expect(fault_of(limit / 2 + 1, 0, {{{}, 1}}) == DigitFault::too_large, "a number beyond the limit is refused");
  expect(fault_of(most, 0, {{{}, 1}, {{}, limit / 4}}) == DigitFault::too_large, "no sum overflows before that");
  expect(fault_of(least, 0, {{{}, 1}, {{}, limit / 4}}) == DigitFault::negative, "nor the other way");
  const std::vector<std::int64_t> anything{least, -1, most, 5};
  expect(row_of({{of_numbers(anything), 5}}, 4, 3).fault == DigitFault::none, "entries of absent edges are not read");
  expect(row_of({{of_numbers(anything), 5}}, 4, 2).fault == DigitFault::too_large, "those of edges are");
  expect(row_of({{of_numbers(anything), 5}}, 4, 1).fault == DigitFault::negative, "each of them");
}

void test_numbers_are_what_long_hand_makes(std::mt19937_64& chance) {
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::vector<std::int64_t>> entries;
    std::vector<Digit> digits;
    std::vector<std::int64_t> bounds;
    while (true) {
      bounds.push_back(std::int64_t(chance() >> (20 + chance() % 44)));
      if (!matching::fits(bounds, limit)) break;
      entries.emplace_back();
      for (int column = 0; column < 5; ++column) entries.back().push_back(chance() % (bounds.back() + 1));
    }
    for (std::size_t i = 0; i < entries.size(); ++i) digits.push_back({of_numbers(entries[i]), bounds[i]});
    const std::vector<std::int64_t> numbers = row_of(digits, 5).numbers;
    for (int column = 0; column < 5; ++column) {
      std::int64_t expected = 0;  // a sanitizer watches this sum
      for (std::size_t i = 0; i < entries.size(); ++i) expected = expected * (bounds[i] + 1) + entries[i][column];
      expect(numbers[column] == expected, "a number has its digits");
      expect(expected <= limit, "a number stays within the limit");
    }
  }
}

/// Symmetric costs of so many levels, of which one entry can be changed.
struct Costs {
  std::size_t levels, n;
  std::vector<std::int64_t> entries;

  Costs(std::size_t levels, std::size_t n) : levels(levels), n(n), entries(levels * n * n, 3) {}
  std::int64_t& at(std::size_t level, std::size_t v, std::size_t w) { return entries[(level * n + v) * n + w]; }
  Costs with(std::size_t level, std::size_t v, std::size_t w, std::int64_t cost) const {
    Costs changed = *this;
    changed.at(level, v, w) = cost;
    return changed;
  }
  CostFault fault() const { return matching::find_cost_fault(entries.data(), levels, n); }
};

void test_every_entry_is_looked_at(std::size_t levels, std::size_t n) {
  const Costs sound(levels, n);
  const std::int64_t largest = matching::largest_cost(n), lowest = least;
  expect(sound.fault().kind == CostFault::none, "symmetric costs are taken");
  for (std::size_t level = 0; level < levels; ++level)
    for (std::size_t v = 0; v < n; ++v)
      for (std::size_t w = 0; w < n; ++w) {
        const auto both = [&](std::int64_t cost) { return sound.with(level, v, w, cost).with(level, w, v, cost); };
        expect(both(largest).fault().kind == CostFault::none, "the largest cost is taken");
        expect(both(largest + 1).fault().kind == CostFault::too_large, "a larger one is not");
        const CostFault::Kind below = level ? CostFault::too_large : CostFault::none;
        expect(both(-largest - 1).fault().kind == below, "only where there is no edge may an entry be anything");
        expect(both(lowest).fault().kind == below, "not even the lowest number is read where there is no edge");
        if (v == w) continue;
        expect(sound.with(level, v, w, 2).fault().kind == CostFault::asymmetric, "costs of one direction are refused");
        expect(sound.with(level, v, w, -1).fault().kind == CostFault::asymmetric, "edges of one direction, too");
        if (level)
          expect(sound.with(0, v, w, -1).with(0, w, v, -2).with(level, v, w, 2).fault().kind == CostFault::none,
                 "what is absent need not be symmetric");
      }
}

}  // namespace

int main() {
  std::mt19937_64 chance(1);
  test_terms_fit_up_to_the_limit();
  test_digits_are_written_in_their_radix();
  test_what_is_no_number_of_the_kernel_is_refused();
  test_numbers_are_what_long_hand_makes(chance);
  for (const std::size_t n : {1, 2, 15, 16, 17, 33})
    for (const std::size_t levels : {1, 2, 3}) test_every_entry_is_looked_at(levels, n);
  expect(matching::find_cost_fault(nullptr, 1, 0).kind == CostFault::none, "no vertices have no faults");
  std::printf("%ld expectations hold\n", checked);
}
