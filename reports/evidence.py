"""
A bundle of evidence as files: the page to read, facts for machines, records, and a script that checks them again.

Every file is a function of facts and stores alone, so that the page can be made again from them and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import to_builtins

from checker.campaigns.explaining import explains
from checker.campaigns.grouping import EVENTS_PER_DISCREPANCY, MOST_DISCREPANCIES, CampaignSummary, Met
from checker.evidence.answering import WHAT, EvidenceAnswer, command_of, concluded, fe1_of, vcl_of
from checker.evidence.bundle import FACTS, PAGE, README, SCRIPT, SUMS
from checker.evidence.facts import (
    EXAM_EVENTS,
    EvidencePart,
    Facts,
    PartFacts,
    State,
    Unit,
    summary_without_folders,
)
from checker.verdicts.verdict import Outcome
from reports.campaign_lines import campaign_lines
from reports.dossier import sums_of
from reports.html import BADGES, render_template
from tournaments.problems import counted_noun, counted_thousands
from tournaments.safe_text import escape_line

_RESULT_BADGES = {
    Met.MET: BADGES[Outcome.CONSISTENT],
    Met.NOT_MET: BADGES[Outcome.DISCREPANT],
    Met.TOO_FEW: BADGES[Outcome.UNCHECKED],
    Met.NOT_TOLD: BADGES[Outcome.UNCHECKED],
    State.DONE: BADGES[Outcome.CONSISTENT],
    State.UNFINISHED: BADGES[Outcome.UNCHECKED],
    State.NOT_DONE: BADGES[Outcome.UNCHECKED],
}
"""Style and sign of a result, and of a part."""
_QUALITY = {EvidenceAnswer.MET: "good", EvidenceAnswer.NOT_MET: "bad", EvidenceAnswer.OPEN: "doubt"}
_LISTED = 40
"""Kinds of finding that the page tells; the records have all."""
_SECONDS_IN_A_MINUTE, _SECONDS_IN_AN_HOUR = 60, 3600


def render_evidence(facts: Facts) -> str:
    """Return the page of a bundle."""
    conclusion = concluded(facts)
    quality = _QUALITY[conclusion.answer]
    if quality == "good" and (conclusion.missing or conclusion.against):
        quality = "doubt"
    return render_template(
        "evidence.html.j2",
        facts=facts,
        conclusion=conclusion,
        quality=quality,
        what=WHAT,
        units=tuple(Unit),
        result_badges=_RESULT_BADGES,
        fe1=fe1_of(facts),
        vcl=vcl_of(facts),
        command_of=lambda part: command_of(facts, part),
        kinds=facts.kinds[:_LISTED],
        more_kinds=max(0, len(facts.kinds) - _LISTED),
        duration=format_duration,
        most=MOST_DISCREPANCIES,
        per=EVENTS_PER_DISCREPANCY,
        exam_events=EXAM_EVENTS,
        came_to=came_to,
        searched=[part.value for part in EvidencePart if part.direction and explains(part.direction)],
        people=people_in(facts),
    )


def came_to(part: PartFacts) -> str:
    """Describe the results of one part."""
    if part.state is State.NOT_DONE:
        return f"because {part.why}"
    if part.suite or part.exam:
        asked = part.right + part.wrong + part.unanswered
        unanswered = f", {part.unanswered} not answered" if part.unanswered else ""
        return f"{part.right} of {asked} right, {part.wrong} wrong{unanswered}"
    counts = part.counts
    if counts is None:
        return part.why or "nothing yet"
    failed = f", {counted_noun(counts.failed_events, 'event')} with a failure" if counts.failed_events else ""
    failed += f", no event made from {counted_noun(counts.unmade, 'seed')}{_ways(part)}" if counts.unmade else ""
    unchecked = f", {counted_noun(counts.unchecked, 'question')} not judged" if counts.unchecked else ""
    readings = f", {counted_noun(counts.open_rounds, 'round')} right by another reading" if counts.open_rounds else ""
    done = (
        f"{counts.judged:,} of {counted_thousands(counts.planned, 'event')}" if counts.judged < counts.planned else ""
    )
    found = f"{counted_noun(counts.discrepant_events, 'discrepant event')} in {counts.events:,}"
    if not counts.events:
        found = "not yet known"
    return f"{done + ': ' if done else ''}{found}{failed}{unchecked}{readings}"


def _ways(part: PartFacts) -> str:
    """`` (2 exit status 1, 1 exceeded its time)``."""
    ways = ", ".join(f"{one.seeds} {one.how}" for one in part.unmade)
    return f" ({ways})" if ways else ""


def format_duration(seconds: int) -> str:
    """``1 h 05 min``, ``3 min 20 s``, ``12 s``."""
    hours, rest = divmod(seconds, _SECONDS_IN_AN_HOUR)
    minutes, left = divmod(rest, _SECONDS_IN_A_MINUTE)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {left:02d} s" if minutes else f"{left} s"


# --- files -----------------------------------------------------------------------------------------------------------


def record_of(summary: CampaignSummary, version: str) -> str:
    """Return the record of a part: the lines of a campaign, without folders of this machine."""
    return "".join(campaign_lines(summary_without_folders(summary), version=version))


def bundle_of(facts: Facts, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all files of a bundle by name: the given files, the page, facts, script and hashes."""
    all_files = dict(files) | {
        PAGE: render_evidence(facts).encode("utf-8", "backslashreplace"),
        FACTS: (json.dumps(to_builtins(facts), indent=1) + "\n").encode(),
        README: _readme(facts).encode("utf-8", "backslashreplace"),
        SCRIPT: _SCRIPT.encode(),
    }
    return all_files | {SUMS: sums_of(all_files)}


