"""Plainly wrong rules that programs follow, or may: each rule left out, turned round, or taken from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import ByeRule, Preferences, preferences, topscorers
from reference_engines.dubov.colours import preferences_with_beginners
from reference_engines.dubov.edition import BracketStep, max_t, times_upfloated
from reference_engines.dubov.participants import DubovPlayers, round_down, round_to_nearest, scale_exactly
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.bye_first import (
    bye_key_misreadings,
    bye_misreadings,
    exchanged_criteria,
    ranking_misreadings,
)
from reference_engines.misreadings.dubov_aros import generated_aros
from reference_engines.misreadings.dubov_numbers import aro_misreadings, difference_misreadings, max_t_variations
from reference_engines.misreadings.dubov_subgroups import generated_subgroups, sorted_lists
from reference_engines.misreadings.dubov_upfloats import counted_upfloats, varied_upfloats
from reference_engines.misreadings.dubov_variations import keep_beginners, varied_dubov_misreadings
from reference_engines.misreadings.dutch.making import definitions, floats, leave_out_repetitions, misreading, parts
from reference_engines.misreadings.shared_colours import colour_misreadings, record_misreadings

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from reference_engines.definitions.colours import ColourStep, Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ColourHistory, Scores
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovScoregroup, Positions
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


def misreadings_of(text: DubovText) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: of absolute and quality criteria, bye, definitions, order and colours."""
    return (
        *_absolute_criteria_misreadings(text),
        *_bye_misreadings(text),
        *_criteria_misreadings(text),
        *_maximum_upfloater_misreadings(text),
        *_aro_misreadings(text),
        *_order_misreadings(text),
        *_colour_misreadings(text),
    )


def generated_misreadings(text: DubovText) -> tuple[Misreading, ...]:
    """Return the misreadings that the parts of an edition suggest: of MaxT, criteria, bye, orders and definitions."""
    own: object = text
    generated = (
        *_max_t_misreadings(text),
        *exchanged_criteria(text),
        *bye_misreadings(text),
        *_sorting_misreadings(text),
        *_definition_misreadings(text),
    )
    return tuple(one for one in generated if one.rules(text) != own)


def varied_misreadings(text: DubovText, articles: Container[str] | None) -> tuple[Misreading, ...]:
    """Return rarer misreadings of some articles, or of all: of numberings, sortings, AROs and colours."""
    own: object = text
    likelier = (*misreadings_of(text), *generated_misreadings(text))
    listed = [one.rules(text) for one in likelier]
    varied = (
        *_numbering_misreadings(text),
        *_varied_sortings(text),
        *_varied_aros(text),
        *aro_misreadings(text),
        *max_t_variations(text),
        *difference_misreadings(text),
        *map(keep_beginners, colour_misreadings(text, text.preference_article)),
        *_record_misreadings(text),
        *varied_dubov_misreadings(text),
        *generated_aros(text),
        *counted_upfloats(text),
        *varied_upfloats(text),
        *generated_subgroups(text, _numberings()),
        *bye_key_misreadings(text),
        *ranking_misreadings(text),
    )
    distinct = leave_out_repetitions(varied, likelier)
    meant = (one for one in distinct if articles is None or one.article in articles)
    return tuple(one for one in meant if one.rules(text) != own and one.rules(text) not in listed)


def _number_shifters(place: Callable[[int, int], int], shifters: Positions) -> Positions:
    """Return sorted shifters in another order; ``place`` is that of the next one of those left, after those taken."""
    remaining, reordered = list(shifters), list[int]()
    while remaining:
        reordered.append(remaining.pop(place(len(remaining), len(reordered))))
    return tuple(reordered)


def _take_lower_middle(left: int, _taken: int) -> int:
    return left // 2


def _take_last(left: int, _taken: int) -> int:
    return left - 1


def _take_ends(left: int, taken: int) -> int:
    return 0 if taken % 2 == 0 else left - 1


def _take_other_ends(left: int, taken: int) -> int:
    return left - 1 if taken % 2 == 0 else 0


def _take_below_middle(left: int, taken: int) -> int:
    """Take the middle first, then the players below it one by one, then those above it from the top."""
    size = left + taken
    middle = (size - 1) // 2
    return middle if taken < size - middle else 0


def _take_above_middle(left: int, taken: int) -> int:
    """Take the middle first, then the other players from the top."""
    size = left + taken
    return (size - 1) // 2 if taken == 0 else 0


