"""
The Dubov system as approved in 1997: groups of one score, columns of White and Black, and floaters one by one.

* `about`, `edition`: the edition, the articles and their open points
* 1, 2.3 to 2.5 `participants`: ARO, due colours, limits of colours and transfers before a round
* 3, 5 `colours`: the colours of a pair
* 4, 5, 6.4, 7.1, 7.2, 8 `walk`: the bye, the first round, floaters and transfers, score group by score group
* 6.2 to 6.4 `columns`: the rows of a group, and its floaters; 6.2, 7.3, 7.4, 8.1 `orders`: the orders of players
* `steps`, `divergence`, `judgement`, `entries`: the decisions of a round, and the first one that a posted pairing
  does not follow
* `event`, `rules`: an event under the edition, and its rounds
"""
