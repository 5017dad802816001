"""Readings of the Dutch System, editions of 2017 and 2026."""

from __future__ import annotations

from reference_engines.readings.reading import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="DUTCH-COLOUR-CONFLICT",
        article="C.04.3:1.7.1 (2026), A.6.a (2017)",
        question="What if the colour difference and the two latest colours ask for opposite colours?",
        taken="The colour difference decides.",
        other="The two latest colours decide.",
        why="It can arise only after three games of one colour in a row; bbpPairings reads it so.",
        not_followed=(
            "Only a third game of one colour in a row, which few rounds allow, makes a difference; nobody is known to "
            "follow it."
        ),
    ),
    Reading(
        identifier="DUTCH-TOPSCORER-MAXIMUM",
        article="C.04.3:1.8 (2026), A.7 (2017)",
        question="What is the maximum possible score when byes and acceleration are around?",
        taken="A win in every round played so far; compared with the pairing score.",
        other="The highest score that the player at hand could have reached.",
        why="The text speaks of one maximum for all; all engines compared read it so.",
        not_followed="It is not definite what a player could have reached with byes; nobody is known to follow it.",
    ),
    Reading(
        identifier="DUTCH-C11-REPEATED",
        article="C.04.3:2.4.6 [C11] (2026), C.9 (2017)",
        question="Who gets the same colour three times when both players have an absolute preference for one colour?",
        taken="The player to whom Article 5 (section E) does not grant the preference, if it repeats the two latest.",
        other="None known.",
        why="The colours are those that the regulation itself allocates.",
        not_followed="No other side is known.",
    ),
    Reading(
        identifier="DUTCH-C13-ABSOLUTE",
        article="C.04.3:2.4.8 [C13] (2026), C.11 (2017)",
        question="Does a missed absolute preference count as a missed strong one?",
        taken="No, if both preferences are absolute; against an absolute preference a strong one is missed and counts.",
        other="A missed absolute preference counts here too.",
        why="Strong and absolute are distinct kinds of preference in 1.7; bbpPairings agrees.",
        not_followed=(
            "It can matter among topscorers of a final round alone, after [C10] and [C11]; nobody is known to follow "
            "it."
        ),
    ),
    Reading(
        identifier="DUTCH-2026-C5-ROUND-WIDE",
        article="C.04.3:2.3.1 [C5] (2026)",
        question="Is the lowest score of the bye's assignee found bracket by bracket or for the round?",
        taken="For the round, before the first bracket; every bracket keeps it reachable.",
        other="In the last bracket only.",
        why="It ranks above every quality criterion of every bracket.",
        not_followed=(
            "Nobody is known to follow it: in the last bracket alone [C5] could not rank above the criteria of the "
            "others."
        ),
    ),
    Reading(
        identifier="DUTCH-2026-C8-LOOK-AHEAD",
        article="C.04.3:2.4.3 [C8] (2026)",
        question="How well must the following bracket comply with [C1] to [C7]?",
        taken="As well as possible: fewest downfloaters, then their lowest scores; one bracket, the rest completable.",
        other="Pass or fail.",
        why="'Complies as much as possible' governs all quality criteria (2.4); all engines compared agree.",
        not_followed="Nobody is known to follow it: the article says as much as possible.",
    ),
    Reading(
        identifier="DUTCH-2026-C9-WHEN",
        article="C.04.3:2.4.4 [C9] (2026)",
        question="In which brackets does [C9] apply?",
        taken="Wherever exactly one player downfloats and nobody below may take the bye at the score of [C5].",
        other="In the last bracket only.",
        why="The note names the condition, not the bracket.",
        not_followed="Nobody is known to follow it, and the note of the article names the condition.",
    ),
    Reading(
        identifier="DUTCH-2026-C18-LIMBO",
        article="C.04.3:2.4.13, 2.4.15 [C18], [C20] (2026)",
        question="What is the score difference of a moved-down player who stays in the limbo?",
        taken="Larger than that of any pair, and growing with the player's score.",
        other="It does not count.",
        why="Such a player will meet somebody lower still. The paired ones are the complement, so the limbo decides.",
        not_followed="Nobody is known to follow it: those left over would count for less than the others.",
    ),
    Reading(
        identifier="DUTCH-2017-R1",
        article="C.04.3:A.9 (2017)",
        question="May downfloaters meet each other in the test whether the round can be completed?",
        taken="Yes.",
        other="No.",
        why="The test asks for a completion of the round, not of the next bracket.",
        not_followed=(
            "Nobody is known to follow it: it is another procedure of completion, and makes rounds impossible that "
            "can be paired."
        ),
    ),
    Reading(
        identifier="DUTCH-2017-R2",
        article="C.04.3:A.9 (2017)",
        question="How are the PPB and the collapsed last bracket paired?",
        taken="The PPB with C.4 above C.5 and without C.7; then one heterogeneous bracket: its downfloaters are MDPs.",
        other="Several brackets merged one by one (2013).",
        why="The text says so; bbpPairings 5 agrees.",
        not_followed="It is the procedure of 2013, which has an edition of its own; the text of 2017 says otherwise.",
    ),
    Reading(
        identifier="DUTCH-2017-R3",
        article="C.04.3:B.1.c (2017)",
        question="Is M1 the greatest number of MDPs that can be paired, or the number that the best PSD pairs?",
        taken="The number that the best PSD pairs.",
        other="The greatest number.",
        why="C.6 ranks PSDs; the text of 2026 was corrected accordingly.",
        not_followed="The text of 2026 answers it.",
    ),
    Reading(
        identifier="DUTCH-2017-R4",
        article="C.04.3:A.8, A.9 (2017)",
        question="Which score do the players of the collapsed scoregroup count with?",
        taken="Each with its own.",
        other="All with one collapsed score.",
        why="A.8 defines score differences between players.",
        not_followed="A.8 answers it: differences are those of players.",
    ),
    Reading(
        identifier="DUTCH-2017-R5",
        article="C.04.3:C.7 (2017)",
        question="By which criteria is the following bracket judged?",
        taken="Fewest unpaired players, then their scores from the highest, on C.1 to C.3 alone.",
        other="Its complete PSD.",
        why="With the number of pairs fixed the unpaired players' scores decide the PSD of a bracket.",
        not_followed="It is not definite how far a complete PSD of the following bracket looks ahead in its turn.",
    ),
    Reading(
        identifier="DUTCH-2017-R6",
        article="C.04.3:C.7 (2017)",
        question="What if the following bracket is the last and its unpaired player may not take the bye?",
        taken="Such a player weighs as three unpaired ones.",
        other="As one.",
        why="The text is silent; bbpPairings 5 and JaVaFo agree.",
        not_followed="Nobody is known to follow it; the text gives no weight.",
    ),
    Reading(
        identifier="DUTCH-2017-R7",
        article="C.04.3:C.12 to C.19 (2017)",
        question="Which floats of this round are compared with earlier ones?",
        taken="Every float that the candidate gives, with its score difference.",
        other="Those of residents only (2026).",
        why="The text of 2017 speaks of all players.",
        not_followed="It is the text of 2026, which is judged by its own edition.",
    ),
    Reading(
        identifier="DUTCH-2017-R8",
        article="C.04.3:A.4.b (2017)",
        question="Are absences and forfeit losses downfloats?",
        taken="Yes.",
        other="No (2026).",
        why="'For whatever reason'.",
        not_followed="It is the text of 2026, which is judged by its own edition.",
    ),
    Reading(
        identifier="DUTCH-2017-R9",
        article="C.04.1.d (until 2026)",
        question="Does a requested full-point bye bar from the pairing-allocated bye?",
        taken="No; a forfeit win and an earlier pairing-allocated bye do.",
        other="Yes (2026).",
        why="The text names the forfeit win only.",
        not_followed="It is the text of 2026, which is judged by its own edition.",
    ),
    Reading(
        identifier="DUTCH-2017-BSN",
        article="C.04.3:D (2017)",
        question="Do the players of a remainder keep the sequence-numbers (BSNs) that they have in the bracket?",
        taken="No: the remainder is tagged anew, without the gaps that the opponents of moved-down players leave.",
        other="Yes: differences of exchanges are those of the bracket's numbers.",
        why="A.3 calls the remainder a pairing bracket, and BSNs are consecutive; so 4.1.1 of 2026, bbpPairings 5.",
        not_followed=(
            "Nobody is known to follow it: A.3 calls the remainder a pairing bracket, with numbers of its own."
        ),
    ),
    Reading(
        identifier="DUTCH-2017-R11",
        article="C.04.3:D.3 (2017)",
        question="Which sets of MDPs does an MDP-exchange reach?",
        taken="Every set of M1 MDPs, by highest differing score, then lowest sequence-numbers.",
        other="Only those reached by one swap.",
        why="D.3 sorts the resulting S1.",
        not_followed="Nobody is known to follow it: D.3 sorts all the resulting S1.",
    ),
)
