#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cost_checks.h"
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
  std::unique_ptr<Value[]> copy(new Value[values.size() ? values.size() : 1]);
  std::copy(values.begin(), values.end(), copy.get());
  nb::capsule owner(copy.get(), [](void* memory) noexcept { delete[] static_cast<Value*>(memory); });
  return nb::cast(nb::ndarray<nb::numpy, Value>(copy.release(), shape.size(), shape.begin(), owner));
}

/// Raises an error with a message made of parts.
template <auto error, typename... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  std::ostringstream message;
  (message << ... << parts);
  throw error(message.str().c_str());
}

/// Raises ValueError unless a condition holds. The message is made only then.
template <typename... Parts>
void require(bool condition, const Parts&... parts) {
  if (!condition) refuse<nb::value_error>(parts...);
}

template <typename... Parts>
[[noreturn]] void refuse_as_overflow(const Parts&... parts) {
  std::ostringstream message;
  (message << ... << parts);
  PyErr_SetString(PyExc_OverflowError, message.str().c_str());
  throw nb::python_error();
}

void check_vertex_count(std::size_t n) {
  require(n <= matching::max_vertices, n, " vertices are too many; ", matching::max_vertices, " are possible");
}

/// A vertex, and the first and the end of the mates that it should have.
using Decision = std::array<std::int32_t, 3>;

