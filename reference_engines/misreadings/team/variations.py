"""
Rarer misreadings of the team system: which matches make floaters, when colours are preferred, and in which order.

Floats depend on one of several scores, in one direction, of one of the earlier rounds; a preference on a colour
difference and on the latest colours; a criterion counts the teams in one of the roles that a match gives them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Criterion
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.team.edition import COLOUR, FAR, STRONG_COLOUR, FloatScores, prefer_by_colours
from reference_engines.upfloating.edition import FOLLOWING, OPPONENTS_AGAIN, UPFLOATERS_AGAIN, pair_contribution
from tournaments.frozen import FrozenStruct
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from reference_engines.definitions.criteria import Contribution
    from reference_engines.frame.variants import Misreading
    from reference_engines.team.edition import PreferenceRule, TeamEdition, TeamParticipants
    from reference_engines.upfloating.edition import TopScoregroup

# --- floats ----------------------------------------------------------------------------------------------------------


def _is_lower(own: int, opponent: int) -> bool:
    return own < opponent


def _is_higher(own: int, opponent: int) -> bool:
    return own > opponent


def _is_other(own: int, opponent: int) -> bool:
    return own != opponent


_MATCH_POINT = 10


def _is_far(own: int, opponent: int) -> bool:
    return abs(own - opponent) > _MATCH_POINT


_FLOATERS: tuple[tuple[str, str, Callable[[int, int], bool]], ...] = (
    ("", "a team that plays an opponent of another score", _is_other),
    ("-up", "the team of the lower score alone", _is_lower),
    ("-down", "the team of the higher score alone", _is_higher),
    ("-far", "a team that plays an opponent more than a match point apart", _is_far),
)
_ROUNDS: tuple[tuple[str, str, tuple[int, ...], bool], ...] = (
    ("", "in the previous round", (1,), False),
    ("-two-before", "two rounds before", (2,), False),
    ("-of-two-rounds", "in either of the two rounds before", (1, 2), False),
    ("-of-three-rounds", "in any of the three rounds before", (1, 2, 3), False),
    ("-ever", "in any earlier round", tuple(range(1, 30)), False),
    ("-of-latest-match", "in its latest match, byes passed over", (1,), True),
)


def _floats(edition: TeamEdition) -> Iterator[Misreading]:
    article = next((one.article for one in edition.quality_criteria if one.criterion is UPFLOATERS_AGAIN), "1.5")
    for (name, who, floats_by), scores, (suffix, when, rounds, by_match) in product(_FLOATERS, FloatScores, _ROUNDS):
        if (name, scores, suffix) == ("", FloatScores.BEFORE_THE_MATCH, ""):
            continue
        by = "" if scores is FloatScores.BEFORE_THE_MATCH else f", by {scores.value}"
        yield misreading(
            f"floaters{name}-by-{scores.name.lower().replace('_', '-')}{suffix}",
            f"a floater were {who} {when}{by}",
            article if suffix else "1.5",
            parts(floats_by=floats_by, float_scores=scores, rounds_of_floats=rounds, counts_latest_match=by_match),
        )
    for result, words in _BYES:
        yield misreading(
            f"floats-of-{result.name.lower().replace('_', '-')}",
            f"{words} made a floater",
            "1.5",
            parts(floating_byes=frozenset({result})),
        )


_BYES = (
    (MatchResult.PAIRING_ALLOCATED_BYE, "the pairing-allocated bye"),
    (MatchResult.HALF_POINT_BYE, "a half-point bye"),
    (MatchResult.FULL_POINT_BYE, "a full-point bye"),
)

# --- colour preferences ----------------------------------------------------------------------------------------------


class _Preference(FrozenStruct, frozen=True, kw_only=True):
    """A rule of preferences with other thresholds, or of the latest matches alone."""

    far: int = FAR
    """The colour difference from which on the other colour is preferred."""
    twice_at: Callable[[int], bool] = lambda difference: difference in (0, 1)
    """Whether equal colours in a row count at a colour difference in their direction."""
    times: int = 2
    """Equal colours in a row that make a preference."""
    needs_latest: bool = False
    """Whether a wide difference counts only if the latest match had its colour, too."""
    window: int = 0
    """The latest matches that count; 0: all of them."""

    def __call__(self, colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
        """Return the preferred colour, and whether the preference is strong."""
        colours = colours[-self.window :] if self.window else colours
        difference = sum(colours)
        for preferred in (1, -1):
            is_repeated = len(colours) >= self.times and set(colours[-self.times :]) == {-preferred}
            is_far = difference * preferred <= -self.far
            is_latest = not self.needs_latest or colours[-1:] == (-preferred,)
            if (is_far and is_latest) or (is_repeated and self.twice_at(-preferred * difference)):
                return preferred, has_types
        mild, _ = prefer_by_colours(colours, has_types, is_last) if colours else (0, False)
        return (mild if has_types else 0), False


_PREFERENCES: tuple[tuple[str, str, PreferenceRule], ...] = (
    ("difference-of-one", "a colour difference of one made a preference", _Preference(far=1)),
    ("difference-of-three", "a colour difference of two made no preference", _Preference(far=3)),
    (
        "no-difference",
        "only two equal colours in a row made a preference",
        _Preference(far=10**6),
    ),
    (
        "no-repeated-colour",
        "the same colour twice in a row made no preference",
        _Preference(twice_at=lambda difference: difference != difference),  # noqa: PLR0124 - never
    ),
    (
        "repeated-at-zero-alone",
        "the same colour twice in a row made a preference only at a colour difference of zero",
        _Preference(twice_at=lambda difference: difference == 0),
    ),
    (
        "repeated-at-one-alone",
        "the same colour twice in a row made a preference only at a colour difference of one",
        _Preference(twice_at=lambda difference: difference == 1),
    ),
    (
        "repeated-at-any-difference",
        "the same colour twice in a row made a preference whatever the colour difference",
        _Preference(twice_at=lambda _: True),
    ),
    (
        "wide-difference-and-latest",
        "a colour difference of two made a preference only after a match with that colour",
        _Preference(needs_latest=True),
    ),
    ("latest-colour", "the colour of the latest match made a preference for the other one", _Preference(times=1)),
    ("three-in-a-row", "only the same colour three times in a row made a preference", _Preference(times=3)),
    *(
        (
            f"of-{number}-matches",
            f"no colours but the latest {number} counted",
            _Preference(window=number),
        )
        for number in (2, 3, 4)
    ),
)


def _mild_always(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    del is_last
    return prefer_by_colours(colours, has_types, False)


def _never_strong(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    return prefer_by_colours(colours, has_types, is_last)[0], False


def _no_mild(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    preferred, is_strong = prefer_by_colours(colours, has_types, is_last)
    return (preferred, is_strong) if is_strong or not has_types else (0, False)


def _always_strong(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    preferred, _ = prefer_by_colours(colours, has_types, is_last)
    return preferred, has_types and bool(preferred)


def _mild_for_difference_alone(colours: tuple[int, ...], has_types: bool, is_last: bool) -> tuple[int, bool]:
    preferred, is_strong = prefer_by_colours(colours, has_types, is_last)
    difference: int = sum(colours)
    return (preferred, is_strong) if is_strong or difference or not has_types else (0, False)


_TYPES: tuple[tuple[str, str, PreferenceRule], ...] = (
    ("mild-in-last-round", "a latest colour made a mild preference in the last round, too", _mild_always),
    ("never-strong", "no preference were strong", _never_strong),
    ("no-mild", "there were no mild preferences", _no_mild),
    ("always-strong", "every preference were strong", _always_strong),
    (
        "mild-for-difference-alone",
        "only a colour difference made a mild preference, and the latest colour none",
        _mild_for_difference_alone,
    ),
)


def _preferences(_edition: TeamEdition) -> Iterator[Misreading]:
    for article, listed in (("1.7", _PREFERENCES), ("1.7.2", _TYPES)):
        for name, sentence, rule in listed:
            yield misreading(f"preference-{name}", sentence, article, parts(preference_of=rule))


# --- criteria --------------------------------------------------------------------------------------------------------


def _again(members: TeamParticipants, *, higher: bool, lower: bool) -> Contribution:
    above = members.score[:, None] > members.score[None, :]
    one_way = (above * (higher * members.floated[:, None] + lower * members.floated[None, :])).astype(np.int64)
    return pair_contribution(one_way + one_way.T)


_ROLES: tuple[tuple[str, str, Callable[[TeamParticipants], Contribution]], ...] = (
    (
        "upfloaters",
        "counted upfloaters who floated, not their opponents",
        partial(_again, higher=False, lower=True),
    ),
    ("both", "counted both teams of a match of different scores", partial(_again, higher=True, lower=True)),
)


def _scored(
    members: TeamParticipants, weigh: Callable[[TeamParticipants], NDArray[Any]], *, strong: bool
) -> Contribution:
    alike = members.preference[:, None] * members.preference[None, :] > 0
    if strong:
        alike &= members.strong[:, None] & members.strong[None, :]
    return pair_contribution((alike * weigh(members)).astype(np.int64))


def _of_one_score(members: TeamParticipants) -> NDArray[Any]:
    return members.score[:, None] == members.score[None, :]


def _of_two_scores(members: TeamParticipants) -> NDArray[Any]:
    return members.score[:, None] != members.score[None, :]


def _either_strong(members: TeamParticipants) -> NDArray[Any]:
    return members.strong[:, None] | members.strong[None, :]


def _double_if_strong(members: TeamParticipants) -> NDArray[Any]:
    return 1 + (members.strong[:, None] & members.strong[None, :])


def _double_if_one_strong(members: TeamParticipants) -> NDArray[Any]:
    return 1 + _either_strong(members)


def _sum_of_strengths(members: TeamParticipants) -> NDArray[Any]:
    return 2 + members.strong[:, None] + members.strong[None, :]


_WEIGHTS: tuple[tuple[str, str, Callable[[TeamParticipants], NDArray[Any]]], ...] = (
    ("of-one-score", "counted matches of one score alone", _of_one_score),
    ("of-two-scores", "counted matches of different scores alone", _of_two_scores),
    ("either-strong", "counted matches of which a team has a strong preference", _either_strong),
    ("double-if-strong", "counted matches of two strong preferences twice", _double_if_strong),
    ("double-if-one-strong", "counted matches with a strong preference twice", _double_if_one_strong),
    ("sum-of-strengths", "weighed matches by the strengths of both preferences", _sum_of_strengths),
)


def _criteria(edition: TeamEdition) -> Iterator[Misreading]:
    for one in edition.bracket_criteria:
        if one.criterion is OPPONENTS_AGAIN:
            for name, words, count in _ROLES:
                yield _counted(edition, one, f"again-of-{name}", words, count)
        if one.criterion in (COLOUR, STRONG_COLOUR):
            for name, words, weigh in _WEIGHTS:
                count = partial(_scored, weigh=weigh, strong=one.criterion is STRONG_COLOUR)
                yield _counted(edition, one, name, words, count)


def _counted(
    edition: TeamEdition, numbered: Any, name: str, words: str, count: Callable[[Any], Contribution]
) -> Misreading:
    criterion = Criterion(f"{numbered.criterion.name}_{name}", numbered.criterion.sentence, count)
    instead = type(numbered)(numbered.label, numbered.article, criterion)
    criteria = tuple(instead if one is numbered else one for one in edition.bracket_criteria)
    return misreading(
        f"{numbered.criterion.name}-{name}".replace("_", "-"),
        f"{numbered.label} {words}",
        numbered.article,
        parts(bracket_criteria=criteria),
    )


# --- the choice of upfloaters ----------------------------------------------------------------------------------------


def _of_bracket(group: TopScoregroup, *, criterion: Criterion[Any]) -> Contribution | None:
    """Count what the pairs of a bracket will count."""
    return criterion.contribution(group.participants)


def _upfloaters(edition: TeamEdition) -> Iterator[Misreading]:
    """Yield sets of upfloaters that criteria of pairs choose as well, after others, before them or in their place."""
    chosen_by = edition.upfloater_criteria
    for name, words, criteria in _further_criteria(edition):
        added = tuple(
            replace(one, criterion=replace(one.criterion, contribution=partial(_of_bracket, criterion=one.criterion)))
            for one in criteria
        )
        choices = [("", " as well", (*chosen_by, *added))]
        for at, one in enumerate(chosen_by):
            if one.criterion in (FOLLOWING, UPFLOATERS_AGAIN):
                place = one.criterion.name
                choices.append((f"-before-{place}", f" before {one.label}", (*chosen_by[:at], *added, *chosen_by[at:])))
                kept = (*chosen_by[:at], *chosen_by[at + 1 :], *added)
                choices.append((f"-without-{place}", f", and {one.label} did not", kept))
        for suffix, how, upfloater_criteria in choices:
            yield misreading(
                f"upfloaters-by-{name}{suffix}".replace("_", "-"),
                f"{words} chose the upfloaters{how}",
                criteria[0].article,
                parts(upfloater_criteria=upfloater_criteria),
            )


def _further_criteria(edition: TeamEdition) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield name, words and criteria of pairs: each alone, and from the first one on."""
    criteria = edition.bracket_criteria
    for at, one in enumerate(criteria):
        yield one.criterion.name, one.label, (one,)
        if at:
            yield f"{one.criterion.name}-and-above", f"{criteria[0].label} to {one.label}", criteria[: at + 1]


