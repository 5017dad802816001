"""
The FIDE (Dutch) System in force until 30 June 2017 (C.04.3.1): its rules, and a round paired, assessed and judged.

If the engine failed although its matchings are proven, the packing or the completion is at fault. The completion finds
for C.12 to C.14 how many pairs a bracket can have, and whether the lowest bracket can be paired. Every complete pairing
shows numbers that are possible.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from reference_engines import dutch
from reference_engines.definitions.colours import STEPS_BY_STRENGTH, ColourArticles
from reference_engines.definitions.hard_rules import RoundFacts, find_incomplete, find_violations
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.definitions.players import Players
from reference_engines.definitions.players_event import parity_readings
from reference_engines.dutch.players_round import DutchEvent, PlayersRound, prepare_players
from reference_engines.dutch_2013 import procedure
from reference_engines.dutch_2013.bracket import OTHER_READINGS, BracketPairing, ScoreBracket, Text2013, scoregroups
from reference_engines.dutch_2013.criteria import B3_FACTOR, FLOATERS_SCORES, LEFT_OVER, MOVED_DOWN, RELAXED
from reference_engines.dutch_2013.procedure import BracketOutcome, FilledBracket, best_pairing, read_costs
from reference_engines.dutch_2013.walk import StepKind2013
from reference_engines.frame import results
from reference_engines.frame.rules import ExpectedPairing, Rules
from reference_engines.frame.variants import Variant
from reference_engines.readings import follow_other_side, toggle_rules
from tournaments.frozen import dataclass
from tournaments.model import Event
from tournaments.points import points_text


def assess(
    text: Text2013, facts: RoundFacts, players: Players, pairing: results.RoundPairing, own: tuple[FilledBracket, ...]
) -> results.Assessment:
    """Judge a pairing of a round; ``own`` are the procedure's own brackets, none if the round has no pairing."""
    violations = find_violations(text.hard, facts, pairing)
    if find_incomplete(text.hard, facts, pairing):
        return results.Assessment(pairing=pairing, violations=violations, brackets=())
    filled = _fill_all(text, players, pairing, own)
    brackets = tuple(_assess_bracket(number, part, below) for number, (part, below) in enumerate(filled, start=1))
    return results.Assessment(pairing=pairing, violations=violations, brackets=brackets)


def fill_brackets(
    text: Text2013, players: Players, pairing: results.RoundPairing, own: tuple[FilledBracket, ...]
) -> Iterator[FilledBracket]:
    """Return the brackets with the pairings with which a complete pairing fills them."""
    return (filled for filled, _ in _fill_all(text, players, pairing, own))


def _fill_all(
    text: Text2013, players: Players, pairing: results.RoundPairing, own: tuple[FilledBracket, ...]
) -> Iterator[tuple[FilledBracket, ScoreBracket | None]]:
    return _cut_into_brackets(tuple(scoregroups(players, text.readings)), own, players.opponents(pairing))


def _cut_into_brackets(
    groups: tuple[ScoreBracket, ...], own: tuple[FilledBracket, ...], opponents: list[int]
) -> Iterator[tuple[FilledBracket, ScoreBracket | None]]:
    """
    Cut a pairing into brackets, each with the bracket below.

    A pair belongs to the bracket in which its lower scored player is a resident.

    As long as the pairing agrees with the procedure's own, its lowest bracket is joined in the same way.
    """
    posed: ScoreBracket | None = _posed(groups, own, 0) if groups else None
    number = 0
    while posed is not None:
        filled = _fill_bracket(posed, opponents)
        bracket, pairing = filled
        below = None if bracket.is_last else _posed(groups, own, number + 1)
        if below is not None:
            below = replace(below, mdps=pairing.downfloaters)
        yield filled, below
        if number >= len(own) or own[number].pairing != pairing:
            own = ()
            below = None if bracket.is_last else replace(_posed(groups, own, number + 1), mdps=pairing.downfloaters)
        posed, number = below, number + 1


