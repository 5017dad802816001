"""
What an engine says of a round: the pairing, and every bracket of it laid open.

Plain frozen values, shared by the engines, the checker and the reports. Players are named by TPN, scores are in
tenths of a point.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Sequence


class Pair(JsonStruct, frozen=True, array_like=True):
    """A game to be played, by TPN."""

    white: int
    black: int

    @property
    def players(self) -> frozenset[int]:
        """Both players, without colours."""
        return frozenset((self.white, self.black))


class RoundPairing(JsonStruct, frozen=True, kw_only=True):
    """The pairing of one round."""

    pairs: tuple[Pair, ...]
    """In board order where the source has one."""
    bye: int | None = None
    """TPN of the player with the pairing-allocated bye."""

    @property
    def games(self) -> frozenset[frozenset[int]]:
        """The pairs without their colours."""
        return frozenset(pair.players for pair in self.pairs)


class BracketKind(Enum):
    """Which part a bracket plays in the round."""

    ORDINARY = "bracket"
    PENULTIMATE = "penultimate pairing bracket (PPB)"
    COLLAPSED_LAST = "collapsed last bracket (CLB)"
    BYE = "the choice of the bye, step"
    """A system that chooses the bye first (C.04.6): the choice, judged by criteria like a bracket."""
    UPFLOATERS = "the selection of upfloaters, step"
    """A system that completes a scoregroup from below (C.04.6)."""
    PAIRS = "the pairing of the bracket, step"

    @property
    def is_step(self) -> bool:
        """Whether it is a step of a system that chooses one thing after the other, several in a bracket."""
        return self in (BracketKind.BYE, BracketKind.UPFLOATERS, BracketKind.PAIRS)


class CriterionValue(JsonStruct, frozen=True, kw_only=True):
    """How far a candidate pairing falls short of one criterion. Lower is better, compared lexicographically."""

    label: str
    """As the edition prints it: ``C12`` (2026), ``C10`` (2017)."""
    article: str
    """``2.4.7`` (2026), ``C.10`` (2017)."""
    name: str
    """The criterion's name by meaning: ``colour_preference``."""
    sentence: str
    """The criterion in one sentence of our own."""
    value: tuple[int, ...]
    """One number for a count; a list, most important first, for scores taken in descending order."""


class Generation(JsonStruct, frozen=True, kw_only=True):
    """Where a candidate stands in the sequence of Article 4 (section D): earlier generation, smaller ``key``."""

    paired_mdps: tuple[int, ...]
    """TPNs of S1 in a heterogeneous bracket."""
    limbo: tuple[int, ...]
    mdp_opponents: tuple[int, ...]
    """Opponents of ``paired_mdps``, in their order."""
    s1: tuple[int, ...]
    """Original S1 of the homogeneous bracket or remainder; everybody by BSN where opponents are compared by BSN."""
    s2: tuple[int, ...]
    moved_to_s2: tuple[int, ...]
    """Exchanged from S1 to S2."""
    moved_to_s1: tuple[int, ...]
    opponents: tuple[int, ...]
    """Opponents of S1 after the exchange, in its order."""
    sequence: tuple[int, ...] = ()
    """
    TPNs by which a system without S1 and S2 orders candidates: a set of upfloaters, the identifier of a pairing, or the
    opponents of all, by BSN, floaters being their own.
    """
    ranks: tuple[str, ...] = ()
    """By what those in ``s1`` are ranked, where opponents are compared by BSN: ``Buchholz 12.5``."""
    step: GenerationStep | None = None
    """What ``sequence`` orders."""
    choices: tuple[Choice, ...] = ()
    """Of a system that makes several in turn for one bracket."""
    key: tuple[tuple[int, ...], ...]
    """Compare two candidates of the same bracket by it: the smaller one is generated earlier."""


EMPTY_GENERATION = Generation(
    paired_mdps=(), limbo=(), mdp_opponents=(), s1=(), s2=(), moved_to_s2=(), moved_to_s1=(), opponents=(), key=()
)
"""For systems without S1 and S2, which replace what they have; records name the fields above even when empty."""


