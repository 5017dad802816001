"""
Errors planted into events with right pairings, which a checker must find in their round; and wrong rank orders.

The last round is changed, so that every round before it stays right; its games are recorded as drawn; points follow.
Since the regulation allows one pairing of a round, any other one is wrong.

A rank order is planted only where the list of tie-breaks decides, and nothing that the file or the text of C.07 leaves
open excuses the order.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.standings.check import Basis, judge_standings
from checker.standings.findings import StandingsVerdict
from checker.verdicts import team_events
from random_tournaments.simulation import compute_ranks
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import as_ranked
from standings.codes import POINTS
from standings.rules import EDITIONS, determine_rules
from standings.tie_break_lists import read_declared_lists
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Player, Result, RoundEntry
from tournaments.multi_game_rounds import repeat_in_games

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping


class PlantedError(Enum):
    """The kind of a planted error; in a team event, an error with the teams."""

    EXCHANGED_OPPONENTS = "exchanged opponents"
    """Two boards exchange their Black players."""
    REVERSED_COLOURS = "reversed colours"
    """Of one board."""
    MOVED_BYE = "moved bye"
    """Another player has the pairing-allocated bye, and its owner plays that player's game."""
    SECOND_BYE = "second bye"
    """A player who has had the pairing-allocated bye has it again."""
    REPEATED_GAME = "repeated game"
    """Two players meet for the second time, and so do their opponents of the round."""


class PlantedEvent(FrozenStruct, frozen=True, kw_only=True):
    """An event with one error."""

    event: Event
    error: PlantedError | PlantedStandings
    round_number: int
    """As it is judged: of matches of several games, that of the match; `RANK_ORDER` for a wrong rank order."""


