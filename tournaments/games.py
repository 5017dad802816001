"""
Games settled from the two rows that record them.

If the two rows contradict each other about opponents, colours, results, or whether the game was played, the game cannot
be settled, which is an error. A statement of only one row holds for both rows. The reader settles the games of a file;
`settle_games` settles those of an event in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Player, Result, RoundEntry
from tournaments.places import COLOUR_OFFSET, OPPONENT_OFFSET, RESULT_OFFSET, Places
from tournaments.problems import (
    FileProblem,
    ProblemCode,
    ProblemLog,
    ProblemSeverity,
    UnreadableEventError,
    counted_noun,
)

_Players = tuple[int, int]
_Entries = tuple[RoundEntry, RoundEntry]

_ORDINARY_RESULTS = frozenset(("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD"))
"""Pairs of results that need no remark."""
OPPONENT_RESULTS = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}
"""The opponent's result of each of the most frequent results."""
_OPPOSITE_COLOURS = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, None: "no colour"}
"""The text keeps a missing colour from being its own opposite."""
_OPPONENT_RESULTS = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.UNRATED_WIN: Result.UNRATED_LOSS,
    Result.UNRATED_DRAW: Result.UNRATED_DRAW,
    Result.UNRATED_LOSS: Result.UNRATED_WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
}
"""The opponent's result, if only one row has a result."""
_UNUSUAL_RESULTS = frozenset(("00", "=0", "0=", "LL", "DL", "LD"))
"""Pairs of results that an arbiter can decide."""
_HALF_POINTS = {
    Result.WIN: 2,
    Result.DRAW: 1,
    Result.LOSS: 0,
    Result.UNRATED_WIN: 2,
    Result.UNRATED_DRAW: 1,
    Result.UNRATED_LOSS: 0,
    Result.FORFEIT_WIN: 2,
    Result.FORFEIT_LOSS: 0,
}
"""Half points of a result in the usual scoring; the two results of a game have at most two together."""
_MAX_HALF_POINTS = 2


SettledEntries = dict[tuple[int, int], "RoundEntry"]
"""(TPN, round) to the settled entry, if it differs from the entry in the row."""


def agree_in_all_games(entries: Mapping[int, Sequence[RoundEntry]]) -> bool:
    """Whether the two rows of every game, by TPN, agree, so that nothing has to be settled or reported."""
    games = settled = 0
    for tpn, own in entries.items():
        for index, entry in enumerate(own):
            opponent = entry.opponent
            if opponent is None:
                if entry.result.is_game:
                    return False
                continue
            games += 1
            if tpn < opponent:
                theirs = entries.get(opponent)
                if theirs is None or index >= len(theirs):
                    return False
                answer = theirs[index]
                if answer.opponent != tpn:
                    return False
                # As in _is_frequent; there are thousands of games, and a call would double the cost.
                is_frequent = (
                    answer.result is OPPONENT_RESULTS.get(entry.result)
                    and answer.colour is _OPPOSITE_COLOURS[entry.colour]
                )
                if not (is_frequent or _are_consistent(entry, answer)):
                    return False
                settled += 2
    return games == settled


def _is_frequent(first: RoundEntry, second: RoundEntry) -> bool:
    """Whether the two entries agree on a game with a result and colours."""
    return second.result is OPPONENT_RESULTS.get(first.result) and second.colour is _OPPOSITE_COLOURS[first.colour]


def _are_consistent(first: RoundEntry, second: RoundEntry) -> bool:
    """Whether the two entries agree that the game was played or was not, with opposite colours or without colours."""
    if first.colour is None or second.colour is None:
        are_forfeits = first.result.is_forfeit and second.result.is_forfeit
        return first.colour is second.colour and are_forfeits and not _contradict(first.result, second.result)
    if first.result.is_bye or second.result.is_bye or _contradict(first.result, second.result):
        return False
    are_known = (first.result is Result.PENDING) == (second.result is Result.PENDING)
    return first.colour is not second.colour and are_known and first.result.is_forfeit == second.result.is_forfeit


