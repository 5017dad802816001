#pragma once

#include <cstdint>

namespace matching {

using Vertex = std::int32_t;
/// A vertex (below the number of vertices) or a blossom.
using Node = std::int32_t;

inline constexpr std::int32_t none = -1;

}  // namespace matching
