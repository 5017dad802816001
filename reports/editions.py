"""The editions of a system side by side: a table of rounds and editions, and the rounds in which editions part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.findings import compare_pairings
from checker.verdicts.phrases import join_phrases
from checker.verdicts.verdict import Outcome
from reports.text import Line, Style
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.verdicts.edition_comparison import EditionDivergence, EditionPairing, RoundOfEditions
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.results import RoundPairing


class EditionCell(FrozenStruct, frozen=True, kw_only=True):
    """The posted pairing of a round beside the pairing by one edition."""

    outcome: Outcome
    text: str
    """``as posted``, ``2 games differ``, ``no pairing``."""


class EditionRow(FrozenStruct, frozen=True, kw_only=True):
    """A round by every edition."""

    round_number: int
    is_divergent: bool
    cells: tuple[EditionCell, ...]
    """One for each edition; empty if the record does not have the posted pairing."""
    groups: str
    """Editions that pair the round alike: ``dutch-2013 and dutch-2017 alike, dutch-2026 otherwise``."""
    refusals: tuple[str, ...]
    """The editions that have no pairing, and why."""
    divergences: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """For each two editions that differ: the games of only one of them, and the ruling of each on the other."""


class EditionTable(FrozenStruct, frozen=True, kw_only=True):
    """An event by every edition."""

    editions: tuple[str, ...]
    rows: tuple[EditionRow, ...]

    @property
    def divergent(self) -> tuple[EditionRow, ...]:
        """The rounds in which editions diverge."""
        return tuple(row for row in self.rows if row.is_divergent)

    @property
    def conclusion(self) -> str:
        """The number of rounds in which the editions agree, in a sentence."""
        agreeing = len(self.rows) - len(self.divergent)
        return f"All editions agree in {agreeing} of {counted_noun(len(self.rows), 'round')}."


def view_editions(rounds: Sequence[RoundOfEditions], roster: Roster) -> EditionTable:
    """Arrange the rounds of an event."""
    editions = tuple(entry.edition for entry in rounds[0].pairings) if rounds else ()
    return EditionTable(editions=editions, rows=tuple(_row(entry, roster) for entry in rounds))


def _row(entry: RoundOfEditions, roster: Roster) -> EditionRow:
    posted = entry.posted
    refused = (pairing for pairing in entry.pairings if pairing.pairing is None)
    return EditionRow(
        round_number=entry.round_number,
        is_divergent=entry.is_divergent,
        cells=() if posted is None else tuple(_cell(posted, pairing) for pairing in entry.pairings),
        groups=_describe_groups(entry),
        refusals=tuple(f"{pairing.edition} has no pairing: {pairing.refusal}" for pairing in refused),
        divergences=tuple(
            (tuple(_describe_differences(entry, parting, roster)), tuple(_list_rulings(parting)))
            for parting in entry.partings
        ),
    )


def _cell(posted: RoundPairing, entry: EditionPairing) -> EditionCell:
    if entry.pairing is None:
        return EditionCell(outcome=Outcome.UNCHECKED, text="no pairing")
    differences = compare_pairings(posted, entry.pairing)
    games = len(differences.recorded_only)
    texts = [f"{counted_noun(games, 'game')} differ{'s' if games == 1 else ''}"] if games else []
    if differences.bye_differs:
        texts.append("another bye")
    if differences.colours:
        texts.append(f"other colours in {counted_noun(len(differences.colours), 'game')}")
    outcome = Outcome.DISCREPANT if texts else Outcome.CONSISTENT
    return EditionCell(outcome=outcome, text=", ".join(texts) or "as posted")


def _describe_groups(entry: RoundOfEditions) -> str:
    """``dutch-2013 and dutch-2026 alike, dutch-2017 otherwise``."""
    alike = [group for group in entry.groups if len(group) > 1]
    alone = [group[0] for group in entry.groups if len(group) == 1]
    if not alike:
        return "no two alike"
    if not alone and len(alike) == 1:
        return "all alike"
    return ", ".join([f"{join_phrases(group)} alike" for group in alike] + [f"{name} otherwise" for name in alone])


def _list_rulings(parting: EditionDivergence) -> Iterator[str]:
    """Yield the rulings of two editions on each other; records of version 0.2 have their articles alone."""
    for judge, ruling in ((parting.one, parting.by_one), (parting.other, parting.by_other)):
        if ruling.sentence or ruling.article:
            yield ruling.sentence or f"by {judge}, article {ruling.article}"


def _describe_differences(entry: RoundOfEditions, parting: EditionDivergence, roster: Roster) -> Iterator[str]:
    """Yield the games, byes and colours that only one of two editions has."""
    one, other = entry.pairing_by(parting.one), entry.pairing_by(parting.other)
    if one is None or other is None:
        return
    differences = compare_pairings(other, one)
    if differences.expected_only:
        yield f"only {parting.one}: {roster.describe_games(differences.expected_only)}"
    if differences.recorded_only:
        yield f"only {parting.other}: {roster.describe_games(differences.recorded_only)}"
    if differences.bye_differs:
        byes = f"{_bye(one, roster)} by {parting.one}, {_bye(other, roster)} by {parting.other}"
        yield f"pairing-allocated bye: {byes}"
    if differences.colours:
        yield f"other colours by {parting.one} than {roster.describe_games(differences.colours)}"


def _bye(pairing: RoundPairing, roster: Roster) -> str:
    return "nobody" if pairing.bye is None else roster.describe_player(pairing.bye)


def edition_lines(event: str, table: EditionTable) -> Iterator[Line]:
    """Tell an event: every round in which editions part, with the articles by which they do, and the count."""
    yield Line(f"{event or 'Event'}: {', '.join(table.editions)} side by side", Style.HEADING)
    for divergent in table.divergent:
        yield Line(f"Round {divergent.round_number}: {divergent.groups}", Style.DOUBT, 2)
        yield from (Line(refusal, Style.DOUBT, 4) for refusal in divergent.refusals)
        for differences, rulings in divergent.divergences:
            yield from (Line(text, Style.PLAIN, 4) for text in differences)
            yield from (Line(text, Style.FAINT, 4) for text in rulings)
    yield Line(table.conclusion, Style.GOOD if not table.divergent else Style.PLAIN, 2)
