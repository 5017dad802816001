"""
Why one pairing of a round is better than another, in words that can be read aloud.

Scoregroups go by their points, games by the names of the two, colour histories stand where colours decide (WBWB), and
the article comes last, in brackets. A *setting* is what the other pairing is: posted, a program's answer, or one that
is only supposed.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from checker.verdicts.first_difference import first_opponent_to_differ
from checker.verdicts.phrases import capital, cited, group, listed, points, value
from reference_engines.frame.results import BracketKind, GenerationStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import DecidingCriterion, DecidingOrder
    from checker.verdicts.phrases import Roster
    from checker.verdicts.round_players import People
    from reference_engines.frame.results import BracketAssessment, Divergence, Generation, RoundPairing, Violation


class Setting(Enum):
    """What is held against the right round; the value says where something is so."""

    POSTED = "as posted"
    ANSWER = "in the program's answer"
    SUPPOSED = ""
    """Nobody has paired so."""


_MOST_GAMES = 2
"""That are named with those that they stand for; of more, the first ones only."""
_MOST_HISTORIES = 4
_MOST_PROOFS = 3
"""Games that show that the others can be paired."""
_OF_PEOPLE = re.compile(
    r"(?:number of )?(players|residents|teams|topscorers and their opponents) "
    r"(?:who |whose (?=colour))(miss|leave|get|downfloat|upfloat|colour difference goes)\b(.*)"
)
"""A criterion that counts people by what they do."""
_AS_FEW = re.compile(r"as few (teams|upfloaters|opponents of upfloaters) as possible (miss|float|floated|join)\b(.*)")
"""The same as the text for teams has it."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_COLOURS = frozenset({"colour"})
_LOWEST_SCORE, _MOST_GAMES_PLAYED = "bye_score", frozenset({"bye_unplayed_games", "bye_rounds_without_match"})
"""Criteria about the bye."""
_BELOW = "score_differences"
"""By how many points upfloaters stand below those whom they join."""


# --- absolute rules ---------------------------------------------------------------------------------------------------


def about_violations(violations: Sequence[Violation], roster: Roster) -> str:
    """Say which absolute rules forbid it."""
    return " ".join(
        f"{roster.named(found.sentence).removesuffix('.')}{cited(found.label, found.article)}." for found in violations
    )


# --- criteria ---------------------------------------------------------------------------------------------------------


def about_criterion(
    people: People,
    criterion: DecidingCriterion,
    brackets: tuple[BracketAssessment, BracketAssessment],
    rounds: tuple[RoundPairing, RoundPairing],
    setting: Setting = Setting.SUPPOSED,
) -> str:
    """
    Say what it costs, and whom.

    ``brackets`` are the right one and the other, ``rounds`` the complete pairings of which they are part.
    """
    ours = brackets[0]
    said = _of_bye(people, criterion, rounds) if setting is not Setting.SUPPOSED else ""
    if not said:
        where = "" if ours.kind is BracketKind.BYE else group(ours)
        changes = _who_changes(people, brackets, rounds, criterion, setting)
        if setting is Setting.SUPPOSED and criterion.name == _LOWEST_SCORE and changes:
            lowest = "but it goes to the player with the lowest score, if all others can still be paired"
            said = f"the round would be worse: {changes.removeprefix('; ')}, {lowest}"
        elif setting is Setting.SUPPOSED:
            said = f"{where} the round would be worse: {cost_of(criterion, people.stage)}{changes}".strip()
        else:
            said = f"{_cost_as_it_is(criterion, people.stage, where, setting)}{changes}"
    return f"{capital(said)}{cited(criterion.label, criterion.article)}."


def cost_of(criterion: DecidingCriterion, stage: int) -> str:
    """``2 players would miss their colour preference instead of none``: of what nobody has paired."""
    more, fewer = _values(criterion)
    if criterion.name == _BELOW:
        return f"the upfloaters would come from {more} below instead of {fewer}"
    counted = _counted(criterion, stage)
    if counted is None:
        return f"{_sentence(criterion, stage)}: {more} instead of {fewer}"
    who, does, rest = counted
    verb = _SUPPOSED.get(does, f"would {does}")
    return f"{more} {_one_or_more(more, who)} {verb}{rest} instead of {fewer}"


