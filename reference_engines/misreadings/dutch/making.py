"""Builders of misreadings: each changes named parts of the rules, and keeps the rest."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from reference_engines.definitions.colours import ColourStep
    from reference_engines.downfloating.bracket import BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText

    ChangeRules = Callable[[Any], Any]
    """Makes misread rules."""
    Build = Callable[[Any], Iterable[Misreading]]
    """Yields misreadings of an edition."""


def misreading(identifier: str, sentence: str, article: str, change: ChangeRules) -> Misreading:
    """Return a misreading; the sentence is to be read after "as if"."""
    return Misreading(identifier=identifier, sentence=sentence, article=article, rules=change)


def each(
    article: str, listed: Iterable[tuple[str, str, Any]], change: Callable[[Any], ChangeRules]
) -> Iterator[Misreading]:
    """Yield misreadings of one article, from identifier, sentence and the argument of the change."""
    for identifier, sentence, value in listed:
        yield misreading(identifier, sentence, article, change(value))


def parts(**values: Any) -> ChangeRules:
    """Replace parts of the rules."""
    return lambda rules: replace(rules, **values)


def definitions(**values: Any) -> ChangeRules:
    """Replace definitions."""
    return lambda rules: replace(rules, definitions=replace(rules.definitions, **values))


def floats(**values: Any) -> ChangeRules:
    """Replace parts of the definition of floats."""
    return lambda rules: replace(rules, floats=replace(rules.floats, **values))


def order(**keys: Any) -> ChangeRules:
    """Replace keys of the order of candidates."""
    return lambda rules: replace(rules, order=replace(rules.order, **keys))


def both(first: ChangeRules, second: ChangeRules) -> ChangeRules:
    """Make two changes, the second after the first."""
    return lambda rules: second(first(rules))


def instead(criterion: BracketCriterion, replacement: BracketCriterion) -> ChangeRules:
    """Replace a criterion."""

    def change(rules: Any) -> Any:
        return replace(
            rules,
            criteria=tuple(
                replace(numbered, criterion=replacement) if numbered.criterion is criterion else numbered
                for numbered in rules.criteria
            ),
        )

    return change


def without(*criteria: BracketCriterion) -> ChangeRules:
    """Leave criteria out."""
    return lambda rules: replace(
        rules, criteria=tuple(numbered for numbered in rules.criteria if numbered.criterion not in criteria)
    )


def exchanged(first: BracketCriterion, second: BracketCriterion) -> ChangeRules:
    """Exchange two criteria, each with its label; if one is missing, nothing changes."""

    def change(rules: Any) -> Any:
        listed = {numbered.criterion: numbered for numbered in rules.criteria}
        swaps = {first: second, second: first} if {first, second} <= listed.keys() else {}
        return replace(rules, criteria=tuple(listed[swaps.get(criterion, criterion)] for criterion in listed))

    return change


def step_instead(name: str, replacement: ColourStep) -> ChangeRules:
    """Replace a rule of colour allocation."""

    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        steps = tuple(replacement if step.name == name else step for step in articles.steps)
        return replace(rules, colour_articles=replace(articles, steps=steps))

    return change


def listed(text: DutchText, criterion: BracketCriterion) -> NumberedBracketCriterion | None:
    """Return a criterion as the edition prints it; None if the edition does not have it."""
    return next((numbered for numbered in text.criteria if numbered.criterion is criterion), None)


_LABELS = re.compile(r"\bC\.?\d+\b(?!\.\d)(?:(?:, | and )C\.?\d+\b)*")
"""``C12 and C13``; the number of a chapter (``C.04.3``) is none."""


def named(build: Build, names: Mapping[str, tuple[str, str]]) -> Build:
    """
    Build the generated misreadings that have other names, in the order of the names; an empty sentence stays.

    `{}` in a sentence stands for the labels of the criteria that the generated sentence names, or for the article.
    """

    def build_named(text: Any) -> Iterator[Misreading]:
        found: dict[str, Misreading] = {}
        for one in build(text):
            found.setdefault(one.identifier, one)
        for generated, (identifier, sentence) in names.items():
            if generated in found:
                one = found[generated]
                label = _LABELS.search(one.sentence)
                told = sentence.format(label.group() if label else one.article) or one.sentence
                yield replace(one, identifier=identifier, sentence=told)

    return build_named


def unnamed(build: Build, names: Container[str]) -> Build:
    """Build the generated misreadings that have no other name."""
    return lambda text: (one for one in build(text) if one.identifier not in names)