def _contradict(first: Result, second: Result) -> bool:
    """Whether the two results of a game cannot both be true, such as two wins."""
    return _HALF_POINTS.get(first, 0) + _HALF_POINTS.get(second, 0) > _MAX_HALF_POINTS


class GameCheck(FrozenStruct, frozen=True, kw_only=True):
    """The comparison of the two entries of every game."""

    entries: Mapping[int, Sequence[RoundEntry]]
    """The rounds of each player, by TPN."""
    unread: frozenset[int]
    """Players whose rows could not be read completely, so that their games are not reported."""
    is_complete: bool
    """Whether the numbers of all rows are known, so that any further number is unknown."""
    places: Places
    log: ProblemLog

    def run(self) -> SettledEntries:
        """Report every game whose two entries disagree, and return the entries that had to be settled."""
        settled_entries: SettledEntries = {}
        pending: dict[int, list[_Players]] = {}
        for tpn, own in self.entries.items():
            for index, entry in enumerate(own):
                opponent = entry.opponent
                if opponent is None:
                    if entry.result.is_game:
                        self._report_no_opponent(tpn, index + 1, entry)
                    continue
                theirs = self.entries.get(opponent)
                if theirs is None or opponent == tpn:
                    self._report_opponent(tpn, opponent, index + 1)
                elif index >= len(theirs) or theirs[index].opponent != tpn:
                    self._report_one_sided(tpn, opponent, index + 1)
                elif tpn < opponent and not _is_frequent(entry, theirs[index]):
                    self._settle(tpn, opponent, index + 1, settled_entries)
                    if entry.result is theirs[index].result is Result.PENDING:
                        pending.setdefault(index + 1, []).append((tpn, opponent))
        self._report_pending(pending)
        return settled_entries

    def _report_pending(self, pending: Mapping[int, Sequence[_Players]]) -> None:
        """Report the games of each round that have no result, at the first such game."""
        for round_number, games in pending.items():
            tpn, opponent = games[0]
            message = f"{len(games)} games of round {round_number} have no result yet"
            if len(games) == 1:
                message = f"round {round_number}: the game of players {tpn} and {opponent} has no result yet"
            at = self.places.entry_place(tpn, round_number, RESULT_OFFSET)
            self.log.add(ProblemCode.RESULT_PENDING, message, "enter the result when it is known", at=at)

    def _report_no_opponent(self, tpn: int, round_number: int, entry: RoundEntry) -> None:
        """Report a game without an opponent; for a file the reader of cells has reported it."""
        if tpn in self.unread:
            return
        self.log.add(
            ProblemCode.RESULT_WITHOUT_OPPONENT,
            f"round {round_number}: player {tpn} has the result {entry.result.value} of a game, but no opponent",
            "write the opponent's number",
            at=self.places.entry_place(tpn, round_number, RESULT_OFFSET),
            found=entry.result.value,
        )

    def _report_opponent(self, tpn: int, opponent: int, round_number: int) -> None:
        at = self.places.entry_place(tpn, round_number, OPPONENT_OFFSET)
        if opponent == tpn:
            message = f"round {round_number}: player {tpn} is entered as their own opponent"
            remedy = "write the opponent's number"
            self.log.add(ProblemCode.OPPONENT_SELF, message, remedy, at=at, found=str(opponent))
        elif self.is_complete and opponent not in self.unread:
            message = f"round {round_number}: opponent {opponent} of player {tpn} has no 001 record"
            remedy = "correct the number, or add the player"
            self.log.add(ProblemCode.OPPONENT_UNKNOWN, message, remedy, at=at, found=str(opponent))

    def _report_one_sided(self, tpn: int, opponent: int, round_number: int) -> None:
        if opponent in self.unread:
            return
        theirs = self.entries[opponent]
        answer = theirs[round_number - 1].opponent if round_number <= len(theirs) else None
        has = f"plays {answer}" if answer else "has no opponent"
        self.log.add(
            ProblemCode.OPPONENT_ONE_SIDED,
            f"round {round_number}: player {tpn} plays {opponent}, but player {opponent} {has}"
            + self.places.mention(opponent),
            "enter the game in both rows",
            at=self.places.entry_place(tpn, round_number, OPPONENT_OFFSET),
            found=str(opponent),
        )

    def _settle(self, tpn: int, opponent: int, round_number: int, settled_entries: SettledEntries) -> None:
        """Settle a game of two players, the lower number first, and report settlements and contradictions."""
        entries = self.entries[tpn][round_number - 1], self.entries[opponent][round_number - 1]
        settled = self._settle_colours((tpn, opponent), round_number, entries)
        settled = self._settle_results((tpn, opponent), round_number, settled)
        for number, before, after in zip((tpn, opponent), entries, settled, strict=True):
            if after is not before:
                settled_entries[number, round_number] = after

    def _settle_colours(self, players: _Players, round_number: int, entries: _Entries) -> _Entries:
        """Give a player without a colour the opposite of the opponent's colour; report impossible colours."""
        first, second = entries
        if first.colour is not None and second.colour is not None:
            if first.colour is second.colour:
                self._report_same_colour(players, round_number, first.colour)
            return entries
        known = first.colour or second.colour
        if known is None:
            if not (first.result.is_forfeit and second.result.is_forfeit):
                self._report_no_colours(players, round_number)
            return entries
        index = 0 if first.colour is None else 1
        tpn, opponent = players[index], players[1 - index]
        self.log.add(
            ProblemCode.COLOUR_ONE_SIDED,
            f"round {round_number}: player {tpn} has no colour against {opponent}, who has {known.name.capitalize()}; "
            f"{known.opposite.name.capitalize()} was read" + self.places.mention(tpn, opponent),
            "write the colour in both rows, or in neither",
            at=self.places.entry_place(tpn, round_number, COLOUR_OFFSET),
        )
        completed = replace(entries[index], colour=known.opposite)
        return (completed, second) if index == 0 else (first, completed)

    def _report_same_colour(self, players: _Players, round_number: int, colour: Colour) -> None:
        tpn, opponent = players
        self.log.add(
            ProblemCode.COLOUR_SAME,
            f"round {round_number}: players {tpn} and {opponent} both have {colour.name.capitalize()}"
            + self.places.mention(tpn, opponent),
            "correct one of the colours",
            at=self.places.entry_place(opponent, round_number, COLOUR_OFFSET),
            found=colour.value,
        )

    def _report_no_colours(self, players: _Players, round_number: int) -> None:
        tpn, opponent = players
        self.log.add(
            ProblemCode.COLOUR_MISSING,
            f"round {round_number}: neither of players {tpn} and {opponent} has a colour"
            + self.places.mention(tpn, opponent),
            "write w and b",
            at=self.places.entry_place(opponent, round_number, COLOUR_OFFSET),
        )

    def _settle_results(self, players: _Players, round_number: int, entries: _Entries) -> _Entries:
        """Complete a result that only one row has; report two results that disagree."""
        first, second = entries
        results = first.result.value + second.result.value
        if "*" in results and not (first.result.is_bye or second.result.is_bye):
            return self._settle_missing_result(players, round_number, entries, results)
        if results not in _ORDINARY_RESULTS:
            self._report_results(players, round_number, entries)
        return entries

    def _report_results(self, players: _Players, round_number: int, entries: _Entries) -> None:
        (tpn, opponent), (first, second) = players, entries
        results = first.result.value + second.result.value
        code = ProblemCode.RESULTS_UNUSUAL if results in _UNUSUAL_RESULTS else ProblemCode.RATED_OR_NOT
        why, remedy = "", "check the result"
        if first.result.is_bye or second.result.is_bye:
            code, remedy = ProblemCode.BYE_WITH_OPPONENT, "write the result, or 0000 - and the bye"
        elif first.result.is_forfeit != second.result.is_forfeit:
            code = ProblemCode.PLAYED_OR_NOT
            why, remedy = ": was the game played?", "write 1, = or 0 for a game that was played, + and - for a forfeit"
        elif _contradict(first.result, second.result):
            code = ProblemCode.RESULTS_CONTRADICT
            why, remedy = ", which cannot both be true", "correct one of the two results"
        elif code is ProblemCode.RATED_OR_NOT:
            why, remedy = (
                ", one of them unrated",
                "write W, D, L in both rows of an unrated game, in no row of a rated one",
            )
        self.log.add(
            code,
            f"round {round_number}: players {tpn} and {opponent} have the results {results[0]} and {results[1]}{why}"
            + self.places.mention(tpn, opponent),
            remedy,
            at=self.places.entry_place(opponent, round_number, RESULT_OFFSET),
            found=results[1],
        )

    def _settle_missing_result(self, players: _Players, round_number: int, entries: _Entries, results: str) -> _Entries:
        """Settle a game of which one row or both have no result."""
        side = results.index("*")
        tpn, opponent = players[side], players[1 - side]
        at = self.places.entry_place(tpn, round_number, RESULT_OFFSET)
        if results == "**":
            return entries
        answer = _OPPONENT_RESULTS[entries[1 - side].result]
        message = (
            f"round {round_number}: player {tpn} has no result against {opponent}, who has {results[1 - side]}; "
            f"{answer.value} was read" + self.places.mention(tpn, opponent)
        )
        self.log.add(ProblemCode.RESULT_ONE_SIDED, message, "write the result in both rows", at=at)
        completed = replace(entries[side], result=answer)
        return (completed, entries[1]) if side == 0 else (entries[0], completed)


