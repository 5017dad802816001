"""Rules of colour allocation left out, exchanged, or misread."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.colours import (
    STRONGER,
    ColourStep,
    Meetings,
    alternation,
    initial_colour,
)
from reference_engines.definitions.player_states import Strength
from reference_engines.misreadings.dutch.making import misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import ColourArticles, Meetings
    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


"""Rules of colour allocation left out, exchanged, or misread."""


def _steps_without(name: str) -> ChangeRules:
    def change(rules: Any) -> Any:
        articles: ColourArticles = rules.colour_articles
        steps = tuple(step for step in articles.steps if step.name != name)
        return replace(rules, colour_articles=replace(articles, steps=steps))

    return change


def _steps_exchanged(first: str, second: str) -> ChangeRules:
    def change(rules: Any) -> Any:
        articles: ColourArticles = rules.colour_articles
        steps_by_name = {step.name: step for step in articles.steps}
        swaps = {first: second, second: first} if {first, second} <= steps_by_name.keys() else {}
        steps = tuple(steps_by_name[swaps.get(name, name)] for name in steps_by_name)
        return replace(rules, colour_articles=replace(articles, steps=steps))

    return change


def left_out(text: DutchText) -> Iterator[Misreading]:
    """Yield rules left out, except the last, which always decides, and neighbours exchanged before the last."""
    articles = text.colour_articles
    steps = list(zip(articles.steps, articles.numbers, strict=True))[:-1]
    for step, article in steps:
        name = step.name.replace("_", "-")
        yield misreading(f"colour-rule-{name}-left-out", f"{article} were left out", article, _steps_without(step.name))
    for (upper, above), (lower, below) in pairwise(steps):
        identifier = f"colour-rule-{lower.name}-before-{upper.name}".replace("_", "-")
        sentence = f"{below} were applied before {above}"
        yield misreading(identifier, sentence, below, _steps_exchanged(upper.name, lower.name))


def _absolute_claim(pairs: Meetings) -> IntArray:
    """Let an absolute preference go before others, and nothing else."""
    absolute = pairs.players.absolute != 0
    one, other = absolute[pairs.higher], absolute[pairs.lower]
    return pairs.grant(one & ~other, other & ~one)


def _even_number(pairs: Meetings) -> IntArray:
    return -initial_colour(pairs)


def _number_of_the_field(pairs: Meetings) -> IntArray:
    """Count numbers among those to be paired in the round."""
    rank = np.argsort(np.argsort(pairs.players.tpn))
    return np.where(rank[pairs.higher] % 2 == 0, pairs.initial, -pairs.initial)


_MISREAD = (
    ("width-of-difference-ignored", STRONGER, "of two absolute preferences the wider colour difference did not count"),
    (
        "strong-no-stronger-than-mild",
        ColourStep("stronger", _absolute_claim, "an absolute preference is granted against another one"),
        "a strong preference went no further than a mild one",
    ),
    (
        "initial-colour-to-even",
        ColourStep("initial", _even_number, "the initial colour goes to even numbers"),
        "the initial colour went to even numbers",
    ),
    (
        "initial-colour-by-those-present",
        ColourStep("initial", _number_of_the_field, "numbers are counted among those to be paired"),
        "numbers were counted among those to be paired in the round",
    ),
)


def misread(text: DutchText) -> Iterator[Misreading]:
    """Yield rules that look at something else."""
    articles = text.colour_articles
    printed = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True))
    for identifier, step, sentence in _MISREAD:
        if article := printed.get(step.name):
            yield misreading(identifier, f"by {article} {sentence}", article, step_instead(step.name, step))


# --- rules moved or turned round -------------------------------------------------------------------------------------


def colour_rules(text: DutchText) -> Iterator[Misreading]:
    """Yield rules on colours that decide the other way, or that are applied before an earlier one."""
    articles = text.colour_articles
    steps = list(zip(articles.steps, articles.numbers, strict=True))
    for step, article in steps[:-1]:
        name = step.name.replace("_", "-")
        change = step_instead(step.name, _reversed(step))
        yield misreading(f"colour-rule-{name}-reversed", f"{article} gave the opposite colours", article, change)
    for at, (step, article) in enumerate(steps):
        for upper, above in steps[: max(at - (at < len(steps) - 1), 0)]:
            identifier = f"colour-rule-{step.name}-moved-before-{upper.name}".replace("_", "-")
            yield misreading(identifier, f"{article} were applied before {above}", article, _step_moved(step, upper))


def _reversed(step: ColourStep) -> ColourStep:
    return replace(step, decide=lambda pairs: -step.decide(pairs))


def _step_moved(step: ColourStep, upper: ColourStep) -> ChangeRules:
    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        kept = [one for one in articles.steps if one.name != step.name]
        place = next(at for at, one in enumerate(kept) if one.name == upper.name)
        return replace(rules, colour_articles=replace(articles, steps=(*kept[:place], step, *kept[place:])))

    return change


# --- rules that look at something else, by rule ----------------------------------------------------------------------


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
        for number, decide in ((number, _latest_games(number)) for number in range(1, _MOST_GAMES))
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


def by_round(text: DutchText) -> Iterator[Misreading]:
    """Yield that the number of the round gives the initial colour."""
    return _steps(
        text,
        "initial",
        (("by-round", "the initial colour went to the higher ranked player in odd rounds", _initial_by_round),),
    )


def _initial_by_round(pairs: Meetings) -> IntArray:
    return np.full(pairs.higher.size, pairs.initial if pairs.players.round_number % 2 else -pairs.initial)
