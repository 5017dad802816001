"""
Misreadings of colour preferences: their branches and thresholds, their strength and colour, and the game that is read.

As in the text, kinds of players differ by a colour difference beyond one, by the same colour twice in a row, and by a
difference of one or zero. For one of these kinds, or for two of them, a program may take another strength; for one of
them, it may take another colour. Programs define a preference by branches of which the first that applies decides: they
may be tried in another order, be missing or have another threshold, and a branch that forgets a sign applies to one
colour only. And other preferences than absolute ones may keep two players apart (C3).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reference_engines.definitions.player_states import ColourHistory, Preferences, Strength, colour_history
from reference_engines.misreadings.dutch.making import definitions, each, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Prefer = Callable[[ColourHistory], Preferences]
    Kind = Callable[[ColourHistory], BoolArray]
    Articles = Mapping[Strength, str]
    """The articles on absolute, strong and mild preferences."""


# --- branches --------------------------------------------------------------------------------------------------------


class _Branch(NamedTuple):
    words: str
    """The players to whom it applies."""
    strength: Strength
    surplus: Callable[[ColourHistory], IntArray]
    """The colour of which a player had too much, 0 where the branch does not apply."""


def _differ_by(least: int, words: str) -> _Branch:
    """Return the absolute preference of players with a colour difference of that many or more."""
    return _Branch(
        words,
        Strength.ABSOLUTE,
        lambda colours: np.where(np.abs(colours.difference) >= least, np.sign(colours.difference), 0),
    )


_WIDE = _differ_by(2, "a colour difference beyond one")
_TWICE = _Branch("the same colour twice in a row", Strength.ABSOLUTE, lambda colours: colours.repeated)
_ONE = _Branch(
    "a colour difference of one",
    Strength.STRONG,
    lambda colours: np.where(np.abs(colours.difference) == 1, colours.difference, 0),
)
_ANY = _Branch("any colour difference", Strength.STRONG, lambda colours: np.sign(colours.difference))
_ONE_OF_LATEST = _Branch(
    "a colour difference of one, with the colour of the latest game,",
    Strength.STRONG,
    lambda colours: np.where(
        np.abs(colours.difference) == 1, colours.difference * (colours.difference == colours.latest), 0
    ),
)
_REST = _Branch("any other colour difference", Strength.MILD, lambda colours: np.sign(colours.difference))
_ZERO = _Branch(
    "a colour difference of zero",
    Strength.MILD,
    lambda colours: np.where(colours.difference == 0, colours.latest, 0),
)
_LATEST = _Branch("the colour of the latest game", Strength.MILD, lambda colours: colours.latest)
_AS_PRINTED = (_WIDE, _TWICE, _ANY, _LATEST)


def _decide(colours: ColourHistory, *, branches: tuple[_Branch, ...]) -> Preferences:
    """Return the preferences by the first branch that applies."""
    surplus, strength = np.zeros_like(colours.difference), np.zeros_like(colours.difference)
    for branch in branches:
        found = np.where(surplus == 0, branch.surplus(colours), 0)
        surplus, strength = surplus + found, np.where(found != 0, branch.strength, strength)
    return Preferences(colour=-surplus, strength=strength)


_ABSOLUTE: tuple[tuple[str, str, Prefer], ...] = tuple(
    (identifier, sentence, partial(_decide, branches=branches))
    for identifier, sentence, branches in (
        (
            "absolute-from-difference-one",
            "a colour difference of one made an absolute preference",
            (_differ_by(1, "any colour difference"), _TWICE, _LATEST),
        ),
        (
            "absolute-from-difference-three",
            "a colour difference of two made no absolute preference",
            (_differ_by(3, "a colour difference beyond two"), _TWICE, _ANY, _LATEST),
        ),
        (
            "absolute-by-difference-alone",
            "the same colour twice in a row made no absolute preference",
            (_WIDE, _ANY, _LATEST),
        ),
        (
            "absolute-by-repeating-alone",
            "no colour difference made an absolute preference, only the same colour twice in a row",
            (_TWICE, _ANY, _LATEST),
        ),
        (
            "latest-colours-decide",
            "the two latest colours decided where the colour difference asks for the opposite",
            (_TWICE, _WIDE, _ANY, _LATEST),
        ),
    )
)


def colour_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other thresholds of absolute preferences."""
    return preference_misreadings(text.definition_articles.absolute_preference)


