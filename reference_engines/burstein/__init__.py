"""
The Burstein System (C.04.4.2), editions of 2018 and 2026: an Index of the opposition ranks the players.

The *Index* measures the opposition, and players are *ranked* by it. A *BSN* is a place in that order within a bracket.
A *floater* leaves a bracket unpaired for the following bracket.

Articles are of 2026, and after a semicolon of 2018: `seeding` 1.6 (A.5), the first rounds, paired by the FIDE (Dutch)
System; `index` 1.7 (A.6); `participants` 1.8 (A.7); `criteria` 2.3 (C.5 to C.8); `definitions.bye_first` 3.1
(B.0); `round` 1.9, 3 (A.8, B); `edition` 4.3 (D.1), the order of opponents; `rules` 5.2 (E), colours; `matching` finds
the best candidate of a bracket.
"""
