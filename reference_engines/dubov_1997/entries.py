"""The first step that a pairing does not follow, and the entries of the register on which the step rests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dubov_1997.columns import bye_key, dominating_colour
from reference_engines.dubov_1997.judgement import find_following_group, find_players_outside, judge, rank
from reference_engines.dubov_1997.participants import Dubov1997Step, Dubov1997StepKind, describe_step
from reference_engines.dubov_1997.walk import follow_procedure
from reference_engines.frame.results import Divergence, DivergenceKind, RoundPairing
from reference_engines.readings import is_left_open, note_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player
    from reference_engines.sequential import Partners

_CHOSEN = (Dubov1997StepKind.FLOATER, Dubov1997StepKind.FROM_BELOW)
TRANSFERS = "DUBOV97-TRANSFERS"
_COLOUR, _R, _ARO = 0, 1, 2
"""Places of the values in `rank`."""


def find_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> list[str]:
    """Return the entries of the register on which a step rests, given the pairing that does not follow it."""
    if step.kind is Dubov1997StepKind.BYE:
        return list(_bye_entries(participants, step, partners))
    if step.kind is Dubov1997StepKind.ODD_GROUP:
        return list(_odd_group_entries(participants, step, partners))
    if step.kind is Dubov1997StepKind.LEAVING:
        return list(_leaving_entries(participants, step, partners))
    if step.kind in (Dubov1997StepKind.ROW, Dubov1997StepKind.SPARE):
        return [] if find_players_outside(step, partners) else list(_row_entries(participants, step, partners))
    return list(_opponent_entries(participants, step, partners))


def find_transferred(step: Dubov1997Step, partners: Partners) -> int | None:
    """Return the player whom a pairing transfers into a group at a step that seeks a player from below."""
    if step.kind is Dubov1997StepKind.ODD_GROUP:
        return partners[find_players_outside(step, partners)[0]]
    return None if step.seeker is None else partners[step.seeker]


def find_completion_entry(step: Dubov1997Step, following: Iterable[Dubov1997Step], partners: Partners) -> list[str]:
    """Return DUBOV97-COMPLETION if the pairing makes a later choice possible that the procedure had to pass over."""
    if step.kind not in _CHOSEN:
        return []
    saved = any(
        later.kind in _CHOSEN and later.seeker is not None and partners[later.seeker] in later.passed_over
        for later in following
    )
    return ["DUBOV97-COMPLETION"] * saved


# --- choices by colour, R and ARO ------------------------------------------------------------------------------------


def _bye_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    if step.passed_over:
        yield "DUBOV97-COMPLETION"
    if participants.round_number == 1:
        return
    mine = participants[step.taken[0]]
    its = participants[next(player for player, opponent in partners.items() if opponent is None)]
    group = [at for at, player in enumerate(participants.players) if player.score == mine.score]
    colour = dominating_colour(participants, group)
    if bye_key(mine, colour) == bye_key(its, colour):
        yield "DUBOV97-BYE-TIES"
        yield "DUBOV97-TIES"
    elif mine.score == its.score and mine.rating != its.rating:
        yield from _unrated(mine, its)
    elif mine.score == its.score:
        yield from _colourless(mine, its)


def _candidate_entries(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> Iterator[str]:
    """Yield the entries by which two candidates of one score group differ: names, no R, no colour due."""
    mine, its = participants[step.taken[0]], participants[theirs]
    if mine.score != its.score:
        return
    ours, theirs_rank = rank(participants, step, mine), rank(participants, step, its)
    decides = next((at for at in (_COLOUR, _R, _ARO) if ours[at] != theirs_rank[at]), None)
    if decides is None:
        yield "DUBOV97-TIES"
    if decides == _COLOUR:
        yield from _colourless(mine, its)
    elif mine.column != its.column and step.seeker is not None:
        yield from _colourless(participants[step.seeker])
    if decides == _R:
        yield from _unrated(mine, its)


def _unrated(*players: Dubov1997Player) -> list[str]:
    return ["DUBOV97-UNRATED"] * any(not player.rating for player in players)


def _colourless(*players: Dubov1997Player) -> list[str]:
    return ["DUBOV97-NO-COLOUR"] * any(not player.due for player in players)


# --- opponents and transfers -----------------------------------------------------------------------------------------


def _opponent_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    theirs = partners[step.seeker] if step.seeker is not None else None
    if step.seeker is None or theirs is None or not step.taken:
        return
    if step.kind is Dubov1997StepKind.FIRST_ROUND:
        uneven = len({player.score for player in participants.players}) > 1
        if uneven or step.taken[0] != _opposite(step):
            yield "DUBOV97-FIRST-ROUND"
        return
    if step.passed_over:
        yield "DUBOV97-COMPLETION"
    if theirs in step.order:
        yield from _candidate_entries(participants, step, theirs)
    if step.kind is Dubov1997StepKind.FROM_BELOW:
        yield from _below_entries(participants, step, theirs)
        yield from _gone_on_entries(participants, step, partners)
    else:
        yield from _floater_entries(participants, step)


def _opposite(step: Dubov1997Step) -> int:
    """Return the first player of the lower half."""
    return step.group[len(step.group) // 2]


def _below_entries(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> Iterator[str]:
    members = [at for at, player in enumerate(participants.players) if player.score == step.score and at != step.seeker]
    if not participants.apart[step.seeker, members].all():
        yield "DUBOV97-ALONE"
    if not participants[theirs].transferable:
        yield TRANSFERS


def _floater_entries(participants: Dubov1997Participants, step: Dubov1997Step) -> Iterator[str]:
    # Without a due colour it is open in which of the columns a floater waits for the turn (8.1).
    yield from _colourless(
        *(candidate for candidate in map(participants.__getitem__, step.group) if candidate.score > step.score)
    )


def _gone_on_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    """Yield the entry if the pairing gives the player taken from below to a floater who has gone on."""
    opponent = partners[step.taken[0]]
    if opponent is not None and participants[opponent].score > step.score:
        yield "DUBOV97-FLOATERS-GO-ON"


def _odd_group_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    theirs = [partners[player] for player in find_players_outside(step, partners)]
    yield from _gone_on_entries(participants, step, partners)
    if step.passed_over:
        yield "DUBOV97-TRANSFER"
    if len(theirs) == 1 and theirs[0] is not None:
        if not participants[theirs[0]].transferable:
            yield TRANSFERS
        elif theirs[0] in step.order:
            yield from _candidate_entries(participants, step, theirs[0])


# --- floaters and rows -----------------------------------------------------------------------------------------------


def _leaving_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    if participants.round_number == 1:
        yield "DUBOV97-FIRST-ROUND"
        return
    if _could_transfer_by_other_side(participants, step):
        yield "DUBOV97-TRANSFER"
    theirs = find_players_outside(step, partners)
    if len(theirs) == len(step.taken) and _characteristics(participants, step, theirs) == _characteristics(
        participants, step, step.taken
    ):
        yield "DUBOV97-FLOATERS-CHOICE"


def _could_transfer_by_other_side(participants: Dubov1997Participants, step: Dubov1997Step) -> bool:
    """Whether 7.2 could be read so that a player is transferred although the group is not wholly paired then."""
    return len(step.group) % 2 == 1 and any(
        player.score < step.score and player.transferable and participants.meet[at, list(step.group)].any()
        for at, player in enumerate(participants.players)
    )


def _characteristics(participants: Dubov1997Participants, step: Dubov1997Step, players: Sequence[int]) -> list[bool]:
    """Return whether the players can be paired in the next lower score group (6.4), in order of preference."""
    group = find_following_group(participants, step.score)
    return sorted(not participants.meet[player, group].any() for player in players)


def _row_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    if step.inside:
        yield "DUBOV97-ROWS"
    yield from _colourless(*(participants[player] for player in (*step.white, *step.black)))
    theirs = partners[step.seeker] if step.seeker is not None else None
    # The column of Black is arranged by R.
    yield from _unrated(*(participants[player] for player in (step.taken[0], theirs) if player in step.black))


def find_divergence(
    participants: Dubov1997Participants, readings: Dubov1997Readings, recorded: RoundPairing
) -> Divergence:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    A player whom the pairing transfers once more than 2.5 allows by our count may go up (DUBOV97-TRANSFERS). The result
    is then the first step that this does not explain, if there is one.

    Raise ValueError if the pairing follows the procedure, NoLegalPairingError if there is no such pairing.
    """
    partners = participants.partners(recorded)
    explained: Divergence | None = None
    while True:
        walk = follow_procedure(participants, readings)
        step = next((step for step in walk if not follows(step, partners)), None)
        if step is None:
            break
        divergence = _divergence(participants, step, walk, partners)
        transferred = find_transferred(step, partners)
        if transferred is None or TRANSFERS not in {note.identifier for note in divergence.readings}:
            return divergence
        explained = explained or divergence
        participants = _allow_transfer(participants, transferred)
    if explained is None:
        raise ValueError("the pairing does not leave the procedure")
    return explained


