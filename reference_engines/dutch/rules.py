"""
The rules of the Dutch system, a round paired and judged by them, and the part of the optimiser that failed.

The first bracket in which the recorded pairing differs from the optimiser's is posed again as one matching problem,
without any short cut. The matching is solved once more and its proof verified. The packed costs of both candidates are
unpacked and compared with the criteria. Both candidates must leave a rest of the round that can be completed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.definitions.player_states import topscorers_by_points
from reference_engines.definitions.players import Players
from reference_engines.definitions.players_event import parity_readings
from reference_engines.downfloating.bracket import DOWNFLOATERS, Bracket, Brackets, Candidate
from reference_engines.downfloating.completion import anonymous_targets, players_below
from reference_engines.dutch.assessment import BracketKey, assess, criterion_values
from reference_engines.dutch.criteria import BYE_SCORE, STRONG_COLOUR_PREFERENCE, STRONG_OR_ABSOLUTE_PREFERENCE
from reference_engines.dutch.edition import DutchText, RoundProcedure
from reference_engines.dutch.optimiser import BracketProblem, Contributions, Objective, solve_by_kernel, solve_problem
from reference_engines.dutch.players_round import DutchEvent, PlayersRound, prepare_players
from reference_engines.frame.results import BracketKind, Component, Diagnosis, SelectionRule
from reference_engines.frame.rules import ExpectedPairing, Rules, is_of_games
from reference_engines.matching import NO_DECISIONS, best_matching, first_best
from reference_engines.matching_proofs import MatchingError, verify_optimal
from reference_engines.packing import ABSENT, contribution_terms, unpack, unpack_value
from reference_engines.readings import follow_other_side
from tournaments.frozen import FrozenStruct, cached_property, dataclass

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from numpy.typing import NDArray

    from reference_engines.definitions.history import IntArray
    from reference_engines.frame.results import Assessment, BracketAssessment, RoundPairing
    from reference_engines.frame.variants import Variant
    from reference_engines.matching_proofs import Mates
    from tournaments.model import Event

    Costs = NDArray[np.int64]
    Value = tuple[int, ...]


def diagnose(text: DutchText, players: Players, pairing: RoundPairing, own: Brackets) -> Diagnosis:
    """Find the failed part if a complete and legal pairing is not worse than the optimiser's ``own`` brackets."""
    opponents = players.opponents(pairing)
    for bracket, ours in own:
        collapsed = _find_needless_collapse(text, bracket)
        if collapsed is not None:
            return collapsed
        theirs = bracket.read_candidate(opponents)
        if theirs != ours:
            return _diagnose_bracket(text, bracket, ours, theirs)
    return Diagnosis(
        component=None, evidence="the pairing that it made is the recorded one, and was not what it gave out"
    )


def _diagnose_bracket(text: DutchText, bracket: Bracket, ours: Candidate, theirs: Candidate) -> Diagnosis:
    problem = text.round_rules(bracket.players).problem(bracket)
    where = f"in the bracket of {bracket.resident_score / 10:g} points"
    if problem is None:
        return Diagnosis(component=None, evidence=f"{where} it walks through the candidates, without a matching")
    trial = _BracketTrial(text=text, problem=problem, ours=ours, theirs=theirs)
    for component, check in (
        (Component.MATCHING, trial.matching),
        (Component.COMPLETION, trial.completion),
        (Component.PACKING, trial.packing),
        (Component.COMPLETION, trial.short_cut),
    ):
        evidence = next(check(), None)
        if evidence is not None:
            return Diagnosis(component=component, evidence=f"{where} {evidence}")
    return Diagnosis(
        component=None,
        evidence=f"{where} the proof of the matching holds, and the costs of both candidates say what the criteria say",
    )


