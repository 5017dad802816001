"""
A round in its event, and the parts that can be taken away from it.

Passes know rows in which a participant wins, draws or loses. Events of matches (of teams, or of two games) become such
*plain* events, whose players are the teams or the players who are paired, and whose rounds are their matches; and a
plain one is *written* as what rules and programs ask for. A match without a score of its own is won by one game, all
others drawn.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from checker.planting import drawn_games, recorded_pairing
from checker.verdicts import team_events
from random_tournaments.mutations import extract_script, play_on, rewind_event
from reference_engines.frame.results import Pair, PairingError, RoundPairing
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.games import OPPONENT_RESULTS
from tournaments.model import (
    ABSENT,
    AbnormalPoints,
    Colour,
    Event,
    ForbiddenGroup,
    ParticipantKind,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)
from tournaments.multi_game_rounds import count_rounds_by_games, count_rounds_by_matches, entry_in_game, repeat_in_games
from tournaments.points import with_points_by_results
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event, with_team_points
from tournaments.teams.records import Team, TeamAllocatedByes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from reference_engines.frame.rules import Rules

    _Span = TypeVar("_Span", VirtualPoints, ForbiddenGroup)

Games = tuple[Result, ...]
"""The results of one side in the games of a match."""
_PLAYED = (Result.WIN, Result.DRAW, Result.LOSS)


class MatchScore(FrozenStruct, frozen=True, kw_only=True):
    """The game points of a match that is not decided by a single game."""

    round_number: int
    number: int
    """TPN of the team or player that it belongs to: the winner, or White of a drawn match."""
    own: int
    """Game points, in tenths."""
    other: int
    exact: tuple[Games, Games] | None = None
    """The games of both sides as they were; None where their points are all that is known of them."""

    def games(self, colours: Sequence[Colour], worth: ScoringSystem) -> tuple[Games, Games]:
        """Return the results of both sides in games with these colours."""
        return self.exact or _answered(games_of((self.own, self.other), tuple(colours), worth))

    @property
    def result(self) -> Result:
        """The result of the match for that side."""
        return result_of(self.own, self.other)


@dataclass(frozen=True, kw_only=True)
class Matches(ABC):
    """How the matches of an event are written in a file."""

    scores: tuple[MatchScore, ...] = ()
    rounds: int = 1
    """Rounds of the file in a match."""
    boards: int = 0
    """Boards on which teams play; 0 where players are paired."""

    @abstractmethod
    def to_event(self, plain: Event) -> Event:
        """Return the event that a plain one stands for."""

    @abstractmethod
    def is_exact(self, plain: Event, event: Event) -> bool:
        """Return whether a plain event, written again, has the rounds of the original event."""

    def renumber_players(self, number: Mapping[int, int]) -> Matches:
        """Keep the scores of the remaining players, by their new numbers."""
        kept = (replace(one, number=number[one.number]) for one in self.scores if one.number in number)
        return replace(self, scores=tuple(kept))

    def renumber_rounds(self, dropped: Callable[[int], bool], at: Callable[[int], int]) -> Matches:
        """Keep the scores of rounds that are not dropped, by their new numbers."""
        kept = (replace(one, round_number=at(one.round_number)) for one in self.scores if not dropped(one.round_number))
        return replace(self, scores=tuple(kept))

    def games(self, number: int, tpn: int, entry: RoundEntry, colours: Sequence[Colour], worth: ScoringSystem) -> Games:
        """Return the results of a side in the games of a played match, with the colours that it has in them."""
        for one in self.scores:
            if one.round_number == number and one.number == tpn and one.result is entry.result:
                return one.games(colours, worth)[0]
            is_of_opponent = one.round_number == number and one.number == entry.opponent
            if is_of_opponent and one.result is OPPONENT_RESULTS[entry.result]:
                return one.games([colour.opposite for colour in colours], worth)[1]
        return usual_games(entry.result, len(colours))


def result_of(own: int, opposing: int) -> Result:
    """Return the result of a match by its game points."""
    return Result.DRAW if own == opposing else Result.WIN if own > opposing else Result.LOSS


def usual_games(result: Result, games: int) -> Games:
    """Return the results of the games of a match that one game decides."""
    return (result, *(Result.DRAW,) * (games - 1))


@cache  # of every candidate of a reduction the same few matches are written again
def games_of(points: tuple[int, int], colours: tuple[Colour, ...], worth: ScoringSystem) -> Games:
    """Return the results of games, wins first, that give both sides their points, or nearly."""
    games = len(colours)
    ways = [
        (*(Result.WIN,) * won, *(Result.DRAW,) * drawn, *(Result.LOSS,) * (games - won - drawn))
        for won in range(games + 1)
        for drawn in range(games - won, -1, -1)
    ]
    return min(ways, key=lambda way: _missing(points, points_of(way, colours, worth)))


def points_of(games: Games, colours: Sequence[Colour], worth: ScoringSystem) -> tuple[int, int]:
    """Return the game points of both sides."""
    own, other = (
        sum(worth.points(RoundEntry(None, colour, one)) for one, colour in zip(side, of_side, strict=True))
        for side, of_side in zip(_answered(games), (colours, [one.opposite for one in colours]), strict=True)
    )
    return own, other


def _answered(games: Games) -> tuple[Games, Games]:
    """Return the results of both sides."""
    return games, tuple(OPPONENT_RESULTS[one] for one in games)


def _missing(target: tuple[int, int], actual: tuple[int, int]) -> int:
    return abs(target[0] - actual[0]) + abs(target[1] - actual[1])


# --- matches of teams -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TeamMatches(Matches):
    """Every team has as many players as there are boards, who play all matches."""

    byes: TeamAllocatedByes
    """The value of the pairing-allocated bye (320)."""
    forfeits: tuple[AbnormalPoints, ...] = ()
    """The points of results that hold for all teams and rounds (299), such as those of a match lost by forfeit."""

    def to_event(self, plain: Event) -> Event:
        """Return the event of teams: a win or loss by forfeit is one on all boards."""
        members = {team.tpn: self._members(place) for place, team in enumerate(plain.players)}
        rows: dict[int, list[RoundEntry]] = {tpn: [] for players in members.values() for tpn in players}
        for team in plain.players:
            for number in range(1, plain.rounds_recorded + 1):
                for tpn, board in zip(members[team.tpn], self._boards(plain, number, team, members), strict=True):
                    rows[tpn].append(board)
        bye = Result.PAIRING_ALLOCATED_BYE
        bye_of = [
            next((team.tpn for team in plain.players if team.rounds[index].result is bye), None)
            for index in range(plain.rounds_recorded)
        ]
        players = (
            Player(
                tpn=tpn,
                name=f"{team.name}, board {board}",
                rounds=tuple(rows[tpn]),
                points=sum(map(plain.scoring.points, rows[tpn])),
            )
            for team in plain.players
            for board, tpn in enumerate(members[team.tpn], start=1)
        )
        teams = (Team(number=team.tpn, name=team.name, players=members[team.tpn]) for team in plain.players)
        written = replace(
            plain,
            players=tuple(players),
            teams=tuple(teams),
            team_byes=(*_recorded_byes(plain), *plain.requested_byes),
            team_allocated_byes=replace(self.byes, teams=tuple(bye_of)),
            requested_byes=(),
            abnormal_points=self.forfeits,
            paired=ParticipantKind.TEAMS,
        )
        return with_team_points(written)

    def is_exact(self, plain: Event, event: Event) -> bool:
        """Return whether all teams have the same matches, byes and points in as many rounds."""
        written, given = (
            {team.number: team.rounds[: plain.rounds_recorded] for team in team_event(one).teams}
            for one in (self.to_event(plain), event)
        )
        return written == given

    def _members(self, place: int) -> tuple[int, ...]:
        return tuple(range(place * self.boards + 1, (place + 1) * self.boards + 1))

    def _boards(
        self, plain: Event, number: int, team: Player, members: Mapping[int, tuple[int, ...]]
    ) -> Iterator[RoundEntry]:
        """Yield the entries of a round for the players of a team."""
        entry = team.rounds[number - 1]
        if entry.opponent is None or entry.colour is None:
            yield from (ABSENT for _ in range(self.boards))
            return
        colours = team_events.board_colours(plain, self.boards, entry.colour)
        played = entry.result in _PLAYED
        results = (
            self.games(number, team.tpn, entry, colours, plain.scoring) if played else (entry.result,) * self.boards
        )
        for opponent, colour, result in zip(members[entry.opponent], colours, results, strict=True):
            yield RoundEntry(opponent, colour, result)


def _recorded_byes(plain: Event) -> Iterator[RequestedBye]:
    """Yield the byes that teams asked for in recorded rounds (240)."""
    for number in range(1, plain.rounds_recorded + 1):
        for team in plain.players:
            result = team.rounds[number - 1].result
            if result.is_requested_bye:
                yield RequestedBye(round_number=number, tpn=team.tpn, result=result)


def plain_of_teams(event: Event) -> tuple[Event, TeamMatches]:
    """Return a team event plainly, and how its matches are written."""
    teams = team_event(event)
    matches = TeamMatches(
        boards=teams.boards,
        byes=replace(event.team_allocated_byes or TeamAllocatedByes(), teams=()),
        forfeits=tuple(one for one in event.abnormal_points if one.round_number is None and not one.numbers),
    )
    participants = team_events.team_participants(event)
    plain = replace(
        event,
        players=tuple(Player(tpn=one.tpn, name=one.name, rounds=one.rounds) for one in participants),
        teams=(),
        line_ups=(),
        forfeited_matches=(),
        team_byes=(),
        team_allocated_byes=None,
        abnormal_points=(),
        requested_byes=teams.requested_byes,
        unexplained_blanks=(),
        rows=(),
        paired=ParticipantKind.PLAYERS,
    )
    scores = []
    for team in teams.teams:
        for number, entry in enumerate(team.rounds, start=1):
            if entry.result is MatchResult.PLAYED and entry.opponent is not None and entry.colour is not None:
                other = next(one for one in teams.teams if one.number == entry.opponent).rounds[number - 1].game_points
                told = MatchScore(round_number=number, number=team.number, own=entry.game_points, other=other)
                scores += _record_score(
                    told, entry.colour, team_events.board_colours(event, teams.boards, entry.colour), event.scoring
                )
    return plain, replace(matches, scores=tuple(scores))


def _record_score(
    score: MatchScore, colour: Colour, colours: Sequence[Colour], worth: ScoringSystem
) -> list[MatchScore]:
    """Return the score to be recorded: once for a match, and only if it is not the usual one."""
    if score.result is Result.LOSS or (score.result is Result.DRAW and colour is Colour.BLACK):
        return []
    usual = usual_games(score.result, len(colours))
    is_usual = points_of(usual, colours, worth) == (score.own, score.other) and score.exact in (None, _answered(usual))
    return [] if is_usual else [score]


# --- matches of two games ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DoubleGames(Matches):
    """A match takes several rounds of the file, with the colours reversed from game to game."""

    def to_event(self, plain: Event) -> Event:
        """Return the event with a row for each game."""
        recorded = self.rounds * plain.rounds_recorded
        event = replace(count_rounds_by_games(plain, self.rounds), rounds_recorded=recorded)
        return with_points_by_results(event.with_rounds({one.tpn: self._rows(plain, one) for one in plain.players}))

    def is_exact(self, plain: Event, event: Event) -> bool:
        """Return whether all players have the same games and byes in as many rounds."""
        written = self.to_event(plain)
        given = {player.tpn: player.rounds[: written.rounds_recorded] for player in event.players}
        return {player.tpn: player.rounds for player in written.players} == given

    def _rows(self, plain: Event, player: Player) -> Iterator[RoundEntry]:
        for number, entry in enumerate(player.rounds, start=1):
            alike = [entry_in_game(entry, game) for game in range(self.rounds)]
            if entry.result in _PLAYED and entry.colour is not None:
                colours = [one.colour or entry.colour for one in alike]
                results = self.games(number, player.tpn, entry, colours, plain.scoring)
                alike = [replace(one, result=result) for one, result in zip(alike, results, strict=True)]
            yield from alike


def plain_of_games(event: Event, games: int) -> tuple[Event, DoubleGames]:
    """Return the plain event of which ``games`` rounds of the file are a match, and how its matches are written."""
    rounds = event.rounds_recorded // games
    rows = {
        player.tpn: [player.rounds[at : at + games] for at in range(0, games * rounds, games)]
        for player in event.players
    }
    scores, players = [], []
    for player in event.players:
        entries, told = _matches_of(player.tpn, rows, event.scoring)
        players.append(replace(player, rounds=entries))
        scores += told
    plain = replace(
        count_rounds_by_matches(event, games), players=tuple(players), rounds_recorded=rounds, unexplained_blanks=()
    )
    return plain, DoubleGames(rounds=games, scores=tuple(scores))


def _matches_of(
    tpn: int, rows: Mapping[int, Sequence[Sequence[RoundEntry]]], scoring: ScoringSystem
) -> tuple[tuple[RoundEntry, ...], list[MatchScore]]:
    """Return a player's matches, an entry each, and the scores that an entry does not hold."""
    entries, scores = [], []
    for number, match in enumerate(rows[tpn], start=1):
        opponent = match[0].opponent
        if opponent is None or _is_one(match):
            entries.append(match[0])
            continue
        theirs = rows[opponent][number - 1]
        told = MatchScore(
            round_number=number,
            number=tpn,
            own=sum(map(scoring.points, match)),
            other=sum(map(scoring.points, theirs)),
            exact=(tuple(one.result for one in match), tuple(one.result for one in theirs)),
        )
        entries.append(replace(match[0], result=told.result))
        colours = [one.colour or Colour.WHITE for one in match]
        scores += _record_score(told, colours[0], colours, scoring)
    return tuple(entries), scores


