"""A run as one self-contained page: no network, no script, fit for paper, telephone and screen reader."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from checker.standings.findings import StandingsVerdict
from checker.verdicts.consequence import judge_list, judge_run
from checker.verdicts.phrases import Roster, as_an_answer, capitalise
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from reports import words
from reports.links import link_names
from reports.text import OUT_OF_PLACE_SHOWN
from reports.view import view
from tournaments import __version__
from tournaments.points import format_halves, points_text
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field, escape_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.findings import EventFinding, Participant, RoundFinding
    from checker.records.run import RunRecord

SIGNS = {
    Outcome.CONSISTENT: "✓",
    Outcome.CONDITIONAL: "?",
    Outcome.ACCEPTED: "○",
    Outcome.DISCREPANT: "✗",
    Outcome.UNCHECKED: "?",
}
"""Shown beside the word, so that colour is never the only sign."""
BADGES = {outcome: (outcome.value, sign) for outcome, sign in SIGNS.items()}
"""Style and sign of an outcome."""
QUALITIES = {ExitStatus.CONSISTENT: "good", ExitStatus.DISCREPANCIES: "bad", ExitStatus.NOT_CHECKED: "doubt"}
"""The style of the conclusion of a page."""


def render_html(record: RunRecord, *, of_program: bool = False) -> str:
    """Return the page for a run; ``of_program`` if the judged pairings are a program's answers, not records."""
    record = replace(record, events=tuple(map(as_answered, record.events))) if of_program else record
    events = view(record)
    return render_template(
        "page.html.j2",
        record=record,
        events=events,
        tally=record.tally,
        readings=tuple(words.describe_readings(record.header.readings)),
        quality=QUALITIES[record.exit_status],
        conclusion=words.describe_run(record.tally, record.known),
        doubts=(*judge_run(record.tally).doubts, *(reason for _, reason in judge_list(record.known))),
        of_program=of_program,
        version=record.header.version,
    )


def render_template(name: str, **values: Any) -> str:
    """Return a page; what every page needs is in the environment."""
    return environment().get_template(name).render(**values)


def as_answered(event: EventFinding) -> EventFinding:
    """Return the findings of an event in words about a program's answers."""
    return replace(event, rounds=tuple(map(_answered, event.rounds)))


def _answered(finding: RoundFinding) -> RoundFinding:
    order, parting = finding.argument.deciding_order, finding.argument.parting
    argument = replace(
        finding.argument,
        evidence=tuple(
            replace(row, note=row.note.replace("posted ", "answered ", 1)) for row in finding.argument.evidence
        ),
        deciding_order=replace(order, sentence=as_an_answer(order.sentence)) if order else None,
        parting=replace(parting, sentence=as_an_answer(parting.sentence)) if parting else None,
    )
    return replace(
        finding,
        sentence=as_an_answer(finding.sentence),
        answer=as_an_answer(finding.answer),
        reason=as_an_answer(finding.reason),
        argument=argument,
    )


@cache
def environment() -> jinja2.Environment:
    """Return the environment that loads templates: everything is shown and escaped, and nothing may be undefined."""
    loaded = jinja2.Environment(
        loader=jinja2.PackageLoader("reports"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    loaded.globals.update(
        Verdict=Verdict,
        titles=words.TITLES,
        meanings=words.MEANINGS,
        signs=SIGNS,
        describe_totals=words.describe_totals,
        StandingsVerdict=StandingsVerdict,
        badges=BADGES,
        out_of_place_shown=OUT_OF_PLACE_SHOWN,
        gone_in_words=words.gone_in_words,
        is_page=words.is_page,
        links=None,
        home="",
        version=__version__,
        of_program=False,
        describe_event=words.describe_event,
        describe_events=words.describe_events,
        describe_dates=words.describe_dates,
        explain_command=_explain_command,
    )
    loaded.filters.update(
        points=points_text,
        halves=format_halves,
        capitalised=capitalise,
        plural=counted_noun,
        field=escape_field,
        name_of=_name_of,
        with_links=link_names,
        without_number=words.describe_without_number,
    )
    return loaded


def _explain_command(file: str) -> str:
    return f"pairproof explain {shlex.quote(file)}"


def _name_of(participants: Iterable[Participant], tpn: int) -> str:
    """``Alpha, Anna (12)``."""
    return Roster({participant.tpn: participant.name for participant in participants}).describe_player(tpn)


def _finalized(value: Any) -> Any:
    """Show every text that a template puts into the page; what other templates made is finished."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return escape_text(value)
