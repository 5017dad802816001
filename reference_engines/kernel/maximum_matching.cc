#include "maximum_matching.h"

#include <algorithm>

namespace matching {

MaximumMatching::MaximumMatching(const std::uint8_t* allowed, std::size_t stride, const std::int32_t* vertices,
                                 std::int32_t count)
    : vertices_(vertices), count_(count), rows_(count), mate_(count, none), exposable_(count, 0) {
  for (Vertex v = 0; v < count; ++v) rows_[v] = allowed + stride * vertices[v];
  match_greedily();
  for (Vertex v = 0; v < count_; ++v) {
    if (mate_[v] != none) continue;
    if (augment_from(v)) {
      forget_tree();
    } else {
      finish_tree();
    }
  }
}

void MaximumMatching::match_greedily() {
  std::vector<Vertex> unmatched(count_);
  for (Vertex v = 0; v < count_; ++v) unmatched[v] = count_ - 1 - v;
  while (!unmatched.empty()) {
    const Vertex v = unmatched.back();
    unmatched.pop_back();
    auto found = std::find_if(unmatched.rbegin(), unmatched.rend(), [&](Vertex w) { return adjacent(v, w); });
    if (found == unmatched.rend()) continue;
    mate_[v] = *found;
    mate_[*found] = v;
    unmatched.erase(std::next(found).base());
  }
}

/// Grows a tree from an exposed vertex; true if that matched it.
bool MaximumMatching::augment_from(Vertex root) {
  if (label_.empty()) {
    label_.assign(count_, unreached);
    forest_.clear(count_);
    unreached_count_ = count_;
  }
  --unreached_count_;
  tree_.push_back(root);
  label_outer(root);
  // If all vertices are outer, further edges would show nothing.
  while (!waiting_.empty() && inner_count_ + unreached_count_ > 0) {
    // The last first: a vertex that a contraction has made outer has edges that have not been followed from its side.
    const Vertex v = waiting_.back();
    waiting_.pop_back();
    if (scan(v)) return true;
  }
  return false;
}

/// Follows the edges of an outer vertex; true if one led to an exposed vertex and the matching was augmented.
bool MaximumMatching::scan(Vertex v) {
  for (Vertex w = 0; w < count_; ++w) {
    if (label_[w] == unreached) {
      if (!adjacent(v, w) || v == w) continue;
      forest_.reach(w, {v, w});
      if (mate_[w] == none) {
        flip(w);
        return true;
      }
      label_[w] = inner;
      ++inner_count_;
      unreached_count_ -= 2;
      tree_.push_back(w);
      tree_.push_back(mate_[w]);
      label_outer(mate_[w]);
    } else if (label_[w] == outer && inner_count_ > 0) {
      if (adjacent(v, w) && forest_.group(v) != forest_.group(w)) forest_.contract(*this, v, w);
    }
  }
  return false;
}

void MaximumMatching::label_outer(Vertex v) {
  label_[v] = outer;
  waiting_.push_back(v);
}

void MaximumMatching::turn_outer(Node node) {
  if (label_[node] == outer) return;
  --inner_count_;
  label_outer(node);
}

/// Matches an exposed vertex with the outer one that it was reached from, and flips the path to the root.
void MaximumMatching::flip(Vertex exposed) {
  for (Vertex v = exposed; v != none;) {
    const Vertex outer = forest_.link(v).from, next = mate_[outer];
    mate_[v] = outer;
    mate_[outer] = v;
    v = next;
  }
}

void MaximumMatching::finish_tree() {
  for (const Vertex v : tree_) {
    exposable_[v] = label_[v] == outer;
    label_[v] = finished;
  }
  inner_count_ = 0;
  tree_.clear();
  waiting_.clear();
}

void MaximumMatching::forget_tree() {
  for (const Vertex v : tree_) {
    label_[v] = unreached;
    forest_.separate(v);
  }
  unreached_count_ += Vertex(tree_.size());
  inner_count_ = 0;
  tree_.clear();
  waiting_.clear();
}

}  // namespace matching
