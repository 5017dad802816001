"""
Wrong rounds built to be excused: a file that declares everything, and rounds paired by a fact that the file denies.

An *excuse* is such a fact: the numbers are those of another column, the event was accelerated, another edition was in
force, the other colour was drawn. An event is played forward by its rules, and the engine pairs chosen rounds under
the excuse instead. Only rounds in which that makes a difference, and which no open reading makes right, are kept: the
regulation allows one pairing of a round, so any other one is wrong.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from checker.check import STANDARD_OPTIONS, CheckOptions, check_content
from checker.findings import RoundFinding, tally
from checker.verdicts.consequence import judge_run
from checker.verdicts.team_events import up_to
from random_tournaments.axes import PLAIN, Chance, Frequency, Span, WeightedChoice
from random_tournaments.settings import batch_kind
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.definitions.virtual_points import VirtualGroups, virtual_points_of
from reference_engines.frame.declared import remove_baku, with_baku
from reference_engines.frame.results import DivergenceKind, PairingError
from reference_engines.frame.systems import editions, engine_for, pairs_teams
from tournaments.model import Colour, DeclaredSystem, VirtualPoints
from tournaments.teams.matches import with_team_points
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checker.verdicts.verdict import ExitStatus
    from random_tournaments.axes import Axes
    from random_tournaments.teams.axes import TeamAxes
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event, Player

    MakeExcuse = Callable[[Event, random.Random], "Excuse"]

INDIVIDUAL_SYSTEMS = (
    "dutch-2026",
    "dutch-2017",
    "dutch-2013",
    "dubov-2026",
    "dubov-2018",
    "dubov-1997",
    "burstein-2026",
    "burstein-2018",
    "lim-2026",
    "lim-1999",
    "double-swiss-2026",
    "clock-2012",
    "simple-2018",
)
TEAM_SYSTEMS = ("team-2026", "team-2024")
SYSTEMS = (*INDIVIDUAL_SYSTEMS, *TEAM_SYSTEMS)


class Kind(Enum):
    """A kind of excuse, by the declared fact that it replaces."""

    NUMBERS = "numbers"
    """Columns 5 to 8, by another order of the players."""
    ACCELERATION = "acceleration"
    """The code of field 192 that names the system without an acceleration."""
    EDITION = "edition"
    """The system or edition of field 192, 092 or the date; of teams also type and primary score."""
    FIRST_ROUND = "first-round"
    """Any of these, for round 1 alone."""
    INITIAL_COLOUR = "initial-colour"
    """The colour that was drawn, as the first round shows it."""


class Scope(Enum):
    """The rounds that are paired under the excuse."""

    ONLY = "the only round"
    FIRST = "round 1 alone"
    LATER = "one later round"
    EVERY = "every round"
    EVERY_OTHER = "every other round in which it makes a difference"


SCOPES = {
    Kind.NUMBERS: (Scope.LATER, Scope.EVERY),
    Kind.ACCELERATION: (Scope.LATER, Scope.EVERY),
    Kind.EDITION: (Scope.LATER, Scope.EVERY),
    Kind.FIRST_ROUND: (Scope.FIRST, Scope.ONLY),
}


@dataclass(frozen=True, kw_only=True)
class Excuse:
    """A fact that the file denies, as it is for one event."""

    assume: Callable[[Event], Event]
    """Return the event as it would be if the excuse were true."""
    show: Callable[[Event], Event] = lambda event: event
    """Return the event with the facts that suggest the excuse: ratings, names, ranks. The rules see these, too."""
    rows: tuple[int, ...] = ()
    """TPNs in the order of the 001 lines; empty: that of the numbers."""
    rules: str = ""
    """Key of the rules that pair under the excuse; empty: those that the file declares."""


@dataclass(frozen=True, kw_only=True)
class BuiltEvent:
    """An event with wrong rounds."""

    name: str
    event: Event
    wrong_rounds: tuple[int, ...]
    """As they are judged; of matches of two games, the numbers of the matches."""
    rows: tuple[int, ...] = ()
    contradicted: int = 0
    """Rounds that are right, and would not be under the excuse: without any, the excuse explains the whole event."""

    def text(self, *, with_colour_and_rounds: bool) -> str:
        """Write the event as TRF26, with or without fields 142 and 152."""
        bare = replace(self.event, rounds_declared=None, initial_colour=None)
        return with_rows(write_trf26(self.event if with_colour_and_rounds else bare), self.rows)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How the check of a file ended."""

    exit_status: ExitStatus
    rounds: dict[int, RoundFinding]


