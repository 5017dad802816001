"""The register of readings of C.07."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import standings
from checker.standings import check
from standings.readings import REGISTER
from tournaments.readings import Treatment

SOURCES = sorted(Path(standings.__file__).parent.rglob("*.py"))


def test_every_identifier_is_of_one_reading() -> None:
    """And is found by it."""
    identifiers = [entry.identifier for entry in REGISTER.entries]

    assert len({*identifiers}) == len(identifiers)
    assert all(REGISTER.find(identifier).identifier == identifier for identifier in identifiers)


def test_an_unknown_identifier_has_no_reading() -> None:
    """KeyError."""
    with pytest.raises(KeyError):
        REGISTER.find("C07-NOTHING")


def test_every_reading_that_code_refers_to_is_in_the_register() -> None:
    """By its identifier."""
    mentioned = {
        identifier
        for path in SOURCES
        if path.parent.name != "readings"
        for identifier in re.findall(r"C07-[A-Z]+(?:-[A-Z]+)*", path.read_text("utf-8"))
    }

    assert mentioned <= {entry.identifier for entry in REGISTER.entries}
    assert len(mentioned) > 10


def test_an_entry_is_marked_exactly_where_a_wrong_order_is_tried_by_its_other_side() -> None:
    """`check` tries these readings for a rank order that is wrong by the default readings."""
    tried = set(re.findall(r"C07-[A-Z]+(?:-[A-Z]+)*", Path(check.__file__).read_text("utf-8")))
    assert {entry.identifier for entry in REGISTER.entries if entry.treatment is Treatment.FOLLOWED} == tried
