"""
Explanations of a recorded rank order: right by an open point of the file, or wrong in a way that has a name.

An *alternative* is one change of how an event is ranked. Those of what the file leaves open, or the text of C.07,
excuse an order; the others explain what went wrong.

Order counts, not rank numbers: 1-2-2-4 and 1-2-2-3 say the same, and gaps say nothing. Players whom the list separates
must stand in its order; players whom it leaves tied may share a rank or be separated by lot.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, groupby, pairwise
from typing import TYPE_CHECKING

from checker.standings.findings import CauseKind
from standings.codes import POINTS, TieBreak, TieBreakCode, permitted_modifiers, replace_modifiers
from standings.competition import Competition, prepare_competition
from standings.methods import ENCOUNTERS
from standings.ranking import MAX_CODES, Standings, rank_competition
from standings.rules import EDITIONS, READING_FIELDS, TieBreakRules, edition_in_force, is_declared_pre_determined
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore
from tournaments.readings import chosen_side
from tournaments.teams.points import SCORE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from standings.tie_break_lists import TieBreakList


class _ChainEnd(FrozenStruct, frozen=True):
    """The end of a chain of players who are in order: one expected group among players who share a recorded rank."""

    recorded: int
    expected: int
    length: int
    before: _ChainEnd | None


def are_in_conflict(first: int, second: int, recorded: Mapping[int, int], expected: Mapping[int, int]) -> bool:
    """Whether two, by TPN, are recorded otherwise than expected; never, if the list leaves them tied."""
    wanted = expected[first] - expected[second]
    recorded_difference = recorded[first] - recorded[second]
    return wanted != 0 and (recorded_difference == 0 or (wanted > 0) != (recorded_difference > 0))


def out_of_place(recorded: Mapping[int, int], expected: Mapping[int, int]) -> tuple[int, ...]:
    """
    Return the fewest players, by TPN and in recorded order, without whom the recorded order would be as expected.

    Both map TPNs to ranks; those who have no recorded rank are left out of both.
    """
    kept = _players_in_order(recorded, expected)
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], expected[tpn], tpn))
    return tuple(tpn for tpn in order if (recorded[tpn], expected[tpn]) not in kept)


def _players_in_order(recorded: Mapping[int, int], expected: Mapping[int, int]) -> set[tuple[int, int]]:
    """
    Return the (recorded, expected) ranks of the longest chain that is in order.

    Of those who share a recorded rank only one expected group can be in order; its members count together.
    """
    best = _Prefixes(max(expected.values(), default=0))
    sizes = Counter((recorded[tpn], expected[tpn]) for tpn in recorded)
    for _, sharing in groupby(sorted(sizes), key=lambda ranks: ranks[0]):
        steps = []
        for at, wanted in sharing:
            before = best.upto(wanted)
            length = sizes[at, wanted] + (before.length if before else 0)
            steps.append(_ChainEnd(at, wanted, length, before))
        for step in steps:
            best.put(step)
    return _chain(best.upto(best.size))


def _chain(step: _ChainEnd | None) -> set[tuple[int, int]]:
    recorded_difference = set()
    while step is not None:
        recorded_difference.add((step.recorded, step.expected))
        step = step.before
    return recorded_difference


class _Prefixes:
    """The longest chain that ends at an expected rank or before it (a tree of prefixes, so that each look is short)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._best: list[_ChainEnd | None] = [None] * (size + 1)

    def upto(self, rank: int) -> _ChainEnd | None:
        recorded_difference: _ChainEnd | None = None
        while rank > 0:
            recorded_difference = _longer(recorded_difference, self._best[rank])
            rank -= rank & -rank
        return recorded_difference

    def put(self, step: _ChainEnd) -> None:
        rank = step.expected
        while rank <= self.size:
            self._best[rank] = _longer(self._best[rank], step)
            rank += rank & -rank


def _longer(first: _ChainEnd | None, second: _ChainEnd | None) -> _ChainEnd | None:
    """
    Return the longer chain; of two of equal length the one that ends higher up.

    The player put too high is named then.
    """
    if first is None or second is None:
        return first or second
    return max(first, second, key=lambda step: (step.length, -step.expected))


