"""
The place of a pairing of a bracket in the order of candidates (D.1, D.2, D.3).

Numbers are places within the bracket: the smaller key is reached earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import Generation
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket

Key = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _GenerationPlace:
    chosen: list[int]
    opponents_of_chosen: list[int]
    s1: list[int]
    s2: list[int]
    moved_down: list[int]
    moved_up: list[int]
    opponents: list[int]

    @property
    def key(self) -> Key:
        difference = sum(self.moved_up) - sum(self.moved_down)
        return (
            tuple(self.chosen),
            tuple(self.opponents_of_chosen),
            (len(self.moved_up), difference),
            tuple(-place for place in reversed(self.moved_down)),
            tuple(self.moved_up),
            tuple(self.opponents),
        )


def order_key(bracket: ScoreBracket, pairing: BracketPairing) -> Key:
    """Return the key of a pairing: set of MDPs, their opponents, exchange, transposition."""
    return _place(bracket, pairing).key


def generation(bracket: ScoreBracket, pairing: BracketPairing) -> Generation:
    """Describe the place of a pairing for the checker."""
    place = _place(bracket, pairing)
    tpn = bracket.players.tpn[bracket.positions]

    def names(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(tpn[index]) for index in places)

    unpaired = [index for index in range(len(bracket.upper)) if bracket.is_heterogeneous and index not in place.chosen]
    return Generation(
        paired_mdps=names(place.chosen),
        limbo=names(unpaired),
        mdp_opponents=names(place.opponents_of_chosen),
        s1=names(place.s1),
        s2=names(place.s2),
        moved_to_s2=names(place.moved_down),
        moved_to_s1=names(place.moved_up),
        opponents=names(place.opponents),
        key=place.key,
    )


def _place(bracket: ScoreBracket, pairing: BracketPairing) -> _GenerationPlace:
    index = {position: place for place, position in enumerate(bracket.positions.tolist())}
    pairs = [(index[one], index[other]) for one, other in pairing.pairs if one in index and other in index]
    partner = dict(pairs) | {other: one for one, other in pairs}
    chosen = _chosen(bracket, partner)
    theirs = [partner[place] for place in chosen]
    remainder = [place for place in range(bracket.size) if place not in {*chosen, *theirs}]
    rest = [pair for pair in pairs if pair[0] not in {*chosen, *theirs}]
    s1, s2 = remainder[: len(rest)], remainder[len(rest) :]
    high = {one for one, _ in rest}
    moved_down = [place for place in s1 if place not in high]
    moved_up = [place for place in s2 if place in high]
    return _GenerationPlace(
        chosen=chosen,
        opponents_of_chosen=theirs,
        s1=s1,
        s2=s2,
        moved_down=moved_down,
        moved_up=moved_up,
        opponents=[partner[place] for place in sorted(high)],
    )


def _chosen(bracket: ScoreBracket, partner: dict[int, int]) -> list[int]:
    """Return the moved-down players who stand in S1: paired, and not with one another (C.4, D.3)."""
    if not bracket.is_heterogeneous:
        return []
    chosen: list[int] = []
    for place in range(len(bracket.upper)):
        if place in partner and partner[place] not in chosen:
            chosen.append(place)
    return chosen
