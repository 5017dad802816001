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
        not_followed=(
            "It makes no difference: the literal engine, which tries one outcome after the other and undoes the last "
            "pairs first, comes to the same pairs."
        ),
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
        other="They ask the own players of that scoregroup first, from the highest down, before those ask.",
        why=(
            "The essays order players by score, then by number. Of virtual scoregroups one says that the last player "
            "of the one plays with the first of the next; it speaks of the first round, and of what is to be avoided."
        ),
        example="5 comes down to 6, 7, 8 and 9: 5 asks 7 first, the middle being behind 6; by the other reading 6.",
        question_in_short="what becomes of players without an opponent",
        other_side=OtherSide.FOLLOWED,
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
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-COLOURLESS",
        article="simple Swiss: The color in the first round",
        question="Who has White when two without any colour so far meet after the first round?",
        taken="The lower ranked of the two, as on the first board of the first round.",
        other="Colours go by the place of the pair in the round, as in the first round.",
        why="The rule of the first round speaks of all pairs at once; later only the odd late entry is concerned.",
        question_in_short="colours of two who have had none, after the first round",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-ALTERNATION",
        article="simple Swiss: Color Allocation Rules",
        question="Which colours are compared to find the most recent round in which they were different?",
        taken="Those of the latest games of the two, then of the games before, whenever they were played.",
        other="Those of one and the same round in which both played.",
        why="The handling of rounds without a game moves them to the beginning (C.04.2:D.5, 3.4 since 2026).",
        example="WBBW- against B-WBW: the latest games were W and W, B and B, B and W; of one round, W and B.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-RUNNING",
        article="simple Swiss: The colors in the remaining rounds, A2",
        question="Does a round without a game interrupt two rounds with one colour running?",
        taken="No: limit A2 looks at the two latest games.",
        other="Yes: it looks at the two latest rounds.",
        why="C.04.1.g, which the essay puts into its words, was read so for all Swiss systems; see C.04.2:D.5.",
        example="After W, a round without a game, and W, White once more breaks A2; by the other reading it does not.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-PREFERENCE",
        article="simple Swiss: Color Allocation Rules, 1 and 2",
        question="What is a colour preference, and which of two is the stronger?",
        taken=(
            "As in the Dutch system: absolute after a colour twice running or two games ahead, strong when one ahead, "
            "mild for the colour not had last; none without a game."
        ),
        other="By the difference alone, the wider the stronger; or only absolute preferences and others.",
        why="The essay's rules are those of the Dutch system of its day, and it speaks of absolute preferences.",
        not_followed=(
            "The essay's own example rules the first out: 5 White and 3 Black against 4 and 4 with White twice are "
            "equally strong there. Nobody is known to follow the second."
        ),
    ),
    Reading(
        identifier="SIMPLE-TWICE",
        article="simple Swiss: Color Allocation Rules, 2",
        question="Is a preference absolute after two games of one colour with a round without a game between or after?",
        taken="Yes.",
        other="No: only rounds that follow each other make it so, and then the difference of colours counts.",
        why="As SIMPLE-RUNNING; the Dutch system of the day had changed its text to say so.",
        example="W, a round without a game, and W: difference 2 either way; BBW, none, W: absolute, or else mild.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-DEVIATION-MEAN",
        article="simple Swiss: The algorithm in a scoregroup, smallest deviation",
        question="Which of two ways to pair a group comes first if their differences vary as little?",
        taken="The one with the smaller mean: neighbours meet.",
        other="The one with the greater mean: the upper half meets the lower half.",
        why="The tables of the essay sort by the mean after the deviation, and put 1-2 3-4 5-6 before 1-4 2-5 3-6.",
        example="Of four players, 10 points of rating apart each, 1-2 3-4 and 1-3 2-4 have deviation 0.",
        question_in_short="which of two ways as much alike comes first",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-DEVIATION-UNRATED",
        article="simple Swiss: The algorithm in a scoregroup, smallest deviation",
        question="What is the rating of a player who has none, where differences of rating are compared?",
        taken="0, as in the file.",
        other="That of the lowest rated player who takes part in the round.",
        why="The essay puts players in rows by their ratings and knows nobody without one.",
        question_in_short="the rating of a player who has none",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="SIMPLE-DEVIATION-FLOATERS",
        article="simple Swiss: The algorithm in a scoregroup, smallest deviation",
        question="Who goes down from a group whose games are to be as much alike as can be?",
        taken="Whoever finds nobody when the group asks; then those who stay are compared, within the same limits.",
        other="Whoever leaves the group the smallest deviation.",
        why="The essay compares groups of even number that can all be paired; of others it says nothing.",
        question_in_short="who goes down from a group that is compared",
        not_followed="The essay proposes no procedure for it, and nobody is known to follow one.",
    ),
    Reading(
        identifier="SIMPLE-DEVIATION-GROUPS",
        article="simple Swiss: The algorithm in a scoregroup, smallest deviation",
        question="Are the games of a scoregroup compared, or all games of a round?",
        taken="Those of a scoregroup, by ratings alone; those who have come down are compared like the others.",
        other="All games of a round at once, by the points times 10,000 plus the rating.",
        why="The essay names both; the second is no Swiss by scoregroups, and the limits are lifted for groups.",
        question_in_short="games of a scoregroup or of the round",
        not_followed="It would be another system, with neither groups nor floaters.",
    ),
)
