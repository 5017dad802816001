"""The absolute rules, held against a given pairing without any search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.clock.edition import Article
from reference_engines.results import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.clock.session import ClockSession
    from reference_engines.clock.table import Table
    from reference_engines.history import History
    from reference_engines.results import RoundPairing


def violations(session: ClockSession, round_number: int, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return everything that a pairing of the round breaks: completeness, compatibility, who may have the bye."""
    table = session.table(round_number)
    return (*_incomplete(table, pairing), *_incompatible(session.history, table, pairing))


def _incomplete(table: Table, pairing: RoundPairing) -> Iterator[Violation]:
    """Everybody to be paired appears exactly once, nobody else does, and the bye is there for an odd number only."""
    named = Counter([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named[pairing.bye] += 1
    present = set(table.field.tpn.tolist())
    for tpn in sorted(set(named) - present):
        yield _violation(Article.ODD_NUMBER, (tpn,), f"Player {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(present - set(named)):
        yield _violation(
            Article.ODD_NUMBER, (tpn,), f"Player {tpn} is to be paired but has neither an opponent nor the only bye."
        )
    for tpn, times in sorted(named.items()):
        if times > 1:
            yield _violation(Article.ODD_NUMBER, (tpn,), f"Player {tpn} appears {times} times in this round.")
    if pairing.bye is not None and table.bye is None:
        yield _violation(
            Article.ODD_NUMBER,
            (pairing.bye,),
            f"Player {pairing.bye} has the bye although the number of players is even.",
        )


def _incompatible(history: History, table: Table, pairing: RoundPairing) -> Iterator[Violation]:
    for pair in pairing.pairs:
        one, other = table.seat_of(pair.white), table.seat_of(pair.black)
        if one is None or other is None or one == other or table.compatible[one, other]:
            continue
        why = refusal(history, table, one, other)
        sentence = f"Players {pair.white} and {pair.black} are not compatible: {why}."
        yield _violation(Article.COMPATIBILITY, (pair.white, pair.black), sentence)
    seat = table.seat_of(pairing.bye)
    if pairing.bye is not None and table.bye is not None and seat is not None and not table.compatible[seat, table.bye]:
        why = refusal(history, table, seat, table.bye)
        sentence = f"Player {pairing.bye} may not have the bye: {why}."
        yield _violation(Article.COMPATIBILITY, (pairing.bye,), sentence)


def _violation(article: Article, players: tuple[int, ...], sentence: str) -> Violation:
    """The text numbers no criterion, so there is no label."""
    return Violation(label="", article=article.value, players=players, sentence=sentence)


def refusal(history: History, table: Table, one: int, other: int) -> str:
    """Return the reason why two seats, the bye's among them or not, are not compatible."""
    if table.bye in (one, other):
        return _why_no_bye(history, table, one if other == table.bye else other)
    columns = [int(table.field.column[table.position[seat]]) for seat in (one, other)]
    for row in range(table.field.round_number - 1):
        if history.played[row, columns[0]] and history.opponent[row, columns[0]] == columns[1]:
            return f"they have played each other in round {row + 1}"
    if table.absolute[one] and table.absolute[one] == table.absolute[other]:
        colour = "White" if table.absolute[one] == 1 else "Black"
        return f"both have an absolute colour preference for {colour}"
    return "the organiser keeps them apart (CLOCK-FORBIDDEN)"


def _why_no_bye(history: History, table: Table, seat: int) -> str:
    column = int(table.field.column[table.position[seat]])
    rows = range(table.field.round_number - 1)
    row = next(row for row in rows if history.bye[row, column] or _got_points(history, row, column))
    if history.bye[row, column]:
        return f"there was one in round {row + 1} already"
    return f"there were points without a game in round {row + 1}"


def _got_points(history: History, row: int, column: int) -> bool:
    return bool(not history.played[row, column] and history.points[row, column] > 0)
