"""The editions of the team system: their rules beside upfloating, and the colours of a match (4.1 to 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import ClassVar

from reference_engines import team
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.hard_rules import RoundFacts
from reference_engines.definitions.history import COLOUR_OF_SIGN
from reference_engines.definitions.players_event import undeclared_initial_colour
from reference_engines.frame.results import PastFloat, PreferredColour, ReadingNote, UnsupportedEventError
from reference_engines.frame.rules import ColourDecision
from reference_engines.frame.variants import Variant
from reference_engines.readings import follow_other_side, note_on
from reference_engines.team.edition import (
    COLOUR,
    CONSECUTIVE_FLOATS,
    STRONG_COLOUR,
    ByeBar,
    ColourPlace,
    TeamColourRule,
    TeamEdition,
    TeamParticipants,
    colour_difference,
)
from reference_engines.team.event import (
    COLOUR_SIDES,
    OtherSide,
    PreparedTeamEvent,
    combine_sides,
    following_reads,
    note_on_sides,
    sides_beyond_participants,
)
from reference_engines.upfloating import edition
from reference_engines.upfloating.rules import UpfloatingRound, UpfloatingRules
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event
from tournaments.teams.event import TeamEvent
from tournaments.teams.forfeits import lost_by_forfeit, with_forfeits_worth_nothing
from tournaments.teams.matches import with_bye_worth_a_win

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
    rules = prepared.rules
    histories = [prepared.colours(number, round_number) for number in teams]
    if rules.beginners([not colours for colours in histories]):
        first, second = ((number, prepared.has_odd_number(number, round_number)) for number in teams)
        odd = rules.is_initial(first, second)
        number = "odd" if odd else "even"
        got = "initial-colour" if odd else "other colour than the initial-colour"
        why = f"neither has played; team {teams[0]}, the first-team, has an {number} number and so the {got}"
        return initial if odd else initial.opposite, "4.3.1", why
    for rule in rules.colour_rules:
        decision = _DECISIONS[rule](prepared, round_number, teams)
        if decision is not None:
            is_opposite = rule in rules.opposite_colour_rules
            return (decision[0].opposite, *decision[1:]) if is_opposite else decision
    if rules.coloured_at:
        place = ColourPlace.LAST_COLOUR
        histories = [prepared.colours(number, round_number, place) for number in teams]
    return _alternate(prepared, histories, teams)


def _grant_only_preference(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    first, second = (prepared.preference(number, round_number)[0] for number in teams)
    if bool(first) == bool(second):
        return None
    team, opponent = teams if first else teams[::-1]
    why = f"team {team} prefers {_name(_as_colour(first or second))}, and team {opponent} has no preference"
    return _as_colour(first or -second), "4.3.2", why


def _grant_both_preferences(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    first, second = (prepared.preference(number, round_number)[0] for number in teams)
    if not first or first != -second:
        return None
    wishes = f"team {teams[0]} prefers {_name(_as_colour(first))} and team {teams[1]} {_name(_as_colour(second))}"
    return _as_colour(first), "4.3.3", f"{wishes}, and both are granted"


def _grant_strong_preference(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    (first, is_first_strong), (second, is_second_strong) = (
        prepared.preference(number, round_number) for number in teams
    )
    if is_first_strong == is_second_strong:
        return None
    granted = first if is_first_strong else -second
    strong, mild = teams if is_first_strong else teams[::-1]
    why = f"both prefer {_name(_as_colour(first))}; of team {strong} it is a strong preference, of team {mild} not"
    return _as_colour(granted), "4.3.4", why


def _compare_differences(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    first, second = (prepared.colours(number, round_number, ColourPlace.DIFFERENCE) for number in teams)
    decided = prepared.rules.compared_differences(first, second)
    if not decided:
        return None
    lower, higher = teams if decided < 0 else teams[::-1]
    differences = sorted(map(colour_difference, (first, second)))
    numbers = f"{differences[0]} against {differences[1]} of team {higher}"
    why = f"team {lower} has the lower colour difference, matches with White less those with Black: {numbers}"
    return (Colour.WHITE if decided < 0 else Colour.BLACK), "4.3.5", why


def _compare_histories(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    """Compare the colours of two teams in turn."""
    first, second = (prepared.colours_by_round(number, round_number, ColourPlace.HISTORY) for number in teams)
    for mine, theirs in prepared.rules.compared_colours(first, second):
        if mine is not None and theirs is not None and mine is not theirs:
            had_black = teams[0] if mine is Colour.BLACK else teams[1]
            why = f"the last time when one had White and the other Black, team {had_black} had Black"
            return mine.opposite, "4.3.6", why
    return None


def _grant_first_team(
    prepared: PreparedTeamEvent, round_number: int, teams: tuple[int, int]
) -> tuple[Colour, str, str] | None:
    preference, _ = prepared.preference(teams[0], round_number)
    if not preference:
        return None
    colour = _as_colour(preference)
    return colour, "4.3.7", f"both prefer {_name(colour)}, and team {teams[0]} is the first-team"


_DECISIONS: dict[
    TeamColourRule, Callable[[PreparedTeamEvent, int, tuple[int, int]], tuple[Colour, str, str] | None]
] = {
    TeamColourRule.ONLY_PREFERENCE: _grant_only_preference,
    TeamColourRule.BOTH_PREFERENCES: _grant_both_preferences,
    TeamColourRule.STRONG_PREFERENCE: _grant_strong_preference,
    TeamColourRule.COLOUR_DIFFERENCE: _compare_differences,
    TeamColourRule.HISTORY: _compare_histories,
    TeamColourRule.FIRST_TEAM: _grant_first_team,
}
"""Returns the colour of the first-team, the article and the reason; None where the rule does not decide."""


def _alternate(
    prepared: PreparedTeamEvent, histories: list[tuple[Colour, ...]], teams: tuple[int, int]
) -> tuple[Colour, str, str]:
    """
    Alternate from the last match of a team that has played.

    The draft stops before 4.3.8, and 2024 before 4.3.9: TEAM-LAST-COLOUR.
    """
    articles, colour = prepared.rules.colour_articles, prepared.rules.last_colour(*histories)
    if histories[0]:
        article = "4.3.8" if "4.3.8" in articles else f"4.3.7, {_LAST_COLOUR}"
        last = histories[0][-1]
        why = f"team {teams[0]}, the first-team, had {_name(last)} in its last match and alternates"
        return colour, article, why
    article = "4.3.9" if "4.3.9" in articles else f"{articles[-1]}, {_LAST_COLOUR}"
    last = histories[1][-1]
    return colour, article, f"team {teams[1]} had {_name(last)} in its last match and alternates"


def _name(colour: Colour) -> str:
    return "White" if colour is Colour.WHITE else "Black"


def _as_colour(preference: int) -> Colour:
    return Colour.WHITE if preference > 0 else Colour.BLACK


def follow_side(rules: TeamRules, side: OtherSide) -> TeamRules:
    """Return the rules under another side of a reading."""
    sides = rules.other_sides | {side}
    by_points = side is OtherSide.REAL_SCORE_FOR_BYE
    criteria = rules.bye_criteria_by_points if by_points else rules.bye_criteria
    return replace(rules, other_sides=sides, following=following_reads(sides), bye_criteria=criteria)


@dataclass(frozen=True, kw_only=True)
class TeamRules(TeamEdition, UpfloatingRules):
    """An edition of C.04.6 at work."""

    system: ClassVar[str] = "team"
    work_of_pairing: ClassVar[float] = 5.0
    other_sides: frozenset[OtherSide] = frozenset()
    """Readings of the register that are not ours."""

    def prepare(self, event: Event | TeamEvent, reuse_from: PreparedTeamEvent | None = None) -> PreparedTeamEvent:
        """Prepare an event of a file, or of teams as they are."""
        if isinstance(event, Event) and not event.is_team_event:
            raise UnsupportedEventError(f"{self.edition.key} pairs teams, and this is an event of individual players.")
        teams = reuse_from.event if reuse_from is not None and reuse_from.source is event else None
        prepared = PreparedTeamEvent(event, self, teams=teams)
        return prepared.with_other_sides(*self.other_sides) if self.other_sides else prepared

    def bind(self, event: PreparedTeamEvent, number: int) -> TeamSwissRound:
        """Return a round of a prepared event."""
        return TeamSwissRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        for side in OtherSide:
            yield Variant(note=note_on_sides((side,)), rules=partial(follow_side, side=side))


@dataclass(frozen=True, kw_only=True)
class TeamSwissRound(UpfloatingRound[TeamRules, PreparedTeamEvent, TeamParticipants]):
    """A round of teams."""

    @cached_property
    def participants(self) -> TeamParticipants:
        """The teams to be paired."""
        return self.event.teams_of_round(self.number)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3, and name the readings whose other side gives other colours."""
        return decide_by_position(self.event, self.participants, pair, with_readings=True)

    def colours_of_game(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide_by_position(self.event, self.participants, pair)

    def preferred_colour(self, position: int) -> PreferredColour:
        """Return the colour preference of a team before the round."""
        teams = self.participants
        colour = COLOUR_OF_SIGN.get(int(teams.preference[position]))
        return PreferredColour(colour=colour, is_strong=bool(teams.strong[position]))

    @property
    def apart(self) -> set[frozenset[int]]:
        """The pairs of numbers that the organiser forbids in the round."""
        return self.event.apart(self.number)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round that the hard rules need."""
        event, number, apart = self.event, self.number, self.apart
        return RoundFacts(
            present=frozenset(self.participants.numbers),
            met=lambda first, second: event.met(first, number).get(second) if first in event.team_by_number else None,
            apart=lambda first, second: frozenset((first, second)) in apart,
            barred=lambda team: event.why_no_bye(team, number),
        )

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return the float of the round before, if floats count in this round ([C7], [C10])."""
        return self.event.past_floats(number, self.number)

    def variants(self) -> Iterator[Variant]:
        """
        Yield the other sides that change the round, and other values of undeclared facts.

        Two sides that have the same effect in this round may differ in another.
        """
        event, followed = self.event, self.rules.other_sides
        own = self.participants.content, sides_beyond_participants(followed)
        for side in event.open_readings:
            sides = followed | {side}
            content = event.with_other_sides(*sides).teams_of_round(self.number).content
            if side is OtherSide.REAL_SCORE_FOR_BYE and self.participants.size % 2 == 0:
                continue  # no team has the bye
            if side not in followed and (content, sides_beyond_participants(sides)) != own:
                yield Variant(note=note_on_sides((side,)), rules=partial(follow_side, side=side))
        if not event.event.scoring.is_bye_declared and event.had_bye_before(self.number):
            yield follow_other_side("TEAM-BYE-VALUE", event=with_bye_worth_a_win)
        if not event.event.scoring.is_forfeit_declared and lost_by_forfeit(event.event, self.number - 1):
            yield follow_other_side("TEAM-FORFEIT-VALUE", event=with_forfeits_worth_nothing)
        if self.number > 1:  # before, it is inferred from round 1 itself
            yield from undeclared_initial_colour(event)


_STEPS_TO_7 = tuple(f"4.3.{number}" for number in range(1, 8))

TEAM_DRAFT = TeamRules(
    edition=team.TEAM_DRAFT,
    bye_criteria=(
        NumberedCriterion("", "2.1.2", edition.BYE_SCORE),
        NumberedCriterion("", "2.1.3", edition.BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "3.3.1", edition.UPFLOATERS),
        NumberedCriterion("C5", "3.3.2", edition.UPFLOATER_SCORES),
        NumberedCriterion("C6", "3.3.3", edition.FOLLOWING),
    ),
    bracket_criteria=(
        NumberedCriterion("C7", "3.3.4", COLOUR),
        NumberedCriterion("C8", "3.3.5", STRONG_COLOUR),
        NumberedCriterion("C9", "3.3.6", CONSECUTIVE_FLOATS),
    ),
    articles=edition.Articles(
        rematch="3.1.1", bye_bar="3.1.2", bye_last="2.1.4", sets="2.2.4", identifiers="2.3.3", complete="1.9.1"
    ),
    bye_bar=ByeBar.SCORED_A_WIN,
    colour_articles=_STEPS_TO_7,
)
TEAM_2024 = replace(
    TEAM_DRAFT,
    edition=team.TEAM_2024,
    colour_articles=(*_STEPS_TO_7, "4.3.8"),
)
TEAM_2026 = TeamRules(
    edition=team.TEAM_2026,
    bye_criteria=(
        NumberedCriterion("", "3.4.2", edition.BYE_SCORE),
        NumberedCriterion("", "3.4.3", edition.BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "2.3.1", edition.UPFLOATERS),
        NumberedCriterion("C5", "2.3.2", edition.UPFLOATER_SCORES),
        NumberedCriterion("C6", "2.3.3", edition.FOLLOWING),
        NumberedCriterion("C7", "2.3.4", edition.UPFLOATERS_AGAIN),
    ),
    bracket_criteria=(
        NumberedCriterion("C8", "2.3.5", COLOUR),
        NumberedCriterion("C9", "2.3.6", STRONG_COLOUR),
        NumberedCriterion("C10", "2.3.7", edition.OPPONENTS_AGAIN),
    ),
    articles=edition.Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    bye_bar=ByeBar.LISTED,
    colour_articles=(*_STEPS_TO_7, "4.3.8", "4.3.9"),
)
