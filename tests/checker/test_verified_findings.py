"""A check puts its findings to the independent verifier; a finding that it does not confirm is our own fault."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checker.check import CheckOptions, check_event, check_file
from checker.findings import VerificationStatus, gather
from checker.records.run import RunHeader, make_record
from checker.reduction.situation import as_paired
from checker.suite.questions import load_suite
from checker.verdicts.verdict import ExitStatus, Verdict
from reference_engines.frame.systems import Resolution, engine_for
from reference_engines.misreadings import misreadings_of
from reports.formats.check_results import check_results
from reports.formats.junit import junit
from reports.formats.markdown import markdown
from reports.formats.sarif import sarif
from reports.html import render_html
from reports.sheet import render_sheets

if TYPE_CHECKING:
    from checker.records.run import RunRecord
    from reference_engines.frame.rules import Rules

EXAMPLES = Path(__file__).parents[2] / "examples"
WORDS = (
    "Verified independently: the expected pairing is legal, equal in brackets 1 to 3, and better by C12 (2.4.7) in "
    "bracket 4 (0 against 2)."
)


def check_example(name: str, *, verify: bool = True, system: str = "auto") -> RunRecord:
    """Check round 6 of an example."""
    options = CheckOptions(verify=verify, system=system, rounds=(6, 6))
    return make_record(RunHeader(program="test", version="0"), check_file(EXAMPLES / name, options))


class ChangedEngine(Resolution, frozen=True, kw_only=True):
    """The choice of an engine with a misreading, which passes for the edition."""

    rules: Rules

    @property
    def engine(self) -> Rules:
        """The changed engine."""
        return self.rules


@pytest.mark.parametrize("key", ["dutch-2026", "dutch-2017"])
@pytest.mark.parametrize(
    "identifier", ["colour-preference-left-out", "s2-from-the-end", "exchange-difference-left-out"]
)
def test_an_accusation_by_a_changed_engine_fails_the_run(key: str, identifier: str) -> None:
    """A round that is right is never called wrong: the finding is our own fault, and the run fails."""
    suite, rules = load_suite(key), engine_for(key)
    (misreading,) = (one for one in misreadings_of(rules) if one.identifier == identifier)
    question = next(one for one in suite.questions if identifier in one.shown)
    event = as_paired(suite.event(question), question.pairing)
    changed = ChangedEngine(edition=rules.edition, reason="", rules=misreading.rules(rules))
    selection = (question.round_number, question.round_number)
    for verify, verdict in ((False, None), (True, Verdict.REFERENCE_FAULT)):
        options = CheckOptions(rounds=selection, resolve=lambda *_: changed, as_declared=True, verify=verify)
        record = make_record(RunHeader(program="test", version="0"), check_event(event, options=options))
        (finding,) = record.events[0].rounds
        assert finding.verdict is (verdict or finding.verdict)
        assert record.exit_status is ExitStatus.DISCREPANCIES
        if verify:
            assert finding.verification is not None
            assert finding.verification.status is VerificationStatus.REFUSED
            assert finding.verification.sentence in finding.sentence
            assert "refused: the posted pairing is " in finding.sentence
        else:
            assert finding.verdict in (Verdict.WORSE, Verdict.LATER_IN_ORDER)


def test_a_confirmed_finding_is_marked_in_every_output() -> None:
    """Terminal, page, sheet, JUnit, SARIF and Markdown have the words; without the verifier there are none."""
    record, silent = check_example("harbour_open.trf"), check_example("harbour_open.trf", verify=False)
    assert record.events[0].rounds[0].verdict is silent.events[0].rounds[0].verdict is Verdict.WORSE
    results = check_results(record)
    pages = render_html(record), render_sheets(record), junit(results), sarif(results)
    for page in (*pages, markdown(results).replace("\\", "")):
        assert WORDS in page
    assert "Verified independently" not in render_html(silent)


def test_a_finding_of_another_system_is_not_verified() -> None:
    """The verdict stays, and the report says why the finding is not verified."""
    record = check_example("harbour_open.trf", system="dutch-2013")
    (finding,) = record.events[0].rounds
    assert finding.verdict is Verdict.WORSE
    assert finding.verification is not None
    assert finding.verification.status is VerificationStatus.NOT_POSSIBLE
    assert finding.verification.sentence == (
        "Not verified independently: the verifier follows dutch-2026 and dutch-2017 only."
    )


def test_a_round_that_is_right_is_not_put_to_the_verifier() -> None:
    """Only accusations are verified."""
    (found,) = gather(check_file(EXAMPLES / "harbour_open.trf", CheckOptions(verify=True, rounds=(1, 5))))
    assert [one.verification for one in found.rounds] == [None] * 5
