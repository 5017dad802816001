"""
Misreadings that systems share.

Dubov and Burstein have the rules on colours of the Dutch system, and choose the bye first. The team system and the
Double-Swiss select upfloaters.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.definitions.player_states import Strength
from reference_engines.misreadings.dutch import preferences
from reference_engines.misreadings.dutch.byes import BARS
from reference_engines.misreadings.dutch.colour_conditions import conditional_colour_rules
from reference_engines.misreadings.dutch.colour_histories import (
    history_misreadings,
    kept_colour_misreadings,
    recent_colour_misreadings,
)
from reference_engines.misreadings.dutch.colour_keys import compared_colours, rank_wishes
from reference_engines.misreadings.dutch.colours import alternations, colour_claims, colour_rules
from reference_engines.misreadings.dutch.families import forfeit_misreadings, played_or
from reference_engines.misreadings.dutch.grammar import AGGREGATES, aggregate_amounts, merged_contribution
from reference_engines.misreadings.dutch.making import definitions, misreading, parts
from reference_engines.misreadings.dutch.preferences import branch_misreadings
from reference_engines.misreadings.dutch.unplayed import counted_round_misreadings, point_misreadings
from reference_engines.misreadings.rounds import WITHOUT_A_GAME
from reference_engines.upfloating.edition import BYE_SCORE, BYE_UNPLAYED, UPFLOATER_SCORES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.player_states import ColourHistory, Preferences
    from reference_engines.frame.variants import Misreading
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.participants import UpfloatingParticipants

    Key = Callable[[Any], NDArray[np.int64]]
    """A key of participants, of which the smallest comes first."""


def colour_step_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield other rules on colours, and other places of them."""
    yield from (one for one in colour_rules(text) if not one.identifier.endswith("-reversed"))
    yield from colour_claims(text)
    yield from alternations(text)
    yield from rank_wishes(text)
    yield from conditional_colour_rules(text)
    yield from compared_colours(text)


def record_misreadings(
    colour_articles: ColourArticles, colours: str, score: str, own: Callable[[ColourHistory], Preferences]
) -> Iterator[Misreading]:
    """
    Yield other colours, points and games that a record gives, and other preferences that follow from it.

    ``colours`` and ``score`` are the articles on colour preferences and on scoregroups.
    """
    yield from counted_round_misreadings(colours, colour_articles)
    yield from point_misreadings(score)
    by_strength = dict.fromkeys(Strength, colours)
    yield from preferences.strength_misreadings(by_strength, own)
    yield from preferences.colour_misreadings(by_strength, own)
    yield from preferences.game_misreadings(colours)
    for name, words, is_meant in WITHOUT_A_GAME:
        yield misreading(
            f"{name}-are-games",
            f"{words} counted as a game of a player",
            colours,
            definitions(games=partial(played_or, is_meant)),
        )


def colour_misreadings(text: Any, article: str) -> Iterator[Misreading]:
    """Yield other rules on colours, and other games that count for colours and meetings; the article defines these."""
    yield from colour_step_misreadings(text)
    yield from recent_colour_misreadings(article)
    yield from history_misreadings(article)
    yield from kept_colour_misreadings(article)
    yield from branch_misreadings(article)
    yield from forfeit_misreadings(text.absolute_articles[0], article)


# --- the bye, in systems that choose it first ------------------------------------------------------------------------


def bye_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield other rounds that bar from the bye, and other figures by which its player is chosen."""
    article = text.bye_order[0][1]
    for identifier, sentence, rule in BARS:
        if rule != text.byes:
            yield misreading(identifier, sentence, article, parts(byes=rule))
    yield misreading(
        "bye-without-virtual-points" if text.virtual_points_count_for_bye else "bye-with-virtual-points",
        f"virtual points did{' not' * text.virtual_points_count_for_bye} count where the bye is given",
        article,
        parts(virtual_points_count_for_bye=not text.virtual_points_count_for_bye),
    )
    yield misreading(
        "bye-scheduled-games",
        f"a forfeited game were {'no' if text.scheduled_games_count else 'a'} game where the bye is given",
        article,
        parts(scheduled_games_count=not text.scheduled_games_count),
    )
    for (upper, above), (lower, below) in pairwise(text.bye_order):
        order = tuple(_exchanged(text.bye_order, (upper, above), (lower, below)))
        yield misreading(
            f"bye-{lower.name}-before-{upper.name}".lower().replace("_", "-"),
            f"{below} came before {above} where the bye is given",
            below,
            parts(bye_order=order),
        )


def ranking_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield the highest ranked of equal players, and the lowest ranked of all, as the one who has the bye."""
    article = next(article for key, article in text.bye_order if key is ByeKey.RANKING)
    highest = tuple((ByeKey.REVERSED_RANKING if key is ByeKey.RANKING else key, at) for key, at in text.bye_order)
    yield misreading(
        "bye-to-highest-ranked",
        "of equal players the highest ranked one had the bye",
        article,
        parts(bye_order=highest),
    )
    yield misreading(
        "bye-by-ranking-alone",
        "the lowest ranked player who may have the bye had it, whatever the score and the games",
        article,
        parts(bye_order=((ByeKey.RANKING, article),)),
    )


