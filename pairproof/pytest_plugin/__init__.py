"""
The pytest plugin: the fixture ``assert_pairs``, and tests made of the conformance suite and of tournament files.

Without one of its options it adds the fixture and nothing else; whatever is heavy is loaded by what is asked for.
docs/ci.md is its description.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pairproof.pytest_plugin.files import ExpectedFile

_PROGRAM = "a program, as 'pairproof program' takes it: mine.toml, command:WORDS, callable:module:function"
_SYSTEM = "the edition (dutch-2026); else the first that the program claims, or that a file says"
_READING = "the side of an open text that every judgement of the session follows (SPP-2026-08=printed)"
_KNOWN = "wrong answers to the suite that are known (KNOWN.toml): expected failures, until they are gone"
_TIME_LIMIT = "for each question of the suite (10)"
_SUITE = "ask the program every question of the conformance suite, a test each"
_KEPT = "where events are kept in which assert_pairs fails, to be asked first the next time (.pairproof)"
_NO_KEPT = "neither keep events nor ask about kept ones"
_BY_XDIST = "pairproof_suite"
_FILES = "collect tournament files (*.trf) that have an expectation beside them"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Describe the options; each can stand in the configuration of pytest as well."""
    group = parser.getgroup("pairproof", "does a chess pairing program pair by the rules?")
    group.addoption("--pairproof-program", metavar="PROGRAM", help=_PROGRAM)
    group.addoption("--pairproof-system", metavar="KEY", help=_SYSTEM)
    group.addoption("--pairproof-reading", metavar="ID=KEY", action="append", help=_READING)
    group.addoption("--pairproof-known", metavar="KNOWN.toml", help=_KNOWN)
    group.addoption("--pairproof-time-limit", metavar="SECONDS", type=float, help=_TIME_LIMIT)
    group.addoption("--pairproof-kept", metavar="DIR", help=_KEPT)
    group.addoption("--pairproof-no-kept", action="store_true", help=_NO_KEPT)
    group.addoption("--pairproof-suite", action="store_true", help=_SUITE)
    group.addoption("--pairproof-files", action="store_true", help=_FILES)
    parser.addini("pairproof_program", _PROGRAM, default="")
    parser.addini("pairproof_system", _SYSTEM, default="")
    parser.addini("pairproof_reading", _READING, type="linelist", default=[])
    parser.addini("pairproof_known", _KNOWN, default="")
    parser.addini("pairproof_time_limit", _TIME_LIMIT, default="")
    parser.addini("pairproof_kept", _KEPT, default=".pairproof")
    parser.addini("pairproof_no_kept", _NO_KEPT, type="bool", default=False)
    parser.addini("pairproof_suite", _SUITE, type="bool", default=False)
    parser.addini("pairproof_files", _FILES, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Load the requested parts, and follow the chosen readings until the end of the session."""
    named = config.getoption("pairproof_reading") or config.getini("pairproof_reading")
    if named:
        _follow_readings(config, named)
    if _asks_suite(config):
        from pairproof.pytest_plugin.suite import SuiteTests  # noqa: PLC0415 - only where it is asked for

        config.pluginmanager.register(SuiteTests(config), "pairproof-suite")
    if config.getoption("pairproof_files") or config.getini("pairproof_files"):
        config.pluginmanager.register(_Files(), "pairproof-files")


def _follow_readings(config: pytest.Config, named: list[str]) -> None:
    from pairproof.api import follow_named_readings  # noqa: PLC0415 - only where a reading is chosen

    following = ExitStack()
    try:
        following.enter_context(follow_named_readings(named))
    except ValueError as error:
        raise pytest.UsageError(f"pairproof: {error}") from error
    config.add_cleanup(following.close)
    config.pluginmanager.register(_ReadingsHeader(), "pairproof-readings")


def _asks_suite(config: pytest.Config) -> bool:
    """Whether the suite is asked for: where files are named, not by the configuration, but by the option."""
    controller: dict[str, Any] | None = vars(config).get("workerinput")  # of pytest-xdist
    if controller is not None:
        return bool(controller.get(_BY_XDIST))
    if config.getoption("pairproof_suite") or not config.getini("pairproof_suite"):
        return bool(config.getoption("pairproof_suite"))
    return config.args_source is not pytest.Config.ArgsSource.ARGS


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of pytest-xdist, for which files are always named, whether the suite is asked for."""
    node.workerinput[_BY_XDIST] = _asks_suite(node.config)


class _ReadingsHeader:
    """Says at the top of the session which readings it follows."""

    def pytest_report_header(self) -> list[str]:
        """Return a line for each reading."""
        from reports.words import describe_readings  # noqa: PLC0415 - only where a reading is chosen
        from tournaments.readings import chosen_readings  # noqa: PLC0415 - likewise

        return [f"pairproof: {sentence}" for sentence in describe_readings(chosen_readings())]


class _Files:
    """Collects tournament files."""

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> ExpectedFile | None:
        """Collect a file that has an expectation beside it."""
        if file_path.suffix.lower() != ".trf":
            return None
        from pairproof.pytest_plugin.files import ExpectedFile  # noqa: PLC0415 - only where there are such files

        return ExpectedFile.beside(file_path, parent)


@pytest.fixture
def assert_pairs(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., None]:
    """Return `pairproof.assert_pairs`, with program and system of the configuration unless they are given."""
    from pairproof.asserting import assert_pairs as assertion  # noqa: PLC0415 - only where it is used
    from pairproof.pytest_plugin.options import Options  # noqa: PLC0415 - likewise

    options = Options.of(pytestconfig)
    kept = options.kept_folder(pytestconfig)

    def with_options(program: Any = None, system: str = "", **terms: Any) -> None:
        """See `pairproof.assert_pairs`; findings are kept in a temporary folder of pytest."""
        __tracebackhide__ = True
        folder = tmp_path_factory.mktemp("pairproof")
        asked = options.require_program() if program is None else program
        assertion(asked, system or options.system, **{"folder": folder, "kept": kept} | terms)

    return with_options
