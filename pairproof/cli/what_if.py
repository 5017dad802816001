"""``pairproof what-if``: a round under a supposition, and its changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.what_if import OUTCOMES, Supposition, what_if
from pairproof.cli.inputs import require_system
from pairproof.cli.options import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import WhatIfRequest, parse_pair, parse_player, parse_result
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from checker.questions.answers import WhatIf
    from checker.questions.question import Question
    from checker.questions.what_if import Supposition
    from reference_engines.frame.results import Pair, RoundPairing
    from reports.tables import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments; every supposition may be made several times, but for bye and edition."""
    parser.set_defaults(request=WhatIfRequest, run=run)
    add_shared(parser)
    several = (
        ("--absent", "absent", parse_player, "T", "the player is away in the round"),
        ("--present", "present", parse_player, "T", "the player is there, and is to be paired"),
        (
            "--result",
            "results",
            parse_result,
            "A-B=1-0",
            f"the game of A and B, their latest, ended so: {', '.join(OUTCOMES)}",
        ),
        ("--forbid", "forbidden", parse_pair, "A-B", "the two are not to meet"),
        ("--swap", "swapped", parse_pair, "A-B", "the two have each other's number"),
    )
    for name, field, parse, form, what in several:
        parser.add_argument(name, dest=field, type=option_type(parse), action="append", metavar=form, help=what)
    parser.add_argument(
        "--bye", type=option_type(parse_player), metavar="T", help="the player has the pairing-allocated bye"
    )
    parser.add_argument("--rules", dest="edition", metavar="KEY", help="the event is paired by these rules")


def run(request: WhatIfRequest) -> int:
    """Pair the round under the supposition."""
    return respond(request, answer)


def answer(question: Question, request: WhatIfRequest) -> RoundAnswer:
    """Answer the request about a round."""
    if request.edition:
        require_system(request.edition)
    supposition = request.supposition(question)
    result = what_if(question, supposition)
    changed, unchanged = _tables(question, result)
    return RoundAnswer(
        kind="what-if",
        question=question,
        arguments=tuple(_options(supposition)),
        answer=result.answer,
        parts=(("Why", result.reason),),
        good=result.acceptable,
        tables=(changed,) if changed else (),
        folded=unchanged,
        system=request.edition or question.prepared.rules.edition.key,
        content=result,
        lines=tuple(_lines(question, result)),
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


def _tables(question: Question, result: WhatIf) -> tuple[Table | None, Table | None]:
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
    rows += [("–", "–", game(pair)) for pair in left]  # noqa: RUF001 - the usual sign of nothing
    heads = ("board", "then", "as it is" if question.is_recorded_right else "correct as it is")
    return (
        Table(caption="The boards that would change.", heads=heads, rows=tuple(rows)) if rows else None,
        Table(caption=f"{counted_noun(len(same), 'board')} unchanged", heads=heads[:2], rows=tuple(same))
        if same
        else None,
    )


def _not_paired(as_it_is: RoundPairing, pair: Pair, name: Callable[[int], str]) -> str:
    return f"{name(as_it_is.bye)} has the bye" if as_it_is.bye in pair.players else "–"  # noqa: RUF001 - nothing


def _lines(question: Question, result: WhatIf) -> Iterator[str]:
    yield paragraph(f"Round {question.stage}: {result.answer}")
    yield paragraph(result.reason, "Why")
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
