"""
A campaign rendered as a page and as text. Decides nothing.

For its page a campaign is rearranged: a part for each program, reduced events to draw, the agreement of programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checker.campaigns import grouping
from checker.campaigns.configuration import Direction
from checker.campaigns.exercising import SELDOM, Tested
from checker.campaigns.outcomes import KeptEventAnswer, ReducedEvent, Score
from checker.campaigns.policy import Policy, judge_campaign
from checker.campaigns.smallest_events import checked_again
from checker.causes.causes_finding import CausesFinding, describe_effort, describe_figures, describe_trigger
from checker.verdicts.consequence import judge, judge_list
from checker.verdicts.verdict import Outcome
from random_tournaments.settings import PLAYERS, batch_kind
from reports.causes import cause_words, describe_cause, describe_doubts
from reports.html import BADGES, QUALITIES, as_answered, render_template
from reports.links import Links
from reports.view import EventView, event_view
from reports.words import TITLES, count_kept_events, describe_readings, describe_totals, known_lines
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line

Reductions = Mapping[tuple[int, str], ReducedEvent]
"""By program, and by identifier of a cause or signature of findings alike."""

OURSELVES = "Pairproof"


class ReductionView(FrozenStruct, frozen=True, kw_only=True):
    """A reduced event, ready for the page."""

    event: ReducedEvent
    view: EventView | None
    """None where nothing is recorded of its last round."""
    origin: str
    """Of which event it is, and how it was made."""


class KindView(FrozenStruct, frozen=True, kw_only=True):
    """A cause or findings alike, with the smallest event that shows them."""

    number: int
    """Of a cause, among the causes of its program; of findings alike, among those of all programs."""
    kind: grouping.CauseRow | grouping.Group
    reduced: ReductionView | None


class ProgramPart(FrozenStruct, frozen=True, kw_only=True):
    """The part of the page on one program."""

    program: grouping.ProgramSummary
    search: CausesFinding | None
    causes: tuple[KindView, ...]
    groups: tuple[KindView, ...]
    again: tuple[KeptEventAnswer, ...]
    """Kept events about which it was asked first."""


def parts_of(summary: grouping.CampaignSummary, reductions: Reductions) -> tuple[ProgramPart, ...]:
    """Return a part for each program, in their order; findings alike are numbered throughout."""
    searches, parts, numbered = dict(summary.searches), [], 0
    for program in summary.programs:
        number = program.program.number
        rows = [row for row in summary.causes if row.program == number]
        mine = [group for group in summary.groups if group.program == number]
        causes = tuple(
            KindView(
                number=place,
                kind=row,
                reduced=view_reduction(reductions.get((number, row.cause.first.identifier)), f"c-{number}-{place}"),
            )
            for place, row in enumerate(rows, start=1)
        )
        groups = tuple(
            KindView(
                number=place,
                kind=group,
                reduced=view_reduction(reductions.get((number, group.signature)), f"g-{place}"),
            )
            for place, group in enumerate(mine, start=numbered + 1)
        )
        numbered += len(mine)
        again = summary.again_of(number)
        parts.append(
            ProgramPart(program=program, search=searches.get(number), causes=causes, groups=groups, again=again)
        )
    return tuple(parts)


def view_reduction(reduced: ReducedEvent | None, anchor: str) -> ReductionView | None:
    """Return a reduced event ready for a page, where its parts have names that begin with an anchor."""
    if reduced is None:
        return None
    found = checked_again(reduced)
    return ReductionView(
        event=reduced,
        view=event_view(as_answered(found), anchor) if found else None,
        origin=" ".join(_origin(reduced)),
    )


def _origin(reduced: ReducedEvent) -> Iterator[str]:
    if reduced.is_fresh:
        yield f"Not a part of event {reduced.event}, but a fresh event in which the program makes the same error;"
    else:
        yield f"What is left of event {reduced.event};"
    kept = "the cause stays" if reduced.keeps_cause else "the verdict and what decides stay"
    asked = "the program was asked each time" if reduced.asked else "its answer was carried along"
    yield f"{kept}, and {asked} ({counted_noun(reduced.questions, 'question')})."
    if not reduced.is_finished:
        yield "The search was stopped: a smaller one may exist."


def matrix_of(summary: grouping.CampaignSummary) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the agreement of Pairproof and the programs: names with rows; empty where no programs were compared."""
    if not summary.agreements:
        return ()
    everybody: list[int | None] = [None, *(program.program.number for program in summary.programs)]
    told = {
        frozenset((agreement.one, agreement.other)): f"{agreement.alike} of {agreement.rounds}"
        for agreement in summary.agreements
    }
    names = [OURSELVES, *(program.program.name for program in summary.programs)]
    rows = (tuple(told.get(frozenset((one, other)), "") for other in everybody) for one in everybody)
    return tuple(zip(names, rows, strict=True))


