"""The facts of a recorded round that every engine reads before it judges it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.findings import round_findings

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts.verdict import Verdict
from reference_engines.frame.systems import editions_by_name, engine_for
from tournaments.model import Colour, Event, Player, Result, RoundEntry

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing

KEYS = [edition.key for edition in editions_by_name() if not edition.pairs_teams and edition.file_rounds_per_round == 1]
PLAYERS, ROUNDS = 8, 3


def _entries(pairing: RoundPairing) -> dict[int, RoundEntry]:
    """Leave the last pair without a game and without colours; all others draw."""
    entries = {}
    for place, pair in enumerate(pairing.pairs, start=1):
        for one, other, colour in ((pair.white, pair.black, Colour.WHITE), (pair.black, pair.white, Colour.BLACK)):
            forfeit = Result.FORFEIT_WIN if colour is Colour.WHITE else Result.FORFEIT_LOSS
            is_last = place == len(pairing.pairs)
            entries[one] = RoundEntry(other, None if is_last else colour, forfeit if is_last else Result.DRAW)
    return entries


def _played(key: str) -> Event:
    players = tuple(Player(tpn=tpn, name=f"P{tpn}", rating=2000 - tpn, rounds=()) for tpn in range(1, PLAYERS + 1))
    event = Event(players=players, rounds_recorded=0, rounds_declared=ROUNDS + 1, initial_colour=Colour.WHITE)
    for number in range(1, ROUNDS + 1):
        entries = _entries(engine_for(key).open(event).round(number).expected())
        players = tuple(replace(player, rounds=(*player.rounds, entries[player.tpn])) for player in event.players)
        event = replace(event, players=players, rounds_recorded=number)
    return event


@pytest.mark.parametrize("key", KEYS)
def test_a_forfeited_game_without_colours_is_a_pair(key: str) -> None:
    """Some files leave the colours of a forfeited game out; its players are not left out of the round."""
    event = _played(key)
    verdicts = [finding.verdict for finding in round_findings(event, key)]
    assert verdicts == [Verdict.AGREE] * ROUNDS


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_pair_without_colours_is_reported(key: str) -> None:
    """That nothing contradicts their colours does not make them the right pair."""
    event = _played(key)
    prepared = engine_for(key).open(event)
    first, *_, last = prepared.round(ROUNDS).expected().pairs
    partner = {first.white: last.white, last.white: first.white, first.black: last.black, last.black: first.black}
    winners = {first.white, first.black}
    players = tuple(
        replace(
            player,
            rounds=(
                *player.rounds[:-1],
                RoundEntry(
                    partner[player.tpn],
                    None,
                    Result.FORFEIT_WIN if player.tpn in winners else Result.FORFEIT_LOSS,
                ),
            ),
        )
        if player.tpn in partner
        else player
        for player in event.players
    )
    findings = check_event(replace(event, players=players), options=CheckOptions(system=key))
    wrong = [
        finding.round_number
        for finding in findings
        if isinstance(finding, RoundFinding) and finding.verdict is not Verdict.AGREE
    ]
    assert wrong == [ROUNDS]
