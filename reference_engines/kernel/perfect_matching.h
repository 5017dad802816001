#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossoms.h"
#include "cost_matrix.h"
#include "limbs.h"
#include "optimal_face.h"
#include "vertices.h"

namespace matching {

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

  /// All the minimum-cost matchings, among which to decide.
  OptimalFace face() const;

  /// Keeps, of all minimum-cost matchings, those in which v has a mate in [low, high), if there are any.
  void prefer(Vertex v, Vertex low, Vertex high) { decided().prefer(v, low, high); }

  /// Keeps, of all minimum-cost matchings, those in which v has the lowest possible mate from `first` on, if any.
  void settle(Vertex v, Vertex first) { decided().settle(v, first); }

  const std::vector<Vertex>& mates() const { return face_ ? face_->mates() : mate_; }
  const std::vector<Cost>& vertex_duals() const { return y_; }
  /// Blossoms with a positive dual.
  std::vector<std::pair<Node, Cost>> lasting_blossoms() const;
  /// The vertices of a node.
  std::vector<Vertex> leaves(Node node) const { return blossoms_.leaves(node); }

 private:
  enum Label : std::uint8_t { free_, outer_, inner_, marked_ };
  struct LabelEdge {
    Vertex from = none;
    Vertex to = none;
  };
  struct Candidate {
    Cost key;
    Vertex from;
    Vertex to;
    friend bool operator<(const Candidate& one, const Candidate& other) { return other.key < one.key; }
  };

  void start_with_lowest_costs();
  void match_greedily();
  void match_exposed();
  std::vector<Cost> sums_of_duals() const;

  bool match_one_more();
  void clear_forest();
  bool join(Vertex v, Vertex w);
  bool scan(Vertex v);
  void note_outer_pair(const Cost& slack, Vertex v, Vertex w);
  void label_outer(Vertex v, Vertex from);
  void label_inner(Vertex v, Vertex from);

  enum class Event : std::uint8_t { nothing, grow, contract, open };
  struct Next {
    Event event = Event::nothing;
    Cost delta;
    Vertex from = none;
    Vertex to = none;
    Node blossom = none;
  };
  Next next_event();
  void change_duals(const Cost& delta);
  bool let_happen(const Next& next);
  void rescan_outer(Vertex v);
  void finish_stage();

  Vertex lowest_common_base(Vertex v, Vertex w);
  void shrink(Vertex base, Vertex v, Vertex w);
  void expand(Node blossom);
  void expand_inner(Node blossom);
  void flip_to_root(Vertex outer, Vertex new_mate);
  void rotate(Node node, Vertex base);

  Cost slack(Vertex v, Vertex w) const { return costs_.row(v)[w] - y_[v] - y_[w]; }
  Cost& dual(Node blossom) { return z_[blossom - n_]; }
  const Cost& dual(Node blossom) const { return z_[blossom - n_]; }
  OptimalFace& decided() { return face_ ? *face_ : face_.emplace(face()); }

  CostMatrix<levels> costs_;
  Vertex n_;
  std::vector<Vertex> mate_;
  std::vector<Cost> y_;
  std::vector<Cost> z_;  // of blossoms
  Blossoms blossoms_;
  std::optional<OptimalFace> face_;  // once something has been decided

  // One search.
  std::vector<std::uint8_t> label_;  // of outermost nodes
  std::vector<LabelEdge> label_edge_;
  std::vector<Vertex> queue_;
  std::vector<Cost> least_slack_;    // of non-outer vertices to outer ones
  std::vector<Vertex> least_from_;
  std::vector<Candidate> outer_pairs_;  // heap: for each outer vertex its nearest other outer vertex
  Cost shift_{};                     // by how much outer-outer slacks have sunk since the search began
};

}  // namespace matching
