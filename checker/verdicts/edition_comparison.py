"""
The editions of a system side by side on one event: what each would pair, and where and why they differ.

Every recorded round is paired by every edition on the recorded history. Where two editions differ, each judges the
other's pairing, so that each names the article by which it prefers its own.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from checker.findings import Differences, compare_pairings
from checker.verdicts.comparison import RoundContext, judge_pairing
from checker.verdicts.phrases import Roster
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import PairingError, RoundPairing
from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.findings import RoundFinding
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event


class EditionPairing(JsonStruct, frozen=True, kw_only=True):
    """The pairing of a round by one edition."""

    edition: str
    """Key."""
    pairing: RoundPairing | None = None
    """None where the edition has none; then ``refusal`` says why."""
    refusal: str = ""


class EditionDivergence(FrozenStruct, frozen=True, kw_only=True):
    """Two editions that pair a round differently."""

    one: str
    other: str
    differences: Differences
    """As if ``other``'s pairing were recorded, and ``one``'s expected."""
    ruling_of_one: RoundFinding
    """``other``'s pairing judged by ``one``: the article and bracket that speak against it."""
    ruling_of_other: RoundFinding


class RoundOfEditions(FrozenStruct, frozen=True, kw_only=True):
    """A round by every edition."""

    round_number: int
    pairings: tuple[EditionPairing, ...]
    partings: tuple[EditionDivergence, ...]
    """For each two that differ, in the order of the editions; a group of equal editions is named once."""

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Editions that pair the round alike, together; those without a pairing are in none."""
        groups: list[list[EditionPairing]] = []
        for found in self.pairings:
            if found.pairing is None:
                continue
            alike = next((group for group in groups if _agree(group[0], found)), None)
            if alike is None:
                groups.append([found])
            else:
                alike.append(found)
        return tuple(tuple(found.edition for found in group) for group in groups)


class EventOfEditions(FrozenStruct, frozen=True, kw_only=True):
    """An event by every edition."""

    event: str
    roster: Roster
    editions: tuple[str, ...]
    rounds: tuple[RoundOfEditions, ...]

    @property
    def differing_rounds(self) -> tuple[RoundOfEditions, ...]:
        """The rounds in which not all editions agree, or one has no pairing."""
        return tuple(
            played
            for played in self.rounds
            if len(played.groups) != 1 or any(edition.pairing is None for edition in played.pairings)
        )


class _RulingReason(FrozenStruct, frozen=True):
    """The article that decides in a ruling."""

    article: str
    label: str | None = None


def _reason(ruling: RoundFinding) -> _RulingReason:
    """Return the article by which an edition prefers its own pairing."""
    if ruling.violations:
        return _RulingReason(ruling.violations[0].article, ruling.violations[0].label)
    if ruling.deciding_criterion is not None:
        return _RulingReason(ruling.deciding_criterion.article, ruling.deciding_criterion.label)
    if ruling.deciding_order is not None:
        return _RulingReason(ruling.deciding_order.article)
    if ruling.parting is not None:
        return _RulingReason(ruling.parting.article)
    return _RulingReason(ruling.colour_rulings[0].article if ruling.colour_rulings else "")


class RecordedRuling(JsonStruct, frozen=True, kw_only=True):
    """The verdict of an edition on the pairing of another edition, and the article by which it prefers its own."""

    verdict: Verdict
    bracket: int | None
    article: str
    criterion: str | None


class RecordedParting(JsonStruct, frozen=True, kw_only=True):
    """Two editions that pair a round differently, as a record has them."""

    one: str
    other: str
    by_one: RecordedRuling
    by_other: RecordedRuling


class RecordedEditions(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="editions"):
    """A round as each edition would pair it; only where editions are compared."""

    event: str
    round_number: int = msgspec.field(name="round")
    groups: tuple[tuple[str, ...], ...]
    """Keys of editions; the editions of one group pair the round alike."""
    pairings: tuple[EditionPairing, ...]
    partings: tuple[RecordedParting, ...]


def recorded_editions(event: str, compared: EventOfEditions) -> Iterator[RecordedEditions]:
    """Yield a comparison as a record has it, round by round; ``event`` is the stem of the file's name."""
    for found in compared.rounds:
        yield RecordedEditions(
            event=event,
            round_number=found.round_number,
            groups=found.groups,
            pairings=found.pairings,
            partings=tuple(
                RecordedParting(
                    one=parting.one,
                    other=parting.other,
                    by_one=_recorded_ruling(parting.ruling_of_one),
                    by_other=_recorded_ruling(parting.ruling_of_other),
                )
                for parting in found.partings
            ),
        )


def _recorded_ruling(ruling: RoundFinding) -> RecordedRuling:
    reason = _reason(ruling)
    return RecordedRuling(
        verdict=ruling.verdict, bracket=ruling.deciding_bracket, article=reason.article, criterion=reason.label
    )


def compare_editions(event: Event, engines: Sequence[Rules], rounds: Iterable[int] | None = None) -> EventOfEditions:
    """
    Pair the recorded rounds of an event by every edition, and compare the pairings.

    Raise UnsupportedEventError if the event is beyond one of the engines altogether.
    """
    roster = Roster({player.tpn: player.name for player in event.players})
    context = RoundContext(event=event.name, roster=roster)
    prepared_events = {engine.edition.key: engine.open(event) for engine in engines}
    numbers = next(iter(prepared_events.values())).recorded_rounds if rounds is None else rounds
    return EventOfEditions(
        event=event.name,
        roster=roster,
        editions=tuple(prepared_events),
        rounds=tuple(_round(prepared_events, number, context) for number in numbers),
    )


def _round(prepared_events: dict[str, PreparedEvent], number: int, context: RoundContext) -> RoundOfEditions:
    pairings = tuple(_pairing(key, prepared, number) for key, prepared in prepared_events.items())
    bare = RoundOfEditions(round_number=number, pairings=pairings, partings=())
    by_key = {found.edition: found.pairing for found in pairings if found.pairing is not None}
    partings = []
    for one, other in combinations((group[0] for group in bare.groups), 2):
        partings.append(
            EditionDivergence(
                one=one,
                other=other,
                differences=compare_pairings(by_key[other], by_key[one]),
                ruling_of_one=judge_pairing(prepared_events[one], number, by_key[other], context),
                ruling_of_other=judge_pairing(prepared_events[other], number, by_key[one], context),
            )
        )
    return RoundOfEditions(round_number=number, pairings=pairings, partings=tuple(partings))


def _pairing(key: str, prepared: PreparedEvent, number: int) -> EditionPairing:
    try:
        return EditionPairing(edition=key, pairing=prepared.round(number).expected())
    except PairingError as error:
        return EditionPairing(edition=key, pairing=None, refusal=str(error))


def _agree(one: EditionPairing, other: EditionPairing) -> bool:
    if one.pairing is None or other.pairing is None:
        return False
    return compare_pairings(one.pairing, other.pairing) == Differences()
