#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <string>
#include <vector>

#include "maximum_matching.h"
#include "mixed_radix.h"
#include "perfect_matching.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Costs = nb::ndarray<const std::int64_t, nb::ndim<3>, nb::device::cpu>;
using Decisions = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::device::cpu>;
using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::device::cpu>;
using Allowed = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename Value>
nb::object array_of(const std::vector<Value>& values, std::initializer_list<std::size_t> shape) {
  auto* copy = new Value[values.size() ? values.size() : 1];
  std::copy(values.begin(), values.end(), copy);
  nb::capsule owner(copy, [](void* memory) noexcept { delete[] static_cast<Value*>(memory); });
  return nb::cast(nb::ndarray<nb::numpy, Value>(copy, shape.size(), shape.begin(), owner));
}

void require(bool condition, const std::string& message) {
  if (!condition) throw nb::value_error(message.c_str());
}

void check_decisions(const Decisions& decisions, std::int32_t n) {
  require(decisions.shape(1) == 3,
          "decisions need three columns (vertex, low, high), not " + std::to_string(decisions.shape(1)));
  for (std::size_t row = 0; row < decisions.shape(0); ++row) {
    const std::int32_t v = decisions(row, 0), low = decisions(row, 1), high = decisions(row, 2);
    require(v >= 0 && v < n && low >= 0 && high <= n,
            "decision " + std::to_string(row) + " is out of range: " + std::to_string(v) + ", " +
                std::to_string(low) + ", " + std::to_string(high));
  }
}

/// The duals of the optimum as (levels, n) vertex values and the blossoms' members with their values, all
/// multiplied by `matching::scale`.
template <std::size_t levels>
nb::tuple proof_of(const matching::PerfectMatching<levels>& problem, std::size_t planes, std::int32_t n) {
  std::vector<std::int64_t> vertex_duals(planes * n);
  for (std::int32_t v = 0; v < n; ++v)
    for (std::size_t plane = 0; plane < planes; ++plane)
      vertex_duals[plane * n + v] = problem.vertex_duals()[v].level[plane];
  nb::list blossoms;
  for (const auto& [node, dual] : problem.lasting_blossoms()) {
    nb::list values, members;
    for (std::size_t plane = 0; plane < planes; ++plane) values.append(dual.level[plane]);
    for (const auto v : problem.leaves(node)) members.append(v);
    blossoms.append(nb::make_tuple(nb::tuple(members), nb::tuple(values)));
  }
  return nb::make_tuple(array_of(vertex_duals, {planes, std::size_t(n)}), nb::tuple(blossoms));
}

/// Costs one plane after the other, copied only if they lie otherwise.
class Planes {
 public:
  explicit Planes(const Costs& costs) : levels_(costs.shape(0)), n_(costs.shape(1)), data_(costs.data()) {
    require(costs.shape(1) == costs.shape(2), "costs must be square in the last two dimensions, not " +
                                                  std::to_string(costs.shape(1)) + " x " +
                                                  std::to_string(costs.shape(2)));
    if (costs.stride(2) == 1 && costs.stride(1) == std::int64_t(n_) && costs.stride(0) == std::int64_t(n_ * n_)) return;
    copy_.reserve(levels_ * n_ * n_);
    for (std::size_t level = 0; level < levels_; ++level)
      for (std::size_t v = 0; v < n_; ++v)
        for (std::size_t w = 0; w < n_; ++w) copy_.push_back(costs(level, v, w));
    data_ = copy_.data();
  }

  std::size_t levels() const { return levels_; }
  std::int32_t vertices() const { return std::int32_t(n_); }
  const std::int64_t* data() const { return data_; }

