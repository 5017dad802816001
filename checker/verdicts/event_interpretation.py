"""
One interpretation for a whole event, under which all of its rounds are judged.

An undeclared fact holds for the whole event, and a reading is a habit of the program that paired it, so one
interpretation must fit every round. Of all interpretations that are more favourable to some round, the one is chosen
under which the event has the fewest discrepant rounds, then the least severe, then the fewest pairs. A reading that
contradicts a round which is right by default must explain more rounds than it costs; an assumed fact that contradicts
such a round is rejected, however many rounds it would explain.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from checker.verdicts.comparison import finding_under
from checker.verdicts.interpretations import (
    DEFAULT,
    MAX_TRIED_PAIRS,
    MAX_VARIANTS,
    can_be_excused,
    collect_notes,
    combine,
    exclude_each_other,
    interpretation_key,
    is_discrepant,
    is_more_favourable,
    is_open_step,
    is_right,
    is_unfavourable,
    minimal_interpretation,
    severity,
)
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from checker.findings import RoundFinding
    from checker.verdicts.interpretations import Interpretation, Interpretations, Severity
    from checker.verdicts.round_case import RoundContext

MAX_INTERPRETATIONS = 60
"""Interpretations that are tried on all rounds; the one that improves the most rounds comes first."""
_MAX_PAIR_SEARCHES = 3
"""Rounds for which pairs of variants are tried, if no single variant makes them right."""
_MAX_NAMED_ROUNDS = 2


class EventInterpretation(FrozenStruct, frozen=True, kw_only=True):
    """The interpretation under which an event is judged."""

    interpretation: Interpretation
    rejected: tuple[tuple[Interpretation, tuple[int, ...]], ...] = ()
    """Rejected interpretations that are more favourable to some round, with the rounds that contradict them."""


def choose_interpretation(interpretations: Interpretations, stages: Sequence[int]) -> EventInterpretation:
    """Choose the interpretation under which the rounds of an event are judged."""
    stages = [stage for stage in stages if _was_judged(interpretations, stage)]
    differing = [stage for stage in stages if can_be_excused(interpretations.finding(DEFAULT, stage))]
    order = [*differing, *(stage for stage in stages if stage not in differing)]
    best = least = _weigh_rounds(interpretations, DEFAULT, differing)
    rejected: list[tuple[Interpretation, tuple[int, ...]]] = []
    for interpretation in _candidates(_find_helpful(interpretations, differing)):
        weight = _weigh_rounds(interpretations, interpretation, order, most=best.discrepant)
        is_contradicted = weight.against and (_has_fact(interpretation) or weight.discrepant >= least.discrepant)
        if is_contradicted or not weight < best:
            rejected.append((interpretation, weight.against))
            continue
        rejected.append((best.interpretation, best.against))
        best = weight
    return EventInterpretation(interpretation=best.interpretation, rejected=tuple(rejected))


def judge_under(
    interpretations: Interpretations, chosen: EventInterpretation, stage: int, context: RoundContext
) -> RoundFinding:
    """Return the finding on a round of an event whose interpretation is chosen."""
    default_finding = interpretations.finding(DEFAULT, stage)
    if not can_be_excused(default_finding):
        return default_finding
    interpretation = minimal_interpretation(interpretations, chosen.interpretation, stage)
    if not is_more_favourable(interpretations.outline(interpretation, stage), default_finding):
        interpretation = DEFAULT
    finding = finding_under(interpretations, interpretation, stage, context)
    return (
        _mention_untried(interpretations, _explain_rejection(interpretations, finding, chosen))
        if is_discrepant(finding)
        else finding
    )


def _mention_untried(interpretations: Interpretations, finding: RoundFinding) -> RoundFinding:
    """Add to the finding how many pairs of variants were not tried, if any were left out."""
    left = interpretations.count_untried_pairs(finding.round_number)
    if not left:
        return finding
    said = f"Of {MAX_TRIED_PAIRS + left} combinations of two open readings, {MAX_TRIED_PAIRS} were tried; none helps."
    return replace(finding, sentence=f"{finding.sentence} {said}")


def _explain_rejection(
    interpretations: Interpretations, finding: RoundFinding, chosen: EventInterpretation
) -> RoundFinding:
    """Add to the finding an interpretation by which the round would be right, and why it is rejected."""
    for interpretation, against in chosen.rejected:
        if not is_right(interpretations.outline(interpretation, finding.round_number)):
            continue
        if against:
            rounds = " and ".join(map(str, against[:_MAX_NAMED_ROUNDS]))
            why = (
                f"but round {rounds} contradicts that" if len(against) == 1 else f"but rounds {rounds} contradict that"
            )
        else:
            why = f"but the event as a whole comes off better by that of {_join_identifiers(chosen.interpretation)}"
        said = f"By the other side of {_join_identifiers(interpretation)} it would be right, {why}."
        if against:
            said += " An event is judged by one side throughout."
        return replace(finding, sentence=f"{finding.sentence} {said}")
    return finding


def _has_fact(interpretation: Interpretation) -> bool:
    """Whether an interpretation assumes a fact of the event, besides readings of the rules."""
    return any(variant.event for variant in interpretation)


def _join_identifiers(interpretation: Interpretation) -> str:
    return " and ".join(note.identifier for note in collect_notes(interpretation))


def _was_judged(interpretations: Interpretations, stage: int) -> bool:
    finding = interpretations.finding(DEFAULT, stage)
    return is_right(finding) or can_be_excused(finding)


def _find_helpful(interpretations: Interpretations, differing: Iterable[int]) -> list[tuple[Interpretation, set[int]]]:
    """Return the interpretations that are more favourable to a discrepant round, with their rounds."""
    severities_found: dict[frozenset[Hashable], tuple[Interpretation, set[int]]] = {}
    searches = _MAX_PAIR_SEARCHES
    for stage in differing:
        alone = interpretations.find_favourable_variants(stage)
        together: tuple[Interpretation, ...] = ()
        if not any(is_right(interpretations.outline(interpretation, stage)) for interpretation in alone):
            together = interpretations.find_favourable_pairs(stage) if searches else ()
            searches = max(searches - 1, 0)
        for interpretation in (*alone, *together):
            severities_found.setdefault(interpretation_key(interpretation), (interpretation, set()))[1].add(stage)
    return list(severities_found.values())


def _candidates(helped: Sequence[tuple[Interpretation, set[int]]]) -> list[Interpretation]:
    """Return the interpretations to be tried on all rounds: the helpful ones, and pairs that help different rounds."""
    both = [
        (combine(*one, *other), its | others)
        for (one, its), (other, others) in combinations(helped, 2)
        if len(one) + len(other) <= MAX_VARIANTS
        and not (its <= others or others <= its)
        and not exclude_each_other(one[0], other[0])
    ]
    ranked = sorted([*helped, *both], key=lambda severities_found: -len(severities_found[1]))
    unique = {interpretation_key(interpretation): interpretation for interpretation, _ in reversed(ranked)}
    return list(reversed(unique.values()))[:MAX_INTERPRETATIONS]


class _EventSeverity(FrozenStruct, frozen=True, kw_only=True):
    """The severity of an event's findings under an interpretation."""

    interpretation: Interpretation
    discrepant: int
    """Rounds, including rounds that only an open step excuses."""
    severities: tuple[Severity, ...]
    """Of these rounds, the most severe first."""
    against: tuple[int, ...]
    """Rounds that are right by default and discrepant under this interpretation; the first few, if there are many."""

    def __lt__(self, other: _EventSeverity) -> bool:
        """Whether this interpretation is more favourable to the event."""
        return self._key < other._key

    @property
    def _key(self) -> tuple[object, ...]:
        return self.discrepant, self.severities, len(self.interpretation)


