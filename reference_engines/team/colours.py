"""Colours of a match: articles 4.1 to 4.3 of every edition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.frame.round import ColourDecision
from reference_engines.readings import note_on
from reference_engines.team.event import colour_difference
from reference_engines.team.other_sides import COLOUR_SIDES, combine_sides, note_on_sides
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.frame.results import ReadingNote
    from reference_engines.team.edition import TeamParticipants
    from reference_engines.team.event import PreparedTeamEvent

_LAST_COLOUR = "TEAM-LAST-COLOUR"


def decide(prepared: PreparedTeamEvent, round_number: int, team: int, opponent: int, initial: Colour) -> ColourDecision:
    """Give two teams, named by number, their colours; ``initial`` is the initial-colour (4.1)."""
    first = prepared.first_team(team, opponent, round_number)
    second = opponent if first == team else team
    colour, article, why = _colour_of_first(prepared, round_number, (first, second), initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return ColourDecision(white=white, black=black, article=article, why=why)


def decide_by_position(
    prepared: PreparedTeamEvent, participants: TeamParticipants, pair: tuple[int, int], *, with_readings: bool = False
) -> ColourDecision:
    """Give two positions of a round their colours; ``with_readings``: name the readings on which they rest."""
    number, initial = participants.round_number, prepared.initial_colour
    team, opponent = (participants.numbers[place] for place in pair)
    decision = decide(prepared, number, team, opponent, initial)
    rests_on = open_points(prepared, number, decision, initial) if with_readings else ()
    white = pair[0] if decision.white == team else pair[1]
    is_open = with_readings and _LAST_COLOUR in decision.article
    return replace(decision, white=white, black=sum(pair) - white, rests_on=rests_on, is_open=is_open)


def open_points(
    prepared: PreparedTeamEvent, round_number: int, decision: ColourDecision, initial: Colour
) -> tuple[ReadingNote, ...]:
    """Return the readings whose other side gives other colours, or colours that do not follow from the text."""
    notes: list[ReadingNote] = []
    for sides in combine_sides([side for side in prepared.open_readings if side in COLOUR_SIDES]):
        if len(sides) > 1 and notes:
            break  # a single reading suffices
        variant = prepared.with_other_sides(*sides)
        variant_initial = initial if prepared.event.initial_colour else variant.inferred_initial or initial
        reverses = (
            decide(variant, round_number, decision.white, decision.black, variant_initial).white != decision.white
        )
        if reverses and (note := note_on_sides(sides)) not in notes:
            notes.append(note)
    if _LAST_COLOUR in decision.article:
        notes.append(note_on(_LAST_COLOUR))
    return tuple(notes)


def _colour_of_first(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int], initial: Colour
) -> tuple[Colour, str, str]:
    histories = [prepared.colours(number, round_number) for number in teams]
    if not any(histories):
        odd = prepared.has_odd_number(teams[0], round_number)
        number = "odd" if odd else "even"
        got = "initial-colour" if odd else "other colour than the initial-colour"
        why = f"neither has played; team {teams[0]}, the first-team, has an {number} number and so the {got}"
        return initial if odd else initial.opposite, "4.3.1", why
    decision = _compare_preferences(prepared, round_number, teams) or _compare_histories(prepared, round_number, teams)
    if decision is not None:
        return decision
    preference, _ = prepared.preference(teams[0], round_number)
    if preference:
        colour = _as_colour(preference)
        return colour, "4.3.7", f"both prefer {_name(colour)}, and team {teams[0]} is the first-team"
    return _alternate(prepared, histories, teams)


def _compare_preferences(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    (first, is_first_strong), (second, is_second_strong) = (
        prepared.preference(number, round_number) for number in teams
    )
    if bool(first) != bool(second):
        team, opponent = teams if first else teams[::-1]
        why = f"team {team} prefers {_name(_as_colour(first or second))}, and team {opponent} has no preference"
        return _as_colour(first or -second), "4.3.2", why
    if first and first == -second:
        wishes = f"team {teams[0]} prefers {_name(_as_colour(first))} and team {teams[1]} {_name(_as_colour(second))}"
        return _as_colour(first), "4.3.3", f"{wishes}, and both are granted"
    if is_first_strong != is_second_strong:
        granted = first if is_first_strong else -second
        strong, mild = teams if is_first_strong else teams[::-1]
        why = f"both prefer {_name(_as_colour(first))}; of team {strong} it is a strong preference, of team {mild} not"
        return _as_colour(granted), "4.3.4", why
    return None


def _compare_histories(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    first, second = (colour_difference(prepared.colours(number, round_number)) for number in teams)
    if first != second:
        lower, higher = teams if first < second else teams[::-1]
        numbers = f"{min(first, second)} against {max(first, second)} of team {higher}"
        why = f"team {lower} has the lower colour difference, matches with White less those with Black: {numbers}"
        return (Colour.WHITE if first < second else Colour.BLACK), "4.3.5", why
    # TEAM-HISTORY: matches not played are squeezed out, and the histories compared from the last match on.
    histories = [prepared.colours(number, round_number) for number in teams]
    for mine, theirs in zip(reversed(histories[0]), reversed(histories[1]), strict=False):
        if mine is not theirs:
            had_black = teams[0] if mine is Colour.BLACK else teams[1]
            why = f"the last time when one had White and the other Black, team {had_black} had Black"
            return mine.opposite, "4.3.6", why
    return None


def _alternate(
    prepared: PreparedTeamEvent, histories: list[tuple[Colour, ...]], teams: tuple[int, int]
) -> tuple[Colour, str, str]:
    """
    Alternate from the last match of a team that has played.

    The draft stops before 4.3.8, and 2024 before 4.3.9: TEAM-LAST-COLOUR.
    """
    articles = prepared.rules.colour_articles
    if histories[0]:
        article = "4.3.8" if "4.3.8" in articles else f"4.3.7, {_LAST_COLOUR}"
        last = histories[0][-1]
        why = f"team {teams[0]}, the first-team, had {_name(last)} in its last match and alternates"
        return last.opposite, article, why
    article = "4.3.9" if "4.3.9" in articles else f"{articles[-1]}, {_LAST_COLOUR}"
    last = histories[1][-1]
    return last, article, f"team {teams[1]} had {_name(last)} in its last match and alternates"


def _name(colour: Colour) -> str:
    return "White" if colour is Colour.WHITE else "Black"


def _as_colour(preference: int) -> Colour:
    return Colour.WHITE if preference > 0 else Colour.BLACK
