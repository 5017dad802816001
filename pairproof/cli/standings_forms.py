"""The standings of a file as text, and as lines of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from standings.methods import tie_break_title
from standings.tie_break_lists import POINTS_ONLY, TieBreakList
from standings.wording import describe_amount, describe_cut, describe_explanation, describe_figure, describe_result
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun
from tournaments.ranked_participants import list_ranked, participant_noun
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standings.explanations import RoundContribution, ValueExplanation
    from standings.ranking import Standings
    from standings.recorded_values import Disagreement
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedFile:
    """The standings of a file, or the reason why there are none."""

    source: str
    event: Event | None = None
    standings: Standings | None = None
    edition: str = ""
    tie_breaks: TieBreakList = POINTS_ONLY
    notes: tuple[str, ...] = ()
    refusal: str = ""
    """The reason why the event is not ranked; empty if it is ranked."""
    wrong_values: tuple[Disagreement, ...] = ()
    compared: int = 0
    """How many recorded values were compared."""

    @property
    def is_complete(self) -> bool:
        """Whether the list was applied to its end."""
        return self.standings is not None and self.standings.obstacle is None


def text_lines(answer: RankedFile, players: Sequence[int]) -> Iterator[str]:
    """Yield the lines for people; of these players, by TPN, with what their values are made of."""
    if answer.event is None:
        yield answer.refusal
        return
    event, standings = answer.event, answer.standings
    yield escape_line(f"{answer.source}: {escape_field(event.name) or 'unnamed event'}, {size_in_words(event)}")
    if standings is None:
        yield f"  {answer.refusal}"
        return
    yield f"  {rules_in_words(answer)}"
    yield from (f"  note: {escape_line(note)}" for note in answer.notes)
    yield from (f"  {line}" for line in _table(event, standings))
    for one in answer.wrong_values:
        yield f"  {describe_wrong_value(event, one)}"
        yield f"    {describe_explanation(standings.explain_value(one.recorded.code, one.recorded.tpn))}"
    for tpn in players:
        yield from _argument(event, standings, tpn)
    yield ""


def size_in_words(event: Event) -> str:
    """``14 players, 5 of 9 rounds``."""
    return f"{counted_noun(len(list_ranked(event)), participant_noun(event))}, {_rounds(event)}"


def rules_in_words(answer: RankedFile) -> str:
    """Return edition and tie-breaks, with the record that declares them."""
    return f"{answer.edition}; {answer.tie_breaks.text}{_from(answer.tie_breaks)}"


def describe_wrong_value(event: Event, one: Disagreement) -> str:
    """Say which recorded value is wrong."""
    who = f"{one.recorded.tpn} {names_of(event)[one.recorded.tpn]}"
    return f"wrong value: {one.recorded.code} of {who} is {one.recorded.text} in line {one.recorded.line}, by C.07"


def names_of(event: Event) -> dict[int, str]:
    """Return the names of the ranked participants by TPN."""
    return {one.tpn: escape_field(one.name) for one in list_ranked(event)}


def _rounds(event: Event) -> str:
    declared = f" of {event.rounds_declared}" if (event.rounds_declared or 0) > event.rounds_recorded else ""
    return f"{event.rounds_recorded}{declared} round{'s' if event.rounds_recorded != 1 or declared else ''}"


def _from(tie_breaks: TieBreakList) -> str:
    return f" (record {tie_breaks.record})" if tie_breaks.record.isdigit() else ""


def _table(event: Event, standings: Standings) -> Iterator[str]:
    codes = codes_shown(standings)
    names = names_of(event)
    rows = [["rank", "TPN", "name", *codes]]
    ranks = standings.ranks
    for group in standings.groups:
        for tpn in group:
            cells = [standings.value(index, tpn) for index in range(len(codes))]
            rows.append([str(ranks[tpn]), str(tpn), names[tpn], *cells])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if column == _NAME else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


_NAME = 2
"""Column of the table."""


def codes_shown(standings: Standings) -> list[str]:
    """Return the codes that were applied; one that is listed again with its number."""
    keys: list[str] = []
    for code in standings.codes[: len(standings.columns)]:
        again = sum(known.partition("#")[0] == code.text for known in keys)
        keys.append(f"{code}#{again + 1}" if again else code.text)
    return keys


def _argument(event: Event, standings: Standings, tpn: int) -> Iterator[str]:
    if tpn not in standings.table.places:
        yield f"  There is no {participant_noun(event)} {tpn}."
        return
    yield ""
    yield f"  {tpn} {names_of(event)[tpn]}, rank {standings.ranks[tpn]}"
    for index in range(len(standings.columns)):
        explanation = standings.explain(index, tpn)
        code = explanation.code
        yield f"    {code} {explanation.value}  ({tie_break_title(code)}, C.07 {explanation.article})"
        yield from (f"      {line}" for line in _parts(explanation))
        if explanation.note:
            yield f"      {explanation.note}"


def parts_in_words(explanation: ValueExplanation) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the parts of a value: round, result, figure, amount, reason of a cut."""
    for part in explanation.contributions:
        yield (
            "" if part.round_number is None else f"r{part.round_number}",
            describe_result(part),
            describe_figure(part),
            describe_amount(part, explanation),
            describe_cut(part),
        )


