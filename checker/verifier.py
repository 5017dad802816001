"""
Verify an accusation: that the posted pairing of a round is wrong by the FIDE (Dutch) System, C.04.3.

    python verify.py proof.json event.trf

This program needs Python 3.11 and nothing else, and it searches for nothing. The proof names two pairings of the round,
the posted and the expected one. The program says whether each is legal, divides both into brackets, evaluates every
criterion in the first bracket in which they differ, and says which candidate is better, or which is generated first.
Nobody needs the best pairing of all to accuse: a posted pairing is wrong as soon as a better one exists.

It is written to be read beside the handbook. Articles stand in round brackets at the end of the first sentence of each
function: those of the edition of 2026, then, after a semicolon, those of 2017. The functions follow their order.

Some criteria depend on the rest of the round. Then the proof has a witness for each pairing: a matching shows what the
remaining players can do, and prices show that they cannot do better (see `check_least_cost`). A proof by the text of
2026 may show in the same way that no candidate is better than the expected one (see `check_optimum`). Scores are in
hundredths of a point. The event must be a TRF16 or TRF26 file; XX and BB records are read, too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

Games = list[tuple[int, int]]
"""Pairs, White first."""
Counted = list[tuple[int, int]]
"""The amounts that an edge counts, each after its place: 0 is compared first."""
Edges = dict[tuple[int, int], Counted]

BYE = 0
"""Stands in a pair for the pairing-allocated bye."""
POINT = 100
ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
"""Strengths of a colour preference."""
WIDEST_DIFFERENCE = 2
"""The colour difference that only topscorers and their opponents may exceed."""
LIMBO = 1_000_000
"""More than any score difference."""
MAX_VERTICES = 1_365
"""A third of the amounts that `weigh` has room for."""
SCALE = 4
"""Prices are those of costs multiplied by this, so that they are whole numbers."""
PLAYED = frozenset("10=WDL?")
"""Codes of games that were played; ? is a game without a result yet."""
# fmt: off
RESULTS_OF_CODE = {
    "W": "w1 b1 wW bW + F U", "D": "w= b= wD bD w? b? H", "L": "w0 b0 wL bL", "A": "- Z", "Z": "- Z", "X": "w? b?",
    "P": "U", "BBW": "w1 b1 wW bW + F U", "BBD": "w= b= wD bD w? b? H", "BBL": "w0 b0 wL bL", "BBZ": "Z", "BBF": "-",
    "BBU": "U", "XXSW": "w1 b1 wW bW + F", "XXSD": "w= b= wD bD H", "XXSWW": "w1 wW", "XXSBW": "b1 bW",
    "XXSWD": "w= wD", "XXSBD": "b= bD", "XXSWL": "w0 wL", "XXSBL": "b0 bL", "XXSZPB": "Z", "XXSHPB": "H",
    "XXSFPB": "F", "XXSPAB": "U", "XXSFW": "+", "XXSFL": "-",
}
# fmt: on
"""The results whose points a code of 162, BB or XXS fixes; games with the colour before them. Later codes prevail."""


class ProofError(ValueError):
    """A file that cannot be read, or a proof that does not hold."""


# --- The tournament report file (C.02.03, annex A) -------------------------------------------------------------------


class Entry(NamedTuple):
    """A round of a player, as the row 001 shows it."""

    opponent: int
    colour: str
    code: str
    points: int = 0

    @property
    def is_paired(self) -> bool:
        """Whether the player was paired, or had the pairing-allocated bye."""
        return bool(self.opponent) or self.code == "U"


ABSENT = Entry(0, "-", "Z")


@dataclass
class ReportFile:
    """The facts that the file declares."""

    rows: dict[int, list[Entry]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    """By result, as in `RESULTS_OF_CODE`."""
    assigned: list[tuple[str, int, int, set[int]]] = field(default_factory=list)
    """Codes of results whose points are replaced (none: points are added), points, round and players (0, none: all)."""
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    """By player and round."""
    forbidden: list[tuple[int, int, set[int]]] = field(default_factory=list)
    """First and last round, players."""
    absences: list[tuple[int | None, set[int]]] = field(default_factory=list)
    """Round (None: the round to be paired) and players."""
    rounds: int | None = None
    initial_colour: str = ""
    system: str = ""
    has_numbers_by_row: bool = False


def read_event(text: str) -> ReportFile:
    """Read the records that pairing needs (C.02.03)."""
    event, scoring = ReportFile(), dict[str, int]()
    for line in text.lstrip("\ufeff").splitlines():
        code, words = line[:3], line[4:].split()
        if line[3:4].strip() or not words:
            continue
        if code == "001":
            event.rows[int(line[4:8])] = read_row(line)
        elif code in {"142", "XXR"}:
            event.rounds = int(words[0])
        elif code in {"152", "XXC"}:
            colours = {"w": "w", "b": "b", "white1": "w", "black1": "b"}
            event.initial_colour = next((colours[w.lower()] for w in words if w.lower() in colours), "")
            event.has_numbers_by_row |= "rank" in words
        elif code == "192":
            event.system = words[0].upper()
        scoring |= read_scoring(line)
        read_restriction(event, code, line)
    for points, results in (("W", POINT), ("D", POINT // 2), ("L", 0), ("A", 0)):
        event.points |= dict.fromkeys(RESULTS_OF_CODE[points].split(), results)
    for code, named in RESULTS_OF_CODE.items():
        event.points |= dict.fromkeys(named.split(), scoring[code]) if code in scoring else {}
    add_baku_points(event)
    return event


def read_row(line: str) -> list[Entry]:
    """Read the rounds of a row 001: ten columns each, from column 92 (C.02.03)."""
    entries = []
    for at in range(91, len(line.rstrip()), 10):
        block = line[at : at + 8].ljust(8)
        entry = Entry(int(block[:4].strip() or 0), block[5].lower(), block[7].upper())
        if entry.opponent and entry.code in " Z":
            entry = entry._replace(code="?")
        elif not entry.opponent and entry.code in " Z-":
            entry = ABSENT
        elif not entry.opponent and entry.code == "=":
            entry = entry._replace(code="H")  # as in 2006
        known = "10=WDL?+-" if entry.opponent else "HFUZ"
        if entry.code not in known or (entry.code in PLAYED and entry.colour not in {"w", "b"}):
            raise ProofError(f"The entry '{block}' of the row '{line[:8]}' is not one of TRF16.")
        entries.append(entry)
    return entries


def read_scoring(line: str) -> dict[str, int]:
    """Read the points of results in a record 162, BB or XXS (C.02.03)."""
    code, words = line[:3], line[4:].split()
    if code == "162":
        return {line[at]: hundredths(line[at + 1 : at + 5]) for at in range(5, len(line.rstrip()), 9)}
    if code == "XXS":
        return {f"XXS{key}": hundredths(value) for key, value in (word.split("=") for word in words)}
    return {code: hundredths(words[0])} if code in RESULTS_OF_CODE else {}


def read_restriction(event: ReportFile, code: str, line: str) -> None:
    """Read absences, assigned points, forbidden pairs and virtual points (C.02.03)."""
    if code == "XXZ":
        event.absences.append((None, set(map(int, line[4:].split()))))
    elif code == "240":
        event.absences.append((int(line[6:9]), set(map(int, line[10:].split()))))
    elif code == "299":
        read_assigned_points(event, line)
    elif code == "XXP":
        event.forbidden.append((1, sys.maxsize, set(map(int, line[4:].split()))))
    elif code == "260":
        event.forbidden.append((int(line[4:7]), int(line[8:11]), set(map(int, line[12:].split()))))
    elif code == "XXA":
        for at in range(9, len(line.rstrip()), 5):
            event.virtual[int(line[4:8]), (at - 9) // 5 + 1] = hundredths(line[at : at + 4])
    elif code == "250":
        first, last, low, high = (int(line[at:end]) for at, end in ((14, 17), (18, 21), (22, 26), (27, 31)))
        for number in range(low, high + 1):
            event.virtual |= {(number, row): hundredths(line[9:13]) for row in range(first, last + 1)}


def read_assigned_points(event: ReportFile, line: str) -> None:
    """Read a record 299, in the columns of the table or of the example (C.02.03)."""
    (start, end), (first, last) = ((10, 15), (16, 19)) if line[11:13].strip() else ((13, 17), (19, 22))
    codes = {"W": "1W", "D": "=D", "L": "0L"}.get(line[4].upper(), line[4].strip())
    if line[start:end].strip():
        points, row = hundredths(line[start:end]), int(line[first:last].strip() or 0)
        event.assigned.append((codes, points, row, set(map(int, line[last + 1 :].split()))))


def hundredths(text: str) -> int:
    """Read a number of points (C.02.03)."""
    return round(float(text.strip() or 0) * POINT)


def add_baku_points(event: ReportFile) -> None:
    """Add the virtual points that the code of the system implies, if the file lists none (C.04.7:1.2 to 1.4)."""
    if not event.system.endswith("_BAKU") or event.virtual:
        return
    if event.rounds is None:
        raise ProofError("The file does not declare the number of rounds, which the Baku acceleration needs.")
    starters = sorted(player for player, row in event.rows.items() if row and row[0].is_paired) or sorted(event.rows)
    last_of_group = starters[: 2 * -(-len(starters) // 4)][-1]
    accelerated = -(-event.rounds // 2)
    for row in range(1, accelerated + 1):
        points = event.points["w1"] // (1 if row <= -(-accelerated // 2) else 2)
        event.virtual |= {(player, row): points for player in range(1, last_of_group + 1)}


# --- Article 1 (section A): definitions ------------------------------------------------------------------------------


class VerifiedRound:
    """The players of a round, and the facts of their histories that criteria ask for."""

    def __init__(
        self, event: ReportFile, number: int, edition: EditionText, readings: dict[str, str] | None = None
    ) -> None:
        """Look at the rounds before a round; ``readings`` are those of `READINGS` that a proof follows."""
        self.event, self.number, self.edition, self.readings = event, number, edition, readings or {}
        self.tpn = pairing_numbers(event)
        self.players = sorted(active_players(event, number))
        self.past = {player: history(event, player, number) for player in self.players}
        self.games = {player: [e for e in self.past[player] if e.code in PLAYED] for player in self.players}
        self.score = {player: score_before(event, player, number) for player in self.players}
        self.floats = {player: floats(self, player) for player in self.players}
        self.difference = {player: colour_difference(self, player) for player in self.players}
        self.preference = {player: colour_preference(self, player) for player in self.players}
        self.topscorers = {player for player in self.players if is_topscorer(self, player)}
        self.met = {player: {e.opponent for e in self.games[player]} for player in self.players}
        self.initial_colour = event.initial_colour or infer_initial_colour(self)
        self.arrival = arrival_numbers(self)
        self.colours: dict[tuple[int, int], dict[int, str]] = {}
        """Allocated colours, as they are asked for."""


def pairing_numbers(event: ReportFile) -> dict[int, int]:
    """Return the pairing numbers: those of the rows, or the order of the rows if the file says so (1.1; A.1)."""
    return {player: at if event.has_numbers_by_row else player for at, player in enumerate(event.rows, 1)}


def history(event: ReportFile, player: int, number: int) -> list[Entry]:
    """Return the entries of the rounds before a round; a blank is an absence (1.1; A.1)."""
    row = event.rows[player][: number - 1]
    row = row + [ABSENT] * (number - 1 - len(row))
    return [entry._replace(points=points_of_round(event, player, at, entry)) for at, entry in enumerate(row, 1)]


def points_of_round(event: ReportFile, player: int, row: int, entry: Entry) -> int:
    """Return the points of a player's round, those that are assigned to it rather than those of its result (1.1)."""
    points = event.points[entry.colour + entry.code if entry.code in PLAYED else entry.code]
    for codes, assigned, only_row, players in event.assigned:
        if entry.code in codes and only_row in {0, row} and player in (players or {player}):
            points = assigned
    return points


