"""
Generated misreadings of the upfloats of the Dubov System: which of them count, where, and in which rounds.

The number of upfloats (C8, C9) and the upfloat of the previous round (C10) may each read other floats than the text
says, and each criterion may apply to other rounds or scoregroups, or count otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength
from reference_engines.dubov import edition
from reference_engines.dubov.edition import SCORE_DIFFERENCES, max_t, times_upfloated, upfloats_so_far
from reference_engines.misreadings.dutch.grammar import AGGREGATES, aggregate_amounts, merged_contribution
from reference_engines.misreadings.dutch.making import floats, instead, misreading, parts
from reference_engines.misreadings.dutch.unplayed import float_of_kind
from reference_engines.misreadings.rounds import WITHOUT_A_GAME, double_forfeit, forfeited, single_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dubov.edition import DubovText, NumberedScoregroupCriterion, Upfloats
    from reference_engines.dubov.participants import DubovScoregroup
    from reference_engines.frame.variants import Misreading

    MaxT = Callable[[int], int]
    Count = Callable[[DubovScoregroup], Contribution | None]


def varied_upfloats(text: DubovText) -> Iterator[Misreading]:
    """Yield other upfloats at every place that reads them, and criteria of other rounds, scoregroups and amounts."""
    yield from _upfloats_at_places(text)
    yield from _exempted_rounds(text)
    yield from _counted_otherwise(text)


def counted_upfloats(text: DubovText) -> Iterator[Misreading]:
    """Yield criteria on upfloats that count other numbers of them."""
    for one in text.criteria:
        for criterion, name, words, count in _COUNTS:
            if one.criterion is criterion:
                yield _count_instead(one, name, words, count)


# --- which floats are upfloats ---------------------------------------------------------------------------------------


def _floats(_history: History, states: PlayerStates, row: int) -> BoolArray:
    return states.float_[:row] != 0


def _downfloats(_history: History, states: PlayerStates, row: int) -> BoolArray:
    return states.float_[:row] == 1


def _ahead(history: History, score: IntArray, row: int) -> IntArray:
    """Return (earlier rounds, players) by how much a score of the opponent of each round is above the player's."""
    opponent = history.opponent[:row]
    of_opponent = np.take_along_axis(score, np.maximum(opponent, 0), axis=1)
    return np.where(opponent != NOBODY, of_opponent - score, 0)


def _upfloats_by_margin(
    history: History, states: PlayerStates, row: int, *, is_enough: Callable[[IntArray], BoolArray]
) -> BoolArray:
    ahead = _ahead(history, states.score[:row], row)
    return upfloats_so_far(history, states, row) & is_enough(ahead)


def _upfloats_by_present_scores(history: History, states: PlayerStates, row: int) -> BoolArray:
    score = np.broadcast_to(states.score[row], (row, history.players))
    return _ahead(history, score, row) > 0


def _upfloats_by_scores_after(history: History, _states: PlayerStates, row: int) -> BoolArray:
    return _ahead(history, history.score[1 : row + 1], row) > 0


def _upfloats_of_rounds(
    history: History, states: PlayerStates, row: int, *, is_meant: Callable[[History], BoolArray], is_negated: bool
) -> BoolArray:
    """Count the upfloats of some rounds alone."""
    return upfloats_so_far(history, states, row) & (is_meant(history)[:row] != is_negated)


def _upfloats_or_rounds(
    history: History, states: PlayerStates, row: int, *, is_meant: Callable[[History], BoolArray]
) -> BoolArray:
    return np.asarray(upfloats_so_far(history, states, row) | is_meant(history)[:row])


def _squeezed(
    history: History, states: PlayerStates, row: int, *, is_passed_over: Callable[[History], BoolArray]
) -> BoolArray:
    """Move the upfloats of each player down over the rounds that are passed over, so that the latest stand last."""
    counted = ~is_passed_over(history)[:row]
    order = np.argsort(counted, axis=0, kind="stable")  # rounds that are passed over come first
    return np.take_along_axis(upfloats_so_far(history, states, row) & counted, order, axis=0)


