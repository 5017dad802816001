"""Rarer misreadings of rules on colours: other claims, games, preferences and numbers that decide."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.colours import ColourStep, alternation
from reference_engines.definitions.player_states import Strength
from reference_engines.misreadings.dutch.making import misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _steps(
    text: DutchText, name: str, decisions: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...]
) -> Iterator[Misreading]:
    articles = text.colour_articles
    article = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True)).get(name)
    for identifier, sentence, decide in decisions if article else ():
        step = ColourStep(name, decide, sentence)
        yield misreading(
            f"colour-rule-{name}-{identifier}".replace("_", "-"),
            f"by {article} {sentence}",
            article or "",
            step_instead(name, step),
        )


def _grant_greater(claim_of: Callable[[Meetings], IntArray]) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        claim = claim_of(pairs)
        higher, lower = claim[pairs.higher], claim[pairs.lower]
        return pairs.grant(higher > lower, lower > higher)

    return decide


def _width(pairs: Meetings) -> IntArray:
    return np.abs(pairs.players.colour_difference)


def _signed_claim(pairs: Meetings, *, sign: int) -> IntArray:
    """Return the strength, and of absolute preferences the surplus of one colour."""
    players = pairs.players
    return players.strength * 1000 + np.where(players.absolute != 0, sign * players.colour_difference, 0)


_CLAIMS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    (
        "narrower",
        "of two absolute preferences that of the narrower colour difference were granted",
        _grant_greater(
            lambda pairs: (
                pairs.players.strength * 1000 - np.where(pairs.players.strength == Strength.ABSOLUTE, _width(pairs), 0)
            )
        ),
    ),
    (
        "absolute-as-strong",
        "an absolute preference were no stronger than a strong one",
        _grant_greater(lambda pairs: np.minimum(pairs.players.strength, Strength.STRONG)),
    ),
    (
        "strong-alone",
        "strong preferences came before absolute and mild ones",
        _grant_greater(lambda pairs: (pairs.players.strength == Strength.STRONG).astype(np.int64)),
    ),
    (
        "weaker",
        "the weaker preference were granted",
        _grant_greater(lambda pairs: -pairs.players.strength),
    ),
    *(
        (
            f"largest-{colour.lower()}-surplus",
            f"of two absolute preferences that of more games with {colour} than with {other} were granted",
            _grant_greater(partial(_signed_claim, sign=sign)),
        )
        for colour, other, sign in (("White", "Black", 1), ("Black", "White", -1))
    ),
    (
        "then-width",
        "of two preferences of any one strength that of the wider colour difference were granted",
        _grant_greater(lambda pairs: pairs.players.strength * 1000 + _width(pairs)),
    ),
    (
        "width-alone",
        "the wider colour difference were granted, and strengths did not count",
        _grant_greater(_width),
    ),
    (
        "then-repeated",
        "of two absolute preferences that of the player who had one colour twice in a row were granted",
        _grant_greater(lambda pairs: pairs.players.strength * 1000 + (pairs.players.repeated != 0)),
    ),
)


def colour_claims(text: DutchText) -> Iterator[Misreading]:
    """Yield other comparisons of two preferences for one colour."""
    return _steps(text, "stronger", _CLAIMS)


_MOST_GAMES = 5


def _latest_games(number: int) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        latest = np.cumsum(pairs.coloured[: pairs.players.round_number - 1][::-1], axis=0)[::-1] <= number
        coloured = pairs.coloured.copy()
        coloured[: pairs.players.round_number - 1] &= latest
        return alternation(replace(pairs, coloured=coloured))

    return decide


def _latest_rounds(number: int) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        coloured = pairs.coloured.copy()
        coloured[: max(0, pairs.players.round_number - 1 - number)] = False
        return alternation(replace(pairs, coloured=coloured))

    return decide


def _latest_colour(pairs: Meetings) -> IntArray:
    """Return the colour of each player's latest game, 0 if there is none, by position."""
    colour = np.zeros(pairs.players.size, dtype=np.int64)
    for row in range(pairs.players.round_number - 1):
        had = pairs.coloured[row][pairs.players.column]
        colour = np.where(had, pairs.history.colour[row][pairs.players.column], colour)
    return colour


