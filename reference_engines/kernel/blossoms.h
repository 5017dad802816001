#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "vertices.h"

namespace matching {

/// Odd cycles of nodes, contracted, one within another. Nesting is at most half as deep as there are vertices.
class Blossoms {
 public:
  using Edge = std::pair<Vertex, Vertex>;

  /// An odd cycle: edge i leads from a vertex of child i to a vertex of child i + 1.
  struct Cycle {
    std::vector<Node> children;
    std::vector<Edge> edges;
  };

  explicit Blossoms(Vertex n);

  bool is_blossom(Node node) const { return node >= n_; }
  /// All nodes, in use or not, are below this.
  Node end() const { return n_ + Node(made_.size()); }
  /// Whether the node is in use and within no blossom.
  bool is_outermost(Node node) const { return is_blossom(node) ? at(node).is_outermost() : parent_[node] == none; }
  bool is_used(Node node) const { return !is_blossom(node) || at(node).base != none; }
  /// The outermost node of a vertex.
  Node top(Vertex v) const { return top_[v]; }
  const Node* tops() const { return top_.data(); }
  Node parent(Node node) const { return is_blossom(node) ? at(node).parent : parent_[node]; }
  const std::vector<Node>& children(Node blossom) const { return at(blossom).cycle.children; }
  /// The vertex that is matched outside the node.
  Vertex base(Node node) const { return is_blossom(node) ? at(node).base : node; }

  /// Makes a blossom of outermost nodes; the first child holds the base.
  Node contract(Vertex base, Cycle cycle);
  /// Dissolves an outermost blossom, whose children become outermost.
  Cycle open(Node blossom);
  /// Makes `new_base` the vertex of the blossom that is matched outside, by alternating within.
  void rotate(Node blossom, Vertex new_base, std::vector<Vertex>& mates);

  template <typename Visit>
  void for_each_leaf(Node node, Visit visit) const {
    if (!is_blossom(node)) {
      visit(node);
      return;
    }
    std::vector<Node> stack{node};
    while (!stack.empty()) {
      const Node now = stack.back();
      stack.pop_back();
      if (is_blossom(now)) {
        const auto& children = at(now).cycle.children;
        stack.insert(stack.end(), children.rbegin(), children.rend());
      } else {
        visit(now);
      }
    }
  }
  /// Visits all vertices that are in some blossom with v, together with the smallest such blossom.
  template <typename Visit>
  void for_each_companion(Vertex v, Visit visit) const {
    Node within = v;
    for (Node node = parent(v); node != none; within = node, node = parent(node))
      for (const Node child : at(node).cycle.children)
        if (child != within) for_each_leaf(child, [&](Vertex leaf) { visit(leaf, node); });
  }
  /// The vertices of a node.
  std::vector<Vertex> leaves(Node node) const;

 private:
  struct Blossom {
    Vertex base = none;
    Node parent = none;
    Cycle cycle;
    bool is_outermost() const { return base != none && parent == none; }
  };

  const Blossom& at(Node node) const { return made_[node - n_]; }
  Blossom& at(Node node) { return made_[node - n_]; }
  Node unused();
  void set_parent(Node node, Node parent) { (is_blossom(node) ? at(node).parent : parent_[node]) = parent; }

  Vertex n_;
  std::vector<Node> top_;
  std::vector<Node> parent_;  // blossom directly around each vertex
  std::vector<Blossom> made_;
  std::vector<Node> spare_;   // numbers of blossoms that have been dissolved
};

}  // namespace matching
