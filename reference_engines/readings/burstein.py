"""Readings of the Burstein System, editions of 2018 and 2026."""

from __future__ import annotations

from reference_engines.readings.reading import OtherSide, Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="BURSTEIN-LOOK-AHEAD",
        article="C.04.4.2:2.3.3 [C7] (2026), C.7 (2018)",
        question="How well must the following bracket comply with [C1] to [C6]?",
        taken="As well as possible: its fewest floaters, then their lowest scores; one bracket, the rest completable.",
        other=(
            "Wholly, or it does not matter how well: wholly is with all of its players paired, but for one of its "
            "residents where their number is odd."
        ),
        why="2018 says 'in the best possible way'; 2.3 has all its criteria complied with as much as possible.",
        example=(
            "By one set of floaters the following bracket leaves a player of 2.0 unpaired, by another one of 1.5, and "
            "by none it is whole: the second set is taken; otherwise the colours may choose the first."
        ),
        question_in_short="how well the following bracket must comply",
        taken_in_short="as well as possible",
        other_in_short="wholly (all paired, but for one resident of an odd number), or it does not matter",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-ABSENT",
        article="C.04.4.2:1.7.2, exception (2026), A.6.b.1 (2018)",
        question="Which zero-point byes in a row count as draws for a player's opponents?",
        taken="Those before the round to be paired, if the player is not there for that round either.",
        other=(
            "Those up to the latest round played, whether or not the player is back; or, of a series up to that round, "
            "those before it."
        ),
        why=(
            "The series goes up to the current round, and of it those of previous rounds are taken: so the current "
            "round, which is being paired, has one too. If the current round is the latest one played, its own bye is "
            "not among those of previous rounds."
        ),
        example=(
            "A player is away in rounds 3 and 4: for the pairing of round 5 the opponents' Index counts two draws "
            "more only if the player is away in round 5, too; otherwise two in any case, or that of round 3 alone."
        ),
        question_in_short="which zero-point byes in a row count as draws for opponents",
        taken_in_short="those before the round to be paired, if the player is away then, too",
        other_in_short="those up to the latest round played; or of these all but the last",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-ABSENT-FORFEIT",
        article="C.04.4.2:1.7.2, exception (2026), A.6.b.1 (2018)",
        question="Is a game lost by forfeit in a series of zero-point byes?",
        taken="No: it interrupts the series.",
        other="Yes, since the player was away and had no points (whichever way BURSTEIN-ABSENT is read).",
        why="The article says byes; a player whose game is forfeited was paired.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-ODD-VALUES",
        article="C.04.4.2:1.7.2 (2026), A.6.b.1 (2018)",
        question="What is a round without a game worth in Sonneborn-Berger if its points are those of no result?",
        taken="Its points times the player's own current score.",
        other="The nearest of win, draw and loss.",
        why="Sonneborn-Berger multiplies points by scores (1.7.1), and no other result gives that many points.",
        not_followed=(
            "It takes a scoring in which a bye is worth neither a win, nor a draw, nor a loss; nobody is known to "
            "follow it."
        ),
        question_in_short="points without a game that are those of no result",
    ),
    Reading(
        identifier="BURSTEIN-PAIRS-COMPLETION",
        article="C.04.4.2:3.2.1.2 (2026), B.1 (2018)",
        question="Is the greatest number of pairs found before or after completion ([C4])?",
        taken="After: the most pairs with which all others can still be paired.",
        other="Before: the most pairs that the bracket's own players come to.",
        why="The article counts [C4] among what is complied with, and without it the round could not be finished.",
        not_followed="No pairing complies with it where the two differ.",
    ),
    Reading(
        identifier="BURSTEIN-FLOATERS-RANK",
        article="C.04.4.2:1.8, note (2026), A.7, note (2018)",
        question="Where are incoming floaters ranked in a bracket?",
        taken="Among its residents, by Index and TPN.",
        other="Before the residents, by score (@echecs/swiss).",
        why="The note says that scores are not used in the ranking order.",
        not_followed="The note answers it.",
    ),
    Reading(
        identifier="BURSTEIN-BEGINNERS",
        article="C.04.4.2:5.2.1 (2026), E.0 (2018)",
        question="Who is the higher ranked of two players who have yet to play?",
        taken="Who has the higher Index, then the smaller TPN.",
        other="Who has more points, then the smaller TPN (py4swiss, as in the Dubov System).",
        why="The article refers to 1.8 (A.7).",
        example=(
            "Players 1 (0.5) and 3 (0, and a virtual point) have had no game: 1 is ranked higher by the Index. Without "
            "virtual points the two orders are one: Buchholz is then the score times the rounds."
        ),
        question_in_short="who is higher ranked of two who have yet to play",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-SEEDING-EDITION",
        article="C.04.4.2:1.6 (2026), A.5 (2018)",
        question="By which edition of the Dutch system are seeding rounds paired?",
        taken="By the one in force with the edition of the Burstein System: 2026 with 2026, 2017 with 2018.",
        other="In an event during which the editions changed, by the other one.",
        why="The article names the system, and an event follows the rules in force at its start.",
        question_in_short="the edition of the Dutch system in seeding rounds",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-GAMES",
        article="C.04.4.2:3.1.4 (2026), B.0.d (2018)",
        question="Is a forfeited game a game played, where the bye goes to whoever has played most?",
        taken="No: games over the board are counted.",
        other="Yes: games that were scheduled are counted.",
        why="The Index of the same text treats a forfeited game as a round in which the player does not play.",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-FULL-POINT-BYE",
        article="C.04.4.2:2.1.2, 3.1.1 (2026), C.2, B.0.a (2018)",
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
        identifier="BURSTEIN-ACCELERATION",
        article="C.04.4.2:1.2, 1.7.2, 3.1.3 (2026), A.2, A.6.b.2, B.0.c (2018)",
        question="Which score is used where there are virtual points?",
        taken="The pairing score, which has them in it, for brackets, criteria and bye; the Index is without them.",
        other="The score without virtual points for the bye (3.1.3).",
        why="Scoregroups are formed by the pairing score (C.04.7:1.5); the Index has an article of its own.",
        question_in_short="which score is used where there are virtual points",
        other_side=OtherSide.FOLLOWED,
    ),
    Reading(
        identifier="BURSTEIN-VIRTUAL-PLAYERS",
        article="C.04.4.2:4.2 (2026), D (2018)",
        question="Which of several virtual players, all of BSN zero, is somebody's opponent?",
        taken="It makes no difference: floating comes after every BSN.",
        other="None known.",
        why="All have the same BSN, and a pairing is told by who floats.",
        not_followed="No other side is known.",
    ),
    Reading(
        identifier="BURSTEIN-ROUNDS",
        article="C.04.4.2:1.6.2 (2026), A.5 (2018)",
        question="How many seeding rounds are there when the file does not declare the number of rounds?",
        taken="As many as for one round more than are recorded.",
        other="As many as for another number of rounds.",
        why="The number of rounds is declared beforehand (C.04.1:1); a file without it may be of an unfinished event.",
        example="After five rounds, round 3 is a seeding round, and it is none if there are no more than five.",
        question_in_short="the number of seeding rounds where no number of rounds is declared",
        other_side=OtherSide.FOLLOWED,
    ),
)
