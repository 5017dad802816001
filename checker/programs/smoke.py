"""
The smoke test of a program: a few small events before any campaign trusts it; and the first description of a program.

It is asked to pair every round of events with and without byes, acceleration, prohibited pairs and another scoring;
they are events of teams if its system pairs teams. Its answers are also compared with every other edition, to see which
one it follows. Its checker is asked to judge clean events and one planted error of each kind, of rank orders, too, if
it says that it judges them; a checker that does not see them is refused. Its generator is asked for two events, which
are checked.

A first description is commented text with the forms of files and answers that the program understands.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import product

from checker import planting
from checker.check import CheckOptions, check_event
from checker.findings import Differences, RoundFinding, compare_pairings
from checker.programs.command import CommandProgram
from checker.programs.description import Source, read_description
from checker.programs.program import AnswerForm, FailureKind, Identity, Program, ProgramError, find_unsupported
from checker.verdicts.consequence import Consequence, RunJudgement, judge
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Outcome
from random_tournaments.axes import PLAIN, SCORINGS, Chance, Frequency, Span, WeightedChoice
from random_tournaments.plan import Acceleration
from random_tournaments.settings import TEAMS, AnyAxes, batch_kind
from random_tournaments.teams.axes import MATCH_POINTS, TEAM_PROFILES
from reference_engines.frame.edition import Edition
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.systems import DEFAULT_SYSTEM, editions, engine_for, file_rounds_per_round
from tournaments.frozen import FrozenStruct
from tournaments.model import WRITTEN_DIALECTS, Dialect, Event
from tournaments.readings import ChosenReading, chosen_readings
from tournaments.toml_text import quote_toml

SEED = 20260201
_ATTEMPTS = 40
_RANKED = dt.date(2026, 5, 1)
"""When events with wrong rank orders begin: by an edition of C.07 that can be mistaken for the one before it."""
_TIE_BREAKS = {"players": "BH/C1,BH,SB", "teams": "BH:MP/C1,BH:MP,EMMSB"}
"""By which they are ranked, by the kind of participants."""
_UNSUPPORTED = (FailureKind.UNSUPPORTED, FailureKind.NOT_ASKED)
_GENERATED = (1, 2)
"""Seeds for the program's own generator."""


class Trial(Enum):
    """The systems and tasks to be tried."""

    PLAIN = "plain events"
    BYES = "byes, absences and forfeits"
    BAKU = "Baku acceleration"
    FORBIDDEN = "prohibited pairs"
    SCORING = "another scoring (3-1-0)"


_SHARE = Frequency(share=Chance(0.1, 0.1))
_SMALL = replace(PLAIN, players=Span(9, 14), rounds=Span(5, 5))
_SMALL_TEAMS = replace(
    TEAM_PROFILES["plain"],
    teams=Span(9, 14),
    rounds=Span(5, 5),
    boards=Span(2, 2),
    reserves=Span(0, 0),
    tie_breaks=WeightedChoice(((),)),
)
_AXES: dict[Trial, AnyAxes] = {
    Trial.PLAIN: _SMALL,
    Trial.BYES: replace(_SMALL, half_point_byes=_SHARE, zero_point_byes=_SHARE, forfeits=_SHARE),
    Trial.BAKU: replace(_SMALL, rounds=Span(6, 6), acceleration=WeightedChoice((Acceleration.BAKU,))),
    Trial.FORBIDDEN: replace(_SMALL, forbidden_groups=WeightedChoice((2,))),
    Trial.SCORING: replace(_SMALL, scoring=WeightedChoice((SCORINGS["3-1-0"],))),
}
_TEAM_AXES: dict[Trial, AnyAxes] = {
    Trial.PLAIN: _SMALL_TEAMS,
    Trial.BYES: replace(_SMALL_TEAMS, half_point_byes=_SHARE, zero_point_byes=_SHARE, forfeits=_SHARE),
    Trial.BAKU: replace(_SMALL_TEAMS, rounds=Span(6, 6), acceleration=WeightedChoice((Acceleration.BAKU,))),
    Trial.FORBIDDEN: replace(_SMALL_TEAMS, forbidden_groups=WeightedChoice((2,))),
    Trial.SCORING: replace(_SMALL_TEAMS, match_points=WeightedChoice((MATCH_POINTS["3-1-0"],))),
}
_EVENTS = dict.fromkeys(Trial, (0,)) | {Trial.PLAIN: (4, 5, 10)}
"""Numbers of the events: plain ones in which editions part, others in which what is tried decides a round."""
_TEAM_EVENTS = _EVENTS | {Trial.PLAIN: (0, 6, 7), Trial.BAKU: (1,), Trial.SCORING: (7,)}


