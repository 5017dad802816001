"""``--expected``: known findings fail no campaign, until they are gone."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml
from support.campaigns import HERE, agreed, configuration, failed, failed_event, store_of
from support.schemas import record_validator, validate_junit, validate_sarif

from checker.campaigns.configuration import Direction
from checker.campaigns.outcomes import EventOutcome, Score
from checker.records.run_record import read_record
from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
BEHIND = f"{HERE}:behind"
CAUSE = "edition-dutch-2017"
SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--seed", "1", "--system", "dutch-2026", "--workers", "1"]
SIGNATURE = "support.campaigns:honest | dutch-2026 | discrepant | worse | C12 | homogeneous bracket"
MISSED = replace(
    failed_event(0, score=Score.MISSED, subject="exchanged opponents", shape=""), planted="exchanged opponents"
)


def listed(**entry: str) -> None:
    """Write a list with one entry."""
    lines = "".join(f'{key} = "{value}"\n' for key, value in entry.items())
    Path("known.toml").write_text(f"[[known]]\n{lines}", "utf-8")


def reported(*words: str) -> int:
    """Report a campaign's findings with the list of known ones."""
    return main(["campaign", "report", "c.sqlite", "--expected", "known.toml", *words])


def keep_campaign(*outcomes: EventOutcome, planned: int = 0) -> None:
    """Keep a campaign of the honest program with these outcomes; an exam, as nothing is explained there."""
    settings = configuration(f"{HERE}:honest", direction=Direction.EXAM)
    with store_of(Path("c.sqlite"), settings, (0, planned or len(outcomes))) as store:
        store.add(outcomes)


@pytest.mark.usefixtures("here")
def test_red_known_green_mended_red_until_taken_off(capsys: pytest.CaptureFixture[str]) -> None:
    """The way of a fault: from the list it comes off when the program is mended."""
    run = ["campaign", "run", "-n", "1", "--first", "14", *SMALL, "--store"]
    assert main([*run, "c.sqlite", BEHIND]) == 1
    add = ["campaign", "class", "c.sqlite", CAUSE, "candidate", "--note", "next year", "--link", "https://x.org/1"]
    assert main([*add, "--expected", "known.toml"]) == 0
    assert reported() == 0
    told = capsys.readouterr().out
    assert "discrepancies in 1 event, 1 round, " in told
    assert "(nothing new), of 1 event" in told
    assert re.search(rf"{CAUSE}: 1 finding in 1 event; known since 20..-..-..: next year \(https://x.org/1\)", told)

    mended = [*run, "mended.sqlite", f"{HERE}:honest", "--expected", "known.toml"]
    assert main(mended) == 1
    told = capsys.readouterr().out
    assert f"{CAUSE}: does not occur any more; take it off the list (known.toml, line 3)" in told
    Path("known.toml").write_text("", "utf-8")
    assert main([*mended[:6], *SMALL, "--store", "again.sqlite", *mended[-3:]]) == 0


@pytest.mark.usefixtures("here")
def test_every_report_shows_what_is_known_and_what_is_gone() -> None:
    """Page, lines, Markdown, JUnit (known passes, gone fails) and SARIF (known is suppressed)."""
    keep_campaign(MISSED, agreed(1))
    listed(signature="dutch-2026 | missed | exchanged opponents | C12", reason="awaiting <advice>", since="2026-11-22")
    with Path("known.toml").open("a", encoding="utf-8") as stream:
        stream.write('[[known]]\nsignature = "gone | with | the wind"\nreason = "was so"\n')
    outputs = ["-o", "r.html", "--no-reduce", "-o", "r.jsonl", "--junit", "r.xml", "--markdown", "r.md"]
    assert reported(*outputs, "--sarif", "r.sarif") == 1

    page = Path("r.html").read_text("utf-8")
    assert "awaiting &lt;advice&gt;" in page
    assert "● known" in text_of_page("r.html")
    assert "gone | with | the wind: does not occur any more; take it off the list (known.toml, line 5)" in page
    (group,) = [
        line for line in map(json.loads, Path("r.jsonl").read_text("utf-8").splitlines()) if line["kind"] == "group"
    ]
    assert group["known"]["reason"] == "awaiting <advice>"
    markdown = Path("r.md").read_text("utf-8")
    assert "## Known (1)" in markdown
    assert "## Wrong (1)" in markdown
    (program, known) = JUnitXml.fromfile("r.xml")
    assert [case.name for case in known if case.result] == ["gone | with | the wind"]
    (case,) = [case for case in program if case.name == "exchanged opponents"]
    assert not case.result
    assert "known since 2026-11-22: awaiting <advice>" in case.system_out
    log = json.loads(Path("r.sarif").read_text("utf-8"))
    validate_sarif(log)
    validate_junit(Path("r.xml").read_text("utf-8"))
    (run,) = log["runs"]
    (suppressed,) = [result for result in run["results"] if "suppressions" in result]
    assert suppressed["suppressions"][0]["justification"] == "known since 2026-11-22: awaiting <advice>"


