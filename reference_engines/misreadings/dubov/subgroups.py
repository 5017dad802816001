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
from reference_engines.dubov.participants import DubovPlayers
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import (
    misreading,
    named,
    parts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.definitions.history import IntArray
    from reference_engines.dubov.edition import DubovText, Sorting
    from reference_engines.dubov.participants import DubovScoregroup, Positions
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


def _most_points(participants: DubovPlayers) -> IntArray:
    return -participants.points


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
    ("points", "by score without virtual points", (_most_points, _tpn_key)),
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


# --- numberings of shifters ------------------------------------------------------------------------------------------


def _number_shifters(place: Callable[[int, int], int], shifters: Positions) -> Positions:
    """Return sorted shifters in another order; ``place`` is that of the next one of those left, after those taken."""
    remaining, reordered = list(shifters), list[int]()
    while remaining:
        reordered.append(remaining.pop(place(len(remaining), len(reordered))))
    return tuple(reordered)


def _take_lower_middle(left: int, _taken: int) -> int:
    return left // 2


def _take_last(left: int, _taken: int) -> int:
    return left - 1


def _take_ends(left: int, taken: int) -> int:
    return 0 if taken % 2 == 0 else left - 1


def _take_other_ends(left: int, taken: int) -> int:
    return left - 1 if taken % 2 == 0 else 0


def _take_below_middle(left: int, taken: int) -> int:
    """Take the middle first, then the players below it one by one, then those above it from the top."""
    size = left + taken
    middle = (size - 1) // 2
    return middle if taken < size - middle else 0


def _take_above_middle(left: int, taken: int) -> int:
    """Take the middle first, then the other players from the top."""
    size = left + taken
    return (size - 1) // 2 if taken == 0 else 0


_NUMBERINGS: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
    ("lower-middle", "of two players in the middle of the list the lower one came first", _take_lower_middle),
    ("from-the-bottom", "shifters were numbered from the bottom of the list", _take_last),
    ("from-both-ends", "shifters were numbered from both ends of the list, the top first", _take_ends),
    ("from-both-ends-bottom", "shifters were numbered from both ends of the list, the bottom first", _take_other_ends),
    ("middle-then-down", "shifters were numbered from the middle down, and then from the top", _take_below_middle),
    ("middle-then-top", "the middle player came first, and then the list from the top", _take_above_middle),
)


def numberings() -> list[tuple[str, str, Callable[[Positions], Positions]]]:
    """Return name, sentence and order of other numberings of shifters."""
    return [(name, sentence, partial(_number_shifters, place)) for name, sentence, place in _NUMBERINGS]


def numbering_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield shifters that are numbered otherwise."""
    article = text.step_articles[BracketStep.MIDDLE]
    for name, sentence, numbered in numberings():
        changed = parts(number_shifters_in_order=numbered)
        yield misreading(f"shifters-{name}", sentence, article, changed)


# --- sorted lists ----------------------------------------------------------------------------------------------------


_SORTINGS: tuple[tuple[str, str, Sorting], ...] = (
    ("tpn", "by TPN", DubovPlayers.sort_by_tpn),
    ("largest-tpn", "by descending TPN", partial(_sort_by_keys, keys=(_last_tpn,))),
    ("aro", "by ARO", DubovPlayers.sort_by_aro),
    ("highest-aro", "by descending ARO", partial(_sort_by_keys, keys=(_descending_aro_key, _tpn_key))),
    (
        "aro-largest-tpn",
        "by ARO, and of equal AROs by descending TPN",
        partial(_sort_by_keys, keys=(_aro_key, _last_tpn)),
    ),
    ("score", "by score and TPN", partial(_sort_by_keys, keys=(_highest_score, _tpn_key))),
)
"""Name, words, and an order in place of that of the text."""


def varied_sortings(text: DubovText) -> Iterator[Misreading]:
    """Yield every list that is sorted by another key or in the other direction."""
    for name, words, key in _SORTINGS:
        for place, article, noun, fields in sorted_lists(text):
            changes: dict[str, Any] = dict.fromkeys(fields, key)
            sorting = replace(text.sorting, **changes)
            yield misreading(f"{place}-sorted-by-{name}", f"{noun} {words}", article, parts(sorting=sorting))


def likely_orders(text: DubovText) -> Iterator[Misreading]:
    """Yield the likely misreadings of sorted lists."""
    yield from named(varied_sortings, _LIKELY_SORTINGS)(text)
    exchanged = {"white_seekers": DubovPlayers.sort_by_tpn, "black_seekers": DubovPlayers.sort_by_aro}
    yield misreading(
        "shifters-exchanged",
        "those who seek White were shifted by TPN, and those who seek Black by ARO",
        text.generation[GenerationStep.SHIFTERS],
        parts(sorting=replace(text.sorting, **exchanged)),
    )


_KNOWN_SORTINGS = {
    "white-seekers-sorted-by-tpn": ("shifters-by-tpn", "those who seek White were sorted by TPN to be shifted"),
    "s1-sorted-by-tpn": ("s1-by-tpn", "S1 went by TPN"),
    "s1-sorted-by-highest-aro": ("s1-highest-aro-first", "S1 went by descending ARO"),
    "g2-sorted-by-largest-tpn": ("g2-largest-tpn", "the opponent with the largest TPN came first"),
}
_LIKELY_SORTINGS = {
    "pool-sorted-by-tpn": ("upfloaters-by-tpn", "upfloaters were sorted by TPN, whatever their scores"),
    "black-seekers-sorted-by-aro": ("shifters-by-aro", "those who seek Black were sorted by ARO to be shifted"),
    "s1-sorted-by-largest-tpn": ("s1-largest-tpn", "S1 went by descending TPN"),
    "g2-sorted-by-aro": ("g2-by-aro", "G2 went by ARO"),
}
"""Identifier and sentence of sorted lists, by their generated names."""


def known_orders(text: DubovText) -> Iterator[Misreading]:
    """Yield the known misreadings of sorted lists."""
    yield misreading(
        "upfloaters-largest-tpn",
        "of upfloaters with one score the largest TPN came first",
        text.generation[GenerationStep.UPFLOATERS],
        parts(sorting=replace(text.sorting, pool=partial(_sort_by_keys, keys=(_highest_score, _last_tpn)))),
    )
    yield from named(varied_sortings, _KNOWN_SORTINGS)(text)
    yield misreading(
        "shifters-from-the-top",
        "shifters were numbered from the top",
        text.step_articles[BracketStep.MIDDLE],
        parts(number_shifters_in_order=tuple),
    )
