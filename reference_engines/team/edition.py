"""An edition of the team system as data, and what it leaves to an event: colour preferences and scores (field 192)."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.frame.declared import CUSTOM, declared_code
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.upfloating.edition import UPFLOATERS_AGAIN, UpfloatingEdition, pair_contribution
from reference_engines.upfloating.participants import UpfloatingParticipants
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Colour, DeclaredSystem
from tournaments.teams.event import MatchResult

PreferenceRule = Callable[[tuple[int, ...], bool, bool], tuple[int, bool]]
"""From the colours of a team (1 White, -1 Black), whether preferences are of Type B, and whether the last round is
paired: the preferred colour (0: none), and whether the preference is strong."""

_CODE = re.compile(r"FIDE_TEAM(?:_TYPE(?P<type>[AB]))?(?:_(?P<scores>MP_GP|GP_MP|MP|GP))?(?P<baku>_BAKU)?")


class PreferenceType(Enum):
    """The kind of colour preferences of an event (1.7)."""

    A = "Type A"
    B = "Type B"
    NONE = "none"


class Settings(FrozenStruct, frozen=True, kw_only=True):
    """The choices of an event's regulations."""

    preferences: PreferenceType = PreferenceType.A
    game_points_first: bool = False
    secondary: bool = True
    """Whether the other score is used for colours (4.2.2)."""
    baku: bool = False
    """Whether the acceleration of C.04.7 is declared."""


def is_team_swiss(code: str) -> bool:
    """Whether a code of field 192 declares the FIDE team Swiss."""
    return _CODE.fullmatch(code) is not None


def settings_of(system: DeclaredSystem) -> Settings:
    """
    Read the settings that an event declares; the regulation's defaults replace missing settings (1.2.2, 1.7).

    Raise UnsupportedEventError for the code of another system, and for an acceleration by game points.
    """
    code = declared_code(system)
    if not code:
        return Settings()
    if code == f"{CUSTOM}_BAKU":
        return Settings(baku=True)
    match = _CODE.fullmatch(code)
    if match is None:
        raise UnsupportedEventError(f"Field 192 declares {code}, which is no FIDE team Swiss.")
    scores = match["scores"] or "MP_GP"
    if match["baku"] and scores.startswith("GP"):
        raise UnsupportedEventError(f"{code}: the Baku acceleration cannot be used with game points (C.04.7:1.4.4).")
    return Settings(
        preferences=_preference_type(match["type"], has_scores=match["scores"] is not None),
        game_points_first=scores.startswith("GP"),
        secondary="_" in scores,
        baku=bool(match["baku"]),
    )


def _preference_type(letter: str | None, *, has_scores: bool) -> PreferenceType:
    """TEAM-NO-TYPE: the bare code means Type A; a code with scores but without a type declares no preferences."""
    if letter is not None:
        return PreferenceType[letter]
    return PreferenceType.NONE if has_scores else PreferenceType.A


@dataclass(frozen=True, kw_only=True, eq=False)
class TeamParticipants(UpfloatingParticipants):
    """The teams to be paired in a round; floats do not count in the last two rounds."""

    participant: ClassVar[str] = "team"
    preference: NDArray[np.int64]
    """1 for White, -1 for Black, 0 for none (1.7)."""
    strong: NDArray[np.bool_]
    """Type B only."""
    other_score: NDArray[np.int64]
    """The score that is not the primary one, used for colours or not, in tenths."""
    rounds_to_come: int | None
    """Number of rounds after the round; None if the number is not declared. No criterion of the text reads it."""

    @property
    def content(self) -> tuple[bytes, ...]:
        """All fields that rules of the text read, as bytes to be compared."""
        read = (one.name for one in fields(self) if one.name != "rounds_to_come")
        return tuple(np.asarray(vars(self)[name]).tobytes() for name in read)


def _same_preference(members: TeamParticipants) -> NDArray[np.int64]:
    """Return the preferences that a pair leaves unfulfilled: one if both prefer the same colour (4.3.2, 4.3.3)."""
    return (members.preference[:, None] * members.preference[None, :] > 0).astype(np.int64)


def _colour(members: TeamParticipants) -> Contribution:
    return pair_contribution(_same_preference(members))


def _strong_colour(members: TeamParticipants) -> Contribution:
    """Count the strong preferences that a pair leaves unfulfilled: one if both strongly prefer a colour (4.3.4)."""
    return pair_contribution(_same_preference(members) * (members.strong[:, None] & members.strong[None, :]))


def _consecutive_floats(members: TeamParticipants) -> Contribution:
    cross = (members.score[:, None] != members.score[None, :]).astype(np.int64)
    return pair_contribution(cross * (members.floated[:, None].astype(np.int64) + members.floated[None, :]))


