"""Any recorded event with any posted pairing: no engine fails, and none is disproved."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.wild_events import wild_event, wild_pairing, wild_team_event

from checker.verdicts.comparison import judge_pairing, judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import NoLegalPairingError, RoundPairing, UnsupportedEventError
from reference_engines.frame.systems import editions_by_name, engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.findings import RoundFinding
    from reference_engines.frame.rules import PreparedEvent

OF_PLAYERS = tuple(edition.key for edition in editions_by_name() if not edition.pairs_teams)
OF_MATCHES = tuple(key for key in OF_PLAYERS if engine_for(key).edition.file_rounds_per_round > 1)
OF_ROUNDS = tuple(key for key in OF_PLAYERS if key not in OF_MATCHES)
OF_TEAMS = tuple(edition.key for edition in editions_by_name() if edition.pairs_teams)
SEEDS = {
    "dutch": (0, 2, 10, 15, 17),
    "dubov": (0, 2, 5, 6, 11, 12, 16, 17),
    "burstein": (0, 1, 2, 7, 10, 15, 17),
    "lim": (0, 5, 6, 9, 10, 11, 16, 17),
    "clock": (2, 6, 8, 12, 15, 16),
    "simple": (2, 6, 9, 10, 11, 13),
    "double": (6, 14, 15),
    "team": (2, 5, 7, 9, 11, 16),
}
"""By system, of 18 wild events enough for every verdict, broken rule and decision that all of them lead to."""
CONTEXT = RoundContext(event="wild")
FAILED = (Verdict.CRASH, Verdict.REFERENCE_FAULT, Verdict.TIMEOUT)


def opened(key: str, seed: int) -> tuple[PreparedEvent, int, list[int]] | None:
    """Return a prepared on a wild event, its number of stages and its numbers; None if the engine refuses it."""
    rng, engine = random.Random(seed), engine_for(key)
    try:
        if engine.edition.pairs_teams:
            teams = wild_team_event(rng)
            prepared, numbers = engine.open(teams), [team.number for team in teams.teams]
            return prepared, len(prepared.recorded_rounds), numbers
        players = wild_event(rng)
        prepared, numbers = engine.open(players), [player.tpn for player in players.players]
        return prepared, len(prepared.recorded_rounds), numbers
    except UnsupportedEventError:
        return None


def findings(key: str, seed: int) -> Iterator[RoundFinding]:
    """Judge every round as it is recorded, and pairings of every round, the next one among them, that are drawn."""
    prepared = opened(key, seed)
    if prepared is None:
        return
    rounds, numbers = prepared[1:]
    rng = random.Random(seed)
    for number in range(1, rounds + 2):
        if number <= rounds:
            yield judge_round(prepared[0], number, CONTEXT)
        for _ in range(2):
            yield judge_pairing(prepared[0], number, wild_pairing(rng, numbers), CONTEXT)


@pytest.mark.parametrize("key", [*OF_PLAYERS, *OF_TEAMS])
def test_no_engine_fails_or_is_disproved(key: str) -> None:
    """Rematches, players left out, unknown numbers, pairs told twice, byes for all: each ends in a verdict."""
    verdicts: Counter[Verdict] = Counter()
    for seed in SEEDS[key.partition("-")[0]]:
        for finding in findings(key, seed):
            assert finding.verdict not in FAILED, f"event {seed}: {finding.sentence}"
            verdicts[finding.verdict] += 1
    # What is drawn is no match of two games, so that no match of it is as it should be.
    assert {Verdict.ILLEGAL, *(() if key in OF_MATCHES else (Verdict.AGREE,))} < verdicts.keys()
    assert verdicts[Verdict.WORSE] + verdicts[Verdict.LATER_IN_ORDER] > (0 if key in OF_MATCHES else 5)


ODD = {
    "one player": ["U"],
    "one player, away": ["-"],
    "all absent": ["- -", "- -", "- -"],
    "byes for all": ["U", "U", "U", "U"],
    "three who may not have the bye": ["U H", "H U", "F F"],
    "one who never plays": ["2w1 -", "1b0 -", "- -"],
    "colours missing": ["2w1 3w1", "1b0 -", "- 1b0"],
    "only two, again and again": ["2w= " * 5, "1b= " * 5],
    "only two, for 999 rounds": ["2w= 2b= " * 499 + "U", "1b= 1w= " * 499 + "-"],
}


NO_MATCHES = {"one who never plays", "colours missing"}
"""Of these, rounds 1 and 2 are not the two games of matches."""


@pytest.mark.parametrize("key", OF_ROUNDS)
@pytest.mark.parametrize("rows", ODD.values(), ids=ODD)
@pytest.mark.parametrize("declared", [None, 999])
def test_odd_histories_are_judged(key: str, rows: list[str], declared: int | None) -> None:
    """The first and the last rounds are judged as they stand, and the next one is paired or refused."""
    played = event(rows, rounds_declared=declared)
    prepared = engine_for(key).open(played)
    assert isinstance(prepared.notes, tuple)
    last = played.rounds_recorded
    for number in sorted({1, min(2, last), last}):
        assert judge_round(prepared, number, CONTEXT).verdict not in FAILED
    assert judge_pairing(prepared, last + 1, RoundPairing(pairs=()), CONTEXT).verdict not in FAILED
    with suppress(NoLegalPairingError):
        prepared.round(last + 1).expected()


@pytest.mark.parametrize("key", OF_MATCHES)
@pytest.mark.parametrize("name", ODD)
def test_odd_histories_are_judged_as_matches_or_refused(key: str, name: str) -> None:
    """If two rounds of the file are not a match, or one is left over, a sentence says so."""
    played = event(ODD[name], rounds_declared=999)
    if name in NO_MATCHES:
        with pytest.raises(UnsupportedEventError, match="a match takes two rounds of the file"):
            engine_for(key).open(played)
        return
    prepared = engine_for(key).open(played)
    for number in sorted({1, len(prepared.recorded_rounds)} & set(prepared.recorded_rounds)):
        assert judge_round(prepared, number, CONTEXT).verdict not in FAILED
    with suppress(NoLegalPairingError):
        prepared.round(len(prepared.recorded_rounds) + 1).expected()


@pytest.mark.parametrize("key", OF_ROUNDS)
def test_a_round_in_which_all_have_byes_has_an_empty_pairing(key: str) -> None:
    """No player has the pairing-allocated bye either; an event without a recorded round has such a round, too."""
    nobody = RoundPairing(pairs=())
    assert engine_for(key).open(event(["- 3w=", "- -", "- 1b="], rounds_declared=5)).round(1).expected() == nobody
