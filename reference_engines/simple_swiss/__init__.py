"""
The simple Swiss of a Greek arbiter (essays of 1993 to 2018): players ask in turn, and take the first one available.

Words: the players of a scoregroup *ask* in order, after players who could not be paired in a higher group; the
*middle* is the last of the upper half of players who still look for an opponent.

* `edition`: the edition with its options, the essays and their open points
* The color in the first round, Color allocation rules `colours`: the colours of a pair
* The colors in the remaining rounds `participants`: the players of a round and the limits of colours
* The algorithm in a scoregroup `walk`: asking, turn by turn; `rules`, `fairness`: ways to pair a group
* `divergence`, `rules`: the first turn, or the first group, that a posted pairing does not follow
* `rules`: the rounds of an event
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

SIMPLE_2018 = Edition(
    key="simple-2018",
    title="Simple Swiss, essays of 1993 to 2018",
    source="Essays of a Greek arbiter: The algorithm in a scoregroup (1993), The Colors (2013, 2014, 2018)",
    in_force_from=dt.date(2018, 5, 3),
    in_force_until=None,
    rules="reference_engines.simple_swiss.rules:SIMPLE",
)
_RULES = "reference_engines.simple_swiss.rules"
_OLYMPIAD = ("olympiad", "limits of colours all or none")
_DUTCH = ("dutch", "limits of colours lifted for topscorers alone")
_BASIC = ("basic", "limits of colours never lifted")
OLYMPIAD = SIMPLE_2018.option(*_OLYMPIAD, f"{_RULES}:OLYMPIAD_SIMPLE")
DUTCH = SIMPLE_2018.option(*_DUTCH, f"{_RULES}:DUTCH_SIMPLE")
BASIC = SIMPLE_2018.option(*_BASIC, f"{_RULES}:BASIC_SIMPLE")
ALTERNATING = SIMPLE_2018.option("alternating", "asking outwards from the middle", f"{_RULES}:ALTERNATING_SIMPLE")
ALTERNATING_OLYMPIAD = ALTERNATING.option(*_OLYMPIAD, f"{_RULES}:ALTERNATING_OLYMPIAD_SIMPLE")
ALTERNATING_DUTCH = ALTERNATING.option(*_DUTCH, f"{_RULES}:ALTERNATING_DUTCH_SIMPLE")
ALTERNATING_BASIC = ALTERNATING.option(*_BASIC, f"{_RULES}:ALTERNATING_BASIC_SIMPLE")
DEVIATION = SIMPLE_2018.option(
    "smallest-deviation", "groups paired by the smallest deviation of ratings", f"{_RULES}:DEVIATION_SIMPLE"
)
DEVIATION_OLYMPIAD = DEVIATION.option(*_OLYMPIAD, f"{_RULES}:DEVIATION_OLYMPIAD_SIMPLE")
DEVIATION_DUTCH = DEVIATION.option(*_DUTCH, f"{_RULES}:DEVIATION_DUTCH_SIMPLE")
DEVIATION_BASIC = DEVIATION.option(*_BASIC, f"{_RULES}:DEVIATION_BASIC_SIMPLE")
_LITERAL_RULES = "reference_engines.literal.simple_swiss"
LITERAL = SIMPLE_2018.literal("asked one by one (small fields)", f"{_LITERAL_RULES}:LITERAL_SIMPLE")
LITERAL_DEVIATION = DEVIATION.literal("all ways compared (small fields)", f"{_LITERAL_RULES}:LITERAL_DEVIATION_SIMPLE")
SYSTEM = System(
    name="the simple Swiss",
    editions=(SIMPLE_2018,),
    variants=(
        ALTERNATING,
        OLYMPIAD,
        DUTCH,
        BASIC,
        ALTERNATING_OLYMPIAD,
        ALTERNATING_DUTCH,
        ALTERNATING_BASIC,
        DEVIATION,
        DEVIATION_OLYMPIAD,
        DEVIATION_DUTCH,
        DEVIATION_BASIC,
        LITERAL,
        LITERAL_DEVIATION,
    ),
    words=("simple swiss", "swiss simple", "simple 2018"),
    words_refusal=(
        "Field 092 says '{text}', which may mean a Swiss without acceleration, or what some program calls so; the "
        "simple Swiss of 2018 is declared by simple-2018."
    ),
)
