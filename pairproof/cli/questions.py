"""The commands `explain`, `why-not` and `what-if`: a round of a file, and the answer as page, JSON or text."""

from __future__ import annotations

import json
import shlex
import sys
import textwrap
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.anonymisation import holds
from checker.questions.answers import Explanation, LadderRung, Standing, WhatIf, WhyNot, encode_in_decimals
from checker.questions.explain import explain
from checker.questions.objection import why_not
from checker.questions.question import NotAskableError, Question
from checker.questions.what_if import OUTCOMES, Supposition, what_if
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof import question_requests
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import describe_chosen_readings, event_in, require_system
from pairproof.cli.options import add_option, add_reading_option, option_type
from pairproof.questions import ask
from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reports.cited_articles import cite_articles
from reports.streams import Detail
from reports.words import describe_readings
from tournaments.frozen import FrozenStruct
from tournaments.points import describe_points, format_halves
from tournaments.problems import counted_noun
from tournaments.regular_files import MAX_BYTES
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from checker.findings import EvidenceRow
    from pairproof.question_requests import QuestionRequest
    from reports.answers import AnswerView
    from reports.tables import Table

_FORM, _VERSION = "pairproof-answer", 2
_WIDTH = 110


def add_shared(parser: argparse.ArgumentParser) -> None:
    """Add the options that all of them take."""
    parser.add_argument("file", metavar="FILE", help="tournament report file (TRF06, TRF16, TRF(x), TRF26)")
    asked = "a recorded round, or the one after the last"
    add_option(parser, "round", asked, type=option_type(question_requests.parse_number), required=True)
    add_option(parser, "system")
    add_reading_option(parser)
    formats.add_output_option(
        parser,
        (formats.Format.HTML, formats.Format.JSON),
        {"--report": formats.Format.HTML, "--json": formats.Format.JSON},
    )
    add_option(parser, "anonymise")


class RoundAnswer(FrozenStruct, frozen=True, kw_only=True):
    """An answer in parts, for the page."""

    kind: str
    """The command."""
    question: Question
    arguments: tuple[str, ...]
    """Of the command, what is asked beside file and round."""
    answer: str
    good: bool | None = None
    """Whether what was asked about is in order; None if that is not the question."""
    parts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    folded: Table | None = None
    """A table that is folded away on the page."""
    system: str = ""
    """Key of the rules that were followed."""
    content: object
    """The answer as plain values, for JSON."""
    lines: tuple[str, ...]
    """The answer as text."""


def respond(request: QuestionRequest) -> int:
    """Answer a question about the event in a file."""
    output_files.require_outputs(request.outputs)
    with refusing(request.file):
        require_system(request.system)
        event = event_in(request.file, request.system, MAX_BYTES, anonymous=request.anonymous)
        found = answer_question(ask(event, request.round_number, request.system), request)
    write_answer(request, found)
    return ExitStatus.CONSISTENT


def answer_question(question: Question, request: QuestionRequest) -> RoundAnswer:
    """Answer the request about a round."""
    match request:
        case question_requests.ExplainRequest():
            return _explain(question, request)
        case question_requests.WhyNotRequest():
            return _explain_why_not(question, request)
        case question_requests.WhatIfRequest():
            return _suppose(question, request)
        case _:
            raise TypeError(type(request))


def view_answer(request: QuestionRequest, answer: RoundAnswer) -> AnswerView:
    """Return the page of an answer."""
    from reports.answers import AnswerView, cite_layers, draw_answer  # noqa: PLC0415 - likewise

    edition, event = answer.question.prepared.rules.edition, answer.question.prepared.source
    articles, handbook = cite_layers(" ".join(text for _, text in answer.parts), answer.system)
    asked_for = [] if request.system == "auto" else ["--system", request.system]
    asked_for += [f"--reading={reading}" for reading in request.readings]
    command = [
        "pairproof",
        answer.kind,
        request.file,
        "--round",
        str(request.round_number),
        *answer.arguments,
        *asked_for,
    ]
    return AnswerView(
        title=f"{escape_field(event.name) or request.file}, round {request.round_number}",
        answer=answer.answer,
        outcome={True: Outcome.CONSISTENT, False: Outcome.DISCREPANT, None: None}[answer.good],
        parts=(*(("", sentence) for sentence in describe_readings(request.readings)), *answer.parts),
        tables=answer.tables,
        folded=answer.folded,
        drawings=draw_answer(answer.question, answer.content),
        articles=articles,
        handbook=handbook,
        facts=(
            ("File", request.file),
            ("Rules", f"{edition.title} ({edition.key}). {edition.source}"),
        ),
        command=shlex.join(command),
        record=next((output.name for output in _documents(request) if output.name != formats.SCREEN), ""),
    )


