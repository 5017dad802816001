"""
Generated misreadings of the team system: of scores, of colours, of orders by another key, and of their comparison.

A score may leave out the points of some rounds; a rule may read other colours than all others do; a list may be sorted,
or the bye given, by a figure that the text does not name; and a criterion may count in other rounds than its neighbour.
Where two teams prefer the same colour (4.3.5, 4.3.6), a colour difference has a sign, which is easily lost or turned
round, and a history has a direction, a length and games.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.misreadings import shared
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.team.edition import (
    CONSECUTIVE_FLOATS,
    PLAYED_MATCHES,
    ColourPlace,
    FirstTeamKey,
    PreferenceType,
    ScorePlace,
    colour_difference,
    latest_first,
)
from reference_engines.upfloating.edition import (
    OPPONENTS_AGAIN,
    UPFLOATERS_AGAIN,
)
from tournaments.model import Colour
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from reference_engines.frame.variants import Misreading
    from reference_engines.team.edition import ColoursOfRounds, TeamEdition, TeamParticipants

    Colours = tuple[Colour, ...]
    Numbered = tuple[int, bool]
    """The number of a team, and whether it is odd."""
    Compared = tuple[tuple[Colour | None, ...], ...]


def generated_team_misreadings(edition: TeamEdition) -> Iterator[Misreading]:
    """Yield the misreadings of scores, colours, orders and criteria that the parts of an edition suggest."""
    for make in (_scores, _colours, _first_match, _last_match, _rounds_of_criteria, shared.chosen_by_criteria):
        yield from make(edition)
    yield from shared.sorted_by_keys(edition, _KEYS)
    yield from shared.bye_by_keys(edition, _KEYS)


# --- scores ----------------------------------------------------------------------------------------------------------

_WITHOUT_MATCH: tuple[tuple[str, str, tuple[MatchResult, ...]], ...] = (
    ("bye", "the pairing-allocated bye", (MatchResult.PAIRING_ALLOCATED_BYE,)),
    ("forfeit-win", "a match won by forfeit", (MatchResult.FORFEIT_WIN,)),
    ("half-point-bye", "a half-point bye", (MatchResult.HALF_POINT_BYE,)),
    ("full-point-bye", "a full-point bye", (MatchResult.FULL_POINT_BYE,)),
    ("requested-bye", "a half- or full-point bye", (MatchResult.HALF_POINT_BYE, MatchResult.FULL_POINT_BYE)),
    ("unplayed", "a round without a match", tuple(one for one in MatchResult if one not in PLAYED_MATCHES)),
)


def _scores(edition: TeamEdition) -> Iterator[Misreading]:
    del edition
    for name, words, results in _WITHOUT_MATCH:
        for suffix, where, places in (
            ("", "", tuple(ScorePlace)),
            *((f"-{place.name.lower()}", f" {place.value}", (place,)) for place in ScorePlace),
        ):
            uncounted = tuple((place, result) for place in places for result in results)
            yield misreading(
                f"points-of-{name}-left-out{suffix}",
                f"the points of {words} did not count{where}",
                "1.2.1",
                parts(uncounted=uncounted),
            )
    yield misreading(
        "scores-exchanged",
        "the secondary score were the primary one, and the reverse",
        "1.2.1",
        parts(swaps_scores=True),
    )
    for win, draw, loss in ((20, 10, 0), (30, 10, 0), (30, 20, 10)):
        points = "-".join(str(worth // 10) for worth in (win, draw, loss))
        yield misreading(
            f"match-points-{points}",
            f"matches were scored {points}, whatever the event declares",
            "1.2.1",
            parts(points_of_matches=(win, draw, loss)),
        )
    for key in FirstTeamKey:
        less = "the larger number" if key is FirstTeamKey.NUMBER else f"less of {key.value}"
        yield misreading(
            f"first-team-of-less-{key.name.lower().replace('_', '-')}",
            f"the first-team were the team with {less}",
            "4.2",
            parts(reversed_first_team_keys=frozenset({key})),
        )
    for kind, words in (
        (PreferenceType.A, "were of Type A"),
        (PreferenceType.B, "were of Type B"),
        (PreferenceType.NONE, "were not used"),
    ):
        yield misreading(
            f"preferences-of-type-{kind.name.lower()}",
            f"colour preferences {words}, whatever the event declares",
            "1.7",
            parts(preference_type=kind),
        )


# --- colours ---------------------------------------------------------------------------------------------------------

_WON, _LOST, _BOTH_LOST = MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT
_COLOURED: tuple[tuple[str, str, frozenset[MatchResult]], ...] = (
    ("forfeits", "a forfeited match", frozenset({_WON, _LOST, _BOTH_LOST})),
    ("forfeit-wins", "a match won by forfeit", frozenset({_WON})),
    ("forfeit-losses", "a match lost by forfeit", frozenset({_LOST, _BOTH_LOST})),
    ("single-forfeits", "a match that one of the teams forfeited", frozenset({_WON, _LOST})),
    ("double-forfeits", "a match that both teams forfeited", frozenset({_BOTH_LOST})),
)
_ARTICLES = {
    ColourPlace.PREFERENCE: "1.7",
    ColourPlace.DIFFERENCE: "4.3.5",
    ColourPlace.HISTORY: "4.3.6",
    ColourPlace.LAST_COLOUR: "4.3.8",
}


def _colours(edition: TeamEdition) -> Iterator[Misreading]:
    for name, words, results in _COLOURED:
        coloured = edition.coloured | results
        if name != "forfeits":  # listed already
            yield misreading(f"{name}-are-colours", f"{words} counted for colours", "1.6.1", parts(coloured=coloured))
        for places in (*combinations(ColourPlace, 1), *combinations(ColourPlace, 2)):
            name_of_places = "-".join(place.name.lower().replace("_", "-") for place in places)
            yield misreading(
                f"{name}-are-colours-{name_of_places}",
                f"{words} counted as a colour {' and '.join(place.value for place in places)} alone",
                _ARTICLES[places[0]],
                parts(coloured_at=tuple((place, coloured) for place in places)),
            )
    for name, words, counted in _WITHOUT_MATCH:
        for colour in Colour:
            yield misreading(
                f"{name}-counts-as-{colour.name.lower()}",
                f"{words} counted as a match with {colour.name.capitalize()}",
                "1.6.1",
                parts(colours_of_results=tuple((result, colour) for result in counted)),
            )
    yield misreading(
        "preference-of-rounds",
        "colour preferences looked at the last rounds, and a round without a match had none",
        "1.7",
        parts(squeezes_preferences=False),
    )


def _always(_first: Numbered, _second: Numbered) -> bool:
    return True


def _never(_first: Numbered, _second: Numbered) -> bool:
    return False


def _is_even(first: Numbered, _second: Numbered) -> bool:
    return not first[1]


def _second_is_odd(_first: Numbered, second: Numbered) -> bool:
    return second[1]


def _second_is_even(_first: Numbered, second: Numbered) -> bool:
    return not second[1]


def _smaller_is_odd(first: Numbered, second: Numbered) -> bool:
    """Give the team of the smaller number the initial-colour if that number is odd."""
    return min(first, second)[1] == (first < second)


def _first_is_smaller(first: Numbered, second: Numbered) -> bool:
    return first < second


_INITIAL: tuple[tuple[str, str, Callable[[Numbered, Numbered], bool]], ...] = (
    ("always", "the first-team had the initial-colour, whatever its number", _always),
    ("never", "the first-team had the colour opposite to the initial-colour, whatever its number", _never),
    ("even", "the first-team had the initial-colour if its number is even", _is_even),
    ("of-second", "the first-team had the initial-colour if the number of the other team is odd", _second_is_odd),
    ("not-of-second", "the first-team had the initial-colour if the number of the other team is even", _second_is_even),
    (
        "of-smaller-number",
        "the team of the smaller number had the initial-colour if that number is odd",
        _smaller_is_odd,
    ),
    ("to-smaller-number", "the team of the smaller number had the initial-colour", _first_is_smaller),
)


def _first_match(edition: TeamEdition) -> Iterator[Misreading]:
    del edition
    for name, sentence, is_initial in _INITIAL:
        yield misreading(f"initial-colour-{name}", sentence, "4.3.1", parts(is_initial=is_initial))
    yield misreading(
        "initial-colour-if-one-has-yet-to-play",
        "the initial-colour decided if only one of the teams has yet to play, too",
        "4.3.1",
        parts(beginners=any),
    )


def _repeated(first: Colours, second: Colours) -> Colour:
    return first[-1] if first else second[-1].opposite


def _repeated_of_first(first: Colours, second: Colours) -> Colour:
    return first[-1] if first else second[-1]


def _repeated_of_second(first: Colours, second: Colours) -> Colour:
    return first[-1].opposite if first else second[-1].opposite


def _second_alternates(first: Colours, second: Colours) -> Colour:
    return second[-1] if second else first[-1].opposite


def _white(_first: Colours, _second: Colours) -> Colour:
    return Colour.WHITE


def _black(_first: Colours, _second: Colours) -> Colour:
    return Colour.BLACK


def _from_first_match(first: Colours, second: Colours) -> Colour:
    return first[0].opposite if first else second[0]


_LAST: tuple[tuple[str, str, str, Callable[[Colours, Colours], Colour]], ...] = (
    ("repeated", "the team that alternates had the colour of its last match again", "4.3.8", _repeated),
    ("repeated-of-first", "the first-team had the colour of its last match again", "4.3.8", _repeated_of_first),
    (
        "repeated-of-second",
        "of a first-team that has yet to play the opponent had the colour of its last match again",
        "4.3.9",
        _repeated_of_second,
    ),
    ("of-second", "the other team alternated before the first-team", "4.3.8", _second_alternates),
    ("white", "the first-team had White where no other rule decides", "4.3.8", _white),
    ("black", "the first-team had Black where no other rule decides", "4.3.8", _black),
    ("of-first-match", "the first-team alternated from its first match", "4.3.8", _from_first_match),
)


def _last_match(edition: TeamEdition) -> Iterator[Misreading]:
    printed = edition.colour_articles
    for name, sentence, article, last_colour in _LAST:
        yield misreading(
            f"last-colour-{name}",
            sentence,
            article if article in printed else printed[-1],
            parts(last_colour=last_colour),
        )


# --- orders and the bye ----------------------------------------------------------------------------------------------


def _most_of_other_score(teams: TeamParticipants) -> NDArray[np.int64]:
    return -teams.other_score


def _least_of_other_score(teams: TeamParticipants) -> NDArray[np.int64]:
    return teams.other_score


def _white_first(teams: TeamParticipants) -> NDArray[np.int64]:
    return -teams.preference


def _black_first(teams: TeamParticipants) -> NDArray[np.int64]:
    return teams.preference


_KEYS: tuple[tuple[str, str, Callable[[TeamParticipants], NDArray[np.int64]]], ...] = (
    ("secondary-score", "the higher secondary score", _most_of_other_score),
    ("low-secondary-score", "the lower secondary score", _least_of_other_score),
    *shared.COMMON_KEYS,
    ("white", "the preference for White", _white_first),
    ("black", "the preference for Black", _black_first),
)
"""Name, words and a key of teams, of which the smallest comes first."""


# --- criteria --------------------------------------------------------------------------------------------------------


def _count_but_in_last(
    participants: Any, *, own: Callable[[Any], Contribution | None], last: int
) -> Contribution | None:
    to_come = participants.rounds_to_come
    return None if to_come is not None and to_come < last else own(participants)


def _count_in_group_but_in_last(
    group: Any, *, own: Callable[[Any], Contribution | None], last: int
) -> Contribution | None:
    to_come = group.participants.rounds_to_come
    return None if to_come is not None and to_come < last else own(group)


_LAST_ROUNDS = (
    (0, "counted in every round"),
    (1, "counted in every round but the last"),
    (3, "did not count in the last three rounds"),
)


def _rounds_of_criteria(edition: TeamEdition) -> Iterator[Misreading]:
    """Yield floats that count in other rounds for one criterion, and in the rounds of the text for the other one."""
    own = edition.rounds_without_floats
    of_floats = [one for one in edition.quality_criteria if one.criterion in _OF_FLOATS]
    for one in of_floats if len(of_floats) > 1 else ():
        for last, words in _LAST_ROUNDS:
            changed = {
                other: partial(
                    _count_in_group_but_in_last if other in edition.upfloater_criteria else _count_but_in_last,
                    own=other.criterion.contribution,
                    last=last if other is one else own,
                )
                for other in of_floats
            }
            yield misreading(
                f"{one.criterion.name}-but-in-last-{last}".replace("_", "-"),
                f"{one.label} {words}",
                one.article,
                parts(
                    rounds_without_floats=0,
                    upfloater_criteria=_with_counts(edition.upfloater_criteria, changed),
                    bracket_criteria=_with_counts(edition.bracket_criteria, changed),
                ),
            )


_OF_FLOATS = (UPFLOATERS_AGAIN, OPPONENTS_AGAIN, CONSECUTIVE_FLOATS)


def _with_counts(criteria: Any, counts: dict[Any, Any]) -> Any:
    return tuple(
        replace(one, criterion=replace(one.criterion, contribution=counts[one])) if one in counts else one
        for one in criteria
    )


# --- compared colours ------------------------------------------------------------------------------------------------


def _nearer_to_zero(colours: Colours) -> int:
    return abs(colour_difference(colours))


def _farther_from_zero(colours: Colours) -> int:
    return -abs(colour_difference(colours))


def _whites(colours: Colours) -> int:
    return colours.count(Colour.WHITE)


def _blacks(colours: Colours) -> int:
    return -colours.count(Colour.BLACK)


def _sign(colours: Colours) -> int:
    difference = colour_difference(colours)
    return (difference > 0) - (difference < 0)


def _without_first(colours: Colours) -> int:
    return colour_difference(colours[1:])


def _without_latest(colours: Colours) -> int:
    return colour_difference(colours[:-1])


def _matches(colours: Colours) -> int:
    return len(colours)


_DIFFERENCES: tuple[tuple[str, str, Callable[[Colours], int]], ...] = (
    (
        "nearer-to-zero",
        "the team whose colour difference is nearer to zero, whatever its sign, had White",
        _nearer_to_zero,
    ),
    (
        "farther-from-zero",
        "the team whose colour difference is farther from zero, whatever its sign, had White",
        _farther_from_zero,
    ),
    ("fewer-whites", "the team with fewer Whites had White, however many Blacks it had", _whites),
    ("more-blacks", "the team with more Blacks had White, however many Whites it had", _blacks),
    ("sign", "only the signs of the colour differences were compared", _sign),
    ("fewer-matches", "the team with fewer matches had White", _matches),
    ("without-first", "the colour of the first match did not count in the colour differences", _without_first),
    ("without-latest", "the colour of the latest match did not count in the colour differences", _without_latest),
    *(
        (
            f"latest-{number}",
            f"the colour differences of the last {number} matches were compared",
            lambda colours, number=number: colour_difference(colours[-number:]),
        )
        for number in (2, 3, 4)
    ),
)
_HISTORIES: tuple[tuple[str, str, Callable[[ColoursOfRounds], ColoursOfRounds]], ...] = (
    (
        "of-rounds",
        "the colours of the same round were compared, and rounds without a match not squeezed out",
        lambda colours: colours[::-1],
    ),
    (
        "of-rounds-from-the-first",
        "the colours of the same round were compared, from round 1 on",
        lambda colours: colours,
    ),
    (
        "of-the-last-round",
        "only the colours of the previous round were compared",
        lambda colours: colours[-1:],
    ),
    (
        "from-the-first",
        "the colours were compared from the first match on",
        lambda colours: latest_first(colours)[::-1],
    ),
    ("of-the-first", "only the colours of the first match were compared", lambda colours: latest_first(colours)[-1:]),
    *(
        (
            f"of-the-last-{number}",
            f"only the colours of the last {matches} were compared",
            lambda colours, number=number: latest_first(colours)[:number],
        )
        for number, matches in ((1, "match"), (2, "two matches"), (3, "three matches"))
    ),
)


def _by_number(first: Colours, second: Colours, *, number: Callable[[Colours], int]) -> int:
    return number(first) - number(second)


def _by_width(first: Colours, second: Colours) -> int:
    """Give the team with the wider difference the colour that makes it narrower."""
    own, other = colour_difference(first), colour_difference(second)
    if abs(own) == abs(other):
        return 0
    return own if abs(own) > abs(other) else -other


def _by_own_sign(first: Colours, second: Colours) -> int:
    return colour_difference(first) or -colour_difference(second)


_COMPARED = (
    *((name, sentence, partial(_by_number, number=number)) for name, sentence, number in _DIFFERENCES),
    ("wider", "the wider colour difference was made narrower, whatever its sign", _by_width),
    ("of-first-team", "the colour difference of the first-team was made narrower", _by_own_sign),
)


def _in_order(
    first: ColoursOfRounds, second: ColoursOfRounds, *, order: Callable[[ColoursOfRounds], ColoursOfRounds]
) -> Compared:
    return tuple(zip(order(first), order(second), strict=False))


def _opposite_from_first(first: ColoursOfRounds, second: ColoursOfRounds) -> Compared:
    return tuple(zip(latest_first(first)[::-1], latest_first(second)[::-1], strict=False))[::-1]


def _opposite_if_as_many(first: ColoursOfRounds, second: ColoursOfRounds) -> Compared:
    own, other = latest_first(first), latest_first(second)
    return tuple(zip(own, other, strict=True)) if len(own) == len(other) else ()


_ALIGNED = (
    *((name, sentence, partial(_in_order, order=order)) for name, sentence, order in _HISTORIES),
    (
        "of-equally-many-matches",
        "the colours were compared only of two teams that have played as many matches",
        _opposite_if_as_many,
    ),
    (
        "opposite-from-the-first",
        "the first matches of both teams stood opposite each other, and the latest difference decided",
        _opposite_from_first,
    ),
)


def compared_colour_misreadings() -> Iterator[Misreading]:
    """Yield other comparisons of colour differences and of histories."""
    for name, sentence, compared_differences in _COMPARED:
        yield misreading(
            f"colour-difference-{name}",
            f"by 4.3.5 {sentence}",
            "4.3.5",
            parts(compared_differences=compared_differences),
        )
    for name, sentence, compared in _ALIGNED:
        yield misreading(f"colour-history-{name}", f"by 4.3.6 {sentence}", "4.3.6", parts(compared_colours=compared))