def preference_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other thresholds, by the article on absolute preferences."""
    return each(article, _ABSOLUTE, lambda correct: definitions(preferences=correct))


_ORDERS: tuple[tuple[str, str, tuple[_Branch, ...]], ...] = (
    (
        "zero-first",
        "a colour difference of zero made a mild preference, also after the same colour twice in a row",
        (_WIDE, _ZERO, _TWICE, _ANY),
    ),
    (
        "one-first",
        "a colour difference of one made a strong preference, also after the same colour twice in a row",
        (_WIDE, _ONE, _TWICE, _ZERO),
    ),
    (
        "strong-of-latest-only",
        "a colour difference of one made a strong preference only for the other colour than that of the latest game",
        (_WIDE, _TWICE, _ONE_OF_LATEST, _REST, _LATEST),
    ),
    (
        "any-difference-first",
        "any colour difference made a strong preference, also after the same colour twice in a row",
        (_ANY, _TWICE, _ZERO),
    ),
    (
        "never-absolute",
        "no preference were absolute: any colour difference made a strong one, a difference of zero a mild one",
        (_ANY, _ZERO),
    ),
    (
        "latest-first",
        "no preference were more than mild, for the other colour than that of the latest game",
        (_LATEST,),
    ),
)
_COLOURS_OF_BRANCHES = ((1, "white", "White"), (-1, "black", "Black"))


def branch_misreadings(article: str) -> Iterator[Misreading]:
    """Yield branches in another order, and branches for players with too much of one colour only."""
    for name, sentence, branches in _ORDERS:
        decide = partial(_decide, branches=branches)
        yield misreading(f"preference-{name}", sentence, article, definitions(preferences=decide))
    for place, name in enumerate(("wide", "twice", "one", "zero")):
        branch = _AS_PRINTED[place]
        for colour, of_colour, words in _COLOURS_OF_BRANCHES:
            branches = (*_AS_PRINTED[:place], _limit_to_colour(branch, colour), *_AS_PRINTED[place + 1 :])
            yield misreading(
                f"preference-{name}-of-{of_colour}-only",
                f"{branch.words} {_MADE[place]} for players who had too much {words} only",
                article,
                definitions(preferences=partial(_decide, branches=branches)),
            )

    for number, words in ((2, "two games"), (3, "three games")):
        yield misreading(
            f"preference-from-{number}-games",
            f"players had no colour preference before they had {words}",
            article,
            definitions(colour_history=partial(_colours_from, number=number)),
        )


def _colours_from(colour: IntArray, *, number: int) -> ColourHistory:
    """Return colours that count only once a player has had so many games."""
    found = colour_history(colour)
    games = np.vstack([np.zeros((1, colour.shape[1]), dtype=np.int64), np.cumsum(colour != 0, axis=0)])
    latest, repeated, difference = (
        np.where(games < number, 0, values) for values in (found.latest, found.repeated, found.difference)
    )
    return ColourHistory(difference=difference, latest=latest, repeated=repeated)


_MADE = (
    "made an absolute preference",
    "made an absolute preference",
    "made a preference",
    "made a mild preference",
)


def _limit_to_colour(branch: _Branch, colour: int) -> _Branch:
    def surplus(colours: ColourHistory) -> IntArray:
        found = branch.surplus(colours)
        return np.where(found == colour, found, 0)

    return branch._replace(surplus=surplus)


def preference_branches(text: DutchText) -> Iterator[Misreading]:
    """Yield the misread branches by the article on absolute preferences."""
    return branch_misreadings(text.definition_articles.absolute_preference)


# --- kinds of players ------------------------------------------------------------------------------------------------


def _is_wide(colours: ColourHistory) -> BoolArray:
    return np.asarray(np.abs(colours.difference) > 1)


def _is_repeated(colours: ColourHistory) -> BoolArray:
    return np.asarray(~_is_wide(colours) & (colours.repeated != 0))


def _is_one(colours: ColourHistory) -> BoolArray:
    return np.asarray((np.abs(colours.difference) == 1) & (colours.repeated == 0))


def _is_zero(colours: ColourHistory) -> BoolArray:
    return np.asarray((colours.difference == 0) & (colours.repeated == 0) & (colours.latest != 0))


def _games(colours: ColourHistory) -> IntArray:
    """Return the number of games before each round: the difference changes with every one of them."""
    return np.vstack([0 * colours.latest[:1], np.cumsum(np.diff(colours.difference, axis=0) != 0, axis=0)])


def _is_first(colours: ColourHistory) -> BoolArray:
    return np.asarray(_games(colours) == 1)


def _is_first_repeated(colours: ColourHistory) -> BoolArray:
    return np.asarray((_games(colours) == 2) & (colours.repeated != 0))  # noqa: PLR2004 - games


_KINDS: tuple[tuple[str, str, Kind, Strength], ...] = (
    ("wide", "a colour difference beyond one", _is_wide, Strength.ABSOLUTE),
    ("repeated", "the same colour twice in a row", _is_repeated, Strength.ABSOLUTE),
    ("one", "a colour difference of one", _is_one, Strength.STRONG),
    ("zero", "a colour difference of zero", _is_zero, Strength.MILD),
)
"""Name, words, the players, and their strength by the text."""
_BEGUN: tuple[tuple[str, str, Kind, Strength], ...] = (
    ("first-game", "a single game", _is_first, Strength.STRONG),
    ("first-two-games", "one colour in the only two games", _is_first_repeated, Strength.ABSOLUTE),
)
"""Players at the beginning of the event."""

# --- strengths -------------------------------------------------------------------------------------------------------

_STRENGTHS = {
    Strength.NONE: ("none", "no preference"),
    Strength.MILD: ("mild", "a mild preference"),
    Strength.STRONG: ("strong", "a strong preference"),
    Strength.ABSOLUTE: ("absolute", "an absolute preference"),
}


def strength_misreadings(articles: Articles, own: Prefer) -> Iterator[Misreading]:
    """Yield another strength for players of a kind, or of two kinds, by the articles on colour preferences."""
    other = [(kind, strength) for kind, strength in product((*_KINDS, *_BEGUN), _STRENGTHS) if strength != kind[3]]
    pairs = [(one, two) for one, two in combinations(other, 2) if _can_be_joined(one, two)]
    for changes in (*((one,) for one in other), *pairs):
        yield misreading(
            "-".join(["preference", *(f"of-{kind[0]}-{_STRENGTHS[strength][0]}" for kind, strength in changes)]),
            " and ".join(
                f"{kind[1]}{' made' if not at else ''} {_STRENGTHS[strength][1]}"
                for at, (kind, strength) in enumerate(changes)
            ),
            articles[changes[0][0][3]],
            definitions(
                preferences=partial(
                    _with_strengths, own=own, changes=tuple((kind[2], strength) for kind, strength in changes)
                )
            ),
        )


def _can_be_joined(first: tuple[Any, Strength], second: tuple[Any, Strength]) -> bool:
    """Whether two changes concern different kinds of players with a preference, neither at the beginning."""
    are_kinds = first[0] in _KINDS and second[0] in _KINDS and first[0] != second[0]
    return are_kinds and Strength.NONE not in (first[1], second[1])


def _with_strengths(colours: ColourHistory, *, own: Prefer, changes: tuple[tuple[Kind, Strength], ...]) -> Preferences:
    found = own(colours)
    colour, strength = found.colour, found.strength
    for kind, other in changes:
        is_meant = kind(colours)
        strength = np.where(is_meant, other, strength)
        colour = np.where(is_meant & (other == Strength.NONE), 0, colour)
    return Preferences(colour=colour, strength=strength)


# --- colours ---------------------------------------------------------------------------------------------------------

_COLOURS: tuple[tuple[str, str, Callable[[ColourHistory], IntArray]], ...] = (
    ("alternating", "the other colour than that of the latest game", lambda colours: -colours.latest),
    ("repeating", "the colour of the latest game again", lambda colours: colours.latest),
    ("due", "the colour of which the player had less", lambda colours: -np.sign(colours.difference)),
    ("opposite", "the colour of which the player had more", lambda colours: np.sign(colours.difference)),
    ("white", "White", lambda colours: np.ones_like(colours.latest)),
    ("black", "Black", lambda colours: -np.ones_like(colours.latest)),
)


def colour_misreadings(articles: Articles, own: Prefer) -> Iterator[Misreading]:
    """Yield another colour for players of a kind, by the articles on colour preferences."""
    for (name, words, kind, strength), (suffix, colour, preferred) in product(_KINDS, _COLOURS):
        change = partial(_with_colour, own=own, kind=kind, preferred=preferred)
        yield misreading(
            f"preference-of-{name}-for-{suffix}",
            f"{words} made a preference for {colour}",
            articles[strength],
            definitions(preferences=change),
        )


def _with_colour(
    colours: ColourHistory, *, own: Prefer, kind: Kind, preferred: Callable[[ColourHistory], IntArray]
) -> Preferences:
    found, colour = own(colours), preferred(colours)
    return replace(found, colour=np.where(kind(colours) & (colour != 0), colour, found.colour))


# --- players without a game ------------------------------------------------------------------------------------------


def _numbers(colours: ColourHistory) -> IntArray:
    return np.arange(1, colours.latest.shape[1] + 1) + 0 * colours.latest


_BEGINNERS: tuple[tuple[str, str, Callable[[ColourHistory], IntArray]], ...] = (
    ("white", "White", lambda colours: np.ones_like(colours.latest)),
    ("black", "Black", lambda colours: -np.ones_like(colours.latest)),
    (
        "white-if-odd",
        "White if their number is odd, else for Black",
        lambda colours: np.where(_numbers(colours) % 2 == 1, 1, -1),
    ),
    (
        "black-if-odd",
        "Black if their number is odd, else for White",
        lambda colours: np.where(_numbers(colours) % 2 == 1, -1, 1),
    ),
)


def beginner_misreadings(article: str, own: Prefer) -> Iterator[Misreading]:
    """Yield preferences of players who have had no game after round 1, by the article on such players."""
    for (name, words, preferred), strength in product(_BEGINNERS, (Strength.MILD, Strength.STRONG)):
        kind, noun = _STRENGTHS[strength]
        yield misreading(
            f"preference-of-beginners-{kind}-{name}",
            f"players who had no game in the rounds before had {noun} for {words}",
            article,
            definitions(preferences=partial(_give_beginners, own=own, preferred=preferred, strength=strength)),
        )


def _give_beginners(
    colours: ColourHistory, *, own: Prefer, preferred: Callable[[ColourHistory], IntArray], strength: Strength
) -> Preferences:
    found = own(colours)
    is_beginner = (found.strength == Strength.NONE) & (np.arange(len(colours.latest)) > 0)[:, None]
    return Preferences(
        colour=np.where(is_beginner, preferred(colours), found.colour),
        strength=np.where(is_beginner, strength, found.strength),
    )


# --- the game that is read -------------------------------------------------------------------------------------------


def _first_game(colour: IntArray) -> IntArray:
    """Return (rounds + 1, players) the colour of each player's first game before each round."""
    first = np.zeros((len(colour) + 1, colour.shape[1]), dtype=np.int64)
    for row, of_round in enumerate(colour, start=1):
        first[row] = np.where(first[row - 1] != 0, first[row - 1], of_round)
    return first


