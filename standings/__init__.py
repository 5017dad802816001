"""
Rank order and tie-breaks by the FIDE Play-Off and Tie-Break Regulations (C.07), edition by edition.

Knows the event and nothing of pairing. Scores are integers in tenths of a point; a tie-break's numbers are integers
over one common denominator, so that comparing them is exact.
"""
