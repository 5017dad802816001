// Tests of PerfectMatching: small graphs against all their perfect matchings, large ones by their own duals.
//
// Arguments, both optional: how many random small graphs, and the seed.

#include "perfect_matching.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "search.h"

namespace {

using matching::CostMatrix;
using matching::Limbs;
using matching::none;
using matching::PerfectMatching;
using matching::Vertex;
using Mates = std::vector<Vertex>;

struct Decision {
  Vertex vertex, low, high;
};

/// Costs as planes, what is to be decided, and how it reads where a test fails.
struct Problem {
  Vertex n;
  std::size_t levels;
  std::vector<std::int64_t> planes;
  std::vector<Decision> decisions{};
  Vertex first = 0, last = 0;

  Problem(Vertex vertices, std::size_t count) : n(vertices), levels(count), planes(count * n * n, 0) {
    for (Vertex v = 0; v < n; ++v)
      for (Vertex w = 0; w < n; ++w) remove(v, w);
  }
  std::int64_t& at(std::size_t level, Vertex v, Vertex w) { return planes[(level * n + v) * n + w]; }
  std::int64_t at(std::size_t level, Vertex v, Vertex w) const { return planes[(level * n + v) * n + w]; }
  bool present(Vertex v, Vertex w) const { return at(0, v, w) >= 0; }
  void remove(Vertex v, Vertex w) { at(0, v, w) = at(0, w, v) = -1; }
  void put(std::size_t level, Vertex v, Vertex w, std::int64_t cost) { at(level, v, w) = at(level, w, v) = cost; }

  std::string text() const {
    std::string result = "n " + std::to_string(n) + ", levels " + std::to_string(levels) + "\n";
    for (Vertex v = 0; v < n; ++v)
      for (Vertex w = v + 1; w < n; ++w) {
        if (!present(v, w)) continue;
        result += std::to_string(v) + "-" + std::to_string(w) + ":";
        for (std::size_t level = 0; level < levels; ++level) result += " " + std::to_string(at(level, v, w));
        result += "\n";
      }
    for (const auto& [v, low, high] : decisions)
      result += "prefer " + std::to_string(v) + " [" + std::to_string(low) + ", " + std::to_string(high) + ")\n";
    return result + "settle [" + std::to_string(first) + ", " + std::to_string(last) + ")\n";
  }
};

void expect(bool condition, const char* what, const Problem& problem) {
  if (condition) return;
  std::fprintf(stderr, "FAILED: %s\n%s", what, problem.text().c_str());
  std::exit(1);
}

// --- what is right --------------------------------------------------------------------------------------------------

void extend(const Problem& problem, Mates& mates, std::vector<Mates>& all) {
  const auto v = Vertex(std::find(mates.begin(), mates.end(), none) - mates.begin());
  if (v == problem.n) {
    all.push_back(mates);
    return;
  }
  for (Vertex w = v + 1; w < problem.n; ++w) {
    if (mates[w] != none || !problem.present(v, w)) continue;
    mates[v] = w;
    mates[w] = v;
    extend(problem, mates, all);
    mates[v] = mates[w] = none;
  }
}

std::vector<std::int64_t> total(const Problem& problem, const Mates& mates) {
  std::vector<std::int64_t> sum(problem.levels, 0);
  for (Vertex v = 0; v < problem.n; ++v)
    for (std::size_t level = 0; v < mates[v] && level < problem.levels; ++level)
      sum[level] += problem.at(level, v, mates[v]);
  return sum;
}

std::vector<Mates> all_best(const Problem& problem) {
  Mates mates(problem.n, none);
  std::vector<Mates> all, best;
  extend(problem, mates, all);
  std::vector<std::int64_t> least;
  for (const Mates& one : all) {
    const std::vector<std::int64_t> sum = total(problem, one);
    if (!best.empty() && sum > least) continue;
    if (best.empty() || sum < least) best.clear();
    least = sum;
    best.push_back(one);
  }
  return best;
}

template <typename Wanted>
void keep_if_any(std::vector<Mates>& candidates, Wanted wanted) {
  std::vector<Mates> kept;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept), wanted);
  if (!kept.empty()) candidates = std::move(kept);
}