def nearest_in_conflict(
    tpn: int, recorded: Mapping[int, int], expected: Mapping[int, int], misplaced: Iterable[int]
) -> int:
    """
    Return the player who shows that another is out of place: the nearest in recorded order in conflict with them.

    Players in place come before players out of place.
    """
    doubtful = {*misplaced}
    order = sorted(recorded, key=lambda second: (recorded[second], expected[second], second))
    at = {second: place for place, second in enumerate(order)}
    return min(
        (second for second in recorded if are_in_conflict(tpn, second, recorded, expected)),
        key=lambda second: (second in doubtful, abs(at[second] - at[tpn]), second),
    )


class Basis(FrozenStruct, frozen=True, kw_only=True):
    """The rules by which an event is ranked."""

    event: Event
    codes: tuple[TieBreakCode, ...]
    rules: TieBreakRules
    competition: Competition | None = None
    """The event prepared under the rules, so that dozens of lists can be tried on it; None: not prepared yet."""

    def standings(self) -> Standings:
        """Rank the event."""
        return rank_competition(self.competition or prepare_competition(self.event, self.rules), self.codes)


class Alternative(FrozenStruct, frozen=True, kw_only=True):
    """A change of the ranking, and its description."""

    sentence: str
    change: Callable[[Basis], Basis]
    kind: CauseKind = CauseKind.FACT
    leaves_ties: bool = False
    """Whether it counts fewer codes, so that whom it leaves tied must stand by number or share a rank."""


def _with_rules(sentence: str, **changes: object) -> Alternative:
    return Alternative(
        sentence=sentence,
        change=lambda basis: replace(basis, competition=None, rules=replace(basis.rules, **changes)),  # type: ignore[arg-type]  # fields of Rules
    )


_SONNEBORN_BERGERS_OF_TEAMS = frozenset(
    base for base in TieBreak if base.value.startswith("E") and base.value.endswith("SB")
)
_OF_OPPONENTS = _SONNEBORN_BERGERS_OF_TEAMS | {TieBreak.BUCHHOLZ, TieBreak.FORE_BUCHHOLZ, TieBreak.SONNEBORN_BERGER}
_BY_EITHER_SCORE = frozenset({*_OF_OPPONENTS, TieBreak.PROGRESSIVE_SCORE, TieBreak.KOYA}) - (
    _SONNEBORN_BERGERS_OF_TEAMS
)
_EXTENDED_ENCOUNTERS = frozenset(ENCOUNTERS) - {TieBreak.DIRECT_ENCOUNTER}
_WITH_BOARDS = _EXTENDED_ENCOUNTERS - {TieBreak.EXTENDED_ENCOUNTER}
_READINGS: tuple[tuple[str, frozenset[TieBreak]], ...] = (
    ("C07-STD", frozenset({TieBreak.STANDARD_POINTS})),
    ("C07-AOB-ROUNDING", frozenset({TieBreak.AVERAGE_OF_BUCHHOLZ})),
    (
        "C07-RATING-POINTS",
        frozenset(base for base in TieBreak if base.needs_ratings),
    ),
    ("C07-EDE-RESTART", _EXTENDED_ENCOUNTERS),
    ("C07-EDE-BOARDS", _WITH_BOARDS),
    ("C07-EDE-TIED", _WITH_BOARDS),
    ("C07-BOARD-COUNT", frozenset({TieBreak.BOARD_COUNT})),
)
"""Readings that concern a final rank order, and the tie-breaks that they concern."""
_UNFINISHED = ("C07-ROUNDS-OF-CAP", "C07-LAST-ROUND")


def open_points(basis: Basis, lists: tuple[TieBreakList, ...]) -> tuple[Alternative, ...]:
    """Return the open points of the file, and the other readings of C.07 that concern it."""
    return (*_open_facts(basis, lists), *_open_readings(basis))


