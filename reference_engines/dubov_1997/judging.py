"""What it means that a pairing does something else at a step: a rule missed, or a later choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.edition import Article
from reference_engines.dubov_1997.orders import choice_key, dominating
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.telling import described
from reference_engines.results import PartingKind

if TYPE_CHECKING:
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Person, Table

    Partner = dict[int, int | None]
    Judgement = tuple[PartingKind, Article, str]

_WORSE, _LATER, _BETTER = PartingKind.WORSE, PartingKind.LATER, PartingKind.BETTER
_ARTICLE = {
    StepKind.FIRST_ROUND: Article.FIRST_ROUND,
    StepKind.FLOATER: Article.FLOATERS_OPPONENT,
    StepKind.FROM_BELOW: Article.OPPONENT_FROM_BELOW,
}


def outside(step: Step, partner: Partner) -> list[int]:
    """Return those of a step's group whom a pairing gives no opponent of the group."""
    return [player for player in step.group if partner[player] not in step.group]


def judge(table: Table, step: Step, partner: Partner) -> Judgement:
    """Say how a complete and legal pairing that does not follow a step falls short of it."""
    if step.kind is StepKind.BYE:
        return _bye(table, step, partner)
    if step.kind is StepKind.ODD_GROUP:
        return _odd_group(table, step, partner)
    if step.kind is StepKind.LEAVING:
        return _leaving(table, step, partner)
    if step.kind in (StepKind.ROW, StepKind.SPARE):
        return _row(table, step, partner)
    return _opponent(table, step, partner)


# --- the bye ---------------------------------------------------------------------------------------------------------


def _bye(table: Table, step: Step, partner: Partner) -> Judgement:
    ours, theirs = step.taken[0], next(player for player, other in partner.items() if other is None)
    article = Article.FIRST_ROUND if table.round_number == 1 else Article.BYE
    rule = "the last player of the list" if article is Article.FIRST_ROUND else "the lowest score group, then lowest R"
    kind = _BETTER if theirs in step.passed_over else _WORSE
    sentence = f"The bye goes to {rule}: {described(table, ours)}. Here it is {described(table, theirs)}."
    return kind, article, sentence


# --- opponents, and transfers from below -----------------------------------------------------------------------------


def _opponent(table: Table, step: Step, partner: Partner) -> Judgement:
    if step.who is None:
        raise ValueError("nobody's opponent is sought")
    theirs, article = partner[step.who], _ARTICLE[step.kind]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    here = f"Here it is {described(table, theirs)}"
    if not step.taken or theirs in step.passed_over:
        return _BETTER, article, f"{table.listed([step.who]).capitalize()} was thought to find nobody better. {here}."
    ours = step.taken[0]
    asked = f"{table.who(step.who).capitalize()} is to meet {described(table, ours)}, the first who is possible."
    asked += _passed_over(table, step)
    if theirs not in step.order:
        return _WORSE, article, f"{asked} {here}, {_why_no_candidate(table, step, theirs)}."
    worse = _is_worse(table, step, ours, theirs)
    how = "who meets the requirements less well" if worse else "who comes later in the order"
    return (_WORSE if worse else _LATER), article, f"{asked} {here}, {how}."


def _passed_over(table: Table, step: Step) -> str:
    if not step.passed_over:
        return ""
    return f" The round could not be completed with {table.listed(step.passed_over)}."


def _why_no_candidate(table: Table, step: Step, theirs: int) -> str:
    """Say why somebody whom the one in question may meet is none of the candidates of a step."""
    if step.kind is StepKind.FROM_BELOW and not table.people[theirs].transferable:
        return "who may not be transferred to a higher score group again (2.5)"
    return "who is not in the score group" if table.people[theirs].score < step.score else "a floater from above"


def _is_worse(table: Table, step: Step, ours: int, theirs: int) -> bool:
    """Whether more than the order by R and ARO tells two candidates apart: their groups, or their colours."""
    if step.kind is StepKind.FIRST_ROUND:
        return False
    one, other = table.people[ours], table.people[theirs]
    return one.score != other.score or rank(table, step, one)[0] != rank(table, step, other)[0]


def rank(table: Table, step: Step, person: Person) -> tuple[object, ...]:
    """Return what the text itself says to order candidates by: the colour, R, ARO."""
    wanted = -dominating(table, step.group) if step.who is None else -table.people[step.who].column
    return choice_key(person, wanted)[:3]