void decide(const Problem& problem, std::vector<Mates>& candidates) {
  for (const auto& [v, low, high] : problem.decisions)
    keep_if_any(candidates, [v = v, low = low, high = high](const Mates& m) { return m[v] >= low && m[v] < high; });
  for (Vertex v = problem.first; v < problem.last; ++v) {
    Vertex lowest = problem.n;
    for (const Mates& mates : candidates)
      if (mates[v] >= problem.first) lowest = std::min(lowest, mates[v]);
    keep_if_any(candidates, [v, lowest](const Mates& mates) { return mates[v] == lowest; });
  }
}

// --- what was found -------------------------------------------------------------------------------------------------

/// The slack of an edge of the problem under the duals that a solver holds.
template <std::size_t levels>
Limbs<levels> slack(const Problem& problem, const PerfectMatching<levels>& solver, Vertex v, Vertex w) {
  Limbs<levels> result{};
  for (std::size_t level = 0; level < problem.levels; ++level)
    result.level[level] = matching::scale * problem.at(level, v, w);
  result -= solver.vertex_duals()[v];
  result -= solver.vertex_duals()[w];
  for (const auto& [node, dual] : solver.lasting_blossoms()) {
    const std::vector<Vertex> members = solver.leaves(node);
    if (std::count(members.begin(), members.end(), v) && std::count(members.begin(), members.end(), w)) result += dual;
  }
  return result;
}

template <std::size_t levels>
void expect_perfect(const Problem& problem, const Mates& mates) {
  for (Vertex v = 0; v < problem.n; ++v) {
    expect(mates[v] >= 0 && mates[v] < problem.n && mates[mates[v]] == v, "mates are mutual", problem);
    expect(problem.present(v, mates[v]), "mates are joined by an edge", problem);
  }
}

/// Holds after every decision: the matching is complementary to the duals.
template <std::size_t levels>
void expect_tight(const Problem& problem, const PerfectMatching<levels>& solver) {
  const Mates& mates = solver.mates();
  for (Vertex v = 0; v < problem.n; ++v)
    expect(slack(problem, solver, v, mates[v]).is_zero(), "a pair has no slack", problem);
  for (const auto& [node, dual] : solver.lasting_blossoms()) {
    const std::vector<Vertex> members = solver.leaves(node);
    const std::set<Vertex> within(members.begin(), members.end());
    expect(dual > Limbs<levels>{}, "a blossom has a positive dual", problem);
    expect(within.size() == members.size() && members.size() % 2 == 1, "a blossom is odd", problem);
    const auto leads_out = [&](Vertex v) { return !within.count(mates[v]); };
    const auto leading_out = std::count_if(members.begin(), members.end(), leads_out);
    expect(leading_out == 1, "one vertex of a blossom has its mate outside", problem);
  }
}

/// Holds before any decision: every edge has a slack of zero or more.
template <std::size_t levels>
void expect_feasible(const Problem& problem, const PerfectMatching<levels>& solver) {
  for (Vertex v = 0; v < problem.n; ++v)
    for (Vertex w = 0; w < v; ++w)
      if (problem.present(v, w))
        expect(!(slack(problem, solver, v, w) < Limbs<levels>{}), "no slack is negative", problem);
}

struct Seen {
  long graphs = 0, perfect = 0, with_blossoms = 0, nested = 0;
};

