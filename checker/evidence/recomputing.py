"""A bundle recomputed: events made again from their seed, recorded answers judged again, the program asked again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path

from checker import verifier
from checker.campaigns.configuration import Configuration
from checker.campaigns.explaining import spread
from checker.campaigns.grouping import signature_of
from checker.campaigns.outcomes import (
    CLEAN,
    EventOutcome,
    ProgramFinding,
    Score,
    digest_of,
    finding_of,
)
from checker.campaigns.work import check_generated, plant_error
from checker.errors import TaskError
from checker.evidence.bundle import OWN_EVENTS, SUMS, ZIP, is_within, read_answers, read_bytes, read_record, read_text
from checker.evidence.collecting import WORK, counts_of, edition_of, exam_of, read_suite, suite_of, unmade_of
from checker.evidence.facts import EvidencePart, Facts, PartFacts, State
from checker.planting import recorded_pairing
from checker.programs.program import Program, ProgramError
from checker.suite.marks import mark_pairing
from checker.suite.questions import load_suite
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.consequence import Consequence, RunJudgement, judge
from checker.verdicts.round_case import ReasonContext, RoundContext
from checker.verdicts.team_events import cut_before_round
from random_tournaments.settings import AnyPlayed
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.frozen import FrozenStruct
from tournaments.model import Event
from tournaments.problems import counted_noun
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26


class Recomputing(FrozenStruct, frozen=True, kw_only=True):
    """A bundle, and how much of it is recomputed."""

    folder: Path
    facts: Facts
    most: int | None
    """Events, and answers, of each part, spread evenly; None: all of them."""
    see: Callable[[str], None]

    def chosen(self, events: list[int]) -> list[int]:
        """Return the events that are made again."""
        return list(spread(sorted(events), self.most or len(events) or 1))

    def settings(self, part: EvidencePart) -> Configuration:
        """Return the campaign that a part was."""
        direction = part.direction
        if direction is None:
            raise ValueError(f"{part} is not a campaign")
        return self.facts.plan.configuration(direction)

    def record(self, part: EvidencePart) -> dict[int, EventOutcome]:
        """Return the events of a part by number; TaskError if its record cannot be read."""
        return {one.index: one for one in read_record(self.folder, self.facts.part(part).record)}


def recomputed(work: Recomputing) -> Iterator[Compared]:
    """Recompute hashes and sizes of events, verdicts on answers and on own events, and marks of the suite."""
    if work.facts.drawn.sample:
        yield _hashes(work)
    for part in work.facts.parts:
        if part.record:
            try:
                yield from _OF_PARTS[part.part](work, part)
            except (TaskError, ValueError, OverflowError) as error:
                yield Compared(subject=f"recomputed: {part.part.value}", match=Match.OTHER, result=str(error))


def _hashes(work: Recomputing) -> Compared:
    told = {one.event: one.sha256 for one in work.facts.drawn.sample}
    batch, differences = work.settings(EvidencePart.PAIR).batch(), []
    chosen = work.chosen(list(told))
    for index in chosen:
        work.see(f"event {index}")
        text = write_trf26(batch.play(index).event)
        if hashlib.sha256(text.encode()).hexdigest() != told[index]:
            differences.append(f"event {index} has another hash")
    return compared("hashes of events", differences, f"{len(chosen)} of {counted_noun(len(told), 'event')} made again")


def _sizes(work: Recomputing, part: PartFacts) -> Iterator[Compared]:
    """Make events again, and compare their players, rounds, pairs and planted errors with the record."""
    settings, outcomes = work.settings(part.part), work.record(part.part)
    chosen = work.chosen([index for index, one in outcomes.items() if one.rounds])
    batch, differences = settings.batch(), []
    for index in chosen:
        work.see(f"{part.part.value}: event {index}")
        played, told = batch.play(index), outcomes[index]
        event, word = played.event, ""
        if part.part is EvidencePart.JUDGE:
            word = CLEAN
        elif part.part is EvidencePart.EXAM:
            planted = plant_error(settings, played, standings=work.facts.program.standings)
            event, word = (planted.event, planted.error.value) if planted else (event, CLEAN)
        if (told.players, told.rounds, told.pairs) != _size(event, played):
            differences.append(f"event {index} has another size")
        if word != told.planted:
            differences.append(f"event {index} has another planted error")
    yield compared(f"events: {part.part.value}", differences, f"{len(chosen)} of {len(outcomes)} made again")


def _size(event: Event, played: AnyPlayed) -> tuple[int, int, int]:
    games = played.plan.games
    rounds = event.rounds_recorded // games
    pairs = sum(len(recorded_pairing(event, games * number + 1).pairs) for number in range(rounds))
    return len(event.players), rounds, pairs


def _pairings(work: Recomputing, part: PartFacts) -> Iterator[Compared]:
    """Pair again the rounds with a different answer, and judge the answer again."""
    yield from _sizes(work, part)
    outcomes = work.record(EvidencePart.PAIR)
    answers = read_answers(work.folder)
    wanted = {
        (index, finding.round_number): finding
        for index, outcome in outcomes.items()
        for finding in outcome.findings
        if finding.answer_digest
    }
    differences = [
        f"event {event}, round {number}: no answer is there" for event, number in sorted(wanted.keys() - answers.keys())
    ]
    differences += [
        f"event {event}, round {number}: nothing was found there"
        for event, number in sorted(answers.keys() - wanted.keys())
    ]
    keys = sorted(wanted.keys() & answers.keys())
    differences += [
        f"event {key[0]}, round {key[1]}: the answer is not the one of the record"
        for key in keys
        if digest_of(answers[key]) != wanted[key].answer_digest
    ]
    chosen = spread(list(range(len(keys))), work.most or len(keys) or 1)
    for place in chosen:
        (event, number), finding = keys[place], wanted[keys[place]]
        work.see(f"answer: event {event}, round {number}")
        if _verdict(work, event, number, answers[event, number]) != (finding.score, finding.word, finding.decided):
            differences.append(f"event {event}, round {number}: another verdict")
    yield compared("answers", differences, f"{len(chosen)} of {len(keys)} judged again")


def _verdict(work: Recomputing, index: int, number: int, answer: RoundPairing) -> object:
    """Judge an answer: score, verdict and deciding rule; None without an objection."""
    event = work.settings(EvidencePart.PAIR).batch().play(index).event
    context = RoundContext(event=event.name, board_order=False, reason_context=ReasonContext.ANSWER)
    prepared = engine_for(work.facts.plan.system).open(event)
    try:
        found = finding_of(judge_pairing(prepared, number, answer, context), 0)
    except Exception:  # noqa: BLE001 - whatever a strange answer does to an engine, it is no verdict of the record
        return None
    return None if found is None else (found.score, found.word, found.decided)


def _own_events(work: Recomputing, part: PartFacts) -> Iterator[Compared]:
    """Check again the generated events with findings."""
    outcomes, differences = work.record(part.part), []
    kept = sorted(int(path.stem) for path in (work.folder / OWN_EVENTS).glob("*.trf") if path.stem.isdecimal())
    chosen = work.chosen(kept)
    for index in chosen:
        work.see(f"own event {index}")
        text = read_text(work.folder, f"{OWN_EVENTS}/{index:06d}.trf")
        event = parse_event(text.encode(), source="own event").event
        told = outcomes[index].findings if index in outcomes else ()
        found = None if event is None else check_generated(event, work.facts.plan.system, 0)[1]
        if found is None or set(map(_key, found)) != set(map(_key, told)):
            differences.append(f"own event {index}: other findings")
    yield compared("own events", differences, f"{len(chosen)} of {len(kept)} checked again")


def _key(finding: ProgramFinding) -> tuple[object, ...]:
    return finding.round_number, finding.score, finding.word, finding.decided


def _suite(work: Recomputing, part: PartFacts) -> Iterator[Compared]:
    """Mark the answers to the suite again."""
    suite = load_suite(work.facts.plan.system)
    answers = read_suite(read_text(work.folder, part.record))
    questions = {question.identifier: question for question in suite.questions}
    differences = [f"question {one.question} is not in the suite" for one in answers if one.question not in questions]
    for one in answers:
        question = questions.get(one.question)
        if question is None or one.given is None:
            continue
        mark = mark_pairing(question, one.given)
        if mark is not one.mark:
            differences.append(f"question {one.question} is {mark.value}")
    missing = sorted(questions.keys() - {one.question for one in answers})
    differences += [f"question {name} has no answer" for name in missing if part.state is State.DONE]
    yield compared("suite", differences, f"{counted_noun(len(answers), 'answer')} marked again")


_OF_PARTS: dict[EvidencePart, Callable[[Recomputing, PartFacts], Iterator[Compared]]] = {
    EvidencePart.SUITE: _suite,
    EvidencePart.EXAM: _sizes,
    EvidencePart.PAIR: _pairings,
    EvidencePart.JUDGE: _sizes,
    EvidencePart.GENERATE: _own_events,
}


def ask_again(work: Recomputing, program: Program) -> Iterator[Compared]:
    """Ask the program again about events of the record, round by round."""
    part = work.facts.part(EvidencePart.PAIR)
    if not part.record:
        yield Compared(subject="asked again", match=Match.NOT_DONE, result="the bundle has no pairings of the program")
        return
    try:
        outcomes = work.record(EvidencePart.PAIR)
    except TaskError as error:
        yield Compared(subject="asked again", match=Match.OTHER, result=str(error))
        return
    chosen, rounds = work.chosen([index for index, one in outcomes.items() if one.rounds]), 0
    batch, differences = work.settings(EvidencePart.PAIR).batch(), []
    games = engine_for(work.facts.plan.system).edition.file_rounds_per_round
    for index in chosen:
        event, told = batch.play(index).event, outcomes[index]
        answers = {one.round_number: one.answer_digest for one in told.findings}
        failed = {one.round_number for one in told.failures}
        for number in range(1, event.rounds_recorded // games + 1):
            work.see(f"asking again: event {index}, round {number}")
            ours = digest_of(recorded_pairing(event, games * (number - 1) + 1))
            rounds += 1
            if (
                0 not in failed
                and number not in failed
                and _digest(program, event, number, games) != answers.get(number, ours)
            ):
                differences.append(f"event {index}, round {number}: another answer")
    asked = f"{counted_noun(rounds, 'round')} of {counted_noun(len(chosen), 'event')}"
    yield compared("asked again", differences, asked)


def _digest(program: Program, event: Event, number: int, games: int) -> str | None:
    """Return the answer of the program now; empty if it finds no pairing, None if it fails."""
    try:
        return digest_of(program.pair(cut_before_round(event, number, games), number))
    except NoLegalPairingError:
        return ""
    except (ProgramError, PairingError):
        return None


_NAMED = 5
"""Differences that are named; the others are counted."""


class Match(Enum):
    """The result of a comparison."""

    SAME = "matches"
    OTHER = "DOES NOT MATCH"
    NOT_DONE = "not recomputed"


class Compared(FrozenStruct, frozen=True, kw_only=True):
    """One comparison of a bundle's statement with the result here."""

    subject: str
    match: Match
    result: str


