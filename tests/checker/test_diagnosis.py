"""An engine of ours with one part damaged: where it is found to be at fault, the part that failed is named."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.damage import (
    NINE,
    answer_the_dearest,
    blamed,
    components_named,
    faults,
    overlook_one,
    rightly_paired,
    take_no_decisions,
)
from support.fields import any_legal, draw_field, draw_tension

from checker.verdicts.comparison import judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines import _kernel
from reference_engines.downfloating.completion import Completion
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.rules import diagnose
from reference_engines.frame.results import Component, NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.matching import NO_DECISIONS, LastTerm

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.packing import Term


EDITIONS = ("dutch-2026", "dutch-2017")


def blames_always(system: str, component: Component) -> bool:
    """Whether there are faults, and the component is blamed for all of them."""
    return components_named(faults(system)) == {component}


@pytest.mark.parametrize("system", EDITIONS)
def test_an_undamaged_engine_is_not_at_fault(system: str) -> None:
    """In none of these events."""
    assert faults(system) == []


# --- the matching ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_a_kernel_that_answers_a_worse_matching_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers the dearest matching for the cheapest; the one with a proof is as it was."""
    rightly_paired(system, NINE)
    answer_the_dearest(monkeypatch)
    assert blames_always(system, Component.MATCHING)


@pytest.mark.parametrize("system", EDITIONS)
def test_a_kernel_that_takes_no_decisions_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers a best matching, but not the first of them."""
    rightly_paired(system, NINE)
    take_no_decisions(monkeypatch)
    assert blames_always(system, Component.MATCHING)


@pytest.mark.parametrize("system", EDITIONS)
def test_a_call_that_forgets_the_order_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bracket is paired in one call, and its proof asks step by step."""
    rightly_paired(system, NINE)
    genuine = _kernel.staged_matching

    def forgetful(*arguments: Any) -> Any:
        def order(*sizes: int) -> LastTerm:
            last = arguments[-1](*sizes)
            return LastTerm(cost=np.zeros_like(last.cost), bound=0, decisions=NO_DECISIONS)

        return genuine(*arguments[:-1], order)

    monkeypatch.setattr(_kernel, "staged_matching", forgetful)
    assert blames_always(system, Component.MATCHING)


@pytest.mark.parametrize("system", EDITIONS)
def test_a_proof_that_does_not_hold_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both answers are wrong alike, so that only the duals tell."""
    rightly_paired(system, NINE)
    answer_the_dearest(monkeypatch, with_proof=True)
    assert blames_always(system, Component.MATCHING)
    assert any("the proof of the matching does not hold" in sentence for sentence in faults(system))


# --- the packing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", EDITIONS)
def test_a_packing_whose_radix_is_too_small_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every criterion counts as much as the next."""
    rightly_paired(system, NINE)

    def unweighted(genuine: Any, levels: list[list[Term]], *others: Any) -> Any:
        return genuine([[term._replace(bound=0) for term in terms] for terms in levels], *others)

    for name in ("mixed_radix", "staged_matching"):
        monkeypatch.setattr(_kernel, name, partial(unweighted, getattr(_kernel, name)))
    assert blames_always(system, Component.PACKING)


# --- the completion --------------------------------------------------------------------------------------------------


def test_a_completion_that_calls_the_round_impossible_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every system the recorded pairing disproves it."""
    rightly_paired("dutch-2017", NINE)
    monkeypatch.setattr(Completion, "can_complete", lambda *_: False)
    assert blames_always("dutch-2017", Component.COMPLETION)
    assert all("calls the round impossible to pair" in sentence for sentence in faults("dutch-2017"))


@pytest.mark.parametrize(
    ("system", "look"),
    [("dutch-2026", "leaves_following_bracket_whole"), ("dutch-2017", "pairs_following_bracket_whole")],
)
def test_a_quick_look_that_always_says_yes_is_named(system: str, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps candidates that leave those below worse off than need be, or without a pairing."""
    rightly_paired(system, NINE)
    monkeypatch.setattr(Completion, look, lambda *_: True)
    assert blames_always(system, Component.COMPLETION)


def test_a_bye_that_is_held_to_go_to_another_score_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """[C5]: the highest score instead of the lowest."""
    rightly_paired("dutch-2026", NINE)
    genuine = Completion.lowest_bye_score

    def highest(self: Completion, positions: Any) -> int | None:
        able = positions[self.may_have_bye[positions]]
        return None if genuine(self, positions) is None else int(self.players.score[able].max())

    monkeypatch.setattr(Completion, "lowest_bye_score", highest)
    assert blames_always("dutch-2026", Component.COMPLETION)


