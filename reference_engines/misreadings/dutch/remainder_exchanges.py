"""
Misreadings by which the number of exchanges of a remainder ranks above a criterion.

The players of a remainder follow from the opponents of the moved-down players, so each MDP-pairing is looked at by
itself, and the best of their candidates is taken. Beside them, exchanges of homogeneous brackets may rank there, too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.downfloating.bracket import Bracket
from reference_engines.downfloating.completion import anonymous_targets
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.optimiser import best_candidate
from reference_engines.dutch.rounds import Round2026
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.grammar import counted_criteria
from reference_engines.misreadings.dutch.making import both, misreading
from reference_engines.misreadings.dutch.walks import EXCHANGED_PLAYERS, insert_criteria
from tournaments.frozen import cached_property, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.definitions.history import BoolArray
    from reference_engines.downfloating.bracket import BracketCriterion, Candidate
    from reference_engines.downfloating.completion import Completion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

_MOST_PAIRINGS = 60
"""MDP-pairings that are compared; with more of them, the exchanges of the remainder do not count early."""


@dataclass(frozen=True, kw_only=True)
class _WholeBracket(Bracket):
    """A bracket of which some pairs are settled."""

    settled: tuple[tuple[int, int], ...]

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) whether two players may be paired: settled ones with each other only."""
        allowed = self.plain.allowed.copy()
        for pair in self.settled:
            is_possible = allowed[pair]
            for place in pair:
                allowed[place] = allowed[:, place] = False
            allowed[pair] = allowed[pair[::-1]] = is_possible
        return allowed

    @property
    def plain(self) -> Bracket:
        """The bracket without settled pairs."""
        return Bracket(
            players=self.players,
            kind=self.kind,
            mdps=self.mdps,
            first=self.first,
            last=self.last,
            next_last=self.next_last,
            bye_goes_here=self.bye_goes_here,
        )


def _settle(bracket: Bracket, pairs: tuple[tuple[int, int], ...]) -> _WholeBracket:
    return _WholeBracket(
        players=bracket.players,
        kind=bracket.kind,
        mdps=bracket.mdps,
        first=bracket.first,
        last=bracket.last,
        next_last=bracket.next_last,
        bye_goes_here=bracket.bye_goes_here,
        settled=pairs,
    )


@dataclass(frozen=True, kw_only=True)
class _RemainderRound(Round2026):
    """A round in which the number of exchanges of a remainder ranks above a criterion."""

    above: BracketCriterion

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        posed, own = super()._pair(bracket, completion)
        opponent = {mdp: mate for mdp, mate in own.pairs if mdp < posed.mdp_count}
        choices = [np.flatnonzero(posed.allowed[mdp]).tolist() for mdp in opponent]
        if not opponent or prod(map(len, choices)) > _MOST_PAIRINGS:
            return posed, own
        may_float = self._may_float(posed, own, completion)
        targets = anonymous_targets(len(own.downfloaters), posed.size, may_float)
        found: list[tuple[Any, Candidate]] = []
        for opponents in product(*choices):
            if len(set(opponents)) == len(opponents):
                pairs = tuple(zip(opponent, opponents, strict=True))
                objective = self._with_exchanges(posed, opponents, (len(own.pairs) - len(pairs)))
                candidate = best_candidate(_settle(posed, pairs), targets, objective)
                if candidate is not None:
                    values = [posed.value(rule, candidate) for rule in (*objective.before, *objective.after)]
                    found.append(((values, describe_generation(posed, candidate, objective.order).key), candidate))
        return posed, min(found, key=lambda one: one[0])[1] if found else own

    def _may_float(self, bracket: Bracket, own: Candidate, completion: Completion) -> BoolArray:
        """Return by place whether a player may float: the only downfloater may be any player who is as good before."""
        places = np.zeros(bracket.size, dtype=np.bool_)
        places[list(own.downfloaters)] = True
        if bracket.is_last or len(own.downfloaters) != 1:
            return places
        (floater,) = own.downfloaters
        printed = self.following_bracket(bracket, bracket.downfloater_positions(own))
        for place in range(bracket.mdp_count, bracket.size):
            position = [int(bracket.positions[place])]
            if bracket.score[place] == bracket.score[floater] and completion.can_complete(position, bracket.last):
                places[place] = self.following_bracket(bracket, position) == printed
        return places

    def _with_exchanges(self, bracket: Bracket, opponents: Sequence[int], pairs: int) -> Objective:
        remainder = [place for place in range(bracket.mdp_count, bracket.size) if place not in opponents]
        s2 = np.isin(np.arange(bracket.size), remainder[pairs:])
        counted: BracketCriterion = Criterion(
            "exchanged_in_remainder", "number of players exchanged in a remainder", partial(_exchanged, s2=s2)
        )
        after = self.objective.after
        place = after.index(self.above)
        return replace(self.objective, after=(*after[:place], counted, *after[place:]))


def _exchanged(bracket: Bracket, *, s2: BoolArray) -> Contribution:
    return Contribution(pairs=np.logical_and.outer(s2, s2), bound=bracket.size // 2)


def remainder_exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield exchanges of a remainder, with or without those of homogeneous brackets, above criteria, the last first."""
    article = text.generation[GenerationStep.EXCHANGE]
    for one in counted_criteria(text)[::-1] if text.procedure is Round2026 else ():
        if one.criterion not in text.objective.after:
            continue
        settled = partial(_settle_remainders, above=one.criterion)
        everywhere: ChangeRules = both(insert_criteria((EXCHANGED_PLAYERS,), one, article), settled)
        name = one.criterion.name.replace("_", "-")
        for scope, words, change in (
            ("remainder", "of a remainder", settled),
            ("all", "of a homogeneous bracket or remainder", everywhere),
        ):
            yield misreading(
                f"exchanges-{scope}-before-{name}",
                f"the number of exchanged players {words} ranked above {one.label}",
                article,
                change,
            )


def _settle_remainders(rules: Any, *, above: BracketCriterion) -> Any:
    if rules.procedure is not Round2026:
        return rules
    return replace(rules, procedure=partial(_RemainderRound, above=above))
