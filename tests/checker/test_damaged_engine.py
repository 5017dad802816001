"""Rightly paired events against an engine of ours that was damaged on purpose: the fault must be found to be ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from support.trf import played

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding, tally
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Verdict
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event


@dataclass(frozen=True)
class DamagedEngine:
    """Pairs by an edition, but exchanges the opponents of the first two boards in one round."""

    genuine: Rules
    damaged_round: int

    @property
    def edition(self) -> Edition:
        """The edition that it claims to follow."""
        return self.genuine.edition

    def open(self, event: Event) -> PreparedEvent:
        """Prepare an event one round of which has a spoilt pairing, and an assessment that is not spoilt."""
        prepared = self.genuine.open(event)
        damaged = prepared.round(self.damaged_round)
        pairing = damaged.expected()
        one, other, *rest = pairing.pairs
        spoilt = (Pair(one.white, other.black), Pair(other.white, one.black), *rest)
        damaged.__dict__["expected"] = lambda: RoundPairing(pairs=spoilt, bye=pairing.bye)
        return prepared


@dataclass(frozen=True)
class Taken:
    """The damaged engine is taken for every event."""

    engine: DamagedEngine
    reason: str = "It is being tested."
    contradiction: str = ""

    @property
    def edition(self) -> Edition:
        """The edition of the engine."""
        return self.engine.edition


@pytest.mark.parametrize("damaged_round", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_damaged_engine_is_found_out_by_rightly_paired_events(seed: int, damaged_round: int) -> None:
    """In the damaged round, and only there, the recorded pairing beats ours; the run fails."""
    event = played(players=12, rounds=3, seed=seed)
    engine = engine_for("dutch-2026")
    taken = Taken(DamagedEngine(engine, damaged_round))  # type: ignore[arg-type]  # it is the Dutch engine
    entries = list(check_event(event, options=CheckOptions(resolve=lambda _event, _key="auto": taken)))
    verdicts = {finding.round_number: finding.verdict for finding in entries if isinstance(finding, RoundFinding)}
    assert verdicts.pop(damaged_round) is Verdict.REFERENCE_FAULT
    assert set(verdicts.values()) == {Verdict.AGREE}
    assert judge_run(tally(entries)).status is ExitStatus.DISCREPANCIES