@contextmanager
def refusing(file: str) -> Iterator[None]:
    """Refuse an unanswerable question in a line, as wrong usage if its subject is missing, else as not checked."""
    with convert_errors(usage=NotAskableError, not_checked=PairingError, about=f"{file}"):
        yield


def write_answer(request: QuestionRequest, answer: RoundAnswer) -> None:
    """Write an answer: as page and JSON where they are asked for, and as text unless JSON goes to standard output."""
    for output in request.outputs:
        if output.form is formats.Format.HTML:
            from reports.answers import render_answer  # noqa: PLC0415 - templates are loaded only for a report

            output_files.write_output(output, render_answer(view_answer(request, answer)))
    for output in _documents(request):
        head = {"format": _FORM, "version": _VERSION, "kind": answer.kind, "system": answer.system}
        head["holds"] = holds(anonymous=request.anonymous)
        head |= describe_chosen_readings(request.readings)
        document = {**head, "answer": encode_in_decimals(answer.content)}
        output_files.write_output(output, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    if not formats.prints_text(request.outputs):
        return
    sys.stdout.writelines(f"{paragraph(sentence)}\n" for sentence in describe_readings(request.readings))
    if request.detail is Detail.VERDICT:
        sys.stdout.write(f"{paragraph(answer.answer)}\n")
        return
    sys.stdout.writelines(f"{line}\n" for line in answer.lines)
    if request.detail is Detail.FULL:
        cited = cite_articles(" ".join(text for _, text in answer.parts), answer.system)
        sys.stdout.writelines(f"{paragraph(f'{one.name} {one.text}')}\n" for one in cited)


def _documents(request: QuestionRequest) -> tuple[formats.Output, ...]:
    """Return the files for the answer as JSON."""
    return tuple(output for output in request.outputs if output.form is formats.Format.JSON)


def paragraph(text: str, name: str = "") -> str:
    """Wrap a paragraph, under a name if it has one."""
    indent = f"{name + ':':<10}" if name else ""
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent), break_long_words=False
    )


def add_explain_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(request=question_requests.ExplainRequest, run=respond)
    add_shared(parser)
    player = option_type(question_requests.parse_player)
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
        "--board",
        type=option_type(question_requests.parse_number),
        metavar="B",
        help="board of the right round: its player with White",
    )


def _explain(question: Question, request: question_requests.ExplainRequest) -> RoundAnswer:
    """Answer the request about a round."""
    if request.player is not None and request.board is not None:
        raise CommandError("a player and a board are named; name one of them", ExitStatus.USAGE)
    if request.player is None and request.board is None:
        return _answer_round(question, request)
    explanation = explain(question, _asked_player(question, request))
    named = (("Why", explanation.reason), ("Colour", explanation.colour))
    parts = tuple((name, text) for name, text in named if text)
    tables = tuple(_explanation_tables(question, explanation))
    return RoundAnswer(
        kind="explain",
        question=question,
        arguments=("--player", str(explanation.tpn)),
        answer=explanation.answer,
        parts=parts,
        tables=tables,
        system=question.prepared.rules.edition.key,
        content=explanation,
        lines=tuple(_answer_lines(question, explanation.answer, parts, tables)),
    )


def _answer_round(question: Question, request: question_requests.ExplainRequest) -> RoundAnswer:
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


def _asked_player(question: Question, request: question_requests.ExplainRequest) -> int:
    """Return the number of the named player, or of the player with White on the board."""
    if request.player is not None:
        return question.find(request.player)
    board = request.board or 1
    pairs = question.chosen.pairs
    if board > len(pairs):
        raise NotAskableError(f"round {question.stage} has no board {board}, but {counted_noun(len(pairs), 'board')}")
    return pairs[board - 1].white


