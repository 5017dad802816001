"""
Assumptions: facts that a file could declare and does not, taken for a whole event because its games support them.

The file's declarations are never replaced. An assumption needs at least two rounds that are right only under it (one
for settings that no format before TRF26 can declare), and no round that is right as declared may contradict it. Where
the games contradict a declared fact, the contradiction is mentioned and the verdicts stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, product

from checker.causes.cause import Case, Cause, Paired, combine_causes
from checker.causes.facts import accelerations_of, editions_of, numberings_of, settings_of
from checker.causes.trials import Trials
from checker.findings import Assumption, EventFinding, RoundFinding
from checker.verdicts.interpretations import is_discrepant, is_open_step, is_right
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import PairingError
from reference_engines.frame.rules import Rules
from reference_engines.frame.systems import are_same_system
from tournaments.frozen import FrozenStruct
from tournaments.model import Event

JudgeEvent = Callable[[Rules, Event], EventFinding]
"""Judges every round of an event under rules, by what the event declares."""

MAX_UNEXPLAINED_LEAD = 2
"""Most discrepant rounds left unexplained beyond those explained; at more, a fact is given up."""
MAX_COST_OF_OWN_SYSTEM = 60_000
"""Most participants paired anew by the system that is taken, `PAIRING_OVERHEAD` more for each pairing."""
MAX_COST_OF_OTHER_SYSTEMS = 4_000_000
"""The same for other systems, each pairing counted as the square of its participants: some look at every pair."""
PAIRING_OVERHEAD = 25
MAX_FLOATERS_OF_GROUP = 1
"""Most pairs of players with different scores, for each score, in a first round; an odd group needs one of them."""
SEARCH_CUT = (
    "Not every edition, acceleration and order of numbers was tried on this event: the search for undeclared facts was "
    "cut because of its size. --system KEY names the system."
)


class SupportedFact(FrozenStruct, frozen=True, kw_only=True):
    """A fact under which rounds of an event are right that are not right as declared."""

    cause: Cause
    rules: Rules
    finding: EventFinding
    """Every round of the event, judged under the fact."""
    supporting: frozenset[int]
    """The rounds, as the rules number them, that are right only under the fact."""

    @property
    def discrepant_rounds(self) -> tuple[RoundFinding, ...]:
        """The rounds that the fact does not explain."""
        return self.finding.discrepant_rounds


class AssumptionSearch:
    """The search for undeclared facts that explain the discrepant rounds of one event."""

    def __init__(
        self, event: Event, rules: Rules, findings: Sequence[RoundFinding], *, system_is_asked_for: bool
    ) -> None:
        """
        Take an event with all of its rounds as judged by the declarations.

        Where a system is asked for by its key, other systems and editions are not tried.
        """
        self._rules = rules
        self._findings = findings
        self._case = Case(
            name="",
            event=event,
            rules=rules,
            wanting=tuple(Paired(stage=one.round_number) for one in findings if is_discrepant(one)),
            agreeing=tuple(Paired(stage=one.round_number) for one in findings if is_right(one) and one.pairs),
        )
        found = () if system_is_asked_for else _drop_alike(rules, editions_of(event, rules, with_variants=False))
        self._editions = tuple(one for one in found if self._is_of_own_system(one))
        self._other_systems = tuple(one for one in found if not self._is_of_own_system(one))
        self._settings = settings_of(event, rules)
        self._accelerations = tuple(accelerations_of(event))
        self._plain = Trials([self._case])
        self._interpreted = Trials([self._case], uninterpreted=self._plain)
        agreeing = [one.stage for one in self._case.agreeing]
        self._refuting = {True: agreeing, False: [*agreeing[1:], *agreeing[:1]]}
        """
        Agreeing rounds, by whether a fact changes the event; the round that refuted the latest fact comes first.

        Systems differ little in the first round, and it is the first one that an acceleration changes.
        """
        paired = max((2 * one.pairs for one in findings), default=0) + PAIRING_OVERHEAD
        self._most_pairings = {True: MAX_COST_OF_OWN_SYSTEM // paired, False: MAX_COST_OF_OTHER_SYSTEMS // paired**2}
        self._pairings = {True: 0, False: 0}
        """By whether the system is the one that is taken."""
        self.is_cut = False

    def find_assumption(self, judge: JudgeEvent) -> SupportedFact | None:
        """
        Return the assumption under which the fewest rounds are discrepant; None if no fact qualifies.

        Of facts that leave as many rounds discrepant, a single fact comes before two together, and a fact by which the
        rounds are right as they stand comes before one that needs an open reading besides.
        """
        single = self._supportable(*self._facts)
        pairs = chain(
            product(self._editions, (*self._settings, *self._accelerations)),
            product(self._settings, self._accelerations),
            chain.from_iterable(map(self._accelerated, self._other_systems)),
        )
        combined = self._supportable(*(combine_causes(first, second) for first, second in pairs))
        best: SupportedFact | None = None
        for trials, causes in (
            (self._plain, single),
            (self._interpreted, (cause for cause in combined if self._explains_all(cause))),
            (self._interpreted, single),
        ):
            fact = self._first_supported(trials, causes, judge)
            if fact is not None and (best is None or len(fact.discrepant_rounds) < len(best.discrepant_rounds)):
                best = fact
            if best is not None and not best.discrepant_rounds:
                break
        return best

    def _first_supported(self, trials: Trials, causes: Iterable[Cause], judge: JudgeEvent) -> SupportedFact | None:
        """
        Return the first supported fact of those that explain the most rounds; None if no fact is supported.

        A fact that explains every discrepant round precedes all later ones, so it is judged before these are tried.
        """
        ranked: list[tuple[int, Cause]] = []
        for cause in causes:
            explained = self._count_explained(trials, cause)
            if explained == len(self._case.wanting) >= cause.supporting_rounds:
                fact = self._supported(cause, judge)
                if fact is not None:
                    return fact
            elif explained >= cause.supporting_rounds:
                ranked.append((explained, cause))
        ranked.sort(key=lambda found: -found[0])
        supported = (self._supported(cause, judge) for _, cause in ranked)
        return next((fact for fact in supported if fact is not None), None)

    def release(self) -> None:
        """Drop what the search has prepared; nothing is tried afterwards."""
        self._plain.release()

    def describe_failures(self) -> str:
        """Return a sentence on the first fact on whose trial an engine failed; empty if none failed."""
        failures = {**self._plain.failures, **self._interpreted.failures}
        if not failures:
            return ""
        identifier, error = next(iter(failures.items()))
        named = f"{type(error).__name__}: {error}".strip(": ")
        others = f", and for {len(failures) - 1} more" if len(failures) > 1 else ""
        return (
            f"The search for undeclared facts failed for {identifier} ({named}){others}; please report it. All other "
            "facts were tried."
        )

    def mention(self) -> str:
        """Return the fact that would make the most discrepant rounds right, as a sentence; empty if none does."""
        best: tuple[int, Cause] | None = None
        for cause in (*self._facts, *numberings_of(self._case.event)):
            explained = self._count_explained(self._plain, cause)
            if explained > (best[0] if best else 0):
                is_enough = explained == len(self._case.wanting) and not self._pairs_several_rounds(cause)
                best = (explained, cause) if is_enough or explained > 1 else best
            if best is not None and best[0] == len(self._case.wanting):
                break  # no later fact explains more
        return "" if best is None else self._mention_of(best[1], best[0])

    @property
    def _facts(self) -> tuple[Cause, ...]:
        return (*self._editions, *self._settings, *self._accelerations, *self._other_systems)

    def _accelerated(self, system: Cause) -> Iterable[tuple[Cause, Cause]]:
        """Return another system together with each acceleration; the rounds of that system count."""
        return product((system,), accelerations_of(self._case.event, system.change_rules(self._rules).edition))

    def _is_of_own_system(self, cause: Cause) -> bool:
        """Whether a fact leaves the system that is taken."""
        return cause.rules is None or are_same_system(cause.rules(self._rules).edition, self._rules.edition)

    def _supportable(self, *causes: Cause) -> list[Cause]:
        """Return the undeclared facts that the discrepant rounds are enough to support."""
        return [one for one in causes if one.undeclared and one.supporting_rounds <= len(self._case.wanting)]

    def _explains_all(self, cause: Cause) -> bool:
        """Whether a fact makes every discrepant round right, less than half of them with an open reading besides."""
        if self._mixes_scores(cause):
            return False
        stages = [one.stage for one in self._case.wanting]
        unexplained: list[int] = []
        for stage in stages:
            if not self._is_right(self._plain, cause, stage):
                unexplained.append(stage)
                if 2 * len(unexplained) >= len(stages):
                    return False
        return all(self._is_right(self._interpreted, cause, stage) for stage in unexplained)

    def _count_explained(self, trials: Trials, cause: Cause) -> int:
        """
        Count the discrepant rounds that a fact makes right.

        0 as soon as it contradicts an agreeing round, or too many rounds stay wrong, or the search ends.
        """
        wanting = self._case.wanting
        if 1 not in {one.stage for one in wanting} and self._mixes_scores(cause):
            return 0
        refuting = self._refuting[cause.event is not None]
        if len(wanting) > 1 and refuting and not self._is_right(trials, cause, refuting[0]):
            return 0
        explained = 0
        for number, paired in enumerate(wanting, start=1):
            explained += self._is_right(trials, cause, paired.stage)
            unexplained = number - explained
            if unexplained > len(wanting) // 2 or unexplained > explained + MAX_UNEXPLAINED_LEAD:
                return 0
        for stage in refuting:
            if not trials.right(cause, 0, [stage]):
                refuting.remove(stage)
                refuting.insert(0, stage)
                return 0
        return explained

    def _is_right(self, trials: Trials, cause: Cause, stage: int) -> bool:
        """Whether a fact makes a round right; where the search has cost too much, it is cut and nothing is right."""
        own = self._is_of_own_system(cause)
        if self._pairings[own] >= self._most_pairings[own]:
            self.is_cut = True
            return False
        before = self._plain.pairings + self._interpreted.pairings
        found = bool(trials.right(cause, 0, [stage]))
        self._pairings[own] += self._plain.pairings + self._interpreted.pairings - before
        return found

    def _mixes_scores(self, cause: Cause) -> bool:
        """
        Whether a fact gives the players virtual points that the first round, which is judged, contradicts.

        Players of equal scores meet each other (C.04.1:5): without earlier games, only odd groups have floaters.
        """
        case = self._case
        is_judged = any(one.stage == 1 for one in (*case.wanting, *case.agreeing))
        if cause.event is None or case.event.is_team_event or not is_judged or not _has_equal_chances(case.event):
            return False
        try:
            points = _first_virtual_points(cause.event(case.event))
        except PairingError:  # an acceleration that the event cannot have is refuted by its trials
            return False
        posted = self._plain.prepared(0).round(1).posted.pairs
        mixed = sum(points.get(pair.white, 0) != points.get(pair.black, 0) for pair in posted)
        return mixed > MAX_FLOATERS_OF_GROUP * len({points.get(one.tpn, 0) for one in case.event.players})

    def _supported(self, cause: Cause, judge: JudgeEvent) -> SupportedFact | None:
        """Judge the whole event under a fact; None if a right round contradicts it or too few rounds support it."""
        rules = cause.change_rules(self._rules)
        judged = judge(rules, cause.change_event(self._case.event))
        declared = {one.round_number: one for one in self._findings}
        supporting = set()
        for finding in judged.rounds:
            rows = rules.edition.rows(finding.round_number)
            before = [
                declared[number] for number in {self._rules.edition.round_of_row(row) for row in rows} & set(declared)
            ]
            if any(is_discrepant(one) for one in before):
                if _stands(finding):
                    supporting.add(finding.round_number)
            elif all(_stands(one) for one in before) and not _stands(finding):
                return None
        if len(supporting) < cause.supporting_rounds:
            return None
        return SupportedFact(cause=cause, rules=rules, finding=judged, supporting=frozenset(supporting))

    def _pairs_several_rounds(self, cause: Cause) -> bool:
        """Whether a fact takes several rounds of the file for one; a single repeated game does not show matches."""
        games, taken = (one.edition.file_rounds_per_round for one in (cause.change_rules(self._rules), self._rules))
        return games > taken

    def _mention_of(self, cause: Cause, explained: int) -> str:
        discrepant, agreeing = len(self._case.wanting), len(self._case.agreeing)
        rounds, right = discrepant + agreeing, explained + agreeing
        agree = f"All {rounds} rounds agree" if right == rounds else f"{right} of {rounds} rounds agree"
        if rounds == 1:
            agree = "The round agrees"
        others = "" if right == rounds and not agreeing else f" ({agreeing or 'none'} by what is declared)"
        return f"{agree} {cause.short}{others}; {cause.silence}."


def _drop_alike(rules: Rules, editions: Iterable[Cause]) -> list[Cause]:
    """Return the editions that can pair otherwise than the rules taken, and than every edition before them."""
    tried, different = [rules], []
    for cause in editions:
        edition_rules = cause.change_rules(rules)
        if not any(edition_rules.pairs_like(one) for one in tried):
            tried.append(edition_rules)
            different.append(cause)
    return different


def _has_equal_chances(event: Event) -> bool:
    """Whether nothing but virtual points distinguishes the players before the first round."""
    return not (event.forbidden or event.extra_points)


def _first_virtual_points(event: Event) -> dict[int, int]:
    """Return the virtual points of the first round by TPN."""
    listed = (one for one in event.virtual_points if one.first_round <= 1 <= one.last_round)
    return {tpn: one.points for one in listed for tpn in one.players}


def apply_assumption(fact: SupportedFact, declared: Sequence[RoundFinding]) -> EventFinding:
    """Return an event as judged under an assumption; ``declared`` are its rounds judged without the assumption."""
    rounds = tuple(sorted(fact.supporting))
    assumption = Assumption(identifier=fact.cause.identifier, condition=fact.cause.sentence, rounds=rounds)
    before = {one.round_number: one for one in declared}
    same_rounds = len(before) == len(fact.finding.rounds)
    return EventFinding(
        header=replace(fact.finding.header, assumption=assumption),
        rounds=tuple(
            _resting_on(assumption, one, before[one.round_number] if same_rounds else None)
            if one.round_number in fact.supporting
            else one
            for one in fact.finding.rounds
        ),
    )


def _resting_on(assumption: Assumption, finding: RoundFinding, declared: RoundFinding | None) -> RoundFinding:
    """Return the finding on a round that is right under an assumption only."""
    sentence = f"Round {finding.round_number}: right only {assumption.condition}, which the file does not declare."
    if declared is not None:
        without = declared.answer.removeprefix(f"Round {finding.round_number}: ")
        sentence = f"{sentence} Without that assumption: {without}"
    return replace(
        finding.restate(Verdict.UNDECLARED_FACT, sentence),
        expected=declared.expected if declared else None,
        differences=declared.differences if declared else None,
        readings=finding.readings,
        rests_on=(assumption.identifier, *finding.rests_on),
    )


def _stands(finding: RoundFinding) -> bool:
    """Whether a round stands as it is judged: it is not discrepant, nor excused by an open step alone."""
    return finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.ACCEPTED) and not is_open_step(finding)
