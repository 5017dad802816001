"""The standings of files, arranged for a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.cli.standings_forms import (
    codes_shown,
    describe_wrong_value,
    names_of,
    parts_in_words,
    rules_in_words,
    size_in_words,
)
from reports.standings import RankedRow, RankOrder, ShownArgument, ShownValue
from standings.methods import tie_break_title
from tournaments.ranked_participants import participant_noun
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pairproof.cli.standings_forms import RankedFile
    from standings.explanations import ValueExplanation
    from standings.ranking import Standings
    from tournaments.model import Event


def rank_order(answer: RankedFile, players: Sequence[int]) -> RankOrder:
    """Return the standings of a file; for some players, by TPN, with the parts of their values."""
    event, standings = answer.event, answer.standings
    if event is None:
        return RankOrder(title=answer.source, source=answer.source, size="", refusal=answer.refusal)
    title = escape_field(event.name) or answer.source
    if standings is None:
        return RankOrder(title=title, source=answer.source, size=size_in_words(event), refusal=answer.refusal)
    return RankOrder(
        title=title,
        source=answer.source,
        size=size_in_words(event),
        rules=rules_in_words(answer),
        notes=answer.notes,
        noun=participant_noun(event),
        codes=tuple(codes_shown(standings)),
        rows=tuple(_rows(event, standings)),
        arguments=tuple(_argument(event, standings, tpn) for tpn in players),
        wrong=tuple(describe_wrong_value(event, one) for one in answer.wrong_values),
    )


def _rows(event: Event, standings: Standings) -> Iterator[RankedRow]:
    names, ranks = names_of(event), standings.ranks
    for group in standings.groups:
        for tpn in group:
            values = tuple(standings.value(index, tpn) for index in range(len(standings.columns)))
            yield RankedRow(rank=ranks[tpn], tpn=tpn, name=names[tpn], values=values)


def _argument(event: Event, standings: Standings, tpn: int) -> ShownArgument:
    if tpn not in standings.table.places:
        return ShownArgument(who=f"There is no {participant_noun(event)} {tpn}.", values=())
    who = f"{names_of(event)[tpn]} ({tpn}), rank {standings.ranks[tpn]}"
    explained = (standings.explain(index, tpn) for index in range(len(standings.columns)))
    return ShownArgument(who=who, values=tuple(map(_value, explained)))


def _value(explanation: ValueExplanation) -> ShownValue:
    code = explanation.code
    return ShownValue(
        heading=f"{code} {explanation.value} ({tie_break_title(code)}, C.07 {explanation.article})",
        parts=tuple(parts_in_words(explanation)),
        note=explanation.note,
    )
