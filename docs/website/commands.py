"""The help of every command, taken from its parser."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
from typing import TYPE_CHECKING

from pairproof.cli import main as cli

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDTH = "100"


def commands() -> tuple[str, ...]:
    """Return the names of all commands."""
    return cli._COMMANDS  # noqa: SLF001 - the site belongs to the house


def summary(command: str) -> str:
    """Return the purpose of a command in a line."""
    return (cli._HERE.get(command) or (None, cli._IN_MODULES[command][1]))[0] or cli._IN_MODULES[command][1]  # noqa: SLF001 - the site shows what the command line has


def helps(command: str) -> Iterator[tuple[str, str]]:
    """Yield the words and the help of a command, then of each of its actions."""
    yield command, help_of(command)
    for action in _actions(command):
        words = f"{command} {action}"
        yield words, help_of(words)


def help_of(words: str) -> str:
    """Return the text of ``--help``."""
    said = io.StringIO()
    before = {name: os.environ.get(name) for name in ("COLUMNS", "NO_COLOR")}
    os.environ.update(COLUMNS=_WIDTH, NO_COLOR="1")
    try:
        with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
            cli.main([*words.split(), "--help"])
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    return said.getvalue()


def _actions(command: str) -> list[str]:
    """Return the actions of a command."""
    (commands,) = _choices(cli._parser([command]))  # noqa: SLF001 - the site shows what the command line has
    return [name for choices in _choices(commands[command]) for name in choices]


def _choices(parser: argparse.ArgumentParser) -> list[dict[str, argparse.ArgumentParser]]:
    groups = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]  # noqa: SLF001 - the site shows what the command line has
    return [dict(group.choices) for group in groups]
