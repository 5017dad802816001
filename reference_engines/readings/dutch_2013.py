"""Readings of the Dutch System, edition of 2013."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="DUTCH-2013-IN-FORCE",
        article="C.04.3.1 (2013)",
        question="From which day are events judged by the text of 2013?",
        taken="From 1 January 2014, the year after it was passed; earlier events are not supported.",
        other="From the day of the congress.",
        why="The annotated edition names the year only; the texts before it differ.",
        example="An event of November 2013 has no edition here; one of 30 June 2017 has this one.",
        not_followed="It concerns which edition an event has, no round; the texts before it have no engine here.",
    ),
    Reading(
        identifier="DUTCH-2013-C12-P1",
        article="C.04.3.1:C.12 (2013)",
        question=(
            "How many pairs must another set of downfloaters allow: P, those of the moved-down players, or P1, all?"
        ),
        taken="P1.",
        other="P (the text before 2013).",
        why="Committee of Istanbul 2012, Annex 2; the text of 2013 says P1.",
        example=(
            "F is moved down to A, B, C; F, B and C can meet A only. F's pair is not enough: G is moved down instead."
        ),
        not_followed="The text of 2013 answers the question; C.12 says P1.",
    ),
    Reading(
        identifier="DUTCH-2013-C12-SAME-SCORES",
        article="C.04.3.1:C.12 (2013)",
        question="May the other set of downfloaters have other scores?",
        taken="No: the same number of players with the same scores.",
        other="The same number is enough.",
        why="Annex 3 asks; the text of 2013 adds the scores.",
        example=(
            "A (7.0) meets C and B (6.5) floats to D, whom B has met: A is not moved down for B, both B and D float."
        ),
        not_followed="The text of 2013 answers the question; C.12 says with the same scores.",
    ),
    Reading(
        identifier="DUTCH-2013-C12-BEST",
        article="C.04.3.1:C.12 (2013)",
        question="Which other set is taken if none allows all pairs?",
        taken=(
            "That which leaves fewest moved-down players unpaired, then fewest pairs missing, before M1 or "
            "P1 is reduced."
        ),
        other="None: backtracking is all or nothing.",
        why="C.12 stands before C.14 and is met again at every reduced M1 and P1.",
        example="With F two pairs are missing, with G one, of the same score: G is moved down.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-C12-INCOMPATIBLE",
        article="C.04.3.1:C.1, C.12 (2013)",
        question="A moved-down player has no opponent in the bracket: which other set of downfloaters is taken?",
        taken=(
            "One that leaves fewer moved-down players over and makes more pairs, or as many, which then are all that "
            "C.2 asks for. Otherwise the player goes on, and nothing is changed above for the sake of those left over."
        ),
        other="Any that leaves fewer moved-down players over, although it makes no more pairs, and not all.",
        why=(
            "C.1 leads to C.12, which takes another set only if it now allows P1 pairings. C.2 counts P1 after C.1; a "
            "P1 that is counted already stays, also where other players then have no opponent."
        ),
        example=(
            "B is moved down to C and D and has met both; C meets D. A, of B's score, is moved down instead if A can "
            "meet one of them. With E, who can meet D only, one pair is made either way, of two with A: B stays."
        ),
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-TOPSCORER-OPPONENT",
        article="C.04.3.1:A.10, B.2 (2013)",
        question="Must both players be topscorers for B.2 to be waived, and does the other keep its protection?",
        taken="One is enough, and the other counts as a topscorer for the colour.",
        other="Both must be; or the other is protected.",
        why="The note to B.2 of 2013 says so after Annex 3 asked.",
        example="A (4.5 of 8, BWBWBWBB) and B (4.0, BBWBWBWB) both must have White: E.3 gives it to A.",
        not_followed="The text of 2013 answers the question; the note to B.2 says that one is enough.",
    ),
    Reading(
        identifier="DUTCH-2013-E2",
        article="C.04.3.1:E.2 (2013)",
        question="Of two absolute preferences, is that with the wider colour difference the stronger?",
        taken="No, only the kind counts; E.3 follows.",
        other="Yes (2017, 2026).",
        why="The text of 2013 has no such clause, as its commentary notes.",
        example="WWBWBW against BBWBWW, both due Black: the first gets White by E.3, since 2017 the second gets it.",
        not_followed="The text of 2013 answers the question; E.2 has no such clause; it came with the text of 2017.",
    ),
    Reading(
        identifier="DUTCH-2013-A7A-UNPLAYED",
        article="C.04.3.1:A.7.a (2013)",
        question="Do unplayed rounds break two games of one colour in a row?",
        taken="No: the two latest games count.",
        other="Yes: the two latest rounds count (the text before 2013).",
        why="Annex 3; the text of 2013 speaks of the rounds that the player played.",
        example="Black, White, a round not played, White: the preference for Black is absolute.",
        not_followed="The text of 2013 answers the question; A.7.a speaks of the rounds that the player played.",
    ),
    Reading(
        identifier="DUTCH-2013-D3",
        article="C.04.3.1:C.8.b, D.3 (2013)",
        question="Which M1 of the moved-down players are put into S1?",
        taken="First the highest M1, then the other sets by D.3, before any requirement is lowered.",
        other="The highest ones only (the text before 2013).",
        why="Annex 3 proposes the exchange; C.8.b and D.3 of 2013 contain it.",
        example="A (due White) and B (due Black) can meet C (due White) only: B meets C.",
        not_followed="The text of 2013 answers the question; C.8.b and D.3 put the other sets into S1.",
    ),
    Reading(
        identifier="DUTCH-2013-UNPAIRED-MDP",
        article="C.04.3.1:C.4, C.6.b (2013)",
        question="Where are moved-down players who are not among the M1?",
        taken="In S2, so that they may be met there, and in the remainder.",
        other="They float at once.",
        why="C.4 puts all others into S2; Annex 3 does likewise.",
        example="S1 = {A}, S2 = {B, C, D, E} with A and B moved down.",
        not_followed="The text of 2013 answers the question; C.4 puts all others into S2.",
    ),
    Reading(
        identifier="DUTCH-2013-B3-A7D",
        article="C.04.3.1:A.7.d, B.3 (2013)",
        question="Does a strong preference in an odd round keep two players apart if that makes a higher score float?",
        taken="No: floaters' scores and score differences come before A.7.d.",
        other="Yes, as long as the number of floaters is the same.",
        why="A.7.d of 2013 names floaters with a higher score and pairs with a higher difference.",
        example="A (7.0, must have White), B (6.5, has met A), C (6.0, strong for White): A meets C, B floats.",
        not_followed="The text of 2013 answers the question; A.7.d names the floaters with a higher score.",
    ),
    Reading(
        identifier="DUTCH-2013-B3-B2",
        article="C.04.3.1:B.2, B.3 (2013)",
        question="Is B.2 waived for topscorers if that only lowers the score of a floater?",
        taken="Yes.",
        other="Only if it reduces their number (the text before 2013).",
        why="The note to B.2 of 2013 names the score of a floater.",
        example="As for A.7.d, in the last round, with an absolute preference of C.",
        not_followed="The text of 2013 answers the question; the note to B.2 names the score of a floater.",
    ),
    Reading(
        identifier="DUTCH-2013-B3-ALL",
        article="C.04.3.1:B.3, D.4 (2013)",
        question="Where is B.3 measured, and how?",
        taken=(
            "In every bracket, once the number of pairs stands: scores of the floaters from the highest, "
            "then the B.3-factor."
        ),
        other="In the lowest bracket only.",
        why="B.3 is the first relative criterion; only brackets with several scores are affected.",
        example="Two players are moved down to one: the one with more points is paired.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-LSB",
        article="C.04.3.1:C.13, D.4 (2013)",
        question="Which pairing of a joined lowest bracket is right?",
        taken=(
            "That with the least sum of squared score differences, the bye counted one point below the lowest player."
        ),
        other="The first legal one; or none is preferred (proposals of Annex 3).",
        why="D.4 of 2013.",
        example="A (3.0), B, C (2.5), D, E (2.0), F (1.5), F can meet A only: A-F, B-C, D-E.",
        not_followed="The text of 2013 answers the question; D.4 asks for the least sum.",
    ),
    Reading(
        identifier="DUTCH-2013-C13-MDP",
        article="C.04.3.1:C.13 (2013)",
        question="May a moved-down player of the penultimate bracket float again for the lowest one's sake?",
        taken="Not by itself: pairs of residents are given up, then the brackets are joined.",
        other="Yes.",
        why="The annotated edition says so of its fifth round; the pairs are the same there.",
        example="14 is moved down to 8 and 13, below is 12: the brackets are joined, and 14 meets 12.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-JOINED-ANEW",
        article="C.04.3.1:C.13 (2013)",
        question="What becomes of the pairing above two brackets that are joined?",
        taken="It is made again as if for the first time, and C.12 starts from there.",
        other="It stays as backtracking has left it.",
        why="Its downfloaters were changed for a bracket that no longer exists.",
        example=(
            "6 was moved down in place of 2 for the penultimate bracket; after joining, 2 is moved down if "
            "all can be paired."
        ),
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-C1-LAST",
        article="C.04.3.1:C.1 (2013)",
        question="Is a player without an opponent in the lowest bracket incompatible although the bye is to be given?",
        taken="No, if the player may have it.",
        other="Yes, C.13 follows at once.",
        why="The bye is a place in that bracket (A.5).",
        example="A lowest bracket of one player.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-A3-HALF",
        article="C.04.3.1:A.3, C.1 (2013)",
        question="Are players who are moved down at once by C.1 counted when half of a bracket is from above?",
        taken="No.",
        other="Yes.",
        why="They leave before P0 and M0 are determined (C.2).",
        example=(
            "One moved down and two residents, one of whom has met both others: the bracket is treated as homogeneous."
        ),
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-UPFLOATS",
        article="C.04.3.1:C.10.a, C.10.b (2013)",
        question="Do B.5 and B.6 protect upfloaters in a bracket that is treated as homogeneous?",
        taken="Yes, wherever players of different scores meet.",
        other=(
            "No: C.10.a and b name heterogeneous brackets; and then not in a remainder, which is homogeneous, either."
        ),
        why="Such a bracket is heterogeneous by A.3, only its treatment differs.",
        example="In round 5 of the worked tournament C.10.a and C.10.b are tried in the joined bracket 14, 8, 13, 12.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-DOWNFLOATS",
        article="C.04.3.1:C.3.e, C.3.f (2013)",
        question="Whose downfloats do B.5 and B.6 look at?",
        taken="Of those who leave the bracket, or have the bye; not of those paired below their score in it.",
        other="Of everybody who meets a lower score.",
        why="The requirement is one of brackets that produce downfloaters.",
        example="In a joined bracket of an even number nobody is protected from a downfloat.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DUTCH-2013-Z",
        article="C.04.3.1:A.7.e, A.8 (2013)",
        question="Which pairs count for Z?",
        taken="Those in which both preferences are for one colour and neither is mild.",
        other="Those that miss a strong preference by E.2.",
        why="A.7.e speaks of pairs in which both have the same strong preference.",
        example="Mild White against strong White counts for X, not for Z.",
        not_followed=(
            "It makes no difference: the sides part on pairs of two absolute preferences alone, and of these there are "
            "as few as can be, by B.2, before Z is looked at."
        ),
    ),
)
