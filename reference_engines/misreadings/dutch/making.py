"""How misreadings are put together: each changes the parts of the rules that it names, and leaves the others alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.definitions.colours import ColourStep
    from reference_engines.downfloating.criteria import Criterion, NumberedCriterion
    from reference_engines.dutch.edition import DutchText

    ChangeRules = Callable[[Any], Any]
    """Makes misread rules."""


def misreading(identifier: str, sentence: str, article: str, change: ChangeRules) -> Misreading:
    """Return a misreading; the sentence is to be read after "as if"."""
    return Misreading(identifier=identifier, sentence=sentence, article=article, rules=change)


def each(
    article: str, listed: Iterable[tuple[str, str, Any]], change: Callable[[Any], ChangeRules]
) -> Iterator[Misreading]:
    """Yield misreadings of one article, from identifier, sentence and what the change puts into the rules."""
    for identifier, sentence, other in listed:
        yield misreading(identifier, sentence, article, change(other))


def parts(**others: Any) -> ChangeRules:
    """Put other values in the place of parts of the rules."""
    return lambda rules: replace(rules, **others)


def definitions(**others: Any) -> ChangeRules:
    """Put other definitions in the place of some."""
    return lambda rules: replace(rules, definitions=replace(rules.definitions, **others))


def floats(**others: Any) -> ChangeRules:
    """Put other answers in the place of some to what a float is."""
    return lambda rules: replace(rules, floats=replace(rules.floats, **others))


def order(**others: Any) -> ChangeRules:
    """Put other keys in the place of some by which candidates are put in order."""
    return lambda rules: replace(rules, order=replace(rules.order, **others))


def both(one: ChangeRules, other: ChangeRules) -> ChangeRules:
    """Make two changes, one after the other."""
    return lambda rules: other(one(rules))


def instead(criterion: Criterion, other: Criterion) -> ChangeRules:
    """Put another criterion in the place of one."""

    def change(rules: Any) -> Any:
        return replace(
            rules,
            criteria=tuple(
                replace(one, criterion=other) if one.criterion is criterion else one for one in rules.criteria
            ),
        )

    return change


def without(*criteria: Criterion) -> ChangeRules:
    """Leave criteria out."""
    return lambda rules: replace(rules, criteria=tuple(one for one in rules.criteria if one.criterion not in criteria))


def exchanged(one: Criterion, other: Criterion) -> ChangeRules:
    """Exchange two criteria, each with its label; where one of them is missing, nothing changes."""

    def change(rules: Any) -> Any:
        listed = {numbered.criterion: numbered for numbered in rules.criteria}
        turned = {one: other, other: one} if {one, other} <= listed.keys() else {}
        return replace(rules, criteria=tuple(listed[turned.get(each, each)] for each in listed))

    return change


def step_instead(name: str, other: ColourStep) -> ChangeRules:
    """Put another rule of colour allocation in the place of one."""

    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        steps = tuple(other if step.name == name else step for step in articles.steps)
        return replace(rules, colour_articles=replace(articles, steps=steps))

    return change


def listed(text: DutchText, criterion: Criterion) -> NumberedCriterion[Criterion] | None:
    """Return a criterion as the edition prints it; None if it has none such."""
    return next((numbered for numbered in text.criteria if numbered.criterion is criterion), None)
