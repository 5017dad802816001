"""Rarer misreadings of the Dubov System: of AROs, upfloats, criteria, meetings, the bye, preferences and colours."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Preferences, Strength
from reference_engines.dubov import edition
from reference_engines.misreadings.dutch import colours
from reference_engines.misreadings.dutch.colour_conditions import clash_scores
from reference_engines.misreadings.dutch.colour_histories import colour_history_misreadings
from reference_engines.misreadings.dutch.definitions import meeting_misreadings
from reference_engines.misreadings.dutch.making import floats, misreading, parts
from reference_engines.misreadings.dutch.preferences import (
    changed_preferences,
    clash_misreadings,
    preference_misreadings,
)
from reference_engines.misreadings.dutch.unplayed import bar_misreadings, float_of_kind, unlisted
from reference_engines.misreadings.rounds import WITHOUT_A_GAME, double_forfeit, single_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History
    from reference_engines.definitions.player_states import ColourHistory
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovScoregroup
    from reference_engines.frame.variants import Misreading

# --- AROs and upfloats -----------------------------------------------------------------------------------------------


def _won(history: History) -> BoolArray:
    return history.played & (history.points >= history.scoring.win)


def _not_won(history: History) -> BoolArray:
    return history.played & (history.points < history.scoring.win)


def _lost(history: History) -> BoolArray:
    return history.played & (history.points <= history.scoring.loss)


def _with_white(history: History) -> BoolArray:
    return history.played & (history.colour > 0)


def _won_by_forfeit_too(history: History) -> BoolArray:
    return history.played | history.forfeit_win


_ARO_GAMES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("won", "won games", _won),
    ("not-won", "games that were not won", _not_won),
    ("lost", "lost games", _lost),
    ("with-white", "games with White", _with_white),
    ("or-won-by-forfeit", "games, those won by forfeit included,", _won_by_forfeit_too),
)


def _aros(text: DubovText) -> Iterator[Misreading]:
    for name, words, games in _ARO_GAMES:
        yield misreading(
            f"aro-of-games-{name}",
            f"only opponents of {words} counted in an ARO",
            text.definition_articles[0],
            parts(aro=replace(text.aro, games=games)),
        )


def _latest(upfloated: BoolArray, *, number: int) -> BoolArray:
    return upfloated[max(0, len(upfloated) - number) :]


def _upfloats(text: DubovText) -> Iterator[Misreading]:
    article = text.definition_articles[1]
    for number in (1, 2, 3, 4):
        rounds = "round" if number == 1 else f"{number} rounds"
        yield misreading(
            f"upfloats-of-{number}-rounds",
            f"only upfloats of the latest {rounds} were counted for the maximum upfloaters",
            article,
            parts(counted_upfloats=partial(_latest, number=number)),
        )
    before = next((one.article for one in text.criteria if one.criterion is edition.UPFLOATED_BEFORE), article)
    for name, words, rounds_back in (
        ("two-before", "two rounds before", (2,)),
        ("of-two-rounds", "in either of the two rounds before", (1, 2)),
        ("ever", "in any earlier round", tuple(range(1, 30))),
    ):
        yield misreading(
            f"upfloated-{name}",
            f"upfloats {words} counted in place of those of the previous round",
            before,
            parts(upfloat_rounds=rounds_back),
        )
    for name, words, is_meant in WITHOUT_A_GAME:
        yield misreading(
            f"{name}-are-upfloats",
            f"{words} were an upfloat",
            article,
            floats(unplayed=partial(float_of_kind, own=text.floats.unplayed, is_meant=is_meant, value=-1)),
        )
    for name, words, games in (
        ("single-forfeits", "games won or lost by forfeit", _single),
        ("double-forfeits", "games that both players forfeited", _double),
    ):
        yield misreading(f"upfloats-without-{name}", f"{words} gave no upfloats", article, floats(games=games))


def _single(history: History) -> BoolArray:
    return (history.opponent != NOBODY) & ~single_forfeit(history)


def _double(history: History) -> BoolArray:
    return (history.opponent != NOBODY) & ~double_forfeit(history)


# --- criteria --------------------------------------------------------------------------------------------------------


def _sum_of_differences(group: DubovScoregroup) -> Contribution:
    return Contribution(floats=group.distance, bound=len(group.residents) * max(1, int(group.distance.max(initial=0))))


def _greatest_difference(group: DubovScoregroup) -> Contribution:
    greatest = int(group.distance.max(initial=0))
    return Contribution(floats=(group.distance == greatest).astype(np.int64), bound=len(group.residents))


def _preferences_among(group: DubovScoregroup, *, of_residents: bool) -> Contribution:
    players = group.participants.players
    is_resident = np.isin(np.arange(players.size), list(group.residents))
    among = np.logical_and.outer(is_resident, is_resident)
    return Contribution(pairs=players.same_preference & (among == of_residents), bound=len(group.residents))


def _strong_preferences(group: DubovScoregroup) -> Contribution:
    players = group.participants.players
    strong = players.strength >= Strength.STRONG
    pairs = players.same_preference & np.logical_and.outer(strong, strong)
    return Contribution(pairs=pairs, bound=len(group.residents))


def _of_colour(group: DubovScoregroup, *, colour: int) -> Contribution:
    prefers = group.participants.players.preference == colour
    return Contribution(pairs=np.logical_and.outer(prefers, prefers), bound=len(group.residents))


_COUNTS: tuple[tuple[Any, str, str, Callable[[DubovScoregroup], Contribution]], ...] = (
    (edition.SCORE_DIFFERENCES, "sum", "added the score differences up", _sum_of_differences),
    (edition.SCORE_DIFFERENCES, "greatest", "counted only the upfloaters of the lowest score", _greatest_difference),
    (
        edition.COLOUR_PREFERENCE,
        "of-residents",
        "counted pairs of residents only",
        partial(_preferences_among, of_residents=True),
    ),
    (
        edition.COLOUR_PREFERENCE,
        "of-upfloaters",
        "counted pairs with an upfloater only",
        partial(_preferences_among, of_residents=False),
    ),
    (edition.COLOUR_PREFERENCE, "strong", "counted two strong or absolute preferences only", _strong_preferences),
    (edition.COLOUR_PREFERENCE, "white", "counted preferences for White only", partial(_of_colour, colour=1)),
    (edition.COLOUR_PREFERENCE, "black", "counted preferences for Black only", partial(_of_colour, colour=-1)),
)


def _criteria(text: DubovText) -> Iterator[Misreading]:
    for one in text.criteria:
        for criterion, name, words, count in _COUNTS:
            if one.criterion is criterion:
                instead = replace(one, criterion=Criterion(f"{criterion.name}_{name}", criterion.sentence, count))
                yield misreading(
                    f"{one.label.lower()}-{name}",
                    f"{one.label} {words}",
                    one.article,
                    parts(criteria=tuple(instead if other is one else other for other in text.criteria)),
                )


# --- definitions -----------------------------------------------------------------------------------------------------


def _keep_beginners(
    found: ColourHistory,
    *,
    misread: Callable[[ColourHistory], Preferences],
    own: Callable[[ColourHistory], Preferences],
) -> Preferences:
    """Return the misread preferences of players with a game, and those of the text of the others (1.6.4; A.5.d)."""
    other, printed = misread(found), own(found)
    has_game = found.latest != 0
    return Preferences(
        colour=np.where(has_game, other.colour, printed.colour),
        strength=np.where(has_game, other.strength, printed.strength),
    )


def keep_beginners(misreading: Misreading) -> Misreading:
    """Return a misreading of preferences that leaves the players alone who have yet to play."""

    def change(rules: Any) -> Any:
        changed = misreading.rules(rules)
        own, misread = rules.definitions.preferences, changed.definitions.preferences
        if own == misread:
            return changed
        preferences = partial(_keep_beginners, misread=misread, own=own)
        return replace(changed, definitions=replace(changed.definitions, preferences=preferences))

    return replace(misreading, rules=change)


def _definitions(text: DubovText) -> Iterator[Misreading]:
    met, bye, clash = text.absolute_articles
    yield from clash_misreadings(clash)
    own: Any = text
    yield from clash_scores(own)
    yield from meeting_misreadings(met)
    yield from unlisted(bar_misreadings(text.byes, bye))
    yield from colour_history_misreadings(text.preference_article)
    found = changed_preferences(text.absolute_preference_article, text.definitions.preferences)
    yield from map(keep_beginners, found)
    article = text.absolute_preference_article
    yield from map(keep_beginners, preference_misreadings(article, article, article))


def varied_dubov_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield the rarer misreadings of an edition, besides those of lists and of colours that systems share."""
    for make in (_aros, _upfloats, _criteria, _definitions):
        yield from make(text)
    shared: Any = text
    yield from colours.misread(shared)
    yield from colours.number_misreadings(shared)