def _last_game_but_one(colour: IntArray) -> IntArray:
    """Return (rounds + 1, players) the colour of the game before the latest one; of the latest one if it is alone."""
    latest = colour_history(colour).latest
    before = np.zeros_like(latest)
    for row, of_round in enumerate(colour, start=1):
        before[row] = np.where(of_round != 0, latest[row - 1], before[row - 1])
    return np.where(before != 0, before, latest)


_GAMES: tuple[tuple[str, str, Callable[[IntArray], IntArray]], ...] = (
    ("first", "the first game", _first_game),
    ("last-but-one", "the last game but one", _last_game_but_one),
)


def game_misreadings(article: str) -> Iterator[Misreading]:
    """Yield another game than the latest one for mild preferences, by the article on these."""
    for name, words, find_game in _GAMES:
        yield misreading(
            f"mild-preference-by-{name}-game",
            f"a mild preference were for the other colour than that of {words}",
            article,
            definitions(colour_history=partial(_with_latest, find_game=find_game)),
        )


def _with_latest(colour: IntArray, *, find_game: Callable[[IntArray], IntArray]) -> ColourHistory:
    return replace(colour_history(colour), latest=find_game(colour))


def _reversed_colours(colour: IntArray) -> ColourHistory:
    """Read the games of each player from the latest one to the first one."""
    found = colour_history(colour)
    first = _first_game(colour)
    second = np.zeros_like(first)
    games = np.vstack([0 * colour[:1], np.cumsum(colour != 0, axis=0)]) if len(colour) else 0 * first
    for row, of_round in enumerate(colour, start=1):
        is_second = (of_round != 0) & (games[row] == 2)  # noqa: PLR2004 - games
        second[row] = np.where(is_second, of_round, second[row - 1])
    return replace(found, latest=first, repeated=np.where(first == second, first, 0))


