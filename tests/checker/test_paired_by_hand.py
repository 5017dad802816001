"""A declaration counts only where it is explicit about the round and about pairing by hand."""

from __future__ import annotations

import pytest

from checker.verdicts.paired_by_hand import find_manual_declaration


@pytest.mark.parametrize(
    "text",
    ["Round 4 was paired manually by the Chief Arbiter", " ROUND 4: manual pairing", "pairings of round 4 by hand"],
)
def test_an_explicit_declaration_counts(text: str) -> None:
    """Wording and case are free as long as round and hand are named."""
    assert find_manual_declaration(4, ("something else", text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "MPA @ Round 4: 1-2 3-4 => 1-3 2-4",
        "  mpa @ round 4 : 1-2 => 1-3, after round 3",
        "MPA@Round 4",
        "Import @ Round 4: 12 games from another program",
        "Import @ Round 4",
    ],
)
def test_comments_of_the_checklist_count(text: str) -> None:
    """A manual pairing alteration and an imported round are declared for the round after the sign, and no other."""
    assert find_manual_declaration(4, ("Import @ Round 3: something else", text)) == text
    assert find_manual_declaration(5, (text,)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Round 14 was paired manually",
        "Round 4 began late",
        "The pairings were made manually",
        "Manual pairing in round 3, and round 4 was regular",
        "see the manual, page 4",
        "MPA @ Round 40: 1-2 => 1-3",
        "MPA round 4",
        "no MPA @ Round 4",
        "Import @ Rounds 4 to 6",
        "FPB @ Round 4",
        "Rating correction @ Round 4: 1-2: 1800 => 1900",
    ],
)
def test_anything_less_does_not(text: str) -> None:
    """Another round, no hand, no round, several rounds in one line: none of these is taken for a declaration."""
    assert find_manual_declaration(4, (text,)) is None
