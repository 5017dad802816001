// Tests of MaximumMatching: small graphs against all their matchings, larger ones against Tutte and Berge.
//
// Arguments, both optional: how many random small graphs, and the seed.

#include "maximum_matching.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

using matching::MaximumMatching;

/// A symmetric adjacency matrix and the vertices that are to be matched.
struct Problem {
  std::int32_t size;
  std::vector<std::uint8_t> allowed;
  std::vector<std::int32_t> vertices;

  Problem(std::int32_t size, std::int32_t chosen) : size(size), allowed(std::size_t(size) * size, 0) {
    for (std::int32_t v = 0; v < chosen; ++v) vertices.push_back(v);
  }
  void join(std::int32_t v, std::int32_t w) { allowed[v * size + w] = allowed[w * size + v] = 1; }
  std::int32_t count() const { return std::int32_t(vertices.size()); }
  /// Whether the vertices of these two places in the selection are joined.
  bool adjacent(std::int32_t i, std::int32_t j) const { return allowed[vertices[i] * size + vertices[j]]; }

  std::string text() const {
    std::string result = "vertices";
    for (const auto v : vertices) result += " " + std::to_string(v);
    for (std::int32_t i = 0; i < count(); ++i)
      for (std::int32_t j = i + 1; j < count(); ++j)
        if (adjacent(i, j)) result += "\n" + std::to_string(vertices[i]) + "-" + std::to_string(vertices[j]);
    return result + "\n";
  }
};

void expect(bool condition, const char* what, const Problem& problem) {
  if (condition) return;
  std::fprintf(stderr, "FAILED: %s\n%s", what, problem.text().c_str());
  std::exit(1);
}

/// The largest matching of every set of places, and with it which single places a largest matching can do without.
struct Truth {
  int pairs;
  std::vector<bool> exposable;

  explicit Truth(const Problem& problem) {
    const std::int32_t n = problem.count();
    std::vector<int> most(std::size_t(1) << n, 0);
    for (std::size_t set = 1; set < most.size(); ++set) {
      std::int32_t low = 0;
      while (!(set >> low & 1)) ++low;
      const std::size_t rest = set ^ (std::size_t(1) << low);
      most[set] = most[rest];
      for (std::int32_t w = low + 1; w < n; ++w)
        if ((rest >> w & 1) && problem.adjacent(low, w))
          most[set] = std::max(most[set], 1 + most[rest ^ (std::size_t(1) << w)]);
    }
    pairs = most.back();
    for (std::int32_t v = 0; v < n; ++v) exposable.push_back(most[(most.size() - 1) ^ (std::size_t(1) << v)] == pairs);
  }
};

int expect_matching(const Problem& problem, const std::vector<std::int32_t>& mates) {
  int matched = 0;
  for (std::int32_t v = 0; v < problem.count(); ++v) {
    if (mates[v] < 0) continue;
    expect(mates[v] < problem.count() && mates[mates[v]] == v, "mates are mutual", problem);
    expect(problem.adjacent(v, mates[v]), "mates are joined by an edge", problem);
    ++matched;
  }
  return matched / 2;
}

void check_small(const Problem& problem) {
  MaximumMatching found(problem.allowed.data(), problem.size, problem.vertices.data(), problem.count());
  const Truth truth(problem);
  expect(expect_matching(problem, found.mates()) == truth.pairs, "no matching is larger", problem);
  const std::vector<std::uint8_t> exposable = found.exposable();
  for (std::int32_t v = 0; v < problem.count(); ++v)
    expect(exposable[v] == truth.exposable[v], "exactly what can be exposed is said to be so", problem);
}

/// How many components of the graph without the places that are `removed` have an odd number of vertices.
int odd_components(const Problem& problem, std::vector<bool> removed) {
  int odd = 0;
  for (std::int32_t start = 0; start < problem.count(); ++start) {
    if (removed[start]) continue;
    std::vector<std::int32_t> queue{start};
    removed[start] = true;
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (std::int32_t w = 0; w < problem.count(); ++w)
        if (!removed[w] && problem.adjacent(queue[head], w)) {
          removed[w] = true;
          queue.push_back(w);
        }
    odd += queue.size() % 2;
  }
  return odd;
}

/// The neighbours of the exposable vertices, taken out, leave as many odd components too many as vertices exposed.
void check_large(const Problem& problem) {
  MaximumMatching found(problem.allowed.data(), problem.size, problem.vertices.data(), problem.count());
  const int pairs = expect_matching(problem, found.mates());
  const std::vector<std::uint8_t> exposable = found.exposable();
  std::vector<bool> removed(problem.count(), false);
  for (std::int32_t v = 0; v < problem.count(); ++v)
    for (std::int32_t w = 0; w < problem.count(); ++w)
      if (exposable[v] && !exposable[w] && problem.adjacent(v, w)) removed[w] = true;
  const auto taken = int(std::count(removed.begin(), removed.end(), true));
  expect(odd_components(problem, removed) - taken == problem.count() - 2 * pairs, "Tutte and Berge agree", problem);
}

void draw(Problem& problem, int density, std::mt19937_64& chance) {
  for (std::int32_t v = 0; v < problem.size; ++v)
    for (std::int32_t w = 0; w < v; ++w)
      if (int(chance() % 100) < density) problem.join(v, w);
}

void test_all_graphs_of_six() {
  for (int code = 0; code < 1 << 15; ++code) {
    Problem problem(6, 6);
    int rest = code;
    for (std::int32_t v = 0; v < 6; ++v)
      for (std::int32_t w = 0; w < v; ++w, rest /= 2)
        if (rest % 2) problem.join(v, w);
    check_small(problem);
  }
}

/// Some of the vertices, in any order.
void test_random_selections(long rounds, std::mt19937_64& chance) {
  for (long round = 0; round < rounds; ++round) {
    const auto size = std::int32_t(1 + chance() % 12);
    Problem problem(size, size);
    draw(problem, int(chance() % 101), chance);
    std::shuffle(problem.vertices.begin(), problem.vertices.end(), chance);
    problem.vertices.resize(chance() % (size + 1));
    check_small(problem);
  }
}

void test_large_graphs(long rounds, std::mt19937_64& chance) {
  for (long round = 0; round < rounds; ++round) {
    const auto size = std::int32_t(20 + chance() % 61);
    Problem problem(size, size);
    draw(problem, 1 + int(chance() % 8), chance);
    check_large(problem);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 2000;
  std::mt19937_64 chance(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
  check_small(Problem(0, 0));
  check_small(Problem(1, 1));
  test_all_graphs_of_six();
  test_random_selections(rounds, chance);
  test_large_graphs(rounds / 4, chance);
  std::printf("%ld random selections and %ld larger graphs\n", rounds, rounds / 4);
  return 0;
}
