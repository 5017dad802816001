"""Pages in ``docs`` show the register as it is, and the register says rightly which other sides are followed."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from support.pages import DOCS, entries_of, kinds_of, pages_with_tables, refreshed

from checker.verdicts.verdict import ExitStatus
from pairproof.chosen_readings import READINGS as ALL_READINGS
from pairproof.cli.main import main
from reference_engines.burstein.rules import OTHER_READINGS as OF_BURSTEIN
from reference_engines.clock.edition import OTHER_READINGS as OF_THE_CLOCK
from reference_engines.double_swiss.rules import OTHER_READINGS as OF_DOUBLE_SWISS
from reference_engines.dubov.rules import OTHER_READINGS as OF_DUBOV
from reference_engines.dubov_1997.edition import OTHER_READINGS as OF_DUBOV_1997
from reference_engines.dutch_2013.bracket import OTHER_READINGS as OF_2013
from reference_engines.lim.edition import OTHER_READINGS as OF_LIM
from reference_engines.misreadings.dutch import KINDS
from reference_engines.readings import REGISTER
from reference_engines.simple_swiss.edition import OPEN_POINTS as OF_SIMPLE_SWISS
from reference_engines.simple_swiss.edition import OPEN_POINTS_OF_DEVIATION as OF_DEVIATION
from reference_engines.team.event import OtherSide
from tournaments.readings import Treatment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOT = DOCS.parent
FOLDER = ROOT / "reference_engines" / "readings"
WITH_READINGS = (
    "burstein",
    "clock",
    "double_swiss",
    "dubov",
    "dubov_1997",
    "dutch",
    "dutch_2013",
    "lim",
    "simple_swiss",
    "standings",
    "team_swiss",
    "virtual_points",
)


def test_the_pages_with_readings_have_their_tables() -> None:
    """Each system's, and that of virtual points."""
    assert [page.stem for page in pages_with_tables()] == list(WITH_READINGS)


@pytest.mark.parametrize("page", WITH_READINGS)
def test_a_page_holds_the_table_that_the_command_writes(page: str) -> None:
    """Exactly; ``python -m batches.refresh_tables`` (in tests) writes them anew."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    assert text == refreshed(text)


def test_a_page_that_lags_behind_is_seen() -> None:
    """One word of a table is enough."""
    text = (DOCS / "clock.md").read_text("utf-8")
    assert refreshed(text.replace("The file's numbers are pairing numbers already", "otherwise")) == text
    assert "The file's numbers are pairing numbers already" in text


def test_every_entry_stands_on_a_page() -> None:
    """Nothing of the register is hidden from who reads the pages."""
    shown = [entry for page in pages_with_tables() for entry in entries_of(page.read_text("utf-8"))]
    assert {entry.identifier for entry in shown} == {entry.identifier for entry in ALL_READINGS}


def test_the_command_writes_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Identifier, open point, both sides in short, and whether the other one is followed."""
    assert main(["readings", "--table", "clock-bye-t", "SPP"]) == ExitStatus.CONSISTENT
    head, rule, clock, general = capsys.readouterr().out.splitlines()
    assert head == "| identifier | open point | what we do | otherwise | followed |"
    assert rule == "|---|---|---|---|---|"
    assert clock == (
        "| `CLOCK-BYE-TWICE` | May a player have the bye again if it was worth no points? "
        "| No second bye, even if the first gave no points | A second bye if the first gave no points | yes |"
    )
    assert general.startswith("| `SPP-2026-08` | Which numbers count for odd and even")
    assert "keep theirs. *Programs: bbpPairings, Gacrux, JaVaFo.* | The number printed" in general
    assert "*Programs: Ainalrami 0.10.0, py4swiss 0.3.1.* Or: As in the ruling" in general
    assert general.endswith("| yes |")


def test_without_a_name_the_table_has_all_entries(capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the register."""
    assert main(["readings", "--table"]) == ExitStatus.CONSISTENT
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == [entry.identifier for entry in ALL_READINGS]


def test_an_entry_is_marked_exactly_where_code_names_it() -> None:
    """Every reading that rules, colours, divergences or doubts can yield is named in code; no other is marked."""
    marked = {entry.identifier for entry in REGISTER.entries if entry.treatment is not Treatment.NOT_FOLLOWED}
    assert marked == set(_find_identifiers_in_code())


def test_every_followed_reading_changes_the_rules() -> None:
    """By the list of each system, by the number of rounds and odd and even, and by doubts about files of teams."""
    by_entry = (*OF_BURSTEIN, *OF_THE_CLOCK, *OF_DUBOV, *OF_DUBOV_1997, *OF_2013, *OF_LIM, *OF_DOUBLE_SWISS)
    of_simple = {*OF_SIMPLE_SWISS, *OF_DEVIATION}
    of_systems = {identifier for identifier, _ in by_entry} | of_simple
    of_files = {
        "SPP-2026-08",
        "ROUNDS-UNDECLARED",
        "BURSTEIN-ROUNDS",
        "DUBOV-ROUNDS",
        "INITIAL-UNDECLARED",
        "TEAM-BYE-UNRECORDED",
        "TEAM-BYE-VALUE",
        "TEAM-COLOURS-UNRECORDED",
        "TEAM-FORFEIT-VALUE",
    }
    of_teams = {other.identifier for other in OtherSide}
    followed = {Treatment.FOLLOWED, Treatment.FOLLOWED_FOR_TEAMS}
    assert {
        entry.identifier for entry in REGISTER.entries if entry.treatment in followed
    } == of_systems | of_files | of_teams
    assert [entry.identifier for entry in REGISTER.entries if entry.treatment is Treatment.FOLLOWED_FOR_TEAMS] == [
        "BAKU-GROUP"
    ]


def test_every_other_side_of_the_register_is_one_of_the_code() -> None:
    """An entry that is followed has as many other sides as the code has changes for it."""
    by_entry = (*OF_BURSTEIN, *OF_THE_CLOCK, *OF_DUBOV, *OF_DUBOV_1997, *OF_2013, *OF_LIM, *OF_DOUBLE_SWISS)
    in_code = Counter(identifier for identifier, _ in by_entry) + Counter(other.identifier for other in OtherSide)
    in_code["BURSTEIN-ABSENT-FORFEIT"] -= 2  # read together with each side of BURSTEIN-ABSENT
    assert in_code == {identifier: len(REGISTER.find(identifier).others) for identifier in in_code}


def _find_identifiers_in_code() -> Iterator[str]:
    """Yield the identifiers that stand as texts of their own in code outside of the register."""
    registered = {entry.identifier for entry in REGISTER.entries}
    for room in ("reference_engines", "checker"):
        for file in sorted((ROOT / room).rglob("*.py")):
            if FOLDER not in file.parents:
                yield from registered.intersection(_texts(file))


def _texts(file: Path) -> Iterator[str]:
    """Yield the texts in a file, except for the entry by which a rule forbids a pairing."""
    tree = ast.parse(file.read_text("utf-8"))
    forbidding = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "forbidding"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in forbidding:
            yield node.value


def test_the_page_of_misreadings_shows_all_of_them() -> None:
    """Kind by kind; ``python -m batches.refresh_tables`` (in tests) writes the tables anew."""
    text = (DOCS / "misreadings.md").read_text("utf-8")
    assert kinds_of(text) == list(KINDS)
    assert text == refreshed(text)