def _won(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _lost(history: History) -> BoolArray:
    return history.points <= history.scoring.loss


_POINT = 10
_HALF = 5
_FLOATS: tuple[tuple[str, str, Upfloats], ...] = (
    ("floats", "downfloats counted like upfloats", _floats),
    ("downfloats", "downfloats counted instead of upfloats", _downfloats),
    (
        "of-a-point",
        "only upfloats to an opponent at least a point above counted",
        partial(_upfloats_by_margin, is_enough=lambda ahead: ahead >= _POINT),
    ),
    (
        "beyond-a-point",
        "only upfloats to an opponent more than a point above counted",
        partial(_upfloats_by_margin, is_enough=lambda ahead: ahead > _POINT),
    ),
    (
        "of-half-a-point",
        "only upfloats to an opponent half a point above counted",
        partial(_upfloats_by_margin, is_enough=lambda ahead: ahead <= _HALF),
    ),
    ("by-present-scores", "upfloats depended on the present scores of both players", _upfloats_by_present_scores),
    ("by-scores-after", "upfloats depended on the scores after the round", _upfloats_by_scores_after),
    (
        "of-played-games",
        "only upfloats in games that were played counted",
        partial(_upfloats_of_rounds, is_meant=lambda history: history.played, is_negated=False),
    ),
    (
        "without-single-forfeits",
        "upfloats in games won or lost by forfeit did not count",
        partial(_upfloats_of_rounds, is_meant=single_forfeit, is_negated=True),
    ),
    (
        "without-forfeit-losses",
        "upfloats in games lost by forfeit did not count",
        partial(
            _upfloats_of_rounds, is_meant=lambda history: forfeited(history) & ~history.forfeit_win, is_negated=True
        ),
    ),
    (
        "without-forfeit-wins",
        "upfloats in games won by forfeit did not count",
        partial(_upfloats_of_rounds, is_meant=lambda history: history.forfeit_win, is_negated=True),
    ),
    ("won", "only upfloats in won games counted", partial(_upfloats_of_rounds, is_meant=_won, is_negated=False)),
    (
        "not-won",
        "only upfloats in games that were not won counted",
        partial(_upfloats_of_rounds, is_meant=_won, is_negated=True),
    ),
    ("lost", "only upfloats in lost games counted", partial(_upfloats_of_rounds, is_meant=_lost, is_negated=False)),
    (
        "not-lost",
        "only upfloats in games that were not lost counted",
        partial(_upfloats_of_rounds, is_meant=_lost, is_negated=True),
    ),
    *(
        (f"or-{name}", f"{words} also counted as an upfloat", partial(_upfloats_or_rounds, is_meant=is_meant))
        for name, words, is_meant in WITHOUT_A_GAME
    ),
)
"""Name, words and the upfloats."""


def _absent(history: History) -> BoolArray:
    return ~history.paired


_OF_BOTH_ELSEWHERE = ("by-scores-after", "of-played-games", "without-single-forfeits")
"""The upfloats that are misread at both places by a change of all floats, like those of rounds without a game."""
_PASSED_OVER: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("unplayed", "rounds without a game", lambda history: ~history.played),
    ("unpaired", "rounds without an opponent", lambda history: history.opponent == NOBODY),
    ("absences", "rounds in which the player was not to be paired", _absent),
)
"""Name, words and the rounds that are passed over."""


def _upfloats_at_places(text: DubovText) -> Iterator[Misreading]:
    maximum = text.definition_articles[1]
    before = next((one.article for one in text.criteria if one.criterion is edition.UPFLOATED_BEFORE), maximum)
    label = next((one.label for one in text.criteria if one.criterion is edition.UPFLOATED_BEFORE), "")
    for name, sentence, upfloats in _FLOATS:
        for place, words, article, fields in (
            ("", "", maximum, ("upfloats_of_maximum", "upfloats_before")),
            ("-for-maximum", " where the maximum upfloaters are found", maximum, ("upfloats_of_maximum",)),
            ("-for-previous-round", f" in {label}", before, ("upfloats_before",)),
        ):
            if not place and (name in _OF_BOTH_ELSEWHERE or name.startswith("or-")):
                continue
            yield misreading(
                f"counted-upfloats-{name}{place}",
                f"{sentence}{words}",
                article,
                parts(**dict.fromkeys(fields, upfloats)),
            )
    for name, words, is_passed_over in _PASSED_OVER:
        yield misreading(
            f"upfloated-before-{name}",
            f"{label} passed over {words}, and looked at the upfloat of the latest other one",
            before,
            parts(upfloats_before=partial(_squeezed, is_passed_over=is_passed_over)),
        )


