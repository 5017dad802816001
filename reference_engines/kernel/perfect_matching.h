#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "limbs.h"

namespace matching {

using Vertex = std::int32_t;
/// A vertex (below the number of vertices) or a blossom.
using Node = std::int32_t;

inline constexpr std::int32_t none = -1;

/// Costs and duals are held multiplied by this. Two, since the slack between two outer vertices is halved; twice two,
/// since half of a vertex's lowest cost, with which its dual starts, must be even: then the duals of all exposed
/// vertices stay of one parity, which makes those slacks even.
inline constexpr std::int64_t scale = 4;

/// The symmetric costs of a graph's edges, those of absent ones negative on level 0. What stands on the diagonal is
/// without effect.
template <std::size_t levels>
class CostMatrix {
 public:
  using Cost = Limbs<levels>;

  /// Reads `count` planes of n x n costs; more levels than planes are filled with zeros. A negative entry in plane 0
  /// is an absent edge.
  CostMatrix(const std::int64_t* planes, std::size_t count, Vertex n) : n_(n), costs_(std::size_t(n) * n) {
    const std::size_t size = costs_.size();
    for (std::size_t edge = 0; edge < size; ++edge) {
      Cost& cost = costs_[edge];
      if (planes[edge] < 0) {
        cost.level[0] = absent_;
        continue;
      }
      for (std::size_t plane = 0; plane < count; ++plane) cost.level[plane] = scale * planes[plane * size + edge];
    }
  }

  Vertex size() const { return n_; }
  const Cost* row(Vertex v) const { return costs_.data() + std::size_t(v) * n_; }
  bool present(Vertex v, Vertex w) const { return row(v)[w].level[0] >= 0; }
  static bool present(const Cost& cost) { return cost.level[0] >= 0; }
  void put(Vertex v, Vertex w, const Cost& cost) {
    costs_[std::size_t(v) * n_ + w] = cost;
    costs_[std::size_t(w) * n_ + v] = cost;
  }
  void remove(Vertex v, Vertex w) {
    costs_[std::size_t(v) * n_ + w].level[0] = absent_;
    costs_[std::size_t(w) * n_ + v].level[0] = absent_;
  }

 private:
  static constexpr std::int64_t absent_ = -1;
  Vertex n_;
  std::vector<Cost> costs_;
};

/// An odd cycle of nodes, contracted.
template <std::size_t levels>
struct Blossom {
  Limbs<levels> dual{};
  Vertex base = none;
  Node parent = none;
  std::vector<Node> children;
  /// Edge i leads from a vertex of child i to a vertex of child i + 1.
  std::vector<std::pair<Vertex, Vertex>> edges;
};

/// Minimum-cost perfect matching by the primal-dual blossom algorithm.
///
/// The duals solve: maximise sum y(v) - sum z(B)(|B|-1)/2 subject to y(u) + y(v) - sum of z over blossoms that contain
/// both <= c(u, v), z >= 0; the slack of an edge is what is missing to equality. All values are multiplied by `scale`.
template <std::size_t levels>
class PerfectMatching {
 public:
  using Cost = Limbs<levels>;

  explicit PerfectMatching(CostMatrix<levels> costs);

  /// Matches every vertex at minimum cost; false if there is no perfect matching.
  bool solve();

  /// Keeps, of all minimum-cost matchings, those in which v has a mate in [low, high), if there are any.
  void prefer(Vertex v, Vertex low, Vertex high);

  /// Keeps, of all minimum-cost matchings, those in which v has the lowest possible mate from `first` on, if any.
  void settle(Vertex v, Vertex first);

  const std::vector<Vertex>& mates() const { return mate_; }
  const std::vector<Cost>& vertex_duals() const { return y_; }
  /// Blossoms with a positive dual.
  std::vector<std::pair<Node, Cost>> lasting_blossoms() const;
  /// The vertices of a node.
  std::vector<Vertex> leaves(Node node) const;

