"""Readings of the Double-Swiss System (C.04.5)."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="DOUBLE-FILE",
        article="C.04.5:0 (Preface), 1.6, 4.4; C.02.03, Annexure A",
        question="How does a file record a match of two games?",
        taken="In two rounds: the first game in rounds 1, 3, 5..., the second in rounds 2, 4, 6...",
        other="In one round, with half of the match's points.",
        why=(
            "A round of a file has one result for a player, and none of them is a match of 1.5 to 0.5; the Preface "
            "also needs games forfeited one by one. Double round robins are recorded so, too."
        ),
        example=(
            "Match 2 is rounds 3 and 4 of the file. The bye of 1.5 points is U in one of them and H in the other, if "
            "the file gives no other points for it."
        ),
        not_followed="A result of one round cannot tell what both games gave; such a file is refused.",
        question_in_short="how a file records a match",
        taken_in_short="two rounds",
        other_in_short="one round",
    ),
    Reading(
        identifier="DOUBLE-FOLLOWING-GRADED",
        article="C.04.5:2.3.3 [C6]",
        question="What if no set of upfloaters lets the following scoregroup do with the least that its size asks for?",
        taken="The sets that let it come nearest are kept: its upfloaters are counted.",
        other="All sets fail alike, and the criterion is passed over.",
        why="Criteria are complied with as much as possible (2.3); so it is with teams.",
        question_in_short="[C6] where every set fails",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-FOLLOWING",
        article="C.04.5:2.3.3 [C6]",
        question="Which scoregroup is the following one if its only player has the bye?",
        taken="That one, so that nothing is asked: it is empty.",
        other="The next one of which somebody is left.",
        why="It follows in the standing, and the article asks nothing of a scoregroup that is empty.",
        example="3.0 needs an upfloater, the only player of 2.5 has the bye: [C6] does not look at 2.0.",
        question_in_short="which scoregroup follows",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-OPPONENTS",
        article="C.04.5:2.3.5 [C8]",
        question="Whose opponents are meant where two upfloaters of different scores meet?",
        taken="It makes no difference: two upfloaters never meet.",
        other="None known.",
        why="If they may meet, both can be left out of the set, which [C4] prefers.",
        not_followed="No pairing parts the readings.",
    ),
    Reading(
        identifier="DOUBLE-BAKU",
        article="C.04.7:1.4.2",
        question="What are the virtual points of the Baku acceleration?",
        taken="Two wins, as many points as a match can give, then half of that.",
        other="One win, since points are assigned for each game, then half of that.",
        why="They stand for a round that was won, as the match points of teams do; a round here is a match.",
        question_in_short="virtual points of the Baku acceleration",
        taken_in_short="2, then 1",
        other_in_short="1, then 0.5",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-SINGLE-FORFEITS",
        article="C.04.5:0 (Preface), 2.1.1 [C1]",
        question="Have two met of whom each forfeited one game of their match?",
        taken="Yes.",
        other="No, since no game was played.",
        why="A match ends by forfeit only if somebody forfeits both games; in all other cases it is regularly played.",
        example="Players 1 and 5 have + and - in one round and - and + in the next: they do not meet again.",
        question_in_short="whether two single forfeits are a match that was played",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-COLOUR",
        article="C.04.5:1.6",
        question="Which colour does a match give of which only the second game was played?",
        taken="That of the first game, as it was scheduled.",
        other="That of the game that was played.",
        why="A game at least was played, and the colour is that with which the player was scheduled to play the first.",
        question_in_short="colour of a match whose first game was forfeited",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-MATCHES",
        article="C.04.5:3.4.3",
        question="Is a match of two single forfeits one of the matches played, by which the bye goes?",
        taken="Yes.",
        other="No, since no game was played.",
        why="It is regularly played (Preface); a match that ended by forfeit is not.",
        question_in_short="matches played, for the bye",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-FLOAT",
        article="C.04.5:1.5",
        question="Does a match that ended by forfeit make floaters of the two?",
        taken="No.",
        other="Yes, since they were paired with different scores.",
        why="A floater is a player who plays against an opponent with a different score.",
        question_in_short="who floated",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="DOUBLE-BEGINNERS",
        article="C.04.5:4.3.1",
        question="Who has White of two who have had no colour, if one of them has played a match of single forfeits?",
        taken="Who has it by 4.3.1, as if neither had played.",
        other="The article does not apply, and none of the others decides: whoever the arbiter says.",
        why="By the letter of 'yet to play a match' no article would give the two their colours.",
        question_in_short="colours of two without any",
        other_side=OtherSide.LEFT_OPEN,
    ),
)
