"""Rules of colour allocation left out, exchanged, or misread."""

from __future__ import annotations

from dataclasses import replace
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
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import ColourHistory, colour_history
from reference_engines.misreadings.dutch.making import definitions, misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


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


def _alternate_with_forfeits(pairs: Meetings) -> IntArray:
    return alternation(replace(pairs, coloured=pairs.history.opponent != NOBODY))


def _alternate_by_rounds(pairs: Meetings) -> IntArray:
    """Look for the latest round in which both played, and with different colours."""
    rounds = pairs.players.round_number - 1
    colour = np.where(pairs.coloured, pairs.history.colour, 0)[:rounds]
    higher, lower = colour[:, pairs.players.column[pairs.higher]], colour[:, pairs.players.column[pairs.lower]]
    differ = (higher * lower == -1)[::-1]
    latest = rounds - 1 - differ.argmax(axis=0) if rounds else np.zeros(pairs.higher.size, dtype=np.int64)
    if not rounds:
        return np.zeros(pairs.higher.size, dtype=np.int64)
    return np.where(differ.any(axis=0), -higher[latest, np.arange(pairs.higher.size)], 0)


def _alternate_from_last_game(pairs: Meetings) -> IntArray:
    """Look at the latest game of each alone."""
    return _first_or_last(pairs, -1)


def _alternate_from_first(pairs: Meetings) -> IntArray:
    """Look at the games from the first one on."""
    return _first_or_last(pairs, 0)


def _first_or_last(pairs: Meetings, which: int) -> IntArray:
    found = []
    rounds = pairs.players.round_number - 1
    for one, other in zip(pairs.higher.tolist(), pairs.lower.tolist(), strict=True):
        games = [
            pairs.history.colour[:rounds, column][pairs.coloured[:rounds, column]]
            for column in (int(pairs.players.column[one]), int(pairs.players.column[other]))
        ]
        if which:
            both = [(mine[-1], theirs[-1]) for mine, theirs in [games] if mine.size and theirs.size]
        else:
            both = list(zip(*games, strict=False))
        found.append(next((-int(mine) for mine, theirs in both if mine != theirs), 0))
    return np.array(found, dtype=np.int64)


def _rank_by_number(pairs: Meetings) -> IntArray:
    higher = pairs.players.tpn[pairs.higher] < pairs.players.tpn[pairs.lower]
    return pairs.grant(higher, ~higher)


def _lower_ranked(pairs: Meetings) -> IntArray:
    return pairs.grant(np.zeros(pairs.higher.size, dtype=np.bool_), np.ones(pairs.higher.size, dtype=np.bool_))


def _narrower_claim(pairs: Meetings) -> IntArray:
    """Compare widths of all preferences, however strong."""
    width = np.abs(pairs.players.colour_difference)
    return pairs.grant(width[pairs.higher] > width[pairs.lower], width[pairs.lower] > width[pairs.higher])


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


def _smaller_number(pairs: Meetings) -> IntArray:
    """Take the player with the smaller number for the higher ranked."""
    players = pairs.players
    odd = np.where(
        players.tpn[pairs.higher] < players.tpn[pairs.lower],
        players.odd_number[pairs.higher],
        ~players.odd_number[pairs.lower],
    )
    return np.where(odd, pairs.initial, -pairs.initial)


def _always_initial(pairs: Meetings) -> IntArray:
    return np.full(pairs.higher.size, pairs.initial)


_MISREAD = (
    ("width-of-difference-ignored", STRONGER, "of two absolute preferences the wider colour difference did not count"),
    (
        "width-before-strength",
        ColourStep("stronger", _narrower_claim, "the wider of two colour differences is granted"),
        "the wider colour difference were granted, however strong the preferences",
    ),
    (
        "strong-no-stronger-than-mild",
        ColourStep("stronger", _absolute_claim, "an absolute preference is granted against another one"),
        "a strong preference went no further than a mild one",
    ),
    (
        "alternation-with-forfeits",
        ColourStep("alternate", _alternate_with_forfeits, "colours alternate, forfeited games included"),
        "forfeited games counted where colours alternate",
    ),
    (
        "alternation-not-squeezed",
        ColourStep("alternate", _alternate_by_rounds, "colours alternate from the latest round that both played"),
        "colours of the same round were compared, and unplayed rounds not squeezed out",
    ),
    (
        "alternation-from-latest-game",
        ColourStep("alternate", _alternate_from_last_game, "colours alternate from the latest game"),
        "no game but the latest were looked at",
    ),
    (
        "alternation-from-first-game",
        ColourStep("alternate", _alternate_from_first, "colours alternate from the first game"),
        "games were compared from the first one on",
    ),
    (
        "higher-ranked-by-number",
        ColourStep("higher_ranked", _rank_by_number, "the preference of the player with the smaller number is granted"),
        "the higher rank followed the number, not the score",
    ),
    (
        "lower-ranked-wish",
        ColourStep("higher_ranked", _lower_ranked, "the preference of the lower ranked player is granted"),
        "the preference of the lower ranked player were granted",
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
    (
        "initial-colour-by-smaller-number",
        ColourStep("initial", _smaller_number, "the smaller number decides"),
        "the higher rank followed the number, not the score",
    ),
    (
        "initial-colour-to-higher-ranked",
        ColourStep("initial", _always_initial, "the higher ranked player has the initial colour"),
        "the higher ranked player had the initial colour, whatever the number",
    ),
)


def misread(text: DutchText) -> Iterator[Misreading]:
    """Yield rules that look at something else."""
    articles = text.colour_articles
    printed = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True))
    for identifier, step, sentence in _MISREAD:
        if article := printed.get(step.name):
            yield misreading(identifier, f"by {article} {sentence}", article, step_instead(step.name, step))


def _forgotten(colour: IntArray) -> ColourHistory:
    """Look at the round before alone, and at the one before that where it had the same colour."""
    found = colour_history(colour)
    latest, repeated = np.zeros_like(found.latest), np.zeros_like(found.repeated)
    latest[1:] = colour
    repeated[2:] = np.where(colour[1:] == colour[:-1], colour[1:], 0)
    return replace(found, latest=latest, repeated=repeated)


def forgotten(text: DutchText) -> Iterator[Misreading]:
    """Yield that a round without a game ends what is remembered of colours, but for their difference."""
    yield misreading(
        "colours-before-a-gap-forgotten",
        "after a round without a game no colour before it counted, but in the colour difference",
        text.definition_articles.squeezed_colours,
        definitions(colour_history=_forgotten),
    )


def _lower_number(pairs: Meetings) -> IntArray:
    """Give the higher ranked player the initial colour if the number of the other one is odd."""
    return np.where(pairs.players.odd_number[pairs.lower], pairs.initial, -pairs.initial)


def _to_lower_ranked(pairs: Meetings) -> IntArray:
    return -_lower_number(pairs)


def number_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other players whose number gives the initial colour."""
    articles = text.colour_articles
    printed = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True))
    for identifier, sentence, step in (
        (
            "initial-colour-by-lower-ranked",
            "the number of the lower ranked player gave the higher ranked one the initial colour",
            ColourStep("initial", _lower_number, "the number of the lower ranked player is odd"),
        ),
        (
            "initial-colour-to-lower-ranked",
            "the lower ranked player had the initial colour if their number is odd",
            ColourStep("initial", _to_lower_ranked, "the lower ranked player has an odd number"),
        ),
    ):
        if article := printed.get(step.name):
            yield misreading(identifier, f"by {article} {sentence}", article, step_instead(step.name, step))


KINDS = (left_out, misread, forgotten, number_misreadings)
