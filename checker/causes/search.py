"""
The search for causes: one for a round, an event, a batch of files, or the findings of a campaign.

Facts come first, then readings and the misreadings of the rules, and, where single events are looked at, changes of
what they record. All are tried on a sample of the discrepant and open rounds; those that make one right, on all; and
the best of them on agreeing rounds. How much is done is counted in pairings, not in time, so that the same is found
every time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from checker.causes.cause import CaseRound, Cause, ChangeKind, case_of, combine_causes
from checker.causes.conclusion import (
    COST_OF_PART,
    MANY_ROUNDS,
    Effect,
    SearchConclusion,
    cover,
    find_last_resort,
    find_nearest,
    group_by_case,
    grouped,
    joined,
    unexplained,
)
from checker.causes.derived_values import (
    Flip,
    FlippedRound,
    article_of,
    entry_facts,
    flip,
    learn_causes,
    players_of,
    possible_flips,
)
from checker.causes.explanation import bracket_article
from checker.causes.facts import facts_of
from checker.causes.places import misreadings_at_places
from checker.causes.record_changes import RoundSurroundings, record_causes
from checker.causes.rules import misreadings, readings_of
from checker.causes.trials import Trials
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from checker.causes.cause import Case
    from checker.causes.causes_finding import CausesFinding
    from checker.causes.conclusion import EqualCauses
    from checker.findings import RoundFinding
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event

    Progress = Callable[[str], None]

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
_DOUBTED = 8
"""Agreeing rounds on which a misreading is tried first; one that contradicts most of them is tried on no others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchEffort:
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
    has_one_program: bool = False
    """Whether a fact that holds for one event must hold for all, because one program paired them."""


_PRUNED = (
    "Results, byes and numbers were changed only where they affect the scoregroups in which the pairings first differ."
)
OF_A_CAMPAIGN = SearchEffort(record=0, has_one_program=True)


def find_causes(cases: Sequence[Case], effort: SearchEffort, progress: Progress = lambda _: None) -> CausesFinding:
    """Search for causes that would make the discrepant and open rounds of the cases right."""
    return _CauseSearch(cases, effort, progress).finding()