@pytest.mark.usefixtures("here")
def test_an_event_is_new_as_long_as_one_round_of_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Of two discrepant rounds of an event one is known; in another event all is."""
    one = failed_event(0)
    other = replace(one.findings[0], round_number=3, criterion="C14")
    keep_campaign(replace(one, findings=(*one.findings, other)), failed_event(1))
    listed(signature=SIGNATURE, reason="known")
    assert reported() == 1
    assert "discrepancies in 2 events, 3 rounds, 6 pairs (1 round new)" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("outcomes", "planned", "status"),
    [
        ([failed_event(0)], 1, 0),
        ([agreed(0)], 1, 1),
        ([agreed(0)], 2, 2),
        ([agreed(0), failed(1)], 2, 2),
        ([failed_event(0, score=Score.OUR_FAULT)], 1, 1),
        ([failed_event(0, score=Score.OPEN)], 1, 1),
    ],
    ids=["known", "gone", "not complete", "not answered", "our fault", "only open"],
)
def test_only_what_counts_against_a_program_is_known_and_only_what_was_asked_is_gone(
    outcomes: list[EventOutcome], planned: int, status: int
) -> None:
    """A fault of ours is never hidden, and what was not asked may still occur."""
    keep_campaign(*outcomes, planned=planned)
    listed(signature="dutch-2026 | discrepant | worse | C12 | homogeneous bracket", reason="known")
    assert reported() == status


@pytest.mark.usefixtures("here")
def test_a_checkers_findings_are_known_by_signature(capsys: pytest.CaptureFixture[str]) -> None:
    """No causes are looked for in an exam, so an entry by cause is refused."""
    keep_campaign(MISSED)
    listed(cause=CAUSE, reason="known")
    assert reported() == 3
    assert "known.toml, line 1: found cause = 'edition-dutch-2017'; no causes are looked for" in capsys.readouterr().err
    listed(signature="dutch-2026 | missed | exchanged opponents | C12", reason="known")
    assert reported() == 0


@pytest.mark.usefixtures("here")
def test_an_unusable_list_is_reported_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    """With file and line; no store is begun."""
    Path("known.toml").write_text('[[known]]\ncause = "x"\n', "utf-8")
    run = ["campaign", "run", f"{HERE}:honest", "-n", "1", *SMALL, "--store", "c.sqlite", "--expected"]
    assert main([*run, "known.toml"]) == 3
    assert "known.toml, line 1: found no reason" in capsys.readouterr().err
    assert main([*run, "nowhere.toml"]) == 3
    assert not Path("c.sqlite").exists()


@pytest.mark.usefixtures("here")
def test_a_class_is_written_to_a_list_with_a_reason_only(capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning of a signature adds all that begin so, each once."""
    keep_campaign(failed_event(0), failed_event(1, criterion="C14"))
    add = ["campaign", "class", "c.sqlite", "support.campaigns:honest", "other", "--expected", "known.toml"]
    assert main(add) == 3
    assert "give it with --note" in capsys.readouterr().err
    assert main([*add, "--note", "ours"]) == 0
    assert main([*add, "--note", "ours"]) == 0
    assert capsys.readouterr().out.count(f"stands in known.toml: {SIGNATURE}") == 1
    assert Path("known.toml").read_text("utf-8").count("[[known]]") == 2
    assert reported() == 0
    assert main(["campaign", "class", "c.sqlite", "no-such-cause", "other"]) == 3
    assert "nor a cause of that name" in capsys.readouterr().err


def check(*files: str, outputs: bool = True) -> int:
    """Check files against the list, with every format."""
    asked = ["--junit", "k.xml", "--markdown", "k.md", "--sarif", "k.sarif"] if outputs else []
    return main(["check", *files, "--system", "dutch-2026", "--expected", "known.toml", *asked])


