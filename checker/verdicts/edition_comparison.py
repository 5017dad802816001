"""
The editions of a system side by side on one event: the pairing of each, and the place and reason of differences.

Every recorded round is paired by every edition on the recorded history. Where two editions differ, each judges the
other's pairing, so that each names the article by which it prefers its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from checker.findings import RoundFinding, are_equal
from checker.verdicts import phrases
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.reasons import BYE_CRITERIA
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.rules import PreparedEvent, Rules
from tournaments.frozen import JsonStruct
from tournaments.model import Event


class EditionPairing(JsonStruct, frozen=True, kw_only=True):
    """The pairing of a round by one edition."""

    edition: str
    """Key."""
    pairing: RoundPairing | None = None
    """None where the edition has none; then ``refusal`` says why."""
    refusal: str = ""


class EditionRuling(JsonStruct, frozen=True, kw_only=True):
    """The verdict of an edition on the pairing of another edition, and the article by which it prefers its own."""

    verdict: Verdict
    bracket: int | None
    article: str
    criterion: str | None
    sentence: str = ""


class EditionDivergence(JsonStruct, frozen=True, kw_only=True):
    """Two editions that pair a round differently, each with its ruling on the pairing of the other."""

    one: str
    other: str
    by_one: EditionRuling
    by_other: EditionRuling


class RoundOfEditions(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="editions"):
    """A round as each edition would pair it; a record has it only if editions are compared."""

    event: str
    """The stem of the file's name."""
    round_number: int = msgspec.field(name="round")
    groups: tuple[tuple[str, ...], ...]
    """Keys of editions; the editions of one group pair the round alike. An edition without a pairing is in none."""
    posted: RoundPairing | None = None
    """The recorded pairing; records of version 0.2 do not have it."""
    pairings: tuple[EditionPairing, ...]
    partings: tuple[EditionDivergence, ...]
    """For each two that differ, in the order of the editions; a group of equal editions is named once."""

    @property
    def is_divergent(self) -> bool:
        """Whether not all editions agree, or one has no pairing."""
        return len(self.groups) != 1 or any(edition.pairing is None for edition in self.pairings)

    def pairing_by(self, key: str) -> RoundPairing | None:
        """Return the pairing by an edition; None if it has none."""
        return next((entry.pairing for entry in self.pairings if entry.edition == key), None)


def compare_editions(
    event: Event, engines: Sequence[Rules], rounds: Iterable[int] | None = None, *, stem: str = ""
) -> tuple[RoundOfEditions, ...]:
    """
    Pair the recorded rounds of an event by every edition, and compare the pairings.

    ``stem`` is that of the file's name. Raise UnsupportedEventError if the event is beyond one of the engines.
    """
    context = RoundContext(
        event=event.name, roster=phrases.Roster({player.tpn: player.name for player in event.players})
    )
    prepared_events = {engine.edition.key: engine.open(event) for engine in engines}
    numbers = next(iter(prepared_events.values())).recorded_rounds if rounds is None else rounds
    return tuple(_compare_round(prepared_events, number, context, stem) for number in numbers)


def group_by_event(rounds: Iterable[RoundOfEditions]) -> tuple[tuple[RoundOfEditions, ...], ...]:
    """Return the rounds of each event in the order of the record, in which the rounds of an event count upwards."""
    groups: list[list[RoundOfEditions]] = []
    for entry in rounds:
        before = groups[-1][-1] if groups else None
        if before is not None and before.event == entry.event and before.round_number < entry.round_number:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return tuple(map(tuple, groups))


def _compare_round(
    prepared_events: dict[str, PreparedEvent], number: int, context: RoundContext, stem: str
) -> RoundOfEditions:
    pairings = tuple(_pairing(key, prepared, number) for key, prepared in prepared_events.items())
    by_key = {entry.edition: entry.pairing for entry in pairings if entry.pairing is not None}
    groups = _group_alike(pairings)
    partings = []
    for one, other in combinations((group[0] for group in groups), 2):
        by_one, by_other = (
            make_ruling(
                judge_pairing(prepared_events[judge], number, by_key[rival], context), judge, rival, context.roster
            )
            for judge, rival in ((one, other), (other, one))
        )
        partings.append(EditionDivergence(one=one, other=other, by_one=by_one, by_other=by_other))
    return RoundOfEditions(
        event=stem,
        round_number=number,
        groups=groups,
        posted=next(iter(prepared_events.values())).round(number).posted,
        pairings=pairings,
        partings=tuple(partings),
    )


def _pairing(key: str, prepared: PreparedEvent, number: int) -> EditionPairing:
    try:
        return EditionPairing(edition=key, pairing=prepared.round(number).expected())
    except PairingError as error:
        return EditionPairing(edition=key, pairing=None, refusal=str(error))


def _group_alike(pairings: Iterable[EditionPairing]) -> tuple[tuple[str, ...], ...]:
    groups: list[tuple[RoundPairing, list[str]]] = []
    for entry in pairings:
        if entry.pairing is None:
            continue
        alike = next((keys for known, keys in groups if are_equal(known, entry.pairing)), None)
        if alike is None:
            groups.append((entry.pairing, [entry.edition]))
        else:
            alike.append(entry.edition)
    return tuple(tuple(keys) for _, keys in groups)


# --- rulings ----------------------------------------------------------------------------------------------------------


def make_ruling(finding: RoundFinding, judge: str, rival: str, roster: phrases.Roster) -> EditionRuling:
    """Return the ruling of an edition, by key, on the pairing of another edition."""
    argument = finding.argument
    return EditionRuling(
        verdict=finding.verdict,
        bracket=argument.deciding_bracket,
        article=argument.article,
        criterion=argument.violations[0].label if argument.violations else finding.criterion or None,
        sentence=_describe_ruling(finding, judge, rival, roster),
    )


def _describe_ruling(finding: RoundFinding, judge: str, rival: str, roster: phrases.Roster) -> str:
    """Say by which article an edition prefers its own pairing to the rival's."""
    argument = finding.argument
    if argument.violations:
        return (
            f"by {judge} the pairing of {rival} is illegal: {phrases.describe_violations(argument.violations, roster)}"
        )
    criterion, order, bracket = argument.deciding_criterion, argument.deciding_order, argument.expected_bracket
    if criterion is not None and bracket is not None:
        mine = phrases.format_criterion_value(criterion.name, criterion.expected)
        theirs = phrases.format_criterion_value(criterion.name, criterion.recorded)
        # The bye is decided for the whole round, before any bracket.
        where = "" if criterion.name in BYE_CRITERIA else f" in {phrases.describe_bracket(bracket)}"
        return (
            f"by {judge}, article {criterion.article}{where}: {criterion.sentence}: "
            f"{mine} in its own pairing, {theirs} in that of {rival}"
        )
    if order is not None and bracket is not None:
        article = f"article {order.article} in " if order.article else ""
        return (
            f"by {judge}, {article}{phrases.describe_bracket(bracket)}: its own candidate comes first. {order.sentence}"
        )
    rulings = [
        f"article {ruling.article}: {roster.insert_names(ruling.sentence)}" for ruling in argument.colour_rulings
    ]
    if rulings:
        return f"by {judge}, {'; '.join(rulings)}"
    notes = [f"{note.identifier}: {note.sentence}" for note in finding.readings]
    if notes:
        return f"by {judge} the pairing of {rival} is right as well, by another reading. {' '.join(notes)}"
    return f"by {judge}: {finding.sentence}"
