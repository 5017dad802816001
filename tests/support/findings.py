"""The findings of a check, and the findings that planted errors and open readings must get."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from support.agreement import games_of

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.planting import PlantedError, plant, with_last_round
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import Pair, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event


def round_findings(event: Event, system: str) -> list[RoundFinding]:
    """Check an event by a system, and return the findings of rounds alone."""
    entries = check_event(event, options=CheckOptions(system=system))
    return [entry for entry in entries if isinstance(entry, RoundFinding)]


_CONTEXT = RoundContext(event="open")


PAIRS_DIFFER = frozenset({Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL})


def verdicts_by_error(
    pairs: frozenset[Verdict] = PAIRS_DIFFER, *other_colours: Verdict
) -> dict[PlantedError, frozenset[Verdict]]:
    """Return the verdicts by which each error is found: of wrong pairs, and of colours `COLOURS` and any others."""
    return {
        PlantedError.EXCHANGED_OPPONENTS: pairs,
        PlantedError.REVERSED_COLOURS: frozenset({Verdict.COLOURS, *other_colours}),
        PlantedError.MOVED_BYE: pairs,
        PlantedError.SECOND_BYE: frozenset({Verdict.ILLEGAL}),
        PlantedError.REPEATED_GAME: frozenset({Verdict.ILLEGAL}),
    }


FOUND = verdicts_by_error() | {PlantedError.MOVED_BYE: frozenset({Verdict.WORSE, Verdict.ILLEGAL})}
"""Where every bye has a rank, so that none comes later in the order."""


def assert_either_side_is_open(identifier: str, taken: PreparedEvent, otherwise: PreparedEvent, number: int) -> None:
    """Assert that each reading's pairing is right by it, and ambiguous by the other reading, with the entry named."""
    ours, theirs = taken.round(number).expected(), otherwise.round(number).expected()
    assert games_of(ours) != games_of(theirs)
    for judge, pairing in ((taken, theirs), (otherwise, ours)):
        found = judge_pairing(judge, number, pairing, _CONTEXT)
        assert (found.verdict, [note.identifier for note in found.readings]) == (Verdict.AMBIGUOUS_RULE, [identifier])
    for judge, pairing in ((taken, ours), (otherwise, theirs)):
        assert judge_pairing(judge, number, pairing, _CONTEXT).verdict is Verdict.AGREE


def assert_other_side_is_open(identifier: str, key: str, played: Event, alternative: RoundPairing) -> None:
    """Assert that the last round is right, the alternative ambiguous, and with reversed colours wrong."""
    assert round_findings(played, key)[-1].verdict is Verdict.AGREE
    found = round_findings(with_last_round(played, alternative), key)[-1]
    assert (found.verdict, [note.identifier for note in found.readings]) == (Verdict.AMBIGUOUS_RULE, [identifier])
    reversed_ = replace(alternative, pairs=tuple(Pair(pair.black, pair.white) for pair in alternative.pairs))
    assert round_findings(with_last_round(played, reversed_), key)[-1].verdict.outcome is Outcome.DISCREPANT


def agreeing_rounds(key: str, events: Iterable[Event], faults: Callable[[Event], list[str]]) -> int:
    """Assert that the checker and ``faults``, from the rows alone, find nothing wrong; return the number of rounds."""
    rounds = 0
    for played in events:
        assert faults(played) == []
        assert {finding.verdict for finding in round_findings(played, key)} <= {Verdict.AGREE}
        rounds += played.rounds_recorded
    return rounds


def names_an_article(sentence: str) -> bool:
    """Whether a sentence of a text ends with articles in brackets: ``(C5, 2.3.1).``."""
    return re.search(r"\((([A-Z]\d+, )?([A-Z]?[.\d][\w.]*|forbidden pairs)(; )?)+\)\.", sentence) is not None


def assert_planted_is_found(error: PlantedError, key: str, events: Iterable[Event]) -> None:
    """In the last round, with an article, and nowhere else; more than once."""
    verdicts: Counter[Verdict] = Counter()
    for index, played in enumerate(events):
        planted = plant(played, error, random.Random(index))
        if planted is None:
            continue
        *before, last = round_findings(planted.event, key)
        assert {found.verdict for found in before} <= {Verdict.AGREE}
        assert last.verdict in FOUND[error], last.sentence
        assert names_an_article(last.sentence), last.sentence
        verdicts[last.verdict] += 1
    assert verdicts.total() > 1


OR_OPEN = PAIRS_DIFFER | {Verdict.AMBIGUOUS_RULE}


FOUND_BY_PROCEDURE = verdicts_by_error(OR_OPEN, Verdict.ILLEGAL, Verdict.AMBIGUOUS_RULE)
"""The verdicts by which an error is found in a system whose text leaves much open."""


def assert_planted_is_argued(error: PlantedError, findings: list[RoundFinding], register: str) -> set[str]:
    """
    Assert that an error is found in the last round and nowhere else, and argued; return the articles that are named.

    Each stands in the sentence; a verdict that rests on the register, whose entries begin so, says on which one.
    """
    *before, last = findings
    assert {finding.verdict for finding in before} <= {Verdict.AGREE}
    assert last.verdict in FOUND_BY_PROCEDURE[error]
    named = _articles(last) - {""}  # no article says that everybody is paired
    assert named or last.readings
    citations = re.findall(r"\(([^()]*)\)", last.sentence)
    assert named <= {name for cited in citations for name in re.split(r", |; | and ", cited)}, last.sentence
    if last.verdict is Verdict.AMBIGUOUS_RULE:
        assert re.search(f"{register}[A-Z]", last.sentence)
    return named


def _articles(finding: RoundFinding) -> set[str]:
    """Return the articles that a finding names, in its parts."""
    if finding.argument.violations:
        return {violation.article for violation in finding.argument.violations}
    if finding.argument.parting is not None:
        return {finding.argument.parting.article}
    return {ruling.article for ruling in finding.argument.colour_rulings}
