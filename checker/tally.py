"""
The totals of a run: events, rounds and pairs, and rounds by verdict.

Recorded rank orders are counted apart from rounds and pairs.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checker.findings import Entry, RoundFinding
from checker.standings.findings import NO_STANDINGS, StandingsCounts, StandingsVerdict
from checker.verdicts.verdict import Outcome, Verdict
from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Counts(JsonStruct, frozen=True, kw_only=True, omit_defaults=False):
    """Numbers of events, rounds and pairs."""

    events: int = 0
    rounds: int = 0
    pairs: int = 0


class Tally(FrozenStruct, frozen=True, kw_only=True):
    """The totals of a run, or of one program in a campaign."""

    checked: Counts
    """Events, rounds and pairs that were judged. An event counts when one of its rounds was judged."""
    discrepancies: Counts
    known: Counts = Counts()
    """Of the discrepancies, those that a list of known findings covers; of events, those in which all are covered."""
    not_checked: int = 0
    """Refused events, rounds or questions that could not be judged, and events without a judged pair."""
    verdicts: tuple[tuple[Verdict, int], ...] = ()
    """Number of rounds by verdict, in the order of the enumeration, without zeros. Of a campaign without agreement."""
    with_blanks: int = 0
    """Events that were judged, but leave players blank without an explanation."""
    contradictory: int = 0
    """Events that were judged, but whose fields contradict each other about the system."""
    readings: tuple[tuple[str, int], ...] = ()
    """Entries of the register and how many rounds rest on each, in the order in which they were met."""
    standings: StandingsCounts = NO_STANDINGS
    """Of recorded rank orders, apart from rounds and pairs."""

    def rounds_with(self, *verdicts: Verdict) -> int:
        """Return the number of rounds that have one of the verdicts."""
        return sum(number for verdict, number in self.verdicts if verdict in verdicts)

    @property
    def undeclared(self) -> int:
        """Number of rounds that are right only under a fact that the file does not declare."""
        return self.rounds_with(Verdict.UNDECLARED_FACT)

    @property
    def open_rounds(self) -> int:
        """Number of rounds that are right by another reading, or by their file's declaration."""
        return self.rounds_with(Verdict.AMBIGUOUS_RULE, Verdict.DECLARED)

    @property
    def our_faults(self) -> int:
        """Number of rounds in which Pairproof is at fault."""
        return self.rounds_with(Verdict.REFERENCE_FAULT)

    @property
    def new_events(self) -> int:
        """Number of discrepant events with something that is not known."""
        return self.discrepancies.events - self.known.events


class RunningTally:
    """Counts a run entry by entry, so that nothing needs to be kept."""

    def __init__(self) -> None:
        """Start from nothing."""
        self._checked = [0, 0, 0]
        self._discrepant = [0, 0, 0]
        self._known = [0, 0, 0]
        self._not_checked = 0
        self._with_blanks = 0
        self._contradictory = 0
        self._verdicts: Counter[Verdict] = Counter()
        self._readings: Counter[str] = Counter()
        self._pairless_events = 0
        self._standings: Counter[StandingsVerdict] = Counter()
        self._known_standings = 0
        self._event_was_judged = False
        self._event_has_pairs = False
        self._event_is_discrepant = False
        self._event_is_new = False

    def add(self, entry: Entry) -> None:
        """Count one more entry."""
        if isinstance(entry, RoundFinding):
            self._add_round(entry)
            return
        self._pairless_events += self._event_is_pairless
        self._known[0] += self._event_is_known
        self._event_was_judged = False
        self._event_has_pairs = False
        self._event_is_discrepant = False
        self._event_is_new = False
        if entry.standings is not None:
            self._standings[entry.standings.verdict] += 1
            self._known_standings += entry.standings.known is not None
        if entry.refusal:
            self._not_checked += 1
            return
        self._with_blanks += bool(entry.blanks)
        self._contradictory += bool(entry.contradiction)

    @property
    def _event_is_pairless(self) -> bool:
        """Whether rounds of the event were judged without a single pair, and nothing was wrong."""
        return self._event_was_judged and not self._event_has_pairs and not self._event_is_discrepant

    @property
    def _event_is_known(self) -> bool:
        """Whether the event is discrepant, and every discrepant round of it is known."""
        return self._event_is_discrepant and not self._event_is_new

    def _add_round(self, finding: RoundFinding) -> None:
        self._verdicts[finding.verdict] += 1
        self._readings.update(finding.rests_on)
        if not finding.verdict.was_judged:
            self._not_checked += 1
            return
        self._checked[0] += not self._event_was_judged
        self._checked[1] += 1
        self._checked[2] += finding.pairs
        self._event_was_judged = True
        self._event_has_pairs = self._event_has_pairs or finding.pairs > 0
        if finding.verdict.outcome is Outcome.DISCREPANT:
            self._discrepant[0] += not self._event_is_discrepant
            self._discrepant[1] += 1
            self._discrepant[2] += finding.discrepant_pairs
            self._event_is_discrepant = True
            if finding.known is None:
                self._event_is_new = True
            else:
                self._known[1] += 1
                self._known[2] += finding.discrepant_pairs

    def result(self) -> Tally:
        """Return the counts so far."""
        return Tally(
            checked=_counts(self._checked),
            discrepancies=_counts(self._discrepant),
            known=_counts([self._known[0] + self._event_is_known, *self._known[1:]]),
            not_checked=self._not_checked + self._pairless_events + self._event_is_pairless,
            verdicts=tuple((verdict, self._verdicts[verdict]) for verdict in Verdict if self._verdicts[verdict]),
            with_blanks=self._with_blanks,
            contradictory=self._contradictory,
            readings=tuple(self._readings.items()),
            standings=_standings_counts(self._standings, self._known_standings),
        )


def _counts(numbers: list[int]) -> Counts:
    events, rounds, pairs = numbers
    return Counts(events=events, rounds=rounds, pairs=pairs)


def _standings_counts(verdicts: Counter[StandingsVerdict], known: int) -> StandingsCounts:
    not_judged = verdicts[StandingsVerdict.NOT_JUDGED]
    return StandingsCounts(
        judged=verdicts.total() - not_judged,
        wrong=verdicts[StandingsVerdict.WRONG],
        accepted=verdicts[StandingsVerdict.ACCEPTED],
        not_judged=not_judged,
        known=known,
    )


def tally(entries: Iterable[Entry]) -> Tally:
    """Count a whole run."""
    running = RunningTally()
    for entry in entries:
        running.add(entry)
    return running.result()