def check_text(text: str, name: str, options: CheckOptions = STANDARD_OPTIONS) -> Outcome:
    """Check the text of a file as the command does."""
    entries = list(check_content(text.encode(), Path(f"{name}.trf"), options))
    rounds = {entry.round_number: entry for entry in entries if isinstance(entry, RoundFinding)}
    return Outcome(exit_status=judge_run(tally(entries)).status, rounds=rounds)


def with_rows(text: str, rows: tuple[int, ...]) -> str:
    """Return a file with its 001 lines in another order, by TPN."""
    if not rows:
        return text
    lines = text.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if line.startswith("001")]
    by_number = {int(lines[place][4:8]): lines[place] for place in places}
    for place, number in zip(places, rows, strict=True):
        lines[place] = by_number[number]
    return "".join(lines)


# --- events ----------------------------------------------------------------------------------------------------------

_PLAYERS = replace(PLAIN, players=Span(8, 12), rounds=Span(3, 5), tie_breaks=WeightedChoice(((),)))
_MANY_PLAYERS = replace(_PLAYERS, players=Span(11, 14))
_FORFEITING_PLAYERS = replace(_PLAYERS, rounds=Span(4, 5), forfeits=Frequency(share=Chance(0.6, 0.7)))
_TEAMS = replace(
    TEAM_PROFILES["plain"], teams=Span(7, 12), rounds=Span(3, 5), boards=Span(2, 2), tie_breaks=WeightedChoice(((),))
)
_FORFEITING_TEAMS = replace(_TEAMS, rounds=Span(4, 5), forfeits=Frequency(share=Chance(0.6, 0.7)))


def axes_of(system: str, kind: Kind) -> Axes | TeamAxes:
    """Return the axes of small events in which an excuse of a kind may matter."""
    if pairs_teams(system):
        return _FORFEITING_TEAMS if kind is Kind.INITIAL_COLOUR else _TEAMS
    if kind is Kind.INITIAL_COLOUR:
        return _FORFEITING_PLAYERS
    return _MANY_PLAYERS if kind is Kind.NUMBERS else _PLAYERS


def _games(pairing: RoundPairing) -> tuple[frozenset[tuple[int, int]], int | None]:
    return frozenset((pair.white, pair.black) for pair in pairing.pairs), pairing.bye


def _opponents(pairing: RoundPairing) -> tuple[frozenset[frozenset[int]], int | None]:
    return frozenset(pair.players for pair in pairing.pairs), pairing.bye


# --- excuses: numbers ------------------------------------------------------------------------------------------------


def _exchanged(event: Event, rng: random.Random) -> tuple[int, ...]:
    """Return the TPNs with two of them exchanged."""
    order = [player.tpn for player in event.players]
    one, other = rng.sample(range(len(order)), 2)
    order[one], order[other] = order[other], order[one]
    return tuple(order)


def _ranked(event: Event, order: tuple[int, ...]) -> Event:
    """Return the event with its players ranked in an order of their TPNs."""
    place = {tpn: number for number, tpn in enumerate(order)}
    return replace(event, players=tuple(sorted(event.players, key=lambda one: place[one.tpn])), rank_by_position=True)


def _ranked_by(event: Event, key: Callable[[Player], tuple[int | str, ...]]) -> Event:
    return _ranked(event, tuple(player.tpn for player in sorted(event.players, key=key)))


def _with_players(event: Event, fields: dict[int, dict[str, object]]) -> Event:
    players = tuple(replace(player, **fields.get(player.tpn, {})) for player in event.players)  # type: ignore[arg-type]  # fields of a player
    return replace(event, players=players)


def _rows_exchanged(event: Event, rng: random.Random) -> Excuse:
    order = _exchanged(event, rng)
    return Excuse(assume=partial(_ranked, order=order), rows=order)


def _ranks_exchanged(event: Event, rng: random.Random) -> Excuse:
    order = _exchanged(event, rng)
    ranks: dict[int, dict[str, object]] = {tpn: {"rank": place} for place, tpn in enumerate(order, start=1)}
    return Excuse(assume=partial(_ranked, order=order), show=partial(_with_players, fields=ranks))


