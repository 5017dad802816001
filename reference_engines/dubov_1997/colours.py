"""Who has White (chapter 3), within the limits of 2.3 and 2.4; by lots in the first round (5)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.frame.pairings import ColourDecision
from reference_engines.readings import note_on

if TYPE_CHECKING:
    from reference_engines.dubov_1997.table import Person, Table

    Games = tuple[int, ...]
    """Colours of the games of a player, the latest first; 0 for a round without one, where rounds are compared."""


class Rule(Enum):
    """What can give a pair its colours: the article, and which of the rules of chapter 3."""

    FIRST_ROUND = "5"
    DUE = "3 (due colours)"
    EQUALISE = "3 (equal numbers)"
    ALTERNATE = "3 (alternation)"
    ARO = "3 (ARO)"
    RATING = "3 (R)"
    ALPHABET = "3 (alphabet)"
    DIFFERENCE = "2.3"
    THREE_IN_A_ROW = "2.4"


def first_round(pair: tuple[int, int], place: int, initial: int) -> ColourDecision:
    """Give colours to pair ``place``, from 1, of the first round: ``initial`` was drawn for the upper half's first."""
    upper, lower = pair
    white = upper if (place % 2 == 1) == (initial == 1) else lower
    return _decided(white, pair, Rule.FIRST_ROUND, "the first pair's colours alternate from pair to pair")


def decide(table: Table, games: tuple[Games, Games], one: int, other: int) -> ColourDecision:
    """Give colours to two players in a later round; the first rule that decides is applied."""
    people = (table.people[one], table.people[other])
    limit = _by_limits(*people)
    wish = _by_due_colours(*people)
    if wish and wish != -limit:
        return _given(wish, (one, other), Rule.DUE, "each due colour is given")
    if limit:
        rule = _barring(people[1] if limit == 1 else people[0], people[0] if limit == 1 else people[1])
        why = "the other way round is barred by the limits of colours"
        return _decided(one if limit == 1 else other, (one, other), rule, why)
    return _both_due_the_same(people, games, (one, other))


def _both_due_the_same(
    people: tuple[Person, Person], games: tuple[Games, Games], pair: tuple[int, int]
) -> ColourDecision:
    """Apply what chapter 3 says after the due colours."""
    one, other = pair
    if people[0].difference != people[1].difference:
        sign = 1 if people[0].difference < people[1].difference else -1
        return _given(sign, pair, Rule.EQUALISE, "numbers of games with Black and White are equalised")
    alternated = _alternated(*games)
    if alternated:
        why = "colours alternate from the latest game in which the two differed"
        return _given(alternated, pair, Rule.ALTERNATE, why)
    if people[0].aro != people[1].aro:
        return _given(1 if people[0].aro > people[1].aro else -1, pair, Rule.ARO, "White goes to the higher ARO")
    if people[0].rating != people[1].rating:
        return _given(1 if people[0].rating < people[1].rating else -1, pair, Rule.RATING, "White goes to the lower R")
    first = (people[0].name, people[0].tpn) < (people[1].name, people[1].tpn)
    why = "ARO and R are equal, and White goes to the first in the alphabet"
    by_alphabet = _decided(one if first else other, pair, Rule.ALPHABET, why)
    return replace(by_alphabet, rests_on=(note_on("DUBOV97-TIES"),), is_open=True)


def _given(sign: int, pair: tuple[int, int], rule: Rule, why: str) -> ColourDecision:
    return _decided(pair[0] if sign == 1 else pair[1], pair, rule, why)


def _decided(white: int, pair: tuple[int, int], rule: Rule, why: str) -> ColourDecision:
    """Several rules stand in one article."""
    article = rule.value.partition(" ")[0]
    return ColourDecision(white=white, black=sum(pair) - white, article=article, rule=rule.value, why=why)


def _by_limits(one: Person, other: Person) -> int:
    """Return the only colour that the first can have against the other; 0 if both ways, or none, are possible."""
    white = one.may_white and other.may_black
    black = one.may_black and other.may_white
    return int(white) - int(black)


def _barring(white: Person, black: Person) -> Rule:
    """Return the limit that a game with these colours would break."""
    wide = (not white.may_white and white.difference > 1) or (not black.may_black and black.difference < -1)
    return Rule.DIFFERENCE if wide else Rule.THREE_IN_A_ROW


def _by_due_colours(one: Person, other: Person) -> int:
    """Return the first one's colour if both can have their due colours; 0 if both are due the same, or none."""
    if one.due == other.due:
        return 0
    return one.due or -other.due


def _alternated(one: Games, other: Games) -> int:
    for mine, theirs in zip(one, other, strict=False):
        if mine and theirs and mine != theirs:
            return -mine
    return 0
