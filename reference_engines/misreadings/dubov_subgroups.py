"""
Generated misreadings of the subgroups of the Dubov System: who forms G1, who is shifted, and in which order all go.

Every list that the rules sort may be sorted by another key, and by the key of the text within another one; shifted
players may stand apart from the others, and shifters of one colour alone may be numbered otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import Strength
from reference_engines.dubov.edition import BracketStep, ShiftedPlace, prefers_white
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.definitions.history import IntArray
    from reference_engines.dubov.edition import DubovText, Sorting
    from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup, Positions
    from reference_engines.frame.variants import Misreading

    Key = Callable[[DubovPlayers], IntArray]
    """(players,) a key; the smallest comes first."""
    Numbering = Callable[[Positions], Positions]


def generated_subgroups(text: DubovText, numberings: Sequence[tuple[str, str, Numbering]]) -> Iterator[Misreading]:
    """Yield other members of G1, other orders of every list, and other shifters; ``numberings`` are those of lists."""
    yield from _first_subgroups(text)
    yield from _sortings(text)
    yield from _shifters(text, numberings)


# --- G1 --------------------------------------------------------------------------------------------------------------


def _join_g1(group: DubovScoregroup, members: Positions, *, joins: Callable[[DubovScoregroup], Any]) -> Positions:
    """Let players join G1."""
    own, joining = {*prefers_white(group, members)}, joins(group)
    return tuple(position for position in members if position in own or joining[position])


def _leave_g1(group: DubovScoregroup, members: Positions, *, leaves: Callable[[DubovScoregroup], Any]) -> Positions:
    """Let players who prefer White go to G2."""
    leaving = leaves(group)
    return tuple(position for position in prefers_white(group, members) if not leaving[position])


def _are_upfloaters(group: DubovScoregroup) -> Any:
    return np.isin(np.arange(group.participants.players.size), group.pool)


def _are_beginners(group: DubovScoregroup) -> Any:
    return group.participants.beginners


def _are_mild(group: DubovScoregroup) -> Any:
    return group.participants.players.strength <= Strength.MILD


def _had_more_blacks(group: DubovScoregroup, members: Positions) -> Positions:
    difference = group.participants.players.colour_difference
    return tuple(position for position in members if difference[position] < 0)


def _had_no_more_whites(group: DubovScoregroup, members: Positions) -> Positions:
    difference = group.participants.players.colour_difference
    return tuple(position for position in members if difference[position] <= 0)


_FIRST_SUBGROUPS: tuple[tuple[str, str, Callable[[DubovScoregroup, Positions], Positions]], ...] = (
    ("with-beginners", "players who have yet to play were in G1", partial(_join_g1, joins=_are_beginners)),
    ("with-upfloaters", "all upfloaters were in G1", partial(_join_g1, joins=_are_upfloaters)),
    ("with-mild", "all players with a mild preference were in G1", partial(_join_g1, joins=_are_mild)),
    ("without-upfloaters", "all upfloaters were in G2", partial(_leave_g1, leaves=_are_upfloaters)),
    ("without-mild", "all players with a mild preference were in G2", partial(_leave_g1, leaves=_are_mild)),
    ("without-balanced", "players with a colour difference of zero were in G2", _had_more_blacks),
    ("with-balanced", "players with a colour difference of zero were in G1", _had_no_more_whites),
)


def _first_subgroups(text: DubovText) -> Iterator[Misreading]:
    article = text.subgroups_article
    for name, sentence, first_subgroup in _FIRST_SUBGROUPS:
        yield misreading(f"g1-{name}", sentence, article, parts(first_subgroup=first_subgroup))
    yield misreading(
        "g1-of-beginners-by-preference",
        "G1 consisted of the players who prefer White in brackets without any game so far, too",
        article,
        parts(halves_beginners=False),
    )


# --- orders ----------------------------------------------------------------------------------------------------------


def _sort_by_key(participants: DubovPlayers, positions: Iterable[int], *, key: Key, own: Sorting) -> Positions:
    """Sort by a key, and where it is equal as the text does."""
    values = key(participants)
    return tuple(sorted(own(participants, positions), key=lambda position: int(values[position])))


def _rearranged(participants: DubovPlayers, shifters: Positions, *, key: Key) -> Positions:
    values = key(participants)
    return tuple(sorted(shifters, key=lambda position: int(values[position])))


def _strongest(participants: DubovPlayers) -> IntArray:
    return -participants.players.strength


def _weakest(participants: DubovPlayers) -> IntArray:
    return participants.players.strength


def _widest(participants: DubovPlayers) -> IntArray:
    return -np.abs(participants.players.colour_difference)


def _highest_score(participants: DubovPlayers) -> IntArray:
    return -participants.players.score


def _lowest_score(participants: DubovPlayers) -> IntArray:
    return participants.players.score


def _fewest_games(participants: DubovPlayers) -> IntArray:
    return -participants.players.unplayed


def _most_games(participants: DubovPlayers) -> IntArray:
    return participants.players.unplayed


def _fewest_upfloats(participants: DubovPlayers) -> IntArray:
    return participants.upfloats


def _most_upfloats(participants: DubovPlayers) -> IntArray:
    return -participants.upfloats


def _aro_key(participants: DubovPlayers) -> IntArray:
    return participants.aro


def _descending_aro_key(participants: DubovPlayers) -> IntArray:
    return -participants.aro


def _tpn_key(participants: DubovPlayers) -> IntArray:
    return participants.players.column


def _last_tpn(participants: DubovPlayers) -> IntArray:
    return -participants.players.column


_KEYS: tuple[tuple[str, str, Key], ...] = (
    ("strongest", "with the strongest colour preferences first", _strongest),
    ("weakest", "with the weakest colour preferences first", _weakest),
    ("widest", "with the widest colour differences first", _widest),
    ("highest-score", "with the highest scores first", _highest_score),
    ("lowest-score", "with the lowest scores first", _lowest_score),
    ("fewest-games", "with the fewest games first", _fewest_games),
    ("most-games", "with the most games first", _most_games),
    ("fewest-upfloats", "with the fewest upfloats first", _fewest_upfloats),
    ("most-upfloats", "with the most upfloats first", _most_upfloats),
)
"""Name, words and a key, after which that of the text decides."""
_KEYS_OF_POOL: tuple[tuple[str, str, tuple[Key, ...]], ...] = (
    ("aro", "by ARO within a score", (_highest_score, _aro_key, _tpn_key)),
    ("descending-aro", "by descending ARO within a score", (_highest_score, _descending_aro_key, _tpn_key)),
    ("lowest-score-tpn", "from the lowest score on", (_lowest_score, _tpn_key)),
)


def _sort_by_keys(participants: DubovPlayers, positions: Iterable[int], *, keys: tuple[Key, ...]) -> Positions:
    values = [key(participants) for key in keys]
    return tuple(sorted(positions, key=lambda position: [int(one[position]) for one in values]))


def _sort_by_aro_and_key(participants: DubovPlayers, positions: Iterable[int], *, key: Key) -> Positions:
    """Sort by ARO, of equal AROs by a key, then by TPN."""
    return _sort_by_keys(participants, positions, keys=(_aro_key, key, _tpn_key))


def _middle_first(participants: DubovPlayers, positions: Iterable[int], *, own: Sorting) -> Positions:
    """Sort a list as shifters are numbered, from the middle."""
    remaining, in_order = list(own(participants, positions)), list[int]()
    while remaining:
        in_order.append(remaining.pop((len(remaining) - 1) // 2))
    return tuple(in_order)


def sorted_lists(text: DubovText) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
    """Return the lists that are sorted: the name, the article, the beginning of a sentence, and the fields."""
    orders, shifters = text.generation, text.generation[GenerationStep.SHIFTERS]
    return (
        ("white-seekers", shifters, "those who seek White were sorted", ("white_seekers",)),
        ("black-seekers", shifters, "those who seek Black were sorted", ("black_seekers",)),
        ("seekers", shifters, "all shifters were sorted", ("white_seekers", "black_seekers")),
        ("s1", text.step_articles[BracketStep.ARO], "S1 were sorted", ("s1",)),
        ("g2", orders[GenerationStep.TRANSPOSITION], "G2 were sorted", ("g2",)),
        ("pool", orders[GenerationStep.UPFLOATERS], "possible upfloaters were sorted", ("pool",)),
    )


def _sortings(text: DubovText) -> Iterator[Misreading]:
    by, orders, steps = text.sorting, text.generation, text.step_articles
    for place, article, noun, fields in sorted_lists(text):
        for name, words, key in _KEYS if place in ("s1", "white-seekers") else ():
            changes = {field: partial(_sort_by_aro_and_key, key=key) for field in fields}
            yield _sorted(f"{place}-ties-{name}", f"of equal AROs, {noun} {words}", article, replace(by, **changes))
        for name, words, key in _KEYS:
            changes = {field: partial(_sort_by_key, key=key, own=getattr(by, field)) for field in fields}
            yield _sorted(f"{place}-{name}", f"{noun} {words}", article, replace(by, **changes))
        if place == "pool":
            for name, words, keys in _KEYS_OF_POOL:
                pool = partial(_sort_by_keys, keys=keys)
                yield _sorted(f"pool-{name}", f"{noun} {words}", article, replace(by, pool=pool))
        elif place in ("s1", "g2"):
            changes = {field: partial(_middle_first, own=getattr(by, field)) for field in fields}
            yield _sorted(f"{place}-from-the-middle", f"{noun} from the middle on", article, replace(by, **changes))
    for shifted in (ShiftedPlace.LAST, ShiftedPlace.FIRST):
        for field, noun, article in (
            ("shifted_in_s1", "S1", steps[BracketStep.ARO]),
            ("shifted_in_g2", "G2", orders[GenerationStep.TRANSPOSITION]),
        ):
            yield misreading(
                f"{field}-{shifted.name}".lower().replace("_", "-"),
                f"in {noun} shifted players stood {shifted.value}",
                article,
                parts(**{field: shifted}),
            )
    yield _sorted(
        "s1-and-g2-downwards",
        "S1 were sorted by descending ARO, and G2 by descending TPN",
        steps[BracketStep.ARO],
        replace(
            by,
            s1=partial(_sort_by_keys, keys=(_descending_aro_key, _tpn_key)),
            g2=partial(_sort_by_keys, keys=(_last_tpn,)),
        ),
    )
    yield misreading(
        "shifted-apart-last",
        f"shifted players stood {ShiftedPlace.LAST.value}, in S1 and in G2",
        steps[BracketStep.ARO],
        parts(shifted_in_s1=ShiftedPlace.LAST, shifted_in_g2=ShiftedPlace.LAST),
    )


def _sorted(identifier: str, sentence: str, article: str, sorting: Any) -> Misreading:
    return misreading(f"sorted-{identifier}", sentence, article, parts(sorting=sorting))


# --- shifters --------------------------------------------------------------------------------------------------------


def _nearest_to_average(participants: DubovPlayers, shifters: Positions) -> Positions:
    total, number = sum(int(participants.aro[position]) for position in shifters), len(shifters)

    def key(position: int) -> tuple[int, int]:
        return abs(number * int(participants.aro[position]) - total), int(participants.players.column[position])

    return tuple(sorted(shifters, key=key))


def _shifters(text: DubovText, numberings: Sequence[tuple[str, str, Numbering]]) -> Iterator[Misreading]:
    own, article = text.number_shifters_in_order, text.step_articles[BracketStep.MIDDLE]
    for name, sentence, numbered in (*numberings, ("from-the-top", "shifters were numbered from the top", tuple)):
        for colour, changed in (
            ("White", parts(number_shifters_in_order=numbered, number_black_seekers_in_order=own)),
            ("Black", parts(number_black_seekers_in_order=numbered)),
        ):
            yield misreading(
                f"shifters-{name}-of-{colour.lower()}",
                f"of those who seek {colour} alone, {sentence}",
                article,
                changed,
            )
    yield misreading(
        "shifters-nearest-to-average",
        "those were shifted first whose AROs are nearest to the average ARO of their subgroup",
        article,
        parts(rearrange_shifters=_nearest_to_average),
    )
    for name, words, key in _KEYS:
        yield misreading(
            f"shifters-rearranged-{name}",
            f"players were shifted {words}, and only then from the middle of the list",
            article,
            parts(rearrange_shifters=partial(_rearranged, key=key)),
        )
