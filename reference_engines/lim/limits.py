"""The limits of colours (5.1.1, 5.1.2), checked in a given pairing without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.hard_rules import Printed
from reference_engines.lim.edition import Article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.lim.table import Table
    from reference_engines.results import RoundPairing, Violation


def beyond_limits(
    table: Table, printed: Callable[[Article], str], pairing: RoundPairing, *, is_last: bool
) -> Iterator[Violation]:
    """
    Yield who would have a colour beyond 5.1.1 or 5.1.2.

    In the last round (6) only two who could have permissible colours the other way round break them.
    """
    people = {person.tpn: person for person in table.people}
    for pair in pairing.pairs:
        white, black = people.get(pair.white), people.get(pair.black)
        if white is None or black is None:
            continue
        if is_last and not (white.may_have(-1) and black.may_have(1)):
            continue
        for person, sign in ((white, 1), (black, -1)):
            if person.may_have(sign):
                continue
            colour = "White" if sign == 1 else "Black"
            if person.repeated == sign:
                article, what = Article.THREE_IN_A_ROW, "three times in a row"
            else:
                article, what = Article.THREE_MORE, f"{abs(person.difference) + 1} times more than the other"
            sentence = f"Player {person.tpn} would have {colour} {what}."
            yield Printed(article=printed(article)).broken((person.tpn,), sentence)
