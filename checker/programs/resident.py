"""
A program that stays and answers one question after the other, a line of JSON each (``schemas/resident.json``).

It is started with the first question, and anew after a failure: one that dies after a thousand answers costs one event.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing.util
import os
import selectors
import shlex
import subprocess
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.programs.answers import is_number, pairing_of
from checker.programs.command import absolute, file_for
from checker.programs.description import Input
from checker.programs.exchange import AnswerForm, Manner, ProgramExchange, ProgramQuestion, Recipe
from checker.programs.folders import EVERY, WorkFolder
from checker.programs.process_run import Limits, end, start, watch_over
from checker.programs.program import (
    CheckerAnswer,
    Claims,
    EventFeature,
    FailureKind,
    Identity,
    Program,
    ProgramError,
    read_features,
    require_supported,
)
from checker.programs.safe_text import UnsoundError, escape_line, parsed
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from tournaments.model import Dialect, Event
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Sequence


PROTOCOL = 1
_FORM = Input(dialect=Dialect.TRF26, knows_baku=False)
_CHUNK = 65536
_SHORT = 80
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
        """Take the command that starts it; nothing is started yet. ProgramError if that is none."""
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
        """Name and version, as it says at the start; the command's name if it does not start."""
        if self._identity is None:
            with contextlib.suppress(ProgramError):
                self._started()
        return self._identity or Identity(name=Path(self._command[-1]).name)

    def input_for(self, event: Event) -> bytes:
        """Return the text of an event in a question."""
        return file_for(event, _FORM)

    def recipe(self, question: ProgramQuestion) -> Recipe | None:
        """Return the recipe that starts it; its protocol describes the dialogue."""
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
        """Ask its checker; see `program.Program`."""
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
        """Ask its generator; see `program.Program`."""
        text = self._ask("generate", seed=seed).get("trf")
        self._last = ProgramExchange(b"", str(text).encode())
        reading = parse_event(str(text).encode(), source="generated")
        if reading.event is None:
            raise ProgramError(FailureKind.GARBLED, str(reading.problems[0]) if reading.problems else "no event")
        return reading.event

    def capabilities(self) -> dict[str, Any]:
        """Ask for its capabilities; empty if it does not answer."""
        try:
            return self._ask("capabilities")
        except ProgramError:
            return {}

    @property
    def claims(self) -> Claims:
        """Its claims; by default, that it pairs."""
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
        """Ask it to stop, and end it."""
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
            raise ProgramError(FailureKind.UNSUPPORTED, str(answer["error"])[:_SHORT])
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
            raise ProgramError(FailureKind.GARBLED, f"{error}: {line[:_SHORT]!r}") from error
        if not isinstance(answer, dict):
            raise ProgramError(FailureKind.GARBLED, f"not an object: {line[:_SHORT]!r}")
        if answer.get("id") != self._asked or not is_number(answer["id"]):
            raise ProgramError(
                FailureKind.WRONG_ROUND, f"answer {str(answer.get('id'))[:_SHORT]} to question {self._asked}"
            )
        return answer

    def _send(self, question: dict[str, Any]) -> None:
        """Write a question within the time; a program that does not read must not keep us waiting."""
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
    """Return the texts in a list that it told, none too long, and not too many."""
    listed = value if isinstance(value, list) else []
    return tuple(escape_line(text, _SHORT) for text in listed[:_MOST_TEXTS] if isinstance(text, str))
