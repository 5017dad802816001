"""Where events come from that may pose questions: drawn, played, sought, taken from tests and from other suites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from support.altered import Demonstration
from support.conformance.tiny import Declared, tiny_event

from checker.suite.questions import load_suite, suites
from checker.verdicts.team_events import cut_before_round
from random_tournaments.axes import Chance, Span, WeightedChoice
from random_tournaments.settings import batch_kind
from random_tournaments.steering import STEERING_AXES, SteeringGoal, find_covering_events
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.coverage import features_of
from reference_engines.coverage.features import FeatureKind
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for, pairs_teams
from tournaments import parse_event

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

    from support.conformance.pool import Pool

    from random_tournaments.simulation import Pairer
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

_LEVELS = range(3, 17)
"""Players and earlier rounds together, of events drawn by chance."""
_MOST_EARLIER = 6
_LARGE = range(12, 21)
"""Players of events that have large brackets."""
_MOST_PLAYERS = 10
_PLAYED = range(3, 13)
"""Players, or teams, of events that are played."""
_TRIED_LOOSELY = 10
"""Pairings near that of the rules of which a legal one is sought."""
_NO_TIE_BREAKS = WeightedChoice(((),))


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many events of each kind are looked at, whatever time that takes."""

    tiny: int
    """Drawn, of each number of players and rounds."""
    played: int
    """Played, of each number of participants."""
    large: int = 0
    """Drawn, of many players."""
    steered: int
    """Tried to find what few events show."""


