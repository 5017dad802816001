"""
A bracket drawn: S1 on the left, S2 on the right, a line for every pair, floaters below.

What is drawn is the arrangement after any exchange, each side in order of rank, so that crossing lines show a
transposition; players who changed sides are marked. In the team system the smaller TPN of every pair is on the left
(C.04.6), and upfloaters are marked. Lengths are in user units of the picture (pixels at full size).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.results import BracketKind, GenerationStep
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.results import BracketAssessment

WIDTH = 340
ROW = 24
HEADING = 22
LEFT_EDGE, RIGHT_EDGE = 144, 196
"""Where the lines between the two sides begin and end."""
NAME_LENGTH = 12
"""Characters of a name that find room beside the number."""


class Mark(Enum):
    """What is particular about a player in the drawing."""

    NONE = ""
    EXCHANGED = "⇄"
    FLOATS = "↓"
    LIMBO = "↓↓"
    RISES = "↑"


MEANINGS = {
    Mark.EXCHANGED: "exchanged between S1 and S2",
    Mark.FLOATS: "downfloats",
    Mark.LIMBO: "in the limbo, floats on",
    Mark.RISES: "upfloater",
}
"""What a legend says of the marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A player, written at the left or right end of a line."""

    x: int
    y: int
    on_left: bool
    text: str
    mark: Mark
    emphasised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The line of a pair."""

    y1: int
    y2: int
    emphasised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading over a part of the drawing: one text for each side."""

    y: int
    left: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A bracket, ready to be drawn."""

    width: int
    height: int
    left_edge: int
    right_edge: int
    headings: tuple[Heading, ...]
    labels: tuple[Label, ...]
    links: tuple[Link, ...]
    description: str
    """The same in words, for those who do not see it."""