/// Solves and decides, and compares with all perfect matchings where they are few.
template <std::size_t levels>
void check(const Problem& problem, Seen& seen, bool enumerate = true) {
  ++seen.graphs;
  PerfectMatching<levels> solver(CostMatrix<levels>(problem.planes.data(), problem.levels, problem.n));
  const bool solved = solver.solve();
  std::vector<Mates> candidates;
  if (enumerate) {
    candidates = all_best(problem);
    expect(solved == !candidates.empty(), "a perfect matching is found if there is one", problem);
  }
  if (!solved) return;
  ++seen.perfect;
  const auto blossoms = solver.lasting_blossoms();
  seen.with_blossoms += !blossoms.empty();
  for (const auto& [node, dual] : blossoms) seen.nested += solver.leaves(node).size() > 3;
  const std::vector<std::int64_t> least = total(problem, solver.mates());
  expect_perfect<levels>(problem, solver.mates());
  expect_tight(problem, solver);
  expect_feasible(problem, solver);
  for (const auto& [v, low, high] : problem.decisions) solver.prefer(v, low, high);
  for (Vertex v = problem.first; v < problem.last; ++v) solver.settle(v, problem.first);
  expect_perfect<levels>(problem, solver.mates());
  expect_tight(problem, solver);
  expect(total(problem, solver.mates()) == least, "decisions cost nothing", problem);
  if (!enumerate) return;
  decide(problem, candidates);
  const auto found = std::count(candidates.begin(), candidates.end(), solver.mates());
  expect(found == 1, "decisions are obeyed in turn", problem);
}

/// Two numbers of levels, plain integers and vectors, are enough here and keep the compiler busy for less long.
void check_any(const Problem& problem, Seen& seen, bool enumerate = true) {
  if (problem.levels == 1) return check<1>(problem, seen, enumerate);
  return check<4>(problem, seen, enumerate);
}

// --- problems -------------------------------------------------------------------------------------------------------

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  /// A number in [low, high].
  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  template <typename Value>
  Value among(std::initializer_list<Value> values) {
    return values.begin()[number(0, std::int64_t(values.size()) - 1)];
  }

 private:
  std::mt19937_64 engine_;
};

void draw_decisions(Problem& problem, Chance& chance) {
  const Vertex n = problem.n;
  const int count = chance.among({0, 0, 2, 5, 9});
  const bool narrow = chance.number(0, 1);
  for (int i = 0; i < count; ++i) {
    const auto low = Vertex(chance.number(0, n - 1));
    const auto high = narrow ? low + 1 : Vertex(chance.number(low, n));
    // Few vertices, so that the same one is decided about again.
    problem.decisions.push_back({Vertex(chance.number(0, chance.among({1, int(n) - 1}))), low, high});
  }
  problem.first = Vertex(chance.number(0, chance.among({0, 0, 2, int(n)})));
  problem.last = Vertex(chance.number(problem.first, n));
}

/// Any density, and so few different costs that most problems have several optima.
Problem scattered(Vertex n, Chance& chance) {
  Problem problem(n, chance.among<std::size_t>({1, 1, 1, 2, 3, 4}));
  const std::int64_t density = chance.among({30, 50, 80, 100}), most = chance.among({0, 1, 2, 5, 50});
  for (Vertex v = 0; v < n; ++v)
    for (Vertex w = 0; w < v; ++w) {
      if (chance.number(1, 100) > density) continue;
      for (std::size_t level = 0; level < problem.levels; ++level) problem.put(level, v, w, chance.number(0, most));
    }
  return problem;
}

/// Odd groups, cheap within and dear between, so that blossoms keep a dual: one within another where `inner` differs.
Problem grouped(Vertex n, Chance& chance) {
  Problem problem(n, chance.among<std::size_t>({1, 1, 2, 3}));
  const int size = chance.among({3, 5, 7}), most = chance.among({0, 1, 3});
  const std::int64_t density = chance.among({15, 40, 100});
  std::vector<Vertex> order(n);
  for (Vertex v = 0; v < n; ++v) order[v] = v;
  for (Vertex v = n - 1; v > 0; --v) std::swap(order[v], order[chance.number(0, v)]);
  for (Vertex v = 0; v < n; ++v)
    for (Vertex w = 0; w < v; ++w) {
      const bool together = v / size == w / size, inner = together && v % size < 3 && w % size < 3;
      if (!together && chance.number(1, 100) > density) continue;
      const int base = inner ? 0 : together ? 4 : 12;
      const auto level = std::size_t(chance.number(0, std::int64_t(problem.levels) - 1));
      for (std::size_t i = 0; i < problem.levels; ++i)
        problem.put(i, order[v], order[w], (i == level ? base : 0) + chance.number(0, most));
    }
  return problem;
}

