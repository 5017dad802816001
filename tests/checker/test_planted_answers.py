"""The answer about a planted error names the players of the edit, and the article that the edit breaks first."""

from __future__ import annotations

import pytest
from support.planted_answers import complaints, planted_findings
from support.samples import sample

from reference_engines.frame.systems import editions

ERRORS = sample(3, exploring=5)


@pytest.mark.parametrize("key", [edition.key for edition in editions()])
def test_the_players_and_the_article_of_a_planted_error_are_named(key: str) -> None:
    """For every edition; ``batches.planted_answers`` asks for many more."""
    findings = list(planted_findings(key, ERRORS))
    assert len(findings) == ERRORS
    assert [complaint for found in findings for complaint in complaints(*found)] == []