class _CauseSearch:
    """One search."""

    def __init__(self, cases: Sequence[Case], effort: SearchEffort, progress: Progress) -> None:
        self._trials = Trials(cases)
        self._effort = effort
        self._progress = progress
        self._wanting = [CaseRound(number, one.stage) for number, case in enumerate(cases) for one in case.wanting]
        self._agreeing = [CaseRound(number, one.stage) for number, case in enumerate(cases) for one in case.agreeing]
        self._looked_at = _spread(self._agreeing, effort.agreeing)
        self._shared: dict[int, dict[str, Cause]] = {}
        """Facts, by number of the case."""
        self._of_rules: dict[str, dict[str, Cause]] = {}
        """Readings and misreadings, by key of the edition."""
        self._learnt: dict[str, Cause] = {}
        """Causes learnt from flips of derived values, by identifier."""
        self._at_places: set[str] = set()
        """Identifiers of misread definitions at single places."""
        self._order: dict[str, int] = {}
        """Identifiers of what holds for any case, in the order in which they are tried."""
        self._pairs: dict[str, tuple[str, str]] = {}
        self._tried: set[str] = set()
        self._fitting: set[str] = set()
        self._not_tried: list[str] = []
        self._sampled: set[CaseRound] = set()

    def finding(self) -> CausesFinding:
        sample = _spread(self._wanting, self._effort.sample)
        effects = self._shared_effects(sample, lambda cause: cause.kind is ChangeKind.FACT)
        chosen = self._cover(effects)
        if not self._left(chosen):
            return self._conclude(chosen)
        effects += self._shared_effects(sample, lambda cause: cause.kind is not ChangeKind.FACT)
        self._learn_causes(self._wanting)
        effects += self._shared_effects(sample, lambda cause: cause.identifier in self._learnt)
        chosen = self._cover(effects)
        if self._is_worth_more(chosen):
            self._add_places()
            effects += self._shared_effects(sample, lambda cause: cause.identifier in self._at_places)
            chosen = self._cover(effects)
        for _ in range(2):
            left = self._left(chosen)
            more = _spread([where for where in left if where not in self._sampled], self._effort.sample // 2)
            if not more or not self._is_worth_more(chosen):
                break
            effects = self._merged(effects, self._shared_effects(more, lambda _: True))
            chosen = self._cover(effects)
        if self._effort.record:
            effects += self._effects_of_record(chosen)
            chosen = self._cover(effects)
        is_many = len(self._wanting) >= MANY_ROUNDS
        if len(self._left(chosen)) > (COST_OF_PART if is_many else 0):
            effects += self._combined(effects, chosen)
            chosen = self._cover(effects)
        return self._conclude(chosen, effects)

    def _is_worth_more(self, chosen: list[EqualCauses]) -> bool:
        """Whether so many rounds are unexplained that more causes are generated for them, or other rounds sampled."""
        many = len(self._wanting) >= _FEWEST_LEARNT
        return many and len(self._left(chosen)) > _UNEXPLAINED * len(self._wanting)

    # --- causes that hold for any case --------------------------------------------------------------------------------

    def _search_case(self, number: int) -> dict[str, Cause]:
        """Return the facts, readings and misreadings that can be tried on a case, by identifier."""
        if number not in self._shared:
            case, prepared = self._trials.cases[number], self._trials.prepared(number)
            of_rules = self._of_rules.setdefault(case.rules.edition.key, {})
            for cause in readings_of(prepared, [one.stage for one in case.wanting]):
                of_rules.setdefault(cause.identifier, cause)
            for cause in misreadings(case.rules, generated=len(self._wanting) >= _FEWEST_LEARNT):
                of_rules.setdefault(cause.identifier, cause)
            self._shared[number] = {cause.identifier: cause for cause in facts_of(case.event, case.rules)}
        of_rules = self._of_rules[self._trials.cases[number].rules.edition.key]
        hits_by_cause = self._shared[number] | of_rules | self._learnt
        for identifier in hits_by_cause:
            self._order.setdefault(identifier, len(self._order))
        return hits_by_cause

    def _cause(self, identifier: str, number: int) -> Cause | None:
        """Return the cause of that identifier as it is in a case; None if it cannot hold there."""
        if identifier not in self._pairs:
            return self._search_case(number).get(identifier)
        one, other = (self._search_case(number).get(part) for part in self._pairs[identifier])
        return combine_causes(one, other) if one and other else None

    def _right(self, identifier: str, rounds: Iterable[CaseRound]) -> frozenset[CaseRound]:
        """Return which of some rounds a cause makes right."""
        hits_by_cause: set[CaseRound] = set()
        for number, stages in group_by_case(rounds).items():
            cause = self._cause(identifier, number)
            if cause is not None:
                hits_by_cause |= self._trials.right(cause, number, stages)
        return frozenset(hits_by_cause)

    def _shared_effects(self, sample: Sequence[CaseRound], is_meant: Callable[[Cause], bool]) -> list[Effect]:
        """Try the causes that are meant on a few rounds, those that fit on the sample, and the best on all rounds."""
        self._sampled = self._sampled | set(sample)
        screen = self._easiest(sample, _SCREENED)
        hits: Counter[str] = Counter()
        for done, (number, stages) in enumerate(group_by_case(screen).items(), start=1):
            self._progress(f"{done} of {len(group_by_case(screen))} events")
            for identifier, cause in self._search_case(number).items():
                if is_meant(cause):
                    self._tried.add(identifier)
                    hits[identifier] += len(self._trials.right(cause, number, stages))
        fitting = [identifier for identifier in hits if hits[identifier] and not self._is_refuted(identifier)]
        for identifier in fitting:
            hits[identifier] = len(self._right(identifier, sample))
        self._fitting |= set(fitting)
        fitting.sort(key=lambda identifier: (-hits[identifier], self._order[identifier]))
        followed = fitting[: self._effort.followed] if len(self._wanting) > len(sample) else fitting
        if len(followed) < len(fitting):
            beyond = counted_noun(len(fitting) - len(followed), "cause")
            self._not_tried.append(f"{beyond} that explain fewer rounds of the sample not tried on all rounds.")
        return self._weighed([(identifier, self._right(identifier, self._wanting)) for identifier in followed])

    def _easiest(self, rounds: Sequence[CaseRound], most: int) -> list[CaseRound]:
        """Return up to ``most`` rounds: the smallest ones, and some of any size."""
        if len(rounds) <= most:
            return list(rounds)
        smallest = sorted(rounds, key=self._size)[: most // 2]
        others = [where for where in rounds if where not in smallest]
        return sorted([*smallest, *_spread(others, most - len(smallest))])

    def _size(self, where: CaseRound) -> tuple[int, int]:
        return len(self._trials.cases[where.case].event.players), where.stage

    def _is_refuted(self, identifier: str) -> bool:
        """Whether a misreading contradicts most of a few agreeing rounds."""
        looked_at = _spread(self._looked_at, _DOUBTED)
        if not looked_at:
            return False
        cause = self._cause(identifier, looked_at[0].case)
        if cause is None or cause.kind is not ChangeKind.RULE:
            return False
        return 2 * len(self._right(identifier, looked_at)) < len(looked_at)

    def _add_places(self) -> None:
        """Add the misread definitions at single places."""
        for case in self._trials.cases:
            of_rules = self._of_rules.setdefault(case.rules.edition.key, {})
            if not any(identifier in self._at_places for identifier in of_rules):
                for cause in misreadings_at_places(case.rules):
                    of_rules.setdefault(cause.identifier, cause)
                    self._at_places.add(cause.identifier)

    def _learn_causes(self, wanting: Sequence[CaseRound]) -> None:
        """Flip derived values in discrepant rounds, and add the causes that the flips suggest."""
        if len(wanting) < _FEWEST_LEARNT:
            return
        flips: list[Flip] = []
        rounds: dict[CaseRound, FlippedRound] = {}
        for where in self._easiest(wanting, _FLIPPED):
            self._progress(f"derived values of {self._trials.cases[where.case].name}, round {where.stage}")
            flips += self._flips(where, rounds)
        for cause in learn_causes(flips, rounds):
            article = article_of(cause, self._trials.cases[min(rounds).case].rules)
            self._learnt[cause.identifier] = replace(cause, article=article)

    def _flips(self, where: CaseRound, rounds: dict[CaseRound, FlippedRound]) -> Iterator[Flip]:
        """Yield the flips that make a round exactly right, and add the round to ``rounds``."""
        prepared, case = self._trials.prepared(where.case), self._trials.cases[where.case]
        bound = prepared.round(where.stage)
        paired = next(one for one in case.wanting if one.stage == where.stage)
        concerned = self._trials.find_differing_players(where.case, paired)
        for value, new, position in possible_flips(bound, concerned):
            players = players_of(bound)
            if players is None:
                return
            only = np.arange(players.size) == position
            if where not in rounds:
                rounds[where] = FlippedRound(bound=bound, facts=entry_facts(prepared))
            change = partial(flip, value=value, new=new, where=only)
            if self._trials.is_right_with(change, where.case, where.stage):
                yield Flip(where=where, value=value, new=new, column=int(players.column[position]))

    def _weighed(self, hits_by_cause: list[tuple[str, frozenset[CaseRound]]]) -> list[Effect]:
        """Look for contradictions of the best."""
        alike: dict[frozenset[CaseRound], list[str]] = {}
        for identifier, explained in hits_by_cause:
            if explained:
                alike.setdefault(explained, []).append(identifier)
        best = sorted(alike, key=lambda explained: -len(explained))[: self._effort.weighed]
        return [self._effect(identifier, explained) for explained in best for identifier in alike[explained]]

    def _effect(self, identifier: str, explained: frozenset[CaseRound]) -> Effect:
        cause = self._cause(identifier, min(explained).case)
        if cause is None:
            raise AssertionError("a cause that explains a round can be tried on its event")
        looked_at = self._looked_at
        if cause.kind is ChangeKind.FACT and not self._effort.has_one_program and len(self._trials.cases) > 1:
            explained, looked_at = self._search_events(identifier, explained)
        elif cause.kind is ChangeKind.FACT and len(self._trials.cases) == 1:
            looked_at = [where for where in looked_at if where.case == min(explained).case]
        contradicted = set[CaseRound]()
        for first in range(0, len(looked_at), _DOUBTED):
            able = [one for one in looked_at[first : first + _DOUBTED] if self._cause(identifier, one.case) is not None]
            contradicted |= set(able) - self._right(identifier, able)
            if cause.kind is ChangeKind.RULE and len(contradicted) > len(explained):
                break  # whatever the other rounds are, it is not chosen
        return Effect(cause=cause, explained=explained, contradicted=frozenset(contradicted))

    def _search_events(
        self, identifier: str, explained: frozenset[CaseRound]
    ) -> tuple[frozenset[CaseRound], list[CaseRound]]:
        """Of several events, a fact holds for those of which it explains half or more and contradicts nothing."""
        fitting_rounds: set[CaseRound] = set()
        for number, stages in group_by_case(explained).items():
            case = self._trials.cases[number]
            others = [CaseRound(number, one.stage) for one in case.agreeing]
            many = len(stages) > 1 or len(self._wanting) < MANY_ROUNDS
            many = many and 2 * len(stages) >= len(case.wanting)
            if many and len(self._right(identifier, others)) == len(others):
                fitting_rounds |= {CaseRound(number, stage) for stage in stages}
        return frozenset(fitting_rounds), []

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
        return self._search_pairs([pair for pair in pairs if not self._is_second_alone(*pair)])

    def _may_be_second(self, identifier: str, number: int) -> bool:
        """Whether a cause may be joined to another cause: a misreading only if it explains rounds by itself."""
        cause = self._cause(identifier, number)
        if cause is None or cause.kind is not ChangeKind.RULE:
            return cause is not None
        return cause.predicts and identifier in self._fitting

    def _is_second_alone(self, first: str, second: str, rounds: Sequence[CaseRound]) -> bool:
        """Whether the second cause is an edition, which replaces the rules that the first cause changes."""
        for number in sorted({where.case for where in rounds}):
            earlier, later = (self._search_case(number).get(identifier) for identifier in (first, second))
            if earlier and later:
                replaces_rules = later.kind is ChangeKind.FACT and later.rules is not None
                return replaces_rules and earlier.rules is not None and earlier.event is None
        return False

    def _search_pairs(self, pairs: list[tuple[str, str, list[CaseRound]]]) -> list[Effect]:
        """Try each pair on some rounds, and the best of them on all."""
        hits: dict[str, float] = {}
        begun = self._trials.pairings
        players = max((len(self._trials.cases[where.case].event.players) for where in self._wanting), default=0)
        most = affordable(self._effort.combined, players)
        for place, (one, other, rounds) in enumerate(pairs):
            if self._trials.pairings - begun > most:
                self._not_tried.append(f"{counted_noun(len(pairs) - place, 'pair')} of causes not tried.")
                break
            identifier = f"{one}+{other}"
            self._pairs[identifier] = one, other
            self._tried.add(identifier)
            right = self._right(identifier, rounds)
            if right:
                hits[identifier] = len(right) / len(rounds)
        self._fitting |= set(hits)
        self._progress(f"{len(pairs)} pairs of causes")
        best = sorted(hits, key=lambda identifier: -hits[identifier])[: self._effort.followed]
        pairs_right = [(one, self._right(one, self._wanting)) for one in best]
        return self._weighed([(one, right) for one, right in pairs_right if self._needs_both(one)])

    def _needs_both(self, identifier: str) -> bool:
        """Whether each of two misreadings explains rounds that the other one does not explain."""
        parts = self._pairs[identifier]
        number = self._wanting[0].case
        causes = [self._cause(part, number) for part in parts]
        if any(cause is None or cause.kind is not ChangeKind.RULE for cause in causes):
            return True
        first, second = (self._right(part, self._wanting) for part in parts)
        return bool(first - second) and bool(second - first)

    def _is_fact(self, identifier: str, number: int) -> bool:
        cause = self._search_case(number).get(identifier)
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
            if doubted == self._effort.rounds_of_record or max_failed_rounds == self._effort.max_failed_rounds:
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
        self._progress(f"record of {self._trials.cases[where.case].name}, round {where.stage}")
        most = affordable(self._effort.record, len(prepared.source.players))
        of_teams = prepared.source.is_team_event
        around = (
            _around_teams(prepared, where.stage)
            if of_teams
            else RoundSurroundings(prepared=prepared, stage=where.stage)
        )
        causes, left_out = record_causes(around, most)
        self._tried |= {f"{where.case}:{cause.identifier}" for cause in causes}
        hits_by_cause = [cause for cause in causes if self._trials.right(cause, where.case, [where.stage])]
        self._fitting |= {f"{where.case}:{cause.identifier}" for cause in hits_by_cause}
        return [self._effect_of_record(cause, where.case) for cause in hits_by_cause], left_out

    def _effect_of_record(self, cause: Cause, number: int) -> Effect:
        case = self._trials.cases[number]
        wanting = [one.stage for one in case.wanting]
        if cause.only_round is not None:
            wanting = [stage for stage in wanting if stage == cause.only_round]
            return Effect(cause=cause, explained=self._trials.right(cause, number, wanting))
        others = [one.stage for one in case.agreeing]
        wrong = {CaseRound(number, stage) for stage in others} - self._trials.right(cause, number, others)
        explained = self._trials.right(cause, number, wanting)
        return Effect(cause=cause, explained=explained, contradicted=frozenset(wrong))

    # --- weighing -----------------------------------------------------------------------------------------------------

    def _merged(self, effects: list[Effect], more: list[Effect]) -> list[Effect]:
        known = {effect.cause.identifier for effect in effects}
        return effects + [effect for effect in more if effect.cause.identifier not in known]

    def _cover(self, effects: list[Effect]) -> list[EqualCauses]:
        return cover(grouped(effects), frozenset(self._wanting), scale=self._scale)

    @property
    def _scale(self) -> float:
        """The agreeing rounds for which each one looked at stands."""
        return len(self._agreeing) / max(1, len(self._looked_at))

    def _left(self, chosen: list[EqualCauses]) -> list[CaseRound]:
        return unexplained(self._wanting, chosen)

    def _conclude(self, chosen: list[EqualCauses], effects: Sequence[Effect] = ()) -> CausesFinding:
        groups = [] if chosen else grouped(effects)
        return SearchConclusion(
            trials=self._trials,
            wanting=tuple(self._wanting),
            agreeing=len(self._agreeing),
            looked_at=len(self._looked_at),
            has_one_program=self._effort.has_one_program,
            chosen=tuple(chosen),
            nearest=find_nearest(groups),
            last_resort=find_last_resort(groups, frozenset(self._wanting), scale=self._scale),
            tried=len(self._tried),
            fitting=len(self._fitting),
            not_tried=tuple(dict.fromkeys(self._not_tried)),
        ).finding()


def _around_teams(prepared: PreparedEvent, stage: int) -> RoundSurroundings:
    from checker.causes.team_record_changes import AroundTeams  # noqa: PLC0415 - start-up time; few events are of teams

    return AroundTeams(prepared=prepared, stage=stage)


def affordable(most: int, players: int) -> int:
    """Scale the effort for a usual event to an event of ``players``."""
    return most * _USUAL_SIZE**2 // max(_USUAL_SIZE, players) ** 2


def _settles(group: EqualCauses, kind: ChangeKind) -> bool:
    """Whether causes of a kind explain several rounds and contradict none, so that nothing else needs to be doubted."""
    return group.effects[0].cause.kind is kind and len(group.explained) > 1 and not group.contradicted


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
