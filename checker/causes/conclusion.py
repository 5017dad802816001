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

from checker.causes.cause import Kind, Where
from checker.causes.causes_finding import CauseGroup, CausesFinding, RoundName, ToldCause
from checker.causes.facts import editions_of
from checker.causes.record_changes import when_paired
from checker.causes.triggers import FEWEST_EVENTS, Observed, triggers_of
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.causes.cause import Cause
    from checker.causes.trials import Trials
    from checker.causes.triggers import Trigger


MOST_GROUPS = 5
"""Groups that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a cause does to the rounds at hand."""

    cause: Cause
    explained: frozenset[Where]
    contradicted: frozenset[Where] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Effects that are equal, the simplest first."""

    effects: tuple[Effect, ...]

    @property
    def explained(self) -> frozenset[Where]:
        """Rounds that become right."""
        return self.effects[0].explained

    @property
    def contradicted(self) -> frozenset[Where]:
        """Agreeing rounds that become wrong."""
        return self.effects[0].contradicted

    @property
    def simplicity(self) -> tuple[int, int]:
        """Of the simplest."""
        return self.effects[0].cause.simplicity


def grouped(effects: Iterable[Effect]) -> list[Alike]:
    """Put effects that are equal together, in the order in which they come."""
    groups: dict[tuple[frozenset[Where], frozenset[Where]], list[Effect]] = {}
    for effect in effects:
        if effect.explained:
            groups.setdefault((effect.explained, effect.contradicted), []).append(effect)
    return [Alike(effects=tuple(sorted(group, key=lambda one: one.cause.simplicity))) for group in groups.values()]


def joined(effects: Iterable[Effect]) -> list[Effect]:
    """Put the same change of an earlier round, found for several later ones, together to one that explains them all."""
    found: dict[tuple[int, str], list[Effect]] = {}
    others: list[Effect] = []
    for effect in effects:
        if effect.cause.only_round is None or not effect.cause.short or not effect.explained:
            others.append(effect)
        else:
            found.setdefault((min(effect.explained).case, effect.cause.identifier), []).append(effect)
    return [*others, *(_of_several(alike) if len(alike) > 1 else alike[0] for alike in found.values())]


def _of_several(effects: Sequence[Effect]) -> Effect:
    explained = frozenset[Where]().union(*(one.explained for one in effects))
    first = effects[0].cause
    sentence = when_paired(first.short, sorted(where.stage for where in explained))
    return Effect(cause=replace(first, sentence=sentence), explained=explained)


def cover(groups: Sequence[Alike], wanting: frozenset[Where], *, scale: float, least: int) -> list[Alike]:
    """
    Choose groups that explain as much as can be.

    ``scale`` says for how many agreeing rounds each one looked at stands; ``least`` is how many rounds a group must
    explain that no group before it does, beyond those that it contradicts.
    """
    left, chosen = set(wanting), list[Alike]()
    while left and len(chosen) < MOST_GROUPS:
        best = max(groups, key=lambda group: _worth(group, left, scale), default=None)
        if best is None or _gain(best, left, scale) < least:
            break
        chosen.append(best)
        left -= best.explained
    return chosen


def _gain(group: Alike, left: set[Where], scale: float) -> float:
    parts = group.simplicity[0]
    return len(group.explained & left) - scale * len(group.contradicted) - (parts - 1) * (len(left) > 1)


def _worth(group: Alike, left: set[Where], scale: float) -> tuple[float, int, tuple[int, ...]]:
    return (
        _gain(group, left, scale),
        -len(group.contradicted),
        tuple(-part for part in group.simplicity),
    )


def unexplained(wanting: Sequence[Where], chosen: Iterable[Alike]) -> list[Where]:
    """Return the rounds that nothing chosen explains."""
    explained = frozenset[Where]().union(*(group.explained for group in chosen))
    return [where for where in wanting if where not in explained]


def by_case(rounds: Iterable[Where]) -> dict[int, list[int]]:
    """Return stages by the number of their case, in order."""
    found: dict[int, list[int]] = {}
    for where in sorted(rounds):
        found.setdefault(where.case, []).append(where.stage)
    return found


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """A search at its end."""

    trials: Trials
    wanting: tuple[Where, ...]
    """The discrepant and open rounds."""
    agreeing: int
    """Agreeing rounds."""
    looked_at: int
    """Those of them that were looked at."""
    of_one_program: bool
    """Whether one program paired all events."""
    chosen: tuple[Alike, ...]
    """The causes that explain most of them, the best first."""
    tried: int
    """Causes."""
    fitting: int
    """Causes that explain a round."""
    not_tried: tuple[str, ...]
    """What was not, a sentence each."""

    def finding(self) -> CausesFinding:
        """Return it in plain values."""
        return CausesFinding(
            discrepant=len(self.wanting),
            agreeing=self.looked_at,
            agreeing_in_all=self.agreeing,
            groups=tuple(self._group(group) for group in self.chosen),
            unexplained=tuple(map(self._name, self._left)),
            tried=self.tried,
            fitting=self.fitting,
            pairings=self.trials.pairings,
            not_tried=self.not_tried,
            remarks=tuple(self._remarks()),
            triggers=self._triggers(),
        )

    @cached_property
    def _left(self) -> list[Where]:
        return unexplained(self.wanting, self.chosen)

    def _name(self, where: Where) -> RoundName:
        return RoundName(self.trials.cases[where.case].name, where.stage)

    def _remarks(self) -> Iterator[str]:
        """Name events that no system and edition pairs, with the edition that pairs most of their rounds."""
        if self.of_one_program:
            return
        by_facts = frozenset[Where]().union(*(one.explained for one in self.chosen if _is_of_facts(one)))
        for number in by_case(self._left):
            case = self.trials.cases[number]
            rounds = len(case.wanting) + len(case.agreeing)
            right = len(case.agreeing) + sum(where.case == number for where in by_facts)
            if 2 * right >= rounds:
                continue
            best, key = len(case.agreeing), case.rules.edition.key
            for cause in editions_of(case.event, case.rules):
                by_it = len(self.trials.right(cause, number, [one.stage for one in (*case.wanting, *case.agreeing)]))
                if by_it > best:
                    best, key = by_it, cause.short.removeprefix("by ")
            at_most = f"{best} of {rounds} rounds agree by {key}, no more by any other"
            yield f"{case.name} was paired by none of the systems and editions here: {at_most}."

    def _triggers(self) -> tuple[Trigger, ...]:
        """Correlate what no cause explains, if that is in several events, or else all that is discrepant."""
        left = by_case(self._left)
        wanting = by_case(self.wanting)
        is_deep = len(left) >= FEWEST_EVENTS
        asked = left if is_deep else wanting
        observed = [
            self._observed(number, asked.get(number, ()))
            for number, case in enumerate(self.trials.cases)
            if not case.event.is_team_event and (number in asked or number not in wanting)
        ]
        return triggers_of(observed, unexplained=is_deep)

    def _observed(self, number: int, discrepant: Sequence[int]) -> Observed:
        case = self.trials.cases[number]
        asked = [paired for paired in case.wanting if paired.stage in discrepant]

        def first_row(stage: int) -> int:
            return case.rules.edition.rows(stage).start + 1

        return Observed(
            event=case.event,
            discrepant=tuple(map(first_row, discrepant)),
            agreeing=tuple(first_row(one.stage) for one in case.agreeing),
            parted=tuple((first_row(paired.stage), self.trials.parted(number, paired)) for paired in asked),
        )

    def _group(self, group: Alike) -> CauseGroup:
        causes = [effect.cause for effect in group.effects]
        return CauseGroup(
            members=tuple(
                ToldCause(
                    identifier=cause.identifier, sentence=cause.sentence, article=cause.article, kind=cause.kind.value
                )
                for cause in causes
            ),
            explained=tuple(map(self._name, sorted(group.explained))),
            contradicted=tuple(map(self._name, sorted(group.contradicted))),
            is_certain_of_record=causes[0].kind is not Kind.RECORD or len(group.explained) > 1,
        )


def _is_of_facts(group: Alike) -> bool:
    return group.effects[0].cause.kind is Kind.FACT
