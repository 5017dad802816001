"""Plainly wrong rules of Lim that programs follow, or may: the table of a round if a rule were left out, or changed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from reference_engines.frame.rules import Misreading
from reference_engines.lim.edition import Article
from reference_engines.lim.table import compatible_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.rules import Rules
    from reference_engines.lim.rules import LimRules
    from reference_engines.lim.table import Person, Table

    Misread = Callable[[Table], Table]


def misreadings_of(rules: LimRules) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition, in the order of the articles."""
    return tuple(
        Misreading(
            identifier=identifier,
            sentence=sentence,
            article=rules.printed(article),
            rules=partial(_with_misread_table, misread=misread),
        )
        for identifier, sentence, article, misread in _wrong()
    )


def _with_misread_table(rules: Any, misread: Misread) -> Rules:
    other: Rules = replace(rules, misread=misread)
    return other


def _everybody(table: Table, change: Callable[[Person], Person]) -> Table:
    return replace(table, people=tuple(map(change, table.people)))


def _wrong() -> Iterator[tuple[str, str, Article, Misread]]:
    yield "bye-again", "the bye went to the lowest rank, whoever has had one", Article.BYE, _bye_for_anybody
    yield "colours-do-not-count", "any two who have not met were compatible", Article.COMPATIBLE, _any_colours
    yield "all-downward", "every scoregroup were paired downward", Article.ORDER, _all_downward
    yield "all-upwards", "every scoregroup were paired upwards", Article.ORDER, _all_upwards
    yield (
        "median-counts-this-round",
        "the median score were half of the number of rounds with the one to be paired",
        Article.ORDER,
        _median_of_this_round,
    )
    yield (
        "floated-before-left-out",
        "who floated in the round before could float again",
        Article.FLOATED_BEFORE,
        _floated_nobody,
    )
    yield "alternation-alone", "the colour due were the one that alternates", Article.EQUALISING, _alternating
    yield "equalisation-alone", "no colour were due after as many of each", Article.DUE_COLOURS, _equalising
    yield "histories-left-out", "the rank decided where both are due the same colour", Article.HISTORY, _no_histories
    yield "last-round-like-others", "colours counted in the last round, too", Article.LAST_ROUND, _as_any_round
    yield "all-numbers-odd", "the upper player of each pair had the colour drawn", Article.FIRST_ROUND, _all_odd


def _bye_for_anybody(table: Table) -> Table:
    return _everybody(table, lambda person: replace(person, bye_allowed=True))


def _any_colours(table: Table) -> Table:
    return replace(table, meet=~table.apart, lifted=table.lifted & False)


def _as_any_round(table: Table) -> Table:
    return replace(table, meet=~table.apart & compatible_colours(table.people), lifted=table.lifted & False)


def _all_downward(table: Table) -> Table:
    return replace(table, twice_median=2 * min(table.scores, default=0) - 1)


def _all_upwards(table: Table) -> Table:
    return replace(table, twice_median=2 * max(table.scores, default=0) + 1)


def _median_of_this_round(table: Table) -> Table:
    played = table.round_number - 1
    return replace(table, twice_median=table.twice_median * table.round_number // played if played else 0)


def _floated_nobody(table: Table) -> Table:
    return _everybody(table, lambda person: replace(person, floated=False))


def _alternating(table: Table) -> Table:
    return _everybody(table, lambda person: replace(person, due=-_latest(person)))


def _equalising(table: Table) -> Table:
    return _everybody(table, lambda person: person if person.difference else replace(person, due=0))


def _latest(person: Person) -> int:
    return next((colour for colour in person.games if colour), 0)


def _no_histories(table: Table) -> Table:
    return _everybody(table, lambda person: replace(person, games=()))


def _all_odd(table: Table) -> Table:
    return _everybody(table, lambda person: replace(person, is_odd=True))
