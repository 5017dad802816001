"""Seeding rounds (1.6; A.5): the rules of the FIDE (Dutch) System within an event under the Burstein System."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from typing import Any, ClassVar, TypeVar

from reference_engines.definitions.colours import ColourArticles
from reference_engines.definitions.players_event import with_rounds
from reference_engines.dutch.edition import DefinitionArticles
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.players_round import DutchEvent
from reference_engines.dutch.rules import DutchRound, DutchRules
from reference_engines.frame.rules import Rules
from reference_engines.frame.variants import Variant
from reference_engines.readings import follow_other_side
from tournaments.frozen import dataclass
from tournaments.model import Event

ArticlesT = TypeVar("ArticlesT", ColourArticles, DefinitionArticles)
CHAPTER = "C.04.3:"
_ANY_CHAPTER = "C.04."
DUTCH = "dutch-"
"""Prefix of coverage points and misreadings of seeding rounds, as both systems have a C5."""
SEEDING_EDITION = "BURSTEIN-SEEDING-EDITION"
_MAX_ROUNDS_TRIED = 9
"""With that number of rounds or more, the number of seeding rounds is the same."""


@dataclass(frozen=True, kw_only=True)
class SeedingRules(DutchRules):
    """An edition of C.04.3 in the seeding rounds; its variants change the rules of the whole event."""

    system: ClassVar[str] = "burstein_seeding"
    seeding_rounds: Callable[[int], int]

    @classmethod
    def of(cls, rules: DutchRules, seeding_rounds: Callable[[int], int]) -> SeedingRules:
        """Return the rules of an edition for seeding rounds, with the chapter before every article."""
        prefixed = _prefix_articles(rules)
        return cls(**{part.name: vars(prefixed)[part.name] for part in fields(prefixed)}, seeding_rounds=seeding_rounds)

    def bind(self, event: DutchEvent, number: int) -> SeedingRound:
        """Return a round of an event that is prepared for its seeding rounds."""
        return SeedingRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class SeedingRound(DutchRound):
    """One round as the rules of seeding rounds pair it; its variants change the whole event."""

    rules: SeedingRules

    def variants(self) -> Iterator[Variant]:
        """Yield the variants of the edition, of the Dutch system, and of the number of seeding rounds."""
        yield from self.variants_of_seeding()
        start, end = self.event.event.start, self.event.event.end
        if start is not None and end is not None and start < DUTCH_2026.edition.in_force_from <= end:
            yield follow_other_side(SEEDING_EDITION, rules=swap_seeding_edition)

    def variants_of_seeding(self) -> Iterator[Variant]:
        """Yield the variants of rules, initial colour and number of seeding rounds, for a round of either kind."""
        for variant in self.variants_of_numbers_and_colour():
            yield replace(variant, rules=change_seeding(variant.rules)) if variant.rules else variant
        for rounds in self._alternative_numbers_of_rounds():
            yield follow_other_side("BURSTEIN-ROUNDS", event=partial(with_rounds, rounds=rounds))

    def _alternative_numbers_of_rounds(self) -> Iterator[int]:
        """Yield numbers of rounds by which the round is seeded or accelerated differently."""
        event, number, seeding_rounds = self.event.event, self.number, self.rules.seeding_rounds
        if event.rounds_declared is not None:
            return
        is_seeded = number <= number_of_seeding_rounds(event, seeding_rounds)
        least = max(event.rounds_recorded, number)
        numbers = range(least, least + _MAX_ROUNDS_TRIED)
        seeded_differently = (rounds for rounds in numbers if (number <= seeding_rounds(rounds)) is not is_seeded)
        yield from dict.fromkeys([*islice(seeded_differently, 1), *self.event.possible_round_counts(number)])


def _prefix_articles(rules: DutchRules) -> DutchRules:
    """Return the rules with the chapter before the number of every article."""
    met, bye, colours = map(_with_chapter, rules.absolute_articles)
    return replace(
        rules,
        absolute_articles=(met, bye, colours),
        completion_article=_with_chapter(rules.completion_article),
        bye_article=_with_chapter(rules.bye_article),
        criteria=tuple(replace(numbered, article=_with_chapter(numbered.article)) for numbered in rules.criteria),
        generation={step: _with_chapter(article) for step, article in rules.generation.items()},
        colour_articles=_prefix_fields(rules.colour_articles),
        definition_articles=_prefix_fields(rules.definition_articles),
    )


def _with_chapter(article: str) -> str:
    """Return the number of an article with its chapter, unless it names a chapter already."""
    return article if article.startswith(_ANY_CHAPTER) else CHAPTER + article


def _prefix_fields(articles: ArticlesT) -> ArticlesT:
    """Return articles, one in each text field, with the chapter before every number."""
    values = ((field.name, getattr(articles, field.name)) for field in fields(articles))
    prefixed: dict[str, Any] = {name: _with_chapter(value) for name, value in values if isinstance(value, str)}
    return replace(articles, **prefixed)


def number_of_seeding_rounds(event: Event, seeding_rounds: Callable[[int], int]) -> int:
    """Return the number of seeding rounds; undeclared, the event has one more round than recorded (BURSTEIN-ROUNDS)."""
    return seeding_rounds(event.rounds_declared or event.rounds_recorded + 1)


def change_seeding(change: Callable[[Any], Rules]) -> Callable[[Any], Rules]:
    """Apply a change of the seeding rounds' rules to the rules of a whole event."""
    return partial(_change_seeding, change=change)


def _change_seeding(rules: Any, change: Callable[[Any], Rules]) -> Rules:
    return replace(rules, seeding=change(rules.seeding))


@change_seeding
def swap_seeding_edition(seeding: SeedingRules) -> SeedingRules:
    """Seed by the other edition of the Dutch system (BURSTEIN-SEEDING-EDITION)."""
    dutch = DUTCH_2017 if seeding.edition == DUTCH_2026.edition else DUTCH_2026
    return SeedingRules.of(replace(dutch, parity=seeding.parity), seeding.seeding_rounds)
