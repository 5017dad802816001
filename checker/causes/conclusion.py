"""
The conclusion of a search for causes: the finding, with its figures, remarks and correlations.

Causes with the same effect on all cases form one group. The cover is greedy: the group that explains most of the
unexplained rounds, less the rounds that it contradicts, comes next; among equals the simpler one, then the one tried
first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from checker.causes.cause import CaseRound, ChangeKind
from checker.causes.causes_finding import CauseGroup, CausesFinding, DescribedCause, RoundName
from checker.causes.facts import editions_of
from checker.causes.record_changes import when_paired
from checker.causes.triggers import MIN_EVENTS, Observed, triggers_of
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.causes.cause import Cause
    from checker.causes.trials import Trials
    from checker.causes.triggers import Trigger


MOST_GROUPS = 5
"""Groups that are listed."""
MANY_ROUNDS = 10
"""Discrepant rounds from which on a single one more speaks for nothing."""
_FEWEST_OF_MANY = 2
"""Rounds that a cause must explain then."""
FEWEST_OF_RULE_OF_FEW = 2
"""Rounds that a misreading must explain of fewer: of hundreds that are tried, many fit a single round."""
_FEWEST_OF_NEAREST = 2
"""Rounds that the nearest cause must explain; more, too, than it contradicts."""
_SHARE_OF_NEAREST = 0.1
"""The share of the discrepant rounds that it must explain."""
FEWEST_OF_MISREADING = 4
"""Rounds that a misreading must explain then: of hundreds that are tried, some fit a few rounds by luck."""
_SHARE_OF_RULE = 0.2
"""The share of the unexplained rounds that it must explain then."""
_SHARE_OF_RULE_OF_FEW = 1 / 3
"""The share that it must explain of fewer: some misreading fits two rounds of eight by luck."""
_CONTRADICTED, _CONTRADICTED_OF_PARTIAL = 0.02, 0.005
"""The share of the rounds looked at that a misreading may contradict: a program that follows it contradicts none. One
that leaves more discrepant rounds unexplained than a few is another rule than the program's if it contradicts more."""
NEARLY_ALL = 0.9
"""The share of the discrepant rounds from which on a misreading leaves but a few unexplained."""
COST_OF_PART = 3
"""Rounds that every further part of a cause must explain then."""


class Effect(FrozenStruct, frozen=True, kw_only=True):
    """The effect of a cause on the rounds of all cases."""

    cause: Cause
    explained: frozenset[CaseRound]
    contradicted: frozenset[CaseRound] = frozenset()


class EqualCauses(FrozenStruct, frozen=True, kw_only=True):
    """Effects that are equal, the simplest first."""

    effects: tuple[Effect, ...]

    @property
    def explained(self) -> frozenset[CaseRound]:
        """Rounds that become right."""
        return self.effects[0].explained

    @property
    def contradicted(self) -> frozenset[CaseRound]:
        """Agreeing rounds that become wrong."""
        return self.effects[0].contradicted

    @property
    def simplicity(self) -> tuple[int, int]:
        """Of the simplest."""
        return self.effects[0].cause.simplicity

    @property
    def kind(self) -> ChangeKind:
        """Of the simplest."""
        return self.effects[0].cause.kind

    @property
    def predicts(self) -> bool:
        """Whether a single pairing is right under them."""
        return self.effects[0].cause.predicts


def grouped(effects: Iterable[Effect]) -> list[EqualCauses]:
    """Put effects that are equal together, in the order in which they come."""
    groups: dict[tuple[frozenset[CaseRound], frozenset[CaseRound]], list[Effect]] = {}
    for effect in effects:
        if effect.explained:
            groups.setdefault((effect.explained, effect.contradicted), []).append(effect)
    return [_equal(group) for group in groups.values()]


