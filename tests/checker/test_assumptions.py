"""Facts that a file does not declare are assumed only if its games support them, and are visible in every verdict."""

from __future__ import annotations

import html
import io
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.hidden_causes import SYSTEM, USUAL, hidden
from support.loops import require_items
from support.runs import run_of

from checker.causes.cause import case_of
from checker.causes.facts import accelerations_of, reorder_players
from checker.check import CheckOptions, check_event
from checker.findings import gather, tally
from checker.planting import PlantedError, plant
from checker.time_limit import TimeLimitReachedError
from checker.verdicts.assumptions import MAX_FLOATERS_OF_GROUP, AssumptionSearch
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Verdict
from random_tournaments.axes import PLAIN, SCORINGS, Span, WeightedChoice
from random_tournaments.event_batch import Batch
from random_tournaments.settings import batch_kind
from reference_engines.dutch.rules import DutchRules
from reference_engines.frame.declared import with_baku
from reference_engines.frame.systems import editions, engine_for
from reports.formats.check_results import check_results
from reports.formats.junit import junit
from reports.html import render_html
from reports.sheet import render_sheets
from reports.text import TextReport
from tournaments.model import Colour, DeclaredSystem, Result, RoundEntry

if TYPE_CHECKING:
    from checker.findings import EventFinding
    from reference_engines.dutch.players_round import DutchEvent
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import AnyRound, PreparedEvent, Rules
    from tournaments.model import Event


SHORT = replace(PLAIN, players=Span(12, 12), rounds=Span(6, 6))


def checked(event: Event, **options: object) -> EventFinding:
    """Check an event."""
    (finding,) = gather(check_event(event, options=CheckOptions(**options)))  # type: ignore[arg-type]  # as named there
    return finding


def silent(event: Event) -> Event:
    """Take away system and date."""
    return replace(event, system=DeclaredSystem(), start=None, end=None)


def hidden_event(kind: str) -> Event:
    """Return an event with several discrepant rounds."""
    for index in range(1, 60):
        event = hidden(kind, 7, index, random.Random(index)).event
        if len(case_of("event", event, engine_for(SYSTEM)).wanting) > 1:
            return event
    raise AssertionError(f"{kind} makes no difference")


def test_an_undeclared_edition_is_assumed_if_the_games_support_it() -> None:
    """A file of the earlier edition, without a date, is not accused, and does not pass either."""
    event = silent(hidden_event("another edition"))
    finding = checked(event)
    assert finding.header.assumption is not None
    assert finding.header.assumption.identifier == "edition-dutch-2017"
    assert finding.header.assumption.sentence.endswith("which the file does not declare.")
    assert finding.header.edition is not None
    assert finding.header.edition.key == "dutch-2017"
    counted = tally([finding.header, *finding.rounds])
    assert counted.discrepancies.rounds == 0
    assert counted.undeclared == len(finding.header.assumption.rounds) > 1
    assert judge_run(counted).status is ExitStatus.NOT_CHECKED


def test_a_round_that_rests_on_an_assumption_names_it() -> None:
    """The verdict says what the file does not declare, and what the round would be without the assumption."""
    finding = checked(silent(hidden_event("another edition")))
    resting = [one for one in finding.rounds if one.verdict is Verdict.UNDECLARED_FACT]
    assert resting
    for one in resting:
        assert one.rests_on[0] == "edition-dutch-2017"
        assert "which the file does not declare. Without that assumption: " in one.sentence


@pytest.mark.parametrize("players", [7, 18, 33])
def test_no_system_mixes_virtual_scores_in_a_first_round(players: int) -> None:
    """A first round that does is not that of an accelerated event, so the acceleration is tried on no other round."""
    axes = replace(PLAIN, players=Span(players, players), rounds=Span(5, 5))
    played = batch_kind(SYSTEM).batch(seed=3, axes=axes, system=SYSTEM).play(0).event
    before = tuple(replace(one, rounds=(), points=0) for one in played.players)
    event = replace(played, players=before, rounds_recorded=0, rounds_declared=None)
    for cause in require_items(accelerations_of(event)):
        assert cause.event is not None
        accelerated = cause.event(event)
        points = {tpn: one.points for one in accelerated.virtual_points if one.first_round == 1 for tpn in one.players}
        groups = len({points.get(one.tpn, 0) for one in event.players})
        for edition in editions():
            if not edition.pairs_teams:
                pairs = engine_for(edition.key).open(accelerated).round(1).expected().pairs
                mixed = sum(points.get(pair.white, 0) != points.get(pair.black, 0) for pair in pairs)
                assert mixed < groups <= MAX_FLOATERS_OF_GROUP * groups, (edition.key, cause.identifier)


