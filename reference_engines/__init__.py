"""
The regulations: one package per pairing system, one module per edition, on shared definitions.

Each engine pairs a round and assesses any given pairing of it.
"""
