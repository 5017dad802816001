"""Standings as text, as a table for spreadsheets, and as the lines of a record."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.streams import Detail
from standings.wording import describe_explanation
from tournaments.ranked_participants import list_ranked
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.standings.ranked_files import RankedFile
    from reference_engines.articles import Article
    from reports.standings import RankedRow, RankOrder, StandingsAnswer, ValueTable
    from standings.values import RoundContribution, ValueExplanation

_WIDTH = 110
_MIN_RULE_WIDTH = 45
_NAME = 2
"""Column of the rank table."""


# --- text -------------------------------------------------------------------------------------------------------------


def text_lines(order: RankOrder, detail: Detail) -> Iterator[str]:
    """Yield the lines for people: the answers, or the rank order if nothing is asked about a participant."""
    ranked = order.ranked
    if ranked.event is None:
        yield ranked.refusal
        return
    yield escape_line(f"{ranked.source}: {escape_field(ranked.event.name) or 'unnamed event'}, {order.size}")
    if ranked.refusal:
        yield f"  {ranked.refusal}"
        return
    yield f"  {order.rules}"
    if detail is not Detail.VERDICT:
        yield from (f"  note: {escape_line(note)}" for note in ranked.notes)
    yield from _wrong_value_lines(order)
    if not order.answers:
        yield from (f"  {line}" for line in _rank_table(order, order.rows))
    for answer in order.answers:
        yield ""
        yield from (f"  {line}".rstrip() for line in _answer_lines(answer, order, detail))
    yield ""


def _wrong_value_lines(order: RankOrder) -> Iterator[str]:
    ranked = order.ranked
    if ranked.event is None or ranked.standings is None:
        return
    names = {participant.tpn: participant.name for participant in list_ranked(ranked.event)}
    for wrong, sentence in zip(ranked.wrong_values, order.wrong, strict=True):
        yield f"  wrong value: {sentence}"
        explanation = ranked.standings.explain_value(wrong.recorded.code, wrong.recorded.tpn)
        yield f"    {escape_line(describe_explanation(explanation, names))}"


def _rank_table(order: RankOrder, rows: Iterable[RankedRow]) -> Iterator[str]:
    cells = [["rank", "TPN", "name", *order.codes, "decided by"]]
    cells += [[str(row.rank), str(row.tpn), row.name, *row.values, row.decided_by] for row in rows]
    yield from _columns(cells, left={_NAME, len(cells[0]) - 1})


def _columns(rows: Sequence[Sequence[str]], left: set[int]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _answer_lines(answer: StandingsAnswer, order: RankOrder, detail: Detail) -> Iterator[str]:
    """Yield the four layers of an answer: the answer, the reason, the tables, the articles; quietly, the first two."""
    yield from textwrap.wrap(answer.answer, _WIDTH, break_on_hyphens=False)
    yield from textwrap.wrap(answer.reason, _WIDTH, break_on_hyphens=False)
    if detail is Detail.VERDICT:
        return
    yield ""
    yield from _rank_table(order, answer.rows)
    for table in answer.tables:
        yield ""
        yield table.heading
        yield from (f"  {line}" for line in _value_lines(table))
    yield ""
    yield from _article_lines(answer.articles, order, is_verbose=detail is Detail.FULL)


def _value_lines(table: ValueTable) -> Iterator[str]:
    heading = ["round", "result", "counts with", "adds", "rule"]
    rows = [[row.round_number, row.result, row.figure, row.amount, row.rule] for row in table.rows]
    shown = [column for column in range(len(heading)) if any(row[column] for row in rows)]
    cells = [[row[column] for column in shown if column < len(heading) - 1] for row in (heading, *rows)]
    left = {shown.index(column) for column in (1, 2) if column in shown}
    for line, row in zip(list(_columns(cells, left)) if rows else [], (heading, *rows), strict=False):
        yield from _with_rule(line, row[-1] if len(heading) - 1 in shown else "", cells, left)
    if table.explanation.note:
        yield table.explanation.note


def _with_rule(line: str, rule: str, cells: Sequence[Sequence[str]], left: set[int]) -> Iterator[str]:
    """Yield a line of a table with a rule at its end, which is wrapped in a column of its own."""
    indent = max(
        map(len, _columns([*cells, ["_" * max(map(len, column)) for column in zip(*cells, strict=True)]], left))
    )
    wrapped = textwrap.wrap(rule, max(_MIN_RULE_WIDTH, _WIDTH - indent), break_on_hyphens=False) or [""]
    yield f"{line.ljust(indent)}  {wrapped[0]}".rstrip()
    yield from (f"{' ' * indent}  {more}" for more in wrapped[1:])


def _article_lines(articles: Sequence[Article], order: RankOrder, *, is_verbose: bool) -> Iterator[str]:
    if not is_verbose:
        numbers = ", ".join(article.number for article in articles)
        yield f"Articles: C.07 {numbers} (--verbose prints their texts)"
        return
    yield order.regulation
    for article in articles:
        yield f"  {article.number} {article.title}"
        yield from textwrap.wrap(
            article.text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )
    yield f"  {order.link}"


# --- table ------------------------------------------------------------------------------------------------------------


def csv_table(orders: Iterable[RankOrder]) -> str:
    """Return the rank orders as CSV: a row for each participant, under the codes of all lists."""
    import pandas as pd  # noqa: PLC0415 - start-up time

    from reports.tables import render_csv  # noqa: PLC0415 - likewise

    orders = list(orders)
    codes = list(dict.fromkeys(code for order in orders for code in order.codes))
    rows = [
        {"event": Path(order.ranked.source).stem, "rank": row.rank, "tpn": row.tpn, "name": row.name}
        | {code: "" if value == "-" else value for code, value in zip(order.codes, row.values, strict=True)}
        | {"decided by": row.decided_by}
        for order in orders
        for row in order.rows
    ]
    columns = ["event", "rank", "tpn", "name", *codes, "decided by"]
    return render_csv(pd.DataFrame(rows, columns=columns, dtype=object).fillna(""))


# --- record -----------------------------------------------------------------------------------------------------------


def record_lines(order: RankOrder) -> Iterator[dict[str, Any]]:
    """Yield the lines of the record: the event, the participants in rank order, wrong values, answers."""
    ranked = order.ranked
    standings, stem = ranked.standings, Path(ranked.source).stem
    yield {
        "kind": "event",
        "event": stem,
        "source": ranked.source,
        "name": ranked.event.name if ranked.event else "",
        "rounds_recorded": ranked.event.rounds_recorded if ranked.event else 0,
        "edition": standings.table.rules.edition.key if standings else None,
        "pre_determined": standings.table.rules.pre_determined if standings else None,
        **_team_fields(ranked),
        "tie_breaks": [code.text for code in ranked.tie_breaks.codes],
        "record": ranked.tie_breaks.record,
        "applied": len(standings.columns) if standings else 0,
        "notes": list(ranked.notes),
        "refusal": ranked.refusal,
    }
    if standings is None:
        return
    noun = order.noun
    for row in order.rows:
        shown = {key: None if value == "-" else value for key, value in zip(order.codes, row.values, strict=True)}
        line = {"kind": "standing", "event": stem, noun: row.tpn, "rank": row.rank, "values": shown}
        yield {**line, "decided_by": row.decided_by or None}
    for wrong in ranked.wrong_values:
        recorded = wrong.recorded
        yield {
            "kind": "wrong-value",
            "event": stem,
            noun: recorded.tpn,
            "code": recorded.code.text,
            "recorded": recorded.text,
            "line": recorded.line,
            "value": None if wrong.value == "-" else wrong.value,
        }
    for answer in order.answers:
        yield {
            "kind": "answer",
            "event": stem,
            f"{noun}s": list(answer.participants),
            "answer": answer.answer,
            "reason": answer.reason,
            "articles": [
                {"number": entry.number, "title": entry.title, "text": entry.text} for entry in answer.articles
            ],
        }
        for table in answer.tables:
            yield {"kind": "explanation", "event": stem, noun: table.explanation.tpn, **_explained(table)}


def _team_fields(ranked: RankedFile) -> dict[str, Any]:
    """Return, of a team event only, the score by which teams are ranked first."""
    teams = ranked.standings.competition.teams if ranked.standings else None
    return {} if teams is None else {"primary_score": teams.primary.value}


def _explained(table: ValueTable) -> dict[str, Any]:
    explanation: ValueExplanation = table.explanation
    return {
        "code": table.key,
        "value": None if explanation.value == "-" else explanation.value,
        "article": explanation.article,
        "note": explanation.note,
        "parts": [
            {
                **_part_fields(part),
                "figure": row.figure or None,
                "amount": row.amount or None,
                "rule": row.rule or None,
            }
            for part, row in zip(explanation.contributions, table.rows, strict=True)
        ],
    }


def _part_fields(part: RoundContribution) -> dict[str, Any]:
    return {
        "round": part.round_number,
        "opponent": part.opponent,
        "result": part.result.value if part.result else None,
        "cut": part.cut.value if part.cut else None,
        "article": part.article,
    }