def _cost_as_it_is(criterion: DecidingCriterion, stage: int, where: str, setting: Setting) -> str:
    """``As posted, 2 players in the scoregroup of 3 points miss their colour preference, by the rules none``."""
    more, fewer = _values(criterion)
    if criterion.name == _BELOW:
        return f"{setting.value}, the upfloaters come from {more} below; by the rules, {fewer}"
    where = f" {where}" if where else ""
    counted = _counted(criterion, stage)
    if counted is None:
        said = f"{where.lstrip()}, {_sentence(criterion, stage)}".removeprefix(", ")
        return f"{said}: {more} {setting.value}, {fewer} by the rules"
    who, does, rest = counted
    verb = f"{does}{'es' if does.endswith('s') else 's'}" if more == "1" and does not in _SUPPOSED else does
    verb = _NOW.get(does, verb)
    return f"{setting.value}, {more} {_one_or_more(more, who)}{where} {verb}{rest}; by the rules, {fewer}"


_SUPPOSED = {"floated": "would have floated", "colour difference goes": "would have a colour difference"}
_NOW = {"floated": "floated", "colour difference goes": "have a colour difference"}


def _values(criterion: DecidingCriterion) -> tuple[str, str]:
    return value(criterion.name, criterion.recorded), value(criterion.name, criterion.expected)


def _sentence(criterion: DecidingCriterion, stage: int) -> str:
    """Return what is counted, with the numbers of the rounds in it."""
    said = criterion.sentence.replace("in the previous round", f"in round {stage - 1}")
    said = said.replace("in the round before", f"in round {stage - 1}").replace(
        "two rounds before", f"in round {stage - 2}"
    )
    said = said.replace("in consecutive rounds", f"in rounds {stage - 1} and {stage}")
    return said.replace("the bracket unpaired", "the scoregroup")


def _counted(criterion: DecidingCriterion, stage: int) -> tuple[str, str, str] | None:
    """Return who is counted, what they do, and the rest; None if it is not people who are counted."""
    said = _sentence(criterion, stage)
    found = _OF_PEOPLE.match(said) or _AS_FEW.match(said)
    if found is None:
        return None
    who, does, rest = found.groups()
    return who, does, rest.replace(" and received", " although they received").replace(" goes", "")


def _one_or_more(number: str, who: str) -> str:
    if number == "1" and who == "opponents of upfloaters":
        return "opponent of upfloaters"
    return who.removesuffix("s") if number == "1" and " " not in who else who


def _of_bye(people: People, criterion: DecidingCriterion, rounds: tuple[RoundPairing, RoundPairing]) -> str:
    """Say by what somebody has the bye, where a criterion about it decides; else nothing."""
    if criterion.name in _MOST_GAMES_PLAYED:
        fewer, more = value(criterion.name, criterion.expected), value(criterion.name, criterion.recorded)
        return f"of those with the lowest score, it goes to whoever has played most; not played: {fewer}, not {more}"
    if criterion.name != _LOWEST_SCORE:
        return ""
    said = "the player with the lowest score gets it if all others can still be paired, and they can"
    chosen, pairing = rounds
    posted = {pair.players for pair in pairing.pairs}
    shown = [(pair.white, pair.black) for pair in chosen.pairs if pair.players not in posted]
    return f"{said}: {people.games(shown[:_MOST_PROOFS])}" if shown else said


def _who_changes(
    people: People,
    brackets: tuple[BracketAssessment, BracketAssessment],
    rounds: tuple[RoundPairing, RoundPairing],
    criterion: DecidingCriterion,
    setting: Setting,
) -> str:
    """Name who would have the bye or float that does not, or else the games that would be other ones."""
    (ours, theirs), (chosen, pairing) = brackets, rounds
    colours = not _COLOURS.isdisjoint(criterion.name.split("_"))
    has, had = pairing.bye, chosen.bye
    parts = []
    if has is not None and had is not None and has != had and setting is Setting.SUPPOSED:
        parts.append(f"the bye would go to {_with_points(people, [has])} instead of {_with_points(people, [had])}")
    gained = [tpn for tpn in theirs.downfloaters if tpn not in (*ours.downfloaters, has)]
    lost = [tpn for tpn in ours.downfloaters if tpn not in (*theirs.downfloaters, had)]
    if gained and not colours:
        instead = f" instead of {_with_points(people, lost)}" if lost else ""
        verb = "would leave" if setting is Setting.SUPPOSED else "leave" if len(gained) > 1 else "leaves"
        parts.append(f"{_with_points(people, gained)} {verb} the scoregroup{instead}")
    if criterion.name == _BELOW:
        parts += _other_upfloaters(people, ours, theirs, setting)
    if setting is not Setting.SUPPOSED:
        parts += [_histories(people, ours, theirs)] if colours else []
    elif not parts or colours:
        parts += _other_games(people, ours, theirs, colours=colours)
    return "".join(f"; {part}" for part in parts if part)


