"""
The procedure taken at its word: sets and pairings are enumerated in the order of the text, and the first best taken.

For small events. It shares no search with the solver: nothing is matched, everything is tried.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from reference_engines.results import NoLegalPairingError
from reference_engines.upfloating.field import impossible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText

    Pairs = tuple[tuple[int, int], ...]


def choose_bye(field: UpfloatingField, edition: UpfloatingText) -> int | None:
    """Try everybody from the lowest score up; among equals, most matches first, then the largest TPN."""
    everybody = list(range(field.size))
    if field.size % 2 == 0:
        if next(_pairings(field, everybody), None) is None:
            raise impossible(field, f"the {field.participant}s cannot all be paired")
        return None
    for candidate in sorted(everybody, key=lambda at: edition.bye_key(field, at)):
        rest = [position for position in everybody if position != candidate]
        if field.bye_allowed[candidate] and next(_pairings(field, rest), None) is not None:
            return candidate
    raise impossible(field, f"no {field.participant} that may have the bye leaves a pairing of all others")


def select_upfloaters(field: UpfloatingField, edition: UpfloatingText, unpaired: Sequence[int]) -> tuple[int, ...]:
    """Take the first best of all sets of the smallest number that leaves everybody an opponent."""
    best_score = max(field.score[position] for position in unpaired)
    residents = [position for position in unpaired if field.score[position] == best_score]
    order = edition.order_of_set(field)
    lower = sorted(set(unpaired) - set(residents), key=lambda at: (-field.score[at], order[at]))
    for number in range(len(lower) + 1):
        sets = combinations(lower, number)
        legal = [chosen for chosen in sets if _is_legal(field, edition, residents, lower, chosen)]
        if legal:
            # min keeps the first of equals, and combinations come in the lexicographic order of the sets.
            return min(legal, key=lambda chosen: _worth(field, edition, int(best_score), lower, chosen))
    raise NoLegalPairingError("the round-pairing cannot be completed")


def _is_legal(
    field: UpfloatingField, edition: UpfloatingText, residents: list[int], lower: list[int], chosen: tuple[int, ...]
) -> bool:
    rest = [position for position in lower if position not in chosen] if edition.completes else []
    together = residents + list(chosen)
    return next(_pairings(field, together), None) is not None and next(_pairings(field, rest), None) is not None


def _worth(
    field: UpfloatingField, edition: UpfloatingText, top_score: int, lower: list[int], chosen: tuple[int, ...]
) -> tuple[object, ...]:
    """[C5], [C6] and, in 2026, [C7] of a set; smaller is better."""
    scores = tuple(-score for score in sorted(int(field.score[position]) for position in chosen))
    scores = scores if edition.scores_choose_upfloaters else ()
    ahead = _needed_next(field, edition, top_score, lower, chosen) if edition.looks_ahead else 0
    again = sum(bool(field.floated[position]) for position in chosen) if edition.floats_choose_upfloaters else 0
    return scores, ahead, again


def _needed_next(
    field: UpfloatingField, edition: UpfloatingText, top_score: int, lower: list[int], chosen: tuple[int, ...]
) -> int:
    """Upfloaters that the following scoregroup needs at least when this set has been taken."""
    rest = [position for position in lower if position not in chosen]
    # In the standing, so with the one who has the bye.
    following_score = max((int(score) for score in field.score if score < top_score), default=-1)
    following = [position for position in rest if field.score[position] == following_score]
    below = [position for position in rest if position not in following]
    if not edition.completes:  # who may meet whom below is not looked at
        return len(following) % 2
    if not following:
        return 0
    for number in range(len(below) + 1):
        if any(_is_legal(field, edition, following, below, more) for more in combinations(below, number)):
            return number
    raise NoLegalPairingError("the round-pairing cannot be completed")


def pair_bracket(field: UpfloatingField, edition: UpfloatingText, bracket: Sequence[int]) -> Pairs:
    """Take the first best of all pairings in the order of their identifiers."""
    costs, seats = edition.bracket_costs(field), edition.seats(field)

    def worth(pairs: Pairs) -> tuple[object, ...]:
        values = tuple(sum(int(cost[one, other]) for one, other in pairs) for cost in costs)
        tops = sorted(pairs, key=lambda pair: int(seats[pair[0]]))
        identifier = (*(int(seats[one]) for one, _ in tops), *(int(seats[other]) for _, other in tops))
        return values, identifier

    ordered = sorted(bracket, key=seats.__getitem__)
    best = min(_pairings(field, ordered), key=worth, default=None)
    if best is None:
        raise NoLegalPairingError("a bracket cannot be paired")
    return tuple(best)


def _pairings(field: UpfloatingField, positions: Sequence[int]) -> Iterator[Pairs]:
    """Yield every way to pair all of these positions."""
    if not positions:
        yield ()
        return
    if len(positions) % 2:
        return
    first, *others = positions
    for opponent in others:
        if field.allowed[first, opponent]:
            rest = [position for position in others if position != opponent]
            for pairs in _pairings(field, rest):
                yield ((first, opponent), *pairs)
