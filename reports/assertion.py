"""Why an assertion that a program pairs rightly does not hold: each cause with one argued round and its command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path

from checker.campaigns.dossier import dossier_of
from checker.campaigns.grouping import CampaignSummary, CauseRow
from checker.campaigns.outcomes import EventOutcome, KeptEventAnswer, ProgramFinding, Score
from checker.campaigns.store import Store
from checker.causes.causes_finding import describe_figures
from checker.errors import TaskError
from checker.findings import Participant
from checker.verdicts.consequence import RunJudgement
from checker.verdicts.phrases import Roster
from reference_engines.frame.results import RoundPairing
from reports.campaign import conclusion
from reports.causes import describe_cause, describe_doubts
from reports.words import known_lines
from tournaments.problems import counted_noun
from tournaments.ranked_participants import RankedParticipant, list_ranked
from tournaments.safe_text import escape_line

_NO_FAILURE = frozenset({Score.OPEN, Score.BOARD_ORDER})
_MAX_ROWS = 8
"""Games that differ and are shown; the others are counted."""
_FAILURES = 3
"""Unanswered questions that are listed; the others are counted."""


def pairing_columns(
    answer: RoundPairing,
    correct: RoundPairing,
    participants: Iterable[RankedParticipant | Participant],
    heading: str = "answered",
) -> Iterator[str]:
    """Yield the games in which an answer, or a posted pairing, and the correct pairing differ, side by side."""
    roster = Roster({participant.tpn: participant.name for participant in participants})
    left, right = (
        [
            *(roster.describe_game(pair) for pair in own.pairs if pair not in other.pairs),
            *([f"bye: {roster.describe_player(own.bye)}"] if own.bye is not None and own.bye != other.bye else []),
        ]
        for own, other in ((answer, correct), (correct, answer))
    )
    rows = [(heading, "correct"), *zip_longest(left, right, fillvalue="")]
    width = max(len(row[0]) for row in rows[: _MAX_ROWS + 1])
    yield from (f"    {row[0]:<{width}}   {row[1]}".rstrip() for row in rows[: _MAX_ROWS + 1])
    if len(rows) > _MAX_ROWS + 1:
        yield f"    and {counted_noun(len(rows) - _MAX_ROWS - 1, 'more game')}"


def assertion_text(summary: CampaignSummary, judgement: RunJudgement, store: Store, *, names_store: bool) -> str:
    """
    Explain why a campaign does not pass, cause by cause, without known findings.

    ``store`` is the store of the campaign; ``names_store`` if it stays, so that a command can show its findings.
    """
    argue = partial(_argue, store=store, names_store=names_store)
    settings = summary.configuration
    chosen = "chosen events" if settings.chosen else f"{settings.profile} events, seed {settings.seed}"
    lines = [f"{conclusion(summary)} Asked by {settings.system}, {chosen}."]
    lines += () if judgement.failures else judgement.doubts
    for one in summary.again:
        lines += _describe_kept_event(one)
    lines += _failures(summary.outcomes)
    lines += known_lines(summary.known) if summary.known and summary.known.is_stale else ()
    for row in summary.causes:
        if row.is_against and row.known is None:
            lines += _describe_cause(row, summary, argue)
    lines += [
        sentence for _, search in summary.searches for sentence in describe_doubts(search, summary.configuration.system)
    ]
    for group in summary.groups:
        if group.unexplained and group.known is None and group.example.score not in _NO_FAILURE:
            lines.append(
                f"{counted_noun(group.unexplained, 'round')} alike, which no cause explains [{group.signature}]:"
            )
            lines += argue(group.example)
    return "\n".join(escape_line(line) for line in lines)


def _describe_kept_event(answer: KeptEventAnswer) -> Iterator[str]:
    """Tell a kept event that the program still gets wrong."""
    if answer.failure:
        yield f"Kept event {answer.name}, not answered: {answer.failure}"
    elif answer.findings and answer.known is None:
        yield f"Kept event {answer.name}. {' '.join((answer.findings[0].sentence or answer.findings[0].where).split())}"
    else:
        return
    yield f"  Shown by: {answer.command}"


def _failures(outcomes: Sequence[EventOutcome]) -> Iterator[str]:
    failed = [(outcome.index, failure) for outcome in outcomes for failure in outcome.failures]
    for index, failure in failed[:_FAILURES]:
        where = f", round {failure.round_number}" if failure.round_number else ""
        yield f"Event {index}{where}, not answered: {failure.kind}{f' ({failure.detail})' if failure.detail else ''}"
    if len(failed) > _FAILURES:
        yield f"and {counted_noun(len(failed) - _FAILURES, 'other question')} not answered"


def _describe_cause(
    row: CauseRow, summary: CampaignSummary, argue: Callable[[ProgramFinding], Iterator[str]]
) -> Iterator[str]:
    search = dict(summary.searches)[row.program]
    name = row.cause.first.identifier
    events = counted_noun(row.events, "event")
    cause = describe_cause(row.cause, summary.configuration.system)
    yield f"{cause} [{name}]: {describe_figures(row.cause, search)}, in {events}:"
    yield from argue(min(row.findings, key=lambda finding: finding.size))


def _argue(finding: ProgramFinding, store: Store, *, names_store: bool) -> Iterator[str]:
    """Yield the sentence on a finding, the games that differ, and the command that shows it again."""
    yield f"  Event {finding.event_number}. {' '.join((finding.sentence or finding.where).split())}"
    with suppress(TaskError):
        dossier = dossier_of(store, finding, None)
        if dossier.answered is not None and dossier.ours is not None:
            yield from pairing_columns(dossier.answered, dossier.ours, list_ranked(dossier.before))
    if names_store:
        words = ("pairproof", "campaign", "show", str(store.path), str(finding.event_number))
        yield f"  Shown by: {_describe_python_path(store)}{shlex.join(words)}"


def _describe_python_path(store: Store) -> str:
    """Return the setting of a shell with which the module of a function is found; empty if none is needed."""
    kind, _, place = store.programs[0].spec.partition(":")
    module = sys.modules.get(place.partition(":")[0]) if kind == "callable" else None
    file = getattr(module, "__file__", None)
    if module is None or file is None:
        return ""
    folder = Path(file).parents[module.__name__.count(".")]
    if folder == Path.cwd() or folder.is_relative_to(sys.prefix):
        return ""
    shown = folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
    return f"PYTHONPATH={shlex.quote(str(shown))} "