def _answer_lines(
    question: Question, answer: str, parts: Sequence[tuple[str, str]], tables: Sequence[Table] = ()
) -> Iterator[str]:
    """Yield an answer as text: the sentence, the named parts, and the tables."""
    yield paragraph(f"Round {question.stage}: {answer}")
    yield from (paragraph(text, name) for name, text in parts)
    for table in tables:
        yield ""
        yield from table.lines()


def _explanation_tables(question: Question, explanation: Explanation) -> Iterator[Table]:
    """Yield the participants who could have floated instead, if the game is a float, and the other opponents."""
    participant = question.participant
    if explanation.other_floaters:
        points = describe_points(explanation.other_floaters[0].score)
        caption = f"Other {participant}s on {points}, and why each does not float instead:"
        yield _ladder_table(question, explanation.other_floaters, caption, explanation.tpn)
    if explanation.ladder:
        points = " (virtual points included)" if question.has_virtual_points else ""
        caption = f"Other {participant}s in the order of the rules{points}, and what speaks against each:"
        yield replace(_ladder_table(question, explanation.ladder, caption, explanation.tpn), note=explanation.left_out)


_LADDER_HEADS = ("points", "so far", "why not")
_MIN_GROUP = 3
"""Rows with the same points and the same reason that become one row."""
_MAX_NAMES = 3
"""Participants of such a row who are named, unless they are all with these points."""


def _ladder_table(question: Question, rungs: Sequence[LadderRung], caption: str, player: int) -> Table:
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
        heads=(question.participant, *_LADDER_HEADS),
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


def add_why_not_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(request=question_requests.WhyNotRequest, run=respond)
    add_shared(parser)
    for name, metavar in (("first", "ONE"), ("second", "OTHER")):
        help_text = "number of a player or of a team, or any unambiguous part of the name"
        parser.add_argument(name, type=option_type(question_requests.parse_player), metavar=metavar, help=help_text)


def _explain_why_not(question: Question, request: question_requests.WhyNotRequest) -> RoundAnswer:
    """Answer the request about a round."""
    first, second = question.find(request.first), question.find(request.second)
    result = why_not(question, first, second)
    parts, table = (("Why", result.reason),), _participants_table(question, result)
    return RoundAnswer(
        kind="why-not",
        question=question,
        arguments=(str(first), str(second)),
        answer=result.answer,
        parts=parts,
        tables=(table,),
        system=question.prepared.rules.edition.key,
        content=result,
        lines=tuple(_answer_lines(question, result.answer, parts, (table,))),
    )


_PARTICIPANT_HEADS = ("points", "so far", "in this round")


def _participants_table(question: Question, result: WhyNot) -> Table:
    """Return both participants and their right opponents."""
    from reports.tables import Table  # noqa: PLC0415 - start-up time

    def floats(row: EvidenceRow) -> str:
        return f"floats: {row.floats}" if row.floats else ""

    is_right = result.objection.standing is Standing.CHOSEN
    against = f"against {question.roster.name_player(result.one)}"
    rows = [
        (
            question.roster.describe_player(row.tpn),
            format_halves(row.score),
            ", ".join(filter(None, (row.colours, f"due {row.due}" if row.due else "", floats(row)))) or "\N{EN DASH}",
            row.note,
            result.objection.short if row.tpn == result.other and not is_right else "",
        )
        for row in result.evidence
    ]
    return Table(
        caption=f"The {question.participant}s concerned:",
        heads=(question.participant, *_PARTICIPANT_HEADS, against),
        rows=tuple(rows),
    )


