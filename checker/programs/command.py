"""A program that is run anew for everything that it is asked."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from copy import copy
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from checker.programs.answers import read_answer
from checker.programs.description import Description, Input, Source
from checker.programs.exchange import AnswerForm, Manner, ProgramExchange, ProgramQuestion, Recipe
from checker.programs.folders import WorkFolder
from checker.programs.process_run import ProcessResult, run
from checker.programs.program import (
    CheckerAnswer,
    Claims,
    FailureKind,
    Identity,
    Program,
    ProgramError,
    require_supported,
)
from checker.programs.safe_text import escape_line
from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.results import NoLegalPairingError, RoundPairing, UnsupportedEventError
from reference_engines.frame.systems import editions, file_rounds_per_round
from tournaments.points import points_of_next_byes, with_points_by_results
from tournaments.teams.byes import write_byes_in_rows
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.model import Event, ForbiddenGroup

_SHORT = 80
_OUTPUT = "output"
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
"""Of a round; what is longer is another number."""
_STREAMS = {Source.OUTPUT: (), Source.STDOUT: ("stdout",), Source.BOTH: ("stdout", "stderr")}


class CommandProgram(Program):
    """A program by its description."""

    def __init__(self, description: Description, program: str = "", system: str = "") -> None:
        """Take the words that run it (a path, or ``java -jar x.jar``); ProgramError if there is no such program."""
        self._description = description
        self._words = _program_words(program or description.program)
        self._system = system
        self._version: str | None = None
        shown = description.pair or description.check or description.generate
        self.transport = "command: " + (shlex.join(self._filled(shown.command, {})) if shown else "none")

    def with_system(self, system: str) -> CommandProgram:
        """Return it as it is asked to work by a system; nothing runs that the two would share."""
        asked = copy(self)
        asked._system, asked._last = system, None  # noqa: SLF001 - a copy of our own
        return asked

    @property
    def identity(self) -> Identity:
        """Name, and the version that it tells."""
        if self._version is None:
            self._version = self._ask_version()
        return Identity(name=self._description.name, version=self._version)

    @property
    def claims(self) -> Claims:
        """The claims of its description; a system that the description names is its own if requested."""
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
        """Return the file that it is given; ProgramError if there is none of the event."""
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
        """Have its checker judge the recorded rounds; see `program.Program`."""
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
        """Have its generator play an event; see `program.Program`."""
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
        reading = parse_event(data, source="generated")
        if reading.event is None:
            raise ProgramError(FailureKind.GARBLED, str(reading.problems[0]) if reading.problems else "no event")
        if asked.finished and reading.event.rounds_declared is None:
            return replace(reading.event, rounds_declared=reading.event.rounds_recorded)
        return reading.event

    def _run(
        self, command: Sequence[str], read: Source, event: Event, round_number: int
    ) -> tuple[ProcessResult, bytes]:
        """Run a command on an event; return how it ended and its answer, empty if there is none."""
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
        """Return the output to be read; empty if there is none, or the program has failed."""
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
    """Let points follow from the rows."""
    byes = points_of_next_byes(event) if form.counts_next_byes else {}
    event = with_points_by_results(event)
    players = (replace(player, points=(player.points or 0) + byes.get(player.tpn, 0)) for player in event.players)
    return replace(event, players=tuple(players))


def _program_words(program: str) -> list[str]:
    """Return the words that run a program; a path with blanks is one word."""
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
    """Split a checker's output into its parts by round."""
    found = [match for match in re.finditer(expression, text, re.MULTILINE) if match[1] and _NUMBER.fullmatch(match[1])]
    if not found:
        return {}
    ends = [match.start() for match in found[1:]] + [len(text)]
    parts: dict[int, str] = {}
    for match, end in zip(found, ends, strict=True):
        parts[int(match[1])] = parts.get(int(match[1]), "") + text[match.start() : end]
    return parts
