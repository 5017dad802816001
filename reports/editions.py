"""The editions of a system side by side, told in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.verdicts.phrases import describe_bracket, describe_violations, format_criterion_value
from reports.text import Line, Style
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checker.findings import RoundFinding
    from checker.verdicts.edition_comparison import EditionDivergence, EventOfEditions, RoundOfEditions
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.results import RoundPairing


def edition_lines(compared: EventOfEditions) -> Iterator[Line]:
    """Tell an event: every round in which editions part, with the articles by which they do, and the count."""
    names = ", ".join(compared.editions)
    yield Line(f"{compared.event or 'Event'}: {names} side by side", Style.HEADING)
    for found in compared.differing_rounds:
        yield from _round_lines(found, compared.roster)
    agreeing = len(compared.rounds) - len(compared.differing_rounds)
    style = Style.GOOD if agreeing == len(compared.rounds) else Style.PLAIN
    yield Line(f"All editions agree in {agreeing} of {counted_noun(len(compared.rounds), 'round')}.", style, 2)


def _round_lines(found: RoundOfEditions, roster: Roster) -> Iterator[Line]:
    groups = " | ".join(" = ".join(group) for group in found.groups)
    yield Line(f"Round {found.round_number}: {groups}", Style.DOUBT, 2)
    for edition in found.pairings:
        if edition.pairing is None:
            yield Line(f"{edition.edition} has no pairing: {edition.refusal}", Style.DOUBT, 4)
    pairings = {edition.edition: edition.pairing for edition in found.pairings}
    for parting in found.partings:
        yield from _parting_lines(parting, pairings, roster)


def _parting_lines(
    parting: EditionDivergence, pairings: Mapping[str, RoundPairing | None], roster: Roster
) -> Iterator[Line]:
    differences = parting.differences
    one, other = pairings[parting.one], pairings[parting.other]
    if differences.expected_only:
        yield Line(f"only {parting.one}: {roster.describe_games(differences.expected_only)}", Style.PLAIN, 4)
    if differences.recorded_only:
        yield Line(f"only {parting.other}: {roster.describe_games(differences.recorded_only)}", Style.PLAIN, 4)
    if differences.bye_differs and one is not None and other is not None:
        byes = f"{_bye(one, roster)} by {parting.one}, {_bye(other, roster)} by {parting.other}"
        yield Line(f"pairing-allocated bye: {byes}", Style.PLAIN, 4)
    if differences.colours:
        yield Line(f"other colours by {parting.one} than {roster.describe_games(differences.colours)}", Style.PLAIN, 4)
    yield Line(_ruling(parting.ruling_of_one, parting.one, parting.other, roster), Style.FAINT, 4)
    yield Line(_ruling(parting.ruling_of_other, parting.other, parting.one, roster), Style.FAINT, 4)


def _bye(pairing: RoundPairing, roster: Roster) -> str:
    return "nobody" if pairing.bye is None else roster.describe_player(pairing.bye)


def _ruling(finding: RoundFinding, judge: str, other: str, roster: Roster) -> str:
    """Say by which article an edition prefers its own pairing to the other's."""
    if finding.violations:
        return f"by {judge} the pairing of {other} is illegal: {describe_violations(finding.violations, roster)}"
    criterion, order, bracket = finding.deciding_criterion, finding.deciding_order, finding.expected_bracket
    if criterion is not None and bracket is not None:
        mine = format_criterion_value(criterion.name, criterion.expected)
        theirs = format_criterion_value(criterion.name, criterion.recorded)
        return (
            f"by {judge}, article {criterion.article} in {describe_bracket(bracket)}: {criterion.sentence}: "
            f"{mine} in its own pairing, {theirs} in that of {other}"
        )
    if order is not None and bracket is not None:
        article = f"article {order.article} in " if order.article else ""
        return f"by {judge}, {article}{describe_bracket(bracket)}: its own candidate comes first. {order.sentence}"
    rulings = [f"article {ruling.article}: {roster.insert_names(ruling.sentence)}" for ruling in finding.colour_rulings]
    if rulings:
        return f"by {judge}, {'; '.join(rulings)}"
    notes = [f"{note.identifier}: {note.sentence}" for note in finding.readings]
    if notes:
        return f"by {judge} the pairing of {other} is right as well, by another reading. {' '.join(notes)}"
    return f"by {judge}: {finding.sentence}"