def add_what_if_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments; every supposition may be made several times, but for bye and edition."""
    parser.set_defaults(request=question_requests.WhatIfRequest, run=respond)
    add_shared(parser)
    several = (
        ("--absent", "absent", question_requests.parse_player, "T", "the player is away in the round"),
        ("--present", "present", question_requests.parse_player, "T", "the player is there, and is to be paired"),
        (
            "--result",
            "results",
            question_requests.parse_result,
            "A-B=1-0",
            f"the game of A and B, their latest, ended so: {', '.join(OUTCOMES)}",
        ),
        ("--forbid", "forbidden", question_requests.parse_pair, "A-B", "the two are not to meet"),
        ("--swap", "swapped", question_requests.parse_pair, "A-B", "the two have each other's number"),
    )
    for name, field, parse, form, what in several:
        parser.add_argument(name, dest=field, type=option_type(parse), action="append", metavar=form, help=what)
    parser.add_argument(
        "--bye",
        type=option_type(question_requests.parse_player),
        metavar="T",
        help="the player has the pairing-allocated bye",
    )
    parser.add_argument("--rules", dest="edition", metavar="KEY", help="the event is paired by these rules")


def _suppose(question: Question, request: question_requests.WhatIfRequest) -> RoundAnswer:
    """Answer the request about a round."""
    if request.edition:
        require_system(request.edition)
    supposition = request.supposition(question)
    result = what_if(question, supposition)
    parts, (changed, unchanged) = (("Why", result.reason),), _board_tables(question, result)
    return RoundAnswer(
        kind="what-if",
        question=question,
        arguments=tuple(_options(supposition)),
        answer=result.answer,
        parts=parts,
        good=result.acceptable,
        tables=(changed,) if changed else (),
        folded=unchanged,
        system=request.edition or question.prepared.rules.edition.key,
        content=result,
        lines=(*_answer_lines(question, result.answer, parts), *_board_lines(question, result)),
    )


def _options(supposition: Supposition) -> Iterator[str]:
    """Yield the supposition as options of the command line."""
    for tpn in supposition.absent:
        yield from ("--absent", str(tpn))
    for tpn in supposition.present:
        yield from ("--present", str(tpn))
    for first, second, outcome in supposition.results:
        yield from ("--result", f"{first}-{second}={outcome}")
    for name, pairs in (("--forbid", supposition.forbidden), ("--swap", supposition.swapped)):
        for first, second in pairs:
            yield from (name, f"{first}-{second}")
    if supposition.bye is not None:
        yield from ("--bye", str(supposition.bye))
    if supposition.edition:
        yield from ("--rules", supposition.edition)


def _board_tables(question: Question, result: WhatIf) -> tuple[Table | None, Table | None]:
    """Return the boards that change, each with the right game as it is beside it, and those that do not change."""
    if result.pairing is None:
        return None, None
    from reports.tables import Table  # noqa: PLC0415 - only for a report

    changed = {pair.players for pair in (*result.new, *result.turned)}
    as_it_is, who = question.chosen, question.roster.describe_player

    def game(pair: Pair) -> str:
        return f"{who(pair.white)} \N{EN DASH} {who(pair.black)}"

    left = [pair for pair in as_it_is.pairs if pair not in result.pairing.pairs]
    rows, same = list[tuple[str, ...]](), list[tuple[str, ...]]()
    for board, pair in enumerate(result.pairing.pairs, start=1):
        if pair.players not in changed:
            same.append((str(board), game(pair)))
            continue
        before = next((one for tpn in (pair.white, pair.black) for one in left if tpn in one.players), None)
        if before is not None:
            left.remove(before)
        rows.append((str(board), game(pair), game(before) if before else _not_paired(as_it_is, pair, who)))
    if result.pairing.bye != as_it_is.bye:
        byes = (f"{who(tpn)} has it" if tpn is not None else "nobody" for tpn in (result.pairing.bye, as_it_is.bye))
        rows.append(("bye", *byes))
    rows += [("–", "not played", game(pair)) for pair in left]  # noqa: RUF001 - the usual sign of nothing
    heads = ("board", "then", "as it is" if question.is_recorded_right else "correct as it is")
    return (
        Table(caption="The boards that would change.", heads=heads, rows=tuple(rows)) if rows else None,
        Table(caption=f"{counted_noun(len(same), 'board')} unchanged", heads=heads[:2], rows=tuple(same))
        if same
        else None,
    )


def _not_paired(as_it_is: RoundPairing, pair: Pair, name: Callable[[int], str]) -> str:
    return f"{name(as_it_is.bye)} has the bye" if as_it_is.bye in pair.players else "–"  # noqa: RUF001 - nothing


def _board_lines(question: Question, result: WhatIf) -> Iterator[str]:
    """Yield the boards under the supposition; those that change are marked."""
    if result.pairing is None:
        return
    yield ""
    new = {pair.players for pair in (*result.new, *result.turned)}
    for board, pair in enumerate(result.pairing.pairs, start=1):
        mark = "*" if pair.players in new else " "
        yield f"{mark} {board:>4}  {question.roster.describe_game(pair)}"
    if result.pairing.bye is not None:
        yield f"        {question.roster.describe_player(result.pairing.bye)} has the bye"
    if new:
        yield "* changed"
