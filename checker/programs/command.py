"""
Programs that are commands: run anew for each question, or kept running for many.

A *resident* program answers one question after the other, a line of JSON each (``schemas/resident.json``). It is
started with the first question, and anew after a failure: one that dies after a thousand answers costs one event.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing.util
import os
import re
import selectors
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from checker.programs.answers import is_number, pairing_of, read_answer, read_generated_event
from checker.programs.description import Description, Input, Source
from checker.programs.folders import EVERY, WorkFolder
from checker.programs.process_run import Limits, ProcessResult, end, run, start, watch_over
from checker.programs.program import (
    AnswerForm,
    CheckerAnswer,
    Claims,
    EventFeature,
    FailureKind,
    Identity,
    Manner,
    Program,
    ProgramError,
    ProgramExchange,
    ProgramQuestion,
    Recipe,
    read_features,
    require_supported,
)
from checker.programs.safe_text import UnsoundError, escape_line, parsed
from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.results import NoLegalPairingError, RoundPairing, UnsupportedEventError
from reference_engines.frame.systems import editions, file_rounds_per_round
from tournaments.model import Dialect, Event, ForbiddenGroup
from tournaments.points import points_of_next_byes, with_points_by_results
from tournaments.teams.byes import write_byes_in_rows
from tournaments.trf.writing import UnwritableEventError, write_event

_SHORT = 80
_OUTPUT = "output"
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
"""Of a round; what is longer is another number."""
_STREAMS = {Source.OUTPUT: (), Source.STDOUT: ("stdout",), Source.BOTH: ("stdout", "stderr")}


class CommandProgram(Program):
    """A program that is run by a description."""

    def __init__(self, description: Description, program: str = "", system: str = "") -> None:
        """Take the words of the command (a path, or ``java -jar x.jar``); raise ProgramError for a missing program."""
        self._description = description
        self._words = _program_words(program or description.program)
        self._system = system
        self._version: str | None = None
        shown = description.pair or description.check or description.generate
        self.transport = "command: " + (shlex.join(self._filled(shown.command, {})) if shown else "none")

    def with_system(self, system: str) -> CommandProgram:
        """Return the program for a system; the two programs share no process."""
        asked = copy(self)
        asked._system, asked._last = system, None  # noqa: SLF001 - a copy of our own
        return asked

    @property
    def identity(self) -> Identity:
        """The name of the program, and the version that it reports."""
        if self._version is None:
            self._version = self._ask_version()
        return Identity(name=self._description.name, version=self._version)

    @property
    def claims(self) -> Claims:
        """The claims of the description; a system that the description names counts as claimed."""
        described = self._description
        asked = (self._followed,) if self._followed in described.system_names else ()
        return Claims(
            systems=tuple(dict.fromkeys((*asked, *described.systems))),
            pairs=described.pair is not None,
            checks=described.check is not None,
            standings=described.check is not None and bool(described.check.wrong_standings),
            generates=described.generate is not None and self._is_of_own_kind,
            boards=described.boards,
            unsupported=described.unsupported,
        )

    def input_for(self, event: Event) -> bytes:
        """Return the input file of an event; raise ProgramError if the form cannot hold the event."""
        return file_for(event, self._description.input)

    def recipe(self, question: ProgramQuestion) -> Recipe | None:
        """Describe how the program is asked."""
        described = self._description
        asked = {
            ProgramQuestion.PAIR: described.pair,
            ProgramQuestion.CHECK: described.check,
            ProgramQuestion.GENERATE: described.generate,
        }[question]
        if asked is None:
            return None
        words = tuple(self._filled(asked.command, {"system": self._system_name}))
        form = described.pair.answer if described.pair else AnswerForm.PAIRS
        return Recipe(manner=Manner.COMMAND, words=words, streams=_STREAMS[asked.read], form=form)

    @property
    def _followed(self) -> str:
        """Key of the system that it is asked for; its own, if it knows no other way to be asked."""
        described, wanted = self._description, self._system.partition("/")[0]
        if wanted in (*described.systems, *described.system_names) or not described.systems:
            return wanted
        return described.systems[0]

    @property
    def _is_of_own_kind(self) -> bool:
        """Whether the system that it is asked for pairs players or teams as its own system does."""
        of_teams = {edition.key for edition in editions() if edition.pairs_teams}
        own = self._description.systems[:1]
        return not own or (own[0] in of_teams) == (self._followed in of_teams)

    @property
    def _system_name(self) -> str:
        return self._description.system_names.get(self._followed, self._followed)

    @property
    def _games(self) -> int:
        """Rounds of the file in a round that is paired."""
        return file_rounds_per_round(self._system or self._followed)

    def _ask_version(self) -> str:
        if not self._description.version:
            return ""
        with WorkFolder() as folder:
            try:
                ended = run(self._filled(self._description.version, {}), folder.path, self._description.limits)
            except ProgramError:
                return ""
        said = (ended.stdout.strip() or ended.stderr.strip()).decode("utf-8", "replace")
        found = re.search(self._description.version_form or "(?m)^(.*)$", said)
        return escape_line((found[1] or "").strip(), _SHORT) if found else ""

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Pair the round after those that the event records; see `program.Program`."""
        asked = self._description.pair
        if asked is None:
            raise ProgramError(FailureKind.UNSUPPORTED, "its description has no [pair]")
        ended, answer = self._run(asked.command, asked.read, event, round_number)
        said = (ended.stdout + ended.stderr).decode("utf-8", "replace")
        words = asked.no_legal_pairing
        if ended.status in asked.no_legal_pairing_status or (words and re.search(words, said)):
            raise NoLegalPairingError(ended.evidence or f"exit status {ended.status}")
        if ended.status:
            raise ended.failure
        if not answer.strip():
            raise ProgramError(FailureKind.SILENT, ended.evidence or "no answer, exit status 0")
        return read_answer(answer, asked.answer, round_number, self._games)

    def check(self, event: Event) -> CheckerAnswer:
        """Have the program's checker judge the recorded rounds; see `program.Program`."""
        asked = self._description.check
        if asked is None:
            raise ProgramError(FailureKind.UNSUPPORTED, "its description has no [check]")
        rounds = event.rounds_recorded // self._games
        ended, answer = self._run(asked.command, asked.read, event, rounds)
        text = answer.decode("utf-8", "replace").replace("\r", "\n")
        if asked.failed and re.search(asked.failed, text + ended.stderr.decode("utf-8", "replace")):
            raise ProgramError(FailureKind.CRASHED, ended.evidence)
        parts = _parts(text, asked.round)
        if set(parts) < set(range(1, rounds + 1)):
            if ended.status:
                raise ended.failure
            told = f"rounds {sorted(parts)} of {rounds}" if parts else "no round"
            raise ProgramError(FailureKind.SILENT, f"it speaks of {told}: {ended.evidence}")
        wrong = frozenset(number for number, part in parts.items() if re.search(asked.wrong, part))
        excerpt = "\n".join(parts[number].strip() for number in sorted(wrong))
        standings = bool(re.search(asked.wrong_standings, text)) if asked.wrong_standings else None
        return CheckerAnswer(wrong_rounds=wrong, wrong_standings=standings, excerpt=excerpt)

    def generate(self, seed: int) -> Event:
        """Have the program's generator play an event; see `program.Program`."""
        asked = self._description.generate
        if asked is None:
            raise ProgramError(FailureKind.UNSUPPORTED, "its description has no [generate]")
        if not self._is_of_own_kind:
            raise ProgramError(FailureKind.UNSUPPORTED, f"its generator makes events of {self._description.systems[0]}")
        with WorkFolder() as folder:
            command = self._filled(asked.command, {"output": str(folder.path / _OUTPUT), "seed": str(seed)})
            ended = run(command, folder.path, self._description.limits)
            if ended.status:
                raise ended.failure
            data = self._answer(asked.read, folder, ended)
        self._last = ProgramExchange(b"", data)
        if not data.strip():
            raise ProgramError(FailureKind.SILENT, ended.evidence)
        event = read_generated_event(data)
        if asked.finished and event.rounds_declared is None:
            return replace(event, rounds_declared=event.rounds_recorded)
        return event

    def _run(
        self, command: Sequence[str], read: Source, event: Event, round_number: int
    ) -> tuple[ProcessResult, bytes]:
        """Run a command on an event; return its result and its answer, which may be empty."""
        self._last = None
        require_supported(event, self._description.unsupported)
        with WorkFolder() as folder:
            content = self.input_for(event)
            values = {
                "input": str(folder.write("event.trf", content)),
                "output": str(folder.path / _OUTPUT),
                "round": str(round_number),
                "system": self._system_name,
            }
            ended = run(self._filled(command, values), folder.path, self._description.limits)
            answer = self._answer(read, folder, ended)
        self._last = ProgramExchange(content, answer or ended.stdout + ended.stderr)
        return ended, answer

    def _answer(self, read: Source, folder: WorkFolder, ended: ProcessResult) -> bytes:
        """Return the output to be read; empty without output, or after a failure."""
        if read is Source.STDOUT:
            return ended.stdout
        if read is Source.BOTH:
            return ended.stdout + b"\n" + ended.stderr
        try:
            return folder.read(_OUTPUT, self._description.limits.output_bytes)
        except ProgramError:
            if ended.status:  # which says more
                return b""
            raise

    def _filled(self, command: Sequence[str], values: dict[str, str]) -> list[str]:
        words: list[str] = []
        values = values | {"folder": str(Path(self._words[-1]).parent) if self._words else ""}
        for word in command:
            if word == "{program}":
                words += self._words
            elif word == "{runner}":
                words += self._words[:-1]
            elif os.sep in word and "{" not in word:
                words.append(absolute(word))
            else:
                words.append(re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), word))
        return words


