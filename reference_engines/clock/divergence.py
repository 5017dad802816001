"""Where a complete pairing leaves the procedure: the first pick that it does otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.clock.edition import OTHERS, Article
from reference_engines.clock.refusal import refusal
from reference_engines.clock.walk import Fate, Walk
from reference_engines.open_points import toggle_readings
from reference_engines.readings import note_on
from reference_engines.results import Parting, PartingKind
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.clock.rules import ClockRound
    from reference_engines.clock.table import Table
    from reference_engines.clock.walk import Pick
    from reference_engines.results import RoundPairing

_READ_ALOUD = 4
"""So many candidates that are passed over are named one by one."""
_OF_THE_WALK = tuple(entry for entry in OTHERS if entry[0] in ("CLOCK-BYE-PICKS", "CLOCK-RESTART"))
"""The readings that change a single pick at the same table."""


def find_divergence(clock_round: ClockRound, recorded: RoundPairing) -> Parting:
    """
    Return the first pick at which a complete and legal pairing leaves the procedure.

    A pick that is right by another reading is followed, and the picks after it are compared with the procedure from
    there: it is the first one that no reading explains, if there is one.

    Raise ValueError if it has the procedure's own pairs and bye, or leaves somebody out; NoLegalPairingError if there
    is no such pairing.
    """
    table, readings = clock_round.participants, clock_round.rules.readings
    partner = _partners(table, recorded)
    stored: list[tuple[int, int]] = []
    explained: Parting | None = None
    walk = Walk(table, readings)
    while 2 * len(stored) < table.size:
        pick = walk.next_pick()
        if partner.get(pick.picker) == pick.picked:
            stored.append((pick.picker, pick.picked))
            continue
        others = _picks_by_other_readings(clock_round, stored, partner)
        divergence = _divergence(clock_round, len(stored), pick, partner, tuple(others))
        if not others or divergence.kind is PartingKind.BETTER:
            return divergence
        explained = explained or divergence
        followed = next(iter(others.values()))
        stored.append((followed.picker, followed.picked))
        walk = Walk(table, readings, stored)
    if explained is None:
        raise ValueError("the pairing does not leave the procedure")
    return explained


def _partners(table: Table, recorded: RoundPairing) -> dict[int, int]:
    """Return the seat opposite each seat, as far as the pairing names players who are at the table."""
    partner: dict[int, int] = {}
    games = [(pair.white, pair.black) for pair in recorded.pairs]
    for one, other in (*games, *(((recorded.bye, None),) if recorded.bye is not None else ())):
        seat, opposite = table.seat_of(one), table.seat_of(other)
        if seat is not None and opposite is not None:
            partner |= {seat: opposite, opposite: seat}
    return partner


def _divergence(
    clock_round: ClockRound, before: int, pick: Pick, partner: dict[int, int], rests_on: tuple[str, ...]
) -> Parting:
    """Describe a pick that comes after so many others; ``rests_on`` are the readings by which the record is right."""
    table = clock_round.participants
    others = partner.get(pick.picker)
    if others is None:
        raise ValueError(f"the pairing leaves {_who(table, pick.picker)} out")
    kind, article = _kind(table, pick, others)
    return Parting(
        kind=kind,
        article=article.value,
        step=f"pick {before + 1}, by {_who(table, pick.picker)}",
        sentence=" ".join(
            (
                _why_picker(table, pick),
                *_why_passed_over(clock_round, pick),
                _why_picked(table, pick),
                _what_instead(table, pick, others),
            )
        ),
        readings=tuple(note_on(identifier) for identifier in rests_on),
    )


def _kind(table: Table, pick: Pick, others: int) -> tuple[PartingKind, Article]:
    """
    Weigh the recorded choice: an opponent with fewer points is worse, one who comes later on the clock is later.

    An opponent whom the procedure passed over, in a complete pairing, disproves the engine.
    """
    if others in {attempt.seat for attempt in pick.attempts}:
        return PartingKind.BETTER, Article.BACKTRACKING
    if table.score[others] < table.score[pick.picked]:
        return PartingKind.WORSE, Article.CANDIDATE
    return PartingKind.LATER, Article.CANDIDATE


def _picks_by_other_readings(
    clock_round: ClockRound, stored: Sequence[tuple[int, int]], partner: dict[int, int]
) -> dict[str, Pick]:
    """Return the picks by which the recorded pairing goes on as other readings of the procedure have it."""
    found = {}
    for identifier, readings in _OF_THE_WALK:
        pick = Walk(clock_round.participants, toggle_readings(clock_round.rules.readings, readings), stored).next_pick()
        if partner.get(pick.picker) == pick.picked:
            found[identifier] = pick
    return found


def _who(table: Table, seat: int) -> str:
    return "the bye" if seat == table.bye else f"player {table.tpn[seat]}"


def _described(table: Table, seat: int) -> str:
    """``player 12 (pairing number 7, 1.5 points)``; the bye is as it is."""
    if seat == table.bye:
        return "the bye"
    number = table.number[seat]
    return f"{_who(table, seat)} (pairing number {number}, {points_text(table.score[seat])} points)"


def _why_picker(table: Table, pick: Pick) -> str:
    is_start = pick.pivot == table.size - 1
    first = "From the beginning of the clock" if is_start else f"After pairing number {table.number[pick.pivot]}"
    return f"{first}, {_described(table, pick.picker)} is the first unpaired with the highest score and picks."


def _why_passed_over(clock_round: ClockRound, pick: Pick) -> list[str]:
    """Say of those who come before the picked why each is not taken; of many, of the first few."""
    if not pick.attempts:
        return []
    table, reasons = clock_round.participants, []
    for attempt in pick.attempts[:_READ_ALOUD]:
        if attempt.fate is Fate.UNDONE:
            why = "with this pair the others could not all be paired"
        else:
            why = refusal(clock_round.event.history, table, pick.picker, attempt.seat)
        reasons.append(f"{_who(table, attempt.seat)} ({why})")
    more = len(pick.attempts) - _READ_ALOUD
    rest = f", and {more} more" if more > 0 else ""
    return [f"Passed over: {', '.join(reasons)}{rest}."]


def _why_picked(table: Table, pick: Pick) -> str:
    first = "next" if pick.attempts else "first"
    return f"The {first} candidate is {_described(table, pick.picked)}."


def _what_instead(table: Table, pick: Pick, others: int) -> str:
    fewer = table.score[others] < table.score[pick.picked]
    why = "with fewer points than that candidate" if fewer else "who comes later on the clock"
    if others in {attempt.seat for attempt in pick.attempts}:
        why = "whom the procedure passed over"
    return f"The pairing gives {_who(table, pick.picker)} {_described(table, others)}, {why}."
