"""
External programs: they pair a round, judge an event or generate one, or fail at it.

How it is reached (a command, a resident process, a Python callable, files that it left) is the adapter's business. An
exchange is what it was given and answered, byte by byte; a recipe says how to repeat that by hand.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from checker.programs.safe_text import escape_line, harmless
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.systems import DEFAULT_SYSTEM
from tournaments.frozen import FrozenStruct, JsonStruct, dataclass
from tournaments.model import Colour, Event, PrimaryScore, Result, ScoringSystem
from tournaments.teams.matches import team_event
from tournaments.teams.records import MatchPoints

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from reference_engines.frame.results import RoundPairing

_SOUND_RESULTS = frozenset(
    {frozenset({Result.WIN, Result.LOSS}), frozenset({Result.DRAW}), frozenset({Result.PENDING})}
    | {frozenset({Result.UNRATED_WIN, Result.UNRATED_LOSS}), frozenset({Result.UNRATED_DRAW})}
)


class EventFeature(Enum):
    """A feature of an event; the value is its name in a description."""

    OTHER_SCORING = "other-scoring"
    """A game is not worth 1, ½ or 0 points; a match of teams not 2, 1 or 0."""
    OTHER_BYE_POINTS = "other-bye-points"
    """The pairing-allocated bye is not worth a win; of a team, not a draw."""
    BYE_WITHOUT_POINTS = "bye-without-points"
    """The pairing-allocated bye is worth no points."""
    HALF_POINT_BYES = "half-point-byes"
    """The letter H."""
    FULL_POINT_BYES = "full-point-byes"
    """The letter F."""
    ABSENCES = "absences"
    """The letter Z."""
    UNRATED_PLAYERS = "unrated-players"
    """A player without a rating."""
    UNRATED_GAMES = "unrated-games"
    """The letters W, D and L."""
    UNUSUAL_RESULTS = "unusual-results"
    """A game that both players lost, or that a player drew and the opponent lost."""
    ASSIGNED_POINTS = "assigned-points"
    """Points that record 299 assigns."""
    LINE_UPS = "line-ups"
    """A team plays without one of the first players of its list, or leaves a board empty."""
    ACCELERATION = "acceleration"
    """Virtual points, listed or by the Baku acceleration."""
    LISTED_ACCELERATION = "listed-acceleration"
    """Virtual points that a file lists."""
    ACCELERATED_GAME_POINTS = "accelerated-game-points"
    """Acceleration of teams that are paired by game points first."""
    FORBIDDEN_PAIRS = "forbidden-pairs"
    """Players who may not be paired."""
    BLACK_FIRST = "black-first"
    """The initial colour is Black."""
    ROUND_WITHOUT_GAMES = "round-without-games"
    """Nobody is paired in the last recorded round, so that the program takes the round for the next one."""
    UNDECLARED_ROUNDS = "undeclared-rounds"
    """The number of rounds is not declared."""
    UNDECLARED_COLOUR = "undeclared-colour"
    """The initial colour is not declared."""

    def occurs_in(self, event: Event) -> bool:
        """Whether an event has the feature."""
        return _PRESENCE[self](event)


def read_features(names: object) -> tuple[EventFeature, ...]:
    """Read a list of names; ValueError says which name is unknown, and which are known."""
    known = {feature.value: feature for feature in EventFeature}
    if not isinstance(names, list | tuple):
        raise ValueError(f"{names!r} is not a list; write names of features, such as ['other-scoring']")  # noqa: TRY004 - a text of the user, not an error of types
    wrong = [name for name in names if name not in known]
    if wrong:
        raise ValueError(f"'{wrong[0]}' is not a feature of events; permitted are {', '.join(known)}")
    return tuple(known[name] for name in names)


def find_unsupported(event: Event, unsupported: Iterable[EventFeature]) -> EventFeature | None:
    """Return the first feature of an event that is not supported; None if all its features are."""
    return next((feature for feature in unsupported if feature.occurs_in(event)), None)


def has_standard_games(scoring: ScoringSystem) -> bool:
    """Whether games are worth 1, ½ and 0 points."""
    points = (scoring.white_win, scoring.black_win, scoring.white_draw, scoring.black_draw)
    return points == (10, 10, 5, 5) and not (scoring.white_loss or scoring.black_loss)


def _has_other_scoring(event: Event) -> bool:
    return not has_standard_games(event.scoring) or (event.match_points or MatchPoints()) != MatchPoints()


def _bye_points(event: Event) -> tuple[int, int]:
    """Return the points of the pairing-allocated bye, and the usual points: of a win, or of a team's draw."""
    if not event.is_team_event:
        return event.scoring.pairing_allocated_bye, event.scoring.win
    scoring = team_event(event).scoring
    return scoring.pairing_allocated_bye, scoring.draw