_TITLES = {verdict.value: title for verdict, title in TITLES.items()}
_LISTED_EVENTS = 12
_ALIKE_TOLD = 4
"""Kinds of finding that the text lists for a cause; the page has all."""
RATES = (500, 5000)
"""Numbers of events for which rates are given, in campaigns of at least that size."""
_SCORE_BADGES = {
    Score.DISCREPANT: BADGES[Outcome.DISCREPANT],
    Score.OPEN: BADGES[Outcome.ACCEPTED],
    Score.BOARD_ORDER: BADGES[Outcome.ACCEPTED],
    Score.UNCHECKED: BADGES[Outcome.UNCHECKED],
    Score.OUR_FAULT: BADGES[Outcome.DISCREPANT],
    Score.FALSE_ALARM: BADGES[Outcome.DISCREPANT],
    Score.MISSED: BADGES[Outcome.DISCREPANT],
}
_OF_CHECKERS = {Score.FALSE_ALARM: "objects to a right round", Score.MISSED: "does not see"}
WHAT = {
    Direction.PAIR: "Our events, paired round by round by the programs",
    Direction.GENERATE: "The programs' own events, checked by us",
    Direction.JUDGE: "Our events, all of them right, judged by the programs' checkers",
    Direction.EXAM: "Our events, some with a planted error, judged by the programs' checkers",
}


def render_campaign(
    summary: grouping.CampaignSummary, reductions: Reductions | None = None, links: Links | None = None
) -> str:
    """Return the page on a campaign, with the reduced events that there are; with links where it is served."""
    return render_template(
        "campaign.html.j2",
        summary=summary,
        links=links,
        home=links.home if links else "",
        what=WHAT[summary.configuration.direction],
        readings=tuple(describe_readings(summary.configuration.chosen_readings)),
        conclusion=conclusion(summary),
        headline=_headline(summary),
        totals_of=lambda program: " ".join(describe_program(program, _count_asked_events(summary))),
        kind_of=_kind,
        quality=QUALITIES[judge_campaign(summary, Policy()).status],
        parts=parts_of(summary, reductions or {}),
        count_kept_events=count_kept_events,
        matrix=matrix_of(summary),
        rate=_per,
        tested_in_words=tested_in_words,
        seek_command=seek_command(summary),
        of_program=True,
        bar=f"at most {grouping.MOST_DISCREPANCIES} discrepant events, at most 1 in {grouping.EVENTS_PER_DISCREPANCY}, "
        "no failure, every round checked",
        listed=_listed,
        most_listed=_LISTED_EVENTS,
        title_of=_title,
        badge_of=lambda group: _SCORE_BADGES[group.example.score],
        **cause_words(summary.configuration.system),
    )


def _title(group: grouping.Group) -> str:
    """Name the finding as other reports do; of checkers, what they did about what was planted."""
    if group.example.score in _OF_CHECKERS:
        return f"{_OF_CHECKERS[group.example.score]} ({group.example.word})"
    return _TITLES.get(group.example.word, group.example.word)


def _listed(group: grouping.Group) -> str:
    """List the events of a group, the first few where there are many."""
    events = ", ".join(map(str, group.all_events[:_LISTED_EVENTS]))
    more = len(group.all_events) - _LISTED_EVENTS
    return f"{events} and {more} more" if more > 0 else events


def _kind(alike: str) -> str:
    """``not the best pairing, C10, homogeneous bracket``: what findings have in common, in words."""
    verdict, *rest = alike.split(" | ")
    return ", ".join((_TITLES.get(verdict, verdict), *rest))


