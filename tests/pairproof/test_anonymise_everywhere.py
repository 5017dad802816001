"""``--anonymise`` of every command that tells of events of people, and what records say that they hold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRETS = ("Jane", "Nowhere Open", "Little Nowhere", "19xx")


@pytest.fixture
def event(here: Path) -> str:
    """Write an event with a wrong last round, whose names, place and ignored line identify people."""
    wrong = with_exchanged_opponents(played())
    players = tuple(replace(one, name=f"Roe, Jane {one.tpn}") for one in wrong.players)
    text = trf_of(replace(wrong, name="Nowhere Open", city="Little Nowhere", players=players))
    (here / "e.trf").write_text(f"{text}zzz 19xx is the year\n", "utf-8")
    return "e.trf"


def watch_output(capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """Yield everything that was printed and written."""
    output = capsys.readouterr()
    yield output.out + output.err
    for path in Path().glob("o.*"):
        yield path.read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--json", "o.jsonl", "--report", "o.html", "--one-page", "o.1.html", "--compare-editions"],
        ["check", "--junit", "o.xml", "--markdown", "o.md", "--sarif", "o.sarif"],
        ["explain", "--round", "4", "--player", "1", "--json", "o.json", "--report", "o.html"],
        ["what-if", "--round", "4", "--absent", "2", "--json", "o.json"],
        ["why-not", "--round", "4", "1", "2", "--json", "o.json"],
        ["standings", "--json", "o.jsonl"],
        ["causes", "--json", "o.jsonl", "--report", "o.html", "--changes", "0"],
        ["reduce", "--round", "4", "-o", "o.trf"],
        ["anonymise", "-o", "o.trf"],
    ],
    ids=lambda words: f"{words[0]} {words[-2]}",
)
def test_no_person_is_named(words: list[str], event: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither on the screen nor in any file; without the option a player is named, so that this can fail."""
    command, *others = words
    option = [] if command == "anonymise" else ["--anonymise"]
    main([command, event, *others, *option])
    texts = list(watch_output(capsys))
    assert "".join(texts)
    assert not [secret for secret in SECRETS if secret in "".join(texts)]
    if option and command not in ("causes", "reduce"):  # which tell of numbers
        main([command, event, *others])
        assert any("Roe" in text and "Jane" in text for text in watch_output(capsys))


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    "words",
    [
        ["check", "e.trf"],
        ["explain", "e.trf", "--round", "4", "--player", "1"],
        ["standings", "e.trf"],
        ["causes", "e.trf", "--changes", "0"],
    ],
    ids=lambda words: words[0],
)
def test_a_record_says_what_it_holds(words: list[str]) -> None:
    """In its header, with and without."""
    for option, said in (([], "names of people, if the events have any"), (["--anonymise"], "no names of people")):
        main([*words, "--json", "o", *option])
        text = Path("o").read_text("utf-8")
        header = json.loads(text if words[0] == "explain" else text.splitlines()[0])
        assert header["holds"].startswith(said)


@pytest.mark.usefixtures("event")
def test_chosen_events_are_kept_without_their_people(capsys: pytest.CaptureFixture[str]) -> None:
    """The store, its page and its lines name no person; drawn events have no real names."""
    run = ["campaign", "run", f"{HERE}:reversing", "--system", "dutch-2026", "--workers", "1", "--anonymise"]
    assert main([*run, "--from", "e.trf", "--store", "c.sqlite", "--report", "o.html", "--report", "o.jsonl"]) == 1
    for text in watch_output(capsys):
        assert not [secret for secret in SECRETS if secret in text]
    assert json.loads(Path("o.jsonl").read_text("utf-8").splitlines()[0])["holds"].startswith("names of people where")
    assert main(["campaign", "event", "c.sqlite", "0"]) == 0
    assert "Roe, Jane" not in capsys.readouterr().out
    assert main([*run, "-n", "1", "--store", "d.sqlite"]) == 3
    assert "--anonymise is for --from" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_not_quoted(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The kind of problem and its place are given."""
    (here / "e.trf").write_text("012 Nowhere Open\n001 Roe, Jane\n", "utf-8")
    assert main(["check", "e.trf", "--anonymise"]) == 2
    told = capsys.readouterr().out
    assert "Jane" not in told
    assert "e.trf:2" in told
