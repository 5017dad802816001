"""Readings of the simple Swiss."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="SIMPLE-BYE",
        article="simple Swiss: bye",
        question="Who has the bye?",
        taken="The last player in order without one, or points without playing, before, who leaves a complete pairing.",
        other="Whoever is left over in the lowest scoregroup.",
        why=(
            "The essays do not say; so do most systems, and somebody left over may have had the bye already. Among "
            "players with as many points any choice is held to be open."
        ),
        question_in_short="who has the bye",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-AVAILABLE",
        article="simple Swiss: The algorithm in a scoregroup",
        question="When is an opponent available?",
        taken="When the two may meet, and the group still comes to as many pairs as it can, the round to its end.",
        other="When the two may meet; what is left in the end is paired by undoing the last pairs.",
        why="Both come to the first pairing in the order of asking; the first one needs no undoing.",
        question_in_short="when an opponent is available",
    ),
    Reading(
        identifier="SIMPLE-STAGES",
        article="simple Swiss: The colors in the remaining rounds, B",
        question="Are the limits lifted for a whole scoregroup or for the pairs that need it?",
        taken="For the whole: the first stage in which the group comes to as many pairs as without limits.",
        other="As many pairs as possible are made within the limits, then of what is left without them.",
        why="All pairs of a scoregroup are to be created in priority within the limits; so does the Olympiad.",
        question_in_short="limits lifted for the group, or for single pairs",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-FLOATERS",
        article="simple Swiss: The algorithm in a scoregroup",
        question="What becomes of players without an opponent in their scoregroup?",
        taken="They join the next one, before its own players, and ask like them.",
        other="They are paired with its highest players first.",
        why="The essays order players by score, then by number; nothing treats floaters apart.",
        question_in_short="what becomes of players without an opponent",
    ),
    Reading(
        identifier="SIMPLE-ODD-MIDDLE",
        article="simple Swiss: The algorithm in a scoregroup",
        question="Where is the middle of an odd number of players?",
        taken="Half of the number, rounded down, so that the last player is left without an opponent.",
        other="Half of the number, rounded up.",
        why="The essays show even groups only; rounded down, a group of odd number loses its last player.",
        example="Of five players the first asks the third, or else the fourth.",
        question_in_short="the middle of an odd number",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-DIFFERENCE",
        article="simple Swiss: Color Allocation Rules",
        question="Where does the difference between a player's colours stand among the rules?",
        taken="Third: after the stronger preference and before alternation.",
        other="Nowhere: the four rules as they are printed; not where that alone breaks limit A1.",
        why="The essay finds it a paradox that the difference is not examined, and names no place for it.",
        example="BBWW ranked above WBBWW: by the difference the second has Black, by the four rules the first.",
        question_in_short="where the difference of colours stands among the rules",
        other_side=OtherSide.LEFT_OPEN,
    ),
    Reading(
        identifier="SIMPLE-COLOURLESS",
        article="simple Swiss: The color in the first round",
        question="Who has White when two without any colour so far meet after the first round?",
        taken="The lower ranked of the two, as on the first board of the first round.",
        other="Colours go by the place of the pair in the round, as in the first round.",
        why="The rule of the first round speaks of all pairs at once; later only the odd late entry is concerned.",
        question_in_short="colours of two who have had none, after the first round",
    ),
)
