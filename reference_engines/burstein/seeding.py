"""Seeding rounds (1.6; A.5): the rules of the FIDE (Dutch) System within an event under the Burstein System."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.course import with_rounds
from reference_engines.dutch.criteria import OF_TOPSCORERS
from reference_engines.dutch.edition_2017 import DUTCH_2017
from reference_engines.dutch.edition_2026 import DUTCH_2026
from reference_engines.dutch.rules import DutchRules
from reference_engines.engine import Alteration, Change
from reference_engines.features import FAR, SHARED, Feature
from reference_engines.open_points import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from reference_engines.brackets.bracket import Brackets
    from reference_engines.contract import Made
    from reference_engines.dutch.course import DutchCourse
    from reference_engines.engine import AnyRules
    from reference_engines.features import Nearness
    from reference_engines.field import Field
    from tournaments.model import Event

_CHAPTER = "C.04.3:"
_DUTCH = "dutch-"
"""Begins the names of what is exercised in a seeding round, as both systems have a C5."""
SEEDING_EDITION = "BURSTEIN-SEEDING-EDITION"
_MOST_ROUNDS = 9
"""With so many rounds or more, the number of seeding rounds is the same."""


@dataclass(frozen=True, kw_only=True)
class SeedingRules(DutchRules):
    """An edition of C.04.3 in the seeding rounds; what can be read otherwise in it changes the whole event's rules."""

    seeding_rounds: Callable[[int], int]

    @classmethod
    def of(cls, rules: DutchRules, seeding_rounds: Callable[[int], int]) -> SeedingRules:
        """Return the rules of an edition as seeding rounds follow them, the chapter named with every article."""
        named = _with_articles_named(rules)
        return cls(**{part.name: vars(named)[part.name] for part in fields(named)}, seeding_rounds=seeding_rounds)

    def changes(self, course: DutchCourse, field: Field) -> Iterator[Change]:
        """Yield what is open of a seeding round: its edition, what the Dutch system leaves open, whether it is one."""
        yield from changes_of_seeding(self, course, field)
        start, end = course.event.start, course.event.end
        if start is not None and end is not None and start < DUTCH_2026.edition.in_force_from <= end:
            yield follow_other_side(SEEDING_EDITION, rules=by_the_other_edition)

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the Dutch system has, under names of their own; a float or a bye is the same in any system."""
        # A seeding round is never the last one.
        return tuple(_renamed(feature) for feature in super().features if not feature.needs_final_round)

    def exercised(
        self, course: DutchCourse, field: Field, made: Made[Brackets], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return those of the wanted features that the round exercises."""
        asked = [feature for feature in super().features if _renamed(feature) in wanted]
        return [_renamed(feature) for feature in super().exercised(course, field, made, asked)]

    def near(self, course: DutchCourse, field: Field, made: Made[Brackets], feature: Feature) -> Nearness:
        """Tell how near a criterion of the Dutch system is to deciding the round."""
        plain = next((one for one in super().features if _renamed(one) == feature), None)
        return FAR if plain is None else super().near(course, field, made, plain)


def _with_articles_named(rules: DutchRules) -> DutchRules:
    """Return the rules with the chapter before the number of every article."""
    met, bye, colours = (_CHAPTER + article for article in rules.absolute_articles)
    articles = rules.colour_articles
    return replace(
        rules,
        absolute_articles=(met, bye, colours),
        completion_article=_CHAPTER + rules.completion_article,
        criteria=tuple(replace(one, article=_CHAPTER + one.article) for one in rules.criteria),
        generation={step: _CHAPTER + article for step, article in rules.generation.items()},
        colour_articles=replace(
            articles,
            both=_CHAPTER + articles.both,
            stronger=_CHAPTER + articles.stronger,
            alternate=_CHAPTER + articles.alternate,
            higher_ranked=_CHAPTER + articles.higher_ranked,
            initial=_CHAPTER + articles.initial,
        ),
    )