def _allow_transfer(participants: Dubov1997Participants, player: int) -> Dubov1997Participants:
    players = [replace(one, transferable=True) if at == player else one for at, one in enumerate(participants.players)]
    return replace(participants, players=tuple(players))


def _divergence(
    participants: Dubov1997Participants, step: Dubov1997Step, following: Iterable[Dubov1997Step], partners: Partners
) -> Divergence:
    """Describe a step that a pairing does otherwise; ``following`` are the later steps of the procedure."""
    kind, article, why = judge(participants, step, partners)
    identifiers = (*find_entries(participants, step, partners), *find_completion_entry(step, following, partners))
    if kind is not DivergenceKind.BETTER and any(map(is_left_open, identifiers)):
        kind = DivergenceKind.OPEN
    notes = tuple(note_on(identifier) for identifier in dict.fromkeys(identifiers))
    return Divergence(
        kind=kind, article=article.value, step=describe_step(participants, step), sentence=why, readings=notes
    )


def follows(step: Dubov1997Step, partners: Partners) -> bool:
    """Whether a pairing does what a step does."""
    group = frozenset(step.group)
    outside = {player for player in group if partners[player] not in group}
    if step.kind is Dubov1997StepKind.JOINING:
        return True  # a player who joins is paired later, or goes back
    if step.kind is Dubov1997StepKind.BYE:
        return partners[step.taken[0]] is None
    if step.kind is Dubov1997StepKind.LEAVING:
        return outside == set(step.taken)
    if step.kind is Dubov1997StepKind.ODD_GROUP:
        return {partners[player] for player in outside} == set(step.taken)
    if step.seeker is None:
        raise ValueError("the step makes no pair and chooses no player")
    if not step.taken:
        return partners[step.seeker] not in set(step.order)
    return partners[step.seeker] == step.taken[0]