def test_another_system_is_assumed_where_an_acceleration_cannot_be() -> None:
    """With three points for a win the Baku acceleration has no meaning; the search goes on without it."""
    three_points = next(one for one in SCORINGS.values() if one.white_win == 30)
    axes = replace(PLAIN, players=Span(12, 12), rounds=Span(6, 6), scoring=WeightedChoice((three_points,)))
    event = batch_kind("dubov-2026").batch(seed=5, axes=axes, system="dubov-2026").play(0).event
    assumption = checked(silent(event)).header.assumption
    assert assumption is not None
    assert assumption.identifier.startswith("edition-dubov-")


def test_nothing_is_assumed_where_the_file_is_judged_as_declared() -> None:
    """Then the rounds of the earlier edition are discrepant."""
    finding = checked(silent(hidden_event("another edition")), as_declared=True)
    assert finding.header.assumption is None
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds > 1


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (ValueError("a wrong index"), "failed: ValueError: a wrong index; please report it."),
        (TimeLimitReachedError(), "was not finished: 60 seconds for one event were allowed."),
    ],
)
def test_a_search_that_fails_says_so_in_every_output(
    failure: BaseException, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdicts are those of the file as declared; nobody takes them for the result of a search."""

    def fail(*_: object) -> None:
        raise failure

    event = silent(hidden_event("another edition"))
    monkeypatch.setattr(AssumptionSearch, "find_assumption", fail)
    entries = list(check_event(event, options=CheckOptions(time_limit=60)))
    (finding,) = gather(entries)
    assert finding.rounds == checked(event, as_declared=True).rounds
    said = f"The search for undeclared facts {words} The verdicts are those of the file as declared."
    assert finding.header.failed_search == said
    record, told = run_of(entries), io.StringIO()
    with TextReport(told) as report:
        for entry in entries:
            report.add(entry)
    written = (told.getvalue(), render_html(record), render_sheets(record), junit(check_results(record)))
    assert all(said in html.unescape(one) for one in written)


def test_a_search_leaves_nothing_to_the_collector_of_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepared events refer to their rounds, and these to them; many checks in one process would fill its memory."""
    prepared: list[PreparedEvent] = []

    def keep(rules: DutchRules, event: Event, reuse_from: DutchEvent | None = None) -> DutchEvent:
        prepared.append(prepare(rules, event, reuse_from))
        return prepared[-1]  # type: ignore[return-value]  # just appended

    event = silent(hidden_event("another edition"))
    prepare = DutchRules.prepare
    monkeypatch.setattr(DutchRules, "prepare", keep)
    checked(event)
    assert len(prepared) > 3
    assert not any(one._rounds for one in prepared)  # noqa: SLF001 - what the prepared event holds


def fail_in_rounds(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an edition raise an error in every round."""

    def raise_or_bind(rules: Rules, prepared: PreparedEvent, number: int) -> AnyRound:
        if rules.edition.key == key:
            raise IndexError("a wrong index")
        return bind(rules, prepared, number)

    rules_type = type(engine_for(key))
    bind = rules_type.bind
    monkeypatch.setattr(rules_type, "bind", raise_or_bind)


def test_an_engine_that_fails_in_the_search_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine may be that of the program that paired the event, so the search is not called complete."""
    event = silent(hidden_event("another edition"))
    fail_in_rounds("dutch-2017", monkeypatch)
    header = checked(event).header
    assert header.assumption is None
    assert header.failed_search.startswith(
        "The search for undeclared facts failed for edition-dutch-2017 (IndexError: a wrong index), and for "
    )
    assert header.failed_search.endswith(" more; please report it. All other facts were tried.")
    assert header.failed_search in header.doubts


def test_another_fact_is_assumed_although_an_engine_fails_in_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are said."""
    event = silent(batch_kind("lim-2026").batch(seed=5, axes=SHORT, system="lim-2026").play(1).event)
    assert not checked(event).header.failed_search
    fail_in_rounds("dubov-2026", monkeypatch)
    header = checked(event).header
    assert header.assumption is not None
    assert header.assumption.identifier == "edition-lim-2026"
    assert header.failed_search == (
        "The search for undeclared facts failed for edition-dubov-2026 (IndexError: a wrong index); please report it. "
        "All other facts were tried."
    )


def test_a_system_that_cannot_pair_an_event_has_not_failed() -> None:
    """Two games with each opponent are asked for by the Double-Swiss System; other events are beyond it."""
    header = checked(silent(hidden_event("another edition"))).header
    assert not header.failed_search


def test_a_declared_edition_is_not_given_up() -> None:
    """That another edition explains the event is mentioned beside the verdicts."""
    event = replace(hidden_event("another edition"), system=DeclaredSystem(code="FIDE_DUTCH_2026"))
    finding = checked(event)
    assert finding.header.assumption is None
    assert "by dutch-2017" in finding.header.explained_by
    assert finding.header.explained_by.endswith("the file declares FIDE_DUTCH_2026, taken as dutch-2026.")
    assert finding.header.edition is not None
    assert finding.header.edition.key == "dutch-2026"
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds > 1


def test_a_date_declares_the_edition_in_force() -> None:
    """The verdicts stay, although the earlier edition would explain the event."""
    event = replace(hidden_event("another edition"), system=DeclaredSystem())
    finding = checked(event)
    assert finding.header.explained_by.endswith("by its date dutch-2026 was in force.")
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds > 1


def test_undeclared_acceleration_is_assumed_if_the_games_support_it() -> None:
    """Field 192 is empty, so the file does not deny the acceleration."""
    event = replace(hidden_event("Baku acceleration"), system=DeclaredSystem())
    finding = checked(event)
    assert finding.header.assumption is not None
    assert finding.header.assumption.identifier == "acceleration-baku"
    assert {one.verdict for one in finding.rounds} <= {
        Verdict.AGREE,
        Verdict.NOTHING_TO_JUDGE,
        Verdict.UNDECLARED_FACT,
    }


def test_a_code_without_acceleration_denies_the_acceleration() -> None:
    """Field 192 names the system without Baku: the rounds are discrepant, and the acceleration is mentioned."""
    event = replace(hidden_event("Baku acceleration"), system=DeclaredSystem(code="FIDE_DUTCH_2026"))
    finding = checked(event)
    assert finding.header.assumption is None
    assert "with the Baku acceleration" in finding.header.explained_by
    assert finding.header.explained_by.endswith("the file declares FIDE_DUTCH_2026, without acceleration.")
    assert judge_run(tally([finding.header, *finding.rounds])).status is ExitStatus.DISCREPANCIES


def test_declared_acceleration_that_the_games_contradict_is_mentioned() -> None:
    """The verdicts stay."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event
    finding = checked(replace(event, system=with_baku(event.system)))
    assert finding.header.explained_by.startswith(f"All {event.rounds_recorded} rounds agree without acceleration")
    assert finding.header.explained_by.endswith("the file declares the Baku acceleration.")
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds


def test_numbers_of_another_column_are_mentioned_and_not_assumed() -> None:
    """Columns 5 to 8 declare the numbers, so an event that was renumbered later stays discrepant."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(4).event
    ranked = tuple(replace(player, rank=player.tpn) for player in event.players)
    order = [player.tpn for player in event.players]
    random.Random(4).shuffle(order)
    finding = checked(reorder_players(replace(event, players=ranked), tuple(order)))
    assert finding.header.assumption is None
    assert "rounds agree with the numbers of columns 86-89 (rank)" in finding.header.explained_by
    assert finding.header.explained_by.endswith("so they were probably changed later.")
    assert judge_run(tally([finding.header, *finding.rounds])).status is ExitStatus.DISCREPANCIES


def first_rounds(event: Event, rounds: int) -> Event:
    """Return an event as it stood after some rounds, without the rank order of its end."""
    players = tuple(replace(player, rounds=player.rounds[:rounds]) for player in event.players)
    return replace(event, players=players, rounds_recorded=rounds, headers=())


@pytest.mark.parametrize(("rounds", "status"), [(1, ExitStatus.DISCREPANCIES), (2, ExitStatus.NOT_CHECKED)])
def test_an_assumption_needs_two_rounds(rounds: int, status: ExitStatus) -> None:
    """Two accelerated rounds are evidence of an undeclared acceleration; a single accelerated round is not enough."""
    event = replace(hidden_event("Baku acceleration"), system=DeclaredSystem())
    finding = checked(first_rounds(event, rounds))
    assert (finding.header.assumption is not None) == (rounds == 2)
    assert judge_run(tally([finding.header, *finding.rounds])).status is status


def test_a_right_round_contradicts_an_assumption() -> None:
    """Where a further round is right as declared and wrong with the acceleration, nothing is assumed."""
    accelerated = replace(hidden_event("Baku acceleration"), system=DeclaredSystem())
    rules = engine_for(SYSTEM)
    start = first_rounds(accelerated, 2)
    plain = rules.open(start).round(3).expected()
    with_baku_points = rules.open(replace(start, system=with_baku(start.system))).round(3).expected()
    assert plain != with_baku_points
    finding = checked(with_round(start, plain))
    assert finding.header.assumption is None
    assert [one.round_number for one in finding.discrepant_rounds] == [1, 2]


def with_round(event: Event, pairing: RoundPairing) -> Event:
    """Return an event with one more round, in which White wins every game."""
    entries = {
        pair.white: RoundEntry(opponent=pair.black, colour=Colour.WHITE, result=Result.WIN) for pair in pairing.pairs
    }
    entries |= {
        pair.black: RoundEntry(opponent=pair.white, colour=Colour.BLACK, result=Result.LOSS) for pair in pairing.pairs
    }
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    players = tuple(replace(one, rounds=(*one.rounds, entries.get(one.tpn, away))) for one in event.players)
    return replace(event, players=players, rounds_recorded=event.rounds_recorded + 1)


@pytest.mark.parametrize(
    "text", ["Lim System", "FIDE (Dutch) System, Baku accelerated", "dubov-1997", "FIDE_DUTCH_2017"]
)
def test_two_fields_that_contradict_each_other_keep_the_event_from_passing(text: str) -> None:
    """Field 192 is followed, unless the caller names a system."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event
    event = replace(event, system=DeclaredSystem(code="FIDE_DUTCH_2026", text=text))
    finding = checked(event)
    assert "contradict each other" in finding.header.contradiction
    assert judge_run(tally([finding.header, *finding.rounds])).status is ExitStatus.NOT_CHECKED
    decided = checked(event, system=SYSTEM)
    assert decided.header.contradiction == ""
    assert judge_run(tally([decided.header, *decided.rounds])).status is ExitStatus.CONSISTENT


@pytest.mark.parametrize("text", ["", "Individual: Swiss-System", "FIDE (Dutch) System", "dutch-2026", "FIDE_DUTCH"])
def test_two_fields_that_agree_are_not_a_contradiction(text: str) -> None:
    """Field 092 may repeat what field 192 declares, or say less."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event
    finding = checked(replace(event, system=DeclaredSystem(code="FIDE_DUTCH_2026", text=text)))
    assert finding.header.contradiction == ""
    assert judge_run(tally([finding.header, *finding.rounds])).status is ExitStatus.CONSISTENT


@pytest.mark.parametrize("error", [PlantedError.EXCHANGED_OPPONENTS, PlantedError.REVERSED_COLOURS])
def test_errors_are_found_in_events_that_declare_nothing(error: PlantedError) -> None:
    """No fact of the whole event explains them away."""
    batch = Batch(seed=13, axes=USUAL, system=SYSTEM)
    found = planted = 0
    for index in range(24):
        made = plant(batch.play(index).event, error, random.Random(index))
        if made is not None:
            planted += 1
            found += bool(checked(silent(made.event)).discrepant_rounds)
    assert planted > 15
    assert found == planted


def single_wrong_round(kind: str) -> Event:
    """Return the first event in which a hidden fact makes a single round wrong."""
    for index in range(1, 40):
        event = hidden(kind, 7, index, random.Random(index)).event
        if len(case_of("event", event, engine_for(SYSTEM)).wanting) == 1:
            return event
    raise AssertionError(kind)


def test_a_single_discrepant_round_has_a_hint() -> None:
    """Another edition explains it completely; the hint is there if it is asked for."""
    event = single_wrong_round("another edition")
    (round_finding,) = checked(event, hints=True, system=SYSTEM).discrepant_rounds
    assert round_finding.hint.startswith("The round would be right if the event was paired by dutch-2017")
    (without,) = checked(event).discrepant_rounds
    assert not without.hint


def test_an_invented_absence_is_not_a_hint_for_a_single_round() -> None:
    """A single round is right under many an absence, and a player who came late does not show in one."""
    (round_finding,) = checked(single_wrong_round("a late arrival"), hints=True).discrepant_rounds
    assert "would be right if" not in round_finding.hint
