"""Records of runs: a run as JSON lines, written and read."""
