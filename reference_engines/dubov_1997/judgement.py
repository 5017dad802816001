"""The judgement of a pairing that does not follow a step: it misses a rule, or makes a later choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.columns import choice_key, dominating_colour
from reference_engines.dubov_1997.edition import Dubov1997Article
from reference_engines.dubov_1997.steps import Dubov1997StepKind, describe_player
from reference_engines.frame.results import DivergenceKind

if TYPE_CHECKING:
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player
    from reference_engines.dubov_1997.steps import Dubov1997Step
    from reference_engines.sequential import Partners

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
    rule = (
        "the last player of the list"
        if article is Dubov1997Article.FIRST_ROUND
        else "the lowest score group, then lowest R"
    )
    kind = _BETTER if theirs in step.passed_over else _WORSE
    own, recorded = (describe_player(participants, player) for player in (ours, theirs))
    sentence = f"The bye goes to {rule}: {own}. Here it is {recorded}."
    return kind, article, sentence


# --- opponents, and transfers from below -----------------------------------------------------------------------------


def _judge_opponent(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    if step.seeker is None:
        raise ValueError("the step seeks no opponent")
    theirs, article = partners[step.seeker], _ARTICLE[step.kind]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    here = f"Here it is {describe_player(participants, theirs)}"
    if not step.taken or theirs in step.passed_over:
        return (
            _BETTER,
            article,
            f"{participants.list_names([step.seeker]).capitalize()} was thought to find nobody better. {here}.",
        )
    ours = step.taken[0]
    seeker = participants.player_name(step.seeker).capitalize()
    expected = f"{seeker} is to meet {describe_player(participants, ours)}, the first who is possible."
    expected += _describe_passed_over(participants, step)
    if theirs not in step.order:
        return _WORSE, article, f"{expected} {here}, {_why_no_candidate(participants, step, theirs)}."
    worse = _is_worse(participants, step, ours, theirs)
    how = "who meets the requirements less well" if worse else "who comes later in the order"
    return (_WORSE if worse else _LATER), article, f"{expected} {here}, {how}."


def _describe_passed_over(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    if not step.passed_over:
        return ""
    return f" The round could not be completed with {participants.list_names(step.passed_over)}."


def _why_no_candidate(participants: Dubov1997Participants, step: Dubov1997Step, theirs: int) -> str:
    """Return the reason why a player whom the seeker may meet is not a candidate of a step."""
    if step.kind is Dubov1997StepKind.FROM_BELOW and not participants[theirs].transferable:
        return "who may not be transferred to a higher score group again (2.5)"
    return "who is not in the score group" if participants[theirs].score < step.score else "a floater from above"


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
    theirs = [partners[player] for player in find_players_outside(step, partners)]
    ours = step.taken[0]
    expected = (
        f"The number of players is odd, and {describe_player(participants, ours)} is to be transferred from below."
    )
    if len(theirs) != 1 or theirs[0] is None:
        outside = participants.list_names(find_players_outside(step, partners))
        sentence = f"{expected} Here {outside} are paired outside the group."
        return _WORSE, Dubov1997Article.FLOATERS, sentence
    here = f"Here it is {describe_player(participants, theirs[0])}"
    if theirs[0] in step.passed_over:
        return (
            _BETTER,
            Dubov1997Article.ODD_GROUP,
            f"{expected} {here}, by whom the group was thought not to be paired.",
        )
    if theirs[0] not in step.order:
        return _WORSE, Dubov1997Article.TRANSFERRED_AGAIN, f"{expected} {here}, who may not be transferred again."
    worse = _is_worse(participants, step, ours, theirs[0])
    how = "who meets the requirements less well" if worse else "who comes later in the order by R and ARO"
    return (_WORSE if worse else _LATER), Dubov1997Article.ODD_GROUP, f"{expected} {here}, {how}."


# --- floaters --------------------------------------------------------------------------------------------------------


def _judge_leaving(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    theirs = sorted(find_players_outside(step, partners), key=step.order.index)
    expected = f"The group cannot be wholly paired, and {participants.list_names(step.taken)} must go down."
    here = f"Here it is {participants.list_names(theirs)}" if theirs else "Here it is nobody"
    if len(theirs) > len(step.taken):
        return _WORSE, Dubov1997Article.FLOATERS, f"{expected} {here}: more than need be."
    come = "comes" if len(theirs) == 1 else "come"
    places = [step.order.index(player) for player in theirs]
    if len(theirs) < len(step.taken) or places < [step.order.index(player) for player in step.taken]:
        return _BETTER, Dubov1997Article.FLOATERS, f"{expected} {here}."
    return _WORSE, Dubov1997Article.FLOATERS, f"{expected} {here}, who {come} later in the order of 6.4."


# --- rows ------------------------------------------------------------------------------------------------------------


def _judge_row(participants: Dubov1997Participants, step: Dubov1997Step, partners: Partners) -> Judgement:
    if step.seeker is None:
        raise ValueError("a row has a player")
    gone = find_players_outside(step, partners)
    if gone:
        sentence = (
            f"The group can be wholly paired in itself. Here {participants.list_names(gone)} are paired outside of it."
        )
        return _WORSE, Dubov1997Article.FLOATERS, sentence
    ours, theirs = step.taken[0], partners[step.seeker]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    expected = (
        f"In the columns {describe_player(participants, step.seeker)} is to meet {describe_player(participants, ours)}."
    )
    expected += _describe_earlier_games(participants, step)
    here = f"Here it is {describe_player(participants, theirs)}"
    within = _count_pairs_within_columns(step, partners)
    if within > step.inside:
        return (
            _WORSE,
            _columns_article(step),
            f"{expected}{_describe_transfers(participants, step)} {here}, and {within} {_PAIRS} made.",
        )
    if theirs in step.passed_over or within < step.inside:
        return _BETTER, Dubov1997Article.IMPROVEMENTS, f"{expected} {here}."
    article = (
        Dubov1997Article.IMPROVEMENTS if step.passed_over or ours != _row_partner(step) else Dubov1997Article.COLUMNS
    )
    return _LATER, article, f"{expected} {here}, who stands in a lower row."


def _describe_earlier_games(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    """Return a sentence on the players of rows above the opponent taken who have been met already."""
    left = [player for player in step.black if player in step.group]
    above = left[: left.index(step.taken[0])] if step.taken[0] in left else left
    met = [player for player in above if step.seeker is not None and participants.apart[step.seeker, player]]
    return f" There has been a game with {participants.list_names(met)}." if met and step.seeker in step.white else ""


_PAIRS = "pairs of one column are"


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
    colour = "black" if step.moved[0] in step.black else "white"
    verb = "is" if len(step.moved) == 1 else "are"
    return f" To make the columns equal, {participants.list_names(step.moved)} {verb} transferred to the {colour} one."
