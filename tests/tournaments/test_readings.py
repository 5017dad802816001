"""The registers of open readings: their form, what they refer to, and what a mistake in a file says."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from reference_engines.frame.systems import editions_by_name
from reference_engines.readings import REGISTER as PAIRING
from standings.readings import REGISTER as STANDINGS
from standings.rules import EDITIONS as EDITIONS_OF_C07
from tournaments.readings import EVERY_EDITION, Reading, Register, Treatment, read_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

ENTRY = """
subject = "Some system"
editions = ["some-2026"]

[[reading]]
identifier = "SOME-POINT"
article = "1.1"
question = "Which?"
default = "first"
why = "The text says so."

[[reading.side]]
key = "first"
text = "The first."
followed_by = ["A program 1.0"]

[[reading.side]]
key = "last"
text = "The last."
short = "last"
"""


def find_mistakes(entries: Iterable[Reading], editions: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for every identifier that occurs twice and every edition that does not exist."""
    known = {*editions, EVERY_EDITION}
    identifiers: set[str] = set()
    for entry in entries:
        if entry.identifier in identifiers:
            yield f"{entry.identifier} occurs twice"
        identifiers.add(entry.identifier)
        yield from (
            f"{entry.identifier}: the edition '{key}' does not exist" for key in entry.editions if key not in known
        )


def test_every_identifier_is_unique_and_every_edition_exists() -> None:
    """In both registers, which share no identifier either."""
    editions = {edition.key for edition in (*editions_by_name(), *EDITIONS_OF_C07)}
    assert list(find_mistakes((*PAIRING.entries, *STANDINGS.entries), editions)) == []


def test_entries_of_pairing_name_editions_of_pairing() -> None:
    """And those of C.07 editions of C.07."""
    assert list(find_mistakes(PAIRING.entries, {edition.key for edition in editions_by_name()})) == []
    assert list(find_mistakes(STANDINGS.entries, (edition.key for edition in EDITIONS_OF_C07))) == []


@pytest.mark.parametrize("register", [PAIRING, STANDINGS], ids=["pairing", "standings"])
def test_every_side_has_a_key_and_a_text_of_its_own(register: Register) -> None:
    """And none is followed if no other side is known."""
    for entry in require_items(register.entries):
        assert all(count == 1 for count in Counter(side.text for side in entry.sides).values()), entry.identifier
        assert entry.others or entry.treatment is Treatment.NOT_FOLLOWED, entry.identifier
        assert all(side.key == side.key.lower().replace(" ", "-") for side in entry.sides), entry.identifier


def test_no_program_follows_two_sides_of_an_entry() -> None:
    """A program may be named once for each entry."""
    for entry in require_items((*PAIRING.entries, *STANDINGS.entries)):
        programs = Counter(program for side in entry.sides for program in side.followed_by)
        assert all(count == 1 for count in programs.values()), entry.identifier


def test_a_side_that_engines_follow_names_them() -> None:
    """C13 of topscorers, and who counts as a topscorer, as the sources of the engines have it."""
    strong = PAIRING.find("DUTCH-C13-ABSOLUTE")
    assert strong.taken.followed_by == ("bbpPairings 6.0.0", "Ainalrami 0.10.0", "fide-swiss-pairing-engine")
    assert strong.side("absolute-too").followed_by == (
        "Gacrux 1.11.65",
        "py4swiss 0.3.1 (C.11 of 2017)",
        "swisspairing 0.1.0",
    )
    assert "Gacrux 1.11.65" in PAIRING.find("DUTCH-TOPSCORER-MAXIMUM").taken.followed_by