def _has_other_bye_points(event: Event) -> bool:
    points, usual = _bye_points(event)
    return points != usual or (event.is_team_event and _has_other_bye_games(event))


def _has_other_bye_games(event: Event) -> bool:
    """Whether the bye of a team has other game points than those of drawn games on all boards."""
    teams = team_event(event)
    games, usual = teams.scoring.pairing_allocated_bye_games, teams.boards * event.scoring.white_draw
    return games not in (None, usual)


def _is_accelerated(event: Event) -> bool:
    return bool(event.virtual_points) or declares_baku(event.system)


def _has_bye(result: Result) -> Callable[[Event], bool]:
    """Return the function that looks for byes of players, or of teams in a team event."""
    in_games = _has_result(result)
    return lambda event: (
        any(bye.result is result for bye in (*event.team_byes, *event.requested_byes))
        if event.is_team_event
        else in_games(event)
    )


def _has_result(*results: Result) -> Callable[[Event], bool]:
    """Return the function that looks for results in the rows and among the requested byes."""
    return lambda event: (
        any(entry.result in results for player in event.players for entry in player.rounds)
        or any(bye.result in results for bye in event.requested_byes)
    )


def _has_unusual_result(event: Event) -> bool:
    rows = {player.tpn: player.rounds for player in event.players}
    return not event.is_team_event and any(
        entry.was_played and frozenset({entry.result, rows[entry.opponent][number].result}) not in _SOUND_RESULTS
        for entries in rows.values()
        for number, entry in enumerate(entries)
        if entry.opponent in rows
    )


_PRESENCE: dict[EventFeature, Callable[[Event], bool]] = {
    EventFeature.OTHER_SCORING: _has_other_scoring,
    EventFeature.OTHER_BYE_POINTS: _has_other_bye_points,
    EventFeature.BYE_WITHOUT_POINTS: lambda event: not _bye_points(event)[0],
    EventFeature.HALF_POINT_BYES: _has_bye(Result.HALF_POINT_BYE),
    EventFeature.FULL_POINT_BYES: _has_bye(Result.FULL_POINT_BYE),
    EventFeature.ABSENCES: _has_bye(Result.ZERO_POINT_BYE),
    EventFeature.UNRATED_PLAYERS: lambda event: not all(player.rating for player in event.players),
    EventFeature.UNRATED_GAMES: _has_result(Result.UNRATED_WIN, Result.UNRATED_DRAW, Result.UNRATED_LOSS),
    EventFeature.UNUSUAL_RESULTS: _has_unusual_result,
    EventFeature.ASSIGNED_POINTS: lambda event: bool(event.abnormal_points),
    EventFeature.LINE_UPS: lambda event: bool(event.line_ups),
    EventFeature.ACCELERATION: _is_accelerated,
    EventFeature.LISTED_ACCELERATION: lambda event: bool(event.virtual_points),
    EventFeature.ACCELERATED_GAME_POINTS: lambda event: (
        event.is_team_event and event.system.primary_score is PrimaryScore.GAME_POINTS and _is_accelerated(event)
    ),
    EventFeature.FORBIDDEN_PAIRS: lambda event: bool(event.forbidden),
    EventFeature.BLACK_FIRST: lambda event: event.initial_colour is Colour.BLACK,
    EventFeature.ROUND_WITHOUT_GAMES: lambda event: (
        event.rounds_recorded > 0 and not any(player.rounds[-1].opponent for player in event.players)
    ),
    EventFeature.UNDECLARED_ROUNDS: lambda event: event.rounds_declared is None,
    EventFeature.UNDECLARED_COLOUR: lambda event: event.initial_colour is None,
}


