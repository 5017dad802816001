"""``pairproof what-if``: the round as it would be if something were otherwise, and what changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.what_if import OUTCOMES, Supposition, what_if
from pairproof.cli.inputs import require_system
from pairproof.cli.option_types import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import WhatIfRequest, parse_pair, parse_player, parse_result

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from checker.questions.answers import WhatIf
    from checker.questions.question import Question
    from checker.questions.what_if import Supposition
    from reports.tables import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; every supposition may be made several times, but for bye and edition."""
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
    return RoundAnswer(
        kind="what-if",
        question=question,
        arguments=tuple(_options(supposition)),
        answer=result.answer,
        parts=(("Why", result.reason),),
        good=result.acceptable,
        tables=tuple(_tables(question, result)),
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


def _tables(question: Question, result: WhatIf) -> Iterator[Table]:
    """Yield the games that change, for the page; the whole round, if they are few."""
    if result.pairing is None:
        return
    from reports.sheet import MOST_ROWS  # noqa: PLC0415 - only for a report
    from reports.tables import Table  # noqa: PLC0415 - likewise

    changed = {pair.players for pair in (*result.new, *result.turned)}
    boards = list(enumerate(result.pairing.pairs, start=1))
    shown = boards if len(boards) <= MOST_ROWS else [one for one in boards if one[1].players in changed]
    who = question.roster.describe_player
    rows = [
        (str(board), who(pair.white), who(pair.black), "changed" if pair.players in changed else "")
        for board, pair in shown
    ]
    if result.pairing.bye is not None:
        rows.append(("", who(result.pairing.bye), "has the bye", ""))
    caption = "The round as it would be." if shown == boards else "The boards that would change."
    yield Table(caption=caption, heads=("board", "White", "Black", "what changes"), rows=tuple(rows))


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