def _parts(explanation: ValueExplanation) -> Iterator[str]:
    rows = list(parts_in_words(explanation))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, result, figure, amount, cut in rows:
        cells = (
            number.rjust(widths[0]),
            result.ljust(widths[1]),
            figure.ljust(widths[2]),
            amount.rjust(widths[3]),
            cut,
        )
        yield "  ".join(cell for cell, width in zip(cells, widths, strict=True) if width).rstrip()


def record_lines(answer: RankedFile, players: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the record: the event, the players in rank order, wrong values, explanations."""
    standings, stem = answer.standings, Path(answer.source).stem
    yield {
        "kind": "event",
        "event": stem,
        "source": answer.source,
        "name": answer.event.name if answer.event else "",
        "rounds_recorded": answer.event.rounds_recorded if answer.event else 0,
        "edition": standings.table.rules.edition.key if standings else None,
        "pre_determined": standings.table.rules.pre_determined if standings else None,
        **_team_fields(standings),
        "tie_breaks": [code.text for code in answer.tie_breaks.codes],
        "record": answer.tie_breaks.record,
        "applied": len(standings.columns) if standings else 0,
        "notes": list(answer.notes),
        "refusal": answer.refusal,
    }
    if standings is None:
        return
    keys, ranks = codes_shown(standings), standings.ranks
    noun = "player" if standings.competition.teams is None else "team"
    for group in standings.groups:
        for tpn in group:
            values = {key: standings.value(index, tpn) for index, key in enumerate(keys)}
            shown = {key: None if value == "-" else value for key, value in values.items()}
            yield {"kind": "standing", "event": stem, noun: tpn, "rank": ranks[tpn], "values": shown}
    for one in answer.wrong_values:
        recorded = one.recorded
        told = {noun: recorded.tpn, "code": recorded.code.text, "recorded": recorded.text, "line": recorded.line}
        yield {"kind": "wrong-value", "event": stem, **told, "value": None if one.value == "-" else one.value}
    for tpn in players:
        if tpn in standings.table.places:
            for index, key in enumerate(keys):
                yield _explained(stem, noun, key, standings.explain(index, tpn))


def _team_fields(standings: Standings | None) -> dict[str, Any]:
    """Return, of a team event only, by which score teams are ranked first."""
    teams = standings.competition.teams if standings else None
    return {} if teams is None else {"primary_score": teams.primary.value}


def _explained(stem: str, noun: str, key: str, explanation: ValueExplanation) -> dict[str, Any]:
    return {
        "kind": "explanation",
        "event": stem,
        noun: explanation.tpn,
        "code": key,
        "value": None if explanation.value == "-" else explanation.value,
        "article": explanation.article,
        "note": explanation.note,
        "parts": [_part_fields(part, explanation) for part in explanation.contributions],
    }


def _part_fields(part: RoundContribution, explanation: ValueExplanation) -> dict[str, Any]:
    return {
        "round": part.round_number,
        "opponent": part.opponent,
        "result": part.result.value if part.result else None,
        "figure": describe_figure(part) or None,
        "amount": describe_amount(part, explanation) or None,
        "cut": part.cut.value if part.cut else None,
        "article": part.article,
    }
