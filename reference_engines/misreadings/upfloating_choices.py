"""Generated misreadings that upfloating systems share: orders and byes by other keys, and criteria of upfloaters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.misreadings.dutch.grammar import AGGREGATES, aggregate_amounts, merged_contribution
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.upfloating.edition import BYE_SCORE, BYE_UNPLAYED, UPFLOATER_SCORES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.frame.variants import Misreading
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.participants import UpfloatingParticipants

    Key = Callable[[Any], NDArray[np.int64]]
    """A key of participants, of which the smallest comes first."""


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
