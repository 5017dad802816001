"""
An event of teams: the history of every team, and the teams of every round.

The other sides of readings are here, too: pairings that a faithful reader may have made as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import combinations

import numpy as np

from reference_engines.definitions.acceleration import team_virtual_points
from reference_engines.definitions.hard_rules import forbidden_pairs
from reference_engines.definitions.players_event import ABSENCES, past_float
from reference_engines.frame.results import Pair, PastFloat, ReadingNote, RoundPairing
from reference_engines.frame.rules import PreparedEvent, RecordedRound
from reference_engines.readings import REGISTER
from reference_engines.team import edition
from reference_engines.upfloating.edition import FollowingReading
from tournaments.model import Colour, Event, Result
from tournaments.teams.event import RESULTS_WITHOUT_A_MATCH, MatchEntry, MatchResult, MatchTeam, TeamEvent
from tournaments.teams.matches import team_event

_MAX_COMBINED_SIDES = 2


class OtherSide(Enum):
    """A reading that is not ours; several may belong to one entry of the register."""

    STRONG_IN_LAST_ROUND = "none in the last round at a difference of zero"
    FLOATS_OF_FORFEITS = "scheduled matches that were forfeited make floaters"
    FLOATS_OF_REAL_SCORES = "virtual points do not make floaters"
    LAST_ROUNDS_RECORDED = "the last rounds recorded are the last ones"
    ONE_ROUND_TO_COME = "one round is to come after those recorded"
    ALL_TEAMS_IN_GROUPS = "teams not paired in round 1 count for the groups of the Baku acceleration"
    TYPE_A_BY_DEFAULT = "a code with scores and no type means Type A"
    FOLLOWING_UNGRADED = "where every set fails [C6], it is passed over"
    FOLLOWING_LEFT = "the following scoregroup is the next one with a team left"
    FOLLOWING_NOT_MET = "pairs of the following scoregroup count even if the round cannot be completed with them"
    REAL_SCORE_FIRST = "the first-team has the higher score without virtual points"
    REAL_SCORE_FOR_BYE = "the bye goes to the lowest score without virtual points"
    PRINTED_NUMBERS = "odd and even are those of the numbers in the list"
    GRANTED_BYES_ARRIVE = "a team with a half- or full-point bye has been taken into account"

    @property
    def identifier(self) -> str:
        """The entry of the register."""
        return _IDENTIFIERS[self]


_IDENTIFIERS = {
    OtherSide.STRONG_IN_LAST_ROUND: "TEAM-STRONG",
    OtherSide.FLOATS_OF_FORFEITS: "TEAM-FLOAT",
    OtherSide.FLOATS_OF_REAL_SCORES: "TEAM-FLOAT",
    OtherSide.LAST_ROUNDS_RECORDED: "TEAM-ROUNDS",
    OtherSide.ONE_ROUND_TO_COME: "TEAM-ROUNDS",
    OtherSide.ALL_TEAMS_IN_GROUPS: "BAKU-GROUP",
    OtherSide.TYPE_A_BY_DEFAULT: "TEAM-NO-TYPE",
    OtherSide.FOLLOWING_UNGRADED: "TEAM-FOLLOWING-GRADED",
    OtherSide.FOLLOWING_LEFT: "TEAM-FOLLOWING",
    OtherSide.FOLLOWING_NOT_MET: "TEAM-FOLLOWING-LEGAL",
    OtherSide.REAL_SCORE_FIRST: "TEAM-ACCELERATED",
    OtherSide.REAL_SCORE_FOR_BYE: "TEAM-BYE-SCORE",
    OtherSide.PRINTED_NUMBERS: "TEAM-PARITY",
    OtherSide.GRANTED_BYES_ARRIVE: "TEAM-PARITY",
}
_COLOURS_ONLY = {OtherSide.REAL_SCORE_FIRST, OtherSide.PRINTED_NUMBERS, OtherSide.GRANTED_BYES_ARRIVE}
_PAIRS_ONLY = {
    OtherSide.FLOATS_OF_FORFEITS,
    OtherSide.FLOATS_OF_REAL_SCORES,
    OtherSide.FOLLOWING_UNGRADED,
    OtherSide.FOLLOWING_LEFT,
    OtherSide.FOLLOWING_NOT_MET,
    OtherSide.REAL_SCORE_FOR_BYE,
}
COLOUR_SIDES = frozenset(OtherSide) - _PAIRS_ONLY
"""Sides that can change colours."""
PAIRING_SIDES = frozenset(OtherSide) - _COLOURS_ONLY
"""Sides that can change pairs."""
PARTICIPANT_SIDES = COLOUR_SIDES & PAIRING_SIDES | {
    OtherSide.FLOATS_OF_FORFEITS,
    OtherSide.FLOATS_OF_REAL_SCORES,
}
"""Sides that matter only if they change the scores, preferences or floats of the teams of a round."""


_FOLLOWING_READS = {
    OtherSide.FOLLOWING_UNGRADED: FollowingReading.UNGRADED,
    OtherSide.FOLLOWING_LEFT: FollowingReading.LEFT,
    OtherSide.FOLLOWING_NOT_MET: FollowingReading.NOT_MET,
}


def following_reads(sides: Collection[OtherSide]) -> frozenset[FollowingReading]:
    """Return the readings of [C6] among the sides."""
    return frozenset(_FOLLOWING_READS[side] for side in sides if side in _FOLLOWING_READS)


def sides_beyond_participants(sides: Collection[OtherSide]) -> frozenset[OtherSide]:
    """Return the sides that can change a round even if its teams are the same in every respect."""
    return frozenset(side for side in sides if side not in PARTICIPANT_SIDES)


def note_on_sides(sides: Collection[OtherSide]) -> ReadingNote:
    """Return the note on a round that rests on these readings, under the first identifier."""
    entries = list(dict.fromkeys(REGISTER.find(side.identifier) for side in sides))
    sentences = [f"{entry.question} {entry.taken.text}" for entry in entries]
    further = [f"{entry.identifier}: {text}" for entry, text in zip(entries[1:], sentences[1:], strict=True)]
    return ReadingNote(identifier=entries[0].identifier, sentence=" ".join([sentences[0], *further]))


def combine_sides(sides: Collection[OtherSide]) -> Iterator[tuple[OtherSide, ...]]:
    """Yield every side alone, then every two sides."""
    for number in range(1, _MAX_COMBINED_SIDES + 1):
        yield from combinations(sides, number)


_GRANTED = (MatchResult.HALF_POINT_BYE, MatchResult.FULL_POINT_BYE)
_GRANTED_TO_PLAYERS = (Result.HALF_POINT_BYE, Result.FULL_POINT_BYE)


class PreparedTeamEvent(PreparedEvent):
    """A team event under an edition, prepared for all rounds."""

    def __init__(
        self,
        source: Event | TeamEvent,
        rules: edition.TeamEdition,
        *,
        teams: TeamEvent | None = None,
        settings: edition.Settings | None = None,
        other_sides: frozenset[OtherSide] = frozenset(),
    ) -> None:
        """
        Prepare an event; ``settings`` replace the declaration of field 192, ``other_sides`` are readings not ours.

        ``teams`` is the event of teams in the source, if it has been read already. Raise UnsupportedEventError for
        settings that the edition cannot follow.
        """
        self.rules, self._source = rules, source
        self.event = event = teams or (team_event(source) if isinstance(source, Event) else source)
        self.settings = settings or edition.settings_of(event.system)
        self.other_sides = other_sides
        self.team_by_number = {team.number: team for team in event.teams}
        self.rounds = event.rounds_declared or self._assumed_rounds()
        count_all = OtherSide.ALL_TEAMS_IN_GROUPS in other_sides
        self.virtual_points = team_virtual_points(
            event, baku=self.settings.baku, rounds=self.rounds, count_all=count_all
        )
        self._arrived: dict[int, set[int]] = {}

    @property
    def source(self) -> Event | TeamEvent:
        """The event as it was passed to `TeamRules.prepare`."""
        return self._source

    def _assumed_rounds(self) -> int | None:
        """TEAM-ROUNDS: if the file does not declare the number of rounds, no round is one of the last rounds."""
        if OtherSide.LAST_ROUNDS_RECORDED in self.other_sides:
            return self.event.rounds_recorded
        return self.event.rounds_recorded + 1 if OtherSide.ONE_ROUND_TO_COME in self.other_sides else None

    def with_other_sides(self, *sides: OtherSide) -> PreparedTeamEvent:
        """Return the event by readings of the register that are not ours."""
        settings = self.settings
        if OtherSide.TYPE_A_BY_DEFAULT in sides and settings.preferences is edition.PreferenceType.NONE:
            settings = replace(settings, preferences=edition.PreferenceType.A)
        return PreparedTeamEvent(
            self.source, self.rules, teams=self.event, settings=settings, other_sides=frozenset(sides)
        )

    @cached_property
    def open_readings(self) -> tuple[OtherSide, ...]:
        """The readings whose other side can make a difference in an event and edition such as this one."""
        may_matter = {
            OtherSide.STRONG_IN_LAST_ROUND: self._is_type_b,
            OtherSide.FLOATS_OF_FORFEITS: self._has_forfeits,
            OtherSide.FLOATS_OF_REAL_SCORES: bool(self.virtual_points),
            OtherSide.LAST_ROUNDS_RECORDED: not self.event.rounds_declared,
            OtherSide.ONE_ROUND_TO_COME: not self.event.rounds_declared,
            OtherSide.ALL_TEAMS_IN_GROUPS: self.settings.baku and self.arrived(1) != set(self.team_by_number),
            OtherSide.TYPE_A_BY_DEFAULT: self.settings.preferences is edition.PreferenceType.NONE,
            # 2026 regulates empty scoregroups, and counts completion in the following scoregroup.
            OtherSide.FOLLOWING_UNGRADED: self.rules.names_following,
            OtherSide.FOLLOWING_LEFT: not self.rules.names_following,
            OtherSide.FOLLOWING_NOT_MET: not self.rules.names_following,
            OtherSide.REAL_SCORE_FIRST: bool(self.virtual_points),
            OtherSide.REAL_SCORE_FOR_BYE: bool(self.virtual_points),
            OtherSide.PRINTED_NUMBERS: self.arrived(1) != set(self.team_by_number),
            OtherSide.GRANTED_BYES_ARRIVE: not self._granted_a_bye(1) <= self.arrived(1),
        }
        return tuple(side for side in OtherSide if may_matter[side])

    @cached_property
    def _has_forfeits(self) -> bool:
        entries = (entry for team in self.event.teams for entry in team.rounds)
        return any(entry.opponent is not None and entry.result not in edition.PLAYED_MATCHES for entry in entries)

    @cached_property
    def _initial(self) -> tuple[Colour, str]:
        """The initial-colour (4.1), and the note on it if it is not declared."""
        declared = self.event.initial_colour
        if declared is not None:
            return declared, ""
        inferred = self.inferred_initial
        if inferred is None:
            return Colour.WHITE, "The initial-colour is not declared; white is assumed."
        return inferred, f"The initial-colour is not declared; {inferred.name.lower()} is inferred from round 1."

    @property
    def initial_colour(self) -> Colour:
        """The initial-colour (4.1): declared, else inferred, else White."""
        return self._initial[0]

    @cached_property
    def inferred_initial(self) -> Colour | None:
        """
        The initial-colour by which most matches of round 1 have their colours; if even, that of the first match.

        None if round 1 has no match with colours. 4.3.1 gives every match of round 1 its colours.
        """
        votes = []
        for team in self.event.teams:
            entry = team.rounds[0] if team.rounds else None
            if entry is None or entry.opponent not in self.team_by_number or entry.colour is not Colour.WHITE:
                continue
            first = self.first_team(team.number, entry.opponent, 1)
            votes.append(Colour.WHITE if (first == team.number) == self.has_odd_number(first, 1) else Colour.BLACK)
        return max(votes, key=votes.count, default=None)

    def first_team(self, team: int, opponent: int, round_number: int) -> int:
        """Return the first-team of two (4.2)."""
        values: dict[edition.FirstTeamKey, Callable[[int], int]] = {
            edition.FirstTeamKey.SCORE: lambda number: -self.score_of_first(number, round_number),
            edition.FirstTeamKey.SECONDARY_SCORE: lambda number: -self.secondary_score(number, round_number),
            edition.FirstTeamKey.NUMBER: lambda number: number,
        }
        keys, reversed_keys = self.rules.first_team_keys, self.rules.reversed_first_team_keys

        def rank(number: int) -> tuple[int, ...]:
            return tuple(values[key](number) * (-1 if key in reversed_keys else 1) for key in keys)

        return min((team, opponent), key=rank)

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        missing = "" if self.event.rounds_declared else "The number of rounds is not declared (TEAM-ROUNDS)."
        return tuple(note for note in (self._initial[1], missing) if note)

    def recorded(self, number: int) -> RecordedRound:
        """Return the pairing that the event records for a round, forfeited matches included."""
        pairs, byes = [], []
        for team in self.event.teams:
            entry = team.rounds[number - 1] if len(team.rounds) >= number else None
            if entry is None:
                continue
            if entry.opponent is not None and entry.colour is Colour.WHITE:
                pairs.append(Pair(team.number, entry.opponent))
            if entry.opponent is None and entry.result.was_paired:
                byes.append(team.number)
        return RecordedRound(pairing=RoundPairing(pairs=tuple(pairs), bye=byes[0] if byes else None))

    def entries(self, number: int, round_number: int) -> tuple[MatchEntry, ...]:
        """Return the team's entries before the round."""
        return self.team_by_number[number].rounds[: round_number - 1]

    def real_score(self, number: int, round_number: int) -> int:
        """Return the primary score before the round, without virtual points."""
        games = self.settings.game_points_first != self.rules.swaps_scores
        return self._points(number, round_number, games=games, place=edition.ScorePlace.PAIRING)

    def other_score(self, number: int, round_number: int) -> int:
        """Return the score that is not the primary one, without virtual points, used for colours or not."""
        games = self.settings.game_points_first == self.rules.swaps_scores
        return self._points(number, round_number, games=games, place=edition.ScorePlace.SECONDARY)

    def score_of_first(self, number: int, round_number: int) -> int:
        """Return the score that determines the first-team (4.2.1; TEAM-ACCELERATED)."""
        real = OtherSide.REAL_SCORE_FIRST in self.other_sides
        return self.real_score(number, round_number) if real else self.score(number, round_number)

    def score(self, number: int, round_number: int) -> int:
        """Return the primary score before the round, with the virtual points of the round."""
        virtual = 0
        for entry in self.virtual_points:
            if entry.first_round <= round_number <= entry.last_round and number in entry.players:
                virtual = entry.points  # of two records that overlap, the later one counts
        return self.real_score(number, round_number) + virtual

    def secondary_score(self, number: int, round_number: int) -> int:
        """Return the score of 4.2.2, without virtual points; 0 if it is not used."""
        return self.other_score(number, round_number) if self.settings.secondary else 0

    def _points(self, number: int, round_number: int, *, games: bool, place: edition.ScorePlace) -> int:
        entries, uncounted = self.entries(number, round_number), self.rules.uncounted
        if uncounted:
            entries = tuple(entry for entry in entries if (place, entry.result) not in uncounted)
        return sum(entry.game_points if games else self._match_points(entry) for entry in entries)

    def _match_points(self, entry: MatchEntry) -> int:
        """Return the match points of a round."""
        worth, scoring = self.rules.points_of_matches, self.event.scoring
        if worth is None or entry.result is not MatchResult.PLAYED:
            return entry.match_points
        return dict(zip((scoring.win, scoring.draw, scoring.loss), worth, strict=True))[entry.match_points]

    def colours(self, number: int, round_number: int, place: edition.ColourPlace | None = None) -> tuple[Colour, ...]:
        """Return the colours of the matches that were played, earliest first (1.6.1), as a place reads them."""
        return tuple(colour for colour in self.colours_by_round(number, round_number, place) if colour is not None)

    def colours_by_round(
        self, number: int, round_number: int, place: edition.ColourPlace | None = None
    ) -> tuple[Colour | None, ...]:
        """Return the colour of each earlier round, None without a match that counts for colours at a place."""
        rules = self.rules
        coloured = next((results for at, results in rules.coloured_at if at is place), rules.coloured)
        instead = dict(rules.colours_of_results)
        return tuple(
            entry.colour if entry.result in coloured and entry.colour is not None else instead.get(entry.result)
            for entry in self.entries(number, round_number)
        )

    @property
    def preference_type(self) -> edition.PreferenceType:
        """The kind of colour preferences of the event."""
        return self.rules.preference_type or self.settings.preferences

    def preference(self, number: int, round_number: int) -> tuple[int, bool]:
        """Return the colour preference (1 White, -1 Black, 0 none) and whether it is strong (1.7)."""
        place, signs = edition.ColourPlace.PREFERENCE, {Colour.WHITE: 1, Colour.BLACK: -1, None: 0}
        by_round = tuple(signs[colour] for colour in self.colours_by_round(number, round_number, place))
        colours = tuple(sign for sign in by_round if sign) if self.rules.squeezes_preferences else by_round
        if self.preference_type is edition.PreferenceType.NONE or not any(colours):
            return 0, False
        last = round_number == self.rounds
        is_weak = last and not sum(colours) and self._is_type_b and OtherSide.STRONG_IN_LAST_ROUND in self.other_sides
        if is_weak:
            return edition.prefer_mildly(colours, last), False
        return self.rules.preference_of(colours, self._is_type_b, last)

    @property
    def _is_type_b(self) -> bool:
        return self.preference_type is edition.PreferenceType.B

    def floats_count(self, round_number: int) -> bool:
        """Whether floats of the round before count, as in all rounds but the last two."""
        return self.rounds is None or round_number <= self.rounds - self.rules.rounds_without_floats

    def floated(self, number: int, round_number: int) -> bool:
        """Whether the team played a team of another score in the round before (1.5; TEAM-FLOAT)."""
        entries = self.entries(number, round_number)
        if len(entries) < round_number - 1:
            return False
        rows = list(range(round_number - 1))
        if self.rules.counts_latest_match:
            rows = [row for row in rows if entries[row].opponent in self.team_by_number]
        looked_at = [rows[-back] for back in self.rules.rounds_of_floats if back <= len(rows)]
        return any(self._floated_in(number, row + 1, round_number) for row in looked_at)

    def _floated_in(self, number: int, match_round: int, round_number: int) -> bool:
        """Whether the team floated in a round, for the pairing of a later one."""
        entry = self.entries(number, round_number)[match_round - 1]
        if entry.result in self.rules.floating_byes:
            return True
        counts = entry.result in self.rules.floating or OtherSide.FLOATS_OF_FORFEITS in self.other_sides
        if not counts or entry.opponent not in self.team_by_number:
            return False
        score = self.real_score if OtherSide.FLOATS_OF_REAL_SCORES in self.other_sides else self.score
        at = match_round
        if self.rules.float_scores is edition.FloatScores.SECONDARY:
            score = self.secondary_score
        elif self.rules.float_scores is edition.FloatScores.AFTER_THE_MATCH:
            at, score = match_round + 1, self.real_score
        elif self.rules.float_scores is edition.FloatScores.NOW:
            at = round_number
        return self.rules.floats_by(score(number, at), score(entry.opponent, at))

    def past_floats(self, number: int, round_number: int) -> tuple[PastFloat, ...]:
        """Return the float of the round before, if floats count in the round."""
        if not self.floats_count(round_number) or not self.floated(number, round_number):
            return ()
        opponent = self.entries(number, round_number)[-1].opponent
        if opponent is None:
            return ()
        is_higher = self.score(number, round_number - 1) > self.score(opponent, round_number - 1)
        return (past_float(round_number - 1, 1 if is_higher else -1, ""),)

    def present(self, round_number: int) -> tuple[int, ...]:
        """Return the numbers of the teams that are to be paired in the round."""
        return tuple(team.number for team in self.event.teams if self._is_present(team, round_number))

    def _is_present(self, team: MatchTeam, round_number: int) -> bool:
        if round_number <= self.event.rounds_recorded:
            recorded = team.rounds[round_number - 1 : round_number]
            return bool(recorded) and recorded[0].result.was_paired
        return not any(bye.tpn == team.number and bye.round_number == round_number for bye in self.event.requested_byes)

    def arrived(self, round_number: int) -> set[int]:
        """Return the numbers of the teams that were to be paired in this or an earlier round (TEAM-PARITY)."""
        before = {
            team.number
            for team in self.event.teams
            if any(entry.result.was_paired for entry in team.rounds[: round_number - 1])
        }
        arrived = before | set(self.present(round_number))
        return (
            arrived | self._granted_a_bye(round_number)
            if OtherSide.GRANTED_BYES_ARRIVE in self.other_sides
            else arrived
        )

    def _granted_a_bye(self, until: int) -> set[int]:
        """Return the numbers of the teams that had a half- or full-point bye in this or an earlier round."""
        recorded = {
            team.number for team in self.event.teams if any(entry.result in _GRANTED for entry in team.rounds[:until])
        }
        asked = self.event.requested_byes if until > self.event.rounds_recorded else ()
        return recorded | {bye.tpn for bye in asked if bye.round_number == until and bye.result in _GRANTED_TO_PLAYERS}

    def has_odd_number(self, number: int, round_number: int) -> bool:
        """Whether the TPN counts as odd (4.3.1): teams that have not arrived have none (TEAM-PARITY)."""
        if OtherSide.PRINTED_NUMBERS in self.other_sides:
            return number % 2 == 1
        if round_number not in self._arrived:
            self._arrived[round_number] = self.arrived(round_number)
        return sum(1 for arrived in self._arrived[round_number] if arrived <= number) % 2 == 1

    def may_have_bye(self, number: int, round_number: int) -> bool:
        """Whether [C2] lets the team have the pairing-allocated bye."""
        return self.barred_since(number, round_number) is None

    def barred_since(self, number: int, round_number: int) -> tuple[int, MatchResult] | None:
        """Return the round that bars the team from the bye ([C2]), and its result; None if the team may have it."""
        entries = enumerate(self.entries(number, round_number), start=1)
        return next(((at, entry.result) for at, entry in entries if self._bars(entry)), None)

    def _bars(self, entry: MatchEntry) -> bool:
        if self.rules.barring is not None:
            return entry.result in self.rules.barring
        if entry.result is MatchResult.PAIRING_ALLOCATED_BYE:
            return True
        if self.rules.bye_bar is edition.ByeBar.LISTED:
            return entry.result in (MatchResult.FORFEIT_WIN, MatchResult.FULL_POINT_BYE)
        return entry.result not in edition.PLAYED_MATCHES and entry.match_points >= self.event.scoring.win

    def why_no_bye(self, number: int, round_number: int) -> str:
        """Return the reason why the team may not have the pairing-allocated bye ([C2]); empty if it may."""
        barred = self.barred_since(number, round_number)
        if barred is None:
            return ""
        at, result = barred
        return f"{ABSENCES[RESULTS_WITHOUT_A_MATCH[result]]} in round {at}"

    def had_bye_before(self, round_number: int) -> bool:
        """Whether a team had the pairing-allocated bye in a round before."""
        return any(
            entry.result is MatchResult.PAIRING_ALLOCATED_BYE
            for team in self.event.teams
            for entry in team.rounds[: round_number - 1]
        )

    def apart(self, round_number: int) -> set[frozenset[int]]:
        """Return the pairs of numbers that the organiser forbids in the round."""
        return forbidden_pairs(self.event.forbidden, round_number)

    def matches_played(self, number: int, round_number: int) -> int:
        """Return the number of matches that the team played before the round (2.1.3; 3.4.3 of 2026), rematches too."""
        return sum(entry.result in self.rules.counted_matches for entry in self.entries(number, round_number))

    def met(self, number: int, round_number: int) -> dict[int, int]:
        """Return the opponents of matches played before the round ([C1]), and the round of each."""
        return {
            entry.opponent: at
            for at, entry in enumerate(self.entries(number, round_number), start=1)
            if entry.result in self.rules.met and entry.opponent is not None
        }

    def teams_of_round(self, round_number: int) -> edition.TeamParticipants:
        """Return the teams to be paired in a round."""
        order = sorted(self.present(round_number), key=lambda number: (-self.score(number, round_number), number))
        preferences = [self.preference(number, round_number) for number in order]
        floats_count = self.floats_count(round_number)
        return edition.TeamParticipants(
            round_number=round_number,
            tpn=np.array(order, dtype=np.int64),
            score=np.array([self.score(number, round_number) for number in order], dtype=np.int64),
            points=np.array([self.real_score(number, round_number) for number in order], dtype=np.int64),
            allowed=self._allowed(order, round_number),
            preference=np.array([preferred for preferred, _ in preferences], dtype=np.int64),
            strong=np.array([strong for _, strong in preferences], dtype=np.bool_),
            floated=np.array([floats_count and self.floated(number, round_number) for number in order], dtype=np.bool_),
            rounds_to_come=None if self.rounds is None else self.rounds - round_number,
            other_score=np.array([self.other_score(number, round_number) for number in order], dtype=np.int64),
            bye_allowed=np.array([self.may_have_bye(number, round_number) for number in order], dtype=np.bool_),
            unplayed=np.array(
                [round_number - 1 - self.matches_played(number, round_number) for number in order], dtype=np.int64
            ),
        )

    def _allowed(self, order: list[int], round_number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        allowed = 1 - np.eye(len(order), dtype=np.uint8)
        place = {number: at for at, number in enumerate(order)}
        for at, number in enumerate(order):
            for opponent in self.met(number, round_number):
                if opponent in place:
                    allowed[at, place[opponent]] = allowed[place[opponent], at] = 0
        for pair in self.apart(round_number):
            first, second = sorted(pair)
            if first in place and second in place:
                allowed[place[first], place[second]] = allowed[place[second], place[first]] = 0
        return allowed
