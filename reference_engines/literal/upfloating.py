"""
The procedure taken at its word: sets and pairings are enumerated in the order of the text, and the first best taken.

For small events. It shares no search with the solver: nothing is matched, everything is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from reference_engines import double_swiss, team
from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT
from reference_engines.upfloating.edition import FOLLOWING, TopScoregroup, UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants, impossible
from reference_engines.upfloating.search import Search

Pairs = tuple[tuple[int, int], ...]


def choose_bye(participants: UpfloatingParticipants, text: UpfloatingEdition) -> int | None:
    """Try all participants from the lowest score up; among equals, most matches first, then the largest TPN."""
    positions = list(range(participants.size))
    if participants.size % 2 == 0:
        if next(_pairings(participants, positions), None) is None:
            raise impossible(participants, f"the {participants.participant}s cannot all be paired")
        return None
    for candidate in sorted(positions, key=lambda at: text.bye_key(participants, at)):
        rest = [position for position in positions if position != candidate]
        if participants.bye_allowed[candidate] and next(_pairings(participants, rest), None) is not None:
            return candidate
    raise impossible(
        participants, f"no {participants.participant} that may have the bye leaves a pairing of all others"
    )


def select_upfloaters(
    participants: UpfloatingParticipants, text: UpfloatingEdition, unpaired: Sequence[int]
) -> tuple[int, ...]:
    """Take the first best of the smallest sets that leave every resident an opponent."""
    best_score = max(participants.score[position] for position in unpaired)
    residents = [position for position in unpaired if participants.score[position] == best_score]
    order = text.order_of_set(participants)
    lower = sorted(set(unpaired) - set(residents), key=lambda at: (-participants.score[at], order[at]))
    for number in range(len(lower) + 1):
        sets = combinations(lower, number)
        legal = [chosen for chosen in sets if _is_legal(participants, text, residents, lower, chosen)]
        if legal:
            # min keeps the first of equals, and combinations come in the lexicographic order of the sets.
            return min(legal, key=lambda chosen: _worth(participants, text, int(best_score), lower, chosen))
    raise NoLegalPairingError("the round-pairing cannot be completed")


def _is_legal(
    participants: UpfloatingParticipants,
    text: UpfloatingEdition,
    residents: list[int],
    lower: list[int],
    chosen: tuple[int, ...],
) -> bool:
    rest = [position for position in lower if position not in chosen] if text.completes else []
    together = residents + list(chosen)
    return (
        next(_pairings(participants, together), None) is not None
        and next(_pairings(participants, rest), None) is not None
    )


def _worth(
    participants: UpfloatingParticipants,
    text: UpfloatingEdition,
    top_score: int,
    lower: list[int],
    chosen: tuple[int, ...],
) -> tuple[object, ...]:
    """[C5], [C6] and, in 2026, [C7] of a set; smaller is better."""
    residents = tuple(at for at in range(participants.size) if participants.score[at] == top_score)
    group = TopScoregroup(participants, residents)
    return tuple(
        _needed_next(participants, text, top_score, lower, chosen)
        if numbered.criterion is FOLLOWING
        else numbered.criterion.value(group, (), chosen)
        for numbered in text.upfloater_criteria
    )


def _needed_next(
    participants: UpfloatingParticipants,
    text: UpfloatingEdition,
    top_score: int,
    lower: list[int],
    chosen: tuple[int, ...],
) -> int:
    """Upfloaters that the following scoregroup needs at least when this set has been taken."""
    rest = [position for position in lower if position not in chosen]
    # In the standing, so with the one who has the bye.
    following_score = max((int(score) for score in participants.score if score < top_score), default=-1)
    following = [position for position in rest if participants.score[position] == following_score]
    below = [position for position in rest if position not in following]
    if not text.completes:  # who may meet whom below is not looked at
        return len(following) % 2
    if not following:
        return 0
    for number in range(len(below) + 1):
        if any(_is_legal(participants, text, following, below, more) for more in combinations(below, number)):
            return number
    raise NoLegalPairingError("the round-pairing cannot be completed")


def pair_bracket(participants: UpfloatingParticipants, text: UpfloatingEdition, bracket: Sequence[int]) -> Pairs:
    """Take the first best of all pairings in the order of their identifiers."""
    seats = text.seats(participants)
    contributions = [numbered.criterion.contribution(participants) for numbered in text.bracket_criteria]

    def worth(pairs: Pairs) -> tuple[object, ...]:
        values = tuple(measure.value(pairs, ()) for measure in contributions if measure is not None)
        tops = sorted(pairs, key=lambda pair: int(seats[pair[0]]))
        identifier = (*(int(seats[one]) for one, _ in tops), *(int(seats[other]) for _, other in tops))
        return values, identifier

    ordered = sorted(bracket, key=seats.__getitem__)
    best = min(_pairings(participants, ordered), key=worth, default=None)
    if best is None:
        raise NoLegalPairingError("a bracket cannot be paired")
    return tuple(best)


def _pairings(participants: UpfloatingParticipants, positions: Sequence[int]) -> Iterator[Pairs]:
    """Yield every way to pair all of these positions."""
    if not positions:
        yield ()
        return
    if len(positions) % 2:
        return
    first, *others = positions
    for opponent in others:
        if participants.allowed[first, opponent]:
            rest = [position for position in others if position != opponent]
            for pairs in _pairings(participants, rest):
                yield ((first, opponent), *pairs)


BY_TRYING = Search(choose_bye=choose_bye, select_upfloaters=select_upfloaters, pair_bracket=pair_bracket)
"""The choices made by trying all candidates in order."""

LITERAL_TEAM_2026 = replace(TEAM_2026, edition=team.LITERAL_2026, search=BY_TRYING)
LITERAL_TEAM_2024 = replace(TEAM_2024, edition=team.LITERAL_2024, search=BY_TRYING)
LITERAL_TEAM_DRAFT = replace(TEAM_DRAFT, edition=team.LITERAL_DRAFT, search=BY_TRYING)
LITERAL_DOUBLE_SWISS_2026 = replace(DOUBLE_SWISS_2026, edition=double_swiss.LITERAL_2026, search=BY_TRYING)