class _BracketTrial(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """The two candidates of a bracket and the problem that decides it. Every method yields the errors that it finds."""

    text: DutchText
    problem: BracketProblem
    ours: Candidate
    theirs: Candidate

    @cached_property
    def costs(self) -> Costs:
        """The packed costs of the criteria."""
        return self.problem.packed().costs

    def matching(self) -> Iterator[str]:
        """Compare the kernel's answer and the first of the best candidates with a verified proof."""
        allowed = self.problem.bracket.allowed
        if not all(allowed[pair] for pair in self.ours.pairs):
            yield "two are paired who may not meet"
            return
        try:
            best, answered = _solve_with_proof(self.costs), first_best(self.costs)
            if (best is None) != (answered is None):
                yield "it is answered otherwise, with proof, whether there is a candidate"
            elif best is not None and answered is not None and _total(self.costs, best) != _total(self.costs, answered):
                yield "the matching that is answered costs more than the proven best"
            for problem in filter(None, (self.problem, self._alone)):
                if solve_by_kernel(problem) != solve_problem(problem, _solve_with_proof):
                    yield "another candidate is answered with proof than without"
        except MatchingError as error:
            yield f"the proof of the matching does not hold ({error})"

    def completion(self) -> Iterator[str]:
        """
        Check that both candidates leave a rest that can be paired.

        The recorded candidate does, but if it is worse, it may not fit into the problem (too many downfloaters, or the
        bye at another score).
        """
        if self._cost(self.ours) is None:
            yield "our own candidate leaves a rest that cannot be completed"
        elif self._cost(self.theirs) is None and self._contends:
            yield "the recorded candidate is held to leave a rest that cannot be completed, and it is completed"

    def packing(self) -> Iterator[str]:
        """Compare the costs of both candidates, and the order in which they put the two, with the criteria."""
        # The digits of a worse candidate may overflow, as a single downfloater has the bye only with the fewest.
        both = (("our own", self.ours), ("the recorded", self.theirs))
        for whose, candidate in both if self._contends else both[:1]:
            unpacked = self._values_of_costs(candidate)
            for name, value in self._values(candidate).items():
                if unpacked.get(name, value) != value:
                    yield f"the costs of {whose} candidate say {list(unpacked[name])} of {name}, which is {list(value)}"
        ours, theirs = self._cost(self.ours), self._cost(self.theirs)
        values = tuple(self._values(self.ours).values()), tuple(self._values(self.theirs).values())
        if ours is not None and theirs is not None and _sign(ours, theirs) != _sign(*values):
            yield "the costs put the two candidates in another order than the criteria"

    def short_cut(self) -> Iterator[str]:
        """Check a candidate that was taken without all players below, as the following bracket could be paired."""
        alone = self._alone
        if alone and solve_problem(alone, _solve_with_proof) == self.ours != solve_problem(
            self.problem, _solve_with_proof
        ):
            yield "a candidate was taken at a quick look that is not the best for those below"

    @cached_property
    def _alone(self) -> BracketProblem | None:
        """The problem of an ordinary bracket if its downfloaters may go anywhere."""
        bracket, objective = self.problem.bracket, self.problem.objective
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY:
            return None
        return BracketProblem(
            bracket=bracket, targets=anonymous_targets(len(self.ours.downfloaters), bracket.size), objective=objective
        )

    @cached_property
    def _contends(self) -> bool:
        """Whether the recorded candidate is not worse by the values on which the verdict rests."""
        ours, theirs = (
            tuple(value.value for value in criterion_values(self.text, self.problem.bracket, candidate))
            for candidate in (self.ours, self.theirs)
        )
        return theirs <= ours

    def _cost(self, candidate: Candidate) -> Value | None:
        """Return the cost of a candidate with the best matching of the targets; None if they cannot be matched."""
        outside = self.problem.targets.size
        keep = np.zeros(self.problem.bracket.allowed.shape, dtype=np.bool_)
        for pair in candidate.pairs:
            keep[pair] = keep[pair[::-1]] = True
        floats = np.zeros(self.problem.bracket.size, dtype=np.bool_)
        floats[list(candidate.downfloaters)] = True
        costs = self.costs.copy()
        costs[:, outside:, outside:][:, ~keep] = ABSENT
        costs[:, outside:, :outside][:, ~floats] = ABSENT
        costs[:, :outside, outside:][:, :, ~floats] = ABSENT
        found = best_matching(costs)
        return None if found is None else found.cost

    def _values_of_costs(self, candidate: Candidate) -> dict[str, Value]:
        """Unpack the costs of a candidate into values, by the name of the criterion."""
        totals = self._cost(candidate)
        if totals is None:
            return {}
        before, after = self.problem.contributions
        numbers = iter(unpack(totals, self.problem.terms, self.costs.shape[1]))
        values = _read_values(before, numbers)
        if self.problem.targets.look_ahead:
            values[_FOLLOWING] = self._read_look_ahead([next(numbers) for _ in self.problem.targets.look_ahead])
        return values | _read_values(after, numbers)

    def _read_look_ahead(self, numbers: list[int]) -> Value:
        """Return the value of the criterion on the following bracket from the numbers of its terms."""
        bracket = self.problem.bracket
        following = int(bracket.players.score[bracket.last])
        levels = sorted({*bracket.score.tolist(), following}, reverse=True)
        scores = [level for level, count in zip(levels, numbers[1:], strict=True) for _ in range(count)]
        return (numbers[0], *scores)

    def _values(self, candidate: Candidate) -> dict[str, Value]:
        """Return the values of a candidate by the criteria, in their order."""
        bracket, objective = self.problem.bracket, self.problem.objective
        values = {criterion.name: bracket.value(criterion, candidate) for criterion in objective.before}
        if self.problem.targets.look_ahead:
            floating = bracket.downfloater_positions(candidate)
            values[_FOLLOWING] = self.text.round_rules(bracket.players).following_bracket(bracket, floating)
        return values | {criterion.name: bracket.value(criterion, candidate) for criterion in objective.after}


_FOLLOWING = "following_bracket"


def _read_values(contributions: Contributions, numbers: Iterator[int]) -> dict[str, Value]:
    return {
        name: unpack_value(contribution, [next(numbers) for _ in contribution_terms(contribution)])
        for name, contribution in contributions
    }


def _solve_with_proof(
    costs: Costs, decisions: NDArray[np.int32] = NO_DECISIONS, settled: range = range(0)
) -> Mates | None:
    """Solve like `first_best`, and verify the proof; raise MatchingError if it is wrong."""
    found = best_matching(np.ascontiguousarray(costs), decisions.tolist(), settled)
    if found is None:
        return None
    verify_optimal(costs, found)
    return np.array(found.mates, dtype=np.int32)


def _total(costs: Costs, mates: Mates) -> Value:
    vertices = np.flatnonzero(mates > np.arange(mates.size))
    return tuple(int(level[vertices, mates[vertices]].sum()) for level in costs)


def _sign(first: tuple[object, ...], second: tuple[object, ...]) -> int:
    return (first > second) - (first < second)


def _find_needless_collapse(text: DutchText, bracket: Bracket) -> Diagnosis | None:
    """Check that the rest of the round had to collapse after the bracket (A.9, 2017)."""
    if bracket.kind is not BracketKind.PENULTIMATE:
        return None
    problem = text.round_rules(bracket.players).problem(replace(bracket, kind=BracketKind.ORDINARY))
    candidate = None if problem is None else solve_by_kernel(problem)
    if problem is None or candidate is None:
        return None
    wrong = next(_BracketTrial(text=text, problem=problem, ours=candidate, theirs=candidate).matching(), None)
    if wrong is not None:
        return Diagnosis(component=Component.MATCHING, evidence=f"before the last brackets were collapsed {wrong}")
    below = players_below(problem.bracket, bracket.players.bye_allowed, look_ahead=False)
    free = BracketProblem(bracket=problem.bracket, targets=below, objective=Objective(before=(), after=()))
    if next(_BracketTrial(text=text, problem=free, ours=candidate, theirs=candidate).completion(), None) is not None:
        return None
    return Diagnosis(
        component=Component.COMPLETION,
        evidence="the last brackets were collapsed, although without that they can be completed",
    )


def _count_absolute_preferences(rules: DutchRules) -> DutchRules:
    """Count missed absolute preferences beside strong ones (DUTCH-C13-ABSOLUTE)."""
    criteria = (
        replace(one, criterion=STRONG_OR_ABSOLUTE_PREFERENCE) if one.criterion is STRONG_COLOUR_PREFERENCE else one
        for one in rules.criteria
    )
    return replace(rules, criteria=tuple(criteria))


def _find_topscorers_by_points(rules: DutchRules) -> DutchRules:
    """Leave virtual points out for topscorers (DUTCH-TOPSCORER-MAXIMUM)."""
    return replace(rules, definitions=replace(rules.definitions, topscorers=topscorers_by_points))


@dataclass(frozen=True, kw_only=True)
class DutchRules(DutchText, Rules):
    """One edition of C.04.3 at work."""

    system: ClassVar[str] = "dutch"
    parts_of_participants: ClassVar[frozenset[str]] = frozenset({"definitions", "floats", "byes"})

    def prepare(self, event: Event, reuse_from: DutchEvent | None = None) -> DutchEvent:
        """Prepare an event under the definitions of the edition."""
        return prepare_players(event, self, reuse_from)

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        """Return a round of a prepared event."""
        return DutchRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        yield follow_other_side("DUTCH-C13-ABSOLUTE", rules=_count_absolute_preferences)
        yield follow_other_side("DUTCH-TOPSCORER-MAXIMUM", rules=_find_topscorers_by_points)


@dataclass(frozen=True, kw_only=True)
class DutchRound(PlayersRound[DutchRules, DutchEvent, Players, Brackets]):
    """One round under an edition of C.04.3."""

    stops_early: ClassVar[bool] = True

    @cached_property
    def participants(self) -> Players:
        """The players to be paired, in order."""
        players = self.event.players_of_round(self.number)
        return self.event.with_recorded_opponents(players) if self.rules.order.uses_recorded_pairing else players

    @property
    def players(self) -> Players:
        """The participants."""
        return self.participants

    @property
    def procedure(self) -> RoundProcedure:
        """The procedure of the edition on the players of the round, with nothing paired yet."""
        return self.rules.procedure(players=self.participants, objective=self.rules.objective)

    @property
    def brackets(self) -> Brackets:
        """The brackets of the expected pairing; raise NoLegalPairingError or UnsupportedEventError."""
        return self.expected_by_position.trace

    # --- pairing ------------------------------------------------------------------------------------------------------

    def pair(self) -> ExpectedPairing[Brackets]:
        """Pair bracket by bracket, boards in the order of publication."""
        brackets = tuple(self.procedure.brackets())
        pairs = [_positions(bracket, candidate) for bracket, candidate in brackets]
        return self.publish(np.concatenate([_NO_PAIRS, *pairs]), brackets)

    def would_pair_as(self, pairing: RoundPairing, doubted: Container[int] = ()) -> bool:
        """Compare a bracket, then the colours of the given pairs, then all other brackets, then all colours."""
        numbers = self.participants.numbers
        paired = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
        if sorted([*paired, *([] if pairing.bye is None else [pairing.bye])]) != sorted(numbers):
            return False
        opponents, pairs = self.participants.opponents(pairing), [_NO_PAIRS]
        first = next((place for place, tpn in enumerate(numbers) if tpn in doubted), 0)
        for bracket, candidate in self.procedure.brackets_below(opponents, first):
            if candidate != bracket.read_candidate(opponents) or (
                len(pairs) == 1 and self.contradicts_colours(pairing)
            ):
                return False
            pairs.append(_positions(bracket, candidate))
        published = self.publish(np.concatenate(pairs), ())
        return is_of_games(pairing, {(numbers[white], numbers[black]) for white, black in published.games})

    # --- judging ------------------------------------------------------------------------------------------------------

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, and bracket by bracket by the criteria."""
        own = self.expected_if_any
        return assess(
            self.rules, self.facts, self.participants, pairing, own.trace if own else (), self._assessed_brackets
        )

    @cached_property
    def _assessed_brackets(self) -> dict[BracketKey, BracketAssessment]:
        return {}

    @property
    def bye_rule(self) -> SelectionRule:
        """The lowest score (C5 since 2026); before, the player whom the last bracket leaves over (A.9)."""
        chosen = next((numbered for numbered in self.rules.criteria if numbered.criterion is BYE_SCORE), None)
        if chosen is None:
            return SelectionRule(
                article=self.rules.bye_article,
                sentence="the bye goes to the player whom the last bracket leaves without an opponent, and who may "
                "have it",
                comes_first=False,
            )
        return SelectionRule(
            label=chosen.label,
            article=self.rules.bye_article,
            sentence="the bye goes to a player with the lowest score who may have it and without whom all others can "
            "be paired; of several, to the one by whom the last bracket is paired best",
        )

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria on downfloaters, colours and earlier floats."""
        first = next(numbered for numbered in self.rules.criteria if numbered.criterion is DOWNFLOATERS)
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float down; of several who could, scores, colours and earlier floats "
            "decide in this order, and last the order of the list",
        )

    def find_failed_component(self, pairing: RoundPairing) -> Diagnosis:
        """Solve the bracket in which the pairings differ again, and verify each part of the optimiser."""
        return diagnose(self.rules, self.participants, pairing, self.brackets)

    def disprove_impossibility(self, _pairing: RoundPairing) -> Diagnosis | None:
        """Verify by a barrier that the players whom the completion refuses cannot be paired."""
        claims = self.procedure.impossibility_claims(self.brackets)
        return next((error for claim in claims if (error := claim.disprove()) is not None), None)

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings of odd and even, and other values of undeclared facts."""
        return self.variants_of_dutch_event()


_NO_PAIRS: IntArray = np.empty((0, 2), dtype=np.int64)


def _positions(bracket: Bracket, candidate: Candidate) -> IntArray:
    """Return the pairs of a candidate as (pairs, 2) positions among the players of the round."""
    return bracket.positions[np.array(candidate.pairs, dtype=np.int64).reshape(-1, 2)]
