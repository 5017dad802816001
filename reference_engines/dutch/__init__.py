"""
The FIDE (Dutch) System, C.04.3, in its editions of 2017 and 2026.

Articles are of 2026, and after a semicolon of 2017: `event` 1.2 to 1.8 (A.2 to A.7), with `definitions.player_states`;
`round_2026` 1.9, 2.2, 2.3, and `round_2017` A.9, C.4, C.7; `criteria` 2.4 (C.5 to C.19), numbered by `edition_2026` and
`edition_2017`; `optimiser` 3 (B); `order` and `generation` 4 (D); `players_round` 5 (E), with
`definitions.colours`; `assessment` judges a given pairing, and `diagnosis` checks the optimiser itself.
"""
