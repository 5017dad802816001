"""
What a program can do, found out on a few small events before any campaign trusts it.

It is asked to pair every round of events with and without byes, acceleration, prohibited pairs and another scoring, and
its checker to judge clean events and one planted error of each kind. A checker that does not see them is refused.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.planting import PlantedError, plant, recorded_pairing
from checker.programs.program import FailureKind, ProgramError
from random_tournaments.axes import PLAIN, Chance, Choice, Frequency, Span
from random_tournaments.batch import Batch
from random_tournaments.plan import Acceleration
from random_tournaments.scorings import SCORINGS
from reference_engines.results import NoLegalPairingError
from tournaments.model import RequestedBye

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.programs.program import Identity, Program
    from random_tournaments.axes import Axes
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

SEED = 20260201
_ATTEMPTS = 40


class Trial(Enum):
    """What is tried."""

    PLAIN = "plain events"
    BYES = "byes, absences and forfeits"
    BAKU = "Baku acceleration"
    FORBIDDEN = "prohibited pairs"
    SCORING = "another scoring (3-1-0)"


_SHARE = Frequency(share=Chance(0.1, 0.1))
_SMALL = replace(PLAIN, players=Span(9, 14), rounds=Span(5, 5))
_AXES: dict[Trial, Axes] = {
    Trial.PLAIN: _SMALL,
    Trial.BYES: replace(_SMALL, half_point_byes=_SHARE, zero_point_byes=_SHARE, forfeits=_SHARE),
    Trial.BAKU: replace(_SMALL, rounds=Span(6, 6), acceleration=Choice((Acceleration.BAKU,))),
    Trial.FORBIDDEN: replace(_SMALL, forbidden_groups=Choice((2,))),
    Trial.SCORING: replace(_SMALL, scoring=Choice((SCORINGS["3-1-0"],))),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingTrial:
    """How a program paired the rounds of one event."""

    trial: Trial
    system: str
    rounds: int
    agreed: int
    failure: str = ""
    """What went wrong first, if the program failed at a round."""
    unsupported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckingTrial:
    """What a program's checker said of one event."""

    error: PlantedError | None
    """None: the event is clean."""
    wrong_round: int | None
    found: frozenset[int] = frozenset()
    failure: str = ""
    unsupported: bool = False

    @property
    def is_right(self) -> bool:
        """Whether it objected to the wrong round and to no other."""
        expected = frozenset() if self.wrong_round is None else frozenset({self.wrong_round})
        return not self.failure and self.found == expected


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeReport:
    """What a program can do."""

    identity: Identity
    transport: str
    pairings: tuple[PairingTrial, ...]
    checks: tuple[CheckingTrial, ...]

    @property
    def pairs(self) -> bool:
        """Whether it paired every round of the plain event of a system, and all of them as the regulation asks."""
        return any(trial.agreed == trial.rounds for trial in self.pairings if trial.trial is Trial.PLAIN)

    @property
    def can_check(self) -> bool:
        """Whether its checker, if it has one, may be trusted: it saw every planted error and accepted clean events."""
        return bool(self.checks) and all(check.is_right for check in self.checks)

    @property
    def has_checker(self) -> bool:
        """Whether there is a checker at all."""
        return not all(check.unsupported for check in self.checks)


def smoke(program: Program, systems: tuple[str, ...]) -> SmokeReport:
    """Try a program on the systems that it is said to implement; whatever it does, a report comes of it."""
    pairings = [_try_pairing(program, trial, system) for system in systems for trial in Trial]
    checks = [check for system in systems[:1] for check in _try_checking(program, system)]
    return SmokeReport(
        identity=program.identity, transport=program.transport, pairings=tuple(pairings), checks=tuple(checks)
    )


def _try_pairing(program: Program, trial: Trial, system: str) -> PairingTrial:
    event = Batch(seed=SEED, axes=_AXES[trial], system=system, label="smoke").play(0).event
    agreed = 0
    for number in range(1, event.rounds_recorded + 1):
        try:
            answer = program.pair(before_round(event, number), number)
        except (ProgramError, NoLegalPairingError) as error:
            unsupported = isinstance(error, ProgramError) and error.kind is FailureKind.UNSUPPORTED
            return PairingTrial(
                trial=trial,
                system=system,
                rounds=event.rounds_recorded,
                agreed=agreed,
                failure=f"round {number}: {error}",
                unsupported=unsupported,
            )
        agreed += same(answer, recorded_pairing(event, number))
    return PairingTrial(trial=trial, system=system, rounds=event.rounds_recorded, agreed=agreed)


def before_round(event: Event, number: int) -> Event:
    """Return the event as it stood when the round was to be paired."""
    byes = tuple(
        RequestedBye(round_number=number, tpn=player.tpn, result=player.rounds[number - 1].result)
        for player in event.players
        if not player.rounds[number - 1].was_paired
    )
    players = tuple(
        replace(
            player,
            rounds=player.rounds[: number - 1],
            points=sum(map(event.scoring.points, player.rounds[: number - 1])),
        )
        for player in event.players
    )
    return replace(event, players=players, rounds_recorded=number - 1, requested_byes=byes)


def same(one: RoundPairing, other: RoundPairing) -> bool:
    """Whether two pairings give the same games, colours and bye, on whatever boards."""
    return set(one.pairs) == set(other.pairs) and one.bye == other.bye


def _try_checking(program: Program, system: str) -> Iterator[CheckingTrial]:
    clean = Batch(seed=SEED, axes=_AXES[Trial.PLAIN], system=system, label="smoke").play(1).event
    yield _check(program, clean, None, None)
    for error in PlantedError:
        for index in range(_ATTEMPTS):
            event = Batch(seed=SEED, axes=_AXES[Trial.BYES], system=system, label="smoke").play(index).event
            planted = plant(event, error, random.Random(SEED + index))  # noqa: S311 - reproducible, not secret
            if planted is not None:
                yield _check(program, planted.event, error, planted.round_number)
                break


def _check(program: Program, event: Event, error: PlantedError | None, wrong_round: int | None) -> CheckingTrial:
    try:
        found = program.check(event).wrong_rounds
    except ProgramError as failure:
        unsupported = failure.kind is FailureKind.UNSUPPORTED
        return CheckingTrial(error=error, wrong_round=wrong_round, failure=str(failure), unsupported=unsupported)
    return CheckingTrial(error=error, wrong_round=wrong_round, found=found)
