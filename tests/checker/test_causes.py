"""A hidden cause of an event is found, and reported with its figures."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event as recorded_event
from support.hidden_causes import SYSTEM, USUAL, hidden, kinds
from support.loops import require_items

from checker.causes.cause import CaseRound, Cause, ChangeKind, case_of, combine_causes, find_differing_players
from checker.causes.causes_finding import lines_of
from checker.causes.conclusion import Effect, Weights, cover, find_last_resort, find_nearest, grouped, joined
from checker.causes.facts import facts_of
from checker.causes.record_changes import RoundSurroundings, record_causes
from checker.causes.search import SearchEffort, affordable, find_causes
from checker.causes.trials import Trials
from checker.findings import Differences, compare_pairings
from checker.planting import PlantedError, plant
from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.rules import Round
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour, Result

if TYPE_CHECKING:
    from tournaments.model import Event


def discrepant(kind: str) -> tuple[Event, frozenset[str]]:
    """Return the first event in which what is hidden makes a difference."""
    for index in range(1, 40):
        made = hidden(kind, 7, index, random.Random(index))
        if case_of("event", made.event, engine_for(SYSTEM)).wanting:
            return made.event, made.truth
    raise AssertionError(f"{kind} makes no difference")


@pytest.mark.parametrize("kind", kinds())
def test_the_hidden_cause_is_in_the_first_group(kind: str) -> None:
    """Other causes that fit as well do not matter."""
    event, truth = discrepant(kind)
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort())
    assert truth & {member.identifier for member in finding.groups[0].members}


def test_a_rematch_is_right_if_the_first_game_was_forfeited() -> None:
    """Or if a player was absent; another result, or their numbers exchanged, leaves two players who have met."""
    rematch = recorded_event(["2w1 2w=", "1b0 1b="], rounds_declared=5, initial_colour=Colour.WHITE)
    trials = Trials([case_of("event", rematch, engine_for(SYSTEM))])
    causes, _ = record_causes(RoundSurroundings(prepared=trials.prepared(0), stage=2), 100)
    assert len(causes) == 8
    assert {cause.identifier for cause in causes if trials.right(cause, 0, [2])} == {
        "absent-1-r2",
        "absent-2-r2",
        "result-1-2-+--r1",
        "result-1-2--+-r1",
        "result-1-2----r1",
    }


def test_an_event_that_agrees_needs_no_cause() -> None:
    """Nothing is tried."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort())
    assert (finding.discrepant, finding.tried, finding.groups) == (0, 0, ())


def test_the_same_is_found_every_time() -> None:
    """The budget is counted in pairings."""
    event, _ = discrepant("a result changed afterwards")
    cases = [case_of("event", event, engine_for(SYSTEM))]
    assert find_causes(cases, SearchEffort()) == find_causes(cases, SearchEffort())


def test_where_the_record_is_not_doubted_nothing_of_it_is_changed() -> None:
    """As in campaigns, whose record is ours."""
    event, _ = discrepant("a result changed afterwards")
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort(record=0))
    kinds_told = {member.kind for group in finding.groups for member in group.members}
    assert ChangeKind.RECORD.value not in kinds_told


def test_untried_changes_of_the_record_are_reported() -> None:
    """With the number of changes of every kind."""
    event, _ = discrepant("a result changed afterwards")
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort(record=5))
    assert any(sentence.startswith("Changes of the record not tried: ") for sentence in finding.not_tried)


def test_a_single_round_and_a_doubted_record_is_one_possibility() -> None:
    """Never the cause."""
    event, _ = discrepant("a late arrival")
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort())
    first = finding.groups[0]
    assert (first.first.kind, len(first.explained), first.is_certain_of_record) == ("record", 1, False)


def pair_round_robin(event: Event, number: int) -> RoundPairing:
    """Pair by numbers like a round robin, regardless of points."""
    first, *others = [player.tpn for player in event.players]
    turned = [first, *others[number:], *others[:number]]
    half = len(turned) // 2
    return RoundPairing(pairs=tuple(Pair(*pair) for pair in zip(turned[:half], turned[: half - 1 : -1], strict=True)))