def test_a_round_is_known_by_its_signature(planted: str, clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A check tells what is new in the words of a list; known it fails nothing, and gone it does."""
    Path("known.toml").write_text("", "utf-8")
    assert check(planted) == 1
    new = re.findall(r"^New: (.*): \d+ findings? in 1 event$", capsys.readouterr().out, flags=re.MULTILINE)
    assert new
    assert all(signature.startswith("dutch-2026 | discrepant | ") for signature in new)
    tables = "".join(f'[[known]]\nsignature = "{one}"\nreason = "a typing error"\n' for one in new)
    Path("known.toml").write_text(tables, "utf-8")
    assert check(planted, clean) == 0
    told = capsys.readouterr().out
    assert f"{new[0]}: 1 finding in 1 event; known: a typing error" in told
    assert "New:" not in told
    document = JUnitXml.fromfile("k.xml")
    assert document.failures == 0
    validate_junit(Path("k.xml").read_text("utf-8"))
    log = json.loads(Path("k.sarif").read_text("utf-8"))
    validate_sarif(log)
    assert log["runs"][0]["invocations"][0]["exitCode"] == 0
    assert len([one for one in log["runs"][0]["results"] if "suppressions" in one]) == len(new)
    assert "## Known" in Path("k.md").read_text("utf-8")

    assert check(clean) == 1
    assert f"{new[0]}: does not occur any more; take it off the list (known.toml, line 1)" in capsys.readouterr().out
    assert JUnitXml.fromfile("k.xml").failures == len(new)
    assert main(["check", clean, "--rounds", "1", "--expected", "known.toml"]) == 0
    assert f"{new[0]}: not found so far" in capsys.readouterr().out
    assert check(clean, "nowhere.trf", outputs=False) == 2


def test_page_sheet_and_record_of_a_check_mark_what_is_known(planted: str, clean: str) -> None:
    """With reason and link, whatever stands in the list; a link that leads to no page is only shown."""
    Path("known.toml").write_text("", "utf-8")
    outputs = ["--report", "k.html", "--one-page", "s.html", "--json", "k.jsonl"]
    check_ = ["check", planted, "--system", "dutch-2026", "--expected", "known.toml", *outputs]
    assert main(check_) == 1
    assert '<p class="conclusion bad">' in Path("k.html").read_text("utf-8")
    assert "as is known" not in text_of_page("k.html")
    assert recorded()[-1]["exit_status"] == 1
    tables = [
        f'[[known]]\nsignature = "{one}"\nreason = "wait <b>for</b> 6.1"\nlink = "javascript:alert(1)"\n'
        for one in signatures_in(planted)
    ]
    Path("known.toml").write_text("".join(tables), "utf-8")
    assert main(check_) == 0
    page = Path("k.html").read_text("utf-8")
    assert '<p class="conclusion good">' in page
    assert "(nothing new)" in page
    assert 'known: wait &lt;b&gt;for&lt;/b&gt; 6.1 (<span class="code">javascript:alert(1)</span>)' in page
    assert "<b>" not in page
    assert "is wrong, as is known" in text_of_page("k.html")
    assert "It is known: wait &lt;b&gt;" in Path("s.html").read_text("utf-8")
    record = read_record(Path("k.jsonl"))
    wrong = [finding for event in record.events for finding in event.discrepant_rounds]
    assert {finding.known.reason for finding in wrong if finding.known} == {"wait <b>for</b> 6.1"}
    assert (record.exit_status, record.tally.known.rounds) == (0, len(wrong))
    for line in recorded():
        record_validator().validate(line)

    assert main(["check", clean, *check_[2:]]) == 1
    assert "does not occur any more; take it off the list (known.toml" in Path("k.html").read_text("utf-8")
    footer = recorded()[-1]
    record_validator().validate(footer)
    assert (footer["exit_status"], len(footer["known"]["gone"])) == (1, len(tables))
    assert read_record(Path("k.jsonl")).exit_status == 1


def signatures_in(file: str) -> list[str]:
    """Return the signatures by which a check of a file names new findings."""
    with redirect_stdout(StringIO()) as told:
        assert check(file, outputs=False) == 1
    return re.findall(r"^New: (.*): \d+ findings? in 1 event$", told.getvalue(), flags=re.MULTILINE)


def text_of_page(page: str) -> str:
    """Return the text of a page, without its marks."""
    return re.sub("<[^>]*>", "", Path(page).read_text("utf-8"))


def recorded() -> list[dict[str, Any]]:
    """Return the lines of the record."""
    return [json.loads(line) for line in Path("k.jsonl").read_text("utf-8").splitlines()]


def test_a_check_looks_for_no_causes(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """So an entry by cause is refused, before anything is checked; a list that is none likewise."""
    listed(cause=CAUSE, reason="known")
    assert check(clean) == 3
    output = capsys.readouterr()
    assert (
        "known.toml, line 1: found cause = 'edition-dutch-2017'; no causes are looked for in this check" in output.err
    )
    assert output.out == ""
    Path("known.toml").write_text("known = 1", "utf-8")
    assert check(clean) == 3