  /// Costs stay within the bound at which sums along a path could overflow. Those of absent edges are never read.
  void require_bound() const {
    const std::size_t edges = n_ * n_;
    const std::int64_t bound = ((std::int64_t(1) << 58) - 1) / std::int64_t(n_ ? n_ : 1);
    for (std::size_t level = 0; level < levels_; ++level) {
      const std::int64_t* const plane = data_ + level * edges;
      std::int64_t all_bits = 0;  // of all costs and absent edges, about as large as the largest: in most cases small
      for (std::size_t edge = 0; edge < edges; ++edge) all_bits |= plane[edge] ^ (plane[edge] >> 63);
      if (all_bits < bound) continue;
      for (std::size_t edge = 0; edge < edges; ++edge)
        if ((plane[edge] > bound || plane[edge] < -bound) && data_[edge] >= 0)
          throw nb::value_error(("cost " + std::to_string(plane[edge]) + " is too large for " + std::to_string(n_) +
                                 " vertices; " + std::to_string(bound) + " is possible").c_str());
    }
  }

 private:
  std::size_t levels_, n_;
  const std::int64_t* data_;
  std::vector<std::int64_t> copy_;
};

struct Request {
  const Planes& costs;
  const Decisions& decisions;
  std::int32_t first;
  std::int32_t last;
  bool with_proof;
};

template <std::size_t levels>
nb::object solve(const Request& request) {
  const Planes& costs = request.costs;
  const std::int32_t n = costs.vertices();
  matching::PerfectMatching<levels> problem(matching::CostMatrix<levels>(costs.data(), costs.levels(), n));
  if (!problem.solve()) return nb::none();
  nb::tuple proof;
  if (request.with_proof) proof = proof_of(problem, costs.levels(), n);
  const Decisions& decisions = request.decisions;
  for (std::size_t row = 0; row < decisions.shape(0); ++row)
    problem.prefer(decisions(row, 0), decisions(row, 1), decisions(row, 2));
  for (std::int32_t v = request.first; v < request.last; ++v) problem.settle(v, request.first);
  nb::object mates = array_of(problem.mates(), {std::size_t(n)});
  return request.with_proof ? nb::object(nb::make_tuple(mates, proof[0], proof[1])) : mates;
}

nb::object dispatch(const Request& request) {
  const std::size_t levels = request.costs.levels();
  const std::int32_t n = request.costs.vertices();
  require(levels >= 1 && levels <= 32, "costs have " + std::to_string(levels) + " levels; 1 to 32 are possible");
  request.costs.require_bound();
  check_decisions(request.decisions, n);
  require(request.first >= 0 && request.last <= n,
          "vertices to settle are out of range: " + std::to_string(request.first) + " to " +
              std::to_string(request.last));
  if (levels == 1) return solve<1>(request);
  if (levels == 2) return solve<2>(request);
  if (levels == 3) return solve<3>(request);
  if (levels == 4) return solve<4>(request);
  if (levels <= 8) return solve<8>(request);
  if (levels <= 16) return solve<16>(request);
  return solve<32>(request);
}

nb::object lexicographic_matching(const Costs& costs, const Decisions& decisions, std::int32_t first,
                                  std::int32_t last) {
  return dispatch({Planes(costs), decisions, first, last, false});
}

nb::object proven_matching(const Costs& costs, const Decisions& decisions, std::int32_t first, std::int32_t last) {
  return dispatch({Planes(costs), decisions, first, last, true});
}

void check_vertices(const Indices& vertices, std::size_t n) {
  std::vector<bool> named(n, false);
  for (std::size_t i = 0; i < vertices.shape(0); ++i) {
    const std::int32_t v = vertices(i);
    require(v >= 0 && std::size_t(v) < n, "vertex " + std::to_string(v) + " is out of range");
    require(!named[v], "vertex " + std::to_string(v) + " is named twice");
    named[v] = true;
  }
}

nb::tuple maximum_matching(const Allowed& allowed, const Indices& vertices) {
  require(allowed.shape(0) == allowed.shape(1), "allowed must be square, not " + std::to_string(allowed.shape(0)) +
                                                    " x " + std::to_string(allowed.shape(1)));
  check_vertices(vertices, allowed.shape(0));
  const auto count = std::int32_t(vertices.shape(0));
  matching::MaximumMatching problem(allowed.data(), allowed.shape(1), vertices.data(), count);
  const std::vector<std::uint8_t> exposable = problem.exposable();
  return nb::make_tuple(array_of(problem.mates(), {std::size_t(count)}), array_of(exposable, {std::size_t(count)}));
}

using Matrix = nb::ndarray<nb::ro, nb::device::cpu>;

