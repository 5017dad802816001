"""Kept events in words, as every report says them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.campaigns.outcomes import KeptEventAnswer


def kept_in_words(one: KeptEventAnswer) -> str:
    """Describe the answer of a program about a kept event."""
    known = " [known]" if one.known else ""
    if one.failure:
        return f"{one.name}: it {one.failure}"
    first = one.findings[0]
    decided = first.criterion or first.article
    return f"{one.name}, {first.where}: {first.verdict}{f', {decided}' if decided else ''}{known}"


def kept_counted(again: Sequence[KeptEventAnswer]) -> str:
    """``3 kept events were asked about first: 1 still fails, 2 are right now.``; empty where there were none."""
    if not again:
        return ""
    wrong = sum(not one.is_right for one in again)
    right = len(again) - wrong
    told = [f"{wrong} still fail{'s' if wrong == 1 else ''}"] if wrong else []
    told += [f"{right} {'is' if right == 1 else 'are'} right now"] if right else []
    verb = "was" if len(again) == 1 else "were"
    return f"{counted_noun(len(again), 'kept event')} {verb} asked about first: {', '.join(told)}."
