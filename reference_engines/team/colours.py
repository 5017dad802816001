"""Colours of a match: articles 4.1 to 4.3 of every edition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.contract import ColourDecision
from reference_engines.readings import note_on
from reference_engines.team.otherwise import OF_COLOURS, alone_and_together, note_of
from reference_engines.team.table import colour_difference
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.results import ReadingNote
    from reference_engines.team.field import TeamField
    from reference_engines.team.table import TeamTable

_LAST_COLOUR = "TEAM-LAST-COLOUR"


def decide(table: TeamTable, round_number: int, one: int, other: int, initial: Colour) -> ColourDecision:
    """Give two teams, named by number, their colours; ``initial`` is the initial-colour (4.1)."""
    first = table.first_team(one, other, round_number)
    second = other if first == one else one
    colour, article, why = _colour_of_first(table, round_number, (first, second), initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return ColourDecision(white=white, black=black, article=article, why=why)


def argued(table: TeamTable, field: TeamField, pair: tuple[int, int], *, with_readings: bool = False) -> ColourDecision:
    """Give two positions of a field their colours, and tell on which readings they rest if that is asked for."""
    one, other = (field.numbers[place] for place in pair)
    decision = decide(table, field.round_number, one, other, table.initial_colour)
    rests_on = open_points(table, field.round_number, decision, table.initial_colour) if with_readings else ()
    white = pair[0] if decision.white == one else pair[1]
    is_open = with_readings and _LAST_COLOUR in decision.article
    return replace(decision, white=white, black=sum(pair) - white, rests_on=rests_on, is_open=is_open)


def open_points(
    table: TeamTable, round_number: int, decision: ColourDecision, initial: Colour
) -> tuple[ReadingNote, ...]:
    """Return the readings by whose other side the colours would be others, or would not follow from the text."""
    notes: list[ReadingNote] = []
    for otherwise in alone_and_together([one for one in table.open_readings if one in OF_COLOURS]):
        if len(otherwise) > 1 and notes:
            break  # one reading alone says enough
        other = table.read_otherwise(*otherwise)
        begun = initial if table.event.initial_colour else other.inferred_initial or initial
        turns = decide(other, round_number, decision.white, decision.black, begun).white != decision.white
        if turns and (note := note_of(otherwise)) not in notes:
            notes.append(note)
    if _LAST_COLOUR in decision.article:
        notes.append(note_on(_LAST_COLOUR))
    return tuple(notes)


def _colour_of_first(
    table: TeamTable, round_number: int, teams: tuple[int, int], initial: Colour
) -> tuple[Colour, str, str]:
    histories = [table.colours(number, round_number) for number in teams]
    if not any(histories):
        by_parity = initial if table.has_odd_number(teams[0], round_number) else initial.opposite
        return by_parity, "4.3.1", f"neither has played a match, and team {teams[0]} is the first-team"
    decided = _by_preference(table, round_number, teams) or _by_history(table, round_number, teams)
    if decided is not None:
        return decided
    (wanted, _), _ = (table.preference(number, round_number) for number in teams)
    if wanted:
        return _as_colour(wanted), "4.3.7", f"the preference of the first-team, team {teams[0]}, is granted"
    return _alternated(table, histories, teams)


def _by_preference(table: TeamTable, round_number: int, teams: tuple[int, int]) -> tuple[Colour, str, str] | None:
    (one, one_strong), (other, other_strong) = (table.preference(number, round_number) for number in teams)
    if bool(one) != bool(other):
        return _as_colour(one or -other), "4.3.2", f"only team {teams[0] if one else teams[1]} has a preference"
    if one and one == -other:
        return _as_colour(one), "4.3.3", "the preferences are opposite, and both are granted"
    if one_strong != other_strong:
        granted = one if one_strong else -other
        return _as_colour(granted), "4.3.4", f"only team {teams[0] if one_strong else teams[1]} has a strong preference"
    return None


def _by_history(table: TeamTable, round_number: int, teams: tuple[int, int]) -> tuple[Colour, str, str] | None:
    one, other = (colour_difference(table.colours(number, round_number)) for number in teams)
    if one != other:
        return (Colour.WHITE if one < other else Colour.BLACK), "4.3.5", "the lower colour difference has White"
    # TEAM-HISTORY: matches not played are squeezed out, and the histories compared from the last match on.
    histories = [table.colours(number, round_number) for number in teams]
    for mine, theirs in zip(reversed(histories[0]), reversed(histories[1]), strict=False):
        if mine is not theirs:
            return mine.opposite, "4.3.6", "colours alternate to the last time when one had White and the other Black"
    return None


def _alternated(
    table: TeamTable, histories: list[tuple[Colour, ...]], teams: tuple[int, int]
) -> tuple[Colour, str, str]:
    """One of them has played. The draft stops before 4.3.8, and 2024 before 4.3.9: TEAM-LAST-COLOUR."""
    printed = table.edition.colour_articles
    if histories[0]:
        article = "4.3.8" if "4.3.8" in printed else f"4.3.7, {_LAST_COLOUR}"
        return histories[0][-1].opposite, article, f"team {teams[0]}, the first-team, alternates from its last match"
    article = "4.3.9" if "4.3.9" in printed else f"{printed[-1]}, {_LAST_COLOUR}"
    return histories[1][-1], article, f"team {teams[1]} alternates from its last match"


def _as_colour(wanted: int) -> Colour:
    return Colour.WHITE if wanted > 0 else Colour.BLACK