def file_for(event: Event, form: Input) -> bytes:
    """Write an event in the form that a program takes; ProgramError if the form cannot hold it."""
    if not form.knows_baku:
        try:
            event = with_listed_points(event)
        except UnsupportedEventError as error:
            raise ProgramError(FailureKind.UNSUPPORTED, str(error)) from error
    if form.forbids_in_pairs:
        event = replace(event, forbidden=tuple(pair for group in event.forbidden for pair in _write_pairs(group)))
    if form.team_byes_in_rows:
        event = write_byes_in_rows(event)
    code, text = event.system.code, event.system.text
    if form.system_code is not None:
        code = form.system_code + ("_BAKU" if code.endswith("_BAKU") and form.system_code else "")
    if form.known_codes and code.removesuffix("_BAKU") not in form.known_codes:
        code = ""
    if form.system_text is not None:
        text = form.system_text
    event = replace(_with_points(event, form), system=replace(event.system, code=code, text=text))
    try:
        lines = write_event(event, form.dialect, line_end=form.line_end).splitlines(keepends=True)
        kept = (_with_letters(line, form.scoring_letters) for line in lines if line[:3] not in form.without)
        return "".join(kept).encode(form.encoding)
    except UnwritableEventError as error:
        raise ProgramError(FailureKind.UNSUPPORTED, str(error)) from error
    except (UnicodeEncodeError, LookupError) as error:
        raise ProgramError(FailureKind.UNSUPPORTED, f"encoding {form.encoding}: {error}") from error


