"""Explanations of correct pairings are short enough to be read aloud, and do not contradict themselves."""

from __future__ import annotations

import random

import pytest
from support.explained_pairings import MAX_WORDS, contradictions, count_words, explain_correct_pairings, long_rows
from support.samples import sample

from reference_engines.frame.systems import editions

EXPLANATIONS = sample(6, exploring=12)


@pytest.mark.parametrize("key", [edition.key for edition in editions()])
def test_an_explanation_is_short_and_consistent(key: str) -> None:
    """For players with a game and with the bye; ``batches.explain_correct`` explains many more, and takes the time."""
    explained = [one.explanation for one in explain_correct_pairings(key, EXPLANATIONS, random.Random(1))]
    assert len(explained) == EXPLANATIONS
    assert [one.sentence for one in explained if count_words(one) > MAX_WORDS or contradictions(one)] == []
    assert [row for one in explained for row in long_rows(one)] == []
