"""
Files in, findings out: every recorded round of every event, as the findings come.

Nothing is passed over in silence: a file that cannot be read, an event that no engine supports and a file without a
recorded round each end in a header with a refusal.

Many files are checked by several processes, their findings handed over in the order of the files. A worker that is lost
(killed, out of memory) costs nothing: another worker judges again what had no answer. A file on which two workers were
lost is reported as a crash, and the others go on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from checker.findings import EventHeader, RoundFinding, gather
from checker.records.run import applied, header_of, locate_rows
from checker.time_limit import TimeLimit, TimeLimitReachedError
from checker.verdicts.comparison import finding_of_failure, finding_of_timeout, judge_by_itself, judge_plainly
from checker.verdicts.doubts import declared_points, lone_absences, notes_on_byes, with_lone_absences
from checker.verdicts.interpretations import DEFAULT, Interpretations, is_right
from checker.verdicts.phrases import Roster
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import UnsupportedEventError
from tournaments.blanks import select_blanks
from tournaments.frozen import FrozenStruct
from tournaments.games import describe_contradictions, settle_games
from tournaments.problems import ProblemSeverity, UnreadableEventError
from tournaments.regular_files import (
    MAX_BYTES,
    file_stem,
    normalise_path,
    read_bytes,
    readable_name,
    suggest_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    from checker.findings import Entry, EventFinding
    from checker.second_opinions import SecondOpinions
    from checker.verdicts.doubts import DeclaredPoints, LoneAbsences
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import PreparedEvent, Rules
    from reference_engines.frame.systems import Resolution
    from tournaments.model import Event, ParticipantKind
    from tournaments.trf.reading import ParseResult

    Resolver = Callable[[Event, str], Resolution]


class CheckOptions(FrozenStruct, frozen=True, kw_only=True):
    """The rounds to check, and the regulation."""

    system: str = "auto"
    """Key of a system, or ``auto`` to take it from the file."""
    rounds: tuple[int, int] | None = None
    """The first and the last round to check; None for every recorded round."""
    resolve: Resolver | None = None
    """Chooses the rules for an event by key; None: `reference_engines.frame.systems.resolve`."""
    time_limit: float | None = None
    """Seconds that each event may take, its reading included; None for as long as it takes."""
    as_declared: bool = False
    """Whether nothing is assumed that the file does not declare; a program's own events are judged so."""
    hints: bool = False
    """Whether to look for the likeliest cause of the only discrepant round of an event."""
    anonymous: bool = False
    """Whether names of people are replaced before anything is written."""
    most_bytes: int = MAX_BYTES
    """Larger files are refused before they are read."""
    on_entry: Callable[[Entry], None] | None = None
    """Called with each header and round as soon as it is judged, before what the file leaves undeclared is heeded."""
    explains_byes: bool = False
    """Whether the reason of every right bye is recorded."""
    verify: bool = False
    """Whether every finding is put to the independent verifier."""
    opinions: SecondOpinions | None = None
    """Programs that are asked about discrepant rounds."""
    locates_rows: bool = False
    """Whether the line of every participant's row is looked for, which reports point to."""
    hashes_files: bool = True
    """Whether the header holds the SHA-256 of the file, as records do."""


STANDARD_OPTIONS = CheckOptions()


def check_files(paths: Iterable[str | Path], options: CheckOptions = STANDARD_OPTIONS) -> Generator[Entry]:
    """Check files one after the other, entry by entry; whatever is wrong with one does not stop the next."""
    for path in paths:
        yield from check_file(path, options)


def check_file(path: str | Path, options: CheckOptions = STANDARD_OPTIONS) -> Iterator[Entry]:
    """Read a file and check its event: first its header, then a finding for each round."""
    path = normalise_path(path)
    try:
        data = read_bytes(path, options.most_bytes)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        refusal = f"{readable_name(path)} cannot be read: {reason}{suggest_file(path)}"
        yield _refuse(path, refusal, Verdict.UNREADABLE)
        return
    yield from check_content(data, path, options)


