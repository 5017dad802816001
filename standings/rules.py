"""
The rules by which an event is ranked: an edition, the readings of its open texts, and the kind of pairings.

A different reading is a changed value of these rules, never a separate flag.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from standings.editions import edition_in_force
from standings.readings import REGISTER
from tournaments.frozen import dataclass
from tournaments.readings import chosen_side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standings.editions import TieBreakEdition
    from tournaments.model import Event, PrimaryScore


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakRules:
    """The rules that determine values and ranks; each reading has the identifier of its entry in the register."""

    edition: TieBreakEdition
    pre_determined: bool = False
    """15.2: whether the pairings were determined beforehand, as in a round robin."""
    primary_score: PrimaryScore | None = None
    """13: the score by which teams are ranked first; None: the score that the file declares."""
    standard_points_by_opponent: bool = True
    """C07-STD: whether STD compares with the scheduled opponent, if there is an opponent, not with a draw's points."""
    cap_by_scheduled_rounds: bool = False
    """C07-ROUNDS-OF-CAP: whether 16.4.2 counts the rounds that are scheduled, not those recorded."""
    last_round_is_scheduled: bool = False
    """C07-LAST-ROUND: whether only the last scheduled round is the last one of 16.2.5."""
    counts_forfeits_over_the_board: bool = False
    """C07-OVER-THE-BOARD: whether forfeits that 15.2 makes regular games count as games "over the board"."""
    forfeit_losses_are_never_elected: bool = False
    """C07-ELECTED: whether REP excludes forfeit losses even if 15.2 makes them regular games."""
    rounds_averages: bool = False
    """C07-AOB-ROUNDING: whether AOB is compared with the decimals that are printed."""
    rating_points_by_scoring: bool = False
    """C07-RATING-POINTS: whether performances count the points of the event's scoring, not 1, 1/2 and 0."""
    encounter_restarts_at_once: bool = False
    """C07-EDE-RESTART: whether each subset that the secondary score separates starts again with the primary score."""
    boards_of_all_matches: bool = False
    """C07-EDE-BOARDS: whether the boards of all matches count, not only the boards of the match between two teams."""
    boards_need_equal_totals: bool = False
    """C07-EDE-TIED: whether boards decide only between teams with equal match points and equal game points."""
    board_count_needs_no_ties: bool = False
    """C07-BOARD-COUNT: whether board count also ranks teams with different game points."""


def determine_rules(event: Event, *, edition: TieBreakEdition | None = None) -> TieBreakRules:
    """
    Return the rules for an event: of a given edition, or else of the edition in force when the event began.

    Raise TooEarlyError for an event before the first edition.
    """
    rules = TieBreakRules(edition=edition or edition_in_force(event.start), pre_determined=is_pre_determined(event))
    for identifier, name in READING_FIELDS.items():
        if chosen_side(identifier) not in {None, REGISTER.find(identifier).default}:
            rules = _toggle(rules, name)
    return rules


def _toggle(rules: TieBreakRules, name: str) -> TieBreakRules:
    return replace(rules, **{name: not getattr(rules, name)})  # type: ignore[arg-type]  # a field that is true or false


READING_FIELDS = {
    "C07-STD": "standard_points_by_opponent",
    "C07-ROUNDS-OF-CAP": "cap_by_scheduled_rounds",
    "C07-LAST-ROUND": "last_round_is_scheduled",
    "C07-OVER-THE-BOARD": "counts_forfeits_over_the_board",
    "C07-ELECTED": "forfeit_losses_are_never_elected",
    "C07-AOB-ROUNDING": "rounds_averages",
    "C07-RATING-POINTS": "rating_points_by_scoring",
    "C07-EDE-RESTART": "encounter_restarts_at_once",
    "C07-EDE-BOARDS": "boards_of_all_matches",
    "C07-EDE-TIED": "boards_need_equal_totals",
    "C07-BOARD-COUNT": "board_count_needs_no_ties",
}
"""By entry of the register, the field of the rules that follows its side; the other side has the opposite value."""


_PRE_DETERMINED_CODES = ("ROUNDROBIN", "SCHEVENINGEN", "SCHILLER")
_PRE_DETERMINED_WORDS = (
    "round robin",
    "round-robin",
    "roundrobin",
    "berger",
    "scheveningen",
    "schiller",
    "toutes rondes",
)
_SWISS_CODES = ("SWISS", "DUTCH", "DUBOV", "BURSTEIN", "FIDE_TEAM")
_SWISS_WORDS = ("swiss", "suisse", "suizo", "schweizer", "svizzero", "dutch", "dubov", "burstein")


def is_declared_pre_determined(event: Event) -> bool | None:
    """Whether the pairings were determined beforehand by record 192 or else 092; None if the records do not say."""
    code, text = event.system.code, event.system.text.lower()
    if any(word in code for word in _PRE_DETERMINED_CODES):
        return True
    if code and any(word in code for word in _SWISS_CODES):
        return False
    if any(word in text for word in _PRE_DETERMINED_WORDS):
        return True
    return False if any(word in text for word in _SWISS_WORDS) else None


def is_pre_determined(event: Event) -> bool:
    """
    Whether the pairings were determined beforehand, as declared or else by the schedule.

    In such a schedule all participants meet each other equally often (reading C07-UNDECLARED-PAIRINGS).
    """
    declared = is_declared_pre_determined(event)
    return _all_meet_all(_opponents(event)) if declared is None else declared


def _opponents(event: Event) -> dict[int, list[int]]:
    """Return the scheduled opponents of every player or team, keyed by number."""
    if not event.is_team_event:
        return {player.tpn: [entry.opponent for entry in player.rounds if entry.opponent] for player in event.players}
    from tournaments.teams.matches import team_event  # noqa: PLC0415 - start-up time; few events are of teams

    teams = team_event(event).teams
    return {team.number: [entry.opponent for entry in team.rounds if entry.opponent] for team in teams}


def _all_meet_all(opponents: Mapping[int, Sequence[int]]) -> bool:
    meetings = {number: Counter(met) for number, met in opponents.items()}
    numbers = {times for met in meetings.values() for times in met.values()}
    return (
        len(opponents) > 2  # noqa: PLR2004 - two participants play a match
        and len(numbers) == 1
        and all({*met} == opponents.keys() - {number} for number, met in meetings.items())
    )
