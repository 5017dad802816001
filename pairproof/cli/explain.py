"""``pairproof explain``: why a player is paired as they are, and what speaks against every other opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.explain import explain
from checker.questions.question import NotAskableError
from checker.verdicts.phrases import format_halves
from pairproof.cli.question_options import Told, add_shared, number, paragraph, respond
from tournaments.points import points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from checker.questions.answers import Explanation, LadderRung
    from checker.questions.question import Question
    from reports.sheet import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_shared(parser)
    about = parser.add_mutually_exclusive_group(required=True)
    about.add_argument("--player", type=number, metavar="T", help="number of the player, or of the team")
    about.add_argument("--board", type=number, metavar="B", help="board of the right round: its player with White")


def run(options: argparse.Namespace) -> int:
    """Answer."""
    return respond(options, answer)


def answer(question: Question, options: argparse.Namespace) -> Told:
    """Answer what the options ask about a round."""
    found = explain(question, options.player or _with_white(question, options.board))
    return Told(
        kind="explain",
        question=question,
        arguments=("--player", str(found.tpn)),
        answer=found.sentence,
        parts=tuple((name, text) for name, text in _parts(found) if text),
        table=_table(question, found),
        system=question.prepared.rules.edition.key,
        found=found,
        lines=tuple(_lines(question, found)),
    )


def _with_white(question: Question, board: int) -> int:
    pairs = question.chosen.pairs
    if board > len(pairs):
        raise NotAskableError(f"there is no board {board} in round {question.stage}: it has {len(pairs)}")
    return pairs[board - 1].white


def _lines(question: Question, found: Explanation) -> Iterator[str]:
    yield paragraph(found.sentence)
    for name, text in _parts(found):
        if text:
            yield paragraph(text, name)
    yield ""
    yield "In rank order, everybody who was asked about:" if found.ladder else "Nobody else was asked about."
    who = {rung.tpn: question.roster.describe_player(rung.tpn) for rung in found.ladder}
    widths = max(map(len, who.values()), default=0), max((len(rung.colours) for rung in found.ladder), default=0)
    for rung in found.ladder:
        yield _rung(rung, who[rung.tpn], widths)
    if found.left_out:
        yield f"  {found.left_out}"


def _parts(found: Explanation) -> tuple[tuple[str, str], ...]:
    """Return what is explained, part by part; some are empty."""
    return (
        ("Posted", f"{found.posted.removeprefix('posted is ')}." if found.posted else ""),
        ("Opponent", found.opponent),
        ("Colour", found.colour),
        ("Float", found.floats),
        ("Bye", found.bye),
    )


def _table(question: Question, found: Explanation) -> Table | None:
    """Return the ladder for the page."""
    if not found.ladder:
        return None
    from reports.sheet import Table  # noqa: PLC0415 - only for a report

    return Table(
        caption=f"In rank order, everybody who was asked about. {found.left_out}".strip(),
        heads=(question.participant, "points", "colours so far", "why not"),
        rows=tuple(
            (
                question.roster.describe_player(rung.tpn),
                format_halves(rung.score),
                rung.colours or "–",  # noqa: RUF001 - the usual sign of nothing
                rung.objection.short,
            )
            for rung in found.ladder
        ),
        numbers=tuple(rung.tpn for rung in found.ladder),
    )


def _rung(rung: LadderRung, who: str, widths: tuple[int, int]) -> str:
    return f"  {who:<{widths[0]}}  {points_text(rung.score):>4}  {rung.colours:<{widths[1]}}  {rung.objection.short}"