def _write_pairs(group: ForbiddenGroup) -> Iterator[ForbiddenGroup]:
    for pair in combinations(sorted(group.players), 2):
        yield replace(group, players=frozenset(pair))


def _with_letters(line: str, letters: dict[str, str]) -> str:
    """Write a record 162 with a program's own letters."""
    if not letters or not line.startswith("162"):
        return line

    def renamed(match: re.Match[str]) -> str:
        letter = letters.get(match[1], match[1])
        return letter + match[2] if letter else " " * len(match[0])

    return re.sub(r"([A-Z])( *\d+(?:\.\d+)?)", renamed, line)


def _with_points(event: Event, form: Input) -> Event:
    """Return the event with the points that follow from its rows."""
    byes = points_of_next_byes(event) if form.counts_next_byes else {}
    event = with_points_by_results(event)
    players = (replace(player, points=(player.points or 0) + byes.get(player.tpn, 0)) for player in event.players)
    return replace(event, players=tuple(players))


def _program_words(program: str) -> list[str]:
    """Return the words of a command; a path with blanks is one word."""
    try:
        words = [program] if is_there(program) else shlex.split(program)
    except ValueError as error:
        raise ProgramError(FailureKind.NOT_STARTED, f"{program}: {error}") from error
    if not words:
        return []
    return [absolute(word) for word in (executable(words[0]), *words[1:])]


def executable(name: str) -> str:
    """Find a program on the path, or beside the Python that runs us; ProgramError if it is nowhere."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which(name) or shutil.which(name, path=beside) or (name if is_there(name) else None)
    if found is None:
        raise ProgramError(FailureKind.NOT_STARTED, f"there is no {name}; write its path, as in NAME=PATH")
    return found


def absolute(word: str) -> str:
    """Return a word of a command, with its whole path if it names a file: programs run in a folder of their own."""
    return str(Path(word).absolute()) if is_there(word) else word


def is_there(name: str) -> bool:
    """Whether a word names a file, which a line of program text does not."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _parts(text: str, expression: str) -> dict[int, str]:
    """Split the output of a checker by round."""
    found = [match for match in re.finditer(expression, text, re.MULTILINE) if match[1] and _NUMBER.fullmatch(match[1])]
    if not found:
        return {}
    stops = [match.start() for match in found[1:]] + [len(text)]
    parts: dict[int, str] = {}
    for match, stop in zip(found, stops, strict=True):
        parts[int(match[1])] = parts.get(int(match[1]), "") + text[match.start() : stop]
    return parts


