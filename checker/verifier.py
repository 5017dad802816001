"""
Verify an accusation: that the posted pairing of a round is wrong by the FIDE (Dutch) System, C.04.3.

    python verify.py proof.json event.trf

This file needs Python 3.11 and nothing else, and it searches for nothing. The proof names two pairings of the round,
the posted and the expected one. The file below says whether each is legal, divides both into brackets, evaluates every
criterion in the first bracket in which they differ, and says which candidate is better, or which is generated first.
It does not say that the expected pairing is the best of all: a posted pairing is wrong as soon as one better exists.

It is written to be read beside the handbook. Functions follow the order of the articles. An article in round brackets
stands with its number in the edition of 2026 first, and after the semicolon with that of 2017.

Some criteria ask for the best that the remaining players can still do. Then the proof has a witness for each pairing:
a matching shows that it can be done, and prices show that it cannot be done better (see `check_least_cost`).
Scores are in hundredths of a point. A file must be TRF16 or TRF26; XX and BB records are read, too.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Amounts = Callable[["Round", "Bracket", int, "int | None"], list[int]]
    Edges = dict[tuple[int, int], list[tuple[int, int]]]

BYE = 0
"""Stands in a pair for the pairing-allocated bye."""
POINT = 100
LIMBO = 1_000_000
"""More than any score difference."""
SCALE = 4
"""Prices are those of costs multiplied by this, so that they are whole numbers."""
PLAYED = frozenset("10=WDL?")


class ProofError(ValueError):
    """A file that cannot be read, or a proof that does not hold."""


# --- The tournament report file (C.02.03, annex A) -------------------------------------------------------------------


class Entry(NamedTuple):
    """A round of a player, as the row 001 shows it."""

    opponent: int
    colour: str
    code: str


ABSENT = Entry(0, "-", "Z")


@dataclass
class Event:
    """What the file says."""

    rows: dict[int, list[Entry]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    """By result code; of games, with the colour before it (w1, b=)."""
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    """By player and round."""
    forbidden: list[tuple[int, int, set[int]]] = field(default_factory=list)
    """First and last round, players."""
    absences: list[tuple[int | None, set[int]]] = field(default_factory=list)
    """Round (None: the round to be paired) and players."""
    rounds: int | None = None
    initial_colour: str = ""
    system: str = ""
    has_numbers_by_rank: bool = False


def read_event(text: str) -> Event:
    """Read the records that pairing needs (C.02.03, annex A)."""
    event, scoring = Event(), dict[str, int]()
    for line in text.lstrip("\ufeff").splitlines():
        code, rest = line[:3], line[4:]
        words = rest.split()
        if line[3:4].strip() or not words:
            continue
        if code == "001":
            event.rows[int(line[4:8])] = read_row(line)
        elif code in {"142", "XXR"}:
            event.rounds = int(words[0])
        elif code == "152":
            event.initial_colour = words[0].lower()
        elif code == "XXC":
            colours = {"white1": "w", "black1": "b"}
            event.initial_colour = next((colours[word] for word in words if word in colours), event.initial_colour)
            event.has_numbers_by_rank |= "rank" in words
        elif code == "192":
            event.system = words[0].upper()
        elif code == "162":
            scoring |= {line[at]: hundredths(line[at + 1 : at + 5]) for at in range(5, len(line.rstrip()), 9)}
        elif code in {"BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}:
            scoring[code] = hundredths(words[0])
        elif code == "XXS":
            scoring |= {f"XXS{key}": hundredths(value) for key, value in (word.split("=") for word in words)}
        else:
            read_restriction(event, code, line)
    event.points = points_by_code(scoring)
    add_baku_points(event)
    return event


def read_row(line: str) -> list[Entry]:
    """Read the rounds of a row 001: ten columns each, from column 92 (C.02.03, annex A)."""
    entries = []
    for at in range(91, len(line.rstrip()), 10):
        block = line[at : at + 8].ljust(8)
        opponent, colour, code = int(block[:4].strip() or 0), block[5].lower(), block[7].upper()
        if opponent:
            code = "?" if code in " Z" else code
        elif code in "-Z ":
            colour, code = "-", "Z"
        if code not in ("10=WDL?+-" if opponent else "HFUZ") or (code in PLAYED and colour not in {"w", "b"}):
            raise ProofError(f"The result code {code!r} in {line[:8]!r} is not one of TRF16.")
        entries.append(Entry(opponent, colour, code))
    return entries


def read_restriction(event: Event, code: str, line: str) -> None:
    """Read absences, forbidden pairs and virtual points (C.02.03, annex A)."""
    if code == "XXZ":
        event.absences.append((None, {int(word) for word in line[4:].split()}))
    elif code == "240":
        event.absences.append((int(line[6:9]), numbers_from(line, 10)))
    elif code == "XXP":
        event.forbidden.append((1, sys.maxsize, {int(word) for word in line[4:].split()}))
    elif code == "260":
        event.forbidden.append((int(line[4:7]), int(line[8:11]), numbers_from(line, 12)))
    elif code == "XXA":
        for at in range(9, len(line.rstrip()), 5):
            event.virtual[int(line[4:8]), (at - 9) // 5 + 1] = hundredths(line[at : at + 4])
    elif code == "250":
        first, last, low, high = (int(line[at:end]) for at, end in ((14, 17), (18, 21), (22, 26), (27, 31)))
        for number in range(low, high + 1):
            event.virtual |= {(number, row): hundredths(line[9:13]) for row in range(first, last + 1)}


def numbers_from(line: str, at: int) -> set[int]:
    """Read numbers of players, five columns each (C.02.03, annex A)."""
    return {
        int(line[start : start + 4]) for start in range(at, len(line.rstrip()), 5) if line[start : start + 4].strip()
    }


def hundredths(text: str) -> int:
    """Read a number of points (C.02.03, annex A)."""
    return round(float(text.strip() or 0) * POINT)


def points_by_code(scoring: dict[str, int]) -> dict[str, int]:
    """Return the points of each result code under the scoring of 162, BB or XXS (C.02.03, annex A)."""
    shares = {
        "W": "w1 b1 wW bW + F", "D": "w= b= wD bD H", "L": "w0 b0 wL bL", "A": "- Z", "Z": "- Z", "X": "w? b?", "P": "U",
        "BBW": "w1 b1 wW bW + F", "BBD": "w= b= wD bD H", "BBL": "w0 b0 wL bL", "BBZ": "Z", "BBF": "-", "BBU": "U",
        "XXSW": "w1 b1 wW bW + F", "XXSD": "w= b= wD bD H", "XXSWW": "w1 wW", "XXSBW": "b1 bW", "XXSWD": "w= wD",
        "XXSBD": "b= bD", "XXSWL": "w0 wL", "XXSBL": "b0 bL", "XXSZPB": "Z", "XXSHPB": "H", "XXSFPB": "F",
        "XXSPAB": "U", "XXSFW": "+", "XXSFL": "-",
    }  # fmt: skip
    points = dict.fromkeys("w1 b1 wW bW + F U".split(), POINT)
    points |= dict.fromkeys("w= b= wD bD w? b? H".split(), POINT // 2)
    points |= dict.fromkeys("w0 b0 wL bL - Z".split(), 0)
    for code, value in scoring.items():
        if code in {"W", "BBW"}:
            points["U"] = value
        if code in {"D", "BBD"}:
            points |= {"w?": value, "b?": value}
        points |= dict.fromkeys(shares.get(code, "").split(), value)
    points |= {"U": scoring[code] for code in ("P", "BBU") if code in scoring}
    points |= {key: scoring["X"] for key in ("w?", "b?") if "X" in scoring}
    return points


# --- Baku acceleration (C.04.7) --------------------------------------------------------------------------------------


def add_baku_points(event: Event) -> None:
    """Add the virtual points that the code of the system implies, if the file lists none (C.04.7:1.2 to 1.4)."""
    if not event.system.endswith("_BAKU") or event.virtual:
        return
    if event.rounds is None:
        raise ProofError("The file does not declare the number of rounds, which the Baku acceleration needs.")
    paired = sorted(player for player, row in event.rows.items() if row and (row[0].opponent or row[0].code == "U"))
    group = paired[: 2 * -(-len(paired or event.rows) // 4)] or sorted(event.rows)[: 2 * -(-len(event.rows) // 4)]
    accelerated = -(-event.rounds // 2)
    for player in range(1, max(group) + 1):
        for row in range(1, accelerated + 1):
            event.virtual[player, row] = event.points["w1"] // (1 if row <= -(-accelerated // 2) else 2)


# --- C.04.3, Article 1 (section A): definitions ----------------------------------------------------------------------


class Round:
    """The players of a round and what their histories say."""

    def __init__(self, event: Event, number: int, edition: Edition) -> None:
        """Look at the rounds before this one."""
        self.event, self.number, self.edition = event, number, edition
        self.players = sorted(active_players(event, number))
        self.past = {player: history(event, player, number) for player in self.players}
        self.tpn = pairing_numbers(event)
        self.score = {player: score_before(event, player, number) for player in self.players}
        self.floats = {player: floats(self, player) for player in self.players}
        self.colours = {player: [e.colour for e in self.past[player] if e.code in PLAYED] for player in self.players}
        self.difference = {player: colour_difference(self, player) for player in self.players}
        self.preference = {player: colour_preference(self, player) for player in self.players}
        self.topscorers = {player for player in self.players if is_topscorer(self, player)}
        self.met = {p: {e.opponent for e in self.past[p] if e.code in PLAYED} for p in self.players}
        self.allocated: dict[tuple[int, int], tuple[int, str]] = {}

    def rank(self, player: int) -> tuple[int, int]:
        """Return the key by which players are ranked: score, then pairing number (1.2; A.2)."""
        return -self.score[player], self.tpn[player]


def pairing_numbers(event: Event) -> dict[int, int]:
    """Return the pairing numbers: those of the rows, or the order of the rows if the file says so (1.1; A.2.b)."""
    return {player: at if event.has_numbers_by_rank else player for at, player in enumerate(event.rows, 1)}


def history(event: Event, player: int, number: int) -> list[Entry]:
    """Return the entries of the rounds before a round; a blank is an absence (1.1; A.1)."""
    row = event.rows[player][: number - 1]
    return row + [ABSENT] * (number - 1 - len(row))


def score_before(event: Event, player: int, number: int) -> int:
    """Return the pairing score before a round, virtual points included (1.2.1 and C.04.7:1.5; A.2)."""
    points = (event.points[e.colour + e.code if e.code in PLAYED else e.code] for e in history(event, player, number))
    return sum(points) + event.virtual.get((player, number), 0)


@dataclass(frozen=True)
class Bracket:
    """A group of players to be paired (1.3; A.3)."""

    number: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    lowest: int
    """The score of the lowest ranked player."""
    kind: str = ""
    """In 2017 PPB or CLB: the penultimate pairing bracket or the collapsed last bracket (A.9)."""


class Candidate(NamedTuple):
    """A pairing of a bracket: pairs, the higher ranked player first, and downfloaters (3.3; B.3)."""

    pairs: frozenset[tuple[int, int]]
    downfloaters: tuple[int, ...]


def scoregroups(current: Round) -> list[list[int]]:
    """Return the players of each score, from the highest, by rank (1.3.1; A.3)."""
    scores = sorted(set(current.score.values()), reverse=True)
    return [sorted((p for p in current.players if current.score[p] == score), key=current.rank) for score in scores]


def divide(current: Round, pairing: list[tuple[int, int]], penultimate: int = 0) -> list[tuple[Bracket, Candidate]]:
    """
    Divide a pairing into brackets and their candidates (1.3.2, 1.4.1; A.3, A.4, A.9).

    A pair belongs to the scoregroup of its lower player, since moved-down players are paired with residents only
    (3.3.3; B.3). If the bracket ``penultimate`` is the PPB of 2017, all players below are the residents of one bracket.
    """
    groups = scoregroups(current)
    if penultimate:
        groups[penultimate:] = [[player for group in groups[penultimate:] for player in group]]
    divided, waiting = [], list[int]()
    for number, residents in enumerate(groups, 1):
        members = waiting + residents
        pairs = frozenset(ranked(current, pair) for pair in pairing if BYE not in pair and set(pair) <= set(members))
        paired = {player for pair in pairs for player in pair}
        kind = {penultimate: "PPB", penultimate + 1: "CLB"}.get(number, "") if penultimate else ""
        bracket = Bracket(number, tuple(waiting), tuple(residents), current.score[residents[-1]], kind)
        waiting = [player for player in members if player not in paired]
        divided.append((bracket, Candidate(pairs, tuple(waiting))))
    return divided


def ranked(current: Round, pair: Iterable[int]) -> tuple[int, int]:
    """Return a pair with the higher ranked player first (1.2; A.2)."""
    higher, lower = sorted(pair, key=current.rank)
    return higher, lower


def floats(current: Round, player: int) -> dict[int, str]:
    """Return the float of each past round, "down" or "up" (1.4.2 to 1.4.4; A.4.b)."""
    event, found = current.event, {}
    for row, entry in enumerate(current.past[player], 1):
        if entry.code in PLAYED:
            own, other = (score_before(event, number, row) for number in (player, entry.opponent))
            if own != other:
                found[row] = "down" if own > other else "up"
        elif current.edition.gives_unplayed_float(event, entry):
            found[row] = "down"
    return found


def gains_without_playing(event: Event, entry: Entry) -> bool:
    """Whether a player has the bye, or scores more than for a loss without playing (1.4.3)."""
    return entry.code == "U" or event.points[entry.code] > event.points["w0"]


def does_not_play(_event: Event, entry: Entry) -> bool:
    """Whether a player does not play, for whatever reason (A.4.b of 2017)."""
    return entry.code not in PLAYED


def colour_difference(current: Round, player: int) -> int:
    """Return the number of games with White less that with Black (1.6; A.6)."""
    return current.colours[player].count("w") - current.colours[player].count("b")


def colour_preference(current: Round, player: int) -> tuple[int, str]:
    """Return the strength (3 absolute, 2 strong, 1 mild, 0 none) and colour of a preference (1.7; A.6.a to A.6.d)."""
    difference, colours = current.difference[player], current.colours[player]
    if not colours:
        return 0, ""
    if abs(difference) > 1:
        return 3, "w" if difference < 0 else "b"
    if colours[-2:] in (["w", "w"], ["b", "b"]):
        return 3, opposite(colours[-1])
    if difference:
        return 2, "w" if difference < 0 else "b"
    return 1, opposite(colours[-1])


def opposite(colour: str) -> str:
    """Return the other colour (1.7; A.6)."""
    return "b" if colour == "w" else "w"


def is_topscorer(current: Round, player: int) -> bool:
    """Whether a player has over half of the maximum score when the final round is paired (1.8; A.7)."""
    best = current.event.points["w1"] * (current.number - 1)
    return current.number == current.event.rounds and 2 * current.score[player] > best


def score_difference(current: Round, bracket: Bracket, upper: int, lower: int | None) -> int:
    """Return the score difference of a pair or a downfloater (A.8 of 2017)."""
    return current.score[upper] - (bracket.lowest - POINT if lower is None else current.score[lower])


def active_players(event: Event, number: int) -> set[int]:
    """Return the players to be paired in a round (1.9.1 and C.04.2:3.2, 3.3; A.9)."""
    entries = {player: row[number - 1] if len(row) >= number else None for player, row in event.rows.items()}
    paired = {player for player, entry in entries.items() if entry and (entry.opponent or entry.code == "U")}
    if paired:
        return paired
    absent = {player for row, players in event.absences if row in {None, number} for player in players}
    return {player for player, entry in entries.items() if entry is None and player not in absent}


def recorded_pairing(event: Event, number: int) -> set[tuple[int, int]]:
    """Return the pairing that the file shows for a round, White first; empty if it shows none (1.9.1; A.9)."""
    entries = {player: row[number - 1] for player, row in event.rows.items() if len(row) >= number}
    pairs = {(player, entry.opponent) for player, entry in entries.items() if entry.opponent and entry.colour == "w"}
    return pairs | {(player, BYE) for player, entry in entries.items() if entry.code == "U"}


def find_fault(current: Round, pairing: list[tuple[int, int]]) -> str:
    """Return why a round-pairing is not complete or breaks [C1] to [C3]; empty if it is legal (1.9.1; A.9)."""
    seated = [player for pair in pairing for player in pair if player != BYE]
    wrong = sorted(set(seated) ^ set(current.players)) or sorted({p for p in seated if seated.count(p) > 1})
    if wrong:
        return f"does not pair exactly once, of the players of the round: {', '.join(map(str, wrong))} (1.9.1)"
    if len(pairing) - len(seated) // 2 != len(current.players) % 2:
        return "gives another number of byes than the number of players allows (1.9.1)"
    return next((fault for pair in pairing if (fault := find_pair_fault(current, *pair))), "")


# --- Article 2 (section C): criteria ---------------------------------------------------------------------------------


def find_pair_fault(current: Round, one: int, other: int) -> str:
    """Return the absolute criterion that a pair or a bye breaks, in words; empty if none (2.1; C.1 to C.3)."""
    if BYE in {one, other}:
        return "" if may_have_bye(current, one or other) else f"gives the bye to {one or other}, against C2 (2.1.2)"
    if have_met(current, one, other):
        return f"pairs {one} and {other}, against C1 (2.1.1)"
    if are_forbidden(current, one, other):
        return f"pairs {one} and {other}, whom the file forbids to meet"
    if have_same_absolute_preference(current, one, other):
        return f"pairs {one} and {other}, against C3 (2.1.3)"
    return ""


def have_met(current: Round, one: int, other: int) -> bool:
    """Whether two players have played each other; a forfeited game does not count (2.1.1 [C1]; C.1)."""
    return other in current.met[one]


def are_forbidden(current: Round, one: int, other: int) -> bool:
    """Whether the file forbids two players to meet in the round (2.1.1; C.1)."""
    lists = (players for first, last, players in current.event.forbidden if first <= current.number <= last)
    return any({one, other} <= players for players in lists)


def may_have_bye(current: Round, player: int) -> bool:
    """Whether a player may have the pairing-allocated bye (2.1.2 [C2]; C.2)."""
    return not any(current.edition.bars_from_bye(current.event, entry) for entry in current.past[player])


def scores_win_without_playing(event: Event, entry: Entry) -> bool:
    """Whether a round was the bye, or gave the points of a win without a game (2.1.2 [C2])."""
    return entry.code == "U" or (entry.code not in PLAYED and event.points[entry.code] >= event.points["w1"])


def has_bye_or_forfeit_win(_event: Event, entry: Entry) -> bool:
    """Whether a round was the bye or a win by forfeit (C.2 of 2017)."""
    return entry.code in {"U", "+"}


def have_same_absolute_preference(current: Round, one: int, other: int) -> bool:
    """Whether two players, neither a topscorer, have an absolute preference for one colour (2.1.3 [C3]; C.3)."""
    same = current.preference[one] == current.preference[other] and current.preference[one][0] == 3  # noqa: PLR2004
    return same and not {one, other} & current.topscorers


def check_barrier(players: list[int], allowed: Callable[[int, int], bool], proof: dict[str, Any]) -> None:
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
        beyond = set(players) - set(barrier) - set(group)
        if len(group) % 2 == 0 or any(allowed(player, other) for player in group for other in beyond):
            raise ProofError(f"The group of {group[0]} is even, or a player of it has an opponent outside.")
    if len(groups) <= len(barrier):
        raise ProofError("The barrier is as large as the number of groups, and proves nothing.")


def rest_of_round(current: Round, number: int, candidate: Candidate) -> Edges:
    """
    Return all pairs that the players not yet paired may form, with what each counts (2.3.1 [C5], 2.4.3 [C8]).

    What counts: first the score of the player with the bye; then the number of downfloaters of the following bracket;
    then their scores. A matching of all these players is a completion as [C4] demands.
    """
    groups = scoregroups(current)
    following = {*candidate.downfloaters, *groups[number]} if number < len(groups) else set[int]()
    residents = following - set(candidate.downfloaters)
    players = [*candidate.downfloaters, *(player for group in groups[number:] for player in group)]
    edges: Edges = {}
    for at, one in enumerate(players):
        for other in players[at + 1 :] + [BYE] * (len(players) % 2):
            if find_pair_fault(current, one, other):
                continue
            counted = [(0, current.score[one])] if other == BYE else []
            if not ({one, other} <= following and {one, other} & residents):
                leaving = {one, other} & following
                counted += [(1, 1)] * len(leaving) + [(2, current.score[player]) for player in leaving]
            edges[one, other] = counted
    return edges


def counts_downfloater(_current: Round, _bracket: Bracket, _upper: int, lower: int | None) -> list[int]:
    """Count a downfloater (2.4.1 [C6]; C.5)."""
    return [1] if lower is None else []


def downfloater_score(current: Round, _bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Return the score of a downfloater (2.4.2 [C7])."""
    return [current.score[upper]] if lower is None else []


