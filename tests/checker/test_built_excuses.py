"""No wrong round passes because another fact than the file declares would make it right: built from scratch."""

from __future__ import annotations

import pytest
from support.built_excuses import SYSTEMS, BuiltEvent, Kind, built_events, can_express, check_text
from support.samples import sample

from checker.verdicts.verdict import ExitStatus, Verdict
from checker.verdicts.verdict import Outcome as Meaning

EXPRESSIBLE = [(system, kind) for system in SYSTEMS for kind in Kind if can_express(system, kind)]
SAMPLE, ALL = sample(1, exploring=2), 20


def passed(built: BuiltEvent, *, with_colour_and_rounds: bool) -> str:
    """
    Return in a line how a wrong round passed the check; empty if every wrong round is named as discrepant.

    A file whose system has no code for field 192 cannot deny an acceleration. Where two rounds agree with one alone,
    these rounds may rest on it; the status is that of what could not be checked.
    """
    checked = check_text(built.text(with_colour_and_rounds=with_colour_and_rounds), built.name)
    verdicts = {number: checked.rounds[number].verdict for number in built.wrong_rounds if number in checked.rounds}
    meanings = {verdict.outcome for verdict in verdicts.values()}
    is_named = len(verdicts) == len(built.wrong_rounds)
    if is_named and meanings == {Meaning.DISCREPANT} and checked.exit_status is ExitStatus.DISCREPANCIES:
        return ""
    supported = len(built.wrong_rounds) > 1 and not built.contradicted and not built.event.system.code
    if supported and is_named and set(verdicts.values()) == {Verdict.UNDECLARED_FACT} and checked.exit_status:
        return ""
    told = ", ".join(f"round {number} {verdict.value}" for number, verdict in verdicts.items())
    fields = "with" if with_colour_and_rounds else "without"
    return f"{built.name} {fields} 142 and 152: {told}, exit status {checked.exit_status.value}"


@pytest.mark.parametrize(("system", "kind"), EXPRESSIBLE, ids=lambda value: getattr(value, "value", value))
def test_no_excuse_replaces_what_the_file_declares(system: str, kind: Kind) -> None:
    """Nor where number of rounds and initial colour are not declared, as of every other event."""
    events = built_events(system, kind, SAMPLE, attempts=1)
    assert len(events) == SAMPLE
    first = EXPRESSIBLE.index((system, kind))
    failures = [passed(built, with_colour_and_rounds=bool(place % 2)) for place, built in enumerate(events, first)]
    assert not any(failures), "\n".join(filter(None, failures))


@pytest.mark.slow
@pytest.mark.parametrize(("system", "kind"), EXPRESSIBLE, ids=lambda value: getattr(value, "value", value))
def test_no_excuse_of_many_replaces_what_the_file_declares(system: str, kind: Kind) -> None:
    """Twenty events of each kind, every other one without 142 and 152."""
    events = built_events(system, kind, ALL)
    assert len(events) == ALL
    failures = [passed(built, with_colour_and_rounds=bool(place % 2)) for place, built in enumerate(events)]
    assert not any(failures), "\n".join(filter(None, failures))
