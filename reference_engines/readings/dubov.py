"""Readings of the Dubov System, editions of 2018 and 2026."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="DUBOV-TEXT-2018",
        article="C.04.4.1: C.4, D.3, E (2018)",
        question="What do the articles of 2018 say that are not at hand word for word (C.4, E, the lead of D.3)?",
        taken=(
            "C.4 and E what the Burstein System of 2018 has there, the ranking being by score and TPN; D.3 begins as "
            "4.4.1 does in 2026; C.5 to C.10 as another engine quotes them."
        ),
        other="None known: wherever both editions are at hand, they agree in substance but for C.2.",
        why="The two texts of 2018 were approved together and agree word for word where both are at hand.",
        not_followed="No other wording is known.",
        question_in_short="what the articles of 2018 say that are not at hand word for word",
        taken_in_short="C.4 and E as in the Burstein System of 2018, the lead of D.3 as in 2026",
        other_in_short="none known",
    ),
    Reading(
        identifier="DUBOV-UPFLOAT-FORFEIT",
        article="C.04.4.1:1.8, 2.3.4 to 2.3.6 (2026), A.7, C.8 to C.10 (2018)",
        question="Was a player upfloated who was paired with one of a higher score, if the game was forfeited?",
        taken="Yes: who is paired upwards is upfloated, whatever becomes of the game.",
        other="No: only a game that was played counts (py4swiss).",
        why="A player is upfloated when a bracket is formed (1.3.2); no article takes it back.",
        example=(
            "In round 3 player 2 (1.5) was paired with player 3 (2.0), who won by forfeit: in round 4 player 4 comes "
            "before player 2 as upfloater, by C10."
        ),
        question_in_short="whether a player is upfloated by a pairing that is forfeited",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-GAMES",
        article="C.04.4.1:3.1.4 (2026), B.0.d (2018)",
        question="Is a forfeited game a game played, where the bye goes to whoever has played most?",
        taken="No: games over the board are counted.",
        other="Yes: games that were scheduled are counted.",
        why="1.7.1 says of the same word that only games over the board are played.",
        example="Of 15, who has played one game, and 16, whose only game was forfeited, 15 has the bye; otherwise 16.",
        question_in_short="whether a forfeited game counts where the bye goes to whoever has played most",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-FULL-POINT-BYE",
        article="C.04.4.1:2.1.2, 3.1.1 (2026), C.2, B.0.a (2018)",
        question="Does a full-point bye keep a player from the pairing-allocated bye?",
        taken="By 2026, yes; by 2018, no.",
        other="The other way round.",
        why=(
            "[C2] of 2026 repeats C.04.1:4, by which a win's points without playing do; 3.1.1 refers to it, but names "
            "only the bye and the forfeit win, as 2018 does."
        ),
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-TIMES",
        article="C.04.4.1:2.3.5 [C9] (2026), C.9 (2018)",
        question="How is the number of times counted that maximum upfloaters are upfloated?",
        taken="All times of all of them are added up.",
        other="The most often upfloated first; or only this time, so that [C9] says what [C8] does.",
        why="A number is minimised, and where scores are to be compared one by one the text says so ([C6]).",
        example="Two who have been upfloated 3 and 4 times, or 2 and 5: equal by the sum, and the former by the other.",
        question_in_short="how the number of times is counted that maximum upfloaters are upfloated",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-PAIRS-OF-UPFLOATERS",
        article="C.04.4.1:2.3.2 [C6] (2026), C.6 (2018)",
        question="Are score differences those of pairs, or of upfloaters, where two upfloaters meet?",
        taken="Of upfloaters, each of whom meets a resident.",
        other="Of pairs, so that two upfloaters of one score would have none.",
        why="Two upfloaters who meet could both stay where they were: there would be fewer ([C5]).",
        not_followed="It never comes to that.",
        question_in_short="whose score differences are minimised where two upfloaters meet",
    ),
    Reading(
        identifier="DUBOV-UNAVOIDABLE",
        article="C.04.4.1:3.2.4.1 (2026), B.1 (2018)",
        question="Which pairs within the smaller subgroup are unavoidable, of any legal pairing or of the best?",
        taken="The fewest of any legal pairing.",
        other="The fewest of those that comply best with [C7].",
        why=(
            "With a pairs within the smaller subgroup there are a + (L - S) / 2 within the larger one, and as many "
            "miss their preference as there are of both: the fewest come together."
        ),
        not_followed="Both sides come to the same.",
        question_in_short="which pairs within the smaller subgroup are unavoidable",
    ),
    Reading(
        identifier="DUBOV-SHIFTS-TOGETHER",
        article="C.04.4.1:3.2.4, note (2026), B.1 (2018)",
        question="Are the two sets of shifters chosen one after the other, or together?",
        taken="One after the other: the first set of the first shift, then the first of the second.",
        other="Together, as one set.",
        why="The text proceeds with the first shift before it comes to the second.",
        not_followed="Each set has to be able to yield the best pairing, so that both sides come to the same.",
        question_in_short="whether the two sets of shifters are chosen together",
    ),
    Reading(
        identifier="DUBOV-SHIFT-POOL",
        article="C.04.4.1:3.2.4.2, 4.3.1 (2026), B.1, D.2 (2018)",
        question="Are those just shifted into the larger subgroup numbered with it for the second shift?",
        taken="No: only who seeks its colour is a possible shifter, and has a number.",
        other="Yes: the larger subgroup is numbered as it is then, so that its middle is another one (py4swiss).",
        why=(
            "4.3 makes possible shifters of those who have the colour preference. Who has been shifted is never "
            "shifted back, whatever the numbers: the shift would have been in vain."
        ),
        question_in_short="whether those just shifted into the larger subgroup are numbered with it",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-BEGINNERS",
        article="C.04.4.1:3.2.3, 4.3.2 (2026), B.1, D.2.a (2018)",
        question="How is a bracket divided, after the first round, in which nobody has played a game?",
        taken="G1 is the upper half by TPN; shifters go by TPN, as everybody's ARO is zero.",
        other="By preference: all seek Black, and half of them are shifted (py4swiss).",
        why="The article names the first round as an example only.",
        question_in_short="how a bracket is divided, after the first round, in which nobody has played",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-ROUNDS",
        article="C.04.4.1:1.8.2 (2026), A.7 (2018)",
        question="What is MaxT when the file does not declare the number of rounds?",
        taken="That of one round more than are recorded.",
        other="That of another number of rounds.",
        why="The number of rounds is declared beforehand (C.04.1:1); a file without it may be of an unfinished event.",
        example="Of 9 rounds, who has been upfloated three times is a maximum upfloater, and of 10, not.",
        question_in_short="MaxT where no number of rounds is declared",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-RATINGS",
        article="C.04.4.1:1.7.1, 1.2.2 (2026), A.6, A.2 (2018)",
        question="Which rating of an opponent counts in an ARO: the one of now, or of when the game was played?",
        taken="The one of now.",
        other="The one of when the game was played.",
        why="ARO is computed for each player after each round (1.7.2).",
        not_followed="A file has one rating of each player.",
        question_in_short="which rating of an opponent counts in an ARO",
    ),
    Reading(
        identifier="DUBOV-UNRATED",
        article="C.04.4.1:1.1.2, 1.7.1 (2026), A.1, A.6 (2018)",
        question="What becomes of an opponent in an ARO for whom the file has no rating?",
        taken="The rating is taken to be 0 (py4swiss).",
        other="The opponent is left out.",
        why="The Chief Arbiter assigns a rating (1.1.2), and every opponent met counts; the file omits it.",
        question_in_short="what becomes of an opponent without a rating in an ARO",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-ACCELERATION",
        article="C.04.4.1:1.3, 1.8 (2026), A.3, A.7 (2018); C.04.7:1.5",
        question="By which scores is it judged who was upfloated in a round with virtual points?",
        taken="By the pairing scores of that round.",
        other="By the points without virtual ones.",
        why="Scoregroups are formed by the pairing score (C.04.7:1.5), and who is not of one upfloats into it.",
        question_in_short="by which scores it is judged who was upfloated where there are virtual points",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-BYE-SCORE",
        article="C.04.4.1:3.1.3 (2026), B.0.c (2018); C.04.7:1.5",
        question="Which score is the lowest one for the bye where there are virtual points?",
        taken="The pairing score, which has them in it.",
        other="The score without virtual points.",
        why="Scoregroups are formed by the pairing score (C.04.7:1.5), and it is simply called score.",
        example="3 has a virtual point and no other, 6 has none: 6 has the bye; otherwise 3, who has played more.",
        question_in_short="which score is the lowest one for the bye where there are virtual points",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUBOV-HIGHER-RANKED",
        article="C.04.4.1:5.2.1, 5.2.5 (2026), E.0, E.4 (2018); C.04.7:1.5",
        question="Who has more points, and so is the higher ranked player, where there are virtual points?",
        taken="Who has the higher pairing score.",
        other="Who has more points without virtual ones.",
        why="The round is paired by the pairing score (C.04.7:1.5), virtual points included.",
        example="5 has a virtual point and no other, 9 has 1 point: 5 is ranked higher, by number; otherwise 9.",
        question_in_short="who is the higher ranked player where there are virtual points",
        other_side=OtherSide.FOLLOWED,
    ),
)
