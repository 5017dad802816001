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
        identifier="DUTCH-2017-R11",
        article="C.04.3:D.3 (2017)",
        question="Which sets of MDPs does an MDP-exchange reach?",
        taken="Every set of M1 MDPs, by highest differing score, then lowest sequence-numbers.",
        other="Only those reached by one swap.",
        why="D.3 sorts the resulting S1.",
    ),
)

_BY_IDENTIFIER = {reading.identifier: reading for reading in READINGS}


def reading(identifier: str) -> Reading:
    """Return an entry of the register; KeyError if there is none."""
    return _BY_IDENTIFIER[identifier]
