"""One sheet of paper (A4) for each event of a check, to be posted: the wrong games beside the correct ones, and why."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from checker.verdicts.consequence import judge_list, judge_run
from checker.verdicts.phrases import join_phrases
from checker.verdicts.verdict import Verdict
from reports import words
from reports.cited_articles import cite_articles
from reports.html import render_template
from reports.view import GameRow, event_outcome, list_games
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from checker.findings import EventFinding, RoundFinding
    from checker.known_findings.entries import KnownFinding
    from checker.records.run import RunRecord
    from checker.verdicts.verdict import Outcome
    from reports.cited_articles import CitedArticle
    from reports.links import EventLinks

_ROOM = 178
"""Millimetres of a sheet between its verdict and its foot."""
_SENTENCE = (92, 5.0)
"""Characters of a line on paper, and its height in millimetres."""
MOST_GAMES = 4
"""Wrong games of a round that are listed."""


_LINE = 9.0
"""Millimetres of a round in a line."""
_SIZES = (("large", 78.0, 15), ("roomy", 105.0, 19))
"""Sizes of letters, the millimetres that a sheet may need in the usual size, and the letters of a name in one line."""
_NAME = (24, 5.0)
"""Letters of a name in a line of its column, and the height of a further line, in the usual size."""
_TITLE, _FOOT = 40, 200
"""Letters of a title in one line, and of file and record in the foot, that the room allows for."""
_MOST_REMARKS = 2
"""Remarks on the event that find room."""


class SheetRound(FrozenStruct, frozen=True, kw_only=True):
    """A round on the sheet."""

    finding: RoundFinding
    posted: tuple[GameRow, ...]
    correct: tuple[GameRow, ...]
    more: str
    """``12 more games``; empty if all are listed."""
    reason: str
    articles: tuple[CitedArticle, ...]


class Sheet(FrozenStruct, frozen=True, kw_only=True):
    """The sheet of an event, from the top down."""

    title: str
    event: EventFinding
    conclusion: str
    outcome: Outcome
    rounds: tuple[SheetRound, ...]
    remarks: tuple[str, ...]
    rank_order: str
    """The verdict on the rank order, below the rounds; empty if it was not judged."""
    size: str
    """``large``, ``roomy`` or empty: how large the letters can be for the sheet to fill its page."""
    lines: tuple[tuple[RoundFinding, str], ...]
    """Every round in a line, where there is nothing to argue."""
    created: str


def render_sheets(
    record: RunRecord,
    command_for: Callable[[str], str] | None = None,
    record_name: str = "",
    links: EventLinks | None = None,
) -> str:
    """Return the sheets of a run, one for each event, each with the command for its file; with links if served."""
    doubts = (*judge_run(record.tally).doubts, *(reason for _, reason in judge_list(record.known)))
    readings = tuple(words.describe_readings(record.header.readings))
    sheets = tuple(
        sheet_of_event(event, record.header.created, (*readings, *(() if number else doubts)))
        for number, event in enumerate(record.events)
    )
    return render_template(
        "sheet.html.j2",
        sheets=sheets,
        nothing=words.NOTHING_CHECKED,
        command_for=command_for,
        record=record_name,
        links=links,
        home=links.home if links else "",
    )


def sheet_of_event(event: EventFinding, created: str = "", doubts: Sequence[str] = ()) -> Sheet:
    """Return the sheet of an event; ``doubts`` are those about the run."""
    alike = words.differ_alike(event)
    argued = [one for one in event.rounds if one.verdict is not Verdict.AGREE and one not in alike[1:]]
    rank_order = _rank_order(event)
    lines = (
        () if argued else tuple((one, f"{counted_noun(one.pairs, 'game')}, as they should be") for one in event.rounds)
    )
    room = _ROOM - _height(rank_order, _SENTENCE) - len(lines) * _LINE
    rounds, remarks, left = _fit(
        tuple(_sheet_round(event, finding) for finding in argued), (*doubts, *_remarks(event)), room
    )
    return Sheet(
        title=escape_field(event.header.name) or event.header.event,
        event=event,
        conclusion=words.describe_event(event),
        outcome=event_outcome(event),
        rounds=rounds,
        remarks=remarks,
        rank_order=rank_order,
        size=_choose_size(event, rounds, _ROOM - left),
        lines=lines,
        created=created[:10],
    )


def _choose_size(event: EventFinding, rounds: Sequence[SheetRound], needed: float) -> str:
    """Return the largest size of letters in which a sheet fits; ``needed`` are its millimetres in the usual size."""
    header = event.header
    needed += _height(escape_field(header.name) or header.event, (_TITLE, 7.0)) - 7.0
    needed += 10.0 if 2 * len(header.source or header.event) > _FOOT else 0.0
    for name, most, letters in _SIZES:
        wrapped = sum(_names_height(one, (letters, 6.0)) for one in rounds)
        if needed + wrapped <= most and len(rounds) <= 1:
            return name
    return ""


def _names_height(sheet_round: SheetRound, line: tuple[int, float]) -> float:
    """Return by how much the names that do not fit into one line make the lists of games higher."""
    lists = (
        [_height(_longest_name(row), line) - line[1] for row in games]
        for games in (sheet_round.posted, sheet_round.correct)
    )
    return max(map(sum, lists))


def _longest_name(row: GameRow) -> str:
    return max((escape_field(one.name) for one in (row.white, row.black) if one), key=len)


def _remarks(event: EventFinding) -> Iterator[str]:
    yield from event.header.doubts
    if words.differ_alike(event):
        yield words.alike_in_words(event)


def _rank_order(event: EventFinding) -> str:
    ranks = event.header.standings
    return "" if ranks is None else " ".join(part for part in (ranks.sentence, _known(ranks.known)) if part)


def _known(entry: KnownFinding | None) -> str:
    return f"It is {words.known_in_words(entry)}" if entry else ""


def _sheet_round(event: EventFinding, finding: RoundFinding) -> SheetRound:
    players = {player.tpn: player for player in event.header.participants}
    posted = list_games(finding, finding.recorded, finding.expected, players) if finding.expected else ()
    correct = list_games(finding, finding.expected, finding.recorded, players)
    more = max(len(posted), len(correct)) - MOST_GAMES
    argument = finding.cited_reason if finding.answer and finding.reason else words.describe_without_number(finding)
    verified = " ".join(
        (
            *((finding.verification.sentence,) if finding.verification else ()),
            *(opinion.sentence for opinion in finding.opinions),
        )
    )
    system = event.header.edition.key if event.header.edition else ""
    return SheetRound(
        finding=finding,
        posted=posted[:MOST_GAMES],
        correct=correct[:MOST_GAMES],
        more=counted_noun(more, "more game") if more > 0 else "",
        reason=" ".join(part for part in (argument, verified, finding.hint, _known(finding.known)) if part),
        articles=cite_articles(finding.sentence, system),
    )


def _fit(
    rounds: Sequence[SheetRound], remarks: Sequence[str], room: float
) -> tuple[tuple[SheetRound, ...], tuple[str, ...], float]:
    """Return as many rounds and remarks as find room, with a remark on how many more there are, and the room left."""
    room -= sum(_height(text, _SENTENCE) + 3 for text in remarks[:_MOST_REMARKS])
    kept: list[SheetRound] = []
    for one in rounds:
        games = max(len(one.posted), len(one.correct))
        height = 24 + games * 6 + _names_height(one, _NAME) + _height(one.reason, _SENTENCE)
        height += sum(_height(f"{found.name} {found.text}", _SENTENCE) + 2 for found in one.articles)
        if height > room and kept:
            break
        room -= height
        kept.append(one)
    shown = list(remarks[:_MOST_REMARKS])
    if len(kept) < len(rounds):
        shown.append(f"The sheet has no room for {_name_rounds(rounds[len(kept) :])}: see the report.")
    if len(remarks) > _MOST_REMARKS:
        shown.append(f"{counted_noun(len(remarks) - _MOST_REMARKS, 'more remark')}: see the report.")
    return tuple(kept), tuple(shown), room


def _name_rounds(rounds: Sequence[SheetRound]) -> str:
    numbers = [str(one.finding.round_number) for one in rounds]
    return f"round{'s' if len(numbers) > 1 else ''} {join_phrases(numbers)}"


def _height(text: str, line: tuple[int, float]) -> float:
    characters, height = line
    return ceil(len(text) / characters) * height
