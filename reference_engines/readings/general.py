"""Readings that concern every system: numbers, forfeits, acceleration."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="SPP-2026-08",
        article=(
            "C.04.3:5.2.5 (2026), E.5 (2017, 2013); C.04.4.1:5.2.1 (2026), E.0 (2018); C.04.4.2:5.2.1 (2026), E.0 "
            "(2018); C.04.5:4.3.1; C.04.2:2.4"
        ),
        question="Which numbers count for odd and even when players have not arrived yet?",
        taken="Players who have not been taken into account in any round have no number; the others keep theirs.",
        other=(
            "The number printed in the list of participants, whoever is there (Ainalrami, py4swiss); or a player with "
            "a half- or full-point bye has been taken into account."
        ),
        why="Ruling of the Systems of Pairings and Programs department, August 2026; bbpPairings and JaVaFo agree.",
        example=(
            "In round 1 player 3 has a half-point bye: number 5 is the fourth then, so that it is even; it is the "
            "fifth if the bye is enough."
        ),
        answered="by the Systems of Pairings and Programs department, August 2026",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="ROUNDS-UNDECLARED",
        article="C.04.3:1.8 (2026), A.7 (2017); C.04.5:2.3.4, 2.3.5; C.04.1:1; C.04.7:1.4.1",
        question="Is the last recorded round the final one when the file does not declare the number of rounds?",
        taken=(
            "No round is treated as the final one, so that nobody is a topscorer and floats count; the Baku "
            "acceleration is that of one round more than are recorded."
        ),
        other="The last recorded round is the final one; the Baku acceleration is that of another number of rounds.",
        why="The number of rounds is declared beforehand (C.04.1:1); a file without it may be of an unfinished event.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="INITIAL-UNDECLARED",
        article=(
            "C.04.3:5.1, 5.2.5 (2026), E.5 (2017); C.04.4.1:5.1 (2026); C.04.4.2:5.1 (2026); C.04.5:4.1; C.04.6:4.1"
        ),
        question="Which colour was drawn before the first round when the file does not declare it?",
        taken="The one inferred from the colours of the first round that shows any; White if none does.",
        other="The other colour; where the first round is itself in question, so is what was inferred from it.",
        why="The lots are drawn once (C.04.3:5.1), so that one colour holds for the whole event.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="FORFEIT-NOT-MET",
        article="C.04.2:3.4, 3.5",
        question="Does a forfeited game count as met, and does its colour count?",
        taken="No: the two may be paired again, and the round leaves no colour.",
        other="Colours of forfeited games kept in place (@echecs/swiss).",
        why="Article 3.4 treats the round as unplayed; 3.5 allows the pairing again.",
        not_followed="The articles answer it: an unplayed game is none, its colour included.",
    ),
    Reading(
        identifier="FLOAT-BY-PAIRING-SCORE",
        article="C.04.3:1.4.2 (2026), A.4.b (2017); C.04.7:1.5",
        question="Are floats of accelerated rounds judged with or without virtual points?",
        taken="With the pairing score of the round concerned.",
        other="With the score of the standings.",
        why="Scoregroups are formed by the pairing score (C.04.7:1.5), and a float is a move between them.",
        not_followed="The article answers it for players; among teams it is followed, by TEAM-FLOAT.",
    ),
    Reading(
        identifier="BAKU-GROUP",
        article="C.04.7:1.2 (2026), rule 2 (until 2026)",
        question="Who is counted when the participants are split into the groups of the Baku acceleration?",
        taken="Those who are paired in the first round, the bye included; GA is rounded up to an even number.",
        other="Everybody in the list (bbpPairings 6, which does not round to an even number either).",
        why="Players who have not arrived have no number yet (SPP-2026-08), and GA ends at a number.",
        not_followed="Of players: whoever splits them otherwise lists the points (250, XXA). Of teams it is followed.",
        question_in_short="who is counted for the groups of the acceleration",
        other_side=OtherSide.FOLLOWED_FOR_TEAMS,
    ),
)
