"""
One event of a campaign judged: a function of configuration and index alone, wherever it is called.

Programs are opened once in each process that works, and asked event after event. Whatever goes wrong while an event is
judged, in a program, its adapter or an engine of ours, costs that question or that event and is kept with its reason.
"""

from __future__ import annotations

import threading
import traceback
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.outcomes import (
    CLEAN,
    NOT_JUDGED,
    EventOutcome,
    Failure,
    Finding,
    Score,
    digest_of,
    shape_of,
)
from checker.campaigns.planted import RANK_ORDER, WORDS_OF_STANDINGS, is_turn_of_order, wrong_order, wrong_round
from checker.causes.parted import parted
from checker.checking import CheckOptions, check_event
from checker.comparison import RoundContext, compare, judge_pairing
from checker.findings import Differences, EventHeader, RoundFinding
from checker.planting import recorded_pairing
from checker.programs.cleaning import harmless, one_line
from checker.programs.folders import NoRoomError, sweep
from checker.programs.program import ProgramError, claims_of
from checker.programs.running import Limits
from checker.programs.smoke import before_round
from checker.programs.specs import open_program
from checker.standings_results import STANDINGS_WORDS, StandingsVerdict
from checker.verdicts import Outcome, Verdict
from random_tournaments.seeds import event_rng
from reference_engines.results import NoLegalPairingError
from reference_engines.systems import engine_for
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from checker.programs.program import Program
    from checker.standings_results import StandingsFinding
    from random_tournaments.kinds import AnyPlayed
    from tournaments.model import Event

_SCORES = {
    Outcome.DISCREPANT: Score.DISCREPANT,
    Outcome.ACCEPTED: Score.OPEN,
    Outcome.UNCHECKED: Score.UNCHECKED,
}
_STANDINGS_SCORES = {
    StandingsVerdict.WRONG: Score.DISCREPANT,
    StandingsVerdict.ACCEPTED: Score.OPEN,
    StandingsVerdict.NOT_JUDGED: Score.UNCHECKED,
}
_SENTENCE = 600
_GREATEST_GENERATOR_SEED = 2**31 - 1
_DETAIL = 300
_SAID = 200


def judge_events(configuration: str, indices: Iterable[int]) -> list[EventOutcome]:
    """
    Judge events of a campaign; the configuration as JSON.

    An error costs the event at which it occurs. Only NoRoomError is raised: a full disk is nobody's answer, and the
    event can be judged when there is room again.
    """
    return [_judge_one(configuration, index) for index in indices]


def _judge_one(configuration: str, index: int) -> EventOutcome:
    try:
        settings, programs = _opened(configuration)
        return _JUDGES[settings.direction](settings, programs, index)
    except NoRoomError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the campaign goes on
        return not_judged(configuration, index, _in_words(error))


def not_judged(configuration: str, index: int, detail: str) -> EventOutcome:
    """Say of an event that it could not be judged, by no fault of the programs that is known."""
    programs = len(Configuration.from_json(configuration).programs)
    failures = tuple(
        Failure(program=number, round_number=0, kind=NOT_JUDGED, detail=one_line(detail, _DETAIL))
        for number in range(programs)
    )
    return EventOutcome(index=index, asked=(0,) * programs, failures=failures)


def _in_words(error: BaseException) -> str:
    """Say what went wrong in our own program, and where, for a report of it."""
    steps = traceback.extract_tb(error.__traceback__)
    where = f", {Path(steps[-1].filename).name} line {steps[-1].lineno}" if steps else ""
    try:
        said = one_line(str(error), _SAID)
    except Exception:  # noqa: BLE001 - an error that cannot be put into words is told by its type
        said = ""
    return f"error in Pairproof: {type(error).__name__}: {said}{where}"


class _AtHand(threading.local):
    """The programs that are open, those of one campaign; each thread has its own."""

    configuration = ""
    opened: tuple[Configuration, tuple[Program, ...]] | None = None


