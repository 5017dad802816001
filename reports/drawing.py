"""
A bracket drawn: S1 on the left, S2 on the right, a line for every pair, floaters below.

What is drawn is the arrangement after any exchange, each side in order of rank, so that crossing lines show a
transposition; players who changed sides are marked. Names are whole, on two lines if they are long, and under them
stand the points and colours with which a player comes into the round. In the team system the smaller TPN of every pair
is on the left (C.04.6), and upfloaters are marked. Lengths are in user units of the picture (pixels at full size).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from reference_engines.frame.results import BracketAssessment, BracketKind, GenerationStep
from tournaments.frozen import FrozenStruct

TALL = 1000
"""A drawing higher than this (in pixels at full size) is folded away."""
WIDTH = 340
LINE = 14
"""Height of a line of words."""
GAP = 10
"""Between two players."""
HEADING = 22
LEFT_EDGE, RIGHT_EDGE = 150, 190
"""Where the lines between the two sides begin and end."""
LINE_LENGTH = 17
"""Characters that find room beside the number; longer words are set closer."""
ROOM = LEFT_EDGE - 10
"""For words at each side."""


class Mark(Enum):
    """The mark of a player in the drawing."""

    NONE = ""
    EXCHANGED = "⇄"
    FLOATS = "↓"
    LIMBO = "↓↓"
    RISES = "↑"


_MEANINGS = {
    Mark.EXCHANGED: "exchanged between S1 and S2",
    Mark.FLOATS: "downfloats",
    Mark.LIMBO: "in the limbo, floats on",
    Mark.RISES: "upfloater",
}
"""The meaning of each mark in the legend."""


def explain_marks(drawings: Iterable[Drawing]) -> tuple[tuple[str, str], ...]:
    """Return the marks of drawings, with their meaning."""
    drawn = {label.mark for drawing in drawings for label in drawing.labels}
    return tuple((mark.value, meaning) for mark, meaning in _MEANINGS.items() if mark in drawn)


class Words(FrozenStruct, frozen=True):
    """A line of a label."""

    text: str
    width: int | None = None
    """Into which it is squeezed, because it is too long; None: as wide as it comes."""


class Label(FrozenStruct, frozen=True, kw_only=True):
    """A player, written at the left or right end of a line."""

    x: int
    y: int
    """Of the first line of words."""
    on_left: bool
    lines: tuple[Words, ...]
    """The number and name, on one or two lines, and what is known of the player before the round."""
    mark: Mark
    emphasised: bool


class Link(FrozenStruct, frozen=True, kw_only=True):
    """The line of a pair."""

    y1: int
    y2: int
    emphasised: bool


class Heading(FrozenStruct, frozen=True, kw_only=True):
    """A heading over a part of the drawing: one text for each side."""

    y: int
    left: str
    right: str


class Drawing(FrozenStruct, frozen=True, kw_only=True):
    """A bracket, ready to be drawn."""

    width: int
    height: int
    left_edge: int
    right_edge: int
    headings: tuple[Heading, ...]
    labels: tuple[Label, ...]
    links: tuple[Link, ...]
    description: str
    """The drawing in words, for readers who do not see it."""


class _Canvas:
    """Takes the parts of a drawing from the top downwards."""

    def __init__(self, of: Naming, emphasised: frozenset[int], row: int) -> None:
        self._of = of
        self._emphasised = emphasised
        self._row = row
        self.bye: int | None = None
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
                self._label(tpn, self.y + place * self._row, on_left, mark(tpn))
        self.y += self._row * max(len(left), len(right))

    def _label(self, tpn: int, y: int, on_left: bool, mark: Mark) -> None:
        self.labels.append(
            Label(
                x=LEFT_EDGE - 6 if on_left else RIGHT_EDGE + 6,
                y=y,
                on_left=on_left,
                lines=_lines(tpn, self._of),
                mark=mark,
                emphasised=tpn in self._emphasised,
            )
        )

    def link(self, left: Sequence[int], right: Sequence[int], opponents: Sequence[int]) -> None:
        """Draw the pairs of the rows written last."""
        top = self.y - self._row * max(len(left), len(right)) + LINE // 2
        place = {tpn: number for number, tpn in enumerate(right)}
        for number, (tpn, opponent) in enumerate(zip(left, opponents, strict=False)):
            self.links.append(
                Link(
                    y1=top + number * self._row,
                    y2=top + place[opponent] * self._row,
                    emphasised=tpn in self._emphasised or opponent in self._emphasised,
                )
            )


class Naming(FrozenStruct, frozen=True, kw_only=True):
    """The label of a player, by number."""

    name: Callable[[int], str]
    before: Callable[[int], str]
    """Points and colours before the round, ``2½ WBWB``; empty where nothing is known."""


def draw(bracket: BracketAssessment, of: Naming, emphasised: frozenset[int], bye: int | None = None) -> Drawing:
    """
    Lay out a bracket; ``emphasised`` are the players whose pairs differ between the two pairings.

    ``bye`` is who has the pairing-allocated bye in the round.
    """
    everybody = (*bracket.mdps, *bracket.residents, *bracket.downfloaters, *bracket.upfloaters)
    highest = max((len(_lines(tpn, of)) for tpn in everybody), default=1)
    canvas = _Canvas(of, emphasised, highest * LINE + GAP)
    canvas.bye = bye
    _PARTS.get(bracket.kind, _draw_generated)(canvas, bracket)
    return Drawing(
        width=WIDTH,
        height=canvas.y + 4,
        left_edge=LEFT_EDGE,
        right_edge=RIGHT_EDGE,
        headings=tuple(canvas.headings),
        labels=tuple(canvas.labels),
        links=tuple(canvas.links),
        description=describe(bracket, of.name, bye),
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
    _draw_unpaired(canvas, bracket.downfloaters)


def _draw_unpaired(canvas: _Canvas, players: Sequence[int]) -> None:
    """Draw the players who leave the bracket, and the player who stays in it with the bye."""
    floaters = [tpn for tpn in players if tpn != canvas.bye]
    if floaters:
        canvas.head("", "Downfloaters")
        canvas.rows((), floaters, lambda _: Mark.FLOATS)
    if len(floaters) < len(players):
        canvas.head("", "Has the bye")
        canvas.rows((), [tpn for tpn in players if tpn == canvas.bye], lambda _: Mark.NONE)


def _draw_chosen(canvas: _Canvas, bracket: BracketAssessment) -> None:
    """Draw S1, in its order, and the players of G2 by number; upfloaters and shifted players are marked."""
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
    _draw_unpaired(canvas, [tpn for tpn in bracket.downfloaters if tpn not in generation.limbo])


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


def _lines(tpn: int, of: Naming) -> tuple[Words, ...]:
    """Return the label of a player: the name whole, on a second line the words that do not fit on the first."""
    words = f"{tpn} {of.name(tpn)}".split()
    first = [words[0]]
    while len(words) > len(first) and (len(first) == 1 or len(" ".join([*first, words[len(first)]])) <= LINE_LENGTH):
        first.append(words[len(first)])
    texts = [" ".join(first), " ".join(words[len(first) :]), of.before(tpn)]
    return tuple(Words(text, ROOM if len(text) > LINE_LENGTH else None) for text in texts if text)


def describe(bracket: BracketAssessment, name: Callable[[int], str], bye: int | None = None) -> str:
    """Describe the drawing in words."""

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
    floaters = [tpn for tpn in bracket.downfloaters if tpn != bye]
    if floaters:
        parts.append(f"Downfloaters: {', '.join(map(called, floaters))}.")
    if bye in bracket.downfloaters:
        parts.append(f"Has the bye: {called(bye)}.")
    return " ".join(parts)
