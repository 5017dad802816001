"""The colours of a pair (chapter 3) within the limits of 2.3 and 2.4; by lots in the first round (5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from reference_engines.definitions.colours import describe_due
from reference_engines.definitions.hard_rules import RuleReference
from reference_engines.dubov_1997.edition import Dubov1997Article
from reference_engines.dubov_1997.participants import (
    LARGEST_DIFFERENCE,
    Dubov1997Event,
    Dubov1997Participants,
    Dubov1997Player,
)
from reference_engines.frame.results import RoundPairing, Violation
from reference_engines.frame.rules import ColourDecision
from reference_engines.readings import note_on
from reference_engines.sequential import alternate_colour, colour_by_due_colours, colour_by_limits

Games = tuple[int, ...]
"""Colours of the games of a player, the latest first; 0 for a round without one, where rounds are compared."""


class Dubov1997ColourRule(Enum):
    """A rule that gives a pair its colours: its article, and its name where an article holds several."""

    FIRST_ROUND = "5"
    DUE = "3 (due colours)"
    EQUALISE = "3 (equal numbers)"
    ALTERNATE = "3 (alternation)"
    ARO = "3 (ARO)"
    RATING = "3 (R)"
    ALPHABET = "3 (alphabet)"
    DIFFERENCE = "2.3"
    THREE_IN_A_ROW = "2.4"


def first_round_colours(pair: tuple[int, int], place: int, initial: int) -> ColourDecision:
    """Give colours to pair ``place``, from 1, of the first round: ``initial`` was drawn for the upper half's first."""
    upper, lower = pair
    white = upper if (place % 2 == 1) == (initial == 1) else lower
    return _give_white(
        white,
        pair,
        Dubov1997ColourRule.FIRST_ROUND,
        "colours alternate from pair to pair, from the pair for which they were drawn",
    )


def decide_colours(
    participants: Dubov1997Participants, games: tuple[Games, Games], first: int, second: int
) -> ColourDecision:
    """Give colours to two players in a later round; the first rule that decides is applied."""
    players = (participants[first], participants[second])
    limit = colour_by_limits(*players)
    due = colour_by_due_colours(*players)
    if due and due != -limit:
        white, black = players if due == 1 else players[::-1]
        why = describe_due(f"player {white.tpn}", f"player {black.tpn}", white.due, black.due)
        return _give_first(due, (first, second), Dubov1997ColourRule.DUE, why)
    if limit:
        rule = _broken_limit(players[1] if limit == 1 else players[0], players[0] if limit == 1 else players[1])
        barred, colour = _barred_player(players if limit == 1 else players[::-1])
        how = "a third time in a row" if rule is Dubov1997ColourRule.THREE_IN_A_ROW else "in three games more"
        why = f"otherwise player {barred.tpn} would have {colour} {how}"
        return _give_white(first if limit == 1 else second, (first, second), rule, why)
    return _colours_beyond_due(players, games, (first, second))


def _colours_beyond_due(
    players: tuple[Dubov1997Player, Dubov1997Player], games: tuple[Games, Games], pair: tuple[int, int]
) -> ColourDecision:
    """Give colours to two players who are due the same colour, or none (chapter 3)."""
    if players[0].difference != players[1].difference:
        sign = 1 if players[0].difference < players[1].difference else -1
        own, opposite = players if sign == 1 else players[::-1]
        numbers = f"{own.difference} against {opposite.difference} of player {opposite.tpn}"
        why = f"player {own.tpn} has the lower colour difference, games with White less those with Black: {numbers}"
        return _give_first(sign, pair, Dubov1997ColourRule.EQUALISE, why)
    alternate = alternate_colour(*games)
    if alternate:
        white = players[0] if alternate == 1 else players[1]
        why = f"player {white.tpn} had Black when their colours last differed"
        return _give_first(alternate, pair, Dubov1997ColourRule.ALTERNATE, why)
    if players[0].aro != players[1].aro:
        sign = 1 if players[0].aro > players[1].aro else -1
        return _give_first(
            sign, pair, Dubov1997ColourRule.ARO, "White goes to the higher ARO (average rating of the opponents)"
        )
    if players[0].rating != players[1].rating:
        sign = 1 if players[0].rating < players[1].rating else -1
        return _give_first(sign, pair, Dubov1997ColourRule.RATING, "White goes to the lower rating")
    is_first = (players[0].name, players[0].tpn) < (players[1].name, players[1].tpn)
    why = "average ratings of the opponents and ratings are equal, and White goes to the first in the alphabet"
    by_alphabet = _give_white(pair[0] if is_first else pair[1], pair, Dubov1997ColourRule.ALPHABET, why)
    return replace(by_alphabet, rests_on=(note_on("DUBOV97-TIES"),), is_open=True)


def _give_first(sign: int, pair: tuple[int, int], rule: Dubov1997ColourRule, why: str) -> ColourDecision:
    return _give_white(pair[0] if sign == 1 else pair[1], pair, rule, why)


def _give_white(white: int, pair: tuple[int, int], rule: Dubov1997ColourRule, why: str) -> ColourDecision:
    """Give White to a player of a pair; several rules stand in one article."""
    article = rule.value.partition(" ")[0]
    return ColourDecision(white=white, black=sum(pair) - white, article=article, rule=rule.value, why=why)


def _barred_player(players: tuple[Dubov1997Player, Dubov1997Player]) -> tuple[Dubov1997Player, str]:
    """Return the player of two, White first, whom a limit bars from the other colour, and that colour."""
    white, black = players
    return (black, "White") if white.may_black else (white, "Black")


def _broken_limit(white: Dubov1997Player, black: Dubov1997Player) -> Dubov1997ColourRule:
    """Return the limit that a game with these colours would break."""
    wide = (not white.may_white and white.difference > 1) or (not black.may_black and black.difference < -1)
    return Dubov1997ColourRule.DIFFERENCE if wide else Dubov1997ColourRule.THREE_IN_A_ROW


# --- the limits (2.3, 2.4) --------------------------------------------------------------------------------------------


def beyond_limits(
    event: Dubov1997Event, participants: Dubov1997Participants, pairing: RoundPairing
) -> Iterator[Violation]:
    """Yield the players to whom a pairing gives a colour beyond 2.3 or 2.4, without any search."""
    number, players = participants.round_number, {player.tpn: player for player in participants.players}
    for pair in pairing.pairs:
        for tpn, sign in ((pair.white, 1), (pair.black, -1)):
            player = players.get(tpn)
            if player is None or player.may_have(sign):
                continue
            if sign * player.difference >= LARGEST_DIFFERENCE:
                article, why = Dubov1997Article.DIFFERENCE, event.describe_colour_excess(tpn, sign, number)
            else:
                article, why = Dubov1997Article.THREE_IN_A_ROW, event.describe_third_colour(tpn, sign, number)
            yield RuleReference(article=article.value).violation((tpn,), f"Player {tpn} {why}.")
