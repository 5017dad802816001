"""
Lists of known findings as TOML files, and known findings marked in what was found.

People write the files, and `campaign class` adds to them. A list consists of ``[[known]]`` tables with the keys
``cause`` or ``signature``, ``reason``, ``link`` and ``since``. An error names the line, the faulty text and the remedy.

They are marked in the rounds and rank orders of checked files, and in a campaign. Rounds and rank orders are known by
their signatures, findings of a campaign also by their causes.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from checker.campaigns.grouping import CampaignSummary, ProgramSummary, signature_of, with_findings
from checker.campaigns.outcomes import KeptEventAnswer, ProgramFinding, finding_of, finding_of_standings
from checker.errors import RequestError
from checker.findings import Counts, Entry, EventHeader, RoundFinding, Tally
from checker.known_findings.entries import FindingKey, KnownFinding, KnownInRun, KnownList
from checker.standings.findings import StandingsFinding
from tournaments.regular_files import MEGABYTE, read_bytes
from tournaments.safe_text import escape_field
from tournaments.toml_text import TomlSyntaxError, decode_toml, quote_toml

TABLE = "known"
_NAMES = ("cause", "signature")
_KEYS = (*_NAMES, "reason", "link", "since")
_HEADER = re.compile(rf"\s*\[\[\s*{TABLE}\s*\]\]")
_HEAD = "# Known findings: docs/known.md says what each key means.\n"


def read_known(path: Path | str) -> KnownList:
    """Read a list; raise RequestError if the file cannot be read, or is not a list of known findings."""
    source = str(path)
    try:
        text = read_bytes(path, MEGABYTE).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        said = "it is not UTF-8" if isinstance(error, UnicodeError) else getattr(error, "strerror", None) or error
        raise RequestError(f"{source} cannot be read as a list of known findings: {said}") from error
    return KnownList(source=source, entries=parse_known(text, source))


def parse_known(text: str, source: str) -> tuple[KnownFinding, ...]:
    """Return the entries of a text; ``source`` is its name in errors. Raise RequestError."""
    try:
        table = decode_toml(text)
    except TomlSyntaxError as error:
        message = f"this is not TOML ({error.reason}); texts are written in quotation marks"
        raise RequestError(f"{source}, {error.place}: {message}") from error
    for key in table:
        if key != TABLE:
            message = f"found '{escape_field(key)}'; a list of known findings consists of [[{TABLE}]] tables"
            raise RequestError(f"{source}, line {_line_of(text, key)}: {message}")
    told = table.get(TABLE, [])
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        message = f"found '{TABLE}' as a single value; write a table [[{TABLE}]] for each finding"
        raise RequestError(f"{source}, line {_line_of(text, TABLE)}: {message}")
    entries = [_KnownTable(text, source, place, one).entry() for place, one in enumerate(told)]
    _require_different(entries, source)
    return tuple(entries)


def _line_of(text: str, key: str, first: int = 1) -> int:
    """Return the line of a key or table, from a first line on; the first line if the key is not found."""
    pattern = re.compile(rf"""\s*(\[\[?\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = text.splitlines()
    return next((number for number in range(first, len(lines) + 1) if pattern.match(lines[number - 1])), first)


class _KnownTable:
    """A table of the list, with its line."""

    def __init__(self, text: str, source: str, place: int, told: Mapping[str, Any]) -> None:
        self._text, self._source, self._told = text, source, told
        headers = [number for number, line in enumerate(text.splitlines(), start=1) if _HEADER.match(line)]
        self._line = headers[place] if place < len(headers) else _line_of(text, TABLE)

    def entry(self) -> KnownFinding:
        for key in self._told:
            if key not in _KEYS:
                raise self._error(f"found the key '{escape_field(key)}'; there are {', '.join(_KEYS)}", key)
        named = [key for key in _NAMES if key in self._told]
        if len(named) != 1:
            both = "both cause and signature" if named else "neither cause nor signature"
            raise self._error(f"found {both}; write the one by which the finding is known")
        if "reason" not in self._told:
            raise self._error('found no reason; write why the finding is known: reason = "..."')
        name = named[0]
        return KnownFinding(
            reason=self._words("reason"),
            cause=self._words("cause") if name == "cause" else "",
            signature=self._words("signature") if name == "signature" else "",
            link=self._words("link") if "link" in self._told else "",
            since=self._date() if "since" in self._told else "",
            line=self._line,
        )

    def _words(self, key: str) -> str:
        value = self._told[key]
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"found {key} = {escape_field(repr(value))}; write a text in quotation marks", key)
        return " ".join(value.split())

    def _date(self) -> str:
        value = self._told["since"]
        if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            return value.isoformat()
        try:
            return dt.date.fromisoformat(value).isoformat()
        except (TypeError, ValueError):
            message = f"found since = {escape_field(str(value))}; write a date: since = 2026-11-22"
            raise self._error(message, "since") from None

    def _error(self, message: str, key: str = "") -> RequestError:
        line = _line_of(self._text, key, self._line) if key else self._line
        return RequestError(f"{self._source}, line {line}: {message}")


def _require_different(entries: Iterable[KnownFinding], source: str) -> None:
    before: dict[str, KnownFinding] = {}
    for entry in entries:
        first = before.setdefault(entry.name, entry)
        if first is not entry:
            message = f"'{escape_field(entry.name)}' is in line {first.line} already; remove one of them"
            raise RequestError(f"{source}, line {entry.line}: {message}")


def as_toml(entry: KnownFinding) -> str:
    """Return an entry as a table of the list."""
    named = ("cause", entry.cause) if entry.cause else ("signature", entry.signature)
    told = (named, ("reason", entry.reason), ("link", entry.link))
    lines = [f"[[{TABLE}]]", *(f"{key} = {quote_toml(value)}" for key, value in told if value)]
    if entry.since:
        lines.append(f"since = {entry.since}")
    return "\n".join((*lines, ""))


def add_known(path: Path, entries: Iterable[KnownFinding]) -> tuple[KnownFinding, ...]:
    """
    Write entries to the end of a list, which is made if there is none, and return the entries that were new to it.

    The text of the file stays unchanged. Raise RequestError for a file that is not a list, OSError if it cannot be
    written.
    """
    known = {entry.name for entry in read_known(path).entries} if path.exists() else set()
    new = tuple(entry for entry in entries if entry.name not in known)
    if new:
        before = "" if path.exists() else _HEAD
        with path.open("a", encoding="utf-8", errors="replace") as stream:
            stream.write(before + "".join(f"\n{as_toml(entry)}" for entry in new))
    return new


class KnownRounds:
    """Marks known findings in the entries of a run, and counts the occurrences of the list."""

    def __init__(self, known: KnownList, *, is_whole: bool = True) -> None:
        """Take the list; ``is_whole`` if every round is judged, so that a missing finding is gone."""
        self._known, self._is_whole = known, is_whole
        self._system = ""
        self._event = 0
        self._found: list[FindingKey] = []

    def marked(self, entry: Entry) -> Entry:
        """Take an entry of the run, and return it with its known finding."""
        if not isinstance(entry, EventHeader):
            known = self._covering(entry)
            return replace(entry, known=known) if known else entry
        self._event += 1
        self._system = entry.edition.key if entry.edition else ""
        known = self._covering(entry.standings) if entry.standings else None
        return replace(entry, standings=replace(entry.standings, known=known)) if entry.standings and known else entry

    def _covering(self, finding: RoundFinding | StandingsFinding) -> KnownFinding | None:
        """Return the entry of the list that covers a round or a rank order; None if it is right, or not covered."""
        seen = _find_key(finding, self._system, self._event)
        if seen is None:
            return None
        self._found.append(seen)
        return self._known.find(seen)

    def in_run(self, tally: Tally) -> KnownInRun:
        """Return the occurrences of the list."""
        is_settled = self._is_whole and bool(tally.checked.rounds) and not tally.not_checked
        return self._known.in_run(self._found, is_settled=is_settled)

    def new(self) -> Iterator[tuple[str, int, int]]:
        """Yield the signatures that no entry covers, with the number of findings and of events."""
        fresh = [seen for seen in self._found if self._known.find(seen) is None]
        for signature, findings in Counter(seen.signature for seen in fresh).items():
            yield signature, findings, len({seen.event for seen in fresh if seen.signature == signature})


def _find_key(verdict: RoundFinding | StandingsFinding, system: str, event: int) -> FindingKey | None:
    """Return the finding if it counts as a discrepancy; a fault of Pairproof does not count here."""
    finding = finding_of(verdict, 0) if isinstance(verdict, RoundFinding) else finding_of_standings(verdict, 0)
    if finding is None or not finding.is_against:
        return None
    return FindingKey(signature=signature_of(finding, "", system), event=event)


def with_known(
    summary: CampaignSummary, known: KnownList, program: int | None = None, events: Collection[int] | None = None
) -> CampaignSummary:
    """
    Mark the known findings of a summary; ``program`` and ``events`` limit the list's scope.

    Only what counts against a program can be known: what is right by another reading fails no run, and a fault of
    ours is never hidden. In kept events, too, nothing is gone.
    """
    found = [
        (finding, _find_campaign_key(finding, summary))
        for finding in summary.findings
        if finding.is_against
        and program in (None, finding.program)
        and (events is None or finding.event_number in events)
    ]
    again = [key for one in summary.again if program in (None, one.program) for key in _find_keys_again(one, summary)]
    by = {_place(finding): known.find(key) for finding, key in found}
    marked = with_findings(summary, lambda finding: replace(finding, known=by.get(_place(finding))))
    in_run = known.in_run((key for _, key in found), again, is_settled=_is_settled(summary, program))
    return replace(
        marked,
        programs=tuple(_mark_program(one, marked) for one in summary.programs),
        known=in_run,
        again=tuple(_mark_again(one, summary, known) for one in summary.again),
    )


def _find_campaign_key(finding: ProgramFinding, summary: CampaignSummary) -> FindingKey:
    """Return the names by which a list may call a finding."""
    return FindingKey(
        program=summary.programs[finding.program].program.name,
        signature=signature_of(finding, "", summary.configuration.system),
        causes=frozenset(member.identifier for group in finding.causes for member in group.members),
        event=(finding.program, finding.event_number),
    )


def _find_keys_again(answer: KeptEventAnswer, summary: CampaignSummary) -> list[FindingKey]:
    """Return the names of the findings in a kept event."""
    causes = answer.causes or ((),) * len(answer.findings)
    keys = [_find_campaign_key(finding, summary) for finding in answer.findings]
    return [replace(key, causes=frozenset(names)) for key, names in zip(keys, causes, strict=False)]


def _place(finding: ProgramFinding) -> tuple[int, int, int, str]:
    return finding.program, finding.event_number, finding.round_number, finding.score.value


def _mark_program(program: ProgramSummary, summary: CampaignSummary) -> ProgramSummary:
    """Count the events of a program in which everything against it is known, and the known rounds."""
    known: dict[int, bool] = defaultdict(lambda: True)
    against = [
        finding for finding in summary.findings if finding.is_against and finding.program == program.program.number
    ]
    for finding in against:
        known[finding.event_number] &= finding.known is not None
    covered = [finding for finding in against if finding.known]
    counts = Counts(
        events=sum(known.values()),
        rounds=sum(finding.round_number > 0 for finding in covered),
        pairs=sum(finding.discrepant_pairs for finding in covered),
    )
    return replace(program, tally=replace(program.tally, known=counts))


def _mark_again(answer: KeptEventAnswer, summary: CampaignSummary, known: KnownList) -> KeptEventAnswer:
    """Mark a kept event of which everything is known; an event without an answer is not marked."""
    entries = [known.find(key) for key in _find_keys_again(answer, summary)]
    return replace(answer, known=entries[0] if entries and all(entries) and not answer.failure else None)


def _is_settled(summary: CampaignSummary, number: int | None) -> bool:
    """Whether all programs, or one, answered everything that was planned, and their causes were searched for."""
    programs = [program for program in summary.programs if number in (None, program.program.number)]
    answered = all(program.tally.checked.rounds for program in programs)
    left = any(program.failures or program.tally.not_checked for program in programs)
    is_searched = not any(program.program.number in summary.unsearched for program in programs)
    return summary.is_complete and is_searched and answered and not left
