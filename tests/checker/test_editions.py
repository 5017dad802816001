"""Editions side by side: who pairs alike, and by which articles the others part."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.schemas import record_validator
from support.toy import ToyEngine, ToyEvent, paired_properly
from support.toy_cast import Resigned

from checker.findings import Argument, ColourRuling, DecidingCriterion, DecidingOrder, RoundFinding
from checker.records.run_record import read_record
from checker.verdicts.edition_comparison import compare_editions, group_by_event, make_ruling
from checker.verdicts.phrases import Roster
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from reference_engines.frame.edition import Edition
from reference_engines.frame.results import Divergence, DivergenceKind, GenerationStep, Pair, Violation
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from checker.verdicts.edition_comparison import RoundOfEditions
    from tournaments.model import Event

EXAMPLES = Path(__file__).parents[2] / "examples"
EDITIONS = ("dutch-2013", "dutch-2017", "dutch-2026")


def example(stem: str) -> Event:
    """Read a bundled event."""
    read = read_event(EXAMPLES / f"{stem}.trf").event
    assert read is not None
    return read


def compared(played: Event, rounds: tuple[int, ...] | None = None) -> tuple[RoundOfEditions, ...]:
    """Compare the three editions."""
    return compare_editions(played, [engine_for(key) for key in EDITIONS], rounds)


def test_the_worked_tournament_is_paired_alike_by_all() -> None:
    """Five rounds, no parting."""
    found = compared(example("held_2013"))
    assert [one.round_number for one in found] == [1, 2, 3, 4, 5]
    assert not any(one.is_divergent for one in found)
    assert {one.groups for one in found} == {(EDITIONS,)}
    assert {tuple(pairing.edition for pairing in one.pairings) for one in found} == {EDITIONS}
    posted_games = [set(one.posted.pairs) for one in found if one.posted is not None]
    for key in EDITIONS:
        assert [set(pairing.pairs) for one in found if (pairing := one.pairing_by(key))] == posted_games


def test_the_lighthouse_cup_distinguishes_all_editions() -> None:
    """Round 4 has three pairings; in rounds 5 and 6 another edition stands alone."""
    found = compared(example("lighthouse_cup"))
    assert {one.round_number: one.groups for one in found if one.is_divergent} == {
        4: (("dutch-2013",), ("dutch-2017",), ("dutch-2026",)),
        5: (("dutch-2013", "dutch-2026"), ("dutch-2017",)),
        6: (("dutch-2013", "dutch-2017"), ("dutch-2026",)),
    }


def test_each_edition_names_the_article_by_which_it_prefers_its_own() -> None:
    """2013 protects a downfloater, where 2017 protects an upfloater; 2026 looks at the bye first."""
    (found,) = compared(example("lighthouse_cup"), (4,))
    partings = {(parting.one, parting.other): parting for parting in found.partings}
    assert set(partings) == {("dutch-2013", "dutch-2017"), ("dutch-2013", "dutch-2026"), ("dutch-2017", "dutch-2026")}
    articles = {
        pair: [(ruling.bracket, ruling.article) for ruling in (parting.by_one, parting.by_other)]
        for pair, parting in partings.items()
    }
    assert articles["dutch-2013", "dutch-2017"] == [(3, "B.6"), (3, "C.13")]
    assert articles["dutch-2013", "dutch-2026"] == [(3, "B.6"), (3, "2.3.1")]
    assert articles["dutch-2017", "dutch-2026"] == [(4, "C.5"), (4, "2.3.1")]


def test_editions_that_agree_are_compared_with_the_others_once() -> None:
    """In round 5 two of three are alike: one parting, not two."""
    (found,) = compared(example("lighthouse_cup"), (5,))
    assert [(parting.one, parting.other) for parting in found.partings] == [("dutch-2013", "dutch-2017")]


def test_an_edition_without_a_pairing_is_named_with_its_reason() -> None:
    """The round counts as parted, and the others are still compared."""
    resigned = Edition(
        key="resigned",
        title="Resigned",
        source="",
        in_force_from=ToyEngine().edition.in_force_from,
        in_force_until=None,
    )
    engines = (ToyEngine(), ToyEngine(prepared=Resigned, edition=resigned), ToyEngine(prepared=ToyEvent))
    found = compare_editions(paired_properly(2), engines)
    refused = [one.refusal for one in found[0].pairings if one.pairing is None]
    assert refused == ["none in round 1"]
    assert [one.is_divergent for one in found] == [True, True]
    assert found[0].partings == ()


def test_the_check_tells_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    """After the verdicts: round, bracket, article, both values, and the count."""
    assert main(["check", str(EXAMPLES / "lighthouse_cup.trf"), "--compare-editions"]) == 0
    out = capsys.readouterr().out
    assert "No discrepancy in 1 event, 7 rounds, 46 pairs." in out
    assert "Round 4: no two alike" in out
    assert "Round 5: dutch-2013 and dutch-2026 alike, dutch-2017 otherwise" in out
    assert (
        "by dutch-2017, article C.5 in bracket 4 (1.0 points): number of players who leave the bracket unpaired: "
        "0 in its own pairing, 2 in that of dutch-2026" in out
    )
    assert (
        "by dutch-2026, article 2.3.1: score of the player who receives the pairing-allocated bye: 0 in its own "
        "pairing, 0.5 in that of dutch-2017" in out
    )
    assert "by dutch-2017, article D.2 in bracket 6 (1.0 points): its own candidate comes first." in out
    assert "All editions agree in 4 of 7 rounds." in out


def test_rounds_can_be_selected(capsys: pytest.CaptureFixture[str]) -> None:
    """Only those asked for are compared."""
    assert main(["check", str(EXAMPLES / "lighthouse_cup.trf"), "--compare-editions", "--rounds", "1-4"]) == 0
    assert "All editions agree in 3 of 4 rounds." in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_reported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The check ends as it would without the comparison, which says nothing of a file that the check has refused."""
    missing = tmp_path / "missing.trf"
    assert main(["check", str(missing), "--compare-editions"]) == 2
    said = capsys.readouterr().out
    assert f"unreadable: {missing} cannot be read" in said
    assert "cannot be compared" not in said