_at_hand = _AtHand()


def _opened(configuration: str) -> tuple[Configuration, tuple[Program, ...]]:
    """Open the programs of a campaign, after sweeping up what a killed process has left behind."""
    if _at_hand.opened is None or _at_hand.configuration != configuration:
        close_programs()
        sweep()
        settings = Configuration.from_json(configuration)
        limits = Limits(seconds=settings.time_limit) if settings.time_limit else None
        _at_hand.opened = settings, tuple(open_program(spec, limits) for spec in settings.programs)
        _at_hand.configuration = configuration
    return _at_hand.opened


def close_programs() -> None:
    """Close the programs that this thread has open."""
    if _at_hand.opened is not None:
        for program in _at_hand.opened[1]:
            program.close()
        _at_hand.opened = None


def _pair(settings: Configuration, programs: tuple[Program, ...], index: int) -> EventOutcome:
    """Direction PAIR: every program pairs every round of our event."""
    played = settings.batch().play(index)
    event = played.event
    findings: list[Finding] = []
    failures: list[Failure] = []
    for number, program in enumerate(programs):
        for round_number in range(1, event.rounds_recorded + 1):
            try:
                finding = _ask(program, number, event, round_number, settings.system)
            except NoRoomError:
                raise
            except Exception as error:  # noqa: BLE001 - as above; the other rounds and programs are judged
                failures.append(_failure(number, round_number, error))
                continue
            if finding is not None:
                findings.append(finding)
    return _outcome(index, event, [event.rounds_recorded] * len(programs), findings, failures)


def _ask(program: Program, number: int, event: Event, round_number: int, system: str) -> Finding | None:
    """Ask for the pairing of a round that our engine has paired; None if the program's is the same."""
    try:
        answer = program.pair(before_round(event, round_number), round_number)
    except NoLegalPairingError as error:
        reason = one_line(str(error), _SAID)
        return Finding(
            program=number,
            round_number=round_number,
            score=Score.DISCREPANT,
            verdict=Verdict.ILLEGAL.value,
            shape="no pairing given",
            sentence=f"Round {round_number}: it says that no legal pairing exists ({reason}), and there is one.",
        )
    alike = compare(answer, recorded_pairing(event, round_number)) == Differences()
    boards = claims_of(program).boards
    if alike and not boards:
        return None
    session = engine_for(system).open(event)
    found = judge_pairing(session, round_number, answer, RoundContext(event=event.name, board_order=boards))
    if alike and found.verdict in (Verdict.AGREE, Verdict.NOTHING_TO_JUDGE):
        return None
    finding = _finding_of(found, number, digest_of(answer)) or Finding(
        program=number, round_number=round_number, score=Score.OUR_FAULT, verdict=Verdict.REFERENCE_FAULT.value
    )
    return replace(finding, parted=tuple(sorted(parted(answer, recorded_pairing(event, round_number)))))


def _finding_of(found: RoundFinding, number: int, answer: str = "") -> Finding | None:
    """Turn a verdict on a round into a finding; None if there is nothing to object to."""
    if found.verdict.outcome is Outcome.CONSISTENT:
        return None
    return Finding(
        program=number,
        round_number=found.round_number,
        score=_score_of(found.verdict),
        verdict=found.verdict.value,
        article=_article_of(found),
        criterion=found.deciding_criterion.label if found.deciding_criterion else "",
        shape=shape_of(found),
        sentence=harmless(found.sentence, _SENTENCE),
        answer=answer,
        pairs=found.discrepant_pairs,
    )


def _score_of(verdict: Verdict) -> Score:
    """Return what a verdict, which is not that a round agrees, says of the program."""
    alone = {Verdict.REFERENCE_FAULT: Score.OUR_FAULT, Verdict.BOARD_ORDER: Score.BOARD_ORDER}
    return alone.get(verdict) or _SCORES[verdict.outcome]


