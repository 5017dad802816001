"""The limitations of chapter 2, held against a given pairing without any search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.dubov_1997.edition import Article
from reference_engines.dubov_1997.table import LARGEST_DIFFERENCE
from reference_engines.results import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dubov_1997.table import Person, Table
    from reference_engines.field import Field
    from reference_engines.history import History
    from reference_engines.results import RoundPairing


def violations(table: Table, field: Field, history: History, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return everything that a pairing breaks: completeness, 2.1 to 2.4. 2.5 binds transfers, not pairs."""
    people = {person.tpn: person for person in table.people}
    return (
        *_incomplete(people, pairing),
        *_meetings(field, history, people, pairing),
        *_bye(people, pairing),
        *_colours(people, pairing),
    )


def _incomplete(people: dict[int, Person], pairing: RoundPairing) -> Iterator[Violation]:
    named = Counter(tpn for pair in pairing.pairs for tpn in (pair.white, pair.black))
    if pairing.bye is not None:
        named[pairing.bye] += 1
    for tpn in sorted(set(named) - set(people)):
        yield _violation(None, (tpn,), f"Player {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(set(people) - set(named)):
        yield _violation(None, (tpn,), f"Player {tpn} is to be paired but has neither an opponent nor the bye.")
    for tpn, times in sorted(named.items()):
        if times > 1:
            yield _violation(None, (tpn,), f"Player {tpn} appears {times} times in this round.")


def _meetings(field: Field, history: History, people: dict[int, Person], pairing: RoundPairing) -> Iterator[Violation]:
    column = dict(zip(field.tpn.tolist(), field.column.tolist(), strict=True))
    for pair in pairing.pairs:
        if pair.white == pair.black or not pair.players <= set(people):
            continue
        one, other = column[pair.white], column[pair.black]
        for row in range(field.round_number - 1):
            if history.played[row, one] and history.opponent[row, one] == other:
                sentence = f"Players {pair.white} and {pair.black} have played each other in round {row + 1}."
                yield _violation(Article.MEETING, (pair.white, pair.black), sentence)
                break


def kept_apart(apart: frozenset[frozenset[int]], pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return the pairs that the organiser has forbidden; ``apart`` holds pairs of TPNs."""
    return tuple(
        _violation(
            None,
            (pair.white, pair.black),
            f"Players {pair.white} and {pair.black} are kept apart by the organiser (DUBOV97-FORBIDDEN).",
        )
        for pair in pairing.pairs
        if pair.players in apart
    )


def _bye(people: dict[int, Person], pairing: RoundPairing) -> Iterator[Violation]:
    if pairing.bye is None:
        return
    if len(people) % 2 == 0:
        sentence = f"Player {pairing.bye} has the bye although the number of players is even."
        yield _violation(Article.BYE, (pairing.bye,), sentence)
    elif pairing.bye in people and not people[pairing.bye].bye_allowed:
        sentence = f"Player {pairing.bye} has received a point without playing and may not have the bye."
        yield _violation(Article.BYE_TWICE, (pairing.bye,), sentence)


def _colours(people: dict[int, Person], pairing: RoundPairing) -> Iterator[Violation]:
    for pair in pairing.pairs:
        for tpn, sign in ((pair.white, 1), (pair.black, -1)):
            person = people.get(tpn)
            if person is None or (person.may_white if sign == 1 else person.may_black):
                continue
            colour = "White" if sign == 1 else "Black"
            if sign * person.difference >= LARGEST_DIFFERENCE:
                sentence = f"Player {tpn} would have {colour} {sign * person.difference + 1} times more than the other."
                yield _violation(Article.DIFFERENCE, (tpn,), sentence)
            else:
                sentence = f"Player {tpn} would have {colour} three times in a row."
                yield _violation(Article.THREE_IN_A_ROW, (tpn,), sentence)


def _violation(article: Article | None, players: tuple[int, ...], sentence: str) -> Violation:
    """The text numbers articles and no criteria, so there is no label."""
    return Violation(label="", article=article.value if article else "", players=players, sentence=sentence)
