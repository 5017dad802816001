"""
An engine's answers about a round: the pairing, and every bracket of it with its values.

Plain frozen values, shared by the engines, the checker and the reports. Players are named by TPN, scores are in
tenths of a point.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.model import Colour


class Pair(JsonStruct, frozen=True, array_like=True):
    """A game to be played, by TPN."""

    white: int
    black: int

    @property
    def players(self) -> frozenset[int]:
        """Both players, without colours."""
        return frozenset((self.white, self.black))

    def opponent_of(self, tpn: int) -> int:
        """Return the opponent of one of the players."""
        return self.black if tpn == self.white else self.white


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

    def game_of(self, tpn: int) -> Pair | None:
        """Return the game of a player; None with the bye or an absence."""
        return next((pair for pair in self.pairs if tpn in (pair.white, pair.black)), None)

    def opponent_of(self, tpn: int) -> int | None:
        """Return the opponent of a player; None with the bye or an absence."""
        game = self.game_of(tpn)
        return None if game is None else game.opponent_of(tpn)


class BracketKind(Enum):
    """The role of a bracket in the round."""

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
        """Whether it is one of several steps by which a system pairs a bracket."""
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
    """Original S1 of the homogeneous bracket or remainder; all players by BSN where opponents are compared by BSN."""
    s2: tuple[int, ...]
    moved_to_s2: tuple[int, ...]
    """Exchanged from S1 to S2."""
    moved_to_s1: tuple[int, ...]
    opponents: tuple[int, ...]
    """Opponents of S1 after the exchange, in its order."""
    sequence: tuple[int, ...] = ()
    """
    TPNs by which a system without S1 and S2 orders candidates.

    They are a set of upfloaters, the identifier of a pairing, or the opponents of all players by BSN; the opponent of a
    floater is the floater.
    """
    ranks: tuple[str, ...] = ()
    """The rank of each player of ``s1``, where opponents are compared by BSN: ``Buchholz 12.5``."""
    step: GenerationStep | None = None
    """The step of generation that ``sequence`` orders."""
    choices: tuple[Choice, ...] = ()
    """The choices of a system that makes several in turn for one bracket."""
    key: tuple[tuple[int, ...], ...]
    """Of two candidates of the same bracket, the candidate with the smaller key is generated earlier."""


EMPTY_GENERATION = Generation(
    paired_mdps=(), limbo=(), mdp_opponents=(), s1=(), s2=(), moved_to_s2=(), moved_to_s1=(), opponents=(), key=()
)
"""The base for systems without S1 and S2, which replace the fields that they use; records name all fields."""


class Choice(JsonStruct, frozen=True, kw_only=True):
    """A choice by which a bracket is paired, in a system that makes several in turn (C.04.4.1)."""

    step: GenerationStep
    players: tuple[int, ...]
    """TPNs: a set by its sequence numbers, or the opponents of ``s1``."""
    numbers: tuple[int, ...]
    """The sequence number of each, from 1; of two choices, the choice with the smaller number comes first."""
    s1: tuple[int, ...] = ()
    """TPNs of the players who are given opponents, in their order."""


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
    """An absolute rule that a pairing breaks. It is found without any search."""

    label: str
    """``C1``, ``C2``, ``C3``; empty if no criterion numbers the rule (a player twice, a player left out)."""
    article: str
    players: tuple[int, ...]
    sentence: str
    """A sentence about the violation, ready to be read aloud; players by TPN."""


class SelectionRule(FrozenStruct, frozen=True, kw_only=True):
    """The rule by which a regulation selects the participant with the bye, or the participants who float."""

    article: str
    label: str = ""
    """``C5``; empty if the edition does not number the rule as a criterion."""
    sentence: str
    """The rule in words of our own, without a capital letter and a full stop: ``the bye goes to ...``."""
    comes_first: bool = True
    """Whether a bye is given before any bracket is paired; otherwise the last bracket leaves the participant over."""


class FloatDirection(Enum):
    """The direction in which a participant floated."""

    DOWN = "down"
    UP = "up"


class PastFloat(FrozenStruct, frozen=True, kw_only=True):
    """A float of an earlier round at which the regulation looks."""

    round_number: int
    direction: FloatDirection
    sentence: str
    """The float, to be read after the name: ``floated down in round 4``."""


class PreferredColour(FrozenStruct, frozen=True, kw_only=True):
    """The colour preference of a participant before a round."""

    colour: Colour | None = None
    """None without a preference, or where the system has none."""
    is_strong: bool = False
    """Whether the preference is strong or absolute."""
    is_absolute: bool = False


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
    NUMBER_OF_SHIFTERS = "number of shifters"
    SHIFTERS = "order of the sets of shifters"


class ColourRule(FrozenStruct, frozen=True, kw_only=True):
    """The article that gives a pair its colours."""

    article: str
    """``5.2.1`` (2026), ``E.1`` (2017)."""
    sentence: str
    """A sentence about this pair, ready to be read aloud; players by TPN."""
    readings: tuple[ReadingNote, ...] = ()
    """Readings of the register without which the text gives the pair no colours, or might give it others."""
    is_open: bool = False
    """Whether no text gives the pair its colours, so that other colours are not a discrepancy."""


class DivergenceKind(Enum):
    """The meaning of a divergence from the procedure of a system."""

    WORSE = "a rule is met less well than it can be"
    LATER = "another choice comes first"
    OPEN = "the text leaves it open"
    """The step rests on a reading of the register; the other reading, or none, may lead to the pairing."""
    BETTER = "the pairing meets the rules better than the engine's own"
    """The engine is at fault."""


class Divergence(JsonStruct, frozen=True, kw_only=True):
    """
    The first step of a procedure at which a pairing is not the pairing that the procedure makes.

    Systems that state a procedure, and no criteria by which any two pairings can be compared, answer with it.
    """

    kind: DivergenceKind
    article: str
    step: str
    """The decision as a short noun phrase: ``the bye``, ``the opponent of player 7``."""
    sentence: str
    """The requirement of the rule with the fact that decides, then the choice of the pairing; players by TPN."""
    readings: tuple[ReadingNote, ...] = ()
    """The readings that the step rests on; at least one where the kind is OPEN."""


class Component(Enum):
    """A component of an engine that can fail by itself."""

    MATCHING = "the matching"
    """It does not find the best, or its proof does not hold."""
    PACKING = "the packing"
    """The costs in which the criteria are packed do not say what the criteria say."""
    COMPLETION = "the completion"
    """It answers wrongly whether all others can then be paired."""


class Diagnosis(FrozenStruct, frozen=True, kw_only=True):
    """The component of an engine that failed, where its own pairing is wrong."""

    component: Component | None
    """None if no component can be shown to have failed."""
    evidence: str
    """The observation that shows the failure, or the checks that found none; the end of a sentence."""

    def __str__(self) -> str:
        """Say it in one sentence."""
        if self.component is None:
            return f"None of its parts (matching, packing, completion) can be shown to have failed: {self.evidence}."
        return f"The part that failed is {self.component.value}: {self.evidence}."


class PairingError(Exception):
    """An engine refuses to pair a round."""


class ImpossibilityProof(FrozenStruct, frozen=True, kw_only=True):
    """
    A proof that the participants of a round cannot all be paired, which every reader can check.

    Without the few participants of ``barrier``, each of ``groups`` has an odd number of participants who may only meet
    within the group. So each group needs an opponent from the barrier for one of its members, and there are more groups
    than participants in the barrier (W. T. Tutte, "The factorization of linear graphs", 1947). None stands for the bye,
    which "meets" the participants who may have it.
    """

    barrier: tuple[int | None, ...]
    """TPNs, ascending; the bye comes last."""
    groups: tuple[tuple[int | None, ...], ...]
    """The smallest first; in a group as in the barrier."""
    participant: str = "player"

    def __str__(self) -> str:
        """Say it in two sentences of bounded length."""
        shown = "; ".join(self._name(group) for group in self.groups[:_MOST_GROUPS])
        more = len(self.groups) - _MOST_GROUPS
        others = f"; and {more} more group{'s' * (more > 1)}" if more > 0 else ""
        counted = " (the bye counts as one)" if any(None in group for group in self.groups) else ""
        except_for = f"except for {self._name(self.barrier)}, " if self.barrier else ""
        amount = f": {len(self.groups)} groups for {self._amount}" if self.barrier else ""
        return (
            f"{except_for}the {self.participant}s of each of these groups can only meet one another: {shown}{others}. "
            f"Each group has an odd number{counted} and so leaves one over{amount}"
        )

    def _name(self, members: Sequence[int | None]) -> str:
        """``players 3, 5 and 9 and the bye``."""
        numbers = [str(number) for number in members if number is not None]
        listed = f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else "".join(numbers)
        if len(numbers) > _MOST_MEMBERS:
            listed = f"{', '.join(numbers[:_MOST_MEMBERS])} and {len(numbers) - _MOST_MEMBERS} more"
        named = f"{self.participant}{'s' * (len(numbers) > 1)} {listed}"
        return " and ".join([named] * bool(numbers) + ["the bye"] * (None in members))

    @property
    def _amount(self) -> str:
        count = sum(number is not None for number in self.barrier)
        players = [f"{count} {self.participant}{'s' * (count > 1)}"] if count else []
        return " and ".join(players + ["the bye"] * (None in self.barrier))


_MOST_GROUPS, _MOST_MEMBERS = 4, 6


class NoLegalPairingError(PairingError):
    """No pairing of the round complies with the absolute criteria (C.04.3:1.9.3, A.9)."""

    def __init__(self, message: str = "", proof: ImpossibilityProof | None = None) -> None:
        """Join the message and the proof, if there is one."""
        super().__init__(f"{message}: {proof}" if proof else message)
        self.proof = proof


class UnsupportedEventError(PairingError):
    """The event needs a feature that this engine does not implement; the message names it."""