def _open_facts(basis: Basis, lists: tuple[TieBreakList, ...]) -> Iterator[Alternative]:
    event, rules = basis.event, basis.rules
    if event.start is None:
        for edition in reversed(EDITIONS):
            if edition is not rules.edition:
                yield _with_rules(f"{edition.title}, as the file has no date of the start", edition=edition)
    elif event.end is not None and edition_in_force(event.end) is not rules.edition:
        later = edition_in_force(event.end)
        yield _with_rules(f"{later.title}, in force when the event ended (C07-EDITION-BY-START)", edition=later)
    if is_declared_pre_determined(event) is None:
        how = "a Swiss" if rules.pre_determined else "a round robin"
        yield _with_rules(f"{how}, as neither 192 nor 092 names the system", pre_determined=not rules.pre_determined)
    if event.is_team_event and not event.system.declares_score:
        yield _swap_primary_score(basis, "{} first, as 192 does not say which")
    for known in lists:
        if known.codes != basis.codes:
            yield _with_codes(f"record {known.record} ({known.text}), which the other record contradicts", known.codes)


def _swap_primary_score(basis: Basis, sentence: str) -> Alternative:
    primary = basis.rules.primary_score or basis.event.system.primary_score
    replacement = next(score for score in PrimaryScore if score is not primary)
    return _with_rules(sentence.format(SCORE_NAMES[replacement]), primary_score=replacement)


def _open_readings(basis: Basis) -> Iterator[Alternative]:
    bases = {code.tie_break for code in basis.codes}
    for identifier, concerned in _READINGS:
        if bases & concerned:
            yield from _reading(basis, identifier)
    if basis.rules.pre_determined:
        yield from _reading(basis, "C07-OVER-THE-BOARD")
        if TieBreak.ROUNDS_ELECTED_TO_PLAY in bases:
            yield from _reading(basis, "C07-ELECTED")
    if is_unfinished(basis.event):
        yield from _while_it_lasts(basis)


def is_unfinished(event: Event) -> bool:
    """Whether rounds may follow: more are declared than recorded, or the file does not say how many there are."""
    return event.rounds_declared is None or event.rounds_declared > event.rounds_recorded


def _while_it_lasts(basis: Basis) -> Iterator[Alternative]:
    why = "is not finished" if basis.event.rounds_declared else "does not say how many rounds it has"
    if basis.event.rounds_declared:
        for identifier in _UNFINISHED:
            yield from _reading(basis, identifier)
    if basis.event.rounds_recorded > 1:
        yield Alternative(sentence=f"the round before, as the event {why}", change=_a_round_earlier)
    for_pairing = _with_codes(f"the order for pairing, points and then numbers, as the event {why}", (POINTS,))
    yield replace(for_pairing, leaves_ties=True)


def _reading(basis: Basis, identifier: str) -> Iterator[Alternative]:
    """Yield the other side of an entry, unless the user has chosen a side."""
    if chosen_side(identifier) is None:
        name = READING_FIELDS[identifier]
        other = _with_rules(f"the other reading of {identifier}", **{name: not getattr(basis.rules, name)})
        yield replace(other, kind=CauseKind.READING)


def _a_round_earlier(basis: Basis) -> Basis:
    event = basis.event
    earlier = tuple(replace(player, rounds=player.rounds[:-1]) for player in event.players)
    shorter = replace(event, players=earlier, rounds_recorded=event.rounds_recorded - 1)
    return replace(basis, competition=None, event=shorter)


def _with_codes(sentence: str, codes: tuple[TieBreakCode, ...]) -> Alternative:
    return Alternative(sentence=sentence, change=lambda basis: replace(basis, codes=codes), kind=CauseKind.LIST)


class SearchCutError(Exception):
    """A search was ended before everything was tried; ``tried`` is the number of changes that were."""

    def __init__(self, tried: int) -> None:
        """Keep the number."""
        super().__init__(f"the search was ended after {tried} changes")
        self.tried = tried


