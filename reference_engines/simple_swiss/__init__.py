"""
The simple Swiss of a Greek arbiter (essays of 1993 to 2018): players ask in turn, and take the first one available.

Words: the players of a scoregroup *ask* in order, after players who could not be paired in a higher group; the
*middle* is the last of the upper half of players who still look for an opponent.

* `about`, `edition`: the edition with its options, the essays and their open points
* The color in the first round, Color allocation rules `colours`: the colours of a pair
* The colors in the remaining rounds `participants`: the players of a round and the limits of colours
* The algorithm in a scoregroup `walk`: asking, turn by turn; `deviation`, `fairness`: ways to pair a group
* `divergence`, `deviation_divergence`: the first turn, or the first group, that a posted pairing does not follow
* `rules`, `deviation_rules`: the rounds of an event
"""
