"""What is asked of an engine with a literal twin over events of its own: to agree, and to find what is planted."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.planting import PlantedError, plant
from checker.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.engine import AnyRules
    from tournaments.model import Event

FOUND = {
    PlantedError.EXCHANGED_OPPONENTS: {Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL},
    PlantedError.REVERSED_COLOURS: {Verdict.COLOURS},
    PlantedError.MOVED_BYE: {Verdict.WORSE, Verdict.ILLEGAL},
    PlantedError.SECOND_BYE: {Verdict.ILLEGAL},
    PlantedError.REPEATED_GAME: {Verdict.ILLEGAL},
}
"""The verdicts by which an error is found."""


def findings(played: Event, key: str) -> list[RoundFinding]:
    """Check an event."""
    entries = check_event(played, options=CheckOptions(system=key))
    return [entry for entry in entries if isinstance(entry, RoundFinding)]


def assert_twins_agree(ordinary: AnyRules, literal: AnyRules, played: Event) -> None:
    """Bye, pairs, colours and boards of every round; and both judge it alike."""
    one, other = ordinary.open(played), literal.open(played)
    for stage in one.stages:
        found = one.pair(stage)
        assert other.pair(stage) == found
        assert other.assess(stage, found) == one.assess(stage, found)


def names_an_article(sentence: str) -> bool:
    """Whether a sentence names an article in brackets, after the criterion if it has one: ``(C5, 2.3.1)``."""
    return re.search(r"\((\S+, )?[A-Z]?[\d.]+\)", sentence) is not None


def assert_planted_is_found(error: PlantedError, key: str, events: Iterable[Event]) -> None:
    """In the last round, with an article, and nowhere else; more than once."""
    verdicts: Counter[Verdict] = Counter()
    for index, played in enumerate(events):
        planted = plant(played, error, random.Random(index))
        if planted is None:
            continue
        *before, last = findings(planted.event, key)
        assert {found.verdict for found in before} <= {Verdict.AGREE}
        assert last.verdict in FOUND[error], last.sentence
        assert names_an_article(last.sentence), last.sentence
        verdicts[last.verdict] += 1
    assert verdicts.total() > 1