def rank(current: VerifiedRound, player: int) -> tuple[int, int]:
    """Return the key by which players are ranked: score, then pairing number (1.2; A.2)."""
    return -current.score[player], current.tpn[player]


def ranked(current: VerifiedRound, pair: Iterable[int]) -> tuple[int, int]:
    """Return a pair with the higher ranked player first (1.2; A.2)."""
    upper, lower = sorted(pair, key=partial(rank, current))
    return upper, lower


def score_before(event: ReportFile, player: int, number: int) -> int:
    """Return the pairing score before a round, with virtual points as C.04.7:1.5 says (1.2.1; A.2)."""
    added = (
        points
        for codes, points, row, players in event.assigned
        if not codes and (row or 1) < number and player in (players or {player})
    )
    results = sum(entry.points for entry in history(event, player, number))
    return results + sum(added) + event.virtual.get((player, number), 0)


def scoregroups(current: VerifiedRound) -> list[list[int]]:
    """Return the players of each score from the highest, by rank (1.3.1; A.3)."""
    scores = sorted(set(current.score.values()), reverse=True)
    players = sorted(current.players, key=partial(rank, current))
    return [[player for player in players if current.score[player] == score] for score in scores]


@dataclass(frozen=True)
class PairingBracket:
    """A group of players to be paired (1.3.2; A.3)."""

    number: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    lowest: int
    """The score of the lowest ranked player."""
    kind: str = ""
    """In 2017 also PPB or CLB, the penultimate pairing bracket and the collapsed last bracket (A.9)."""


class CandidatePairing(NamedTuple):
    """A pairing of a bracket: pairs, the higher ranked player first, and downfloaters (1.4.1, 3.3; A.4, B.3)."""

    pairs: frozenset[tuple[int, int]]
    downfloaters: tuple[int, ...]


class Item(NamedTuple):
    """A part of a candidate: a pair of a bracket, or a downfloater, who has no lower player."""

    bracket: PairingBracket
    upper: int
    lower: int | None = None


def divide(
    current: VerifiedRound, pairing: Games, penultimate: int = 0
) -> list[tuple[PairingBracket, CandidatePairing]]:
    """
    Divide a pairing into brackets and their candidates (1.3.2, 1.4.1; A.3, A.4).

    A pair belongs to the scoregroup of its lower player, since moved-down players are paired with residents only
    (3.3.3; B.3). If the bracket ``penultimate`` is the PPB of 2017, all players below it are the residents of one
    bracket (A.9).
    """
    groups = scoregroups(current)
    if penultimate:
        groups[penultimate:] = [[player for group in groups[penultimate:] for player in group]]
    divided, waiting = [], list[int]()
    for number, residents in enumerate(groups, 1):
        members = {*waiting, *residents}
        pairs = frozenset(ranked(current, pair) for pair in pairing if members.issuperset(pair))
        paired = {player for pair in pairs for player in pair}
        kind = {penultimate: "PPB", penultimate + 1: "CLB"}.get(number, "") if penultimate else ""
        bracket = PairingBracket(number, tuple(waiting), tuple(residents), current.score[residents[-1]], kind)
        waiting = [player for player in waiting + residents if player not in paired]
        divided.append((bracket, CandidatePairing(pairs, tuple(waiting))))
    return divided


def floats(current: VerifiedRound, player: int) -> dict[int, str]:
    """Return the float of each past round, "down" or "up" (1.4.2; A.4.b)."""
    event, found = current.event, dict[int, str]()
    for row, entry in enumerate(current.past[player], 1):
        if entry.code in PLAYED:
            own, other = (score_before(event, number, row) for number in (player, entry.opponent))
            found |= {} if own == other else {row: "down" if own > other else "up"}
        elif current.edition.floats_without_game(event, entry):
            found[row] = "down"
    return found


