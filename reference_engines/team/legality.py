"""The absolute rules, held against a given pairing without any search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.results import Violation
from tournaments.team_event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.results import RoundPairing
    from reference_engines.team.table import TeamTable


_WHY_BARRED = {
    MatchResult.PAIRING_ALLOCATED_BYE: "had the bye",
    MatchResult.FORFEIT_WIN: "won by forfeit",
    MatchResult.FULL_POINT_BYE: "had a full-point bye",
}


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
        return
    barred = table.barred_since(bye, round_number) if bye in table.by_number else None
    if barred is not None:
        at, result = barred
        why = _WHY_BARRED.get(result, "had the points of a win without playing")
        sentence = f"Team {bye} may not have the bye: it {why} in round {at}."
        yield Violation(label="C2", article=table.edition.articles.bye_bar, players=(bye,), sentence=sentence)
