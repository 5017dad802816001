#include <nanobind/nanobind.h>

NB_MODULE(_kernel, module) { module.doc() = "Combinatorics without chess."; }
