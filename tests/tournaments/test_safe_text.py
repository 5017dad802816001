"""Foreign text made safe: nothing in it steers a terminal, and everything that a name needs stays."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.problems import FileProblem, ProblemCode, ProblemSeverity
from tournaments.safe_text import escape_field, escape_line, escape_text


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x00\x08\r", "\\x00\\x08\\r"),
        ("\x7f", "\\u007f"),
        ("\x9b31m", "\\u009b31m"),
        ("\x85", "\\u0085"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\u202aa\u202eb\u202c", "\\u202aa\\u202eb\\u202c"),
        ("\u2066\u2067\u2068\u2069", "\\u2066\\u2067\\u2068\\u2069"),
        ("\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"),
        ("\ud800\udcff", "\\ud800\\udcff"),
    ],
)
def test_steering_characters_are_escaped(text: str, looks: str) -> None:
    """In fields and in texts of several lines alike."""
    assert escape_line(text) == escape_field(text) == escape_text(text) == looks


@pytest.mark.parametrize(
    "name",
    [
        "Müller-Lüdenscheidt, Zoë",
        "\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}",
        # A name with the joiner that keeps its letters apart, and one with that which keeps them together.
        "\N{ARABIC LETTER NOON}\N{ARABIC LETTER FARSI YEH}\u200c\N{ARABIC LETTER NOON}",
        "क्\u200dष",
        "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}",
        "O'Brien \\ Sons \u00a0 \u2019 <b>",
        "\N{WHITE CHESS QUEEN}\U0001f469\u200d\U0001f52c",
    ],
)
def test_characters_that_names_need_stay(name: str) -> None:
    """Joiners, accents, letters written from right to left, and whatever else is only to be read."""
    assert escape_line(name) == escape_text(name) == name


def test_a_field_is_one_line_and_a_text_has_many() -> None:
    """So that no name can begin a line of its own."""
    assert escape_line("Ann\n0 discrepancies\tin all") == "Ann\\n0 discrepancies\\tin all"
    assert escape_text("Ann\n\tBob\r\n") == "Ann\n\tBob\\r\n"


@pytest.mark.parametrize(("length", "is_cut"), [(200, False), (201, True)])
def test_a_field_is_cut_where_it_hides_the_rest(length: int, is_cut: bool) -> None:
    """At 200 characters of its own, and says how many there are."""
    text = "\u202e" * length
    assert escape_field(text) == "\\u202e" * 200 + (f"... ({length} characters)" if is_cut else "")
    assert escape_line(text) == "\\u202e" * length


@given(st.text(st.characters(categories=("Cc", "Cf", "Cs", "Zl", "Zp", "L", "P"))))
def test_nothing_shown_is_control_or_direction(text: str) -> None:
    """By the character database, and to be written in UTF-8."""
    directions = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    for character in escape_line(text):
        assert unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}
        assert unicodedata.bidirectional(character) not in directions
    escape_line(text).encode()
    assert escape_line(escape_line(text)) == escape_line(text)


@given(st.text(st.characters(categories=("Cc", "Cf", "Cs", "Zl", "L"))))
def test_json_says_the_same_when_it_is_shown(text: str) -> None:
    """Its own escapes are those of what is shown."""
    assert json.loads(escape_text(json.dumps({"name": text}, ensure_ascii=False))) == {"name": text}


def test_a_problem_is_one_line_whatever_it_quotes() -> None:
    """The file's name and the piece of the text that is at fault come from strangers."""
    problem = FileProblem(
        severity=ProblemSeverity.ERROR,
        code=ProblemCode.RESULT_INVALID,
        source="a\nb.trf",
        message="'\u202e' is\x1b[0m wrong",
    )
    assert str(problem) == "a\\nb.trf: error[result-invalid]: '\\u202e' is\\x1b[0m wrong"