def _ever_repeated(colour: IntArray) -> ColourHistory:
    """Remember the latest colour that a player had twice in a row, however long ago."""
    found = colour_history(colour)
    repeated = found.repeated.copy()
    for row in range(1, len(repeated)):
        repeated[row] = np.where(repeated[row] != 0, repeated[row], repeated[row - 1])
    return replace(found, repeated=repeated)


def _weighted(colour: IntArray, *, weights: tuple[int, int]) -> ColourHistory:
    """Let games with White and with Black count differently in the colour difference."""
    found = colour_history(colour)
    white, black = weights
    difference = np.zeros_like(found.difference)
    np.cumsum(np.where(colour > 0, white, np.where(colour < 0, -black, 0)), axis=0, out=difference[1:])
    return replace(found, difference=difference)


def _with_latest_twice(colour: IntArray) -> ColourHistory:
    found = colour_history(colour)
    return replace(found, difference=found.difference + found.latest)


_HISTORIES: tuple[tuple[str, str, Callable[[IntArray], ColourHistory]], ...] = (
    (
        "first-two-games",
        "the first two games were looked at for the same colour twice in a row",
        lambda colour: replace(colour_history(colour), repeated=_reversed_colours(colour).repeated),
    ),
    ("reversed-games", "the first games were looked at in place of the latest ones", _reversed_colours),
    (
        "ever-repeated",
        "the same colour twice in a row made an absolute preference in every later round",
        _ever_repeated,
    ),
    *(
        (
            f"{name}-{weight}",
            f"games with {noun} counted {words} in the colour difference",
            partial(_weighted, weights=weights),
        )
        for name, noun, weight, words, weights in (
            ("blacks", "Black", "not-counted", "not at all", (1, 0)),
            ("whites", "White", "not-counted", "not at all", (0, 1)),
            ("blacks", "Black", "twice", "twice", (1, 2)),
            ("whites", "White", "twice", "twice", (2, 1)),
        )
    ),
    ("latest-twice", "the latest game counted twice in the colour difference", _with_latest_twice),
)