def test_the_record_holds_the_comparison(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for every round, in the form that the schema lays down; the findings are read back as ever."""
    path = tmp_path / "run.jsonl"
    assert main(["check", str(EXAMPLES / "lighthouse_cup.trf"), "--compare-editions", "-o", str(path)]) == 0
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        record_validator().validate(line)
    rounds = {line["round"]: line for line in lines if line["kind"] == "editions"}
    assert list(rounds) == [1, 2, 3, 4, 5, 6, 7]
    assert rounds[1]["groups"] == [list(EDITIONS)]
    assert rounds[1]["partings"] == []
    parting = rounds[4]["partings"][0]
    assert parting["by_one"].pop("sentence").startswith("by dutch-2013, article B.6 in bracket 3 (")
    assert parting["by_other"].pop("sentence").startswith("by dutch-2017, article C.13 in bracket 3 (")
    assert parting == {
        "one": "dutch-2013",
        "other": "dutch-2017",
        "by_one": {"verdict": "worse", "bracket": 3, "article": "B.6", "criterion": "B6d"},
        "by_other": {"verdict": "worse", "bracket": 3, "article": "C.13", "criterion": "C13"},
    }
    assert rounds[5]["partings"][0]["by_other"]["article"] == "D.2"
    assert rounds[4]["pairings"][2]["pairing"]["bye"] == 14
    assert read_record(path).tally.checked.rounds == 7
    assert "All editions agree in 4 of 7 rounds." in capsys.readouterr().out


def test_a_record_on_standard_output_is_not_mixed_with_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison then goes to standard error."""
    assert main(["check", str(EXAMPLES / "held_2013.trf"), "--compare-editions", "-o", "-"]) == 0
    output = capsys.readouterr()
    assert [json.loads(line)["kind"] for line in output.out.splitlines()][-1] == "footer"
    assert "All editions agree in 5 of 5 rounds." in output.err


CRITERION = DecidingCriterion(label="C12", article="2.4.7", name="n", sentence="", recorded=(1,), expected=(0,))
ORDER = DecidingOrder(step=GenerationStep.EXCHANGE, article="4.3", sentence="")
STEP = Divergence(kind=DivergenceKind.WORSE, article="3.1", step="", sentence="")
RULINGS = (ColourRuling(pair=Pair(1, 2), article="5.2.1", sentence=""),)


@pytest.mark.parametrize(
    ("ruling", "article", "label"),
    [
        ({"violations": (Violation(label="C1", article="2.1.1", players=(1, 2), sentence=""),)}, "2.1.1", "C1"),
        ({"deciding_criterion": CRITERION}, "2.4.7", "C12"),
        ({"deciding_order": ORDER}, "4.3", None),
        ({"parting": STEP}, "3.1", None),
        ({"colour_rulings": RULINGS}, "5.2.1", None),
        ({}, "", None),
    ],
)
def test_the_record_names_the_article_that_decides_whatever_it_is(
    ruling: dict[str, Any], article: str, label: str | None
) -> None:
    """A rule broken, a criterion, the order of generation, a step of a procedure, a rule on colours."""
    argument = Argument(deciding_bracket=2, **ruling)
    judged = RoundFinding(event="x", round_number=1, verdict=Verdict.WORSE, argument=argument)
    told = make_ruling(judged, "a", "b", Roster({}))
    assert (told.verdict, told.bracket, told.article, told.criterion) == (Verdict.WORSE, 2, article, label)
    assert told.sentence.startswith("by a")


def test_the_page_shows_the_editions_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row for every round, a column for every edition; and the same page is made from the record."""
    page, path, again = (tmp_path / name for name in ("run.html", "run.jsonl", "again.html"))
    file = str(EXAMPLES / "lighthouse_cup.trf")
    assert main(["check", file, "--compare-editions", "-o", str(page), "-o", str(path)]) == 0
    assert main(["report", str(path), "-o", str(again)]) == 0
    text = page.read_text("utf-8")
    assert again.read_text("utf-8") == text
    _, _, section = text.partition("The editions side by side")
    rows = [
        re.sub("<.*?>|✓|✗", " ", row).split()
        for row in re.findall(r'<tr>(<th scope="row" class="number">.*?)</tr>', section.partition("</table>")[0])
    ]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]
    assert (
        " ".join(rows[4])
        == "5 as posted 2 games differ as posted dutch-2013 and dutch-2026 alike, dutch-2017 otherwise"
    )
    assert "By dutch-2017, article C.5 in bracket 4 (1.0 points)" in section
    assert "All editions agree in 4 of 7 rounds." in section
    capsys.readouterr()
    assert main(["report", str(path)]) == 0
    assert "All editions agree in 4 of 7 rounds." in capsys.readouterr().out


def test_a_page_without_a_comparison_does_not_mention_editions_side_by_side(tmp_path: Path) -> None:
    """Nothing is compared unless it is asked for."""
    page = tmp_path / "run.html"
    assert main(["check", str(EXAMPLES / "held_2013.trf"), "-o", str(page)]) == 0
    assert "side by side" not in page.read_text("utf-8").replace("laid side by side", "")


def test_each_event_has_its_own_comparison(tmp_path: Path) -> None:
    """Also two files with the same name, of which one cannot be compared."""
    files = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "event.trf"
        file.write_bytes((EXAMPLES / "held_2013.trf").read_bytes())
        files.append(str(file))
    page, path = tmp_path / "run.html", tmp_path / "run.jsonl"
    assert main(["check", *files, "--compare-editions", "-o", str(page), "-o", str(path)]) == 0
    assert page.read_text("utf-8").count("The editions side by side") == 2
    assert [len(rounds) for rounds in group_by_event(read_record(path).editions)] == [5, 5]


def test_the_editions_compared_are_those_of_the_system(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The system is declared by the file or given; if it has one edition only, the output says so."""
    text = (EXAMPLES / "held_2013.trf").read_text("utf-8")
    path = tmp_path / "event.trf"
    path.write_text(text, "utf-8")
    main(["check", str(path), "--compare-editions", "--system", "dubov-2026", "--rounds", "1"])
    assert "dubov-1997, dubov-2018, dubov-2026 side by side" in capsys.readouterr().out
    main(["check", str(path), "--compare-editions", "--system", "clock-2012", "--rounds", "1"])
    assert "cannot be compared: clock-2012 is the only edition of its system" in capsys.readouterr().out


def test_byes_are_those_that_the_editions_give(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where one of them judges the other's pairing by a milder reading, which gives another bye."""
    path = str(tmp_path / "event.trf")
    asked = ["--system", "dubov-2018", "--players", "13", "--rounds", "5", "--seed", "4", "--workers", "1"]
    assert main(["generate", *asked, "-o", path]) == 0
    assert main(["check", path, "--compare-editions", "--rounds", "2"]) == 0
    told = "pairing-allocated bye: Player 012 (12) by dubov-1997, Player 011 (11) by dubov-2018"
    assert told in capsys.readouterr().out