_SHORT = 80
_DETAIL = 300
_EXCERPT = 400


class FailureKind(Enum):
    """The way in which a program failed at a task."""

    NOT_STARTED = "could not be started"
    CRASHED = "failed"
    """It ended by a signal or with an exit status of its own, or a function raised an exception."""
    TIMED_OUT = "exceeded its time"
    FLOODED = "exceeded its output"
    OUT_OF_MEMORY = "exceeded its memory"
    SILENT = "wrote no answer"
    GARBLED = "wrote an answer that cannot be made out"
    WRONG_ROUND = "answered for another round"
    UNSUPPORTED = "does not do what was asked"
    """By its own word or its description."""
    NOT_ASKED = "its description says that it does not support"
    """The event has a feature that the description lists as unsupported."""


class ProgramError(Exception):
    """A program failed at one event; the next event is asked all the same."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        """Take the kind of failure, and one line of evidence (exit status, the end of its output), which is cleaned."""
        detail = escape_line(detail, _DETAIL)
        super().__init__(f"{kind.value}: {detail}" if detail else kind.value)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The program that answered, without the way it was reached; its own words are made safe."""

    name: str
    version: str = ""
    """As it tells itself, or as its description states; empty if unknown."""

    def __post_init__(self) -> None:
        """Clean and shorten both texts."""
        object.__setattr__(self, "name", escape_line(self.name, _SHORT))
        object.__setattr__(self, "version", escape_line(self.version, _SHORT))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerAnswer:
    """The judgement of a program's own checker on an event."""

    wrong_rounds: frozenset[int]
    """Rounds that it objects to."""
    wrong_standings: bool | None = None
    """Whether it objects to the rank order; None if it does not judge one."""
    excerpt: str = ""
    """The words by which it objects, cleaned and cut short."""

    @property
    def objections(self) -> frozenset[int]:
        """The rounds to which it objects; round 0 is the rank order."""
        return self.wrong_rounds | ({0} if self.wrong_standings else set())

    def __post_init__(self) -> None:
        """Clean and shorten the words."""
        object.__setattr__(self, "excerpt", harmless(self.excerpt, _EXCERPT))


class Claims(FrozenStruct, frozen=True, kw_only=True):
    """The claims of a program about itself; `smoke` tests them."""

    systems: tuple[str, ...] = ()
    """Keys of systems, its own first; empty if it does not say."""
    pairs: bool = False
    checks: bool = False
    standings: bool = False
    """Whether its checker judges the rank order, too."""
    generates: bool = False
    boards: bool = False
    """Whether its pairings stand in the order of the boards."""
    unsupported: tuple[EventFeature, ...] = ()
    """Features of events about which it is not asked."""

    def first_system(self, known: Collection[str] | None = None) -> str:
        """Return the first system that the program claims, of the known ones if they are limited, or the default."""
        return next((key for key in self.systems if known is None or key in known), DEFAULT_SYSTEM)


_AT_A_TIME = 1 << 20
"""Bytes of a file that are hashed."""


class ProgramQuestion(Enum):
    """The kind of request to a program."""

    PAIR = "pair"
    CHECK = "check"
    GENERATE = "generate"


class Manner(Enum):
    """The way in which a program is asked."""

    COMMAND = "command"
    """It is run anew."""
    RESIDENT = "resident"
    """It stays, and answers in lines of JSON."""
    CALLABLE = "callable"
    """It is a Python function."""