/// The block of an array of (rows, columns) or (columns,), a dimension of one repeated; `held` keeps the array.
matching::Block block_of(nb::handle array, std::size_t rows, std::size_t columns, std::vector<Matrix>& held) {
  const auto matrix = nb::cast<Matrix>(array, false);
  const bool is_of_truths = matrix.dtype() == nb::dtype<bool>();
  if (!is_of_truths && matrix.dtype() != nb::dtype<std::int64_t>())
    throw nb::type_error("blocks are of 64-bit integers or of truth values");
  const std::size_t dimensions = matrix.ndim();
  require(dimensions == 1 || dimensions == 2, "a block has " + std::to_string(dimensions) + " dimensions, not 1 or 2");
  const std::size_t given_rows = dimensions == 1 ? 1 : matrix.shape(0), given_columns = matrix.shape(dimensions - 1);
  require((given_rows == rows || given_rows == 1) && (given_columns == columns || given_columns == 1),
          "a block has " + std::to_string(given_rows) + " x " + std::to_string(given_columns) + " entries, not " +
              std::to_string(rows) + " x " + std::to_string(columns));
  held.push_back(matrix);
  return {matrix.data(), is_of_truths, given_rows == 1 ? 0 : matrix.stride(0),
          given_columns == 1 ? 0 : matrix.stride(dimensions - 1)};
}

/// Costs by level of two sets of vertices, *outside* before *places*, from terms (bound, within, between, among):
/// what an edge counts among the places, between both, and among the outside; 0 stands for a block of zeros.
nb::object mixed_radix(const nb::list& levels, nb::handle within, nb::handle between, nb::handle among) {
  std::vector<Matrix> held;
  const std::size_t outside = nb::cast<Matrix>(among, false).shape(0), places = nb::cast<Matrix>(within, false).shape(0);
  const std::size_t n = outside + places;
  struct Section {
    std::size_t row, column, rows, columns, place_in_term;
    matching::Block present;
  };
  const Section sections[] = {{outside, outside, places, places, 1, block_of(within, places, places, held)},
                              {0, outside, outside, places, 2, block_of(between, outside, places, held)},
                              {0, 0, outside, outside, 3, block_of(among, outside, outside, held)}};
  std::vector<std::int64_t> costs(levels.size() * n * n);
  std::vector<matching::Digit> digits;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::int64_t* const plane = costs.data() + level * n * n;
    for (const Section& section : sections) {
      if (!section.rows) continue;
      digits.clear();
      for (const nb::handle term : nb::borrow<nb::list>(levels[level])) {
        const nb::handle block = nb::borrow<nb::tuple>(term)[section.place_in_term];
        const auto radix = nb::cast<std::int64_t>(nb::borrow<nb::tuple>(term)[0]) + 1;
        const bool is_empty = PyLong_Check(block.ptr());
        digits.push_back({is_empty ? matching::Block{} : block_of(block, section.rows, section.columns, held), radix});
      }
      const matching::Target target{plane + section.row * n + section.column, std::int64_t(section.rows),
                                    std::int64_t(section.columns), std::int64_t(n)};
      matching::write_numbers(target, digits, section.present);
    }
    for (std::size_t row = 0; row < outside; ++row)
      for (std::size_t column = outside; column < n; ++column) plane[column * n + row] = plane[row * n + column];
  }
  return array_of(costs, {levels.size(), n, n});
}

}  // namespace

NB_MODULE(_kernel, module) {
  module.doc() = "Matchings in general graphs, and the costs they are asked for.";
  // Arrays are taken as they are: a conversion would round numbers silently, and copy on every call.
  const auto costs = "costs"_a.noconvert(), decisions = "decisions"_a.noconvert();
  module.def("lexicographic_matching", &lexicographic_matching, costs, decisions, "first"_a, "last"_a);
  module.def("proven_matching", &proven_matching, costs, decisions, "first"_a, "last"_a);
  module.def("mixed_radix", &mixed_radix, "levels"_a, "within"_a, "between"_a, "among"_a);
  module.def("maximum_matching", &maximum_matching, "allowed"_a.noconvert(), "vertices"_a.noconvert());
}