def gains_without_game(event: ReportFile, entry: Entry) -> bool:
    """Whether a player has the bye, or scores more than for a loss without playing (1.4.3)."""
    return entry.code == "U" or entry.points > event.points["w0"]


def does_not_play(_event: ReportFile, entry: Entry) -> bool:
    """Whether a player does not play, for whatever reason (2017 only; A.4.b)."""
    return entry.code not in PLAYED


def colour_difference(current: VerifiedRound, player: int) -> int:
    """Return the number of games with White less that with Black (1.6; A.6)."""
    return sum(1 if game.colour == "w" else -1 for game in current.games[player])


def colour_preference(current: VerifiedRound, player: int) -> tuple[int, str]:
    """Return the strength and the colour of a player's preference (1.7.1 to 1.7.4; A.6.a to A.6.d)."""
    difference, colours = current.difference[player], [game.colour for game in current.games[player]]
    if not colours:
        return NONE, ""
    if abs(difference) > 1:
        return ABSOLUTE, "w" if difference < 0 else "b"
    if colours[-2:] in (["w", "w"], ["b", "b"]):
        return ABSOLUTE, opposite(colours[-1])
    if difference:
        return STRONG, "w" if difference < 0 else "b"
    return MILD, opposite(colours[-1])


def opposite(colour: str) -> str:
    """Return the other colour (1.7.3; A.6.c)."""
    return "b" if colour == "w" else "w"


def is_topscorer(current: VerifiedRound, player: int) -> bool:
    """Whether a player has over half of the maximum score when the final round is paired (1.8; A.7)."""
    maximum, score = current.event.points["w1"] * (current.number - 1), current.score[player]
    if "DUTCH-TOPSCORER-MAXIMUM" in current.readings:
        score -= current.event.virtual.get((player, current.number), 0)
    return current.number == current.event.rounds and 2 * score > maximum


def score_difference(current: VerifiedRound, item: Item) -> int:
    """Return the score difference of a pair, or of a downfloater to a point less than the lowest score (1.8; A.8)."""
    second = item.bracket.lowest - POINT if item.lower is None else current.score[item.lower]
    return current.score[item.upper] - second


def active_players(event: ReportFile, number: int) -> set[int]:
    """Return the players to be paired in a round, after C.04.2:3.2 and 3.3 (1.9.1; A.9)."""
    entries = {player: row[number - 1] if len(row) >= number else None for player, row in event.rows.items()}
    paired = {player for player, entry in entries.items() if entry and entry.is_paired}
    absent = {player for row, players in event.absences if row in {None, number} for player in players}
    return paired or {player for player, entry in entries.items() if entry is None and player not in absent}


def is_recorded(event: ReportFile, number: int, posted: Games) -> bool:
    """Whether the file shows no other pairing of a round than the posted one (1.9.1; A.9)."""
    seats = {white: (black, "w") for white, black in posted} | {black: (white, "b") for white, black in posted}
    entries = {player: row[number - 1] for player, row in event.rows.items() if len(row) >= number}
    shown = {player: entry for player, entry in entries.items() if entry.is_paired}
    colours = {player: entry.colour.strip(" -") or "wb" for player, entry in shown.items()}
    return all(seats.get(p) in {(entry.opponent, colour) for colour in colours[p]} for p, entry in shown.items())


def find_fault(current: VerifiedRound, pairing: Games) -> str:
    """Return why a round-pairing is not complete or breaks [C1] to [C3]; empty if it is legal (1.9.1; A.9)."""
    seated = [player for pair in pairing for player in pair if player != BYE]
    wrong = sorted(set(seated) ^ set(current.players)) or sorted({p for p in seated if seated.count(p) > 1})
    if wrong:
        return f"does not seat exactly once, of the players of the round: {', '.join(map(str, wrong))} (1.9.1; A.9)"
    if 2 * len(pairing) - len(seated) != len(current.players) % 2:
        return "gives another number of byes than the number of players asks for (1.9.1; A.9)"
    return next((fault for pair in pairing if (fault := find_pair_fault(current, *pair))), "")


def first_difference(current: VerifiedRound, posted: Games, expected: Games, penultimate: int) -> int:
    """Return the number of the first bracket in which two pairings differ (1.9.2; A.9)."""
    both = zip(divide(current, posted, penultimate), divide(current, expected, penultimate), strict=True)
    return next(bracket.number for (bracket, candidate), (_, other) in both if candidate != other)


# --- Article 2 (section C): criteria ---------------------------------------------------------------------------------


def find_pair_fault(current: VerifiedRound, first: int, second: int) -> str:
    """Return the absolute criterion that a pair or a bye breaks, in words; empty if none (2.1; C.1 to C.3)."""
    if BYE in {first, second}:
        player = first or second
        return "" if may_have_bye(current, player) else f"gives the bye to {player}, against C2 (2.1.2; C.2)"
    if second in current.met[first]:
        return f"pairs {first} and {second}, who have met, against C1 (2.1.1; C.1)"
    if are_forbidden(current, first, second):
        return f"pairs {first} and {second}, whom the file forbids to meet"
    if have_same_absolute_preference(current, first, second):
        return f"pairs {first} and {second}, against C3 (2.1.3; C.3)"
    return ""


def are_forbidden(current: VerifiedRound, first: int, second: int) -> bool:
    """Whether the file forbids two players to meet in the round (2.1.1; C.1)."""
    lists = (players for low, high, players in current.event.forbidden if low <= current.number <= high)
    return any({first, second} <= players for players in lists)


def may_have_bye(current: VerifiedRound, player: int) -> bool:
    """Whether a player may have the pairing-allocated bye (2.1.2 [C2]; C.2)."""
    return not any(current.edition.bars_from_bye(current.event, entry) for entry in current.past[player])


def wins_without_game(event: ReportFile, entry: Entry) -> bool:
    """Whether a round was the bye, or gave the points of a win without a game (2.1.2 [C2])."""
    return entry.code == "U" or (entry.code not in PLAYED and entry.points >= event.points["w1"])


def has_bye_or_forfeit_win(_event: ReportFile, entry: Entry) -> bool:
    """Whether a round was the bye or a win by forfeit (2017 only; C.2)."""
    return entry.code in {"U", "+"}


def have_same_absolute_preference(current: VerifiedRound, first: int, second: int) -> bool:
    """Whether two players, neither a topscorer, have an absolute preference for one colour (2.1.3 [C3]; C.3)."""
    preferences = {current.preference[first], current.preference[second]}
    return preferences in ({(ABSOLUTE, "w")}, {(ABSOLUTE, "b")}) and not {first, second} & current.topscorers


def check_barrier(current: VerifiedRound, players: list[int], proof: dict[str, Any]) -> None:
    """
    Check that some players cannot all be paired (2.2.1 [C4]; C.4).

    By Tutte: no player of a group may be paired with a player outside of it, except with one of the barrier. A group
    of odd size therefore needs a player of the barrier, and there are more such groups than players in the barrier.
    """
    barrier, groups = list(proof["barrier"]), [list(group) for group in proof["groups"]]
    named = barrier + [player for group in groups for player in group]
    if len(set(named)) != len(named) or not set(named) <= set(players):
        raise ProofError("A barrier or its groups name a player twice, or a player who is not there.")
    for group in groups:
        beyond = set(players) - {*barrier, *group}
        is_apart = all(find_pair_fault(current, player, other) for player in group for other in beyond)
        if len(group) % 2 == 0 or not is_apart:
            raise ProofError(f"The group of {group[0]} is even, or a player of it has an opponent outside.")
    if len(groups) <= len(barrier):
        raise ProofError("The barrier is as large as the number of groups, and proves nothing.")