def test_the_right_rounds_are_counted_of_an_event_that_no_system_pairs() -> None:
    """In one line, with the edition that pairs most of it."""
    axes = replace(PLAIN, players=Span(10, 10), rounds=Span(5, 5))
    event = Batch(seed=1, axes=axes, system=SYSTEM).play(0, pair_round_robin).event
    (remark,) = find_causes([case_of("circle", event, engine_for(SYSTEM))], SearchEffort(record=0, combined=0)).remarks
    assert remark.startswith("circle: ")
    assert remark.endswith(", and no more by any other system or edition.")


def test_a_batch_is_explained_event_by_event() -> None:
    """A fact of one file is none of another."""
    accelerated, _ = discrepant("Baku acceleration")
    clean = Batch(seed=7, axes=USUAL, system=SYSTEM).play(2).event
    cases = [case_of(name, event, engine_for(SYSTEM)) for name, event in (("a", accelerated), ("b", clean))]
    first = find_causes(cases, SearchEffort()).groups[0]
    assert ("acceleration-baku", set()) == (first.first.identifier, set(first.contradicted))
    assert {one.event for one in first.explained} == {"a"}


def test_lines_have_header_and_footer() -> None:
    """And a line for each group between them."""
    event, _ = discrepant("Baku acceleration")
    finding = find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort())
    lines = list(lines_of([("", finding)], [("b", "unreadable")], version="1", system="auto", exit_status=1))
    assert [line["kind"] for line in lines][:3] == ["header", "refused", "cause"]
    assert lines[-1]["kind"] == "footer"
    line = lines[2]
    assert (line["id"], line["explained"], line["discrepant"], line["contradicted"], line["one_of"]) == (
        "acceleration-baku",
        *(finding.discrepant, finding.discrepant, 0, 1),
    )
    assert line["rounds"][0].keys() == {"event", "round"}


# --- on the scales ---------------------------------------------------------------------------------------------------


def effect(
    name: str, rounds: set[int], wrong: frozenset[int] = frozenset(), kind: ChangeKind = ChangeKind.RULE
) -> Effect:
    """Return the effect of a cause on rounds of one case."""
    cause = Cause(identifier=name, sentence=f"as if {name}", kind=kind)
    return Effect(
        cause=cause,
        explained=frozenset(CaseRound(0, stage) for stage in rounds),
        contradicted=frozenset(CaseRound(0, stage) for stage in wrong),
    )


def chosen(*effects: Effect, wanting: int = 9, looked_at: int = 0) -> list[tuple[str, ...]]:
    """Return the names of the groups that cover rounds 1 to 9."""
    rounds = frozenset(CaseRound(0, stage) for stage in range(1, wanting + 1))
    groups = cover(grouped(effects), rounds, Weights(looked_at=looked_at))
    return [tuple(one.cause.identifier for one in group.effects) for group in groups]


def test_two_faults_come_out_as_two_causes() -> None:
    """The cause that explains most comes first."""
    assert chosen(effect("a", {1, 2, 3}), effect("b", {4, 5, 6, 7, 8, 9})) == [("b",), ("a",)]


def test_equal_effects_are_one_group_the_simplest_first() -> None:
    """A fact is simpler than a change of the record."""
    assert chosen(effect("record", {1, 2}, kind=ChangeKind.RECORD), effect("fact", {1, 2}, kind=ChangeKind.FACT)) == [
        ("fact", "record")
    ]


def test_a_change_of_the_record_that_contradicts_as_much_as_it_explains_is_not_a_cause() -> None:
    """One round more explained than contradicted is the boundary."""
    record = ChangeKind.RECORD
    assert chosen(effect("a", {1, 2}, frozenset({11, 12}), kind=record)) == []
    assert chosen(effect("a", {1, 2, 3}, frozenset({11, 12}), kind=record)) == [("a",)]


def test_a_misreading_may_contradict_one_round_of_fifty() -> None:
    """A program that follows it contradicts none; of fewer rounds, no round may be contradicted."""
    doubtful = effect("a", set(range(1, 10)), frozenset({11}))
    assert chosen(doubtful, looked_at=40) == []
    assert chosen(doubtful, looked_at=41) == [("a",)]


def test_a_misreading_of_fewer_than_nine_rounds_of_ten_may_contradict_one_of_two_hundred() -> None:
    """It is another rule than the program's, unless the program has a second fault."""
    partial, wanting = effect("a", set(range(1, 9)), frozenset({21})), 10
    assert chosen(partial, wanting=wanting, looked_at=189) == []
    assert chosen(partial, wanting=wanting, looked_at=190) == [("a",)]
    nearly_all = effect("a", set(range(1, 10)), frozenset({21}))
    assert chosen(nearly_all, wanting=wanting, looked_at=40) == [("a",)]


