"""The lists of tie-breaks that a file declares (records 202 and 212), and remarks on how the event is ranked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standings.codes import POINTS, TieBreak, TieBreakCode, parse_list, parse_tie_breaks
from standings.rules import TieBreakEdition, TieBreakRules, is_declared_pre_determined
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, Result

_TIE_BREAKS, _STANDINGS = "202", "212"


class TieBreakList(FrozenStruct, frozen=True, kw_only=True):
    """A list of tie-breaks, and the record that declares it."""

    codes: tuple[TieBreakCode, ...]
    """All codes, points included."""
    record: str = ""
    """``202`` or ``212``; empty if the file names none, so that points alone count."""

    @property
    def text(self) -> str:
        """The list as record 212 has it."""
        return ",".join(code.text for code in self.codes)


POINTS_ONLY = TieBreakList(codes=(POINTS,))


def read_declared_lists(event: Event) -> tuple[TieBreakList, ...]:
    """
    Return the different lists that a file declares, the list of record 212 first.

    The result is empty if the file declares none.
    """
    lists: list[TieBreakList] = []
    for record, read in ((_STANDINGS, parse_list), (_TIE_BREAKS, parse_tie_breaks)):
        text = event.header(record)
        codes = read(text) if text.strip() else ()
        if codes and codes not in [known.codes for known in lists]:
            lists.append(TieBreakList(codes=codes, record=record))
    return tuple(lists)


def collect_remarks(event: Event, rules: TieBreakRules, codes: Sequence[TieBreakCode]) -> tuple[str, ...]:
    """Return sentences that tell an arbiter what is special about the ranking of an event."""
    return tuple(_remarks(event, rules, codes))


def _remarks(event: Event, rules: TieBreakRules, codes: Sequence[TieBreakCode]) -> Iterator[str]:
    if rules.pre_determined and is_declared_pre_determined(event) is None:
        yield (
            "Neither 192 nor 092 names the system. All participants are scheduled against each other, so forfeits "
            "count as games (15.2)."
        )
    scheduled = event.rounds_declared or 0
    if scheduled > event.rounds_recorded:
        yield f"Standings after {event.rounds_recorded} of {scheduled} rounds: those recorded count (16.2.5, 16.4.2)."
    pending = sum(entry.result is Result.PENDING for player in event.players for entry in player.rounds)
    if pending:
        yield f"{pending} results are pending and count as draws: the standings are provisional."
    yield from _remarks_on_codes(rules.edition, codes, pre_determined=rules.pre_determined)


def _remarks_on_codes(
    edition: TieBreakEdition, codes: Sequence[TieBreakCode], *, pre_determined: bool
) -> Iterator[str]:
    for code in codes:
        if code.tie_break is not None and not edition.defines(code.tie_break, fore=code.fore):
            yield f"{code} came with a later edition than {edition.title}; it is computed as defined there."
    barred = [code.text for code in codes if code.tie_break in _BUCHHOLZ_FAMILY]
    if barred and pre_determined and edition.bars_buchholz_in_round_robins:
        yield f"{', '.join(barred)} must not be used in round robins (Article 8, 2026), but the values are computed."


_BUCHHOLZ_FAMILY = frozenset({TieBreak.BUCHHOLZ, TieBreak.FORE_BUCHHOLZ, TieBreak.AVERAGE_OF_BUCHHOLZ})
