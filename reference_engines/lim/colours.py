"""The colours of a pair (5): due colours within the limits of 5.1.1 and 5.1.2; by lot in the first round (7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from reference_engines.definitions.colours import describe_due, describe_like_histories
from reference_engines.definitions.hard_rules import RuleReference
from reference_engines.frame.results import NoLegalPairingError, RoundPairing, Violation
from reference_engines.frame.rules import ColourDecision
from reference_engines.lim.edition import LimArticle, LimReadings
from reference_engines.lim.event import LimEvent
from reference_engines.lim.participants import LimParticipants, LimPlayer
from reference_engines.lim.walk import follow_procedure
from reference_engines.readings import note_on
from reference_engines.sequential import alternate_colour, colour_by_due_colours, colour_by_limits


class LimColourRule(Enum):
    """A rule that gives a pair its colours."""

    FIRST_ROUND = "the lot"
    DUE = "due colours"
    DIFFERENCE = "three more"
    THREE_IN_A_ROW = "three in a row"
    WIDER = "wider difference"
    HISTORY = "earlier rounds"
    RANK = "rank"
    NO_COLOUR = "no game yet"


_ARTICLE = {
    LimColourRule.FIRST_ROUND: LimArticle.FIRST_ROUND,
    LimColourRule.DUE: LimArticle.DUE_COLOURS,
    LimColourRule.DIFFERENCE: LimArticle.THREE_MORE,
    LimColourRule.THREE_IN_A_ROW: LimArticle.THREE_IN_A_ROW,
    LimColourRule.WIDER: LimArticle.EQUALISING,
    LimColourRule.HISTORY: LimArticle.HISTORY,
    LimColourRule.RANK: LimArticle.HISTORY,
    LimColourRule.NO_COLOUR: LimArticle.FIRST_ROUND,
}


def decide_colours(
    participants: LimParticipants,
    readings: LimReadings,
    article_number: Callable[[LimArticle], str],
    initial: int,
    pair: tuple[int, int],
) -> ColourDecision:
    """Give two positions their colours by the first rule that decides; ``initial`` was drawn for player 1."""
    high, low = sorted(pair, key=lambda player: (-participants[player].score, participants[player].tpn))
    players = (participants[high], participants[low])
    colour, rule = _first_decision(participants, readings, players, initial)
    rank = "higher"
    if rule is LimColourRule.RANK:
        is_below = _is_below(participants, readings, (high, low))
        rank = "lower, which counts below the median scoregroup" if is_below else rank
        is_high = is_below is not _is_first_ranked_higher(players, readings)
        colour = players[0].due if is_high else -players[0].due
    white, black = (high, low) if colour == 1 else (low, high)
    return ColourDecision(
        white=white,
        black=black,
        article=article_number(_ARTICLE[rule]),
        rule=rule.value,
        why=_describe_colours(participants[white], participants[black], rule, rank),
        rests_on=(note_on("LIM-NO-COLOUR"),) if rule is LimColourRule.NO_COLOUR else (),
        is_open=rule is LimColourRule.NO_COLOUR,
    )


_WHY = {
    LimColourRule.FIRST_ROUND: (
        "in the first round odd numbers of the upper half have the colour drawn for player 1, even ones the other"
    ),
    LimColourRule.DIFFERENCE: "otherwise {limited} would have three games more with {other}",
    LimColourRule.THREE_IN_A_ROW: "otherwise {limited} would have {other} a third time in a row",
    LimColourRule.WIDER: "{both}, and {granted} has the wider colour difference",
    LimColourRule.HISTORY: "{both}, and {white} had Black when their colours last differed",
    LimColourRule.RANK: "{both} {histories}, and {granted} is ranked {rank}",
    LimColourRule.NO_COLOUR: "neither has played, so that colours are given as in the first round",
}
"""The facts by which a rule decides; due colours are described otherwise."""


def _describe_colours(white: LimPlayer, black: LimPlayer, rule: LimColourRule, rank: str) -> str:
    names = [f"player {player.tpn}" for player in (white, black)]
    if rule is LimColourRule.DUE:
        return describe_due(names[0], names[1], white.due, black.due)
    is_white_limited = white.repeated == -1 if rule is LimColourRule.THREE_IN_A_ROW else not white.may_have(-1)
    return _WHY[rule].format(
        both=f"both are due {'White' if white.due == 1 else 'Black'}",
        white=names[0],
        granted=names[0] if white.due == 1 else names[1],
        limited=names[0] if is_white_limited else names[1],
        other="Black" if is_white_limited else "White",
        histories=describe_like_histories(len(white.games), len(black.games)),
        rank=rank,
    )


def _first_decision(
    participants: LimParticipants, readings: LimReadings, players: tuple[LimPlayer, LimPlayer], initial: int
) -> tuple[int, LimColourRule]:
    """Return the colour of the first of two players, and the rule that gives it; 0 if the rank decides."""
    high, low = players
    limit = colour_by_limits(high, low)
    due = colour_by_due_colours(high, low)
    if due and due != -limit:
        return due, LimColourRule.DUE
    if limit:
        return limit, _broken_limit(high, low, limit)
    if not high.due and not low.due:
        colour = initial if high.is_odd else -initial
        return colour, LimColourRule.FIRST_ROUND if participants.round_number == 1 else LimColourRule.NO_COLOUR
    if readings.wider_difference_first and abs(high.difference) != abs(low.difference):
        return high.due if abs(high.difference) > abs(low.difference) else -low.due, LimColourRule.WIDER
    alternate = alternate_colour(high.games, low.games)
    if alternate:
        return alternate, LimColourRule.HISTORY
    return 0, LimColourRule.RANK


def _broken_limit(first: LimPlayer, second: LimPlayer, colour: int) -> LimColourRule:
    """Return the limit that a game breaks in which the first player has not this colour."""
    in_a_row = first.repeated == -colour or second.repeated == colour
    return LimColourRule.THREE_IN_A_ROW if in_a_row else LimColourRule.DIFFERENCE


def _is_first_ranked_higher(players: tuple[LimPlayer, LimPlayer], readings: LimReadings) -> bool:
    """Whether the first of two players, by scores and numbers, is the higher ranked one (LIM-HIGHER-RANKED)."""
    return not readings.ranked_by_number or players[0].tpn < players[1].tpn


def _is_below(participants: LimParticipants, readings: LimReadings, pair: tuple[int, int]) -> bool:
    """Whether two players are below the median scoregroup (5.4, LIM-MEDIAN-COLOURS)."""
    is_below = all(participants.side(participants[player].score) < 0 for player in pair)
    return is_below and not (readings.median_by_group and _are_paired_in_median(participants, readings, pair))


def _are_paired_in_median(participants: LimParticipants, readings: LimReadings, pair: tuple[int, int]) -> bool:
    """Whether the procedure pairs two players in the median scoregroup."""
    try:
        steps = follow_procedure(participants, readings)
    except NoLegalPairingError:
        return False
    return any(step.side == 0 and step.pair is not None and set(step.pair) == set(pair) for step in steps)


# --- the limits (5.1.1, 5.1.2) ---------------------------------------------------------------------------------------


def beyond_limits(
    event: LimEvent, participants: LimParticipants, article_number: Callable[[LimArticle], str], pairing: RoundPairing
) -> Iterator[Violation]:
    """
    Yield the players to whom a pairing gives a colour beyond 5.1.1 or 5.1.2, without any search.

    Two players who may meet although no colours are permissible between them break nothing (6).
    """
    position = {player.tpn: place for place, player in enumerate(participants.players)}
    for pair in pairing.pairs:
        if pair.white not in position or pair.black not in position:
            continue
        white, black = participants[position[pair.white]], participants[position[pair.black]]
        is_permissible_reversed = white.may_have(-1) and black.may_have(1)
        if participants.meet[position[pair.white], position[pair.black]] and not is_permissible_reversed:
            continue
        for player, sign in ((white, 1), (black, -1)):
            if player.may_have(sign):
                continue
            article = LimArticle.THREE_IN_A_ROW if player.repeated == sign else LimArticle.THREE_MORE
            sentence = f"Player {player.tpn} {event.why_not_colour(player.tpn, sign, participants.round_number)}."
            yield RuleReference(article=article_number(article)).violation((player.tpn,), sentence)