@dataclass(frozen=True, kw_only=True)
class Sources:
    """Sources of an edition."""

    pool: Pool
    seed: int
    rng: random.Random
    limits: Limits
    cases: Path
    """Folder of the events of the tests."""
    reuse_from: tuple[str, ...] = ()
    """Editions whose questions are tried."""
    is_rated: bool = False

    @property
    def system(self) -> str:
        """Key of the edition."""
        return self.pool.bench.system

    @property
    def declared(self) -> Declared:
        """The declarations of every event of the edition."""
        event = batch_kind(self.system).batch(seed=1, system=self.system).play(0).event
        assert event.start is not None
        system = replace(event.system, code=event.system.code.removesuffix("_BAKU"))
        return Declared(system=system, start=event.start, knows_baku=system.code != "", is_rated=self.is_rated)

    def each(self) -> Iterator[tuple[str, Iterator[Event]]]:
        """Yield each source's name and its events before a round, the smallest first."""
        declared = self.declared
        if self.pool.bench.has_plain_rounds:
            for level in _LEVELS if self.limits.tiny else ():
                yield f"players and rounds: {level}", self._tiny(level, declared)
        for key in self.reuse_from:
            yield f"questions of {key}", self._questions(key, declared)
        if self.pool.bench.has_plain_rounds:
            yield "many players", self._large(declared)
            yield "events of the tests", self.read_test_events()
            yield "steered events", self._steered()
        else:
            for size in _PLAYED:
                yield f"played by {size}", self._played(size)

    def _tiny(self, level: int, declared: Declared) -> Iterator[Event]:
        sizes = [players for players in range(2, _MOST_PLAYERS + 1) if 0 <= level - players <= _MOST_EARLIER]
        return (tiny_event(self.rng, declared, size, level - size) for _ in range(self.limits.tiny) for size in sizes)

    def _questions(self, key: str, declared: Declared) -> Iterator[Event]:
        """Yield the events of another edition's questions as events of this one."""
        suite = load_suite(key)
        for question in suite.questions:
            event = suite.event(question)
            if declared.knows_baku or not event.system.code.endswith("_BAKU"):
                yield _redeclare(event, declared)

    def read_test_events(self, misreading: str = "") -> Iterator[Event]:
        """Yield the rounds that demonstrate misreadings (or one misreading) in the tests, as events of this edition."""
        declared = self.declared
        listed = [path for path in sorted(self.cases.glob("*.txt")) if self.system.endswith(path.stem)]
        lines = [Demonstration.of(line) for path in listed for line in path.read_text().splitlines()]
        shown = {(one.name, one.round_number) for one in lines if misreading in ("", one.identifier)}
        for name, number in sorted(shown):
            event = parse_event((self.cases / name).read_text("utf-8")).event
            if event is not None:
                yield cut_before_round(_redeclare(event, declared), number)

    def read_related(self, misreading: str) -> Iterator[Event]:
        """Yield the events of the questions that show a misreading of the same article, if the edition has a suite."""
        article = self.pool.bench.misreadings[misreading].article
        suite = load_suite(self.system) if self.system in suites() else None
        for question in suite.questions if suite else ():
            if any(suite.misreadings[name].article == article for name in question.shown):
                yield suite.event(question)

    def _large(self, declared: Declared) -> Iterator[Event]:
        """Yield drawn events of many players before one of their first rounds."""
        for _ in range(self.limits.large):
            yield tiny_event(self.rng, declared, self.rng.choice(_LARGE), self.rng.choice((1, 1, 2, 2, 3)))

    def _played(self, size: int) -> Iterator[Event]:
        """Yield every round of small events that are played, every other one exactly by the edition."""
        games = engine_for(self.system).edition.file_rounds_per_round
        if pairs_teams(self.system):
            of_teams = replace(TEAM_PROFILES["tiny"], teams=Span(size, size), boards=Span(1, 2), reserves=Span(0, 0))
            axes = replace(of_teams, tie_breaks=_NO_TIE_BREAKS)
        else:
            of_players = replace(STEERING_AXES, players=Span(size, size), rounds=Span(1, 7), titled_players=Chance())
            axes = replace(of_players, tie_breaks=_NO_TIE_BREAKS)
        batch = batch_kind(self.system).batch(seed=self.seed, axes=axes, system=self.system)
        for index in range(self.limits.played):
            pairer = loosely_by(self.pool.bench.rules, self.rng) if index % 2 else None
            event = replace(batch.play(index, pairer).event, name="", end=None)
            for number in range(1, event.rounds_recorded // games + 1):
                yield cut_before_round(event, number, games)

    def _steered(self) -> Iterator[Event]:
        """Yield small events in which those criteria decide, or steps are taken, that few events show."""
        kinds = (FeatureKind.DECISIVE, FeatureKind.STEP)
        features = [
            one for one in features_of(self.pool.bench.rules) if one.kind in kinds and self.pool.wants(one.name)
        ]
        if features and self.limits.steered:
            quest = SteeringGoal(
                features=tuple(features),
                times=self.pool.most,
                budget=self.limits.steered,
                seed=self.seed,
                system=self.system,
                axes=replace(STEERING_AXES, players=Span(6, 12)),
            )
            for found in find_covering_events(quest):
                yield from (cut_before_round(found.tried.event, number) for _, number in found.met)


def loosely_by(rules: Rules, rng: random.Random) -> Pairer:
    """Return a pairer that exchanges a few players and colours in the pairing of the rules, if that is legal."""

    def pair(event: Event, round_number: int) -> RoundPairing:
        prepared = rules.open(event)
        right = prepared.round(round_number).expected()
        for _ in range(_TRIED_LOOSELY):
            other = _exchanged(right, rng)
            if not prepared.round(round_number).violations(other):
                return other
        return right

    return pair


def _exchanged(pairing: RoundPairing, rng: random.Random) -> RoundPairing:
    """Exchange one or two who play, or play and have the bye, and give some pairs the other colours."""
    seats = [seat for pair in pairing.pairs for seat in (pair.white, pair.black)]
    seats += [] if pairing.bye is None else [pairing.bye]
    for _ in range(rng.randint(1, 2)):
        one, other = rng.sample(range(len(seats)), 2)
        seats[one], seats[other] = seats[other], seats[one]
    pairs = [Pair(*seats[at : at + 2][:: rng.choice((1, 1, -1))]) for at in range(0, len(seats) - 1, 2)]
    return RoundPairing(pairs=tuple(pairs), bye=None if pairing.bye is None else seats[-1])


def _redeclare(event: Event, declared: Declared) -> Event:
    """Return an event with the edition's declarations; a team event keeps its own choices."""
    system = declared.with_baku if event.system.code.endswith("_BAKU") else declared.system
    if event.is_team_event:
        system = replace(system, code=event.system.code)
    return replace(event, system=system, start=declared.start, end=declared.start)
