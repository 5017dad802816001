"""
The Dubov System (C.04.4.1), editions of 2018 and 2026: players with low rated opponents so far meet high rated players.

A scoregroup is completed by *upfloaters* from lower scoregroups, and no player floats down. *ARO* is the average rating
of opponents. A bracket has the subgroups *G1*, who seek White, and *G2*, who seek Black; *shifters* change the
subgroup. *S1* is G1 sorted by ARO, *T2* the order of G2 in which it meets S1. The system of 1997 of that name is
another procedure (`reference_engines.dubov_1997`).

Articles are of 2026, and after a semicolon of 2018: `colours` 1.6, 5.2 (A.5, E); `aro` 1.7 (A.6); `participants` 1.3,
1.8, 3.2 (A.3, A.7, B.1); `criteria` 2.3 (C.5 to C.10); `definitions.bye_first` 3.1 (B.0); `round` 1.9, 3 (A.8,
B); `edition` 4 (D), the order of sets and transpositions; `matching` finds the choices of a bracket.
"""
