"""
Programs by a user's words: a name or a description, and the program's place.

Programs that are not commands are defined here: a Python callable, and a folder of events that a program has written.
"""

from __future__ import annotations

import importlib
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from checker.errors import RequestError
from checker.programs.answers import pair_list, pairing_of
from checker.programs.command import CommandProgram, ResidentProgram, executable
from checker.programs.description import Description, description_of, read_description
from checker.programs.folders import read_regular
from checker.programs.process_run import Limits
from checker.programs.program import (
    Claims,
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
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from tournaments.model import Event
from tournaments.ranked_participants import participant_noun
from tournaments.regular_files import suggest_file
from tournaments.suggestion import suggest
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

_LARGEST = 64_000_000
"""Bytes in a file of an event."""


class Pairer(Protocol):
    """
    A function that pairs a round of an event.

    It returns a RoundPairing, or pairs of numbers, White first; ``(12, 0)`` is the pairing-allocated bye of 12. It
    raises NoLegalPairingError if there is no legal pairing.
    """

    def __call__(self, event: Event, round_number: int, /) -> RoundPairing | Iterable[tuple[int, int]]:
        """Pair the round."""
        ...


class CallableProgram(Program):
    """
    A `Pairer`, called in this process; its module may lie in the working directory.

    It may raise NoLegalPairingError; whatever else it raises is a crash. No limit can be enforced on it.
    """

    def __init__(self, place: str) -> None:
        """Import ``module:function``; ProgramError if there is none."""
        module, colon, name = place.partition(":")
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))  # last, so that no file there hides an installed module
        try:
            function = getattr(importlib.import_module(module), name)
        except Exception as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{place}: {type(error).__name__}: {error}") from error
        if not colon or not callable(function):
            raise ProgramError(FailureKind.NOT_STARTED, f"{place}: write module:function")
        try:
            self._unsupported = read_features(getattr(function, "unsupported", ()))
        except ValueError as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{place}.unsupported: {error}") from error
        self._pair: Pairer = function
        version = str(getattr(importlib.import_module(module.partition(".")[0]), "__version__", ""))
        self._place, self._identity = place, Identity(name=place, version=version)
        self.transport = f"callable: {place}"
        self._called: Event | None = None
        self._answered: Callable[[], str] = str

    @property
    def identity(self) -> Identity:
        """The function, and the version of its package."""
        return self._identity

    @property
    def claims(self) -> Claims:
        """The claims of a function: it pairs by any system, but for the features in its attribute ``unsupported``."""
        return Claims(pairs=True, unsupported=self._unsupported)

    @property
    def last_exchange(self) -> ProgramExchange | None:
        """The event of the last call as a file, and the pairing as a list; None if no file can hold the event."""
        try:
            return (
                None
                if self._called is None
                else ProgramExchange(self.input_for(self._called), self._answered().encode())
            )
        except ProgramError:
            return None

    def input_for(self, event: Event) -> bytes:
        """Return the event as a file would hold it."""
        try:
            return write_trf26(event).encode()
        except UnwritableEventError as error:
            raise ProgramError(FailureKind.UNSUPPORTED, str(error)) from error

    def recipe(self, question: ProgramQuestion) -> Recipe | None:
        """Return the place of the function."""
        is_pairing = question is ProgramQuestion.PAIR
        return Recipe(manner=Manner.CALLABLE, words=(self._place,), streams=("stdout",)) if is_pairing else None

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Call the function; see `program.Program`."""
        self._called = None
        require_supported(event, self._unsupported)
        try:
            answer = self._pair(event, round_number)
            pairing = answer if isinstance(answer, RoundPairing) else _read_pairs(answer)
        except NoLegalPairingError as error:
            self._called, self._answered = event, partial(str, error)
            raise
        except ProgramError:
            raise
        except Exception as error:
            raise ProgramError(FailureKind.CRASHED, f"{type(error).__name__}: {error}") from error
        self._called, self._answered = event, partial(pair_list, pairing)
        return pairing


def _read_pairs(answer: Iterable[tuple[int, int]]) -> RoundPairing:
    """Read the pairs of a function, ``(12, 0)`` as the bye of 12; raise ProgramError for other answers."""
    if not isinstance(answer, Iterable) or isinstance(answer, str | bytes):
        message = f"{type(answer).__name__} instead of a RoundPairing or of pairs of numbers"
        raise ProgramError(FailureKind.GARBLED, message)
    pairs = [list(pair) if isinstance(pair, Iterable) else pair for pair in answer]
    byes = [pair for pair in pairs if isinstance(pair, list) and pair[1:] == [0]]
    if len(byes) > 1:
        raise ProgramError(FailureKind.GARBLED, f"{len(byes)} byes in one round")
    games = [pair for pair in pairs if pair not in byes]
    return pairing_of({"pairs": games, "bye": byes[0][0] if byes else None}, 0)


class FilesProgram(Program):
    """
    Events that a program has written: generating event ``seed`` reads file number ``seed``, by name, from 0.

    Links, named pipes and devices have their numbers, too, and are not opened.
    """

    def __init__(self, folder: str, name: str = "") -> None:
        """List the files of a folder; ProgramError if there is none."""
        try:
            self._files = sorted(path for path in Path(folder).iterdir() if path.suffix != ".jsonl" and _is_file(path))
        except OSError as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{folder}: {error.strerror}") from error
        if not self._files:
            raise ProgramError(FailureKind.NOT_STARTED, f"{folder} holds no files")
        self._name, self.transport = name or Path(folder).name, f"files: {folder}"

    @property
    def identity(self) -> Identity:
        """The name of the folder: files do not name the program that wrote them."""
        return Identity(name=self._name)

    @property
    def claims(self) -> Claims:
        """The claims of a folder: its events can be read."""
        return Claims(generates=True)

    def __len__(self) -> int:
        """Number of files."""
        return len(self._files)

    def generate(self, seed: int) -> Event:
        """Read a file; see `program.Program`."""
        if not 0 <= seed < len(self._files):
            raise ProgramError(FailureKind.SILENT, f"there are files 0 to {len(self._files) - 1}, not {seed}")
        path = self._files[seed]
        data = read_regular(str(path), None, _LARGEST)
        self._last = ProgramExchange(b"", data)
        reading = parse_event(data, source=str(path))
        if reading.event is None:
            reason = reading.problems[0] if reading.problems else "no event"
            raise ProgramError(FailureKind.GARBLED, f"{path.name}: {reason}")
        return reading.event


def _is_file(path: Path) -> bool:
    """Whether something in a folder is not a folder itself; it is opened later, and with care."""
    return path.is_symlink() or not path.is_dir()


def print_pairing(place: str, file: str, round_number: str) -> None:
    """Print the pairing of a function for the event in a file, to repeat a question by hand."""
    event = parse_event(Path(file).read_bytes(), source=file).event
    if event is not None:
        print(pair_list(CallableProgram(place).pair(event, int(round_number))), end="")  # noqa: T201 - its purpose


_SUFFIX = ".toml"
_ALIASES = {"bbp6": "bbppairings-6", "bbp5": "bbppairings-5"}


def open_program(spec: str, limits: Limits | None = None, settings: Sequence[str] = ()) -> Program:
    """
    Return the program that a text names.

    ``NAME`` or ``NAME=PROGRAM`` for one described with the product, ``FILE.toml`` or ``FILE.toml=PROGRAM`` for another,
    ``command:WORDS`` for one that pairs by these words, ``callable:module:function``, ``resident:COMMAND``,
    ``files:FOLDER``. PROGRAM may be several words (``python3 checker.py``). ``settings`` change a description, key by
    key (``limits.seconds=5``); the seconds of `limits` stand above both, and what else it has other than by default.

    Raise ProgramError or RequestError, which says what is wrong.
    """
    kind, colon, rest = spec.partition(":")
    if colon and kind in _OTHERS:
        if settings and kind != "resident":
            raise RequestError(f"{spec} has no description, so nothing can be set")
        return _OTHERS[kind](rest, _set_limits(limits, settings))
    if colon and kind == "command":
        description, program = _open_by_kind(rest, settings), ""
    else:
        named, _, program = spec.partition("=")
        description = described(named, settings)
    return CommandProgram(replace(description, limits=_overridden(description.limits, limits)), program)


def is_program_spec(text: str) -> bool:
    """Whether `open_program` reads a text as a name: a described program, a description, or a kind of adapter."""
    name, kind = text.partition("=")[0], text.partition(":")[0]
    is_described = _ALIASES.get(name.lower(), name.lower()) in names_of_descriptions()
    return is_described or name.endswith(_SUFFIX) or (":" in text and kind in (*_OTHERS, "command"))


def _overridden(described: Limits, requested: Limits | None) -> Limits:
    """Keep the requested seconds, and other limits unless they are merely the defaults."""
    if requested is None:
        return described
    usual = Limits()
    chosen = {
        limit.name: getattr(requested, limit.name)
        for limit in fields(Limits)
        if limit.name == "seconds" or getattr(requested, limit.name) != getattr(usual, limit.name)
    }
    return replace(described, **chosen)


_OTHERS: dict[str, Callable[[str, Limits | None], Program]] = {
    "callable": lambda place, _limits: CallableProgram(place),
    "resident": ResidentProgram,
    "files": lambda folder, _limits: FilesProgram(folder),
}


def _set_limits(limits: Limits | None, settings: Sequence[str]) -> Limits | None:
    """Set the limits of a resident program, which has no other settings."""
    for setting in settings:
        if not setting.startswith("limits."):
            raise RequestError(f"'{setting}': of a resident program only limits can be set")
    return _overridden(description_of({"name": "resident"}, settings).limits, limits) if settings else limits


def _open_by_kind(text: str, settings: Sequence[str]) -> Description:
    """Describe a program by its pairing command: the answer is in ``{output}``, if that occurs, or printed."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise RequestError(f"command:{text}: {error}") from error
    table: dict[str, Any] = {"name": Path(words[0]).name if words else "command"}
    if words:
        read = "output" if any("{output}" in word for word in words) else "stdout"
        table["pair"] = {"command": [executable(words[0]), *words[1:]], "read": read}
    return description_of(table, settings)


