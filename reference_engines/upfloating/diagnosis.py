"""Which part of such an engine failed, where its matchings are proven: the packing, or the completion."""

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
    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText

    Found = Iterator[tuple[Component, str]]


def diagnosed(
    participants: UpfloatingField, text: UpfloatingText, pairing: RoundPairing, own: RoundPairing
) -> Diagnosis:
    """Tell which part failed if a complete and legal pairing is not worse than the engine's ``own``."""
    unpaired = list(participants.numbers)
    for ours, theirs in zip(assess(participants, text, own), assess(participants, text, pairing), strict=False):
        if _content(ours) != _content(theirs):
            step = _Step(participants=participants, text=text, unpaired=tuple(unpaired), ours=ours, theirs=theirs)
            return step.diagnosed()
        gone = {*ours.downfloaters, *(tpn for pair in ours.pairs for tpn in pair)}
        unpaired = [tpn for tpn in unpaired if tpn not in gone]
    return Diagnosis(
        component=None, evidence="the pairing that it made is the recorded one, and was not what it gave out"
    )


def _content(step: BracketAssessment) -> object:
    return step.kind, step.upfloaters, step.downfloaters, set(step.pairs)


@dataclass(frozen=True, kw_only=True)
class _Step:
    """The step at which two pairings part. What is wrong is yielded as a part and its evidence."""

    participants: UpfloatingField
    text: UpfloatingText
    unpaired: tuple[int, ...]
    """TPNs."""
    ours: BracketAssessment
    theirs: BracketAssessment

    def diagnosed(self) -> Diagnosis:
        looks = {BracketKind.BYE: self._bye, BracketKind.UPFLOATERS: self._upfloaters, BracketKind.PAIRS: self._pairs}
        where = f"in the scoregroup of {points_text(self.ours.score)} points"
        for component, evidence in looks[self.ours.kind]():
            return Diagnosis(component=component, evidence=f"{where} {evidence}")
        holds = "the matchings are proven, and the costs of both say what the criteria say"
        return Diagnosis(component=None, evidence=f"{where} {holds}")

    def _bye(self) -> Found:
        one, other = (([value.value for value in step.values], step.generation.key) for step in self._both)
        if other < one:
            (bye,) = self.theirs.downfloaters
            yield (
                Component.COMPLETION,
                f"the others are held not to be pairable without {self.participants.participant} {bye}, and are paired",
            )

    def _upfloaters(self) -> Found:
        if self.ours.upfloaters and not self.theirs.upfloaters:
            yield (
                Component.COMPLETION,
                f"the {self.participants.participant}s are held not to be pairable with one another, and are paired so",
            )
        unpaired = self._positions(self.unpaired)
        for whose, step in zip(_WHOSE, self._both, strict=True):
            if not step.upfloaters:
                continue
            said = read_upfloater_costs(self.participants, self.text, unpaired, self._positions(step.upfloaters))
            if said is None:
                yield Component.COMPLETION, f"{whose} upfloaters are held not to leave a pairing of all others"
            else:
                yield from self._differing(f"{whose} upfloaters", step, said)

    def _pairs(self) -> Found:
        for whose, step in zip(_WHOSE, self._both, strict=True):
            pairs = [(one, other) for one, other in map(self._positions, step.pairs)]
            said = read_pair_costs(self.participants, self.text, pairs)
            yield from self._differing(f"{whose} pairs", step, said)

    @property
    def _both(self) -> tuple[BracketAssessment, BracketAssessment]:
        return self.ours, self.theirs

    def _positions(self, numbers: Sequence[int]) -> list[int]:
        place = {tpn: position for position, tpn in enumerate(self.participants.numbers)}
        return [place[tpn] for tpn in numbers]

    def _differing(self, whose: str, step: BracketAssessment, said: Sequence[tuple[int, ...]]) -> Found:
        for value, number in zip(step.values, said, strict=True):
            if value.value != number:
                yield (
                    Component.PACKING,
                    f"the costs of {whose} say {list(number)} of {value.name}, which is {list(value.value)}",
                )


_WHOSE = ("our own", "the recorded")
