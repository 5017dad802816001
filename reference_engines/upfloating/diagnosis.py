"""The component of an upfloating engine that failed although its matchings are proven: packing or completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import BracketKind, Component, Diagnosis
from reference_engines.upfloating.assessment import assess
from reference_engines.upfloating.solver import read_pair_costs, read_upfloater_costs
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.frame.results import BracketAssessment, RoundPairing
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.participants import UpfloatingParticipants

    Failures = Iterator[tuple[Component, str]]


def diagnose(
    participants: UpfloatingParticipants, text: UpfloatingEdition, pairing: RoundPairing, own: RoundPairing
) -> Diagnosis:
    """Find the failed component if a complete and legal pairing is not worse than the engine's ``own``."""
    unpaired = list(participants.numbers)
    for ours, theirs in zip(assess(participants, text, own), assess(participants, text, pairing), strict=False):
        if _content(ours) != _content(theirs):
            step = _Step(participants=participants, text=text, unpaired=tuple(unpaired), ours=ours, theirs=theirs)
            return step.diagnose()
        gone = {*ours.downfloaters, *(tpn for pair in ours.pairs for tpn in pair)}
        unpaired = [tpn for tpn in unpaired if tpn not in gone]
    return Diagnosis(
        component=None, evidence="the pairing that it made is the recorded one, and was not what it gave out"
    )


def _content(step: BracketAssessment) -> object:
    return step.kind, step.upfloaters, step.downfloaters, set(step.pairs)


@dataclass(frozen=True, kw_only=True)
class _Step:
    """The first step in which two pairings differ; its checks yield a failed component and the evidence."""

    participants: UpfloatingParticipants
    text: UpfloatingEdition
    unpaired: tuple[int, ...]
    """TPNs."""
    ours: BracketAssessment
    theirs: BracketAssessment

    def diagnose(self) -> Diagnosis:
        checks = {BracketKind.BYE: self._bye, BracketKind.UPFLOATERS: self._upfloaters, BracketKind.PAIRS: self._pairs}
        where = f"in the scoregroup of {points_text(self.ours.score)} points"
        for component, evidence in checks[self.ours.kind]():
            return Diagnosis(component=component, evidence=f"{where} {evidence}")
        verified = "the matchings are proven, and the costs of both say what the criteria say"
        return Diagnosis(component=None, evidence=f"{where} {verified}")

    def _bye(self) -> Failures:
        own, recorded = (([value.value for value in step.values], step.generation.key) for step in self._both)
        if recorded < own:
            (bye,) = self.theirs.downfloaters
            yield (
                Component.COMPLETION,
                f"the others are held not to be pairable without {self.participants.participant} {bye}, and are paired",
            )

    def _upfloaters(self) -> Failures:
        if self.ours.upfloaters and not self.theirs.upfloaters:
            yield (
                Component.COMPLETION,
                f"the {self.participants.participant}s are held not to be pairable with one another, and are paired so",
            )
        unpaired = self._positions(self.unpaired)
        for owner, step in zip(_OWNERS, self._both, strict=True):
            if not step.upfloaters:
                continue
            values = read_upfloater_costs(self.participants, self.text, unpaired, self._positions(step.upfloaters))
            if values is None:
                yield Component.COMPLETION, f"{owner} upfloaters are held not to leave a pairing of all others"
            else:
                yield from self._compare(f"{owner} upfloaters", step, values)

    def _pairs(self) -> Failures:
        for owner, step in zip(_OWNERS, self._both, strict=True):
            pairs = [(first, second) for first, second in map(self._positions, step.pairs)]
            values = read_pair_costs(self.participants, self.text, pairs)
            yield from self._compare(f"{owner} pairs", step, values)

    @property
    def _both(self) -> tuple[BracketAssessment, BracketAssessment]:
        return self.ours, self.theirs

    def _positions(self, numbers: Sequence[int]) -> list[int]:
        place = {tpn: position for position, tpn in enumerate(self.participants.numbers)}
        return [place[tpn] for tpn in numbers]

    def _compare(self, choice: str, step: BracketAssessment, unpacked: Sequence[tuple[int, ...]]) -> Failures:
        for value, number in zip(step.values, unpacked, strict=True):
            if value.value != number:
                yield (
                    Component.PACKING,
                    f"the costs of {choice} say {list(number)} of {value.name}, which is {list(value.value)}",
                )


_OWNERS = ("our own", "the recorded")
