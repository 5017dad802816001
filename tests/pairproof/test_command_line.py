"""The command line as a contract: one name and meaning for an option, standard input, ``-q``, ``-v``, suggestions."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of

from pairproof.cli.campaign import STORES
from pairproof.cli.main import _parser, main

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from pairproof.cli.main import _Parser

HONEST = "callable:support.campaigns:honest"
LETTERS = {
    "--events": "-n",
    "--seed": "-s",
    "--workers": "-j",
    "--output": "-o",
    "--round": "-r",
    "--quiet": "-q",
    "--verbose": "-v",
    "--help": "-h",
}


def find_parsers(parser: _Parser, words: str) -> Iterator[tuple[str, _Parser]]:
    """Yield every command and action with its parser, and not what only leads to actions."""
    if not parser.actions:
        yield words, parser
    for actions in parser.actions:
        for name, command in actions.choices.items():
            yield from find_parsers(command, f"{words} {name}")


PARSERS = dict(find_parsers(_parser((), has_all=True), "pairproof"))


def actions_of(parser: _Parser) -> list[argparse.Action]:
    """Return the options and arguments of a command."""
    return parser._actions  # noqa: SLF001 - the library has no public name for it


def feed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Let standard input have a content."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))


def run_main(words: list[str]) -> int:
    """Return the exit status, also where the parser ends the program."""
    try:
        return main(words)
    except SystemExit as ended:
        return int(str(ended.code))


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", PARSERS)
def test_a_letter_stands_for_the_same_option_everywhere(words: str) -> None:
    """And the option has its letter in every command that has it."""
    named = {
        next(name for name in action.option_strings if name.startswith("--")): [
            name for name in action.option_strings if not name.startswith("--")
        ]
        for action in actions_of(PARSERS[words])
        if action.option_strings
    }
    assert named == {name: [LETTERS[name]] if name in LETTERS else [] for name in named}
    assert {"--quiet", "--verbose", "--help"} <= set(named)


def test_an_option_takes_the_same_kind_of_value_everywhere() -> None:
    """A program is named by a description, and numbered by another option; an edition is that of the tie-breaks."""
    kinds: dict[str, set[tuple[object, object]]] = {}
    for parser in PARSERS.values():
        for action in actions_of(parser):
            for name in action.option_strings:
                kinds.setdefault(name, set()).add((action.metavar, action.nargs))
    for name in (
        "--program",
        "--program-number",
        "--edition",
        "--system",
        "--seed",
        "--workers",
        "--events",
        "--store",
    ):
        assert len(kinds[name]) == 1, name
    editions = [words for words, parser in PARSERS.items() if "--edition" in parser.all_options]
    assert editions == ["pairproof standings"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["what-if", "FILE", "--round", "4", "--edition", "dutch-2017"], "--edition is now called --rules"),
        (["campaign", "event", "no.sqlite", "0", "--program", "0"], "--program is now called --program-number"),
        (["campaign", "show", "no.sqlite", "0", "--program=0"], "--program is now called --program-number"),
        (["check", "FILE", "--one-page", "sheet.html"], "--one-page is now called --sheet"),
        (["evidence", "verify", "nowhere"], "evidence is now called endorse"),
        (["why-not", "FILE", "-r", "4", "1", "2", "--report", "why.html"], "--report is now written -o FILE.html"),
        (["why-not", "FILE", "-r", "4", "1", "2", "--json", "why.json"], "--json is now written -o FILE.json"),
        (["causes", "FILE", "--json", "causes.jsonl"], "--json is now written -o FILE.jsonl"),
    ],
)
def test_an_old_spelling_is_understood_and_says_what_to_write(
    words: list[str], hint: str, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error."""
    status = run_main([clean if word == "FILE" else word for word in words])
    told = capsys.readouterr().err
    assert f"pairproof: {hint}" in told
    assert "unrecognized" not in told
    assert status == (0 if "FILE" in words else 3)  # there is no store


# --- a first look -----------------------------------------------------------------------------------------------------