_MAX_LISTED_CONTRADICTIONS = 3
"""The number of contradictions that are listed; further contradictions are counted."""


def settle_games(event: Event) -> Event:
    """
    Return the event with the two rows of every game in agreement; the same event if all rows agree.

    A statement of only one row is copied to the other row. Raise UnreadableEventError if the rows contradict each other
    about opponents, colours, results, or whether the game was played; if two players have the same number; or if a row
    ends before the last recorded round.
    """
    entries = {player.tpn: player.rounds for player in event.players}
    is_sound = len(entries) == len(event.players) and _have_all_rows_all_rounds(event)
    if is_sound and agree_in_all_games(entries):
        return event
    log = ProblemLog("<event>")
    if not is_sound:
        _report_rows(event, log)
    settled_entries = GameCheck(entries=entries, unread=frozenset(), is_complete=True, places=Places(), log=log).run()
    if log.has_errors:
        raise UnreadableEventError(log.sorted())
    changed = {tpn for tpn, _ in settled_entries}
    if not changed:
        return event
    players = tuple(
        _with_entries(settled_entries, player) if player.tpn in changed else player for player in event.players
    )
    return replace(event, players=players)


def _have_all_rows_all_rounds(event: Event) -> bool:
    return all(len(player.rounds) >= event.rounds_recorded for player in event.players)


