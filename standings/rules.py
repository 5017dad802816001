"""
By what an event is ranked: an edition, the readings taken where its text is open, and how the pairings came about.

Another reading is a change of this value, never a flag handed around beside it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from standings.editions import edition_at
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from standings.editions import Edition
    from tournaments.model import Event, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What values and ranks follow from; the names of readings are those of the register."""

    edition: Edition
    pre_determined: bool = False
    """15.2: whether the pairings were determined beforehand, as in a round robin."""
    standard_points_by_opponent: bool = True
    """C07-STD: whether STD compares with the scheduled opponent, not with a draw's points, wherever there is one."""
    cap_by_scheduled_rounds: bool = False
    """C07-ROUNDS-OF-CAP: whether 16.4.2 counts the rounds that are scheduled, not those recorded."""
    last_round_is_scheduled: bool = False
    """C07-LAST-ROUND: whether only the last scheduled round is the last one of 16.2.5."""
    forfeits_are_games_over_the_board: bool = False
    """C07-OVER-THE-BOARD: whether 15.2 makes games "over the board" of forfeits."""
    forfeit_losses_are_never_elected: bool = False
    """C07-ELECTED: whether REP leaves forfeit losses out also where 15.2 makes them regular games."""
    rounds_averages: bool = False
    """C07-AOB-ROUNDING: whether AOB is compared as it is printed."""
    rating_points_by_scoring: bool = False
    """C07-RATING-POINTS: whether performances count the points of the event's scoring, not 1, 1/2 and 0."""


def rules_of(event: Event, *, edition: Edition | None = None) -> Rules:
    """
    Return the rules that apply to an event: those in force when it began, unless an edition is asked for.

    Raise TooEarlyError for an event before the first edition.
    """
    return Rules(edition=edition or edition_at(event.start), pre_determined=is_pre_determined(event))


_DECLARED_PRE_DETERMINED = ("ROUNDROBIN", "SCHEVENINGEN", "SCHILLER")
_WORDS_PRE_DETERMINED = (
    "round robin",
    "round-robin",
    "roundrobin",
    "berger",
    "scheveningen",
    "schiller",
    "toutes rondes",
)
_DECLARED_SWISS = ("SWISS", "DUTCH", "DUBOV", "BURSTEIN", "FIDE_TEAM")
_WORDS_SWISS = ("swiss", "suisse", "suizo", "schweizer", "svizzero", "dutch", "dubov", "burstein")


def declares_pairings(event: Event) -> bool | None:
    """Return whether the pairings were determined beforehand, as 192 says, or else 092; None: they do not say."""
    code, text = event.system.code, event.system.text.lower()
    if any(word in code for word in _DECLARED_PRE_DETERMINED):
        return True
    if code and any(word in code for word in _DECLARED_SWISS):
        return False
    if any(word in text for word in _WORDS_PRE_DETERMINED):
        return True
    return False if any(word in text for word in _WORDS_SWISS) else None


def is_pre_determined(event: Event) -> bool:
    """
    Return whether the pairings were determined beforehand: as declared, or else as they look.

    They look so where everybody is scheduled against everybody else equally often (reading C07-UNDECLARED-PAIRINGS).
    """
    declared = declares_pairings(event)
    return _all_meet_all(event.players) if declared is None else declared


def _all_meet_all(players: tuple[Player, ...]) -> bool:
    everybody = {player.tpn for player in players}
    meetings = [Counter(entry.opponent for entry in player.rounds if entry.opponent) for player in players]
    numbers = {number for met in meetings for number in met.values()}
    return (
        len(players) > 2  # noqa: PLR2004 - two who meet are a match
        and len(numbers) == 1
        and all({*met} == everybody - {player.tpn} for player, met in zip(players, meetings, strict=True))
    )
