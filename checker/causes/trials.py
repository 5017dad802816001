"""Causes tried on rounds: each cause on each round once, every pairing counted, and nothing beyond the budget."""

from __future__ import annotations

import math
from collections import defaultdict
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from checker.causes.breadth import count_touched
from checker.causes.cause import CaseRound, ChangeKind, find_differing_players
from checker.causes.round_copies import are_bound_alike, are_derived_alike, bind_to_rules
from reference_engines.frame.results import NoLegalPairingError, PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from checker.causes.cause import Case, Cause, Paired
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import AnyRound, PreparedEvent, Rules
    from tournaments.model import Event

    ChangeRound = Callable[[AnyRound], AnyRound]


_MAX_CHANGED_EVENTS = 24
"""Prepared events under facts that are kept, so that another round of them need not be prepared again."""
_PLAYERS_OF_PAIRING = 15
"""Players for the further work of a pairing in a round that is paired as a whole, not to the first difference."""
_PLAYERS_OF_WALK = 40
"""Players for the further work of a pairing that is compared with a recorded round to the first difference."""
_WORK_OF_PREPARING = 0.5
"""The work of preparing an event under changed rules or facts, in pairings."""
_PLAYERS_OF_PREPARING = 200
"""Players of an event for the work of a pairing in preparing it."""


class SearchBudget:
    """The work of a search, counted in pairings, so that a search ends alike on every machine."""

    def __init__(self, pairings: float = math.inf) -> None:
        """Begin a search that may spend the work of that many pairings."""
        self.pairings = pairings
        self._spent = 0.0
        self._end = pairings
        self.has_ended_step = False
        """Whether a step had more to try when its share was spent."""

    def spend(self, pairings: float) -> None:
        """Count work."""
        self._spent += pairings

    @property
    def is_over(self) -> bool:
        """Whether the share of the present step is spent."""
        is_over = self._spent >= self._end
        self.has_ended_step = self.has_ended_step or is_over
        return is_over

    def allot(self, share: float) -> None:
        """Let the next step last until a share of all the work is done."""
        self._end = share * self.pairings

    def stop(self) -> None:
        """End the search: nothing else is tried."""
        self.pairings = self._end = 0.0

    @contextmanager
    def part(self, share: float) -> Iterator[None]:
        """Let a part of the present step spend a share of what is left of it."""
        end = self._end
        self._end = min(end, self._spent + share * max(0.0, end - self._spent))
        try:
            yield
        finally:
            self._end = min(end, self.pairings)


