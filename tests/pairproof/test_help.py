"""The help of the command line: groups of commands, and two examples that can be typed, for every command."""

from __future__ import annotations

import inspect
import shlex
from collections import defaultdict
from functools import partial

import pytest

from pairproof.cli.main import _COMMANDS, _parse, _parser, main, values_of

COMMANDS = [
    *([name] for name in _COMMANDS),
    *(
        [name, action]
        for name in ("campaign", "program")
        for actions in _parser([name]).actions[0].choices[name].actions
        for action in actions.choices
    ),
]


def help_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the help of a command."""
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_ends_with_two_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Each example is a command line that the parser understands, of this command."""
    before, _, examples = help_of(words, capsys).rpartition("\nexamples:\n")
    lines = examples.splitlines()
    assert len(lines) == 2
    assert "examples:" not in before
    for line in lines:
        program, *arguments = shlex.split(line.partition("|")[0])
        assert (program, arguments[: len(words)]) == ("pairproof", words)
        options = _parse(arguments)
        if hasattr(options, "run"):
            request = getattr(options, "request", None) or partial(inspect.signature(options.run).bind)
            assert request(**values_of(options)) is not None


def test_an_option_has_one_letter_and_one_meaning_in_every_command() -> None:
    """It sets the same field of every request, one value or several; the axes of random events are apart."""
    meanings, letters = defaultdict[str, set[object]](set), defaultdict[str, set[str]](set)
    for words in COMMANDS:
        parser = _parser(words)
        for word in words:
            parser = parser.actions[0].choices[word]
        for action in parser._actions:  # noqa: SLF001 - the library has no public name for them
            if action.option_strings and action.dest != "axes":
                *letter, name = action.option_strings
                meanings[name].add((action.dest.removesuffix("s"), action.choices is None))
                letters[name].update(letter)
    assert len(meanings) > 50
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    assert {name: found for name, found in letters.items() if len(found) > 1} == {}


def test_every_command_is_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    """The help lists each command once, under the title of its group."""
    lines = help_of([], capsys).splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in _COMMANDS]
    assert listed == list(_COMMANDS)
    assert [line for line in lines if line.endswith(":")][:5] == [
        "check an event:",
        "ask:",
        "test a program:",
        "files and rules:",
        "pages:",
    ]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["generate", "--count", "1", "--players", "8"], "--count is now called --events"),
        (["readings", "CLOCK", "--markdown"], "--markdown is now called --table"),
        (["accelerate", "examples/lighthouse_cup.trf", "--rounds", "1"], "--rounds is now called --accelerated-rounds"),
    ],
)
def test_an_old_spelling_works_with_a_hint(words: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The hint is on standard error; the result is that of the new spelling."""
    old, new = hint.split(" is now called ")
    assert main([*words, *(["--seed", "1"] if words[0] == "generate" else [])]) == 0
    first = capsys.readouterr()
    assert f"pairproof: {hint}" in first.err
    renamed = [new if word == old else word for word in words]
    assert main([*renamed, *(["--seed", "1"] if words[0] == "generate" else [])]) == 0
    second = capsys.readouterr()
    assert (second.out, hint in second.err) == (first.out, False)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The script knows every command, and options of commands and of their actions."""
    pytest.importorskip("shtab")
    with pytest.raises(SystemExit) as ended:
        main(["--completion", shell])
    script = capsys.readouterr().out
    assert ended.value.code == 0
    assert [name for name in _COMMANDS if name not in script] == []
    for option in ("as-declared", "stop-after", "tie-breaks"):
        assert option in script