# --- orders ----------------------------------------------------------------------------------------------------------


def _by_score(teams: TeamParticipants) -> NDArray[np.int64]:
    """Rank by score, and of one score by number."""
    return np.asarray(np.lexsort((teams.tpn, -teams.score)).argsort(), dtype=np.int64)


def _by_score_downwards(teams: TeamParticipants) -> NDArray[np.int64]:
    return np.asarray(np.lexsort((-teams.tpn, -teams.score)).argsort(), dtype=np.int64)


def _by_score_upwards(teams: TeamParticipants) -> NDArray[np.int64]:
    return np.asarray(np.lexsort((teams.tpn, teams.score)).argsort(), dtype=np.int64)


def _orders(edition: TeamEdition) -> Iterator[Misreading]:
    articles = edition.articles
    for name, words, key in (
        ("score", "by score, and of one score by number", _by_score),
        ("score-largest", "by score, and of one score by the largest number", _by_score_downwards),
        ("lowest-score", "from the lowest score on", _by_score_upwards),
    ):
        yield misreading(
            f"seats-by-{name}", f"the teams of a bracket were sorted {words}", articles.identifiers, parts(seats=key)
        )


def _settle_neighbours(size: int) -> list[tuple[int, int, int]]:
    """Decide nothing before each member in turn gets the smallest possible opponent."""
    del size
    return []