def test_pairproof_alone_shows_groups_and_three_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """A screenful; without a command the status is that of wrong usage."""
    assert main([]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 45
    assert [line for line in lines if line.endswith(":")] == [
        *("check an event:", "ask:", "test a program:", "files and rules:", "pages:"),
        "examples:",
    ]
    assert [line.startswith("  pairproof ") for line in lines[-3:]] == [True, True, True]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["chekc"], "check"),
        (["campaign", "rum"], "run"),
        (["check", "FILE", "--sistem", "dutch-2026"], "--system"),
        (["check", "FILE", "--system", "dutch-2062"], "dutch-2026"),
        (["systems", "dubov-2062"], "dubov-2026"),
        (["systems", "dutch-2025", "--articles"], "dutch-2026"),
        (["explain", "FILE", "-r", "4", "Plajer"], "Player"),
        (["readings", "SPP-2026-8"], "SPP-2026-08"),
        (["suite", HONEST, "--system", "duch-2026"], "dutch-2026"),
        (["campaign", "run", HONEST, "--seek", "C99"], "C9"),
        (["campaign", "run", HONEST, "--profile", "hrad"], "hard"),
        (["campaign", "run", HONEST, "--direction", "piar"], "pair"),
        (["campaign", "run", HONEST, "--fail-on", "knew"], "new"),
        (["generate", "--profile", "tinny"], "tiny"),
        (["generate", "--format", "trf62"], "trf26"),
        (["program", "info", "bbppairing-6"], "bbppairings-6"),
        (["reduce", "FILE", "-r", "4", "--keep", "caus"], "cause"),
        (["readings", "DUTCH-C14"], "DUTCH-C13"),
        (["standings", "FILE", "--tie-breaks", "BHX"], "BH"),
        (["program", "info", "bbp7"], "bbp6"),
    ],
)
def test_an_unknown_word_suggests_the_nearest(
    words: list[str], meant: str, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands, actions, options, systems, articles, players, entries, profiles and programs."""
    assert run_main([clean if word == "FILE" else word for word in words]) == 3
    assert f"; did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "lint", "causes", "anonymise", "standings", "report"])
def test_a_missing_file_suggests_the_nearest_of_its_folder(
    command: str, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever a file is named."""
    assert run_main([command, clean.replace("clean", "claen")]) == 2
    assert f"; did you mean {clean}?" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["campaign", "run", HONEST, "-n", "x"], "'x' is not a whole number; write one such as 12"),
        (["campaign", "show", "none.sqlite"], "the store none.sqlite does not exist"),
        (["campaign", "show", "FILE"], "name a cause or the number of an event after the store"),
        (["check", "FILE", "--rounds", "0"], "rounds count from 1"),
        (["check", "FILE", "--sheet", "sheet.pdf"], "write one that ends in .html"),
        (["check", "FILE", "--repotr", "x.html"], "unrecognized arguments: --repotr x.html\nTry"),
        (["explain", "FILE", "-r", "4", "99"], "there is no player 99 in the event; numbers are from 1 to 10"),
        (["what-if", "FILE", "-r", "4", "--absent", "99"], "numbers are from 1 to 10"),
        (["suite", "mine.toml"], "'pairproof program new mine.toml' writes a description"),
    ],
)
def test_wrong_usage_names_what_to_do(
    words: list[str], remedy: str, clean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An old spelling of an option is never suggested."""
    assert run_main([clean if word == "FILE" else word for word in words]) == 3
    assert remedy in capsys.readouterr().err


# --- standard input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["check", "-"],
        ["check", "-", "--compare-editions"],
        ["lint", "-"],
        ["standings", "-"],
        ["explain", "-", "-r", "4", "1"],
        ["why-not", "-", "-r", "4", "1", "2"],
        ["what-if", "-", "-r", "4", "--absent", "1"],
        ["causes", "-"],
        ["anonymise", "-"],
        ["generate", "--like", "-", "--seed", "1"],
        ["campaign", "run", HONEST, "--from", "-", "-j", "1"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("judging_here")
def test_a_hyphen_is_standard_input(
    words: list[str],
    clean: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """For every command that reads a tournament file; the answer is that for a file."""
    assert main([clean if word == "-" else word for word in words]) == 0
    expected = capsys.readouterr().out.replace("clean.trf", "-").replace("clean", "-")
    feed(monkeypatch, (here / clean).read_bytes())
    assert main(words) == 0
    assert capsys.readouterr().out == expected


def test_a_record_is_read_from_standard_input(
    planted: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that is piped gives the report of its file."""
    assert main(["check", planted, "-o", "run.jsonl"]) == 1
    capsys.readouterr()
    assert main(["report", "run.jsonl"]) == 1
    expected = capsys.readouterr().out
    feed(monkeypatch, (here / "run.jsonl").read_bytes())
    assert main(["report", "-"]) == 1
    assert capsys.readouterr().out == expected


def test_standard_input_that_is_closed_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a file that is not there."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["check", "-"]) == 2
    assert "standard input is closed" in capsys.readouterr().out


def test_standard_input_is_limited_like_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that an endless stream does not fill the memory."""
    feed(monkeypatch, b"x" * (1 << 20) + b"x")
    assert main(["lint", "-", "--max-size", "1"]) == 2
    assert "it is larger than 1 MB" in capsys.readouterr().out


# --- how much is told -------------------------------------------------------------------------------------------------


def test_quiet_tells_the_verdict_and_verbose_the_article(planted: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is the same."""
    told = {}
    for letter in ("-q", "", "-v"):
        assert main(["check", planted, *filter(None, [letter])]) == 1
        told[letter] = capsys.readouterr().out.splitlines()
    assert told["-q"] == told[""][-1:]
    assert [line for line in told["-v"] if line not in told[""]] == [
        line for line in told["-v"] if "(C1) " in line or re.search(r" \(\d\): .* points?, .*posted .*, correct ", line)
    ]
    assert len(told["-v"]) > len(told[""]) > len(told["-q"])


def test_quiet_still_tells_what_could_not_be_read(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Errors are always printed."""
    (here / "bad.trf").write_text("no tournament\n", "utf-8")
    assert main(["check", "bad.trf", "-q"]) == 2
    assert "bad: unreadable" in capsys.readouterr().out
    assert main(["pair", "bad.trf", "-q"]) == 2
    assert "bad.trf" in capsys.readouterr().err


def test_quiet_leaves_notes_out(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a report that was written, and of a folder."""
    assert main(["check", ".", "-q", "-o", "run.html"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert (here / "run.html").is_file()
    assert main(["lint", clean, "-q"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["systems", "-q"]) == 0
    assert "dutch-2026" in capsys.readouterr().out.splitlines()


def test_quiet_and_verbose_exclude_each_other(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage."""
    assert run_main(["check", clean, "-q", "-v"]) == 3
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize("letter", ["-q", "-v"])
def test_an_answer_is_shorter_or_longer(letter: str, clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, or the texts of the articles at the end."""
    assert main(["explain", clean, "-r", "4", "1"]) == 0
    usual = capsys.readouterr().out
    assert main(["explain", clean, "-r", "4", "1", letter]) == 0
    told = capsys.readouterr().out
    assert told in usual if letter == "-q" else usual in told
    assert told != usual


# --- explain ----------------------------------------------------------------------------------------------------------


def test_the_player_is_named_in_three_ways(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before or after an option, and by an option; the answer is the same."""
    told = []
    for words in (["-r", "4", "1"], ["1", "-r", "4"], ["-r", "4", "--player", "1"]):
        assert main(["explain", clean, *words]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]
    assert told[0].startswith("Round 4: Player 001 ")


def test_a_player_and_a_board_are_not_asked_about_together(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage."""
    assert main(["explain", clean, "-r", "4", "1", "--board", "2"]) == 3
    assert "a player and a board are named" in capsys.readouterr().err


def test_without_a_player_the_wrong_games_are_explained(planted: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each correct game that was not played; the JSON has the same answers."""
    assert main(["explain", planted, "-r", "4", "-o", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert main(["explain", planted, "-r", "4"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("Round 4: 2 games or byes of the correct pairing were not played. Player ")
    assert len(document["answer"]) == 2
    for answer in document["answer"][:2]:
        assert answer["answer"] in told
        assert answer["reason"] in told


@pytest.mark.parametrize(("number", "sentence"), [("4", "Round 4 is right."), ("5", "Round 5 is not recorded yet.")])
def test_without_a_player_a_right_round_says_how_to_ask(
    number: str, sentence: str, clean: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command to type."""
    (here / clean).write_text((here / clean).read_text("utf-8").replace("142 4", "142 5"), "utf-8")
    assert main(["explain", clean, "-r", number]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told == f"{sentence} To ask about a player: pairproof explain clean.trf --round {number} PLAYER"


# --- the store of a campaign ------------------------------------------------------------------------------------------


@pytest.fixture
def run_small(here: Path, judging_here: None) -> list[str]:
    """Return a command that asks a program with reversed colours about a small event."""
    assert judging_here is None
    (here / "small.trf").write_text(trf_of(played(players=6, rounds=2)), "utf-8")
    return ["campaign", "run", "callable:support.campaigns:reversing", "--from", "small.trf", "-j", "1"]


def test_a_campaign_has_a_store_without_naming_one(
    run_small: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The next number of the folder; report, resume, event and show take the newest, and name it."""
    for number in (1, 2):
        assert main(run_small) == 1
        store = f"{STORES}/campaign-{number}.sqlite"
        assert f"the campaign is kept in {store}" in capsys.readouterr().err
        assert (here / store).is_file()
    newest = f"pairproof: the newest campaign is {STORES}/campaign-2.sqlite\n"
    for words in (["report"], ["resume"], ["event", "0"], ["show", "0", "--no-reduce"]):
        status = main(["campaign", *words])
        told = capsys.readouterr()
        assert newest in told.err
        assert main(["campaign", words[0], f"{STORES}/campaign-2.sqlite", *words[1:]]) == status in (0, 1)
        named = capsys.readouterr()
        assert (named.out, newest in named.err) == (told.out, False)


@pytest.mark.usefixtures("here")
def test_where_no_campaign_was_begun_none_is_the_newest(capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage, with the command that begins one."""
    assert main(["campaign", "report"]) == 3
    assert ".pairproof/campaigns holds no campaign" in capsys.readouterr().err


def test_a_quiet_campaign_tells_its_conclusion(run_small: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In a line; a verbose report has the texts of the articles."""
    assert main([*run_small, "-q"]) == 1
    quiet = capsys.readouterr()
    assert (len(quiet.out.splitlines()), quiet.err) == (1, "")
    assert main(["campaign", "report"]) == 1
    usual = capsys.readouterr().out
    assert main(["campaign", "report", "-v"]) == 1
    verbose = capsys.readouterr().out
    assert quiet.out.strip() in usual
    assert usual in verbose
    assert verbose.removeprefix(usual).startswith("5.2.")
