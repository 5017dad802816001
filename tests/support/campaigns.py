"""Small campaigns for tests: pairers named as ``callable:support.campaigns:...``, and events judged by hand."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.outcomes import EventOutcome, Failure, ProgramFinding, Score
from checker.campaigns.store import create_store
from checker.campaigns.work import run_campaign
from checker.programs.specs import open_program
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from pathlib import Path

    from checker.campaigns.grouping import ProgramSummary
    from checker.campaigns.store import Store
    from tournaments.model import Event

HERE = "callable:support.campaigns"
SMALL = (("players", "4..9"), ("rounds", "2..3"))
_FATAL_PLAYERS = 7
VERDICTS = {
    Score.OPEN: Verdict.AMBIGUOUS_RULE,
    Score.BOARD_ORDER: Verdict.BOARD_ORDER,
    Score.OUR_FAULT: Verdict.REFERENCE_FAULT,
    Score.UNCHECKED: Verdict.CRASH,
}


def honest(event: Event, round_number: int) -> RoundPairing:
    """Pair as the edition of 2026 asks."""
    return engine_for("dutch-2026").open(event).round(round_number).expected()


def behind(event: Event, round_number: int) -> RoundPairing:
    """Pair as the edition before asks."""
    return engine_for("dutch-2017").open(event).round(round_number).expected()


def changing(event: Event, round_number: int) -> RoundPairing:
    """Pair as the edition asks that the environment names; else the one before that of 2026."""
    return engine_for(os.environ.get("EDITION", "dutch-2017")).open(event).round(round_number).expected()


def team_honest(event: Event, round_number: int) -> RoundPairing:
    """Pair teams as the edition of 2026 asks."""
    return engine_for("team-2026").open(event).round(round_number).expected()


def team_reversing(event: Event, round_number: int) -> RoundPairing:
    """Reverse the colours of the first match in the second round."""
    pairing = team_honest(event, round_number)
    first, *others = pairing.pairs
    turned = (Pair(first.black, first.white), *others) if round_number == 2 else pairing.pairs
    return replace(pairing, pairs=turned)


def reversing(event: Event, round_number: int) -> RoundPairing:
    """Reverse the colours of the first board in the second round."""
    pairing = honest(event, round_number)
    first, *others = pairing.pairs
    turned = (Pair(first.black, first.white), *others) if round_number == 2 else pairing.pairs
    return replace(pairing, pairs=turned)


def upside_down(event: Event, round_number: int) -> RoundPairing:
    """Tell the last board first."""
    pairing = honest(event, round_number)
    return replace(pairing, pairs=pairing.pairs[::-1])


def despairing(_event: Event, round_number: int) -> RoundPairing:
    """Find no legal pairing in any round."""
    raise NoLegalPairingError(f"none in round {round_number}")


def stammering(event: Event, round_number: int) -> RoundPairing:
    """Tell the first pair twice."""
    pairing = honest(event, round_number)
    return replace(pairing, pairs=(*pairing.pairs, pairing.pairs[0]))


def faulty(event: Event, round_number: int) -> RoundPairing:
    """Answer with a pairing that no program can give, which our engine fails at, in the second round."""
    pairing = honest(event, round_number)
    return replace(pairing, pairs=(None,)) if round_number == 2 else pairing  # type: ignore[arg-type]  # which is the point


def fatal(event: Event, round_number: int) -> RoundPairing:
    """Take the whole process along when there are seven players."""
    if len(event.players) == _FATAL_PLAYERS:
        os._exit(1)
    return honest(event, round_number)


def configuration(*programs: str, direction: Direction = Direction.PAIR, seed: int = 1) -> Configuration:
    """Return a campaign of small events under the edition of 2026."""
    return Configuration(direction=direction, programs=programs, seed=seed, system="dutch-2026", axes=SMALL)


def store_of(path: Path, settings: Configuration, events: tuple[int, int] = (0, 12)) -> Store:
    """Make a store in which nothing is judged yet."""
    programs = [open_program(program) for program in settings.programs]
    try:
        return create_store(path, settings, [events], programs)
    finally:
        for program in programs:
            program.close()


def judge_campaign(
    path: Path, settings: Configuration, events: tuple[int, int] = (0, 12), *, workers: int = 0
) -> Store:
    """Make a store in which every event is judged."""
    store = store_of(path, settings, events)
    for _ in run_campaign(store, workers=workers):
        pass
    return store


def failed_event(index: int, *, players: int = 8, program: int = 0, **changes: object) -> EventOutcome:
    """Return the outcome of an event in which a program has paired the second of three rounds wrongly."""
    finding = ProgramFinding(
        program=program,
        round_number=2,
        score=Score.DISCREPANT,
        verdict=Verdict.WORSE,
        article="2.4.2",
        criterion="C12",
        shape="homogeneous bracket",
        sentence=f"Round 2 of event {index} is worse by C12.",
        answer_digest=f"digest {index}",
        discrepant_pairs=2,
    )
    score = changes.get("score", Score.DISCREPANT)
    finding = replace(finding, **{"verdict": VERDICTS.get(score, Verdict.WORSE)} | changes)
    return EventOutcome(index=index, players=players, rounds=3, pairs=12, asked=(3, 3), findings=(finding,))


def with_totals(program: ProgramSummary, **totals: int) -> ProgramSummary:
    """Return a program with other totals: events, rounds, discrepant, known, not_checked, open."""
    tally = program.tally
    checked = {name: totals[name] for name in ("events", "rounds") if name in totals}
    verdicts = ((Verdict.AMBIGUOUS_RULE, totals["open"]),) if "open" in totals else tally.verdicts
    tally = replace(
        tally,
        checked=replace(tally.checked, **checked),
        discrepancies=replace(tally.discrepancies, events=totals.get("discrepant", tally.discrepancies.events)),
        known=replace(tally.known, events=totals.get("known", tally.known.events)),
        not_checked=totals.get("not_checked", tally.not_checked),
        verdicts=verdicts,
    )
    return replace(program, tally=tally)


def failed(index: int, *, program: int = 0) -> EventOutcome:
    """Return an event at whose first round a program crashed."""
    failure = Failure(program=program, round_number=1, kind="failed", detail="signal 11")
    return EventOutcome(index=index, players=6, rounds=3, pairs=9, asked=(3, 3), failures=(failure,))


def agreed(index: int) -> EventOutcome:
    """Return an event without anything to object to."""
    return EventOutcome(index=index, players=9, rounds=3, pairs=12, asked=(3, 3))
