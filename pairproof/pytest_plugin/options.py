"""The program to test and its settings, from the options or the configuration of pytest; and the tests of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checker.errors import RequestError
from checker.known_findings.entries import KnownList
from checker.known_findings.marking import read_known
from checker.programs.folders import sweep
from checker.programs.process_run import Limits
from checker.programs.program import Program, ProgramError
from checker.programs.specs import open_program
from tournaments.frozen import FrozenStruct


class NotAsExpectedError(Exception):
    """A file, or the answer of a program, is not as expected; the message is the argument."""


class ArgumentTest(pytest.Item):
    """A test that tells an argument where it fails."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any, **__: Any) -> Any:
        """Tell the argument, without a trace of ours."""
        return str(excinfo.value) if isinstance(excinfo.value, NotAsExpectedError) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Name the test in the heading of its failure."""
        return self.path, None, self.name


class Options(FrozenStruct, frozen=True, kw_only=True):
    """The program, and the settings for its questions; an empty text stands for no setting."""

    program: str = ""
    system: str = ""
    known: str = ""
    """A list of known findings, seen from the folder of the configuration."""
    time_limit: float | None = None
    """Seconds for each question."""
    kept: str = ""
    """Where failing events are kept, seen from the folder of the configuration."""
    no_kept: bool = False

    @classmethod
    def of(cls, config: pytest.Config) -> Options:
        """Read the options; raise UsageError for an impossible time limit."""
        settings = {
            name: config.getoption(f"pairproof_{name}") or config.getini(f"pairproof_{name}")
            for name in cls.__struct_fields__
        }
        limit = settings.pop("time_limit")
        return cls(**settings, time_limit=_seconds(limit) if limit else None)

    def require_program(self) -> str:
        """Return the program; raise UsageError if no program is named."""
        if not self.program:
            raise pytest.UsageError("pairproof: which program? Say it by --pairproof-program, or pairproof_program")
        return self.program

    def known_list(self, config: pytest.Config) -> KnownList | None:
        """Read the list of known findings, if a list is named; raise UsageError."""
        if not self.known:
            return None
        try:
            return read_known(config.rootpath / self.known)
        except RequestError as error:
            raise pytest.UsageError(f"pairproof: {error}") from error

    def kept_folder(self, config: pytest.Config) -> Path | None:
        """Return the folder for failing events; None to keep no event."""
        return None if self.no_kept or not self.kept else config.rootpath / self.kept

    def opened(self, seconds: float | None = None) -> Program:
        """Open the program, with a time limit in seconds for each question unless another limit was set; UsageError."""
        limit = self.time_limit or seconds
        sweep()
        try:
            return open_program(self.require_program(), Limits(seconds=limit) if limit else None)
        except (RequestError, ProgramError) as error:
            raise pytest.UsageError(f"pairproof: {error}") from error


def _seconds(settings: str | float) -> float:
    try:
        seconds = float(settings)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise pytest.UsageError(f"pairproof: the time limit is '{settings}'; write seconds, more than 0")
    return seconds
