"""Where a complete pairing leaves the procedure: the first step at which it does something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.completion import left_over
from reference_engines.lim.edition import Article
from reference_engines.lim.scrutiny import opponents
from reference_engines.lim.steps import Reason, StepKind
from reference_engines.lim.telling import due, step_in_words, where
from reference_engines.lim.walk import steps
from reference_engines.results import Parting, PartingKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.lim.rules import LimRound
    from reference_engines.lim.steps import Rank, Step
    from reference_engines.lim.table import Table
    from reference_engines.results import RoundPairing

    Partner = dict[int, int | None]
    """The position opposite each position, None for the bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judgement:
    """What a recorded choice is worth beside that of the procedure."""

    kind: PartingKind
    article: Article
    sentence: str


def find_divergence(lim_round: LimRound, recorded: RoundPairing) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Raise ValueError if it does not leave the procedure, NoLegalPairingError if there is no such pairing.
    """
    table, rules = lim_round.participants, lim_round.rules
    partner = _partners(table, recorded)
    walked = steps(table, rules.readings)
    step = next((step for step in walked if not _follows(step, partner)), None)
    if step is None:
        raise ValueError("the pairing does not leave the procedure")
    if step.kind is StepKind.FLOATING:
        judgement = _judge_floating(table, step, partner, walked)
    else:
        judgement = _JUDGES[step.kind](table, step, partner)
    return Parting(
        kind=judgement.kind,
        article=rules.printed(judgement.article),
        step=step_in_words(table, step),
        sentence=judgement.sentence,
    )


def _partners(table: Table, recorded: RoundPairing) -> Partner:
    position = {tpn: place for place, tpn in enumerate(table.numbers)}
    partner: Partner = {}
    for pair in recorded.pairs:
        one, other = position[pair.white], position[pair.black]
        partner |= {one: other, other: one}
    if recorded.bye is not None:
        partner[position[recorded.bye]] = None
    return partner


def _follows(step: Step, partner: Partner) -> bool:
    """Whether a pairing does what a step does."""
    if step.undone:
        return True
    if step.kind is StepKind.BYE:
        return partner[step.taken[0]] is None
    if step.kind is StepKind.FLOATING:
        return partner[step.taken[0]] not in step.group
    if step.kind is StepKind.CRACKING:
        return partner[step.taken[0]] != step.taken[1]
    return step.who is not None and partner[step.who] == step.taken[0]


def _better(what: str, article: Article) -> _Judgement:
    return _Judgement(kind=PartingKind.BETTER, article=article, sentence=f"The procedure passed over {what}.")


def _judge_bye(table: Table, step: Step, partner: Partner) -> _Judgement:
    (theirs,) = (player for player, opponent in partner.items() if opponent is None)
    taken = step.taken[0]
    if theirs in step.passed_over:
        return _better(table.who(theirs), Article.BYE)
    fewer = table.people[taken].score < table.people[theirs].score
    because = "a lower scoregroup" if fewer else "the lowest rank of the scoregroup"
    sentence = (
        f"The bye goes to {table.who(taken)}, {because} among those who may have it; "
        f"the pairing gives it to {table.who(theirs)}."
    )
    return _Judgement(kind=PartingKind.WORSE if fewer else PartingKind.LATER, article=Article.BYE, sentence=sentence)


def _judge_floating(table: Table, step: Step, partner: Partner, walked: Iterable[Step]) -> _Judgement:
    """Weigh who leaves a scoregroup; the more leave it, the fewer pairs it has."""
    taken = step.taken[0]
    theirs = [player for player in step.group if partner[player] not in step.group]
    # Who has no compatible opponent floats from every legal pairing: only choices are judgement here.
    reason = Article.BLOCKED if step.reason is Reason.BLOCKED else Article.MAKE_EVEN
    ranks = dict(step.ranks)
    floated = [player for player in theirs if player in ranks]
    if not floated:
        is_lifting = len(theirs) == left_over(table, step.group)[0]
        effect = (
            "so that two of the same score have colours beyond the limits without need"
            if is_lifting
            else "which leaves fewer pairings in the scoregroup"
        )
        sentence = (
            f"From {where(step)} {table.who(taken)} floats ({step.reason.value if step.reason else ''}); "
            f"the pairing lets {table.listed(theirs) if theirs else 'nobody'} float, {effect}."
        )
        return _Judgement(
            kind=PartingKind.WORSE, article=Article.LAST_ROUND if is_lifting else reason, sentence=sentence
        )
    # Somebody who floats in both is no alternative to the player chosen, unless nobody else is one.
    in_both = {one.taken[0] for one in walked if one.kind is StepKind.FLOATING and one.score == step.score}
    other = min(floated, key=lambda player: (player in in_both, list(ranks).index(player)))
    article, why = _weighed(ranks[taken], ranks[other], reason, step.side)
    is_worse = article is Article.TYPES
    sentence = (
        f"From {where(step)} {due(table, taken)} floats ({step.reason.value if step.reason else ''}); "
        f"the pairing lets {due(table, other)} float, {why}."
    )
    return _Judgement(kind=PartingKind.WORSE if is_worse else PartingKind.LATER, article=article, sentence=sentence)


def _weighed(ours: Rank, theirs: Rank, reason: Article, side: int) -> tuple[Article, str]:
    """Return the first article by which two floaters differ, and what it says of the second."""
    if theirs.too_far:
        return (
            Article.NEAR_IN_RATING,
            "though the ratings of that player and of the first differ by more than 100 points",
        )
    if ours.types != theirs.types:
        kind = next(name for name, one, other in zip("abc", ours.types, theirs.types, strict=True) if one != other)
        return Article.TYPES, f"which makes more floaters of type {kind} than need be"
    if ours.floated != theirs.floated:
        return Article.FLOATED_BEFORE, "who floated in the round just before"
    if ours.against != theirs.against:
        return Article.DUE_TO_MORE, "which does not equalise the numbers of players due White and Black"
    first = "highest ranked floats first, as pairing proceeds upwards" if side < 0 else "lowest ranked floats first"
    return (Article.LAST_IN_ORDER if reason is Article.MAKE_EVEN else reason), f"though the {first}"


def _judge_cracking(table: Table, step: Step, partner: Partner) -> _Judgement:
    del partner
    sentence = (
        f"The median scoregroup cannot be paired, so that the pairing of {table.listed(step.taken)} is cracked; "
        "the pairing keeps it."
    )
    article = Article.HIGHER_CRACKED if step.side > 0 else Article.LOWER_CRACKED
    return _Judgement(kind=PartingKind.LATER, article=article, sentence=sentence)


def _judge_opponent(table: Table, step: Step, partner: Partner) -> _Judgement:
    """Weigh the opponent of a floater, or of the next player to be scrutinised."""
    is_floater = step.kind is StepKind.FLOATER
    player, *order = step.group
    taken, theirs = step.taken[0], partner[player]
    found = opponents(table, player, order)
    ranks = dict(found.available)
    begin = f"In {where(step)} {due(table, player)} meets {due(table, taken)}; the pairing has "
    if theirs is None or theirs not in order:
        what = f"{table.who(theirs)} of another scoregroup" if theirs is not None else "the bye"
        sentence = f"{begin}{what}, so that {table.who(player)} leaves the scoregroup without need."
        return _Judgement(kind=PartingKind.WORSE, article=Article.TYPES, sentence=sentence)
    begin += due(table, theirs)
    if theirs in found.passed_over:
        if _stays_within(step, partner):
            return _better(f"{table.who(theirs)} as the opponent of {table.who(player)}", Article.EXCHANGES)
        sentence = f"{begin}, with whom others could not be paired in it."
        return _Judgement(kind=PartingKind.WORSE, article=Article.EXCHANGES, sentence=sentence)
    if theirs in found.lifting or (ranks[theirs].is_lifted and not ranks[taken].is_lifted):
        sentence = f"{begin}, so that two of the same score have colours beyond the limits without need."
        return _Judgement(kind=PartingKind.WORSE, article=Article.LAST_ROUND, sentence=sentence)
    if ranks[theirs].against and not ranks[taken].against:
        article = Article.FLOATERS_OPPONENT if is_floater else Article.SECOND_SCRUTINY
        sentence = f"{begin}, who is due the same colour."
        return _Judgement(kind=PartingKind.WORSE, article=article, sentence=sentence)
    article = Article.PROPOSED if taken == order[0] else Article.EXCHANGES
    if is_floater:
        article = Article.FLOATERS_OPPONENT
    return _Judgement(kind=PartingKind.LATER, article=article, sentence=f"{begin}, who comes later in the order.")


def _stays_within(step: Step, partner: Partner) -> bool:
    """Whether a pairing pairs those who are left in a scoregroup among themselves."""
    return all(partner[player] in step.group for player in step.group)


_JUDGES = {
    StepKind.BYE: _judge_bye,
    StepKind.FLOATER: _judge_opponent,
    StepKind.SCRUTINY: _judge_opponent,
    StepKind.CRACKING: _judge_cracking,
}