def _fill_bracket(posed: ScoreBracket, opponents: list[int]) -> FilledBracket:
    """Set incompatible players apart (C.1), and fill the bracket; an illegal pair of such players is kept."""
    bracket = posed.set_incompatible_apart()
    pairing = _read_pairing(bracket, opponents)
    paired = {place for pair in pairing.pairs for place in pair}
    apart = tuple(place for place in bracket.apart if place not in paired)
    return FilledBracket(replace(bracket, apart=apart), pairing)


def _posed(groups: tuple[ScoreBracket, ...], own: tuple[FilledBracket, ...], number: int) -> ScoreBracket:
    """Return the bracket of that number, joined if the procedure's own bracket is joined."""
    if number < len(own) and own[number].bracket.joined:
        return own[number].bracket
    return groups[number]


def _read_pairing(bracket: ScoreBracket, opponents: list[int]) -> BracketPairing:
    inside = [*bracket.mdps, *bracket.joined, *bracket.residents]
    here = set(inside)
    return BracketPairing(
        pairs=tuple((place, opponents[place]) for place in inside if place < opponents[place] in here),
        downfloaters=tuple(place for place in inside if opponents[place] not in here),
    )


def _assess_bracket(number: int, filled: FilledBracket, below: ScoreBracket | None) -> results.BracketAssessment:
    bracket, pairing = filled
    tpn = bracket.players.tpn
    return results.BracketAssessment(
        number=number,
        kind=results.BracketKind.COLLAPSED_LAST if bracket.joined else results.BracketKind.ORDINARY,
        score=int(bracket.players.score[(bracket.joined or bracket.residents)[0]]),
        mdps=tuple(tpn[list(bracket.mdps)].tolist()),
        residents=tuple(tpn[[*bracket.joined, *bracket.residents]].tolist()),
        pairs=tuple((int(tpn[higher]), int(tpn[lower])) for higher, lower in pairing.pairs),
        downfloaters=tuple(tpn[list(pairing.downfloaters)].tolist()),
        values=tuple(_values(filled, below)),
        generation=procedure.generation(bracket, pairing),
    )


def _values(filled: FilledBracket, below: ScoreBracket | None) -> Iterator[results.CriterionValue]:
    bracket, pairing = filled
    for requirement in (MOVED_DOWN, LEFT_OVER):
        yield requirement.criterion_value((requirement.value(bracket, pairing),))
    yield FLOATERS_SCORES.criterion_value(_scores_left_over(bracket, pairing))
    missing = (
        procedure.NOTHING_MISSING if below is None else procedure.shortfall_below(below, _with_first(bracket, below))
    )
    yield results.CriterionValue(
        label="C12",
        article="C.12",
        name="bracket_below",
        sentence="moved-down players and then pairs that are missing in the bracket below",
        value=(below.size if below else 0, 0, 0) if missing is None else missing,
    )
    for requirement in (B3_FACTOR, *RELAXED):
        yield requirement.criterion_value((requirement.value(bracket, pairing),))


def _with_first(bracket: ScoreBracket, below: ScoreBracket) -> BracketOutcome | None:
    """Return the outcome of the bracket below with the players whom the procedure moves down at first (C.12)."""
    first = best_pairing(bracket)
    if first is None or len(first.downfloaters) != len(below.mdps):
        return None
    return procedure.best_outcome(replace(below, mdps=first.downfloaters))


def _scores_left_over(bracket: ScoreBracket, pairing: BracketPairing) -> tuple[int, ...]:
    """Return the scores of the downfloaters, highest first; D.4 judges the player with the bye."""
    if bracket.is_last:
        return ()
    return tuple(sorted(bracket.players.score[list(pairing.downfloaters)].tolist(), reverse=True))


