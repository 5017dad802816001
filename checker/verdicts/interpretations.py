"""
The most favourable verdict on a round that the file and the text of the regulation allow.

An *interpretation* is a set of variants: assumptions about facts that the file does not declare, and readings of an
ambiguous text. The default interpretation has none. A discrepant round is judged under each variant, then under pairs
of variants; the most favourable verdict stands and names its variants. Only the default can agree: a round that is
right under another interpretation is `ambiguous-rule`.

Severity orders the verdicts; discrepant pairs break the tie. A round that could not be judged is the most severe. A
step that the text leaves open excuses pairs that nothing else explains: if another interpretation gives all of the
pairs, only the colours are left to be judged.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import PairingError
from reference_engines.frame.rules import unsettled_variants
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from checker.findings import RoundFinding
    from reference_engines.frame.results import ReadingNote
    from reference_engines.frame.rules import PreparedEvent
    from reference_engines.frame.variants import Variant

    Interpretation = tuple[Variant, ...]
    """Variants that hold together; empty: the default."""

    JudgeRound = Callable[..., RoundFinding]
    """From a prepared event, the number of a round and ``has_reasons``: the finding under the rules of the event."""


VERDICTS_BY_SEVERITY = (
    Verdict.AGREE,
    Verdict.NOTHING_TO_JUDGE,
    Verdict.BOARD_ORDER,
    Verdict.DECLARED,
    Verdict.AMBIGUOUS_RULE,
    Verdict.UNDECLARED_FACT,
    Verdict.COLOURS,
    Verdict.LATER_IN_ORDER,
    Verdict.WORSE,
    Verdict.ILLEGAL,
    Verdict.REFERENCE_FAULT,
)
"""Verdicts on rounds that were judged, the mildest first; all other verdicts are more severe."""
_PLACE = {verdict: place for place, verdict in enumerate(VERDICTS_BY_SEVERITY)}


class Severity(FrozenStruct, frozen=True, order=True):
    """Severity of a finding; lower is milder."""

    place: int
    """Place of the verdict in `VERDICTS_BY_SEVERITY`."""
    is_open_step: bool
    """Whether only an open step excuses the pairs: more severe than other colours, milder than the next verdict."""
    pairs: int
    """Discrepant pairs."""


def severity(finding: RoundFinding) -> Severity:
    """Return the severity of a finding."""
    if is_open_step(finding):
        return Severity(_PLACE[Verdict.COLOURS], is_open_step=True, pairs=finding.discrepant_pairs)
    return Severity(_PLACE.get(finding.verdict, len(_PLACE)), is_open_step=False, pairs=finding.discrepant_pairs)


def is_open_step(finding: RoundFinding) -> bool:
    """Whether other pairs than ours are excused because the step at which they first differ is open."""
    excuses = finding.verdict in (Verdict.AMBIGUOUS_RULE, Verdict.COLOURS)
    return excuses and finding.argument.parting is not None


def is_right(finding: RoundFinding) -> bool:
    """Whether pairs, bye and colours are right."""
    return finding.verdict in (Verdict.AGREE, Verdict.NOTHING_TO_JUDGE, Verdict.BOARD_ORDER)


def is_discrepant(finding: RoundFinding) -> bool:
    """Whether the round has a discrepancy."""
    return finding.verdict.outcome is Outcome.DISCREPANT


def is_unfavourable(finding: RoundFinding) -> bool:
    """Whether a finding speaks against its interpretation: discrepant, an open step, or not judged."""
    return severity(finding).place >= _PLACE[Verdict.COLOURS]


def can_be_excused(finding: RoundFinding) -> bool:
    """Whether another interpretation may help: the round was judged, and is not right."""
    return finding.verdict in _PLACE and not is_right(finding)


DEFAULT: Interpretation = ()
MAX_VARIANTS = 2
"""Variants in an interpretation."""
MAX_TRIED_PAIRS = 24
"""Pairs of variants that are tried for a round."""


class Interpretations:
    """An event under each of its interpretations, with the findings made so far."""

    def __init__(self, prepared: PreparedEvent, judge_round_plainly: JudgeRound) -> None:
        """Take a prepared event under the default interpretation, and the function that judges its rounds."""
        self._judge_plainly = judge_round_plainly
        self.default_event = prepared
        """The event under the default interpretation."""
        self._findings: dict[tuple[frozenset[Hashable], int, bool], RoundFinding] = {}
        """By the key of the interpretation, the round, and whether they are explained."""
        self._untried_pairs: dict[int, int] = {}

    def open_points(self, stage: int) -> tuple[Variant, ...]:
        """Return the variants that may matter for a round."""
        return tuple(unsettled_variants(self.default_event.round(stage)))

    def finding(self, interpretation: Interpretation, stage: int) -> RoundFinding:
        """Return the finding on a round under an interpretation, as if it were the default."""
        return self._judge(interpretation, stage, has_reasons=True)

    def outline(self, interpretation: Interpretation, stage: int) -> RoundFinding:
        """Return the finding under an interpretation without its reasons: enough to compare interpretations."""
        is_explained = (interpretation_key(interpretation), stage, True) in self._findings
        return self._judge(interpretation, stage, has_reasons=is_explained or interpretation == DEFAULT)

    def _judge(self, interpretation: Interpretation, stage: int, *, has_reasons: bool) -> RoundFinding:
        key = interpretation_key(interpretation), stage, has_reasons
        if key not in self._findings:
            event = self.default_event.under(*interpretation)
            self._findings[key] = self._judge_plainly(event, stage, has_reasons=has_reasons)
        return self._findings[key]

    def find_favourable_variants(self, stage: int) -> tuple[Interpretation, ...]:
        """Return the interpretations of one variant that are more favourable to a round than the default."""
        return tuple(
            (variant,) for variant in self.open_points(stage) if self._is_more_favourable((variant,), stage, DEFAULT)
        )

    def find_favourable_pairs(self, stage: int) -> tuple[Interpretation, ...]:
        """
        Return pairs of variants more favourable than either variant, up to the first that makes the round right.

        Only pairs of variants that give the posted pairs are judged: others would leave the round discrepant.
        """
        results = []
        for pair in self._pairs_to_try(stage):
            if not self._gives_the_pairs(pair, stage):
                continue
            if all(
                self._is_more_favourable(pair, stage, interpretation)
                for interpretation in (DEFAULT, *((first,) for first in pair))
            ):
                results.append(pair)
                if is_right(self.outline(pair, stage)):
                    break
        return tuple(results)

    def _gives_the_pairs(self, interpretation: Interpretation, stage: int) -> bool:
        recorded = self.finding(DEFAULT, stage).recorded
        try:
            expected = self.default_event.under(*interpretation).round(stage).expected()
        except PairingError:  # readings that cannot be followed here explain nothing
            return False
        return recorded is not None and recorded.bye == expected.bye and recorded.games == expected.games

    def _pairs_to_try(self, stage: int) -> list[Interpretation]:
        """
        Return pairs of variants to be tried; pairs whose variants matter by themselves come first.

        Of two that do not matter, one must be open under the other only: a reading may open a further one.
        """
        alone = {variant.key: self._matters(variant, stage) for variant in self.open_points(stage)}
        pairs: dict[frozenset[Hashable], Interpretation] = {}
        for pair in self._pairs(stage):
            if any(alone.get(variant.key, True) for variant in pair):
                pairs.setdefault(interpretation_key(pair), pair)
        ranked = sorted(pairs.values(), key=lambda pair: sum(not alone.get(variant.key) for variant in pair))
        if len(ranked) > MAX_TRIED_PAIRS:
            self._untried_pairs[stage] = len(ranked) - MAX_TRIED_PAIRS
        return ranked[:MAX_TRIED_PAIRS]

    def count_untried_pairs(self, stage: int) -> int:
        """Return the number of pairs of variants beyond `MAX_TRIED_PAIRS` that were not tried for a round."""
        return self._untried_pairs.get(stage, 0)

    def _pairs(self, stage: int) -> Iterator[Interpretation]:
        for variant in self.open_points(stage):
            for second in unsettled_variants(self.default_event.under(variant).round(stage)):
                if second.key != variant.key and not exclude_each_other(variant, second):
                    yield combine(variant, second)

    def _matters(self, variant: Variant, stage: int) -> bool:
        """Whether a variant alone changes the finding on a round."""
        first, second = self.outline((variant,), stage), self.outline(DEFAULT, stage)
        return severity(first) != severity(second) or first.expected != second.expected

    def _is_more_favourable(self, interpretation: Interpretation, stage: int, than: Interpretation) -> bool:
        return is_more_favourable(self.outline(interpretation, stage), self.outline(than, stage))


def combine(first: Variant, second: Variant) -> Interpretation:
    """Combine two variants into an interpretation, ordered by their identifiers."""
    first, second = sorted((first, second), key=lambda variant: variant.note.identifier)
    return first, second


def exclude_each_other(first: Variant, second: Variant) -> bool:
    """Whether two variants give one fact of the event two values."""
    return first.note.identifier == second.note.identifier and not (first.rules and second.rules)


def interpretation_key(interpretation: Interpretation) -> frozenset[Hashable]:
    """Return the key of an interpretation, free of order."""
    return frozenset(variant.key for variant in interpretation)


def is_more_favourable(finding: RoundFinding, than: RoundFinding) -> bool:
    """
    Whether a finding under another interpretation may replace a finding.

    Only a right finding excuses a fault of our engine. An open step excuses a round by default, not under another
    interpretation: there it would be a further reading, which no program is known to follow. Nor does it excuse colours
    if the other interpretation gives all of the pairs.
    """
    if than.verdict is Verdict.REFERENCE_FAULT and not is_right(finding):
        return False
    return not is_open_step(finding) and severity(finding) < severity(than)


def most_favourable(interpretations: Interpretations, stage: int) -> Interpretation:
    """Return the interpretation most favourable to a round; among equals, the one with the fewest variants."""
    if not can_be_excused(interpretations.finding(DEFAULT, stage)):
        return DEFAULT
    results = [DEFAULT, *interpretations.find_favourable_variants(stage)]
    if not any(is_right(interpretations.outline(interpretation, stage)) for interpretation in results):
        results += interpretations.find_favourable_pairs(stage)
    return min(
        results,
        key=lambda interpretation: (severity(interpretations.outline(interpretation, stage)), len(interpretation)),
    )


def minimal_interpretation(
    interpretations: Interpretations, interpretation: Interpretation, stage: int
) -> Interpretation:
    """
    Return the fewest variants of an interpretation under which the finding on a round is as favourable.

    An assumed fact holds in every round: variants without the fact count as severely as together with it.
    """

    def part_severity(part: Interpretation) -> Severity:
        with_facts = tuple(variant for variant in interpretation if variant in part or variant.event)
        return max(severity(interpretations.outline(part, stage)), severity(interpretations.outline(with_facts, stage)))

    parts = [part for number in range(len(interpretation) + 1) for part in combinations(interpretation, number)]
    return min(parts, key=lambda part: (part_severity(part), len(part)))


def collect_notes(interpretation: Interpretation) -> tuple[ReadingNote, ...]:
    """Return the entries of the register that an interpretation rests on, each once."""
    return merge_notes(variant.note for variant in interpretation)


def merge_notes(notes: Iterable[ReadingNote]) -> tuple[ReadingNote, ...]:
    """Return the notes, the first of each identifier only."""
    results: dict[str, ReadingNote] = {}
    for note in notes:
        results.setdefault(note.identifier, note)
    return tuple(results.values())


def note_identifiers(notes: Iterable[ReadingNote]) -> tuple[str, ...]:
    """Return the identifiers of notes."""
    return tuple(note.identifier for note in notes)


def describe_notes(notes: Iterable[ReadingNote]) -> str:
    """``SPP-2026-08: which numbers...`` for each."""
    return " ".join(f"{note.identifier}: {note.sentence}" for note in notes)


def with_interpretation(
    finding: RoundFinding, interpretation: Interpretation, default_finding: RoundFinding
) -> RoundFinding:
    """Add to a favourable finding that is not right the interpretation on which it rests."""
    notes = collect_notes(interpretation)
    named = " and ".join(note.identifier for note in notes)
    pairs = f" in {default_finding.discrepant_pairs} pairs" if default_finding.verdict is finding.verdict else ""
    rests = f"The verdict rests on {named}; by the side taken it would be `{default_finding.verdict.value}`{pairs}."
    if is_open_step(default_finding):
        rests = f"The pairs are right by the other side of {named}."
    readings = merge_notes((*notes, *finding.readings))
    return replace(
        finding,
        sentence=f"{finding.sentence} {rests}",
        readings=readings,
        rests_on=note_identifiers(readings if finding.rests_on else notes),
        recorded=default_finding.recorded,
    )
