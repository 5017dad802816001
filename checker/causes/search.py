"""
The search for causes: one for a round, an event, a batch of files, or the findings of a campaign.

Facts come first, then readings and the misreadings of the rules, and, where single events are looked at, changes of
what they record. All are tried on a sample of the discrepant and open rounds; those that make one right, on all; and
the best of them on agreeing rounds. A search has a limit of work, counted in pairings, so that it ends alike on every
machine, and every step has its share of it; rounds whose first differing bracket lies high up come first, since they
show soonest whether a cause fits. Where the limit ends a search, or the user does, the best causes so far are named,
and the causes that were not tried are counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from checker.causes.breadth import find_narrowest
from checker.causes.cause import CaseRound, Cause, ChangeKind, case_of, combine_causes, find_differing_players
from checker.causes.causes_finding import bracket_article
from checker.causes.conclusion import (
    COST_OF_PART,
    FEWEST_OF_MISREADING,
    FEWEST_OF_RULE_OF_FEW,
    MANY_ROUNDS,
    NEARLY_ALL,
    Effect,
    EqualCauses,
    SearchConclusion,
    Weights,
    cover,
    find_last_resort,
    find_nearest,
    group_by_case,
    grouped,
    joined,
    unexplained,
)
from checker.causes.derived_values import Flip, FlippedRound, flip, learn_causes, possible_flips
from checker.causes.entry_values import facts_of_entries, possible_entry_flips
from checker.causes.facts import facts_of
from checker.causes.places import misreadings_at_places
from checker.causes.record_changes import AroundTeams, RoundSurroundings, record_causes
from checker.causes.round_changes import round_changes
from checker.causes.round_copies import change_entry, players_of
from checker.causes.rules import misreadings, readings_of, typical_scopes, variations
from checker.causes.trials import SearchBudget, Trials, pairing_of
from checker.verdicts.phrases import join_phrases
from reference_engines.matching import remember_answers
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from checker.causes.cause import Case
    from checker.causes.causes_finding import CausesFinding
    from checker.causes.rules import RoundScope
    from checker.findings import RoundFinding
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

    Progress = Callable[[str], None]

_SHARE_OF_FACTS = 0.25
"""The share of the work on two causes at once that is spent on two facts, where no single cause explains anything."""
_PROBES = 6
"""Rounds on which two causes at once are tried first."""
_MENDED = 2
"""Causes that contradict too much, and are tried with every other one."""
_USUAL_SIZE = 150
"""Players, above which less is tried, so that a search takes about as long."""
_SCREENED = 10
"""Discrepant rounds on which every cause is tried; a cause that explains none of them is not tried on others."""
_FLIPPED = 12
"""Discrepant rounds in which derived values are flipped."""
_FEWEST_LEARNT = 4
"""Discrepant rounds from which on causes are learnt from flips, or generated from the parts of the rules."""
_UNEXPLAINED = 0.1
"""The share of discrepant rounds without a cause above which more causes are generated, or other rounds sampled."""
_VARIATIONS, _PLACES = "rarer misreadings", "misreadings at single places"
_RARE = (_VARIATIONS, _PLACES)
"""The steps whose causes are tried on fewer rounds if they explain none of the first ones."""
_FIRST_OF_RARE = 4
"""The easier rounds of which such a cause must explain one; a cause of half of all rounds seldom misses them all."""
_SHARE_OF_SCREEN = 0.6
"""The share of a step's work in which its causes are found; in the rest they are tried on other rounds."""
_SHARE_OF_REST = 0.15
"""The work beyond the limit in which the causes that are named are tried on the rounds for which none was left."""
_GOLDEN = 0.6180339887498949
"""Multiples of the golden ratio, without their whole part, are spread evenly however many there are."""
_BAR = 20
"""Characters of the bar that shows progress."""
_PRECISION = 0.75
"""Of the rounds that a misreading pairs otherwise than the rules, the share that must be as posted."""
_CONTRADICTED_ALONE = 0.1
"""The share of agreeing rounds that each of two misreadings may contradict by itself."""
_MEASURED = 10
"""Explained and agreeing rounds, as many of each, in which the breadth of causes with the same effect is measured."""
_DOUBTED = 8
"""Agreeing rounds on which a misreading is tried first; one that contradicts most of them is tried on no others."""


class SearchEffort(FrozenStruct, frozen=True, kw_only=True):
    """How much is tried."""

    record: int = 2000
    """Changes of the record for each round, fewer in large fields; 0 where the record is not doubted."""
    rounds_of_record: int = 8
    """Rounds for which the record is doubted at most."""
    max_failed_rounds: int = 3
    """Rounds for which no change of the record fits; after them no other one is doubted."""
    sample: int = 48
    """Discrepant rounds on which everything is tried."""
    followed: int = 24
    """Causes that make a round right and are then tried on all discrepant rounds."""
    agreeing: int = 200
    """Agreeing rounds on which the best are tried."""
    weighed: int = 16
    """Different effects that are tried on them."""
    combined: int = 4000
    """Pairings spent on causes that consist of two, fewer in large fields."""
    pairings: float = 5_000
    """Pairings of usual size that are tried for each event."""
    most_pairings: float = 80_000
    """Pairings that are tried for all events at most."""
    has_one_program: bool = False
    """Whether a fact that holds for one event must hold for all, because one program paired them."""
    fewest_of_rule: int = FEWEST_OF_RULE_OF_FEW
    """Rounds that a misreading must explain where few differ."""


_PRUNED = (
    "Results, byes and numbers were changed only where they affect the scoregroups in which the pairings first differ."
)
OF_A_CAMPAIGN = SearchEffort(record=0, has_one_program=True)


def find_causes(cases: Sequence[Case], effort: SearchEffort, progress: Progress = lambda _: None) -> CausesFinding:
    """Search for causes that would make the discrepant and open rounds of the cases right."""
    with remember_answers():  # most misreadings leave most brackets as they are
        return _CauseSearch(cases, effort, progress).finding()