def exchanged_criteria(text: Any) -> Iterator[Misreading]:
    """Yield every criterion, with all that have its label, moved above any criterion that ranks higher."""
    labels = list(dict.fromkeys(one.label for one in text.criteria))
    for at, lower in enumerate(labels):
        for upper in labels[:at]:
            moved = tuple(one for one in text.criteria if one.label == lower)
            kept = [one for one in text.criteria if one.label != lower]
            place = next(index for index, one in enumerate(kept) if one.label == upper)
            yield misreading(
                f"{lower}-above-{upper}".lower(),
                f"{lower} ranked above {upper}",
                moved[0].article,
                parts(criteria=(*kept[:place], *moved, *kept[place:])),
            )


def _exchanged(order: Any, upper: Any, lower: Any) -> Iterator[Any]:
    for one in order:
        yield lower if one == upper else upper if one == lower else one


_FURTHER: tuple[tuple[ByeKey, str], ...] = (
    (ByeKey.NUMBER, "the larger TPN"),
    (ByeKey.OPPOSITION, "the weaker opposition so far"),
    (ByeKey.REVERSED_OPPOSITION, "the stronger opposition so far"),
    (ByeKey.WHITE_DUE, "a preference for White"),
    (ByeKey.BLACK_DUE, "a preference for Black"),
    (ByeKey.WEAKER_PREFERENCE, "the weaker colour preference"),
    (ByeKey.DOWNFLOATS, "not having floated down in the previous round"),
)
_WORDS = {
    ByeKey.SCORE: "the score",
    ByeKey.UNPLAYED_GAMES: "the number of games",
    ByeKey.RANKING: "the last place in the order",
}


def bye_key_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield further keys before each key of the text and in its place, and other rounds that count as games."""
    for key, words in _FURTHER:
        for at, (printed, article) in enumerate(text.bye_order):
            for name, how, order in (
                ("before", "before", (*text.bye_order[:at], (key, article), *text.bye_order[at:])),
                ("for", "in place of", (*text.bye_order[:at], (key, article), *text.bye_order[at + 1 :])),
            ):
                yield misreading(
                    f"bye-{key.name}-{name}-{printed.name}".lower().replace("_", "-"),
                    f"where the bye is given, {words} counted {how} {_WORDS[printed]}",
                    article,
                    parts(bye_order=order),
                )
    score, article = text.bye_order[0]
    if score is ByeKey.SCORE:
        yield misreading(
            "bye-whole-score",
            "where the bye is given, half points of the score did not count",
            article,
            parts(bye_order=((ByeKey.WHOLE_SCORE, article), *text.bye_order[1:])),
        )
    article = next(article for key, article in text.bye_order if key is ByeKey.UNPLAYED_GAMES)
    for name, words, is_meant in WITHOUT_A_GAME:
        if name != "forfeits":  # another reading
            yield misreading(
                f"bye-counts-{name}",
                f"where the bye is given, {words} counted as a game",
                article,
                parts(games_of_bye=partial(played_or, is_meant)),
            )


# --- upfloaters, and lists that are sorted by other keys -------------------------------------------------------------


def _values(participants: UpfloatingParticipants, *keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rank of every participant by keys, the most important first, and at last by number."""
    return np.asarray(np.lexsort((participants.tpn, *reversed(keys))).argsort(), dtype=np.int64)


