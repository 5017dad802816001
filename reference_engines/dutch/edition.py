"""An edition of the Dutch system as data: its ordered criteria, and which of the definitions it uses."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol

from reference_engines.definitions.hard_rules import HardRules, RuleReference
from reference_engines.definitions.player_states import AS_WRITTEN, ByeRule, Definitions, FloatRule
from reference_engines.definitions.players import DEFAULT_PARITY, Parity, Players
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET
from reference_engines.dutch.criteria import BYE_SCORE, DOWNFLOATER_CRITERIA
from reference_engines.dutch.generation import AS_PRINTED as ORDER_AS_PRINTED
from reference_engines.dutch.generation import GenerationOrder
from reference_engines.dutch.optimiser import BracketProblem, LookAheadGoal, Objective
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import (
        Bracket,
        BracketCriterion,
        Brackets,
        Candidate,
        NumberedBracketCriterion,
    )
    from reference_engines.downfloating.completion import ImpossibilityClaim
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.results import GenerationStep


class RoundProcedure(Protocol):
    """The procedure of an edition on the players of a round. Downfloaters are given by position, in order."""

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket; raise PairingError if the round cannot be paired."""
        ...

    def brackets_below(self, opponents: Sequence[int], first: int) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair the brackets as they are posed if a pairing fills all brackets above, which is given by position.

        They may come from the top, or begin with the bracket of the position ``first``. Raise PairingError likewise.
        """
        ...

    def problem(self, bracket: Bracket) -> BracketProblem | None:
        """Return the matching problem that decides one of these brackets; None for a walk through the candidates."""
        ...

    def impossibility_claims(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Yield the claims of impossibility on which its own brackets rest; none for a walk through candidates."""
        ...

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on if it applies to a candidate with these downfloaters."""
        ...

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the value of the criterion on the score of the bye's assignee."""
        ...

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the value of the criterion that looks one bracket ahead."""
        ...


class ProcedureFactory(Protocol):
    """The constructor of a procedure."""

    def __call__(self, *, players: Players, objective: Objective) -> RoundProcedure:
        """Return the procedure."""
        ...


@dataclass(frozen=True, kw_only=True)
class EditionTerms:
    """The terms of every edition, whatever its procedure."""

    edition: Edition
    floats: FloatRule
    byes: ByeRule
    definitions: Definitions = AS_WRITTEN
    absolute_labels: tuple[str, str, str] = ("C1", "C2", "C3")
    absolute_articles: tuple[str, str, str]
    """The articles on players who have met, on the bye, and on absolute colour preferences."""
    colour_articles: ColourArticles
    generation: dict[GenerationStep, str] = field(hash=False)
    """The articles on the sequential generation."""
    parity: Parity = DEFAULT_PARITY
    """The players whose number counts as odd (SPP-2026-08)."""
    bye_choice: Callable[[Players, IntArray], BoolArray] | None = None
    """From the players and their points without virtual points: whether a player may have the bye. None: the procedure
    chooses a player who is not barred."""

    @cached_property
    def hard(self) -> HardRules:
        """The rules that every pairing must keep, with their articles."""
        once = RuleReference(article="C.04.1:3")
        return HardRules(
            once=once,
            bye_for_odd=once,
            meeting=self.absolute(0),
            forbidden=RuleReference(article="forbidden pairs"),
            bye_again=self.absolute(1),
        )

    def absolute(self, number: int) -> RuleReference:
        """Return an absolute rule: 0 on players who have met, 1 on the bye, 2 on absolute colour preferences."""
        return RuleReference(label=self.absolute_labels[number], article=self.absolute_articles[number])

    @property
    def clash_rule(self) -> RuleReference:
        """The rule that keeps two players with the same absolute colour preference apart."""
        return self.absolute(2)


class DefinitionArticles(FrozenStruct, frozen=True, kw_only=True):
    """The articles of an edition's definitions."""

    score: str
    """The first key of the ranking."""
    order: str
    """The ranking of players with the same score."""
    played_float: str
    """Floats by a game."""
    unplayed_float: str
    absolute_preference: str
    strong_preference: str
    mild_preference: str
    topscorers: str
    squeezed_colours: str
    """The rule that only games count for colours."""


@dataclass(frozen=True, kw_only=True)
class DutchText(EditionTerms):
    """An edition whose brackets are judged by ordered criteria."""

    procedure: ProcedureFactory
    """The procedure that forms and completes the brackets."""
    criteria: tuple[NumberedBracketCriterion, ...]
    """In descending priority, without the absolute ones."""
    completion_article: str
    """The article of C4."""
    bye_article: str
    """The article by which the bye is given."""
    definition_articles: DefinitionArticles

    look_ahead_goals: tuple[LookAheadGoal, ...] = tuple(LookAheadGoal)
    """The goals of the criterion on the following bracket."""
    order: GenerationOrder = ORDER_AS_PRINTED
    """The order in which candidates are generated."""
    sufficient: tuple[BracketCriterion, ...] | None = None
    """The criteria after the look-ahead that a perfect candidate fulfils (3.4.1; B.4); None: all."""

    @cached_property
    def objective(self) -> Objective:
        """The objective of a bracket: the criteria around the look-ahead, then the order of generation."""
        criteria = [numbered.criterion for numbered in self.criteria]
        quality = [criterion for criterion in criteria if criterion is not BYE_SCORE]
        looks_ahead = FOLLOWING_BRACKET in quality
        # Without a look-ahead the cut only separates the criteria that are settled first.
        settled = len(list(takewhile(DOWNFLOATER_CRITERIA.__contains__, quality)))
        cut = quality.index(FOLLOWING_BRACKET) if looks_ahead else settled
        return Objective(
            before=tuple(quality[:cut]),
            after=tuple(quality[cut + looks_ahead :]),
            looks_ahead=looks_ahead,
            places_bye=BYE_SCORE in criteria,
            look_ahead_goals=self.look_ahead_goals,
            order=self.order,
            sufficient=self.sufficient,
        )

    def round_rules(self, players: Players) -> RoundProcedure:
        """Return the edition's procedure on the players of a round."""
        return self.procedure(players=players, objective=self.objective)