# --- rounds and scoregroups ------------------------------------------------------------------------------------------


def _is_among_last(number: int, rounds: int | None, *, last: int) -> bool:
    return rounds is not None and number > rounds - last


def _upfloat_criteria(text: DubovText) -> list[NumberedScoregroupCriterion]:
    criteria = (edition.MAXIMUM_UPFLOATERS, edition.TIMES_UPFLOATED, edition.UPFLOATED_BEFORE)
    return [one for one in text.criteria if one.criterion in criteria]


def _exempted_rounds(text: DubovText) -> Iterator[Misreading]:
    own = _upfloat_criteria(text)
    if not own:
        return
    labels, article = f"{own[0].label} to {own[-1].label}", own[0].article
    for last, words in ((2, "two"), (3, "three")):
        yield misreading(
            f"exempted-last-{words}",
            f"{labels} did not count in the last {words} rounds",
            article,
            parts(is_exempt=partial(_is_among_last, last=last)),
        )
    for one in own:
        for name, words, last in (
            ("in-every-round", "counted in the last round, too", 0),
            ("not-in-last-two", "did not count in the last two rounds", 2),
            ("not-in-last-three", "did not count in the last three rounds", 3),
        ):
            yield _count_instead(
                one, name, words, partial(_count_but_in_last, own=one.criterion.contribution, last=last)
            )
        yield _count_instead(
            one,
            "in-last-alone",
            "counted in the last round alone",
            partial(_count_in_last_round, own=one.criterion.contribution),
        )


def _as_any_round(group: DubovScoregroup) -> DubovScoregroup:
    return replace(group, participants=replace(group.participants, is_last_round=False))


def _count_but_in_last(group: DubovScoregroup, *, own: Count, last: int) -> Contribution | None:
    to_come = group.participants.rounds_to_come
    return None if to_come is not None and to_come < last else own(_as_any_round(group))


def _count_in_last_round(group: DubovScoregroup, *, own: Count) -> Contribution | None:
    return own(_as_any_round(group)) if group.participants.is_last_round else None


def _is_first(group: DubovScoregroup) -> bool:
    return min(group.residents) == 0


def _is_odd(group: DubovScoregroup) -> bool:
    return len(group.residents) % 2 == 1


_GROUPS: tuple[tuple[str, str, Callable[[DubovScoregroup], bool]], ...] = (
    ("first", "counted in the first scoregroup only", _is_first),
    ("not-first", "did not count in the first scoregroup", lambda group: not _is_first(group)),
    ("odd", "counted in scoregroups of an odd number of players only", _is_odd),
    ("even", "counted in scoregroups of an even number of players only", lambda group: not _is_odd(group)),
)


def _count_in_some_groups(
    group: DubovScoregroup, *, own: Count, is_meant: Callable[[DubovScoregroup], bool]
) -> Contribution | None:
    return own(group) if is_meant(group) else None


def _count_instead(one: NumberedScoregroupCriterion, name: str, words: str, count: Count) -> Misreading:
    criterion = replace(one.criterion, name=f"{one.criterion.name}_{name}", contribution=count)
    own: Any = one.criterion
    misread: Any = criterion
    return misreading(f"{one.label.lower()}-{name}", f"{one.label} {words}", one.article, instead(own, misread))


# --- amounts ---------------------------------------------------------------------------------------------------------


def _times_of_all(group: DubovScoregroup) -> Contribution | None:
    """Count the earlier upfloats of every upfloater."""
    if group.participants.is_last_round:
        return None
    times = group.participants.upfloats
    return Contribution(floats=times, bound=len(group.residents) * int(times.max(initial=0)))


def _beyond_maximum(group: DubovScoregroup) -> Contribution | None:
    """Count the earlier upfloats beyond MaxT of every maximum upfloater."""
    if group.participants.is_last_round:
        return None
    times = np.maximum(group.participants.upfloats - group.participants.most_upfloats + 1, 0)
    return Contribution(floats=times, bound=len(group.residents) * int(times.max(initial=0)))


def _of_any_round(group: DubovScoregroup) -> Contribution | None:
    if group.participants.is_last_round:
        return None
    return Contribution(floats=(group.participants.upfloats > 0).astype(np.int64), bound=len(group.residents))