class Choice(JsonStruct, frozen=True, kw_only=True):
    """One of the choices by which a bracket is paired, in a system that makes one after the other (C.04.4.1)."""

    step: GenerationStep
    players: tuple[int, ...]
    """TPNs: a set by its sequence numbers, or the opponents of ``s1``."""
    numbers: tuple[int, ...]
    """The sequence number of each, from 1; of two that differ, the choice with the smaller one comes first."""
    s1: tuple[int, ...] = ()
    """TPNs of those who are given opponents, in their order."""


class BracketAssessment(JsonStruct, frozen=True, kw_only=True):
    """One bracket of a round as a given pairing fills it."""

    number: int
    """From 1, top bracket first."""
    kind: BracketKind
    score: int
    """Score of the residents (of the highest residents, in a collapsed bracket)."""
    mdps: tuple[int, ...]
    """Moved-down players in order."""
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    """(higher ranked, lower ranked), by order of the higher ranked."""
    upfloaters: tuple[int, ...] = ()
    """In a system that completes a scoregroup from below, in order; alone in the step that selects them."""
    downfloaters: tuple[int, ...]
    values: tuple[CriterionValue, ...]
    """Every criterion of the edition that a bracket can be judged by, in order of priority."""
    generation: Generation


class Violation(JsonStruct, frozen=True, kw_only=True):
    """An absolute rule that a pairing breaks. Found without any search."""

    label: str
    """``C1``, ``C2``, ``C3``; empty for what no criterion numbers (a player twice, a player left out)."""
    article: str
    players: tuple[int, ...]
    sentence: str
    """What is wrong, ready to be read aloud; players by TPN."""


class ReadingNote(JsonStruct, frozen=True, kw_only=True):
    """A reading of the register that mattered for this round."""

    identifier: str
    sentence: str


class Assessment(FrozenStruct, frozen=True, kw_only=True):
    """A pairing of a round judged by an edition."""

    pairing: RoundPairing
    violations: tuple[Violation, ...]
    brackets: tuple[BracketAssessment, ...]
    """Empty if the violations make a decomposition into brackets impossible."""
    readings: tuple[ReadingNote, ...] = ()


class GenerationStep(Enum):
    """The step of the sequential generation (Article 4, section D) in which two candidates of a bracket part."""

    MDP_SET = "set of MDPs to be paired"
    MDP_TRANSPOSITION = "transposition of S2 (opponents of the MDPs)"
    EXCHANGE = "exchange between S1 and S2"
    TRANSPOSITION = "transposition of S2"
    BYE = "choice of the bye"
    UPFLOATERS = "order of the sets of upfloaters"
    IDENTIFIER = "order of the identifiers of pairings"
    OPPONENTS = "opponents in the order of BSNs"
    SHIFTERS = "order of the sets of shifters"


class ColourRule(FrozenStruct, frozen=True, kw_only=True):
    """The article that gives a pair its colours."""

    article: str
    """``5.2.1`` (2026), ``E.1`` (2017)."""
    sentence: str
    """What it says of this pair, ready to be read aloud; players by TPN."""
    readings: tuple[ReadingNote, ...] = ()
    """Readings of the register without which the text gives the pair no colours, or might give it others."""
    is_open: bool = False
    """Whether no text gives the pair its colours, so that other colours are not a discrepancy."""


class PartingKind(Enum):
    """What it means that a pairing leaves the procedure of a system."""

    WORSE = "a rule is met less well than it can be"
    LATER = "another choice comes first"
    OPEN = "the text leaves it open"
    """The step rests on a reading of the register; the other reading, or none, may lead to the pairing."""
    BETTER = "the pairing meets the rules better than the engine's own"
    """The engine is at fault."""


class Parting(JsonStruct, frozen=True, kw_only=True):
    """
    Where a pairing leaves the pairing that a procedure makes: the first step at which it does something else.

    For systems that lay down how to proceed, rather than criteria by which any two pairings can be compared.
    """

    kind: PartingKind
    article: str
    step: str
    """What is being done, in the regulation's words: ``exchange in scoregroup 3.5``, ``pick of player 7``."""
    sentence: str
    """What the procedure asks for at this step, what the pairing has, and why; players by TPN."""
    readings: tuple[ReadingNote, ...] = ()
    """The readings that the step rests on; at least one where the kind is OPEN."""


