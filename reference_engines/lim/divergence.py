"""The first step at which a complete pairing leaves the procedure, and why its choice is not the right one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reference_engines.frame.results import Divergence, DivergenceKind, RoundPairing
from reference_engines.frame.rules import Round
from reference_engines.lim.completion import left_over
from reference_engines.lim.edition import FloatReason, LimArticle, LimStep, LimStepKind
from reference_engines.lim.event import LimEvent
from reference_engines.lim.participants import LimParticipants
from reference_engines.lim.walk import follow_procedure, rank_opponents
from reference_engines.sequential import Partners
from tournaments.frozen import FrozenStruct
from tournaments.points import describe_group, describe_points, format_halves

LimRound = Round[Any, LimEvent, LimParticipants, Any]


_COLOUR = {1: "White", -1: "Black", 0: "no colour"}


class _Judgement(FrozenStruct, frozen=True, kw_only=True):
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
    sentence = f"The procedure passed over {candidate}, with whom all others can be paired."
    return _Judgement(kind=DivergenceKind.BETTER, article=article, sentence=sentence)


def _judge_bye(participants: LimParticipants, step: LimStep, partners: Partners) -> _Judgement:
    (theirs,) = (player for player, opponent in partners.items() if opponent is None)
    taken = step.taken[0]
    own, recorded = participants.player_name(taken), participants.player_name(theirs)
    if theirs in step.passed_over:
        return _passed_over(recorded, LimArticle.BYE)
    fewer = participants[taken].score < participants[theirs].score
    why = (
        f"{own} has {describe_points(participants[taken].score)}, {recorded} has "
        f"{format_halves(participants[theirs].score)}"
        if fewer
        else f"{own} is ranked below {recorded}"
    )
    rule = "The bye goes to the lowest ranked player of the lowest scoregroup who may have it"
    return _Judgement(
        kind=DivergenceKind.WORSE if fewer else DivergenceKind.LATER,
        article=LimArticle.BYE,
        sentence=f"{rule}: {why}. Instead, {recorded} has it.",
    )


def _judge_floating(
    participants: LimParticipants, step: LimStep, partners: Partners, steps: Iterable[LimStep]
) -> _Judgement:
    """Compare the players who leave a scoregroup; the more leave it, the fewer pairs it has."""
    theirs = [player for player in step.group if partners[player] not in step.group]
    # A player without a compatible opponent floats in every legal pairing: only choices are judged here.
    reason = LimArticle.BLOCKED if step.reason is FloatReason.BLOCKED else LimArticle.MAKE_EVEN
    expected = _describe_floating(participants, step)
    ranks = dict(step.ranks)
    floated = [player for player in theirs if player in ranks]
    if not floated:
        is_lifting = len(theirs) == left_over(participants, step.group)[0]
        effect = (
            "so that two players of the same score break the limits of colours without need"
            if is_lifting
            else "so that the scoregroup has fewer games"
        )
        others = participants.list_names(theirs) if theirs else "no player"
        verb = "float" if len(theirs) > 1 else "floats"
        sentence = f"{expected}. Instead, {others} {verb}, {effect}."
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
    article, why = _first_difference(participants, step, alternative, reason)
    is_worse = article is LimArticle.TYPES
    sentence = f"{expected}: {why}. Instead, {participants.player_name(alternative)} floats."
    return _Judgement(
        kind=DivergenceKind.WORSE if is_worse else DivergenceKind.LATER, article=article, sentence=sentence
    )


def _describe_floating(participants: LimParticipants, step: LimStep) -> str:
    """``The 2½-point group has an odd number of players, so player 8 floats down``."""
    player, group = participants.player_name(step.taken[0]), describe_scoregroup(step)
    way = "up" if step.side < 0 else "down"
    if step.reason is FloatReason.NO_OPPONENT:
        return f"{player.capitalize()} has no possible opponent in {group} and floats {way}"
    need = "cannot be wholly paired" if step.reason is FloatReason.BLOCKED else "has an odd number of players"
    return f"{group.capitalize()} {need}, so {player} floats {way}"


_TYPES = (
    "leaves fewer players who floated in and find no opponent in the next scoregroup",
    "leaves fewer players who floated in and have to float on",
    "leaves fewer players without an opponent in the next scoregroup",
)
"""The floaters of the types a, b and c (3.9), of which there should be as few as possible."""


def _first_difference(
    participants: LimParticipants, step: LimStep, alternative: int, reason: LimArticle
) -> tuple[LimArticle, str]:
    """Return the first article by which the floater of a step comes before another, and the fact that decides."""
    ranks, taken = dict(step.ranks), step.taken[0]
    ours, theirs = ranks[taken], ranks[alternative]
    own, recorded = participants.player_name(taken), participants.player_name(alternative)
    if theirs.too_far:
        return LimArticle.NEAR_IN_RATING, f"{recorded} is rated more than 100 points away from {own}"
    if ours.types != theirs.types:
        better = next(
            words
            for words, own_number, number in zip(_TYPES, ours.types, theirs.types, strict=True)
            if own_number != number
        )
        return LimArticle.TYPES, f"this {better}"
    if ours.floated != theirs.floated:
        return LimArticle.FLOATED_BEFORE, f"{recorded} floated in round {participants.round_number - 1} already"
    if ours.against != theirs.against:
        due = _COLOUR[participants[taken].due]
        return LimArticle.DUE_TO_MORE, f"{own} is due {due}, as more of the group are, and {recorded} is not"
    last = f"{own} is the {'highest' if step.side < 0 else 'lowest'} ranked player who can float"
    return (LimArticle.LAST_IN_ORDER if reason is LimArticle.MAKE_EVEN else reason), last


def _judge_cracking(participants: LimParticipants, step: LimStep, _partners: Partners) -> _Judgement:
    names = participants.list_names(step.taken)
    sentence = f"The median scoregroup cannot be paired, so {names} are parted and join it. Instead, they meet."
    article = LimArticle.HIGHER_CRACKED if step.side > 0 else LimArticle.LOWER_CRACKED
    return _Judgement(kind=DivergenceKind.LATER, article=article, sentence=sentence)


def _judge_opponent(participants: LimParticipants, step: LimStep, partners: Partners) -> _Judgement:
    """Compare the opponents of a floater, or of the next player to be scrutinised."""
    is_floater = step.kind is LimStepKind.FLOATER
    player, *order = step.group
    taken, theirs = step.taken[0], partners[player]
    candidates = rank_opponents(participants, player, order)
    ranks = dict(candidates.available)
    seeker, own = participants.player_name(player), participants.player_name(taken)
    if theirs is None or theirs not in order:
        instead = f"{participants.player_name(theirs)} of another scoregroup" if theirs is not None else "has the bye"
        verb = "meets " if theirs is not None else ""
        rule = f"{seeker.capitalize()} can be paired in {describe_scoregroup(step)} and meets {own}"
        # A floater who floats on is of type a or b (3.9); any other player of the group has no reason to float (3.1).
        return _Judgement(
            kind=DivergenceKind.WORSE,
            article=LimArticle.TYPES if is_floater else LimArticle.FLOATER,
            sentence=f"{rule}. Instead, {seeker} {verb}{instead}.",
        )
    recorded = participants.player_name(theirs)
    rule, instead = _describe_opponent_rule(participants, step), f"Instead, {seeker} meets {recorded}"
    if theirs in candidates.passed_over:
        if _keeps_within(step, partners):
            return _passed_over(f"{recorded} as the opponent of {seeker}", LimArticle.EXCHANGES)
        sentence = f"{rule}. {instead}, and others of the scoregroup could not be paired then."
        return _Judgement(kind=DivergenceKind.WORSE, article=LimArticle.EXCHANGES, sentence=sentence)
    if theirs in candidates.lifting or (ranks[theirs].is_lifted and not ranks[taken].is_lifted):
        sentence = f"{rule}. {instead}, so that two players of the same score break the limits of colours without need."
        return _Judgement(kind=DivergenceKind.WORSE, article=LimArticle.LAST_ROUND, sentence=sentence)
    if ranks[theirs].against and not ranks[taken].against:
        article = LimArticle.FLOATERS_OPPONENT if is_floater else LimArticle.SECOND_SCRUTINY
        sentence = f"{rule}. {instead}, and {_describe_clash(participants, player, theirs)}."
        return _Judgement(kind=DivergenceKind.WORSE, article=article, sentence=sentence)
    article = LimArticle.PROPOSED if taken == order[0] else LimArticle.EXCHANGES
    if is_floater:
        article = LimArticle.FLOATERS_OPPONENT
    return _Judgement(
        kind=DivergenceKind.LATER, article=article, sentence=f"{rule}. {instead}, who comes later in that order."
    )


def _describe_opponent_rule(participants: LimParticipants, step: LimStep) -> str:
    """Describe the rule by which the seeker of a step gets an opponent."""
    player, first = step.group[:2]
    seeker, own = participants.player_name(player), participants.player_name(step.taken[0])
    if step.kind is LimStepKind.FLOATER:
        rank = "lowest" if step.side < 0 else "highest"
        rule = f"A floater meets the {rank} ranked player available, if possible due the other colour"
        return f"{rule}: {seeker} meets {own}"
    where = f"In {describe_scoregroup(step)}"
    if step.taken[0] == first:
        return f"{where} {seeker} meets the first player of the other half, {own}"
    why = _why_exchanged(participants, player, first)
    return f"{where} {participants.player_name(first)} comes first for {seeker} but {why}, so {seeker} meets {own}"


def _why_exchanged(participants: LimParticipants, player: int, proposed: int) -> str:
    """Describe why a proposed opponent is exchanged."""
    if participants.apart[player, proposed]:
        return "has met this player"
    if not participants.meet[player, proposed]:
        return "may have no colour against this player"
    if participants.clash(player, proposed):
        return f"is due {_COLOUR[participants[proposed].due]}, too"
    return "would leave others without an opponent"


def _describe_clash(participants: LimParticipants, player: int, theirs: int) -> str:
    if participants.clash(player, theirs):
        return f"both are due {_COLOUR[participants[player].due]}"
    return "their ratings differ too much for an exchange"


def _keeps_within(step: LimStep, partners: Partners) -> bool:
    """Whether a pairing pairs the players left in a scoregroup among themselves."""
    return all(partners[player] in step.group for player in step.group)


_JUDGES = {
    LimStepKind.BYE: _judge_bye,
    LimStepKind.FLOATER: _judge_opponent,
    LimStepKind.SCRUTINY: _judge_opponent,
    LimStepKind.CRACKING: _judge_cracking,
}


def describe_scoregroup(step: LimStep) -> str:
    """``the median scoregroup``, ``the 2½-point group``."""
    return "the median scoregroup" if step.side == 0 else f"the {describe_group(step.score)}"


def describe_step(participants: LimParticipants, step: LimStep) -> str:
    """Describe the decision as a noun phrase: ``the bye``, ``the opponent of player 3``."""
    if step.kind is LimStepKind.BYE:
        return "the bye"
    if step.kind is LimStepKind.CRACKING:
        return f"the game of {participants.list_names(step.taken)}"
    if step.seeker is None:
        return f"the floater from {describe_scoregroup(step)}"
    return f"the opponent of {participants.player_name(step.seeker)}"
