"""``pairproof explain``: the reasons for a player's pairing, and the reasons against every other opponent."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.questions.answers import Standing
from checker.questions.explain import explain
from checker.questions.question import NotAskableError
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.option_types import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import ExplainRequest, parse_number, parse_player
from tournaments.points import format_halves, points_text
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from checker.questions.answers import Explanation, LadderRung
    from checker.questions.question import Question
    from reports.answers import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(request=ExplainRequest, run=run)
    add_shared(parser)
    player = option_type(parse_player)
    parser.add_argument(
        "player",
        nargs="?",
        type=player,
        metavar="PLAYER",
        help="number of the player or of the team, or any unambiguous part of the name; without a player or a board, "
        "the wrong games of the round",
    )
    parser.add_argument("--player", dest="player", type=player, metavar="PLAYER", help="the same as PLAYER")
    parser.add_argument(
        "--board", type=option_type(parse_number), metavar="B", help="board of the right round: its player with White"
    )


def run(request: ExplainRequest) -> int:
    """Explain a player's pairing, or the wrong games of a round."""
    if request.player is not None and request.board is not None:
        raise CommandError("a player and a board are named; name one of them", ExitStatus.USAGE)
    return respond(request, answer)


def answer(question: Question, request: ExplainRequest) -> RoundAnswer:
    """Answer the request about a round."""
    if request.player is None and request.board is None:
        return _answer_round(question, request)
    explanation = explain(question, _player(question, request))
    return RoundAnswer(
        kind="explain",
        question=question,
        arguments=("--player", str(explanation.tpn)),
        answer=explanation.answer,
        parts=tuple((name, text) for name, text in _parts(explanation) if text),
        table=_table(question, explanation),
        system=question.prepared.rules.edition.key,
        content=explanation,
        lines=tuple(_lines(question, explanation)),
    )


def _answer_round(question: Question, request: ExplainRequest) -> RoundAnswer:
    """Explain the correct games that a recorded round lacks; say how to ask for a player if it lacks none."""
    explanations = [explain(question, tpn) for tpn in _wrongly_paired(question)]
    ask = f"pairproof explain {shlex.quote(request.file)} --round {question.stage}"
    if explanations:
        games = counted_noun(len(explanations), "game")
        sentence = f"Round {question.stage}: {games} or byes of the correct pairing were not played."
    elif question.recorded is None:
        sentence = f"Round {question.stage} is not recorded yet. To ask about a {question.participant}: {ask} PLAYER"
    else:
        sentence = f"Round {question.stage} is right. To ask about a {question.participant}: {ask} PLAYER"
    return RoundAnswer(
        kind="explain",
        question=question,
        arguments=(),
        answer=sentence,
        good=None if question.recorded is None else not explanations,
        parts=tuple((question.roster.describe_player(one.tpn), one.sentence) for one in explanations),
        system=question.prepared.rules.edition.key,
        content=tuple(explanations),
        lines=(paragraph(sentence), *(line for one in explanations for line in ("", *_own_lines(one)))),
    )


def _wrongly_paired(question: Question) -> list[int]:
    """Return a player of each correct game that the recorded round lacks: the one with White, or with the bye."""
    recorded, expected = question.recorded, question.chosen
    if recorded is None:
        return []
    lacking = [pair.white for pair in expected.pairs if pair not in recorded.pairs]
    return lacking if expected.bye in (None, recorded.bye) else [*lacking, expected.bye]


def _player(question: Question, request: ExplainRequest) -> int:
    """Return the number of the named player, or of the player with White on the board."""
    if request.player is not None:
        return question.find(request.player)
    board = request.board or 1
    pairs = question.chosen.pairs
    if board > len(pairs):
        raise NotAskableError(f"round {question.stage} has no board {board}, but {counted_noun(len(pairs), 'board')}")
    return pairs[board - 1].white


def _lines(question: Question, explanation: Explanation) -> Iterator[str]:
    yield from _own_lines(explanation)
    yield ""
    if explanation.ladder:
        yield f"Other {question.participant}s in rank order, and what speaks against each:"
    names = {rung.tpn: question.roster.describe_player(rung.tpn) for rung in explanation.ladder}
    widths = (
        max(map(len, names.values()), default=0),
        max((len(rung.colours) for rung in explanation.ladder), default=0),
    )
    for rung in explanation.ladder:
        yield _rung(rung, names[rung.tpn], widths)
    if explanation.left_out:
        yield f"  {explanation.left_out}"


def _own_lines(explanation: Explanation) -> Iterator[str]:
    """Yield the explanation without the other opponents."""
    yield paragraph(f"Round {explanation.round_number}: {explanation.answer}")
    yield from (paragraph(text, name) for name, text in _parts(explanation) if text)


def _parts(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the parts of the explanation by title; some are empty."""
    return (("Why", explanation.reason), ("Colour", explanation.colour))


def _table(question: Question, explanation: Explanation) -> Table | None:
    """Return the ladder for the page."""
    if not explanation.ladder:
        return None
    from reports.answers import Table  # noqa: PLC0415 - only for a report

    return Table(
        caption=f"Other {question.participant}s in rank order. {explanation.left_out}".strip(),
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
        chosen=next((rung.tpn for rung in explanation.ladder if rung.objection.standing is Standing.CHOSEN), None),
    )


def _rung(rung: LadderRung, name: str, widths: tuple[int, int]) -> str:
    return f"  {name:<{widths[0]}}  {points_text(rung.score):>4}  {rung.colours:<{widths[1]}}  {rung.objection.short}"
