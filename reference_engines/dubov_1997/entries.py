"""
The first step that a pairing does not follow, and the entries of the register on which the step rests.

A pairing that does not follow a step misses a rule, or makes a later choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reference_engines.dubov_1997.edition import Dubov1997Article, Dubov1997Readings
from reference_engines.dubov_1997.participants import (
    Dubov1997Participants,
    Dubov1997Player,
    Dubov1997Step,
    Dubov1997StepKind,
    Lot,
    describe_step,
)
from reference_engines.dubov_1997.walk import bye_key, choice_key, dominating_colour, follow_procedure
from reference_engines.frame.results import Divergence, DivergenceKind, NoLegalPairingError, RoundPairing
from reference_engines.readings import is_left_open, note_on
from reference_engines.sequential import Partners
from tournaments.points import describe_group, describe_points, format_halves

Judgement = tuple[DivergenceKind, Dubov1997Article, str]

_WORSE, _LATER, _BETTER = DivergenceKind.WORSE, DivergenceKind.LATER, DivergenceKind.BETTER
_ARTICLE = {
    Dubov1997StepKind.FIRST_ROUND: Dubov1997Article.FIRST_ROUND,
    Dubov1997StepKind.FLOATER: Dubov1997Article.FLOATERS_OPPONENT,
    Dubov1997StepKind.FROM_BELOW: Dubov1997Article.OPPONENT_FROM_BELOW,
}


def find_players_outside(step: Dubov1997Step, partners: Partners) -> list[int]:
    """Return the players of a step's group to whom a pairing gives no opponent of the group."""
    return [player for player in step.group if partners[player] not in step.group]


