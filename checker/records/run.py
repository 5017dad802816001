"""
A run: its header, its events with their findings, and its totals.

The header of an event has the participants, the declarations of the file, and the regulation that is applied.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.findings import (
    AppliedEdition,
    DeclaredFact,
    Entry,
    EventFinding,
    EventHeader,
    Participant,
    Tally,
    gather,
    tally,
)
from checker.verdicts.consequence import judge_run
from tournaments.blanks import select_blanks
from tournaments.frozen import FrozenStruct, JsonStruct
from tournaments.model import Colour, Dialect, Event, ScoringSystem
from tournaments.points import points_text
from tournaments.readings import ChosenReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from pandas import DataFrame

    from checker.known_findings.entries import KnownInRun
    from checker.standings.findings import StandingsFinding
    from checker.verdicts.edition_comparison import RoundOfEditions
    from checker.verdicts.verdict import ExitStatus
    from reference_engines.frame.edition import Edition
    from tournaments.problems import FileProblem

_COLUMNS = (
    *("file", "event", "system", "round", "verdict", "outcome", "article", "criterion", "pairs", "discrepant_pairs"),
    *("rests_on", "known", "sentence"),
)


def current_time() -> str:
    """Return the present time in UTC, to the second, as ISO 8601."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


class RunHeader(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="header"):
    """The request for a run."""

    program: str
    version: str
    system: str = "auto"
    """Key of the system that was asked for."""
    rounds: tuple[int, int] | None = None
    """First and last round to be checked; None for all."""
    as_declared: bool = False
    """Whether nothing was assumed that a file does not declare."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings that the user chose; no other side of their entries excuses a round."""
    is_verified: bool = False
    """Whether every finding was put to the independent verifier."""
    time_limit: str = ""
    """Seconds that each event was allowed, as a decimal number; empty for as long as it took."""
    created: str = ""
    """When, as ISO 8601 in UTC; empty if the caller does not want it recorded."""
    holds: str = ""
    """A sentence on the personal data in the record; empty if it is not recorded."""