class _Canvas:
    """Takes the parts of a drawing from the top downwards."""

    def __init__(self, name: Callable[[int], str], emphasised: frozenset[int]) -> None:
        self._name = name
        self._emphasised = emphasised
        self.y = 0
        self.headings: list[Heading] = []
        self.labels: list[Label] = []
        self.links: list[Link] = []

    def head(self, left: str, right: str = "") -> None:
        self.y += HEADING
        self.headings.append(Heading(y=self.y - 6, left=left, right=right))

    def rows(self, left: Sequence[int], right: Sequence[int], mark: Callable[[int], Mark]) -> None:
        """Write players in rows, and remember where they stand for their links."""
        for on_left, players in ((True, left), (False, right)):
            for place, tpn in enumerate(players):
                self._label(tpn, self.y + place * ROW + ROW // 2, on_left, mark(tpn))
        self.y += ROW * max(len(left), len(right))

    def _label(self, tpn: int, y: int, on_left: bool, mark: Mark) -> None:
        self.labels.append(
            Label(
                x=LEFT_EDGE - 6 if on_left else RIGHT_EDGE + 6,
                y=y,
                on_left=on_left,
                text=f"{tpn} {_shortened(self._name(tpn))}".strip(),
                mark=mark,
                emphasised=tpn in self._emphasised,
            )
        )

    def link(self, left: Sequence[int], right: Sequence[int], opponents: Sequence[int]) -> None:
        """Draw the pairs of the rows written last."""
        top = self.y - ROW * max(len(left), len(right)) + ROW // 2
        place = {tpn: number for number, tpn in enumerate(right)}
        for number, (tpn, opponent) in enumerate(zip(left, opponents, strict=False)):
            self.links.append(
                Link(
                    y1=top + number * ROW,
                    y2=top + place[opponent] * ROW,
                    emphasised=tpn in self._emphasised or opponent in self._emphasised,
                )
            )


def draw(bracket: BracketAssessment, name: Callable[[int], str], emphasised: frozenset[int]) -> Drawing:
    """Lay out a bracket; ``emphasised`` are the players whose pairs differ between the two pairings."""
    canvas = _Canvas(name, emphasised)
    _PARTS.get(bracket.kind, _draw_generated)(canvas, bracket)
    return Drawing(
        width=WIDTH,
        height=canvas.y + 4,
        left_edge=LEFT_EDGE,
        right_edge=RIGHT_EDGE,
        headings=tuple(canvas.headings),
        labels=tuple(canvas.labels),
        links=tuple(canvas.links),
        description=describe(bracket, name),
    )


def _draw_by_bsn(canvas: _Canvas, bracket: BracketAssessment) -> None:
    """Draw the pairs of a bracket in which players have BSNs and there are no S1 and S2."""
    higher, lower = tuple(one for one, _ in bracket.pairs), tuple(other for _, other in bracket.pairs)
    bsn = {tpn: number for number, tpn in enumerate(bracket.generation.s1)}
    by_bsn = sorted(lower, key=bsn.__getitem__)
    if bracket.pairs:
        canvas.head("Smaller BSN", "Larger BSN")
        canvas.rows(higher, by_bsn, lambda _: Mark.NONE)
        canvas.link(higher, by_bsn, lower)
    if bracket.downfloaters:
        canvas.head("", "Downfloaters")
        canvas.rows((), bracket.downfloaters, lambda _: Mark.FLOATS)


def _draw_chosen(canvas: _Canvas, bracket: BracketAssessment) -> None:
    """Draw S1, in its order, and those of G2 by their numbers; who came up or was shifted is marked."""
    generation = bracket.generation
    pairs = next(choice for choice in generation.choices if choice.step is GenerationStep.TRANSPOSITION)
    moved = {*generation.moved_to_s2, *generation.moved_to_s1}
    opponents = [tpn for _, tpn in sorted(zip(pairs.numbers, pairs.players, strict=True))]

    def mark(tpn: int) -> Mark:
        if tpn in bracket.upfloaters:
            return Mark.RISES
        return Mark.EXCHANGED if tpn in moved else Mark.NONE

    canvas.head("S1", "G2")
    canvas.rows(pairs.s1, opponents, mark)
    canvas.link(pairs.s1, opponents, pairs.players)


def _draw_generated(canvas: _Canvas, bracket: BracketAssessment) -> None:
    """Draw a bracket of S1 and S2, with its MDPs, limbo and downfloaters."""
    generation = bracket.generation
    if generation.step is GenerationStep.OPPONENTS:
        _draw_by_bsn(canvas, bracket)
        return
    if generation.choices:
        _draw_chosen(canvas, bracket)
        return
    rank = {tpn: place for place, tpn in enumerate(bracket.mdps + bracket.residents)}
    if generation.paired_mdps:
        opponents = sorted(generation.mdp_opponents, key=rank.__getitem__)
        canvas.head("MDPs", "their opponents")
        canvas.rows(generation.paired_mdps, opponents, lambda _: Mark.NONE)
        canvas.link(generation.paired_mdps, opponents, generation.mdp_opponents)
    if generation.limbo:
        canvas.head("Limbo")
        canvas.rows(generation.limbo, (), lambda _: Mark.LIMBO)
    _draw_homogeneous_part(canvas, bracket, rank)
    floaters = [tpn for tpn in bracket.downfloaters if tpn not in generation.limbo]
    if floaters:
        canvas.head("", "Downfloaters")
        canvas.rows((), floaters, lambda _: Mark.FLOATS)


def _draw_bye(canvas: _Canvas, bracket: BracketAssessment) -> None:
    canvas.head("", "Has the bye")
    canvas.rows((), bracket.downfloaters, lambda _: Mark.NONE)


def _draw_upfloaters(canvas: _Canvas, bracket: BracketAssessment) -> None:
    canvas.head("Top-scoregroup", "Upfloaters")
    canvas.rows(
        bracket.residents, bracket.upfloaters, lambda tpn: Mark.RISES if tpn in bracket.upfloaters else Mark.NONE
    )


def _draw_teams(canvas: _Canvas, bracket: BracketAssessment) -> None:
    """Draw the pairs of a bracket by the TPNs that identify its pairing."""
    tops, bottoms = tuple(top for top, _ in bracket.pairs), tuple(bottom for _, bottom in bracket.pairs)
    canvas.head("Smaller TPN", "Larger TPN")
    canvas.rows(tops, sorted(bottoms), lambda tpn: Mark.RISES if tpn in bracket.upfloaters else Mark.NONE)
    canvas.link(tops, sorted(bottoms), bottoms)


_PARTS: dict[BracketKind, Callable[[_Canvas, BracketAssessment], None]] = {
    BracketKind.BYE: _draw_bye,
    BracketKind.UPFLOATERS: _draw_upfloaters,
    BracketKind.PAIRS: _draw_teams,
}
"""The steps of the team system; every other bracket is one of S1 and S2."""


def _draw_homogeneous_part(canvas: _Canvas, bracket: BracketAssessment, rank: dict[int, int]) -> None:
    """Draw S1 and S2 of a homogeneous bracket or remainder, as they are after the exchange."""
    generation = bracket.generation
    if not generation.opponents:
        return
    moved = frozenset(generation.moved_to_s2) | frozenset(generation.moved_to_s1)
    floating = frozenset(bracket.downfloaters)
    s1 = (set(generation.s1) - set(generation.moved_to_s2)) | set(generation.moved_to_s1)
    s2 = (set(generation.s2) - set(generation.moved_to_s1)) | set(generation.moved_to_s2)
    left = sorted(s1 - floating, key=rank.__getitem__)
    right = sorted(s2 - floating, key=rank.__getitem__)
    canvas.head("Remainder, S1" if bracket.mdps else "S1", "S2")
    canvas.rows(left, right, lambda tpn: Mark.EXCHANGED if tpn in moved else Mark.NONE)
    canvas.link(left, right, generation.opponents)


def _shortened(name: str) -> str:
    """Cut a name to what finds room: the surname and initials, as far as they go."""
    surname, comma, given = name.partition(",")
    initials = "".join(f" {part[0]}." for part in given.split()) if comma else ""
    short = surname + initials
    return short if len(short) <= NAME_LENGTH else surname[: NAME_LENGTH - 1].rstrip() + "…"


def describe(bracket: BracketAssessment, name: Callable[[int], str]) -> str:
    """Say in words what is drawn."""

    def called(tpn: int) -> str:
        return f"{tpn} {name(tpn)}".strip()

    generation = bracket.generation
    pairs = "; ".join(f"{called(one)} with {called(other)}" for one, other in bracket.pairs)
    if bracket.kind is BracketKind.BYE:
        return f"Has the bye: {', '.join(map(called, bracket.downfloaters))}."
    parts = [] if bracket.kind is BracketKind.UPFLOATERS else [f"Pairs: {pairs or 'none'}."]
    if bracket.upfloaters or bracket.kind is BracketKind.UPFLOATERS:
        parts.append(f"Upfloaters: {', '.join(map(called, bracket.upfloaters)) or 'none'}.")
    if generation.limbo:
        parts.append(f"In the limbo: {', '.join(map(called, generation.limbo))}.")
    exchanged = generation.moved_to_s2 + generation.moved_to_s1
    if exchanged:
        said = "Shifted between G1 and G2" if generation.choices else "Exchanged between S1 and S2"
        parts.append(f"{said}: {', '.join(map(called, exchanged))}.")
    if bracket.downfloaters:
        parts.append(f"Downfloaters: {', '.join(map(called, bracket.downfloaters))}.")
    return " ".join(parts)