def _ask_residents(
    group: DubovScoregroup, *, amounts: Callable[[DubovScoregroup], IntArray | BoolArray]
) -> Contribution | None:
    """Count the amounts of the residents who meet an upfloater, instead of the upfloaters'."""
    if group.participants.is_last_round:
        return None
    own = np.zeros(group.participants.players.size, dtype=np.int64)
    residents, pool = list(group.residents), list(group.pool)
    own[residents] = amounts(group)[residents]
    pairs = np.zeros((len(own), len(own)), dtype=np.int64)
    pairs[:, pool] = own[:, None]
    return Contribution(pairs=pairs + pairs.T, bound=int(own.sum()))


_COUNTS: tuple[tuple[Any, str, str, Count], ...] = (
    (edition.TIMES_UPFLOATED, "of-all", "counted the upfloats of all upfloaters", _times_of_all),
    (edition.TIMES_UPFLOATED, "beyond-maximum", "counted the upfloats from MaxT on", _beyond_maximum),
    (
        edition.MAXIMUM_UPFLOATERS,
        "of-residents",
        "asked the residents who meet upfloaters, not the upfloaters",
        partial(_ask_residents, amounts=lambda group: group.participants.maximum_upfloaters),
    ),
    (
        edition.TIMES_UPFLOATED,
        "of-residents",
        "asked the residents who meet upfloaters, not the upfloaters",
        partial(_ask_residents, amounts=times_upfloated),
    ),
    (
        edition.UPFLOATED_BEFORE,
        "of-residents",
        "asked the residents who meet upfloaters, not the upfloaters",
        partial(_ask_residents, amounts=lambda group: group.participants.upfloated_before),
    ),
    (edition.UPFLOATED_BEFORE, "times", "counted how often upfloaters were upfloated in any round", _times_of_all),
    (edition.UPFLOATED_BEFORE, "ever", "counted upfloaters who were upfloated in any round", _of_any_round),
)


def _counted_otherwise(text: DubovText) -> Iterator[Misreading]:
    for one in text.criteria:
        if one.criterion is not edition.UPFLOATERS:
            for name, words, is_meant in _GROUPS:
                count = partial(_count_in_some_groups, own=one.criterion.contribution, is_meant=is_meant)
                yield _count_instead(one, name, words, count)
        if one.criterion is edition.SCORE_DIFFERENCES:
            own: Any = one.criterion
            for name, words, aggregate in AGGREGATES[2:]:
                misread: Any = aggregate_amounts(own, aggregate)
                yield _count_instead(one, f"aggregate-{name}", words, misread)
    for upper, lower in pairwise(text.criteria):
        if upper.criterion is edition.UPFLOATERS:
            continue
        merged: Any = merged_contribution(*_criteria_of(upper, lower))
        kept = tuple(one for one in text.criteria if one is not lower)
        criterion = replace(
            upper.criterion, name=f"{upper.criterion.name}_and_{lower.criterion.name}", contribution=merged
        )
        criteria = tuple(replace(one, criterion=criterion) if one is upper else one for one in kept)
        yield misreading(
            f"{upper.label}-and-{lower.label}-merged".lower(),
            f"{upper.label} and {lower.label} were added up",
            upper.article,
            parts(criteria=criteria),
        )


def _criteria_of(upper: Any, lower: Any) -> tuple[Any, Any]:
    return upper.criterion, lower.criterion


