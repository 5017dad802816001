"""``pairproof explain``: why a player is paired as they are, and what speaks against every other opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.explain import explain
from checker.questions.question import NotAskableError
from pairproof.cli.option_types import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import ExplainRequest, parse_number, parse_player
from tournaments.points import format_halves, points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from checker.questions.answers import Explanation, LadderRung
    from checker.questions.question import Question
    from reports.sheet import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.set_defaults(request=ExplainRequest, run=run)
    add_shared(parser)
    about = parser.add_mutually_exclusive_group(required=True)
    about.add_argument(
        "--player",
        type=option_type(parse_player),
        metavar="T",
        help="number of the player or of the team, or any unambiguous part of the name",
    )
    about.add_argument(
        "--board", type=option_type(parse_number), metavar="B", help="board of the right round: its player with White"
    )


def run(request: ExplainRequest) -> int:
    """Explain a player's pairing."""
    return respond(request, answer)


def answer(question: Question, request: ExplainRequest) -> RoundAnswer:
    """Answer the request about a round."""
    explanation = explain(question, _player(question, request))
    return RoundAnswer(
        kind="explain",
        question=question,
        arguments=("--player", str(explanation.tpn)),
        answer=explanation.sentence,
        parts=tuple((name, text) for name, text in _parts(explanation) if text),
        table=_table(question, explanation),
        system=question.prepared.rules.edition.key,
        content=explanation,
        lines=tuple(_lines(question, explanation)),
    )


def _player(question: Question, request: ExplainRequest) -> int:
    """Return the number of the named player, or of the player with White on the board."""
    if request.player is not None:
        return question.find(request.player)
    board = request.board or 1
    pairs = question.chosen.pairs
    if board > len(pairs):
        raise NotAskableError(f"there is no board {board} in round {question.stage}: it has {len(pairs)}")
    return pairs[board - 1].white


def _lines(question: Question, explanation: Explanation) -> Iterator[str]:
    yield paragraph(explanation.sentence)
    for name, text in _parts(explanation):
        if text:
            yield paragraph(text, name)
    yield ""
    yield "In rank order, everybody who was asked about:" if explanation.ladder else "Nobody else was asked about."
    names = {rung.tpn: question.roster.describe_player(rung.tpn) for rung in explanation.ladder}
    widths = (
        max(map(len, names.values()), default=0),
        max((len(rung.colours) for rung in explanation.ladder), default=0),
    )
    for rung in explanation.ladder:
        yield _rung(rung, names[rung.tpn], widths)
    if explanation.left_out:
        yield f"  {explanation.left_out}"


def _parts(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the parts of the explanation by title; some are empty."""
    return (
        ("Posted", f"{explanation.posted.removeprefix('posted is ')}." if explanation.posted else ""),
        ("Opponent", explanation.opponent),
        ("Colour", explanation.colour),
        ("Float", explanation.floats),
        ("Bye", explanation.bye),
    )


def _table(question: Question, explanation: Explanation) -> Table | None:
    """Return the ladder for the page."""
    if not explanation.ladder:
        return None
    from reports.sheet import Table  # noqa: PLC0415 - only for a report

    return Table(
        caption=f"In rank order, everybody who was asked about. {explanation.left_out}".strip(),
        heads=(question.participant, "points", "colours so far", "why not"),
        rows=tuple(
            (
                question.roster.describe_player(rung.tpn),
                format_halves(rung.score),
                rung.colours or "–",  # noqa: RUF001 - the usual sign of nothing
                rung.objection.short,
            )
            for rung in explanation.ladder
        ),
        numbers=tuple(rung.tpn for rung in explanation.ladder),
    )


def _rung(rung: LadderRung, name: str, widths: tuple[int, int]) -> str:
    return f"  {name:<{widths[0]}}  {points_text(rung.score):>4}  {rung.colours:<{widths[1]}}  {rung.objection.short}"