_ALTERNATIONS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    *(
        (f"latest-{number}-games", f"no games but the latest {number} of each player were looked at", decide)
        for number, decide in ((number, _latest_games(number)) for number in range(2, _MOST_GAMES))
    ),
    *(
        (f"latest-{number}-rounds", f"no rounds but the latest {number} were looked at", decide)
        for number, decide in ((number, _latest_rounds(number)) for number in range(1, _MOST_GAMES))
    ),
    (
        "of-higher-ranked",
        "the higher ranked player had the other colour than in the latest game",
        lambda pairs: -_latest_colour(pairs)[pairs.higher],
    ),
    (
        "of-lower-ranked",
        "the lower ranked player had the other colour than in the latest game",
        lambda pairs: _latest_colour(pairs)[pairs.lower],
    ),
)


def alternations(text: DutchText) -> Iterator[Misreading]:
    """Yield other games after which colours alternate."""
    return _steps(text, "alternate", _ALTERNATIONS)


def _fewer_games(pairs: Meetings) -> IntArray:
    return pairs.players.unplayed


def _floated_down(pairs: Meetings) -> IntArray:
    return pairs.players.floated[0]


_WISHES: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    ("of-fewer-games", "the preference of the player with fewer games were granted", _grant_greater(_fewer_games)),
    (
        "of-wider-difference",
        "the preference of the player with the wider colour difference were granted",
        _grant_greater(_width),
    ),
    (
        "of-downfloater",
        "the preference of the player who floated down in the previous round were granted",
        _grant_greater(_floated_down),
    ),
    (
        "of-larger-number",
        "the preference of the player with the larger number were granted",
        _grant_greater(lambda pairs: pairs.players.tpn),
    ),
)


def rank_wishes(text: DutchText) -> Iterator[Misreading]:
    """Yield other players whose preference is granted where histories are equal."""
    return _steps(text, "higher_ranked", _WISHES)


def _initial_if(is_odd: Callable[[Meetings], BoolArray]) -> Callable[[Meetings], IntArray]:
    return lambda pairs: np.where(is_odd(pairs), pairs.initial, -pairs.initial)


_NUMBERS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    (
        "by-rank",
        "the place in the order of the players to be paired decided, not the number",
        _initial_if(lambda pairs: pairs.higher % 2 == 0),
    ),
    (
        "by-printed-number",
        "the number of the list decided, players who have not arrived included",
        _initial_if(lambda pairs: pairs.players.tpn[pairs.higher] % 2 == 1),
    ),
    (
        "by-board",
        "the initial colour went to the higher ranked player of every other board",
        _initial_if(lambda pairs: np.arange(pairs.higher.size) % 2 == 0),
    ),
    (
        "by-round",
        "the initial colour went to the higher ranked player in odd rounds",
        lambda pairs: np.full(pairs.higher.size, pairs.initial if pairs.players.round_number % 2 else -pairs.initial),
    ),
    (
        "to-other",
        "the higher ranked player never had the initial colour",
        lambda pairs: 0 * pairs.higher - pairs.initial,
    ),
)


def numbers(text: DutchText) -> Iterator[Misreading]:
    """Yield other numbers that give the initial colour."""
    return _steps(text, "initial", _NUMBERS)


def _where_both_prefer(decide: Callable[[Meetings], IntArray]) -> Callable[[Meetings], IntArray]:
    def decide_if_both(pairs: Meetings) -> IntArray:
        preference = pairs.players.preference
        both_prefer = (preference[pairs.higher] != 0) & (preference[pairs.lower] != 0)
        return np.where(both_prefer, decide(pairs), 0)

    return decide_if_both


def preferences_of_both(text: DutchText) -> Iterator[Misreading]:
    """Yield that no preference is granted against a player without one, so that the number decides."""

    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        steps = tuple(replace(one, decide=_where_both_prefer(one.decide)) for one in articles.steps[:-1])
        return replace(rules, colour_articles=replace(articles, steps=(*steps, articles.steps[-1])))

    numbers_of_steps = text.colour_articles.numbers
    sentence = f"no preference were granted against a player without one, so that {numbers_of_steps[-1]} decides"
    for article in numbers_of_steps:
        yield misreading("preferences-of-both-only", sentence, article, change)