def history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other games that are looked at for the same colour twice in a row, by the article on these."""
    for name, sentence, history in _HISTORIES:
        yield misreading(f"preference-by-{name}", sentence, article, definitions(colour_history=history))


def preference_values(text: DutchText) -> Iterator[Misreading]:
    """Yield other strengths and colours of preferences, for one kind of players or two."""
    where, own = text.definition_articles, text.definitions.preferences
    articles = {
        Strength.ABSOLUTE: where.absolute_preference,
        Strength.STRONG: where.strong_preference,
        Strength.MILD: where.mild_preference,
    }
    yield from strength_misreadings(articles, own)
    yield from colour_misreadings(articles, own)
    yield from beginner_misreadings(where.mild_preference, own)
    yield from game_misreadings(where.mild_preference)
    yield from history_misreadings(where.absolute_preference)


# --- both reasons together -------------------------------------------------------------------------------------------


def _both_make_absolute(colours: ColourHistory, *, own: Prefer) -> Preferences:
    found = own(colours)
    both = (colours.repeated != 0) & (np.abs(colours.difference) > 1)
    lowered = np.where((found.strength == Strength.ABSOLUTE) & ~both, Strength.STRONG, found.strength)
    return replace(found, strength=lowered)


def more_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield preferences that are absolute for two reasons together only."""
    return changed_preferences(text.definition_articles.absolute_preference, text.definitions.preferences)


def changed_preferences(article: str, own: Prefer) -> Iterator[Misreading]:
    """Yield preferences that are absolute for two reasons together only, by the article on absolute ones."""
    yield misreading(
        "both-make-absolute",
        "only a colour difference of two together with the same colour twice in a row made an absolute preference",
        article,
        definitions(preferences=partial(_both_make_absolute, own=own)),
    )


# --- preferences that clash ------------------------------------------------------------------------------------------


def _absolute_and_strong(strength: IntArray) -> BoolArray:
    greatest, least = np.maximum.outer(strength, strength), np.minimum.outer(strength, strength)
    return np.asarray((greatest == Strength.ABSOLUTE) & (least >= Strength.STRONG))


def _absolute_and_any(strength: IntArray) -> BoolArray:
    return np.asarray(np.maximum.outer(strength, strength) == Strength.ABSOLUTE)


def _both_strong(strength: IntArray) -> BoolArray:
    return np.asarray(np.minimum.outer(strength, strength) >= Strength.STRONG)


_CLASHES: tuple[tuple[str, str, Callable[[IntArray], BoolArray]], ...] = (
    ("absolute-and-strong", "an absolute and a strong preference", _absolute_and_strong),
    ("absolute-and-any", "an absolute and any other preference", _absolute_and_any),
    ("both-strong", "two strong preferences", _both_strong),
)


def clashes(text: DutchText) -> Iterator[Misreading]:
    """Yield further preferences for the same colour that keep two players apart."""
    return clash_misreadings(text.absolute_articles[2])


def clash_misreadings(article: str) -> Iterator[Misreading]:
    """Yield further preferences that keep two players apart, by the article on absolute ones."""
    for name, words, clashing in _CLASHES:
        yield misreading(
            f"clash-of-{name}",
            f"C3 kept players apart with {words} for the same colour, too",
            article,
            definitions(further_clashes=clashing),
        )