def event_of(trial: Trial, system: str, index: int) -> Event:
    """Return an event of a trial, played by the system's engine with the chosen readings."""
    return _play_event(trial, system, index, chosen_readings())


@cache  # each planted error begins with the first event again, and each program is asked about the same events
def _play_event(trial: Trial, system: str, index: int, _: tuple[ChosenReading, ...]) -> Event:
    kind = batch_kind(system)
    axes = (_TEAM_AXES if kind is TEAMS else _AXES)[trial]
    return kind.batch(seed=SEED, axes=axes, system=system, label="smoke").play(index).event


def events_of(trial: Trial, system: str) -> tuple[Event, ...]:
    """Return the events of a trial."""
    numbers = _TEAM_EVENTS if batch_kind(system) is TEAMS else _EVENTS
    return tuple(event_of(trial, system, index) for index in numbers[trial])


class PairingTrial(FrozenStruct, frozen=True, kw_only=True):
    """How a program paired the rounds of the events of a trial."""

    trial: Trial
    system: str
    rounds: int
    """To be paired."""
    agreed: int
    answered: int = 0
    failure: str = ""
    """The first failure, if the program failed at a round."""
    unsupported: bool = False


class CheckingTrial(FrozenStruct, frozen=True, kw_only=True):
    """The answer of a program's checker about one event."""

    error: planting.PlantedError | planting.PlantedStandings | None
    """None: the event is clean."""
    wrong_round: int | None
    """RANK_ORDER for a wrong rank order."""
    found: frozenset[int] = frozenset()
    failure: str = ""
    unsupported: bool = False

    @property
    def is_right(self) -> bool:
        """Whether the checker objected to the planted error, and to nothing else."""
        expected = frozenset() if self.wrong_round is None else frozenset({self.wrong_round})
        return not self.failure and self.found == expected


class GeneratingTrial(FrozenStruct, frozen=True, kw_only=True):
    """An event of a program's generator, and our check of it."""

    seed: int
    system: str
    rounds: int = 0
    agreed: int = 0
    failure: str = ""
    unsupported: bool = False


class SmokeReport(FrozenStruct, frozen=True, kw_only=True):
    """The result of a smoke test."""

    identity: Identity
    transport: str
    pairings: tuple[PairingTrial, ...]
    checks: tuple[CheckingTrial, ...]
    editions: tuple[tuple[str, int, int], ...] = ()
    """
    The systems and editions that the program's answers could be compared with, best first.

    Each with the number of answers that follow it, and the number of answers that were compared.
    """
    generated: tuple[GeneratingTrial, ...] = ()

    @property
    def pairs(self) -> bool:
        """Whether the program paired every round of the plain events of a system as the regulation asks."""
        return any(trial.agreed == trial.rounds for trial in self.pairings if trial.trial is Trial.PLAIN)

    @property
    def can_check(self) -> bool:
        """Whether its checker, if it has one, may be trusted: it saw every planted error and accepted clean events."""
        return bool(self.checks) and all(check.is_right for check in self.checks)

    @property
    def has_checker(self) -> bool:
        """Whether the program has a checker."""
        return not all(check.unsupported for check in self.checks)

    @property
    def does_pair(self) -> bool:
        """Whether the program pairs."""
        return not all(trial.unsupported for trial in self.pairings)

    @property
    def has_generator(self) -> bool:
        """Whether the program has a generator."""
        return not all(trial.unsupported for trial in self.generated)


def judge_smoke(report: SmokeReport) -> RunJudgement:
    """Judge a smoke test; a program that gives no answer is not discrepant, and is not confirmed either."""
    return judge(_reasons(report))


