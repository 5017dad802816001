"""Misreadings of the Dubov System: each rule left out, turned round, or taken from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.definitions.player_states import ByeRule, Preferences, preferences, topscorers
from reference_engines.dubov.colours import preferences_with_beginners
from reference_engines.dubov.edition import times_upfloated
from reference_engines.misreadings import shared
from reference_engines.misreadings.dubov import aros, subgroups, upfloats
from reference_engines.misreadings.dutch import colour_keys, colours
from reference_engines.misreadings.dutch.colour_conditions import clash_scores
from reference_engines.misreadings.dutch.colour_histories import colour_history_misreadings
from reference_engines.misreadings.dutch.definitions import meeting_misreadings, scheduled
from reference_engines.misreadings.dutch.making import (
    definitions,
    floats,
    misreading,
    named,
    parts,
)
from reference_engines.misreadings.dutch.names import INITIAL_COLOURS, is_known
from reference_engines.misreadings.dutch.preferences import (
    changed_preferences,
    clash_misreadings,
    preference_misreadings,
)
from reference_engines.misreadings.dutch.unplayed import bar_misreadings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import ColourStep, Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ColourHistory, Scores
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovScoregroup
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


def misreadings_of(text: DubovText) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: of absolute and quality criteria, bye, definitions, order and colours."""
    return (
        *_absolute_criteria_misreadings(text),
        *_bye_misreadings(text),
        *_criteria_misreadings(text),
        *upfloats.known_max_t(text),
        *aros.known_aros(text),
        *subgroups.known_orders(text),
        *_colour_misreadings(text),
    )


def generated_misreadings(text: DubovText) -> tuple[Misreading, ...]:
    """Return the misreadings that the parts of an edition suggest: of MaxT, criteria, bye, orders and definitions."""
    own: object = text
    generated = (
        *upfloats.likely_max_t(text),
        *shared.exchanged_criteria(text),
        *shared.bye_misreadings(text),
        *subgroups.likely_orders(text),
        *_definition_misreadings(text),
    )
    return tuple(one for one in generated if one.rules(text) != own)


def varied_misreadings(text: DubovText) -> tuple[Misreading, ...]:
    """Return rarer misreadings: of numberings, sortings, AROs and colours."""
    terms: Any = text
    listed = [one.rules(text) for one in (*misreadings_of(text), *generated_misreadings(text))]
    varied = (
        *subgroups.numbering_misreadings(text),
        *subgroups.varied_sortings(text),
        *aros.varied_aros(text),
        *aros.aro_misreadings(text),
        *upfloats.max_t_variations(text),
        *upfloats.difference_misreadings(text),
        *map(keep_beginners, shared.colour_misreadings(text, text.preference_article)),
        *_record_misreadings(text),
        *upfloats.floats_of_rounds(text),
        *upfloats.further_counts(text),
        *_definitions(text),
        *colours.misread(terms),
        *named(colour_keys.initial_keys, INITIAL_COLOURS)(terms),
        *aros.generated_aros(text),
        *upfloats.counted_upfloats(text),
        *upfloats.varied_upfloats(text),
        *subgroups.generated_subgroups(text, subgroups.numberings()),
        *shared.bye_key_misreadings(text),
        *shared.ranking_misreadings(text),
    )
    return tuple(one for one in varied if one.rules(text) not in listed)


def _record_misreadings(text: DubovText) -> Iterator[Misreading]:
    preference, score = text.absolute_preference_article, text.scoregroups_article
    return map(
        keep_beginners, shared.record_misreadings(text.colour_articles, preference, score, text.definitions.preferences)
    )


def _after(scores: Scores) -> IntArray:
    return scores.after


def _points(scores: Scores) -> IntArray:
    return scores.points


def _definition_misreadings(text: DubovText) -> Iterator[Misreading]:
    met, _bye, _colours = text.absolute_articles
    maximum_upfloater, preference = text.definition_articles[1], text.preference_article
    for identifier, sentence, article, rules in (
        ("forfeits-are-meetings", "a forfeited game counted as a meeting", met, definitions(met=scheduled)),
        ("forfeits-are-colours", "a forfeited game counted for colours", preference, definitions(coloured=scheduled)),
        ("upfloats-of-forfeits", "a forfeited game gave upfloats", maximum_upfloater, floats(games=scheduled)),
        (
            "upfloats-by-scores-after",
            "upfloats depended on the scores after the round",
            maximum_upfloater,
            floats(compared=_after),
        ),
        (
            "upfloats-by-points",
            "virtual points did not count for upfloats",
            maximum_upfloater,
            floats(compared=_points),
        ),
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


# --- preferences of players with a game ------------------------------------------------------------------------------


def _keep_beginners(
    found: ColourHistory,
    *,
    misread: Callable[[ColourHistory], Preferences],
    own: Callable[[ColourHistory], Preferences],
) -> Preferences:
    """Return the misread preferences of players with a game, and those of the text of the others (1.6.4; A.5.d)."""
    other, printed = misread(found), own(found)
    has_game = found.latest != 0
    return Preferences(
        colour=np.where(has_game, other.colour, printed.colour),
        strength=np.where(has_game, other.strength, printed.strength),
    )


def keep_beginners(misreading: Misreading) -> Misreading:
    """Return a misreading of preferences that leaves the players alone who have yet to play."""

    def change(rules: Any) -> Any:
        changed = misreading.rules(rules)
        own, misread = rules.definitions.preferences, changed.definitions.preferences
        if own == misread:
            return changed
        preferences = partial(_keep_beginners, misread=misread, own=own)
        return replace(changed, definitions=replace(changed.definitions, preferences=preferences))

    return replace(misreading, rules=change)


def _definitions(text: DubovText) -> Iterator[Misreading]:
    met, bye, clash = text.absolute_articles
    yield from clash_misreadings(clash)
    own: Any = text
    yield from clash_scores(own)
    yield from meeting_misreadings(met)
    yield from (one for one in bar_misreadings(text.byes, bye) if not is_known(one.identifier))
    yield from colour_history_misreadings(text.preference_article)
    found = changed_preferences(text.absolute_preference_article, text.definitions.preferences)
    yield from map(keep_beginners, found)
    article = text.absolute_preference_article
    yield from map(keep_beginners, preference_misreadings(article))