std::vector<Decision> read_decisions(const Decisions& decisions, std::int32_t n) {
  require(decisions.shape(1) == 3, "decisions need three columns (vertex, low, high), not ", decisions.shape(1));
  std::vector<Decision> rows;
  rows.reserve(decisions.shape(0));
  for (std::size_t row = 0; row < decisions.shape(0); ++row) {
    const std::int32_t v = decisions(row, 0), low = decisions(row, 1), high = decisions(row, 2);
    const bool is_in_range = v >= 0 && v < n && low >= 0 && low <= n && high >= 0 && high <= n;
    require(is_in_range, "decision ", row, " is out of range: ", v, ", ", low, ", ", high);
    rows.push_back({v, low, high});
  }
  return rows;
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

/// Costs one plane after the other.
struct CostView {
  const std::int64_t* data;
  std::size_t levels, n;

  void check_entries() const {
    const matching::CostFault fault = matching::find_cost_fault(data, levels, n);
    if (fault.kind == matching::CostFault::none) return;
    require(fault.kind != matching::CostFault::asymmetric, "costs must be symmetric; those between ", fault.v, " and ",
            fault.w, " are not");
    refuse<nb::value_error>("cost ", fault.cost, " is too large for ", n, " vertices; ", matching::largest_cost(n),
                            " is possible");
  }
};

/// The costs of an array, copied only if they lie otherwise in memory.
class Planes {
 public:
  explicit Planes(const Costs& costs) : levels_(costs.shape(0)), n_(costs.shape(1)), data_(costs.data()) {
    require(levels_ >= 1 && levels_ <= matching::max_levels, "costs have ", levels_, " levels; 1 to ",
            matching::max_levels, " are possible");
    require(costs.shape(1) == costs.shape(2), "costs must be square in the last two dimensions, not ", costs.shape(1),
            " x ", costs.shape(2));
    check_vertex_count(n_);
    if (!is_contiguous(costs)) copy(costs);
    view().check_entries();
  }

  CostView view() const { return {data_, levels_, n_}; }

 private:
  bool is_contiguous(const Costs& costs) const {
    return costs.stride(2) == 1 && costs.stride(1) == std::int64_t(n_) && costs.stride(0) == std::int64_t(n_ * n_);
  }

  void copy(const Costs& costs) {
    copy_.reserve(levels_ * n_ * n_);
    for (std::size_t level = 0; level < levels_; ++level)
      for (std::size_t v = 0; v < n_; ++v)
        for (std::size_t w = 0; w < n_; ++w) copy_.push_back(costs(level, v, w));
    data_ = copy_.data();
  }

  std::size_t levels_, n_;
  const std::int64_t* data_;
  std::vector<std::int64_t> copy_;
};

struct Request {
  CostView costs;
  std::vector<Decision> decisions;
  std::int32_t first;
  std::int32_t last;
  bool with_proof;
};

struct Answer {
  std::vector<matching::Vertex> mates;
  nb::tuple proof;
};

template <std::size_t levels>
std::optional<Answer> solve(const Request& request) {
  const CostView& costs = request.costs;
  const auto n = std::int32_t(costs.n);
  matching::PerfectMatching<levels> problem(matching::CostMatrix<levels>(costs.data, costs.levels, n));
  if (!problem.solve()) return std::nullopt;
  Answer answer;
  if (request.with_proof) answer.proof = proof_of(problem, costs.levels, n);
  for (const auto& [vertex, low, high] : request.decisions) problem.prefer(vertex, low, high);
  for (std::int32_t v = request.first; v < request.last; ++v) problem.settle(v, request.first);
  answer.mates = problem.mates();
  return answer;
}

std::optional<Answer> dispatch(const Request& request) {
  const std::size_t levels = request.costs.levels;
  if (levels == 1) return solve<1>(request);
  if (levels == 2) return solve<2>(request);
  if (levels == 3) return solve<3>(request);
  if (levels == 4) return solve<4>(request);
  if (levels <= 8) return solve<8>(request);
  if (levels <= 16) return solve<16>(request);
  return solve<32>(request);
}

Request request_of(const Planes& costs, const Decisions& decisions, std::int32_t first, std::int32_t last,
                   bool with_proof) {
  const auto n = std::int32_t(costs.view().n);
  std::vector<Decision> rows = read_decisions(decisions, n);
  require(0 <= first && first <= last && last <= n, "vertices to settle are out of range: ", first, " to ", last);
  return {costs.view(), std::move(rows), first, last, with_proof};
}

nb::object lexicographic_matching(const Costs& costs, const Decisions& decisions, std::int32_t first,
                                  std::int32_t last) {
  const Planes planes(costs);
  const std::optional<Answer> answer = dispatch(request_of(planes, decisions, first, last, false));
  return answer ? array_of(answer->mates, {answer->mates.size()}) : nb::none();
}

nb::object proven_matching(const Costs& costs, const Decisions& decisions, std::int32_t first, std::int32_t last) {
  const Planes planes(costs);
  const std::optional<Answer> answer = dispatch(request_of(planes, decisions, first, last, true));
  if (!answer) return nb::none();
  return nb::make_tuple(array_of(answer->mates, {answer->mates.size()}), answer->proof[0], answer->proof[1]);
}

/// Copies the vertices, whose array may have any stride.
std::vector<std::int32_t> checked_vertices(const Indices& vertices, std::size_t n) {
  std::vector<std::int32_t> copy;
  std::vector<bool> is_named(n, false);
  for (std::size_t i = 0; i < vertices.shape(0); ++i) {
    const std::int32_t v = vertices(i);
    require(v >= 0 && std::size_t(v) < n, "vertex ", v, " is out of range");
    require(!is_named[v], "vertex ", v, " is named twice");
    is_named[v] = true;
    copy.push_back(v);
  }
  return copy;
}

/// Takes `allowed` for symmetric: to verify it would take longer than the matching. No asymmetry leads out of bounds.
nb::tuple maximum_matching(const Allowed& allowed, const Indices& vertices) {
  require(allowed.shape(0) == allowed.shape(1), "allowed must be square, not ", allowed.shape(0), " x ",
          allowed.shape(1));
  check_vertex_count(allowed.shape(0));
  const std::vector<std::int32_t> chosen = checked_vertices(vertices, allowed.shape(0));
  matching::MaximumMatching problem(allowed.data(), allowed.shape(1), chosen.data(), std::int32_t(chosen.size()));
  const std::vector<std::uint8_t> exposable = problem.exposable();
  return nb::make_tuple(array_of(problem.mates(), {chosen.size()}), array_of(exposable, {chosen.size()}));
}

using Matrix = nb::ndarray<nb::ro, nb::device::cpu>;

std::string kind_of(nb::handle value) { return nb::inst_name(value).c_str(); }

Matrix matrix_of(nb::handle array, const char* name) {
  Matrix matrix;
  if (!nb::try_cast<Matrix>(array, matrix, false))
    refuse<nb::type_error>(name, " must be an array of the machine's own numbers, not ", kind_of(array));
  return matrix;
}

/// An array exactly as a function takes it; nothing is converted.
template <typename Array>
Array array_as(nb::handle value, const char* name) {
  Array array;
  if (!nb::try_cast<Array>(value, array, false))
    refuse<nb::type_error>(name, " has the wrong type or shape: ", kind_of(value));
  return array;
}

/// A part of the costs, and which of its edges there are.
struct Section {
  std::size_t row, column, rows, columns;
  matching::Block present;
};

/// The truth values of a matrix that has exactly so many rows and columns; the caller keeps the matrix.
matching::Block truths_of(const Matrix& matrix, std::size_t rows, std::size_t columns, const char* name) {
  if (matrix.dtype() != nb::dtype<bool>()) refuse<nb::type_error>(name, " must hold truth values");
  require(matrix.ndim() == 2 && matrix.shape(0) == rows && matrix.shape(1) == columns, name, " must have ", rows, " x ",
          columns, " entries");
  return {matrix.data(), true, matrix.stride(0), matrix.stride(1)};
}

/// The block of an array of (rows, columns) or (columns,), a dimension of one repeated; the caller keeps the matrix.
matching::Block block_of(const Matrix& matrix, std::size_t rows, std::size_t columns) {
  const bool is_of_truths = matrix.dtype() == nb::dtype<bool>();
  if (!is_of_truths && matrix.dtype() != nb::dtype<std::int64_t>())
    refuse<nb::type_error>("a block must be of 64-bit integers or of truth values");
  const std::size_t dimensions = matrix.ndim();
  require(dimensions == 1 || dimensions == 2, "a block has ", dimensions, " dimensions, not 1 or 2");
  const std::size_t given_rows = dimensions == 1 ? 1 : matrix.shape(0), given_columns = matrix.shape(dimensions - 1);
  require((given_rows == rows || given_rows == 1) && (given_columns == columns || given_columns == 1),
          "a block has ", given_rows, " x ", given_columns, " entries, not ", rows, " x ", columns);
  return {matrix.data(), is_of_truths, given_rows == 1 ? 0 : matrix.stride(0),
          given_columns == 1 ? 0 : matrix.stride(dimensions - 1)};
}

/// A term (bound, within, between, among); without an array a block is 0 everywhere.
struct Term {
  std::int64_t bound;
  std::array<matching::Block, 3> blocks;
};

std::int64_t bound_of(nb::handle number) {
  if (!PyIndex_Check(number.ptr()))
    refuse<nb::type_error>("the bound of a term must be an integer, not ", kind_of(number));
  const nb::object index = nb::steal(PyNumber_Index(number.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long long bound = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow > 0) refuse_as_overflow("the bound of a term does not fit into 64 bits");
  require(overflow == 0 && bound >= 0, "the bound of a term is negative");
  return bound;
}

Term term_of(nb::handle entry, const std::array<Section, 3>& sections, std::vector<Matrix>& held) {
  const bool is_term = nb::isinstance<nb::tuple>(entry) && nb::len(entry) == 4;
  if (!is_term)
    refuse<nb::type_error>("a term must be a tuple (bound, within, between, among), not ", kind_of(entry));
  const auto parts = nb::borrow<nb::tuple>(entry);
  Term term{bound_of(parts[0]), {}};
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const nb::handle part = parts[i + 1];
    if (PyLong_Check(part.ptr())) {
      int overflow = 0;
      require(PyLong_AsLongLongAndOverflow(part.ptr(), &overflow) == 0 && !overflow, "a block must be an array or 0");
      continue;
    }
    held.push_back(matrix_of(part, "a block"));
    term.blocks[i] = block_of(held.back(), sections[i].rows, sections[i].columns);
  }
  return term;
}

[[noreturn]] void refuse_range(std::size_t n) {
  refuse_as_overflow("the terms of a level make costs beyond ", matching::largest_cost(n), ", the largest for ", n,
                     " vertices");
}

/// The largest number of these terms together must be possible as a cost.
void check_range(const std::vector<Term>& terms, std::size_t n) {
  std::vector<std::int64_t> bounds;
  for (const Term& term : terms) bounds.push_back(term.bound);
  if (!matching::fits(bounds, matching::largest_cost(n))) refuse_range(n);
}

void check_digits(matching::DigitFault fault, std::size_t n) {
  require(fault != matching::DigitFault::negative, "an entry of a block is negative");
  if (fault == matching::DigitFault::too_large) refuse_range(n);
}

/// Costs that were packed from terms.
struct PackedCosts {
  std::size_t outside, places, levels;
  std::int64_t range = 1;  // totals of the last level lie below
  std::vector<std::int64_t> planes;

  std::size_t n() const { return outside + places; }
  CostView view() const { return {planes.data(), levels, n()}; }
};

PackedCosts pack(nb::handle levels, nb::handle within, nb::handle between, nb::handle among) {
  // Everything is read before anything is written; arrays are held as long as their blocks are used.
  std::vector<Matrix> held{matrix_of(within, "within"), matrix_of(between, "between"), matrix_of(among, "among")};
  require(held[0].ndim() == 2 && held[2].ndim() == 2, "within and among must have two dimensions");
  const std::size_t places = held[0].shape(0), outside = held[2].shape(0), n = outside + places;
  check_vertex_count(n);
  const std::array<Section, 3> sections{
      {{outside, outside, places, places, truths_of(held[0], places, places, "within")},
       {0, outside, outside, places, truths_of(held[1], outside, places, "between")},
       {0, 0, outside, outside, truths_of(held[2], outside, outside, "among")}}};
  std::vector<std::vector<Term>> terms;
  for (const nb::handle level : nb::list(levels)) {
    require(terms.size() < matching::max_levels, "more than ", matching::max_levels, " levels are not possible");
    terms.emplace_back();
    for (const nb::handle entry : nb::list(level)) terms.back().push_back(term_of(entry, sections, held));
    check_range(terms.back(), n);
  }

  PackedCosts packed{outside, places, terms.size(), 1, std::vector<std::int64_t>(terms.size() * n * n)};
  std::vector<matching::Digit> digits;
  for (std::size_t level = 0; level < terms.size(); ++level) {
    std::int64_t* const plane = packed.planes.data() + level * n * n;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const Section& section = sections[i];
      digits.clear();
      for (const Term& term : terms[level]) digits.push_back({term.blocks[i], term.bound});
      const matching::Target target{plane + section.row * n + section.column, std::int64_t(section.rows),
                                    std::int64_t(section.columns), std::int64_t(n)};
      check_digits(matching::write_numbers(target, digits, section.present, matching::largest_cost(n)), n);
    }
    for (std::size_t row = 0; row < outside; ++row)
      for (std::size_t column = outside; column < n; ++column) plane[column * n + row] = plane[row * n + column];
  }
  if (!terms.empty())
    for (const Term& term : terms.back()) packed.range *= term.bound + 1;
  return packed;
}

