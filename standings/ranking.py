"""Rank order by a list of tie-breaks: group after group, code after code (4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from standings import methods
from standings.codes import TieBreak, TieBreakCode
from standings.competition import Competition, prepare_competition
from standings.direct_encounter import explain_encounters, games_between, rank_by_encounters, separate_standings
from standings.methods import UncomputableCodeError
from standings.rules import TieBreakRules
from standings.score_table import ScoreTable
from standings.teams.extended_encounter import ExtendedEncounter, deciding_table, describe_extended_encounter
from standings.values import TENTHS, Column, ValueExplanation, format_quarters
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore

MAX_CODES = 100
"""The number of codes that are applied; regulations name three to six."""


class Standings(FrozenStruct, frozen=True, kw_only=True):
    """The rank order of an event, and the tie-break values that determine it."""

    competition: Competition
    codes: tuple[TieBreakCode, ...]
    """The whole list."""
    columns: tuple[Column, ...]
    """The values of the codes, in order, up to the first code that cannot be computed."""
    levels: tuple[tuple[int, ...], ...]
    """The ranks by place after every code; participants who are still tied share the best of their ranks."""
    obstacle: UncomputableCodeError | None
    """Why the list was not applied to its end; None if all codes were applied."""

    @property
    def table(self) -> ScoreTable:
        """The table of the ranked participants: players, or teams by the primary score."""
        return self.competition.table

    @property
    def ranks(self) -> dict[int, int]:
        """The ranks by TPN; participants who are still tied share the best of their ranks."""
        last = self.levels[-1] if self.levels else (1,) * len(self.table.tpns)
        return dict(zip(self.table.tpns, last, strict=True))

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """TPNs in rank order, grouped by rank, lower numbers first."""
        ranks = self.ranks
        ordered = sorted(self.table.tpns, key=lambda tpn: (ranks[tpn], tpn))
        return tuple(tuple(group) for _, group in groupby(ordered, key=lambda tpn: ranks[tpn]))

    def first_difference(self, first: int, second: int) -> int | None:
        """Return the index of the first code in which two TPNs differ; None if they stay tied."""
        places = self.table.places[first], self.table.places[second]
        return next(
            (index for index, level in enumerate(self.levels) if len({level[place] for place in places}) > 1), None
        )

    def value(self, index: int, tpn: int) -> str:
        """Return a player's value of the code with an index as a decimal; ``-`` without a value."""
        return self.columns[index].text(self.table.places[tpn])

    def explain(self, index: int, tpn: int) -> ValueExplanation:
        """Return the explanation of a player's value of the code with an index."""
        code, place = self.codes[index], self.table.places[tpn]
        if code.tie_break not in methods.ENCOUNTERS:
            return methods.explain_value(self.competition, code, place)
        return _explain_encounter(self, index, place)

    def explain_value(self, code: TieBreakCode, tpn: int) -> ValueExplanation:
        """Return the explanation of a player's value of a code, in the list or not."""
        if code in self.codes:
            return self.explain(self.codes.index(code), tpn)
        return methods.explain_value(self.competition, code, self.table.places[tpn])

    def tied_before(self, index: int, tpn: int) -> tuple[int, ...]:
        """Return the TPNs that are tied before the code with an index is applied, the given TPN included."""
        if index == 0:
            return self.table.tpns
        level, place = self.levels[index - 1], self.table.places[tpn]
        return tuple(other for other, rank in zip(self.table.tpns, level, strict=True) if rank == level[place])


def rank(event: Event, codes: Sequence[TieBreakCode], rules: TieBreakRules) -> Standings:
    """
    Rank the players of an event, or its teams.

    A code that cannot be computed ends the list there, and `Standings.obstacle` says why. Raise KeyError for an
    opponent who is not among the players.
    """
    return rank_competition(prepare_competition(event, rules), codes)


def rank_competition(competition: Competition, codes: Sequence[TieBreakCode]) -> Standings:
    """Rank the participants of a competition."""
    columns: list[Column] = []
    levels: list[tuple[int, ...]] = []
    level = (1,) * len(competition.table.tpns)
    obstacle = None
    for number, code in enumerate(codes, start=1):
        if number > MAX_CODES:
            obstacle = UncomputableCodeError(
                code, f"only the first {MAX_CODES} of the {len(codes):,} codes of the list are applied"
            )
            break
        obstacle = methods.find_obstacle(competition, code)
        if obstacle is not None:
            break
        if code.tie_break in methods.ENCOUNTERS:
            column = _encounter_column(competition, code, level)
        else:
            column = methods.compute_column(competition, code)
        level = _refine_ranks(level, _sort_keys(competition, code, column, level))
        columns.append(column)
        levels.append(level)
    return Standings(
        competition=competition, codes=tuple(codes), columns=tuple(columns), levels=tuple(levels), obstacle=obstacle
    )


