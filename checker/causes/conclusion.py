"""What a search for causes comes to: the finding, with its figures, remarks and correlations."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checker.causes.cause import Kind, Where
from checker.causes.causes_finding import CauseGroup, CausesFinding, RoundName, ToldCause
from checker.causes.facts import editions_of
from checker.causes.triggers import FEWEST_EVENTS, Observed, triggers_of
from checker.causes.weighing import by_case, unexplained
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.causes.trials import Trials
    from checker.causes.triggers import Trigger
    from checker.causes.weighing import Alike


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
