"""A newer program against an older one: what is new, what is the same, what is fixed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import agreed, configuration, failed, failed_event, store_of

from checker.campaigns.comparing import Change, ComparedProgram, Comparison, compare, difference
from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import EventOutcome, Score
from checker.causes.causes_finding import CauseGroup, CausesFinding, DescribedCause, RoundName
from checker.known_findings.entries import KnownFinding, KnownList
from checker.verdicts.verdict import ExitStatus

if TYPE_CHECKING:
    from pathlib import Path

ONE = "callable:support.campaigns:honest"
C12 = "dutch-2026 | discrepant | worse | C12 | homogeneous bracket"
C14 = C12.replace("C12", "C14")


def side(
    path: Path,
    *outcomes: EventOutcome,
    planned: int = 0,
    direction: Direction = Direction.PAIR,
    causes: tuple[tuple[str, ...], ...] = (),
) -> ComparedProgram:
    """Return a program with what was found; each group of causes explains the second round of one event, from 0."""
    groups = tuple(
        CauseGroup(
            members=tuple(
                DescribedCause(identifier=name, sentence=f"as if {name}", article="", kind="rule") for name in names
            ),
            explained=(RoundName(event=str(event), round_number=2),),
            contradicted=(),
            is_certain_of_record=True,
        )
        for event, names in enumerate(causes)
    )
    search = CausesFinding(
        discrepant=9, agreeing=0, agreeing_in_all=0, groups=groups, unexplained=(), tried=1, fitting=1, pairings=1
    )
    with store_of(path, configuration(ONE, direction=direction), (0, planned or len(outcomes))) as store:
        store.add(outcomes)
        return ComparedProgram(summary=summarise(store, {0: search} if groups else None), number=0)


def compared(old: ComparedProgram, new: ComparedProgram) -> Comparison:
    """Compare, and require that the two the other way round are fixed where they are new."""
    there, back = compare(old, new), compare(new, old)
    assert {one.identifier for one in back.of(Change.FIXED)} <= {one.identifier for one in there.of(Change.NEW)}
    return there


def changes(comparison: Comparison) -> list[tuple[str, str, int, int, int]]:
    """Return the rows, in their order."""
    return [
        (one.change.value, one.identifier, one.rounds_before, one.rounds_now, one.changed) for one in comparison.kinds
    ]


def test_kinds_are_new_the_same_or_fixed(tmp_path: Path) -> None:
    """The new ones come first; only they fail."""
    old = side(tmp_path / "a", failed_event(0), failed_event(1, criterion="C16"), agreed(2))
    new = side(tmp_path / "b", failed_event(0), agreed(1), failed_event(2, criterion="C14"))
    comparison = compared(old, new)
    assert changes(comparison) == [
        ("new", C14, 0, 1, 1),
        ("same", C12, 1, 1, 0),
        ("fixed", C12.replace("C12", "C16"), 1, 0, 1),
    ]
    assert comparison.status is ExitStatus.DISCREPANCIES
    assert compare(new, new).status is ExitStatus.CONSISTENT
    assert compare(old, side(tmp_path / "c", agreed(0), agreed(1), agreed(2))).status is ExitStatus.CONSISTENT


def test_a_version_without_searched_causes_is_compared_by_signatures(tmp_path: Path) -> None:
    """A cause that was searched for in one version alone is neither new nor fixed."""
    unsearched = side(tmp_path / "a", failed_event(0))
    searched = side(tmp_path / "b", failed_event(0), causes=(("some-cause",),))
    assert changes(compare(unsearched, searched)) == [("same", "some-cause", 1, 1, 0)]
    assert changes(compare(searched, unsearched)) == [("same", C12, 1, 1, 0)]


@pytest.mark.parametrize(
    ("now", "change"),
    [
        (failed_event(0), Change.SAME),
        (failed_event(0, criterion="C14"), Change.SAME),
        (failed_event(0, answer_digest="another"), Change.SAME),
        (failed_event(0, criterion="C14", answer_digest="another"), Change.NEW),
        (failed_event(1), Change.NEW),
    ],
    ids=["all alike", "same answer", "wrong alike", "wrong otherwise", "in another round"],
)
def test_without_a_cause_a_round_is_compared_with_itself(now: EventOutcome, change: Change, tmp_path: Path) -> None:
    """The same answer, or one that is wrong alike, in the same round of the same event."""
    rest = agreed(1) if now.index == 0 else agreed(0)
    comparison = compare(side(tmp_path / "a", failed_event(0), agreed(1)), side(tmp_path / "b", now, rest))
    assert [one.change for one in comparison.kinds if one.rounds_now] == [change]


def test_a_cause_is_the_same_in_whatever_rounds(tmp_path: Path) -> None:
    """Also where another of several causes with the same effect stands first."""
    old = side(tmp_path / "a", failed_event(0), agreed(1), causes=(("c14-left-out", "c14-reversed"),))
    new = side(
        tmp_path / "b",
        failed_event(0, answer_digest="x"),
        failed_event(1),
        causes=(("c14-reversed",), ("c14-reversed",)),
    )
    assert changes(compare(old, new)) == [("same", "c14-reversed", 1, 2, 0)]
    other = side(
        tmp_path / "c", failed_event(0, answer_digest="x", criterion="C14"), agreed(1), causes=(("c16-left-out",),)
    )
    assert changes(compared(old, other)) == [
        ("new", "c16-left-out", 0, 1, 1),
        ("fixed", "c14-left-out", 1, 0, 1),
    ]


@pytest.mark.parametrize(
    ("listed", "change", "status"),
    [
        (C12, Change.KNOWN, ExitStatus.CONSISTENT),
        (f"support.campaigns:honest | {C12}", Change.KNOWN, ExitStatus.CONSISTENT),
        (C14, Change.NEW, ExitStatus.DISCREPANCIES),
    ],
    ids=["of every program", "of this program", "another"],
)
def test_a_new_finding_on_the_list_is_known(listed: str, change: Change, status: ExitStatus, tmp_path: Path) -> None:
    """Another entry is gone, and covers nothing."""
    old, new = side(tmp_path / "a", agreed(0), agreed(1)), side(tmp_path / "b", failed_event(0), failed_event(1))
    comparison = compare(old, new, known_list(listed))
    assert changes(comparison) == [(change.value, C12, 0, 2, 2)]
    assert comparison.status is status


def test_the_unknown_rest_of_a_kind_is_new(tmp_path: Path) -> None:
    """The entry is of a signature, and the cause explains rounds of two."""
    old = side(tmp_path / "a", agreed(0), agreed(1))
    new = side(
        tmp_path / "b", failed_event(0), failed_event(1, criterion="C14"), causes=(("c14-left-out",), ("c14-left-out",))
    )
    assert changes(compare(old, new, known_list(C12))) == [("new", "c14-left-out", 0, 2, 1)]
    assert changes(compare(old, new, known_list(C12, C14))) == [("known", "c14-left-out", 0, 2, 2)]


def test_findings_that_were_not_compared_are_not_gone(tmp_path: Path) -> None:
    """An entry that covers only what the older version does as well is not gone either."""
    both = side(tmp_path / "a", failed_event(0))
    comparison = compare(both, both, known_list(C12))
    assert changes(comparison) == [("same", C12, 1, 1, 0)]
    assert comparison.status is ExitStatus.CONSISTENT
    more = side(tmp_path / "b", failed_event(0), failed_event(1, criterion="C14"))
    assert compare(both, more, known_list(C14)).status is ExitStatus.CONSISTENT
    assert compare(more, both, known_list(C14)).status is ExitStatus.DISCREPANCIES


def known_list(*signatures: str) -> KnownList:
    """Return a list of known findings."""
    return KnownList(
        source="known.toml", entries=tuple(KnownFinding(reason="known", signature=one) for one in signatures)
    )


def test_rounds_of_programs_own_events_have_nothing_in_common(tmp_path: Path) -> None:
    """There only what is alike is compared."""
    old = side(tmp_path / "a", failed_event(0), agreed(1), direction=Direction.GENERATE)
    new = side(tmp_path / "b", agreed(0), failed_event(1, answer_digest="x"), direction=Direction.GENERATE)
    assert changes(compare(old, new)) == [("same", C12, 1, 1, 0)]


def test_unasked_and_unanswered_events_do_not_pass(tmp_path: Path) -> None:
    """A question that only the older program answered; a question without either answer does not count."""
    old = side(tmp_path / "a", agreed(0), agreed(1))
    assert compare(old, side(tmp_path / "b", agreed(0), failed(1))).status is ExitStatus.NOT_CHECKED
    both = side(tmp_path / "c", agreed(0), failed(1))
    assert compare(both, both).status is ExitStatus.CONSISTENT
    assert compare(old, side(tmp_path / "d", agreed(0), planned=2)).status is ExitStatus.NOT_CHECKED
    assert compare(old, side(tmp_path / "e", failed_event(0, score=Score.OUR_FAULT))).status is ExitStatus.DISCREPANCIES


def test_only_events_that_both_were_asked_about_are_compared(tmp_path: Path) -> None:
    """Findings of other events are neither new nor fixed."""
    old = side(tmp_path / "a", agreed(0), agreed(1))
    new = side(tmp_path / "b", agreed(0), agreed(1), failed_event(2))
    assert (compare(old, new).events, compare(old, new).kinds) == (2, ())
    assert (compare(new, old).events, compare(new, old).kinds) == (2, ())


def test_campaigns_that_ask_otherwise_differ() -> None:
    """The programs and their time may differ."""
    one = configuration(ONE)
    assert difference(one, replace(one, programs=("other",), time_limit=3.0)) == ""
    assert difference(one, replace(one, seed=2)) == "seed is 2 and was 1"
    assert difference(one, replace(one, axes=())) != ""


def test_two_runs_of_the_same_files_ask_about_the_same_events() -> None:
    """Each run draws a seed, which decides nothing where the events are chosen."""
    one = replace(configuration(ONE), chosen="digest of the files")
    assert difference(one, replace(one, seed=2)) == ""
    assert difference(one, replace(one, chosen="digest of other files")).startswith("chosen is ")
    assert difference(one, replace(one, chosen="")).startswith("chosen is ")
