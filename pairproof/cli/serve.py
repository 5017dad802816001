"""The options of ``pairproof serve``, and the error if its extra is not installed."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.options import add_reading_option, number_type

_NEEDED = ("starlette", "uvicorn", "python_multipart")
_HIGHEST_PORT = 65535
_SECONDS = 600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="tournament report files to start with, and stores of campaigns"
    )
    parser.add_argument(
        "--no-browser", dest="opens_browser", action="store_false", help="print the address and open no browser"
    )
    parser.add_argument("--port", type=_port, metavar="N", help="the port (else a free one)")
    parser.add_argument(
        "--time-limit",
        type=number_type("seconds"),
        metavar="SECONDS",
        help=f"give up on an event after so long ({_SECONDS:g}); it can be cancelled before",
    )
    add_reading_option(parser)


def run(*, files: tuple[str, ...] = (), opens_browser: bool = True, port: int = 0, time_limit: float = _SECONDS) -> int:
    """Serve until Ctrl-C, at a free port for 0, with a time limit for each event; CommandError without the extra."""
    if not all(map(find_spec, _NEEDED)):
        message = "serve needs a few more packages: pip install python-multipart starlette uvicorn"
        raise CommandError(message, ExitStatus.NOT_CHECKED)
    from pairproof.serve import command  # noqa: PLC0415 - not there without the extra

    return command.serve(files, port=port, time_limit=time_limit, opens_browser=opens_browser)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port; write 0 to {_HIGHEST_PORT}")
    return int(text)