class _Budget:
    """The number of tie-break values that a search may still use: one for each player and code of a list."""

    def __init__(self, values: int, *, tried: int = 0) -> None:
        """Permit a number of values."""
        self.tried = tried
        self._values = values

    def spend(self, standings: Standings) -> None:
        """Subtract the cost of a rank order."""
        self.tried += 1
        self._values -= len(standings.columns) * len(standings.table.tpns)

    @property
    def is_spent(self) -> bool:
        """Whether the search is to end."""
        return self._values <= 0


MOST_VALUES_OF_EXCUSES = 150_000
"""
Values that are computed to excuse an order: of 1,000 players and six codes for 25 changes.

Each of these changes needs all values anew.
"""
MOST_VALUES_OF_CAUSES = 1_500_000
"""Values that are compared to explain an order: of 1,000 players and six codes for 250 changes, most of them known."""


def excuses(
    basis: Basis, lists: tuple[TieBreakList, ...], recorded: Mapping[int, int], declared: Mapping[int, int]
) -> tuple[tuple[Alternative, ...], Standings] | None:
    """
    Return the open point, or else the pair of open points, that makes an order right; None if none does.

    ``declared`` are the ranks by the declared list. Raise SearchCutError if nothing was found and the search had to be
    cut.
    """
    points = open_points(basis, lists)
    budget = _Budget(MOST_VALUES_OF_EXCUSES)
    for chosen in chain(((point,) for point in points), combinations(points, 2)):
        if budget.is_spent:
            raise SearchCutError(budget.tried)
        changed = basis
        for point in chosen:
            changed = point.change(changed)
        standings = changed.standings()
        budget.spend(standings)
        leaves_ties = any(point.leaves_ties for point in chosen)
        fits = (
            _explains(standings.ranks, declared, recorded) if leaves_ties else is_consistent(recorded, standings.ranks)
        )
        if fits:
            return chosen, standings
    return None


def is_consistent(recorded: Mapping[int, int], expected: Mapping[int, int]) -> bool:
    """Whether every player is in place: neighbours in recorded order stand as expected, and so do all players."""
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], expected[tpn]))
    highest = 0
    for place, tpn in enumerate(order):
        if expected[tpn] < highest:
            return False
        highest = expected[tpn]
        if place and are_in_conflict(order[place - 1], tpn, recorded, expected):
            return False
    return True


class FoundCauses(FrozenStruct, frozen=True, kw_only=True):
    """The causes that explain a wrong order completely."""

    explanations: tuple[Alternative, ...]
    tried: int
    """How many simple changes were tried."""
    is_cut: bool = False
    """Whether further changes would have been tried, had the search not been ended."""


def causes(basis: Basis, recorded: Mapping[int, int], declared: Standings) -> FoundCauses:
    """
    Return the causes that explain a wrong order completely; of the longest lists only some are tried.

    Players whom only the declared list parts must stand by starting number or share a rank, or else a list of fewer
    codes would explain any two neighbours who were exchanged.
    """
    if [*sorted(recorded, key=lambda tpn: (recorded[tpn], tpn))] == sorted(recorded) and len(
        {*recorded.values()}
    ) == len(recorded):
        repeated = "The rank column repeats the starting numbers."
        numbers = Alternative(sentence=repeated, change=lambda same: same, kind=CauseKind.NUMBERS)
        return FoundCauses(explanations=(numbers,), tried=1)
    basis = replace(basis, codes=basis.codes[:MAX_CODES])
    budget = _Budget(MOST_VALUES_OF_CAUSES, tried=1)
    causes_found: list[Alternative] = []
    for alternative in _wrong_alternatives(basis):
        if budget.is_spent:
            return FoundCauses(explanations=tuple(causes_found), tried=budget.tried, is_cut=True)
        standings = alternative.change(basis).standings()
        budget.spend(standings)
        if _explains(standings.ranks, declared.ranks, recorded):
            causes_found.append(alternative)
    return FoundCauses(explanations=tuple(causes_found), tried=budget.tried)