/// Costs by level of two sets of vertices, *outside* before *places*, from terms (bound, within, between, among):
/// what an edge counts among the places, between both, and among the outside; 0 stands for a block of zeros.
nb::object mixed_radix(nb::handle levels, nb::handle within, nb::handle between, nb::handle among) {
  const PackedCosts packed = pack(levels, within, between, among);
  return array_of(packed.planes, {packed.levels, packed.n(), packed.n()});
}

using Matrix64 = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::device::cpu>;

/// The numbers of a level times vertices stay below 2 to this power, as `largest_cost` asks, with two spare bits.
constexpr int level_bits = 56;

/// The costs among some of the vertices, with a least important term added.
PackedCosts costs_of_rest(const PackedCosts& packed, const std::vector<std::int32_t>& vertices, std::size_t outside,
                          const Matrix64& term, std::int64_t bound) {
  const std::size_t m = vertices.size(), n = packed.n();
  require(term.shape(0) == m && term.shape(1) == m, "the term of the order must have ", m, " x ", m, " entries");
  require(bound >= 0 && bound < std::int64_t(1) << level_bits, "the bound of the order is out of range: ", bound);
  const std::int64_t room = (std::int64_t(1) << level_bits) / std::int64_t(m ? m : 1);
  const bool is_full = bound + 1 > room / packed.range;
  require(!is_full || packed.levels < matching::max_levels, "more than ", matching::max_levels,
          " levels are not possible");
  const std::int64_t largest = matching::largest_cost(m), largest_before = largest / (bound + 1);
  PackedCosts rest{outside, m - outside, packed.levels + is_full, 1, {}};
  rest.planes.resize(rest.levels * m * m);
  for (std::size_t level = 0; level < rest.levels; ++level) {
    const bool is_last = level + 1 == rest.levels;
    for (std::size_t row = 0; row < m; ++row) {
      for (std::size_t column = 0; column < m; ++column) {
        const std::size_t from = std::size_t(vertices[row]) * n + vertices[column];
        std::int64_t cost = level < packed.levels ? packed.planes[level * n * n + from] : 0;
        if (is_last && packed.planes[from] >= 0) {
          const std::int64_t added = term(row, column);
          require(0 <= added, "an entry of the order is negative");
          if (added > largest || cost > largest_before) refuse_range(m);
          cost = cost * (bound + 1) + added;
        }
        rest.planes[level * m * m + row * m + column] = cost;
      }
    }
  }
  return rest;
}

