"""Who has White (5): due colours within the limits of 5.1.1 and 5.1.2; by lot in the first round (7.2)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.frame.pairings import ColourDecision
from reference_engines.lim.edition import Article
from reference_engines.lim.walk import steps
from reference_engines.readings import note_on
from reference_engines.results import NoLegalPairingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Person, Table


class Rule(Enum):
    """What can give a pair its colours."""

    FIRST_ROUND = "the lot"
    DUE = "due colours"
    DIFFERENCE = "three more"
    THREE_IN_A_ROW = "three in a row"
    WIDER = "wider difference"
    HISTORY = "earlier rounds"
    RANK = "rank"
    NO_COLOUR = "no game yet"


_ARTICLE = {
    Rule.FIRST_ROUND: Article.FIRST_ROUND,
    Rule.DUE: Article.DUE_COLOURS,
    Rule.DIFFERENCE: Article.THREE_MORE,
    Rule.THREE_IN_A_ROW: Article.THREE_IN_A_ROW,
    Rule.WIDER: Article.EQUALISING,
    Rule.HISTORY: Article.HISTORY,
    Rule.RANK: Article.HISTORY,
    Rule.NO_COLOUR: Article.FIRST_ROUND,
}
_WHY = {
    Rule.FIRST_ROUND: "odd numbers of the upper half have the colour drawn for the first player, even ones the other",
    Rule.DUE: "both have the colour that is due to them",
    Rule.DIFFERENCE: "otherwise one of them would have three more of one colour than of the other",
    Rule.THREE_IN_A_ROW: "otherwise one of them would have the same colour three times in a row",
    Rule.WIDER: "the wider difference of colours is equalised first",
    Rule.HISTORY: "both are due the same colour, and colours alternate from the latest game in which the two differed",
    Rule.RANK: "both are due the same colour after the same history, and {rank} ranked has it",
    Rule.NO_COLOUR: "neither has played, so that colours are given as in the first round",
}


def decide(
    table: Table, readings: Readings, printed: Callable[[Article], str], initial: int, pair: tuple[int, int]
) -> ColourDecision:
    """Give two positions their colours by the first rule that decides; ``initial`` was drawn for the first player."""
    high, low = sorted(pair, key=lambda player: (-table.people[player].score, table.people[player].tpn))
    people = (table.people[high], table.people[low])
    colour, rule = _decided(table, readings, people, initial)
    rank = ""
    if rule is Rule.RANK:
        is_below = _is_below(table, readings, (high, low))
        rank = "the lower" if is_below else "the higher"
        is_high = is_below is not _is_first_ranked_higher(people, readings)
        colour = people[0].due if is_high else -people[0].due
    return ColourDecision(
        white=high if colour == 1 else low,
        black=low if colour == 1 else high,
        article=printed(_ARTICLE[rule]),
        rule=rule.value,
        why=_WHY[rule].format(rank=rank),
        rests_on=(note_on("LIM-NO-COLOUR"),) if rule is Rule.NO_COLOUR else (),
        is_open=rule is Rule.NO_COLOUR,
    )


def _decided(table: Table, readings: Readings, people: tuple[Person, Person], initial: int) -> tuple[int, Rule]:
    """Return the colour of the first of two, and what gives it; 0 if the rank does."""
    high, low = people
    limit = _by_limits(high, low)
    wish = _by_due_colours(high, low)
    if wish and wish != -limit:
        return wish, Rule.DUE
    if limit:
        return limit, _barring(high, low, limit)
    if not high.due and not low.due:
        colour = initial if high.is_odd else -initial
        return colour, Rule.FIRST_ROUND if table.round_number == 1 else Rule.NO_COLOUR
    if readings.wider_difference_first and abs(high.difference) != abs(low.difference):
        return high.due if abs(high.difference) > abs(low.difference) else -low.due, Rule.WIDER
    alternated = _alternated(high.games, low.games)
    if alternated:
        return alternated, Rule.HISTORY
    return 0, Rule.RANK


def _by_limits(one: Person, other: Person) -> int:
    """Return the only colour that the first can have against the other; 0 if both ways, or none, are permissible."""
    white = one.may_have(1) and other.may_have(-1)
    black = one.may_have(-1) and other.may_have(1)
    return int(white) - int(black)


def _barring(one: Person, other: Person, given: int) -> Rule:
    """Return the limit that a game with the other colours would break."""
    in_a_row = one.repeated == -given or other.repeated == given
    return Rule.THREE_IN_A_ROW if in_a_row else Rule.DIFFERENCE


def _by_due_colours(one: Person, other: Person) -> int:
    """Return the first one's colour if both can have their due colours; 0 if both are due the same, or none."""
    if one.due == other.due:
        return 0
    return one.due or -other.due


def _alternated(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return -mine
    return 0


def _is_first_ranked_higher(people: tuple[Person, Person], readings: Readings) -> bool:
    """Whether the first of two, in the order of scores and numbers, is the higher ranked (LIM-HIGHER-RANKED)."""
    return not readings.ranked_by_number or people[0].tpn < people[1].tpn


def _is_below(table: Table, readings: Readings, pair: tuple[int, int]) -> bool:
    """Whether two are below the median scoregroup (5.4, LIM-MEDIAN-COLOURS)."""
    is_below = all(table.side(table.people[player].score) < 0 for player in pair)
    return is_below and not (readings.median_by_group and _are_paired_in_median(table, readings, pair))


def _are_paired_in_median(table: Table, readings: Readings, pair: tuple[int, int]) -> bool:
    """Whether the procedure pairs the two, and in the median scoregroup."""
    try:
        walked = steps(table, readings)
    except NoLegalPairingError:
        return False
    return any(step.side == 0 and step.pair is not None and set(step.pair) == set(pair) for step in walked)
