"""
The Clock system (Italian-Swiss), as proposed to the Systems of Pairings and Programs Commission in Istanbul in 2012.

Words: a *seat* is a place at the round table, from 0 in the order of the pairing numbers, the bye last; the *pivot* is
the seat after which the next player is looked for; the *picker* looks for an opponent, a *candidate* is tried, and the
*picked* is taken.

* `edition`: the edition, the headings of the text and its open points
* Compatibility, Odd number of players `round_table`: the players of a round by seat
* Candidate, Backtracking `round_table`: the pairing, pick by pick
* Appendix A `round_table`: pairing numbers before the start
* Appendix B `rules`: the colours of a pair
* `rules`: an event under the system, its rounds, and the first pick that a posted pairing does not follow
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

CLOCK_2012 = Edition(
    key="clock-2012",
    title="Clock System (Italian-Swiss), proposal of 2012",
    source="FIDE Systems of Pairings and Programs Commission, meeting in Istanbul 2012, annex on the Clock System",
    in_force_from=dt.date(2012, 1, 1),
    in_force_until=None,
    rules="reference_engines.clock.rules:CLOCK",
)
LITERAL_2012 = CLOCK_2012.literal("state by state (small fields)", "reference_engines.literal.clock:LITERAL_CLOCK")
SYSTEM = System(
    name="the Clock System",
    editions=(CLOCK_2012,),
    variants=(LITERAL_2012,),
    words=(" clock ", "italian swiss", "italo swiss", "italo svizzer", "italosvizzer"),
    whatever_the_date=True,
)