def evidence_text(facts: Facts) -> str:
    """Return the text that is printed at the end."""
    conclusion = concluded(facts)
    lines = [
        f"{facts.program.name} {facts.program.version}".rstrip() + f", {facts.edition.key}: {conclusion.answer.value}"
    ]
    lines += [f"  {WHAT[part.part]}: {part.state.value}, {came_to(part)}" for part in facts.parts]
    lines += [f"  against: {sentence}" for sentence in conclusion.against]
    lines += [f"  missing: {sentence}" for sentence in conclusion.missing]
    return "".join(f"{escape_line(line)}\n" for line in lines)


def people_in(facts: Facts) -> str:
    """Describe the personal data in the bundle."""
    theirs = "in events of the program's generator names are replaced" if facts.is_anonymous else ""
    return f"All people in events of ours are invented; {theirs or _AS_MADE}."


def _readme(facts: Facts) -> str:
    return _ABOUT.format(text=evidence_text(facts), people=people_in(facts))


_AS_MADE = "events of the program's generator are as it made them (--anonymise replaces names)"
_ABOUT = """\
Evidence for an endorsement. Read index.html.

{text}
What lies here:
  index.html      the page to read
  evidence.json   all of it for machines
  records/        every event that was judged, with what was found in it
  dossiers/       what shows a discrepancy, a folder each; reproduce.sh finds the program on the PATH
  own-events/     events of the program's generator in which something was found
  verify.sh       checks the hashes and recomputes what can be recomputed; needs Pairproof
  SHA256SUMS      hashes of the other files (sha256sum -c SHA256SUMS)

{people}
"""
_SCRIPT = """\
#!/bin/sh
# Checks this bundle: the hashes of its files, then everything that can be recomputed.
# With a program, as in 'pairproof program info PROGRAM', it is asked again about a sample of the events:
#   ./verify.sh bbp6=./bbpPairings.exe
# Ends in 0 if everything matches, in 1 if something does not, in 2 if something could not be recomputed.
cd -- "$(dirname -- "$0")" || exit 2
sha256sum -c --quiet SHA256SUMS || exit 1
if ! command -v pairproof > /dev/null; then echo "pairproof is not on the PATH: install it first"; exit 2; fi
if [ $# -gt 0 ]; then exec pairproof endorse verify . --program "$@"; fi
exec pairproof endorse verify .
"""