def _equal(effects: Sequence[Effect]) -> EqualCauses:
    """
    Put equal effects together; beside a cause that predicts, an order that is not followed says nothing.

    Of few rounds a change of the record, such as a result corrected later, is likelier than a misreading.
    """
    predicting = [effect for effect in effects if effect.cause.predicts]
    is_few = len(effects[0].explained) < FEWEST_OF_MISREADING

    def likelihood(effect: Effect) -> tuple[bool, tuple[int, int], int]:
        return is_few and effect.cause.kind is ChangeKind.RULE, effect.cause.simplicity, effect.cause.facts

    return EqualCauses(effects=tuple(sorted(predicting or effects, key=likelihood)))


def joined(effects: Iterable[Effect]) -> list[Effect]:
    """Put the same change of an earlier round, found for several later ones, together to one that explains them all."""
    merged: dict[tuple[int, str], list[Effect]] = {}
    further: list[Effect] = []
    for effect in effects:
        if effect.cause.only_round is None or not effect.cause.short or not effect.explained:
            further.append(effect)
        else:
            merged.setdefault((min(effect.explained).case, effect.cause.identifier), []).append(effect)
    return [*further, *(_merge_effects(alike) if len(alike) > 1 else alike[0] for alike in merged.values())]


def _merge_effects(effects: Sequence[Effect]) -> Effect:
    explained = frozenset[CaseRound]().union(*(one.explained for one in effects))
    first = effects[0].cause
    sentence = when_paired(first.short, sorted(where.stage for where in explained))
    return Effect(cause=replace(first, sentence=sentence), explained=explained)


class Weights(FrozenStruct, frozen=True, kw_only=True):
    """The figures by which causes are weighed."""

    scale: float = 1.0
    """The agreeing rounds for which each one looked at stands."""
    looked_at: int = 0
    """Agreeing rounds that are looked at."""
    fewest_of_rule: int = FEWEST_OF_RULE_OF_FEW
    """Rounds that a known misreading must explain of few."""
    fewest_of_generated: int = FEWEST_OF_RULE_OF_FEW
    """Rounds that any other misreading must explain of few."""
    known: frozenset[str] = frozenset()
    """Identifiers of the known misreadings."""

    def allows(self, group: EqualCauses, wanting: int) -> bool:
        """Whether a group contradicts no more rounds than chance would; a fact is weighed by its gain alone."""
        if group.kind is not ChangeKind.RULE:
            return True
        is_partial = len(group.explained) < NEARLY_ALL * wanting
        share = _CONTRADICTED_OF_PARTIAL if is_partial else _CONTRADICTED
        return len(group.contradicted) <= share * (wanting + self.looked_at)


def cover(groups: Sequence[EqualCauses], wanting: frozenset[CaseRound], weights: Weights) -> list[EqualCauses]:
    """
    Choose groups that explain as much as can be.

    A group that permits several pairings is never chosen, nor a misreading that agreeing rounds contradict.
    """
    likely = [
        group
        for group in groups
        if group.predicts and _explains_its_share(group, wanting) and weights.allows(group, len(wanting))
    ]
    return _choose(likely, wanting, weights)


def _explains_its_share(group: EqualCauses, wanting: frozenset[CaseRound]) -> bool:
    """Whether a group explains the share of the discrepant rounds that it must explain in the events of its rounds."""
    cases = {where.case for where in group.explained}
    return len(group.explained) >= group.effects[0].cause.share * sum(where.case in cases for where in wanting)


def find_last_resort(
    groups: Sequence[EqualCauses], wanting: frozenset[CaseRound], weights: Weights
) -> EqualCauses | None:
    """Return the order whose neglect explains most rounds; None if none explains enough of them."""
    unordered = [group for group in groups if not group.predicts]
    return next(iter(_choose(unordered, wanting, weights)), None)


def _choose(groups: Sequence[EqualCauses], wanting: frozenset[CaseRound], weights: Weights) -> list[EqualCauses]:
    chosen = list[EqualCauses]()
    left, is_many = set(wanting), len(wanting) >= MANY_ROUNDS
    while left and len(chosen) < MOST_GROUPS:
        enough = [group for group in groups if _explains_enough(group, left, weights, is_many=is_many)]
        best = max(enough, key=lambda group: _worth(group, left, weights.scale), default=None)
        if best is None:
            break
        chosen.append(best)
        left -= best.explained
    return chosen