def _ratings_exchanged(event: Event, rng: random.Random) -> Excuse:
    ratings = sorted((2000 - 10 * place for place in range(len(event.players))), reverse=True)
    given = dict(zip(_exchanged(event, rng), ratings, strict=True))
    fields: dict[int, dict[str, object]] = {tpn: {"rating": rating} for tpn, rating in given.items()}
    return Excuse(
        assume=partial(_ranked_by, key=lambda one: (-(one.rating or 0),)), show=partial(_with_players, fields=fields)
    )


def _names_exchanged(event: Event, rng: random.Random) -> Excuse:
    names = [f"Name {place:02}" for place in range(len(event.players))]
    given = dict(zip(_exchanged(event, rng), names, strict=True))
    fields: dict[int, dict[str, object]] = {tpn: {"rating": 2000, "name": name} for tpn, name in given.items()}
    return Excuse(
        assume=partial(_ranked_by, key=lambda one: (-(one.rating or 0), one.name)),
        show=partial(_with_players, fields=fields),
    )


def _sorted_as_text(_event: Event, _rng: random.Random) -> Excuse:
    return Excuse(assume=partial(_ranked_by, key=lambda one: (str(one.tpn),)))


# --- excuses: accelerations ------------------------------------------------------------------------------------------


def _with_baku(event: Event) -> Event:
    return with_listed_points(replace(event, system=with_baku(remove_baku(event.system))))