def test_brackets_that_collapse_in_vain_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A.9 (2017): the engine calls the players left over after the first bracket impossible to pair."""
    events = rightly_paired("dutch-2017", NINE)
    monkeypatch.setattr(Completion, "can_complete", lambda _self, positions, first: not positions and not first)
    found = []
    for event in events:
        prepared = engine_for("dutch-2017").open(event)
        found += [prepared.round(number).diagnose(prepared.round(number).posted) for number in prepared.recorded_rounds]
    vain = [one for one in found if "collapsed" in one.evidence]
    assert vain
    assert {one.component for one in vain} == {Component.COMPLETION}


# --- what is held to be impossible -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lie",
    [
        lambda _self, positions, first, _genuine: not positions and not first,
        lambda self, positions, first, genuine: genuine(self, positions, first) and len(positions) != 2,
    ],
    ids=["whoever floats", "any two"],
)
def test_brackets_collapsed_in_vain_make_no_right_round_wrong(
    lie: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such floaters are refused (A.9, 2017), so that the right pairing looks worse than what then comes."""
    rightly_paired("dutch-2017", NINE)
    genuine = Completion.can_complete
    monkeypatch.setattr(Completion, "can_complete", lambda self, positions, first: lie(self, positions, first, genuine))
    assert blamed("dutch-2017") == {Component.COMPLETION}


@pytest.mark.parametrize(
    ("system", "part", "components"),
    [
        ("dutch-2026", slice(None, -1), {Component.COMPLETION}),
        ("dutch-2026", slice(1), {Component.COMPLETION}),
        ("dutch-2017", slice(1), {Component.COMPLETION}),
        ("dutch-2017", slice(None, -1), set[Component]()),
    ],
    ids=lambda value: "" if isinstance(value, set) else str(value),
)
def test_a_completion_that_overlooks_players_makes_no_right_round_wrong(
    system: str, part: slice, components: set[Component], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several who can be left over; so the bye goes to a higher score than need be ([C5], 2026)."""
    rightly_paired(system, NINE)
    genuine = Completion._exposable  # noqa: SLF001 - what all answers of the completion rest on

    def overlooking(self: Completion, positions: Any) -> Any:
        found = genuine(self, positions)
        return found if found is None or found.size < 2 else found[part]

    monkeypatch.setattr(Completion, "_exposable", overlooking)
    assert blamed(system) == components


def test_a_kernel_that_overlooks_some_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The barrier that it leads to does not hold."""
    rightly_paired("dutch-2026", NINE)
    overlook_one(monkeypatch)
    assert blamed("dutch-2026") == {Component.MATCHING}


# --- none of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [DUTCH_2026, DUTCH_2017], ids=EDITIONS)
def test_no_part_of_a_sound_engine_is_ever_named(text: Any) -> None:
    """Its pairing is compared with any other pairing of difficult rounds."""
    rng = random.Random(15)
    tried = 0
    while tried < 120:
        field = draw_field(rng, draw_tension(rng, (4, 12)))
        pairing = any_legal(rng, field)
        if pairing is None:
            continue
        try:
            own = tuple(text.round_rules(field).brackets())
        except NoLegalPairingError:
            continue
        found = diagnose(text, field, pairing, own)
        assert found.component is None, found
        tried += 1


def diagnose_first_round(system: str, pairing: Callable[[RoundPairing], RoundPairing]) -> str:
    """Return the diagnosis of a small event's first round, judged against another pairing."""
    prepared = engine_for(system).open(rightly_paired("dutch-2026", 8)[0])
    return str(prepared.round(1).diagnose(pairing(prepared.round(1).posted)))


def exchanged(pairing: RoundPairing) -> RoundPairing:
    """Exchange the opponents of the first two boards."""
    one, other, *rest = pairing.pairs
    return RoundPairing(pairs=(Pair(one.white, other.black), Pair(other.white, one.black), *rest), bye=pairing.bye)


HOLDS = (
    "in the bracket of 0 points the proof of the matching holds, and the costs of both candidates say what the "
    "criteria say."
)
NONE = "None of its parts (matching, packing, completion) can be shown to have failed: "


@pytest.mark.parametrize(
    ("system", "evidence"),
    [
        ("dutch-2026", HOLDS),
        ("dutch-2026/literal", "in the bracket of 0 points it walks through the candidates, without a matching."),
        ("clock-2012", "every matching that it asks for is proven, and it passed over no player."),
    ],
)
def test_a_fault_without_proof_is_not_claimed(system: str, evidence: str) -> None:
    """The sentence names the checks made instead."""
    assert diagnose_first_round(system, exchanged) == NONE + evidence


def test_a_pairing_spoilt_after_it_was_made_is_distinguished() -> None:
    """All parts made what is recorded."""
    evidence = "the pairing that it made is the recorded one, and was not what it gave out."
    assert diagnose_first_round("dutch-2026", lambda pairing: pairing) == NONE + evidence


def test_a_diagnosis_that_fails_leaves_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is at fault, whatever else it does."""
    event = rightly_paired("dutch-2017", NINE)[0]
    prepared = engine_for("dutch-2017").open(event)
    monkeypatch.setattr(Completion, "can_complete", lambda *_: False)

    def dizzy(*_: object) -> None:
        raise ZeroDivisionError("lost count")

    monkeypatch.setattr(type(prepared.round(2)), "diagnose", dizzy)
    finding = judge_round(prepared, 2, RoundContext(event="x"))
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert finding.sentence.endswith(
        "Which of its parts failed could not be found out (ZeroDivisionError: lost count)."
    )