def test_a_fact_that_nothing_contradicts_comes_before_a_misreading_of_fewer_rounds() -> None:
    """Half-point byes that were recorded as absences explain six rounds of eleven, a misreading of scores four."""
    misreading, fact = effect("a", {1, 2, 3, 4}), effect("b", {2, 3, 4, 5, 6, 7}, kind=ChangeKind.FACT)
    assert chosen(misreading, fact, wanting=11) == [("b",)]


def test_a_misreading_must_explain_two_rounds() -> None:
    """Hundreds are tried, so that many fit a single round."""
    assert chosen(effect("a", {1}), wanting=1) == []
    assert chosen(effect("a", {1, 2}), wanting=2) == [("a",)]


def test_of_few_rounds_a_change_of_the_record_comes_before_a_misreading() -> None:
    """A result that was corrected later explains two or three rounds, too; of four, the misreading comes first."""
    for rounds, names in (({1, 2, 3}, ("record", "rule")), ({1, 2, 3, 4}, ("rule", "record"))):
        effects = effect("rule", rounds), effect("record", rounds, kind=ChangeKind.RECORD)
        assert chosen(*effects) == [names]


def test_of_few_rounds_a_misreading_must_explain_a_third() -> None:
    """Some misreading fits two rounds of eight by luck."""
    assert chosen(effect("a", {1, 2}), wanting=7) == []
    assert chosen(effect("a", {1, 2}), wanting=6) == [("a",)]


def test_of_many_rounds_a_fact_must_explain_two_that_no_other_cause_does() -> None:
    """From ten discrepant rounds on."""
    most, fact = effect("a", {1, 2, 3, 4}, kind=ChangeKind.FACT), ChangeKind.FACT
    assert chosen(most, effect("b", {4, 5}, kind=fact), wanting=12) == [("a",)]
    assert chosen(most, effect("b", {4, 5, 6}, kind=fact), wanting=12) == [("a",), ("b",)]


def test_of_many_rounds_a_misreading_must_explain_a_fifth() -> None:
    """And four at least: of hundreds of misreadings, some fit a few rounds by luck."""
    assert chosen(effect("a", {1, 2, 3}), wanting=12) == []
    assert chosen(effect("a", {1, 2, 3, 4}), wanting=12) == [("a",)]
    assert chosen(effect("a", {1, 2, 3, 4, 5}), wanting=30) == []
    assert chosen(effect("a", {1, 2, 3, 4, 5, 6}), wanting=30) == [("a",)]


def test_a_cause_that_permits_several_pairings_is_never_chosen() -> None:
    """However many rounds it explains; where nothing is chosen, it is the last resort and not the nearest cause."""
    anything = effect("anything", set(range(1, 10)))
    anything = replace(anything, cause=replace(anything.cause, predicts=False))
    assert chosen(anything, effect("a", {1, 2, 3, 4})) == [("a",)]
    assert chosen(anything) == []
    assert chosen(anything, effect("a", set(range(1, 10)))) == [("a",)]
    groups = grouped([anything, effect("a", {1, 2})])
    last_resort = find_last_resort(groups, frozenset(CaseRound(0, stage) for stage in range(1, 13)), Weights())
    nearest = find_nearest(groups, 12)
    assert last_resort is not None
    assert nearest is not None
    assert (last_resort.effects[0].cause.identifier, nearest.effects[0].cause.identifier) == ("anything", "a")


def test_two_causes_at_once_must_explain_more_than_one() -> None:
    """One round more is not enough."""
    one = effect("a", {1, 2, 3})
    two = combine_causes(one.cause, effect("b", {1}).cause)
    combined = Effect(cause=two, explained=frozenset(CaseRound(0, stage) for stage in (1, 2, 3, 4)))
    assert chosen(one, combined)[0] == ("a",)
    more = replace(combined, explained=combined.explained | {CaseRound(0, 5)})
    assert chosen(one, more) == [("a+b",)]


def effect_on_round(name: str, stage: int, case: int = 0) -> Effect:
    """Return the effect of a change of an earlier round on a single round."""
    cause = Cause(identifier=name, sentence=f"if {name}", kind=ChangeKind.RECORD, short=f"if {name}", only_round=stage)
    return Effect(cause=cause, explained=frozenset({CaseRound(case, stage)}))


