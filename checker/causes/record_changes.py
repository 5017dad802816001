"""
Changes of the record that may explain a round.

They are sought only where they can matter: in the scoregroups of the players who first differ from the expected
pairing. A result, an absence or a bye may have been entered after the pairing was made, so it concerns one round;
numbers and pairs kept apart hold for the whole event. In a team event the records of teams and matches change.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING, Any

from checker.causes.cause import Cause, ChangeKind, find_differing_players, opponents
from checker.causes.facts import reorder_players
from checker.verdicts.round_case import RoundPlayers
from reference_engines.frame.results import PairingError
from tournaments.frozen import dataclass
from tournaments.model import Colour, ForbiddenGroup, Result, RoundEntry
from tournaments.multi_game_rounds import repeat_in_games
from tournaments.points import points_text
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event, Player
    from tournaments.teams.event import MatchEntry, MatchScoring, TeamEvent

    Entries = Mapping[int, RoundEntry]
    """By TPN."""


_MOST_EXCHANGES = 600
"""Players for exchanges of two numbers; above that, only the players who differ first are tried."""
_MOST_ALONE = 24
"""Players without an opponent in a round of whom each two may have been paired."""
_OUTCOMES = (
    ("1-0", Result.WIN, Result.LOSS),
    ("a draw", Result.DRAW, Result.DRAW),
    ("0-1", Result.LOSS, Result.WIN),
    ("1-0 by forfeit", Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    ("0-1 by forfeit", Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    ("a forfeit by both", Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
)
"""How a game may have ended: in words, for White, for Black."""
_AWAY = (
    ("been absent", Result.ZERO_POINT_BYE),
    ("had a half-point bye", Result.HALF_POINT_BYE),
    ("had a full-point bye", Result.FULL_POINT_BYE),
    ("had the pairing-allocated bye", Result.PAIRING_ALLOCATED_BYE),
)


def record_causes(around: RoundSurroundings, most: int) -> tuple[tuple[Cause, ...], Counter[str]]:
    """
    Return up to ``most`` changes of the record that may explain a round, and the number left out of each kind.

    The likeliest kinds come first, and of results those of the nearest rounds.
    """
    selected: list[Cause] = []
    left_out: Counter[str] = Counter()
    for kind, causes in around.changes_by_kind():
        selected += islice(causes, most - len(selected))
        left_out[kind] += sum(1 for _ in causes)
    return tuple(selected), +left_out


@dataclass(frozen=True, kw_only=True)
class RoundSurroundings(RoundPlayers):
    """A discrepant round, with the players and scores that can matter in it."""

    def changes_by_kind(self) -> Iterator[tuple[str, Iterator[Cause]]]:
        """Yield the changes kind by kind, each with a noun for one of them."""
        before = range(self.stage - 1, 0, -1)
        yield "pairs kept apart", chain(self.keep_apart(), self.let_meet())
        yield "changes of who was present", self._present()
        yield "other results", chain.from_iterable(self._results(number) for number in before[:1])
        yield "exchanges of two numbers", self._exchanges()
        yield "other results", chain.from_iterable(self._results(number) for number in before[1:])
        yield "other byes or absences", chain.from_iterable(self._byes(number) for number in before)
        yield "late entries", self._late()
        yield "other numbers of one player", self._moves()

    # --- who is concerned ---------------------------------------------------------------------------------------------

    @property
    def event(self) -> Event:
        """The event as it is recorded."""
        event: Event = self.prepared.source
        return event

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order of their numbers."""
        return self.event.players

    @cached_property
    def rows(self) -> dict[int, tuple[RoundEntry, ...]]:
        """The rounds of each player, by TPN."""
        return {player.tpn: player.rounds for player in self.players}

    @cached_property
    def recorded(self) -> RoundPairing:
        """The pairing that the event records."""
        return self.prepared_round.posted

    @cached_property
    def expected(self) -> RoundPairing | None:
        """The pairing that the rules ask for; None if there is none."""
        try:
            return self.prepared_round.expected()
        except PairingError:
            return None

    @cached_property
    def felt(self) -> frozenset[int]:
        """Scores of the players who first differ, and of their opponents in both pairings."""
        if self.expected is None:
            return frozenset(self.scores.values())
        theirs, ours = opponents(self.recorded), opponents(self.expected)
        apart = [tpn for tpn in self.scores if tpn in self._differing_players]
        if not apart:
            return frozenset(self.scores.values())
        first = max(apart, key=lambda tpn: self.scores[tpn])
        alike = [tpn for tpn in apart if self.scores[tpn] == self.scores[first]]
        them = {*alike, *(side[tpn][0] for side in (theirs, ours) for tpn in alike[:1] if tpn in side)}
        return frozenset(self.scores[tpn] for tpn in them if tpn in self.scores)

    @cached_property
    def concerned(self) -> tuple[int, ...]:
        """TPNs of the players in the scoregroups that first differ, in their order."""
        return tuple(tpn for tpn, score in self.scores.items() if score in self.felt)

    @cached_property
    def lately_met(self) -> dict[int, frozenset[int]]:
        """Opponents of the two rounds before, whose floats rest on a player's score, by TPN."""
        rows = range(self._rows(max(1, self.stage - 2)).start, self._rows(self.stage).start)
        return {tpn: frozenset(rounds[row].opponent or 0 for row in rows) for tpn, rounds in self.rows.items()}

    def _is_felt(self, tpn: int, gain: int) -> bool:
        """Whether other points of a player change a scoregroup that first differs, or floats in it."""
        score = self.scores.get(tpn)
        if score is not None and (score in self.felt or score + gain in self.felt):
            return True
        return any(self.scores.get(one) in self.felt for one in self.lately_met[tpn])

    # --- changes ------------------------------------------------------------------------------------------------------

    def cause(self, identifier: str, sentence: str, change: Callable[[Event], Event], *, once: bool = True) -> Cause:
        """Return a change; ``once`` says that it concerns this round alone."""
        only = self.stage if once else None
        return Cause(identifier=identifier, sentence=sentence, kind=ChangeKind.RECORD, event=change, only_round=only)

    def keep_apart(self) -> Iterator[Cause]:
        """Yield pairs that the rules ask for and that are not recorded: to forbid others changes nothing."""
        if self.expected is None:
            return
        there = {pair.players for pair in self.recorded.pairs}
        for pair in sorted(self.expected.pairs, key=lambda one: (min(one.players), max(one.players))):
            if pair.players not in there:
                one, other = sorted(pair.players)
                who = f"{self.roster.describe_player(one)} and {self.roster.describe_player(other)}"
                change = partial(with_forbidden, players=pair.players)
                yield self.cause(f"forbidden-{one}-{other}", f"if {who} were not to meet", change, once=False)

    def let_meet(self) -> Iterator[Cause]:
        """Yield groups that had not been kept apart."""
        for place, group in enumerate(self.event.forbidden):
            first, last = group.first_round, group.last_round or self.stage
            if first <= self.stage <= last:
                numbers = "-".join(map(str, sorted(group.players)))
                who = " and ".join(map(self.roster.describe_player, sorted(group.players)))
                change = partial(_allow_meeting, place=place)
                yield self.cause(f"allowed-{numbers}", f"if {who} had not been kept apart", change)

    def _present(self) -> Iterator[Cause]:
        """Yield absences of a player when the round was paired, and the presence of one or two absent players."""
        who, rows = self.roster.describe_player, self._rows(self.stage)
        away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
        bye = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
        alone = [tpn for tpn, rounds in self.rows.items() if rounds[rows.start].opponent is None]
        if self.recorded.bye is None:
            games = sorted(self.recorded.pairs, key=lambda pair: min(self.scores.get(tpn, 0) for tpn in pair.players))
            for pair in games:
                for absent, left in ((pair.white, pair.black), (pair.black, pair.white)):
                    sentence = f"if {who(absent)} had been away when round {self.stage} was paired"
                    yield self._replace_round(f"absent-{absent}", sentence, rows, {absent: away, left: bye})
            for tpn in alone:
                sentence = f"if {who(tpn)} had been there when round {self.stage} was paired"
                yield self._replace_round(f"present-{tpn}", sentence, rows, {tpn: bye})
        else:
            sentence = f"if {who(self.recorded.bye)} had been away when round {self.stage} was paired"
            yield self._replace_round(f"absent-{self.recorded.bye}", sentence, rows, {self.recorded.bye: away})
        for one, other in combinations(alone[:_MOST_ALONE], 2):
            game = {
                one: RoundEntry(other, None, Result.FORFEIT_WIN),
                other: RoundEntry(one, None, Result.FORFEIT_LOSS),
            }
            sentence = f"if {who(one)} and {who(other)} had been paired in round {self.stage}"
            yield self._replace_round(f"present-{one}-{other}", sentence, rows, game)

    def _replace_round(self, name: str, sentence: str, rows: range, entries: Entries) -> Cause:
        change = partial(replace_rows, rows=rows, entries=entries)
        return self.cause(f"{name}-r{rows.stop}", sentence, change)

    def _before(self, name: str, sentence: str, rows: range, entries: Entries) -> Cause:
        """Return a change of an earlier round that was there when this one was paired, and maybe others."""
        told = when_paired(sentence, (self.stage,))
        return replace(self._replace_round(name, told, rows, entries), short=sentence)

    def _rows(self, number: int) -> range:
        return self.prepared.rules.edition.rows(number)

    def _results(self, number: int) -> Iterator[Cause]:
        """Yield other results of a round before, game by game."""
        return chain.from_iterable(self._results_of_games(row) for row in self._rows(number))

    def _results_of_games(self, row: int) -> Iterator[Cause]:
        points, place = self.event.scoring.points, self.prepared.rules.edition.place(row)
        for tpn, rounds in self.rows.items():
            entry = rounds[row]
            if entry.opponent is None or entry.colour is not Colour.WHITE or entry.opponent not in self.rows:
                continue
            black = self.rows[entry.opponent][row]
            game = f"{self.roster.describe_player(tpn)} - {self.roster.describe_player(entry.opponent)}"
            for words, won, lost in _OUTCOMES:
                if (won, lost) == (entry.result, black.result):
                    continue
                other = {tpn: replace(entry, result=won), entry.opponent: replace(black, result=lost)}
                gain = points(other[tpn]) - points(entry), points(other[entry.opponent]) - points(black)
                if self._is_felt(tpn, gain[0]) or self._is_felt(entry.opponent, gain[1]):
                    sentence = f"if {game} had been {words} in {place}"
                    identifier = f"result-{tpn}-{entry.opponent}-{won.value}{lost.value}"
                    yield self._before(identifier, sentence, range(row, row + 1), other)

    def _byes(self, number: int) -> Iterator[Cause]:
        """Yield other byes in an earlier round for players who had no opponent."""
        rows, points = self._rows(number), self.event.scoring.points
        for tpn, rounds in self.rows.items():
            entry = rounds[rows.start]
            worth = sum(points(rounds[row]) for row in rows)
            for words, result in _AWAY:
                other = RoundEntry(None, None, result)
                gain = sum(points(one[tpn]) for one in repeat_in_games({tpn: other}, len(rows))) - worth
                if entry.opponent is None and result is not entry.result and self._is_felt(tpn, gain):
                    sentence = f"if {self.roster.describe_player(tpn)} had {words} in round {number}"
                    yield self._before(f"bye-{tpn}-{result.value}", sentence, rows, {tpn: other})

    def _late(self) -> Iterator[Cause]:
        """Yield that a player who came late was given half a point for every round before."""
        half = RoundEntry(None, None, Result.HALF_POINT_BYE)
        for tpn, rounds in self.rows.items():
            paired = next((row for row, entry in enumerate(rounds) if entry.was_paired), 0)
            missed = self.prepared.rules.edition.round_of_row(paired) - 1
            if 1 < missed < self.stage and rounds[0].result is Result.ZERO_POINT_BYE:
                sentence = f"if {self.roster.describe_player(tpn)} had half-point byes in rounds 1 to {missed}"
                change = partial(_with_first_rounds, tpn=tpn, entries=(half,) * paired)
                yield self.cause(f"late-{tpn}-{missed}", sentence, change)

    # --- numbers ------------------------------------------------------------------------------------------------------

    @cached_property
    def _order(self) -> tuple[int, ...]:
        return tuple(player.tpn for player in self.players)

    def _exchanges(self) -> Iterator[Cause]:
        order = self._order
        among = order
        if len(order) * (len(order) - 1) // 2 > _MOST_EXCHANGES:
            among = tuple(tpn for tpn in self.concerned if tpn in self._differing_players)
        for one, other in combinations(sorted(among, key=order.index), 2):
            swapped = {one: other, other: one}
            changed = tuple(swapped.get(tpn, tpn) for tpn in order)
            pair = " and ".join(map(self.roster.describe_player, (one, other)))
            sentence = f"if {pair} had each other's number"
            yield self.cause(f"exchanged-{one}-{other}", sentence, partial(reorder_players, order=changed), once=False)

    @cached_property
    def _differing_players(self) -> frozenset[int]:
        """Everybody whose opponent, colour or bye is not the expected one."""
        if self.expected is None:
            return frozenset(self.scores)
        return find_differing_players(self.recorded, self.expected) & self.scores.keys()

    def _moves(self) -> Iterator[Cause]:
        """Yield other numbers of a differing player, with the other players in unchanged order."""
        order = self._order
        targets = sorted(order.index(tpn) for tpn in self.concerned)
        for tpn in self.concerned:
            if tpn not in self._differing_players:
                continue
            place = order.index(tpn)
            rest = order[:place] + order[place + 1 :]
            for target in targets:
                if abs(target - place) > 1:  # next to it is an exchange
                    changed = (*rest[:target], tpn, *rest[target:])
                    before = changed[target - 1]
                    after = f"after {self.roster.describe_player(before)}" if target else "first of all"
                    sentence = f"if the number of {self.roster.describe_player(tpn)} stood {after}"
                    change = partial(reorder_players, order=changed)
                    yield self.cause(f"moved-{tpn}-{target + 1}", sentence, change, once=False)


