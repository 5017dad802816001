"""Coverage of the Dubov system of 1997: the articles of its procedure, and the rules that give pairs their colours."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from reference_engines.coverage import cover_procedure
from reference_engines.dubov_1997 import walk
from reference_engines.dubov_1997.colours import Dubov1997ColourRule
from reference_engines.dubov_1997.participants import Dubov1997Step, Dubov1997StepKind
from reference_engines.dubov_1997.walk import follow_procedure

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from reference_engines.dubov_1997.participants import Dubov1997Participants
    from reference_engines.dubov_1997.rules import Dubov1997Round

COLOURS = {
    Dubov1997ColourRule.FIRST_ROUND.value: "lots for the first pair, alternating from there",
    Dubov1997ColourRule.DUE.value: "each due colour is given",
    Dubov1997ColourRule.EQUALISE.value: "numbers of games with Black and White",
    Dubov1997ColourRule.ALTERNATE.value: "the latest game with different colours",
    Dubov1997ColourRule.ARO.value: "White to the higher ARO",
    Dubov1997ColourRule.RATING.value: "White to the lower R",
    Dubov1997ColourRule.ALPHABET.value: "White to the first in the alphabet",
    Dubov1997ColourRule.DIFFERENCE.value: "a difference beyond two is avoided",
    Dubov1997ColourRule.THREE_IN_A_ROW.value: "a colour three times in a row is avoided",
}
"""The rules that give a pair its colours, by name, with their meaning."""
STEPS = {
    "2.2": "the first choice has had a point without playing",
    "2.5": "the first choice from below may not go up again",
    "2.6": "the first choice may not have the other colour",
    "4": "the bye in later rounds",
    "5 (kept apart)": "a first pair is not as the halves stand",
    "6.2": "a row as the columns stand",
    "6.3": "a row takes another black from the lower rows",
    "6.3 (row above)": "a row is changed so that a lower one can be filled",
    "6.3 (one column)": "two of one column meet",
    "6.4": "floaters are chosen",
    "7.1": "an opponent from below for whoever has none",
    "7.1 (none)": "no opponent from below: the player goes down",
    "7.2": "a player from below makes an odd group even",
    "7.3": "to the black column",
    "7.4": "to the white column",
    "8.1": "floaters of both colours take turns",
    "8.2": "a floater meets a player of the group",
    "8.2 (none)": "a floater finds nobody and goes on down",
    "completion": "a first choice would leave others unpaired",
}
"""The steps of the procedure, by article, with their meaning."""


def _find_steps(paired_round: Dubov1997Round) -> Collection[str]:
    """Return the names of the articles that a round covers; raise NoLegalPairingError."""
    participants = paired_round.participants
    return find_covered_articles(participants, tuple(follow_procedure(participants, paired_round.rules.readings)))


def find_covered_articles(participants: Dubov1997Participants, walked: Sequence[Dubov1997Step]) -> set[str]:
    """Return the names of the articles that steps exercise."""
    names: set[str] = set()
    free = set(range(participants.size))
    for step in walked:
        names.update(_step_names(participants, step, free))
        free -= set(step.taken if step.kind is Dubov1997StepKind.BYE else step.pair or ())
    for _, turns in groupby(
        (step for step in walked if step.kind is Dubov1997StepKind.FLOATER), key=lambda step: step.score
    ):
        if len({participants[step.seeker].column for step in turns if step.seeker is not None}) > 1:
            names.add("8.1")
    return names


def _step_names(participants: Dubov1997Participants, step: Dubov1997Step, free: set[int]) -> Iterator[str]:
    if step.kind is Dubov1997StepKind.BYE:
        yield from _bye_names(participants)
    elif step.kind is Dubov1997StepKind.FIRST_ROUND:
        if step.taken[0] != step.group[len(step.group) // 2]:
            yield "5 (kept apart)"
    elif step.kind is Dubov1997StepKind.FLOATER:
        yield "8.2" if step.taken else "8.2 (none)"
    elif step.kind is Dubov1997StepKind.LEAVING:
        yield "6.4"
    elif step.kind in (Dubov1997StepKind.ROW, Dubov1997StepKind.SPARE):
        yield from _row_names(participants, step)
    else:
        yield from _transfer_names(participants, step, free)
    if step.passed_over and step.kind in _LOOKING_AHEAD:
        yield "completion"


_LOOKING_AHEAD = (
    Dubov1997StepKind.BYE,
    Dubov1997StepKind.FIRST_ROUND,
    Dubov1997StepKind.FLOATER,
    Dubov1997StepKind.FROM_BELOW,
)


def _bye_names(participants: Dubov1997Participants) -> Iterator[str]:
    if participants.round_number == 1:
        return
    yield "4"
    lowest = min(player.score for player in participants.players)
    group = [at for at, player in enumerate(participants.players) if player.score == lowest]
    colour = walk.dominating_colour(participants, group)
    first = min(walk.bye_key(participants[at], colour) for at in group)
    may = [at for at in group if participants[at].bye_allowed]
    if not may or first < min(walk.bye_key(participants[at], colour) for at in may):
        yield "2.2"


def _transfer_names(participants: Dubov1997Participants, step: Dubov1997Step, free: set[int]) -> Iterator[str]:
    """Yield 7.1 or 7.2, and 2.5 where an earlier candidate is barred."""
    if step.seeker is None:
        seekers, colour = step.group, -walk.dominating_colour(participants, step.group)
        yield "7.2"
    else:
        seekers, colour = (step.seeker,), -participants[step.seeker].column
        yield "7.1" if step.taken else "7.1 (none)"

    def place(player: int) -> tuple[object, ...]:
        candidate = participants[player]
        return (-candidate.score, *walk.choice_key(candidate, colour))

    barred = (
        player
        for player in free
        if participants[player].score < step.score
        and not participants[player].transferable
        and participants.meet[player, list(seekers)].any()
    )
    if any(not step.taken or place(player) < place(step.taken[0]) for player in barred):
        yield "2.5"


def _row_names(participants: Dubov1997Participants, step: Dubov1997Step) -> Iterator[str]:
    white, black = set(step.white), [player for player in step.black if player in step.group]
    if (step.seeker in white) == (step.taken[0] in white):
        yield "6.3 (one column)"
    else:
        yield "6.2" if step.taken[0] == black[0] else "6.3"
    if step.passed_over:
        yield "6.3 (row above)"
    if step.moved:
        yield "7.3" if step.moved[0] in step.black else "7.4"
    if _is_barred_from_moving(participants, step):
        yield "2.6"


def _is_barred_from_moving(participants: Dubov1997Participants, step: Dubov1997Step) -> bool:
    """Whether 2.6 changes the players who are transferred between the columns."""
    white, black = walk.split_into_columns(participants, (*step.white, *step.black))
    surplus = (len(white) - len(black)) // 2
    players = participants.players
    first = (
        sorted(white, key=lambda player: walk.to_black_key(players[player]))[:surplus]
        if surplus > 0
        else sorted(black, key=lambda player: walk.to_white_key(players[player]))[:-surplus]
    )
    return bool(surplus) and set(first) != set(step.moved)


COVERAGE = cover_procedure(steps=STEPS, colour_rules=COLOURS, steps_taken=_find_steps)