_NUMBERINGS: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
    ("lower-middle", "of two players in the middle of the list the lower one came first", _take_lower_middle),
    ("from-the-bottom", "shifters were numbered from the bottom of the list", _take_last),
    ("from-both-ends", "shifters were numbered from both ends of the list, the top first", _take_ends),
    ("from-both-ends-bottom", "shifters were numbered from both ends of the list, the bottom first", _take_other_ends),
    ("middle-then-down", "shifters were numbered from the middle down, and then from the top", _take_below_middle),
    ("middle-then-top", "the middle player came first, and then the list from the top", _take_above_middle),
)


def _record_misreadings(text: DubovText) -> Iterator[Misreading]:
    preference, score = text.absolute_preference_article, text.scoregroups_article
    return map(
        keep_beginners, record_misreadings(text.colour_articles, preference, score, text.definitions.preferences)
    )


def _numberings() -> list[tuple[str, str, Callable[[Positions], Positions]]]:
    return [(name, sentence, partial(_number_shifters, place)) for name, sentence, place in _NUMBERINGS]


def _numbering_misreadings(text: DubovText) -> Iterator[Misreading]:
    article = text.step_articles[BracketStep.MIDDLE]
    for name, sentence, numbered in _numberings():
        changed = parts(number_shifters_in_order=numbered)
        yield misreading(f"shifters-{name}", sentence, article, changed)


