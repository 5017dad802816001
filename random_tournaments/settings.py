"""
The text form of axes in configuration files and on the command line, and the kinds of batches: of players, of teams.

A span is ``9`` or ``5..13``; a chance ``30%``, ``20..40%`` or ``0.3``; a frequency a chance or a whole number, with
``/event`` behind it if it is not per round; a choice one or more names, ``none,baku``, with weights as in
``none:3,baku``.

A kind of batch has its axes, settings and class, and axes that can be played.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from random_tournaments.axes import (
    AXIS_KEYS,
    PLAIN,
    PROFILES,
    SCORINGS,
    Axes,
    Chance,
    Frequency,
    Per,
    Span,
    WeightedChoice,
    describe_axis,
    event_start,
    max_rounds,
)
from random_tournaments.event_batch import Batch, PlayedEvent
from random_tournaments.plan import Acceleration, EventPlan, ResultModel
from random_tournaments.random_plans import allows_baku
from random_tournaments.teams.axes import (
    MATCH_POINTS,
    TEAM_AXIS_KEYS,
    TEAM_PROFILES,
    BoardColours,
    ByeWorth,
    TeamAxes,
    TeamPlan,
    TeamScores,
)
from random_tournaments.teams.simulation import TeamBatch, allows_baku_by_match_points, allows_baku_by_scores
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.edition import Edition
from reference_engines.frame.systems import engine_for, pairs_teams, resolve
from reference_engines.team.edition import PreferenceType
from standings.codes import Support, TieBreak, TieBreakCode, parse_code
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Player, Result, RoundEntry
from tournaments.multi_game_rounds import count_rounds_by_matches
from tournaments.suggestion import describe_unknown, suggest

AnyAxes = Axes | TeamAxes
AxesT = TypeVar("AxesT", bound=Axes | TeamAxes)
AnyBatch = Batch | TeamBatch
AnyPlayed = PlayedEvent[EventPlan] | PlayedEvent[TeamPlan]

_NUMBER = r"-?(?:\d+(?:\.\d+)?|\.\d+)"
_RANGE = re.compile(rf"(?P<low>{_NUMBER})(?:\.\.(?P<high>{_NUMBER}))?(?P<percent>\s*%)?", re.ASCII)
_MAX_FORBIDDEN_GROUPS = 9


class SettingError(ValueError):
    """A setting that cannot be used; the message names the key, what was found and what is permitted."""


def read_span(text: str) -> Span:
    """Read ``9`` or ``5..13``; raise ValueError for other text."""
    match = _RANGE.fullmatch(text)
    if not match or match["percent"] or "." in match["low"] + (match["high"] or ""):
        raise ValueError(f"'{text}' is neither a whole number nor a range of them; write 9 or 5..13")
    low = int(match["low"])
    high = int(match["high"] or low)
    if low < 0:
        raise ValueError(f"'{text}' is below 0; write 9 or 5..13")
    return Span(low, high)


def read_chance(text: str) -> Chance:
    """Read ``30%``, ``20..40%`` or ``0.2..0.4``; raise ValueError for other text."""
    match = _RANGE.fullmatch(text)
    if not match:
        raise ValueError(f"'{text}' is not a share; write 30%, 20..40% or 0.3")
    scale = 100 if match["percent"] else 1
    low, high = (float(edge) / scale for edge in (match["low"], match["high"] or match["low"]))
    if not 0.0 <= low <= high <= 1.0:
        raise ValueError(f"'{text}' is not within 0% to 100%, the lower one first; write 30%, 20..40% or 0.3")
    return Chance(low, high)


def read_frequency(text: str) -> Frequency:
    """Read a share or a number of times, per round or event; raise ValueError for other text."""
    amount, slash, unit = text.partition("/")
    if slash and unit not in ("round", "event"):
        raise ValueError(f"'{text}' is per '{unit}'; write /round or /event")
    per = Per(unit) if slash else Per.ROUND
    if "%" in amount or re.search(r"(?<!\.)\.(?!\.)", amount):
        return Frequency(share=read_chance(amount), per=per)
    try:
        return Frequency(number=read_span(amount), per=per)
    except ValueError:
        raise ValueError(
            f"'{text}' is not a frequency; write a share (5%, 0..5%) or a whole number (3, 0..3), "
            "with /event behind it if it is not per round"
        ) from None


def _read_ratings(text: str) -> dict[str, object]:
    """Read ``1200..2600``, or the ratings themselves, with 0 for an unrated player."""
    if ".." in text:
        span = read_span(text)
        return {"lowest_rating": Span(span.lowest, span.lowest), "highest_rating": Span(span.highest, span.highest)}
    parts = [part.strip() for part in text.split(",")]
    if len(parts) < 2 or not all(part.isdecimal() for part in parts):  # noqa: PLR2004 - an event has at least two players
        raise ValueError(f"'{text}' is neither a range (1200..2600) nor a list of ratings (2400,2350,0)")
    listed = tuple(int(part) for part in parts)
    return {"listed_ratings": listed}


def read_choice(text: str, options: Mapping[str, object]) -> WeightedChoice[object]:
    """Read one or more names with weights; raise ValueError for an unknown name."""
    values, weights = [], []
    for part in text.split(","):
        name, colon, weight = part.strip().partition(":")
        if name.lower() not in options:
            raise ValueError(describe_unknown(name, options))
        if colon and (not weight.isdecimal() or int(weight) < 1):
            raise ValueError(f"'{part}': a weight is a whole number from 1, as in {name}:3")
        values.append(options[name.lower()])
        weights.append(int(weight) if colon else 1)
    return WeightedChoice(tuple(values), tuple(weights))


def read_date(text: str) -> dt.date | None:
    """Read ``2026-05-01`` or ``none``; raise ValueError for other text."""
    try:
        return None if text.lower() == "none" else dt.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"'{text}' is not a valid date; write 2026-05-01, or none") from None


def read_tie_breaks(text: str, *, is_team_event: bool) -> WeightedChoice[object]:
    """Read lists of tie-breaks, ``WIN+BH/C1,none``; raise ValueError for an unknown or repeated code."""
    lists = []
    for part in text.upper().split(","):
        codes = [] if part.strip() == "NONE" else [parse_code(code) for code in part.split("+")]
        if not all(_is_known(code, is_team_event=is_team_event) for code in codes) or len(set(codes)) < len(codes):
            bases = (
                base
                for base in TieBreak
                if _is_available(base, is_team_event=is_team_event) and base is not TieBreak.POINTS
            )
            known = ", ".join(base.value for base in bases)
            raise ValueError(
                f"'{part}': a list is none, or some of {known}, each once, joined by + (as in WIN+BH/C1), with PTS if "
                "points do not come first"
            )
        lists.append(tuple(codes))
    return WeightedChoice(tuple(lists))


def _is_known(code: TieBreakCode, *, is_team_event: bool) -> bool:
    """Whether a code can be computed; only for teams it may name a score."""
    if code.tie_break is None or not _is_available(code.tie_break, is_team_event=is_team_event):
        return False
    return code.support is Support.DEFINED and (is_team_event or code.score is None)


def _is_available(base: TieBreak, *, is_team_event: bool) -> bool:
    return not base.needs_ratings if is_team_event else not base.is_for_teams_only


_COMMON_OPTIONS: dict[str, Mapping[str, object]] = {
    "results": {describe_axis(model): model for model in ResultModel},
    "acceleration": {describe_axis(acceleration): acceleration for acceleration in Acceleration},
    "initial_colour": {"white": Colour.WHITE, "black": Colour.BLACK, "w": Colour.WHITE, "b": Colour.BLACK},
    "forbidden_groups": {str(number): number for number in range(_MAX_FORBIDDEN_GROUPS + 1)},
}
_OPTIONS: dict[str, Mapping[str, object]] = {**_COMMON_OPTIONS, "scoring": SCORINGS}
_TEAM_OPTIONS: dict[str, Mapping[str, object]] = {
    **_COMMON_OPTIONS,
    "board_colours": {colours.value: colours for colours in BoardColours},
    "preferences": {"a": PreferenceType.A, "b": PreferenceType.B, "none": PreferenceType.NONE},
    "scores": {scores.value.lower().replace("_", "-"): scores for scores in TeamScores},
    "match_points": MATCH_POINTS,
    "bye": {bye.value: bye for bye in ByeWorth},
}


_MIN_PLAYERS = 2
_DRAWS = (Result.DRAW, Result.UNRATED_DRAW)
_UNRATED = (Result.UNRATED_WIN, Result.UNRATED_DRAW, Result.UNRATED_LOSS)


def derive_axes(event: Event) -> Axes:
    """
    Return the axes of events similar to an event; raise SettingError for an event that gives no axes.

    Such an event has fewer than two players, no round, or so many rounds that players met twice. Of matches of several
    games, the first games count.
    The frequencies of byes, forfeits and late entries are fixed to their frequencies in the event, but strike other
    players in other rounds. Scoring, acceleration, initial colour and prohibited groups are copied if the event has
    them.
    """
    if len(event.players) < _MIN_PLAYERS or not event.rounds_recorded:
        raise SettingError("a model event has at least two players and one recorded round")
    event = _with_first_games(event)
    rounds = event.rounds_declared or event.rounds_recorded
    entries = Counter(entry.result for player in event.players for entry in _entries_while_present(player))
    games = sum(number for result, number in entries.items() if result.is_game)
    scheduled = games + entries[Result.FORFEIT_LOSS] + entries[Result.FORFEIT_WIN]
    chances = sum(entries.values())
    try:
        return replace(
            PLAIN,
            players=Span(len(event.players), len(event.players)),
            rounds=Span(rounds, rounds),
            listed_ratings=tuple(player.rating or 0 for player in event.players),
            titled_players=_chance(sum(bool(player.title) for player in event.players), len(event.players)),
            draws=_chance(sum(entries[draw] for draw in _DRAWS), games),
            half_point_byes=_share(entries[Result.HALF_POINT_BYE], chances),
            full_point_byes=_share(entries[Result.FULL_POINT_BYE], chances),
            zero_point_byes=_share(entries[Result.ZERO_POINT_BYE], chances),
            withdrawals=_times(sum(_left_early(player) for player in event.players)),
            late_entries=_times(sum(_came_late(player) for player in event.players)),
            forfeits=_share(2 * entries[Result.FORFEIT_WIN], scheduled),
            double_forfeits=_share(max(0, entries[Result.FORFEIT_LOSS] - entries[Result.FORFEIT_WIN]), scheduled),
            unrated_games=_share(sum(entries[result] for result in _UNRATED), games),
            acceleration=WeightedChoice((_acceleration(event),)),
            scoring=WeightedChoice((event.scoring,)),
            initial_colour=WeightedChoice((event.initial_colour,) if event.initial_colour else tuple(Colour)),
            forbidden_groups=WeightedChoice((min(len(event.forbidden), 9),)),
        )
    except ValueError as error:
        raise SettingError(str(error)) from error


def _with_first_games(event: Event) -> Event:
    """Return the event with the first game of each match alone, and its rounds counted in matches."""
    engine = resolve(event).engine
    games = engine.edition.file_rounds_per_round if engine else 1
    players = tuple(replace(player, rounds=player.rounds[::games]) for player in event.players)
    recorded = event.rounds_recorded // games
    return replace(count_rounds_by_matches(event, games), players=players, rounds_recorded=recorded)


def _chance(number: int, total: int) -> Chance:
    rate = min(1.0, number / max(1, total))
    return Chance(rate, rate)


def _share(number: int, total: int) -> Frequency:
    return Frequency(share=_chance(number, total))


def _times(number: int) -> Frequency:
    return Frequency(number=Span(number, number), per=Per.EVENT)


def _attended_rounds(player: Player) -> list[int]:
    """Return the rounds, from 0, in which the player was paired or had a bye with points."""
    return [number for number, entry in enumerate(player.rounds) if entry.result is not Result.ZERO_POINT_BYE]


def _entries_while_present(player: Player) -> Iterable[RoundEntry]:
    attended = _attended_rounds(player)
    return player.rounds[attended[0] : attended[-1] + 1] if attended else ()


def _came_late(player: Player) -> bool:
    attended = _attended_rounds(player)
    return bool(attended) and attended[0] > 0


def _left_early(player: Player) -> bool:
    attended = _attended_rounds(player)
    return bool(attended) and attended[-1] < len(player.rounds) - 1


def _acceleration(event: Event) -> Acceleration:
    if event.virtual_points:
        return Acceleration.LISTED
    return Acceleration.BAKU if declares_baku(event.system) else Acceleration.NONE


def describe_team_axis(field: str, value: object) -> str:
    """Return the value of an axis of team events as the command line writes it."""
    if not isinstance(value, WeightedChoice) or field in ("tie_breaks", "start"):
        return describe_axis(value)
    names = {option: name for name, option in reversed(list(_TEAM_OPTIONS[field].items()))}
    return ",".join(names[option] for option in value.values)


class BatchKind(FrozenStruct, frozen=True, kw_only=True):
    """A kind of batch: individual events or team events."""

    participants: str
    """The kind of participants: ``players`` or ``teams``."""
    profiles: Mapping[str, AnyAxes]
    default_profile: str
    """The default profile of the generate command."""
    keys: Mapping[str, str]
    """Key of every axis, and the name of its field."""
    options: Mapping[str, Mapping[str, object]]
    """The values of every axis of choices by name."""
    describe: Callable[[str, object], str]
    """Returns the value of a field as the command line writes it."""
    batch: Callable[..., AnyBatch]
    """Creates a batch from seed, axes, system and label."""

    def with_settings(self, axes: AxesT, settings: Mapping[str, str]) -> AxesT:
        """
        Return the axes with some of them set, by key.

        Raise SettingError for an unknown key, for an axis of the other kind of batch, for a value that its axis cannot
        have, or for axes that contradict each other.
        """
        changes: dict[str, object] = {}
        for key, text in settings.items():
            if key not in self.keys:
                raise SettingError(self._describe_unknown(key))
            try:
                changes |= self._read(self.keys[key], text.strip(), axes)
            except ValueError as error:
                raise SettingError(f"{key}: {error}") from error
        if "listed_ratings" in changes and "players" not in changes:
            number = settings["ratings"].count(",") + 1
            changes["players"] = Span(number, number)
        size = changes.get(self.participants)
        if "rounds" not in changes and isinstance(size, Span):
            changes["rounds"] = _limit_rounds(axes.rounds, max_rounds(size.highest))
        try:
            return replace(axes, **changes)  # type: ignore[arg-type]  # each reader returns what its axis holds
        except ValueError as error:
            raise SettingError(str(error)) from error

    def _describe_unknown(self, key: str) -> str:
        permitted = suggest(key, self.keys) or f"; permitted are {', '.join(sorted(self.keys))}"
        of_teams = self.participants == "teams"
        if key in AXIS_KEYS or key in TEAM_AXIS_KEYS:
            others = "individual" if of_teams else "team"
            return f"{key} is an axis of {others} events, and this system pairs {self.participants}{permitted}"
        return f"{key} is not an axis{' of team events' if of_teams else ''}{permitted}"

    def _read(self, field: str, text: str, axes: AnyAxes) -> dict[str, object]:
        """Read the value of an axis, and of the axes that it determines."""
        if field == "listed_ratings":
            return _read_ratings(text)
        if field == "tie_breaks":
            return {field: read_tie_breaks(text, is_team_event=self.participants == "teams")}
        if field == "start":
            return {field: read_date(text)}
        read = _READERS.get(type(getattr(axes, field)))
        return {field: read(text) if read else read_choice(text, self.options[field])}


def _limit_rounds(rounds: Span, most: int) -> Span:
    """Limit rounds that the user did not set to the number that the participants can play."""
    return Span(max(1, min(rounds.lowest, most // 2)), max(1, min(rounds.highest, most)))


_READERS: dict[type, Callable[[str], object]] = {Span: read_span, Chance: read_chance, Frequency: read_frequency}


PLAYERS = BatchKind(
    participants="players",
    profiles=PROFILES,
    default_profile="endorsement",
    keys=AXIS_KEYS,
    options=_OPTIONS,
    describe=lambda _, value: describe_axis(value),
    batch=Batch,
)
TEAMS = BatchKind(
    participants="teams",
    profiles=TEAM_PROFILES,
    default_profile="mixed",
    keys=TEAM_AXIS_KEYS,
    options=_TEAM_OPTIONS,
    describe=describe_team_axis,
    batch=TeamBatch,
)


def batch_kind(system: str) -> BatchKind:
    """Return the kind of batch that a system pairs; raise KeyError for an unknown system."""
    return TEAMS if pairs_teams(system) else PLAYERS


_REASON = "the Baku acceleration presupposes that a win is worth two draws and a loss nothing (C.04.7:1.1)"
_TEAM_REASON = "the Baku acceleration presupposes that teams are paired by match points first (C.04.7:1.1)"


_BAKU_CONDITIONS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "scoring": (allows_baku, _REASON),
    "scores": (allows_baku_by_scores, _TEAM_REASON),
    "match_points": (allows_baku_by_match_points, _REASON),
}
"""Whether Baku allows a value, and the reason of a refusal, for each axis on which Baku has a condition."""


def playable_axes(kind: BatchKind, axes: AnyAxes, system: str) -> AnyAxes:
    """
    Return the axes restricted to values that a system can play; raise SettingError if it cannot play the axes.

    If only the Baku acceleration is requested, a scoring of the profile is drawn from the scorings that Baku allows.
    """
    edition = engine_for(system).edition
    try:
        event_start(axes.start, edition)
    except ValueError as error:
        raise SettingError(str(error)) from error
    accelerations = axes.acceleration.values
    if Acceleration.BAKU not in accelerations or _is_profile_value(kind, axes, "acceleration"):
        return axes
    _require_code(edition)
    is_fixed = set(accelerations) == {Acceleration.BAKU}
    changes: dict[str, Any] = {}
    for field in _BAKU_CONDITIONS:
        if field in kind.keys.values():
            narrowed = _narrow_choice(kind, axes, field, is_fixed=is_fixed)
            changes |= {field: narrowed} if is_fixed else {}
    return replace(axes, **changes)


def _require_code(edition: Edition) -> None:
    """Refuse the Baku acceleration for a system without a code, since a file cannot declare it."""
    if edition.code or edition.pairs_teams:
        return
    raise SettingError(
        f"acceleration: {edition.key} cannot be played with the Baku acceleration. A file declares it by the code of "
        f"the system in field 192, and TRF26 has none for {edition.key}. Choose none, virtual-3, virtual-5 or listed."
    )


def _narrow_choice(kind: BatchKind, axes: AnyAxes, field: str, *, is_fixed: bool) -> WeightedChoice[Any]:
    """Return the values of an axis that Baku allows; raise SettingError if the user requests another value."""
    choice: WeightedChoice[Any] = getattr(axes, field)
    allows, reason = _BAKU_CONDITIONS[field]
    weights = choice.weights or (1,) * len(choice.values)
    allowed = [(value, weight) for value, weight in zip(choice.values, weights, strict=True) if allows(value)]
    is_requested = not _is_profile_value(kind, axes, field)
    if len(allowed) == len(choice.values):
        return choice
    if not allowed or (is_fixed and is_requested):
        key = next(key for key, name in kind.keys.items() if name == field)
        refused = next(value for value in choice.values if not allows(value))
        name = kind.describe(field, WeightedChoice((refused,)))
        raise SettingError(f"acceleration: baku cannot be played with {key} {name}; {reason}")
    return WeightedChoice(tuple(value for value, _ in allowed), tuple(weight for _, weight in allowed))


def _is_profile_value(kind: BatchKind, axes: AnyAxes, field: str) -> bool:
    """Whether the value of an axis comes from a profile, not from the user."""
    value = getattr(axes, field)
    return any(getattr(profile, field) is value for profile in kind.profiles.values())