def _most_matches(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return participants.unplayed


def _fewest_matches(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return -participants.unplayed


def _no_floaters(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return participants.floated.astype(np.int64)


COMMON_KEYS: tuple[tuple[str, str, Key], ...] = (
    ("most-matches", "the higher number of matches", _most_matches),
    ("fewest-matches", "the lower number of matches", _fewest_matches),
    ("no-float", "not having floated in the round before", _no_floaters),
)
"""Name, words and a key of participants of any system."""


def _ranked_by(participants: UpfloatingParticipants, *, key: Key) -> NDArray[np.int64]:
    return _values(participants, key(participants))


def _ranked_in_score(participants: UpfloatingParticipants, *, key: Key) -> NDArray[np.int64]:
    return _values(participants, -participants.score, key(participants))


def sorted_by_keys(edition: UpfloatingEdition, keys: Sequence[tuple[str, str, Key]]) -> Iterator[Misreading]:
    """Yield upfloaters and members of a bracket that are sorted by another key."""
    articles, members = edition.articles, f"{edition.edition.participant}s"
    for name, words, key in keys:
        yield misreading(
            f"sets-by-{name}",
            f"potential upfloaters with one score were sorted by {words} before the number",
            articles.sets,
            parts(order_of_set=partial(_ranked_by, key=key)),
        )
        yield misreading(
            f"members-by-{name}",
            f"the {members} of a bracket were sorted by {words} before the number",
            articles.identifiers,
            parts(seats=partial(_ranked_by, key=key)),
        )
        yield misreading(
            f"members-by-score-and-{name}",
            f"the {members} of a bracket were sorted by score, then by {words}, then by number",
            articles.identifiers,
            parts(seats=partial(_ranked_in_score, key=key)),
        )


def _counted(participants: UpfloatingParticipants, *, key: Key) -> Contribution:
    values = key(participants)
    from_zero = values - values.min(initial=0)
    return Contribution(floats=from_zero, bound=int(from_zero.max(initial=0)))


_NAMES = {BYE_SCORE.name: "the score", BYE_UNPLAYED.name: "the number of matches"}


def bye_by_keys(edition: UpfloatingEdition, keys: Sequence[tuple[str, str, Key]]) -> Iterator[Misreading]:
    """Yield further keys by which the participant with the bye is chosen, at every place, and in place of each key."""
    criteria = edition.bye_criteria
    for name, words, key in keys:
        criterion = Criterion(f"bye_{name}", words, partial(_counted, key=key))
        for at in range(len(criteria) + 1):
            article = criteria[at].article if at < len(criteria) else edition.articles.bye_last
            further = NumberedCriterion("", article, criterion)
            before = _NAMES.get(criteria[at].criterion.name, "") if at < len(criteria) else "the number"
            yield misreading(
                f"bye-by-{name}-{at}",
                f"where the bye is given, {words} counted before {before}",
                article,
                parts(bye_criteria=(*criteria[:at], further, *criteria[at:])),
            )
            if at < len(criteria):
                yield misreading(
                    f"bye-by-{name}-instead-{at}",
                    f"where the bye is given, {words} counted instead of {before}",
                    article,
                    parts(bye_criteria=(*criteria[:at], further, *criteria[at + 1 :])),
                )


def chosen_by_criteria(edition: UpfloatingEdition) -> Iterator[Misreading]:
    """Yield criteria of upfloaters in another order, and other amounts of their scores."""
    criteria = edition.upfloater_criteria
    for at, lower in enumerate(criteria):
        for upper in criteria[1:at]:  # without the fewest upfloaters first, any number would do
            kept = [one for one in criteria if one is not lower]
            place = kept.index(upper)
            yield misreading(
                f"{lower.label}-above-{upper.label}-of-upfloaters".lower(),
                f"{lower.label} ranked above {upper.label} where upfloaters are chosen",
                lower.article,
                parts(upfloater_criteria=(*kept[:place], lower, *kept[place:])),
            )
    for one in criteria:
        if one.criterion is UPFLOATER_SCORES:
            own: Any = one.criterion
            for name, words, aggregate in AGGREGATES:
                count: Any = aggregate_amounts(own, aggregate)
                criterion = replace(one.criterion, name=f"{one.criterion.name}_{name}", contribution=count)
                yield misreading(
                    f"{one.label.lower()}-{name}",
                    f"{one.label} {words}",
                    one.article,
                    parts(
                        upfloater_criteria=tuple(
                            replace(one, criterion=criterion) if other is one else other for other in criteria
                        )
                    ),
                )
    for first, second in pairwise(edition.bracket_criteria):
        added: Any = merged_contribution(*_criteria_of(first, second))
        criterion = replace(
            first.criterion, name=f"{first.criterion.name}_and_{second.criterion.name}", contribution=added
        )
        kept = [one for one in edition.bracket_criteria if one is not second]
        yield misreading(
            f"{first.label}-and-{second.label}-merged".lower(),
            f"{first.label} and {second.label} were added up",
            first.article,
            parts(bracket_criteria=tuple(replace(one, criterion=criterion) if one is first else one for one in kept)),
        )


def _criteria_of(first: Any, second: Any) -> tuple[Any, Any]:
    return first.criterion, second.criterion
