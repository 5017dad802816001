"""The limits of colours (5.1.1, 5.1.2), checked in a given pairing without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.hard_rules import Printed
from reference_engines.lim.edition import Article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.lim.table import Table
    from reference_engines.results import RoundPairing, Violation


def beyond_limits(table: Table, printed: Callable[[Article], str], pairing: RoundPairing) -> Iterator[Violation]:
    """
    Yield who would have a colour beyond 5.1.1 or 5.1.2.

    Two who may meet although no colours are permissible between them break nothing (6).
    """
    position = {person.tpn: place for place, person in enumerate(table.people)}
    for pair in pairing.pairs:
        if pair.white not in position or pair.black not in position:
            continue
        white, black = table.people[position[pair.white]], table.people[position[pair.black]]
        is_permissible_reversed = white.may_have(-1) and black.may_have(1)
        if table.meet[position[pair.white], position[pair.black]] and not is_permissible_reversed:
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
