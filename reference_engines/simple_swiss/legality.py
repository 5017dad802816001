"""The absolute rules, held against a given pairing without any search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.results import Violation
from reference_engines.simple_swiss.edition import Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.history import History
    from reference_engines.results import RoundPairing
    from reference_engines.simple_swiss.table import Table


def violations(table: Table, history: History, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return everything that a pairing of the round breaks: completeness, rematches, who may have the bye."""
    return (*_incomplete(table, pairing), *_meetings(table, history, pairing), *_bye(table, pairing))


def _incomplete(table: Table, pairing: RoundPairing) -> Iterator[Violation]:
    named = Counter(tpn for pair in pairing.pairs for tpn in (pair.white, pair.black))
    if pairing.bye is not None:
        named[pairing.bye] += 1
    present = set(table.field.tpn.tolist())
    for tpn in sorted(set(named) - present):
        yield _violation("", (tpn,), f"Player {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(present - set(named)):
        yield _violation("", (tpn,), f"Player {tpn} is to be paired but has neither an opponent nor the bye.")
    for tpn, times in sorted(named.items()):
        if times > 1:
            yield _violation("", (tpn,), f"Player {tpn} appears {times} times in this round.")


def _meetings(table: Table, history: History, pairing: RoundPairing) -> Iterator[Violation]:
    position = {tpn: place for place, tpn in enumerate(table.field.tpn.tolist())}
    for pair in pairing.pairs:
        one, other = position.get(pair.white), position.get(pair.black)
        if one is None or other is None or one == other or table.meet[one, other]:
            continue
        columns = [int(table.field.column[place]) for place in (one, other)]
        rounds = [
            row + 1
            for row in range(table.field.round_number - 1)
            if history.played[row, columns[0]] and history.opponent[row, columns[0]] == columns[1]
        ]
        why = f"have played each other in round {rounds[0]}" if rounds else "are kept apart by the organiser"
        sentence = f"Players {pair.white} and {pair.black} {why}."
        yield _violation(Section.MEETING.value, (pair.white, pair.black), sentence)


def _bye(table: Table, pairing: RoundPairing) -> Iterator[Violation]:
    if pairing.bye is None:
        return
    tpns = table.field.tpn.tolist()
    if not table.field.is_odd:
        sentence = f"Player {pairing.bye} has the bye although the number of players is even."
        yield _violation(Section.BYE.value, (pairing.bye,), sentence)
    elif pairing.bye in tpns and not table.field.bye_allowed[tpns.index(pairing.bye)]:
        sentence = f"Player {pairing.bye} may not have the bye: there was one, or points without a game, before."
        yield _violation(Section.BYE.value, (pairing.bye,), sentence)


def _violation(section: str, players: tuple[int, ...], sentence: str) -> Violation:
    """The essays number no criterion, so there is no label."""
    return Violation(label="", article=section, players=players, sentence=sentence)
