"""Two hundred random events with an error planted in the last round, and the same events untouched."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.drawing import draw_plan
from random_tournaments.playing import play
from reference_engines.results import Pair, RoundPairing
from reference_engines.systems import engine_for
from tournaments.model import Colour, Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.model import Event

    Planting = Callable[[Event, RoundPairing, random.Random], RoundPairing | None]

EVENTS = 200
EDITIONS = ("dutch-2026", "dutch-2017")


@cache
def event_of(seed: int) -> Event:
    """Play an event with the edition that its seed chooses; at least two boards in its last round."""
    edition = EDITIONS[seed % 2]
    for attempt in range(100):
        rng = random.Random(1000 * seed + attempt)
        plan = draw_plan(rng, Axes(players=Span(6, 40), rounds=Span(4, 7)))
        event = play(plan, lambda event, number: engine_for(edition).open(event).pair(number), rng)
        if event.rounds_recorded > 1 and len(last_round(event).pairs) > 1:
            return event
    raise AssertionError("no such event in a hundred attempts")


def last_round(event: Event) -> RoundPairing:
    """Return the recorded pairing of the last round."""
    return engine_for("dutch-2026").open(event).recorded(event.rounds_recorded)


def exchange_opponents(event: Event, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    """Let two boards exchange their Black players."""
    del event
    pairs = list(pairing.pairs)
    one, other = rng.sample(range(len(pairs)), 2)
    pairs[one], pairs[other] = Pair(pairs[one].white, pairs[other].black), Pair(pairs[other].white, pairs[one].black)
    return replace(pairing, pairs=tuple(pairs))


def reverse_colours(event: Event, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    """Reverse the colours of a board."""
    del event
    pairs = list(pairing.pairs)
    board = rng.randrange(len(pairs))
    pairs[board] = Pair(pairs[board].black, pairs[board].white)
    return replace(pairing, pairs=tuple(pairs))


def move_bye(event: Event, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    """Give the bye to another player, whose opponent meets the one who should have had it."""
    del event
    if pairing.bye is None:
        return None
    pairs = list(pairing.pairs)
    board = rng.randrange(len(pairs))
    spared, pairs[board] = pairs[board].black, Pair(pairs[board].white, pairing.bye)
    return RoundPairing(pairs=tuple(pairs), bye=spared)


def repeat_game(event: Event, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    """Let two meet again who have played each other and both play in the last round; their opponents meet too."""
    opponents = {pair.white: pair.black for pair in pairing.pairs} | {pair.black: pair.white for pair in pairing.pairs}
    met = [
        (player.tpn, entry.opponent)
        for player in event.players
        for entry in player.rounds[:-1]
        if entry.was_played and player.tpn in opponents and entry.opponent in opponents
    ]
    if not met:
        return None
    one, other = rng.choice(met)
    left = (opponents[one], opponents[other])  # type: ignore[index]  # a game has an opponent
    kept = [pair for pair in pairing.pairs if not pair.players & {one, other}]
    return replace(pairing, pairs=(*kept, Pair(one, other), Pair(*left)))  # type: ignore[arg-type]  # likewise


def with_last_round(event: Event, pairing: RoundPairing) -> Event:
    """Record another pairing of the last round: all games drawn, whatever they were."""
    entries = {player.tpn: player.rounds[-1] for player in event.players}
    for pair in pairing.pairs:
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW)
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    players = tuple(
        replace(player, rounds=(*player.rounds[:-1], entries[player.tpn]), points=None) for player in event.players
    )
    return replace(event, players=players)


def findings(event: Event, seed: int) -> list[RoundFinding]:
    """Check the event by the edition that it was paired with."""
    entries = check_event(event, options=CheckOptions(system=EDITIONS[seed % 2]))
    return [entry for entry in entries if isinstance(entry, RoundFinding)]


def plant(seed: int, planting: Planting) -> Event | None:
    """Return the event with an error planted; None if it has no place for one."""
    event = event_of(seed)
    wrong = planting(event, last_round(event), random.Random(seed))
    return None if wrong is None else with_last_round(event, wrong)


PAIRS_DIFFER = {Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL}
KINDS: dict[Planting, set[Verdict]] = {
    exchange_opponents: PAIRS_DIFFER,
    reverse_colours: {Verdict.COLOURS, Verdict.AMBIGUOUS_RULE},
    move_bye: PAIRS_DIFFER,
    repeat_game: {Verdict.ILLEGAL},
}


@pytest.mark.parametrize("planting", KINDS, ids=lambda planting: planting.__name__)
def test_every_planted_error_is_found_in_its_round_and_by_its_kind(planting: Planting) -> None:
    """Wherever an event has a place for the error, the last round and no other is discrepant."""
    verdicts: Counter[Verdict] = Counter()
    for seed in range(EVENTS):
        event = plant(seed, planting)
        if event is None:
            continue
        *before, last = findings(event, seed)
        assert {finding.verdict for finding in before} <= {Verdict.AGREE}
        assert last.verdict in KINDS[planting], f"event {seed}: {last.verdict}: {last.sentence}"
        assert last.differences is not None
        assert last.differences.bye_differs == (planting is move_bye)
        assert bool(last.differences.colours) or planting is not reverse_colours
        assert bool(last.differences.recorded_only) == (planting is not reverse_colours)
        if planting is repeat_game:
            assert any(violation.label == "C1" for violation in last.violations)
        verdicts[last.verdict] += 1
    assert verdicts.total() > EVENTS // 4


def test_untouched_events_are_clean() -> None:
    """The originals agree in every round."""
    for seed in range(EVENTS):
        assert {finding.verdict for finding in findings(event_of(seed), seed)} == {Verdict.AGREE}