def _explains_enough(group: EqualCauses, left: set[CaseRound], weights: Weights, *, is_many: bool) -> bool:
    """Whether a group explains more of the unexplained rounds than a cause explains by luck."""
    gain = _gain(group, left, weights.scale)
    if group.kind is not ChangeKind.RULE:
        return gain >= (_FEWEST_OF_MANY if is_many else 1)
    if not is_many:
        explained = len(group.explained & left)
        is_known = any(effect.cause.identifier in weights.known for effect in group.effects)
        fewest = weights.fewest_of_rule if is_known else weights.fewest_of_generated
        return gain >= 1 and explained >= max(fewest, _SHARE_OF_RULE_OF_FEW * len(left))
    return gain >= max(FEWEST_OF_MISREADING, _SHARE_OF_RULE * len(left))


def _gain(group: EqualCauses, left: set[CaseRound], scale: float) -> float:
    cost = COST_OF_PART if len(left) >= MANY_ROUNDS else int(len(left) > 1)
    further = group.simplicity[0] - 1
    return len(group.explained & left) - scale * len(group.contradicted) - cost * further


def _worth(group: EqualCauses, left: set[CaseRound], scale: float) -> tuple[float, int, tuple[int, ...]]:
    """
    Return the sort key of groups.

    Of many rounds, a fact that rounds contradict must explain all of them, or clearly more than a misreading.
    """
    is_partial = group.kind in (ChangeKind.FACT, ChangeKind.READING) and not left <= group.explained
    handicap = COST_OF_PART if is_partial and group.contradicted and len(left) >= MANY_ROUNDS else 0
    return (
        _gain(group, left, scale) - handicap,
        -len(group.contradicted),
        tuple(-part for part in group.simplicity),
    )


def find_nearest(groups: Sequence[EqualCauses], wanting: int) -> EqualCauses | None:
    """Return the group that comes nearest to an explanation where none qualifies; None if luck explains as much."""
    fewest = max(_FEWEST_OF_NEAREST, _SHARE_OF_NEAREST * wanting)
    return max(
        (
            group
            for group in groups
            if group.predicts and len(group.explained) >= max(fewest, len(group.contradicted) + 1)
        ),
        key=lambda group: (len(group.explained) - len(group.contradicted), -group.simplicity[0]),
        default=None,
    )


def unexplained(wanting: Sequence[CaseRound], chosen: Iterable[EqualCauses]) -> list[CaseRound]:
    """Return the rounds that nothing chosen explains."""
    explained = frozenset[CaseRound]().union(*(group.explained for group in chosen))
    return [where for where in wanting if where not in explained]


def group_by_case(rounds: Iterable[CaseRound]) -> dict[int, list[int]]:
    """Return stages by the number of their case, in order."""
    merged: dict[int, list[int]] = {}
    for where in sorted(rounds):
        merged.setdefault(where.case, []).append(where.stage)
    return merged