def _other_upfloaters(
    people: People, ours: BracketAssessment, theirs: BracketAssessment, setting: Setting
) -> Iterator[str]:
    up = [tpn for tpn in theirs.upfloaters if tpn not in ours.upfloaters]
    instead = [tpn for tpn in ours.upfloaters if tpn not in theirs.upfloaters]
    if up and instead:
        verb = "would float up" if setting is Setting.SUPPOSED else "float up" if len(up) > 1 else "floats up"
        yield f"{_with_points(people, up)} {verb} instead of {_with_points(people, instead)}"


def _histories(people: People, ours: BracketAssessment, theirs: BracketAssessment) -> str:
    """Say what colours those had whose games are other ones."""
    mine = {frozenset(pair) for pair in ours.pairs}
    concerned = [tpn for pair in theirs.pairs if frozenset(pair) not in mine for tpn in pair]
    told = [(tpn, people.colours(tpn)) for tpn in concerned if people.colours(tpn)][:_MOST_HISTORIES]
    if not told:
        return ""
    named = [f"{people.roster.who(tpn)}{' had' if not place else ''} {had}" for place, (tpn, had) in enumerate(told)]
    return f"so far {listed(named)}"


def _other_games(people: People, ours: BracketAssessment, theirs: BracketAssessment, *, colours: bool) -> Iterator[str]:
    mine, other = {frozenset(pair) for pair in ours.pairs}, {frozenset(pair) for pair in theirs.pairs}
    new = [pair for pair in theirs.pairs if frozenset(pair) not in mine]
    old = [pair for pair in ours.pairs if frozenset(pair) not in other]
    if len(new) > _MOST_GAMES:
        if colours:
            new.sort(key=lambda pair: len({people.colours(tpn)[-1:] for tpn in pair}))  # these may well pay
        told = people.games(new[:_MOST_GAMES], colours=colours)
        yield f"{len(new)} games would be other ones, among them {told}"
    elif new:
        instead = f" instead of {people.games(old, colours=colours)}" if old else ""
        yield f"with {people.games(new, colours=colours)}{instead}"


def _with_points(people: People, tpns: Sequence[int]) -> str:
    return listed([f"{people.roster.who(tpn)} with {points(people.scores[tpn])}" for tpn in tpns])


# --- the order of candidates, and steps of procedures -----------------------------------------------------------------


def about_order(
    order: DecidingOrder,
    brackets: tuple[BracketAssessment, BracketAssessment],
    roster: Roster,
    setting: Setting = Setting.SUPPOSED,
) -> str:
    """Say that no criterion decides, and what the order does; ``brackets`` are the right one and the other."""
    ours, theirs = brackets
    said = _natural_order(order, ours.generation, theirs.generation, roster, setting)
    said = said or f"the order of candidates counts. {order.sentence.removesuffix('.')}"
    return f"No criterion tells the two pairings apart {group(ours)}, so {said}{cited('', order.article)}."


_UPPER = {
    GenerationStep.TRANSPOSITION: "of the upper half",
    GenerationStep.MDP_TRANSPOSITION: "of those who have moved down",
}
"""Steps at which somebody gets the highest opponent possible, and among whom."""


def _natural_order(order: DecidingOrder, right: Generation, other: Generation, roster: Roster, setting: Setting) -> str:
    """Say who of the upper half gets the higher opponent, if that is it; else nothing."""
    found = first_opponent_to_differ(right, other) if order.step in _UPPER else None
    if found is None:
        return ""
    place, player, first, second = found
    said = f"the natural order counts: {roster.who(player)}, {_ordinal(place)} {_UPPER[order.step]}, gets the highest "
    said = f"{said}opponent possible"
    return f"{said}, {roster.who(first)}, not {roster.who(second)}" if setting is Setting.SUPPOSED else said


def _ordinal(place: int) -> str:
    return _ORDINALS[place] if place < len(_ORDINALS) else f"number {place + 1}"


def about_parting(
    parting: Divergence, roster: Roster, beginning: str = "Such a round leaves the procedure at this step"
) -> str:
    """Say at which step of a procedure it is passed over."""
    said = roster.named(parting.sentence).removesuffix(".")
    return f"{beginning}, {roster.named(parting.step)}: {said}{cited('', parting.article)}."
