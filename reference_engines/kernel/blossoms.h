#pragma once

// How PerfectMatching contracts, opens and passes odd cycles. Included where the class is instantiated.

#include <algorithm>
#include <tuple>

#include "perfect_matching.h"

namespace matching {

template <std::size_t levels>
template <typename Visit>
void PerfectMatching<levels>::for_each_leaf(Node node, Visit visit) const {
  if (!is_blossom(node)) {
    visit(node);
    return;
  }
  std::vector<Node> stack{node};
  while (!stack.empty()) {
    const Node now = stack.back();
    stack.pop_back();
    if (is_blossom(now)) {
      const auto& children = blossoms_[now - n_].children;
      stack.insert(stack.end(), children.rbegin(), children.rend());
    } else {
      visit(now);
    }
  }
}

template <std::size_t levels>
std::vector<Vertex> PerfectMatching<levels>::leaves(Node node) const {
  std::vector<Vertex> result;
  for_each_leaf(node, [&result](Vertex leaf) { result.push_back(leaf); });
  return result;
}

template <std::size_t levels>
std::vector<std::pair<Node, Limbs<levels>>> PerfectMatching<levels>::lasting_blossoms() const {
  std::vector<std::pair<Node, Cost>> result;
  for (std::size_t i = 0; i < blossoms_.size(); ++i)
    if (blossoms_[i].base != none && !blossoms_[i].dual.is_zero()) result.emplace_back(n_ + Node(i), blossoms_[i].dual);
  return result;
}

/// Walks up from both ends in turn, leaving marks, until the paths meet; none if they are in different trees.
template <std::size_t levels>
Vertex PerfectMatching<levels>::lowest_common_base(Vertex v, Vertex w) {
  std::vector<Node> path;
  Vertex found = none;
  while (v != none || w != none) {
    if (v == none) std::swap(v, w);
    const Node node = top_[v];
    if (label_[node] == marked_) {
      found = base(node);
      break;
    }
    path.push_back(node);
    label_[node] = marked_;
    v = label_edge_[node].from;
    if (v != none) v = label_edge_[top_[v]].from;
    if (w != none) std::swap(v, w);
  }
  for (const Node node : path) label_[node] = outer_;
  return found;
}

/// Contracts the cycle that an edge without slack between two outer nodes of one tree closes. All of it becomes outer.
template <std::size_t levels>
void PerfectMatching<levels>::shrink(Vertex base_vertex, Vertex v, Vertex w) {
  const Node blossom = spare_blossom();
  Blossom<levels>& made = blossoms_[blossom - n_];
  made = cycle(base_vertex, v, w);
  label_edge_[blossom] = label_edge_[made.children.front()];
  for (const Node child : made.children) {
    parent(child) = blossom;
    const bool was_inner = label_[child] == inner_;
    for_each_leaf(child, [&](Vertex leaf) {
      top_[leaf] = blossom;
      if (was_inner) queue_.push_back(leaf);
    });
  }
  label_[blossom] = outer_;
}

/// The path from the base down to v, the edge from v to w, and the path from w back up.
template <std::size_t levels>
Blossom<levels> PerfectMatching<levels>::cycle(Vertex base_vertex, Vertex v, Vertex w) const {
  Blossom<levels> made;
  made.base = base_vertex;
  const Node end = top_[base_vertex];
  made.edges.emplace_back(v, w);
  for (Node node = top_[v]; node != end; node = top_[label_edge_[node].from]) {
    made.children.push_back(node);
    made.edges.emplace_back(label_edge_[node].from, label_edge_[node].to);
  }
  made.children.push_back(end);
  std::reverse(made.children.begin(), made.children.end());
  std::reverse(made.edges.begin(), made.edges.end());
  for (Node node = top_[w]; node != end; node = top_[label_edge_[node].from]) {
    made.children.push_back(node);
    made.edges.emplace_back(label_edge_[node].to, label_edge_[node].from);
  }
  return made;
}

template <std::size_t levels>
Node PerfectMatching<levels>::spare_blossom() {
  if (spare_.empty()) {
    spare_.push_back(n_ + Node(blossoms_.size()));
    blossoms_.emplace_back();
    label_.push_back(free_);
    label_edge_.emplace_back();
  }
  const Node blossom = spare_.back();
  spare_.pop_back();
  return blossom;
}

/// Forgets a blossom whose children have been released.
template <std::size_t levels>
void PerfectMatching<levels>::discard(Node blossom) {
  blossoms_[blossom - n_] = Blossom<levels>{};
  spare_.push_back(blossom);
}

/// Makes the children of an outermost blossom outermost.
template <std::size_t levels>
void PerfectMatching<levels>::release_children(Node blossom) {
  for (const Node child : blossoms_[blossom - n_].children) {
    parent(child) = none;
    for_each_leaf(child, [this, child](Vertex leaf) { top_[leaf] = child; });
    label_[child] = free_;
  }
}

/// Dissolves a blossom without a dual after a search, and those inside it that have none either.
template <std::size_t levels>
void PerfectMatching<levels>::expand(Node blossom) {
  release_children(blossom);
  const std::vector<Node> children = std::move(blossoms_[blossom - n_].children);
  discard(blossom);
  for (const Node child : children)
    if (is_blossom(child) && blossoms_[child - n_].dual.is_zero()) expand(child);
}

/// Opens an inner blossom whose dual has reached zero: the even path through it stays in the tree, the rest is free.
template <std::size_t levels>
void PerfectMatching<levels>::expand_inner(Node blossom) {
  release_children(blossom);
  const Blossom<levels> opened = std::move(blossoms_[blossom - n_]);
  discard(blossom);
  auto [from, to] = label_edge_[blossom];
  const int count = int(opened.children.size());
  const int entry = int(std::find(opened.children.begin(), opened.children.end(), top_[to]) - opened.children.begin());
  int at = entry;
  // The base is child 0; of the two ways to it, this one has an even number of edges.
  const int step = entry % 2 ? 1 : -1;
  const auto child = [&](int i) { return opened.children[(i + count) % count]; };
  // The edge between child i and the next one in the direction of travel, seen from child i.
  const auto edge = [&](int i) {
    if (step == 1) return opened.edges[i % count];
    const auto& [one, other] = opened.edges[(i - 1 + count) % count];
    return std::pair<Vertex, Vertex>{other, one};
  };
  while (at % count != 0) {
    label_inner(to, from);
    at += step;
    std::tie(from, to) = edge(at);
    at += step;
  }
  // The mate of the base is outer already.
  const Node last = child(at);
  label_[last] = inner_;
  label_edge_[last] = {from, to};
}

/// Makes `new_base` the vertex of the blossom that is matched outside, by alternating within.
template <std::size_t levels>
void PerfectMatching<levels>::rotate(Node blossom, Vertex new_base) {
  Node child = new_base;
  while (parent(child) != blossom) child = parent(child);
  if (is_blossom(child)) rotate(child, new_base);
  Blossom<levels>& b = blossoms_[blossom - n_];
  const int count = int(b.children.size());
  const int start = int(std::find(b.children.begin(), b.children.end(), child) - b.children.begin());
  const int step = start % 2 ? 1 : -1;
  int at = start;
  // The even way from the new base to the old one, child 0; the odd way keeps its pairs.
  while (at % count != 0) {
    at += step;
    // Children at and at + step become matched with each other by the edge between them.
    const int low = step == 1 ? at : at - 1;
    auto [one, other] = b.edges[(low + count) % count];
    if (step != 1) std::swap(one, other);
    const Node first = b.children[(at + count) % count];
    if (is_blossom(first)) rotate(first, one);
    at += step;
    const Node second = b.children[(at + count) % count];
    if (is_blossom(second)) rotate(second, other);
    mate_[one] = other;
    mate_[other] = one;
  }
  std::rotate(b.children.begin(), b.children.begin() + start, b.children.end());
  std::rotate(b.edges.begin(), b.edges.begin() + start, b.edges.end());
  b.base = new_base;
}

/// Matches an outer vertex with an exposed one outside the forest.
template <std::size_t levels>
void PerfectMatching<levels>::augment(Vertex outer, Vertex exposed) {
  const Node far = top_[exposed];
  if (is_blossom(far)) rotate(far, exposed);
  mate_[exposed] = outer;
  flip_to_root(outer, exposed);
}

/// Gives an outer vertex a new mate and flips the path from it to its root.
template <std::size_t levels>
void PerfectMatching<levels>::flip_to_root(Vertex outer, Vertex new_mate) {
  Vertex v = outer, partner = new_mate;
  for (;;) {
    const Node node = top_[v];
    if (is_blossom(node)) rotate(node, v);
    mate_[v] = partner;
    const Vertex up = label_edge_[node].from;
    if (up == none) return;
    const Node inner = top_[up];
    const auto [from, to] = label_edge_[inner];
    if (is_blossom(inner)) rotate(inner, to);
    mate_[to] = from;
    v = from;
    partner = to;
  }
}

}  // namespace matching