@dataclass(frozen=True, kw_only=True)
class SearchConclusion:
    """A search at its end."""

    trials: Trials
    wanting: tuple[CaseRound, ...]
    """The discrepant and open rounds."""
    agreeing: int
    """Agreeing rounds."""
    looked_at: frozenset[CaseRound]
    """The agreeing rounds on which the causes that are named were tried."""
    has_one_program: bool
    """Whether one program paired all events."""
    untried: frozenset[CaseRound]
    """Of the discrepant rounds, the unexplained ones on which a cause that is named was not tried."""
    chosen: tuple[EqualCauses, ...]
    """The causes that explain most of them, the best first."""
    nearest: EqualCauses | None
    """Where no cause qualifies, those that explain most rounds."""
    last_resort: EqualCauses | None
    """Where no cause qualifies, an order that may not be followed."""
    tried: int
    """Causes."""
    fitting: int
    """Causes that explain a round."""
    not_tried: tuple[str, ...]
    """Changes that were not tried, a sentence each."""
    is_interrupted: bool
    """Whether the user ended the search."""

    def finding(self) -> CausesFinding:
        """Return it in plain values."""
        return CausesFinding(
            discrepant=len(self.wanting),
            untried=len(self.untried),
            agreeing=len(self.looked_at),
            agreeing_in_all=self.agreeing,
            groups=tuple(self._group(group) for group in self.chosen),
            nearest=self._group(self.nearest) if self.nearest else None,
            last_resort=self._group(self.last_resort) if self.last_resort else None,
            unexplained=tuple(map(self._name, self._left)),
            tried=self.tried,
            fitting=self.fitting,
            pairings=self.trials.pairings,
            not_tried=self.not_tried,
            is_interrupted=self.is_interrupted,
            remarks=tuple(self._remarks()),
            triggers=self._triggers(),
        )

    @cached_property
    def _left(self) -> list[CaseRound]:
        return [where for where in unexplained(self.wanting, self.chosen) if where not in self.untried]

    def _name(self, where: CaseRound) -> RoundName:
        return RoundName(self.trials.cases[where.case].name, where.stage)

    def _remarks(self) -> Iterator[str]:
        """Count the right rounds of events of which fewer than half are right, and name the edition that pairs most."""
        if self.has_one_program:
            return
        explained = frozenset[CaseRound]().union(*(one.explained for one in self.chosen))
        for number in group_by_case(self._left):
            case = self.trials.cases[number]
            rounds = len(case.wanting) + len(case.agreeing)
            right = len(case.agreeing) + sum(where.case == number for where in explained)
            if 2 * right >= rounds:
                continue
            best, key = len(case.agreeing), case.rules.edition.key
            stages = [one.stage for one in (*case.wanting, *case.agreeing)]
            for cause in editions_of(case.event, case.rules):
                by_it = self._count_right(cause, number, stages, best)
                if by_it is None:
                    return  # no time is left to say so
                if by_it > best:
                    best, key = by_it, cause.short.removeprefix("by ")
            agree = f"{best} of {rounds} rounds agree by {key}, and no more by any other system or edition"
            yield f"{case.name}: {agree}."

    def _count_right(self, cause: Cause, number: int, stages: Sequence[int], fewest: int) -> int | None:
        """Count the rounds that a cause makes right, until more than ``fewest`` cannot be; None if no time is left."""
        right = 0
        for place, stage in enumerate(stages):
            if right + len(stages) - place <= fewest:
                break
            is_right = bool(self.trials.right(cause, number, [stage]))
            if not is_right and not self.trials.wrong(cause, number, [stage]):
                return None
            right += is_right
        return right

    def _triggers(self) -> tuple[Trigger, ...]:
        """Correlate what no cause explains, if that is in several events."""
        left = group_by_case(self._left)
        if len(left) < MIN_EVENTS:
            return ()
        wanting = group_by_case(self.wanting)
        observed = [
            self._observed(number, left.get(number, ()))
            for number, case in enumerate(self.trials.cases)
            if not case.event.is_team_event and (number in left or number not in wanting)
        ]
        return triggers_of(observed, unexplained=True)

    def _observed(self, number: int, discrepant: Sequence[int]) -> Observed:
        case = self.trials.cases[number]
        asked = [paired for paired in case.wanting if paired.stage in discrepant]

        def first_row(stage: int) -> int:
            return case.rules.edition.rows(stage).start + 1

        return Observed(
            event=case.event,
            discrepant=tuple(map(first_row, discrepant)),
            agreeing=tuple(first_row(one.stage) for one in case.agreeing),
            differing_players=tuple(
                (first_row(paired.stage), self.trials.find_differing_players(number, paired)) for paired in asked
            ),
        )

    def _group(self, group: EqualCauses) -> CauseGroup:
        causes = [effect.cause for effect in group.effects]
        return CauseGroup(
            members=tuple(
                DescribedCause(
                    identifier=cause.identifier, sentence=cause.sentence, article=cause.article, kind=cause.kind.value
                )
                for cause in causes
            ),
            explained=tuple(map(self._name, sorted(group.explained))),
            contradicted=tuple(map(self._name, sorted(group.contradicted & self.looked_at))),
            is_certain_of_record=causes[0].kind is not ChangeKind.RECORD or len(group.explained) > 1,
        )
