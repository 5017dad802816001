"""For the Lim System: hard rules counted from the players' rows alone, tables by hand and drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import hard_rules
from support.hard_rules import HardRules, bye_or_win_without_playing
from support.players import meetings_matrix

from reference_engines.lim.edition import DEFAULT_READINGS
from reference_engines.lim.participants import LimParticipants, LimPlayer, due_colour, find_compatible
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.model import Event, Player

_SIGN = {"W": 1, "B": -1}

# --- hard rules, without any engine ----------------------------------------------------------------------------------


def faults(event: Event) -> list[str]:
    """Return the faults of the recorded rounds."""
    return hard_rules.faults(
        event,
        HardRules(
            bars_from_bye=bye_or_win_without_playing,
            colour_faults=_colour_faults,
            bye_article="(1.1)",
            meeting_article="(2.1)",
        ),
    )


def _colours(player: Player, row: int) -> list[Colour | None]:
    return [entry.colour for entry in player.rounds[:row] if entry.was_played]


def _breaks(before: list[Colour | None], now: Colour | None) -> bool:
    colours = [*before, now]
    difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    earlier = before.count(Colour.WHITE) - before.count(Colour.BLACK)
    wide = abs(difference) > 2 and abs(difference) > abs(earlier)
    return wide or (len(colours) > 2 and len(set(colours[-3:])) == 1)


def _points(event: Event, player: Player, row: int) -> int:
    return sum(event.scoring.points(entry) for entry in player.rounds[:row])


def _colour_faults(event: Event, player: Player, opponent: Player, row: int) -> Iterator[str]:
    """5.1.1, 5.1.2; in the last round (6), two with the same score, only where the other way round breaks nothing."""
    now = player.rounds[row].colour
    if not _breaks(_colours(player, row), now):
        return
    other_way = () if now is None else ((player, now.opposite), (opponent, now))
    have_equal_scores = len({_points(event, one, row) for one in (player, opponent)}) == 1
    if (
        row + 1 == event.rounds_declared
        and have_equal_scores
        and any(_breaks(_colours(one, row), colour) for one, colour in other_way)
    ):
        return
    yield f"round {row + 1}: {player.tpn} has a colour beyond the limits (5.1)"


# --- tables ----------------------------------------------------------------------------------------------------------


def person(tpn: int, games: str = "", *, score: int = 0, rating: int = 2000, **others: bool) -> LimPlayer:
    """Make a player by hand; ``games`` are the colours so far, the latest last: ``WBW``."""
    colours = tuple(_SIGN[colour] for colour in reversed(games))
    difference = sum(colours)
    repeated = colours[0] if len(colours) > 1 and colours[0] == colours[1] else 0
    return LimPlayer(
        tpn=tpn,
        score=score,
        rating=rating,
        difference=difference,
        repeated=repeated,
        due=due_colour(difference, repeated, colours, is_odd_round=False),
        games=colours,
        is_odd=tpn % 2 == 1,
        **others,
    )


def table(
    people: Sequence[LimPlayer],
    met: Iterable[tuple[int, int]] = (),
    *,
    twice_median: int = 0,
    round_number: int = 5,
    is_last: bool = False,
    is_maxi: bool = False,
) -> LimParticipants:
    """Seat players, by score and number; ``met`` names pairs of numbers."""
    ordered = tuple(sorted(people, key=lambda one: (-one.score, one.tpn)))
    apart = meetings_matrix(ordered, met)
    meet, lifted = find_compatible(ordered, apart, is_last=is_last, readings=DEFAULT_READINGS)
    return LimParticipants(
        round_number=round_number,
        twice_median=twice_median,
        players=ordered,
        meet=meet,
        apart=apart,
        lifted=lifted,
        is_maxi=is_maxi,
    )