def pairing_score_difference(current: Round, bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Return the score difference, a part of the PSD (C.6 of 2017)."""
    return [score_difference(current, bracket, upper, lower)]


def following_bracket(current: Round, number: int, candidate: Candidate) -> Edges:
    """
    Return all pairs that the following bracket allows, with what each counts (C.7 of 2017).

    What counts: the number of unpaired players, then the PSD. To be unpaired is to be paired with an empty chair, the
    negative number of the player; empty chairs may be paired at will. Only C.1 to C.3 apply. In the last bracket, an
    unpaired player who may not have the bye counts as three: the text is silent, and programs agree.
    """
    groups = scoregroups(current)
    residents, is_last = groups[number], number + 1 == len(groups)
    bracket = Bracket(number + 1, candidate.downfloaters, tuple(residents), current.score[residents[0]])
    edges: Edges = empty_chairs([*candidate.downfloaters, *residents])
    for upper, lower in bracket_pairs(current, bracket):
        edges[upper, lower] = [(1, score_difference(current, bracket, upper, lower))]
    for player in (*candidate.downfloaters, *residents):
        unpaired = 3 if is_last and not may_have_bye(current, player) else 1
        edges[player, -player] = [(0, 1)] * unpaired + [(1, score_difference(current, bracket, player, None))]
    return edges


def bracket_pairs(current: Round, bracket: Bracket) -> Iterator[tuple[int, int]]:
    """Yield the legal pairs of a bracket, the higher ranked player first (2.1, 3.3.3; C.1 to C.3, B.3)."""
    members = sorted((*bracket.moved_down, *bracket.residents), key=current.rank)
    residents = set(bracket.residents)
    for at, upper in enumerate(members):
        for lower in members[at + 1 :]:
            if lower in residents and not find_pair_fault(current, upper, lower):
                yield upper, lower


def empty_chairs(players: list[int]) -> Edges:
    """Return the pairs of empty chairs, one for each player (C.7 of 2017)."""
    return {(-one, -other): [] for at, one in enumerate(players) for other in players[at + 1 :]}


def first_pairing(current: Round, bracket: Bracket) -> Edges:
    """
    Return what all candidates of a bracket and of the following one count, criterion by criterion (A.9, C.5 to C.19).

    A matching of these edges is a candidate of the bracket together with a pairing of the following bracket.
    """
    lookahead = next(level for level, criterion in enumerate(current.edition.criteria) if criterion.amounts is None)
    groups = scoregroups(current)
    following, members = groups[bracket.number], [*bracket.moved_down, *bracket.residents]
    edges: Edges = empty_chairs([*members, *following])
    after = following_bracket(current, bracket.number, Candidate(frozenset(), tuple(members)))
    floating = {player: count_twice(count_item(current, bracket, player, None)) for player in members}
    for (one, other), counted in after.items():
        if other == -one or other in following:
            edges[one, other] = [(2 * lookahead + level, amount) for level, amount in counted] + floating.get(one, [])
    for upper, lower in bracket_pairs(current, bracket):
        edges[upper, lower] = count_twice(count_item(current, bracket, upper, lower))
    return edges


def count_twice(counted: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave two places for each criterion, since C.7 counts two things (C.7 of 2017)."""
    return [(2 * level, amount) for level, amount in counted]


def count_item(current: Round, bracket: Bracket, upper: int, lower: int | None) -> list[tuple[int, int]]:
    """Return what a pair or a downfloater counts, by place of the criterion (2.4; C.5 to C.19)."""
    criteria = enumerate(current.edition.criteria)
    return [
        (level, amount)
        for level, criterion in criteria
        if criterion.amounts
        for amount in criterion.amounts(current, bracket, upper, lower)
    ]


def unplayed_games_of_bye(current: Round, candidate: Candidate, bye_score: list[int]) -> list[int]:
    """
    Return the unplayed games of the only downfloater, if that player will have the bye (2.4.4 [C9]).

    That is so if the lowest score that the bye can still have is the downfloater's: players further down score less.
    """
    if len(candidate.downfloaters) != 1 or len(current.players) % 2 == 0:
        return []
    (player,) = candidate.downfloaters
    if current.score[player] != sum(bye_score):
        return []
    return [1] * sum(entry.code not in PLAYED for entry in current.past[player])


def colours_of(current: Round, upper: int, lower: int) -> dict[int, str]:
    """Return the colours that a pair gets (Article 5; section E), for the criteria (2.4.5; C.8)."""
    if (upper, lower) not in current.allocated:
        current.allocated[upper, lower] = allocate_white(current, upper, lower)
    white = current.allocated[upper, lower][0]
    return {upper: "w" if white == upper else "b", lower: "w" if white == lower else "b"}


def widest_differences(current: Round, _bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Count, in a topscorer's pair, the players who get a colour difference beyond 2 (2.4.5 [C10]; C.8)."""
    if lower is None or not {upper, lower} & current.topscorers:
        return []
    steps = {"w": 1, "b": -1}
    colours = colours_of(current, upper, lower).items()
    return [1 for player, colour in colours if abs(current.difference[player] + steps[colour]) > 2]  # noqa: PLR2004


def third_colours(current: Round, _bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Count, in a topscorer's pair, the players who get one colour three times in a row (2.4.6 [C11]; C.9)."""
    if lower is None or not {upper, lower} & current.topscorers:
        return []
    colours = colours_of(current, upper, lower).items()
    return [1 for player, colour in colours if current.colours[player][-2:] == [colour, colour]]


def missed_preferences(current: Round, _bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Count the players of a pair who do not get their colour preference (2.4.7 [C12]; C.10)."""
    colours = {} if lower is None else colours_of(current, upper, lower)
    return [1 for player, colour in colours.items() if current.preference[player][1] == opposite(colour)]


def missed_strong_preferences(current: Round, _bracket: Bracket, upper: int, lower: int | None) -> list[int]:
    """Count the players of a pair who do not get their strong, not absolute, preference (2.4.8 [C13]; C.11)."""
    colours = {} if lower is None else colours_of(current, upper, lower)
    return [1 for player, colour in colours.items() if current.preference[player] == (2, opposite(colour))]


def had_float(current: Round, player: int, direction: str, ago: int) -> bool:
    """Whether a player received a float so many rounds before (2.4.9; C.12)."""
    return current.floats[player].get(current.number - ago) == direction


def resident_downfloat(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Count a resident downfloater who received a downfloat before (2.4.9 [C14], 2.4.11 [C16])."""
    counts = lower is None and upper in bracket.residents and had_float(current, upper, "down", ago)
    return [1] if counts else []


def opponent_upfloat(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Count an opponent of an MDP who received an upfloat before (2.4.10 [C15], 2.4.12 [C17])."""
    counts = lower is not None and upper in bracket.moved_down and had_float(current, lower, "up", ago)
    return [1] if counts else []


def same_downfloat(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Count a player who receives the same downfloat as before (C.12, C.14 of 2017)."""
    return [1] if same_downfloat_difference(current, bracket, upper, lower, ago=ago) else []


def same_upfloat(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Count a player who receives the same upfloat as before (C.13, C.15 of 2017)."""
    return [1] if same_upfloat_difference(current, bracket, upper, lower, ago=ago) else []


def moved_down_difference(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """
    Return the score difference of an MDP who received a downfloat before (2.4.13 [C18], 2.4.15 [C20]).

    The text does not say what it is for an MDP of the Limbo: larger than that of any pair, and it grows with the score.
    """
    if upper not in bracket.moved_down or not had_float(current, upper, "down", ago):
        return []
    return [LIMBO + current.score[upper] if lower is None else current.score[upper] - current.score[lower]]


def opponent_difference(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Return the score difference of an MDP's opponent who received an upfloat before (2.4.14 [C19], 2.4.16 [C21])."""
    if lower is None or not opponent_upfloat(current, bracket, upper, lower, ago=ago):
        return []
    return [current.score[upper] - current.score[lower]]


def same_downfloat_difference(
    current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int
) -> list[int]:
    """Return the score difference of a player who receives the same downfloat as before (C.16, C.18 of 2017)."""
    is_float = lower is None or current.score[upper] > current.score[lower]
    counts = is_float and had_float(current, upper, "down", ago)
    return [score_difference(current, bracket, upper, lower)] if counts else []


def same_upfloat_difference(current: Round, bracket: Bracket, upper: int, lower: int | None, *, ago: int) -> list[int]:
    """Return the score difference of a player who receives the same upfloat as before (C.17, C.19 of 2017)."""
    if lower is None or current.score[upper] == current.score[lower] or not had_float(current, lower, "up", ago):
        return []
    return [score_difference(current, bracket, upper, lower)]


class Criterion(NamedTuple):
    """A criterion: number, article, and what a pair or a downfloater counts; None if the rest of the round decides."""

    label: str
    article: str
    amounts: Amounts | None


class Edition(NamedTuple):
    """What the editions say differently."""

    criteria: tuple[Criterion, ...]
    gives_unplayed_float: Callable[[Event, Entry], bool]
    bars_from_bye: Callable[[Event, Entry], bool]
    collapses: bool
    """Whether brackets are paired without a look at the rest, and a last bracket may collapse (A.9 of 2017)."""


DUTCH_2026 = Edition(
    (
        Criterion("C5", "2.3.1", None),
        Criterion("C6", "2.4.1", counts_downfloater),
        Criterion("C7", "2.4.2", downfloater_score),
        Criterion("C8", "2.4.3", None),
        Criterion("C9", "2.4.4", None),
        Criterion("C10", "2.4.5", widest_differences),
        Criterion("C11", "2.4.6", third_colours),
        Criterion("C12", "2.4.7", missed_preferences),
        Criterion("C13", "2.4.8", missed_strong_preferences),
        Criterion("C14", "2.4.9", partial(resident_downfloat, ago=1)),
        Criterion("C15", "2.4.10", partial(opponent_upfloat, ago=1)),
        Criterion("C16", "2.4.11", partial(resident_downfloat, ago=2)),
        Criterion("C17", "2.4.12", partial(opponent_upfloat, ago=2)),
        Criterion("C18", "2.4.13", partial(moved_down_difference, ago=1)),
        Criterion("C19", "2.4.14", partial(opponent_difference, ago=1)),
        Criterion("C20", "2.4.15", partial(moved_down_difference, ago=2)),
        Criterion("C21", "2.4.16", partial(opponent_difference, ago=2)),
    ),
    gains_without_playing,
    scores_win_without_playing,
    collapses=False,
)
DUTCH_2017 = Edition(
    (
        Criterion("C5", "C.5", counts_downfloater),
        Criterion("C6", "C.6", pairing_score_difference),
        Criterion("C7", "C.7", None),
        Criterion("C8", "C.8", widest_differences),
        Criterion("C9", "C.9", third_colours),
        Criterion("C10", "C.10", missed_preferences),
        Criterion("C11", "C.11", missed_strong_preferences),
        Criterion("C12", "C.12", partial(same_downfloat, ago=1)),
        Criterion("C13", "C.13", partial(same_upfloat, ago=1)),
        Criterion("C14", "C.14", partial(same_downfloat, ago=2)),
        Criterion("C15", "C.15", partial(same_upfloat, ago=2)),
        Criterion("C16", "C.16", partial(same_downfloat_difference, ago=1)),
        Criterion("C17", "C.17", partial(same_upfloat_difference, ago=1)),
        Criterion("C18", "C.18", partial(same_downfloat_difference, ago=2)),
        Criterion("C19", "C.19", partial(same_upfloat_difference, ago=2)),
    ),
    does_not_play,
    has_bye_or_forfeit_win,
    collapses=True,
)
EDITIONS = {"dutch-2026": DUTCH_2026, "dutch-2017": DUTCH_2017}


# --- Article 3 (section B): which candidate is better ----------------------------------------------------------------


def criterion_values(
    current: Round, bracket: Bracket, candidate: Candidate, outlook: dict[str, list[int]]
) -> list[list[int]]:
    """
    Return the values of a candidate for all criteria: what is counted, from the largest (3.4.1, 3.8.1; B.4, B.8).

    Values are compared from the first amount, the smaller being better. ``outlook`` holds the values that depend on the
    rest of the round.
    """
    items: list[tuple[int, int | None]] = [*candidate.pairs, *((player, None) for player in candidate.downfloaters)]
    counted = [entry for upper, lower in items for entry in count_item(current, bracket, upper, lower)]
    values = [arrange(amount for place, amount in counted if place == level) for level in levels(current)]
    for level, criterion in enumerate(current.edition.criteria):
        if criterion.amounts is None:
            values[level] = outlook.get(criterion.label, [])
    return values


def levels(current: Round) -> range:
    """Return the places of the criteria (3.8.1; B.8)."""
    return range(len(current.edition.criteria))


def arrange(amounts: Iterable[int]) -> list[int]:
    """Return amounts from the largest; a zero adds nothing (3.8.1; A.8, B.8)."""
    return sorted((amount for amount in amounts if amount), reverse=True)


# --- Article 4 (section D): which candidate is generated first -------------------------------------------------------


def generation_order(current: Round, bracket: Bracket, candidate: Candidate) -> list[tuple[str, Any]]:
    """
    Return the steps by which a candidate is generated; the smaller value comes first (4.1 to 4.4; D.1 to D.3).

    The set of paired MDPs changes last, the MDP-pairing before it, and the remainder first.
    """
    collapses = current.edition.collapses
    numbers = {player: at for at, player in enumerate(bracket.moved_down + bracket.residents, 1)}
    opponents = {upper: lower for upper, lower in candidate.pairs if upper in bracket.moved_down}
    paired = sorted(numbers[player] for player in opponents)
    steps: list[tuple[str, Any]] = []
    if collapses:
        steps.append(("D.3.a", [-current.score[player] for player in sorted(opponents, key=current.rank)]))
    steps.append(("D.3.b" if collapses else "4.4.2", paired))
    steps.append(
        (
            "D.1" if collapses else "4.2.2",
            [numbers[opponents[player]] for player in sorted(opponents, key=numbers.__getitem__)],
        )
    )
    remainder = [player for player in bracket.residents if player not in opponents.values()]
    return steps + remainder_order(remainder, candidate, collapses=collapses)


def remainder_order(players: list[int], candidate: Candidate, *, collapses: bool) -> list[tuple[str, Any]]:
    """
    Return the exchange and the transposition of a homogeneous bracket or a remainder (4.2.2, 4.3.2; D.1, D.2).

    Players are numbered anew in the remainder (4.1.1). S1 holds as many players as there are pairs. The first way to
    generate a candidate has the higher ranked player of each pair in S1.
    """
    numbers = {player: at for at, player in enumerate(players, 1)}
    pairs = sorted((numbers[upper], numbers[lower]) for upper, lower in candidate.pairs if upper in numbers)
    original, altered = set(range(1, len(pairs) + 1)), {upper for upper, _ in pairs}
    down, up = sorted(original - altered, reverse=True), sorted(altered - original)
    exchange = (
        ["D.2.a", "D.2.b", "D.2.c", "D.2.d", "D.1"] if collapses else [f"4.3.2.{n}" for n in range(1, 5)] + ["4.2.2"]
    )
    values = [len(up), sum(up) - sum(down), [-number for number in down], up, [lower for _, lower in pairs]]
    return list(zip(exchange, values, strict=True))


# --- Article 5 (section E): colours ----------------------------------------------------------------------------------


def allocate_white(current: Round, upper: int, lower: int) -> tuple[int, str]:
    """Return the player of a pair who gets White, and the article that decides (5.2; E.1 to E.5)."""
    (strength, colour), (weaker, other) = current.preference[upper], current.preference[lower]
    white = {"w": upper, "b": lower}
    if colour != other and colour and other:
        return white[colour], "5.2.1"
    if strength != weaker:
        return (white[colour] if strength > weaker else white[opposite(other)]), "5.2.2"
    wide, wider = abs(current.difference[upper]), abs(current.difference[lower])
    if strength == 3 and wide != wider:  # noqa: PLR2004 - both absolute
        return (white[colour] if wide > wider else white[opposite(other)]), "5.2.2"
    for own, others in zip(reversed(current.colours[upper]), reversed(current.colours[lower]), strict=False):
        if own != others:
            return white[opposite(own)], "5.2.3"
    if colour:
        return white[colour], "5.2.4"
    initial = current.event.initial_colour or infer_initial_colour(current.event)
    return white[initial if arrival_number(current, upper) % 2 else opposite(initial)], "5.2.5"


def infer_initial_colour(event: Event) -> str:
    """Return the initial-colour that the first round with colours shows; White if none does (5.1; section E)."""
    for row in range(max(map(len, event.rows.values()), default=0)):
        shown = {p: r[row] for p, r in event.rows.items() if len(r) > row and (r[row].opponent or r[row].code == "U")}
        for at, player in enumerate(sorted(shown, key=pairing_numbers(event).__getitem__)):
            if shown[player].colour in {"w", "b"}:
                return shown[player].colour if at % 2 == 0 else opposite(shown[player].colour)
    return "w"


def arrival_number(current: Round, player: int) -> int:
    """Return a player's number among the players who have arrived (5.2.5 and C.04.2:2.4; E.5)."""
    rows = current.event.rows
    past = {p for p, row in rows.items() for e in row[: current.number - 1] if e.opponent or e.code == "U"}
    arrived = sorted(past | set(current.players), key=current.tpn.__getitem__)
    return arrived.index(player) + 1


# --- Witnesses: what the rest of the round can do, and that it cannot do better --------------------------------------


def weigh(edges: Edges) -> dict[tuple[int, int], int]:
    """
    Return the cost of each edge as one whole number.

    Whatever counts first weighs more than all that counts later together, and a large amount more than all smaller ones.
    """
    keys = sorted({key for counted in edges.values() for key in counted}, key=lambda key: (-key[0], key[1]))
    weight = {key: 1 << (64 * (place // 4) + 11 * (place % 4)) for place, key in enumerate(keys)}
    return {edge: sum(weight[key] for key in counted) for edge, counted in edges.items()}


def check_least_cost(edges: Edges, witness: dict[str, Any]) -> tuple[list[tuple[int, int]], int, int]:
    """
    Return the matching of a witness, its cost, and a bound that no matching of all players can undercut.

    Each player has a price, and some groups of odd size have a rebate. No edge costs less than the prices of its two
    players together, less the rebates of the groups that contain both. A matching of all players has one edge for each,
    and in a group of 2k + 1 players at most k edges. So no matching costs less than all prices, less k times each
    rebate (Edmonds 1965). Prices and rebates are multiplied by four.
    """
    prices = {int(player): int(price) for player, price in witness["prices"].items()}
    rebates = [(frozenset(members), int(rebate)) for members, rebate in witness["groups"]]
    matching = [(one, other) if (one, other) in edges else (other, one) for one, other in witness["matching"]]
    costs = weigh(edges)
    vertices = {vertex for edge in edges for vertex in edge}
    if sorted(vertex for edge in matching for vertex in edge) != sorted(vertices) or not set(matching) <= set(edges):
        raise ProofError("The matching of a witness is not a matching of all players by allowed pairs.")
    if any(len(members) % 2 == 0 or rebate < 0 for members, rebate in rebates) or not vertices <= set(prices):
        raise ProofError("A group of a witness is even, a rebate is negative, or a price is missing.")
    inside = {vertex: [at for at, (members, _) in enumerate(rebates) if vertex in members] for vertex in vertices}
    for (one, other), cost in costs.items():
        rebate = sum(rebates[at][1] for at in inside[one] if other in rebates[at][0]) if inside[one] else 0
        if SCALE * cost + rebate < prices[one] + prices[other]:
            raise ProofError(f"The prices of {one} and {other} are higher than their edge costs.")
    bound = sum(prices[vertex] for vertex in vertices) - sum(len(group) // 2 * rebate for group, rebate in rebates)
    return matching, SCALE * sum(costs[edge] for edge in matching), bound


def best_amounts(edges: Edges, witness: dict[str, Any]) -> list[list[int]]:
    """Return the best that a matching can count, by what counts first; the witness proves that it is the best."""
    matching, cost, bound = check_least_cost(edges, witness)
    if cost != bound:
        raise ProofError("The matching of a witness costs more than its prices prove.")
    counted = [key for edge in matching for key in edges[edge]]
    return [arrange(amount for place, amount in counted if place == level) for level in range(3)]


def outlook_edges(current: Round, bracket: Bracket, candidate: Candidate) -> Edges:
    """Return what the rest of the round allows after a candidate (2.2.1 [C4]; C.7); empty if nothing is asked of it."""
    if not current.edition.collapses:
        return rest_of_round(current, bracket.number, candidate)
    is_last = bracket.number == len(scoregroups(current))
    return {} if bracket.kind or is_last else following_bracket(current, bracket.number, candidate)


def outlook_of(current: Round, bracket: Bracket, candidate: Candidate, witness: dict[str, Any]) -> dict[str, list[int]]:
    """Return the values that depend on the rest of the round (2.3.1 [C5], 2.4.3 [C8], 2.4.4 [C9]; C.7)."""
    edges = outlook_edges(current, bracket, candidate)
    first, second, third = best_amounts(edges, witness) if edges else ([], [], [])
    if current.edition.collapses:
        return {"C7": [len(first) * POINT, *second]}
    unplayed = unplayed_games_of_bye(current, candidate, first)
    return {"C5": first, "C8": [len(second) * POINT, *third], "C9": unplayed}


def rest_after(current: Round, bracket: Bracket, matching: list[tuple[int, int]]) -> list[int]:
    """Return the players whom a first pairing of a bracket leaves to the rest of the round, with the bye (A.9)."""
    members = {*bracket.moved_down, *bracket.residents}
    paired = {player for edge in matching if set(edge) <= members for player in edge}
    rest = [
        player for player in current.players if player in members - paired or current.score[player] < bracket.lowest
    ]
    return rest + [BYE] * (len(rest) % 2)


def find_penultimate(current: Round, expected: list[tuple[int, int]], proof: dict[str, Any], last: int) -> int:
    """
    Return the number of the penultimate pairing bracket among the first brackets, 0 if it is none (A.9 of 2017).

    For each bracket the proof names a best candidate without a look at the rest of the round. If it is the expected
    one, the bracket is paired. If the remaining players then cannot complete the round, the bracket is the PPB.
    Candidates that are equal by all criteria are not told apart here.
    """
    divided = divide(current, expected)[:-1]
    witnesses = proof.get("first_pairings", [])
    if len(witnesses) < min(last - 1, len(divided)):
        raise ProofError(f"The proof does not say how bracket {len(witnesses) + 1} is paired at first (A.9).")
    for (bracket, candidate), witness in zip(divided[:last], witnesses, strict=False):
        matching, cost, bound = check_least_cost(first_pairing(current, bracket), witness)
        if cost != bound:
            raise ProofError(f"The first pairing of bracket {bracket.number} is not proven to be a best one.")
        members = {*bracket.moved_down, *bracket.residents}
        if frozenset(ranked(current, edge) for edge in matching if set(edge) <= members) == candidate.pairs:
            continue
        if "barrier" not in proof:
            raise ProofError(f"The first pairing of bracket {bracket.number} is better than the expected one.")
        rest = rest_after(current, bracket, matching)
        check_barrier(rest, lambda one, other: not find_pair_fault(current, one, other), proof["barrier"])
        return bracket.number
    return 0


# --- The verdict -----------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What the verifier says of an accusation."""

    is_confirmed: bool
    sentence: str
    kind: str = ""
    """illegal, worse, later-in-order or colours; empty if the accusation is refused."""
    criterion: str = ""
    """The label of the deciding criterion, or the article of the deciding step of generation."""
    bracket: int = 0


def prepare_round(proof: dict[str, Any], event: Event) -> Round:
    """Return the round of a proof; the proof may assume what the file does not declare."""
    assumed = proof.get("assumed", {})
    event.rounds = event.rounds or assumed.get("rounds")
    event.initial_colour = event.initial_colour or assumed.get("initial_colour", "")
    return Round(event, proof["round"], EDITIONS[proof["edition"]])


def verify(proof: dict[str, Any], text: str) -> Verdict:
    """Verify that the posted pairing is wrong, given the better one."""
    event = read_event(text)
    current = prepare_round(proof, event)
    posted, expected = ([(int(one), int(other)) for one, other in proof[name]] for name in ("posted", "expected"))
    recorded = recorded_pairing(event, proof["round"])
    if recorded and recorded != set(posted):
        return Verdict(False, "refused: the posted pairing of the proof is not that of the file")
    fault = find_fault(current, expected)
    if fault:
        return Verdict(False, f"refused: the expected pairing {fault}")
    fault = find_fault(current, posted)
    if fault:
        return Verdict(True, f"verified: the expected pairing is legal, and the posted one {fault}", "illegal")
    if {frozenset(pair) for pair in posted} == {frozenset(pair) for pair in expected}:
        return compare_colours(current, posted, expected)
    return compare_brackets(current, posted, expected, proof)


def compare_brackets(
    current: Round, posted: list[tuple[int, int]], expected: list[tuple[int, int]], proof: dict[str, Any]
) -> Verdict:
    """Compare two legal pairings in the first bracket in which they differ (3.8.1; B.8)."""
    number = first_difference(current, posted, expected, 0)
    penultimate = 0
    if current.edition.collapses:
        penultimate = find_penultimate(current, expected, proof, number)
        number = first_difference(current, posted, expected, penultimate)
    bracket, good = divide(current, expected, penultimate)[number - 1]
    bad = divide(current, posted, penultimate)[number - 1][1]
    outlooks: list[dict[str, list[int]]] = [{}, {}]
    if good.downfloaters != bad.downfloaters:  # equal downfloaters leave the same players
        witnesses = proof.get("outlook", {})
        outlooks = [
            outlook_of(current, bracket, candidate, witnesses.get(side, {}))
            for candidate, side in ((good, "expected"), (bad, "posted"))
        ]
    values = (criterion_values(current, bracket, c, o) for c, o in zip((good, bad), outlooks, strict=True))
    for criterion, best, worst in zip(current.edition.criteria, *values, strict=True):
        if best != worst:
            is_open = criterion.label == "C7" and bracket.number > len(proof["first_pairings"])
            if current.edition.collapses and is_open:
                raise ProofError(f"The proof does not show that bracket {number} is not the PPB, so that C.7 applies.")
            return describe_difference(criterion, number, bracket, best, worst)
    for (article, first), (_, later) in zip(
        generation_order(current, bracket, good), generation_order(current, bracket, bad), strict=True
    ):
        if first != later:
            return describe_order(article, number, is_first=first < later)
    return Verdict(False, f"refused: the pairings cannot be told apart in bracket {number}")


def first_difference(
    current: Round, posted: list[tuple[int, int]], expected: list[tuple[int, int]], penultimate: int
) -> int:
    """Return the number of the first bracket in which two pairings differ (1.9.2; A.9)."""
    both = zip(divide(current, posted, penultimate), divide(current, expected, penultimate), strict=True)
    return next(bracket.number for (bracket, candidate), (_, other) in both if candidate != other)


def compare_colours(current: Round, posted: list[tuple[int, int]], expected: list[tuple[int, int]]) -> Verdict:
    """Say which game has the wrong colours (5.2; section E)."""
    for white, black in (pair for pair in posted if pair not in expected and BYE not in pair):
        right, article = allocate_white(current, *ranked(current, (white, black)))
        if right != white:
            return Verdict(
                True,
                f"verified: the pairs are equal, and {right} gets White against {white} ({article})",
                "colours",
                article,
            )
    return Verdict(False, "refused: the posted pairs have the colours of Article 5 (section E)")


def describe_difference(
    criterion: Criterion, number: int, bracket: Bracket, best: list[int], worst: list[int]
) -> Verdict:
    """Say by which criterion two candidates differ (3.8.1; B.8)."""
    figures = f"{describe_value(best)} against {describe_value(worst)}"
    place = f"{criterion.label} ({criterion.article}) in bracket {number}{bracket.kind and f', the {bracket.kind}'}"
    if best < worst:
        sentence = f"verified: the expected pairing is legal, {describe_equal(number)}better by {place} ({figures})"
        return Verdict(True, sentence, "worse", criterion.label, number)
    sentence = (
        f"refused: the posted pairing is better by {place} ({describe_value(worst)} against {describe_value(best)})"
    )
    return Verdict(False, sentence, "", criterion.label, number)


def describe_order(article: str, number: int, *, is_first: bool) -> Verdict:
    """Say which of two equally good candidates is generated first (3.8.1; B.8)."""
    if is_first:
        sentence = (
            f"verified: the expected pairing is legal, {describe_equal(number)}equal by every criterion in bracket"
        )
        return Verdict(True, f"{sentence} {number}, and generated first ({article})", "later-in-order", article, number)
    return Verdict(
        False, f"refused: the posted pairing is generated first in bracket {number} ({article})", "", article
    )


def describe_equal(number: int) -> str:
    """Say in which brackets two pairings are equal (1.9.2; A.9)."""
    return (
        ""
        if number == 1
        else "equal in bracket 1, and "
        if number == 2
        else f"equal in brackets 1 to {number - 1}, and "
    )  # noqa: PLR2004


def describe_value(value: list[int]) -> str:
    """Write a value: a number of ones, or points (3.8.1; B.8)."""
    if all(amount == 1 for amount in value):
        return str(len(value))
    return "/".join(f"{amount / POINT:g}" for amount in value)


def main() -> int:
    """Verify the proof of the first file for the event of the second one."""
    proof_file, event_file = map(Path, sys.argv[1:3])
    try:
        verdict = verify(json.loads(proof_file.read_text("utf-8")), event_file.read_text("utf-8"))
    except ProofError as error:
        verdict = Verdict(False, f"refused: {error}")
    sys.stdout.write(f"{verdict.sentence}\n")
    return 0 if verdict.is_confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
