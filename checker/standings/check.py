"""
The verdict on the final rank order of an event, of players or of teams, against the tie-breaks that its file names.

It is judged by order, not by rank numbers; points against results come first. What the file leaves open, and the text
of C.07, is never counted as wrong.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from checker.standings.causes import (
    Basis,
    SearchCutError,
    causes,
    excuses,
    is_consistent,
    nearest_in_conflict,
    out_of_place,
)
from checker.standings.findings import (
    ExplainedValue,
    Fault,
    Misplaced,
    StandingsFinding,
    StandingsVerdict,
    ValueContribution,
)
from checker.verdicts.phrases import Roster
from reference_engines.frame.systems import as_ranked
from standings.competition import prepare_competition
from standings.methods import tie_break_articles
from standings.rank_comparison import compare_ranks
from standings.rounds import NO_OPPONENT, ParticipantRound
from standings.rules import TooEarlyError, determine_rules
from standings.tie_break_lists import TieBreakList, collect_remarks, read_declared_lists
from standings.wording import describe_amount, describe_counting, describe_cut, describe_figure, describe_result
from tournaments.model import Event, Result
from tournaments.points import find_mismatches, points_text
from tournaments.problems import counted_noun
from tournaments.ranked_participants import list_ranked, participant_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from standings.explanations import ValueExplanation
    from standings.ranking import Standings

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
    about = replace(about, rests_on=tuple(one.sentence for one in alternatives))
    return _wrong_by_score(about) if wrong_scores else _accepted(about, other, ranks_judged)


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
    return replace(
        about,
        verdict=StandingsVerdict.CONSISTENT,
        sentence=f"The rank order of {_counted(standings, ranks_judged)} is that of {_applied(standings)}.",
        notes=(*about.notes, *_groups_by_lot(standings, ranks_judged)),
    )


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


def _accepted(about: StandingsFinding, standings: Standings, ranks_judged: Mapping[int, int]) -> StandingsFinding:
    taken = " and ".join(about.rests_on)
    return replace(
        about,
        verdict=StandingsVerdict.ACCEPTED,
        sentence=(
            f"The rank order of {_counted(standings, ranks_judged)} is that of {_applied(standings)}, taking {taken}."
        ),
    )


def _wrong(
    about: StandingsFinding, basis: Basis, standings: Standings, ranks_judged: Mapping[int, int], roster: Roster
) -> StandingsFinding:
    culprits = out_of_place(ranks_judged, standings.ranks)
    misplaced = tuple(
        _misplaced(standings, ranks_judged, culprits, tpn, roster, is_argued=number < _MAX_ARGUED)
        for number, tpn in enumerate(culprits)
    )
    found = causes(basis, ranks_judged, standings)
    cut = (_CAUSES_CUT.format(counted_noun(found.tried, "change")),) if found.is_cut else ()
    verb = "is" if len(culprits) == 1 else "are"
    return replace(
        about,
        verdict=StandingsVerdict.WRONG,
        sentence=(
            f"The rank order is not that of {_applied(standings)}: {len(culprits)} of "
            f"{_counted(standings, ranks_judged)} {verb} out of place. {misplaced[0].sentence}"
        ),
        misplaced=(*about.misplaced, *misplaced),
        causes=tuple(cause.sentence for cause in found.explanations),
        cause_kinds=tuple(cause.kind for cause in found.explanations),
        tried=found.tried,
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