def described(spec: str, settings: Sequence[str] = ()) -> Description:
    """Return a description by the name of one that comes with the product, or by its file."""
    if spec.endswith(_SUFFIX):
        try:
            text = Path(spec).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            remedy = f"; 'pairproof program new {spec}' writes a description{suggest_file(spec)}"
            raise ProgramError(FailureKind.NOT_STARTED, f"{spec}: {reason}{remedy}") from error
        try:
            return read_description(text, settings)
        except RequestError as error:
            raise RequestError(f"{spec}: {error}") from error
    known = names_of_descriptions()
    name = _ALIASES.get(spec.lower(), spec.lower())
    if name not in known:
        message = f"'{spec}' is not a program that is described here; known are {', '.join(known)}"
        raise RequestError(message + suggest(name, [*known, *_ALIASES]))
    text = (files("checker.programs") / "descriptions" / f"{name}{_SUFFIX}").read_text("utf-8")
    return read_description(text, settings)


def names_of_descriptions() -> list[str]:
    """List the programs that are described with the product."""
    folder = files("checker.programs") / "descriptions"
    return sorted(entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))


def pairer_of(spec: str, system: str = "") -> Callable[[Event, int], RoundPairing]:
    """
    Return a pairer that asks the program of this text (see `specs.open_program`) to pair by a system.

    It raises ProgramError if the program fails, or if its pairing is none of the players or teams that are there: such
    an event cannot be played on. Any other pairing is taken as it is, right or wrong.
    """
    program = open_program(spec).with_system(system)

    def pair(event: Event, round_number: int) -> RoundPairing:
        pairing = program.pair(event, round_number)
        _require_everybody_once(event, pairing)
        return pairing

    return pair


def _require_everybody_once(event: Event, pairing: RoundPairing) -> None:
    there = sorted(_list_present_teams(event) if event.is_team_event else _list_present_players(event))
    named = sorted([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named = sorted([*named, pairing.bye])
    if named != there:
        odd = sorted(set(named) ^ set(there)) or sorted({tpn for tpn in named if named.count(tpn) > 1})
        listed = ", ".join(map(str, odd[:5]))
        message = f"not every present {participant_noun(event)} is paired exactly once: look at {listed}"
        raise ProgramError(FailureKind.GARBLED, message)


def _list_present_players(event: Event) -> list[int]:
    away = {bye.tpn for bye in event.requested_byes}
    return [player.tpn for player in event.players if player.tpn not in away]


def _list_present_teams(event: Event) -> list[int]:
    from tournaments.teams.byes import list_requested_byes  # noqa: PLC0415 - start-up time; few events are of teams

    number = event.rounds_recorded + 1
    away = {bye.tpn for bye in list_requested_byes(event) if bye.round_number == number}
    return [team.number for team in event.teams if team.number not in away]