def _article_of(found: RoundFinding) -> str:
    """Return the article that decides, the first one where several do."""
    for decided in (found.deciding_criterion, found.deciding_order, found.parting):
        if decided is not None:
            return decided.article
    for several in (found.violations, found.colour_rulings):
        if several:
            return several[0].article or "completeness"
    return found.readings[0].identifier if found.readings else ""


def _generate(settings: Configuration, programs: tuple[Program, ...], index: int) -> EventOutcome:
    """Direction GENERATE: every program makes an event, and we check it."""
    findings: list[Finding] = []
    failures: list[Failure] = []
    asked, files = [], []
    players = rounds = pairs = 0
    for number, program in enumerate(programs):
        try:
            event = program.generate(_generator_seed(settings, program, index))
            found, standings, refusal = _checked(event, settings.system)
        except NoRoomError:
            raise
        except Exception as error:  # noqa: BLE001 - as above; the events of the other programs are judged
            failures.append(_failure(number, 0, error))
            asked.append(0)
            continue
        if refusal:
            detail = one_line(refusal, _SENTENCE)
            failures.append(Failure(program=number, round_number=0, kind="not checked", detail=detail))
        told = (*(_finding_of(entry, number) for entry in found), _finding_of_standings(standings, number))
        new = [one for one in told if one is not None]
        if new or refusal:
            files += _kept(event, number)
        findings += new
        asked.append(len(found))
        players, rounds = players + len(event.players), rounds + len(found)
        pairs += sum(entry.pairs for entry in found)
    return EventOutcome(
        index=index,
        players=players,
        rounds=rounds,
        pairs=pairs,
        asked=tuple(asked),
        findings=tuple(findings),
        failures=tuple(failures),
        files=tuple(files),
    )


def _finding_of_standings(found: StandingsFinding | None, number: int) -> Finding | None:
    """Turn the verdict on a rank order into a finding; None if there is nothing to object to."""
    if found is None or found.verdict is StandingsVerdict.CONSISTENT:
        return None
    first = found.misplaced[0] if found.misplaced else None
    return Finding(
        program=number,
        round_number=0,
        score=_STANDINGS_SCORES[found.verdict],
        verdict=STANDINGS_WORDS[found.verdict],
        article=first.article if first else "",
        criterion=first.code if first else "",
        shape=found.causes[0] if found.causes else "",
        sentence=harmless(found.sentence, _SENTENCE),
    )


def _kept(event: Event, number: int) -> list[tuple[int, str]]:
    """Return the text of a program's event; none if a file cannot hold it."""
    try:
        return [(number, write_trf26(event))]
    except UnwritableEventError:
        return []


def _generator_seed(settings: Configuration, program: Program, index: int) -> int:
    """Return the number of the file, or a seed that has nothing to do with those of the events beside it."""
    if program.transport.startswith("files:"):
        return index
    return event_rng(settings.seed, index).randint(1, _GREATEST_GENERATOR_SEED)


def _checked(event: Event, system: str) -> tuple[list[RoundFinding], StandingsFinding | None, str]:
    """Check an event; return its rounds, the verdict on its rank order, and why it was refused, if it was."""
    found: list[RoundFinding] = []
    standings: StandingsFinding | None = None
    refusal = ""
    for entry in check_event(event, options=CheckOptions(system=system, steps_back=False)):
        if isinstance(entry, EventHeader):
            refusal, standings = entry.refusal or refusal, entry.standings
        else:
            found.append(entry)
    return found, standings, refusal


def _judge(settings: Configuration, programs: tuple[Program, ...], index: int) -> EventOutcome:
    """Direction JUDGE: every program's checker judges our event, in which every round is right."""
    played = settings.batch().play(index)
    return _examine(programs, played.event, played, CLEAN, None)


