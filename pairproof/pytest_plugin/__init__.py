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

_OPTIONS: dict[str, tuple[str, Any, str]] = {
    "program": (
        "PROGRAM",
        "",
        "a program, as 'pairproof program' takes it: mine.toml, command:WORDS, callable:module:function",
    ),
    "system": ("KEY", "", "the edition (dutch-2026); else the first that the program claims, or that a file says"),
    "reading": (
        "ID=KEY",
        [],
        "the side of an open text that every judgement of the session follows (SPP-2026-08=printed)",
    ),
    "known": ("KNOWN.toml", "", "wrong answers to the suite that are known: expected failures, until they are gone"),
    "time_limit": ("SECONDS", "", "for each question of the suite (10)"),
    "kept": (
        "DIR",
        ".pairproof",
        "where events are kept in which assert_pairs fails, to be asked first the next time (.pairproof)",
    ),
    "no_kept": ("", False, "neither keep events nor ask about kept ones"),
    "suite": ("", False, "ask the program every question of the conformance suite, a test each"),
    "files": ("", False, "collect tournament files (*.trf) that have an expectation beside them"),
}
"""By name: what the option takes, the default of the setting, and the help."""
_BY_XDIST = "pairproof_suite"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Describe the options; each can stand in the configuration of pytest as well."""
    group = parser.getgroup("pairproof", "does a chess pairing program pair by the rules?")
    for name, (metavar, default, text) in _OPTIONS.items():
        action = {str: "store", list: "append", bool: "store_true"}[type(default)]
        words: dict[str, Any] = {"metavar": metavar} if metavar else {}
        if name == "time_limit":
            words["type"] = float
        group.addoption(f"--pairproof-{name.replace('_', '-')}", action=action, default=None, help=text, **words)
        kind: Any = {str: "string", list: "linelist", bool: "bool"}[type(default)]
        parser.addini(f"pairproof_{name}", text, type=kind, default=default)


def pytest_configure(config: pytest.Config) -> None:
    """Load the requested parts, and follow the chosen readings until the end of the session."""
    named = config.getoption("pairproof_reading") or config.getini("pairproof_reading")
    if named:
        _follow_readings(config, named)
    if _asks_suite(config):
        from pairproof.pytest_plugin.suite import SuiteTests  # noqa: PLC0415 - only where it is asked for

        config.pluginmanager.register(SuiteTests(config), "pairproof-suite")


def _follow_readings(config: pytest.Config, named: list[str]) -> None:
    from pairproof.api import follow_named_readings  # noqa: PLC0415 - only where a reading is chosen

    following = ExitStack()
    try:
        following.enter_context(follow_named_readings(named))
    except ValueError as error:
        raise pytest.UsageError(f"pairproof: {error}") from error
    config.add_cleanup(following.close)


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


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say at the top of the session which readings it follows."""
    if not (config.getoption("pairproof_reading") or config.getini("pairproof_reading")):
        return []
    from reports.words import describe_readings  # noqa: PLC0415 - only where a reading is chosen
    from tournaments.readings import chosen_readings  # noqa: PLC0415 - likewise

    return [f"pairproof: {sentence}" for sentence in describe_readings(chosen_readings())]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ExpectedFile | None:
    """Collect a tournament file that has an expectation beside it."""
    is_asked = parent.config.getoption("pairproof_files") or parent.config.getini("pairproof_files")
    if not is_asked or file_path.suffix.lower() != ".trf":
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
