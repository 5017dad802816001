"""A posted round as it hung on the wall: its boards, with the correct game beside each wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.findings import Participant
from checker.verdicts.verdict import Outcome
from tournaments.frozen import FrozenStruct
from tournaments.model import Result, ScoringSystem
from tournaments.points import format_halves

if TYPE_CHECKING:
    from checker.findings import EventFinding, RoundFinding
    from reference_engines.frame.results import Pair, RoundPairing
    from tournaments.model import RoundEntry

BYE_NAMES = {
    Result.PAIRING_ALLOCATED_BYE: "pairing-allocated bye",
    Result.HALF_POINT_BYE: "half-point bye",
    Result.FULL_POINT_BYE: "full-point bye",
    Result.ZERO_POINT_BYE: "zero-point bye",
}
"""The name of each bye."""
RESULT_SIGNS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",  # noqa: RUF001 - the usual sign of a lost forfeit
    Result.PENDING: "*",
}
"""The result of a game for one of its players."""
_USUAL = ScoringSystem()


class GameRow(FrozenStruct, frozen=True, kw_only=True):
    """One game of a pairing, as a row of one of the two lists."""

    white: Participant
    """The player with the pairing-allocated bye, where there is no Black."""
    black: Participant | None
    board: int | None = None
    """From 1; None where boards are not in question."""


class Board(FrozenStruct, frozen=True, kw_only=True):
    """A game of a posted round as it hung on the wall, or the bye."""

    number: int | None
    """From 1; None for the bye."""
    white: Participant
    """The player with the bye, where there is no Black."""
    black: Participant | None
    white_points: str
    """Before the round; empty where they are not known."""
    black_points: str
    result: str
    is_wrong: bool = False
    correct: GameRow | None = None
    """The correct game of one of the two players, each such game beside one board only."""


class WallList(FrozenStruct, frozen=True, kw_only=True):
    """A posted round as it hung on the wall."""

    boards: tuple[Board, ...]
    further_games: tuple[GameRow, ...]
    """Correct games that stand beside no board."""
    unpaired: tuple[tuple[str, tuple[Participant, ...]], ...]
    """The players who were not paired, by the reason."""

    @property
    def has_points(self) -> bool:
        """Whether the points before the round are known."""
        return any(board.white_points for board in self.boards)


def wall_list(event: EventFinding, finding: RoundFinding) -> WallList:
    """Return the boards of a round of an event."""
    players = {player.tpn: player for player in event.header.participants}
    boards, further = _boards(event, finding, players)
    return WallList(boards=boards, further_games=further, unpaired=_unpaired(event, finding))


def _boards(
    event: EventFinding, finding: RoundFinding, players: dict[int, Participant]
) -> tuple[tuple[Board, ...], tuple[GameRow, ...]]:
    """List the boards, each wrong one with a correct game beside it, and the correct games that are left over."""
    posted, games = finding.recorded, games_per_round(event)
    if posted is None:
        return (), ()
    points = {tpn: points_before(player, finding.round_number, games) for tpn, player in players.items()}
    pairs = list(posted.pairs)
    is_ordered = finding.differences is not None and finding.differences.boards_differ
    if not is_ordered and all(points.get(tpn) is not None for pair in pairs for tpn in pair.players):
        pairs.sort(key=lambda pair: _board_order(pair, points))
    wrong = _wrong_pairs(finding)
    left = list(list_games(finding, finding.expected, posted, players)) if wrong and not is_ordered else []
    rows = []
    for number, pair in enumerate(pairs, start=1):
        correct = _take_game(left, pair) if pair in wrong else None
        rows.append(
            Board(
                number=number,
                white=player_or_number(players, pair.white),
                black=player_or_number(players, pair.black),
                white_points=_points_or_nothing(points.get(pair.white)),
                black_points=_points_or_nothing(points.get(pair.black)),
                result=_result(
                    player_or_number(players, pair.white),
                    player_or_number(players, pair.black),
                    finding.round_number,
                    games,
                ),
                is_wrong=pair in wrong,
                correct=correct,
            )
        )
    if posted.bye is not None:
        is_wrong = finding.differences is not None and finding.differences.bye_differs
        bye = next((row for row in left if row.black is None), None) if is_wrong else None
        if bye is not None:
            left.remove(bye)
        rows.append(
            Board(
                number=None,
                white=player_or_number(players, posted.bye),
                black=None,
                white_points=_points_or_nothing(points.get(posted.bye)),
                black_points="",
                result="",
                is_wrong=is_wrong,
                correct=bye,
            )
        )
    return tuple(rows), tuple(left)


def _board_order(pair: Pair, points: dict[int, int | None]) -> tuple[int, int, int]:
    """Return the key of the usual order of boards (C.04.2:3.6): higher score, sum of scores, smaller number."""
    scores = sorted((points[pair.white] or 0, points[pair.black] or 0))
    return -scores[1], -sum(scores), min(pair.players)


def _wrong_pairs(finding: RoundFinding) -> frozenset[Pair]:
    """Return the posted pairs that are not as they should be, or not under the reading that is taken."""
    if finding.recorded is None or finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.UNCHECKED):
        return frozenset()
    if finding.differences is not None:
        return frozenset(finding.differences.recorded_only + finding.differences.colours)
    culprits = {tpn for violation in finding.argument.violations for tpn in violation.players}
    return frozenset(pair for pair in finding.recorded.pairs if pair.players & culprits)


def _take_game(left: list[GameRow], pair: Pair) -> GameRow | None:
    """Take the correct game of White, else of Black, if it is not beside another board yet."""
    for tpn in (pair.white, pair.black):
        for row in left:
            if row.black is not None and tpn in (row.white.tpn, row.black.tpn):
                left.remove(row)
                return row
    return None


def points_before(player: Participant, round_number: int, games: int = 1) -> int | None:
    """Return the points before a round, in tenths; None if they are not counted in the usual way."""
    if player.other_points is not None or player.points != sum(map(_USUAL.points, player.rounds)):
        return None
    return sum(map(_USUAL.points, player.rounds[: (round_number - 1) * games]))


def _points_or_nothing(points: int | None) -> str:
    return "" if points is None else format_halves(points)


def _result(white: Participant, black: Participant, round_number: int, games: int) -> str:
    """``1-0``; of a match of several games ``1-0, ½-½``, each for the player who has White in the first."""
    rows = slice((round_number - 1) * games, round_number * games)
    of_match = list(zip(white.games[rows], black.games[rows], strict=False))
    if of_match:
        return ", ".join(
            f"{format_halves(one)}\N{EN DASH}{format_halves(two)}"
            for one, two in of_match
            if one is not None and two is not None
        )
    return ", ".join(filter(None, map(_game_result, white.rounds[rows], black.rounds[rows])))


def _game_result(white: RoundEntry, black: RoundEntry) -> str:
    if white.result not in RESULT_SIGNS or black.result not in RESULT_SIGNS:
        return ""
    if Result.PENDING in (white.result, black.result):
        return "*"
    sign = "/" if white.result.is_forfeit or black.result.is_forfeit else "\N{EN DASH}"
    return f"{RESULT_SIGNS[white.result]}{sign}{RESULT_SIGNS[black.result]}"


def _unpaired(event: EventFinding, finding: RoundFinding) -> tuple[tuple[str, tuple[Participant, ...]], ...]:
    """Return the players who were not paired in a round, by the reason."""
    row, reasons = (finding.round_number - 1) * games_per_round(event), dict[str, list[Participant]]()
    for player in event.header.participants:
        if row < len(player.rounds) and not player.rounds[row].was_paired:
            reasons.setdefault(BYE_NAMES[player.rounds[row].result], []).append(player)
    return tuple((reason, tuple(found)) for reason, found in reasons.items())


def player_or_number(players: dict[int, Participant], tpn: int) -> Participant:
    """Return a player by number, one without a name if the event does not list the number."""
    return players.get(tpn) or Participant(tpn=tpn, name="")


def list_games(
    finding: RoundFinding, of: RoundPairing | None, against: RoundPairing | None, players: dict[int, Participant]
) -> tuple[GameRow, ...]:
    """List the games of one pairing that are not in the other pairing; all of them without another pairing."""
    if of is None:
        return ()
    others = frozenset(against.pairs) if against else frozenset()
    boards_differ = finding.differences is not None and finding.differences.boards_differ
    board_of = _expected_boards(finding)
    pairs = [(board, pair) for board, pair in enumerate(of.pairs, 1) if pair not in others or boards_differ]
    if not boards_differ:
        pairs.sort(key=lambda numbered: min(board_of.get(tpn, numbered[0]) for tpn in numbered[1].players))
    rows = [game_row(pair, players, board=board if boards_differ else None) for board, pair in pairs]
    if of.bye is not None and (against is None or against.bye != of.bye):
        rows.append(GameRow(white=player_or_number(players, of.bye), black=None))
    return tuple(rows)


def _expected_boards(finding: RoundFinding) -> dict[int, int]:
    """Return the board that each player is expected on: a file of results has no order of boards of its own."""
    expected = finding.expected.pairs if finding.expected else ()
    return {tpn: board for board, pair in enumerate(expected) for tpn in pair.players}


def game_row(pair: Pair, players: dict[int, Participant], board: int | None = None) -> GameRow:
    """Return the row of a game."""
    return GameRow(
        white=player_or_number(players, pair.white), black=player_or_number(players, pair.black), board=board
    )


def games_per_round(finding: EventFinding) -> int:
    """Return the number of rounds of the file that make one round."""
    edition = finding.header.edition
    return 1 if edition is None else edition.games
