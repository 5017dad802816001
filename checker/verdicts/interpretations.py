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
from typing import TYPE_CHECKING, NamedTuple

from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from checker.findings import RoundFinding
    from reference_engines.frame.results import ReadingNote
    from reference_engines.frame.rules import PreparedEvent
    from reference_engines.frame.variants import Variant

    Side = tuple[Variant, ...]
    """Changes made at once; none: the side taken."""
    Plainly = Callable[[PreparedEvent, int], RoundFinding]
    """Judges a round as the prepared event has it, without looking for other sides."""


FROM_MILD_TO_HARSH = (
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
"""Verdicts on rounds that were judged, the mildest first; all others are harsher."""
_PLACE = {verdict: place for place, verdict in enumerate(FROM_MILD_TO_HARSH)}


class Severity(NamedTuple):
    """How harsh a finding is; the lesser is the milder."""

    place: int
    """Of the verdict, in `FROM_MILD_TO_HARSH`."""
    is_open_step: bool
    """Whether nothing but an open step excuses the pairs: harsher than other colours, and milder than what follows."""
    pairs: int
    """Discrepant ones."""


def severity(finding: RoundFinding) -> Severity:
    """Return how harsh a finding is."""
    if is_open_step(finding):
        return Severity(_PLACE[Verdict.COLOURS], is_open_step=True, pairs=finding.discrepant_pairs)
    return Severity(_PLACE.get(finding.verdict, len(_PLACE)), is_open_step=False, pairs=finding.discrepant_pairs)


def is_open_step(finding: RoundFinding) -> bool:
    """Whether other pairs than ours are excused because the step at which they part is open."""
    return finding.verdict is Verdict.AMBIGUOUS_RULE and finding.parting is not None


def is_right(finding: RoundFinding) -> bool:
    """Whether pairs, bye and colours are those that are asked for."""
    return finding.verdict in (Verdict.AGREE, Verdict.NOTHING_TO_JUDGE, Verdict.BOARD_ORDER)


def is_discrepant(finding: RoundFinding) -> bool:
    """Whether the round has a discrepancy."""
    return finding.verdict.outcome is Outcome.DISCREPANT


def counts_against(finding: RoundFinding) -> bool:
    """Whether a finding speaks against the side on which it was found: discrepant, an open step, or not judged."""
    return severity(finding).place >= _PLACE[Verdict.COLOURS]


def may_be_milder(finding: RoundFinding) -> bool:
    """Whether it is worth looking for another side: the round was judged, and is not right."""
    return finding.verdict in _PLACE and not is_right(finding)


TAKEN: Side = ()
AT_ONCE = 2
"""So many changes are made at once."""
MOST_TOGETHER = 24
"""Pairs of changes that are tried for a round."""


class Sides:
    """An event, to be judged on whatever side; what was found is kept."""

    def __init__(self, prepared: PreparedEvent, plainly: Plainly) -> None:
        """Take a prepared event on the side taken, and how a round is judged by any."""
        self._plainly = plainly
        self.taken = prepared
        """The event on the side taken."""
        self._found: dict[tuple[frozenset[Hashable], int], RoundFinding] = {}
        self._open: dict[int, tuple[Variant, ...]] = {}
        self._not_tried: dict[int, int] = {}

    def open_points(self, stage: int) -> tuple[Variant, ...]:
        """Return the changes that may matter for a round."""
        if stage not in self._open:
            self._open[stage] = tuple({change.key: change for change in self.taken.round(stage).variants()}.values())
        return self._open[stage]

    def finding(self, side: Side, stage: int) -> RoundFinding:
        """Return what is found in a round on a side, as if it were the one taken."""
        key = key_of(side), stage
        if key not in self._found:
            self._found[key] = self._plainly(self.taken.under(*side), stage)
        return self._found[key]

    def milder_alone(self, stage: int) -> tuple[Side, ...]:
        """Return the sides of one change on which a round is seen milder than on the one taken."""
        return tuple((change,) for change in self.open_points(stage) if self._is_milder((change,), stage, TAKEN))

    def milder_together(self, stage: int) -> tuple[Side, ...]:
        """
        Return sides of two changes that are milder than either, up to the first on which the round is right.

        Only those that give the pairs of the round are looked into: others would leave it discrepant, by two readings.
        """
        found = []
        for pair in self._tried_together(stage):
            if not self._gives_the_pairs(pair, stage):
                continue
            if all(self._is_milder(pair, stage, side) for side in (TAKEN, *((one,) for one in pair))):
                found.append(pair)
                if is_right(self.finding(pair, stage)):
                    break
        return tuple(found)

    def _gives_the_pairs(self, side: Side, stage: int) -> bool:
        recorded = self.finding(TAKEN, stage).recorded
        try:
            expected = self.taken.under(*side).round(stage).expected()
        except PairingError:  # readings that cannot be followed here explain nothing
            return False
        return recorded is not None and recorded.bye == expected.bye and recorded.games == expected.games

    def _tried_together(self, stage: int) -> list[Side]:
        """
        Return pairs of changes to be tried, those first of which both, or one, change something by themselves.

        Of two that do not, one must be open on the other's side only: what may matter can depend on what is read
        otherwise already.
        """
        alone = {change.key: self._matters(change, stage) for change in self.open_points(stage)}
        pairs: dict[frozenset[Hashable], Side] = {}
        for pair in self._pairs(stage):
            if any(alone.get(change.key, True) for change in pair):
                pairs.setdefault(key_of(pair), pair)
        ranked = sorted(pairs.values(), key=lambda pair: sum(not alone.get(change.key) for change in pair))
        if len(ranked) > MOST_TOGETHER:
            self._not_tried[stage] = len(ranked) - MOST_TOGETHER
        return ranked[:MOST_TOGETHER]

    def not_tried(self, stage: int) -> int:
        """Return how many pairs of changes were left out of a round, `MOST_TOGETHER` having been tried."""
        return self._not_tried.get(stage, 0)

    def _pairs(self, stage: int) -> Iterator[Side]:
        for change in self.open_points(stage):
            for other in self.taken.under(change).round(stage).variants():
                if other.key != change.key and not exclude_each_other(change, other):
                    yield at_once(change, other)

    def _matters(self, change: Variant, stage: int) -> bool:
        """Whether a round is seen otherwise by a change alone."""
        one, other = self.finding((change,), stage), self.finding(TAKEN, stage)
        return severity(one) != severity(other) or one.expected != other.expected

    def _is_milder(self, side: Side, stage: int, than: Side) -> bool:
        return is_milder(self.finding(side, stage), self.finding(than, stage))


def at_once(one: Variant, other: Variant) -> Side:
    """Return a side of two changes; their order says nothing, and is that of their entries."""
    first, second = sorted((one, other), key=lambda change: change.note.identifier)
    return first, second


def exclude_each_other(one: Variant, other: Variant) -> bool:
    """Whether two changes give one fact of the event two values."""
    return one.note.identifier == other.note.identifier and not (one.rules and other.rules)


def key_of(side: Side) -> frozenset[Hashable]:
    """Return what a side is known by."""
    return frozenset(change.key for change in side)


def is_milder(finding: RoundFinding, than: RoundFinding) -> bool:
    """
    Whether a finding on another side may stand instead.

    A fault of our engine is excused by what is right only. That a step is open excuses it on the side taken, not on
    another one: there it would be a further reading, and one that nobody has followed. Nor does it excuse colours
    where the other side gives all of the pairs.
    """
    if than.verdict is Verdict.REFERENCE_FAULT and not is_right(finding):
        return False
    return not is_open_step(finding) and severity(finding) < severity(than)


def mildest(sides: Sides, stage: int) -> Side:
    """Return the side on which a round is seen mildest, of equal ones the one with the fewest changes."""
    if not may_be_milder(sides.finding(TAKEN, stage)):
        return TAKEN
    found = [TAKEN, *sides.milder_alone(stage)]
    if not any(is_right(sides.finding(side, stage)) for side in found):
        found += sides.milder_together(stage)
    return min(found, key=lambda side: (severity(sides.finding(side, stage)), len(side)))


def needed(sides: Sides, side: Side, stage: int) -> Side:
    """
    Return the fewest changes of a side on which a round is seen as mildly as on the whole of it.

    A fact of the event holds in every round: a part without it counts as harshly as the part together with the fact.
    """

    def harshness(part: Side) -> Severity:
        with_facts = tuple(change for change in side if change in part or change.event)
        return max(severity(sides.finding(part, stage)), severity(sides.finding(with_facts, stage)))

    return min(_parts(side), key=lambda part: (harshness(part), len(part)))


def _parts(side: Side) -> Iterable[Side]:
    return [part for number in range(len(side) + 1) for part in combinations(side, number)]


def notes_of(side: Side) -> tuple[ReadingNote, ...]:
    """Return the entries of the register that a side rests on, each once."""
    return merged(change.note for change in side)


def merged(notes: Iterable[ReadingNote]) -> tuple[ReadingNote, ...]:
    """Return notes without those of an identifier that came before."""
    found: dict[str, ReadingNote] = {}
    for note in notes:
        found.setdefault(note.identifier, note)
    return tuple(found.values())


def identifiers(notes: Iterable[ReadingNote]) -> tuple[str, ...]:
    """Return the entries of the register that notes are about."""
    return tuple(note.identifier for note in notes)


def in_words(notes: Iterable[ReadingNote]) -> str:
    """``SPP-2026-08: which numbers...`` for each."""
    return " ".join(f"{note.identifier}: {note.sentence}" for note in notes)


def resting_on(finding: RoundFinding, side: Side, taken: RoundFinding) -> RoundFinding:
    """Return a finding on another side that is milder, but not right, with what it rests on."""
    notes = notes_of(side)
    named = " and ".join(note.identifier for note in notes)
    pairs = f" in {taken.discrepant_pairs} pairs" if taken.verdict is finding.verdict else ""
    rests = f"The verdict rests on {named}; by the side taken it would be `{taken.verdict.value}`{pairs}."
    if is_open_step(taken):
        rests = f"The pairs are right by the other side of {named}."
    told = f"{finding.sentence} {rests}"
    return replace(
        finding,
        sentence=told,
        readings=merged((*notes, *finding.readings)),
        rests_on=identifiers(merged((*notes, *finding.readings))) if finding.rests_on else identifiers(notes),
        recorded=taken.recorded,
    )