def difference_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield score differences of upfloaters that are compared in whole points."""
    for name, words, is_up in (("down", "rounded down", False), ("up", "rounded up", True)):
        criteria = tuple(
            replace(
                one,
                criterion=replace(
                    one.criterion,
                    name=f"score_differences_{name}",
                    contribution=partial(_whole_differences, is_up=is_up),
                ),
            )
            if one.criterion is SCORE_DIFFERENCES
            else one
            for one in text.criteria
        )
        for one in text.criteria:
            if one.criterion is SCORE_DIFFERENCES:
                yield misreading(
                    f"score-differences-rounded-{name}",
                    f"{one.label} compared score differences in whole points, {words}",
                    one.article,
                    parts(criteria=criteria),
                )


def _whole_differences(group: DubovScoregroup, *, is_up: bool) -> Contribution:
    points = -(-group.distance // 10) if is_up else group.distance // 10
    entries, levels = index_levels(points)
    return Contribution(floats=entries, bound=len(group.residents), levels=levels)


# --- upfloats of some rounds -----------------------------------------------------------------------------------------


def _latest(upfloated: BoolArray, *, number: int) -> BoolArray:
    return upfloated[max(0, len(upfloated) - number) :]


def floats_of_rounds(text: DubovText) -> Iterator[Misreading]:
    """Yield upfloats of some rounds only, and of other rounds than games."""
    article = text.definition_articles[1]
    for number in (1, 2, 3, 4):
        rounds = "round" if number == 1 else f"{number} rounds"
        yield misreading(
            f"upfloats-of-{number}-rounds",
            f"only upfloats of the latest {rounds} were counted for the maximum upfloaters",
            article,
            parts(counted_upfloats=partial(_latest, number=number)),
        )
    before = next((one.article for one in text.criteria if one.criterion is edition.UPFLOATED_BEFORE), article)
    for name, words, rounds_back in (
        ("two-before", "two rounds before", (2,)),
        ("of-two-rounds", "in either of the two rounds before", (1, 2)),
        ("ever", "in any earlier round", tuple(range(1, 30))),
    ):
        yield misreading(
            f"upfloated-{name}",
            f"upfloats {words} counted in place of those of the previous round",
            before,
            parts(upfloat_rounds=rounds_back),
        )
    for name, words, is_meant in WITHOUT_A_GAME:
        yield misreading(
            f"{name}-are-upfloats",
            f"{words} were an upfloat",
            article,
            floats(unplayed=partial(float_of_kind, own=text.floats.unplayed, is_meant=is_meant, value=-1)),
        )
    for name, words, games in (
        ("single-forfeits", "games won or lost by forfeit", _single),
        ("double-forfeits", "games that both players forfeited", _double),
    ):
        yield misreading(f"upfloats-without-{name}", f"{words} gave no upfloats", article, floats(games=games))


def _single(history: History) -> BoolArray:
    return (history.opponent != NOBODY) & ~single_forfeit(history)


def _double(history: History) -> BoolArray:
    return (history.opponent != NOBODY) & ~double_forfeit(history)


# --- criteria --------------------------------------------------------------------------------------------------------


def _sum_of_differences(group: DubovScoregroup) -> Contribution:
    return Contribution(floats=group.distance, bound=len(group.residents) * max(1, int(group.distance.max(initial=0))))


def _greatest_difference(group: DubovScoregroup) -> Contribution:
    greatest = int(group.distance.max(initial=0))
    return Contribution(floats=(group.distance == greatest).astype(np.int64), bound=len(group.residents))


def _preferences_among(group: DubovScoregroup, *, of_residents: bool) -> Contribution:
    players = group.participants.players
    is_resident = np.isin(np.arange(players.size), list(group.residents))
    among = np.logical_and.outer(is_resident, is_resident)
    return Contribution(pairs=players.same_preference & (among == of_residents), bound=len(group.residents))


def _strong_preferences(group: DubovScoregroup) -> Contribution:
    players = group.participants.players
    strong = players.strength >= Strength.STRONG
    pairs = players.same_preference & np.logical_and.outer(strong, strong)
    return Contribution(pairs=pairs, bound=len(group.residents))


def _of_colour(group: DubovScoregroup, *, colour: int) -> Contribution:
    prefers = group.participants.players.preference == colour
    return Contribution(pairs=np.logical_and.outer(prefers, prefers), bound=len(group.residents))


_OTHER_COUNTS: tuple[tuple[Any, str, str, Callable[[DubovScoregroup], Contribution]], ...] = (
    (edition.SCORE_DIFFERENCES, "sum", "added the score differences up", _sum_of_differences),
    (edition.SCORE_DIFFERENCES, "greatest", "counted only the upfloaters of the lowest score", _greatest_difference),
    (
        edition.COLOUR_PREFERENCE,
        "of-residents",
        "counted pairs of residents only",
        partial(_preferences_among, of_residents=True),
    ),
    (
        edition.COLOUR_PREFERENCE,
        "of-upfloaters",
        "counted pairs with an upfloater only",
        partial(_preferences_among, of_residents=False),
    ),
    (edition.COLOUR_PREFERENCE, "strong", "counted two strong or absolute preferences only", _strong_preferences),
    (edition.COLOUR_PREFERENCE, "white", "counted preferences for White only", partial(_of_colour, colour=1)),
    (edition.COLOUR_PREFERENCE, "black", "counted preferences for Black only", partial(_of_colour, colour=-1)),
)


def further_counts(text: DubovText) -> Iterator[Misreading]:
    """Yield criteria that count other differences or preferences."""
    for one in text.criteria:
        for criterion, name, words, count in _OTHER_COUNTS:
            if one.criterion is criterion:
                instead = replace(one, criterion=Criterion(f"{criterion.name}_{name}", criterion.sentence, count))
                yield misreading(
                    f"{one.label.lower()}-{name}",
                    f"{one.label} {words}",
                    one.article,
                    parts(criteria=tuple(instead if other is one else other for other in text.criteria)),
                )


# --- MaxT ------------------------------------------------------------------------------------------------------------

_KNOWN_MAX_T: tuple[tuple[str, str, MaxT], ...] = (
    ("of-two", "MaxT were two, whatever the number of rounds", lambda rounds: 2 + 0 * rounds),
    ("rounded-up", "a fifth of the rounds were rounded up in MaxT", lambda rounds: 2 - -rounds // 5),
    ("exceeded", "a maximum upfloater had more than MaxT upfloats", lambda rounds: max_t(rounds) + 1),
)
_LIKELY_MAX_T: tuple[tuple[str, str, MaxT], ...] = (
    ("less-one", "MaxT were one less", lambda rounds: max_t(rounds) - 1),
    ("of-one", "MaxT were one, whatever the number of rounds", lambda rounds: 1 + 0 * rounds),
    ("without-limit", "there were no maximum upfloaters", lambda rounds: rounds + 1),
)
_RARER_MAX_T: tuple[tuple[str, str, MaxT], ...] = (
    ("a-fifth", "MaxT were a fifth of the rounds, without the two", lambda rounds: rounds // 5),
    ("a-quarter", "MaxT were a quarter of the rounds", lambda rounds: rounds // 4),
    ("a-third", "MaxT were a third of the rounds", lambda rounds: rounds // 3),
    ("half", "MaxT were half of the rounds", lambda rounds: rounds // 2),
    ("two-and-a-quarter", "MaxT were two and a quarter of the rounds", lambda rounds: 2 + rounds // 4),
    ("two-and-a-tenth", "MaxT were two and a tenth of the rounds", lambda rounds: 2 + rounds // 10),
)
"""Name, sentence, and MaxT from the number of rounds."""
_ROUNDS_OF_MAX_T: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
    ("played", "the rounds played so far", lambda _rounds, number: number - 1),
    ("so-far", "the rounds so far, with the one to be paired,", lambda _rounds, number: number),
)


def _max_t(text: DubovText, numbers: Iterable[tuple[str, str, MaxT]]) -> Iterator[Misreading]:
    for name, sentence, most in numbers:
        yield misreading(f"max-t-{name}", sentence, text.definition_articles[1], parts(most_upfloats=most))


def max_t_variations(text: DubovText) -> Iterator[Misreading]:
    """Yield other numbers of upfloats from the number of rounds."""
    return _max_t(text, _RARER_MAX_T)


def likely_max_t(text: DubovText) -> Iterator[Misreading]:
    """Yield other numbers of upfloats, and of rounds on which they depend."""
    yield from _max_t(text, _LIKELY_MAX_T)
    article, less_one = text.definition_articles[1], _LIKELY_MAX_T[0][2]
    for name, words, rounds in _ROUNDS_OF_MAX_T:
        sentence = f"MaxT depended on {words} instead of all rounds"
        yield misreading(f"max-t-of-rounds-{name}", sentence, article, parts(rounds_of_max_t=rounds))
        yield misreading(
            f"max-t-of-rounds-{name}-less-one",
            f"{sentence}, and were one less",
            article,
            parts(rounds_of_max_t=rounds, most_upfloats=less_one),
        )


def _never(_number: int, _rounds: int | None) -> bool:
    return False


def known_max_t(text: DubovText) -> Iterator[Misreading]:
    """Yield the known misreadings of maximum upfloaters."""
    yield from _max_t(text, _KNOWN_MAX_T)
    yield misreading(
        "last-round-like-others",
        "C8 to C10 were asked of the last round, too",
        text.criteria[3].article,
        parts(is_exempt=_never),
    )