Past = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""TPNs of players with an earlier pairing-allocated bye; pairs of players who have met, from either side."""


def _past(event: Event, games: int) -> Past:
    """Look at the rounds before the last one: those of players, or of teams."""
    rows = [(one.tpn, entry) for one in team_events.participants_of(event) for entry in one.rounds[:-games]]
    return (
        tuple(dict.fromkeys(tpn for tpn, entry in rows if entry.result is Result.PAIRING_ALLOCATED_BYE)),
        tuple((tpn, entry.opponent) for tpn, entry in rows if entry.was_played and entry.opponent is not None),
    )


def plant(event: Event, error: PlantedError, rng: random.Random, games: int = 1) -> PlantedEvent | None:
    """
    Return the event with the error in its last recorded round; None if the event has no place for it.

    ``games`` are the rounds of the file that are paired at once (`Edition.file_rounds_per_round`).
    """
    last = event.rounds_recorded // games
    if not last or event.rounds_recorded % games:
        return None
    pairing = recorded_pairing(event, games * (last - 1) + 1)
    wrong = _PLANTINGS[error](_past(event, games), pairing, rng) if len(pairing.pairs) > 1 else None
    if wrong is None:
        return None
    return PlantedEvent(event=with_last_round(event, wrong, games), error=error, round_number=last)


def recorded_pairing(event: Event, round_number: int) -> RoundPairing:
    """Return the pairing of a round as its players or teams record it, by the TPN of White; with forfeited games."""
    pairs, bye = [], None
    for one in team_events.participants_of(event):
        entry = one.rounds[round_number - 1]
        if entry.opponent is not None and entry.colour is Colour.WHITE:
            pairs.append(Pair(one.tpn, entry.opponent))
        elif entry.result is Result.PAIRING_ALLOCATED_BYE:
            bye = one.tpn
    return RoundPairing(pairs=tuple(pairs), bye=bye)


def drawn_games(pairing: RoundPairing) -> dict[int, RoundEntry]:
    """Return the entries of a pairing, by TPN, with every game drawn."""
    entries: dict[int, RoundEntry] = {}
    for pair in pairing.pairs:
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW)
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    return entries


def with_last_round(event: Event, pairing: RoundPairing, games: int = 1) -> Event:
    """Record another pairing of the last round, in all its games: they are drawn, points as they follow."""
    if event.is_team_event:
        return team_events.with_last_matches(event, pairing)
    players, in_games = [], repeat_in_games(drawn_games(pairing), games)
    for player in event.players:
        recorded = zip(in_games, player.rounds[-games:], strict=True)
        rounds = (*player.rounds[:-games], *(given.get(player.tpn, entry) for given, entry in recorded))
        players.append(replace(player, rounds=rounds, points=sum(map(event.scoring.points, rounds))))
    return replace(event, players=tuple(players))


def _exchange_opponents(_past: Past, pairing: RoundPairing, rng: random.Random) -> RoundPairing:
    pairs = list(pairing.pairs)
    one, other = rng.sample(range(len(pairs)), 2)
    pairs[one], pairs[other] = Pair(pairs[one].white, pairs[other].black), Pair(pairs[other].white, pairs[one].black)
    return replace(pairing, pairs=tuple(pairs))


def _reverse_colours(_past: Past, pairing: RoundPairing, rng: random.Random) -> RoundPairing:
    pairs = list(pairing.pairs)
    board = rng.randrange(len(pairs))
    pairs[board] = Pair(pairs[board].black, pairs[board].white)
    return replace(pairing, pairs=tuple(pairs))


def _move_bye(_past: Past, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    if pairing.bye is None:
        return None
    return _bye_for(pairing, rng.choice(pairing.pairs).black)


def _second_bye(past: Past, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    playing = {tpn for pair in pairing.pairs for tpn in pair.players}
    had = [tpn for tpn in past[0] if tpn in playing]
    if pairing.bye is None or not had:
        return None
    return _bye_for(pairing, rng.choice(had))


def _bye_for(pairing: RoundPairing, spared: int) -> RoundPairing:
    """Leave one of the paired players out; the player who was to have the bye takes the place."""
    owner = pairing.bye
    if owner is None:
        raise ValueError("no player has the bye")
    pairs = tuple(
        Pair(*(owner if tpn == spared else tpn for tpn in (pair.white, pair.black))) for pair in pairing.pairs
    )
    return RoundPairing(pairs=pairs, bye=spared)


def _repeat_game(past: Past, pairing: RoundPairing, rng: random.Random) -> RoundPairing | None:
    opponents = {pair.white: pair.black for pair in pairing.pairs} | {pair.black: pair.white for pair in pairing.pairs}
    met = [pair for pair in past[1] if opponents.keys() >= {*pair}]
    if not met:
        return None
    one, other = rng.choice(met)
    kept = [pair for pair in pairing.pairs if not pair.players & {one, other}]
    return replace(pairing, pairs=(*kept, Pair(one, other), Pair(opponents[one], opponents[other])))


_PLANTINGS: dict[PlantedError, Callable[[Past, RoundPairing, random.Random], RoundPairing | None]] = {
    PlantedError.EXCHANGED_OPPONENTS: _exchange_opponents,
    PlantedError.REVERSED_COLOURS: _reverse_colours,
    PlantedError.MOVED_BYE: _move_bye,
    PlantedError.SECOND_BYE: _second_bye,
    PlantedError.REPEATED_GAME: _repeat_game,
}


RANK_ORDER = 0
"""Stands for the rank order among the numbers of rounds."""


class PlantedStandings(Enum):
    """The kind of an error in a rank order."""

    EXCHANGED_NEIGHBOURS = "exchanged neighbours"
    """Two who stand beside each other have each other's rank."""
    TIE_BREAK_LEFT_OUT = "tie-break left out"
    BYE_AS_GAME = "bye as a game"
    """Pairing-allocated byes are ranked as games won against the player with the lowest number."""
    OLDER_EDITION = "older edition"
    """The edition of C.07 before the one in force."""


