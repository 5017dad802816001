r"""
Safe display of texts from files and programs: no character can control a terminal or hide its place in the text.

Names, titles, file names and outputs of programs are not trusted. The model keeps them unchanged, and all output passes
through this module. It escapes control characters (C0, C1, and so every escape sequence), further line ends (U+2028,
U+2029), marks and overrides of the writing direction (the characters of the Unicode property Bidi_Control), and lone
surrogates, which no encoding can write. All other characters stay, also the joiners U+200C and U+200D, which names
need.

The escape of a character below U+0020 is ``\x1b``, of any other character ``\u202e``. JSON escapes the former itself,
and the latter are JSON escapes, so an escaped line of JSON is still JSON with the same meaning.
"""

from __future__ import annotations

import re

MAX_FIELD_CHARACTERS = 200
"""The number of characters that are shown of a name, a title, or a line of a file."""
MAX_LINE_CHARACTERS = 4000
"""The number of characters that are shown of a sentence with its quotations."""
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_ALWAYS = rf"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{_BIDI}\ud800-\udfff"
_IN_TEXT = f"[{_ALWAYS}]"
_IN_FIELD = f"[\t\n{_ALWAYS}]"
"""Patterns that are compiled where a text has one of the characters: most texts have none."""
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FIRST_PRINTABLE = 0x20


def escape_line(text: str, max_characters: int = MAX_LINE_CHARACTERS) -> str:
    """Return a text on one line, cut if it is too long; line ends and tabs are escaped, too."""
    cut = _cut(text, max_characters)
    return cut if cut.isprintable() else re.sub(_IN_FIELD, _escape_character, cut)


def escape_field(text: str) -> str:
    """Return a name or another field on one line, cut at the length of a field."""
    return escape_line(text, MAX_FIELD_CHARACTERS)


def escape_text(text: str) -> str:
    """Return a text of several lines, of any length: line feeds and tabs stay."""
    if text.replace("\n", "").isprintable():
        return text
    return re.sub(_IN_TEXT, _escape_character, text)


def _escape_character(match: re.Match[str]) -> str:
    character = match[0]
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < _FIRST_PRINTABLE else f"\\u{code:04x}"


def _cut(text: str, max_characters: int) -> str:
    if len(text) <= max_characters:
        return text
    return f"{text[:max_characters]}... ({len(text)} characters)"