def judge(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    """Return the kind, article and sentence of a complete and legal pairing that does not follow a step."""
    if step.kind is Dubov1997StepKind.BYE:
        return _judge_bye(participants, step, partners)
    if step.kind is Dubov1997StepKind.ODD_GROUP:
        return _judge_odd_group(participants, step, partners)
    if step.kind is Dubov1997StepKind.LEAVING:
        return _judge_leaving(participants, step, partners)
    if step.kind in (Dubov1997StepKind.ROW, Dubov1997StepKind.SPARE):
        return _judge_row(participants, step, partners)
    return _judge_opponent(participants, step, partners)


# --- the bye ---------------------------------------------------------------------------------------------------------


def _judge_bye(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    ours, theirs = step.taken[0], next(player for player, opponent in partners.items() if opponent is None)
    article = Dubov1997Article.FIRST_ROUND if participants.round_number == 1 else Dubov1997Article.BYE
    own, recorded = participants.player_name(ours), participants.player_name(theirs)
    if theirs in step.passed_over:
        sentence = f"The bye goes to {recorded} before {own}, and all others can be paired without {recorded}."
        return _BETTER, article, sentence
    if article is Dubov1997Article.FIRST_ROUND:
        rule = f"In the first round the bye goes to the last player of the list, {own}"
    else:
        rule = _describe_bye_rule(participants, ours, theirs)
    return _WORSE, article, f"{rule}{_describe_passed_over(participants, step)}. Instead, {recorded} has it."


def _describe_bye_rule(participants: Dubov1997Participants, ours: int, theirs: int) -> str:
    """Describe the rule that prefers one of two players for the bye, with the fact that decides."""
    mine, its = participants[ours], participants[theirs]
    own, recorded = participants.player_name(ours), participants.player_name(theirs)
    if mine.score != its.score:
        points = f"{own} has {describe_points(mine.score)}, {recorded} has {format_halves(its.score)}"
        return f"The bye goes to a player of the lowest score group who may have it: {points}"
    rule = "The bye goes to the player with the lowest rating in the lowest score group"
    if mine.rating != its.rating:
        return f"{rule}: {own} is rated {mine.rating}, {recorded} {its.rating}"
    rule = "Of players with the same rating in the lowest score group, the bye goes to"
    if mine.column != its.column:
        return f"{rule} the one due the colour that more of the group are due, {own}"
    if mine.aro != its.aro:
        return f"{rule} the one with the higher ARO (average rating of the opponents), {own}"
    return f"{rule} the last in the alphabet, {own}"


# --- opponents, and transfers from below -----------------------------------------------------------------------------


def _judge_opponent(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    if step.seeker is None:
        raise ValueError("the step seeks no opponent")
    theirs, article = partners[step.seeker], _ARTICLE[step.kind]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    seeker, recorded = participants.player_name(step.seeker), participants.player_name(theirs)
    if not step.taken or theirs in step.passed_over:
        return _BETTER, article, f"{seeker.capitalize()} meets {recorded} before any other player, and all others can."
    ours = step.taken[0]
    expected = f"{_describe_opponent_rule(participants, step, theirs)}{_describe_passed_over(participants, step)}."
    worse = theirs not in step.order or _is_worse(participants, step, ours, theirs)
    return (_WORSE if worse else _LATER), article, f"{expected} Instead, {seeker} meets {recorded}."


def _describe_opponent_rule(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> str:
    """Describe the rule that gives the seeker of a step an opponent, and why it is not another player."""
    if step.seeker is None:
        raise ValueError("the step seeks no opponent")
    seeker, own = participants.player_name(step.seeker), participants.player_name(step.taken[0])
    if step.kind is Dubov1997StepKind.FIRST_ROUND:
        return f"In the first round the upper half meets the lower half in the order of the list: {seeker} meets {own}"
    why = _why_no_candidate(participants, step, theirs) or _describe_choice(participants, step, theirs)
    if step.kind is Dubov1997StepKind.FROM_BELOW:
        group = describe_group(step.score)
        return f"{seeker.capitalize()} can meet no other player of the {group}, so {own} moves up: {why}"
    rule = "A floater meets the highest rated player, if possible one who is due the other colour"
    return f"{rule}: {seeker} meets {own}, since {why}"


def _describe_passed_over(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    if not step.passed_over:
        return ""
    return f" (all others could not be paired with {participants.list_names(step.passed_over)} chosen)"


def _why_no_candidate(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> str:
    """Return why a player whom the seeker may meet is not a candidate of a step; empty if the player is."""
    if theirs in step.order:
        return ""
    player, name = participants[theirs], participants.player_name(theirs)
    if not player.transferable and step.kind is not Dubov1997StepKind.FLOATER:
        return f"{name} may not be moved to a higher score group again (2.5)"
    return (
        f"{name} is not in the {describe_group(step.score)}"
        if player.score < step.score
        else f"{name} is a floater, too"
    )


def _describe_choice(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> str:
    """Describe the first value by which the player chosen comes before another candidate."""
    ours, seeks = step.taken[0], step.seeker
    mine, its = participants[ours], participants[theirs]
    own, recorded = participants.player_name(ours), participants.player_name(theirs)
    if mine.score != its.score:
        return f"{own} has {describe_points(mine.score)}, {recorded} has {format_halves(its.score)}"
    if rank(participants, step, mine)[0] != rank(participants, step, its)[0]:
        due = "the other colour" if seeks is not None else "the colour that fewer of the group are due"
        return f"{own} is due {due}, {recorded} is not"
    if mine.rating != its.rating:
        return f"{own} is rated {mine.rating}, {recorded} {its.rating}"
    if mine.aro != its.aro:
        return f"{own} has the lower ARO (average rating of the opponents)"
    return f"{own} comes before {recorded} in the alphabet"


def _is_worse(participants: Dubov1997Participants, step: Dubov1997Step, ours: int, theirs: int) -> bool:
    """Whether two candidates differ in their groups or colours, and not only in R and ARO."""
    if step.kind is Dubov1997StepKind.FIRST_ROUND:
        return False
    own, recorded = participants[ours], participants[theirs]
    return own.score != recorded.score or rank(participants, step, own)[0] != rank(participants, step, recorded)[0]


def rank(participants: Dubov1997Participants, step: Dubov1997Step, player: Dubov1997Player) -> tuple[object, ...]:
    """Return the values by which the text itself orders candidates: the colour, R, ARO."""
    colour = -dominating_colour(participants, step.group) if step.seeker is None else -participants[step.seeker].column
    return choice_key(player, colour)[:3]


def _judge_odd_group(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    outside = find_players_outside(step, partners)
    theirs = [partners[player] for player in outside]
    ours, group = step.taken[0], describe_group(step.score)
    expected = f"The {group} has an odd number of players, so {participants.player_name(ours)} moves up"
    if len(theirs) != 1 or theirs[0] is None:
        others = [player for player in outside if partners[player] != ours]
        alone = ", and the others can meet each other" if len(others) < len(outside) else ""
        sentence = f"{expected}{alone}. Instead, {participants.list_names(others)} are paired outside the group."
        return _WORSE, Dubov1997Article.FLOATERS, sentence
    recorded = participants.player_name(theirs[0])
    if theirs[0] in step.passed_over:
        sentence = f"{recorded.capitalize()} moves up before any other player, and the {group} can be paired so."
        return _BETTER, Dubov1997Article.ODD_GROUP, sentence
    why = _why_no_candidate(participants, step, theirs[0]) or _describe_choice(participants, step, theirs[0])
    sentence = f"{expected}: {why}. Instead, {recorded} moves up."
    if theirs[0] not in step.order:
        return _WORSE, Dubov1997Article.TRANSFERRED_AGAIN, sentence
    kind = _WORSE if _is_worse(participants, step, ours, theirs[0]) else _LATER
    return kind, Dubov1997Article.ODD_GROUP, sentence


# --- floaters --------------------------------------------------------------------------------------------------------


def _judge_leaving(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    theirs = sorted(find_players_outside(step, partners), key=step.order.index)
    group, must = describe_group(step.score), participants.list_names(step.taken)
    expected = f"Not all players of the {group} can be paired in it, so {must} must float down"
    float_ = "floats" if len(theirs) == 1 else "float"
    here = f"Instead, {participants.list_names(theirs) if theirs else 'no player'} {float_} down"
    if len(theirs) > len(step.taken):
        return _WORSE, Dubov1997Article.FLOATERS, f"{expected}. {here}, which is more than necessary."
    places = [step.order.index(player) for player in theirs]
    if len(theirs) < len(step.taken) or places < [step.order.index(player) for player in step.taken]:
        return _BETTER, Dubov1997Article.FLOATERS, f"{expected}. {here}, and all others can be paired."
    return _WORSE, Dubov1997Article.FLOATERS, f"{expected}: {_describe_floater(participants, step, theirs)}. {here}."


def _describe_floater(participants: Dubov1997Participants, step: Dubov1997Step, theirs: list[int]) -> str:
    """Describe why the first player who floats in one pairing alone comes before the first of the other pairing."""
    ours = next(player for player in step.taken if player not in theirs)
    other = next(player for player in theirs if player not in step.taken)
    mine, its = participants[ours], participants[other]
    own, recorded = participants.player_name(ours), participants.player_name(other)
    if participants.round_number == 1:
        return f"{own} stands below {recorded} in the list"
    below = find_following_group(participants, step.score)
    if participants.meet[ours, below].any() and not participants.meet[other, below].any():
        return f"{own} can be paired in the next group, {recorded} cannot"
    colour = dominating_colour(participants, step.group)
    if mine.column == colour != its.column:
        return f"{own} is due the colour that more of the group are due, {recorded} is not"
    if mine.rating != its.rating:
        return f"{own} is rated {mine.rating}, {recorded} {its.rating}"
    return f"{own} comes before {recorded} by ARO (average rating of the opponents) or by the alphabet"


def find_following_group(participants: Dubov1997Participants, score: int) -> list[int]:
    """Return the players of the score group below a score."""
    below = [at for at, player in enumerate(participants.players) if player.score < score]
    following = max((participants[at].score for at in below), default=0)
    return [at for at in below if participants[at].score == following]


# --- rows ------------------------------------------------------------------------------------------------------------


def _judge_row(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    if step.seeker is None:
        raise ValueError("a row has a player")
    gone, group = find_players_outside(step, partners), describe_group(step.score)
    if gone:
        sentence = f"All players of the {group} can be paired in it. Instead, {participants.list_names(gone)} float."
        return _WORSE, Dubov1997Article.FLOATERS, sentence
    ours, theirs = step.taken[0], partners[step.seeker]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    seeker, own = participants.player_name(step.seeker), participants.player_name(ours)
    here = f"Instead, {seeker} meets {participants.player_name(theirs)}"
    within = _count_pairs_within_columns(step, partners)
    if within > step.inside:
        need = f"only {step.inside} game{'s' * (step.inside > 1)}" if step.inside else "no game"
        rule = f"The {group} needs {need} between players due the same colour: {seeker} meets {own}"
        moved = _describe_transfers(participants, step)
        return _WORSE, _columns_article(step), f"{rule}{moved}. {here}, and there are {within} such games."
    met = _describe_earlier_games(participants, step)
    if theirs in step.passed_over or within < step.inside:
        return _BETTER, Dubov1997Article.IMPROVEMENTS, f"{seeker.capitalize()} was given {own}{met}. {here}, rightly."
    article = (
        Dubov1997Article.IMPROVEMENTS if step.passed_over or ours != _row_partner(step) else Dubov1997Article.COLUMNS
    )
    column = "due Black" if ours in step.black else "due White"
    rule = f"{seeker.capitalize()}, next in the column of White, meets the first possible player {column}, {own}{met}"
    return _LATER, article, f"{rule}. {here}, who stands lower in the column."


def _describe_earlier_games(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    """Describe the players of rows above the opponent taken who have been met already."""
    left = [player for player in step.black if player in step.group]
    above = left[: left.index(step.taken[0])] if step.taken[0] in left else left
    met = [player for player in above if step.seeker is not None and participants.apart[step.seeker, player]]
    return f" ({participants.list_names(met)} {_HAVE[len(met) > 1]} been met before)" if met else ""


_HAVE = ("has", "have")


def _row_partner(step: Dubov1997Step) -> int | None:
    """Return the player left in the same row of the other column."""
    left = [player for player in step.black if player in step.group]
    return left[0] if left else None


def _count_pairs_within_columns(step: Dubov1997Step, partners: Partners) -> int:
    """Return the number of recorded pairs within a column, of the players left."""
    white = frozenset(step.white)
    return sum((player in white) == (partners[player] in white) for player in step.group) // 2


def _columns_article(step: Dubov1997Step) -> Dubov1997Article:
    if not step.moved:
        return Dubov1997Article.IMPROVEMENTS
    return Dubov1997Article.TO_BLACK if step.moved[0] in step.black else Dubov1997Article.TO_WHITE


def _describe_transfers(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    if not step.moved:
        return ""
    colour = "Black" if step.moved[0] in step.black else "White"
    verb = "counts" if len(step.moved) == 1 else "count"
    return f", since {participants.list_names(step.moved)} {verb} as due {colour} to make the columns equal"


_CHOSEN = (Dubov1997StepKind.FLOATER, Dubov1997StepKind.FROM_BELOW)
COMPLETION = "DUBOV97-COMPLETION"
TIES = "DUBOV97-TIES"
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
    return [COMPLETION] * saved


# --- choices by colour, R and ARO ------------------------------------------------------------------------------------


def _bye_entries(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Iterator[str]:
    mine = participants[step.taken[0]]
    its = participants[next(player for player, opponent in partners.items() if opponent is None)]
    if step.passed_over and its.score <= mine.score:  # no side gives the bye to a higher score group (4)
        yield COMPLETION
    if participants.round_number == 1:
        return
    group = [at for at, player in enumerate(participants.players) if player.score == mine.score]
    colour = dominating_colour(participants, group)
    if bye_key(mine, colour) == bye_key(its, colour):
        yield "DUBOV97-BYE-TIES"
        yield TIES
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
        yield TIES
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
        yield COMPLETION
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
    participants: Dubov1997Participants,
    readings: Dubov1997Readings,
    recorded: RoundPairing,
    others: Iterable[tuple[Dubov1997Participants, Dubov1997Readings]] = (),
) -> Divergence:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    A player whom the pairing transfers once more than 2.5 allows by our count may go up (DUBOV97-TRANSFERS), and lots
    may choose among equals (DUBOV97-TIES). The result is then the first step that this does not explain, if there is
    one; unless lots are drawn, and one of ``others``, the readings that can be followed, explains the rest.

    Raise ValueError if the pairing follows the procedure, NoLegalPairingError if there is no such pairing.
    """
    opened, rest, lots = _find_divergences(participants, readings, recorded)
    if not opened:
        if rest is None:
            raise ValueError("the pairing does not leave the procedure")
        return rest
    if rest is not None and rest.kind is not DivergenceKind.OPEN:
        if not lots or not any(_is_explained(*other, recorded) for other in others):
            return rest
        rest = None
    notes = {note.identifier: note for step in (*opened, *filter(None, [rest])) for note in step.readings}
    return replace(opened[0], readings=tuple(notes.values()))


def _is_explained(participants: Dubov1997Participants, readings: Dubov1997Readings, recorded: RoundPairing) -> bool:
    """Whether a pairing follows a procedure wherever the text does not leave the step open."""
    try:
        _, rest, _ = _find_divergences(participants, readings, recorded, lots_may_join=True)
    except NoLegalPairingError:  # readings that cannot be followed here explain nothing
        return False
    return rest is None or rest.kind is DivergenceKind.OPEN


def _find_divergences(
    participants: Dubov1997Participants,
    readings: Dubov1997Readings,
    recorded: RoundPairing,
    *,
    lots_may_join: bool = False,
) -> tuple[list[Divergence], Divergence | None, tuple[Lot, ...]]:
    """
    Follow the procedure with the recorded choice wherever a transfer or lots explain it.

    Return these steps, the first step that they do not explain, and the lots. What article 9 makes of choices that
    leave a round without completion (DUBOV97-COMPLETION) is not known, so that the procedure is not followed further.
    """
    partners = participants.partners(recorded)
    opened: list[Divergence] = []
    while True:
        walk, joined = follow_procedure(participants, readings), None
        for step in walk:
            joined = joined or _find_joining_lot(participants, step, partners)
            if not follows(step, partners):
                break
        else:
            return opened, None, participants.lots
        if lots_may_join and joined is not None:
            participants = replace(participants, lots=(*participants.lots, joined))
            continue
        divergence = _divergence(participants, step, walk, partners)
        identifiers = {note.identifier for note in divergence.readings}
        chosen = _find_choice(step, partners)
        if chosen is None:
            return opened, divergence, participants.lots
        may_be_drawn = step.occasion not in dict(participants.lots)  # once for a decision
        if TRANSFERS in identifiers:
            participants = _allow_transfer(participants, chosen)
        elif may_be_drawn and identifiers & {TIES, COMPLETION} == {TIES} and divergence.kind is DivergenceKind.OPEN:
            participants = replace(participants, lots=(*participants.lots, (step.occasion, chosen)))
        else:
            return opened, divergence, participants.lots
        opened.append(divergence)


def _find_joining_lot(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Lot | None:
    """Return the lot by which an equal player, whom a pairing gives an opponent of the group, joins it instead."""
    if step.kind is not Dubov1997StepKind.JOINING or step.occasion in dict(participants.lots):
        return None
    taken = step.taken[0]
    if partners[taken] in step.group:
        return None
    equals = (at for at in step.order if at != taken and _are_equal(participants[at], participants[taken]))
    return next(((step.occasion, at) for at in equals if partners[at] in step.group), None)


def _are_equal(first: Dubov1997Player, second: Dubov1997Player) -> bool:
    return choice_key(first, second.column)[:3] == choice_key(second, second.column)[:3] and first.score == second.score


def _find_choice(step: Dubov1997Step, partners: Partners) -> int | None:
    """Return the player whom a pairing chooses at a step that gives the bye or seeks one player."""
    if step.kind is Dubov1997StepKind.BYE:
        return next(player for player, opponent in partners.items() if opponent is None)
    return find_transferred(step, partners)


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
