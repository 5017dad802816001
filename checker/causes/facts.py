"""
Facts of an event that may differ from the file's declaration, or from the default without one.

Editions and systems are those of the registry; each fact holds for the whole event.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from checker.causes.cause import Cause, ChangeKind
from reference_engines.definitions.acceleration import accelerated_rounds, with_listed_points
from reference_engines.definitions.virtual_points import VirtualGroups, virtual_points_of
from reference_engines.frame import systems
from reference_engines.frame.declared import declared_code, declares_baku, remove_baku, with_baku, with_code
from tournaments.model import Colour, Result, ScoringSystem, VirtualPoints
from tournaments.points import find_mismatches, points_text, with_declared_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event, Player, RoundEntry

_BAKU = "C.04.7"
_MORE_ROUNDS = 3
"""Than are recorded, of which the Baku acceleration may have been made where their number is not declared."""
_MOST_ROUNDS = 0.5
"""The share of its discrepant rounds that another system, or other numbers, must make right in an event."""
_NONE = 10**6
"""In the place of a rank that is not there."""
_HALVES = (2, 3)
"""Numbers of rounds in which the upper half is often given a point."""


def facts_of(event: Event, rules: Rules) -> tuple[Cause, ...]:
    """Return every fact that may be otherwise, in the order in which they are tried."""
    return (
        *editions_of(event, rules),
        *settings_of(event, rules),
        *accelerations_of(event),
        *numberings_of(event),
        *_rounds(event, rules.edition.file_rounds_per_round),
        *_initial_colours(event),
        *_points(event),
        *_short_games(event),
    )


def _fact(identifier: str, sentence: str, article: str = "", **others: Any) -> Cause:
    """Return a fact; ``others`` are further fields of `Cause`."""
    return Cause(identifier=identifier, sentence=sentence, article=article, kind=ChangeKind.FACT, **others)


# --- systems and editions --------------------------------------------------------------------------------------------


def editions_of(event: Event, rules: Rules, *, with_variants: bool = True) -> Iterator[Cause]:
    """Yield that the event was paired by another edition or system, or by an option of a system if asked for."""
    taken = rules.edition
    for edition in systems.editions_by_name() if with_variants else systems.editions():
        if edition.follows or edition.key in (taken.key, taken.follows) or edition.pairs_teams != event.is_team_event:
            continue
        yield _fact(
            f"edition-{edition.key}",
            f"if the event was paired by {edition.key} ({edition.title})",
            undeclared=systems.leaves_open(event, edition, taken),
            short=f"by {edition.key}",
            silence=_describe_declared_edition(event, edition, taken),
            share=_MOST_ROUNDS,
            rules=partial(_take_edition, key=edition.key),
        )


def _describe_declared_edition(event: Event, edition: Edition, taken: Edition) -> str:
    """Describe the file's declaration of its edition."""
    alike = systems.are_same_system(edition, taken)
    if systems.leaves_open(event, edition, taken):
        return f"the file names no {'edition' if alike else 'system'}"
    if declared_code(event.system) or event.system.text.strip() or not alike:
        declared = declared_code(event.system) or event.system.text.strip() or taken.key
        return f"the file declares {declared}, taken as {taken.key}"
    return f"by its date {taken.key} was in force"


def _take_edition(_rules: Rules, key: str) -> Rules:
    """Return the rules of another edition, whatever the rules were."""
    return systems.engine_for(key)


# --- settings of a system --------------------------------------------------------------------------------------------


def settings_of(event: Event, rules: Rules) -> tuple[Cause, ...]:
    """
    Return that the event had other settings than the system takes where no code declares them.

    No record before TRF26 can declare them, so one round supports them in a file of several rounds.
    """
    return tuple(
        _fact(
            f"setting-{settings.code}",
            settings.condition,
            undeclared=True,
            short=settings.short,
            silence="the file does not declare these settings (192)",
            supporting_rounds=1 if event.rounds_recorded > 1 else 2,
            event=partial(_with_settings, code=settings.code),
        )
        for settings in systems.settings_left_open(event, rules.edition)
    )


def _with_settings(event: Event, code: str) -> Event:
    return replace(event, system=with_code(event.system, code))


# --- acceleration ----------------------------------------------------------------------------------------------------


_NO_ACCELERATION = "the file does not say whether it was accelerated"