_CONSEQUENCES = {
    Match.SAME: Consequence.PASSED,
    Match.OTHER: Consequence.FAILED,
    Match.NOT_DONE: Consequence.ERROR,
}


def judge_bundle(comparisons: Iterable[Compared]) -> RunJudgement:
    """Judge a bundle by the comparisons of its parts with the results here."""
    return judge((_CONSEQUENCES[one.match], f"{one.subject}: {one.result}") for one in comparisons)


def compared(subject: str, differences: Sequence[str], looked_at: str) -> Compared:
    """Return the comparison of a subject with its differences, of which the first few are named."""
    if not differences:
        return Compared(subject=subject, match=Match.SAME, result=looked_at)
    more = f"; and {len(differences) - _NAMED} more" if len(differences) > _NAMED else ""
    return Compared(subject=subject, match=Match.OTHER, result="; ".join(differences[:_NAMED]) + more)


def hashes_compared(folder: Path) -> Compared:
    """Compare every file with the hash that the bundle states, and look for files without one."""
    try:
        lines = read_text(folder, SUMS).splitlines()
    except TaskError as error:
        return Compared(subject="hashes", match=Match.OTHER, result=str(error))
    stated = {line[66:]: line[:64] for line in lines}
    differences = [said for name, digest in stated.items() if (said := _hash_differs(folder, name, digest))]
    present = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir())
    strange = [name for name in present if name not in stated and not _is_beside(name)]
    differences += [f"{name} is not among the hashed files" for name in strange]
    return compared("hashes", differences, counted_noun(len(stated), "file"))