def conclusion(summary: grouping.CampaignSummary) -> str:
    """Return the outcome of a campaign: its totals, program by program, and the missing events."""
    parts = list(_describe_campaign(summary))
    for program in summary.programs:
        parts += describe_program(program, _count_asked_events(summary))
        parts += filter(None, [count_kept_events(summary.again_of(program.program.number))])
    parts += judge(judge_list(summary.known)).failures
    return " ".join(parts)


def _headline(summary: grouping.CampaignSummary) -> str:
    """Return the outcome of a campaign as its page begins, which has pairs and readings in a table."""
    if len(summary.programs) == 1:
        program = summary.programs[0]
        total = _describe_wrong_rounds(program, summary.configuration.direction)
        again = count_kept_events(summary.again_of(program.program.number))
        parts = [*_describe_campaign(summary), total, *_describe_gaps(program, _count_asked_events(summary)), again]
        return " ".join(filter(None, (*parts, *judge(judge_list(summary.known)).failures)))
    wrong = sum(bool(program.tally.discrepancies.events) for program in summary.programs)
    programs = f"{wrong or 'None'} of {counted_noun(len(summary.programs), 'program')} gave wrong answers."
    return " ".join((*_describe_campaign(summary), programs, *judge(judge_list(summary.known)).failures))


def _describe_wrong_rounds(program: grouping.ProgramSummary, direction: Direction) -> str:
    """``It paired 12 of 240 rounds wrongly, in 9 of 40 events.``: of a program that pairs; of others, all totals."""
    tally = program.tally
    judges_ranks = tally.standings.judged or tally.standings.not_judged
    if direction not in (Direction.PAIR, Direction.GENERATE) or judges_ranks or not tally.discrepancies.rounds:
        return describe_totals(tally)
    of_rounds = f"{tally.discrepancies.rounds} of {counted_noun(tally.checked.rounds, 'round')}"
    of_events = f"{tally.discrepancies.events} of {counted_noun(tally.checked.events, 'event')}"
    known = f" (known: {tally.known.rounds})" if tally.known.rounds else ""
    return f"It paired {of_rounds} wrongly{known}, in {of_events}."


def _count_asked_events(summary: grouping.CampaignSummary) -> int:
    """Return the number of events about which the programs were asked."""
    return summary.judged - summary.without_rounds


def _describe_campaign(summary: grouping.CampaignSummary) -> Iterator[str]:
    """Yield the sentences that hold for all programs."""
    if not summary.is_complete:
        yield f"Not complete: {summary.judged} of {counted_noun(summary.planned, 'event')} judged."
    if any(program.tally.our_faults for program in summary.programs):
        yield "In some rounds a program did better than our own engine: our fault, please report them."
    if summary.without_rounds:
        yield f"No round can be paired in {summary.without_rounds} of {counted_noun(summary.judged, 'event')}."


def describe_program(program: grouping.ProgramSummary, events: int) -> Iterator[str]:
    """Yield the totals of a program that was asked about events, and its unanswered questions."""
    totals = describe_totals(program.tally)
    yield f"{program.program.name}: {totals[0].lower()}{totals[1:]}"
    yield from _describe_gaps(program, events)


def _describe_gaps(program: grouping.ProgramSummary, events: int) -> Iterator[str]:
    """Yield sentences on the unanswered and unchecked questions of a program."""
    answered = program.tally.checked.events
    if answered and answered < events:
        yield f"It answered for {answered} of {counted_noun(events, 'event')}."
    if program.failed_events:
        yield f"It failed in {counted_noun(program.failed_events, 'event')}."
    if program.tally.not_checked:
        yield f"{counted_noun(program.tally.not_checked, 'round')} not checked."