def when_paired(sentence: str, rounds: Sequence[int]) -> str:
    """Add to a change of the record when it was there: ``when rounds 2, 3 and 4 were paired``."""
    *others, last = rounds
    several = f"rounds {', '.join(map(str, others))} and {last} were" if others else f"round {last} was"
    return f"{sentence} when {several} paired"


def with_entries(event: Event, row: int, entries: Entries) -> Event:
    """Return the event with other entries of some players, by TPN, in a row of rounds, from 0."""
    changed = (player for player in event.players if player.tpn in entries)
    return event.with_rounds(
        {one.tpn: (*one.rounds[:row], entries[one.tpn], *one.rounds[row + 1 :]) for one in changed}
    )


def replace_rows(event: Event, rows: range, entries: Entries) -> Event:
    """Return the event with other entries of some players in rows that are paired at once, given as of the first."""
    for row, of_game in zip(rows, repeat_in_games(entries, len(rows)), strict=True):
        event = with_entries(event, row, of_game)
    return event


def _with_first_rounds(event: Event, tpn: int, entries: tuple[RoundEntry, ...]) -> Event:
    return event.with_rounds({tpn: (*entries, *event.player(tpn).rounds[len(entries) :])})


def with_forbidden(event: Event, players: frozenset[int]) -> Event:
    """Return the event whose organiser keeps players apart."""
    return replace(event, forbidden=(*event.forbidden, ForbiddenGroup(players=players)))