COLOUR = Criterion("colour_preference", "as few teams as possible miss their colour preference", _colour)
STRONG_COLOUR = Criterion(
    "strong_colour_preference",
    "as few teams as possible miss a strong colour preference (Type B)",
    _strong_colour,
)
CONSECUTIVE_FLOATS = Criterion(
    "consecutive_floats", "as few teams as possible float in consecutive rounds", _consecutive_floats
)


PLAYED_MATCHES = frozenset({MatchResult.PLAYED, MatchResult.PENDING})
"""Results of matches that were played, or will have been before the round."""


class ByeBar(Enum):
    """The rule that bars teams from the bye ([C2])."""

    SCORED_A_WIN = "a bye before, or a win's points in a round without playing"
    LISTED = "a bye before, a match won by forfeit, or a full-point bye"


class FirstTeamKey(Enum):
    """What the first-team of two has more of, or a smaller number (4.2)."""

    SCORE = "the score"
    SECONDARY_SCORE = "the secondary score"
    NUMBER = "the number"


class TeamColourRule(Enum):
    """A rule by which two teams get their colours after a match has been played (4.3.2 to 4.3.7)."""

    ONLY_PREFERENCE = "4.3.2"
    BOTH_PREFERENCES = "4.3.3"
    STRONG_PREFERENCE = "4.3.4"
    COLOUR_DIFFERENCE = "4.3.5"
    HISTORY = "4.3.6"
    FIRST_TEAM = "4.3.7"


