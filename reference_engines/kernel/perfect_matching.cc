// The numbers of levels for which problems are compiled; others are filled up to the next of these.

#include "search.h"

namespace matching {

template class PerfectMatching<1>;
template class PerfectMatching<2>;
template class PerfectMatching<3>;
template class PerfectMatching<4>;
template class PerfectMatching<8>;
template class PerfectMatching<16>;
template class PerfectMatching<32>;

}  // namespace matching
