"""
A bundle checked again without its program: its hashes, and the counts of its front page.

Nothing in a bundle is run. What a bundle says is compared with what comes out here, and each comparison is reported.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING

from checker import verifier
from checker.campaigns.grouping import signature_of
from checker.campaigns.outcomes import Score
from checker.evidence.bundle import SUMS, ZIP, BundleError, is_within, read_bytes, read_record, read_text
from checker.evidence.collecting import counts_of, edition_of, exam_of, suite_of, unmade_of
from checker.evidence.ledger import WORK
from checker.evidence.plan import EvidencePart
from checker.evidence.working import AnswersError, read_suite
from checker.verdicts.consequence import Consequence, judge
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.evidence.facts import Facts, PartFacts
    from checker.verdicts.consequence import RunJudgement

_NAMED = 5
"""Differences that are named; the others are counted."""


class Match(Enum):
    """The result of a comparison."""

    SAME = "matches"
    OTHER = "DOES NOT MATCH"
    NOT_DONE = "not recomputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One comparison of a bundle's statement with the result here."""

    what: str
    match: Match
    said: str


_CONSEQUENCES = {
    Match.SAME: Consequence.PASSED,
    Match.OTHER: Consequence.FAILED,
    Match.NOT_DONE: Consequence.ERROR,
}


def judge_bundle(comparisons: Iterable[Compared]) -> RunJudgement:
    """Judge a bundle by the comparisons of its parts with the results here."""
    return judge((_CONSEQUENCES[one.match], f"{one.what}: {one.said}") for one in comparisons)


def compared(subject: str, differences: Sequence[str], looked_at: str) -> Compared:
    """Say whether there are differences, and name the first."""
    if not differences:
        return Compared(what=subject, match=Match.SAME, said=looked_at)
    more = f"; and {len(differences) - _NAMED} more" if len(differences) > _NAMED else ""
    return Compared(what=subject, match=Match.OTHER, said="; ".join(differences[:_NAMED]) + more)


def hashes_compared(folder: Path) -> Compared:
    """Compare every file with the hash that the bundle states, and look for files without one."""
    try:
        lines = read_text(folder, SUMS).splitlines()
    except BundleError as error:
        return Compared(what="hashes", match=Match.OTHER, said=str(error))
    stated = {line[66:]: line[:64] for line in lines}
    differences = [said for name, digest in stated.items() if (said := _hash_differs(folder, name, digest))]
    present = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir())
    strange = [name for name in present if name not in stated and not _is_beside(name)]
    differences += [f"{name} is not among the hashed files" for name in strange]
    return compared("hashes", differences, f"{len(stated)} files")


def _is_beside(name: str) -> bool:
    """Whether a file is not part of the bundle: the zip, the stores, what a reproduction left."""
    return name in (SUMS, ZIP) or name.startswith(f"{WORK}/") or name.rpartition("/")[2].startswith("again.")


def _hash_differs(folder: Path, name: str, digest: str) -> str:
    if not is_within(name):
        return f"{name!r:.80} is not a file of the bundle"
    try:
        content = read_bytes(folder, name)
    except BundleError as error:
        return str(error)
    return "" if hashlib.sha256(content).hexdigest() == digest else f"{name} has another hash"


def proofs_compared(folder: Path) -> Iterator[Compared]:
    """Verify the proofs of the dossiers, if there are any; the copies of the verifier in the bundle are not run."""
    names = [path.parent.relative_to(folder).as_posix() for path in sorted(folder.glob("dossiers/*/proof.json"))]
    differences = [f"{name}: {refusal}" for name in names if (refusal := _refuse_proof(folder, name))]
    if names:
        yield compared("proofs", differences, f"{counted_noun(len(names), 'accusation')} verified independently")


def _refuse_proof(folder: Path, dossier: str) -> str:
    """Return why the proof of a dossier does not hold; empty if it holds."""
    try:
        proof = json.loads(read_text(folder, f"{dossier}/proof.json"))
        answer = verifier.verify(proof, read_text(folder, f"{dossier}/event.trf"))
    except (BundleError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return f"the proof does not hold ({type(error).__name__}: {error!s:.200})"
    return "" if answer.is_confirmed else answer.sentence


def records_compared(folder: Path, facts: Facts) -> Iterator[Compared]:
    """Count every record again, and compare the counts with the front page."""
    if edition_of(facts.plan.system) != facts.edition:
        yield Compared(what="regulation", match=Match.OTHER, said=f"{facts.plan.system} is described differently here")
    for part in facts.parts:
        if part.record:
            yield _record_compared(folder, facts, part)


def _record_compared(folder: Path, facts: Facts, part: PartFacts) -> Compared:
    what = f"counts: {part.part.value}"
    try:
        if part.part is EvidencePart.SUITE:
            answers = read_suite(read_text(folder, part.record))
            same = suite_of(answers, facts.plan.system) == part.suite
            return compared(what, [] if same else ["the suite's table"], f"{len(answers)} answers")
        outcomes = read_record(folder, part.record)
    except (BundleError, AnswersError) as error:
        return Compared(what=what, match=Match.OTHER, said=str(error))
    direction = part.part.direction
    if direction is None or part.counts is None:
        return Compared(what=what, match=Match.OTHER, said="the facts have no counts of it")
    settings = facts.plan.configuration(direction)
    differences = []
    if counts_of(outcomes, settings, part.counts.planned) != part.counts:
        differences.append("the record has other counts than the front page")
    if unmade_of(outcomes, settings) != part.unmade:
        differences.append("the record has other seeds without an event")
    if part.part is EvidencePart.EXAM and exam_of(outcomes, settings) != part.exam:
        differences.append("the record has another table of the exam")
    differences += _kinds_differ(facts, part, outcomes)
    return compared(what, differences, f"{len(outcomes)} events")


def _kinds_differ(facts: Facts, part: PartFacts, outcomes: Iterable[EventOutcome]) -> list[str]:
    """Return the kinds of finding in which the bundle differs from the record."""
    if not part.part.has_bar:
        return []
    rounds: Counter[str] = Counter()
    for outcome in outcomes:
        for finding in outcome.findings:
            if finding.score is not Score.BOARD_ORDER:
                rounds[signature_of(finding, facts.program.name, facts.plan.system)] += bool(finding.round_number)
    told = {kind.signature: kind.rounds for kind in facts.kinds if kind.part is part.part}
    return [f"other findings of the kind {key}" for key in sorted({*told, *rounds}) if told.get(key) != rounds.get(key)]
