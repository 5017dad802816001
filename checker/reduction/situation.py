"""A round in its event, and the parts that can be taken away from it."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

from checker.planted_errors.planting import recorded_pairing
from checker.reduction.matches import Matches, plain_of_games, plain_of_teams
from checker.verdicts.positions import cut_before_round
from checker.verdicts.team_events import with_next_matches
from random_tournaments.scripts import extract_script, play_on, rewind_event
from reference_engines.frame.results import Pair, PairingError, RoundPairing
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, ForbiddenGroup, Result, RoundEntry, ScoringSystem, VirtualPoints
from tournaments.multi_game_rounds import repeat_in_games
from tournaments.points import with_points_by_results

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from reference_engines.frame.rules import Rules

    _Span = TypeVar("_Span", VirtualPoints, ForbiddenGroup)

_DECISIVE = frozenset((Result.WIN, Result.LOSS))
_GAMES = frozenset((Result.WIN, Result.DRAW, Result.LOSS))


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
        forfeits=sum(1 for result in results if not (result.is_bye or result in _GAMES)),
        accelerated=len(event.virtual_points) + event.system.code.endswith("_BAKU"),
        kept_apart=sum(len(group.players) * (len(group.players) - 1) // 2 for group in event.forbidden),
        odd_scoring=sum(
            1 for worth in fields(usual) if getattr(event.scoring, worth.name) != getattr(usual, worth.name)
        ),
        scores=scores,
        boards=boards,
        decisive=sum(1 for result in results if result in _DECISIVE),
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
        return "player" if self.matches is None else self.matches.noun

    @property
    def simplicity(self) -> Simplicity:
        """The key of it."""
        if self.matches is None:
            return simplicity_of(self.before)
        return simplicity_of(self.before, len(self.matches.scores), self.matches.team_boards)

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
    Cut an event off before a round; ``asks`` whether a program will pair it, so that the record of it is dropped.

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
    before = cut_before_round(_long_enough(event, round_number), round_number)
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
        return with_next_matches(before, pairing)
    entries = {bye.tpn: RoundEntry(None, None, bye.result) for bye in before.requested_byes}
    for pair in pairing.pairs:
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW)
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    left_out = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    players, in_games = [], repeat_in_games(entries, games)
    for player in before.players:
        rounds = (*player.rounds, *(of_game.get(player.tpn, left_out) for of_game in in_games))
        players.append(replace(player, rounds=rounds, rank=None))
    recorded = before.rounds_recorded + games
    return with_points_by_results(replace(before, players=tuple(players), rounds_recorded=recorded, requested_byes=()))


def with_rows(situation: Situation, rows: Mapping[int, tuple[RoundEntry, ...]]) -> Situation:
    """Return the situation with other rows of the rounds before, by TPN; points follow."""
    players = tuple(replace(player, rounds=rows[player.tpn]) for player in situation.before.players)
    return replace(situation, before=with_points_by_results(replace(situation.before, players=players)))


def rows_of(situation: Situation) -> dict[int, list[RoundEntry]]:
    """Return the rows of the rounds before, by TPN, to be changed."""
    return {player.tpn: list(player.rounds) for player in situation.before.players}


def reduced_to(situation: Situation, rows: Mapping[int, tuple[RoundEntry, ...]]) -> Situation:
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


class ReplayError(Exception):
    """A round cannot be paired by the regulation."""


def replayed(situation: Situation, rules: Rules) -> Situation:
    """
    Pair every earlier round anew by the regulation; the players keep their results, as far as their opponents allow.

    Raise ReplayError where a round cannot be paired.
    """
    before = situation.before

    def pair(event: Event, round_number: int) -> RoundPairing:
        return rules.open(replace(situation, before=event).event).round(round_number).expected()

    chance = random.Random(_SEED)  # noqa: S311 - reproducible, not secret
    try:
        played = play_on(extract_script(before), rewind_event(before, 0), before.rounds_recorded, pair, chance)
    except PairingError as error:
        raise ReplayError(str(error)) from error
    if played.rounds_recorded < before.rounds_recorded:
        raise ReplayError(f"round {played.rounds_recorded + 1} cannot be paired")
    return replace(situation, before=replace(played, requested_byes=before.requested_byes))