def _renamed(feature: Feature) -> Feature:
    shared = feature.name in {which.value for which in SHARED}
    return feature if shared else replace(feature, name=_DUTCH + feature.name.removeprefix(_CHAPTER))


def number_of_seeding_rounds(event: Event, seeding_rounds: Callable[[int], int]) -> int:
    """Return how many there are; without a declared number of rounds, for one more than recorded (BURSTEIN-ROUNDS)."""
    return seeding_rounds(event.rounds_declared or event.rounds_recorded + 1)


def changes_of_seeding(seeding: SeedingRules, course: DutchCourse, field: Field) -> Iterator[Change]:
    """Yield for any round, seeding or not, what changes with the rules of seeding rounds, and with their number."""
    for change in DutchRules.changes(seeding, course, field):
        if change.rules is not None:
            yield replace(change, rules=in_seeding(change.rules))
    for rounds in _other_numbers_of_rounds(seeding, course, field.round_number):
        yield follow_other_side("BURSTEIN-ROUNDS", event=_with(rounds))


def in_seeding(change: Callable[[Any], AnyRules]) -> Callable[[Any], AnyRules]:
    """Return the change of a whole event's rules that changes those of its seeding rounds."""
    return partial(_changed_in_seeding, change=change)


def _changed_in_seeding(rules: Any, change: Callable[[Any], AnyRules]) -> AnyRules:
    whole: AnyRules = replace(rules, seeding=change(rules.seeding))
    return whole


@in_seeding
def by_the_other_edition(seeding: SeedingRules) -> SeedingRules:
    """Seed by the other edition of the Dutch system (BURSTEIN-SEEDING-EDITION)."""
    dutch = DUTCH_2017 if seeding.edition == DUTCH_2026.edition else DUTCH_2026
    return SeedingRules.of(replace(dutch, parity=seeding.parity), seeding.seeding_rounds)


def alterations_in_seeding(seeding: SeedingRules) -> Iterator[Alteration]:
    """Yield the alterations of the Dutch system, each in the seeding rounds of an event, which have no topscorers."""
    own = _but_for_topscorers(seeding, seeding)
    for one in seeding.alterations:
        if _but_for_topscorers(one.rules(seeding), seeding) != own:
            yield Alteration(
                identifier=f"{_DUTCH}{one.identifier}",
                sentence=f"{one.sentence}, in seeding rounds",
                article=one.article if ":" in one.article else _CHAPTER + one.article,
                rules=in_seeding(one.rules),
            )


def _but_for_topscorers(rules: Any, printed: SeedingRules) -> AnyRules:
    """Return rules without what is said of topscorers, whoever they are."""
    labels = {one.label for one in printed.criteria if one.criterion in OF_TOPSCORERS}
    criteria = tuple(one for one in rules.criteria if one.label not in labels)
    definitions, nobody = rules.definitions, np.zeros(1, dtype=np.bool_)
    if not definitions.clash_excused(nobody, nobody).any():  # nobody else is excused
        definitions = replace(definitions, clash_excused=printed.definitions.clash_excused)
    others: AnyRules = replace(rules, criteria=criteria, definitions=definitions)
    return others


def _with(rounds: int) -> Callable[[Event], Event]:
    return lambda event: with_rounds(event, rounds)


def _other_numbers_of_rounds(seeding: SeedingRules, course: DutchCourse, stage: int) -> Iterator[int]:
    """Yield numbers by which a round is a seeding round and was none, or the reverse, or is accelerated otherwise."""
    event = course.event
    if event.rounds_declared is not None:
        return
    taken = stage <= number_of_seeding_rounds(event, seeding.seeding_rounds)
    least = max(event.rounds_recorded, stage)
    other = next(
        (
            rounds
            for rounds in range(least, least + _MOST_ROUNDS)
            if (stage <= seeding.seeding_rounds(rounds)) is not taken
        ),
        None,
    )
    found = [] if other is None else [other]
    yield from dict.fromkeys([*found, *course.other_numbers_of_rounds(stage)])