class Trials:
    """The results of trying causes on cases."""

    def __init__(
        self, cases: Sequence[Case], budget: SearchBudget | None = None, *, uninterpreted: Trials | None = None
    ) -> None:
        """
        Begin with nothing tried.

        With ``uninterpreted`` trials of the same cases, a round is right, too, where one open reading or undeclared
        number makes it right.
        """
        self.budget = budget or SearchBudget()
        self.cases = tuple(cases)
        self._uninterpreted = uninterpreted
        self.pairings = 0
        self._changed_events: dict[tuple[int, str], PreparedEvent | None] = {}
        """Prepared events under facts tried lately, by number of the case and identifier."""
        self._by_edition: dict[tuple[int, str], PreparedEvent] = {}
        """Prepared events by the rules of other editions, by number of the case and key."""
        self._prepared_events: dict[int, PreparedEvent] = {}
        self._answers = {
            CaseRound(number, paired.stage): paired
            for number, case in enumerate(self.cases)
            for paired in (*case.wanting, *case.agreeing)
        }
        self._differing: dict[CaseRound, frozenset[int]] = {}
        """TPNs of the players in the differing pairs of a recorded round."""
        self._extents: dict[CaseRound, int] = {}
        """Players down to the first bracket that differs."""
        self._unchanged: dict[CaseRound, bool] = {}
        self._illegal: dict[CaseRound, bool] = {}
        self._known: dict[str, dict[CaseRound, bool]] = defaultdict(dict)
        """By identifier; of changes of the record, which belong to one case, with its number before it."""
        self._misread: dict[tuple[str, str], Rules | None] = {}
        """Rules that differ in what a round reads off them alone, by identifier and key of the edition."""
        self.failures: dict[str, Exception] = {}
        """By identifier of a fact, the first error of its sound rules that was not foreseen."""

    def prepared(self, number: int) -> PreparedEvent:
        """Return the prepared event of a case as it is."""
        if self._uninterpreted is not None:
            return self._uninterpreted.prepared(number)
        if number not in self._prepared_events:
            case = self.cases[number]
            self._prepared_events[number] = case.rules.open(case.event)
        return self._prepared_events[number]

    def release(self) -> None:
        """Drop the rounds of all prepared events, which would stay in memory after their last use."""
        for prepared in (*self._prepared_events.values(), *self._by_edition.values(), *self._changed_events.values()):
            if prepared is not None:
                prepared.release()

    def right(self, cause: Cause, number: int, stages: Iterable[int]) -> frozenset[CaseRound]:
        """Return the requested rounds of a case that are exactly right under a cause, as far as the budget allows."""
        return self._results(cause, number, stages, is_right=True)

    def wrong(self, cause: Cause, number: int, stages: Iterable[int]) -> frozenset[CaseRound]:
        """Return the requested rounds of a case that are not right under a cause, as far as the budget allows."""
        return self._results(cause, number, stages, is_right=False)

    def tried_rounds(self, identifier: str) -> frozenset[CaseRound]:
        """Return the rounds on which a cause that holds for any case was tried."""
        return frozenset(self._known.get(identifier, ()))

    def _results(self, cause: Cause, number: int, stages: Iterable[int], *, is_right: bool) -> frozenset[CaseRound]:
        known = self._known[f"{number}:{cause.identifier}" if cause.kind is ChangeKind.RECORD else cause.identifier]
        asked = [CaseRound(number, stage) for stage in stages]
        unknown = [where for where in asked if where not in known]
        if unknown and not self.budget.is_over:
            change = cause.round
            prepared: PreparedEvent | None = self.prepared(number)
            misread = self._rules_for_rounds(cause, number)
            if misread is not None:
                change = partial(bind_to_rules, rules=misread)
            else:
                prepared = self._changed(cause, number)
            has_sound_rules = cause.rules is None or cause.kind is ChangeKind.FACT
            for where in unknown:
                if self.budget.is_over:
                    break
                if self._uninterpreted is not None and self._uninterpreted.right(cause, number, [where.stage]):
                    known[where] = True
                    continue
                paired, may_be_illegal = self._answers[where], has_sound_rules and self._is_illegal(where)
                begun = self.pairings
                known[where] = prepared is not None and self._is_right(
                    prepared, number, paired, change, may_be_illegal=may_be_illegal, cause=cause
                )
                if paired.is_answer is None:
                    self._spend_on_walk(where, self.pairings - begun)
        return frozenset(where for where in asked if known.get(where) is is_right)

    def _rules_for_rounds(self, cause: Cause, number: int) -> Rules | None:
        """Return the rules of a cause if the players of a round stay as they are; None if these may differ."""
        case = self.cases[number]
        if cause.rules is None or cause.event is not None or cause.kind is ChangeKind.FACT or self._uninterpreted:
            return None
        key = cause.identifier, case.rules.edition.key
        if key not in self._misread:
            try:
                misread = cause.rules(case.rules)
            except Exception:  # noqa: BLE001 - what rules do that are wrong on purpose says nothing of ours
                misread = None
            self._misread[key] = misread if misread is not None and are_bound_alike(misread, case.rules) else None
        return self._misread[key]

    def is_right_with(self, change: ChangeRound, number: int, stage: int) -> bool:
        """Whether a round of a case is exactly right if the values derived from the event are changed."""
        return self._is_right(self.prepared(number), number, self._answers[CaseRound(number, stage)], change)

    def count_touched(self, cause: Cause, number: int, stage: int) -> float:
        """Count the players of a round for whom a cause changes something, whether the pairing changes or not."""
        bound, prepared = self.prepared(number).round(stage), self._changed(cause, number)
        self.budget.spend(1)
        try:
            if prepared is None:
                return len(bound.participants.numbers)
            changed = prepared.round(stage)
            return count_touched(bound, cause.round(changed) if cause.round else changed)
        except Exception:  # noqa: BLE001 - what rules do that are wrong on purpose says nothing of ours
            return len(bound.participants.numbers)

    def extent(self, where: CaseRound) -> int:
        """Count the players down to the first bracket in which a round differs; all of them in a round that agrees."""
        if where not in self._extents:
            participants = self.prepared(where.case).round(where.stage).participants
            differing = self.find_differing_players(where.case, self._answers[where])
            score = dict(zip(participants.numbers, participants.scores, strict=True))
            first = max((score[number] for number in differing if number in score), default=0)
            self._extents[where] = sum(points >= first for points in participants.scores)
        return self._extents[where]

    def _spend_on_walk(self, where: CaseRound, pairings: int) -> None:
        """Count the work of comparing a recorded round with pairings, bracket by bracket to the first difference."""
        work = self.cases[where.case].rules.work_of_pairing * self.extent(where) / _PLAYERS_OF_WALK
        self.budget.spend(pairings * work)

    def find_differing_players(self, number: int, paired: Paired) -> frozenset[int]:
        """Return the TPNs of the players in the differing pairs of a round; empty if they are not known."""
        if paired.is_answer is not None:
            return paired.differing_players
        where = CaseRound(number, paired.stage)
        if where not in self._differing:
            bound = self.prepared(number).round(paired.stage)
            try:
                self._differing[where] = find_differing_players(bound.posted, bound.expected())
            except PairingError:
                self._differing[where] = frozenset()
        return self._differing[where]

    def _changed(self, cause: Cause, number: int) -> PreparedEvent | None:
        """Return the prepared event of a case under a cause; None if it cannot be prepared."""
        if self._uninterpreted is not None:
            return self._uninterpreted._changed(cause, number)  # noqa: SLF001 - of the same class
        key = number, cause.identifier
        if key in self._changed_events:
            return self._changed_events[key]
        prepared = self._prepare_changed(cause, number)
        if cause.kind is ChangeKind.FACT:
            if len(self._changed_events) >= _MAX_CHANGED_EVENTS:
                self._forget(self._changed_events.pop(next(iter(self._changed_events))))
            self._changed_events[key] = prepared
        return prepared

    def _forget(self, evicted: PreparedEvent | None) -> None:
        """Drop the rounds of a prepared event that is not kept for another cause."""
        kept = (*self._prepared_events.values(), *self._by_edition.values(), *self._changed_events.values())
        if evicted is not None and all(evicted is not prepared for prepared in kept):
            evicted.release()

    def _prepare_changed(self, cause: Cause, number: int) -> PreparedEvent | None:
        base, case = self.prepared(number), self.cases[number]
        if cause.event is None and cause.rules is None:
            return base
        self.budget.spend(_WORK_OF_PREPARING + len(case.event.players) / _PLAYERS_OF_PREPARING)
        try:
            event = cause.event(case.event) if cause.event else case.event
            rules: Rules = cause.rules(case.rules) if cause.rules else case.rules
            if cause.kind is ChangeKind.FACT and cause.rules is not None:
                base = self._prepared_by(rules, number)
                if event is case.event:
                    return base
            of_system = cause.rules is None or cause.kind is ChangeKind.FACT or cause.parts == 1
            of_players = of_system and not case.event.is_team_event
            return rules.prepare(event, base if of_players and _is_played_alike(event, case.event) else None)
        except Exception as error:  # noqa: BLE001 - what rules do that are wrong on purpose says nothing of ours
            self._record_failure(cause, error)
            return None

    def _record_failure(self, cause: Cause | None, error: Exception) -> None:
        """Record an error under a fact; rules that cannot pair an event or a round have not failed."""
        if cause is not None and cause.kind is ChangeKind.FACT and not isinstance(error, PairingError):
            self.failures.setdefault(cause.identifier, error)

    def _prepared_by(self, rules: Rules, number: int) -> PreparedEvent:
        """Return the prepared event of a case by the rules of another edition."""
        key = number, rules.edition.key
        if key not in self._by_edition:
            self._by_edition[key] = rules.prepare(self.cases[number].event)
        return self._by_edition[key]

    def _is_right(
        self,
        prepared: PreparedEvent,
        number: int,
        paired: Paired,
        change: ChangeRound | None = None,
        *,
        may_be_illegal: bool = False,
        cause: Cause | None = None,
    ) -> bool:
        if change is not None:
            return self._is_right_changed(prepared, number, paired, change)
        if self._is_derived_alike(prepared, number, paired.stage):
            return self._is_right_unchanged(number, paired)
        theirs, ours = prepared.rules.edition, self.cases[number].rules.edition
        # Rules that pair another number of rounds at once are right of a round if they are of all that it is part of.
        stages = sorted({theirs.round_of_row(row) for row in ours.rows(paired.stage)})
        try:
            if any(stage not in prepared.recorded_rounds for stage in stages):
                return False
            if paired.is_answer is not None:
                with self._counted(prepared.round(paired.stage)) as bound:
                    return stages == [paired.stage] and paired.is_answer(pairing_of(bound))
            is_known_wrong = self._uninterpreted is not None and len(stages) == 1
            doubted = self.find_differing_players(number, paired)
            return all(
                self._is_paired(prepared, stage, doubted, may_be_illegal=may_be_illegal, is_known_wrong=is_known_wrong)
                for stage in stages
            )
        except Exception as error:  # noqa: BLE001 - likewise
            self._record_failure(cause, error)
            return False

    def _is_right_unchanged(self, number: int, paired: Paired) -> bool:
        """Whether a round is exactly right as it is."""
        where = CaseRound(number, paired.stage)
        if where not in self._unchanged:
            self._unchanged[where] = self._is_right(self.prepared(number), number, paired)
        return self._unchanged[where]

    def _is_derived_alike(self, prepared: PreparedEvent, number: int, stage: int) -> bool:
        """Whether other definitions derive the same values for all participants of a round."""
        base = self.prepared(number)
        if prepared is base or stage not in prepared.recorded_rounds or prepared.source is not base.source:
            return False
        try:
            return are_derived_alike(prepared.round(stage), base.round(stage))
        except Exception:  # noqa: BLE001 - what rules do that are wrong on purpose says nothing of ours
            return False

    def _is_right_changed(self, prepared: PreparedEvent, number: int, paired: Paired, change: ChangeRound) -> bool:
        """Whether a round is exactly right if what it derives from the event is changed."""
        try:
            bound = prepared.round(paired.stage)
            changed = change(bound)
            if changed is bound and prepared is self.prepared(number):
                return self._is_right_unchanged(number, paired)
            with self._counted(changed):
                if paired.is_answer is not None:
                    return paired.is_answer(pairing_of(changed))
                return changed.is_paired_as(changed.posted, self.find_differing_players(number, paired))
        except Exception:  # noqa: BLE001 - likewise
            return False

    def _is_illegal(self, where: CaseRound) -> bool:
        """Whether a recorded round breaks an absolute rule as it is."""
        if where not in self._illegal:
            try:
                bound = self.prepared(where.case).round(where.stage)
                self._illegal[where] = self._answers[where].is_answer is None and bool(bound.violations(bound.posted))
            except Exception:  # noqa: BLE001 - likewise
                self._illegal[where] = False
        return self._illegal[where]

    def _is_paired(
        self,
        prepared: PreparedEvent,
        stage: int,
        doubted: frozenset[int],
        *,
        may_be_illegal: bool,
        is_known_wrong: bool,
    ) -> bool:
        """
        Whether the rules ask for the recorded pairing, by the readings taken or, if tried, by another reading.

        ``is_known_wrong`` says that by the readings taken they do not.
        """
        if not is_known_wrong:
            with self._counted(prepared.round(stage)) as bound:
                if _is_paired_as_posted(bound, doubted, may_be_illegal=may_be_illegal):
                    return True
        if self._uninterpreted is None:
            return False
        for _, reference in prepared.apply_each_variant(stage):
            with self._counted(reference.round(stage)) as bound:
                if _is_paired_as_posted(bound, doubted, may_be_illegal=may_be_illegal):
                    return True
        return False

    @contextmanager
    def _counted(self, bound: AnyRound) -> Iterator[AnyRound]:
        """Count the pairing of a round; a round that is paired as a whole takes the more work the larger it is."""
        self.pairings += 1
        was_paired = bound.is_attempted
        try:
            yield bound
        finally:
            is_whole = not was_paired and (bound.is_attempted or not bound.stops_early)
            further = is_whole * len(bound.participants.numbers) / _PLAYERS_OF_PAIRING
            self.budget.spend(bound.rules.work_of_pairing * (1 + further))


def _is_paired_as_posted(bound: AnyRound, doubted: frozenset[int], *, may_be_illegal: bool) -> bool:
    """
    Whether the rules of a round ask for its recorded pairing.

    Sound rules never ask for an illegal pairing, so a pairing that may be illegal is judged before the round is paired.
    """
    posted = bound.posted
    return not (may_be_illegal and bound.violations(posted)) and bound.is_paired_as(posted, doubted)


def pairing_of(bound: AnyRound) -> RoundPairing | None:
    """Return the pairing that the rules of a round ask for; None if no pairing is legal."""
    try:
        return bound.expected()
    except NoLegalPairingError:
        return None


def _is_played_alike(event: Event, reference: Event) -> bool:
    """Whether two events differ in what they declare alone: the same rows, and points for them."""
    return (
        event.players is reference.players
        and event.scoring == reference.scoring
        and event.extra_points == reference.extra_points
    )