def plant_standings(event: Event, error: PlantedStandings, rng: random.Random) -> Event | None:
    """
    Return the event with a wrong rank order; None if the error changes nothing.

    Neither can it be planted where no tie-breaks are named, or no edition is known to be in force.
    """
    lists = read_declared_lists(event)
    if not lists or event.start is None or event.start < EDITIONS[0].in_force_from:
        return None
    basis = Basis(event=as_ranked(event), codes=lists[0].codes, rules=determine_rules(event))
    wrong = _ORDER_PLANTINGS[error](basis, rng)
    if wrong is None:
        return None
    planted = with_ranks(event, wrong)
    finding = judge_standings(planted)
    return planted if finding is not None and finding.verdict is StandingsVerdict.WRONG else None


def with_ranks(event: Event, ranks: Mapping[int, int]) -> Event:
    """Write the ranks of players, or of teams in a team event, by number."""
    if event.is_team_event:
        return replace(event, teams=tuple(replace(team, rank=ranks[team.number]) for team in event.teams))
    return replace(event, players=tuple(replace(player, rank=ranks[player.tpn]) for player in event.players))


def ranked_again(event: Event) -> Event:
    """Let the rank order follow from the results, after some of these were changed."""
    lists = read_declared_lists(event)
    return with_ranks(event, compute_ranks(event, lists[0].codes if lists else ()))


def _rank_singly(basis: Basis) -> dict[int, int]:
    """Give every rank once, lower numbers first among players who share one."""
    ranks = basis.standings().ranks
    order = sorted(ranks, key=lambda number: (ranks[number], number))
    return {number: place for place, number in enumerate(order, start=1)}


def _exchange(basis: Basis, rng: random.Random) -> dict[int, int] | None:
    standings = basis.standings()
    order = [number for group in standings.groups for number in group]
    ranks = standings.ranks
    parted = [place for place in range(1, len(order)) if ranks[order[place - 1]] != ranks[order[place]]]
    if not parted:
        return None
    place = rng.choice(parted)
    order[place - 1], order[place] = order[place], order[place - 1]
    return {number: at for at, number in enumerate(order, start=1)}


def _leave_out(basis: Basis, rng: random.Random) -> dict[int, int] | None:
    tie_breaks = [place for place, code in enumerate(basis.codes) if code != POINTS]
    if not tie_breaks:
        return None
    place = rng.choice(tie_breaks)
    return _rank_singly(replace(basis, codes=basis.codes[:place] + basis.codes[place + 1 :]))


def _count_byes_as_games(basis: Basis, _rng: random.Random) -> dict[int, int] | None:
    event = basis.event
    if event.is_team_event:  # the records of byes would contradict such games
        return None
    lowest, second = sorted(player.tpn for player in event.players)[:2]
    played = tuple(_with_byes_as_games(player, second if player.tpn == lowest else lowest) for player in event.players)
    return _rank_singly(replace(basis, event=replace(event, players=played)))


def _with_byes_as_games(player: Player, opponent: int) -> Player:
    rounds = tuple(
        replace(entry, opponent=opponent, result=Result.WIN) if entry.result is Result.PAIRING_ALLOCATED_BYE else entry
        for entry in player.rounds
    )
    return replace(player, rounds=rounds)


def _go_back(basis: Basis, _rng: random.Random) -> dict[int, int] | None:
    at = EDITIONS.index(basis.rules.edition)
    if at == 0:
        return None
    return _rank_singly(replace(basis, rules=replace(basis.rules, edition=EDITIONS[at - 1])))


_ORDER_PLANTINGS: dict[PlantedStandings, Callable[[Basis, random.Random], dict[int, int] | None]] = {
    PlantedStandings.EXCHANGED_NEIGHBOURS: _exchange,
    PlantedStandings.TIE_BREAK_LEFT_OUT: _leave_out,
    PlantedStandings.BYE_AS_GAME: _count_byes_as_games,
    PlantedStandings.OLDER_EDITION: _go_back,
}