def test_the_same_change_of_the_record_for_several_rounds_is_one_cause() -> None:
    """A bye that was entered after round 4 had been paired explains rounds 2 to 4."""
    one, other, third = (effect_on_round("a bye in round 1", stage) for stage in (2, 3, 4))
    (found,) = joined([one, other, third])
    assert found.explained == one.explained | other.explained | third.explained
    assert found.cause.sentence == "if a bye in round 1 when rounds 2, 3 and 4 were paired"


def test_changes_of_other_games_or_events_are_not_put_together() -> None:
    """Nor is what concerns the round itself."""
    several = [effect_on_round("a", 2), effect_on_round("b", 3), effect_on_round("a", 3, case=1)]
    assert joined(several) == several
    absent = [
        replace(one, cause=replace(one.cause, short="")) for one in (effect_on_round("c", 2), effect_on_round("c", 3))
    ]
    assert joined(absent) == absent


def test_where_no_cause_qualifies_the_nearest_one_predicts_and_explains_most() -> None:
    """Less the rounds that it contradicts; without any effect there is none."""
    few, more, most = effect("few", {1}), effect("more", {1, 2}), effect("most", {1, 2, 3}, frozenset({11, 12}))
    anything = effect("anything", set(range(1, 10)))
    permissive = replace(anything, cause=replace(anything.cause, predicts=False))
    nearest = find_nearest(grouped([few, more, most, permissive]), 12)
    assert nearest is not None
    assert nearest.effects[0].cause.identifier == "more"
    assert find_nearest([], 12) is None


def test_the_nearest_cause_explains_more_than_luck_would() -> None:
    """A tenth of the rounds at least, and more of them than it contradicts."""
    two = grouped([effect("two", {1, 2})])
    assert find_nearest(two, 20) is not None
    assert find_nearest(two, 21) is None
    assert find_nearest(grouped([effect("less", {1, 2}, frozenset({11}))]), 20) is not None
    assert find_nearest(grouped([effect("even", {1, 2}, frozenset({11, 12}))]), 20) is None


# --- facts -----------------------------------------------------------------------------------------------------------


def test_half_point_byes_may_be_worth_nothing() -> None:
    """That is asked of events that have one."""
    events = [Batch(seed=3, axes=USUAL, system=SYSTEM).play(index).event for index in range(12)]
    rules = engine_for(SYSTEM)
    for event in require_items(events):
        has_one = any(entry.result is Result.HALF_POINT_BYE for player in event.players for entry in player.rounds)
        facts = {cause.identifier for cause in facts_of(event, rules)}
        assert ("half-point-byes-worth-0" in facts) is has_one


def test_games_of_less_than_one_move_may_have_been_taken_for_forfeits() -> None:
    """That is asked of events that have one."""
    event = Batch(seed=3, axes=USUAL, system=SYSTEM).play(1).event
    rules = engine_for(SYSTEM)
    assert "short-games-forfeited" not in {cause.identifier for cause in facts_of(event, rules)}
    player = next(one for one in event.players if one.rounds[0].result is Result.WIN)
    first = replace(player.rounds[0], result=Result.UNRATED_WIN)
    short = replace(player, rounds=(first, *player.rounds[1:]))
    shortened = replace(event, players=tuple(short if one.tpn == short.tpn else one for one in event.players))
    fact = next(one for one in facts_of(shortened, rules) if one.identifier == "short-games-forfeited")
    assert fact.event is not None
    assert fact.event(shortened).player(short.tpn).rounds[0].result is Result.FORFEIT_WIN


@pytest.mark.parametrize(("players", "tried"), [(20, 2000), (150, 2000), (151, 1973), (300, 500)])
def test_of_large_fields_less_is_tried(players: int, tried: int) -> None:
    """So that a search takes about as long."""
    assert affordable(2000, players) == tried


