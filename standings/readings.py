"""
The register of readings of C.07: where its text leaves two readings open, which one is taken and why.

Code refers to an entry by its identifier; where the other reading can be taken, `standings.rules.Rules` says so.
"""

from __future__ import annotations

from tournaments.readings import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="C07-EDITION-BY-START",
        article="C.07:1",
        question="Which edition applies to an event?",
        taken="The one in force on the day the event began; the newest where the file bears no date.",
        other="The one in force on the last day, or on the day the file is read.",
        why="Regulations are published before an event begins (4.1.1). Gacrux chooses in the same way.",
    ),
    Reading(
        identifier="C07-UNDECLARED-PAIRINGS",
        article="C.07:15.2",
        question="Were the pairings determined beforehand, when neither 192 nor 092 names a system?",
        taken="Yes, where everybody is scheduled against everybody else equally often; otherwise no.",
        other="Yes, where the number of rounds fits a round robin, whoever met whom (Gacrux).",
        why="A short Swiss of few players may have such a number of rounds.",
    ),
    Reading(
        identifier="C07-STD",
        article="C.07:7.7 (2026)",
        question="What is a forfeited round compared with, and a game that both lost?",
        taken="With the points of the scheduled opponent, wherever there is one.",
        other="Every round is compared with the points for a draw (Gacrux).",
        why="The text names the scheduled opponent first, and a draw's points for who had none.",
        example="A double forfeit, or a game that both lost: half a point each as taken, nothing otherwise.",
    ),
    Reading(
        identifier="C07-ROUNDS-OF-CAP",
        article="C.07:16.4.2 (2026)",
        question="What is the number of rounds in the tournament while it lasts?",
        taken="Those recorded.",
        other="Those scheduled.",
        why="Standings part-way are those of the rounds played; Gacrux, Ainalrami agree. Final standings are the same.",
    ),
    Reading(
        identifier="C07-LAST-ROUND",
        article="C.07:16.2.5",
        question="Is the last recorded round of an unfinished event the last round of the tournament?",
        taken="Yes.",
        other="No: rounds will follow, so that a requested bye there is not yet one at the end.",
        why="As before; final standings are the same.",
    ),
    Reading(
        identifier="C07-OVER-THE-BOARD",
        article="C.07:15.2 against 7.2 to 7.4, 8.2 and 10",
        question="Is a forfeit a game 'over the board' where pairings were determined beforehand?",
        taken="No.",
        other="Yes, since 15.2 makes it a regular game; not in Article 10 from 2026 on, nor a loss in Article 7.",
        why="'Over the board' is what these articles say of the game itself. Gacrux and Ainalrami agree.",
    ),
    Reading(
        identifier="C07-ELECTED",
        article="C.07:7.6 against 15.2 (2023, 2024)",
        question="Is a forfeit loss a round one elected to play where pairings were determined beforehand?",
        taken="Yes, since 15.2 makes it a regular game; no from 2026 on, where 15.2 says so.",
        other="No, in every edition (Gacrux).",
        why="The exception for Article 7 came with the edition of 2026.",
        example="A round robin of 2025, ranked by REP, with a forfeit.",
    ),
    Reading(
        identifier="C07-AOB-ROUNDING",
        article="C.07:8.2",
        question="Is the average of Buchholz rounded?",
        taken="No: averages are compared exactly, and written with decimals that tell them apart.",
        other="They are compared as they are written (Gacrux: two decimals below nine rounds, then three).",
        why="The text names no rounding, as it does for ratings.",
    ),
    Reading(
        identifier="C07-RATING-POINTS",
        article="C.07:10.2, 10.3",
        question="Which points make a performance where a win is not worth one?",
        taken="One, a half and nothing.",
        other="Those of the event's scoring.",
        why="The tables of the rating regulations are of fractional scores. Gacrux agrees.",
    ),
    Reading(
        identifier="C07-KOYA-MAXIMUM",
        article="C.07:9.2",
        question="What is the maximum possible score?",
        taken="A win in every round; with pairings determined beforehand, in every round one could be paired in.",
        other="A win in every round, also in an odd round robin.",
        why="A free round brings nothing there. Gacrux and Ainalrami agree.",
    ),
    Reading(
        identifier="C07-KOYA-LIMIT",
        article="C.07:14.5",
        question="What does KS/L1, without a sign, mean?",
        taken="The limit raised by one half point, as KS/L+1.",
        other="A percentage (Gacrux: L50).",
        why="MTB26 has signs and half points; the verification checklist writes L1. Two digits need a sign.",
    ),
    Reading(
        identifier="C07-FORE-FORFEIT",
        article="C.07:8.3",
        question="What is a forfeit of the final round in Fore Buchholz?",
        taken="A paired game, and so a draw; byes before it are then followed by a round that is not a VUR.",
        other="An unplayed round like any other.",
        why="The text says paired games, not games played. Gacrux agrees; so do the committee's exercises.",
    ),
    Reading(
        identifier="C07-CUT-ALL",
        article="C.07:14",
        question="What is left when as much is cut as there is?",
        taken="Nothing: a sum of 0, no average; who has no average ranks last.",
        other="One value is kept (tiebreak-core).",
        why="The text makes no exception. The committee's exercises know no definite rule.",
    ),
    Reading(
        identifier="C07-CUT-AGAIN",
        article="C.07:16.5",
        question="Does a second cut begin anew?",
        taken="Yes: again the lowest contribution of a VUR, or the least significant value if that is higher.",
        other="The two are found once, before the first cut.",
        why="The text is reapplied for each further cut of least significant values; Gacrux agrees.",
    ),
    Reading(
        identifier="C07-PLAYED",
        article="C.07:6.1.1; MTB26 /P",
        question="What does /P do to BH, SB and FB?",
        taken="Forfeits count with the scheduled opponent's adjusted score, and are not VURs; adjusted scores stay.",
        other="None known.",
        why="MTB26 points to an article that is no longer there; Gacrux agrees.",
    ),
    Reading(
        identifier="C07-ENCOUNTER-GROUP",
        article="C.07:4.2, 6",
        question="Among whom does direct encounter look, where other tie-breaks come before it?",
        taken="Those who are still tied at its place in the list.",
        other="All who have the same score.",
        why="4.2 speaks of each subgroup still tied.",
    ),
    Reading(
        identifier="C07-ENCOUNTER-REST",
        article="C.07:6.3",
        question="What happens to the rest once somebody is ranked?",
        taken="Article 6 starts again with the rest alone; where these have all met, by 6.2.",
        other="The rest stays in the separate standings of all.",
        why="The closing line of Article 6 reapplies it to all remaining participants.",
    ),
    Reading(
        identifier="C07-FORFEIT-AGAINST-NOBODY",
        article="C.07:16.2",
        question="What is a forfeit without an opponent, as old files have it?",
        taken="A win is a bye that was not requested, a loss an absence.",
        other="A forfeit whose opponent is not known.",
        why="16.4.1 needs a scheduled opponent.",
    ),
    Reading(
        identifier="C07-SHORT-GAME",
        article="C.07:15.1",
        question="Is a game of less than one move a game?",
        taken="Yes, for every tie-break.",
        other="Not for those of Article 10.",
        why="Article 15 does not name them, and pairing counts them; all programs compared agree.",
    ),
    Reading(
        identifier="C07-ASSIGNED-POINTS",
        article="C.07:4.2; TRF 299",
        question="Do points by TRF 299 count in tie-breaks?",
        taken="In the score, own and the opponents'; per round only where they replace the points of a result.",
        other="In the points alone.",
        why="A penalty changes the score, and tie-breaks are made of scores.",
    ),
    Reading(
        identifier="C07-DRAW-BY-COLOUR",
        article="C.07:16.3, 16.4.2",
        question="What is a draw worth where it depends on the colour?",
        taken="What it is worth with White.",
        other="None known.",
        why="Unplayed rounds have no colour.",
    ),
    Reading(
        identifier="C07-UNRATED",
        article="C.07:10",
        question="What if players are unrated and the file does not say how they count?",
        taken="The list is applied up to that code, and said to end there.",
        other="They count as 0 (lila, tiebreak-core), or the code is passed over.",
        why="Article 10 leaves it to rules published before the event, which the file cannot tell.",
    ),
    Reading(
        identifier="C07-WORST-RESULT",
        article="C.07:14.1.1 (2023)",
        question="Does cutting the worst result of 2023 differ from cutting the lowest contribution of 2024?",
        taken="No: among opponents of one score the worst result is the lowest contribution.",
        other="None known.",
        why="A contribution is the score times the result, and scores are not negative.",
    ),
)


def reading(identifier: str) -> Reading:
    """Return an entry of the register; KeyError if there is none."""
    return {entry.identifier: entry for entry in READINGS}[identifier]