def colour_difference(colours: tuple[Colour, ...]) -> int:
    """Return the number of matches with White less the number with Black (1.6.2)."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)


def compare_differences(first: tuple[Colour, ...], second: tuple[Colour, ...]) -> int:
    """Return a number below 0 if the first of two teams has White by its lower colour difference, 0 if none decides."""
    return colour_difference(first) - colour_difference(second)


def latest_first(colours: tuple[Colour | None, ...]) -> tuple[Colour | None, ...]:
    """Return the colours from the last match back; rounds without a match are squeezed out (4.3.6; TEAM-HISTORY)."""
    return tuple(colour for colour in reversed(colours) if colour is not None)


ColoursOfRounds = tuple[Colour | None, ...]
"""The colours of a team by round, None for a round without a match."""


def opposite_from_latest(first: ColoursOfRounds, second: ColoursOfRounds) -> tuple[tuple[Colour | None, ...], ...]:
    """Return the colours of two teams that stand opposite each other, from their last matches back (4.3.6)."""
    return tuple(zip(latest_first(first), latest_first(second), strict=False))


class ColourPlace(Enum):
    """A place of the rules that reads the colours of earlier matches."""

    PREFERENCE = "in colour preferences"
    DIFFERENCE = "by 4.3.5"
    HISTORY = "by 4.3.6"
    LAST_COLOUR = "where a colour is alternated from the last match"


class ScorePlace(Enum):
    """A place of the rules that reads the scores of teams."""

    PAIRING = "in the score by which teams are paired"
    SECONDARY = "in the secondary score"


def is_of_first(first: tuple[int, bool], _second: tuple[int, bool]) -> bool:
    """Whether the first-team gets the initial-colour, from numbers and whether they are odd (4.3.1)."""
    return first[1]


def alternate_last(first: tuple[Colour, ...], second: tuple[Colour, ...]) -> Colour:
    """Return the colour of the first-team by the last match of a team that has played (4.3.8, 4.3.9)."""
    return first[-1].opposite if first else second[-1]


class FloatScores(Enum):
    """The scores by which a team floats (1.5)."""

    BEFORE_THE_MATCH = "the scores before the match"
    AFTER_THE_MATCH = "the scores after the match"
    NOW = "the present scores"
    SECONDARY = "the secondary scores before the match"


FAR = 2
"""A colour difference of two asks for the other colour, whatever the colours of the last matches."""


def prefer_by_colours(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    """
    Return the colour preference (1 White, -1 Black, 0 none) and whether it is strong, from the colours so far (1.7).

    ``has_types`` says that preferences are of Type B, ``is_last`` that the last round is paired.
    """
    difference = sum(colours)
    for preferred in (1, -1):
        twice = difference in (0, -preferred) and colours[-2:] == (-preferred, -preferred)
        if difference * preferred <= -FAR or twice:
            return preferred, has_types
    return (prefer_mildly(colours, is_last) if has_types and colours else 0), False


def prefer_mildly(colours: tuple[int, ...], is_last: bool) -> int:
    """Return the mild preference of a team without a strong one (1.7.2)."""
    difference = sum(colours)
    if difference:
        return -1 if difference > 0 else 1
    return 0 if is_last else -colours[-1]


@dataclass(frozen=True, kw_only=True)
class TeamEdition(UpfloatingEdition):
    """An edition of the team system."""

    bye_bar: ByeBar
    barring: frozenset[MatchResult] | None = None
    """Results that bar from the bye in the place of `bye_bar`; None: those of the text."""
    counted_matches: frozenset[MatchResult] = PLAYED_MATCHES
    """Results that count as matches where the bye is given (3.4.3; 2.1.3)."""
    uncounted: tuple[tuple[ScorePlace, MatchResult], ...] = ()
    """Results whose points do not count in a score; the text has none."""
    swaps_scores: bool = False
    """Whether the secondary score is taken for the primary one, and the reverse; no edition does."""
    preference_type: PreferenceType | None = None
    """The kind of colour preferences in every event; None: as the event declares."""
    met: frozenset[MatchResult] = PLAYED_MATCHES
    """Results of matches whose teams have met ([C1])."""
    coloured: frozenset[MatchResult] = PLAYED_MATCHES
    """Results of matches that count for colours (1.6.1)."""
    coloured_at: tuple[tuple[ColourPlace, frozenset[MatchResult]], ...] = ()
    """Results of matches that count for colours at a place, if they are other ones than everywhere else."""
    colours_of_results: tuple[tuple[MatchResult, Colour], ...] = ()
    """The colour that a round without a match counts as, by its result; the text has none."""
    squeezes_preferences: bool = True
    """Whether rounds without a match are passed over in colour preferences."""
    is_initial: Callable[[tuple[int, bool], tuple[int, bool]], bool] = is_of_first
    """Whether the first-team gets the initial-colour, from the numbers of both teams and whether they are odd."""
    beginners: Callable[[list[bool]], bool] = all
    """Whether two teams get their colours by the initial-colour, from whether each has yet to play (4.3.1)."""
    last_colour: Callable[[tuple[Colour, ...], tuple[Colour, ...]], Colour] = alternate_last
    """The colour of the first-team by the colours of both teams where no other rule decides (4.3.8, 4.3.9)."""
    floating: frozenset[MatchResult] = PLAYED_MATCHES
    """Results of matches that give floats (1.5)."""
    rounds_without_floats: int = 2
    """The last rounds in which floats do not count."""
    first_team_keys: tuple[FirstTeamKey, ...] = tuple(FirstTeamKey)
    """The order by which the first-team of two is found (4.2)."""
    reversed_first_team_keys: frozenset[FirstTeamKey] = frozenset()
    """The keys of which the first-team has less, or the larger number; the text has none."""
    points_of_matches: tuple[int, int, int] | None = None
    """Match points of a match won, drawn and lost over the board, in tenths; None: those of the event."""
    colour_rules: tuple[TeamColourRule, ...] = tuple(TeamColourRule)
    """The rules on colours in descending priority."""
    compared_differences: Callable[[tuple[Colour, ...], tuple[Colour, ...]], int] = compare_differences
    """From the colours of two teams: below 0 if the first one has White, above 0 if the second one has (4.3.5)."""
    compared_colours: Callable[[ColoursOfRounds, ColoursOfRounds], tuple[tuple[Colour | None, ...], ...]] = (
        opposite_from_latest
    )
    """From the colours of two teams, those that are compared, in order: the first different ones decide; None is not
    compared (4.3.6)."""
    opposite_colour_rules: frozenset[TeamColourRule] = frozenset()
    """The rules that give the opposite colours; the text has none."""
    floating_byes: frozenset[MatchResult] = frozenset()
    """Results of rounds without an opponent that make a floater; the regulation has none (1.5)."""
    floats_by: Callable[[int, int], bool] = operator.ne
    """Whether a team floats, from its own score and that of the opponent (1.5)."""
    float_scores: FloatScores = FloatScores.BEFORE_THE_MATCH
    rounds_of_floats: tuple[int, ...] = (1,)
    """The earlier rounds, counted back, whose floats count."""
    counts_latest_match: bool = False
    """Whether rounds without a match are passed over where floats are looked for."""
    preference_of: PreferenceRule = prefer_by_colours
    colour_articles: tuple[str, ...]
    """The steps of 4.3 that the edition prints."""

    @property
    def names_following(self) -> bool:
        """Whether [C6] names its demand on the following scoregroup, as 2026 does; before, its teams are counted."""
        return any(numbered.criterion is UPFLOATERS_AGAIN for numbered in self.upfloater_criteria)