def _weigh_rounds(
    interpretations: Interpretations, interpretation: Interpretation, stages: Iterable[int], most: int | None = None
) -> _EventSeverity:
    """Collect the severities of the rounds under an interpretation, until more than ``most`` are discrepant."""
    severities_found, against = [], []
    for stage in stages:
        finding = _counted_finding(interpretations, interpretation, stage)
        if not is_unfavourable(finding):
            continue
        severities_found.append(severity(finding))
        if is_right(interpretations.finding(DEFAULT, stage)):
            against.append(stage)
        if most is not None and len(severities_found) > most:
            break
    harshest_first = tuple(sorted(severities_found, reverse=True))
    return _EventSeverity(
        interpretation=interpretation,
        discrepant=len(severities_found),
        severities=harshest_first,
        against=tuple(against),
    )


def _counted_finding(interpretations: Interpretations, interpretation: Interpretation, stage: int) -> RoundFinding:
    """Return the finding that counts for a round: the default one if no variant matters or helps."""
    default_finding = interpretations.finding(DEFAULT, stage)
    if is_right(default_finding) and not any(variant.event for variant in interpretation):
        may_matter = {variant.key for variant in interpretations.open_points(stage)}
        if may_matter.isdisjoint(variant.key for variant in interpretation):
            return default_finding
    finding = interpretations.outline(interpretation, stage)
    return default_finding if is_open_step(finding) and not is_right(default_finding) else finding
