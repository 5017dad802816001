"""Which entries of the register a step rests on, seen beside what a pairing does there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.judging import outside, rank
from reference_engines.dubov_1997.orders import bye_key, dominating
from reference_engines.dubov_1997.steps import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.dubov_1997.judging import Partner
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Person, Table

_CHOSEN = (StepKind.FLOATER, StepKind.FROM_BELOW)
TRANSFERS = "DUBOV97-TRANSFERS"
_COLOUR, _R, _ARO = 0, 1, 2
"""Places of what tells two candidates apart in `rank`."""


def rests_on(table: Table, step: Step, partner: Partner) -> list[str]:
    """Return the readings of the register on which a step rests, seen beside what a pairing does there."""
    if step.kind is StepKind.BYE:
        return list(_of_the_bye(table, step, partner))
    if step.kind is StepKind.ODD_GROUP:
        return list(_of_an_odd_group(table, step, partner))
    if step.kind is StepKind.LEAVING:
        return list(_of_leaving(table, step, partner))
    if step.kind in (StepKind.ROW, StepKind.SPARE):
        return [] if outside(step, partner) else list(_of_rows(table, step, partner))
    return list(_of_opponents(table, step, partner))


def transferred_again(step: Step, partner: Partner) -> int | None:
    """Return whom a pairing transfers into a group at a step that seeks somebody from below."""
    if step.kind is StepKind.ODD_GROUP:
        return partner[outside(step, partner)[0]]
    return None if step.who is None else partner[step.who]


def undone(step: Step, following: Iterable[Step], partner: Partner) -> list[str]:
    """Return DUBOV97-COMPLETION if the pairing leaves a choice for the sake of a later one that we had to pass over."""
    if step.kind not in _CHOSEN:
        return []
    saved = any(
        later.kind in _CHOSEN and later.who is not None and partner[later.who] in later.passed_over
        for later in following
    )
    return ["DUBOV97-COMPLETION"] * saved


# --- choices by colour, R and ARO ------------------------------------------------------------------------------------


def _of_the_bye(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    if step.passed_over:
        yield "DUBOV97-COMPLETION"
    if table.round_number == 1:
        return
    mine = table.people[step.taken[0]]
    its = table.people[next(player for player, other in partner.items() if other is None)]
    group = [at for at, person in enumerate(table.people) if person.score == mine.score]
    colour = dominating(table, group)
    if bye_key(mine, colour) == bye_key(its, colour):
        yield "DUBOV97-BYE-TIES"
        yield "DUBOV97-TIES"
    elif mine.score == its.score and mine.rating != its.rating:
        yield from _unrated(mine, its)
    elif mine.score == its.score:
        yield from _colourless(mine, its)


def _of_a_candidate(table: Table, step: Step, theirs: int) -> Iterator[str]:
    """Yield what the text does not say of two candidates of one score group: names, no R, no colour due."""
    mine, its = table.people[step.taken[0]], table.people[theirs]
    if mine.score != its.score:
        return
    ours, other = rank(table, step, mine), rank(table, step, its)
    decides = next((at for at in (_COLOUR, _R, _ARO) if ours[at] != other[at]), None)
    if decides is None:
        yield "DUBOV97-TIES"
    if decides == _COLOUR:
        yield from _colourless(mine, its)
    elif mine.column != its.column and step.who is not None:
        yield from _colourless(table.people[step.who])
    if decides == _R:
        yield from _unrated(mine, its)


def _unrated(*people: Person) -> list[str]:
    return ["DUBOV97-UNRATED"] * any(not person.rating for person in people)


def _colourless(*people: Person) -> list[str]:
    return ["DUBOV97-NO-COLOUR"] * any(not person.due for person in people)


# --- opponents and transfers -----------------------------------------------------------------------------------------


def _of_opponents(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    theirs = partner[step.who] if step.who is not None else None
    if step.who is None or theirs is None or not step.taken:
        return
    if step.kind is StepKind.FIRST_ROUND:
        uneven = len({person.score for person in table.people}) > 1
        if uneven or step.taken[0] != _opposite(step):
            yield "DUBOV97-FIRST-ROUND"
        return
    if step.passed_over:
        yield "DUBOV97-COMPLETION"
    if theirs in step.order:
        yield from _of_a_candidate(table, step, theirs)
    if step.kind is StepKind.FROM_BELOW:
        yield from _of_an_opponent_from_below(table, step, theirs)
        yield from _of_floaters_gone_on(table, step, partner)
    else:
        yield from _of_a_floater(table, step)


def _opposite(step: Step) -> int:
    """Return the first of the lower half."""
    return step.group[len(step.group) // 2]


def _of_an_opponent_from_below(table: Table, step: Step, theirs: int) -> Iterator[str]:
    others = [at for at, person in enumerate(table.people) if person.score == step.score and at != step.who]
    if not table.apart[step.who, others].all():
        yield "DUBOV97-ALONE"
    if not table.people[theirs].transferable:
        yield TRANSFERS


def _of_a_floater(table: Table, step: Step) -> Iterator[str]:
    # Without a due colour it is open in which of the columns a floater waits for the turn (8.1).
    yield from _colourless(*(table.people[player] for player in step.group if table.people[player].score > step.score))


def _of_floaters_gone_on(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    """Yield the reading if the pairing gives whom the group takes from below to a floater who has gone on."""
    opponent = partner[step.taken[0]]
    if opponent is not None and table.people[opponent].score > step.score:
        yield "DUBOV97-FLOATERS-GO-ON"


def _of_an_odd_group(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    theirs = [partner[player] for player in outside(step, partner)]
    yield from _of_floaters_gone_on(table, step, partner)
    if step.passed_over:
        yield "DUBOV97-TRANSFER"
    if len(theirs) == 1 and theirs[0] is not None:
        if not table.people[theirs[0]].transferable:
            yield TRANSFERS
        elif theirs[0] in step.order:
            yield from _of_a_candidate(table, step, theirs[0])


# --- floaters and rows -----------------------------------------------------------------------------------------------


def _of_leaving(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    if table.round_number == 1:
        yield "DUBOV97-FIRST-ROUND"
        return
    if _someone_might_be_transferred(table, step):
        yield "DUBOV97-TRANSFER"
    theirs = outside(step, partner)
    if len(theirs) == len(step.taken) and _characteristics(table, step, theirs) == _characteristics(
        table, step, step.taken
    ):
        yield "DUBOV97-FLOATERS-CHOICE"


def _someone_might_be_transferred(table: Table, step: Step) -> bool:
    """Whether 7.2 could be read so that somebody is transferred although the group is not wholly paired then."""
    return len(step.group) % 2 == 1 and any(
        person.score < step.score and person.transferable and table.meet[at, list(step.group)].any()
        for at, person in enumerate(table.people)
    )


def _characteristics(table: Table, step: Step, players: Sequence[int]) -> list[bool]:
    """Return whether each can be paired in the next lower score group (6.4), in order of preference."""
    below = [at for at, person in enumerate(table.people) if person.score < step.score]
    following = max((table.people[at].score for at in below), default=0)
    group = [at for at in below if table.people[at].score == following]
    return sorted(not table.meet[player, group].any() for player in players)


def _of_rows(table: Table, step: Step, partner: Partner) -> Iterator[str]:
    if step.inside:
        yield "DUBOV97-ROWS"
    yield from _colourless(*(table.people[player] for player in (*step.white, *step.black)))
    theirs = partner[step.who] if step.who is not None else None
    # The column of Black is arranged by R.
    yield from _unrated(*(table.people[player] for player in (step.taken[0], theirs) if player in step.black))