def _reasons(report: SmokeReport) -> Iterator[tuple[Consequence, str]]:
    if not (report.does_pair or report.has_checker or report.has_generator):
        yield Consequence.ERROR, "The program neither pairs nor checks nor generates."
    if any(trial.agreed < trial.answered for trial in report.pairings):
        yield Consequence.FAILED, "The program pairs otherwise than the regulation asks."
    if any(not (check.failure or check.is_right) for check in report.checks):
        yield Consequence.FAILED, "The checker misses a planted error, or objects to a right round."
    if any(trial.agreed < trial.rounds for trial in report.generated):
        yield Consequence.FAILED, "The generator makes events with wrong rounds."
    trials: tuple[PairingTrial | CheckingTrial | GeneratingTrial, ...] = (
        *report.pairings,
        *report.checks,
        *report.generated,
    )
    if any(trial.failure and not trial.unsupported for trial in trials):
        yield Consequence.ERROR, "The program did not answer every question."


def smoke(program: Program, systems: tuple[str, ...] = ()) -> SmokeReport:
    """Try a program on the systems that it claims to implement; every failure ends in the report."""
    systems = systems or _claimed(program)
    pairings, answers = [], []
    for system in systems:
        asked = program.with_system(system)
        for trial in Trial:
            paired, answered = _try_pairing(asked, trial, system)
            pairings.append(paired)
            answers += answered
    return SmokeReport(
        identity=program.identity,
        transport=program.transport,
        pairings=tuple(pairings),
        checks=try_checker(program, systems[0]),
        editions=_followed(answers),
        generated=tuple(_try_generating(program, systems[0], seed) for seed in _GENERATED),
    )


def _claimed(program: Program) -> tuple[str, ...]:
    known = {edition.key for edition in editions()}
    return tuple(key for key in program.claims.systems if key in known) or (DEFAULT_SYSTEM,)


_Answer = tuple["Event", int, "RoundPairing", int]
"""Event, round, pairing, and how many games are paired at once."""