def campaign_text(summary: grouping.CampaignSummary) -> str:
    """Return the text that is printed at the end of a campaign."""
    lines = [*describe_readings(summary.configuration.chosen_readings), conclusion(summary)]
    for program in summary.programs:
        lines.append(f"{program.program.name} {program.program.version}".rstrip() + f" ({program.program.transport})")
        lines += [f"  {number} x {kind}" for kind, number in program.failures]
        for row in program.exam:
            lines.append(
                f"  {row.planted:<20} {row.right:>6} of {row.events} right, {row.missed} missed, "
                f"{row.false_alarms} false alarms, {row.wrong_round} in the wrong round"
            )
        told = () if program.of_chosen else [events for events in RATES if program.tally.checked.events >= events]
        rates = "".join(f", {_per(program, events)} per {events:,}" for events in told)
        found = f"{program.tally.discrepancies.events} in {counted_noun(program.tally.checked.events, 'event')}"
        lines.append(f"  endorsement bar {program.bar.value}: {found}{rates}")
    lines += known_lines(summary.known) if summary.known else ()
    lines += tested_in_words(summary.tested) if summary.tested else ()
    lines += _causes_told(summary)
    alike = [group for group in summary.groups if group.unexplained]
    if alike:
        lines.append("Findings alike, which no cause explains (smallest event first shown):")
    for group in alike:
        rounds = f", {counted_noun(group.rounds, 'round')}" if group.rounds else ""
        classed = f" [{group.classed.value}{': ' + group.note if group.note else ''}]" if group.classed else ""
        known = " [known]" if group.known else ""
        lines.append(f"  {counted_noun(group.events, 'event')}{rounds}: {group.signature}{classed}{known}")
        said = " ".join(group.example.sentence.split()) or group.example.where
        lines.append(f"    event {group.example.event_number} ({group.example.players} players): {said}")
    for agreement in summary.agreements:
        one = OURSELVES if agreement.one is None else summary.programs[agreement.one].program.name
        other = summary.programs[agreement.other].program.name
        lines.append(f"  {one} and {other}: {agreement.alike} of {counted_noun(agreement.rounds, 'round')} alike")
    return "".join(f"{escape_line(line)}\n" for line in lines)


def tested_in_words(tested: Tested) -> Iterator[str]:
    """Describe the coverage of a campaign, whose findings do not show the hardly tested rules."""
    never, seldom, all_of_them = tested.never, tested.seldom, len(tested.decided)
    if never:
        yield f"Never put to the test: {', '.join(feature.name for feature in never)}."
    if seldom:
        told = ", ".join(f"{feature.name} ({rounds})" for feature, rounds in seldom)
        yield f"Put to the test in fewer than {SELDOM} rounds: {told}."
    rest = all_of_them - len(never) - len(seldom)
    looked_at = f"{tested.coverage.events} of {counted_noun(tested.of_events, 'event')} looked at"
    yield f"{rest} of {all_of_them} articles and steps decided in {SELDOM} rounds or more ({looked_at})."


def seek_command(summary: grouping.CampaignSummary) -> str:
    """Return the command that asks the programs about features never put to the test; empty if there are none."""
    tested, settings = summary.tested, summary.configuration
    if tested is None or settings.direction is not Direction.PAIR or batch_kind(settings.system) is not PLAYERS:
        return ""
    names = ",".join(feature.name for feature in (*tested.never, *(feature for feature, _ in tested.seldom)))
    return f"pairproof campaign run PROGRAM --system {settings.system} --seek {names} --store STORE" if names else ""


def _causes_told(summary: grouping.CampaignSummary) -> Iterator[str]:
    """Tell the causes of each program's findings, with their figures."""
    names = [program.program.name for program in summary.programs]
    for number, search in summary.searches:
        yield f"{names[number]}: {describe_effort(search)}"
        yield from (f"  {sentence}" for sentence in describe_doubts(search, summary.configuration.system))
        yield from (f"  {describe_trigger(trigger)}" for trigger in search.triggers)
        for row in summary.causes:
            if row.program == number:
                cause = describe_cause(row.cause, summary.configuration.system)
                yield f"  {cause} [{row.cause.first.identifier}]{' [known]' if row.known else ''}"
                yield f"    {describe_figures(row.cause, search)}, in {counted_noun(row.events, 'event')}"
                yield from (f"    {rounds} x {alike}" for alike, rounds in row.alike[:_ALIKE_TOLD])
                if len(row.alike) > _ALIKE_TOLD:
                    yield f"    and {counted_noun(len(row.alike) - _ALIKE_TOLD, 'other kind')} of finding"


def _per(program: grouping.ProgramSummary, events: int, discrepant: int | None = None) -> str:
    """Return the discrepant events in a number of events; a dash where fewer were asked about, or chosen ones."""
    if program.of_chosen or program.tally.checked.events < events:
        return "\N{EN DASH}"
    found = program.tally.discrepancies.events if discrepant is None else discrepant
    return f"{events * found / program.tally.checked.events:.2f}"
