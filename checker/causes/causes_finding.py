"""
The result of a search for causes, as frozen values, in sentences, and as JSON lines.

A cause is a hint with its figures, never a verdict. The lines are a header, a line for each group of causes, the
unexplained rest, and a footer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from checker.causes.triggers import Trigger
from checker.verdicts.consequence import Consequence, RunJudgement, judge
from tournaments.frozen import JsonStruct
from tournaments.problems import counted_noun


class RoundName(JsonStruct, frozen=True, order=True, array_like=True):
    """The name of a round."""

    event: str
    round_number: int


class DescribedCause(JsonStruct, frozen=True, kw_only=True):
    """A cause in words."""

    identifier: str
    sentence: str
    article: str
    kind: str


class CauseGroup(JsonStruct, frozen=True, kw_only=True):
    """Causes with the same effect on all rounds examined."""

    members: tuple[DescribedCause, ...]
    """The simplest first."""
    explained: tuple[RoundName, ...]
    """Rounds that become exactly right."""
    contradicted: tuple[RoundName, ...]
    """Agreeing rounds, of those looked at, that become wrong."""
    is_certain_of_record: bool
    """Whether the record stays as it is, or more than one round speaks for the change of it."""

    @property
    def first(self) -> DescribedCause:
        """The simplest of them."""
        return self.members[0]


class CausesFinding(JsonStruct, frozen=True, kw_only=True):
    """Everything that a search has found."""

    discrepant: int
    """Discrepant and open rounds of all cases."""
    untried: int = 0
    """Of them, the rounds on which a cause that is named was not tried, because no work was left."""
    agreeing: int
    """Agreeing rounds that were looked at for contradictions."""
    agreeing_in_all: int
    groups: tuple[CauseGroup, ...]
    """Best first; together they cover what can be explained."""
    nearest: CauseGroup | None = None
    """Where no cause qualifies, the one that explains most rounds."""
    last_resort: CauseGroup | None = None
    """Where no cause qualifies, an order that may not be followed; it permits many pairings, so it is never a cause."""
    unexplained: tuple[RoundName, ...]
    tried: int
    """Causes that were tried."""
    fitting: int
    """Of these, how many explain some round."""
    pairings: int
    """Rounds that were paired for it."""
    not_tried: tuple[str, ...] = ()
    """Changes that were left out, one sentence each."""
    is_interrupted: bool = False
    """Whether the user ended the search."""
    remarks: tuple[str, ...] = ()
    """Of events that no system and edition pairs, one sentence each."""
    triggers: tuple[Trigger, ...] = ()
    """Features that the discrepant events have in common, if there are several events."""

    @property
    def looked_at(self) -> int:
        """Discrepant rounds on which the causes were tried."""
        return self.discrepant - self.untried


MAX_LISTED_MEMBERS = 3
"""Members of a group that are listed; of more, only the first is named."""


def describe_group(group: CauseGroup) -> str:
    """Describe the first cause of a group; a doubt of the record is a possibility, never the cause."""
    members, first = len(group.members), group.first
    sentence = f"{first.sentence}{bracket_article(first.article)}"
    if group.is_certain_of_record:
        return sentence
    among = f"one possibility among {members}" if members > 1 else "one possibility, and the only one that fits"
    return f"{among}: {sentence}"


def describe_nearest(group: CauseGroup, finding: CausesFinding) -> str:
    """Describe the cause that comes nearest where none qualifies, with the figures for which it does not qualify."""
    return f"{describe_group(group)}, which {describe_figures(group, finding)}; this is too little to name it."


def describe_last_resort(group: CauseGroup) -> str:
    """Describe an order that may not be followed; many pairings are right without it, so figures say nothing."""
    return f"It looks {group.first.sentence}{bracket_article(group.first.article)}; nothing more specific fits."


def describe_uncertain(finding: CausesFinding) -> tuple[str, ...]:
    """Describe what may lead to a cause where none qualifies, a sentence each."""
    nearest = f"Nearest: {describe_nearest(finding.nearest, finding)}" if finding.nearest else ""
    last_resort = describe_last_resort(finding.last_resort) if finding.last_resort else ""
    return tuple(sentence for sentence in (last_resort, nearest) if sentence)


def describe_figures(group: CauseGroup, finding: CausesFinding) -> str:
    """``explains 9 of 9, contradicts none of 12``."""
    contradicted = f"contradicts {len(group.contradicted) or 'none'} of {finding.agreeing}"
    sample = " looked at" if finding.agreeing < finding.agreeing_in_all else ""
    of_all = f"{finding.looked_at} looked at" if finding.untried else f"{finding.discrepant}"
    return f"explains {len(group.explained)} of {of_all}, {contradicted}{sample}"


_PLURAL = 2


def describe_effort(finding: CausesFinding) -> str:
    """How much was tried."""
    fitting = f"{finding.fitting or 'none'} of them explain{'s' if finding.fitting < _PLURAL else ''} a round"
    return f"Tried: {counted_noun(finding.tried, 'cause')} in {counted_noun(finding.pairings, 'pairing')}; {fitting}."


def bracket_article(article: str) -> str:
    """Put an article, if there is one, in brackets after a sentence."""
    return f" ({article})" if article else ""


_DIFFERING = {
    "events": "events with a round that differs",
    "rounds": "rounds that differ",
    "players": "players in pairs that differ",
}
"""A round that is right by another reading differs, too: totals do not call it discrepant."""
_UNEXPLAINED = {
    "events": "events with unexplained rounds",
    "rounds": "unexplained rounds",
    "players": "players in pairs that differ in unexplained rounds",
}
_OTHERS = {"events": "others", "rounds": "others", "players": "others in these rounds"}


def describe_trigger(trigger: Trigger) -> str:
    """``100 % of 3 events with a round that differs have a late entry, against 7 % of 40 others; the chance...``."""
    nouns = _UNEXPLAINED if trigger.unexplained else _DIFFERING
    share = f"{100 * trigger.having / trigger.discrepant:.0f} % of {trigger.discrepant} {nouns[trigger.of]}"
    others = f"{100 * trigger.clean_having / trigger.clean:.0f} % of {trigger.clean} {_OTHERS[trigger.of]}"
    return f"{share} have {trigger.words}, against {others}; the chance that this is luck is {trigger.chance}."


# --- JSON lines ------------------------------------------------------------------------------------------------------


FORMAT = "pairproof-causes"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""


def judge_causes(findings: Sequence[CausesFinding], refused: Sequence[tuple[str, str]]) -> RunJudgement:
    """Judge a search for causes: a discrepant round fails it, whatever explains the round."""
    return judge(_reasons(findings, refused))


def _reasons(
    findings: Sequence[CausesFinding], refused: Sequence[tuple[str, str]]
) -> Iterator[tuple[Consequence, str]]:
    discrepant = sum(finding.discrepant for finding in findings)
    if discrepant:
        yield Consequence.FAILED, f"{counted_noun(discrepant, 'discrepant round')}."
    if refused:
        yield Consequence.ERROR, f"{counted_noun(len(refused), 'file')} could not be looked at."
    if not any(finding.agreeing_in_all for finding in findings):
        yield Consequence.ERROR, "No round agrees."


def lines_of(
    searches: Sequence[tuple[str, CausesFinding]],
    refused: Sequence[tuple[str, str]],
    *,
    version: str,
    system: str,
    exit_status: int,
) -> Iterator[dict[str, Any]]:
    """
    Yield the lines.

    Each search comes with the name of the program whose findings in a campaign it explains, empty for files;
    ``refused`` are events that could not be looked at, with the reason.
    """
    yield {
        "kind": "header",
        "format": FORMAT,
        "format_version": VERSION,
        "program": "pairproof",
        "version": version,
        "system": system,
    }
    for event, reason in refused:
        yield {"kind": "refused", "event": event, "reason": reason}
    for program, finding in searches:
        for line in cause_lines(finding):
            yield line | ({"program_asked": program} if program else {})
    found = [finding for _, finding in searches]
    yield {
        "kind": "footer",
        "discrepant": sum(one.discrepant for one in found),
        "explained": sum(one.looked_at - len(one.unexplained) for one in found),
        "agreeing": sum(one.agreeing for one in found),
        "agreeing_in_all": sum(one.agreeing_in_all for one in found),
        "refused": len(refused),
        "tried": sum(one.tried for one in found),
        "fitting": sum(one.fitting for one in found),
        "pairings": sum(one.pairings for one in found),
        "not_tried": [sentence for one in found for sentence in one.not_tried],
        "remarks": [sentence for one in found for sentence in one.remarks],
        "exit_status": exit_status,
    }


def cause_lines(finding: CausesFinding) -> Iterator[dict[str, Any]]:
    """Yield a line for every group of causes, best first, and one for the unexplained rest."""
    for group in finding.groups:
        yield _cause(finding, group)
    if finding.nearest:
        yield _cause(finding, finding.nearest) | {"kind": "nearest"}
    if finding.last_resort:
        first = finding.last_resort.first
        sentence = describe_last_resort(finding.last_resort)
        yield {"kind": "last-resort", "id": first.identifier, "sentence": sentence, "article": first.article}
    for trigger in finding.triggers:
        yield {"kind": "trigger", **asdict(trigger)}
    if finding.unexplained:
        yield {"kind": "unexplained", "number": len(finding.unexplained), "rounds": _rounds(finding.unexplained)}


def _cause(finding: CausesFinding, group: CauseGroup) -> dict[str, Any]:
    first, *others = group.members
    return {
        "kind": "cause",
        "id": first.identifier,
        "sentence": first.sentence,
        "article": first.article,
        "changes": first.kind,
        "discrepant": finding.discrepant,
        "explained": len(group.explained),
        "agreeing": finding.agreeing,
        "contradicted": len(group.contradicted),
        "one_of": len(group.members),
        "others": [
            {"id": one.identifier, "sentence": one.sentence, "article": one.article, "changes": one.kind}
            for one in others
        ],
        "rounds": _rounds(group.explained),
    }


def _rounds(rounds: Sequence[RoundName]) -> list[dict[str, Any]]:
    return [{"event": one.event, "round": one.round_number} for one in rounds]
