"""``pairproof campaign compare``, and ``--against``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from junitparser import JUnitXml
from support.campaigns import HERE
from support.schemas import validate_junit, validate_sarif

from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--system", "dutch-2026", "--workers", "1"]
BEHIND, HONEST = f"{HERE}:behind", f"{HERE}:honest"
CAUSE = "edition-dutch-2017"


def run(store: str, *words: str, seed: int = 1) -> int:
    """Run a campaign of two events, the second of which tells the editions apart."""
    asked = ["-n", "2", "--first", "13", "--seed", str(seed), *SMALL]
    return main(["campaign", "run", *words, *asked, "--store", store])


@pytest.mark.usefixtures("here")
def test_a_newer_version_fails_for_what_is_new_only(capsys: pytest.CaptureFixture[str]) -> None:
    """In every form: the new cause with its smallest event, what is the same, what is fixed."""
    assert (run("old.sqlite", HONEST), run("new.sqlite", BEHIND)) == (0, 1)
    capsys.readouterr()
    outputs = ["-o", "c.html", "-o", "c.jsonl", "--junit", "c.xml", "--markdown", "c.md", "--sarif", "c.sarif"]
    assert main(["campaign", "compare", "old.sqlite", "new.sqlite", *outputs]) == 1
    told = capsys.readouterr().out
    assert "1 new kind of finding, 0 as before, 0 fixed." in told
    assert f"[{CAUSE}]" in told
    page = Path("c.html").read_text("utf-8")
    assert "The smallest event that shows it" in page
    (kind,) = [line for line in _lines("c.jsonl") if line["kind"] == "compared"]
    assert (kind["change"], kind["id"]) == ("new", CAUSE)
    assert "001    1" in kind["reduced"]
    validate_junit(Path("c.xml").read_text("utf-8"))
    assert JUnitXml.fromfile("c.xml").failures == 1
    log = json.loads(Path("c.sarif").read_text("utf-8"))
    validate_sarif(log)
    assert "## Wrong (1)" in Path("c.md").read_text("utf-8")

    assert main(["campaign", "compare", "new.sqlite", "new.sqlite", "--junit", "c.xml", "--sarif", "c.sarif"]) == 0
    assert "no new kind of finding, 1 as before" in capsys.readouterr().out
    assert JUnitXml.fromfile("c.xml").failures == 0
    (result,) = json.loads(Path("c.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert result["suppressions"][0]["justification"] == "the older version does it, too"
    assert main(["campaign", "compare", "new.sqlite", "old.sqlite"]) == 0
    assert "0 as before, 1 fixed" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_a_known_finding_of_the_newer_version_does_not_fail_until_it_is_gone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In every form it has its reason; an entry that covers nothing of the newer version fails."""
    assert (run("old.sqlite", HONEST), run("new.sqlite", BEHIND)) == (0, 1)
    compare = ["campaign", "compare", "old.sqlite", "new.sqlite", "--expected", "known.toml"]
    outputs = ["-o", "c.html", "-o", "c.jsonl", "--junit", "c.xml", "--markdown", "c.md", "--sarif", "c.sarif"]
    entry = f'[[known]]\ncause = "{CAUSE}"\nreason = "mended <soon>"\nlink = "https://x.org/1"\n'
    Path("known.toml").write_text(entry, "utf-8")
    capsys.readouterr()
    assert main([*compare, *outputs, "--no-reduce"]) == 0
    told = capsys.readouterr().out
    assert "no new kind of finding, 1 known, 0 as before, 0 fixed." in told
    assert f"{CAUSE}: 1 finding in 1 event; known: mended <soon> (https://x.org/1)" in told
    assert 'known: mended &lt;soon&gt; (<a href="https://x.org/1"' in Path("c.html").read_text("utf-8")
    (kind,) = [line for line in _lines("c.jsonl") if line["kind"] == "compared"]
    assert (kind["change"], kind["known"]["reason"]) == ("known", "mended <soon>")
    validate_junit(Path("c.xml").read_text("utf-8"))
    assert JUnitXml.fromfile("c.xml").failures == 0
    (result,) = json.loads(Path("c.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert result["suppressions"][0]["justification"] == "known: mended <soon> (https://x.org/1)"
    assert "## Known (1)" in Path("c.md").read_text("utf-8")

    Path("known.toml").write_text(f'{entry}[[known]]\ncause = "c14-left-out"\nreason = "was so"\n', "utf-8")
    assert main([*compare, *outputs, "--no-reduce"]) == 1
    gone = "c14-left-out: does not occur any more; take it off the list (known.toml, line 5)"
    assert gone in capsys.readouterr().out
    assert gone in Path("c.html").read_text("utf-8")
    assert _lines("c.jsonl")[-1]["gone"] == ["c14-left-out"]
    assert JUnitXml.fromfile("c.xml").failures == 1


@pytest.mark.usefixtures("here")
def test_two_programs_of_one_campaign_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """Both are wrong, and nothing is new; the store is compared again, and so are its formats."""
    assert run("c.sqlite", BEHIND, "--against", BEHIND, "--junit", "c.xml", "--report", "c.html") == 0
    told = capsys.readouterr().out
    assert "1 as before" in told
    assert "discrepancies in 1 event, 1 round, " in told
    assert JUnitXml.fromfile("c.xml").failures == 0
    assert Path("c.html").is_file()
    assert main(["campaign", "compare", "c.sqlite"]) == 0


@pytest.mark.usefixtures("here")
def test_incomparable_campaigns_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Other events, one program, a program that there is not, a form that there is not."""
    assert (run("a.sqlite", HONEST), run("b.sqlite", HONEST, seed=2)) == (0, 0)
    for words, said in (
        (["a.sqlite", "b.sqlite"], "b.sqlite cannot be compared with a.sqlite, it asks about other events: seed is 2"),
        (["a.sqlite"], "a.sqlite holds one program; name the store of the newer one"),
        (
            ["a.sqlite", "a.sqlite", "--program-number", "1"],
            "--program-number is 1; the programs of a.sqlite are 0 to 0",
        ),
        (
            ["a.sqlite", "a.sqlite", "-o", "c.pdf"],
            "-o c.pdf: a report is written to a file whose name ends in one of .html, .jsonl, .xml",
        ),
        (["a.sqlite", "gone.sqlite"], "gone.sqlite"),
    ):
        assert main(["campaign", "compare", *words]) == 3
        assert said in capsys.readouterr().err
    assert run("c.sqlite", HONEST, HONEST, "--against", HONEST) == 3
    Path("known.toml").write_text("known = 1", "utf-8")
    assert main(["campaign", "compare", "a.sqlite", "a.sqlite", "--expected", "known.toml"]) == 3
    assert "known.toml, line 1: found 'known' as a single value" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_with_against_a_list_is_of_the_newer_program(capsys: pytest.CaptureFixture[str]) -> None:
    """A finding of the newer program alone is known; a finding of the older one alone is gone."""
    Path("known.toml").write_text(f'[[known]]\ncause = "{CAUSE}"\nreason = "next year"\n', "utf-8")
    assert run("c.sqlite", BEHIND, "--against", HONEST, "--expected", "known.toml") == 0
    assert "no new kind of finding, 1 known" in capsys.readouterr().out
    assert run("d.sqlite", HONEST, "--against", BEHIND, "--expected", "known.toml") == 1
    assert f"{CAUSE}: does not occur any more" in capsys.readouterr().out


def _lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in Path(name).read_text("utf-8").splitlines()]
