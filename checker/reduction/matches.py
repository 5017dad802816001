"""
Events of matches (of teams, or of two games) as plain events with a row for each participant and round, and back.

Passes know rows in which a participant wins, draws or loses. Here an event of matches becomes such a *plain* one, whose
players are the teams or the players who are paired, and whose rounds are their matches; and a plain one is *written* as
what rules and programs ask for. A match without a score of its own is won by one game, all others drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.verdicts.team_events import team_participants, with_team_points
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import ABSENT, Colour, Event, ParticipantKind, Player, RequestedBye, Result, RoundEntry
from tournaments.multi_game_rounds import count_rounds_by_games, count_rounds_by_matches, entry_in_game
from tournaments.points import with_points_by_results
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event
from tournaments.teams.records import Team, TeamAllocatedByes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tournaments.model import ScoringSystem

Games = tuple[Result, ...]
"""The results of one side in the games of a match."""
_PLAYED = (Result.WIN, Result.DRAW, Result.LOSS)
_ANSWERS = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}
_REQUESTED = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)


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
        return self.exact or _answered(games_of((self.own, self.other), colours, worth))

    @property
    def result(self) -> Result:
        """The result of the match for that side."""
        return result_of(self.own, self.other)


@dataclass(frozen=True, kw_only=True)
class Matches(ABC):
    """How the matches of an event are written in a file."""

    scores: tuple[MatchScore, ...] = ()

    @property
    @abstractmethod
    def rounds(self) -> int:
        """Rounds of the file in a match."""

    @property
    @abstractmethod
    def noun(self) -> str:
        """``team`` or ``player``: who is paired."""

    @property
    def team_boards(self) -> int:
        """Boards on which teams play; 0 where players are paired."""
        return 0

    def on_boards(self, boards: int, plain: Event) -> tuple[Event, Matches] | None:
        """Return an event of teams on fewer boards; None if no more boards exist, or a match has its own score."""
        del boards, plain
        return None

    @abstractmethod
    def to_event(self, plain: Event) -> Event:
        """Return the event that a plain one stands for."""

    @abstractmethod
    def is_exact(self, plain: Event, event: Event) -> bool:
        """Return whether a plain event, written again, has the rounds of the original event."""

    def renumber_players(self, number: Mapping[int, int]) -> Matches:
        """Keep the scores of some, by their new numbers."""
        kept = (replace(one, number=number[one.number]) for one in self.scores if one.number in number)
        return replace(self, scores=tuple(kept))

    def renumber_rounds(self, dropped: Callable[[int], bool], at: Callable[[int], int]) -> Matches:
        """Keep the scores of rounds that are not dropped, by their new numbers."""
        kept = (replace(one, round_number=at(one.round_number)) for one in self.scores if not dropped(one.round_number))
        return replace(self, scores=tuple(kept))

    def games(self, number: int, tpn: int, entry: RoundEntry, colours: Sequence[Colour], worth: ScoringSystem) -> Games:
        """Return the results of a side in the games of a match, with the colours that it has in them."""
        opponent, is_white = entry.opponent, entry.colour is Colour.WHITE
        if opponent is None:
            return (entry.result,) * len(colours)
        of_white = colours if is_white else [colour.opposite for colour in colours]
        result = entry.result if is_white else _ANSWERS[entry.result]
        white, black = (tpn, opponent) if is_white else (opponent, tpn)
        return self._sides(number, (white, black), result, of_white, worth)[0 if is_white else 1]

    def _sides(
        self, number: int, sides: tuple[int, int], result: Result, colours: Sequence[Colour], worth: ScoringSystem
    ) -> tuple[Games, Games]:
        """Return the results of White and of Black in the games of a match."""
        for one in self.scores:
            if one.round_number == number and one.number == sides[0] and one.result is result:
                return one.games(colours, worth)
            if one.round_number == number and one.number == sides[1] and one.result is _ANSWERS[result]:
                return one.games([colour.opposite for colour in colours], worth)[::-1]
        return _answered(usual_games(result, len(colours)))


def result_of(own: int, opposing: int) -> Result:
    """Return the result of a match by its game points."""
    return Result.DRAW if own == opposing else Result.WIN if own > opposing else Result.LOSS


def usual_games(result: Result, games: int) -> Games:
    """Return the results of the games of a match that one game decides."""
    return (result, *(Result.DRAW,) * (games - 1))


def games_of(points: tuple[int, int], colours: Sequence[Colour], worth: ScoringSystem) -> Games:
    """Return the results of games, wins first, that give both sides their points, or come as near as can be."""
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
    return games, tuple(_ANSWERS[one] for one in games)


def _missing(target: tuple[int, int], actual: tuple[int, int]) -> int:
    return abs(target[0] - actual[0]) + abs(target[1] - actual[1])


# --- matches of teams -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TeamMatches(Matches):
    """Every team has as many players as there are boards, who play all matches."""

    boards: int
    byes: TeamAllocatedByes
    """The value of the pairing-allocated bye (320)."""

    @property
    def rounds(self) -> int:
        """One."""
        return 1

    @property
    def noun(self) -> str:
        """Teams."""
        return "team"

    @property
    def team_boards(self) -> int:
        """As many as each team has players."""
        return self.boards

    def on_boards(self, boards: int, plain: Event) -> tuple[Event, Matches] | None:
        """Return the same with fewer boards; None where there are no more, or a match has a score of its own."""
        if self.boards <= boards or self.scores:
            return None
        return replace(plain, board_colours=plain.board_colours[:boards]), replace(self, boards=boards)

    def to_event(self, plain: Event) -> Event:
        """Return the event of teams: a win or loss by forfeit is one on all boards."""
        members = {team.tpn: self._members(place) for place, team in enumerate(plain.players)}
        rows: dict[int, list[RoundEntry]] = {tpn: [] for players in members.values() for tpn in players}
        for team in plain.players:
            for number in range(1, plain.rounds_recorded + 1):
                for tpn, board in zip(members[team.tpn], self._boards(plain, number, team, members), strict=True):
                    rows[tpn].append(board)
        bye_of = [self._with_bye(plain, index) for index in range(plain.rounds_recorded)]
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
        colours = board_colours(plain, self.boards, entry.colour)
        played = entry.result in _PLAYED
        results = (
            self.games(number, team.tpn, entry, colours, plain.scoring) if played else (entry.result,) * self.boards
        )
        for opponent, colour, result in zip(members[entry.opponent], colours, results, strict=True):
            yield RoundEntry(opponent, colour, result)

    @staticmethod
    def _with_bye(plain: Event, index: int) -> int | None:
        bye = Result.PAIRING_ALLOCATED_BYE
        return next((team.tpn for team in plain.players if team.rounds[index].result is bye), None)


def board_colours(event: Event, boards: int, first: Colour) -> tuple[Colour, ...]:
    """Return the colours of a team that has the given one on the first board; they alternate if nothing is declared."""
    usual = (Colour.WHITE, Colour.BLACK)
    of_white = event.board_colours or tuple(usual[board % 2] for board in range(boards))
    return tuple(colour if first is of_white[0] else colour.opposite for colour in of_white)


def _recorded_byes(plain: Event) -> Iterator[RequestedBye]:
    """Yield the byes that teams asked for in recorded rounds (240)."""
    for number in range(1, plain.rounds_recorded + 1):
        for team in plain.players:
            result = team.rounds[number - 1].result
            if result in _REQUESTED:
                yield RequestedBye(round_number=number, tpn=team.tpn, result=result)


def plain_of_teams(event: Event) -> tuple[Event, TeamMatches]:
    """Return a team event plainly, and how its matches are written."""
    teams = team_event(event)
    matches = TeamMatches(boards=teams.boards, byes=replace(event.team_allocated_byes or TeamAllocatedByes(), teams=()))
    participants = team_participants(event)
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
                    told, entry.colour, board_colours(event, teams.boards, entry.colour), event.scoring
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

    count: int

    @property
    def rounds(self) -> int:
        """The games of a match."""
        return self.count

    @property
    def noun(self) -> str:
        """Players."""
        return "player"

    def to_event(self, plain: Event) -> Event:
        """Return the event with a row for each game."""
        players = tuple(replace(player, rounds=tuple(self._rows(plain, player))) for player in plain.players)
        recorded = self.count * plain.rounds_recorded
        return with_points_by_results(
            replace(count_rounds_by_games(plain, self.count), players=players, rounds_recorded=recorded)
        )

    def is_exact(self, plain: Event, event: Event) -> bool:
        """Return whether all players have the same games and byes in as many rounds."""
        written = self.to_event(plain)
        given = {player.tpn: player.rounds[: written.rounds_recorded] for player in event.players}
        return {player.tpn: player.rounds for player in written.players} == given

    def _rows(self, plain: Event, player: Player) -> Iterator[RoundEntry]:
        for number, entry in enumerate(player.rounds, start=1):
            alike = [entry_in_game(entry, game) for game in range(self.count)]
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
    return plain, DoubleGames(count=games, scores=tuple(scores))


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
    """Whether no game was played, and all had the same result: forfeited as a whole, or without a result."""
    return not any(one.was_played for one in match) and len({one.result for one in match}) == 1
