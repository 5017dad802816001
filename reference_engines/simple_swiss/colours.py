"""The colours of a pair: by its place in the first round, later by preferences, the difference among them."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

from reference_engines.definitions.colours import describe_due, describe_like_histories
from reference_engines.definitions.players_event import PlayersEvent
from reference_engines.frame.rules import ColourDecision, Round
from reference_engines.readings import note_on
from reference_engines.simple_swiss.edition import Section
from reference_engines.simple_swiss.participants import LARGEST_DIFFERENCE, SimpleParticipants

SimpleRound = Round[Any, PlayersEvent, SimpleParticipants, Any]


class SimpleColourRule(Enum):
    """A rule that gives a pair its colours."""

    FIRST_ROUND = "first round"
    FIRST_ROUND_REVERSED = "first round (turned)"
    COLOURLESS = "no colours yet"
    BOTH = "both preferences"
    STRONGER = "stronger preference"
    DIFFERENCE = "difference"
    ALTERNATION = "alternation"
    HIGHER_RANKED = "higher ranked"


_FIRST = (SimpleColourRule.FIRST_ROUND, SimpleColourRule.FIRST_ROUND_REVERSED, SimpleColourRule.COLOURLESS)


def first_round_colours(pair: tuple[int, int], place: int, pairs: int) -> ColourDecision:
    """
    Give colours to pair ``place``, from 1, of ``pairs`` in the first round: no lots are drawn.

    The first player has Black; colours alternate from pair to pair, and where the number of pairs is even they are the
    same in the two pairs in the middle, so that the last player of the upper half has Black, the first of the lower
    half White.
    """
    reversed_ = pairs % 2 == 0 and place > pairs // 2
    why = "colours alternate from pair to pair, Black first" + (", and turn in the middle" if reversed_ else "")
    rule = SimpleColourRule.FIRST_ROUND_REVERSED if reversed_ else SimpleColourRule.FIRST_ROUND
    return _give_colours(1 if (place % 2 == 0) != reversed_ else -1, pair, rule, why)


def decide_colours(simple_round: SimpleRound, higher: int, lower: int) -> ColourDecision:
    """Give colours to two players, by position, in a later round; the first rule that decides is applied."""
    players, options, pair = simple_round.participants.players, simple_round.rules.options, (higher, lower)
    preferred = [int(players.preference[player]) for player in pair]
    if preferred == [0, 0]:
        return _give_colours(
            -1, pair, SimpleColourRule.COLOURLESS, "neither is due a colour, and the higher ranked player has Black"
        )
    if preferred[0] != preferred[1]:
        sign = preferred[0] or -preferred[1]
        white, black = (f"player {players.numbers[at]}" for at in (pair if sign == 1 else pair[::-1]))
        return _give_colours(
            sign,
            pair,
            SimpleColourRule.BOTH,
            describe_due(white, black, *(preferred if sign == 1 else preferred[::-1])),
        )
    strengths = [int(players.strength[player]) for player in pair]
    if strengths[0] != strengths[1]:
        sign = preferred[0] if strengths[0] > strengths[1] else -preferred[0]
        granted = players.numbers[higher if strengths[0] > strengths[1] else lower]
        colour = "White" if preferred[0] == 1 else "Black"
        why = f"both are due {colour}, and the preference of player {granted} is stronger"
        return _give_colours(sign, pair, SimpleColourRule.STRONGER, why)
    by_history = _decide_by_history(simple_round, pair, preferred[0])
    differences = [int(players.colour_difference[player]) for player in pair]
    if differences[0] == differences[1]:
        return by_history
    fairer = _give_colours(
        -1 if differences[0] > differences[1] else 1,
        pair,
        SimpleColourRule.DIFFERENCE,
        _describe_difference(simple_round, pair, differences),
    )
    if fairer.white == by_history.white or (
        _keeps_differences(differences, fairer.white == higher)
        and not _keeps_differences(differences, by_history.white == higher)
    ):
        return fairer
    return replace(by_history if options.difference_passed_over else fairer, rests_on=(note_on("SIMPLE-DIFFERENCE"),))


def _describe_difference(simple_round: SimpleRound, pair: tuple[int, int], differences: list[int]) -> str:
    (own, player), (opposite, opponent) = sorted(zip(differences, pair, strict=True))
    numbers = simple_round.participants.numbers
    return (
        f"player {numbers[player]} has the lower colour difference, games with White less those with Black: "
        f"{own} against {opposite} of player {numbers[opponent]}"
    )


def _decide_by_history(simple_round: SimpleRound, pair: tuple[int, int], preferred: int) -> ColourDecision:
    """Decide without the difference of colours between two players who prefer the same colour equally strongly."""
    alternate = _alternate_colour(simple_round, *pair)
    if alternate:
        white = simple_round.participants.numbers[pair[0] if alternate == 1 else pair[1]]
        why = f"player {white} had Black when their colours last differed"
        return _give_colours(alternate, pair, SimpleColourRule.ALTERNATION, why)
    colour, higher = "White" if preferred == 1 else "Black", simple_round.participants.numbers[pair[0]]
    histories = describe_like_histories(*(int(simple_round.participants.players.unplayed[at]) for at in pair))
    why = f"both are due {colour} {histories}, and player {higher} is ranked higher"
    return _give_colours(preferred, pair, SimpleColourRule.HIGHER_RANKED, why)


def _keeps_differences(differences: list[int], higher_has_white: bool) -> bool:
    """Whether two players with these differences keep to limit A1 with these colours."""
    sign = 1 if higher_has_white else -1
    return all(
        abs(difference + step) <= LARGEST_DIFFERENCE
        for difference, step in zip(differences, (sign, -sign), strict=True)
    )


def _give_colours(sign: int, pair: tuple[int, int], rule: SimpleColourRule, why: str) -> ColourDecision:
    """Give the first of two White (1) or Black (-1)."""
    white, black = pair if sign == 1 else pair[::-1]
    section = Section.FIRST_COLOURS if rule in _FIRST else Section.COLOURS
    return ColourDecision(white=white, black=black, article=section.value, why=why, rule=rule.value)


def _alternate_colour(simple_round: SimpleRound, higher: int, lower: int) -> int:
    """
    Return the opposite of the higher ranked player's colour in the latest games with different colours; else 0.

    Latest games are compared with latest games, or games of the same round (SIMPLE-ALTERNATION).
    """
    players, history = simple_round.participants.players, simple_round.event.history
    by_rounds = simple_round.rules.options.alternates_by_rounds
    rows = range(simple_round.number - 1)
    columns = int(players.column[higher]), int(players.column[lower])
    both = [row for row in rows if all(history.played[row, column] for column in columns)]
    games = [
        [int(history.colour[row, column]) for row in (both if by_rounds else rows) if history.played[row, column]]
        for column in columns
    ]
    latest = zip(reversed(games[0]), reversed(games[1]), strict=False)
    return next((-own for own, opposite in latest if own != opposite), 0)