def _is_beside(name: str) -> bool:
    """Whether a file is not part of the bundle: the zip, the stores, what a reproduction left."""
    return name in (SUMS, ZIP) or name.startswith(f"{WORK}/") or name.rpartition("/")[2].startswith("again.")


def _hash_differs(folder: Path, name: str, digest: str) -> str:
    if not is_within(name):
        return f"{name!r:.80} is not a file of the bundle"
    try:
        content = read_bytes(folder, name)
    except TaskError as error:
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
    except (TaskError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return f"the proof does not hold ({type(error).__name__}: {error!s:.200})"
    return "" if answer.is_confirmed else answer.sentence


def records_compared(folder: Path, facts: Facts) -> Iterator[Compared]:
    """Count every record again, and compare the counts with the front page."""
    if edition_of(facts.plan.system) != facts.edition:
        yield Compared(
            subject="regulation", match=Match.OTHER, result=f"{facts.plan.system} is described differently here"
        )
    for part in facts.parts:
        if part.record:
            yield _record_compared(folder, facts, part)


def _record_compared(folder: Path, facts: Facts, part: PartFacts) -> Compared:
    what = f"counts: {part.part.value}"
    try:
        if part.part is EvidencePart.SUITE:
            answers = read_suite(read_text(folder, part.record))
            same = suite_of(answers, facts.plan.system) == part.suite
            return compared(what, [] if same else ["the suite's table"], counted_noun(len(answers), "answer"))
        outcomes = read_record(folder, part.record)
    except TaskError as error:
        return Compared(subject=what, match=Match.OTHER, result=str(error))
    direction = part.part.direction
    if direction is None or part.counts is None:
        return Compared(subject=what, match=Match.OTHER, result="the facts have no counts of it")
    settings = facts.plan.configuration(direction)
    differences = []
    if counts_of(outcomes, settings, part.counts.planned) != part.counts:
        differences.append("the record has other counts than the front page")
    if unmade_of(outcomes, settings) != part.unmade:
        differences.append("the record has other seeds without an event")
    if part.part is EvidencePart.EXAM and exam_of(outcomes, settings) != part.exam:
        differences.append("the record has another table of the exam")
    differences += _kinds_differ(facts, part, outcomes)
    return compared(what, differences, counted_noun(len(outcomes), "event"))


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
