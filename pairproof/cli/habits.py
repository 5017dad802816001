"""
Command lines as users of JaVaFo and bbpPairings write them, translated into ours.

``FILE -c [ROUND]`` and ``-check FILE`` check, ``FILE -p [OUT]`` pairs the next round, ``-g [CONFIG|SEED] -o OUT
[-s SEED]`` and ``MODEL -g -o OUT [-s SEED]`` generate; ``--dutch`` before the file is understood.
"""

from __future__ import annotations

from collections.abc import Sequence

_RENAMED_OPTIONS = {
    "check": {"--one-page": "--sheet"},
    "generate": {"--count": "--events"},
    "readings": {"--markdown": "--table"},
    "what-if": {"--edition": "--rules"},
    "accelerate": {"--rounds": "--accelerated-rounds"},
    "campaign compare": {"--program": "--program-number"},
    "campaign event": {"--program": "--program-number"},
    "campaign show": {"--program": "--program-number"},
}
"""Old names of options by command or action, with today's names; `formats` has those of options that name a report."""


_RENAMED_COMMANDS = {"evidence": "endorse"}
"""Old names of commands, with today's names."""


def translate(arguments: Sequence[str]) -> list[str] | None:
    """Return our form of a foreign command line, or None if it is none of the known forms."""
    plain = [argument for argument in arguments if argument != "--dutch"]
    if plain[-2:-1] == ["--unfinished"]:
        paired = _check_or_pair(plain[:-2])
        return [*paired, *plain[-2:]] if paired and paired[0] == "pair" else None
    return _generate_from(plain) if "-g" in plain[:2] else _check_or_pair(plain)


def replace_old_spellings(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a command line with today's names of its command and options, and a hint for each old name in it."""
    renamed = {
        old: new for count in (1, 2) for old, new in _RENAMED_OPTIONS.get(" ".join(arguments[:count]), {}).items()
    }
    replaced, hints = list(arguments), list[str]()
    command = arguments[0] if arguments else ""
    if command in _RENAMED_COMMANDS:
        replaced[0] = _RENAMED_COMMANDS[command]
        hints.append(f"{command} is now called {replaced[0]}; the old name will go in the next version")
    for place, argument in enumerate(arguments):
        name, sign, value = argument.partition("=")
        if argument == "--":
            break
        if name in renamed:
            replaced[place] = f"{renamed[name]}{sign}{value}"
            hints.append(f"{name} is now called {renamed[name]}; the old name will go in the next version")
    return replaced, hints


def _check_or_pair(arguments: list[str]) -> list[str] | None:
    match arguments:
        case ["-check", file] | [file, "-c"] if _is_no_option(file):
            return ["check", file]
        case [file, "-c", number] if _is_no_option(file) and number.isdigit():
            return ["check", file, "--rounds", number]
        case [file, "-p"] if _is_no_option(file):
            return ["pair", file]
        case [file, "-p", out] if _is_no_option(file) and _is_no_option(out):
            return ["pair", file, "-o", out]
        case _:
            return None


def _generate_from(arguments: list[str]) -> list[str] | None:
    """Translate a request for a random event, after a model or not."""
    match arguments:
        case ["-g", *_]:
            return _generate(arguments)
        case [model, *rest] if _is_no_option(model):
            request = _generate(rest)
            return request and [*request, "--like", model]
        case _:
            return None


def _generate(arguments: list[str]) -> list[str] | None:
    """Translate what follows a model, if there is one; a configuration that is a whole number is a seed."""
    match arguments:
        case ["-g", "-o", out]:
            return ["generate", "-o", out]
        case ["-g", "-o", out, "-s", seed]:
            return ["generate", "-o", out, "--seed", seed]
        case ["-g", config, *rest] if _is_no_option(config):
            request = _generate(["-g", *rest])
            return request and [*request, *(("--seed", config) if config.isdecimal() else ("--config", config))]
        case _:
            return None


def _is_no_option(argument: str) -> bool:
    return not argument.startswith("-")
