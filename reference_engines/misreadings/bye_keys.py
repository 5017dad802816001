"""Generated misreadings of the choice of the bye in Burstein and Dubov: further keys, and other games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from reference_engines.definitions.bye_first import ByeKey
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.misreadings.rounds import WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.variants import Misreading

_FURTHER: tuple[tuple[ByeKey, str], ...] = (
    (ByeKey.NUMBER, "the larger TPN"),
    (ByeKey.OPPOSITION, "the weaker opposition so far"),
    (ByeKey.REVERSED_OPPOSITION, "the stronger opposition so far"),
    (ByeKey.WHITE_DUE, "a preference for White"),
    (ByeKey.BLACK_DUE, "a preference for Black"),
    (ByeKey.WEAKER_PREFERENCE, "the weaker colour preference"),
    (ByeKey.DOWNFLOATS, "not having floated down in the previous round"),
)
_WORDS = {
    ByeKey.SCORE: "the score",
    ByeKey.UNPLAYED_GAMES: "the number of games",
    ByeKey.RANKING: "the last place in the order",
}


def bye_key_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield further keys before each key of the text and in its place, and other rounds that count as games."""
    for key, words in _FURTHER:
        for at, (printed, article) in enumerate(text.bye_order):
            for name, how, order in (
                ("before", "before", (*text.bye_order[:at], (key, article), *text.bye_order[at:])),
                ("for", "in place of", (*text.bye_order[:at], (key, article), *text.bye_order[at + 1 :])),
            ):
                yield misreading(
                    f"bye-{key.name}-{name}-{printed.name}".lower().replace("_", "-"),
                    f"where the bye is given, {words} counted {how} {_WORDS[printed]}",
                    article,
                    parts(bye_order=order),
                )
    score, article = text.bye_order[0]
    if score is ByeKey.SCORE:
        yield misreading(
            "bye-whole-score",
            "where the bye is given, half points of the score did not count",
            article,
            parts(bye_order=((ByeKey.WHOLE_SCORE, article), *text.bye_order[1:])),
        )
    article = next(article for key, article in text.bye_order if key is ByeKey.UNPLAYED_GAMES)
    for name, words, is_meant in WITHOUT_A_GAME:
        if name != "forfeits":  # another reading
            yield misreading(
                f"bye-counts-{name}",
                f"where the bye is given, {words} counted as a game",
                article,
                parts(games_of_bye=partial(played_or, is_meant)),
            )
