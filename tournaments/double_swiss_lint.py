"""Lint of a Double-Swiss file, in which each match takes two rounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.model import Colour, Result
from tournaments.places import COLOUR_OFFSET, RESULT_OFFSET
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import DeclaredSystem, Event, Player, RoundEntry
    from tournaments.places import Places
    from tournaments.problems import ProblemLog

    Match = tuple[Player, int, RoundEntry, RoundEntry]
    """A player, the first round of the file that belongs to the match, and the entries of both games."""

_DOUBLE_SWISS = re.compile(r"FIDE_DOUBLESWISS|double[\W_]*swiss", re.IGNORECASE)


def declares_double_swiss(system: DeclaredSystem) -> bool:
    """Whether a file declares the Double-Swiss System, by code (192, 092) or by name (092)."""
    return _DOUBLE_SWISS.match(system.code or system.text.strip()) is not None


def lint_matches(event: Event, places: Places, log: ProblemLog) -> None:
    """Report an odd number of rounds, equal colours in both games of a match, and full-point byes for one game."""
    if not declares_double_swiss(event.system):
        return
    _check_number_of_rounds(event, log)
    for match in _matches(event):
        _check_colours(match, places, log)
        _check_bye(match, places, log)


def _matches(event: Event) -> Iterator[Match]:
    for player in event.players:
        for row in range(0, len(player.rounds) - 1, 2):
            yield player, row + 1, player.rounds[row], player.rounds[row + 1]


def _check_number_of_rounds(event: Event, log: ProblemLog) -> None:
    rounds = event.rounds_declared
    if rounds is not None and rounds % 2:
        log.add(
            ProblemCode.ROUNDS_ODD,
            f"{rounds} rounds are declared, but a match of the Double-Swiss System takes two rounds of the file",
            "declare two rounds for each match (142, XXR)",
            at=(None, None),
            found=str(rounds),
        )


def _check_colours(match: Match, places: Places, log: ProblemLog) -> None:
    player, first_round, first, second = match
    if first.colour is Colour.WHITE and second.colour is Colour.WHITE and first.opponent == second.opponent:
        log.add(
            ProblemCode.COLOURS_OF_MATCH_EQUAL,
            f"rounds {first_round} and {first_round + 1}: player {player.tpn} has White in both games of the match "
            f"against player {first.opponent} (C.04.5:4.4)",
            "reverse the colours of the second game",
            at=places.entry_place(player.tpn, first_round + 1, COLOUR_OFFSET),
            found=second.colour.value,
        )


def _check_bye(match: Match, places: Places, log: ProblemLog) -> None:
    player, first_round, first, second = match
    results = [first.result, second.result]
    if results.count(Result.FULL_POINT_BYE) == 1:
        game = results.index(Result.FULL_POINT_BYE)
        log.add(
            ProblemCode.BYE_FOR_ONE_GAME,
            f"rounds {first_round} and {first_round + 1}: player {player.tpn} has a full-point bye in one game of the "
            "match only; "
            "byes are for matches (C.04.5, Preface)",
            "write F in both rounds, or U and H for the pairing-allocated bye",
            at=places.entry_place(player.tpn, first_round + game, RESULT_OFFSET),
            found="F",
        )