def diagnose(
    text: Text2013, players: Players, pairing: results.RoundPairing, own: tuple[FilledBracket, ...]
) -> results.Diagnosis:
    """Find the failed part if a complete and legal pairing is not worse than the procedure's ``own`` brackets."""
    difference = _first_difference(own, fill_brackets(text, players, pairing, own))
    if difference is None:
        evidence = "the pairing that it made is the recorded one, and was not what it gave out"
        return results.Diagnosis(component=None, evidence=evidence)
    ours, theirs = difference
    bracket, accepted = ours
    where = (
        f"in the bracket of {points_text(int(bracket.players.score[(bracket.joined or bracket.residents)[0]]))} points"
    )
    wrong = next(_packing(ours, theirs), None)
    if wrong is not None:
        return results.Diagnosis(component=results.Component.PACKING, evidence=f"{where} {wrong}")
    wrong = next(_completion((*own, theirs)), None)
    if wrong is not None:
        return results.Diagnosis(component=results.Component.COMPLETION, evidence=wrong)
    return find_needless_backtracking(text, players, pairing) or results.Diagnosis(
        component=None, evidence=f"{where} {_describe_walk(bracket, accepted)}"
    )


def find_needless_backtracking(
    text: Text2013, players: Players, pairing: results.RoundPairing
) -> results.Diagnosis | None:
    """Find a bracket that a complete and legal pairing fills although the engine calls it impossible (C.12, C.13)."""
    wrong = next(_completion(fill_brackets(text, players, pairing, ())), None)
    return None if wrong is None else results.Diagnosis(component=results.Component.COMPLETION, evidence=wrong)


def _first_difference(
    ours: Iterable[FilledBracket], theirs: Iterable[FilledBracket]
) -> tuple[FilledBracket, FilledBracket] | None:
    """Return the first bracket that two pairings fill differently, as each fills it."""
    pairs = zip(ours, theirs, strict=False)
    return next(((our, their) for our, their in pairs if our.pairing != their.pairing), None)


def _packing(ours: FilledBracket, theirs: FilledBracket) -> Iterator[str]:
    """Yield the differences between the packed costs of both candidates and the criteria."""
    for whose, (bracket, pairing) in (("our own", ours), ("the recorded", theirs)):
        for requirement, unpacked in read_costs(bracket, pairing):
            value = requirement.value(bracket, pairing)
            if unpacked != value:
                yield f"the costs of {whose} candidate say {unpacked} of {requirement.criterion.name}, which is {value}"


def _completion(brackets: Iterable[FilledBracket]) -> Iterator[str]:
    """Yield the brackets that are filled better than the engine takes to be possible."""
    for bracket, pairing in brackets:
        where = f"the bracket of {points_text(int(bracket.players.score[bracket.residents[0]]))} points"
        if bracket.readings.bye_is_no_opponent and bracket.incompatible_players:
            continue  # by that reading a bracket that could be completed is not paired
        below = procedure.best_outcome(bracket)
        if below is None:
            yield f"{where} is held not to be pairable, and is paired"
        elif below.possible_pairs < len(pairing.pairs) and below.unpaired >= MOVED_DOWN.value(bracket, pairing):
            yield f"{where} is held to have {below.possible_pairs} pairs at most, and has {len(pairing.pairs)}"


def _describe_walk(bracket: ScoreBracket, accepted: BracketPairing) -> str:
    if best_pairing(bracket) == accepted:
        return "the matchings are proven, and the costs of both candidates say what the criteria say"
    return "another candidate was taken on the way (C.6 to C.12) than the matchings lead to, which are proven"