/// The first of the best perfect matchings, found in two stages, as the mate of each place, or -1 for one outside.
///
/// The first of the places are *leaders*. In the first stage each leader in turn keeps a mate among the other places if
/// it can, and then in turn gets the lowest. The second stage matches who is left: what is outside, the leaders without
/// such a mate, who must stay so, and the other places. `order(places, pairs, outside)`, of their numbers, says which of
/// these matchings comes first: a term (cost, bound) that counts least, then decisions; then each place in turn gets the
/// lowest mate. Where the places fill the outside, it takes one of them each, and who is left may have no choice.
nb::object staged_matching(nb::handle levels, nb::handle within, nb::handle between, nb::handle among,
                           std::int32_t leaders, bool fills_outside, const nb::callable& order) {
  const PackedCosts packed = pack(levels, within, between, among);
  const auto outside = std::int32_t(packed.outside), places = std::int32_t(packed.places), n = outside + places;
  const std::int32_t others = outside + leaders;
  require(1 <= packed.levels, "there must be a level");
  require(0 <= leaders && leaders <= places, leaders, " of ", places, " places cannot be leaders");
  packed.view().check_entries();
  std::vector<matching::Vertex> mates(n, matching::none);
  std::vector<std::int32_t> left(outside);
  std::iota(left.begin(), left.end(), 0);
  std::int32_t pairs = (places - outside) / 2;
  if (leaders || !fills_outside) {
    std::vector<Decision> decisions;
    for (std::int32_t v = outside; v < others; ++v) decisions.push_back({v, others, n});
    std::optional<Answer> first = dispatch({packed.view(), std::move(decisions), outside, others, false});
    if (!first) return nb::none();
    pairs = 0;
    for (std::int32_t v = outside; v < others; ++v) {
      if (const matching::Vertex mate = first->mates[v]; mate >= others) {
        mates[v] = mate;
        mates[mate] = v;
      } else {
        left.push_back(v);
      }
    }
    for (std::int32_t v = others; v < n; ++v) pairs += mates[v] == matching::none && first->mates[v] > v;
  } else {
    require(outside <= places, outside, " places are needed to fill the outside");
  }
  const std::size_t before = left.size();
  for (std::int32_t v = others; v < n; ++v)
    if (mates[v] == matching::none) left.push_back(v);
  const std::size_t rest = left.size() - before;
  if (leaders && fills_outside && pairs == 1 && rest == 2) {
    mates[left[before]] = left[before + 1];
    mates[left[before + 1]] = left[before];
  } else if (!(leaders && fills_outside && pairs == 0)) {
    const nb::object ordered = order(rest, pairs, before);
    const bool is_order = nb::isinstance<nb::tuple>(ordered) && nb::len(ordered) == 3;
    if (!is_order) refuse<nb::type_error>("the order must be a tuple (cost, bound, decisions), not ", kind_of(ordered));
    const auto term = array_as<Matrix64>(ordered[0], "the cost of the order");
    PackedCosts costs = costs_of_rest(packed, left, before, term, bound_of(ordered[1]));
    std::vector<Decision> decisions =
        read_decisions(array_as<Decisions>(ordered[2], "the decisions of the order"), std::int32_t(left.size()));
    // Leaders who are left have no mate but one outside.
    const std::size_t m = left.size();
    for (std::size_t row = outside; row < before; ++row)
      for (std::size_t column = before; column < m; ++column)
        costs.planes[row * m + column] = costs.planes[column * m + row] = -1;
    costs.view().check_entries();
    const std::optional<Answer> second =
        dispatch({costs.view(), std::move(decisions), std::int32_t(before), std::int32_t(m), false});
    if (!second) return nb::none();
    for (std::size_t i = before; i < m; ++i)
      if (const matching::Vertex mate = second->mates[i]; mate >= matching::Vertex(before)) mates[left[i]] = left[mate];
  }
  nb::list found;
  for (std::int32_t v = outside; v < n; ++v) found.append(mates[v] < outside ? matching::none : mates[v] - outside);
  return found;
}

}  // namespace

NB_MODULE(_kernel, module) {
  module.doc() = "Matchings in general graphs, and the costs they are asked for.";
  // Arrays are taken as they are: a conversion would round numbers silently, and copy on every call.
  const auto costs = "costs"_a.noconvert(), decisions = "decisions"_a.noconvert();
  module.def("lexicographic_matching", &lexicographic_matching, costs, decisions, "first"_a, "last"_a);
  module.def("proven_matching", &proven_matching, costs, decisions, "first"_a, "last"_a);
  module.def("mixed_radix", &mixed_radix, "levels"_a, "within"_a, "between"_a, "among"_a);
  module.def("staged_matching", &staged_matching, "levels"_a, "within"_a, "between"_a, "among"_a, "leaders"_a,
             "fills_outside"_a, "order"_a);
  module.def("maximum_matching", &maximum_matching, "allowed"_a.noconvert(), "vertices"_a.noconvert());
}