def _is_one(match: Sequence[RoundEntry]) -> bool:
    """Whether a match was forfeited as a whole, or has no result."""
    return not any(one.was_played for one in match) and len({one.result for one in match}) == 1


class Simplicity(FrozenStruct, frozen=True, order=True):
    """
    The size of an event up to its last round; compared from the first count to the last, less is simpler.

    First of all the players, then the rounds, then what happens in them, from the rarest to the most usual.
    """

    players: int
    rounds: int
    """Rounds up to the reduced one, which counts."""
    byes: int
    """Rounds without a pairing, of any player, the reduced round included; not the pairing-allocated bye."""
    forfeits: int
    """Rounds of players whose game was forfeited, or ended in another way than by a win, a draw or a loss."""
    accelerated: int
    """Entries of virtual points, and one for the Baku acceleration."""
    kept_apart: int
    """Pairs of players who may not meet."""
    odd_scoring: int
    """Results that are not worth what they usually are."""
    scores: int
    """Matches that were not won by one game, all others drawn (of teams, or of two games)."""
    boards: int
    """On which teams play; 0 where players are paired."""
    decisive: int
    """Rounds of players whose game was won or lost."""
    rated: int
    """Players with a rating."""
    remarks: int
    """Headers and other lines, details of players: all data that do not matter for a pairing."""