/// Every graph of four vertices with costs 0, 1, 2 or no edge, and every graph of six without costs.
void test_all_small_graphs(Seen& seen) {
  for (int code = 0; code < 4096; ++code) {
    Problem problem(4, 1);
    int rest = code;
    for (Vertex v = 0; v < 4; ++v)
      for (Vertex w = 0; w < v; ++w, rest /= 4) problem.put(0, v, w, rest % 4 - 1);
    problem.last = 4;
    check_any(problem, seen);
  }
  for (int code = 0; code < 1 << 15; ++code) {
    Problem problem(6, 1);
    int rest = code;
    for (Vertex v = 0; v < 6; ++v)
      for (Vertex w = 0; w < v; ++w, rest /= 2) problem.put(0, v, w, rest % 2 - 1);
    problem.decisions = {{0, Vertex(code % 6), 6}, {1, 2, 4}};
    problem.last = 6;
    check_any(problem, seen);
  }
}

void test_random_small_graphs(long rounds, Chance& chance, Seen& seen) {
  for (long round = 0; round < rounds; ++round) {
    const Vertex n = chance.among({2, 4, 6, 6, 8, 8, 8, 10});
    Problem problem = round % 2 ? scattered(n, chance) : grouped(n, chance);
    draw_decisions(problem, chance);
    check_any(problem, seen);
  }
}

void test_large_graphs(long rounds, Chance& chance, Seen& seen) {
  for (long round = 0; round < rounds; ++round) {
    const Vertex n = 2 * Vertex(chance.number(10, 30));
    Problem problem = round % 2 ? scattered(n, chance) : grouped(n, chance);
    draw_decisions(problem, chance);
    check_any(problem, seen, false);
  }
}

/// Costs as large as they may be: the sanitizer finds any sum that overflows.
void test_largest_costs(long rounds, Chance& chance, Seen& seen) {
  for (long round = 0; round < rounds; ++round) {
    const Vertex n = chance.among({4, 6, 8, 30});
    const std::int64_t bound = ((std::int64_t(1) << 58) - 1) / n;
    Problem problem = round % 2 ? scattered(n, chance) : grouped(n, chance);
    for (std::size_t edge = 0; edge < problem.planes.size(); ++edge)
      if (problem.planes[edge % (std::size_t(n) * n)] >= 0) problem.planes[edge] = problem.planes[edge] % 2 ? bound : 0;
    draw_decisions(problem, chance);
    check_any(problem, seen, n < 10);
  }
}

/// The last level decides as a single one does, where the others are all alike.
void test_last_level(Chance& chance, Seen& seen) {
  Problem problem(8, 4);
  for (Vertex v = 0; v < 8; ++v)
    for (Vertex w = 0; w < v; ++w) {
      for (std::size_t level = 0; level < 3; ++level) problem.put(level, v, w, 7);
      problem.put(3, v, w, chance.number(0, 5));
    }
  problem.last = 8;
  check_any(problem, seen);
}

void test_no_vertices(Seen& seen) {
  check_any(Problem(0, 1), seen);
  check_any(Problem(1, 1), seen);
}

}  // namespace

int main(int count, char** arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 4000;
  Chance chance(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
  Seen seen, small;
  test_no_vertices(seen);
  test_last_level(chance, seen);
  test_all_small_graphs(seen);
  test_random_small_graphs(rounds, chance, small);
  test_large_graphs(rounds / 100, chance, seen);
  test_largest_costs(rounds / 20, chance, seen);
  std::printf("%ld random small graphs, %ld with a perfect matching, %ld of them with blossoms, %ld larger ones\n",
              small.graphs, small.perfect, small.with_blossoms, small.nested);
  std::printf("%ld other graphs, %ld with blossoms\n", seen.graphs, seen.with_blossoms);
  if (small.with_blossoms * 10 < rounds || small.nested == 0) {
    std::fprintf(stderr, "FAILED: too few graphs with blossoms were tried\n");
    return 1;
  }
  return 0;
}
