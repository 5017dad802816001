"""
A campaign as JSON lines, for other programs.

The JSON lines are a header, one ``event`` line for each event judged with everything found in it, ``cause`` and
``unexplained`` lines as a search for causes has them, a ``kept`` line for each kept event about which a program
was asked first, a ``tested`` line on what decided how often, one ``group`` line for findings alike, and a footer with
the counts; without its footer such a file is incomplete.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from checker.campaigns.configuration import Direction
from checker.causes.causes_finding import cause_lines
from checker.verdicts.verdict import Verdict
from tournaments.safe_text import escape_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.configuration import Configuration
    from checker.campaigns.exercising import Tested
    from checker.campaigns.grouping import CampaignSummary, Group, ProgramSummary
    from checker.campaigns.outcomes import KeptEventAnswer, ProgramFinding

FORMAT = "pairproof-campaign"
VERSION = 2
"""Rises when a reader of the version before could misunderstand a line."""


def campaign_lines(summary: CampaignSummary, *, version: str) -> Iterator[str]:
    """Yield the lines, each with its line end; ``version`` is that of Pairproof."""
    yield json_line(
        "header",
        format=FORMAT,
        format_version=VERSION,
        program="pairproof",
        version=version,
        configuration=json.loads(summary.configuration.as_json()),
        programs=[asdict(one.program) for one in summary.programs],
        holds=_holds(summary.configuration),
    )
    for outcome in summary.outcomes:
        yield json_line(
            "event",
            event=outcome.index,
            players=outcome.players,
            rounds=outcome.rounds,
            pairs=outcome.pairs,
            asked=list(outcome.asked),
            planted=outcome.planted,
            findings=[_finding(one) for one in outcome.findings],
            failures=list(map(to_builtins, outcome.failures)),
        )
    for number, search in summary.searches:
        for line in cause_lines(search):
            yield json_line(line.pop("kind"), program=number, **line)
    for one in summary.again:
        yield json_line("kept", **_again(one))
    if summary.tested is not None:
        yield json_line("tested", **_tested(summary.tested))
    for group in summary.groups:
        yield json_line("group", **_group(group))
    yield json_line(
        "footer",
        planned=summary.planned,
        judged=summary.judged,
        complete=summary.is_complete,
        rounds=summary.rounds,
        pairs=summary.pairs,
        programs=[_program(one) for one in summary.programs],
        agreements=[asdict(one) for one in summary.agreements],
        kept_events=len(summary.again),
        kept_events_wrong=sum(not one.is_right for one in summary.again),
    )


def _holds(settings: Configuration) -> str:
    """Describe the personal data in the lines."""
    if settings.chosen:
        return "names of people where the chosen events have them; campaign run --from FILE --anonymise replaces them"
    if settings.direction is Direction.GENERATE:
        return "names of people where the programs' own events have them"
    return "no names of people: the generator makes the events"


def json_line(kind: str, **fields: Any) -> str:
    """Return a line of a record, with its line end."""
    return escape_text(json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":"))) + "\n"


def _finding(finding: ProgramFinding) -> dict[str, Any]:
    return {
        "program": finding.program,
        "round": finding.round_number,
        "score": finding.score.value,
        "verdict": finding.word,
        **{name: getattr(finding, name) for name in ("article", "criterion", "shape", "sentence")},
        "answer": finding.answer_digest,
        "pairs": finding.discrepant_pairs,
        "parted": list(finding.parted),
    }


def _again(answer: KeptEventAnswer) -> dict[str, Any]:
    told = {name: getattr(answer, name) for name in ("program", "file", "command")}
    known = asdict(answer.known) if answer.known else None
    return told | {
        "findings": [_finding(found) for found in answer.findings],
        "causes": [list(names) for names in answer.causes],
        "failure": answer.failure,
        "known": known,
        "right": answer.is_right,
    }


def _group(group: Group) -> dict[str, Any]:
    example = group.example
    told = {name: getattr(example, name) for name in ("article", "criterion", "shape")}
    counts = {name: getattr(group, name) for name in ("events", "rounds", "pairs", "rate")}
    return {
        "program": group.program,
        "signature": group.signature,
        "score": example.score.value,
        "verdict": example.word,
        **told,
        **counts,
        "smallest": example.event_number,
        "smallest_players": example.players,
        "example": _finding(example),
        "all_events": list(group.all_events),
        "unexplained": group.unexplained,
        "note": group.note,
        "link": group.link,
        "known": asdict(group.known) if group.known else None,
        "class": group.classed.value if group.classed else None,
    }


def _tested(tested: Tested) -> dict[str, Any]:
    return {
        "events": tested.coverage.events,
        "of_events": tested.of_events,
        "never": [feature.name for feature in tested.never],
        "seldom": [feature.name for feature, _ in tested.seldom],
        "features": [
            {"name": feature.name, "article": feature.article, "meaning": feature.meaning, "rounds": rounds}
            for feature, rounds in tested.decided
        ],
    }


def _program(program: ProgramSummary) -> dict[str, Any]:
    tally = program.tally
    return {
        "number": program.program.number,
        "events": tally.checked.events,
        "rounds": tally.checked.rounds,
        "discrepant_events": tally.discrepancies.events,
        "discrepant_rounds": tally.discrepancies.rounds,
        "discrepant_pairs": tally.discrepancies.pairs,
        "open_rounds": tally.open_rounds,
        "board_orders": tally.rounds_with(Verdict.BOARD_ORDER),
        "our_faults": tally.our_faults,
        "unchecked": tally.not_checked,
        "failures": dict(program.failures),
        "failed_events": program.failed_events,
        "unmade": program.unmade,
        "exam": [asdict(row) for row in program.exam],
        "of_chosen": program.of_chosen,
        "known_events": tally.known.events,
        "bar": program.bar.name.lower(),
    }
