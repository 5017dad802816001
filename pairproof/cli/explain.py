"""``pairproof explain``: the reasons for a player's pairing, and the reasons against every other opponent."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.questions.answers import Standing
from checker.questions.explain import explain
from checker.questions.question import NotAskableError
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.options import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import ExplainRequest, parse_number, parse_player
from tournaments.points import describe_points, format_halves
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from checker.questions.answers import Explanation, LadderRung
    from checker.questions.question import Question
    from reports.tables import Table


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
        tables=tuple(_tables(question, explanation)),
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
    groups: dict[str, list[Explanation]] = {}
    for one in explanations:
        groups.setdefault(one.reason, []).append(one)
    texts = [
        (reason, " ".join(one.answer for one in group), " ".join(one.colour for one in group if one.colour))
        for reason, group in groups.items()
    ]
    return RoundAnswer(
        kind="explain",
        question=question,
        arguments=(),
        answer=sentence,
        good=None if question.recorded is None else not explanations,
        parts=tuple(("", f"{answers} {reason} {colours}".rstrip()) for reason, answers, colours in texts),
        system=question.prepared.rules.edition.key,
        content=tuple(explanations),
        lines=(paragraph(sentence), *(line for text in texts for line in _group_lines(*text))),
    )


def _group_lines(reason: str, answers: str, colours: str) -> Iterator[str]:
    """Yield the answers about games with one reason, and the reason once."""
    yield ""
    yield paragraph(answers)
    yield from (paragraph(text, name) for name, text in (("Why", reason), ("Colour", colours)) if text)


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
    yield paragraph(f"Round {explanation.round_number}: {explanation.answer}")
    yield from (paragraph(text, name) for name, text in _parts(explanation) if text)
    for table in _tables(question, explanation):
        yield ""
        yield from table.lines()


def _parts(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the parts of the explanation by title; some are empty."""
    return (("Why", explanation.reason), ("Colour", explanation.colour))


def _tables(question: Question, explanation: Explanation) -> Iterator[Table]:
    """Yield the participants who could have floated instead, if the game is a float, and the other opponents."""
    participant = question.participant
    if explanation.other_floaters:
        points = describe_points(explanation.other_floaters[0].score)
        caption = f"Other {participant}s on {points}, and why each does not float instead:"
        yield _table(question, explanation.other_floaters, caption, explanation.tpn)
    if explanation.ladder:
        caption = f"Other {participant}s in rank order, and what speaks against each:"
        yield replace(_table(question, explanation.ladder, caption, explanation.tpn), note=explanation.left_out)


_HEADS = ("points", "so far", "why not")
_MIN_GROUP = 3
"""Rows with the same points and the same reason that become one row."""
_MAX_NAMES = 3
"""Participants of such a row who are named, unless they are all with these points."""


def _table(question: Question, rungs: Sequence[LadderRung], caption: str, player: int) -> Table:
    """Return rows with points, colours and floats so far, and why not; participants with one reason share a row."""
    from reports.tables import Table  # noqa: PLC0415 - start-up time

    groups: dict[tuple[int, str], list[LadderRung]] = {}
    for rung in rungs:
        groups.setdefault((rung.score, rung.objection.short), []).append(rung)
    rows, members = list[tuple[str, ...]](), list[tuple[tuple[int, str], ...]]()
    for rung in rungs:
        score, short = rung.score, rung.objection.short
        group = groups[score, short]
        is_row = len(group) < _MIN_GROUP
        if is_row or rung is group[0]:
            name = question.roster.describe_player(rung.tpn) if is_row else _name_group(question, group, player)
            so_far = ", ".join(filter(None, (rung.colours, rung.floats))) or "\N{EN DASH}"
            rows.append((name, format_halves(score), so_far if is_row else "", short))
            named = (rung,) if is_row else group
            members.append(tuple((one.tpn, question.roster.describe_player(one.tpn)) for one in named))
    return Table(
        caption=caption,
        heads=(question.participant, *_HEADS),
        rows=tuple(rows),
        members=tuple(members),
        chosen=next((rung.tpn for rung in rungs if rung.objection.standing is Standing.CHOSEN), None),
    )


def _name_group(question: Question, group: Sequence[LadderRung], player: int) -> str:
    """``all 4 other players on 1 point``, or the first of them by name."""
    score = group[0].score
    same = [tpn for tpn, points in question.scores.items() if points == score and tpn != player]
    if len(same) == len(group):
        other = "other " if question.scores[player] == score else ""
        return f"all {len(group)} {other}{question.participant}s on {describe_points(score)}"
    most = _MAX_NAMES if len(group) > _MAX_NAMES + 1 else len(group)
    return question.roster.name_players([rung.tpn for rung in group], most)