class Part(Enum):
    """A part of an engine that can be at fault by itself."""

    MATCHING = "the matching"
    """It does not find the best, or its proof does not hold."""
    PACKING = "the packing"
    """The costs in which the criteria are packed do not say what the criteria say."""
    COMPLETION = "the completion"
    """Whether all others can then be paired is answered wrongly."""


class Diagnosis(FrozenStruct, frozen=True, kw_only=True):
    """Which part of an engine failed, where its own pairing is not the right one."""

    part: Part | None
    """None if none of them can be shown to have failed."""
    evidence: str
    """What shows it, or what was looked at; the end of a sentence."""

    def __str__(self) -> str:
        """Say it in one sentence."""
        if self.part is None:
            return f"None of its parts (matching, packing, completion) can be shown to have failed: {self.evidence}."
        return f"The part that failed is {self.part.value}: {self.evidence}."


class PairingError(Exception):
    """The base of what an engine refuses."""


class Obstacle(FrozenStruct, frozen=True, kw_only=True):
    """
    Why those of a round cannot all be paired, in a form that anybody can check.

    Without the few of ``barrier``, each of ``groups`` is an odd number of participants who may meet nobody outside
    their group. So each group needs one of the barrier for somebody in it, and there are more groups than that (W. T.
    Tutte, "The factorization of linear graphs", 1947). None stands for the bye, which "meets" those who may have it.
    """

    barrier: tuple[int | None, ...]
    """TPNs, ascending; the bye comes last."""
    groups: tuple[tuple[int | None, ...], ...]
    """The smallest first; in a group as in the barrier."""
    participant: str = "player"

    def __str__(self) -> str:
        """Say it in one sentence of bounded length."""
        shown = ", ".join(f"{{{_listed(group, ', ')}}}" for group in self.groups[:_MOST_GROUPS])
        more = len(self.groups) - _MOST_GROUPS
        others = f" and {more} more group{'s' * (more > 1)}" if more > 0 else ""
        counted = " (the bye counts as one)" if any(None in group for group in self.groups) else ""
        except_for = f"except for {self._barrier}, " if self.barrier else ""
        amount = f": {len(self.groups)} groups for {self._amount}" if self.barrier else ""
        return (
            f"{except_for}nobody in these groups may meet anybody outside the group: {shown}{others}; each has an odd "
            f"number{counted} and so leaves somebody over{amount}"
        )

    @property
    def _barrier(self) -> str:
        numbers = [number for number in self.barrier if number is not None]
        who = f"{self.participant}{'s' * (len(numbers) > 1)} {_listed(numbers, ' and ')}" if numbers else ""
        return " and ".join([who] * bool(numbers) + ["the bye"] * (None in self.barrier))

    @property
    def _amount(self) -> str:
        count = sum(number is not None for number in self.barrier)
        players = [f"{count} {self.participant}{'s' * (count > 1)}"] if count else []
        return " and ".join(players + ["the bye"] * (None in self.barrier))


_MOST_GROUPS, _MOST_MEMBERS = 4, 6


def _listed(members: Sequence[int | None], last: str) -> str:
    words = ["the bye" if member is None else str(member) for member in members]
    if len(words) > _MOST_MEMBERS:
        return f"{', '.join(words[:_MOST_MEMBERS])} and {len(words) - _MOST_MEMBERS} more"
    return last.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


class NoLegalPairingError(PairingError):
    """No pairing of the round complies with the absolute criteria (C.04.3:1.9.3, A.9)."""

    def __init__(self, message: str = "", obstacle: Obstacle | None = None) -> None:
        """Say so, and why, if that can be shown."""
        super().__init__(f"{message}: {obstacle}" if obstacle else message)
        self.obstacle = obstacle


class UnsupportedEventError(PairingError):
    """The event asks for something that this engine does not implement; the message says what."""
