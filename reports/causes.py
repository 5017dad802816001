"""A search for causes as lines of text and as a page: the answer, the reason, the causes, the article."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from checker.causes import causes_finding
from checker.causes.cause import ChangeKind
from checker.verdicts.phrases import capitalise, join_phrases, spell_number
from checker.verdicts.posted_pairing import counted_words
from reference_engines.articles.citations import select_citations
from reports.cited_articles import CitedArticle, cite_articles
from reports.streams import Detail
from reports.text import Line, Style
from tournaments.problems import counted_noun

_ROUNDS_TOLD = 12
_EVENTS_NAMED = 2
"""Events whose rounds an answer names one by one."""


def refused_lines(refused: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """Name events that could not be looked at, with the reason."""
    for event, reason in refused:
        yield Line(f"{event}: not looked at: {reason}", Style.DOUBT)


def causes_lines(
    finding: causes_finding.CausesFinding, program: str = "", detail: Detail = Detail.USUAL, system: str = ""
) -> Iterator[Line]:
    """
    List the answer, the reason, the causes as its evidence, and with all details the article of the first cause.

    ``program`` is the program of a campaign whose findings the causes explain, empty for files; ``system`` is the key
    of the edition whose articles are quoted.
    """
    yield Line(f"{f'{program}: ' if program else ''}{answer_causes(finding)}", _answer_style(finding))
    if not finding.discrepant or detail is Detail.VERDICT:
        return
    yield Line(f"Why: {explain_causes(finding)}", Style.PLAIN, 2)
    for number, group in enumerate(finding.groups, start=1):
        yield from _group_lines(number, group, finding, detail, system)
    for sentence in describe_doubts(finding, system):
        yield Line(sentence, Style.DOUBT, 2)
    for remark in finding.remarks:
        yield Line(remark, Style.DOUBT, 2)
    if names := list_unexplained(finding):
        yield Line(names, Style.FAINT, 2)
    for trigger in finding.triggers:
        yield Line(causes_finding.describe_trigger(trigger), Style.PLAIN, 2)
    yield Line(causes_finding.describe_effort(finding), Style.FAINT, 2)
    for sentence in finding.not_tried:
        yield Line(sentence, Style.FAINT, 2)
    if detail is Detail.FULL:
        for cited in cite_causes(finding, system):
            yield Line(f"{cited.name} {cited.text}", Style.FAINT, 2)


def _answer_style(finding: causes_finding.CausesFinding) -> Style:
    if not finding.discrepant:
        return Style.GOOD
    return Style.HEADING if finding.groups else Style.DOUBT


def answer_causes(finding: causes_finding.CausesFinding) -> str:
    """``Rounds 1, 2 of open would be right if the event had the Baku acceleration.``."""
    if not finding.discrepant:
        agree = f"{counted_noun(finding.agreeing_in_all, 'round')} agree" if finding.agreeing_in_all else _NO_ROUND
        return f"Nothing to explain: {agree}."
    return f"{_INTERRUPTED} {_answer_so_far(finding)}".rstrip() if finding.is_interrupted else _answer_so_far(finding)


_INTERRUPTED = "The search was interrupted, so that a likelier cause may be missing."


def _answer_so_far(finding: causes_finding.CausesFinding) -> str:
    """Answer with the causes that a search has found until its end, or until it was interrupted."""
    until = " until then" if finding.is_interrupted else ""
    unexplained = f"No cause was found{until} for {_count_or_name(finding.unexplained)}." if finding.unexplained else ""
    if not finding.groups:
        return unexplained
    first = finding.groups[0]
    rounds, sentence = capitalise(_count_or_name(first.explained)), first.first.sentence
    is_minority = 2 * len(first.explained) < finding.discrepant
    if sentence.startswith("as if "):
        verb = "may be" if is_minority else "is" if len(first.explained) == 1 else "are"
        answer = f"{rounds} {verb} paired {sentence}."
    else:
        answer = f"{rounds} would be right {sentence}."
        if is_minority or not first.is_certain_of_record:
            answer = f"One possibility: {_count_or_name(first.explained)} would be right {sentence}."
    if 2 * len(finding.unexplained) > finding.discrepant and is_minority:
        rest = f"{spell_number(len(finding.unexplained))} of {counted_words(finding.discrepant, 'wrong round')}"
        return f"No cause was found{until} for {rest}.{'' if _is_aside(finding) else f' {answer}'}"
    return f"{answer} {unexplained}".rstrip()


def _is_aside(finding: causes_finding.CausesFinding) -> bool:
    """Whether the first cause explains so few of the wrong rounds that the answer does not name it."""
    return len(finding.groups[0].explained) < _LEAST_SHARE_OF_ANSWER * finding.discrepant


_LEAST_SHARE_OF_ANSWER = 0.2
"""Of the wrong rounds, the share that a cause explains at least to be named in the answer, not only below it."""
_NO_ROUND = "no round differs"
_NO_VERDICT = "The verdict does not depend on a cause."


def explain_causes(finding: causes_finding.CausesFinding) -> str:
    """Explain how far the first cause fits, or that no change does."""
    if not finding.groups:
        changes = counted_noun(finding.tried, "change")
        effect = "explains enough of the rounds" if finding.fitting else "makes a round right"
        return f"{changes} of a fact, the record or a rule were tried, and none {effect}."
    first = finding.groups[0]
    explained, differing = len(first.explained), finding.looked_at
    looked_at = " looked at" if finding.untried else ""
    share = f"{spell_number(explained)} of {counted_words(differing, 'wrong round')}{looked_at}"
    if explained == differing:
        share = {1: "the wrong round", 2: "both wrong rounds"}.get(
            differing, f"all {counted_words(differing, 'wrong round')}{looked_at}"
        )
    effect = f"{capitalise(share)} would be right"
    if _is_aside(finding):
        effect = f"With the change that explains most, {share} would be right"
    if finding.agreeing:
        broken = spell_number(len(first.contradicted)) if first.contradicted else "none"
        effect = f"{effect}, and {broken} of the {counted_words(finding.agreeing, 'right round')} would become wrong"
    return f"{effect}. {_NO_VERDICT}"


def cite_causes(finding: causes_finding.CausesFinding, system: str) -> tuple[CitedArticle, ...]:
    """Return the articles of the first cause, in our words."""
    named = _cite(finding.groups[0].first, system) if finding.groups else ""
    return cite_articles(causes_finding.bracket_article(named), system) if system else ()


def _cite(cause: causes_finding.DescribedCause, system: str) -> str:
    """Return the article of a cause; of a reading, which the register cites for every edition, that of one edition."""
    return select_citations(cause.article, system) if cause.kind == ChangeKind.READING.value else cause.article


def describe_member(cause: causes_finding.DescribedCause, system: str = "") -> str:
    """``as if C14 were left out (2.4.9)``, with the article as an edition prints it."""
    return f"{cause.sentence}{causes_finding.bracket_article(_cite(cause, system))}"


def describe_cause(group: causes_finding.CauseGroup, system: str = "") -> str:
    """Describe the first cause of a group; a doubt of the record is a possibility, never the cause."""
    sentence = describe_member(group.first, system)
    return sentence if group.is_certain_of_record else f"one possibility: {sentence}"


def describe_fit(group: causes_finding.CauseGroup, finding: causes_finding.CausesFinding) -> str:
    """``explains 20 of 20 differing rounds and contradicts none of 36 right rounds``, for a page."""
    limit = " looked at" if finding.untried else ""
    explained = f"explains {len(group.explained)} of {counted_noun(finding.looked_at, 'differing round')}{limit}"
    looked_at = " looked at" if finding.agreeing < finding.agreeing_in_all else ""
    of_right = f"{len(group.contradicted) or 'none'} of {counted_noun(finding.agreeing, 'right round')}{looked_at}"
    return f"{explained} and contradicts {of_right}" if finding.agreeing else explained


def describe_doubts(finding: causes_finding.CausesFinding, system: str = "") -> Iterator[str]:
    """Describe what may lead to a cause where none qualifies; a reading is cited by one edition."""
    groups = [group for group in (finding.nearest, finding.last_resort) if group is not None and group.first.article]
    for sentence in causes_finding.describe_uncertain(finding):
        for group in groups:
            cited = causes_finding.bracket_article(_cite(group.first, system))
            sentence = sentence.replace(f" ({group.first.article})", cited)  # noqa: PLW2901 - one after the other
        yield sentence


def describe_others(group: causes_finding.CauseGroup) -> str:
    """``Seven other causes have the same effect in these rounds``; empty for a cause alone."""
    others = len(group.members) - 1
    words = capitalise(counted_words(others, "other cause"))
    return f"{words} {'has' if others == 1 else 'have'} the same effect in these rounds" if others else ""


def _group_lines(
    number: int, group: causes_finding.CauseGroup, finding: causes_finding.CausesFinding, detail: Detail, system: str
) -> Iterator[Line]:
    yield Line(f"{number}. {describe_cause(group, system)}", Style.PLAIN, 2)
    if len(group.members) <= causes_finding.MAX_LISTED_MEMBERS or detail is Detail.FULL:
        for other in group.members[1:]:
            yield Line(f"or {describe_member(other, system)}", Style.PLAIN, 5)
    else:
        yield Line(f"{describe_others(group)}; --verbose lists them.", Style.FAINT, 5)
    yield Line(f"{causes_finding.describe_figures(group, finding)}: {rounds_in_words(group.explained)}", Style.FAINT, 5)
    if group.contradicted:
        yield Line(f"contradicted by {rounds_in_words(group.contradicted)}", Style.FAINT, 5)


def _count_or_name(rounds: Sequence[causes_finding.RoundName]) -> str:
    """Name the rounds of one event or two; count the rounds of more."""
    events = len({one.event for one in rounds})
    if events <= _EVENTS_NAMED:
        return rounds_in_words(rounds)
    return f"{counted_words(len(rounds), 'round')} of {counted_words(events, 'event')}"


def list_unexplained(finding: causes_finding.CausesFinding) -> str:
    """``Without a cause: round 4 of a; round 3 of b; ...``; empty where the answer names the rounds itself."""
    is_counted = len({one.event for one in finding.unexplained}) > _EVENTS_NAMED
    return f"Without a cause: {rounds_in_words(finding.unexplained)}." if is_counted else ""


def rounds_in_words(rounds: Sequence[causes_finding.RoundName]) -> str:
    """``rounds 1 and 3 of open; round 2 of event 7``; of many the first."""
    events: dict[str, list[int]] = {}
    for one in rounds[:_ROUNDS_TOLD]:
        events.setdefault(one.event, []).append(one.round_number)
    parts = [
        f"round{'s' * (len(numbers) > 1)} {join_phrases([*map(str, numbers)])} of {'event ' * event.isdecimal()}{event}"
        for event, numbers in events.items()
    ]
    more = len(rounds) - _ROUNDS_TOLD
    return f"{'; '.join(parts)}{f'; and {more} more' if more > 0 else ''}"


def cause_words(system: str) -> dict[str, Callable[..., Any]]:
    """Return the functions by which templates describe causes, with the articles of an edition."""
    return {
        "told": partial(describe_cause, system=system),
        "others": describe_others,
        "member": partial(describe_member, system=system),
        "figures": describe_fit,
        "uncertain_in_words": partial(describe_doubts, system=system),
        "tried_in_words": causes_finding.describe_effort,
        "trigger_in_words": causes_finding.describe_trigger,
    }


def render_causes(
    searches: Sequence[tuple[str, causes_finding.CausesFinding]], refused: Sequence[tuple[str, str]], system: str = ""
) -> str:
    """
    Return the page on searches for causes, each with the program whose findings it explains, empty for files.

    ``system`` is the key of the edition whose articles are quoted.
    """
    from reports.html import render_template  # noqa: PLC0415 - templates are loaded only for a page

    return render_template(
        "causes.html.j2",
        searches=searches,
        refused=refused,
        answer=answer_causes,
        why=explain_causes,
        cited=partial(cite_causes, system=system),
        unexplained=list_unexplained,
        rounds_in_words=rounds_in_words,
        **cause_words(system),
    )
