"""Facts of a bundle: those of a program that is always right, and those with every possible detail."""

from __future__ import annotations

from dataclasses import replace

from support.evidence import counts
from support.runs import INJECTION

from checker.campaigns.grouping import ExamRow
from checker.evidence.facts import (
    DecidedFacts,
    Discrepancy,
    Drawn,
    EditionFacts,
    EndorsementProcedure,
    EvidencePart,
    Facts,
    GeneratorProbe,
    Hashed,
    Kind,
    MachineFacts,
    NotAnswered,
    PartFacts,
    Plan,
    ProgramFacts,
    Range,
    SampledEvent,
    State,
    Unmade,
)
from checker.suite.marks import ArticleMarks

SIGNATURE = "Mine | dutch-2026 | discrepant | worse | C12"


def part(which: EvidencePart, **changes: int | None) -> PartFacts:
    """Return a direction that is done."""
    return PartFacts(part=which, state=State.DONE, counts=counts(**changes), record=f"records/{which.value}.jsonl")


def facts(*parts: PartFacts, **changes: object) -> Facts:
    """Return facts of a program that does everything rightly, with other parts."""
    usual = {
        EvidencePart.SUITE: PartFacts(
            part=EvidencePart.SUITE,
            state=State.DONE,
            suite=(ArticleMarks(article="2.4.2", title="met before", right=4, wrong=0, unanswered=0),),
        ),
        EvidencePart.EXAM: replace(
            part(EvidencePart.EXAM),
            exam=(ExamRow(planted="clean", events=9, right=9, missed=0, false_alarms=0, wrong_round=0),),
        ),
        **{which: part(which) for which in (EvidencePart.PAIR, EvidencePart.JUDGE, EvidencePart.GENERATE)},
    }
    usual |= {one.part: one for one in parts}
    found = Facts(
        format="pairproof-evidence",
        format_version=1,
        pairproof="0.1.0",
        product_sha256="0" * 64,
        plan=Plan(
            spec="mine.toml",
            system="dutch-2026",
            procedure=EndorsementProcedure.OLD,
            events=5000,
            seed=1,
            profile="endorsement",
        ),
        program=ProgramFacts(
            name="Mine",
            version="2",
            pairs="mine -p",
            checks="mine -c",
            generates="mine -g",
            standings=True,
            systems=("dutch-2026",),
            files=(Hashed(name="mine", sha256="1" * 64),),
        ),
        edition=EditionFacts(key="dutch-2026", title="Dutch", source="C.04.3", in_force="from 2026-02-01"),
        machine=MachineFacts(kind="x86_64", processor="", cores=2, system="Linux", python="3.11"),
        parts=tuple(usual.values()),
        drawn=Drawn(ranges=(), looked_at=0, decided=(), sample=()),
        probe=GeneratorProbe(events=5, different=5),
    )
    return replace(found, **changes)


def kind(**changes: object) -> Kind:
    """Return findings alike, classed and reported."""
    found = Kind(
        part=EvidencePart.PAIR,
        signature=SIGNATURE,
        score="discrepant",
        events=1,
        rounds=1,
        pairs=2,
        smallest=7,
        sentence="Round 2 is worse by C12.",
        classed="candidate",
        link="https://example.org/7",
    )
    return replace(found, **changes)


def discrepancy(**changes: str) -> Discrepancy:
    """Return a round that is discrepant."""
    found = Discrepancy(
        part=EvidencePart.PAIR,
        event=7,
        players=9,
        round_number=2,
        verdict="worse",
        decided="C12",
        sentence="Round 2 is worse by C12.",
        signature=SIGNATURE,
    )
    return replace(found, **changes)


def everything() -> Facts:
    """Return facts with something in every part of the page, and hostile words wherever others have a say."""
    one = discrepancy(sentence=INJECTION * 3, dossier="dossiers/pair-7-round-2")
    failure = NotAnswered(
        part=EvidencePart.PAIR, kind="crashed", questions=2, events=1, smallest=3, detail=INJECTION + "x" * 200
    )
    unmade = Unmade(how="exit status 1", seeds=2, first=4, detail=INJECTION + "x" * 200)
    found = facts(
        replace(part(EvidencePart.GENERATE, judged=5002, unmade=2), unmade=(unmade,)),
        part(EvidencePart.PAIR, discrepant_events=1, discrepant_rounds=1, discrepant_pairs=2),
        replace(part(EvidencePart.JUDGE, judged=3, events=3), state=State.UNFINISHED),
        PartFacts(part=EvidencePart.SUITE, state=State.NOT_DONE, why="there is none"),
        kinds=(kind(signature=INJECTION), kind(classed="", link="javascript:alert(1)")),
        discrepancies=(
            one,
            replace(one, dossier="", no_dossier="it is about a rank order"),
            replace(one, part=EvidencePart.EXAM, dossier="dossiers/exam-7-rank-order", round_number=0),
        ),
        failures=(failure,),
        drawn=Drawn(
            ranges=(Range(name="players", least=15, median=80, most=215),),
            looked_at=500,
            decided=(DecidedFacts(name="C12", meaning="colours", rounds=0),),
            sample=(SampledEvent(event=0, sha256="2" * 64),),
        ),
    )
    return replace(found, program=replace(found.program, name=INJECTION, version=INJECTION))