def _allow_meeting(event: Event, place: int) -> Event:
    return replace(event, forbidden=event.forbidden[:place] + event.forbidden[place + 1 :])


_HALF = 5
"""Half a game point, in tenths."""


@dataclass(frozen=True, kw_only=True)
class AroundTeams(RoundSurroundings):
    """A round of teams that differs."""

    @cached_property
    def _teams(self) -> TeamEvent:
        return team_event(self.event)

    def changes_by_kind(self) -> Iterator[tuple[str, Iterator[Cause]]]:
        """Yield the changes kind by kind, each with a noun for one of them."""
        yield "teams kept apart", chain(self.keep_apart(), self.let_meet())
        rounds = range(self.stage - 1, 0, -1)
        yield "other results of matches", chain.from_iterable(self._matches(number) for number in rounds)

    def _matches(self, number: int) -> Iterator[Cause]:
        entries = {team.number: team.rounds[number - 1] for team in self._teams.teams}
        for one, entry in entries.items():
            other = entry.opponent
            if other is None or one > other or other not in entries or entry.result is not MatchResult.PLAYED:
                continue
            who = f"{self.roster.describe_player(one)} - {self.roster.describe_player(other)}"
            for first, second in _alternative_outcomes(entry, entries[other], self._teams.scoring):
                points = f"{points_text(first.game_points)}-{points_text(second.game_points)}"
                sentence = f"if {who} had been {points} in round {number}"
                change: Any = partial(_with_match, number=number, entries={one: first, other: second})
                found = self.cause(
                    f"match-{one}-{other}-{points}-r{number}", when_paired(sentence, (self.stage,)), change
                )
                yield replace(found, short=sentence)


def _alternative_outcomes(
    ours: MatchEntry, theirs: MatchEntry, scoring: MatchScoring
) -> Iterator[tuple[MatchEntry, MatchEntry]]:
    """Yield a match won by the first team, drawn, and won by the second, except as it is recorded."""
    recorded = ours.match_points, theirs.match_points
    middle = (ours.game_points + theirs.game_points) // 2
    margin = abs(ours.game_points - theirs.game_points) // 2 or _HALF
    for first, second, lead in (
        (scoring.win, scoring.loss, margin),
        (scoring.draw, scoring.draw, 0),
        (scoring.loss, scoring.win, -margin),
    ):
        if (first, second) != recorded:
            yield (
                replace(ours, match_points=first, game_points=middle + lead),
                replace(theirs, match_points=second, game_points=middle - lead),
            )


def _with_match(event: Event, number: int, entries: Mapping[int, MatchEntry]) -> TeamEvent:
    """Return the teams of an event, two of which have other entries in a round."""
    teams = team_event(event)
    changed = tuple(
        replace(team, rounds=(*team.rounds[: number - 1], entries[team.number], *team.rounds[number:]))
        if team.number in entries
        else team
        for team in teams.teams
    )
    return replace(teams, teams=changed)