 private:
  enum Label : std::uint8_t { free_, outer_, inner_, marked_ };
  struct LabelEdge {
    Vertex from = none;
    Vertex to = none;
  };
  /// Two outer vertices with their slack, which `shift_` keeps comparable while all such slacks sink together.
  struct Candidate {
    Cost key;
    Vertex from;
    Vertex to;
    /// Standard heaps have the greatest on top, this one the nearest.
    friend bool operator<(const Candidate& one, const Candidate& other) { return other.key < one.key; }
  };
  /// What a change of the duals by `delta` makes possible.
  struct Event {
    enum Kind : std::uint8_t { nothing, grow, join, open } kind;
    Cost delta;
    Vertex from = none, to = none;
    Node blossom = none;
  };
  /// All that an attempt to restrict the mates of a vertex may change.
  struct State {
    std::vector<Vertex> mate;
    std::vector<Cost> y;
    std::vector<Node> top, vertex_parent;
    std::vector<Blossom<levels>> blossoms;
    std::vector<Node> spare;
    std::vector<Cost> row;
  };

  void start_with_lowest_costs();
  void match_greedily();

  enum class Duals : std::uint8_t { fixed, may_change };
  bool grow(Duals duals);
  void clear_forest();
  void plant(Vertex root) { label_outer(root, none); }
  bool match_one_more();
  bool match(Vertex exposed);
  bool join(Vertex v, Vertex w);
  bool scan(Vertex v);
  bool reach(Vertex from, Vertex to);
  void label_outer(Vertex v, Vertex from);
  void label_inner(Vertex v, Vertex from);
  bool change_duals(bool& augmented);
  Event next_event();
  void drop_contracted_pairs();
  Candidate take_nearest_pair();
  void shift_duals(const Cost& delta);
  void rescan_outer(Vertex v);
  void finish_stage();

  Vertex lowest_common_base(Vertex v, Vertex w);
  void shrink(Vertex base, Vertex v, Vertex w);
  Blossom<levels> cycle(Vertex base, Vertex v, Vertex w) const;
  Node spare_blossom();
  void discard(Node blossom);
  void expand(Node blossom);
  void expand_inner(Node blossom);
  void release_children(Node blossom);
  void rotate(Node blossom, Vertex base);
  void augment(Vertex outer, Vertex exposed);
  void flip_to_root(Vertex outer, Vertex new_mate);

  template <typename Visit>
  void for_each_leaf(Node node, Visit visit) const;

  Cost slack(Vertex v, Vertex w) const { return costs_.row(v)[w] - y_[v] - y_[w]; }
  bool is_blossom(Node node) const { return node >= n_; }
  Vertex base(Node node) const { return is_blossom(node) ? blossoms_[node - n_].base : node; }
  Node& parent(Node node) { return is_blossom(node) ? blossoms_[node - n_].parent : vertex_parent_[node]; }
  bool in_lasting_blossom(Vertex v) const { return top_[v] != v; }

  Cost total() const;
  State save(Vertex v) const;
  void restore(Vertex v, State&& state);
  bool tight(Vertex v, Vertex w) const;
  void dissolve_blossoms_of(Vertex v);
  template <typename Allowed>
  bool restrict_exactly(Vertex v, Allowed allowed);
  template <typename Allowed>
  void remove_tight_edges(Vertex v, Allowed allowed);
  void drop_if_settled(Vertex v);
  void label_possible_mates(Vertex v);
  void rematch(Vertex v, Vertex old, Vertex found);

  CostMatrix<levels> costs_;
  Vertex n_;
  std::vector<Vertex> mate_;
  std::vector<Cost> y_;
  std::vector<Node> top_;            // outermost node of each vertex
  std::vector<Node> vertex_parent_;  // blossom directly around each vertex
  std::vector<Blossom<levels>> blossoms_;
  std::vector<Node> spare_;          // unused blossom numbers
  std::vector<std::uint8_t> gone_;   // vertices of settled pairs, in no blossom: no search visits them

  // One search.
  std::vector<std::uint8_t> label_;  // of outermost nodes
  std::vector<LabelEdge> label_edge_;
  std::vector<Vertex> queue_;
  std::size_t queue_head_ = 0;
  std::vector<Cost> least_slack_;    // of non-outer vertices to outer ones
  std::vector<Vertex> least_from_;
  std::vector<Candidate> outer_pairs_;  // heap: for each outer vertex its nearest other outer vertex
  Cost shift_{};                     // by how much outer-outer slacks have sunk since the search began
};

}  // namespace matching
