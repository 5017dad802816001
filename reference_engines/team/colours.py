"""Colours of a match: articles 4.1 to 4.3 of every edition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.frame.pairings import ColourDecision
from reference_engines.readings import note_on
from reference_engines.team.event import colour_difference
from reference_engines.team.other_sides import COLOUR_SIDES, alone_and_together, note_of
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.frame.results import ReadingNote
    from reference_engines.team.event import PreparedTeamEvent
    from reference_engines.team.rules import TeamSwissRound

_LAST_COLOUR = "TEAM-LAST-COLOUR"


def decide(prepared: PreparedTeamEvent, round_number: int, one: int, other: int, initial: Colour) -> ColourDecision:
    """Give two teams, named by number, their colours; ``initial`` is the initial-colour (4.1)."""
    first = prepared.first_team(one, other, round_number)
    second = other if first == one else one
    colour, article, why = _colour_of_first(prepared, round_number, (first, second), initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return ColourDecision(white=white, black=black, article=article, why=why)


def decide_by_position(
    match_round: TeamSwissRound, pair: tuple[int, int], *, with_readings: bool = False
) -> ColourDecision:
    """Give two positions of a round their colours, and name the readings on which they rest if that is asked for."""
    prepared, number = match_round.event, match_round.number
    one, other = (match_round.participants.numbers[place] for place in pair)
    decision = decide(prepared, number, one, other, prepared.initial_colour)
    rests_on = open_points(prepared, number, decision, prepared.initial_colour) if with_readings else ()
    white = pair[0] if decision.white == one else pair[1]
    is_open = with_readings and _LAST_COLOUR in decision.article
    return replace(decision, white=white, black=sum(pair) - white, rests_on=rests_on, is_open=is_open)


def open_points(
    prepared: PreparedTeamEvent, round_number: int, decision: ColourDecision, initial: Colour
) -> tuple[ReadingNote, ...]:
    """Return the readings by whose other side the colours would be others, or would not follow from the text."""
    notes: list[ReadingNote] = []
    for otherwise in alone_and_together([one for one in prepared.open_readings if one in COLOUR_SIDES]):
        if len(otherwise) > 1 and notes:
            break  # one reading alone says enough
        other = prepared.read_otherwise(*otherwise)
        begun = initial if prepared.event.initial_colour else other.inferred_initial or initial
        turns = decide(other, round_number, decision.white, decision.black, begun).white != decision.white
        if turns and (note := note_of(otherwise)) not in notes:
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
    decided = _by_preference(prepared, round_number, teams) or _by_history(prepared, round_number, teams)
    if decided is not None:
        return decided
    (wanted, _), _ = (prepared.preference(number, round_number) for number in teams)
    if wanted:
        colour = _as_colour(wanted)
        return colour, "4.3.7", f"both prefer {_called(colour)}, and team {teams[0]} is the first-team"
    return _alternated(prepared, histories, teams)


def _by_preference(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    (one, one_strong), (other, other_strong) = (prepared.preference(number, round_number) for number in teams)
    if bool(one) != bool(other):
        who, none = teams if one else teams[::-1]
        prefers = _called(_as_colour(one or other))
        return _as_colour(one or -other), "4.3.2", f"team {who} prefers {prefers}, and team {none} has no preference"
    if one and one == -other:
        wishes = f"team {teams[0]} prefers {_called(_as_colour(one))} and team {teams[1]} {_called(_as_colour(other))}"
        return _as_colour(one), "4.3.3", f"{wishes}, and both are granted"
    if one_strong != other_strong:
        granted = one if one_strong else -other
        strong, mild = teams if one_strong else teams[::-1]
        why = f"both prefer {_called(_as_colour(one))}; of team {strong} it is a strong preference, of team {mild} not"
        return _as_colour(granted), "4.3.4", why
    return None


def _by_history(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    one, other = (colour_difference(prepared.colours(number, round_number)) for number in teams)
    if one != other:
        lower, higher = teams if one < other else teams[::-1]
        numbers = f"{min(one, other)} against {max(one, other)} of team {higher}"
        why = f"team {lower} has the lower colour difference, matches with White less those with Black: {numbers}"
        return (Colour.WHITE if one < other else Colour.BLACK), "4.3.5", why
    # TEAM-HISTORY: matches not played are squeezed out, and the histories compared from the last match on.
    histories = [prepared.colours(number, round_number) for number in teams]
    for mine, theirs in zip(reversed(histories[0]), reversed(histories[1]), strict=False):
        if mine is not theirs:
            had_black = teams[0] if mine is Colour.BLACK else teams[1]
            why = f"the last time when one had White and the other Black, team {had_black} had Black"
            return mine.opposite, "4.3.6", why
    return None


def _alternated(
    prepared: PreparedTeamEvent, histories: list[tuple[Colour, ...]], teams: tuple[int, int]
) -> tuple[Colour, str, str]:
    """One of them has played. The draft stops before 4.3.8, and 2024 before 4.3.9: TEAM-LAST-COLOUR."""
    printed = prepared.rules.colour_articles
    if histories[0]:
        article = "4.3.8" if "4.3.8" in printed else f"4.3.7, {_LAST_COLOUR}"
        last = histories[0][-1]
        why = f"team {teams[0]}, the first-team, had {_called(last)} in its last match and alternates"
        return last.opposite, article, why
    article = "4.3.9" if "4.3.9" in printed else f"{printed[-1]}, {_LAST_COLOUR}"
    last = histories[1][-1]
    return last, article, f"team {teams[1]} had {_called(last)} in its last match and alternates"


def _called(colour: Colour) -> str:
    return "White" if colour is Colour.WHITE else "Black"


def _as_colour(wanted: int) -> Colour:
    return Colour.WHITE if wanted > 0 else Colour.BLACK