def simplicity_of(event: Event, scores: int = 0, boards: int = 0) -> Simplicity:
    """
    Return the key of an event before the round of its requested byes.

    ``scores`` are its matches with a score of their own, ``boards`` those of teams.
    """
    results = [entry.result for player in event.players for entry in player.rounds]
    usual = ScoringSystem()
    return Simplicity(
        players=len(event.players),
        rounds=event.rounds_recorded + 1,
        byes=sum(1 for result in results if result.is_requested_bye) + len(event.requested_byes),
        forfeits=sum(1 for result in results if not (result.is_bye or result in _PLAYED)),
        accelerated=len(event.virtual_points) + event.system.code.endswith("_BAKU"),
        kept_apart=sum(len(group.players) * (len(group.players) - 1) // 2 for group in event.forbidden),
        odd_scoring=sum(
            1 for worth in fields(usual) if getattr(event.scoring, worth.name) != getattr(usual, worth.name)
        ),
        scores=scores,
        boards=boards,
        decisive=sum(1 for result in results if result in (Result.WIN, Result.LOSS)),
        rated=sum(1 for player in event.players if player.rating is not None),
        remarks=_remarks(event),
    )


def _remarks(event: Event) -> int:
    """Count the data that do not matter for a pairing."""
    of_players = sum(
        bool(player.title)
        + (player.sex is not None)
        + bool(player.federation)
        + bool(player.fide_id)
        + bool(player.birth)
        + (player.rank is not None)
        for player in event.players
    )
    lines = (event.headers, event.declarations, event.unknown_records, event.teams, event.line_ups)
    told = (event.city, event.federation, event.arbiter, event.end)
    return of_players + sum(map(len, lines)) + sum(map(bool, told))


class Situation(FrozenStruct, frozen=True, kw_only=True):
    """An event before the round that shows the discrepancy."""

    before: Event
    """The rounds before; the byes requested for the round itself."""
    recorded: RoundPairing | None = None
    """The pairing that is carried along; None where a program is asked for one."""
    matches: Matches | None = None
    """How the event is written, where it is one of matches: then `before` tells it plainly."""

    @property
    def event(self) -> Event:
        """The event before the round, as rules and programs know it."""
        return self.before if self.matches is None else self.matches.to_event(self.before)

    @property
    def noun(self) -> str:
        """``player`` or ``team``: who is paired."""
        return "team" if self.matches is not None and self.matches.boards else "player"

    @property
    def simplicity(self) -> Simplicity:
        """The sort key of the event's size."""
        if self.matches is None:
            return simplicity_of(self.before)
        return simplicity_of(self.before, len(self.matches.scores), self.matches.boards)

    def as_paired(self, pairing: RoundPairing) -> Event:
        """Record a pairing of the round, as `as_paired` does."""
        return as_paired(self.event, pairing, 1 if self.matches is None else self.matches.rounds)

    @property
    def round_number(self) -> int:
        """The number of the round."""
        return self.before.rounds_recorded + 1

    @property
    def away(self) -> frozenset[int]:
        """TPNs of the players who are not to be paired in the round."""
        return frozenset(bye.tpn for bye in self.before.requested_byes)

    @property
    def units(self) -> tuple[frozenset[int], ...]:
        """Players who can be removed together: whole pairs of a recorded pairing, and each player without a game."""
        alone = [player.tpn for player in self.before.players]
        pairs = () if self.recorded is None else tuple(pair.players for pair in self.recorded.pairs)
        paired = frozenset().union(*pairs)
        return (*pairs, *(frozenset((tpn,)) for tpn in alone if tpn not in paired))


def situation_of(event: Event, round_number: int, *, asks: bool, games: int = 1) -> Situation:
    """
    Cut an event off before a round; ``asks``: a program will pair the round, so its record is dropped.

    ``games`` are the rounds of the file that are paired at once; ``round_number`` counts what is paired.
    """
    matches: Matches | None = None
    if event.is_team_event:
        event, matches = plain_of_teams(event)
    elif games > 1:
        event, matches = plain_of_games(event, games)
    if event.rounds_declared is None and event.rounds_recorded > round_number:
        event = replace(event, rounds_declared=event.rounds_recorded)  # so the round at hand is not taken for the last
    recorded = None if asks or round_number > event.rounds_recorded else recorded_pairing(event, round_number)
    before = team_events.cut_before_round(_long_enough(event, round_number), round_number)
    if matches is not None:
        matches = matches.renumber_rounds(lambda number: number >= round_number, lambda number: number)
    return Situation(before=before, recorded=recorded, matches=matches)


def _long_enough(event: Event, round_number: int) -> Event:
    """Return the event with an entry of every player for the round, which may be the next one."""
    if round_number <= event.rounds_recorded:
        return event
    byes = {bye.tpn: bye.result for bye in event.requested_byes if bye.round_number == round_number}
    players = tuple(
        replace(player, rounds=(*player.rounds, RoundEntry(None, None, byes.get(player.tpn, Result.PENDING))))
        for player in event.players
    )
    return replace(event, players=players, rounds_recorded=round_number)


def as_paired(before: Event, pairing: RoundPairing, games: int = 1) -> Event:
    """Record a pairing of the round with ``games`` for each pair: all drawn, points as they follow, no ranks."""
    if before.is_team_event:
        return team_events.with_next_matches(before, pairing)
    byes = {bye.tpn: RoundEntry(None, None, bye.result) for bye in before.requested_byes}
    left_out = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    players, in_games = [], repeat_in_games(byes | drawn_games(pairing), games)
    for player in before.players:
        rounds = (*player.rounds, *(of_game.get(player.tpn, left_out) for of_game in in_games))
        players.append(replace(player, rounds=rounds, rank=None))
    recorded = before.rounds_recorded + games
    return with_points_by_results(replace(before, players=tuple(players), rounds_recorded=recorded, requested_byes=()))


_WON = (Result.WIN, Result.UNRATED_WIN, Result.FORFEIT_WIN)
_LOST = (Result.LOSS, Result.UNRATED_LOSS, Result.FORFEIT_LOSS)


def played_result(result: Result) -> Result:
    """Return the result of a game as if it had been played to its end; what is neither won nor lost is a draw."""
    return Result.WIN if result in _WON else Result.LOSS if result in _LOST else Result.DRAW


def with_rows(situation: Situation, rows: Mapping[int, Iterable[RoundEntry]]) -> Situation:
    """Return the situation with other rows of the rounds before, by TPN; points follow."""
    return replace(situation, before=with_points_by_results(situation.before.with_rounds(rows)))


def rows_of(situation: Situation) -> dict[int, list[RoundEntry]]:
    """Return the rows of the rounds before, by TPN, to be changed."""
    return {player.tpn: list(player.rounds) for player in situation.before.players}


def reduced_to(situation: Situation, rows: Mapping[int, Sequence[RoundEntry]]) -> Situation:
    """Keep the players with a row, and number them anew from 1."""
    before = situation.before
    number = {tpn: place for place, tpn in enumerate(sorted(rows), start=1)}
    players = tuple(
        replace(
            player,
            tpn=number[player.tpn],
            rounds=tuple(_renumbered(entry, number) for entry in rows[player.tpn]),
        )
        for player in before.players
        if player.tpn in number
    )
    recorded = situation.recorded
    if recorded is not None:
        pairs = (pair for pair in recorded.pairs if pair.players <= number.keys())
        recorded = RoundPairing(
            pairs=tuple(Pair(number[pair.white], number[pair.black]) for pair in pairs),
            bye=number.get(recorded.bye) if recorded.bye is not None else None,
        )
    reduced = replace(
        before,
        players=players,
        requested_byes=tuple(replace(bye, tpn=number[bye.tpn]) for bye in before.requested_byes if bye.tpn in number),
        virtual_points=_rows_of_players(before.virtual_points, number, 1),
        forbidden=_rows_of_players(before.forbidden, number, 2),
        extra_points=tuple(
            replace(besides, tpn=number[besides.tpn]) for besides in before.extra_points if besides.tpn in number
        ),
        abnormal_points=tuple(
            replace(points, numbers=frozenset(number[tpn] for tpn in points.numbers if tpn in number))
            for points in before.abnormal_points
            if not points.numbers or points.numbers & number.keys()
        ),
        unexplained_blanks=(),
    )
    matches = None if situation.matches is None else situation.matches.renumber_players(number)
    return Situation(before=with_points_by_results(reduced), recorded=recorded, matches=matches)


def _renumbered(entry: RoundEntry, number: Mapping[int, int]) -> RoundEntry:
    return entry if entry.opponent is None else replace(entry, opponent=number[entry.opponent])


def _rows_of_players(entries: tuple[_Span, ...], number: Mapping[int, int], fewest: int) -> tuple[_Span, ...]:
    kept = []
    for entry in entries:
        players = frozenset(number[tpn] for tpn in entry.players if tpn in number)
        if len(players) >= fewest:
            kept.append(replace(entry, players=players))
    return tuple(kept)


def without_rounds(situation: Situation, dropped: Collection[int]) -> Situation:
    """Take earlier rounds out, and renumber the later ones everywhere."""
    before = situation.before
    kept = [number for number in range(1, before.rounds_recorded + 1) if number not in dropped]
    rows = {player.tpn: tuple(player.rounds[number - 1] for number in kept) for player in before.players}
    fewer = before.rounds_recorded - len(kept)
    at = _new_numbers(dropped)
    declared = before.rounds_declared
    shortened = replace(
        before,
        rounds_recorded=len(kept),
        rounds_declared=None if declared is None else declared - fewer,
        requested_byes=tuple(replace(bye, round_number=bye.round_number - fewer) for bye in before.requested_byes),
        virtual_points=_rows_of_rounds(before.virtual_points, at),
        forbidden=_rows_of_rounds(before.forbidden, at),
        abnormal_points=tuple(
            replace(points, round_number=points.round_number and at(points.round_number))
            for points in before.abnormal_points
            if points.round_number not in dropped
        ),
        unexplained_blanks=(),
    )
    matches = None if situation.matches is None else situation.matches.renumber_rounds(lambda one: one in dropped, at)
    return with_rows(replace(situation, before=shortened, matches=matches), rows)


def _new_numbers(dropped: Collection[int]) -> Callable[[int], int]:
    """Return the function from old to new round numbers; a removed round has the number of the last one before it."""

    def at(number: int) -> int:
        return number - sum(1 for gone in dropped if gone <= number)

    return at


def _rows_of_rounds(entries: tuple[_Span, ...], at: Callable[[int], int]) -> tuple[_Span, ...]:
    kept = []
    for entry in entries:
        first = at(entry.first_round - 1) + 1
        last = None if entry.last_round is None else at(entry.last_round)
        if last is None or first <= last:
            kept.append(replace(entry, first_round=first, last_round=last))
    return tuple(kept)


_SEED = 0
"""Decides what two play who bring no result with them."""


def replayed(situation: Situation, rules: Rules) -> Situation:
    """
    Pair every earlier round anew by the regulation; the players keep their results, as far as their opponents allow.

    Raise PairingError where a round cannot be paired.
    """
    before = situation.before

    def pair(event: Event, round_number: int) -> RoundPairing:
        return rules.open(replace(situation, before=event).event).round(round_number).expected()

    chance = random.Random(_SEED)  # noqa: S311 - reproducible, not secret
    played = play_on(extract_script(before), rewind_event(before, 0), before.rounds_recorded, pair, chance)
    if played.rounds_recorded < before.rounds_recorded:
        raise PairingError(f"round {played.rounds_recorded + 1} cannot be paired")
    return replace(situation, before=replace(played, requested_byes=before.requested_byes))