class _CauseSearch:
    """One search."""

    def __init__(self, cases: Sequence[Case], effort: SearchEffort, progress: Progress) -> None:
        self._budget = SearchBudget(min(effort.most_pairings, effort.pairings * len(cases)))
        self._trials = Trials(cases, self._budget)
        self._effort = effort
        self._progress = progress
        self._wanting = [CaseRound(number, one.stage) for number, case in enumerate(cases) for one in case.wanting]
        self._agreeing = [CaseRound(number, one.stage) for number, case in enumerate(cases) for one in case.agreeing]
        self._looked_at = _scatter(_spread(self._agreeing, effort.agreeing))
        self._shared: dict[int, dict[str, Cause]] = {}
        """Facts, by number of the case."""
        self._of_rules: dict[str, dict[str, Cause]] = {}
        """Readings and misreadings, by key of the edition."""
        self._learnt: dict[str, Cause] = {}
        """Causes learnt from flips of derived values, by identifier."""
        self._at_places: set[str] = set()
        """Identifiers of misread definitions at single places."""
        self._limited: dict[str, tuple[str, RoundScope]] = {}
        """Misreadings of some rounds alone, with the identifier of the whole one, by their own."""
        self._varied: set[str] = set()
        """Identifiers of rarer misreadings."""
        self._order: dict[str, int] = {}
        """Identifiers of what holds for any case, in the order in which they are tried."""
        self._pairs: dict[str, tuple[str, str]] = {}
        self._tried: set[str] = set()
        self._fitting: set[str] = set()
        self._effects: list[Effect] = []
        self._not_tried: list[str] = []
        self._listed: dict[str, tuple[Cause, ...]] = {}
        """Misreadings, by key of the edition."""
        self._is_interrupted = False
        self._shown = "", 0
        """The noun and the percentage that the progress shows."""
        self._untried: Counter[str] = Counter()
        """Causes for which no work was left, by their plural noun."""
        self._not_followed = 0
        """Causes that explain a round of the sample, but fewer than the causes that were tried on all rounds."""
        self._sampled: set[CaseRound] = set()
        self._mispaired: dict[tuple[str, int], float] = {}
        """Rounds that a misreading pairs neither as posted nor by the rules, by identifier and unexplained rounds."""
        self._as_ruled: dict[CaseRound, RoundPairing | None] = {}

    def finding(self) -> CausesFinding:
        steps: tuple[tuple[float, Callable[[], None]], ...] = (
            (0.35, self._try_facts),
            (0.6, self._try_rules),
            (0.75, self._try_learnt_causes),
            (0.83, self._try_variations),
            (0.88, self._try_places),
            (0.88, self._try_narrower_places),
            (0.9, self._try_other_rounds),
            (0.97, self._doubt_record),
            (1.0, self._try_pairs),
        )
        for share, step in steps:
            self._budget.allot(share)
            self._take(self._try_chosen_on_all_rounds)
            self._take(step)
            if step == self._try_facts and not self._left(self._chosen):
                break  # a misreading that explains all may have rivals among the later causes
        self._budget.allot(1 + _SHARE_OF_REST)
        self._take(self._try_chosen_on_all_rounds)
        return self._conclude()

    def _take(self, step: Callable[[], None]) -> None:
        """Take a step; if the user interrupts it, take it again with the results so far."""
        try:
            step()
        except KeyboardInterrupt:
            self._is_interrupted = True
            self._budget.stop()
            step()

    def _try_chosen_on_all_rounds(self) -> None:
        """Try the causes chosen so far on the discrepant rounds for which a step had no work left."""
        wanting = set(self._wanting)
        partly_tried = {
            effect.cause.identifier
            for group in self._chosen
            for effect in group.effects
            if self._concerns_all_events(effect.cause) and wanting - self._tried_rounds(effect.cause.identifier)
        }
        self._effects = [
            self._on_all_rounds(effect) if effect.cause.identifier in partly_tried else effect
            for effect in self._effects
        ]

    def _try_facts(self) -> None:
        sample = _spread(self._wanting, self._effort.sample)
        self._add_effects(sample, "facts", lambda cause: cause.kind is ChangeKind.FACT)

    def _try_rules(self) -> None:
        sample = _spread(self._wanting, self._effort.sample)
        self._add_effects(sample, "readings and misreadings", lambda cause: cause.kind is not ChangeKind.FACT)

    def _try_learnt_causes(self) -> None:
        """Flip derived values, and try what the flips suggest."""
        with self._budget.part(_SHARE_OF_SCREEN):
            self._learn_causes(self._wanting)
        sample = _spread(self._wanting, self._effort.sample)
        self._add_effects(sample, "causes learnt from rounds", lambda cause: cause.identifier in self._learnt)

    def _try_places(self) -> None:
        if self._is_worth_more():
            self._add_places()
            sample = _spread(self._wanting, self._effort.sample)
            self._add_effects(sample, _PLACES, lambda cause: cause.identifier in self._at_places)

    def _try_narrower_places(self) -> None:
        """If a misreading explains all rounds, try the places of its article as long as they explain all."""
        chosen = self._chosen
        is_settled = chosen and not self._left(chosen) and all(group.kind is ChangeKind.RULE for group in chosen)
        if not is_settled or len(self._wanting) < FEWEST_OF_MISREADING:
            return
        articles = {effect.cause.article for group in chosen for effect in group.effects}
        self._add_places()
        causes = self._search_case(self._wanting[0].case).values()
        at_places = self._at_places - {effect.cause.identifier for effect in self._effects}
        fitting = [one.identifier for one in causes if one.identifier in at_places and one.article in articles]
        self._tried |= {*fitting}
        sample = _spread(self._wanting, self._effort.sample)
        for done, where in enumerate(sorted(sample, key=self._size)):
            self._show_progress(_PLACES, done / len(sample))
            fitting = [identifier for identifier in fitting if self._right(identifier, [where])]
        self._fitting |= {*fitting}
        self._effects += self._weighed({identifier: frozenset(sample) for identifier in fitting}, sample)

    def _try_variations(self) -> None:
        """Vary the rules: all of them, or those that a cause misreads which explains all rounds already."""
        if len(self._wanting) >= _FEWEST_LEARNT:
            self._add_variations()
            sample = _spread(self._wanting, self._effort.sample)
            self._add_effects(sample, _VARIATIONS, lambda cause: cause.identifier in self._varied)

    def _try_other_rounds(self) -> None:
        """Try everything on rounds that are unexplained, and not yet sampled."""
        for _ in range(2):
            left = [where for where in self._left(self._chosen) if where not in self._sampled]
            if not left or not self._is_worth_more():
                return
            self._add_effects(_spread(left, self._effort.sample // 2), "", lambda _: True)

    def _doubt_record(self) -> None:
        if self._effort.record:
            self._effects += self._effects_of_record(self._chosen)

    def _try_pairs(self) -> None:
        chosen = self._chosen
        if len(self._left(chosen)) > (COST_OF_PART if len(self._wanting) >= MANY_ROUNDS else 0):
            self._effects += self._combined(self._effects, chosen)

    def _is_worth_more(self) -> bool:
        """Whether enough rounds are unexplained to generate more causes for them, or to sample other rounds."""
        many = len(self._wanting) >= _FEWEST_LEARNT
        return many and len(self._left(self._chosen)) > _UNEXPLAINED * len(self._wanting)

    # --- causes that hold for any case --------------------------------------------------------------------------------

    def _search_case(self, number: int) -> dict[str, Cause]:
        """Return the facts, readings and misreadings that can be tried on a case, by identifier."""
        if number not in self._shared:
            case, prepared = self._trials.cases[number], self._trials.prepared(number)
            of_rules = self._of_rules.setdefault(case.rules.edition.key, {})
            for cause in readings_of(prepared, [one.stage for one in case.wanting]):
                of_rules.setdefault(cause.identifier, cause)
            for cause in self._misreadings(case.rules):
                of_rules.setdefault(cause.identifier, cause)
            self._shared[number] = {cause.identifier: cause for cause in facts_of(case.event, case.rules)}
        causes = self._shared[number] | self._rules_of(number) | self._learnt
        for identifier in causes:
            self._order.setdefault(identifier, len(self._order))
        return causes

    def _misreadings(self, rules: Rules) -> tuple[Cause, ...]:
        if rules.edition.key not in self._listed:
            self._listed[rules.edition.key] = misreadings(rules, generated=len(self._wanting) >= _FEWEST_LEARNT)
        return self._listed[rules.edition.key]

    def _rules_of(self, number: int) -> dict[str, Cause]:
        return self._of_rules[self._trials.cases[number].rules.edition.key]

    def _cause(self, identifier: str, number: int) -> Cause | None:
        """Return the cause of that identifier as it is in a case; None if it cannot hold there."""
        if identifier in self._pairs:
            first, second = (self._cause(part, number) for part in self._pairs[identifier])
            return combine_causes(first, second) if first and second else None
        if identifier in self._limited:
            whole, scope = self._limited[identifier]
            cause = self._cause(whole, number)
            return cause and replace(cause, identifier=identifier, sentence=f"{cause.sentence}, but {scope.words}")
        return self._single_cause(identifier, number)

    def _single_cause(self, identifier: str, number: int) -> Cause | None:
        """Return a cause of a case that is neither a pair nor limited to some rounds."""
        if number not in self._shared:
            self._search_case(number)
        holders = self._learnt, self._rules_of(number), self._shared[number]
        return next((causes[identifier] for causes in holders if identifier in causes), None)

    def _right(self, identifier: str, rounds: Iterable[CaseRound]) -> frozenset[CaseRound]:
        """Return which of some rounds a cause makes right."""
        return self._results(identifier, rounds, self._trials.right, frozenset(self._agreeing))

    def _wrong(self, identifier: str, rounds: Iterable[CaseRound]) -> frozenset[CaseRound]:
        """Return which of some rounds a cause does not make right; no round of a case in which it cannot hold."""
        return self._results(identifier, rounds, self._trials.wrong, frozenset(self._wanting))

    def _results(
        self,
        identifier: str,
        rounds: Iterable[CaseRound],
        results: Callable[[Cause, int, Iterable[int]], frozenset[CaseRound]],
        untouched: frozenset[CaseRound],
    ) -> frozenset[CaseRound]:
        """Return the rounds of a result; those outside the scope of a limited cause have it if they are untouched."""
        rounds_of_result: set[CaseRound] = set()
        if identifier in self._limited:
            identifier, scope = self._limited[identifier]
            outside = {where for where in rounds if not self._is_in(scope, where)}
            rounds_of_result |= outside & untouched
            rounds = set(rounds) - outside
        for number, stages in group_by_case(rounds).items():
            cause = self._cause(identifier, number)
            if cause is not None:
                rounds_of_result |= results(cause, number, stages)
        return frozenset(rounds_of_result)

    def _add_effects(self, sample: Sequence[CaseRound], noun: str, is_meant: Callable[[Cause], bool]) -> None:
        """Try the causes that are meant on a few rounds, those that fit on the sample, and the best on all rounds."""
        self._sampled = self._sampled | set(sample)
        with self._budget.part(_SHARE_OF_SCREEN):
            hits = self._screen(self._easiest(sample, _SCREENED), noun, is_meant)
        with self._budget.part(_SHARE_OF_SCREEN):
            fitting = [identifier for identifier in self._with_limits(hits) if not self._is_refuted(identifier)]
            explained = {identifier: self._right(identifier, sample) for identifier in fitting}
        self._fitting |= set(fitting)
        fitting.sort(key=lambda identifier: (-len(explained[identifier]), self._order[identifier]))
        followed = fitting[: self._effort.followed] if len(self._wanting) > len(sample) else fitting
        self._not_followed += len(fitting) - len(followed)
        known = {effect.cause.identifier for effect in self._effects}
        followed = [identifier for identifier in followed if identifier not in known]
        self._effects += self._weighed({identifier: explained[identifier] for identifier in followed}, sample)

    def _with_limits(self, hits: Counter[str]) -> Iterator[str]:
        """Yield the causes that explain a round, each misreading also limited to rounds as the discrepant ones are."""
        for identifier in [one for one in hits if hits[one]]:
            yield identifier
            cause = self._cause(identifier, self._wanting[0].case)
            for scope in self._scopes if cause and cause.kind is ChangeKind.RULE and cause.predicts else ():
                limited = f"{identifier}-{scope.name}"
                self._limited[limited] = identifier, scope
                self._order.setdefault(limited, len(self._order))
                yield limited

    @cached_property
    def _scopes(self) -> tuple[RoundScope, ...]:
        """The scopes that hold nearly all discrepant rounds, and few of the others."""
        if len(self._wanting) < _FEWEST_LEARNT or not self._agreeing:
            return ()
        wrong, right = ([(one.case, one.stage) for one in rounds] for rounds in (self._wanting, self._agreeing))
        return typical_scopes(self._trials.cases, wrong, right)

    def _is_in(self, scope: RoundScope, where: CaseRound) -> bool:
        return scope.contains(self._trials.cases[where.case], where.stage)

    def _tried_rounds(self, identifier: str) -> frozenset[CaseRound]:
        """Return the rounds of which it is known whether a cause makes them right."""
        if identifier not in self._limited:
            return self._trials.tried_rounds(identifier)
        whole, scope = self._limited[identifier]
        outside = (where for where in (*self._wanting, *self._agreeing) if not self._is_in(scope, where))
        return self._trials.tried_rounds(whole).union(outside)

    def _screen(self, rounds: Sequence[CaseRound], noun: str, is_meant: Callable[[Cause], bool]) -> Counter[str]:
        """Count the rounds that each cause makes right; every cause is tried on the easier rounds first."""
        hits: Counter[str] = Counter()
        ordered = sorted(rounds, key=self._size)
        is_rare = noun in _RARE and len(ordered) >= _SCREENED
        first = _FIRST_OF_RARE if is_rare else -(-len(ordered) // 2)
        halves = ordered[:first], ordered[first:]
        parts = [(half, *part) for half, rounds in enumerate(halves) for part in group_by_case(rounds).items()]
        meant: set[str] = set()
        for part, (half, number, stages) in enumerate(parts):
            causes = [cause for cause in self._search_case(number).values() if is_meant(cause)]
            if half and is_rare:  # a rare misreading of a program explains one of the easier rounds at least
                causes = [cause for cause in causes if hits[cause.identifier]]
            meant |= {cause.identifier for cause in causes}
            for done, cause in enumerate(causes):
                self._show_progress(noun or "other rounds", (part * len(causes) + done) / (len(parts) * len(causes)))
                hits[cause.identifier] += len(self._trials.right(cause, number, stages))
        tried = {identifier for identifier in meant if self._trials.tried_rounds(identifier)}
        self._tried |= tried
        if noun and meant - tried:
            self._untried[noun] = len(meant - tried)
        return hits

    def _show_progress(self, noun: str, share: float) -> None:
        """Show a bar with the share of a step that is done."""
        percent = int(100 * share)
        if (noun, percent) != self._shown and not self._is_interrupted:
            self._shown = noun, percent
            done = percent * _BAR // 100
            self._progress(f"[{'#' * done}{'.' * (_BAR - done)}] {percent:3} % {noun}")

    def _easiest(self, rounds: Sequence[CaseRound], most: int) -> list[CaseRound]:
        """Return up to ``most`` rounds: the smallest ones, and some of any size."""
        if len(rounds) <= most:
            return list(rounds)
        smallest = sorted(rounds, key=self._size)[: most // 2]
        others = [where for where in rounds if where not in smallest]
        return sorted([*smallest, *_spread(others, most - len(smallest))])

    def _size(self, where: CaseRound) -> tuple[int, int]:
        """Return the number of players down to the first bracket that differs, and the stage."""
        case = self._trials.cases[where.case]
        if self._budget.is_over:  # nothing is paired any more
            return len(case.event.players), where.stage
        return self._trials.extent(where), where.stage

    def _is_refuted(self, identifier: str) -> bool:
        """Whether a misreading, or a fact of all events, contradicts most of a few agreeing rounds."""
        looked_at = self._looked_at[:_DOUBTED]
        if not looked_at:
            return False
        cause = self._cause(identifier, looked_at[0].case)
        if cause is None or not self._concerns_all_events(cause):
            return False
        return 2 * len(self._wrong(identifier, looked_at)) > len(looked_at)

    def _concerns_all_events(self, cause: Cause) -> bool:
        """Whether a cause is a misreading, or a fact of all events of one program."""
        is_of_program = self._effort.has_one_program and len(self._trials.cases) > 1
        return cause.kind is ChangeKind.RULE or (cause.kind is ChangeKind.FACT and is_of_program)

    def _add_places(self) -> None:
        """Add the misread definitions at single places."""
        for case in self._trials.cases:
            of_rules = self._of_rules.setdefault(case.rules.edition.key, {})
            if not any(identifier in self._at_places for identifier in of_rules):
                for cause in misreadings_at_places(case.rules):
                    of_rules.setdefault(cause.identifier, cause)
                    self._at_places.add(cause.identifier)

    def _add_variations(self) -> None:
        """Add the rarer misreadings of all articles; if nothing is unexplained, of those that explain the rounds."""
        chosen = self._chosen
        is_settled = not self._left(chosen) and not any(group.contradicted for group in chosen)
        articles = {effect.cause.article for group in chosen for effect in group.effects} if is_settled else None
        for case in self._trials.cases:
            of_rules = self._of_rules.setdefault(case.rules.edition.key, {})
            if not any(identifier in self._varied for identifier in of_rules):
                for cause in (*variations(case.rules, articles), *round_changes(case.rules, articles)):
                    of_rules.setdefault(cause.identifier, cause)
                    self._varied.add(cause.identifier)

    def _learn_causes(self, wanting: Sequence[CaseRound]) -> None:
        """Flip derived values in discrepant rounds, and add the causes that the flips suggest."""
        if len(wanting) < _FEWEST_LEARNT:
            return
        flips: list[Flip] = []
        rounds: dict[CaseRound, FlippedRound] = {}
        easiest = self._easiest(wanting, _FLIPPED)
        for flips_of_round in (self._flips, self._entry_flips):
            for done, where in enumerate(easiest):
                self._show_progress("derived values", done / len(easiest))
                flips += flips_of_round(where, rounds)
        if flips:
            rules = self._trials.cases[min(rounds).case].rules
            self._learnt |= {cause.identifier: cause for cause in learn_causes(flips, rounds, rules)}

    def _entry_flips(self, where: CaseRound, rounds: dict[CaseRound, FlippedRound]) -> Iterator[Flip]:
        """Yield the changes of single entries that make a round exactly right; likewise."""
        prepared, case = self._trials.prepared(where.case), self._trials.cases[where.case]
        bound = prepared.round(where.stage)
        paired = next(one for one in case.wanting if one.stage == where.stage)
        concerned = self._trials.find_differing_players(where.case, paired)
        for value, place in possible_entry_flips(bound, concerned):
            if self._budget.is_over:
                return
            change = partial(change_entry, value=value, place=place)
            if self._trials.is_right_with(change, where.case, where.stage):
                if where not in rounds:
                    rounds[where] = FlippedRound(bound=bound, facts=facts_of_entries(bound))
                yield Flip(where=where, value=value, column=place)

    def _flips(self, where: CaseRound, rounds: dict[CaseRound, FlippedRound]) -> Iterator[Flip]:
        """Yield the flips that make a round exactly right, and add the round to ``rounds``."""
        prepared, case = self._trials.prepared(where.case), self._trials.cases[where.case]
        bound = prepared.round(where.stage)
        paired = next(one for one in case.wanting if one.stage == where.stage)
        concerned = self._trials.find_differing_players(where.case, paired)
        for value, new, position in possible_flips(bound, concerned):
            if self._budget.is_over:
                return
            players = players_of(bound)
            if players is None:
                return
            only = np.arange(players.size) == position
            if where not in rounds:
                rounds[where] = FlippedRound(bound=bound, facts=facts_of_entries(bound))
            change = partial(flip, value=value, new=new, where=only)
            if self._trials.is_right_with(change, where.case, where.stage):
                yield Flip(where=where, value=value, new=new, column=int(players.column[position]))

    def _weighed(self, explained: dict[str, frozenset[CaseRound]], sample: Sequence[CaseRound]) -> list[Effect]:
        """Look for contradictions of the best causes, and try those that are not worse than others on all rounds."""
        alike: dict[frozenset[CaseRound], list[str]] = {}
        for identifier, rounds in explained.items():
            if rounds:
                alike.setdefault(rounds, []).append(identifier)
        best = sorted(alike, key=lambda rounds: -len(rounds))[: self._effort.weighed]
        scale = len(self._wanting) / max(1, len(sample))
        weighed = [self._effect(one, rounds, scale) for rounds in best for one in alike[rounds]]
        if len(sample) == len(self._wanting):
            return weighed
        weights = replace(self._weights, scale=self._scale / scale)
        likely = cover(grouped([*self._effects, *weighed]), frozenset(sample), weights)
        followed = {effect.cause.identifier for group in likely for effect in group.effects}
        return [self._on_all_rounds(one) if one.cause.identifier in followed else one for one in weighed]

    def _on_all_rounds(self, effect: Effect) -> Effect:
        """Return the effect of a cause on all discrepant rounds."""
        cause = effect.cause
        if cause.kind is ChangeKind.FACT and len(self._trials.cases) > 1 and not self._effort.has_one_program:
            return self._effect(cause.identifier, self._right(cause.identifier, self._wanting))
        return replace(effect, explained=self._right(cause.identifier, self._wanting))

    def _effect(self, identifier: str, explained: frozenset[CaseRound], scale: float = 1) -> Effect:
        """Weigh a cause that explains rounds, each of which stands for ``scale`` discrepant rounds."""
        cause = self._cause(identifier, min(explained).case)
        if cause is None:
            raise AssertionError("a cause that explains a round can be tried on its event")
        looked_at = self._looked_at
        if cause.kind is ChangeKind.FACT and not self._effort.has_one_program and len(self._trials.cases) > 1:
            return Effect(cause=cause, explained=self._search_events(identifier, explained))
        contradicted: set[CaseRound] = set()
        for first in range(0, len(looked_at), _DOUBTED):
            contradicted |= self._wrong(identifier, looked_at[first : first + _DOUBTED])
            if self._scale * len(contradicted) > scale * len(explained):
                break  # whatever the other rounds are, it is not chosen
        return Effect(cause=cause, explained=explained, contradicted=frozenset(contradicted))

    def _search_events(self, identifier: str, explained: frozenset[CaseRound]) -> frozenset[CaseRound]:
        """Of several events, a fact holds for those of which it explains half or more and contradicts nothing."""
        fitting_rounds: set[CaseRound] = set()
        for number, stages in group_by_case(explained).items():
            case = self._trials.cases[number]
            others = [CaseRound(number, one.stage) for one in case.agreeing]
            many = len(stages) > 1 or len(self._wanting) < MANY_ROUNDS
            many = many and 2 * len(stages) >= len(case.wanting)
            if many and len(self._right(identifier, others)) == len(others):
                fitting_rounds |= {CaseRound(number, stage) for stage in stages}
        return frozenset(fitting_rounds)

    # --- two causes at once -------------------------------------------------------------------------------------------

    def _combined(self, effects: list[Effect], chosen: list[EqualCauses]) -> list[Effect]:
        """
        Try causes that consist of two.

        One of those chosen with any other on what is left; one that explains much, but contradicts too much, with any
        other that mends it; or, where nothing explains anything, two facts.
        """
        left = self._left(chosen)
        probes: dict[str, list[CaseRound]] = {}
        for group in chosen:
            probes[group.effects[0].cause.identifier] = _spread(left, _PROBES)
        among = frozenset(left)
        for effect in sorted(effects, key=lambda one: -len(one.explained & among)):
            mendable = 2 * len(effect.explained & among) >= len(left) and effect.contradicted
            if mendable and len(probes) < len(chosen) + _MENDED:
                wrong = _spread(sorted(effect.contradicted), _PROBES)
                probes.setdefault(effect.cause.identifier, [*_spread(sorted(effect.explained), 2), *wrong])
        known = [one for one in self._order if one not in self._pairs and self._may_be_second(one, left[0].case)]
        pairs, seen = list[tuple[str, str, list[CaseRound]]](), set[frozenset[str]]()
        for first, rounds in probes.items():
            for other in known if first in self._order else ():
                if other != first and frozenset((first, other)) not in seen:
                    seen.add(frozenset((first, other)))
                    pairs.append((first, other, rounds))
        if not pairs:
            facts = [one for one in known if any(self._is_fact(one, where.case) for where in left[:1])]
            pairs = [(one, other, _spread(left, _PROBES)) for one, other in combinations(facts, 2)]
        share = 1.0 if probes else _SHARE_OF_FACTS
        return self._search_pairs([pair for pair in pairs if not self._is_second_alone(*pair)], share)

    def _may_be_second(self, identifier: str, number: int) -> bool:
        """Whether a cause may be joined to another cause: a misreading only if it explains rounds by itself."""
        cause = self._cause(identifier, number)
        if cause is None or cause.kind is not ChangeKind.RULE:
            return cause is not None
        return cause.predicts and identifier in self._fitting

    def _is_second_alone(self, first: str, second: str, rounds: Sequence[CaseRound]) -> bool:
        """Whether the second cause is an edition, which replaces the rules that the first cause changes."""
        for number in sorted({where.case for where in rounds}):
            earlier, later = (self._single_cause(identifier, number) for identifier in (first, second))
            if earlier and later:
                replaces_rules = later.kind is ChangeKind.FACT and later.rules is not None
                return replaces_rules and earlier.rules is not None and earlier.event is None
        return False

    def _search_pairs(self, pairs: list[tuple[str, str, list[CaseRound]]], share: float) -> list[Effect]:
        """Try each pair on some rounds, and the best of them on all, with a share of the usual work."""
        hits: dict[str, float] = {}
        begun = self._trials.pairings
        players = max((len(self._trials.cases[where.case].event.players) for where in self._wanting), default=0)
        most = share * affordable(self._effort.combined, players)
        with self._budget.part(_SHARE_OF_SCREEN):
            for place, (one, other, rounds) in enumerate(pairs):
                if self._trials.pairings - begun > most or self._budget.is_over:
                    self._not_tried.append(f"{counted_noun(len(pairs) - place, 'pair')} of causes not tried.")
                    break
                self._show_progress("pairs of causes", place / len(pairs))
                identifier = f"{one}+{other}"
                self._pairs[identifier] = one, other
                self._tried.add(identifier)
                right = self._right(identifier, rounds)
                if right:
                    hits[identifier] = len(right) / len(rounds)
        self._fitting |= set(hits)
        best = sorted(hits, key=lambda identifier: -hits[identifier])[: self._effort.followed]
        pairs_right = {one: self._right(one, self._wanting) for one in best}
        return self._weighed({one: right for one, right in pairs_right.items() if self._needs_both(one)}, self._wanting)

    def _needs_both(self, identifier: str) -> bool:
        """
        Whether each of two misreadings explains several rounds that the other one does not explain.

        A second misreading that adds a round or two to those of the first one is invented: of hundreds, some do.
        """
        parts = self._pairs[identifier]
        number = self._wanting[0].case
        causes = [self._cause(part, number) for part in parts]
        if any(cause is None or cause.kind is not ChangeKind.RULE for cause in causes):
            return True
        looked_at = self._looked_at[: self._effort.sample]
        if any(len(self._wrong(part, looked_at)) > _CONTRADICTED_ALONE * len(looked_at) for part in parts):
            return False  # of a program with two faults, either fault makes few agreeing rounds wrong
        first, second = (self._right(part, self._wanting) for part in parts)
        both = self._right(identifier, self._wanting)
        needed = COST_OF_PART if len(self._wanting) >= MANY_ROUNDS else FEWEST_OF_RULE_OF_FEW
        added = len(both) - max(len(first), len(second))
        return min(len(first - second), len(second - first), added) >= needed

    def _is_fact(self, identifier: str, number: int) -> bool:
        cause = self._single_cause(identifier, number)
        return cause is not None and cause.kind is ChangeKind.FACT

    # --- the record ---------------------------------------------------------------------------------------------------

    def _effects_of_record(self, chosen: list[EqualCauses]) -> list[Effect]:
        """Doubt the record of rounds that no fact explains together with others."""
        settled = {
            where
            for group in chosen
            if _settles(group, ChangeKind.FACT) or (len(group.explained) >= MANY_ROUNDS and not group.contradicted)
            for where in group.explained
        }
        effects: list[Effect] = []
        left_out: Counter[str] = Counter()
        doubted = max_failed_rounds = 0
        for where in self._wanting:
            if where in settled:
                continue
            tired = doubted == self._effort.rounds_of_record or max_failed_rounds == self._effort.max_failed_rounds
            if tired or self._budget.is_over:
                left_out["whatever is recorded before other rounds"] += 1
                continue
            hits_by_cause, beyond = self._doubted(where)
            effects += hits_by_cause
            left_out += beyond
            doubted += 1
            max_failed_rounds += not hits_by_cause
            settled |= {
                one for group in grouped(hits_by_cause) if _settles(group, ChangeKind.RECORD) for one in group.explained
            }
        effects = joined(effects)
        if left_out:
            listed = ", ".join(f"{kind} ({number})" for kind, number in left_out.items())
            self._not_tried.append(f"Changes of the record not tried: {listed}.")
        if doubted:
            self._not_tried.append(_PRUNED)
        return effects

    def _doubted(self, where: CaseRound) -> tuple[list[Effect], Counter[str]]:
        """Try changes of the record for one round; return those that fit, and how many of which kind were left out."""
        prepared = self._trials.prepared(where.case)
        most = affordable(self._effort.record, len(prepared.source.players))
        surroundings = AroundTeams if prepared.source.is_team_event else RoundSurroundings
        causes, left_out = record_causes(surroundings(prepared=prepared, stage=where.stage), most)
        noun = f"record of {self._trials.cases[where.case].name}, round {where.stage}"
        hits_by_cause: list[Cause] = []
        for place, cause in enumerate(causes):
            if self._budget.is_over:
                left_out["changes for which no work was left"] += len(causes) - place
                break
            self._show_progress(noun, place / len(causes))
            self._tried.add(f"{where.case}:{cause.identifier}")
            if self._trials.right(cause, where.case, [where.stage]):
                hits_by_cause.append(cause)
        self._fitting |= {f"{where.case}:{cause.identifier}" for cause in hits_by_cause}
        return [self._effect_of_record(cause, where.case) for cause in hits_by_cause], left_out

    def _effect_of_record(self, cause: Cause, number: int) -> Effect:
        case = self._trials.cases[number]
        wanting = [one.stage for one in case.wanting]
        if cause.only_round is not None:
            wanting = [stage for stage in wanting if stage == cause.only_round]
            return Effect(cause=cause, explained=self._trials.right(cause, number, wanting))
        wrong = self._trials.wrong(cause, number, [one.stage for one in case.agreeing])
        return Effect(cause=cause, explained=self._trials.right(cause, number, wanting), contradicted=wrong)

    # --- weighing -----------------------------------------------------------------------------------------------------

    @property
    def _chosen(self) -> list[EqualCauses]:
        """The causes that explain most, of those found so far."""
        groups = grouped(self._effects)
        while True:
            chosen = cover(groups, frozenset(self._wanting), self._weights)
            imprecise = [group for group in chosen if not self._is_precise(group)]
            if not imprecise:
                return chosen
            groups = [group for group in groups if group not in imprecise]

    def _is_precise(self, group: EqualCauses) -> bool:
        """
        Whether most of the rounds that a misreading pairs otherwise than the rules are as posted.

        A misreading of some rounds may be one of several; one that pairs others in yet another way is not followed.
        """
        if group.kind is not ChangeKind.RULE or len(group.explained) >= NEARLY_ALL * len(self._wanting):
            return True
        identifier = group.effects[0].cause.identifier
        tried = self._tried_rounds(identifier)
        others = [where for where in self._wanting if where in tried and where not in group.explained]
        key = identifier, len(others)
        if key not in self._mispaired:
            sample = _spread(others, self._effort.sample)
            changed = len(self._results(identifier, sample, self._ruled.wrong, frozenset()))
            self._mispaired[key] = changed * len(others) / max(1, len(sample))
        amiss = self._mispaired[key] + self._scale * len(group.contradicted)
        return len(group.explained) >= _PRECISION * (len(group.explained) + amiss)

    @cached_property
    def _ruled(self) -> Trials:
        """Trials in which a discrepant round is right if it is paired as the rules pair it."""
        cases = [
            replace(
                case,
                wanting=tuple(
                    replace(paired, is_answer=partial(self._is_as_ruled, CaseRound(number, paired.stage)))
                    for paired in case.wanting
                ),
            )
            for number, case in enumerate(self._trials.cases)
        ]
        return Trials(cases, self._budget)

    def _is_as_ruled(self, where: CaseRound, pairing: RoundPairing | None) -> bool:
        if where not in self._as_ruled:
            self._as_ruled[where] = pairing_of(self._trials.prepared(where.case).round(where.stage))
        ruled = self._as_ruled[where]
        if pairing is None or ruled is None:
            return pairing is ruled
        return not find_differing_players(pairing, ruled)

    @property
    def _weights(self) -> Weights:
        fewest = fewest_of_generated = self._effort.fewest_of_rule
        if self._effort.has_one_program:  # a program that errs in a single round misreads a rule all the same
            fewest = fewest_of_generated = min(fewest, len(self._wanting))
        elif len(self._wanting) >= _FEWEST_LEARNT:  # of thousands that are tried, some fit a few rounds by luck
            fewest_of_generated = max(fewest, FEWEST_OF_MISREADING)
        return Weights(
            scale=self._scale,
            looked_at=len(self._looked_at),
            fewest_of_rule=fewest,
            fewest_of_generated=fewest_of_generated,
            known=self._known,
        )

    @property
    def _scale(self) -> float:
        """The agreeing rounds for which each one looked at stands."""
        return len(self._agreeing) / max(1, len(self._looked_at))

    def _left(self, chosen: list[EqualCauses]) -> list[CaseRound]:
        return unexplained(self._wanting, chosen)

    def _narrowest_first(self, group: EqualCauses) -> EqualCauses:
        """
        Put the narrowest of equal misreadings first.

        A broader one would have made other rounds wrong, too, unless few rounds are explained or it is hardly broader.
        """
        rounds = [*_spread(sorted(group.explained), _MEASURED), *self._looked_at[:_MEASURED]]
        group = self._without_idle_limits(group)
        first = group.effects[0].cause
        rivals = [effect for effect in group.effects if effect.cause.simplicity == first.simplicity]
        is_measured = group.kind is ChangeKind.RULE and len(group.explained) >= FEWEST_OF_MISREADING
        if len(rivals) == 1 or not is_measured:
            return group
        breadths = [self._breadth(effect.cause.identifier, rounds) for effect in rivals]
        are_rare = [self._is_rare(effect.cause.identifier) for effect in rivals]
        narrowest = rivals[find_narrowest(breadths, len(group.explained), are_rare)]
        return EqualCauses(effects=(narrowest, *(one for one in group.effects if one is not narrowest)))

    def _is_rare(self, identifier: str) -> bool:
        """Whether a cause is not among the known misreadings, so that it is likely only where nothing simpler fits."""
        return identifier not in self._known

    @cached_property
    def _known(self) -> frozenset[str]:
        """Identifiers of the known misreadings of the editions of the cases."""
        editions = {case.rules.edition.key: case.rules for case in self._trials.cases}
        return frozenset(
            cause.identifier for rules in editions.values() for cause in misreadings(rules, generated=False)
        )

    def _without_idle_limits(self, group: EqualCauses) -> EqualCauses:
        """Drop misreadings that are limited to some rounds, if they explain and contradict the same in all rounds."""
        listed = {effect.cause.identifier for effect in group.effects}
        idle = {limited for limited in listed & self._limited.keys() if self._limited[limited][0] in listed}
        if not idle:
            return group
        return EqualCauses(effects=tuple(one for one in group.effects if one.cause.identifier not in idle))

    def _breadth(self, identifier: str, rounds: Iterable[CaseRound]) -> float:
        """Count the players of some rounds for whom a cause changes something."""
        if identifier in self._limited:
            identifier, scope = self._limited[identifier]
            rounds = [where for where in rounds if self._is_in(scope, where)]
        causes = [(self._cause(identifier, where.case), where) for where in rounds]
        return sum(self._trials.count_touched(cause, where.case, where.stage) for cause, where in causes if cause)

    def _conclude(self) -> CausesFinding:
        chosen = [self._narrowest_first(group) for group in self._chosen]
        groups = [] if chosen else grouped(self._effects)
        nearest = find_nearest(groups, len(self._wanting))
        last_resort = find_last_resort(groups, frozenset(self._wanting), self._weights)
        named = [group for group in (*chosen, nearest) if group]
        looked_at = frozenset(self._looked_at)
        for cause in (group.effects[0].cause for group in named):
            if self._concerns_all_events(cause):
                self._wrong(cause.identifier, self._looked_at)
                looked_at &= self._tried_rounds(cause.identifier)
        if self._not_followed:
            beyond = counted_noun(self._not_followed, "cause")
            self._not_tried.append(f"{beyond} that explain fewer rounds of a sample not tried on all rounds.")
        if self._budget.has_ended_step:
            self._not_tried.append(self._describe_end())
        untried = self._untried_rounds(chosen)
        if untried:
            rounds = counted_noun(len(untried), "differing round")
            self._not_tried.append(f"The causes that are named were not tried on {rounds}.")
        return SearchConclusion(
            trials=self._trials,
            wanting=tuple(self._wanting),
            agreeing=len(self._agreeing),
            looked_at=looked_at,
            has_one_program=self._effort.has_one_program,
            untried=untried,
            chosen=tuple(chosen),
            nearest=nearest,
            last_resort=last_resort,
            tried=len(self._tried),
            fitting=len(self._fitting),
            not_tried=tuple(dict.fromkeys(self._not_tried)),
            is_interrupted=self._is_interrupted,
        ).finding()

    def _untried_rounds(self, chosen: Sequence[EqualCauses]) -> frozenset[CaseRound]:
        """Return the unexplained rounds on which a chosen cause of all events was not tried."""
        causes = [group.effects[0].cause for group in chosen]
        tried = [self._tried_rounds(cause.identifier) for cause in causes if self._concerns_all_events(cause)]
        return frozenset(where for where in self._left(list(chosen)) if any(where not in rounds for rounds in tried))

    def _describe_end(self) -> str:
        """Say that the limit of work, or the user, ended the search, and what it had not tried."""
        limit = (
            "interrupted" if self._is_interrupted else f"limited to the work of {self._budget.pairings:,.0f} pairings"
        )
        left = [f"{number} {noun}" for noun, number in self._untried.items()]
        untried = f"; not tried: {join_phrases(left)}" if left else ", so that some causes were tried on few rounds"
        return f"The search was {limit}{untried}."


def affordable(most: int, players: int) -> int:
    """Scale the effort for a usual event to an event of ``players``."""
    return most * _USUAL_SIZE**2 // max(_USUAL_SIZE, players) ** 2


def _settles(group: EqualCauses, kind: ChangeKind) -> bool:
    """Whether causes of a kind explain several rounds and contradict none, so that nothing else needs to be doubted."""
    return group.effects[0].cause.kind is kind and len(group.explained) > 1 and not group.contradicted


def _scatter(rounds: Sequence[CaseRound]) -> list[CaseRound]:
    """Return rounds in an order in which the first few are spread over all."""
    places = sorted(range(len(rounds)), key=lambda place: place * _GOLDEN % 1)
    return [rounds[place] for place in places]


def _spread(rounds: Sequence[CaseRound], most: int) -> list[CaseRound]:
    """Return a sample of at most ``most``, evenly spread."""
    if len(rounds) <= most:
        return list(rounds)
    return [rounds[place * len(rounds) // most] for place in range(most)]


_HINT_EFFORT = SearchEffort(record=600, rounds_of_record=1, combined=0)


_FACTS_OF_EVENT = ("edition-", "acceleration-")
_USUAL_RESULTS = frozenset({"10", "==", "01"})
_MAX_HINTS = 3
"""Causes that a single round may have; of more, none is likelier than the others."""


def hint_on(finding: RoundFinding, event: Event, rules: Rules) -> str:
    """
    Return the plausible causes that explain a discrepant round completely; empty if there are none, or too many.

    A single round is right under many a misreading, invented absence or old result, so these are not offered.
    """
    case = case_of(finding.event, event, rules, {finding.round_number})
    before = rules.edition.rows(finding.round_number).start - 1
    causes = [
        cause
        for group in find_causes([case], _HINT_EFFORT).groups
        for cause in group.members
        if group.explained and not group.contradicted and _is_plausible_alone(cause.identifier, event, before)
    ]
    if len(causes) > _MAX_HINTS:
        return ""
    return " ".join(f"The round would be right {cause.sentence}{bracket_article(cause.article)}." for cause in causes)


def _is_plausible_alone(identifier: str, event: Event, row: int) -> bool:
    """Whether a single round suggests a cause: a fact of the event, or a result of the last round corrected later."""
    if identifier.startswith(_FACTS_OF_EVENT):
        return True
    kind, *words = identifier.split("-")
    if kind != "result" or len(words) != _WORDS_OF_RESULT or row < 0:
        return False
    tpn, opponent, outcome = words
    return outcome in _USUAL_RESULTS and event.player(int(tpn)).rounds[row].opponent == int(opponent)


_WORDS_OF_RESULT = 3