def rest_of_round(current: VerifiedRound, number: int, candidate: CandidatePairing) -> Edges:
    """
    Return all pairs that the players not yet paired may form, and the amounts they count (2.2.1 [C4], 2.3.1 [C5]).

    First counts the score of the player with the bye [C5]; then, for [C8], the number of downfloaters of the following
    bracket, then their scores. A matching of all these players is a completion as [C4] demands.
    """
    groups = scoregroups(current)
    residents = set(groups[number]) if number < len(groups) else set[int]()
    following = {*candidate.downfloaters, *residents} if residents else set[int]()
    players = [*candidate.downfloaters, *(player for group in groups[number:] for player in group)]
    edges: Edges = {}
    for at, first in enumerate(players):
        for second in players[at + 1 :] + [BYE] * (len(players) % 2):
            if find_pair_fault(current, first, second):
                continue
            pair = {first, second}
            floating = set[int]() if pair <= following and pair & residents else pair & following
            scores = [(2, current.score[player]) for player in floating]
            edges[first, second] = [(0, current.score[first])] * (second == BYE) + [(1, 1)] * len(floating) + scores
    return edges


def counts_downfloater(_current: VerifiedRound, item: Item) -> list[int]:
    """Count a downfloater (2.4.1 [C6]; C.5)."""
    return [1] if item.lower is None else []


def downfloater_score(current: VerifiedRound, item: Item) -> list[int]:
    """Return the score of a downfloater (2.4.2 [C7])."""
    return [current.score[item.upper]] if item.lower is None else []


def pairing_score_difference(current: VerifiedRound, item: Item) -> list[int]:
    """Return the score difference of a pair or a downfloater; together they are the PSD (2017 only; C.6)."""
    return [score_difference(current, item)]


def following_bracket(current: VerifiedRound, number: int, candidate: CandidatePairing) -> Edges:
    """
    Return all pairs that the following bracket allows, and the amounts they count (2017 only; C.7).

    First counts the number of unpaired players, then the PSD. An unpaired player is paired with an empty chair, the
    negative number of the player; empty chairs are paired at will. Only C.1 to C.3 apply. In the last bracket, an
    unpaired player who may not have the bye counts as three: the text is silent, and programs agree.
    """
    groups = scoregroups(current)
    residents, is_last = groups[number], number + 1 == len(groups)
    bracket = PairingBracket(number + 1, candidate.downfloaters, tuple(residents), current.score[residents[0]])
    edges = empty_chairs([*candidate.downfloaters, *residents])
    for upper, lower in bracket_pairs(current, bracket):
        edges[upper, lower] = [(1, score_difference(current, Item(bracket, upper, lower)))]
    for player in (*candidate.downfloaters, *residents):
        unpaired = 3 if is_last and not may_have_bye(current, player) else 1
        edges[player, -player] = [(0, 1)] * unpaired + [(1, score_difference(current, Item(bracket, player)))]
    return edges


def outlook_of(
    current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing, witness: dict[str, Any]
) -> dict[str, list[int]]:
    """Return the values that depend on the rest of the round: [C5], [C8] and [C9] (2.4.3 [C8]; C.7)."""
    edges = outlook_edges(current, bracket, candidate)
    first, second, third = best_amounts(edges, witness) if edges else ([], [], [])
    if current.edition.collapses:
        return {"C7": [len(first) * POINT, *second]}
    unplayed = unplayed_games_of_bye(current, candidate, first)
    return {"C5": first, "C8": [len(second) * POINT, *third], "C9": unplayed}


def outlook_edges(current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing) -> Edges:
    """Return the pairs that the rest of the round allows; empty if it is not looked at (2.4.3 [C8]; C.7)."""
    if not current.edition.collapses:
        return rest_of_round(current, bracket.number, candidate)
    is_last = bracket.number == len(scoregroups(current))
    return {} if bracket.kind or is_last else following_bracket(current, bracket.number, candidate)


def unplayed_games_of_bye(current: VerifiedRound, candidate: CandidatePairing, bye_score: list[int]) -> list[int]:
    """
    Count the unplayed games of the only downfloater, if that player will have the bye (2.4.4 [C9]).

    That is so if the lowest score that the bye can still have is the downfloater's: players further down score less.
    """
    if len(candidate.downfloaters) != 1 or len(current.players) % 2 == 0:
        return []
    (player,) = candidate.downfloaters
    return unplayed_games(current, player) if sum(bye_score) == current.score[player] else []


def unplayed_games(current: VerifiedRound, player: int) -> list[int]:
    """Count the unplayed games of a player (2.4.4 [C9])."""
    return [1] * (len(current.past[player]) - len(current.games[player]))


def widest_differences(current: VerifiedRound, item: Item) -> list[int]:
    """Count, in a topscorer's pair, the players who get a colour difference beyond 2 (2.4.5 [C10]; C.8)."""
    steps = {"w": 1, "b": -1}
    colours = topscorer_colours(current, item).items()
    return [1 for player, colour in colours if abs(current.difference[player] + steps[colour]) > WIDEST_DIFFERENCE]


def topscorer_colours(current: VerifiedRound, item: Item) -> dict[int, str]:
    """Return the colours that a topscorer's pair gets; empty for any other pair (2.4.5 [C10]; C.8)."""
    return pair_colours(current, item) if {item.upper, item.lower} & current.topscorers else {}


def pair_colours(current: VerifiedRound, item: Item) -> dict[int, str]:
    """Return the colours that Article 5 (section E) gives a pair; empty for a downfloater (2.4.5 [C10]; C.8)."""
    if item.lower is None:
        return {}
    pair = item.upper, item.lower
    if pair not in current.colours:
        white = allocate_white(current, *pair)[0]
        current.colours[pair] = {player: "w" if player == white else "b" for player in pair}
    return current.colours[pair]


def third_colours(current: VerifiedRound, item: Item) -> list[int]:
    """Count, in a topscorer's pair, the players who get one colour three times in a row (2.4.6 [C11]; C.9)."""
    colours = topscorer_colours(current, item).items()
    return [1 for player, colour in colours if [g.colour for g in current.games[player][-2:]] == [colour, colour]]


def missed_preferences(current: VerifiedRound, item: Item) -> list[int]:
    """Count the players of a pair who do not get their colour preference (2.4.7 [C12]; C.10)."""
    colours = pair_colours(current, item).items()
    return [1 for player, colour in colours if current.preference[player][1] == opposite(colour)]


def missed_strong_preferences(current: VerifiedRound, item: Item) -> list[int]:
    """Count the players of a pair who do not get their strong, not absolute, preference (2.4.8 [C13]; C.11)."""
    counted = {STRONG, ABSOLUTE} if "DUTCH-C13-ABSOLUTE" in current.readings else {STRONG}
    colours = pair_colours(current, item).items()
    return [1 for p, c in colours if current.preference[p] in {(strength, opposite(c)) for strength in counted}]


def had_float(current: VerifiedRound, player: int, direction: str, ago: int) -> bool:
    """Whether a player received a float a number of rounds ago (2.4.9 [C14]; C.12)."""
    return current.floats[player].get(current.number - ago) == direction


