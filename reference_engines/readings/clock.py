"""Readings that concern the Clock system of 2012."""

from __future__ import annotations

from reference_engines.readings.reading import Reading

_GENERAL_RULE = "The general rules for Swiss systems (C.04.1) hold for every one of them."

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="CLOCK-NUMBERS",
        article="Pairing numbers, Appendix A (2012)",
        question="Are the numbers of a file ranking numbers or pairing numbers?",
        taken="Ranking numbers: Appendix A makes the pairing numbers from the order of the list.",
        other="Pairing numbers already, from 1 in the order of the file's numbers.",
        why="Every report file numbers its players by rating and title, which is what item [a] asks of the ranking.",
        example="27 players: the opponent of ranking number 1 in the first round is 14, not 2.",
    ),
    Reading(
        identifier="CLOCK-LIST",
        article="Pairing numbers, Appendix A (2012)",
        question="Who is numbered when somebody of the list is not there in the first round?",
        taken="Everybody in the list, once for all.",
        other="Those who are paired in the first round; later arrivals get the following numbers.",
        why="Numbers are assigned before the start, when nobody has yet been paired or absent.",
        example="Of six players 4 comes late: 1 meets 3, 6 meets 2, and 5 has the bye; otherwise 1-3, 2-5, and 6.",
    ),
    Reading(
        identifier="CLOCK-FIRST-ROUND",
        article="Appendix B (2012)",
        question="Which colours has a pair of the first round that the grid did not foresee, because somebody is away?",
        taken="The lower pairing number has the colour of the grid.",
        other="The higher one has; no colours follow from the text, and any are open.",
        why="It is the lower pairing number too that decides at the end of Appendix B.",
        example="If 2 is away, 1 meets 3; in the grid both may have White.",
    ),
    Reading(
        identifier="CLOCK-COMPATIBLE",
        article="Compatibility (2012)",
        question="Is it enough that two have not met, or that their absolute preferences differ?",
        taken="Both are asked for; the exception of the last round concerns the colours only.",
        other='Either, as the word "or" says: players could meet again, or have one colour three times in a row.',
        why=f"{_GENERAL_RULE} Nobody may be met twice, in the last round or any other.",
        not_followed="A repeated game, or a colour three times in a row, breaks those rules whatever the text says.",
    ),
    Reading(
        identifier="CLOCK-MAXIMUM",
        article="Compatibility (2012)",
        question="What is the maximum possible, of which both must have more than half in the last round?",
        taken="A win in every round so far, against which the pairing score is held.",
        other="The last round included.",
        why="The exception is used before the last round is played.",
    ),
    Reading(
        identifier="CLOCK-TWICE-IN-A-ROW",
        article="Absolute color preference, Appendix B (2012)",
        question="Does a round without a game stand between two games of one colour?",
        taken="No: the two latest games count, and an unplayed round leaves neither colour nor meeting.",
        other="Yes, they are not in a row.",
        why="Appendix B discards unplayed games when histories are compared.",
    ),
    Reading(
        identifier="CLOCK-CONFLICT",
        article="Absolute color preference (2012)",
        question="What is preferred if the difference asks for one colour and the two latest games for the other?",
        taken="That of the difference.",
        other="That of the two latest games.",
        why="As in the FIDE (Dutch) System; it takes three games of one colour in a row to come about.",
        example="WWWWBB: the difference is +2, so Black is preferred.",
    ),
    Reading(
        identifier="CLOCK-BYE-TWICE",
        article="Compatibility (2012)",
        question="May a player have the bye again if it was worth no points?",
        taken="No.",
        other="Yes: only points without play make a player incompatible with the bye.",
        why=f"{_GENERAL_RULE} And who has had the bye has met that fictitious player.",
    ),
    Reading(
        identifier="CLOCK-BYE-PICKS",
        article="Odd number of players; Picker, picked (2012)",
        question="Can the bye be the picker?",
        taken="Yes, when it is the first after the pivot and nobody unpaired has points.",
        other="No: it is passed over, and can only be picked.",
        why="It is added as a player, with a score and a place at the table, and nothing excepts it.",
        example="Of five players 3 picks 5, and nobody left has points: the bye, next after 5, picks 1, not 1 2.",
    ),
    Reading(
        identifier="CLOCK-RESTART",
        article="Backtracking (2012)",
        question="When a pair is undone, are the candidates passed over before it looked at again?",
        taken=(
            "Yes: the search starts anew with the highest score, the pivot at the undone opponent, who alone is barred."
        ),
        other="No: it goes on where it stopped; or it starts anew, but who is barred is not a candidate any more.",
        why="The text sets the pivot and lets the search restart; discarded candidates are not called incompatible.",
        example=(
            "1 picks 3, which is undone; 5, of the same score, is not compatible. The new search passes 5, then 3, and "
            "comes to 4 below; going on, it would come from 5 to 6."
        ),
    ),
    Reading(
        identifier="CLOCK-FORBIDDEN",
        article="Compatibility (2012)",
        question="What of players whom the organiser keeps apart?",
        taken="They are not compatible.",
        other="The text knows no such players.",
        why="It is what every other system makes of them.",
        not_followed="It would be held against the organiser's own word.",
    ),
    Reading(
        identifier="CLOCK-OPPOSITE-ABSOLUTE",
        article="Appendix B (2012)",
        question="What if both have an absolute preference, for opposite colours?",
        taken="Both get their colour.",
        other="Neither is the only one with a preference, so the difference of games decides, then the history.",
        why="For each colour just one player has the preference; otherwise both could get a third one in a row.",
        example="WWBWWBB and BBWBBWW: by the difference the second would have White for the third time.",
    ),
    Reading(
        identifier="CLOCK-SHORT-HISTORY",
        article="Appendix B (2012)",
        question="Did the colours of two players differ where only one of them has played?",
        taken="No: no colour is no different colour, and only games that stand opposite each other are compared.",
        other="Yes: who had Black where the other had no game gets White.",
        why="White goes to who had Black where the colours were different, which takes two colours.",
        example="WBWB against WB: equal difference, and every game of the shorter history is equal; points decide.",
    ),
    Reading(
        identifier="CLOCK-NO-COLOUR",
        article="Appendix B (2012)",
        question="Which colour has the lower pairing number if that player has not played yet?",
        taken="That of the first round in the grid.",
        other="The opposite one; none follows from the text, and any is open.",
        why="It is the only colour that the player has been given.",
    ),
    Reading(
        identifier="CLOCK-BOARDS",
        article="Picker, picked (2012)",
        question="In which order do the pairs stand on the boards?",
        taken="As they are made.",
        other="By score, as the other systems publish them.",
        why="The example of Appendix A lists its first round so, and pickers come by score anyhow.",
        not_followed="Boards are compared only where that is asked for; another order is not held against a round.",
    ),
)