def test_an_entry_has_its_sides_and_what_the_head_of_the_file_says() -> None:
    """The default side is the one taken."""
    (entry,) = read_entries(ENTRY, "some.toml")
    assert (entry.subject, entry.editions) == ("Some system", ("some-2026",))
    assert (entry.taken.text, entry.taken.phrase, entry.taken.followed_by) == (
        "The first.",
        "The first.",
        ("A program 1.0",),
    )
    assert [(side.key, side.phrase) for side in entry.others] == [("last", "last")]
    assert entry.treatment is Treatment.NOT_FOLLOWED
    with pytest.raises(KeyError):
        entry.side("middle")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text + "[[", "some.toml, line 21: Invalid initial character for a key part"),
        (
            lambda text: text.replace('"SOME-POINT"', '""'),
            "some.toml, line 5: Expected `str` of length >= 1 - at `$.reading[0].identifier`",
        ),
        (
            lambda text: text.replace('identifier = "SOME-POINT"\n', ""),
            "some.toml, line 5: Object missing required field `identifier`",
        ),
        (lambda text: text.replace("why =", "because ="), "some.toml, line 5: Object contains unknown field `because`"),
        (
            lambda text: text.replace('why = "The text says so."\n', ""),
            "some.toml, line 5: Object missing required field `why`",
        ),
        (
            lambda text: text.replace('text = "The last."\n', ""),
            "line 5: Object missing required field `text` - at `$.reading[0].side[1]`",
        ),
        (
            lambda text: text.replace('key = "last"', 'name = "last"'),
            "line 5: Object contains unknown field `name` - at `$.reading[0].side[1]`",
        ),
        (
            lambda text: text.replace('key = "last"', 'key = "first"'),
            "some.toml, line 5: two sides have the same key; the keys are first, first",
        ),
        (
            lambda text: text.replace('default = "first"', 'default = "middle"'),
            "some.toml, line 5: the default 'middle' is not among the sides: first, last",
        ),
        (
            lambda text: text.replace('editions = ["some-2026"]\n', ""),
            "some.toml, SOME-POINT: subject or editions are missing",
        ),
        (
            lambda text: text.replace('why = "', 'treatment = "perhaps"\nwhy = "'),
            "some.toml, line 5: Invalid enum value 'perhaps' - at `$.reading[0].treatment`",
        ),
        (lambda text: "topic = 1\n" + text, "some.toml: Object contains unknown field `topic`"),
    ],
)
def test_a_mistake_in_a_file_names_file_entry_and_mistake(change: Callable[[str], str], message: str) -> None:
    """So that it is found at once."""
    with pytest.raises(ValueError, match=re.escape(message)):
        read_entries(change(ENTRY), "some.toml")


def test_identifiers_that_occur_twice_and_unknown_editions_are_found() -> None:
    """Over all files of a register."""
    entries = (*read_entries(ENTRY, "some.toml"), *read_entries(ENTRY.replace("some-2026", "some-2027"), "other.toml"))
    assert list(find_mistakes(entries, ["some-2026"])) == [
        "SOME-POINT occurs twice",
        "SOME-POINT: the edition 'some-2027' does not exist",
    ]
    every = read_entries(ENTRY.replace("some-2026", "every"), "some.toml")
    assert list(find_mistakes(every, [])) == []


def test_only_the_file_of_an_entry_is_decoded(tmp_path: Path) -> None:
    """The other file of this folder could not be, and is not until all entries are asked for."""
    (tmp_path / "good.toml").write_text(ENTRY, "utf-8")
    (tmp_path / "bad.toml").write_text("[[", "utf-8")
    register = Register(str(tmp_path / "__init__.py"))
    assert register.find("SOME-POINT") is register.find("SOME-POINT")
    with pytest.raises(KeyError):
        register.find("SOME-OTHER-POINT")
    with pytest.raises(ValueError, match=r"bad\.toml"):
        _ = register.entries


def test_entries_of_several_systems_come_first(tmp_path: Path) -> None:
    """Then file by file."""
    for name in ("alpha", "general", "zeta"):
        (tmp_path / f"{name}.toml").write_text(ENTRY.replace("SOME-POINT", name.upper()), "utf-8")
    assert [entry.identifier for entry in Register(str(tmp_path / "__init__.py")).entries] == [
        "GENERAL",
        "ALPHA",
        "ZETA",
    ]
