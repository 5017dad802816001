"""
The coverage of a regulation by events: how often an event or a batch exercises each feature, and a table of it.

A criterion *decides* a round if the edition would require another pairing without the criterion. The exact meaning, and
the relation to the next candidate, are in `reference_engines.coverage.dutch_leaving_out`. Coverage counts rounds and
events, not pairs.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any

from random_tournaments.axes import describe_axis
from reference_engines.coverage import features_of, find_covered_features, not_measured
from reference_engines.coverage.features import Feature, FeatureKind
from reference_engines.frame.results import NoLegalPairingError
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Event, Result
from tournaments.suggestion import suggest
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping

    from pandas import DataFrame

    from random_tournaments.generation import GeneratedEvent
    from random_tournaments.plan import EventPlan
    from random_tournaments.teams.axes import TeamPlan
    from reference_engines.frame.rules import Rules

_UNREPORTED_FIELDS = frozenset({"name", "games", "start", "system_code", "system_text", "quotas", "rates", "ratings"})
"""Fields without information for a reader, and fields whose parts are reported separately."""
_PARITY = ("an even number", "an odd number")


@dataclasses.dataclass(slots=True)
class AxisValues:
    """The values of all events of a batch on every axis."""

    events: int = 0
    values: dict[str, set[str]] = field(default_factory=dict)

    def add(self, plan: EventPlan | TeamPlan | None, event: Event) -> None:
        """Add an event and its plan; None for an event of unknown origin."""
        self.events += 1
        for axis, value in (*_planned_values(plan), *_event_values(event, 1 if plan is None else plan.games)):
            self.values.setdefault(axis, set()).add(value)

    def constant_axes(self) -> tuple[str, ...]:
        """Return a phrase for each axis with the same value in all events; empty for fewer than two events."""
        if self.events < 2:  # noqa: PLR2004 - the axes of a single event are always constant
            return ()
        return tuple(
            f"{axis}: {next(iter(results_seen))}"
            for axis, results_seen in self.values.items()
            if len(results_seen) == 1
        )


def _planned_values(plan: EventPlan | TeamPlan | None) -> Iterator[tuple[str, str]]:
    if plan is None:
        return
    for axis in fields(plan):
        if axis.name not in _UNREPORTED_FIELDS:
            yield axis.name.replace("_", " "), _describe_value(getattr(plan, axis.name))
    for part in fields(plan.ratings):
        yield f"ratings, {part.name}", _describe_value(getattr(plan.ratings, part.name))


def _describe_value(value: Any) -> str:
    if value in ((), 0, 0.0):
        return "none"
    return describe_axis(value)


def _event_values(event: Event, games: int) -> Iterator[tuple[str, str]]:
    """Yield the values that follow from the event itself."""
    planned = event.rounds_declared
    if planned is not None:
        yield "rounds, parity", _PARITY[planned // games % 2]
        yield "final round", "reached" if event.rounds_recorded == planned else "never reached"
    if event.is_team_event:
        yield from _team_event_values(event)
        return
    yield "players, parity", _PARITY[len(event.players) % 2]
    results_seen = {entry.result for player in event.players for entry in player.rounds}
    for axis, has in _RESULT_AXES.items():
        yield axis, "in every event" if has(results_seen) else "in no event"


def _team_event_values(event: Event) -> Iterator[tuple[str, str]]:
    yield "teams, parity", _PARITY[len(event.teams) % 2]
    results_seen = {entry.result for team in team_event(event).teams for entry in team.rounds}
    for axis, results in _TEAM_RESULT_AXES.items():
        yield axis, "in every event" if results_seen & results else "in no event"


_TEAM_RESULT_AXES = {
    "half-point byes": {MatchResult.HALF_POINT_BYE},
    "full-point byes": {MatchResult.FULL_POINT_BYE},
    "absences": {MatchResult.ZERO_POINT_BYE},
    "pairing-allocated byes": {MatchResult.PAIRING_ALLOCATED_BYE},
    "forfeited matches": {MatchResult.FORFEIT_WIN, MatchResult.DOUBLE_FORFEIT},
}
_RESULT_AXES: dict[str, Callable[[set[Result]], bool]] = {
    "half-point byes": lambda results_seen: Result.HALF_POINT_BYE in results_seen,
    "full-point byes": lambda results_seen: Result.FULL_POINT_BYE in results_seen,
    "absences without points": lambda results_seen: Result.ZERO_POINT_BYE in results_seen,
    "pairing-allocated byes": lambda results_seen: Result.PAIRING_ALLOCATED_BYE in results_seen,
    "forfeits": lambda results_seen: any(result.is_forfeit for result in results_seen),
    "unrated games": lambda results_seen: Result.UNRATED_WIN in results_seen or Result.UNRATED_DRAW in results_seen,
    "draws": lambda results_seen: Result.DRAW in results_seen,
}


class CoverageRow(FrozenStruct, frozen=True, kw_only=True):
    """A feature in the table of a coverage."""

    feature: Feature
    rounds: int
    events: int
    share: float
    """Share of the measured rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The coverage of some events; coverages of the same engine can be added."""

    system: str
    """Key of the engine."""
    events: int = 0
    rounds: int = 0
    """Number of measured rounds."""
    unpaired_rounds: int = 0
    """Number of recorded rounds without a legal pairing, which an external program paired against the rules."""
    rounds_by_feature: Mapping[Feature, int] = field(default_factory=Counter)
    """Number of rounds that exercised each feature; features without a round are not listed."""
    events_by_feature: Mapping[Feature, int] = field(default_factory=Counter)
    measurable: tuple[Feature, ...] = ()
    not_measured: tuple[str, ...] = ()
    """Sentences on parts of the regulation that are not measured."""

    def __add__(self, other: Coverage) -> Coverage:
        """Add two coverages; raise ValueError if they are of different engines."""
        if self.system != other.system:
            raise ValueError(f"coverage of {self.system} and of {other.system} cannot be added up")
        return Coverage(
            system=self.system,
            events=self.events + other.events,
            rounds=self.rounds + other.rounds,
            unpaired_rounds=self.unpaired_rounds + other.unpaired_rounds,
            rounds_by_feature=Counter(self.rounds_by_feature) + Counter(other.rounds_by_feature),
            events_by_feature=Counter(self.events_by_feature) + Counter(other.events_by_feature),
            measurable=tuple(dict.fromkeys((*self.measurable, *other.measurable))),
            not_measured=self.not_measured,
        )

    @property
    def rows_by_feature(self) -> tuple[CoverageRow, ...]:
        """A row for each measurable feature, in the order of the edition."""
        return tuple(
            CoverageRow(
                feature=feature,
                rounds=self.rounds_by_feature.get(feature, 0),
                events=self.events_by_feature.get(feature, 0),
                share=self.rounds_by_feature.get(feature, 0) / self.rounds if self.rounds else 0.0,
            )
            for feature in self.measurable
        )

    def to_frame(self) -> DataFrame:
        """Return the table of the coverage as a frame of pandas."""
        import pandas as pd  # noqa: PLC0415 - slow to load

        rows = [
            (one.feature.name, one.feature.kind.value, one.feature.article, one.feature.meaning, one.rounds, one.events)
            for one in self.rows_by_feature
        ]
        return pd.DataFrame(rows, columns=["feature", "kind", "article", "meaning", "rounds", "events"])

    def unmet_features(self) -> tuple[Feature, ...]:
        """Return the measurable features that no round exercised."""
        return tuple(feature for feature in self.measurable if not self.rounds_by_feature.get(feature))


def empty_coverage(engine: Rules) -> Coverage:
    """Return the coverage of an engine before any event is measured."""
    return Coverage(system=engine.edition.key, measurable=features_of(engine), not_measured=not_measured(engine))


def measure_coverage(event: Event, engine: Rules, first: int = 1) -> Coverage:
    """
    Return the coverage of an event under an engine, from round ``first`` on.

    Raise UnsupportedEventError if the engine does not support the event.
    """
    by_round = list(measure_rounds(event, engine, first=first))
    paired = [exercised for _, exercised in by_round if exercised is not None]
    in_rounds = Counter(feature for exercised in paired for feature in exercised)
    empty = empty_coverage(engine)
    return Coverage(
        system=empty.system,
        events=1,
        rounds=len(paired),
        unpaired_rounds=len(by_round) - len(paired),
        rounds_by_feature=in_rounds,
        events_by_feature=Counter(dict.fromkeys(in_rounds, 1)),
        measurable=tuple(dict.fromkeys((*empty.measurable, *sorted(in_rounds, key=lambda feature: feature.name)))),
        not_measured=empty.not_measured,
    )


def measure_rounds(
    event: Event, engine: Rules, features: Collection[Feature] | None = None, first: int = 1
) -> Iterator[tuple[int, frozenset[Feature] | None]]:
    """
    Yield each recorded round from ``first`` on with the features that it exercises, among ``features`` if given.

    The features of a round without a legal pairing are None.
    """
    prepared = engine.open(event)
    for number in prepared.recorded_rounds[first - 1 :]:
        try:
            yield number, find_covered_features(prepared.round(number), features)
        except NoLegalPairingError:
            yield number, None


_ALIASES = {"completion": "c4"}


class CoverageMeter:
    """Measures the coverage of the events of a batch as they pass."""

    def __init__(self, engine: Rules) -> None:
        """Begin with no event."""
        self._engine = engine
        self._total = empty_coverage(engine)
        self._axes = AxisValues()

    def watch(self, events: Generator[GeneratedEvent]) -> Generator[GeneratedEvent]:
        """Yield the events and measure them."""
        try:
            for event in events:
                if event.played is not None:
                    self._total += measure_coverage(event.played.event, self._engine)
                    self._axes.add(event.played.plan, event.played.event)
                yield event
        finally:
            events.close()

    def table(self) -> str:
        """Return the table of the coverage, and the values that all events share."""
        return format_coverage(self._total, self._axes.constant_axes())


def find_features(engine: Rules, names: Iterable[str]) -> tuple[Feature, ...]:
    """
    Return the features with some names, in upper or lower case; ``completion`` is C4.

    Raise ValueError for an unknown name, with the list of known names.
    """
    known = {feature.name.lower(): feature for feature in features_of(engine)}
    known |= {alias: known[name] for alias, name in _ALIASES.items() if name in known}
    features = [name.strip() for name in names if name.strip()]
    for name in features:
        if name.lower() not in known:
            permitted = [feature.name for feature in features_of(engine)]
            message = f"'{name}' is not a feature of {engine.edition.key}; there are: {', '.join(permitted)}"
            raise ValueError(message + suggest(name, permitted))
    return tuple(dict.fromkeys(known[name.lower()] for name in features))


_TITLES = {
    FeatureKind.DECISIVE: "Criteria that decide (without them another pairing)",
    FeatureKind.UNMET: "Criteria not fully met by the pairing",
    FeatureKind.STEP: "Steps of the procedure, and what makes a difference in them",
    FeatureKind.COLOUR: "Colour rules that decide a pair",
    FeatureKind.CIRCUMSTANCE: "Steps and circumstances",
}


def format_coverage(coverage: Coverage, constant: tuple[str, ...] = ()) -> str:
    """Return the table as text, with one section for each kind of feature, and the constant axes."""
    rows = coverage.rows_by_feature
    lines = [f"Coverage of {coverage.system}: {coverage.events} events, {coverage.rounds} rounds"]
    if coverage.unpaired_rounds:
        lines.append(f"{coverage.unpaired_rounds} recorded rounds have no legal pairing and are not counted.")
    for kind, title in _TITLES.items():
        of_kind = [row for row in rows if row.feature.kind is kind]
        if of_kind:
            lines += ["", f"{title:<74} {'rounds':>7} {'share':>7} {'events':>7}"]
            lines += _format_section(of_kind)
    lines += ["", *coverage.not_measured] if coverage.not_measured else []
    never = [feature.name for feature in coverage.unmet_features() if feature.kind is not FeatureKind.UNMET]
    lines += ["", f"Never met: {', '.join(never)}"] if never else []
    lines += ["", "The same in all events:", *(f"  {phrase}" for phrase in constant)] if constant else []
    return "\n".join(lines) + "\n"


def _format_section(rows: list[CoverageRow]) -> list[str]:
    """Return the lines of rows of one kind, with the meanings aligned."""
    label = max(_LABEL_WIDTH, *(len(row.feature.label) for row in rows))
    names = [
        f"{row.feature.label:<{label}} {row.feature.article}" if row.feature.kind in _CRITERIA else row.feature.name
        for row in rows
    ]
    wide = max(_NAME_WIDTH, *(len(name) for name in names))
    heads = (f"  {name:<{wide}} {row.feature.meaning}" for name, row in zip(names, rows, strict=True))
    return [
        f"{_shorten(head):<74} {row.rounds:>7} {row.share:>7.1%} {row.events:>7}"
        for head, row in zip(heads, rows, strict=True)
    ]


_CRITERIA = (FeatureKind.DECISIVE, FeatureKind.UNMET)
_WIDTH = 74
_LABEL_WIDTH = 4
_NAME_WIDTH = 20
"""The minimum width of names; a longer name widens its section."""


def _shorten(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
