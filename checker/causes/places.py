"""
Misreadings of a definition at one place: a criterion, [C3], or a rule on colours reads the definition otherwise.

A program may count forfeited games as colours where it bars players from meeting, and nowhere else. So each misread
definition is also tried at every single place where the rules read it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes import round_copies
from checker.causes.cause import Cause, ChangeKind
from reference_engines.definitions.player_states import COLOUR_FIGURES, NONE
from reference_engines.definitions.players import players_of_round
from reference_engines.misreadings import generated_misreadings, misreadings_of, varied_misreadings
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.frame.rules import AnyRound, Rules
    from reference_engines.frame.variants import Misreading

IN_SEEDING_ROUNDS = ", in seeding rounds"
"""The end of a sentence about rules of the seeding rounds, which hold the definitions of all rounds."""
_COLOURS = ("colour_difference", "preference", "strength", "repeated")
_READ_BY_CRITERIA = {
    "topscorer": (*_COLOURS, "topscorer"),
    "colour": _COLOURS,
    "float_again": ("floated", "score"),
    "unplayed": ("unplayed",),
}
"""The fields of players that a criterion reads, by a word in its name."""


class Place(FrozenStruct, frozen=True, kw_only=True):
    """A place where the rules read definitions."""

    label: str
    """``C3``, ``C12``, ``5.2.3``."""
    article: str
    reads: tuple[str, ...]
    """Fields of the players."""
    write: Callable[[AnyRound, Players], AnyRound]
    """Return the round whose place reads other players."""


def places_of(rules: Any) -> Iterator[Place]:
    """Yield the places where rules read definitions."""
    clash = rules.clash_rule
    yield Place(label=clash.label, article=clash.article, reads=("allowed",), write=_bar_by)
    for numbered in rules.criteria:
        reads = next((read for word, read in _READ_BY_CRITERIA.items() if word in numbered.criterion.name), ())
        if reads and "downfloaters" not in numbered.criterion.name:
            write = partial(round_copies.judge_by, labels=(numbered.label,))
            yield Place(label=numbered.label, article=numbered.article, reads=reads, write=write)
    colours = tuple(one.label for one in rules.criteria if "colour" in one.criterion.name)
    if len(colours) > 1:
        label, write = f"{colours[0]} to {colours[-1]}", partial(round_copies.judge_by, labels=colours)
        yield Place(label=label, article=rules.criteria[0].article, reads=_COLOURS, write=write)
    if hasattr(rules, "first_subgroup"):
        article = rules.subgroups_article
        yield Place(label=article, article=article, reads=("preference",), write=_divide_by)
    steps = rules.colour_articles.steps
    for step, article in zip(steps, rules.colour_articles.numbers, strict=True):
        write = partial(_colour_by, names=(step.name,))
        yield Place(label=article, article=article, reads=_COLOURS, write=write)
    write, numbers = partial(_colour_by, names=tuple(step.name for step in steps)), rules.colour_articles.numbers
    yield Place(label=f"{numbers[0]} to {numbers[-1]}", article=numbers[0], reads=_COLOURS, write=write)


def misreadings_at_places(rules: Rules) -> Iterator[Cause]:
    """Yield the misread definitions of an edition, each at every single place; none if the system names no places."""
    if not hasattr(rules, "clash_rule") or not hasattr(rules, "criteria"):
        return
    places, defining = tuple(places_of(rules)), _defining_rules(rules)
    if not hasattr(rules, "first_subgroup"):  # players are paired downwards
        yield from _joined_scoregroups()
    rarer = {one.identifier: one for one in varied_misreadings(rules) if _changes_games_alone(rules, one.rules(rules))}
    misread_rules = (*misreadings_of(rules), *generated_misreadings(rules), *rarer.values())
    for misreading in misread_rules:
        misread_games = misreading.rules(rules)
        of_games = _defining_rules(misread_games).definitions.coloured != defining.definitions.coloured
        if misreading.identifier in rarer and not of_games:
            continue  # it is of one figure already
        if rules is defining and _changes_games(rules, misread_games):
            yield from _limit_to_figures(misreading)
    for misreading in misread_rules:
        misread = misreading.rules(rules)
        if not _changes_definitions(rules, misread) or _rank(misread) != _rank(rules):
            continue  # no place reads the rank order
        for place in (one for one in places if one.article != misreading.article):
            yield Cause(
                identifier=f"{misreading.identifier}-in-{place.label.lower().replace(' ', '-')}",
                sentence=f"as if, in {place.label} alone, {misreading.sentence.removesuffix(IN_SEEDING_ROUNDS)}",
                article=place.article,
                kind=ChangeKind.RULE,
                round=partial(_misread_at, misreading=misreading, place=place, system=rules.system),
            )


def _defining_rules(rules: Any) -> Any:
    """Return the rules that hold the definitions: those of the seeding rounds, if an event has any."""
    return getattr(rules, "seeding", rules)


def _rank(rules: Any) -> Any:
    return _defining_rules(rules).definitions.rank


def _changes_definitions(own: Any, misread: Any) -> bool:
    """Whether rules differ only in definitions."""
    defining, others = _defining_rules(own), _defining_rules(misread)
    if defining is not own and not round_copies.changed_parts(own, misread) <= {"seeding"}:
        return False
    return round_copies.changed_parts(defining, others) <= round_copies.DEFINING_PARTS


_JOINED: tuple[tuple[str, str, Callable[[int], bool]], ...] = (
    ("always", "", lambda _: True),
    ("if-one", " if the last one has one player", lambda size: size == 1),
    ("if-few", " if the last one has two players or fewer", lambda size: size < 3),  # noqa: PLR2004 - players
    ("if-odd", " if the last one has an odd number of players", lambda size: size % 2 == 1),
)
"""Name, words, and whether the last two scoregroups are joined, by the number of players of the last one."""


def _joined_scoregroups() -> Iterator[Cause]:
    """Yield the last two scoregroups that are paired as one, in every round or if the last one is small."""
    for name, words, is_joined in _JOINED:
        yield Cause(
            identifier=f"last-scoregroups-joined-{name}",
            sentence=f"as if the last two scoregroups were paired as one{words}",
            kind=ChangeKind.RULE,
            round=partial(_join_last, is_joined=is_joined),
        )


def _join_last(bound: AnyRound, *, is_joined: Callable[[int], bool]) -> AnyRound:
    players = round_copies.players_of(bound)
    begins = () if players is None else players.groups[:-1]
    if players is None or len(begins) < 2 or not is_joined(players.size - begins[-1]):  # noqa: PLR2004 - two groups
        return bound
    return round_copies.with_players(bound, replace(players, groups=(*begins[:-1], players.size)))


def _changes_games(own: Any, misread: Any) -> bool:
    """Whether other games give colours, or count for the colour difference."""
    if not _changes_definitions(own, misread):
        return False
    ours, theirs = _defining_rules(own).definitions, _defining_rules(misread).definitions
    return bool(ours.coloured != theirs.coloured or ours.colour_history != theirs.colour_history)


def _changes_games_alone(own: Any, misread: Any) -> bool:
    """Whether rules differ in the games that give colours, and in no other definition."""
    defining, others = _defining_rules(own), _defining_rules(misread)
    if not _changes_games(own, misread) or round_copies.changed_parts(defining, others) != {"definitions"}:
        return False
    ours = defining.definitions
    return bool(replace(others.definitions, coloured=ours.coloured, colour_history=ours.colour_history) == ours)


def _limit_to_figures(misreading: Misreading) -> Iterator[Cause]:
    """Yield a misreading of the games that count for colours, for some figures of the colour history alone."""
    for name, words, figures in COLOUR_FIGURES:
        yield Cause(
            identifier=f"{misreading.identifier}-for-{name}",
            sentence=f"as if, {words} alone, {misreading.sentence}",
            article=misreading.article,
            kind=ChangeKind.RULE,
            round=partial(_mix_colours, misreading=misreading, figures=figures),
        )


def _mix_colours(bound: AnyRound, *, misreading: Misreading, figures: tuple[str, ...]) -> AnyRound:
    """Return the round with some figures of the colour history by a misreading; the other figures are our own."""
    event: Any = bound.event
    own, misread = event.definitions, misreading.rules(event.rules).definitions
    ours, theirs = (one.colours_before_rounds(event.history) for one in (own, misread))
    mixed = replace(ours, **{figure: getattr(theirs, figure) for figure in figures})
    preferred = own.preferences(mixed)
    has_colour = mixed.latest != 0  # a player without a game has no preference, whatever the difference
    states = replace(
        event.player_states,
        colour_difference=mixed.difference,
        preference=np.where(has_colour, preferred.colour, 0),
        strength=np.where(has_colour, preferred.strength, NONE),
        repeated=mixed.repeated,
    )
    players = players_of_round(event.event, event.history, states, bound.number, own)
    known = round_copies.players_of(bound)
    return (
        bound
        if known is None or round_copies.have_same_values(players, known)
        else round_copies.with_players(bound, players)
    )


def _misread_at(bound: AnyRound, *, misreading: Misreading, place: Place, system: str) -> AnyRound:
    """Return the round with a misreading at a place; the round itself if nothing differs that the place reads."""
    players = round_copies.players_of(bound)
    if players is None or bound.rules.system != system:  # a seeding round has other places
        return bound
    known = vars(bound).get(_MISREAD)  # the places of a misreading are tried one after the other
    misread = known[1] if known and known[0] == misreading.identifier else _misread_players(bound, players, misreading)
    vars(bound)[_MISREAD] = misreading.identifier, misread
    if all(round_copies.is_same(getattr(players, name), getattr(misread, name)) for name in place.reads):
        return bound
    return place.write(bound, misread)


_MISREAD = "misread_players"


def _misread_players(bound: AnyRound, players: Players, misreading: Misreading) -> Players:
    """Return the same players, in the same order, with the values that they have by a misreading."""
    prepared = misreading.rules(bound.event.rules).prepare(bound.event.source, bound.event)
    misread = prepared.players_of_round(bound.number)
    return misread.select(round_copies.order_of_columns(misread, players))


def _bar_by(bound: AnyRound, misread: Players) -> AnyRound:
    players: Any = round_copies.players_of(bound)
    return round_copies.with_players(bound, replace(players, allowed=misread.allowed))


def _divide_by(bound: AnyRound, misread: Players) -> AnyRound:
    """Let the division into subgroups read other players."""
    own = bound.rules.first_subgroup

    def first_subgroup(group: Any, members: tuple[int, ...]) -> tuple[int, ...]:
        divided: tuple[int, ...] = own(group.with_players(misread), members)
        return divided

    return round_copies.with_rules(bound, replace(bound.rules, first_subgroup=first_subgroup))


def _colour_by(bound: AnyRound, misread: Players, *, names: tuple[str, ...]) -> AnyRound:
    return round_copies.with_colour_steps(
        bound, names, lambda step, meetings: step.decide(replace(meetings, players=misread))
    )
