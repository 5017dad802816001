"""The header of an event in a run: the participants, the declarations of the file, the regulation that is applied."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.findings import AppliedEdition, DeclaredFact, EventHeader, Participant
from tournaments.blanks import select_blanks
from tournaments.model import Colour, Dialect, Event, ScoringSystem
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from checker.standings.findings import StandingsFinding
    from reference_engines.frame.edition import Edition
    from tournaments.problems import FileProblem


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