def _sort_keys(competition: Competition, code: TieBreakCode, column: Column, level: tuple[int, ...]) -> list[int]:
    """
    Return the sort key of every participant within the group.

    12.1: board count can only be used if all tied teams have equal game points (C07-BOARD-COUNT).
    """
    keys = column.sort_keys()
    if code.tie_break is TieBreak.BOARD_COUNT and not competition.table.rules.board_count_needs_no_ties:
        game_points = competition.table_by(PrimaryScore.GAME_POINTS).scores.own
        for members in _tied_groups(level):
            if len({game_points[member] for member in members}) > 1:
                for member in members:
                    keys[member] = 0
    return keys


def _refine_ranks(level: tuple[int, ...], keys: list[int]) -> tuple[int, ...]:
    """Split each group of equal ranks by the keys of its members, the lowest first."""
    ranks = list(level)
    before: tuple[int, int] | None = None
    at = 0
    pairs = list(zip(level, keys, strict=True))
    for order, place in enumerate(sorted(range(len(level)), key=pairs.__getitem__), start=1):
        if pairs[place] != before:
            before, at = pairs[place], order
        ranks[place] = at
    return tuple(ranks)


def _encounter_column(competition: Competition, code: TieBreakCode, level: tuple[int, ...]) -> Column:
    """Return each participant's place in the tied group by direct encounter; None if not tied."""
    numbers: list[int | None] = [None] * len(level)
    for members in _tied_groups(level):
        place = 1
        for subset in _encounter_order(competition, code, members):
            for member in subset:
                numbers[member] = place
            place += len(subset)
    return Column(code=code, numbers=tuple(numbers), ascending=True)


def _encounter_order(competition: Competition, code: TieBreakCode, members: Sequence[int]) -> list[list[int]]:
    if code.tie_break is TieBreak.DIRECT_ENCOUNTER:
        return rank_by_encounters(competition.table_by(code.score), members, played=code.played)
    return ExtendedEncounter(teams=competition.require_teams(), code=code).order(members)


def _tied_groups(level: tuple[int, ...]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place, shared in enumerate(level):
        groups.setdefault(shared, []).append(place)
    return [members for members in groups.values() if len(members) > 1]


def _explain_encounter(standings: Standings, index: int, place: int) -> ValueExplanation:
    """Explain a place by direct encounter: the games among the tied participants, and possible points."""
    code = standings.codes[index]
    score_table = standings.competition.table_by(code.score)
    tpn = score_table.tpns[place]
    members = [score_table.places[other] for other in standings.tied_before(index, tpn)]
    if code.tie_break is not TieBreak.DIRECT_ENCOUNTER:
        score_table = deciding_table(standings.competition.require_teams(), code, place, members)
    return ValueExplanation(
        tpn=tpn,
        code=code,
        value=standings.columns[index].text(place),
        article=methods.tie_break_articles(code),
        contributions=explain_encounters(score_table, place, members, played=code.played),
        scale=TENTHS,
        note=_describe_encounters(standings.competition, code, place, members),
    )


def _describe_encounters(competition: Competition, code: TieBreakCode, place: int, members: list[int]) -> str:
    if code.tie_break is not TieBreak.DIRECT_ENCOUNTER:
        return describe_extended_encounter(competition.require_teams(), code, place, members)
    score_table = competition.table_by(code.score)
    if len(members) == 1:
        return "not tied with another player"
    separate = separate_standings(score_table, members, played=code.played)
    score, best = (
        format_quarters(tenths[place], TENTHS * separate.scale) for tenths in (separate.scores, separate.best)
    )
    tied = f"the {len(members)} tied {'players' if competition.teams is None else 'teams'}"
    missing = len(members) - 1 - len(games_between(score_table, place, members, played=code.played))
    at_best = f"; {best} at most with the games that are missing (6.3)"
    is_open = missing and not score_table.rules.pre_determined
    return f"{score} from the games among {tied}{at_best if is_open else ''}"