def check_content(data: bytes, path: str | Path, options: CheckOptions = STANDARD_OPTIONS) -> Iterator[Entry]:
    """Check what a file holds, as `check_file` does; ``path`` is only what it is called, and is not opened."""
    path = normalise_path(path)
    limit = TimeLimit(options.time_limit)
    sha256 = _hash_content(data) if options.hashes_files else ""
    paired = _requested_participants(options)
    try:
        reading, header = limit.within(lambda: _read(data, path, sha256, paired, options))
    except TimeLimitReachedError:
        yield _refuse(path, _too_long(limit, "while the file was read"), Verdict.TIMEOUT, sha256)
        return
    except Exception as error:  # noqa: BLE001 - a reader that fails costs this file only
        refusal = f"Our reader failed: {type(error).__name__}: {error}"
        yield _refuse(path, refusal, Verdict.CRASH, sha256)
        return
    if reading.event is None or header is None:
        errors = sum(1 for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        refusal = f"The file cannot be read as an event: {errors} error{'s' if errors != 1 else ''} in it."
        yield replace(_refuse(path, refusal, Verdict.UNREADABLE, sha256), problems=reading.problems)
        return
    yield from _check_settled(reading.event, header, options, limit)


def _hash_content(data: bytes) -> str:
    from hashlib import sha256  # noqa: PLC0415 - start-up time: it loads OpenSSL, and the screen shows no hash

    return sha256(data).hexdigest()


def _read(
    data: bytes, path: str, sha256: str, paired: ParticipantKind | None, options: CheckOptions
) -> tuple[ParseResult, EventHeader | None]:
    from tournaments.trf.reading import parse_event  # noqa: PLC0415 - events made in memory need no reader

    source = readable_name(path)
    reading = parse_event(data, source=source, paired=paired)
    if options.anonymous:
        from checker.anonymisation import anonymous_reading  # noqa: PLC0415 - start-up time; few ask for it

        reading = anonymous_reading(reading)
    if reading.event is None:
        return reading, None
    stem, problems = readable_name(file_stem(path)), reading.problems
    header = header_of(reading.event, stem=stem, source=source, sha256=sha256, problems=problems)
    return reading, locate_rows(header, data) if options.locates_rows else header


def _too_long(limit: TimeLimit, when: str) -> str:
    return f"The time limit was reached {when}: {limit.sentence}"


def _requested_participants(options: CheckOptions) -> ParticipantKind | None:
    """Return the kind of participants that the requested system pairs; None if the file decides."""
    if options.resolve is not None:
        return None
    from reference_engines.frame.systems import paired_by  # noqa: PLC0415 - loads the engine

    return paired_by(options.system)


def _refuse(path: str | Path, refusal: str, verdict: Verdict, sha256: str = "") -> EventHeader:
    source = normalise_path(path)
    return EventHeader(
        event=readable_name(file_stem(source)),
        source=readable_name(source),
        sha256=sha256,
        refusal=refusal,
        verdict=verdict,
    )


def check_event(event: Event, options: CheckOptions = STANDARD_OPTIONS) -> Iterator[Entry]:
    """
    Check an event: first its header, completed by the system that is applied, then a finding for each round.

    An event whose rows contradict each other about a game is refused. Raise KeyError for a system key that does not
    exist.
    """
    try:
        event = settle_games(event)
    except UnreadableEventError as error:
        refusal = f"The event cannot be judged: {'; '.join(describe_contradictions(error.problems))}."
        problems, verdict = error.problems, Verdict.UNREADABLE
        yield EventHeader(event=event.name, source="", problems=problems, refusal=refusal, verdict=verdict)
        return
    header = header_of(event, stem=event.name, source="", sha256="", problems=())
    yield from _check_settled(event, header, options, TimeLimit(options.time_limit))


def _check_settled(event: Event, header: EventHeader, options: CheckOptions, limit: TimeLimit) -> Iterator[Entry]:
    """Check an event of which every game is decided, as the reader leaves it."""
    resolve = options.resolve or _house_resolver()
    try:
        resolution = resolve(event, options.system)
    except Exception as error:
        if isinstance(error, KeyError) and options.system != "auto":
            raise  # there is no such key
        refusal = f"No system could be chosen: {type(error).__name__}: {error}"
        yield replace(header, refusal=refusal, verdict=Verdict.CRASH)
        return
    header = replace(
        header,
        reason=_reason(resolution.reason, resolution.edition),
        contradiction=resolution.contradiction,
    )
    if resolution.engine is None:
        yield replace(header, refusal=resolution.reason, verdict=Verdict.UNSUPPORTED)
        return
    header = replace(header, edition=applied(resolution.engine.edition))
    entries = _check_with(resolution.engine, event, header, options, limit)
    if options.on_entry is not None:
        entries = _announce(entries, options.on_entry)
    yield from (
        entries
        if options.as_declared
        else _heed_undeclared_facts(resolution.engine, event, list(entries), options, limit)
    )


def _announce(entries: Iterable[Entry], on_entry: Callable[[Entry], None]) -> Iterator[Entry]:
    for entry in entries:
        on_entry(entry)
        yield entry


def _heed_undeclared_facts(
    engine: Rules, event: Event, entries: list[Entry], options: CheckOptions, limit: TimeLimit
) -> Iterator[Entry]:
    """
    Yield the entries of an event; where rounds are discrepant, with regard to what the file leaves undeclared.

    An undeclared fact that the games support is assumed for the whole event. A declared one that they contradict is
    mentioned. Rules of a system that is not registered are the caller's, who declares by them.
    """
    (event_finding,) = gather(entries)
    is_ours = any(one.verdict is Verdict.REFERENCE_FAULT for one in event_finding.rounds)
    if not event_finding.discrepant_rounds or is_ours or not _is_registered(engine.edition):
        yield from entries
        return
    try:
        with_facts = limit.within(lambda: _with_undeclared_facts(engine, event, event_finding, options, limit))
    except TimeLimitReachedError:
        with_facts = _without_search(event_finding, f"was not finished: {limit.sentence}")
    except Exception as error:  # noqa: BLE001 - the verdicts by the declarations stand; that is said
        failure = f"{type(error).__name__}: {error}".strip(": ")
        with_facts = _without_search(event_finding, f"failed: {failure}; please report it.")
    yield from with_facts


def _is_registered(edition: Edition) -> bool:
    from reference_engines.frame.systems import are_same_system  # noqa: PLC0415 - loads the engines

    return are_same_system(edition, edition)


def _without_search(event_finding: EventFinding, why: str) -> list[Entry]:
    """Return the entries of an event as declared, with the reason why undeclared facts were not heeded."""
    sentence = f"The search for undeclared facts {why} The verdicts are those of the file as declared."
    return [replace(event_finding.header, failed_search=sentence), *event_finding.rounds]


def _with_undeclared_facts(
    engine: Rules,
    event: Event,
    event_finding: EventFinding,
    options: CheckOptions,
    limit: TimeLimit,
) -> list[Entry]:
    """Return the entries of an event with discrepant rounds under the assumption that its games support, if any."""
    from checker.verdicts.assumptions import SEARCH_CUT, AssumptionSearch, apply_assumption  # noqa: PLC0415 - start-up time

    header, every_round = event_finding.header, replace(options, rounds=None, verify=False, opinions=None)

    def judge(rules: Rules, changed: Event) -> EventFinding:
        (findings_so_far,) = gather(_check_with(rules, changed, header, every_round, limit))
        return findings_so_far

    declared = event_finding if options.rounds is None else judge(engine, event)
    search = AssumptionSearch(event, engine, declared.rounds, system_is_asked_for=options.system != "auto")
    try:
        findings_so_far = search.find_assumption(judge)
        cut = (SEARCH_CUT,) if search.is_cut else ()
        if findings_so_far is None:
            mentioned = search.mention()
            rounds = event_finding.rounds if mentioned else _with_hint(engine, event, event_finding.rounds, options)
            failures = search.describe_failures()
            header = replace(header, explained_by=mentioned, failed_search=failures, notes=(*header.notes, *cut))
            return [header, *rounds]
        assumed = apply_assumption(findings_so_far, declared.rounds)
        is_other = findings_so_far.rules.edition != engine.edition
        reason = f"Taken because the games agree with it. Otherwise: {header.reason}" if is_other else header.reason
        header = replace(
            assumed.header,
            reason=_reason(reason, findings_so_far.rules.edition),
            edition=applied(findings_so_far.rules.edition),
            failed_search=search.describe_failures(),
            notes=(*assumed.header.notes, *cut),
        )
        rounds = [one for one in assumed.rounds if _is_requested(one.round_number, options)]
        if options.verify or options.opinions:
            rounds = list(
                _review(rounds, findings_so_far.rules.open(findings_so_far.cause.change_event(event)), options)
            )
        return [header, *rounds]
    finally:
        search.release()


def _review(findings: Iterable[RoundFinding], prepared: PreparedEvent, options: CheckOptions) -> Iterator[RoundFinding]:
    """Yield the findings with the reasons of byes, put to the independent verifier and to other programs, if wished."""
    if options.explains_byes:
        findings = map(partial(_explain_bye, prepared), findings)
    if options.verify:
        from checker.proofs import FindingVerifier  # noqa: PLC0415 - start-up time; few ask for it

        findings = map(FindingVerifier(prepared).verify, findings)
    for finding in findings:
        yield options.opinions.add_to(finding, prepared) if options.opinions else finding


def _with_hint(
    engine: Rules, event: Event, rounds: Sequence[RoundFinding], options: CheckOptions
) -> Sequence[RoundFinding]:
    """Return the rounds, with the likeliest cause beside the only discrepant one, if hints are asked for."""
    wrong = [one for one in rounds if one.verdict.outcome is Outcome.DISCREPANT]
    if not options.hints or len(wrong) != 1:
        return rounds
    from checker.causes.search import hint_on  # noqa: PLC0415 - likewise

    hint = hint_on(wrong[0], event, engine)
    return [replace(one, hint=f"{one.hint} {hint}".strip()) if one is wrong[0] else one for one in rounds]


def _check_with(
    engine: Rules, event: Event, header: EventHeader, options: CheckOptions, limit: TimeLimit
) -> Iterator[Entry]:
    stages = event.rounds_recorded // engine.edition.file_rounds_per_round
    rounds = [number for number in range(1, stages + 1) if _is_requested(number, options)]
    if stages not in rounds:  # the rank order is that after the last round
        header = replace(header, standings=None)
    if not rounds:
        yield replace(header, refusal=_nothing_to_check(stages, engine.edition, options))
        return
    try:
        judge, header = limit.within(lambda: _prepare(engine, event, header, rounds[-1]))
    except TimeLimitReachedError:
        yield replace(header, refusal=_too_long(limit, "before the first round"), verdict=Verdict.TIMEOUT)
        return
    except UnsupportedEventError as error:
        yield replace(header, refusal=str(error), verdict=Verdict.UNSUPPORTED)
        return
    except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
        refusal = f"Our engine failed before the first round: {type(error).__name__}: {error}"
        yield replace(header, refusal=refusal, verdict=Verdict.CRASH)
        return
    yield header
    try:
        yield from _review(_check_rounds(judge, rounds, limit), judge.prepared, options)
    finally:
        judge.prepared.release()


def _explain_bye(prepared: PreparedEvent, finding: RoundFinding) -> RoundFinding:
    """Return the finding with the reason of its bye, if the bye is right."""
    bye = finding.recorded.bye if finding.recorded else None
    if bye is None or not is_right(finding) or (finding.differences and finding.differences.bye_differs):
        return finding
    from checker.verdicts.reasons import explain_right_bye  # noqa: PLC0415 - start-up time; few ask for it
    from checker.verdicts.round_case import RoundPlayers  # noqa: PLC0415 - likewise

    players = RoundPlayers(prepared=prepared, stage=finding.round_number)
    return replace(finding, bye_reason=explain_right_bye(players, bye))


def _prepare(engine: Rules, event: Event, header: EventHeader, last: int) -> tuple[_Judge, EventHeader]:
    """Prepare an event to be judged up to a last round, with notes on inferred and doubtful facts."""
    prepared = engine.open(event)
    roster = Roster({participant.tpn: participant.name for participant in header.participants})
    header = replace(header, blanks=select_blanks(event, last))
    declared = declared_points(engine, event, header)
    doubts = () if declared is None else (declared.note(prepared, last, roster),)
    absences = lone_absences(event, engine.edition)
    byes = notes_on_byes(absences, event, engine.edition, last, roster)
    notes = (*_notes_on_teams(event), *byes, *doubts, *prepared.notes)
    context = RoundContext(event=header.event, roster=roster, declarations=prepared.source.declarations)
    judge = _Judge(
        prepared=prepared,
        context=context,
        interpretations=Interpretations(prepared, partial(judge_plainly, context=context)),
        declared=declared,
        absences=absences,
    )
    return judge, replace(header, notes=notes)


def _notes_on_teams(event: Event) -> tuple[str, ...]:
    """Note that the teams of an event of players are not paired, if the file does not declare it."""
    if event.paired is None:
        return ()
    return ("The file lists teams, but the games are not those of team against team: individual players are judged.",)


def _house_resolver() -> Resolver:
    from reference_engines.frame.systems import resolve  # noqa: PLC0415 - the engines are loaded when one is needed

    return resolve


def _is_requested(round_number: int, options: CheckOptions) -> bool:
    return options.rounds is None or options.rounds[0] <= round_number <= options.rounds[1]


def _reason(why: str, edition: Edition | None) -> str:
    """Explain why an edition was taken, with a note if its rounds are not those of the file."""
    return " ".join(filter(None, (why, edition.round_note if edition else "")))


def _nothing_to_check(recorded: int, edition: Edition, options: CheckOptions) -> str:
    if not recorded or options.rounds is None:
        return "Nothing to check: the file records no round."
    first, last = options.rounds
    were = f"round {first} was" if first == last else f"rounds {first} to {last} were"
    asked = f"{were} asked for, and the file records {recorded}."
    return _reason(f"Nothing to check: {asked}", edition)


class _Judge(FrozenStruct, frozen=True, kw_only=True):
    """A prepared event, to be judged round by round."""

    prepared: PreparedEvent
    context: RoundContext
    interpretations: Interpretations
    declared: DeclaredPoints | None
    absences: LoneAbsences

    def judge_alone(self, number: int) -> RoundFinding:
        """Judge a round by itself."""
        return self._heed(judge_by_itself(self.interpretations, number, self.context))

    def judge_together(self, rounds: list[int]) -> list[RoundFinding]:
        """Judge rounds under the interpretation that is most favourable to the whole event."""
        from checker.verdicts.event_interpretation import choose_interpretation, judge_under  # noqa: PLC0415 - most events agree

        interpretations = self.interpretations
        try:
            chosen = choose_interpretation(interpretations, self.prepared.recorded_rounds)
        except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
            return [finding_of_failure(interpretations.finding(DEFAULT, number), error) for number in rounds]
        return [self._heed(judge_under(interpretations, chosen, number, self.context)) for number in rounds]

    def _heed(self, finding: RoundFinding) -> RoundFinding:
        """Return the finding with regard to further doubts about the file."""
        heeded = finding
        try:
            if self.prepared.source.is_team_event:
                from checker.verdicts.team_doubts import allow_for_unrecorded  # noqa: PLC0415 - start-up time; few events are of teams

                heeded = allow_for_unrecorded(heeded, self.prepared, self.context)
            heeded = with_lone_absences(heeded, self.absences, self.context.roster)
            return heeded if self.declared is None else self.declared.heed(heeded, self.prepared)
        except Exception as error:  # noqa: BLE001 - what cannot be found out of doubts is a finding, too
            return finding_of_failure(finding, error)


def _check_rounds(judge: _Judge, rounds: list[int], limit: TimeLimit) -> Iterator[RoundFinding]:
    """
    Judge the rounds in order; those for which no time is left are named.

    From the first discrepant round on they are held back until all are judged: then one interpretation is chosen for
    the event.
    """
    findings_so_far: list[RoundFinding] = []
    marked, yielded = False, 0
    try:
        marked = limit.within(lambda: any(_is_illegal(judge.prepared, number) for number in range(1, rounds[0])))
        for number in rounds:
            findings_so_far.append(limit.within(partial(judge.judge_alone, number)))
            if all(is_right(finding) for finding in findings_so_far):
                yielded += 1
                yield _marked(findings_so_far[-1], marked=marked)
        if yielded < len(rounds):
            findings_so_far[yielded:] = limit.within(lambda: judge.judge_together(rounds[yielded:]))
    except TimeLimitReachedError:
        late = rounds[len(findings_so_far) :]
        findings_so_far += [finding_of_timeout(number, judge.context, limit.sentence) for number in late]
    for finding in findings_so_far[yielded:]:
        yield _marked(finding, marked=marked)
        marked = marked or bool(finding.argument.violations)


def _marked(finding: RoundFinding, *, marked: bool) -> RoundFinding:
    return replace(finding, history_marked=True) if marked else finding


def _is_illegal(prepared: PreparedEvent, round_number: int) -> bool:
    """Whether a round that was not requested breaks an absolute rule; False if the engine fails."""
    try:
        return bool(prepared.round(round_number).violations(prepared.round(round_number).posted))
    except Exception:  # noqa: BLE001 - the round is not being judged; what it does to later rounds shows there
        return False


FEWEST_FILES = 40
"""Fewer are checked before a second process is ready."""
_FILES_AT_A_TIME = 4
_TASKS_AHEAD = 3
"""Tasks that wait or are under way, for each worker."""
_FILES_AHEAD = 32
"""For each worker, how far what is handed out may be ahead of what was handed over."""


def check_files_side_by_side(paths: Sequence[str | Path], options: CheckOptions, workers: int) -> Generator[Entry]:
    """
    Check files like `check_files`, with the same entries in the same order.

    A resolver of the options' own must be one that can be sent to others. Closing the iterator ends the workers. Where
    no worker can be started, the files are checked in this process.
    """
    if workers <= 1 or len(paths) < FEWEST_FILES:
        yield from check_files(paths, options)
        return
    from random_tournaments.workers import Workers  # noqa: PLC0415 - start-up time; few files need no other process

    entries: dict[int, list[Entry] | None] = {}
    begun, has_workers = 0, True
    with Workers(workers, partial(_open_worker, tuple(paths), options)) as processes:
        for turn, path in enumerate(paths):
            while has_workers and turn not in entries:
                try:
                    last = min(len(paths), turn + _FILES_AHEAD * workers)
                    while begun < last and processes.pending_tasks < _TASKS_AHEAD * workers:
                        numbers = list(range(begun, min(begun + _FILES_AT_A_TIME, last)))
                        begun += len(numbers)
                        processes.give(numbers)
                    entries |= processes.take()
                except OSError:
                    has_workers = False
            yield from (entries.pop(turn) or [_lost(path)]) if turn in entries else check_file(path, options)


def _open_worker(paths: tuple[str | Path, ...], options: CheckOptions) -> Callable[[list[int]], list[list[Entry]]]:
    """Return the function by which a worker checks files."""
    return lambda numbers: [_check(paths[number], options) for number in numbers]


def _check(path: str | Path, options: CheckOptions) -> list[Entry]:
    """Check a file; a failure of ours costs this file only."""
    try:
        return list(check_file(path, options))
    except Exception as error:  # noqa: BLE001 - whatever fails, the other files are judged
        return [_refuse(path, f"Our engine failed: {type(error).__name__}: {error}", Verdict.CRASH)]


def _lost(path: str | Path) -> EventHeader:
    from random_tournaments.workers import MAX_ATTEMPTS  # noqa: PLC0415 - likewise

    ended = f"{MAX_ATTEMPTS} processes ended before they had judged it: killed, or out of memory."
    return _refuse(path, f"{ended} The other files were judged.", Verdict.CRASH)