def _explains(replacement: Mapping[int, int], declared: Mapping[int, int], recorded: Mapping[int, int]) -> bool:
    if not is_consistent(recorded, replacement):
        return False
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], replacement[tpn], tpn))
    return all(
        recorded[one] == recorded[two] or one < two
        for one, two in pairwise(order)
        if replacement[one] == replacement[two] and declared[one] != declared[two]
    )


def _wrong_alternatives(basis: Basis) -> Iterator[Alternative]:
    """Yield the simple changes first."""
    event = basis.event
    for edition in reversed(EDITIONS):
        if edition is not basis.rules.edition:
            by_edition = _with_rules(f"These are the standings by {edition.title}.", edition=edition)
            yield replace(by_edition, kind=CauseKind.EDITION)
    way = "a Swiss" if basis.rules.pre_determined else "a round robin"
    yield _with_rules(
        f"These are the standings of {way} (Articles 15 and 16).", pre_determined=not basis.rules.pre_determined
    )
    if event.is_team_event:
        yield _swap_primary_score(basis, "These are the standings by {} first.")
    yield from _readings_of_editions(basis)
    if event.rounds_recorded > 1:
        earlier = f"These are the standings after round {event.rounds_recorded - 1}."
        yield Alternative(sentence=earlier, change=_a_round_earlier)
    yield from _similar_lists(basis)


def _readings_of_editions(basis: Basis) -> Iterator[Alternative]:
    """Yield the other readings by another edition; by the edition in force they excuse an order."""
    bases = {code.tie_break for code in basis.codes}
    for edition in reversed(EDITIONS):
        for identifier, concerned in _READINGS:
            if edition is not basis.rules.edition and bases & concerned and chosen_side(identifier) is None:
                name = READING_FIELDS[identifier]
                changed = {"edition": edition, name: not getattr(basis.rules, name)}
                sentence = f"These are the standings by {edition.title}, with the other reading of {identifier}."
                yield replace(_with_rules(sentence, **changed), kind=CauseKind.READING)


def _instead(codes: tuple[TieBreakCode, ...], place: int, replacement: TieBreakCode) -> Alternative:
    sentence = f"These are the standings with {replacement} in the place of {codes[place]}."
    return _with_codes(sentence, (*codes[:place], replacement, *codes[place + 1 :]))


def _similar_lists(basis: Basis) -> Iterator[Alternative]:
    codes = basis.codes
    for one, two in combinations(range(len(codes)), 2):
        swapped = list(codes)
        swapped[one], swapped[two] = codes[two], codes[one]
        yield _with_codes(
            f"These are the standings with {codes[one]} and {codes[two]} exchanged in the list.", tuple(swapped)
        )
    for place, code in enumerate(codes):
        without = codes[:place] + codes[place + 1 :]
        yield _with_codes(f"These are the standings with {code} left out of the list.", without)
        for replacement in (*_changed_modifiers(code), *_changed_scores(basis, code)):
            yield _instead(codes, place, replacement)
    if codes != (POINTS,):
        yield _with_codes("Only the points count, and then the starting numbers.", (POINTS,))


def _changed_modifiers(code: TieBreakCode) -> Iterator[TieBreakCode]:
    """Yield the code with another cut, with or without /P, and of teams by the other score, where it may have them."""
    if code.tie_break is None or "C" not in permitted_modifiers(code.tie_break) or code.tie_break not in _OF_OPPONENTS:
        return
    cuts = ((0, 0), (1, 0), (1, 1)) if "M" in permitted_modifiers(code.tie_break) else ((0, 0), (1, 0))
    for low, high in cuts:
        if (low, high) != (code.low, code.high):
            yield replace_modifiers(code, low=low, high=high)
    yield replace_modifiers(code, played=not code.played)


def _changed_scores(basis: Basis, code: TieBreakCode) -> Iterator[TieBreakCode]:
    """Yield a code of teams by the score that it does not refer to."""
    if basis.event.is_team_event and code.tie_break in _BY_EITHER_SCORE:
        primary = basis.rules.primary_score or basis.event.system.primary_score
        referred = code.score or primary
        yield replace_modifiers(code, score=next(score for score in PrimaryScore if score is not referred))
