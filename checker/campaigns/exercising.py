"""The coverage of the events of a campaign: how often each article, criterion and step decided something."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from random_tournaments.batch_coverage import Coverage, empty_coverage, measure_coverage
from reference_engines.coverage.features import Feature, FeatureKind
from reference_engines.frame.systems import editions_by_name, engine_for
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.campaigns.store import Store
    from tournaments.model import Event

EVENTS_COUNTED = 500
"""Events that are examined in a campaign; in a longer campaign they are spread evenly."""
SELDOM = 5
"""Rounds; what decided fewer was hardly put to the test."""
_OF_SEVERAL_SYSTEMS = "auto"


class Tested(FrozenStruct, frozen=True, kw_only=True):
    """The coverage of a campaign, in rounds."""

    coverage: Coverage
    """Of the events that were looked at."""
    of_events: int
    """That were judged, and have a round."""

    @property
    def never(self) -> tuple[Feature, ...]:
        """Criteria, steps, colour rules and circumstances that decided in no round."""
        return tuple(feature for feature, rounds in self.decided if not rounds)

    @property
    def seldom(self) -> tuple[tuple[Feature, int], ...]:
        """Features that decided in some rounds, but in fewer than `SELDOM`."""
        return tuple((feature, rounds) for feature, rounds in self.decided if 0 < rounds < SELDOM)

    @property
    def decided(self) -> tuple[tuple[Feature, int], ...]:
        """The number of rounds in which each feature decided, in the order of the edition."""
        rounds = self.coverage.rounds_by_feature
        measurable = self.coverage.measurable
        return tuple((one, rounds.get(one, 0)) for one in measurable if one.kind is not FeatureKind.UNMET)


def counted_every(planned: int) -> int:
    """Return the distance of two examined events in a campaign of some size."""
    return max(1, -(-planned // EVENTS_COUNTED))


def exercised_in(event: Event, system: str, first: int = 1) -> tuple[tuple[str, int], ...] | None:
    """Return the features that an event exercises, with the number of rounds; None if they are not counted."""
    if system == _OF_SEVERAL_SYSTEMS:
        return None
    try:
        found = measure_coverage(event, engine_for(system), first).rounds_by_feature
    except Exception:  # noqa: BLE001 - nothing that is judged depends on it
        return None
    return tuple(sorted((feature.name, rounds) for feature, rounds in found.items()))


def coverage_of_store(store: Store) -> Tested | None:
    """Return the coverage of the events of a store; None if no event was examined."""
    counted = list(store.exercised())
    known = {edition.key for edition in editions_by_name()}
    if not counted or store.configuration.system not in known:
        return None
    with_rounds = sum(bool(outcome.rounds) for outcome in store.outcomes())
    return Tested(coverage=_coverage(store.configuration.system, counted), of_events=with_rounds)


def _coverage(system: str, counted: Sequence[tuple[tuple[str, int], ...]]) -> Coverage:
    empty = empty_coverage(engine_for(system))
    known = {feature.name: feature for feature in empty.measurable}
    rounds: Counter[Feature] = Counter()
    events: Counter[Feature] = Counter()
    for features in counted:
        for name, times in features:
            if name in known:  # what another version knew is left out
                rounds[known[name]] += times
                events[known[name]] += 1
    return Coverage(
        system=system,
        events=len(counted),
        rounds_by_feature=rounds,
        events_by_feature=events,
        measurable=empty.measurable,
        not_measured=empty.not_measured,
    )
