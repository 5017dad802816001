"""Verdicts on rank orders: comparison with the expected order, and the causes of a wrong one."""
