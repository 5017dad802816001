"""Claims of programs compared with the task and the events of a campaign, before any event is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from checker.campaigns.configuration import Configuration, Direction
from checker.errors import RequestError
from checker.programs.program import Claims, EventFeature, Program, has_standard_games
from random_tournaments.axes import WeightedChoice
from random_tournaments.plan import Acceleration
from random_tournaments.settings import AnyAxes, BatchKind, SettingError
from random_tournaments.teams.axes import ByeWorth
from reference_engines.frame.systems import editions
from tournaments.model import Colour
from tournaments.teams.records import MatchPoints

_REQUIRED_CLAIMS = {
    Direction.PAIR: ("pairs", "to pair"),
    Direction.GENERATE: ("generates", "to make events"),
    Direction.JUDGE: ("checks", "to check"),
    Direction.EXAM: ("checks", "to check"),
}
"""For each direction the claim that a program must make, and the task as a verb."""
_ABILITIES = {"pairs": "pairs", "checks": "checks", "generates": "makes events"}


def require_claims(programs: Sequence[Program], configuration: Configuration) -> tuple[str, ...]:
    """
    Raise RequestError if a program claims other tasks only, or pairs teams where the system pairs players.

    A program without claims is accepted. Return a remark for each program that is judged by an edition that it does
    not claim.
    """
    return tuple(_remarks(programs, configuration))


def _remarks(programs: Sequence[Program], configuration: Configuration) -> Iterator[str]:
    for program in programs:
        name, claims = program.identity.name, program.with_system(configuration.system).claims
        _require_ability(name, claims, configuration.direction)
        remark = "" if configuration.system == "auto" else _edition_remark(name, claims, configuration.system)
        if remark:
            yield remark


def _require_ability(name: str, claims: Claims, direction: Direction) -> None:
    required, task = _REQUIRED_CLAIMS[direction]
    able = [ability for claim, ability in _ABILITIES.items() if getattr(claims, claim)]
    if able and not getattr(claims, required):
        message = f"{name} only {' and '.join(able)}; --direction {direction.value} asks it {task}"
        raise RequestError(message)


def _edition_remark(name: str, claims: Claims, system: str) -> str:
    """Return a remark on a program that claims other editions of the same kind; empty if it claims the edition."""
    of_teams = {edition.key: edition.pairs_teams for edition in editions()}
    regulation = system.partition("/")[0]
    known = [key for key in claims.systems if key in of_teams]
    if not known or regulation in known or regulation not in of_teams:
        return ""
    claim = f"{name} says that it pairs by {', '.join(known)}"
    if all(of_teams[key] != of_teams[regulation] for key in known):
        raise RequestError(f"{claim}, which {_paired_kind(of_teams[known[0]])}, and {system} does not")
    return f"{claim}; it is judged by {system}"


def _paired_kind(pairs_teams: bool) -> str:
    return "pairs teams" if pairs_teams else "pairs players"


_SUPPORTED_VALUES: dict[EventFeature, dict[str, Callable[[Any], bool]]] = {
    EventFeature.OTHER_SCORING: {
        "scoring": has_standard_games,
        "match-points": lambda points: points == MatchPoints(),
    },
    EventFeature.OTHER_BYE_POINTS: {
        "scoring": lambda scoring: scoring.pairing_allocated_bye == scoring.win,
        "bye": lambda worth: worth is ByeWorth.DRAW,
    },
    EventFeature.BYE_WITHOUT_POINTS: {"scoring": lambda scoring: scoring.pairing_allocated_bye > 0},
    EventFeature.ASSIGNED_POINTS: {"match-points": lambda points: not points.loss},
    EventFeature.ACCELERATION: {"acceleration": lambda value: value is Acceleration.NONE},
    EventFeature.LISTED_ACCELERATION: {"acceleration": lambda value: value in (Acceleration.NONE, Acceleration.BAKU)},
    EventFeature.FORBIDDEN_PAIRS: {"forbidden-groups": lambda groups: groups == 0},
    EventFeature.BLACK_FIRST: {"initial-colour": lambda colour: colour is Colour.WHITE},
}
"""For each feature, axes and the values of each axis that give events without the feature."""
_ABSENT_MISFORTUNES = {
    EventFeature.HALF_POINT_BYES: ("half-point-byes",),
    EventFeature.FULL_POINT_BYES: ("full-point-byes",),
    EventFeature.ABSENCES: ("zero-point-byes", "withdrawals", "late-entries", "absence-blocks"),
    EventFeature.UNRATED_PLAYERS: ("unrated-players",),
    EventFeature.UNRATED_GAMES: ("unrated-games",),
    EventFeature.UNUSUAL_RESULTS: ("unusual-results",),
    EventFeature.LINE_UPS: ("empty-boards",),
}
"""For each feature, the misfortunes that bring it about. Generated events never have features that are missing here."""


def draw_supported_events(programs: Sequence[Program], configuration: Configuration) -> Configuration:
    """
    Return the configuration with axes that give events without the features that a program does not support.

    Raise SettingError if the user requests a value of an axis that a program does not support.
    """
    unsupported = {
        feature: program.identity.name
        for program in programs
        for feature in program.with_system(configuration.system).claims.unsupported
    }
    kind, axes = configuration.kind, configuration.batch().axes
    requested, added = dict(configuration.axes), dict[str, str]()
    for feature, name in unsupported.items():
        for key, text in _settings_without(feature, kind, axes):
            if key in requested:
                raise SettingError(f"{key} is {requested[key]}, but {name} does not support {feature.value}")
            if not text:
                raise SettingError(f"{key}: the profile has no value without {feature.value}, as {name} requires")
            axes = kind.with_settings(axes, {key: text})
            added[key] = text
    return replace(configuration, axes=(*configuration.axes, *added.items()))


def _settings_without(feature: EventFeature, kind: BatchKind, axes: AnyAxes) -> Iterator[tuple[str, str]]:
    """Yield the axes, as key and text, that have to change for events without a feature; no text if none can."""
    for key in _ABSENT_MISFORTUNES.get(feature, ()):
        if key in kind.keys and kind.describe(kind.keys[key], getattr(axes, kind.keys[key])) != "0%":
            yield key, "0"
    if feature is EventFeature.LINE_UPS and "reserves" in kind.keys:
        yield "reserves", "0..0"
    if feature is EventFeature.ACCELERATED_GAME_POINTS and "scores" in kind.keys:
        feature = EventFeature.ACCELERATION
    for key, is_supported in _SUPPORTED_VALUES.get(feature, {}).items():
        if key in kind.keys:
            yield from _keep_supported_values(key, is_supported, kind, axes)


def _keep_supported_values(
    key: str, is_supported: Callable[[Any], bool], kind: BatchKind, axes: AnyAxes
) -> Iterator[tuple[str, str]]:
    """Yield the axis with its supported values alone, if some of its values are not supported."""
    choice: WeightedChoice[Any] = getattr(axes, kind.keys[key])
    weights = choice.weights or (1,) * len(choice.values)
    texts = [
        f"{kind.describe(kind.keys[key], WeightedChoice((value,)))}:{weight}"
        for value, weight in zip(choice.values, weights, strict=True)
        if is_supported(value)
    ]
    if len(texts) < len(choice.values):
        yield key, ",".join(texts)
