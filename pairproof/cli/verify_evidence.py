"""``pairproof endorse verify``: a bundle compared with its recomputed facts."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING

from checker.evidence.bundle import FACTS, PAGE, README, SCRIPT, BundleError, product_sha256, read_bytes, read_facts
from checker.evidence.recomputing import Recomputing, ask_again, recomputed
from checker.evidence.verifying import (
    Compared,
    Match,
    compared,
    hashes_compared,
    judge_bundle,
    proofs_compared,
    records_compared,
)
from checker.programs.program import select_system
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.program import PROGRAM_HELP, opened, require_systems
from pairproof.cli.progress import StatusLine
from random_tournaments.settings import SettingError
from reports.evidence import bundle_of
from tournaments import __version__
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from checker.evidence.facts import Facts

SAMPLED = 20
"""Events and answers of each part that are recomputed, spread evenly, unless all are asked for."""


_CONCLUSIONS = {
    ExitStatus.CONSISTENT: "Everything that was recomputed matches.",
    ExitStatus.DISCREPANCIES: "The bundle differs from what was recomputed.",
    ExitStatus.NOT_CHECKED: "What was recomputed matches; not everything could be.",
}


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of the check."""
    parser.add_argument("--program", metavar="PROGRAM", help=f"verify: ask it again ({PROGRAM_HELP})")
    parser.add_argument(
        "--all",
        dest="verifies_all",
        action="store_true",
        help=f"verify: recompute all events and answers, not {SAMPLED} of each part",
    )


def verify(folder: Path, *, program: str | None, samples: int | None) -> int:
    """Compare a bundle with its recomputed facts, and print the differences."""
    if not (folder / FACTS).is_file():
        raise CommandError(f"{folder} holds no bundle: there is no {FACTS}", ExitStatus.USAGE)
    found = []
    for one in _compared(folder, program, samples):
        found.append(one)
        sys.stdout.write(escape_line(f"{one.match.value:<14}  {one.what}: {one.said}") + "\n")
    status = judge_bundle(found).status
    sys.stdout.write(f"{_CONCLUSIONS[status]}\n")
    return status


def _compared(folder: Path, spec: str | None, samples: int | None) -> Iterator[Compared]:
    yield hashes_compared(folder)
    try:
        facts = read_facts(folder)
        require_systems([facts.plan.system])
    except (BundleError, CommandError) as error:
        yield Compared(what="facts", match=Match.OTHER, said=str(error))
        return
    yield _product(facts)
    yield _pages(folder, facts)
    yield from proofs_compared(folder)
    yield from records_compared(folder, facts)
    with StatusLine() as status_line:
        work = Recomputing(folder=folder, facts=facts, most=samples, see=status_line.note)
        try:
            yield from recomputed(work)
            if spec:
                with closing(opened(spec)) as program:
                    yield from ask_again(work, select_system(program, facts.plan.system))
        except SettingError as error:
            yield Compared(what="plan", match=Match.OTHER, said=str(error))


def _product(facts: Facts) -> Compared:
    """Say whether the same Pairproof made it: another one may draw other events."""
    if facts.product_sha256 == product_sha256():
        return Compared(what="Pairproof", match=Match.SAME, said=f"version {__version__}, built alike")
    said = (
        f"made by version {facts.pairproof}, here is {__version__}, built otherwise: what follows may differ for that"
    )
    return Compared(what="Pairproof", match=Match.NOT_DONE, said=said)


def _pages(folder: Path, facts: Facts) -> Compared:
    """Make the pages again from the facts."""
    made, differences = bundle_of(facts, {}), []
    for name in (PAGE, README, SCRIPT):
        try:
            if read_bytes(folder, name) != made[name]:
                differences.append(f"{name} says something else than {FACTS}")
        except BundleError as error:
            differences.append(str(error))
    if differences and facts.product_sha256 != product_sha256():
        return Compared(what="pages", match=Match.NOT_DONE, said="they were made by another Pairproof")
    return compared("pages", differences, f"{PAGE}, {README}, {SCRIPT}")