# --- whether rules ask for a pairing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "dubov-2026", "burstein-2026", "simple-2018"])
def test_a_pairing_is_refused_bracket_by_bracket_as_it_is_as_a_whole(system: str) -> None:
    """Of right pairings and of wrong ones, whichever players are doubted."""
    rules = engine_for(system)
    batch = Batch(seed=11, axes=USUAL, system=system)
    for index in range(12):
        event = batch.play(index).event
        kind = list(PlantedError)[index % 3]
        planted = plant(event, kind, random.Random(index))
        for known in (event, planted.event if planted else event):
            prepared = rules.open(known)
            for stage in require_items(prepared.recorded_rounds):
                recorded, expected = prepared.round(stage).posted, prepared.round(stage).expected()
                alike = compare_pairings(recorded, expected) == Differences()
                assert Round.would_pair_as(prepared.round(stage), recorded) == alike
                lowest = frozenset(prepared.round(stage).participants.numbers[-1:])
                for doubted in (frozenset[int](), lowest, find_differing_players(recorded, expected)):
                    assert prepared.round(stage).is_paired_as(recorded, doubted) == alike


def test_a_pairing_of_other_players_is_not_asked_for() -> None:
    """Somebody is left out, or stands there twice."""
    event = Batch(seed=11, axes=USUAL, system=SYSTEM).play(0).event
    prepared = engine_for(SYSTEM).open(event)
    recorded = prepared.round(1).posted
    assert not prepared.round(1).is_paired_as(replace(recorded, pairs=recorded.pairs[1:]))
    first = recorded.pairs[0]
    assert not prepared.round(1).is_paired_as(
        replace(recorded, pairs=(*recorded.pairs[1:], Pair(first.white, first.white)))
    )


# --- work ------------------------------------------------------------------------------------------------------------


def test_a_search_at_its_limit_says_what_it_has_not_tried() -> None:
    """Nothing is paired any more, and no agreeing round is said to have been looked at."""
    event, _ = discrepant("Baku acceleration")
    cases = [case_of("event", event, engine_for(SYSTEM))]
    finding = find_causes(cases, SearchEffort(pairings=0))
    assert (finding.tried, finding.pairings, finding.groups) == (0, 0, ())
    (sentence,) = [one for one in finding.not_tried if one.startswith("The search was limited to ")]
    facts = len(facts_of(event, engine_for(SYSTEM)))
    assert f"the work of 0 pairings; not tried: {facts} facts, " in sentence


def test_an_interrupted_search_names_the_best_cause_so_far() -> None:
    """The acceleration is found among the facts; the user ends the search among the misreadings."""
    event, truth = discrepant("Baku acceleration")
    other, _ = discrepant("a result changed afterwards")
    cases = [case_of(name, one, engine_for(SYSTEM)) for name, one in (("a", event), ("b", other))]

    def interrupt(words: str) -> None:
        if "readings and misreadings" in words:
            raise KeyboardInterrupt

    finding = find_causes(cases, SearchEffort(), interrupt)
    assert finding.is_interrupted
    assert truth & {member.identifier for member in finding.groups[0].members}
    assert any(sentence.startswith("The search was interrupted; not tried: ") for sentence in finding.not_tried)
    assert finding.unexplained


def test_progress_is_a_bar_with_the_step_at_work() -> None:
    """Each step begins at its own nought."""
    event, _ = discrepant("Baku acceleration")
    shown: list[str] = []
    find_causes([case_of("event", event, engine_for(SYSTEM))], SearchEffort(), shown.append)
    assert shown[0] == "[....................]   0 % facts"
    assert shown[-1].startswith("[##")


def test_a_system_must_explain_half_of_the_rounds_of_an_event() -> None:
    """As an event is paired by one system."""
    system = effect("system", {1, 2, 3, 4, 5}, kind=ChangeKind.FACT)
    system = replace(system, cause=replace(system.cause, share=0.5))
    assert chosen(system, wanting=12) == []
    assert chosen(system, wanting=10) == [("system",)]


@pytest.mark.parametrize(("explained", "wrong", "first"), [(12, {20}, "rule"), (13, {20}, "fact"), (9, set(), "fact")])
def test_of_many_rounds_a_fact_that_rounds_contradict_must_explain_clearly_more(
    explained: int, wrong: set[int], first: str
) -> None:
    """Three more than the best misreading, which explains eight of 14; a fact that none contradicts need not."""
    rule = effect("rule", set(range(1, 9)))
    fact = effect("fact", set(range(1, explained + 1)), frozenset(wrong), ChangeKind.FACT)
    assert chosen(rule, fact, wanting=14)[0] == (first,)


def test_a_fact_that_explains_all_rounds_comes_first() -> None:
    """However many they are."""
    rule, fact = effect("rule", set(range(1, 9))), effect("fact", set(range(1, 11)), kind=ChangeKind.FACT)
    assert chosen(rule, fact, wanting=10)[0] == ("fact",)
