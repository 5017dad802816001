"""
The event: players, rounds, results, scoring; readers and writers of its file formats; lint of input.

Knows no rule of pairing.
"""

__version__ = "0.1.0"