def _exam(settings: Configuration, programs: tuple[Program, ...], index: int) -> EventOutcome:
    """
    Direction EXAM: the same, with an error planted in every other event.

    Of those between, every other one has a wrong rank order, if it names tie-breaks and a program judges them; the
    other programs are not asked about it.
    """
    played = settings.batch().play(index)
    judging = [is_turn_of_order(index) and claims_of(program).standings for program in programs]
    planted = wrong_order(settings, played) if any(judging) else None
    if planted is not None:
        return _examine(programs, planted.event, played, planted.word, RANK_ORDER, asked=judging)
    planted = wrong_round(settings, played)
    if planted is None:
        return _examine(programs, played.event, played, CLEAN, None)
    return _examine(programs, planted.event, played, planted.word, planted.round_number)


def event_text(settings: Configuration, index: int, word: str = "") -> str:
    """
    Make an event of ours again, as TRF26; empty if the programs make the events.

    ``word`` is what was planted, where that depends on the programs: a wrong rank order.
    """
    if settings.direction is Direction.GENERATE:
        return ""
    played = settings.batch().play(index)
    planted = wrong_order(settings, played) if word in WORDS_OF_STANDINGS else None
    if planted is None and settings.direction is Direction.EXAM:
        planted = wrong_round(settings, played)
    return write_trf26(planted.event if planted else played.event)


def _examine(
    programs: tuple[Program, ...],
    event: Event,
    played: AnyPlayed,
    planted: str,
    wrong: int | None,
    *,
    asked: Sequence[bool] | None = None,
) -> EventOutcome:
    """
    Have programs' checkers judge an event of which the answer is known.

    ``wrong`` is the round in which the error is, RANK_ORDER or None; ``asked`` tells which programs are asked, if not
    all of them.
    """
    findings: list[Finding] = []
    failures: list[Failure] = []
    expected = frozenset() if wrong is None else frozenset({wrong})
    for number, program in enumerate(programs):
        if asked is not None and not asked[number]:
            continue
        try:
            answer = program.check(event)
        except NoRoomError:
            raise
        except Exception as error:  # noqa: BLE001 - as above; the other programs are judged
            failures.append(_failure(number, 0, error))
            continue
        objections = answer.wrong_rounds | ({RANK_ORDER} if answer.wrong_standings else set())
        for score, rounds in (
            (Score.FALSE_ALARM, objections - expected),
            (Score.MISSED, expected - objections),
        ):
            findings += [
                Finding(
                    program=number,
                    round_number=round_number,
                    score=score,
                    verdict=planted,
                    sentence=answer.excerpt if score is Score.FALSE_ALARM else "",
                )
                for round_number in sorted(rounds)
            ]
    answered = [event.rounds_recorded if asked is None or asked[number] else 0 for number in range(len(programs))]
    outcome = _outcome(played.index, event, answered, findings, failures)
    return replace(outcome, planted=planted)


def _outcome(
    index: int, event: Event, asked: list[int], findings: list[Finding], failures: list[Failure]
) -> EventOutcome:
    """Put together what became of an event of ours."""
    rounds = event.rounds_recorded
    return EventOutcome(
        index=index,
        players=len(event.players),
        rounds=rounds,
        pairs=sum(len(recorded_pairing(event, number).pairs) for number in range(1, rounds + 1)),
        asked=tuple(asked),
        findings=tuple(findings),
        failures=tuple(failures),
    )


def _failure(number: int, round_number: int, error: Exception) -> Failure:
    """Say what a program failed at, or what went wrong with us."""
    kind, detail = NOT_JUDGED, _in_words(error)
    if isinstance(error, ProgramError):
        kind, detail = error.kind.value, error.detail
    return Failure(program=number, round_number=round_number, kind=kind, detail=one_line(detail, _DETAIL))


_JUDGES: dict[Direction, Callable[[Configuration, tuple[Program, ...], int], EventOutcome]] = {
    Direction.PAIR: _pair,
    Direction.GENERATE: _generate,
    Direction.JUDGE: _judge,
    Direction.EXAM: _exam,
}
