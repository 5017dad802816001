"""
The editions of C.07, and the rules by which an event is ranked: an edition, the readings of its open texts, pairings.

A different reading is a changed value of these rules, never a separate flag. A later edition is the earlier edition
with changes. One difference between 2023 and August 2024 is missing here, since it changes no value. In 2023, 14.1.1
cuts from a Sonneborn-Berger the game with the *worst result* against opponents of the lowest score. Since August 2024
it cuts the *lowest contribution* of such opponents. With equal scores both are the same game.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from standings.codes import TieBreak
from standings.readings import REGISTER
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore
from tournaments.readings import chosen_side


class TieBreakRules(FrozenStruct, frozen=True, kw_only=True):
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


class TieBreakEdition(FrozenStruct, frozen=True, kw_only=True):
    """One edition of C.07."""

    key: str
    """The name of the edition on the command line: ``2026``."""
    title: str
    in_force_from: dt.date
    source: str
    caps_dummies: bool
    """16.4: whether the score of a dummy is limited by 16.4.1 and 16.4.2."""
    keeps_forfeits_unplayed: bool
    """15.2: whether, with pairings determined beforehand, forfeits in Article 10 and forfeit losses in Article 7 stay
    unplayed rounds, while all other forfeits are regular games."""
    bars_buchholz_in_round_robins: bool
    """8: whether the Buchholz family must not be used in round robins."""
    undefined_tie_breaks: frozenset[TieBreak]
    """Tie-breaks that only a later edition defines."""
    has_fore_average: bool
    """8.2: whether AOB/F is defined."""

    def defines(self, base: TieBreak, *, fore: bool = False) -> bool:
        """Whether the edition defines a tie-break."""
        return base not in self.undefined_tie_breaks and not (
            base is TieBreak.AVERAGE_OF_BUCHHOLZ and fore and not self.has_fore_average
        )


_ADDED_IN_2026 = frozenset({TieBreak.STANDARD_POINTS, TieBreak.PAIRING_NUMBER, TieBreak.RATING})

EDITION_2023 = TieBreakEdition(
    key="2023",
    title="C.07, September 2023",
    in_force_from=dt.date(2023, 9, 1),
    source="FIDE Handbook C.07, Council 01/08/2023; unchanged in April 2024",
    caps_dummies=False,
    keeps_forfeits_unplayed=False,
    bars_buchholz_in_round_robins=False,
    undefined_tie_breaks=_ADDED_IN_2026,
    has_fore_average=False,
)
EDITION_2024 = replace(
    EDITION_2023,
    key="2024",
    title="C.07, August 2024",
    in_force_from=dt.date(2024, 8, 1),
    source="FIDE Handbook C.07, Council 29/07/2024 (CM2-2024/18)",
)
EDITION_2026 = replace(
    EDITION_2024,
    key="2026",
    title="C.07, March 2026",
    in_force_from=dt.date(2026, 3, 1),
    source="FIDE Handbook C.07, Council 02/02/2026",
    caps_dummies=True,
    keeps_forfeits_unplayed=True,
    bars_buchholz_in_round_robins=True,
    undefined_tie_breaks=frozenset(),
    has_fore_average=True,
)
EDITIONS = (EDITION_2023, EDITION_2024, EDITION_2026)
"""Oldest first."""


class TooEarlyError(ValueError):
    """The event began before the first known edition of C.07."""

    def __init__(self, start: dt.date) -> None:
        """Name the start of the event and of the first edition."""
        super().__init__(
            f"the event began on {start.isoformat()}, before {EDITION_2023.title} ({EDITION_2023.in_force_from}); "
            "Pairproof does not know earlier rules"
        )


def edition_in_force(start: dt.date | None) -> TieBreakEdition:
    """
    Return the edition in force when an event began; for an event without a date, the newest edition.

    Raise TooEarlyError for a date before the first edition. Reading C07-EDITION-BY-START.
    """
    if start is None:
        return EDITIONS[-1]
    in_force = [known for known in EDITIONS if known.in_force_from <= start]
    if not in_force:
        raise TooEarlyError(start)
    return in_force[-1]
