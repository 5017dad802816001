"""
The verdict on the final rank order of an event, of players or of teams, against the tie-breaks that its file names.

It is judged by order, not by rank numbers; points against results come first. What the file leaves open, and the text
of C.07, is never counted as wrong.

An *alternative* is one change of how an event is ranked. Those of what the file leaves open, or the text of C.07,
excuse an order; the others explain what went wrong.

Order counts, not rank numbers: 1-2-2-4 and 1-2-2-3 say the same, and gaps say nothing. Players whom the list separates
must stand in its order; players whom it leaves tied may share a rank or be separated by lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations, groupby, pairwise

import numpy as np

from checker.standings.findings import (
    CauseKind,
    ExplainedValue,
    Fault,
    Misplaced,
    StandingsFinding,
    StandingsVerdict,
    ValueContribution,
)
from checker.verdicts.phrases import Roster
from reference_engines.frame.systems import as_ranked
from standings.codes import POINTS, TieBreak, TieBreakCode, permitted_modifiers, replace_modifiers
from standings.competition import Competition, prepare_competition
from standings.methods import ENCOUNTERS, tie_break_articles
from standings.rank_comparison import compare_ranks
from standings.ranking import MAX_CODES, Standings, rank_competition
from standings.rounds import NO_OPPONENT, ParticipantRound
from standings.rules import (
    EDITIONS,
    READING_FIELDS,
    TieBreakRules,
    TooEarlyError,
    determine_rules,
    edition_in_force,
    is_declared_pre_determined,
)
from standings.tie_break_lists import TieBreakList, collect_remarks, read_declared_lists
from standings.values import ValueExplanation
from standings.wording import describe_amount, describe_counting, describe_cut, describe_figure, describe_result
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore, Result
from tournaments.points import find_mismatches, points_text
from tournaments.problems import counted_noun
from tournaments.ranked_participants import list_ranked, participant_noun
from tournaments.readings import chosen_side
from tournaments.teams.event import MatchResult, TeamEvent
from tournaments.teams.points import SCORE_NAMES


def are_in_conflict(first: int, second: int, recorded: Mapping[int, int], expected: Mapping[int, int]) -> bool:
    """Whether two participants, by TPN, are recorded in the wrong order; False if the list leaves them tied."""
    wanted = expected[first] - expected[second]
    recorded_difference = recorded[first] - recorded[second]
    return wanted != 0 and (recorded_difference == 0 or (wanted > 0) != (recorded_difference > 0))


def out_of_place(recorded: Mapping[int, int], expected: Mapping[int, int]) -> tuple[int, ...]:
    """
    Return the fewest players, by TPN in recorded order, without whom the recorded order would be right.

    Both map TPNs to ranks; those who have no recorded rank are left out of both.
    """
    kept = _ranks_in_order(recorded, expected)
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], expected[tpn], tpn))
    return tuple(tpn for tpn in order if (recorded[tpn], expected[tpn]) not in kept)


def _ranks_in_order(recorded: Mapping[int, int], expected: Mapping[int, int]) -> set[tuple[int, int]]:
    """
    Return the (recorded, expected) ranks of the longest chain that is in order.

    Of those who share a recorded rank only one expected group can be in order; its members count together. Of two
    chains of equal length the one that ends higher up is kept, so that the player put too high is named.
    """
    sizes = Counter((recorded[tpn], expected[tpn]) for tpn in recorded)
    lengths = np.zeros(max(expected.values(), default=0) + 1, dtype=np.int64)
    """By expected rank, of the longest chain that ends there; 0 stands for a chain without a player."""
    ends: dict[int, tuple[int, int]] = {}
    before: dict[tuple[int, int], tuple[int, int] | None] = {}
    for _, sharing in groupby(sorted(sizes), key=lambda ranks: ranks[0]):
        longer = {}
        for ranks in sharing:
            best = int(lengths[: ranks[1] + 1].argmax())
            before[ranks], longer[ranks] = ends.get(best), int(lengths[best]) + sizes[ranks]
        for ranks, length in longer.items():
            if length > lengths[ranks[1]]:
                lengths[ranks[1]], ends[ranks[1]] = length, ranks
    kept, last = set(), ends.get(int(lengths.argmax()))
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept


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
    if event.is_team_event:
        yield from _open_values_of_teams(event)
    for known in lists:
        if known.codes != basis.codes:
            yield _with_codes(f"record {known.record} ({known.text}), which the other record contradicts", known.codes)


_BYE_WORTH_A_WIN = "the pairing-allocated bye as worth a win, which the file leaves open (TEAM-BYE-VALUE)"
_FORFEITS_WORTH_NOTHING = (
    "a match lost by forfeit as worth no match points, which the file leaves open (TEAM-FORFEIT-VALUE)"
)


def _open_values_of_teams(event: Event) -> Iterator[Alternative]:
    """Yield the other values of byes and forfeits that occur, where the file does not declare them."""
    from tournaments.teams.forfeits import lost_by_forfeit, with_forfeits_worth_nothing  # noqa: PLC0415 - start-up time; few events are of teams
    from tournaments.teams.matches import team_event, with_bye_worth_a_win  # noqa: PLC0415 - likewise

    teams = team_event(event)
    if _leaves_bye_open(teams) and not event.team_bye_worth_a_win:
        yield _with_event(_BYE_WORTH_A_WIN, with_bye_worth_a_win)
    if not teams.scoring.is_forfeit_declared and lost_by_forfeit(teams):
        yield _with_event(_FORFEITS_WORTH_NOTHING, with_forfeits_worth_nothing)


def _leaves_bye_open(teams: TeamEvent) -> bool:
    """Whether a team had the pairing-allocated bye, and its value is not declared."""
    bye = MatchResult.PAIRING_ALLOCATED_BYE
    has_bye = any(entry.result is bye for team in teams.teams for entry in team.rounds)
    return has_bye and not teams.scoring.is_bye_declared


def _counts_bye_as_win(event: Event) -> bool:
    """Whether the totals of teams fit an undeclared bye only if it is worth a win."""
    from tournaments.teams.matches import team_event, with_bye_worth_a_win  # noqa: PLC0415 - likewise
    from tournaments.teams.points import find_team_mismatches  # noqa: PLC0415 - likewise

    teams, other = team_event(event), with_bye_worth_a_win(event)
    has_contradiction = _leaves_bye_open(teams) and bool(find_team_mismatches(event, teams))
    return has_contradiction and not find_team_mismatches(other, team_event(other))


def _with_event(sentence: str, change: Callable[[Event], Event]) -> Alternative:
    return Alternative(
        sentence=sentence, change=lambda basis: replace(basis, competition=None, event=change(basis.event))
    )


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
    shorter = basis.event.with_rounds({player.tpn: player.rounds[:-1] for player in basis.event.players})
    return replace(basis, competition=None, event=replace(shorter, rounds_recorded=shorter.rounds_recorded - 1))


def _with_codes(sentence: str, codes: tuple[TieBreakCode, ...]) -> Alternative:
    return Alternative(sentence=sentence, change=lambda basis: replace(basis, codes=codes), kind=CauseKind.LIST)


class SearchCutError(Exception):
    """A search was ended before everything was tried; ``tried`` is the number of changes that were."""

    def __init__(self, tried: int) -> None:
        """Keep the number."""
        super().__init__(f"the search was ended after {tried} changes")
        self.tried = tried


def _rank_changed(
    basis: Basis, changes: Iterable[tuple[Alternative, ...]], most_values: int
) -> Iterator[tuple[tuple[Alternative, ...], Standings]]:
    """
    Yield the rank order under each of some changes, or combinations of changes.

    Raise SearchCutError once more tie-break values were computed than may be, one for each player and code of a list.
    """
    for tried, combined in enumerate(changes):
        if most_values <= 0:
            raise SearchCutError(tried)
        changed = basis
        for alternative in combined:
            changed = alternative.change(changed)
        standings = changed.standings()
        most_values -= len(standings.columns) * len(standings.table.tpns)
        yield combined, standings


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
    combinations_of_points = chain(((point,) for point in points), combinations(points, 2))
    for chosen, standings in _rank_changed(basis, combinations_of_points, MOST_VALUES_OF_EXCUSES):
        leaves_ties = any(point.leaves_ties for point in chosen)
        if _explains(standings.ranks, declared, recorded) if leaves_ties else is_consistent(recorded, standings.ranks):
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


def causes(basis: Basis, recorded: Mapping[int, int], declared: Standings) -> tuple[tuple[Alternative, ...], int, bool]:
    """
    Return the causes that explain a wrong order completely, the number of changes tried, and whether more were left.

    Players whom only the declared list parts must stand by starting number or share a rank, or else a list of fewer
    codes would explain any two neighbours who were exchanged.
    """
    if [*sorted(recorded, key=lambda tpn: (recorded[tpn], tpn))] == sorted(recorded) and len(
        {*recorded.values()}
    ) == len(recorded):
        repeated = "The rank column repeats the starting numbers."
        numbers = Alternative(sentence=repeated, change=lambda same: same, kind=CauseKind.NUMBERS)
        return (numbers,), 1, False
    basis = replace(basis, codes=basis.codes[:MAX_CODES])
    explanations, tried, is_cut = list[Alternative](), 1, False
    alternatives = ((alternative,) for alternative in _wrong_alternatives(basis))
    try:
        for (alternative,), standings in _rank_changed(basis, alternatives, MOST_VALUES_OF_CAUSES):
            tried += 1
            if _explains(standings.ranks, declared.ranks, recorded):
                explanations.append(alternative)
    except SearchCutError:
        is_cut = True
    return tuple(explanations), tried, is_cut


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
    """Yield changes that may explain a wrong order, the simple changes first."""
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


_MAX_ARGUED = 10
"""Players out of place whose values are explained round by round; a sentence is enough for further players."""
_CAUSES_CUT = "The search for what explains the order was ended after {}: the list is too long to try all of them."
_MAX_NAMED_GROUPS = 5
"""Groups separated by lot that are named; further groups are counted."""


def judge_standings(event: Event) -> StandingsFinding | None:
    """
    Judge the rank order that a file records; None if it records none, or names no tie-breaks.

    In a team event it is that of the teams.
    """
    event = as_ranked(event)
    lists = read_declared_lists(event)
    recorded = {one.tpn: one.rank for one in list_ranked(event) if one.rank}
    if not lists or not recorded or not event.rounds_recorded:
        return None
    about = StandingsFinding(
        verdict=StandingsVerdict.NOT_JUDGED,
        sentence="",
        tie_breaks=lists[0].text,
        record=lists[0].record,
        after_round=event.rounds_recorded,
    )
    try:
        rules = determine_rules(event)
    except TooEarlyError as error:
        return _not_judged(about, str(error))
    about = replace(about, edition=rules.edition.key)
    reason = _why_not(event, recorded)
    if reason:
        return _not_judged(about, reason)
    if event.is_team_event and _counts_bye_as_win(event):
        from tournaments.teams.matches import with_bye_worth_a_win  # noqa: PLC0415 - start-up time; few events are of teams

        event, about = with_bye_worth_a_win(event), replace(about, rests_on=(_BYE_WORTH_A_WIN,))
    basis = Basis(event=event, codes=lists[0].codes, rules=rules, competition=prepare_competition(event, rules))
    return _judge(about, basis, lists, recorded)


def _not_judged(about: StandingsFinding, reason: str) -> StandingsFinding:
    return replace(about, sentence=f"The rank order was not judged: {reason}.")


def _why_not(event: Event, recorded: Mapping[int, int]) -> str:
    """Return why the recorded ranks cannot be judged; empty if they can."""
    pending = Result.PENDING
    if any(entry.result is pending for player in event.players for entry in player.rounds):
        return "results are pending"
    is_unfinished = (event.rounds_declared or 0) > event.rounds_recorded
    if is_unfinished and all(tpn == rank for tpn, rank in recorded.items()):
        return "the event is not finished, and the rank column repeats the starting numbers"
    return ""


def _judge(
    about: StandingsFinding, basis: Basis, lists: tuple[TieBreakList, ...], recorded: dict[int, int]
) -> StandingsFinding:
    event, standings = basis.event, basis.standings()
    if not standings.columns:
        return _not_judged(about, f"its list begins with {standings.obstacle}")
    roster = Roster({one.tpn: one.name for one in list_ranked(event)})
    wrong_scores = _wrong_scores(event, recorded, roster)
    ranks_judged, left_out = _select_judged_ranks(standings, recorded, wrong_scores, participant_noun(event))
    about = replace(
        about,
        players=len(ranks_judged),
        applied=len(standings.columns),
        misplaced=wrong_scores,
        notes=(*collect_remarks(event, basis.rules, basis.codes), *left_out, *_where_the_list_ends(standings)),
    )
    if not wrong_scores and len(ranks_judged) <= 1:
        return _not_judged(about, f"fewer than two {participant_noun(event)}s are ranked")
    if is_consistent(ranks_judged, standings.ranks):
        return _wrong_by_score(about) if wrong_scores else _right(about, standings, ranks_judged)
    try:
        excused = excuses(basis, lists, ranks_judged, standings.ranks)
    except SearchCutError as cut:
        return _not_judged(about, _too_much_left_open(cut.tried))
    if excused is None:
        return _wrong(about, basis, standings, ranks_judged, roster)
    alternatives, other = excused
    about = replace(about, rests_on=(*about.rests_on, *(one.sentence for one in alternatives)))
    return _wrong_by_score(about) if wrong_scores else _right(about, other, ranks_judged)


def _too_much_left_open(tried: int) -> str:
    return (
        "it is not that of the list, and the search for what the file leaves open and would make it right was ended "
        f"after {counted_noun(tried, 'change')}, as the event is too large to try all of them"
    )


def _wrong_scores(event: Event, recorded: Mapping[int, int], roster: Roster) -> tuple[Misplaced, ...]:
    """Return the players whose declared points do not follow from their results, with any usual additions."""
    found = [
        Misplaced(
            tpn=tpn,
            rank=recorded[tpn],
            fault=Fault.SCORE,
            sentence=f"{roster.describe_player(tpn)} has {contradiction}.",
            code="PTS",
        )
        for tpn, contradiction in _contradictions(event)
        if tpn in recorded
    ]
    return tuple(sorted(found, key=lambda misplaced: (misplaced.rank, misplaced.tpn)))


def _contradictions(event: Event) -> Iterator[tuple[int, str]]:
    """Yield the numbers of players whose points contradict their results, with the points by results."""
    if event.is_team_event:
        from tournaments.teams.matches import team_event  # noqa: PLC0415 - start-up time; few events are of teams
        from tournaments.teams.points import find_team_mismatches  # noqa: PLC0415 - likewise

        yield from ((one.team, one.sentence) for one in find_team_mismatches(event, team_event(event)))
        return
    for one in find_mismatches(event):
        yield (
            one.tpn,
            f"{points_text(one.declared)} points in the file, and {points_text(one.computed)} by the results",
        )


def _select_judged_ranks(
    standings: Standings, recorded: Mapping[int, int], wrong_scores: tuple[Misplaced, ...], noun: str
) -> tuple[dict[int, int], tuple[str, ...]]:
    """Return the ranks to be judged, and notes on the ranks that are not judged."""
    field = standings.table
    ranks_judged = {tpn: rank for tpn, rank in recorded.items() if _took_part(field.rows[field.places[tpn]])}
    notes = []
    if len(ranks_judged) < len(recorded):
        notes.append(f"{counted_noun(len(recorded) - len(ranks_judged), noun)} without a game or bye left out.")
    if wrong_scores:
        first = wrong_scores[0].rank
        ranks_judged = {tpn: rank for tpn, rank in ranks_judged.items() if rank < first}
        notes.append(f"From rank {first} on the order was not judged, as points and results contradict each other.")
    without = len(field.tpns) - len(recorded)
    if without:
        notes.append(f"{counted_noun(without, noun)} without a rank left out.")
    return ranks_judged, tuple(notes)


def _took_part(rounds: tuple[ParticipantRound, ...]) -> bool:
    """Whether a player was ever paired, or given a bye; a player who withdrew before may stand anywhere."""
    return any(entry.opponent != NO_OPPONENT or not entry.result.is_requested_bye for entry in rounds)


def _where_the_list_ends(standings: Standings) -> Iterator[str]:
    if standings.obstacle is not None:
        yield f"Judged only as far as {standings.codes[len(standings.columns) - 1]}: {standings.obstacle}."


def _applied(standings: Standings) -> str:
    codes = ",".join(code.text for code in standings.codes[: len(standings.columns)])
    return f"{codes} ({standings.table.rules.edition.title})"


def _counted(standings: Standings, ranks_judged: Mapping[int, int]) -> str:
    return counted_noun(len(ranks_judged), "player" if standings.competition.teams is None else "team")


def _wrong_by_score(about: StandingsFinding) -> StandingsFinding:
    return replace(
        about,
        verdict=StandingsVerdict.WRONG,
        sentence=f"Points and results contradict each other: {about.misplaced[0].sentence}",
    )


def _right(about: StandingsFinding, standings: Standings, ranks_judged: Mapping[int, int]) -> StandingsFinding:
    """Return the finding on an order that is right, by the declared list or by what it rests on."""
    sentence = f"The rank order of {_counted(standings, ranks_judged)} is that of {_applied(standings)}"
    if about.rests_on:
        sentence = f"{sentence}, taking {' and '.join(about.rests_on)}."
        return replace(about, verdict=StandingsVerdict.ACCEPTED, sentence=sentence)
    notes = (*about.notes, *_groups_by_lot(standings, ranks_judged))
    return replace(about, verdict=StandingsVerdict.CONSISTENT, sentence=f"{sentence}.", notes=notes)


def _groups_by_lot(standings: Standings, ranks_judged: Mapping[int, int]) -> Iterator[str]:
    """Say which groups the list leaves tied and the record parts."""
    ranks = standings.ranks
    groups = [
        list(group) for _, group in groupby(sorted(ranks_judged, key=lambda tpn: (ranks[tpn], tpn)), ranks.__getitem__)
    ]
    parted = [group for group in groups if len({ranks_judged[tpn] for tpn in group}) > 1]
    if parted:
        named = "; ".join(
            "-".join(map(str, sorted(group, key=ranks_judged.__getitem__))) for group in parted[:_MAX_NAMED_GROUPS]
        )
        more = f"; and {len(parted) - _MAX_NAMED_GROUPS} more" if len(parted) > _MAX_NAMED_GROUPS else ""
        groups_parted = counted_noun(len(parted), "group")
        yield f"{groups_parted} left tied by the list and parted in the file, as by lot: {named}{more}."


def _wrong(
    about: StandingsFinding, basis: Basis, standings: Standings, ranks_judged: Mapping[int, int], roster: Roster
) -> StandingsFinding:
    culprits = out_of_place(ranks_judged, standings.ranks)
    misplaced = tuple(
        _misplaced(standings, ranks_judged, culprits, tpn, roster, is_argued=number < _MAX_ARGUED)
        for number, tpn in enumerate(culprits)
    )
    explanations, tried, is_cut = causes(basis, ranks_judged, standings)
    cut = (_CAUSES_CUT.format(counted_noun(tried, "change")),) if is_cut else ()
    verb = "is" if len(culprits) == 1 else "are"
    return replace(
        about,
        verdict=StandingsVerdict.WRONG,
        sentence=(
            f"The rank order is not that of {_applied(standings)}: {len(culprits)} of "
            f"{_counted(standings, ranks_judged)} {verb} out of place. {misplaced[0].sentence}"
        ),
        misplaced=(*about.misplaced, *misplaced),
        causes=tuple(cause.sentence for cause in explanations),
        cause_kinds=tuple(cause.kind for cause in explanations),
        tried=tried,
        notes=(*about.notes, *cut),
    )


def _misplaced(
    standings: Standings,
    ranks_judged: Mapping[int, int],
    culprits: Iterable[int],
    tpn: int,
    roster: Roster,
    *,
    is_argued: bool,
) -> Misplaced:
    neighbour = nearest_in_conflict(tpn, ranks_judged, standings.ranks, culprits)
    # Whoever is in conflict is parted by the list.
    index = standings.first_difference(tpn, neighbour) or 0
    code = standings.codes[index]
    fault = Fault.SHARED if ranks_judged[tpn] == ranks_judged[neighbour] else Fault.ORDER
    article = tie_break_articles(code)
    own, others = (_explain_value(standings, index, number, roster, is_argued=is_argued) for number in (tpn, neighbour))
    return Misplaced(
        tpn=tpn,
        rank=ranks_judged[tpn],
        fault=fault,
        sentence=_describe_error(standings, tpn, neighbour, ranks_judged, roster),
        neighbour=neighbour,
        neighbour_rank=ranks_judged[neighbour],
        code=code.text,
        article=article,
        own=own,
        others=others,
    )


def _describe_error(
    standings: Standings, tpn: int, neighbour: int, ranks_judged: Mapping[int, int], roster: Roster
) -> str:
    """Return a sentence on the right order of two participants and its reason, and the ranks in the file."""
    comparison = compare_ranks(standings, (tpn, neighbour), roster.describe_player)
    first, second = comparison.first, comparison.second
    article = tie_break_articles(standings.codes[comparison.index or 0])
    if ranks_judged[first] == ranks_judged[second]:
        places = f"The file gives both rank {ranks_judged[first]}."
    else:
        places = f"The file gives them ranks {ranks_judged[first]} and {ranks_judged[second]}."
    return (
        f"{roster.describe_player(first)} should be before {roster.describe_player(second)}: {comparison.reason} "
        f"(C.07 {article}). {places}"
    )


def _explain_value(standings: Standings, index: int, tpn: int, roster: Roster, *, is_argued: bool) -> ExplainedValue:
    explanation = standings.explain(index, tpn)
    return ExplainedValue(
        tpn=tpn,
        value=explanation.value,
        note=explanation.note,
        parts=tuple(_parts(explanation, roster.names)) if is_argued else (),
    )


def _parts(explanation: ValueExplanation, names: Mapping[int, str]) -> Iterator[ValueContribution]:
    for part in explanation.contributions:
        yield ValueContribution(
            round_number=part.round_number,
            what=describe_result(part, names),
            counts=": ".join(filter(None, (describe_figure(part), describe_counting(part, explanation.code)))),
            amount=describe_amount(part, explanation),
            cut=describe_cut(part, explanation.code),
        )