def _odd_group(table: Table, step: Step, partner: Partner) -> Judgement:
    theirs = [partner[player] for player in outside(step, partner)]
    ours = step.taken[0]
    asked = f"The number of players is odd, and {described(table, ours)} is to be transferred from below."
    if len(theirs) != 1 or theirs[0] is None:
        sentence = f"{asked} Here {table.listed(outside(step, partner))} are paired outside the group."
        return _WORSE, Article.FLOATERS, sentence
    here = f"Here it is {described(table, theirs[0])}"
    if theirs[0] in step.passed_over:
        return _BETTER, Article.ODD_GROUP, f"{asked} {here}, by whom the group was thought not to be paired."
    if theirs[0] not in step.order:
        return _WORSE, Article.TRANSFERRED_AGAIN, f"{asked} {here}, who may not be transferred again."
    worse = _is_worse(table, step, ours, theirs[0])
    how = "who meets the requirements less well" if worse else "who comes later in the order by R and ARO"
    return (_WORSE if worse else _LATER), Article.ODD_GROUP, f"{asked} {here}, {how}."


# --- floaters --------------------------------------------------------------------------------------------------------


def _leaving(table: Table, step: Step, partner: Partner) -> Judgement:
    theirs = sorted(outside(step, partner), key=step.order.index)
    asked = f"The group cannot be wholly paired, and {table.listed(step.taken)} must go down."
    here = f"Here it is {table.listed(theirs)}" if theirs else "Here it is nobody"
    if len(theirs) > len(step.taken):
        return _WORSE, Article.FLOATERS, f"{asked} {here}: more than need be."
    come = "comes" if len(theirs) == 1 else "come"
    places = [step.order.index(player) for player in theirs]
    if len(theirs) < len(step.taken) or places < [step.order.index(player) for player in step.taken]:
        return _BETTER, Article.FLOATERS, f"{asked} {here}."
    return _WORSE, Article.FLOATERS, f"{asked} {here}, who {come} later in the order of 6.4."


# --- rows ------------------------------------------------------------------------------------------------------------


def _row(table: Table, step: Step, partner: Partner) -> Judgement:
    if step.who is None:
        raise ValueError("a row has a player")
    gone = outside(step, partner)
    if gone:
        sentence = f"The group can be wholly paired in itself. Here {table.listed(gone)} are paired outside of it."
        return _WORSE, Article.FLOATERS, sentence
    ours, theirs = step.taken[0], partner[step.who]
    if theirs is None:
        raise ValueError("the bye has been decided about")
    asked = f"In the columns {described(table, step.who)} is to meet {described(table, ours)}."
    asked += _met(table, step)
    here = f"Here it is {described(table, theirs)}"
    within = _within_columns(step, partner)
    if within > step.inside:
        return _WORSE, _article_of_columns(step), f"{asked}{_moved(table, step)} {here}, and {within} {_PAIRS} made."
    if theirs in step.passed_over or within < step.inside:
        return _BETTER, Article.IMPROVEMENTS, f"{asked} {here}."
    article = Article.IMPROVEMENTS if step.passed_over or ours != _beside(step) else Article.COLUMNS
    return _LATER, article, f"{asked} {here}, who stands in a lower row."


def _met(table: Table, step: Step) -> str:
    """Say who of the rows above the opponent taken has been met already."""
    left = [player for player in step.black if player in step.group]
    above = left[: left.index(step.taken[0])] if step.taken[0] in left else left
    met = [player for player in above if step.who is not None and table.apart[step.who, player]]
    return f" There has been a game with {table.listed(met)}." if met and step.who in step.white else ""


_PAIRS = "pairs of one column are"


def _beside(step: Step) -> int | None:
    """Return who stands in the same row of the other column, of those left."""
    left = [player for player in step.black if player in step.group]
    return left[0] if left else None


def _within_columns(step: Step, partner: Partner) -> int:
    """Count the recorded pairs within a column, of the players left."""
    white = frozenset(step.white)
    return sum((player in white) == (partner[player] in white) for player in step.group) // 2


def _article_of_columns(step: Step) -> Article:
    if not step.moved:
        return Article.IMPROVEMENTS
    return Article.TO_BLACK if step.moved[0] in step.black else Article.TO_WHITE


def _moved(table: Table, step: Step) -> str:
    if not step.moved:
        return ""
    colour = "black" if step.moved[0] in step.black else "white"
    verb = "is" if len(step.moved) == 1 else "are"
    return f" To make the columns equal, {table.listed(step.moved)} {verb} transferred to the {colour} one."
