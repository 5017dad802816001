"""The simple Swiss: its edition with its options, and how files name it."""

from __future__ import annotations

import datetime as dt

from reference_engines.edition import Edition, System

SIMPLE_2018 = Edition(
    key="simple-2018",
    title="Simple Swiss, essays of 1993 to 2018",
    source="Essays of a Greek arbiter: The algorithm in a scoregroup (1993), The Colors (2013, 2014, 2018)",
    in_force_from=dt.date(2018, 5, 3),
    in_force_until=None,
    rules="reference_engines.simple_swiss.rules:SIMPLE",
)
ALTERNATING = SIMPLE_2018.option(
    "alternating", "asking outwards from the middle", "reference_engines.simple_swiss.rules:ALTERNATING_SIMPLE"
)
OLYMPIAD = SIMPLE_2018.option(
    "olympiad", "limits of colours all or none", "reference_engines.simple_swiss.rules:OLYMPIAD_SIMPLE"
)
DUTCH = SIMPLE_2018.option(
    "dutch", "limits of colours lifted for topscorers alone", "reference_engines.simple_swiss.rules:DUTCH_SIMPLE"
)
BASIC = SIMPLE_2018.option(
    "basic", "limits of colours never lifted", "reference_engines.simple_swiss.rules:BASIC_SIMPLE"
)
ALTERNATING_OLYMPIAD = ALTERNATING.option(
    "olympiad", "limits of colours all or none", "reference_engines.simple_swiss.rules:ALTERNATING_OLYMPIAD_SIMPLE"
)
ALTERNATING_DUTCH = ALTERNATING.option(
    "dutch",
    "limits of colours lifted for topscorers alone",
    "reference_engines.simple_swiss.rules:ALTERNATING_DUTCH_SIMPLE",
)
ALTERNATING_BASIC = ALTERNATING.option(
    "basic", "limits of colours never lifted", "reference_engines.simple_swiss.rules:ALTERNATING_BASIC_SIMPLE"
)
DEVIATION = SIMPLE_2018.option(
    "smallest-deviation",
    "groups paired by the smallest deviation of ratings",
    "reference_engines.simple_swiss.deviation_rules:DEVIATION_SIMPLE",
)
DEVIATION_OLYMPIAD = DEVIATION.option(
    "olympiad",
    "limits of colours all or none",
    "reference_engines.simple_swiss.deviation_rules:DEVIATION_OLYMPIAD_SIMPLE",
)
DEVIATION_DUTCH = DEVIATION.option(
    "dutch",
    "limits of colours lifted for topscorers alone",
    "reference_engines.simple_swiss.deviation_rules:DEVIATION_DUTCH_SIMPLE",
)
DEVIATION_BASIC = DEVIATION.option(
    "basic", "limits of colours never lifted", "reference_engines.simple_swiss.deviation_rules:DEVIATION_BASIC_SIMPLE"
)
LITERAL_DEVIATION = DEVIATION.literal(
    "all ways compared (small fields)", "reference_engines.literal.simple_swiss:LITERAL_DEVIATION_SIMPLE"
)
LITERAL = SIMPLE_2018.literal(
    "asked one by one (small fields)", "reference_engines.literal.simple_swiss:LITERAL_SIMPLE"
)
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
    by_words_refused=(
        "Field 092 says '{text}', which may mean a Swiss without acceleration, or what some program calls so; the "
        "simple Swiss of 2018 is declared by simple-2018."
    ),
)