def _settle_extremes(size: int) -> list[tuple[int, int, int]]:
    return [(place, mate, mate + 1) for place in range(size) for mate in reversed(range(place + 1, size))]


def _settle_top_against_last(size: int) -> list[tuple[int, int, int]]:
    """Keep the upper half, and give its first members the last opponents."""
    half = size // 2
    return [(place, mate, mate + 1) for place in range(half) for mate in reversed(range(half, size))]


def _pairings(edition: TeamEdition) -> Iterator[Misreading]:
    for name, sentence, settle in (
        ("neighbours", "in a bracket each team in turn met the smallest number that it can", _settle_neighbours),
        ("extremes", "in a bracket each team in turn met the largest number that it can", _settle_extremes),
        (
            "lower-half-reversed",
            "the upper half of a bracket met the lower half from its end on",
            _settle_top_against_last,
        ),
    ):
        yield misreading(f"pairings-of-{name}", sentence, edition.articles.identifiers, parts(settle_pairing=settle))


# --- the bye ---------------------------------------------------------------------------------------------------------

_BYE = MatchResult.PAIRING_ALLOCATED_BYE
_UNPLAYED: tuple[tuple[str, str, frozenset[MatchResult]], ...] = (
    ("bye-alone", "nothing but a bye before", frozenset({_BYE})),
    ("forfeit-win", "a bye before or a match won by forfeit", frozenset({_BYE, MatchResult.FORFEIT_WIN})),
    ("full-point-bye", "a bye before or a full-point bye", frozenset({_BYE, MatchResult.FULL_POINT_BYE})),
    (
        "any-forfeit",
        "a bye before or a forfeited match, won or lost,",
        frozenset({_BYE, MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT}),
    ),
    (
        "any-points",
        "any points without a match",
        frozenset({_BYE, MatchResult.FORFEIT_WIN, MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE}),
    ),
    ("any-round", "any round without a match", frozenset(MatchResult) - {MatchResult.PLAYED, MatchResult.PENDING}),
    ("forfeit-win-alone", "only a match won by forfeit", frozenset({MatchResult.FORFEIT_WIN})),
    ("nothing", "nothing", frozenset()),
)
_ABSENCES = (MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE, MatchResult.ZERO_POINT_BYE)
_COUNTED: tuple[tuple[str, str, frozenset[MatchResult]], ...] = (
    ("bye", "the pairing-allocated bye", frozenset({_BYE})),
    ("forfeit-win", "a match won by forfeit", frozenset({MatchResult.FORFEIT_WIN})),
    (
        "forfeits",
        "a forfeited match",
        frozenset({MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT}),
    ),
    ("half-point-bye", "a half-point bye", frozenset({MatchResult.HALF_POINT_BYE})),
    ("absence", "a round for which a team was not to be paired", frozenset(_ABSENCES)),
)


def _byes(edition: TeamEdition) -> Iterator[Misreading]:
    for name, words, results in _UNPLAYED:
        yield misreading(
            f"bye-bar-of-{name}", f"{words} barred from the bye", edition.articles.bye_bar, parts(barring=results)
        )
    article = edition.bye_criteria[-1].article
    for name, words, results in _COUNTED:
        yield misreading(
            f"bye-counts-{name}",
            f"{words} counted as a match where the bye is given",
            article,
            parts(counted_matches=edition.counted_matches | results),
        )


def varied_team_misreadings(edition: TeamEdition) -> Iterator[Misreading]:
    """Yield the rarer misreadings of an edition."""
    for make in (_floats, _preferences, _criteria, _upfloaters, _orders, _pairings, _byes):
        yield from make(edition)
