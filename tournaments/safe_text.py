r"""
What a text from elsewhere looks like to a reader: nothing in it steers a terminal, or stands where it is not.

Names, titles, file names and what programs say come from strangers. The model keeps them as they are; whoever shows
them shows them through here. Escaped are control characters (C0, C1, with them every escape sequence), what is a line
end to some readers (U+2028, U+2029), marks and overrides of the direction of writing (the characters of the Unicode
property Bidi_Control), and lone surrogates, which no encoding can hold. Everything else is left alone, also the joiners
U+200C and U+200D, which names need.

Below U+0020 the escape is ``\x1b``, above ``\u202e``. JSON has escapes of its own for the former, and the latter are
its own: a line of JSON that passes through here is still JSON and says the same.
"""

from __future__ import annotations

import re

LONGEST_FIELD = 200
"""Characters of a name, a title, or a line of a file that are worth showing."""
LONGEST_LINE = 4000
"""Characters of a whole sentence, with all that it quotes."""
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_ALWAYS = rf"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{_BIDI}\ud800-\udfff"
_IN_TEXT = re.compile(f"[{_ALWAYS}]")
_IN_FIELD = re.compile(f"[\t\n{_ALWAYS}]")
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FIRST_PRINTED = 0x20


def shown(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text on one line, cut if it is too long; line ends and tabs are escaped, too."""
    return _IN_FIELD.sub(_escaped, _cut(text, longest))


def shown_field(text: str) -> str:
    """Return a name or another field as `shown`, at a length that leaves room for the rest."""
    return shown(text, LONGEST_FIELD)


def shown_text(text: str) -> str:
    """Return a text of several lines, of any length: line feeds and tabs stay."""
    return _IN_TEXT.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < _FIRST_PRINTED else f"\\u{code:04x}"


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    return f"{text[:longest]}... ({len(text)} characters)"
