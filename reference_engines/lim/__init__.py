"""
The Lim System, C.04.4.3: the texts of 1999 and of 2026.

A procedure, walked as the text walks: scoregroups from the top and from the bottom towards the median one, which is
paired last. Whether the others can still be paired is asked of a matching.
"""
