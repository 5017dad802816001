#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <string>
#include <vector>

#include "maximum_matching.h"
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

}  // namespace

NB_MODULE(_kernel, module) {
  module.doc() = "Matchings in general graphs.";
  // Arrays are taken as they are: a conversion would round numbers silently, and copy on every call.
  const auto costs = "costs"_a.noconvert(), decisions = "decisions"_a.noconvert();
  module.def("lexicographic_matching", &lexicographic_matching, costs, decisions, "first"_a, "last"_a);
  module.def("proven_matching", &proven_matching, costs, decisions, "first"_a, "last"_a);
  module.def("maximum_matching", &maximum_matching, "allowed"_a.noconvert(), "vertices"_a.noconvert());
}
