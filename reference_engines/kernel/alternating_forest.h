#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vertices.h"

namespace matching {

/// Alternating trees over the nodes of a graph, in which the odd cycles that are met become groups (Edmonds).
///
/// A node is outer if an even alternating path leads to it from an exposed one; every other node of a tree is inner.
/// Contracting a cycle makes all of it outer. A group is known by its base, the node at which its tree enters it.
/// `Graph` says what a search has to know of matching and nodes:
///   Node node_of(Vertex);
///   Node partner(Node), the node matched with a node, or none;
///   void turn_outer(Node), called for nodes of a contracted cycle that may have been inner;
///   void join(Node, Node), called when the group of one base is taken into that of another.
class AlternatingForest {
 public:
  /// An edge by which a node was reached: `from` in an outer node, `to` in the node itself.
  struct Link {
    Vertex from = none;
    Vertex to = none;
  };

  /// Forgets everything; nodes are below `end`.
  void clear(Node end) {
    links_.resize(end);
    stamps_.assign(end, 0);
    now_ = 0;
    into_.resize(end);
    for (Node node = 0; node < end; ++node) into_[node] = node;
  }

  Node group(Node node) {
    while (into_[node] != node) node = into_[node] = into_[into_[node]];
    return node;
  }
  /// Makes a node a group of its own again.
  void separate(Node node) { into_[node] = node; }

  const Link& link(Node node) const { return links_[node]; }
  void reach(Node node, Link link) { links_[node] = link; }

  /// Contracts the odd cycle that an edge between two outer vertices of one tree closes.
  template <typename Graph>
  void contract(Graph& graph, Vertex v, Vertex w) {
    const Node base = common_base(graph, v, w);
    absorb(graph, v, w, base);
    absorb(graph, w, v, base);
  }

 private:
  /// Walks up from both ends in turn, leaving marks, until the paths meet.
  template <typename Graph>
  Node common_base(Graph& graph, Vertex v, Vertex w) {
    ++now_;
    Node one = group(graph.node_of(v)), other = group(graph.node_of(w));
    while (stamps_[one] != now_) {
      stamps_[one] = now_;
      const Node inner = graph.partner(one);
      one = inner == none ? none : group(graph.node_of(links_[inner].from));
      if (other != none) std::swap(one, other);
    }
    return one;
  }

  /// Takes the path from v up to the base into its group; it can now be walked the other way, coming from w.
  template <typename Graph>
  void absorb(Graph& graph, Vertex v, Vertex w, Node base) {
    Link back{w, v};
    for (Node outer = graph.node_of(v); group(outer) != base; outer = graph.node_of(back.to)) {
      const Node inner = graph.partner(outer);
      links_[outer] = back;
      back = {links_[inner].to, links_[inner].from};
      graph.turn_outer(inner);
      for (const Node node : {outer, inner}) {
        if (into_[node] != node) continue;
        graph.join(node, base);
        into_[node] = base;
      }
    }
  }

  std::vector<Link> links_;
  std::vector<Node> into_;  // union-find, towards the base of the group
  std::vector<std::uint32_t> stamps_;
  std::uint32_t now_ = 0;
};

}  // namespace matching