def accelerations_of(event: Event, edition: Edition | None = None) -> Iterator[Cause]:
    """
    Yield that the event was accelerated otherwise than the file declares, or not at all.

    ``edition`` is the one by which the event was paired; None for the one that it declares.
    """
    listed, baku = bool(event.virtual_points), declares_baku(event.system)
    name = systems.declared_name(event)
    undeclared = not (listed or name)
    silence = f"the file declares {name}, without acceleration" if name else _NO_ACCELERATION
    if listed or baku:
        yield _fact(
            "acceleration-none",
            "if the event was not accelerated",
            _BAKU,
            short="without acceleration",
            silence=f"the file {'lists virtual points' if listed else 'declares the Baku acceleration'}",
            event=_not_accelerated,
        )
    if not baku:
        said = "the file lists other virtual points" if listed else silence
        yield from _baku(event, edition, undeclared=undeclared, silence=said)
    if not (listed or baku or event.is_team_event):
        yield from _accelerate_groups(undeclared=undeclared, silence=silence)


def _not_accelerated(event: Event) -> Event:
    plain = replace(event, virtual_points=())
    return replace(plain, system=remove_baku(event.system)) if declares_baku(event.system) else plain


def _baku(event: Event, edition: Edition | None, *, undeclared: bool, silence: str) -> Iterator[Cause]:
    """Yield the Baku acceleration; of as many rounds as may be, where their number is not declared."""
    declared, recorded = event.rounds_declared, event.rounds_recorded
    several = range(recorded, recorded + _MORE_ROUNDS + 1) if declared is None else (declared,)
    stages = {accelerated_rounds(rounds): rounds for rounds in reversed(several)}
    for rounds in sorted(stages.values()):
        of_rounds = "" if declared is not None else f" for {rounds} rounds"
        yield _fact(
            "acceleration-baku" if declared is not None else f"acceleration-baku-of-{rounds}",
            f"if the event had the Baku acceleration{of_rounds}",
            _BAKU,
            undeclared=undeclared,
            short=f"with the Baku acceleration{of_rounds}",
            silence=silence,
            event=partial(_accelerate_baku, rounds=rounds, edition=edition),
        )


def _accelerate_baku(event: Event, rounds: int, edition: Edition | None) -> Event:
    """Return the event with the points of the Baku rule, as if it had that many rounds, none of them the last."""
    bare = replace(event, virtual_points=(), system=with_baku(remove_baku(event.system)), rounds_declared=rounds)
    if bare.is_team_event:
        return replace(bare, rounds_declared=event.rounds_declared)
    listed = with_listed_points(bare, edition)
    return replace(event, virtual_points=listed.virtual_points, system=remove_baku(event.system))


def _accelerate_groups(*, undeclared: bool, silence: str) -> Iterator[Cause]:
    for rounds in _HALVES:
        yield _fact(
            f"acceleration-upper-half-{rounds}",
            f"if the upper half of the players had a virtual point in rounds 1 to {rounds}",
            undeclared=undeclared,
            short=f"with a virtual point for the upper half in rounds 1 to {rounds}",
            silence=silence,
            event=partial(_with_upper_half, rounds=rounds),
        )
    for groups in VirtualGroups:
        yield _fact(
            f"acceleration-groups-{groups.value}",
            f"if the players were split into {groups.value} virtual scoregroups for two rounds",
            undeclared=undeclared,
            short=f"with {groups.value} virtual scoregroups in the first two rounds",
            silence=silence,
            event=partial(_with_groups, groups=groups),
        )


