#include "blossoms.h"

#include <algorithm>

namespace matching {

Blossoms::Blossoms(Vertex n) : n_(n), top_(n), parent_(n, none) {
  for (Vertex v = 0; v < n; ++v) top_[v] = v;
}

Node Blossoms::unused() {
  if (spare_.empty()) {
    made_.emplace_back();
    return end() - 1;
  }
  const Node blossom = spare_.back();
  spare_.pop_back();
  return blossom;
}

Node Blossoms::contract(Vertex base, Cycle cycle) {
  const Node blossom = unused();
  for (const Node child : cycle.children) {
    set_parent(child, blossom);
    for_each_leaf(child, [this, blossom](Vertex leaf) { top_[leaf] = blossom; });
  }
  at(blossom) = {base, none, std::move(cycle)};
  return blossom;
}

Blossoms::Cycle Blossoms::open(Node blossom) {
  Cycle cycle = std::move(at(blossom).cycle);
  at(blossom) = Blossom{};
  spare_.push_back(blossom);
  for (const Node child : cycle.children) {
    set_parent(child, none);
    for_each_leaf(child, [this, child](Vertex leaf) { top_[leaf] = child; });
  }
  return cycle;
}

void Blossoms::rotate(Node blossom, Vertex new_base, std::vector<Vertex>& mates) {
  Node child = new_base;
  while (parent(child) != blossom) child = parent(child);
  if (is_blossom(child)) rotate(child, new_base, mates);
  Blossom& b = at(blossom);
  auto& [children, edges] = b.cycle;
  const int count = int(children.size());
  const int start = int(std::find(children.begin(), children.end(), child) - children.begin());
  const int step = start % 2 ? 1 : -1;
  for (int now = start; now % count != 0;) {
    now += step;
    // Children at `now` and the next in the direction of travel become matched by the edge between them.
    auto [one, other] = edges[((step == 1 ? now : now - 1) + count) % count];
    if (step != 1) std::swap(one, other);
    const Node first = children[(now + count) % count];
    if (is_blossom(first)) rotate(first, one, mates);
    now += step;
    const Node second = children[(now + count) % count];
    if (is_blossom(second)) rotate(second, other, mates);
    mates[one] = other;
    mates[other] = one;
  }
  std::rotate(children.begin(), children.begin() + start, children.end());
  std::rotate(edges.begin(), edges.begin() + start, edges.end());
  b.base = new_base;
}

std::vector<Vertex> Blossoms::leaves(Node node) const {
  std::vector<Vertex> result;
  for_each_leaf(node, [&result](Vertex leaf) { result.push_back(leaf); });
  return result;
}

}  // namespace matching
