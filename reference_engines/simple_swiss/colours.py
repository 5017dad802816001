"""Who has White: by the place of the pair in the first round, later by preferences, the difference among them."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.frame.pairings import ColourDecision
from reference_engines.readings import note_on
from reference_engines.simple_swiss.edition import Section
from reference_engines.simple_swiss.table import LARGEST_DIFFERENCE

if TYPE_CHECKING:
    from reference_engines.simple_swiss.rules import SimpleRound


class Rule(Enum):
    """What can give a pair its colours."""

    FIRST_ROUND = "first round"
    FIRST_ROUND_TURNED = "first round (turned)"
    COLOURLESS = "no colours yet"
    BOTH = "both preferences"
    STRONGER = "stronger preference"
    DIFFERENCE = "difference"
    ALTERNATION = "alternation"
    HIGHER_RANKED = "higher ranked"


_FIRST = (Rule.FIRST_ROUND, Rule.FIRST_ROUND_TURNED, Rule.COLOURLESS)


def first_round(pair: tuple[int, int], place: int, pairs: int) -> ColourDecision:
    """
    Give colours to pair ``place``, from 1, of ``pairs`` in the first round: no lots are drawn.

    The first player has Black; colours alternate from pair to pair, and where the number of pairs is even they are the
    same in the two pairs in the middle, so that the last player of the upper half has Black, the first of the lower
    half White.
    """
    turned = pairs % 2 == 0 and place > pairs // 2
    why = "colours alternate from pair to pair, Black first" + (", and turn in the middle" if turned else "")
    rule = Rule.FIRST_ROUND_TURNED if turned else Rule.FIRST_ROUND
    return _given(1 if (place % 2 == 0) != turned else -1, pair, rule, why)


def decide(simple_round: SimpleRound, higher: int, lower: int) -> ColourDecision:
    """Give colours to two players, by position, in a later round; the first rule that decides is applied."""
    players, options, pair = simple_round.participants.players, simple_round.rules.options, (higher, lower)
    wishes = [int(players.preference[player]) for player in pair]
    if wishes == [0, 0]:
        return _given(-1, pair, Rule.COLOURLESS, "neither has had a colour: the higher ranked has Black")
    if wishes[0] != wishes[1]:
        return _given(wishes[0] or -wishes[1], pair, Rule.BOTH, "both colour preferences can be granted")
    strengths = [int(players.strength[player]) for player in pair]
    if strengths[0] != strengths[1]:
        sign = wishes[0] if strengths[0] > strengths[1] else -wishes[0]
        return _given(sign, pair, Rule.STRONGER, "the stronger colour preference is granted")
    otherwise = _by_the_last_rules(simple_round, pair, wishes[0])
    differences = [int(players.colour_difference[player]) for player in pair]
    if differences[0] == differences[1]:
        return otherwise
    fairer = _given(
        -1 if differences[0] > differences[1] else 1,
        pair,
        Rule.DIFFERENCE,
        "who has had White more often, compared with Black, has Black",
    )
    if fairer.white == otherwise.white or (
        _keeps_differences(differences, fairer.white == higher)
        and not _keeps_differences(differences, otherwise.white == higher)
    ):
        return fairer
    return replace(otherwise if options.difference_passed_over else fairer, rests_on=(note_on("SIMPLE-DIFFERENCE"),))


def _by_the_last_rules(simple_round: SimpleRound, pair: tuple[int, int], wish: int) -> ColourDecision:
    """Decide without regard to the difference of colours between two who both prefer ``wish`` as strongly."""
    alternated = _alternated(simple_round, *pair)
    if alternated:
        why = "colours alternate from the latest round in which they differed"
        return _given(alternated, pair, Rule.ALTERNATION, why)
    why = "the colour preference of the higher ranked player is granted"
    return _given(wish, pair, Rule.HIGHER_RANKED, why)


def _keeps_differences(differences: list[int], higher_has_white: bool) -> bool:
    """Whether two with these differences keep to limit A1 with these colours."""
    sign = 1 if higher_has_white else -1
    return all(
        abs(difference + step) <= LARGEST_DIFFERENCE
        for difference, step in zip(differences, (sign, -sign), strict=True)
    )


def _given(sign: int, pair: tuple[int, int], rule: Rule, why: str) -> ColourDecision:
    """Give the first of two White (1) or Black (-1)."""
    white, black = pair if sign == 1 else pair[::-1]
    section = Section.FIRST_COLOURS if rule in _FIRST else Section.COLOURS
    return ColourDecision(white=white, black=black, article=section.value, why=why, rule=rule.value)


def _alternated(simple_round: SimpleRound, higher: int, lower: int) -> int:
    """
    Return the colour of the higher ranked against that of the latest game in which the two had different ones.

    The latest games stand opposite each other, or the games of one round (SIMPLE-ALTERNATION).
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
    for one, other in zip(reversed(games[0]), reversed(games[1]), strict=False):
        if one != other:
            return -one
    return 0