def _with_upper_half(event: Event, rounds: int, games: int) -> Event:
    players = [player.tpn for player in event.players]
    upper = frozenset(players[: 2 * -(-len(players) // 4)])
    points = VirtualPoints(points=games * event.scoring.win, first_round=1, last_round=games * rounds, players=upper)
    return replace(event, virtual_points=(points,))


def _with_groups(event: Event, groups: VirtualGroups, games: int) -> Event:
    numbers = [player.tpn for player in event.players]
    points = virtual_points_of(numbers, groups, rounds=2 * games, win=games * event.scoring.win)
    return replace(event, virtual_points=points)


def _accelerations(games: int, *, teams: bool) -> Iterator[tuple[str, Callable[[Event], Event]]]:
    yield "baku", _with_baku
    if not teams:
        for rounds in (2, 3):
            yield f"upper-half-{rounds}", partial(_with_upper_half, rounds=rounds, games=games)
        for groups in VirtualGroups:
            yield f"groups-{groups.value}", partial(_with_groups, groups=groups, games=games)


# --- excuses: systems ------------------------------------------------------------------------------------------------


def _list_other_rules(system: str) -> Iterator[str]:
    declared = engine_for(system).edition
    for edition in editions():
        alike = (
            edition.pairs_teams == declared.pairs_teams
            and edition.file_rounds_per_round == declared.file_rounds_per_round
        )
        if alike and edition.key != system:
            yield edition.key


_OTHER_CODES = ("FIDE_TEAM_TYPEB_MP_GP", "FIDE_TEAM_MP_GP", "FIDE_TEAM_TYPEA_GP_MP")
"""Other types and primary scores than those of the events that are built, which are of type A by match points."""


def _with_code(event: Event, code: str) -> Event:
    return replace(event, system=DeclaredSystem(code=code))


def _plainly(_event: Event, _rng: random.Random, assume: Callable[[Event], Event], rules: str = "") -> Excuse:
    return Excuse(assume=assume, rules=rules)


def _as_it_is(event: Event) -> Event:
    return event


@cache
def excuses_of(system: str) -> dict[str, tuple[Kind, MakeExcuse]]:
    """Return the excuses that may be made for an event of a system, by name, with what they replace."""
    teams, games = pairs_teams(system), engine_for(system).edition.file_rounds_per_round
    excuses: dict[str, tuple[Kind, MakeExcuse]] = {}
    if not teams:
        excuses["rows"] = Kind.NUMBERS, _rows_exchanged
        excuses["ranks"] = Kind.NUMBERS, _ranks_exchanged
        excuses["ratings"] = Kind.NUMBERS, _ratings_exchanged
        excuses["names"] = Kind.NUMBERS, _names_exchanged
        excuses["text"] = Kind.NUMBERS, _sorted_as_text
    for name, assume in _accelerations(games, teams=teams):
        excuses[name] = Kind.ACCELERATION, partial(_plainly, assume=assume)
    for key in _list_other_rules(system):
        excuses[key] = Kind.EDITION, partial(_plainly, assume=_as_it_is, rules=key)
    for code in _OTHER_CODES if teams else ():
        excuses[code] = Kind.EDITION, partial(_plainly, assume=partial(_with_code, code=code))
    return excuses


# --- building --------------------------------------------------------------------------------------------------------


class _Pairer:
    """Pairs an event by its rules, and the rounds of a scope under an excuse."""

    def __init__(self, system: str, scope: Scope, make: MakeExcuse, rng: random.Random) -> None:
        self._rules = engine_for(system)
        self._scope, self._make, self._rng = scope, make, rng
        self._first = 1 if scope in (Scope.ONLY, Scope.FIRST) else rng.randint(2, 4)
        self.excuse = Excuse(assume=_as_it_is)
        self.differing: list[int] = []
        """Rounds that the excuse pairs otherwise."""
        self.posted: list[int] = []
        """The differing rounds that are paired under the excuse."""

    def __call__(self, event: Event, number: int) -> RoundPairing:
        """Pair a round."""
        if number == 1:
            self.excuse = self._make(event, self._rng)
        shown = self.excuse.show(event)
        right = self._rules.open(shown).round(number).expected()
        rules = engine_for(self.excuse.rules) if self.excuse.rules else self._rules
        try:
            excused = rules.open(self.excuse.assume(shown)).round(number).expected()
        except PairingError:
            return right
        if _games(excused) == _games(right):
            return right
        self.differing.append(number)
        if not self._is_in_scope(number):
            return right
        self.posted.append(number)
        return excused

    def _is_in_scope(self, number: int) -> bool:
        if self._scope is Scope.EVERY:
            return True
        if self._scope is Scope.EVERY_OTHER:
            return len(self.differing) % 2 == 1
        return number >= self._first and not self.posted and (number == 1 or self._first > 1)


def build(system: str, name: str, scope: Scope, seed: int, index: int) -> BuiltEvent | None:
    """
    Build an event of which some rounds are paired under an excuse; None if it makes no difference there.

    Seed and index determine the event. Rounds that an open reading makes right are not among the wrong ones.
    """
    kind, make = excuses_of(system)[name]
    rng = random.Random(f"{system}-{name}-{scope.value}-{seed}-{index}")
    pairer, rules = _Pairer(system, scope, make, rng), engine_for(system)
    batch = batch_kind(system).batch(seed=seed, axes=axes_of(system, kind), system=system, label=name)
    event = pairer.excuse.show(batch.play(index, pairer).event)
    games = rules.edition.file_rounds_per_round
    if scope is Scope.ONLY:
        event = first_rounds(event, games)
    last = event.rounds_recorded // games
    wrong = tuple(number for number in pairer.posted if number <= last and not is_open(event, system, number))
    if not wrong:
        return None
    contradicted = sum(number <= last for number in pairer.differing if number not in pairer.posted)
    return BuiltEvent(
        name=f"{system}-{name}-{scope.name.lower()}-{index}",
        event=event,
        wrong_rounds=wrong,
        rows=pairer.excuse.rows,
        contradicted=contradicted,
    )


def first_rounds(event: Event, rounds: int) -> Event:
    """Return an event of which no more than the first rounds are recorded."""
    if event.is_team_event:
        return with_team_points(up_to(event, rounds))
    players = []
    for player in event.players:
        kept = player.rounds[:rounds]
        players.append(replace(player, rounds=kept, points=sum(map(event.scoring.points, kept))))
    return replace(event, players=tuple(players), rounds_recorded=min(rounds, event.rounds_recorded))


def built_events(system: str, kind: Kind, event_count: int, *, seed: int = 1, attempts: int = 4) -> list[BuiltEvent]:
    """
    Build ``event_count`` events with wrong rounds of a kind, by different excuses where there are several.

    Of every few attempts the event is kept of which the excuse explains the most. The list is shorter where the
    attempts run out.
    """
    streams = [_attempts(*ways, seed) for ways in _ways(system, kind)]
    random.Random(f"{system}-{kind.value}-{seed}").shuffle(streams)
    events: list[BuiltEvent] = []
    for _ in range(MOST_TURNS):
        for stream in streams:
            if len(events) == event_count:
                return events
            best = min(filter(None, islice(stream, attempts)), key=lambda one: one.contradicted, default=None)
            if best is not None:
                events.append(best)
    return events


MOST_TURNS = 240
"""Of trying every excuse."""
_KINDS_OF_FACTS = (Kind.NUMBERS, Kind.ACCELERATION, Kind.EDITION)


def _ways(system: str, kind: Kind) -> list[tuple[Callable[..., BuiltEvent | None], tuple[object, ...]]]:
    """Return every excuse of a kind in every scope, as a function of seed and index."""
    if kind is Kind.INITIAL_COLOUR:
        return [(build_initial_colour, (system,))]
    kinds = _KINDS_OF_FACTS if kind is Kind.FIRST_ROUND else (kind,)
    names = [name for name, (its_kind, _) in excuses_of(system).items() if its_kind in kinds]
    return [(build, (system, name, scope)) for name in names for scope in SCOPES[kind]]


def can_express(system: str, kind: Kind) -> bool:
    """
    Whether a wrong round of a kind can be written under a system.

    The numbers of teams stand in no second place. Matches of two games are paired by one edition alone. The colour
    that is drawn decides round 1 alone in the Dubov System of 1997 and the simple Swiss; in later rounds the texts of
    the Clock and Lim Systems leave the colours of players without one open (CLOCK-NO-COLOUR, LIM-NO-COLOUR).
    """
    if kind is Kind.NUMBERS:
        return not pairs_teams(system)
    if kind is Kind.EDITION:
        return system != "double-swiss-2026"
    return kind is not Kind.INITIAL_COLOUR or system not in _COLOUR_OF_ROUND_1_ALONE


_COLOUR_OF_ROUND_1_ALONE = ("dubov-1997", "simple-2018", "clock-2012", "lim-2026", "lim-1999")


def _attempts(
    build: Callable[..., BuiltEvent | None], arguments: tuple[object, ...], seed: int
) -> Iterator[BuiltEvent | None]:
    return (build(*arguments, seed, index) for index in count())


def build_initial_colour(system: str, seed: int, index: int) -> BuiltEvent | None:
    """
    Build an event in which later rounds are paired as if the other colour had been drawn than round 1 shows.

    At least two rounds contradict round 1, so that they are the majority.
    """
    rules = engine_for(system)
    posted: list[int] = []

    def pair(event: Event, number: int) -> RoundPairing:
        right = rules.open(event).round(number).expected()
        colour = event.initial_colour or Colour.WHITE
        excused = rules.open(replace(event, initial_colour=colour.opposite)).round(number).expected()
        if number == 1 or _games(excused) == _games(right):
            return right
        posted.append(number)
        return excused

    batch = batch_kind(system).batch(
        seed=seed, axes=axes_of(system, Kind.INITIAL_COLOUR), system=system, label="colour"
    )
    event = batch.play(index, pair).event
    wrong = tuple(number for number in posted if not _is_right_by_reading(event, system, number))
    if len(wrong) < 2 or _has_one_colour_by_reading(event, system, (1, *wrong)):
        return None
    return BuiltEvent(name=f"{system}-initial-colour-{index}", event=event, wrong_rounds=wrong)


def _has_one_colour_by_reading(event: Event, system: str, numbers: tuple[int, ...]) -> bool:
    """Whether one initial colour makes rounds right together, by an open reading or without one."""
    for colour in Colour:
        prepared = engine_for(system).open(replace(event, initial_colour=colour))
        readings = {change.key: change for number in numbers for change in prepared.round(number).variants()}
        for one in (prepared, *map(prepared.under, readings.values())):
            if all(_agrees(one, number) for number in numbers):
                return True
    return False


def _agrees(prepared: PreparedEvent, number: int) -> bool:
    try:
        return _games(prepared.round(number).expected()) == _games(prepared.round(number).posted)
    except PairingError:
        return False


def _is_right_by_reading(event: Event, system: str, number: int) -> bool:
    """Whether an open reading makes a round right, or leaves the step open at which it differs."""
    prepared = engine_for(system).open(event)
    if any(_agrees(prepared.under(change), number) for change in prepared.round(number).variants()):
        return True
    posted, expected = prepared.round(number).posted, prepared.round(number).expected()
    if _opponents(posted) == _opponents(expected):
        rulings = [prepared.round(number).colour_rule(pair) for pair in expected.pairs if pair not in posted.pairs]
        return all(ruling is not None and ruling.is_open for ruling in rulings)
    if prepared.round(number).violations(posted):
        return False
    parting = prepared.round(number).divergence(posted)
    return parting is not None and parting.kind is DivergenceKind.OPEN


def is_open(event: Event, system: str, number: int) -> bool:
    """Whether a round is right by an open reading, another number of rounds, or the other initial colour."""
    silent = replace(event, rounds_declared=None, initial_colour=None)
    if _agrees(engine_for(system).open(silent), number):
        return True
    return any(_is_right_by_reading(one, system, number) for one in (event, silent))