class AnswerForm(Enum):
    """In which form a program answers."""

    PAIRS = "pairs"
    """JaVaFo's: the number of lines, or "White,Black", then White and Black of each game; the bye as ``12 0``."""
    TRF = "trf"
    """The event with the round added."""
    JSON = "json"
    """``{"round": 4, "pairs": [[1, 8], ...], "bye": 5}``; ``round`` and ``bye`` may be left out."""


class ProgramExchange(FrozenStruct, frozen=True):
    """One question, and the answer to it."""

    given: bytes
    """The event as the program was given it; empty where it was given none."""
    answer: bytes
    """As the program wrote it, before anything was read from it."""


class Recipe(JsonStruct, frozen=True, kw_only=True, omit_defaults=False):
    """How a program is asked, to be done again by hand."""

    manner: Manner
    words: tuple[str, ...]
    """The command, with ``{input}``, ``{output}``, ``{round}`` and ``{seed}`` in it; of a function, its place."""
    streams: tuple[str, ...] = ()
    """Where it answers: ``stdout``, ``stderr``, both in this order; empty for the file ``{output}``."""
    form: AnswerForm = AnswerForm.PAIRS
    """Of its pairings."""
    files: tuple[tuple[str, str], ...] = ()
    """In a store: the files that the command names, with their SHA-256 when the campaign began."""


def hashes_of(recipe: Recipe) -> tuple[tuple[str, str], ...]:
    """Return (file, SHA-256) of the files that a command names: the program, and its interpreter."""
    return tuple((word, _sha256(Path(word))) for word in dict.fromkeys(recipe.words) if _is_file(word))


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _sha256(path: Path) -> str:
    """Return the hash of a file; empty if it cannot be read."""
    found = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while part := stream.read(_AT_A_TIME):
                found.update(part)
    except OSError:
        return ""
    return found.hexdigest()


class Program:
    """
    A program at our disposal; not shared between threads. Closing it leaves no process behind.

    An adapter overrides what its program can do; without that, the program does not support the question.
    """

    transport: str
    """How it is reached, in one line: the command, ``resident``, ``callable``, ``files``."""
    _last: ProgramExchange | None = None

    @property
    def identity(self) -> Identity:
        """Name and version."""
        raise NotImplementedError

    @property
    def claims(self) -> Claims:
        """The program's claims about itself."""
        return Claims()

    @property
    def last_exchange(self) -> ProgramExchange | None:
        """The last answered question; None if no answer came, or the program keeps no exchange."""
        return self._last

    def with_system(self, _system: str) -> Program:
        """Return the program for the system with a key; an unknown key changes nothing."""
        return self

    def pair(self, _event: Event, _round_number: int) -> RoundPairing:
        """
        Pair the round after those that the event records.

        Raise NoLegalPairingError if the program says that there is none, ProgramError if it fails.
        """
        raise ProgramError(FailureKind.UNSUPPORTED, "it cannot be asked for a pairing")

    def check(self, _event: Event) -> CheckerAnswer:
        """Have the program's checker judge all recorded rounds; raise ProgramError if it fails or has no checker."""
        raise ProgramError(FailureKind.UNSUPPORTED, "it has no checker")

    def generate(self, _seed: int) -> Event:
        """Have the program's generator play an event; raise ProgramError if it fails or has no generator."""
        raise ProgramError(FailureKind.UNSUPPORTED, "it has no generator")

    def input_for(self, _event: Event) -> bytes:
        """Return the program's input for the next round of an event; raise ProgramError if there is no such input."""
        raise ProgramError(FailureKind.UNSUPPORTED, "its input is not known byte by byte")

    def recipe(self, _question: ProgramQuestion) -> Recipe | None:
        """Return the recipe of a question; None for a question that it does not support."""
        return None

    def close(self) -> None:
        """End all running processes."""


def require_supported(event: Event, unsupported: Iterable[EventFeature]) -> None:
    """Raise ProgramError if an event has a feature that a program does not support."""
    feature = find_unsupported(event, unsupported)
    if feature is not None:
        raise ProgramError(FailureKind.NOT_ASKED, feature.value)
