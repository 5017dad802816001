"""
The register of readings: where a regulation's text leaves two readings open, which one is taken and why.

Code refers to an entry by its identifier.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One open point."""

    identifier: str
    article: str
    question: str
    taken: str
    """The reading that the engines follow."""
    other: str
    """The reading that is not followed, and who does."""
    why: str
    example: str = ""
    """A situation in which the two readings part, where the register tells one."""


READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="SPP-2026-08",
        article="C.04.3:5.2.5 (2026), E.5 (2017)",
        question="Which numbers count for odd and even when players have not arrived yet?",
        taken="Players who have not been taken into account in any round have no number; the others keep theirs.",
        other="The number printed in the list of participants, whoever is there (Ainalrami, py4swiss).",
        why="Ruling of the Systems of Pairings and Programs department, August 2026; bbpPairings and JaVaFo agree.",
    ),
    Reading(
        identifier="ROUNDS-UNDECLARED",
        article="C.04.3:1.8 (2026), A.7 (2017); C.04.1:1",
        question="Is the last recorded round the final one when the file does not declare the number of rounds?",
        taken="No round is treated as the final one, so that nobody is a topscorer.",
        other="The last recorded round is the final one.",
        why="The number of rounds is declared beforehand (C.04.1:1); a file without it may be of an unfinished event.",
    ),
    Reading(
        identifier="FORFEIT-NOT-MET",
        article="C.04.2:3.4, 3.5",
        question="Does a forfeited game count as met, and does its colour count?",
        taken="No: the two may be paired again, and the round leaves no colour.",
        other="Colours of forfeited games kept in place (@echecs/swiss).",
        why="Article 3.4 treats the round as unplayed; 3.5 allows the pairing again.",
    ),
    Reading(
        identifier="FLOAT-BY-PAIRING-SCORE",
        article="C.04.3:1.4.2 (2026), A.4.b (2017); C.04.7:1.5",
        question="Are floats of accelerated rounds judged with or without virtual points?",
        taken="With the pairing score of the round concerned.",
        other="With the score of the standings.",
        why="Scoregroups are formed by the pairing score (C.04.7:1.5), and a float is a move between them.",
    ),
    Reading(
        identifier="BAKU-GROUP",
        article="C.04.7:1.2 (2026), rule 2 (until 2026)",
        question="Who is counted when the participants are split into the groups of the Baku acceleration?",
        taken="Those who are paired in the first round, the bye included; GA is rounded up to an even number.",
        other="Everybody in the list (bbpPairings 6, which does not round to an even number either).",
        why="Players who have not arrived have no number yet (SPP-2026-08), and GA ends at a number.",
    ),
    Reading(
        identifier="DUTCH-COLOUR-CONFLICT",
        article="C.04.3:1.7.1 (2026), A.6.a (2017)",
        question="What if the colour difference and the two latest colours ask for opposite colours?",
        taken="The colour difference decides.",
        other="The two latest colours decide.",
        why="It can arise only after three games of one colour in a row; bbpPairings reads it so.",
    ),
    Reading(
        identifier="DUTCH-TOPSCORER-MAXIMUM",
        article="C.04.3:1.8 (2026), A.7 (2017)",
        question="What is the maximum possible score when byes and acceleration are around?",
        taken="A win in every round played so far; compared with the pairing score.",
        other="The highest score that the player at hand could have reached.",
        why="The text speaks of one maximum for all; all engines compared read it so.",
    ),
    Reading(
        identifier="DUTCH-C11-REPEATED",
        article="C.04.3:2.4.6 [C11] (2026), C.9 (2017)",
        question="Who gets the same colour three times when both players have an absolute preference for one colour?",
        taken="The player to whom Article 5 (section E) does not grant the preference, if it repeats the two latest.",
        other="None known.",
        why="The colours are those that the regulation itself allocates.",
    ),
    Reading(
        identifier="DUTCH-C13-ABSOLUTE",
        article="C.04.3:2.4.8 [C13] (2026), C.11 (2017)",
        question="Does a missed absolute preference count as a missed strong one?",
        taken="No, if both preferences are absolute; against an absolute preference a strong one is missed and counts.",
        other="A missed absolute preference counts here too.",
        why="Strong and absolute are distinct kinds of preference in 1.7; bbpPairings agrees.",
    ),
    Reading(
        identifier="DUTCH-2026-C5-ROUND-WIDE",
        article="C.04.3:2.3.1 [C5] (2026)",
        question="Is the lowest score of the bye's assignee found bracket by bracket or for the round?",
        taken="For the round, before the first bracket; every bracket keeps it reachable.",
        other="In the last bracket only.",
        why="It ranks above every quality criterion of every bracket.",
    ),
    Reading(
        identifier="DUTCH-2026-C8-LOOK-AHEAD",
        article="C.04.3:2.4.3 [C8] (2026)",
        question="How well must the following bracket comply with [C1] to [C7]?",
        taken="As well as possible: fewest downfloaters, then their lowest scores; one bracket, the rest completable.",
        other="Pass or fail.",
        why="'Complies as much as possible' governs all quality criteria (2.4); all engines compared agree.",
    ),
    Reading(
        identifier="DUTCH-2026-C9-WHEN",
        article="C.04.3:2.4.4 [C9] (2026)",
        question="In which brackets does [C9] apply?",
        taken="Wherever exactly one player downfloats and nobody below may take the bye at the score of [C5].",
        other="In the last bracket only.",
        why="The note names the condition, not the bracket.",
    ),
    Reading(
        identifier="DUTCH-2026-C18-LIMBO",
        article="C.04.3:2.4.13, 2.4.15 [C18], [C20] (2026)",
        question="What is the score difference of a moved-down player who stays in the limbo?",
        taken="Larger than that of any pair, and growing with the player's score.",
        other="It does not count.",
        why="Such a player will meet somebody lower still. The paired ones are the complement, so the limbo decides.",
    ),
    Reading(
        identifier="DUTCH-2017-R1",
        article="C.04.3:A.9 (2017)",
        question="May downfloaters meet each other in the test whether the round can be completed?",
        taken="Yes.",
        other="No.",
        why="The test asks for a completion of the round, not of the next bracket.",
    ),
    Reading(
        identifier="DUTCH-2017-R2",
        article="C.04.3:A.9 (2017)",
        question="How are the PPB and the collapsed last bracket paired?",
        taken="The PPB with C.4 above C.5 and without C.7; then one heterogeneous bracket: its downfloaters are MDPs.",
        other="Several brackets merged one by one (2013).",
        why="The text says so; bbpPairings 5 agrees.",
    ),
    Reading(
        identifier="DUTCH-2017-R3",
        article="C.04.3:B.1.c (2017)",
        question="Is M1 the greatest number of MDPs that can be paired, or the number that the best PSD pairs?",
        taken="The number that the best PSD pairs.",
        other="The greatest number.",
        why="C.6 ranks PSDs; the text of 2026 was corrected accordingly.",
    ),
    Reading(
        identifier="DUTCH-2017-R4",
        article="C.04.3:A.8, A.9 (2017)",
        question="Which score do the players of the collapsed scoregroup count with?",
        taken="Each with its own.",
        other="All with one collapsed score.",
        why="A.8 defines score differences between players.",
    ),
    Reading(
        identifier="DUTCH-2017-R5",
        article="C.04.3:C.7 (2017)",
        question="By which criteria is the following bracket judged?",
        taken="Fewest unpaired players, then their scores from the highest, on C.1 to C.3 alone.",
        other="Its complete PSD.",
        why="With the number of pairs fixed the unpaired players' scores decide the PSD of a bracket.",
    ),
    Reading(
        identifier="DUTCH-2017-R6",
        article="C.04.3:C.7 (2017)",
        question="What if the following bracket is the last and its unpaired player may not take the bye?",
        taken="Such a player weighs as three unpaired ones.",
        other="As one.",
        why="The text is silent; bbpPairings 5 and JaVaFo agree.",
    ),
    Reading(
        identifier="DUTCH-2017-R7",
        article="C.04.3:C.12 to C.19 (2017)",
        question="Which floats of this round are compared with earlier ones?",
        taken="Every float that the candidate gives, with its score difference.",
        other="Those of residents only (2026).",
        why="The text of 2017 speaks of all players.",
    ),
    Reading(
        identifier="DUTCH-2017-R8",
        article="C.04.3:A.4.b (2017)",
        question="Are absences and forfeit losses downfloats?",
        taken="Yes.",
        other="No (2026).",
        why="'For whatever reason'.",
    ),
    Reading(
        identifier="DUTCH-2017-R9",
        article="C.04.1.d (until 2026)",
        question="Does a requested full-point bye bar from the pairing-allocated bye?",
        taken="No; a forfeit win and an earlier pairing-allocated bye do.",
        other="Yes (2026).",
        why="The text names the forfeit win only.",
    ),
    Reading(
        identifier="DUTCH-2017-BSN",
        article="C.04.3:D (2017)",
        question="Do the players of a remainder keep the sequence-numbers (BSNs) that they have in the bracket?",
        taken="No: the remainder is tagged anew, without the gaps that the opponents of moved-down players leave.",
        other="Yes: differences of exchanges are those of the bracket's numbers.",
        why="A.3 calls the remainder a pairing bracket, and BSNs are consecutive; so 4.1.1 of 2026, bbpPairings 5.",
    ),
    Reading(
        identifier="DUTCH-2017-R11",
        article="C.04.3:D.3 (2017)",
        question="Which sets of MDPs does an MDP-exchange reach?",
        taken="Every set of M1 MDPs, by highest differing score, then lowest sequence-numbers.",
        other="Only those reached by one swap.",
        why="D.3 sorts the resulting S1.",
    ),
    Reading(
        identifier="DUTCH-2013-IN-FORCE",
        article="C.04.3.1 (2013)",
        question="From which day are events judged by the text of 2013?",
        taken="From 1 January 2014, the year after it was passed; earlier events are not supported.",
        other="From the day of the congress.",
        why="The annotated edition names the year only; the texts before it differ.",
        example="An event of November 2013 has no edition here; one of 30 June 2017 has this one.",
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
    ),
    Reading(
        identifier="DUTCH-2013-TOPSCORER-OPPONENT",
        article="C.04.3.1:A.10, B.2 (2013)",
        question="Must both players be topscorers for B.2 to be waived, and does the other keep its protection?",
        taken="One is enough, and the other counts as a topscorer for the colour.",
        other="Both must be; or the other is protected.",
        why="The note to B.2 of 2013 says so after Annex 3 asked.",
        example="A (4.5 of 8, BWBWBWBB) and B (4.0, BBWBWBWB) both must have White: E.3 gives it to A.",
    ),
    Reading(
        identifier="DUTCH-2013-E2",
        article="C.04.3.1:E.2 (2013)",
        question="Of two absolute preferences, is that with the wider colour difference the stronger?",
        taken="No, only the kind counts; E.3 follows.",
        other="Yes (2017, 2026).",
        why="The text of 2013 has no such clause, as its commentary notes.",
        example="WWBWBW against BBWBWW, both due Black: the first gets White by E.3, since 2017 the second gets it.",
    ),
    Reading(
        identifier="DUTCH-2013-A7A-UNPLAYED",
        article="C.04.3.1:A.7.a (2013)",
        question="Do unplayed rounds break two games of one colour in a row?",
        taken="No: the two latest games count.",
        other="Yes: the two latest rounds count (the text before 2013).",
        why="Annex 3; the text of 2013 speaks of the rounds that the player played.",
        example="Black, White, a round not played, White: the preference for Black is absolute.",
    ),
    Reading(
        identifier="DUTCH-2013-D3",
        article="C.04.3.1:C.8.b, D.3 (2013)",
        question="Which M1 of the moved-down players are put into S1?",
        taken="First the highest M1, then the other sets by D.3, before any requirement is lowered.",
        other="The highest ones only (the text before 2013).",
        why="Annex 3 proposes the exchange; C.8.b and D.3 of 2013 contain it.",
        example="A (due White) and B (due Black) can meet C (due White) only: B meets C.",
    ),
    Reading(
        identifier="DUTCH-2013-UNPAIRED-MDP",
        article="C.04.3.1:C.4, C.6.b (2013)",
        question="Where are moved-down players who are not among the M1?",
        taken="In S2, so that they may be met there, and in the remainder.",
        other="They float at once.",
        why="C.4 puts all others into S2; Annex 3 does likewise.",
        example="S1 = {A}, S2 = {B, C, D, E} with A and B moved down.",
    ),
    Reading(
        identifier="DUTCH-2013-B3-A7D",
        article="C.04.3.1:A.7.d, B.3 (2013)",
        question="Does a strong preference in an odd round keep two players apart if that makes a higher score float?",
        taken="No: floaters' scores and score differences come before A.7.d.",
        other="Yes, as long as the number of floaters is the same.",
        why="A.7.d of 2013 names floaters with a higher score and pairs with a higher difference.",
        example="A (7.0, must have White), B (6.5, has met A), C (6.0, strong for White): A meets C, B floats.",
    ),
    Reading(
        identifier="DUTCH-2013-B3-B2",
        article="C.04.3.1:B.2, B.3 (2013)",
        question="Is B.2 waived for topscorers if that only lowers the score of a floater?",
        taken="Yes.",
        other="Only if it reduces their number (the text before 2013).",
        why="The note to B.2 of 2013 names the score of a floater.",
        example="As for A.7.d, in the last round, with an absolute preference of C.",
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
    ),
    Reading(
        identifier="DUTCH-2013-C13-MDP",
        article="C.04.3.1:C.13 (2013)",
        question="May a moved-down player of the penultimate bracket float again for the lowest one's sake?",
        taken="Not by itself: pairs of residents are given up, then the brackets are joined.",
        other="Yes.",
        why="The annotated edition says so of its fifth round; the pairs are the same there.",
        example="14 is moved down to 8 and 13, below is 12: the brackets are joined, and 14 meets 12.",
    ),
    Reading(
        identifier="DUTCH-2013-JOINED-ANEW",
        article="C.04.3.1:C.13 (2013)",
        question="What becomes of the pairing above two brackets that are joined?",
        taken="It is made again as if for the first time, and C.12 starts from there.",
        other="It stays as backtracking has left it.",
        why="Its downfloaters were changed for a bracket that is no more.",
        example=(
            "6 was moved down in place of 2 for the penultimate bracket; after joining, 2 is moved down if "
            "all can be paired."
        ),
    ),
    Reading(
        identifier="DUTCH-2013-C1-LAST",
        article="C.04.3.1:C.1 (2013)",
        question="Is a player without an opponent in the lowest bracket incompatible although the bye is to be given?",
        taken="No, if the player may have it.",
        other="Yes, C.13 follows at once.",
        why="The bye is a place in that bracket (A.5).",
        example="A lowest bracket of one player.",
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
    ),
    Reading(
        identifier="DUTCH-2013-UPFLOATS",
        article="C.04.3.1:C.10.a, C.10.b (2013)",
        question="Do B.5 and B.6 protect upfloaters in a bracket that is treated as homogeneous?",
        taken="Yes, wherever players of different scores meet.",
        other="No: C.10.a and b name heterogeneous brackets.",
        why="Such a bracket is heterogeneous by A.3, only its treatment differs.",
        example="In round 5 of the worked tournament C.10.a and C.10.b are tried in the joined bracket 14, 8, 13, 12.",
    ),
    Reading(
        identifier="DUTCH-2013-DOWNFLOATS",
        article="C.04.3.1:C.3.e, C.3.f (2013)",
        question="Whose downfloats do B.5 and B.6 look at?",
        taken="Of those who leave the bracket, or have the bye; not of those paired below their score in it.",
        other="Of everybody who meets a lower score.",
        why="The requirement is one of brackets that produce downfloaters.",
        example="In a joined bracket of an even number nobody is protected from a downfloat.",
    ),
    Reading(
        identifier="DUTCH-2013-Z",
        article="C.04.3.1:A.7.e, A.8 (2013)",
        question="Which pairs count for Z?",
        taken="Those in which both preferences are for one colour and neither is mild.",
        other="Those that miss a strong preference by E.2.",
        why="A.7.e speaks of pairs in which both have the same strong preference.",
        example="Mild White against strong White counts for X, not for Z.",
    ),
)

_BY_IDENTIFIER = {reading.identifier: reading for reading in READINGS}


def reading(identifier: str) -> Reading:
    """Return an entry of the register; KeyError if there is none."""
    return _BY_IDENTIFIER[identifier]
