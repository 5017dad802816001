"""The limits of colours (2.3, 2.4), checked in a given pairing without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.edition import Article
from reference_engines.dubov_1997.table import LARGEST_DIFFERENCE
from reference_engines.hard_rules import Printed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dubov_1997.table import Person
    from reference_engines.results import RoundPairing, Violation


def beyond_limits(people: dict[int, Person], pairing: RoundPairing) -> Iterator[Violation]:
    """Yield who would have a colour beyond 2.3 or 2.4."""
    for pair in pairing.pairs:
        for tpn, sign in ((pair.white, 1), (pair.black, -1)):
            person = people.get(tpn)
            if person is None or (person.may_white if sign == 1 else person.may_black):
                continue
            colour = "White" if sign == 1 else "Black"
            if sign * person.difference >= LARGEST_DIFFERENCE:
                sentence = f"Player {tpn} would have {colour} {sign * person.difference + 1} times more than the other."
                yield Printed(article=Article.DIFFERENCE.value).broken((tpn,), sentence)
            else:
                sentence = f"Player {tpn} would have {colour} three times in a row."
                yield Printed(article=Article.THREE_IN_A_ROW.value).broken((tpn,), sentence)
