"""The first step at which a complete pairing leaves the procedure, and why its choice is not the right one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engines.frame.results import Divergence, DivergenceKind
from reference_engines.lim.completion import left_over
from reference_engines.lim.edition import FloatReason, LimArticle, LimStepKind
from reference_engines.lim.scrutiny import rank_opponents
from reference_engines.lim.walk import follow_procedure
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.round import Round
    from reference_engines.lim.edition import LimStep, Rank
    from reference_engines.lim.event import LimEvent
    from reference_engines.lim.participants import LimParticipants
    from reference_engines.sequential import Partners

    LimRound = Round[Any, LimEvent, LimParticipants, Any]


_COLOUR = {1: "White", -1: "Black", 0: "no colour"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judgement:
    """The recorded choice compared with the choice of the procedure."""

    kind: DivergenceKind
    article: LimArticle
    sentence: str


def find_divergence(lim_round: LimRound, recorded: RoundPairing) -> Divergence:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Raise ValueError if the pairing follows the procedure, NoLegalPairingError if there is no such pairing.
    """
    participants, rules = lim_round.participants, lim_round.rules
    partners = participants.partners(recorded)
    steps = follow_procedure(participants, rules.readings)
    step = next((step for step in steps if not _follows(step, partners)), None)
    if step is None:
        raise ValueError("the pairing does not leave the procedure")
    if step.kind is LimStepKind.FLOATING:
        judgement = _judge_floating(participants, step, partners, steps)
    else:
        judgement = _JUDGES[step.kind](participants, step, partners)
    return Divergence(
        kind=judgement.kind,
        article=rules.article_number(judgement.article),
        step=describe_step(participants, step),
        sentence=judgement.sentence,
    )


def _follows(step: LimStep, partners: Partners) -> bool:
    """Whether a pairing does what a step does."""
    if step.undone:
        return True
    if step.kind is LimStepKind.BYE:
        return partners[step.taken[0]] is None
    if step.kind is LimStepKind.FLOATING:
        return partners[step.taken[0]] not in step.group
    if step.kind is LimStepKind.CRACKING:
        return partners[step.taken[0]] != step.taken[1]
    return step.seeker is not None and partners[step.seeker] == step.taken[0]


def _passed_over(candidate: str, article: LimArticle) -> _Judgement:
    return _Judgement(kind=DivergenceKind.BETTER, article=article, sentence=f"The procedure passed over {candidate}.")


def _judge_bye(participants: LimParticipants, step: LimStep, partners: Partners) -> _Judgement:
    (theirs,) = (player for player, opponent in partners.items() if opponent is None)
    taken = step.taken[0]
    if theirs in step.passed_over:
        return _passed_over(participants.player_name(theirs), LimArticle.BYE)
    fewer = participants[taken].score < participants[theirs].score
    because = "a lower scoregroup" if fewer else "the lowest rank of the scoregroup"
    sentence = (
        f"The bye goes to {participants.player_name(taken)}, {because} among those who may have it; "
        f"the pairing gives it to {participants.player_name(theirs)}."
    )
    return _Judgement(
        kind=DivergenceKind.WORSE if fewer else DivergenceKind.LATER, article=LimArticle.BYE, sentence=sentence
    )


def _judge_floating(
    participants: LimParticipants, step: LimStep, partners: Partners, steps: Iterable[LimStep]
) -> _Judgement:
    """Compare the players who leave a scoregroup; the more leave it, the fewer pairs it has."""
    taken = step.taken[0]
    theirs = [player for player in step.group if partners[player] not in step.group]
    # A player without a compatible opponent floats in every legal pairing: only choices are judged here.
    reason = LimArticle.BLOCKED if step.reason is FloatReason.BLOCKED else LimArticle.MAKE_EVEN
    because = step.reason.value if step.reason else ""
    ranks = dict(step.ranks)
    floated = [player for player in theirs if player in ranks]
    if not floated:
        is_lifting = len(theirs) == left_over(participants, step.group)[0]
        effect = (
            "so that two of the same score have colours beyond the limits without need"
            if is_lifting
            else "which leaves fewer pairings in the scoregroup"
        )
        sentence = (
            f"From {describe_scoregroup(step)} {participants.player_name(taken)} floats ({because}); "
            f"the pairing lets {participants.list_names(theirs) if theirs else 'nobody'} float, {effect}."
        )
        return _Judgement(
            kind=DivergenceKind.WORSE, article=LimArticle.LAST_ROUND if is_lifting else reason, sentence=sentence
        )
    # A player who floats in both pairings is an alternative to the player chosen only if there is no other.
    in_both = {
        floating.taken[0]
        for floating in steps
        if floating.kind is LimStepKind.FLOATING and floating.score == step.score
    }
    alternative = min(floated, key=lambda player: (player in in_both, list(ranks).index(player)))
    article, why = _first_difference(ranks[taken], ranks[alternative], reason, step.side)
    is_worse = article is LimArticle.TYPES
    sentence = (
        f"From {describe_scoregroup(step)} {describe_player(participants, taken)} floats ({because}); "
        f"the pairing lets {describe_player(participants, alternative)} float, {why}."
    )
    return _Judgement(
        kind=DivergenceKind.WORSE if is_worse else DivergenceKind.LATER, article=article, sentence=sentence
    )


