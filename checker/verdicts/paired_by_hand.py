"""
When a file itself declares that a round was not paired by the system.

A ``###`` line counts for a round in one of two forms:

- it names that round by the word ``round`` and its number, and says that the pairing was made ``manually`` (``manual``,
  ``by hand``): ``### Round 4 was paired manually by the Chief Arbiter``;
- it is a comment line of FIDE's checklist for tournament programs: a manual pairing alteration, ``### MPA @ Round 6:
  1-2 => 1-3``, or a round imported from another program, ``### Import @ Round 6``.

Nothing less explicit is taken for a declaration; a list of rounds needs a line for each. A declaration excuses the
quality of a round. It never excuses a pairing that breaks an absolute rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_ROUND = re.compile(r"\bround\s+(\d+)\b", re.IGNORECASE)
_MANUAL = re.compile(r"\b(manual|manually|by hand)\b", re.IGNORECASE)
_CHECKLIST_COMMENT = re.compile(r"\s*(?:MPA|Import)\s*@\s*Round\s+(\d+)\s*(?::|$)", re.IGNORECASE)


def find_manual_declaration(round_number: int, declarations: Iterable[str]) -> str | None:
    """Return the first declaration that explicitly says of the round that it was paired by hand."""
    return next((text for text in declarations if _declares(text, round_number)), None)


def _declares(text: str, round_number: int) -> bool:
    """Whether a ``###`` line declares this round, and no other, as paired by hand."""
    comment = _CHECKLIST_COMMENT.match(text)
    if comment:
        return int(comment[1]) == round_number
    named = {int(number) for number in _ROUND.findall(text)}
    return named == {round_number} and _MANUAL.search(text) is not None