def resident_downfloat(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Count a resident downfloater who received a downfloat before (2.4.9 [C14], 2.4.11 [C16])."""
    is_counted = item.lower is None and item.upper in item.bracket.residents
    return [1] if is_counted and had_float(current, item.upper, "down", ago) else []


def opponent_upfloat(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Count an opponent of an MDP who received an upfloat before (2.4.10 [C15], 2.4.12 [C17])."""
    is_counted = item.lower is not None and item.upper in item.bracket.moved_down
    return [1] if is_counted and had_float(current, item.lower or 0, "up", ago) else []


def same_downfloat(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Count a player who receives the same downfloat as before (2017 only; C.12, C.14)."""
    return [1] * len(same_downfloat_difference(current, item, ago=ago))


def same_upfloat(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Count a player who receives the same upfloat as before (2017 only; C.13, C.15)."""
    return [1] * len(same_upfloat_difference(current, item, ago=ago))


def moved_down_difference(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """
    Return the score difference of an MDP who received a downfloat before (2.4.13 [C18], 2.4.15 [C20]).

    The text does not say what it is for an MDP of the Limbo: larger than that of any pair, and it grows with the score.
    """
    if item.upper not in item.bracket.moved_down or not had_float(current, item.upper, "down", ago):
        return []
    second = -LIMBO if item.lower is None else current.score[item.lower]
    return [current.score[item.upper] - second]


def opponent_difference(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Return the score difference of an MDP's opponent who received an upfloat before (2.4.14 [C19], 2.4.16 [C21])."""
    return [score_difference(current, item)] if opponent_upfloat(current, item, ago=ago) else []


def same_downfloat_difference(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Return the score difference of a player who receives the same downfloat as before (2017 only; C.16, C.18)."""
    is_float = item.lower is None or current.score[item.upper] > current.score[item.lower]
    return [score_difference(current, item)] if is_float and had_float(current, item.upper, "down", ago) else []


def same_upfloat_difference(current: VerifiedRound, item: Item, *, ago: int) -> list[int]:
    """Return the score difference of a player who receives the same upfloat as before (2017 only; C.17, C.19)."""
    is_float = item.lower is not None and current.score[item.upper] > current.score[item.lower]
    return [score_difference(current, item)] if is_float and had_float(current, item.lower or 0, "up", ago) else []


class PairingCriterion(NamedTuple):
    """A criterion: label, article, and the amounts of a part of a candidate; None if the rest of the round decides."""

    label: str
    article: str
    amounts: Callable[[VerifiedRound, Item], list[int]] | None = None


class EditionText(NamedTuple):
    """The differences of the editions."""

    criteria: tuple[PairingCriterion, ...]
    floats_without_game: Callable[[ReportFile, Entry], bool]
    bars_from_bye: Callable[[ReportFile, Entry], bool]
    collapses: bool
    """Whether brackets are paired without a look at the whole rest, so that the last may collapse (A.9 of 2017)."""


DUTCH_2026 = EditionText(
    (
        PairingCriterion("C5", "2.3.1"),
        PairingCriterion("C6", "2.4.1", counts_downfloater),
        PairingCriterion("C7", "2.4.2", downfloater_score),
        PairingCriterion("C8", "2.4.3"),
        PairingCriterion("C9", "2.4.4"),
        PairingCriterion("C10", "2.4.5", widest_differences),
        PairingCriterion("C11", "2.4.6", third_colours),
        PairingCriterion("C12", "2.4.7", missed_preferences),
        PairingCriterion("C13", "2.4.8", missed_strong_preferences),
        PairingCriterion("C14", "2.4.9", partial(resident_downfloat, ago=1)),
        PairingCriterion("C15", "2.4.10", partial(opponent_upfloat, ago=1)),
        PairingCriterion("C16", "2.4.11", partial(resident_downfloat, ago=2)),
        PairingCriterion("C17", "2.4.12", partial(opponent_upfloat, ago=2)),
        PairingCriterion("C18", "2.4.13", partial(moved_down_difference, ago=1)),
        PairingCriterion("C19", "2.4.14", partial(opponent_difference, ago=1)),
        PairingCriterion("C20", "2.4.15", partial(moved_down_difference, ago=2)),
        PairingCriterion("C21", "2.4.16", partial(opponent_difference, ago=2)),
    ),
    gains_without_game,
    wins_without_game,
    collapses=False,
)
DUTCH_2017 = EditionText(
    (
        PairingCriterion("C5", "C.5", counts_downfloater),
        PairingCriterion("C6", "C.6", pairing_score_difference),
        PairingCriterion("C7", "C.7"),
        PairingCriterion("C8", "C.8", widest_differences),
        PairingCriterion("C9", "C.9", third_colours),
        PairingCriterion("C10", "C.10", missed_preferences),
        PairingCriterion("C11", "C.11", missed_strong_preferences),
        PairingCriterion("C12", "C.12", partial(same_downfloat, ago=1)),
        PairingCriterion("C13", "C.13", partial(same_upfloat, ago=1)),
        PairingCriterion("C14", "C.14", partial(same_downfloat, ago=2)),
        PairingCriterion("C15", "C.15", partial(same_upfloat, ago=2)),
        PairingCriterion("C16", "C.16", partial(same_downfloat_difference, ago=1)),
        PairingCriterion("C17", "C.17", partial(same_upfloat_difference, ago=1)),
        PairingCriterion("C18", "C.18", partial(same_downfloat_difference, ago=2)),
        PairingCriterion("C19", "C.19", partial(same_upfloat_difference, ago=2)),
    ),
    does_not_play,
    has_bye_or_forfeit_win,
    collapses=True,
)
EDITIONS = {"dutch-2026": DUTCH_2026, "dutch-2017": DUTCH_2017}


# --- Article 3 (section B): which candidate is better ----------------------------------------------------------------


def bracket_pairs(current: VerifiedRound, bracket: PairingBracket) -> Iterator[tuple[int, int]]:
    """Yield the legal pairs of a bracket; moved-down players meet residents only (3.3.1, 3.3.3; B.3)."""
    members = bracket.moved_down + bracket.residents
    for at, upper in enumerate(members):
        for lower in members[max(at + 1, len(bracket.moved_down)) :]:
            if not find_pair_fault(current, upper, lower):
                yield upper, lower


def count_item(current: VerifiedRound, item: Item) -> Counted:
    """Return the amounts of a pair or a downfloater, by place of the criterion (3.4.1; B.4)."""
    criteria = enumerate(current.edition.criteria)
    return [(at, amount) for at, one in criteria if one.amounts for amount in one.amounts(current, item)]


def criterion_values(
    current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing, outlook: dict[str, list[int]]
) -> list[list[int]]:
    """
    Return the values of a candidate for all criteria (3.4.1; B.4).

    A value lists the amounts that are counted, the largest first; ``outlook`` holds the values that depend on the rest
    of the round.
    """
    items = [Item(bracket, *pair) for pair in candidate.pairs] + [Item(bracket, p) for p in candidate.downfloaters]
    counted = [entry for item in items for entry in count_item(current, item)]
    return [
        arrange(counted, at) if criterion.amounts else outlook.get(criterion.label, [])
        for at, criterion in enumerate(current.edition.criteria)
    ]


def arrange(counted: Counted, place: int) -> list[int]:
    """
    Return the amounts of a place, the largest first (3.8.1; B.8).

    So values compare as the text asks: the smaller amount in the first difference is better. A zero adds nothing.
    """
    return sorted((amount for at, amount in counted if at == place and amount), reverse=True)


# --- Article 4 (section D): which candidate is generated first -------------------------------------------------------


def remainder_order(players: list[int], candidate: CandidatePairing, *, is_2017: bool) -> list[tuple[str, Any]]:
    """
    Return the exchange and the transposition of a homogeneous bracket or a remainder (4.1, 4.2.2, 4.3.2; D.1, D.2).

    Players are numbered anew in the remainder. S1 holds as many players as there are pairs. Of all ways to generate the
    candidate, the first has the higher ranked player of each pair in S1.
    """
    bsn = {player: at for at, player in enumerate(players, 1)}
    pairs = sorted((bsn[upper], bsn[lower]) for upper, lower in candidate.pairs if upper in bsn)
    original, altered = set(range(1, len(pairs) + 1)), {upper for upper, _ in pairs}
    down, up = sorted(original - altered, reverse=True), sorted(altered - original)
    exchange = "D.2.a D.2.b D.2.c D.2.d D.1" if is_2017 else "4.3.2.1 4.3.2.2 4.3.2.3 4.3.2.4 4.2.2"
    values = len(up), sum(up) - sum(down), [-number for number in down], up, [lower for _, lower in pairs]
    return list(zip(exchange.split(), values, strict=True))


def generation_order(
    current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing
) -> list[tuple[str, Any]]:
    """
    Return the steps by which a candidate is generated; the smaller value comes first (4.4.2, 4.5; D.3).

    The remainder is altered first, then the opponents of the paired MDPs, and last the set of paired MDPs (3.7; B.7).
    """
    is_2017 = current.edition.collapses
    bsn = {player: at for at, player in enumerate(bracket.moved_down + bracket.residents, 1)}
    opponents = {bsn[upper]: lower for upper, lower in candidate.pairs if upper in bracket.moved_down}
    paired = sorted(opponents)
    scores = [-current.score[player] for player in bracket.moved_down if bsn[player] in opponents]
    steps: list[tuple[str, Any]] = [("D.3.a", scores)] if is_2017 else []
    steps.append(("D.3.b" if is_2017 else "4.4.2", paired))
    steps.append(("D.1" if is_2017 else "4.2.2", [bsn[opponents[number]] for number in paired]))
    remainder = [player for player in bracket.residents if player not in opponents.values()]
    return steps + remainder_order(remainder, candidate, is_2017=is_2017)


# --- Article 5 (section E): colours ----------------------------------------------------------------------------------


def infer_initial_colour(current: VerifiedRound) -> str:
    """Return the initial-colour that the first round with colours shows; White if none does (5.1; E)."""
    rows = current.event.rows
    for at in range(max(map(len, rows.values()), default=0)):
        entries = {player: row[at] for player, row in rows.items() if len(row) > at and row[at].is_paired}
        for place, player in enumerate(sorted(entries, key=current.tpn.__getitem__)):
            colour = entries[player].colour
            if colour in {"w", "b"}:
                return colour if place % 2 == 0 else opposite(colour)
    return "w"


def allocate_white(current: VerifiedRound, upper: int, lower: int) -> tuple[int, int]:
    """Return the player of a pair who gets White, and the number of the rule that decides (5.2.1; E.1)."""
    (strength, colour), (weaker, other) = current.preference[upper], current.preference[lower]
    white = {"w": upper, "b": lower}
    if colour and other and colour != other:
        return white[colour], 1
    stronger = (strength, abs(current.difference[upper]) * (strength == ABSOLUTE))
    second = (weaker, abs(current.difference[lower]) * (weaker == ABSOLUTE))
    if stronger != second:
        return white[colour if stronger > second else opposite(other)], 2
    for own, others in zip(reversed(current.games[upper]), reversed(current.games[lower]), strict=False):
        if own.colour != others.colour:
            return white[opposite(own.colour)], 3
    if colour:
        return white[colour], 4
    initial = current.initial_colour
    return white[initial if current.arrival[upper] % 2 else opposite(initial)], 5


def arrival_numbers(current: VerifiedRound) -> dict[int, int]:
    """Return the numbers of the players who have arrived, as C.04.2:2.4 counts them (5.2.5; E.5)."""
    if current.readings.get("SPP-2026-08") == "printed":
        return current.tpn
    rows = current.event.rows.items()
    past = {player for player, row in rows if any(entry.is_paired for entry in row[: current.number - 1])}
    arrived = sorted(past | set(current.players), key=current.tpn.__getitem__)
    return {player: at for at, player in enumerate(arrived, 1)}


# --- Witnesses: what the rest of the round can do, and that it cannot do better --------------------------------------


def weigh(edges: Edges) -> dict[tuple[int, int], int]:
    """
    Return the cost of each edge as one whole number.

    An earlier place weighs more than all later ones together, and a larger amount more than all smaller ones together;
    a zero weighs nothing. A place has room for 4,095 amounts of one kind, and a player counts three at most.
    """
    kinds = {kind for counted in edges.values() for kind in counted if kind[1]}
    order = sorted(kinds, key=lambda kind: (-kind[0], kind[1]))
    weight = {kind: 1 << (64 * (at // 4) + 12 * (at % 4)) for at, kind in enumerate(order)}
    return {edge: sum(weight.get(kind, 0) for kind in counted) for edge, counted in edges.items()}


def check_least_cost(edges: Edges, witness: dict[str, Any]) -> tuple[Games, bool]:
    """
    Return the matching of a witness, and whether its prices prove that no matching of all players costs less.

    Each player has a price, and some groups of odd size have a rebate. No edge costs less than the prices of its two
    players together, less the rebates of the groups that contain both. A matching of all players has one edge for each
    player, and in a group of 2k + 1 players at most k edges. So no matching costs less than all prices together, less
    k times the rebate of each group (Edmonds 1965). Prices and rebates are multiplied by four.
    """
    if not witness:
        raise ProofError("The proof has no witness of what the rest of the round can do.")
    prices = {int(player): int(price) for player, price in witness["prices"].items()}
    rebates = [(frozenset(members), int(rebate)) for members, rebate in witness["groups"]]
    matching = [
        (first, second) if (first, second) in edges else (second, first) for first, second in witness["matching"]
    ]
    vertices = {vertex for edge in edges for vertex in edge}
    if sorted(vertex for edge in matching for vertex in edge) != sorted(vertices) or not edges.keys() >= set(matching):
        raise ProofError("The matching of a witness is not a matching of all players by allowed pairs.")
    if any(len(members) % 2 == 0 or rebate < 0 for members, rebate in rebates) or not vertices <= set(prices):
        raise ProofError("A group of a witness is even, a rebate is negative, or a price is missing.")
    inside = {vertex: [(members, rebate) for members, rebate in rebates if vertex in members] for vertex in vertices}
    if len(vertices) > MAX_VERTICES:
        raise ProofError(f"A witness is for {MAX_VERTICES} players and empty chairs at most.")
    costs = weigh(edges)
    for (first, second), cost in costs.items():
        rebate = sum(rebate for members, rebate in inside[first] if second in members)
        if SCALE * cost + rebate < prices[first] + prices[second]:
            raise ProofError(f"The prices of {first} and {second} are higher than the cost of their edge.")
    bound = sum(prices[vertex] for vertex in vertices) - sum(len(group) // 2 * rebate for group, rebate in rebates)
    return matching, SCALE * sum(costs[edge] for edge in matching) == bound


def best_amounts(edges: Edges, witness: dict[str, Any]) -> tuple[list[int], list[int], list[int]]:
    """Return the best amounts that a matching can have, by place; the witness proves that they are the best."""
    matching, is_best = check_least_cost(edges, witness)
    if not is_best:
        raise ProofError("The matching of a witness costs more than its prices prove.")
    counted = [kind for edge in matching for kind in edges[edge]]
    return arrange(counted, 0), arrange(counted, 1), arrange(counted, 2)


def empty_chairs(players: list[int]) -> Edges:
    """Return the pairs of empty chairs, one for each player."""
    return {(-first, -second): [] for at, first in enumerate(players) for second in players[at + 1 :]}


def first_pairing(current: VerifiedRound, bracket: PairingBracket) -> Edges:
    """
    Return the amounts of all candidates of a bracket by C.5 to C.19, without a look at the whole rest (A.9 of 2017).

    A matching of these edges is a candidate of the bracket together with a pairing of the following bracket, which C.7
    looks at. Places are doubled, since C.7 needs two.
    """
    lookahead = next(at for at, criterion in enumerate(current.edition.criteria) if criterion.amounts is None)
    following, members = scoregroups(current)[bracket.number], bracket.moved_down + bracket.residents
    edges = empty_chairs([*members, *following])
    floating = {player: double_places(count_item(current, Item(bracket, player))) for player in members}
    after = following_bracket(current, bracket.number, CandidatePairing(frozenset(), members))
    for (first, second), counted in after.items():
        if second == -first or second in following:
            edges[first, second] = [(2 * lookahead + at, amount) for at, amount in counted] + floating.get(first, [])
    for pair in bracket_pairs(current, bracket):
        edges[pair] = double_places(count_item(current, Item(bracket, *pair)))
    return edges


def double_places(counted: Counted) -> Counted:
    """Double the places of amounts, to hold a second amount beside each."""
    return [(2 * at, amount) for at, amount in counted]


def all_candidates(current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing) -> Edges:
    """
    Return the amounts of all candidates of a bracket by [C5] to [C21], with all pairings of the rest (2026 only).

    A matching of these edges is a candidate together with a completion of the round. A player of the bracket whose
    opponent is not in it, or who meets another MDP, is a downfloater. Places are doubled, since [C8] needs two. [C9]
    counts if the given candidate has one downfloater, and so has every candidate that is as good by [C5] to [C8].
    """
    labels = [criterion.label for criterion in current.edition.criteria]
    c5, c8, c9 = (2 * labels.index(label) for label in ("C5", "C8", "C9"))
    members = bracket.moved_down + bracket.residents
    edges: Edges = {}
    for pair, counted in rest_of_round(current, bracket.number, CandidatePairing(frozenset(), members)).items():
        edges[pair] = [((c5, c8, c8 + 1)[at], amount) for at, amount in counted]
        for player in {*pair} & {*members}:
            edges[pair] += double_places(count_item(current, Item(bracket, player)))
        if BYE in pair and pair[0] in members and len(candidate.downfloaters) == 1:
            edges[pair] += [(c9, amount) for amount in unplayed_games(current, pair[0])]
    for pair in bracket_pairs(current, bracket):
        edges[pair] = double_places(count_item(current, Item(bracket, *pair)))
    return edges


def check_optimum(current: VerifiedRound, expected: Games, witnesses: list[dict[str, Any]]) -> str:
    """Check for each bracket with a witness that no candidate is better than the expected one; return a sentence."""
    for (bracket, candidate), witness in zip(divide(current, expected), witnesses, strict=False):
        matching, is_best = check_least_cost(all_candidates(current, bracket, candidate), witness)
        if not is_best or candidate_of(current, bracket, matching) != candidate:
            raise ProofError(f"No candidate of bracket {bracket.number} is proven to be the best, as the proof says.")
    last = f"s 1 to {len(witnesses)}" if len(witnesses) > 1 else " 1"
    return f"; no candidate of bracket{last} is better than the expected one" if witnesses else ""


def rest_after(current: VerifiedRound, bracket: PairingBracket, candidate: CandidatePairing) -> list[int]:
    """Return the players whom a candidate leaves to the rest of the round, with the bye if they are odd."""
    rest = [*candidate.downfloaters, *(player for player in current.players if current.score[player] < bracket.lowest)]
    return rest + [BYE] * (len(rest) % 2)


def candidate_of(current: VerifiedRound, bracket: PairingBracket, matching: Games) -> CandidatePairing:
    """Return the candidate of a bracket in a matching; two MDPs who meet do so further down (3.3.3; B.3)."""
    members, residents = bracket.moved_down + bracket.residents, set(bracket.residents)
    pairs = frozenset(ranked(current, edge) for edge in matching if {*members} >= {*edge} and residents & {*edge})
    paired = {player for pair in pairs for player in pair}
    return CandidatePairing(pairs, tuple(player for player in members if player not in paired))


def find_penultimate(current: VerifiedRound, expected: Games, proof: dict[str, Any], last: int) -> int:
    """
    Return the number of the PPB among the first brackets, 0 if none of them is the PPB (A.9 of 2017).

    For each bracket the proof names a best candidate, found without a look at the whole rest. If it is the expected
    one, which the expected pairing completes, the bracket is paired. If it is better, and the remaining players cannot
    complete the round, the bracket is the PPB. Of candidates that are equal by all criteria, any may be named.
    """
    divided, witnesses = divide(current, expected)[:-1], proof.get("first_pairings", [])
    for (bracket, candidate), witness in zip(divided[:last], witnesses, strict=False):
        matching, is_best = check_least_cost(first_pairing(current, bracket), witness)
        found = candidate_of(current, bracket, matching)
        if not is_best or (found != candidate and "barrier" not in proof):
            raise ProofError(f"The first pairing of bracket {bracket.number} is not proven to be the expected one.")
        if found == candidate:
            continue
        check_barrier(current, rest_after(current, bracket, found), proof["barrier"])
        sides = ((candidate, witness["repaired"]), (found, witness["first"]))
        values = [criterion_values(current, bracket, c, outlook_of(current, bracket, c, w)) for c, w in sides]
        if values[0] <= values[1]:
            raise ProofError(f"The expected candidate of bracket {bracket.number} is as good as the first one.")
        return bracket.number
    if len(witnesses) < min(last - 1, len(divided)):
        raise ProofError(f"The proof does not say how bracket {len(witnesses) + 1} is paired at first (A.9).")
    return 0


# --- The answer ------------------------------------------------------------------------------------------------------


class VerifierAnswer(NamedTuple):
    """The verifier's answer to an accusation."""

    sentence: str
    kind: str = ""
    """illegal, worse, later-in-order or colours; empty if the accusation is refused."""
    decisive: str = ""
    """The label of the deciding criterion, or the article of the deciding step."""
    bracket: int = 0

    @property
    def is_confirmed(self) -> bool:
        """Whether the posted pairing is wrong."""
        return bool(self.kind)


READINGS = {
    "SPP-2026-08": "printed",
    "DUTCH-C13-ABSOLUTE": "absolute-too",
    "DUTCH-TOPSCORER-MAXIMUM": "without-virtual-points",
}
"""Sides of open places that a proof may follow (`pairproof readings`); all other places are read in one way."""


def prepare_round(proof: dict[str, Any], event: ReportFile) -> VerifiedRound:
    """Return the round of a proof; the proof may assume facts that the file does not declare."""
    assumed = proof.get("assumed", {})
    event.rounds = event.rounds or assumed.get("rounds")
    event.initial_colour = event.initial_colour or assumed.get("initial_colour", "")
    readings = proof.get("readings", {})
    if not readings.items() <= READINGS.items():
        raise ProofError("The proof follows a reading that this verifier does not know.")
    return VerifiedRound(event, proof["round"], EDITIONS[proof["edition"]], readings)


def verify(proof: dict[str, Any], text: str) -> VerifierAnswer:
    """Verify that the posted pairing is wrong, given the expected one; ProofError if the proof does not hold."""
    event = read_event(text)
    current = prepare_round(proof, event)
    posted, expected = ([(int(white), int(black)) for white, black in proof[side]] for side in ("posted", "expected"))
    if not is_recorded(event, current.number, posted):
        return VerifierAnswer("refused: the posted pairing of the proof is not that of the file")
    if expected and (fault := find_fault(current, expected)):
        return VerifierAnswer(f"refused: the expected pairing {fault}")
    if fault := find_fault(current, posted):
        legal = "the expected pairing is legal, and the posted one" if expected else "the posted pairing"
        return VerifierAnswer(f"verified: {legal} {fault}", "illegal")
    if not expected:
        return VerifierAnswer("refused: the posted pairing is legal, and the proof names no better one")
    if set(map(frozenset, posted)) == set(map(frozenset, expected)):
        return compare_colours(current, posted)
    answer = compare_byes(current, posted, expected) or compare_brackets(current, posted, expected, proof)
    proven = check_optimum(current, expected, proof.get("optimum", []) if answer.is_confirmed else [])
    return answer._replace(sentence=answer.sentence + proven)


def compare_byes(current: VerifiedRound, posted: Games, expected: Games) -> VerifierAnswer | None:
    """
    Compare the scores of the players with the bye; None if they do not decide.

    In 2026, [C5] (2.3.1) stands above all criteria of every bracket, so that the lowest score is that of the round.
    """
    lower, higher = ([current.score[player] for player, black in games if black == BYE] for games in (expected, posted))
    if lower == higher or current.edition.collapses:
        return None
    (less,), (more,) = sorted((lower, higher))
    scores = f"C5 (2.3.1): the bye goes to {less / POINT:g} points, and not to {more / POINT:g}"
    if lower > higher:
        return VerifierAnswer(f"refused: the posted pairing is better by {scores}")
    number = first_difference(current, posted, expected, 0)
    return VerifierAnswer(f"verified: the expected pairing is legal, and better by {scores}", "worse", "C5", number)


def compare_colours(current: VerifiedRound, posted: Games) -> VerifierAnswer:
    """Say which game has the wrong colours by Article 5 (section E)."""
    for white, black in posted:
        right, rule = allocate_white(current, *ranked(current, (white, black))) if black != BYE else (white, 0)
        if right != white:
            article = f"{'E.' if current.edition.collapses else '5.2.'}{rule}"
            return VerifierAnswer(
                f"verified: the pairs are equal, and {right} has White against {white} ({article})", "colours", article
            )
    return VerifierAnswer("refused: the posted pairs have the right colours")


class ComparedBrackets(NamedTuple):
    """The first bracket in which two legal pairings differ, with the candidates and values of both."""

    bracket: PairingBracket
    candidates: dict[str, CandidatePairing]
    """By side, ``expected`` and ``posted``."""
    values: dict[str, list[list[int]]]
    stated: dict[str, Any]
    """The brackets and values of both sides, as a proof states them for its reader."""


def evaluate_brackets(
    current: VerifiedRound, posted: Games, expected: Games, proof: dict[str, Any]
) -> ComparedBrackets:
    """Evaluate both candidates of the first bracket in which two legal pairings differ."""
    number, penultimate = first_difference(current, posted, expected, 0), 0
    if current.edition.collapses:
        penultimate = find_penultimate(current, expected, proof, number)
        number = first_difference(current, posted, expected, penultimate)
    divided = {"expected": divide(current, expected, penultimate), "posted": divide(current, posted, penultimate)}
    bracket = divided["expected"][number - 1][0]
    candidates = {side: brackets[number - 1][1] for side, brackets in divided.items()}
    outlooks: dict[str, dict[str, list[int]]] = {}
    if candidates["expected"].downfloaters != candidates["posted"].downfloaters:  # equal ones leave the same players
        witnesses = proof.get("outlook", {})
        outlooks = {
            side: outlook_of(current, bracket, candidate, witnesses.get(side, {}))
            for side, candidate in candidates.items()
        }
    values = {
        side: criterion_values(current, bracket, candidate, outlooks.get(side, {}))
        for side, candidate in candidates.items()
    }
    labels = [f"{criterion.label} ({criterion.article})" for criterion in current.edition.criteria]
    stated = {
        "brackets": {side: list(map(state_bracket, brackets)) for side, brackets in divided.items()},
        f"values in bracket {number}": {side: dict(zip(labels, found, strict=True)) for side, found in values.items()},
    }
    return ComparedBrackets(bracket, candidates, values, stated)


def state_bracket(divided: tuple[PairingBracket, CandidatePairing]) -> dict[str, Any]:
    """Return a bracket and its candidate, as a proof states them."""
    bracket, candidate = divided
    return {
        "moved down": list(bracket.moved_down),
        "residents": list(bracket.residents),
        "pairs": sorted(map(list, candidate.pairs)),
        "downfloaters": list(candidate.downfloaters),
    }


def compare_brackets(current: VerifiedRound, posted: Games, expected: Games, proof: dict[str, Any]) -> VerifierAnswer:
    """Compare two legal pairings in the first bracket in which they differ."""
    bracket, candidates, values, stated = evaluate_brackets(current, posted, expected, proof)
    if proof.get("stated", stated) != stated:
        raise ProofError("The proof states other brackets or values than those by the text.")
    for criterion, least, most in zip(current.edition.criteria, values["expected"], values["posted"], strict=True):
        if least != most:
            if criterion.article == "C.7" and least < most and bracket.number > len(proof["first_pairings"]):
                place = f"bracket {bracket.number}"
                raise ProofError(f"The proof does not show that {place} is not the PPB, so that C.7 applies.")
            return describe_criterion(criterion, bracket, least, most)
    orders = (generation_order(current, bracket, candidates[side]) for side in ("expected", "posted"))
    for (article, first), (_, second) in zip(*orders, strict=True):
        if first != second:
            return describe_order(article, bracket, is_first=first < second)
    return VerifierAnswer(f"refused: nothing distinguishes the two pairings of bracket {bracket.number}")


def describe_criterion(
    criterion: PairingCriterion, bracket: PairingBracket, expected: list[int], posted: list[int]
) -> VerifierAnswer:
    """Say by which criterion two candidates differ."""
    kind = f", the {bracket.kind}" if bracket.kind else ""
    less, more = (describe_value(criterion, value) for value in sorted((expected, posted)))
    scores = f"{criterion.label} ({criterion.article}) in bracket {bracket.number}{kind} ({less} against {more})"
    if posted < expected:
        return VerifierAnswer(f"refused: the posted pairing is better by {scores}")
    equal = describe_equal_brackets(bracket, ", and")
    sentence = f"verified: the expected pairing is legal, {equal}better by {scores}"
    return VerifierAnswer(sentence, "worse", criterion.label, bracket.number)


def describe_order(article: str, bracket: PairingBracket, *, is_first: bool) -> VerifierAnswer:
    """Say which of two candidates, equal by every criterion, is generated first."""
    if not is_first:
        return VerifierAnswer(f"refused: the posted pairing is generated first in bracket {bracket.number} ({article})")
    equal = describe_equal_brackets(bracket, " and") or "equal "
    sentence = f"verified: the expected pairing is legal, {equal}by every criterion in bracket {bracket.number},"
    return VerifierAnswer(f"{sentence} and generated first ({article})", "later-in-order", article, bracket.number)


def describe_equal_brackets(bracket: PairingBracket, link: str) -> str:
    """Name the brackets above, in which two pairings are equal; empty if there are none."""
    last = bracket.number - 1
    return f"equal in bracket{'s 1 to' if last > 1 else ''} {last}{link} " if last else ""


def describe_value(criterion: PairingCriterion, value: list[int]) -> str:
    """Write a value: a number, or points from the largest amount."""
    if criterion.article in {"2.4.3", "C.7"}:
        points = "/".join(f"{amount / POINT:g}" for amount in value[1:])
        return f"{value[0] // POINT} unpaired in the following bracket{points and f', {points} points'}"
    if all(amount == 1 for amount in value):
        return str(len(value))
    amounts = (f"Limbo {(n - LIMBO) / POINT:g}" if n >= LIMBO else f"{n / POINT:g}" for n in value)
    return f"{'/'.join(amounts)} points"


def describe_premises(proof: dict[str, Any], event: ReportFile) -> str:
    """Say by which edition a round is judged, and which facts the proof assumes beyond those of the file."""
    declared = {"rounds": event.rounds, "initial_colour": event.initial_colour}
    assumed = [f"{name} {value}" for name, value in proof.get("assumed", {}).items() if not declared.get(name)]
    premises = f", assuming what the file does not declare: {', '.join(assumed)}" if assumed else ""
    readings = "".join(f", by the reading {name}={key}" for name, key in proof.get("readings", {}).items())
    return f"Round {proof['round']} by {proof['edition']}{readings}{premises}.\n"


def main() -> int:
    """Verify the proof of the first file for the event of the second one."""
    files = [Path(name) for name in sys.argv[1:]]
    try:
        proof, event = (file.read_text("utf-8") for file in files)
        sys.stdout.write(describe_premises(json.loads(proof), read_event(event)))
        answer = verify(json.loads(proof), event)
    except ProofError as error:
        answer = VerifierAnswer(f"refused: {error}")
    except (LookupError, OSError, TypeError, ValueError) as error:
        usage = "Give two files: python verify.py proof.json event.trf"
        answer = VerifierAnswer(f"refused: the proof or the event cannot be read ({error!r}). {usage}")
    sys.stdout.write(f"{answer.sentence}\n")
    return 0 if answer.is_confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
