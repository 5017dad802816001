"""
The Lim System, C.04.4.3: the texts of 1999 and of 2026.

A procedure that follows the text: scoregroups are paired from the top and from the bottom towards the median one, which
is paired last. Whether the remaining players can still be paired is a question of matching (`completion`).

* `about`, `edition`: the editions, the articles and their open points
* 1, 2.2, 2.6, 3.5, 7.1 `walk`: the bye, the order of scoregroups, the median scoregroup
* 2.1, 3.10, 5.1 to 5.6, 6 `participants`: compatible players, floats and due colours before a round
* 2.3, 3.1 to 3.5, 3.9, 3.10, 4.4 `floaters`: the choice of floaters
* 2.4, 2.5, 3.6 to 3.8, 4, 5.2 `scrutiny`: proposed pairings and exchanges
* 5, 7.2 `colours`: the colours of a pair
* `steps`, `divergence`: the decisions of a round, and the first one that a posted pairing does not follow
* `event`, `rules`: an event under an edition, and its rounds
"""
