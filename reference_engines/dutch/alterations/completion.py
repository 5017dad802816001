"""The round completed by another procedure, or the following bracket looked at otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.dutch.alterations.making import alteration
from reference_engines.dutch.literal.round_2017 import Round2017Literal
from reference_engines.dutch.literal.round_2026 import Round2026Literal
from reference_engines.dutch.round_2017 import Round2017
from reference_engines.dutch.round_2026 import Round2026

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.alterations.making import Change
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.rounds import RoundClass
    from reference_engines.engine import Alteration


def _completed_by(procedures: dict[RoundClass, RoundClass]) -> Change:
    def change(rules: Any) -> Any:
        return replace(rules, procedure=procedures.get(rules.procedure, rules.procedure))

    return change


_AS_IN_2017: dict[RoundClass, RoundClass] = {Round2026: Round2017, Round2026Literal: Round2017Literal}
_AS_IN_2026: dict[RoundClass, RoundClass] = {Round2017: Round2026, Round2017Literal: Round2026Literal}


def completion(text: DutchText) -> Iterator[Alteration]:
    """Yield other procedures."""
    article = text.completion_article
    yield alteration(
        "collapsed-last-bracket",
        "the round were completed by collapsing the last brackets, as in 2017",
        article,
        _completed_by(_AS_IN_2017),
    )
    yield alteration(
        "completed-in-every-bracket",
        "every bracket had to leave a complete pairing, as in 2026",
        article,
        _completed_by(_AS_IN_2026),
    )


KINDS = (completion,)
