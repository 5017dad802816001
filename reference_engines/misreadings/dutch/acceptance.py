"""
Misreadings of the perfect candidate (3.4.1; B.4), which is accepted at once, whatever comes later.

A program may accept the first candidate that fulfils the criteria on colours, and compare the others only if there is
no such candidate. Criteria that are not asked for then count where no candidate is perfect, and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.downfloating.bracket import FOLLOWING_BRACKET
from reference_engines.misreadings.dutch.families import families_of
from reference_engines.misreadings.dutch.grammar import counted_criteria
from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.downfloating.bracket import NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

ARTICLES = {"2.2.1": "3.4", "C.4": "B.4"}
"""The article on the perfect candidate by that on completion, in each edition."""


def perfect_candidates(text: DutchText) -> Iterator[Misreading]:
    """Yield fewer criteria that a candidate must fulfil to be accepted at once."""
    seen: set[tuple[str, ...]] = set()
    for name, words, asked in _criteria_asked_for(text):
        labels = tuple(one.label for one in asked)
        if labels in seen:
            continue
        seen.add(labels)
        yield misreading(
            f"perfect-by-{name}".replace("_", "-"),
            f"the first candidate that fulfils {words} were accepted at once, and only without such a candidate the "
            "best one were chosen",
            ARTICLES[text.completion_article],
            parts(sufficient=tuple(one.criterion for one in asked)),
        )


def _criteria_asked_for(text: DutchText) -> Iterator[tuple[str, str, list[NumberedBracketCriterion]]]:
    """Yield name, words and criteria: all up to one, all but one, a family, and all but a family."""
    listed = [one.criterion for one in text.criteria]
    ahead = listed.index(FOLLOWING_BRACKET) if FOLLOWING_BRACKET in listed else -1
    counted = [one for one in counted_criteria(text) if listed.index(one.criterion) > ahead]
    for at, last in enumerate(counted[:-1], start=1):
        yield f"criteria-up-to-{last.criterion.name}", f"all criteria up to {last.label}", counted[:at]
    for one in counted:
        others = [other for other in counted if other is not one]
        yield f"all-but-{one.criterion.name}", f"all criteria but {one.label}", others
    for name, words, family in families_of(text):
        asked = [one for one in counted if one in family]
        others = [one for one in counted if one not in family]
        yield f"criteria-on-{name}", f"the criteria {words}", asked
        yield f"all-but-criteria-on-{name}", f"all criteria but those {words}", others
