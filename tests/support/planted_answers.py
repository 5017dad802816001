"""Answers about planted errors, judged by the planted edit alone, not by the explanation."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from support.stripped_events import right_event

from checker.check import CheckOptions, check_event
from checker.findings import gather
from checker.planting import PlantedError, plant, recorded_pairing
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.findings import RoundFinding
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import AnyRound

_NAME = re.compile(r"\b(?:Player|Team) (\d{3})\b")
_LISTED = re.compile(r"\d+ more\b")


def players_edited(right: RoundPairing, posted: RoundPairing) -> frozenset[int]:
    """Return the players with another opponent, colour or bye in two pairings."""
    return frozenset(tpn for pair in {*right.pairs} ^ {*posted.pairs} for tpn in (pair.white, pair.black)) | {
        bye for bye in {right.bye} ^ {posted.bye} if bye is not None
    }


def articles_broken_first(round_: AnyRound, right: RoundPairing, posted: RoundPairing) -> set[str] | None:
    """
    Return the articles that an edit breaks first in the order of decision; None if only the criteria can say it.

    Absolute rules come first, then the bye, then the games, and the colours last.
    """
    met = {tuple(sorted(pair.players)) for pair in posted.pairs if pair.players not in right.games}
    absolute = {
        violation.article
        for violation in round_.violations(posted)
        if len(violation.players) < 2 or tuple(sorted(violation.players)) in met
    }
    if absolute:
        return absolute
    scores = dict(zip(round_.participants.numbers, round_.participants.scores, strict=True))
    rule = round_.bye_rule
    if right.bye is not None and posted.bye is not None and scores[right.bye] != scores[posted.bye]:
        return {rule.article} if rule.comes_first else None
    if right.games == posted.games:
        rules = (round_.colour_rule(pair) for pair in right.pairs if pair not in posted.pairs)
        return {rule.article for rule in rules if rule is not None}
    return None


def planted_findings(system: str, errors: int) -> Iterator[tuple[RoundFinding, RoundPairing, RoundPairing, AnyRound]]:
    """Yield the findings on rounds with a planted error, with the right and the posted pairing and the round."""
    games, index = engine_for(system).edition.file_rounds_per_round, 0
    while errors:
        for error in PlantedError:
            event = right_event(system, index)
            planted = plant(event, error, random.Random(index), games)
            if planted is None or not errors:
                continue
            row = games * (planted.round_number - 1) + 1
            entries = check_event(planted.event, options=CheckOptions(system=system))
            (checked,) = gather(list(entries))
            finding = replace(checked.rounds[-1], event=f"{system} {index} {error.value}")
            right, posted = recorded_pairing(event, row), recorded_pairing(planted.event, row)
            yield finding, right, posted, engine_for(system).open(planted.event).round(planted.round_number)
            errors -= 1
        index += 1


def complaints(finding: RoundFinding, right: RoundPairing, posted: RoundPairing, round_: AnyRound) -> Iterator[str]:
    """Yield the faults of an answer, given the planted edit."""
    if finding.verdict in (Verdict.AMBIGUOUS_RULE, Verdict.UNDECLARED_FACT):
        return
    if finding.verdict.outcome is not Outcome.DISCREPANT or finding.verdict is Verdict.REFERENCE_FAULT:
        yield f"{finding.event}: {finding.verdict.value}"
        return
    edited = players_edited(right, posted)
    named = {int(number) for number in _NAME.findall(finding.answer)}
    if not named:
        yield f"{finding.event}: no player is named: {finding.answer}"
    if named - edited:
        yield f"{finding.event}: {sorted(named - edited)} are named, but not edited: {finding.answer}"
    articles = articles_broken_first(round_, right, posted)
    if articles is not None and finding.article not in articles:
        yield f"{finding.event}: article {finding.article}, not {sorted(articles)}: {finding.sentence}"