class RunRecord(FrozenStruct, frozen=True, kw_only=True):
    """The record of a complete run."""

    header: RunHeader
    events: tuple[EventFinding, ...]
    tally: Tally
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if there is a list."""
    editions: tuple[RoundOfEditions, ...] = ()
    """The rounds by every edition of their system, if editions are compared; they are not part of the findings."""

    @property
    def entries(self) -> Iterator[Entry]:
        """The run as it came: each event with its rounds."""
        return (entry for event in self.events for entry in event.entries)

    @property
    def exit_status(self) -> ExitStatus:
        """Exit status of the check."""
        return judge_run(self.tally, self.known).status

    def to_frame(self) -> DataFrame:
        """Return a row for each round, and a row without a round for each refused event and each rank order."""
        import pandas as pd  # noqa: PLC0415 - slow to load

        rows = [row for event in self.events for row in _rows(event)]
        frame = pd.DataFrame(rows, columns=list(_COLUMNS))
        return frame.astype(dict.fromkeys(("round", "pairs", "discrepant_pairs"), "Int64"))


def make_record(
    header: RunHeader,
    entries: Iterable[Entry],
    known: KnownInRun | None = None,
    editions: tuple[RoundOfEditions, ...] = (),
) -> RunRecord:
    """Return the record of a run; ValueError if a round precedes every header."""
    entries = tuple(entries)
    return RunRecord(header=header, events=gather(entries), tally=tally(entries), known=known, editions=editions)


def _rows(event: EventFinding) -> Iterator[dict[str, object]]:
    header = event.header
    about: dict[str, object] = {
        "file": header.source,
        "event": header.name or header.event,
        "system": header.edition.key if header.edition else "",
    }
    if header.refusal:
        verdict = header.verdict.value if header.verdict else "not-checked"
        yield about | {"verdict": verdict, "outcome": "unchecked", "sentence": header.refusal}
    if header.standings is not None:
        ranks = header.standings
        yield about | {
            "verdict": f"standings-{ranks.verdict.value}",
            "rests_on": "; ".join(ranks.rests_on),
            "known": ranks.known.reason if ranks.known else "",
            "sentence": ranks.sentence,
        }
    for finding in event.rounds:
        yield about | {
            "round": finding.round_number,
            "verdict": finding.verdict.value,
            "outcome": finding.verdict.outcome.value,
            "article": finding.article,
            "criterion": finding.criterion,
            "pairs": finding.pairs,
            "discrepant_pairs": finding.discrepant_pairs,
            "rests_on": "; ".join(finding.rests_on),
            "known": finding.known.reason if finding.known else "",
            "sentence": finding.sentence,
        }


def header_of(event: Event, *, stem: str, source: str, sha256: str, problems: tuple[FileProblem, ...]) -> EventHeader:
    """Describe an event that could be read, before a system is chosen."""
    return EventHeader(
        event=stem,
        source=source,
        sha256=sha256,
        name=event.name,
        place=", ".join(part for part in (event.city, event.federation) if part),
        start=event.start,
        end=event.end,
        rounds_recorded=event.rounds_recorded,
        rounds_declared=event.rounds_declared,
        problems=problems,
        declared=tuple(_declared(event)),
        declarations=event.declarations,
        participants=_participants(event),
        scores=_teams().score_names(event) if event.is_team_event else (),
        blanks=select_blanks(event, event.rounds_recorded),
        standings=_standings(event),
    )


def locate_rows(header: EventHeader, data: bytes) -> EventHeader:
    """Return the header of an event with the line on which the row of each participant stands in the file."""
    from tournaments.trf.reading import find_row_lines  # noqa: PLC0415 - events made in memory need no reader

    lines = find_row_lines(data, is_team_event=bool(header.scores))
    located = (replace(participant, line=lines.get(participant.tpn)) for participant in header.participants)
    return replace(header, participants=tuple(located))


def _standings(event: Event) -> StandingsFinding | None:
    """Judge the rank order that the file records, where it names tie-breaks."""
    if not event.names_tie_breaks:
        return None
    from checker.standings.check import judge_standings  # noqa: PLC0415 - start-up time; few files name tie-breaks
    from checker.standings.findings import StandingsFinding, StandingsVerdict  # noqa: PLC0415 - likewise

    try:
        return judge_standings(event)
    except Exception as error:  # noqa: BLE001 - a failure of ours is said, and the rounds are judged all the same
        sentence = f"The rank order was not judged: our check failed, {type(error).__name__}: {error}."
        return StandingsFinding(verdict=StandingsVerdict.NOT_JUDGED, sentence=sentence)


def applied(edition: Edition) -> AppliedEdition:
    """Describe the regulation that is applied."""
    return AppliedEdition(
        key=edition.key,
        title=edition.title,
        source=edition.source,
        in_force_from=edition.in_force_from,
        in_force_until=edition.in_force_until,
        games=edition.file_rounds_per_round,
    )


def _teams() -> ModuleType:
    from checker.verdicts import team_events  # noqa: PLC0415 - start-up time; few events are of teams

    return team_events


def _participants(event: Event) -> tuple[Participant, ...]:
    if event.is_team_event:
        participants: tuple[Participant, ...] = _teams().team_participants(event)
        return participants
    points = event.scoring.points
    return tuple(
        Participant(
            tpn=player.tpn,
            name=player.name,
            title=player.title,
            rating=player.rating,
            federation=player.federation,
            points=sum([points(entry) for entry in player.rounds]),
            rounds=player.rounds,
        )
        for player in event.players
    )


def _declared(event: Event) -> Iterator[DeclaredFact]:
    """List the file's declarations that bear on the pairing, absences included."""
    trf26 = event.dialect is Dialect.TRF26
    yield DeclaredFact(subject="File format", field="", text=event.dialect.title)
    yield DeclaredFact(subject="Pairing system", field="192", text=event.system.code)
    yield DeclaredFact(subject="Type of tournament", field="092", text=event.system.text)
    rounds = "" if event.rounds_declared is None else str(event.rounds_declared)
    yield DeclaredFact(subject="Number of rounds", field="142" if trf26 else "142, XXR", text=rounds)
    colour = {None: "", Colour.WHITE: "White", Colour.BLACK: "Black"}[event.initial_colour]
    yield DeclaredFact(subject="Initial-colour", field="152" if trf26 else "152, XXC", text=colour)
    if event.is_team_event:
        yield from _teams().declared_of_matches(event)
    if event.scoring != ScoringSystem():
        yield DeclaredFact(subject="Scoring", field="162" if trf26 else "XXS, BB", text=_scoring(event.scoring))
    if event.virtual_points:
        players = frozenset[int]().union(*(entry.players for entry in event.virtual_points))
        text = f"virtual points for {len(players)} {'teams' if event.is_team_event else 'players'}"
        yield DeclaredFact(subject="Acceleration", field="250" if trf26 else "XXA", text=text)
    for group in event.forbidden:
        text = " - ".join(str(tpn) for tpn in sorted(group.players))
        yield DeclaredFact(subject="Must not meet", field="260" if trf26 else "XXP", text=text)


_SCORING_IN_WORDS = {
    name: name.replace("_bye", " bye").replace("_", "-")
    for name in ("pairing_allocated_bye", "half_point_bye", "full_point_bye", "zero_point_bye")
}


def _scoring(scoring: ScoringSystem) -> str:
    """Name the values that are not the usual ones."""
    usual = ScoringSystem()
    return ", ".join(
        f"{_SCORING_IN_WORDS.get(name, name.replace('_', ' '))} {points_text(getattr(scoring, name))}"
        for name in ScoringSystem.__struct_fields__
        if getattr(scoring, name) != getattr(usual, name)
    )
