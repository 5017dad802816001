"""
The FIDE (Dutch) System by the text of 2013, in force until 30 June 2017.

`definitions.player_states` A.4, A.7, A.10; `bracket` A.3, A.9, C.1; `criteria` A.7.d, B.2 to B.6; `walk` A.8,
A.11, B.1, B.2, C.2 to C.11; `procedure` C.12 to C.14, the order D, and the pairing with which the walk ends; `rules`
holds the edition and its rounds.
"""
