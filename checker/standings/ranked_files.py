"""The standings of the events in files: ranked by C.07, and compared with the values that a program exported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.verdicts.consequence import Consequence, RunJudgement, judge
from reference_engines.frame.systems import as_ranked, resolve
from standings.rank_comparison import compare_values, parse_values
from standings.ranking import rank
from standings.rules import TooEarlyError, determine_rules
from standings.tie_break_lists import POINTS_ONLY, TieBreakList, collect_remarks, read_declared_lists
from standings.wording import describe_edition
from tournaments.frozen import FrozenStruct
from tournaments.problems import ProblemSeverity, counted_noun, problem_lines
from tournaments.ranked_participants import participant_noun
from tournaments.regular_files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from standings.rank_comparison import Disagreement
    from standings.ranking import Standings
    from standings.rules import TieBreakEdition
    from tournaments.model import Event
    from tournaments.trf.reading import ParseResult


class RankedFile(FrozenStruct, frozen=True, kw_only=True):
    """The standings of the event in a file, or the reason why there are none."""

    source: str
    event: Event | None = None
    standings: Standings | None = None
    edition: str = ""
    """The edition of C.07, and why it applies."""
    tie_breaks: TieBreakList = POINTS_ONLY
    follows_file: bool = True
    """Whether the event is ranked by the tie-breaks of the file and the edition of its date."""
    notes: tuple[str, ...] = ()
    refusal: str = ""
    """The reason why the event is not ranked; empty if it is ranked."""
    wrong_values: tuple[Disagreement, ...] = ()
    compared: int = 0
    """How many recorded values were compared."""

    @property
    def is_complete(self) -> bool:
        """Whether the list was applied to its end."""
        return self.standings is not None and self.standings.obstacle is None


def rank_file(
    reading: ParseResult, file: str, requested: TieBreakList | None = None, edition: TieBreakEdition | None = None
) -> RankedFile:
    """Rank the event of a file by the requested list and edition, or else by its own, or say why it is not ranked."""
    if reading.event is None:
        errors = problem_lines(problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        return RankedFile(source=file, refusal="\n".join(errors))
    event = as_ranked(reading.event)
    if not event.rounds_recorded:
        return RankedFile(source=file, event=event, refusal="Nothing to rank by: the file records no round.")
    declared = read_declared_lists(event)
    tie_breaks = requested or next(iter(declared), POINTS_ONLY)
    try:
        rules = determine_rules(event, edition=edition)
    except TooEarlyError as error:
        return RankedFile(
            source=file, event=event, tie_breaks=tie_breaks, refusal=f"Not ranked: {error}; name one with --edition."
        )
    standings = rank(event, tie_breaks.codes, rules)
    return RankedFile(
        source=file,
        event=event,
        standings=standings,
        edition=describe_edition(event, rules.edition, is_asked_for=edition is not None),
        tie_breaks=tie_breaks,
        follows_file=requested is None and edition is None,
        notes=tuple(_notes(event, standings, declared, tie_breaks)),
    )


def compare_exported_values(ranked: RankedFile, file: Path) -> RankedFile:
    """
    Compare the values that a program exported into a file with those of a ranked event.

    Raise OSError for a file that cannot be read, UnreadableValuesError for a file without such values.
    """
    standings = ranked.standings
    if standings is None:
        return ranked
    recorded, remarks = parse_values(read_bytes(file).decode("utf-8", errors="replace"), standings.codes)
    wrong, compared = compare_values(recorded, standings)
    said = f"{counted_noun(compared, 'value')} of {file} compared, {len(wrong) or 'none'} wrong."
    notes = (*ranked.notes, *(f"{file}: {remark}" for remark in remarks), said)
    return replace(ranked, notes=notes, wrong_values=wrong, compared=compared)


def _notes(event: Event, standings: Standings, declared: Sequence[TieBreakList], taken: TieBreakList) -> Iterator[str]:
    if not taken.record:
        yield "The file names no tie-breaks (202, 212): points alone count."
    if len(declared) > 1 and taken in declared:
        yield f"Records 212 and 202 differ; 212 was taken ({declared[0].text}, not {declared[1].text})."
    paired_by = resolve(event).edition
    if paired_by is not None and paired_by.file_rounds_per_round > 1:
        yield (
            f"{paired_by.round_note} C.07 knows no such matches: every game counts here, and its opponent. A "
            "forfeited game counts as played, unless a player forfeited the whole match (C.04.5, Preface)."
        )
    yield from collect_remarks(event, standings.table.rules, standings.codes)
    if standings.obstacle is not None:
        yield f"{standings.obstacle}. {participant_noun(event).capitalize()}s who are tied before it share a rank."


def judge_ranked_files(files: Iterable[RankedFile], *, compares_values: bool) -> RunJudgement:
    """Judge the ranking of files, in which exported values may have been compared."""
    return judge(_reasons(files, compares_values=compares_values))


def _reasons(files: Iterable[RankedFile], *, compares_values: bool) -> Iterator[tuple[Consequence, str]]:
    for ranked in files:
        if ranked.wrong_values:
            yield Consequence.FAILED, f"{ranked.source}: {counted_noun(len(ranked.wrong_values), 'wrong value')}."
        if not ranked.is_complete:
            yield Consequence.ERROR, f"{ranked.source}: not ranked to the end of the list."
        elif compares_values and not ranked.compared:
            yield Consequence.ERROR, f"{ranked.source}: no recorded value was compared."