def _with_upper_half(event: Event, rounds: int) -> Event:
    players = [player.tpn for player in event.players]
    upper = frozenset(players[: 2 * -(-len(players) // 4)])
    points = VirtualPoints(points=event.scoring.win, first_round=1, last_round=rounds, players=upper)
    return replace(event, virtual_points=(points,))


def _with_groups(event: Event, groups: VirtualGroups) -> Event:
    points = virtual_points_of([player.tpn for player in event.players], groups, win=event.scoring.win)
    return replace(event, virtual_points=points)


# --- numbers ---------------------------------------------------------------------------------------------------------


def numberings_of(event: Event) -> Iterator[Cause]:
    """
    Yield orders of the players in which their numbers may really follow each other.

    Columns 5 to 8 declare the numbers, so none of these is assumed.
    """
    if event.is_team_event:
        return
    present = [player.tpn for player in event.players]
    place = {tpn: number for number, tpn in enumerate(event.rows)}
    orders: list[tuple[str, str, str, Callable[[Player], tuple[int | str, ...]]]] = [
        ("rank", "were those of columns 86-89 (rank)", "of columns 86-89 (rank)", lambda one: (one.rank or _NONE,)),
        ("rating", "followed the ratings", "by rating", lambda one: (-(one.rating or 0),)),
        (
            *("rating-and-name", "followed the ratings, and among equals the names", "by rating and name"),
            lambda one: (-(one.rating or 0), one.name.casefold()),
        ),
        ("row", "followed the order of the rows", "by the order of the rows", lambda one: (place.get(one.tpn, 0),)),
        ("text", "were sorted as texts, 10 before 2", "sorted as texts", lambda one: (str(one.tpn),)),
        ("printed", "were those of columns 5-8", "of columns 5-8", lambda one: (one.tpn,)),
    ]
    seen = {tuple(present)}
    for name, words, short, key in orders:
        order = tuple(player.tpn for player in sorted(event.players, key=key))
        if order not in seen:
            seen.add(order)
            yield _fact(
                f"numbers-by-{name}",
                f"if the numbers {words}",
                "C.04.2:2",
                short=f"with the numbers {short}",
                silence="columns 5-8 declare other numbers, so they were probably changed later",
                share=_MOST_ROUNDS,
                event=partial(reorder_players, order=order),
            )


def reorder_players(event: Event, order: tuple[int, ...]) -> Event:
    """Return the event with its players, by TPN, ranked in another order; the names stay with the numbers."""
    place = {tpn: number for number, tpn in enumerate(order)}
    players = tuple(sorted(event.players, key=lambda player: place[player.tpn]))
    return replace(event, players=players, rank_by_position=True)


# --- rounds and colours ----------------------------------------------------------------------------------------------


def _rounds(event: Event, games: int) -> Iterator[Cause]:
    """
    Yield other numbers of rounds: that the last recorded one was the last, or that it was not.

    ``games`` are the rounds of the file that are paired at once, and counted as one.
    """
    declared, recorded = event.rounds_declared, event.rounds_recorded
    baku = declares_baku(event.system) and not event.virtual_points
    for more in range(_MORE_ROUNDS + 1 if baku else 2):
        rounds = recorded + more * games
        if rounds != declared:
            yield _fact(
                f"rounds-{rounds // games}" if baku else ("rounds-as-recorded", "rounds-more")[more],
                f"if the event had {rounds // games} rounds",
                undeclared=declared is None,
                event=partial(replace, rounds_declared=rounds),
            )


def _initial_colours(event: Event) -> Iterator[Cause]:
    for colour in Colour:
        if colour is not event.initial_colour:
            yield _fact(
                f"initial-colour-{colour.name.lower()}",
                f"if the initial-colour was {colour.name.capitalize()}",
                undeclared=event.initial_colour is None,
                event=partial(replace, initial_colour=colour),
            )


# --- points ----------------------------------------------------------------------------------------------------------


def _points(event: Event) -> Iterator[Cause]:
    if event.is_team_event:
        return
    scoring, usual = event.scoring, ScoringSystem()
    for worth in dict.fromkeys((scoring.win, scoring.white_draw, 0)):
        if worth != scoring.pairing_allocated_bye:
            change = partial(replace, scoring=replace(scoring, pairing_allocated_bye=worth))
            sentence = f"if the pairing-allocated bye was worth {points_text(worth)}"
            yield _fact(f"bye-worth-{points_text(worth)}", sentence, "C.04.1:3", event=change)
    if scoring.half_point_bye and any(e.result is Result.HALF_POINT_BYE for one in event.players for e in one.rounds):
        change = partial(replace, scoring=replace(scoring, half_point_bye=0))
        yield _fact("half-point-byes-worth-0", "if half-point byes were worth 0.0", event=change)
    football = replace(usual, white_win=30, black_win=30, white_draw=10, black_draw=10, forfeit_win=30)
    football = replace(football, pairing_allocated_bye=30, full_point_bye=30, half_point_bye=10, pending=10)
    for name, other in (("1-0.5-0", usual), ("3-1-0", football)):
        if other != scoring:
            change = partial(replace, scoring=other)
            yield _fact(f"scoring-{name}", f"if the games were scored {name}", "", event=change)
    if find_mismatches(event):
        yield _fact("points-as-declared", "if the points were those of columns 81-84", event=with_declared_points)


_AS_FORFEITS = {Result.UNRATED_WIN: Result.FORFEIT_WIN, Result.UNRATED_LOSS: Result.FORFEIT_LOSS}


def _short_games(event: Event) -> Iterator[Cause]:
    """Yield that games of less than one move, which count as played, were taken for forfeits."""
    if any(entry.result in _AS_FORFEITS for player in event.players for entry in player.rounds):
        sentence = "if games of less than one move had been forfeits"
        yield _fact("short-games-forfeited", sentence, event=_with_forfeits)


def _with_forfeits(event: Event) -> Event:
    def forfeit(entry: RoundEntry) -> RoundEntry:
        return replace(entry, result=_AS_FORFEITS.get(entry.result, entry.result))

    return event.with_rounds({player.tpn: map(forfeit, player.rounds) for player in event.players})