def _lowest_rated_first(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    ratings = participants.players
    return tuple(sorted(positions, key=lambda at: (int(participants.aro[at]), -int(ratings.column[at]))))


def _varied_sortings(text: DubovText) -> Iterator[Misreading]:
    """Yield every list that is sorted by another key or in the other direction."""
    keys: tuple[tuple[str, str, Any], ...] = (
        ("tpn", "by TPN", DubovPlayers.sort_by_tpn),
        ("largest-tpn", "by descending TPN", _largest_first),
        ("aro", "by ARO", DubovPlayers.sort_by_aro),
        ("highest-aro", "by descending ARO", _highest_aro_first),
        ("aro-largest-tpn", "by ARO, and of equal AROs by descending TPN", _lowest_rated_first),
        ("score", "by score and TPN", _sort_by_score),
    )
    for name, words, key in keys:
        for place, article, noun, fields in sorted_lists(text):
            changes: dict[str, Any] = dict.fromkeys(fields, key)
            sorting = replace(text.sorting, **changes)
            yield misreading(f"{place}-sorted-by-{name}", f"{noun} {words}", article, parts(sorting=sorting))


def _sort_by_score(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    return tuple(sorted(positions, key=lambda at: (-participants.scores[at], int(participants.players.column[at]))))


def _divide_by_rounds(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    return round_to_nearest(total, np.where(number > 0, greatest, 1), greatest)


def _sum_up(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    del number, greatest
    return total


def _round_up(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    return -round_down(-total, number, greatest)


def _had_points(history: History) -> BoolArray:
    return history.played & (history.points > history.scoring.loss)


def _varied_aros(text: DubovText) -> Iterator[Misreading]:
    article = text.definition_articles[0]
    for identifier, sentence, aro in (
        ("aro-by-rounds", "an ARO were divided by the number of rounds", replace(text.aro, average=_divide_by_rounds)),
        ("aro-as-sum", "ratings of opponents were added up, not averaged", replace(text.aro, average=_sum_up)),
        ("aro-rounded-up", "AROs were rounded up", replace(text.aro, average=_round_up)),
        (
            "aro-without-lost-games",
            "opponents of lost games did not count in an ARO",
            replace(text.aro, games=_had_points),
        ),
        (
            "aro-unrated-otherwise",
            f"opponents without a rating did{' not' * text.aro.unrated_count} count in an ARO",
            replace(text.aro, unrated_count=not text.aro.unrated_count),
        ),
    ):
        yield misreading(identifier, sentence, article, parts(aro=aro))


_FEWEST_MAX_T = 1


def _max_t_misreadings(text: DubovText) -> Iterator[Misreading]:
    article = text.definition_articles[1]
    numbers: tuple[tuple[str, str, Callable[[int], int]], ...] = (
        ("max-t-less-one", "MaxT were one less", lambda rounds: max_t(rounds) - 1),
        ("max-t-of-one", "MaxT were one, whatever the number of rounds", lambda rounds: _FEWEST_MAX_T + 0 * rounds),
        ("max-t-without-limit", "there were no maximum upfloaters", lambda rounds: rounds + 1),
    )
    counted: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
        ("played", "the rounds played so far", lambda _rounds, number: number - 1),
        ("so-far", "the rounds so far, with the one to be paired,", lambda _rounds, number: number),
    )
    for identifier, sentence, most in numbers:
        yield misreading(identifier, sentence, article, parts(most_upfloats=most))
    for name, words, rounds in counted:
        changed = parts(rounds_of_max_t=rounds)
        sentence = f"MaxT depended on {words} instead of all rounds"
        yield misreading(f"max-t-of-rounds-{name}", sentence, article, changed)
        yield misreading(
            f"max-t-of-rounds-{name}-less-one",
            f"{sentence}, and were one less",
            article,
            parts(rounds_of_max_t=rounds, most_upfloats=lambda rounds: max_t(rounds) - 1),
        )


def _sorting_misreadings(text: DubovText) -> Iterator[Misreading]:
    by, steps, orders = text.sorting, text.step_articles, text.generation
    tpn, aro = DubovPlayers.sort_by_tpn, DubovPlayers.sort_by_aro
    for identifier, sentence, article, sorting in (
        (
            "upfloaters-by-tpn",
            "upfloaters were sorted by TPN, whatever their scores",
            orders[GenerationStep.UPFLOATERS],
            replace(by, pool=tpn),
        ),
        (
            "shifters-by-aro",
            "those who seek Black were sorted by ARO to be shifted",
            orders[GenerationStep.SHIFTERS],
            replace(by, black_seekers=aro),
        ),
        (
            "shifters-exchanged",
            "those who seek White were shifted by TPN, and those who seek Black by ARO",
            orders[GenerationStep.SHIFTERS],
            replace(by, white_seekers=tpn, black_seekers=aro),
        ),
        ("s1-largest-tpn", "S1 went by descending TPN", steps[BracketStep.ARO], replace(by, s1=_largest_first)),
        ("g2-by-aro", "G2 went by ARO", orders[GenerationStep.TRANSPOSITION], replace(by, g2=aro)),
    ):
        yield misreading(identifier, sentence, article, parts(sorting=sorting))


def _after(scores: Scores) -> IntArray:
    return scores.after


def _points(scores: Scores) -> IntArray:
    return scores.points


def _definition_misreadings(text: DubovText) -> Iterator[Misreading]:
    met, _bye, _colours = text.absolute_articles
    upfloats, colours = text.definition_articles[1], text.preference_article
    for identifier, sentence, article, rules in (
        ("forfeits-are-meetings", "a forfeited game counted as a meeting", met, definitions(met=_scheduled)),
        ("forfeits-are-colours", "a forfeited game counted for colours", colours, definitions(coloured=_scheduled)),
        ("upfloats-of-forfeits", "a forfeited game gave upfloats", upfloats, floats(games=_scheduled)),
        (
            "upfloats-by-scores-after",
            "upfloats depended on the scores after the round",
            upfloats,
            floats(compared=_after),
        ),
        ("upfloats-by-points", "virtual points did not count for upfloats", upfloats, floats(compared=_points)),
    ):
        yield misreading(identifier, sentence, article, rules)
    articles = text.colour_articles
    for step, article in zip(articles.steps[:-1], articles.numbers, strict=False):
        instead = replace(step, decide=partial(_decide_opposite, step))
        steps = tuple(instead if one is step else one for one in articles.steps)
        yield misreading(
            f"colours-{step.name}-reversed".replace("_", "-"),
            f"{article} gave the opposite colours",
            article,
            parts(colour_articles=replace(articles, steps=steps)),
        )


def _decide_opposite(step: ColourStep, pairs: Meetings) -> IntArray:
    return -step.decide(pairs)


def _no_rounds(history: History) -> BoolArray:
    return np.zeros_like(history.played)


def _scheduled(history: History) -> BoolArray:
    return history.opponent != NOBODY


def _absolute_criteria_misreadings(text: DubovText) -> Iterator[Misreading]:
    met, bye, colours = text.absolute_articles
    wrong: tuple[tuple[str, str, str, ChangeRules], ...] = (
        ("c1-left-out", "C1 were left out", met, definitions(met=_no_rounds)),
        ("c2-left-out", "C2 were left out", bye, parts(byes=ByeRule(_no_rounds))),
        (
            "c2-any-points",
            "any points without playing kept a player from the bye",
            bye,
            parts(byes=ByeRule.ANY_POINTS_WITHOUT_PLAYING),
        ),
        (
            "c3-left-out",
            "C3 were left out",
            colours,
            definitions(clash_excused=lambda one, other: one | other | True),
        ),
        (
            "c3-topscorers",
            "topscorers were excepted from C3 in the last round",
            colours,
            definitions(topscorers=topscorers),
        ),
        ("c4-left-out", "C4 were left out", text.completion_article, parts(completes=False)),
    )
    for identifier, sentence, article, rules in wrong:
        yield misreading(identifier, sentence, article, rules)


def _bye_misreadings(text: DubovText) -> Iterator[Misreading]:
    for key, article in text.bye_order:
        yield misreading(
            f"bye-without-{key.name.lower().replace('_', '-')}",
            f"the {key.value.partition(' of ')[0]} did not count for the bye",
            article,
            parts(bye_order=tuple(one for one in text.bye_order if one[0] is not key)),
        )
    fewest = tuple((ByeKey.GAMES if key is ByeKey.UNPLAYED_GAMES else key, article) for key, article in text.bye_order)
    yield misreading(
        "bye-fewest-games",
        "the bye went to the player with the fewest games",
        next(article for key, article in text.bye_order if key is ByeKey.UNPLAYED_GAMES),
        parts(bye_order=fewest),
    )


def _criteria_misreadings(text: DubovText) -> Iterator[Misreading]:
    for one in text.criteria:
        yield misreading(
            f"{one.label.lower()}-left-out",
            f"{one.label} were left out",
            one.article,
            parts(criteria=tuple(other for other in text.criteria if other is not one)),
        )
    by_score, by_times = text.criteria[1], text.criteria[4]
    yield misreading(
        "c6-last",
        "C6 came after the criteria of colours and floats",
        by_score.article,
        parts(criteria=(*(one for one in text.criteria if one is not by_score), by_score)),
    )
    for identifier, sentence, one, criteria in (
        ("c6-highest-first", "C6 took scores in descending order", by_score, _BEST_SCORES_FIRST),
        ("c9-turned-round", "those were wanted who have been upfloated most often", by_times, _TIMES_REVERSED),
    ):
        at = text.criteria.index(one)
        instead = tuple(replace(one, criterion=criterion) for criterion in criteria)
        changed = (*text.criteria[:at], *instead, *text.criteria[at + 1 :])
        yield misreading(identifier, sentence, one.article, parts(criteria=changed))


_MAX_RANKS = 64
"""More distinct scores or numbers of upfloats than a scoregroup ever has below it."""


def _upfloaters_beyond(rank: int) -> Callable[[DubovScoregroup], Contribution | None]:
    """Count the upfloaters below that many of the scores below the scoregroup."""

    def contribution(group: DubovScoregroup) -> Contribution | None:
        levels = sorted({*group.distance.tolist()} - {0})
        if len(levels) < rank:
            return None
        return Contribution(floats=group.distance > levels[rank - 1], bound=len(group.residents))

    return contribution


def _less_often_upfloated(rank: int) -> Callable[[DubovScoregroup], Contribution | None]:
    """Count the maximum upfloaters who were upfloated less often than the players of that rank, most often first."""

    def contribution(group: DubovScoregroup) -> Contribution | None:
        times = times_upfloated(group)
        levels = sorted({*times.tolist()} - {0}, reverse=True)
        if group.participants.is_last_round or len(levels) < rank:
            return None
        return Contribution(floats=(times > 0) & (times < levels[rank - 1]), bound=len(group.residents))

    return contribution


_BEST_SCORES_FIRST = tuple(
    Criterion(f"upfloaters_below_{rank}", f"upfloaters below the score of rank {rank}", _upfloaters_beyond(rank))
    for rank in range(1, _MAX_RANKS + 1)
)
"""Scores in descending order instead of [C6]."""
_TIMES_REVERSED = tuple(
    Criterion(
        f"upfloated_less_{rank}",
        f"maximum upfloaters who have been upfloated less often than the players of rank {rank}",
        _less_often_upfloated(rank),
    )
    for rank in range(1, _MAX_RANKS + 1)
)
"""The opposite of what C9 prefers."""


def _never(_number: int, _rounds: int | None) -> bool:
    return False


def _maximum_upfloater_misreadings(text: DubovText) -> Iterator[Misreading]:
    article = text.definition_articles[1]
    wrong: tuple[tuple[str, str, Callable[[int], int]], ...] = (
        ("max-t-of-two", "MaxT were two, whatever the number of rounds", lambda rounds: 2 + 0 * rounds),
        ("max-t-rounded-up", "a fifth of the rounds were rounded up in MaxT", lambda rounds: 2 - -rounds // 5),
        ("max-t-exceeded", "a maximum upfloater had more than MaxT upfloats", lambda rounds: max_t(rounds) + 1),
    )
    for identifier, sentence, most in wrong:
        yield misreading(identifier, sentence, article, parts(most_upfloats=most))
    yield misreading(
        "last-round-like-others",
        "C8 to C10 were asked of the last round, too",
        text.criteria[3].article,
        parts(is_exempt=_never),
    )


def _aro_misreadings(text: DubovText) -> Iterator[Misreading]:
    article = text.definition_articles[0]
    wrong = (
        ("aro-not-rounded", "AROs were not rounded", replace(text.aro, average=scale_exactly)),
        ("aro-rounded-down", "AROs were rounded down", replace(text.aro, average=round_down)),
        ("aro-with-forfeits", "opponents of forfeited games counted in an ARO", replace(text.aro, games=_scheduled)),
    )
    for identifier, sentence, aro in wrong:
        yield misreading(identifier, sentence, article, parts(aro=aro))


def _largest_first(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    return participants.sort_by_tpn(positions)[::-1]


def _highest_aro_first(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    return tuple(sorted(positions, key=lambda at: (-int(participants.aro[at]), int(participants.players.column[at]))))


def _largest_of_a_score_first(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    return tuple(sorted(positions, key=lambda at: (-participants.scores[at], -at)))


def _order_misreadings(text: DubovText) -> Iterator[Misreading]:
    by, steps, orders = text.sorting, text.step_articles, text.generation
    wrong = (
        (
            "upfloaters-largest-tpn",
            "of upfloaters with one score the largest TPN came first",
            orders[GenerationStep.UPFLOATERS],
            replace(by, pool=_largest_of_a_score_first),
        ),
        (
            "shifters-by-tpn",
            "those who seek White were sorted by TPN to be shifted",
            orders[GenerationStep.SHIFTERS],
            replace(by, white_seekers=DubovPlayers.sort_by_tpn),
        ),
        ("s1-by-tpn", "S1 went by TPN", steps[BracketStep.ARO], replace(by, s1=DubovPlayers.sort_by_tpn)),
        (
            "s1-highest-aro-first",
            "S1 went by descending ARO",
            steps[BracketStep.ARO],
            replace(by, s1=_highest_aro_first),
        ),
        (
            "g2-largest-tpn",
            "the opponent with the largest TPN came first",
            orders[GenerationStep.TRANSPOSITION],
            replace(by, g2=_largest_first),
        ),
    )
    for identifier, sentence, article, sorting in wrong:
        yield misreading(identifier, sentence, article, parts(sorting=sorting))
    yield misreading(
        "shifters-from-the-top",
        "shifters were numbered from the top",
        steps[BracketStep.MIDDLE],
        parts(number_shifters_in_order=tuple),
    )


def _side_by_difference(colours: ColourHistory) -> Preferences:
    """Let a colour difference tell the side, though the last two games had the other colour: no edition does."""
    found = preferences_with_beginners(colours)
    return Preferences(
        colour=np.where(colours.difference != 0, -np.sign(colours.difference), found.colour), strength=found.strength
    )


_STEPS_LEFT_OUT = ("initial", "stronger", "alternate")
"""Rules of colours without which another one decides."""


def _colour_misreadings(text: DubovText) -> Iterator[Misreading]:
    articles = text.colour_articles
    yield misreading(
        "beginners-without-preference",
        "who has yet to play had no colour preference",
        text.preference_article,
        definitions(preferences=preferences),
    )
    yield misreading(
        "preference-by-difference",
        "a colour difference told which colour is preferred, whatever colour the last two games had",
        text.absolute_preference_article,
        definitions(preferences=_side_by_difference),
    )
    for step, article in zip(articles.steps, articles.numbers, strict=True):
        if step.name in _STEPS_LEFT_OUT:
            yield misreading(
                f"colours-without-{step.name}",
                f"colours were given without {article}",
                article,
                parts(colour_articles=replace(articles, steps=tuple(one for one in articles.steps if one is not step))),
            )
