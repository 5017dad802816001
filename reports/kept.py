"""Kept events in words, as every report says them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.campaigns.outcomes import KeptEventAnswer


def describe_kept_event(answer: KeptEventAnswer) -> str:
    """Describe the answer of a program about a kept event."""
    known = " [known]" if answer.known else ""
    if answer.failure:
        return f"{answer.name}: it {answer.failure}"
    first = answer.findings[0]
    decided = first.decided
    return f"{answer.name}, {first.where}: {first.word}{f', {decided}' if decided else ''}{known}"


def count_kept_events(again: Sequence[KeptEventAnswer]) -> str:
    """``3 kept events were asked about first: 1 still fails, 2 are right now.``; empty where there were none."""
    if not again:
        return ""
    wrong = sum(not one.is_right for one in again)
    right = len(again) - wrong
    told = [f"{wrong} still fail{'s' if wrong == 1 else ''}"] if wrong else []
    told += [f"{right} {'is' if right == 1 else 'are'} right now"] if right else []
    verb = "was" if len(again) == 1 else "were"
    return f"{counted_noun(len(again), 'kept event')} {verb} asked about first: {', '.join(told)}."