@dataclass(frozen=True, kw_only=True)
class Rules2013(Text2013, Rules):
    """The Dutch system by the text of 2013."""

    system: ClassVar[str] = "dutch_2013"
    work_of_pairing: ClassVar[float] = 3.0

    def prepare(self, event: Event, reuse_from: DutchEvent | None = None) -> DutchEvent:
        """Prepare an event under the definitions of the text."""
        return prepare_players(event, self, reuse_from)

    def bind(self, event: DutchEvent, number: int) -> Round2013:
        """Return a round of a prepared event."""
        return Round2013(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        for identifier, readings in OTHER_READINGS:
            yield follow_other_side(identifier, rules=toggle_rules(readings))


@dataclass(frozen=True, kw_only=True)
class Round2013(PlayersRound[Rules2013, DutchEvent, Players, procedure.Trace2013]):
    """One round under the text of 2013."""

    @cached_property
    def participants(self) -> Players:
        """The players to be paired, in order."""
        return self.event.players_of_round(self.number)

    @property
    def players(self) -> Players:
        """The participants."""
        return self.participants

    def pair(self) -> ExpectedPairing[procedure.Trace2013]:
        """Pair the round by the procedure; raise BracketTooLargeError where it cannot be followed."""
        return self._publish_brackets(procedure.pair_round(self.participants, self.rules.readings))

    def would_pair_as(self, pairing: results.RoundPairing, doubted: Container[int] = ()) -> bool:
        """Whether the procedure makes this pairing; its single steps do not matter for that."""
        if self.is_attempted or self.contradicts_colours(pairing):
            return super().would_pair_as(pairing, doubted)
        trace = procedure.pair_round(self.participants, self.rules.readings, has_steps=False)
        return self.is_published_as(self._publish_brackets(trace), pairing)

    def _publish_brackets(self, trace: procedure.Trace2013) -> ExpectedPairing[procedure.Trace2013]:
        pairs = [pair for paired in trace.brackets for pair in paired.pairing.pairs]
        return self.publish(np.array(pairs, dtype=np.int64).reshape(-1, 2), trace)

    def assess(self, pairing: results.RoundPairing) -> results.Assessment:
        """Judge a pairing by the absolute rules, and bracket by bracket by the criteria."""
        expected = self.expected_if_any
        return assess(self.rules, self.facts, self.participants, pairing, expected.trace.brackets if expected else ())

    @property
    def bye_rule(self) -> results.SelectionRule:
        """The player whom the lowest bracket leaves over (A.5)."""
        return results.SelectionRule(
            article="A.5",
            sentence="the bye goes to the player whom the lowest bracket leaves without an opponent, and who may "
            "have it",
            comes_first=False,
        )

    @property
    def floater_rule(self) -> results.SelectionRule:
        """The criteria on players left over, colours and earlier floats."""
        return results.SelectionRule(
            article=LEFT_OVER.article,
            sentence="as few players as possible float down; of several who could, scores, colours and earlier floats "
            "decide in this order, and last the order of the list",
        )

    def find_failed_component(self, pairing: results.RoundPairing) -> results.Diagnosis:
        """Compare the packed costs and the outcomes of the brackets with both pairings."""
        return diagnose(self.rules, self.participants, pairing, self.expected_by_position.trace.brackets)

    def disprove_impossibility(self, pairing: results.RoundPairing) -> results.Diagnosis | None:
        """Find by the other pairing whether the procedure turned back in vain (C.12, C.13)."""
        turns = (StepKind2013.BACKTRACKED, StepKind2013.JOINED)
        turned_back = any(step.kind in turns for step in self.expected_by_position.trace.steps)
        return find_needless_backtracking(self.rules, self.participants, pairing) if turned_back else None

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings of the text, of odd and even, and other values of undeclared facts."""
        for identifier, readings in OTHER_READINGS:
            if readings.bye_is_no_opponent and not self.participants.is_odd:
                continue  # DUTCH-2013-C1-LAST: the round has no bye
            yield follow_other_side(identifier, rules=toggle_rules(readings))
        yield from self.variants_of_dutch_event()


DUTCH_2013 = Rules2013(
    edition=dutch.DUTCH_2013,
    floats=FloatRule.SCORING_WITHOUT_PLAYING,
    byes=ByeRule.ANY_POINTS_WITHOUT_PLAYING,
    absolute_labels=("B1a", "B1b", "B2"),
    absolute_articles=("B.1.a", "B.1.b", "B.2"),
    colour_articles=ColourArticles(
        both="E.1",
        stronger="E.2",
        alternate="E.3",
        higher_ranked="E.4",
        initial="E.5",
        steps=STEPS_BY_STRENGTH,
    ),
    generation={
        results.GenerationStep.MDP_SET: "D.3",
        results.GenerationStep.MDP_TRANSPOSITION: "D.1",
        results.GenerationStep.EXCHANGE: "D.2",
        results.GenerationStep.TRANSPOSITION: "D.1",
    },
)
"""DUTCH-2013-IN-FORCE, DUTCH-2013-E2."""