def _try_pairing(program: Program, trial: Trial, system: str) -> tuple[PairingTrial, list[_Answer]]:
    """Ask for every round of the trial's events, until the program fails."""
    events, edition = events_of(trial, system), engine_for(system).edition
    games = edition.file_rounds_per_round
    rounds = sum(event.rounds_recorded // games for event in events)
    result = PairingTrial(trial=trial, system=system, rounds=rounds, agreed=0)
    answers: list[_Answer] = []
    agreed = 0
    for event in events:
        for number in range(1, event.rounds_recorded // games + 1):
            asked = cut_before_round(event, number, games)
            try:
                answer = program.pair(asked, number)
            except (ProgramError, NoLegalPairingError) as error:
                unsupported = isinstance(error, ProgramError) and error.kind in _UNSUPPORTED
                failed = replace(result, failure=f"round {number}: {error}", unsupported=unsupported)
                return replace(failed, agreed=agreed, answered=len(answers)), answers
            answers.append((asked, number, answer, games))
            agreed += same(answer, planting.recorded_pairing(event, edition.rows(number).start + 1))
    return replace(result, agreed=agreed, answered=len(answers)), answers


def _followed(answers: list[_Answer]) -> tuple[tuple[str, int, int], ...]:
    """Compare the answers with every edition that pairs the same participants, and as many games at once."""
    found = []
    for edition in editions():
        engine, comparable = engine_for(edition.key), [one for one in answers if _is_comparable(one, edition)]
        agreed = 0
        for event, number, answer, _ in comparable:
            with suppress(PairingError):
                agreed += same(answer, engine.open(event).round(number).expected())
        found.append((engine.edition.key, agreed, len(comparable)))
    return tuple(sorted((one for one in found if one[1]), key=lambda one: (-one[1], one[0])))


def _is_comparable(answer: _Answer, edition: Edition) -> bool:
    """Whether an edition pairs the participants of an answer, and as many games at once."""
    event, _, _, games = answer
    return (event.is_team_event, games) == (edition.pairs_teams, edition.file_rounds_per_round)


def same(first: RoundPairing, second: RoundPairing) -> bool:
    """Whether two pairings give the same games, colours and bye, on any boards."""
    return compare_pairings(first, second) == Differences()


def try_checker(program: Program, system: str) -> tuple[CheckingTrial, ...]:
    """Have a program's checker judge clean events and one planted error of each kind."""
    asked = program.with_system(system)
    of_orders = _try_rank_orders(asked, system) if program.claims.standings else ()
    return (*_try_checking(asked, system), *of_orders)


def find_missed_errors(program: Program, system: str) -> str:
    """Return the kinds of events about which a program's checker is wrong; empty if it is always right."""
    wrong = [trial for trial in try_checker(program, system) if not trial.is_right]
    return ", ".join(dict.fromkeys(trial.error.value if trial.error else "a clean event" for trial in wrong))


def _try_checking(program: Program, system: str) -> Iterator[CheckingTrial]:
    for clean in events_of(Trial.PLAIN, system):
        yield _check(program, clean, None, None)
    for error in planting.PlantedError:
        for index, event in _supported_events(program, system):
            rng = random.Random(SEED + index)  # noqa: S311 - reproducible, not secret
            planted = planting.plant(event, error, rng, file_rounds_per_round(system))
            if planted is not None:
                yield _check(program, planting.ranked_again(planted.event), error, planted.round_number)
                break


def _supported_events(program: Program, system: str) -> Iterator[tuple[int, Event]]:
    """Yield events to plant errors in, with their numbers: plain ones at last, for a program that does not do byes."""
    unsupported = program.claims.unsupported
    for trial in (Trial.BYES, Trial.PLAIN):
        for index in range(_ATTEMPTS):
            event = event_of(trial, system, index)
            if find_unsupported(event, unsupported) is None:
                yield index, event


def _try_rank_orders(program: Program, system: str) -> Iterator[CheckingTrial]:
    """Have the checker judge a right rank order, and a wrong one of each kind, by tie-breaks that the file names."""
    yield _check(program, _ranked_event(system, 0), None, None)
    for error in planting.PlantedStandings:
        for index in range(_ATTEMPTS):
            rng = random.Random(SEED + index)  # noqa: S311 - reproducible, not secret
            planted = planting.plant_standings(_ranked_event(system, index), error, rng)
            if planted is not None:
                yield _check(program, planted, error, planting.RANK_ORDER)
                break


def _ranked_event(system: str, index: int) -> Event:
    """Return an event with byes and forfeits that names tie-breaks, and is ranked by them."""
    event = event_of(Trial.BYES, system, index)
    tie_breaks = _TIE_BREAKS[batch_kind(system).participants]
    return planting.ranked_again(replace(event, headers=(("202", tie_breaks),), start=_RANKED, end=_RANKED))


def _check(
    program: Program,
    event: Event,
    error: planting.PlantedError | planting.PlantedStandings | None,
    wrong_round: int | None,
) -> CheckingTrial:
    try:
        answer = program.check(event)
    except ProgramError as failure:
        unsupported = failure.kind in _UNSUPPORTED
        return CheckingTrial(error=error, wrong_round=wrong_round, failure=str(failure), unsupported=unsupported)
    return CheckingTrial(error=error, wrong_round=wrong_round, found=answer.objections)


def _try_generating(program: Program, system: str, seed: int) -> GeneratingTrial:
    try:
        event = program.with_system(system).generate(seed)
    except ProgramError as failure:
        unsupported = failure.kind in _UNSUPPORTED
        return GeneratingTrial(seed=seed, system=system, failure=str(failure), unsupported=unsupported)
    entries = list(check_event(event, options=CheckOptions(system=system, as_declared=True)))
    rounds = [entry for entry in entries if isinstance(entry, RoundFinding)]
    refused = next((entry.refusal for entry in entries if not isinstance(entry, RoundFinding) and entry.refusal), "")
    agreed = sum(finding.verdict.outcome is Outcome.CONSISTENT for finding in rounds)
    return GeneratingTrial(seed=seed, system=system, rounds=len(rounds), agreed=agreed, failure=refused)


_ROUND = 2
"""The round that is asked for: players have scores, colours and opponents by then."""


class ProgramDraft(FrozenStruct, frozen=True, kw_only=True):
    """The facts of a program that a first description states."""

    name: str
    pair: tuple[str, ...]
    """The words of the command that pairs; `{input}` and `{output}` stand for files."""
    check: tuple[str, ...] = ()
    """The words of the command that checks; none: the program has no checker, or it is described later."""
    systems: tuple[str, ...]
    dialect: Dialect = Dialect.TRF26
    answer: AnswerForm = AnswerForm.PAIRS

    @property
    def read(self) -> Source:
        """Where the answer stands: in the file `{output}`, or on standard output where no word names that file."""
        return Source.OUTPUT if any("{output}" in word for word in self.pair) else Source.STDOUT

    def write(self) -> str:
        """Write the description as commented TOML."""
        return f"""\
# How Pairproof asks this program. Every key is explained in the manual, page "Other people's programs".
name = {quote_toml(self.name)}
systems = {_list(self.systems)}    # keys of 'pairproof systems', the program's own first
# version = ["{{program}}", "--version"]    # a command that prints the version, so that every record names it

[input]
dialect = {quote_toml(self.dialect.value)}    # the format that the program reads: trf26, trfx or trf16
# without = ["172", "202"]    # records that the program refuses and can do without

[pair]
command = {_list(self.pair)}
answer = {quote_toml(self.answer.value)}    # pairs (a list of pairs), trf (the event with the round added) or json
read = {quote_toml(self.read.value)}    # output (the file {{output}}) or stdout
# no_legal_pairing = "(?i)no legal pairing"    # words by which the program says that no pairing is legal

{self._write_checker()}
# [generate]
# command = ["{{program}}", "-g", "{{output}}", "-s", "{{seed}}"]    # a random event from a seed

[limits]
seconds = 60    # for each answer
"""

    def _write_checker(self) -> str:
        sample = self.check or ("{program}", "{input}", "-c")
        sign = "" if self.check else "# "
        lines = (
            "[check]",
            f"command = {_list(sample)}",
            'read = "stdout"',
            r"round = '(?i)round\D*(\d+)'    # where the part on a round begins; the group is its number",
            "wrong = '(?i)differ|wrong|mismatch'    # words that stand in the part on a round only if it is wrong",
        )
        return "\n".join(f"{sign}{line}" for line in lines) + "\n"


def find_forms(
    draft: ProgramDraft, dialect: Dialect | None = None, answer: AnswerForm | None = None
) -> tuple[ProgramDraft, str]:
    """
    Ask a program for a round in one form after another, until it pairs as the regulation asks.

    A dialect or form of answer that is given is not varied. Return the first draft by which the program pairs so, else
    the first by which it answers, and the first failure if it gave no answer that can be read; else an empty text.
    """
    readable, failures = [], []
    for tried in _variants(draft, dialect, answer):
        try:
            if _pairs_rightly(tried):
                return tried, ""
        except ProgramError as error:
            failures.append(str(error))
            if error.kind is FailureKind.NOT_STARTED:
                break
        else:
            readable.append(tried)
    return (readable[0], "") if readable else (draft, failures[0])


def _variants(draft: ProgramDraft, dialect: Dialect | None, answer: AnswerForm | None) -> Iterator[ProgramDraft]:
    dialects = (dialect,) if dialect else WRITTEN_DIALECTS
    for form, written in product((answer,) if answer else tuple(AnswerForm), dialects):
        yield replace(draft, dialect=written, answer=form)


def _pairs_rightly(draft: ProgramDraft) -> bool:
    """Ask for one round of a small event and compare; raise ProgramError without an answer that can be read."""
    system = draft.systems[0]
    event = cut_before_round(event_of(Trial.PLAIN, system, 0), _ROUND, file_rounds_per_round(system))
    program = CommandProgram(read_description(draft.write()), "")
    try:
        paired = program.with_system(system).pair(event, _ROUND)
    except NoLegalPairingError as error:
        raise ProgramError(FailureKind.GARBLED, f"it says that round {_ROUND} cannot be paired: {error}") from error
    finally:
        program.close()
    return same(paired, engine_for(system).open(event).round(_ROUND).expected())


def _list(words: tuple[str, ...]) -> str:
    return f"[{', '.join(map(quote_toml, words))}]"
