"""
The Clock system (Italian-Swiss), as proposed to the Systems of Pairings and Programs Commission in Istanbul in 2012.

Words: a *seat* is a place at the round table, from 0 in the order of the pairing numbers, the bye last; the *pivot* is
the seat after which the next player is looked for; the *picker* looks for an opponent, a *candidate* is tried, and the
*picked* is taken.

* `about`, `edition`: the edition, the headings of the text and its open points
* Compatibility, Odd number of players `round_table`: the players of a round by seat
* Candidate, Backtracking `walk`: the pairing, pick by pick
* Appendix A `numbering`: pairing numbers before the start
* Appendix B `colours`: the colours of a pair
* `divergence`: the first pick that a posted pairing does not follow
* `event`, `rules`: an event under the system, and its rounds
"""