def _report_rows(event: Event, log: ProblemLog) -> None:
    """Report numbers that several players have, and rows that end early."""
    counts = Counter(player.tpn for player in event.players)
    for tpn, count in counts.items():
        if count > 1:
            message, remedy = f"{count} players have the number {tpn}", "give every player a number of their own"
            log.add(ProblemCode.NUMBER_REPEATED, message, remedy, at=(None, None), found=str(tpn))
    for player in event.players:
        if len(player.rounds) < event.rounds_recorded:
            log.add(
                ProblemCode.ROW_TOO_SHORT,
                f"player {player.tpn} has entries for {counted_noun(len(player.rounds), 'round')}, but "
                f"{event.rounds_recorded} are recorded",
                "give every player an entry for every recorded round",
                at=(None, None),
            )


def describe_contradictions(problems: tuple[FileProblem, ...]) -> tuple[str, ...]:
    """Return the messages of the first few errors, and the number of further errors."""
    errors = [problem.message for problem in problems if problem.severity is ProblemSeverity.ERROR]
    named = errors[:_MAX_LISTED_CONTRADICTIONS]
    return (
        (*named, f"and {len(errors) - _MAX_LISTED_CONTRADICTIONS} more")
        if len(errors) > _MAX_LISTED_CONTRADICTIONS
        else tuple(named)
    )


def _with_entries(settled_entries: SettledEntries, player: Player) -> Player:
    rounds = tuple(
        settled_entries.get((player.tpn, number), entry) for number, entry in enumerate(player.rounds, start=1)
    )
    return replace(player, rounds=rounds)
