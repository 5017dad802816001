#include "maximum_matching.h"

#include <algorithm>

namespace matching {

MaximumMatching::MaximumMatching(const std::uint8_t* allowed, std::size_t stride, const std::int32_t* vertices,
                                 std::int32_t count)
    : vertices_(vertices), count_(count), rows_(count), mate_(count, -1) {
  for (std::int32_t v = 0; v < count; ++v) rows_[v] = allowed + stride * vertices[v];
  match_greedily();
  for (std::int32_t v = 0; v < count_; ++v)
    if (mate_[v] < 0) augment_from(v);
}

void MaximumMatching::match_greedily() {
  std::vector<std::int32_t> unmatched(count_);
  for (std::int32_t v = 0; v < count_; ++v) unmatched[v] = count_ - 1 - v;
  std::vector<std::int32_t> left;
  while (!unmatched.empty()) {
    const std::int32_t v = unmatched.back();
    unmatched.pop_back();
    auto found = std::find_if(unmatched.rbegin(), unmatched.rend(), [&](std::int32_t w) { return adjacent(v, w); });
    if (found == unmatched.rend()) continue;
    mate_[v] = *found;
    mate_[*found] = v;
    unmatched.erase(std::next(found).base());
  }
}

void MaximumMatching::grow(std::int32_t root) {
  base_.resize(count_);
  for (std::int32_t v = 0; v < count_; ++v) base_[v] = v;
  from_.assign(count_, -1);
  outer_.assign(count_, 0);
  queue_.assign(1, root);
  outer_[root] = 1;
}

bool MaximumMatching::augment_from(std::int32_t root) {
  grow(root);
  for (std::size_t head = 0; head < queue_.size(); ++head)
    if (scan(queue_[head])) return true;
  return false;
}

/// Follows the edges of an outer vertex; true if one led to an exposed vertex and the matching was augmented.
bool MaximumMatching::scan(std::int32_t v) {
  for (std::int32_t w = 0; w < count_; ++w) {
    if (!adjacent(v, w) || base_[v] == base_[w] || mate_[v] == w) continue;
    if (outer_[w]) {
      contract(v, w);
    } else if (from_[w] < 0) {
      from_[w] = v;
      if (mate_[w] < 0) {
        flip(w);
        return true;
      }
      outer_[mate_[w]] = 1;
      queue_.push_back(mate_[w]);
    }
  }
  return false;
}

std::int32_t MaximumMatching::common_base(std::int32_t v, std::int32_t w) {
  on_path_.assign(count_, 0);
  for (;;) {
    v = base_[v];
    on_path_[v] = 1;
    if (mate_[v] < 0) break;
    v = from_[mate_[v]];
  }
  for (w = base_[w]; !on_path_[w]; w = base_[from_[mate_[w]]]) {
  }
  return w;
}

void MaximumMatching::mark_path(std::int32_t v, std::int32_t base, std::int32_t child) {
  while (base_[v] != base) {
    in_blossom_[base_[v]] = in_blossom_[base_[mate_[v]]] = 1;
    from_[v] = child;
    child = mate_[v];
    v = from_[mate_[v]];
  }
}

/// Contracts the odd cycle that an edge between two outer vertices closes: all of it becomes outer.
void MaximumMatching::contract(std::int32_t v, std::int32_t w) {
  const std::int32_t base = common_base(v, w);
  in_blossom_.assign(count_, 0);
  mark_path(v, base, w);
  mark_path(w, base, v);
  for (std::int32_t u = 0; u < count_; ++u) {
    if (!in_blossom_[base_[u]]) continue;
    base_[u] = base;
    if (outer_[u]) continue;
    outer_[u] = 1;
    queue_.push_back(u);
  }
}

void MaximumMatching::flip(std::int32_t exposed) {
  for (std::int32_t v = exposed; v >= 0;) {
    const std::int32_t outer = from_[v], next = mate_[outer];
    mate_[v] = outer;
    mate_[outer] = v;
    v = next;
  }
}

std::vector<std::uint8_t> MaximumMatching::exposable() {
  std::vector<std::uint8_t> result(count_, 0);
  for (std::int32_t root = 0; root < count_; ++root) {
    if (mate_[root] >= 0) continue;
    augment_from(root);  // finds nothing, the matching being maximum, but labels whatever can be exposed instead
    for (std::int32_t v = 0; v < count_; ++v) result[v] |= outer_[v];
  }
  return result;
}

}  // namespace matching
