"""Any pairing of a round, laid open step by step: the bye, the sets of upfloaters, the pairings of the brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import (
    EMPTY_GENERATION,
    BracketAssessment,
    BracketKind,
    Generation,
    GenerationStep,
)
from reference_engines.upfloating.edition import FOLLOWING, TopScoregroup, UpfloatingEdition
from reference_engines.upfloating.solver import following_upfloaters
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.frame.results import RoundPairing
    from reference_engines.upfloating.participants import UpfloatingParticipants


def assess(
    participants: UpfloatingParticipants, text: UpfloatingEdition, pairing: RoundPairing
) -> tuple[BracketAssessment, ...]:
    """
    Return the steps of a complete pairing, top bracket first.

    A bracket is two steps: its upfloaters are selected before anything is known of its pairs, so that the criteria
    and the order of sets come before the criteria of the pairs.
    """
    return _Walk(participants, text, pairing).steps()


class _Walk(FrozenStruct, frozen=True):
    participants: UpfloatingParticipants
    text: UpfloatingEdition
    pairing: RoundPairing

    def steps(self) -> tuple[BracketAssessment, ...]:
        place = {int(tpn): at for at, tpn in enumerate(self.participants.tpn)}
        pairs = [(place[pair.white], place[pair.black]) for pair in self.pairing.pairs]
        mate = dict(pairs) | {black: white for white, black in pairs}
        steps = []
        bye = None if self.pairing.bye is None else place[self.pairing.bye]
        if bye is not None:
            steps.append(self._bye(bye))
        unpaired = [position for position in range(self.participants.size) if position != bye]
        seats = self.text.seats(self.participants)
        while unpaired:
            residents, lower = self.participants.top(unpaired)
            inside = set(residents)
            upfloaters = sorted({mate[position] for position in residents} - inside)
            inside.update(upfloaters)
            unpaired = [position for position in lower if position not in inside]
            steps.append(self._selection(len(steps) + 1, residents, upfloaters, unpaired))
            pairs = [(at, mate[at]) for at in inside if seats[at] < seats[mate[at]]]
            steps.append(self._bracket(len(steps) + 1, residents, upfloaters, pairs))
        return tuple(steps)

    def _tpns(self, positions: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(self.participants.tpn[position]) for position in positions)

    def _bye(self, bye: int) -> BracketAssessment:
        tpn = int(self.participants.tpn[bye])
        return BracketAssessment(
            number=1,
            kind=BracketKind.BYE,
            score=int(self.participants.score[bye]),
            mdps=(),
            residents=(),
            pairs=(),
            downfloaters=(tpn,),
            values=tuple(
                numbered.criterion_value(numbered.criterion.value(self.participants, (), (bye,)))
                for numbered in self.text.bye_criteria
            ),
            generation=_ordered((tpn,), GenerationStep.BYE, (-tpn,)),
        )

    def _selection(
        self, number: int, residents: list[int], upfloaters: list[int], rest: list[int]
    ) -> BracketAssessment:
        group = TopScoregroup(self.participants, tuple(residents))
        ahead = (following_upfloaters(self.participants, group.score, rest)[0],) if self.text.looks_ahead else ()
        chosen = self._tpns(upfloaters)
        return BracketAssessment(
            number=number,
            kind=BracketKind.UPFLOATERS,
            score=group.score,
            mdps=(),
            residents=self._tpns(residents),
            pairs=(),
            upfloaters=chosen,
            downfloaters=(),
            values=tuple(
                numbered.criterion_value(
                    ahead if numbered.criterion is FOLLOWING else numbered.criterion.value(group, (), upfloaters)
                )
                for numbered in self.text.upfloater_criteria
            ),
            generation=_ordered(chosen, GenerationStep.UPFLOATERS, chosen),
        )

    def _bracket(
        self, number: int, residents: list[int], upfloaters: list[int], pairs: list[tuple[int, int]]
    ) -> BracketAssessment:
        seats = self.text.seats(self.participants)
        ordered = sorted(pairs, key=lambda pair: int(seats[pair[0]]))
        members = self.participants.select(np.array([at for pair in ordered for at in pair]))
        places = [(place, place + 1) for place in range(0, 2 * len(ordered), 2)]
        in_order = (*(top for top, _ in ordered), *(bottom for _, bottom in ordered))
        identifier = self._tpns(in_order)
        return BracketAssessment(
            number=number,
            kind=BracketKind.PAIRS,
            score=int(self.participants.score[residents[0]]),
            mdps=(),
            residents=self._tpns(residents),
            pairs=tuple(
                (int(self.participants.tpn[top]), int(self.participants.tpn[bottom])) for top, bottom in ordered
            ),
            upfloaters=self._tpns(upfloaters),
            downfloaters=(),
            values=tuple(
                numbered.criterion_value(numbered.criterion.value(members, places, ()))
                for numbered in self.text.bracket_criteria
            ),
            generation=_ordered(identifier, GenerationStep.IDENTIFIER, tuple(int(seats[at]) for at in in_order)),
        )


def _ordered(sequence: tuple[int, ...], step: GenerationStep, key: tuple[int, ...]) -> Generation:
    """There are no S1 and S2 here: candidates are ordered by what identifies them."""
    return replace(EMPTY_GENERATION, sequence=sequence, step=step, key=(key,))
