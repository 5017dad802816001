"""The absolute rules, held against a given pairing without any search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.results import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.results import RoundPairing
    from reference_engines.team.table import TeamTable


def violations(table: TeamTable, round_number: int, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return everything that a pairing of the round breaks."""
    return (
        *_incomplete(table, round_number, pairing),
        *_meetings(table, round_number, pairing),
        *_bye(table, round_number, pairing),
    )


def _incomplete(table: TeamTable, round_number: int, pairing: RoundPairing) -> Iterator[Violation]:
    named = Counter(number for pair in pairing.pairs for number in (pair.white, pair.black))
    if pairing.bye is not None:
        named[pairing.bye] += 1
    present = set(table.present(round_number))
    article = table.edition.articles.complete
    for number in sorted(set(named) - present):
        sentence = f"Team {number} is paired although not to be paired in this round."
        yield Violation(label="", article=article, players=(number,), sentence=sentence)
    for number in sorted(present - set(named)):
        sentence = f"Team {number} is to be paired but has neither an opponent nor the bye."
        yield Violation(label="", article=article, players=(number,), sentence=sentence)
    for number, times in sorted(named.items()):
        if times > 1:
            sentence = f"Team {number} appears {times} times in this round."
            yield Violation(label="", article=article, players=(number,), sentence=sentence)


def _meetings(table: TeamTable, round_number: int, pairing: RoundPairing) -> Iterator[Violation]:
    apart = table.apart(round_number)
    for pair in pairing.pairs:
        teams = (pair.white, pair.black)
        met = table.met(pair.white, round_number) if pair.white in table.by_number else {}
        if pair.black in met:
            sentence = f"Teams {pair.white} and {pair.black} have played each other in round {met[pair.black]}."
            yield Violation(label="C1", article=table.edition.articles.rematch, players=teams, sentence=sentence)
        elif pair.players in apart:
            sentence = f"Teams {pair.white} and {pair.black} are kept apart by the organiser."
            yield Violation(label="", article="", players=teams, sentence=sentence)


def _bye(table: TeamTable, round_number: int, pairing: RoundPairing) -> Iterator[Violation]:
    bye = pairing.bye
    if bye is None:
        return
    if len(table.present(round_number)) % 2 == 0:
        sentence = f"Team {bye} has the bye although the number of teams is even."
        yield Violation(label="", article=table.edition.articles.complete, players=(bye,), sentence=sentence)
    elif bye in table.by_number and not table.may_have_bye(bye, round_number):
        sentence = f"Team {bye} may not have the bye: {table.edition.bye_bar.value}."
        yield Violation(label="C2", article=table.edition.articles.bye_bar, players=(bye,), sentence=sentence)