PROTOCOL = 1
_FORM = Input(dialect=Dialect.TRF26, knows_baku=False)
_CHUNK = 65536
_MAX_TEXT = 80
_REASON = 300
_MOST_TEXTS = 100
_LAST = 999
"""The greatest number that a round can have."""


def schema() -> dict[str, Any]:
    """Return the JSON schema of a line of the conversation."""
    loaded: dict[str, Any] = json.loads(files("checker").joinpath("schemas", "resident.json").read_text("utf-8"))
    return loaded


class ResidentProgram(Program):
    """A program that speaks JSON lines over its standard input and output."""

    def __init__(self, command: str | Sequence[str], limits: Limits | None = None) -> None:
        """Take the command, without starting a process; raise ProgramError for a missing program."""
        try:
            self._command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{command}: {error}") from error
        if not self._command:
            raise ProgramError(FailureKind.NOT_STARTED, "write resident:COMMAND")
        self._command = [absolute(word) for word in self._command]
        self.transport = f"resident: {shlex.join(self._command)}"
        self._limits = limits or Limits()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: WorkFolder | None = None
        self._at_exit: multiprocessing.util.Finalize | None = None
        self._buffer = bytearray()
        self._asked = 0
        self._identity: Identity | None = None
        self._unsupported: tuple[EventFeature, ...] = ()
        self._line_read = b""

    @property
    def identity(self) -> Identity:
        """Name and version that the program reports; the name of the command if the program does not start."""
        if self._identity is None:
            with contextlib.suppress(ProgramError):
                self._started()
        return self._identity or Identity(name=Path(self._command[-1]).name)

    def input_for(self, event: Event) -> bytes:
        """Return the text of an event in a question."""
        return file_for(event, _FORM)

    def recipe(self, question: ProgramQuestion) -> Recipe | None:
        """Return the recipe that starts the program; the protocol describes the dialogue."""
        del question
        words = tuple(self._command)
        return Recipe(manner=Manner.RESIDENT, words=words, streams=("stdout",), form=AnswerForm.JSON)

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Ask for a pairing; see `program.Program`."""
        answer = self._ask_about(event, "pair", round=round_number)
        if answer.get("no_legal_pairing"):
            raise NoLegalPairingError(escape_line(str(answer.get("reason", "it says so")), _REASON))
        return pairing_of(answer, round_number)

    def check(self, event: Event) -> CheckerAnswer:
        """Ask the program's checker; see `program.Program`."""
        answer = self._ask_about(event, "check")
        wrong = answer.get("wrong_rounds")
        if not isinstance(wrong, list) or not all(is_number(number) and 1 <= number <= _LAST for number in wrong):
            raise ProgramError(FailureKind.GARBLED, f"a list of 'wrong_rounds' is expected, numbers from 1 to {_LAST}")
        standings = answer.get("wrong_standings")
        if not isinstance(standings, bool | None):
            raise ProgramError(FailureKind.GARBLED, "'wrong_standings' is true or false, or left out")
        return CheckerAnswer(
            wrong_rounds=frozenset(wrong), wrong_standings=standings, excerpt=str(answer.get("excerpt", ""))
        )

    def generate(self, seed: int) -> Event:
        """Ask the program's generator; see `program.Program`."""
        text = self._ask("generate", seed=seed).get("trf")
        self._last = ProgramExchange(b"", str(text).encode())
        return read_generated_event(self._last.answer)

    def capabilities(self) -> dict[str, Any]:
        """Ask for the program's capabilities; empty without an answer."""
        try:
            return self._ask("capabilities")
        except ProgramError:
            return {}

    @property
    def claims(self) -> Claims:
        """The program's claims; by default, that it pairs."""
        told = self.capabilities()
        does = _texts(told.get("does"))
        return Claims(
            systems=_texts(told.get("systems")),
            pairs=not told or "pair" in does,
            checks="check" in does,
            standings="standings" in does,
            generates="generate" in does,
            unsupported=self._unsupported,
        )

    def close(self) -> None:
        """Ask the program to stop, and end its process."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProgramError, OSError, subprocess.TimeoutExpired):
                self._send({"id": self._asked + 1, "do": "stop"})
                self._process.wait(0.5)
        self._end()

    def _ask_about(self, event: Event, request: str, **details: Any) -> dict[str, Any]:
        """Ask one question about an event, and remember the exchange."""
        self._last = None
        self._started()
        require_supported(event, self._unsupported)
        given = self.input_for(event)
        answer = self._ask(request, trf=given.decode(), **details)
        self._last = ProgramExchange(given, self._line_read)
        return answer

    def _ask(self, request: str, **details: Any) -> dict[str, Any]:
        """Ask one question and return the answer to it; the program is ended if it fails."""
        try:
            self._started()
            answer = self._exchange(request, **details)
        except ProgramError:
            self._end()
            raise
        if "error" in answer:
            raise ProgramError(FailureKind.UNSUPPORTED, str(answer["error"])[:_MAX_TEXT])
        return answer

    def _started(self) -> None:
        if self._process is not None:
            return
        try:
            self._start()
        except ProgramError:
            self._end()
            raise

    def _start(self) -> None:
        self._folder = WorkFolder()
        # Also in a worker process, where functions registered with `atexit` are not called.
        self._at_exit = multiprocessing.util.Finalize(None, self.close, exitpriority=10)
        self._process = start(self._command, self._folder.path, self._limits, stdin=subprocess.PIPE)
        if self._process.stdin is not None:
            os.set_blocking(self._process.stdin.fileno(), False)
        hello = self._exchange("start", protocol=PROTOCOL)
        self._identity = Identity(name=str(hello.get("name", "")) or "unnamed", version=str(hello.get("version", "")))
        try:
            self._unsupported = read_features(hello.get("unsupported", []))
        except ValueError as error:
            raise ProgramError(FailureKind.GARBLED, f"'unsupported': {error}") from error

    def _exchange(self, request: str, **details: Any) -> dict[str, Any]:
        self._asked += 1
        self._send({"id": self._asked, "do": request, **details})
        line = self._line_read = self._line()
        try:
            answer = parsed(line)
        except UnsoundError as error:
            raise ProgramError(FailureKind.GARBLED, f"{error}: {line[:_MAX_TEXT]!r}") from error
        if not isinstance(answer, dict):
            raise ProgramError(FailureKind.GARBLED, f"not an object: {line[:_MAX_TEXT]!r}")
        if answer.get("id") != self._asked or not is_number(answer["id"]):
            raise ProgramError(
                FailureKind.WRONG_ROUND, f"answer {str(answer.get('id'))[:_MAX_TEXT]} to question {self._asked}"
            )
        return answer

    def _send(self, question: dict[str, Any]) -> None:
        """Write a question within the time limit; a program may not read its input."""
        process = self._process
        if process is None or process.stdin is None:
            raise ProgramError(FailureKind.NOT_STARTED, self._command[0])
        left = memoryview(json.dumps(question).encode() + b"\n")
        deadline = time.monotonic() + self._limits.seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while left:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise ProgramError(FailureKind.TIMED_OUT, f"it read nothing for {self._limits.seconds:g} seconds")
                try:
                    left = left[os.write(process.stdin.fileno(), left) :]
                except BrokenPipeError:
                    return  # it reads no more; what it printed before, and how it ended, tells why

    def _line(self) -> bytes:
        """Read one line within the limits."""
        process = self._process
        if process is None or process.stdout is None or process.stderr is None:
            raise ProgramError(FailureKind.NOT_STARTED, self._command[0])
        deadline = time.monotonic() + self._limits.seconds
        watch = watch_over(process, self._folder.path if self._folder else Path(), self._limits)
        with selectors.DefaultSelector() as selector:
            for stream in (process.stdout, process.stderr):
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise ProgramError(FailureKind.TIMED_OUT, f"{self._limits.seconds:g} seconds")
                watch.look()
                for key, _ in selector.select(min(left, EVERY)):
                    data = os.read(key.fd, _CHUNK)
                    if not data and key.fd == process.stdout.fileno():
                        raise self._gone(process)
                    if not data:
                        selector.unregister(key.fileobj)
                    elif key.fd == process.stdout.fileno():
                        self._buffer += data
                    if len(self._buffer) > self._limits.output_bytes:
                        raise ProgramError(FailureKind.FLOODED, f"a line of over {self._limits.output_bytes} bytes")
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        return line

    def _gone(self, process: subprocess.Popen[bytes]) -> ProgramError:
        try:
            status = process.wait(1.0)
        except subprocess.TimeoutExpired:
            return ProgramError(FailureKind.SILENT, "it closed its output")
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return ProgramError(FailureKind.CRASHED, how)

    def _end(self) -> None:
        if self._at_exit is not None:
            self._at_exit.cancel()
            self._at_exit = None
        if self._process is not None:
            end(self._process)
            self._process = None
        if self._folder is not None:
            self._folder.close()
            self._folder = None
        self._buffer = bytearray()


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts of a program's list, each shortened, up to the most that are kept."""
    listed = value if isinstance(value, list) else []
    return tuple(escape_line(text, _MAX_TEXT) for text in listed[:_MOST_TEXTS] if isinstance(text, str))