def _first_difference(ours: Rank, theirs: Rank, reason: LimArticle, side: int) -> tuple[LimArticle, str]:
    """Return the first article by which two floaters differ, and a clause on the second."""
    if theirs.too_far:
        return (
            LimArticle.NEAR_IN_RATING,
            "though the ratings of that player and of the first differ by more than 100 points",
        )
    if ours.types != theirs.types:
        kind = next(
            name for name, own, recorded in zip("abc", ours.types, theirs.types, strict=True) if own != recorded
        )
        return LimArticle.TYPES, f"which makes more floaters of type {kind} than need be"
    if ours.floated != theirs.floated:
        return LimArticle.FLOATED_BEFORE, "who floated in the round just before"
    if ours.against != theirs.against:
        return LimArticle.DUE_TO_MORE, "which does not equalise the numbers of players due White and Black"
    first = "highest ranked floats first, as pairing proceeds upwards" if side < 0 else "lowest ranked floats first"
    return (LimArticle.LAST_IN_ORDER if reason is LimArticle.MAKE_EVEN else reason), f"though the {first}"


def _judge_cracking(participants: LimParticipants, step: LimStep, _partners: Partners) -> _Judgement:
    sentence = (
        "The median scoregroup cannot be paired, so that the pairing of "
        f"{participants.list_names(step.taken)} is cracked; the pairing keeps it."
    )
    article = LimArticle.HIGHER_CRACKED if step.side > 0 else LimArticle.LOWER_CRACKED
    return _Judgement(kind=DivergenceKind.LATER, article=article, sentence=sentence)


def _judge_opponent(participants: LimParticipants, step: LimStep, partners: Partners) -> _Judgement:
    """Compare the opponents of a floater, or of the next player to be scrutinised."""
    is_floater = step.kind is LimStepKind.FLOATER
    player, *order = step.group
    taken, theirs = step.taken[0], partners[player]
    candidates = rank_opponents(participants, player, order)
    ranks = dict(candidates.available)
    seeker, opponent = (describe_player(participants, at) for at in (player, taken))
    begin = f"In {describe_scoregroup(step)} {seeker} meets {opponent}; the pairing has "
    if theirs is None or theirs not in order:
        opponent = f"{participants.player_name(theirs)} of another scoregroup" if theirs is not None else "the bye"
        sentence = f"{begin}{opponent}, so that {participants.player_name(player)} leaves the scoregroup without need."
        return _Judgement(kind=DivergenceKind.WORSE, article=LimArticle.TYPES, sentence=sentence)
    begin += describe_player(participants, theirs)
    if theirs in candidates.passed_over:
        if _keeps_within(step, partners):
            return _passed_over(
                f"{participants.player_name(theirs)} as the opponent of {participants.player_name(player)}",
                LimArticle.EXCHANGES,
            )
        sentence = f"{begin}, with whom others could not be paired in it."
        return _Judgement(kind=DivergenceKind.WORSE, article=LimArticle.EXCHANGES, sentence=sentence)
    if theirs in candidates.lifting or (ranks[theirs].is_lifted and not ranks[taken].is_lifted):
        sentence = f"{begin}, so that two of the same score have colours beyond the limits without need."
        return _Judgement(kind=DivergenceKind.WORSE, article=LimArticle.LAST_ROUND, sentence=sentence)
    if ranks[theirs].against and not ranks[taken].against:
        article = LimArticle.FLOATERS_OPPONENT if is_floater else LimArticle.SECOND_SCRUTINY
        sentence = f"{begin}, who is due the same colour."
        return _Judgement(kind=DivergenceKind.WORSE, article=article, sentence=sentence)
    article = LimArticle.PROPOSED if taken == order[0] else LimArticle.EXCHANGES
    if is_floater:
        article = LimArticle.FLOATERS_OPPONENT
    return _Judgement(kind=DivergenceKind.LATER, article=article, sentence=f"{begin}, who comes later in the order.")


def _keeps_within(step: LimStep, partners: Partners) -> bool:
    """Whether a pairing pairs the players left in a scoregroup among themselves."""
    return all(partners[player] in step.group for player in step.group)


_JUDGES = {
    LimStepKind.BYE: _judge_bye,
    LimStepKind.FLOATER: _judge_opponent,
    LimStepKind.SCRUTINY: _judge_opponent,
    LimStepKind.CRACKING: _judge_cracking,
}


def describe_player(participants: LimParticipants, player: int) -> str:
    """``player 7 (due White)``."""
    return f"{participants.player_name(player)} (due {_COLOUR[participants[player].due]})"


def describe_scoregroup(step: LimStep) -> str:
    """``the median scoregroup``, ``the scoregroup of 2.5 points``."""
    return "the median scoregroup" if step.side == 0 else f"the scoregroup of {points_text(step.score)} points"


def describe_step(participants: LimParticipants, step: LimStep) -> str:
    """Return the decision in the regulation's words."""
    if step.kind is LimStepKind.BYE:
        return step.kind.value
    if step.seeker is None:
        return f"{step.kind.value} in {describe_scoregroup(step)}"
    return f"{step.kind.value} in {describe_scoregroup(step)}, for {participants.player_name(step.seeker)}"
