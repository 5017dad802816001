"""A declaration counts only where it is explicit about the round and about pairing by hand."""

from __future__ import annotations

import pytest

from checker.paired_by_hand import declared_by_hand


@pytest.mark.parametrize(
    "text",
    ["Round 4 was paired manually by the Chief Arbiter", " ROUND 4: manual pairing", "pairings of round 4 by hand"],
)
def test_an_explicit_declaration_counts(text: str) -> None:
    """Wording and case are free as long as round and hand are named."""
    assert declared_by_hand(4, ("something else", text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "Round 14 was paired manually",
        "Round 4 began late",
        "The pairings were made manually",
        "Manual pairing in round 3, and round 4 was regular",
        "see the manual, page 4",
    ],
)
def test_anything_less_does_not(text: str) -> None:
    """Another round, no hand, no round, several rounds in one line: none of these is taken for a declaration."""
    assert declared_by_hand(4, (text,)) is None
