"""
The program that is asked: its commands, the parts that it supports, and a few events of its generator.

A part that a program does not support is named, and never looks like a pass. Of the generator's events it is counted
whether they differ, and whether their results follow the ratings.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from typing import TYPE_CHECKING

from checker.evidence.collecting import range_of
from checker.evidence.facts import Band, EvidencePart, GeneratorProbe, ProgramFacts, strip_folders
from checker.evidence.working import Undone, hashed
from checker.programs.event_features import EventFeature
from checker.programs.exchange import ProgramQuestion, hashes_of, recipe_of
from checker.programs.program import ProgramError, claims_of
from checker.programs.smoke import try_checker
from checker.suite.questions import suites
from random_tournaments.games import expected_score
from tournaments.model import Result
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from checker.evidence.facts import Range
    from checker.programs.exchange import Recipe
    from checker.programs.program import Program
    from tournaments.model import Event


def program_facts(program: Program) -> ProgramFacts:
    """Return the identity of a program, its commands, and the hashes of the files that they name."""
    claims = claims_of(program)
    recipes = {question: recipe_of(program, question) for question in ProgramQuestion}
    files = dict(one for recipe in recipes.values() if recipe is not None for one in hashes_of(recipe))
    return ProgramFacts(
        name=program.identity.name,
        version=program.identity.version,
        pairs=_describe_command(recipes[ProgramQuestion.PAIR], does=claims.pairs),
        checks=_describe_command(recipes[ProgramQuestion.CHECK], does=claims.checks),
        generates=_describe_command(recipes[ProgramQuestion.GENERATE], does=claims.generates),
        standings=claims.standings,
        systems=claims.systems,
        files=hashed(tuple(sorted(files.items()))),
    )


def _describe_command(recipe: Recipe | None, *, does: bool) -> str:
    """Return the command without folders; ``yes`` where it is asked otherwise than by a command."""
    if recipe is None or not does:
        return "yes" if does else ""
    return shlex.join(strip_folders(word) for word in recipe.words)


def obstacles_of(program: Program, system: str) -> Iterator[Undone]:
    """Yield the parts that cannot be done, and why."""
    claims, name = claims_of(program), program.identity.name
    if not claims.pairs:
        yield Undone(part=EvidencePart.PAIR, why=f"{name} does not pair, as it says itself")
    if system not in suites():
        yield Undone(part=EvidencePart.SUITE, why=f"{system} has no conformance suite")
    elif not claims.pairs:
        yield Undone(part=EvidencePart.SUITE, why=f"{name} does not pair, as it says itself")
    if not claims.generates:
        yield Undone(part=EvidencePart.GENERATE, why=f"{name} has no generator, as it says itself")
    if not claims.checks:
        for part in (EvidencePart.EXAM, EvidencePart.JUDGE):
            yield Undone(part=part, why=f"{name} has no checker, as it says itself")
    elif missed := _missed(program, system):
        why = f"its checker is wrong in the smoke test, about: {missed}; what it does not object to says nothing"
        yield Undone(part=EvidencePart.JUDGE, why=why)


def _missed(program: Program, system: str) -> str:
    """Return the errors of a program's checker in the smoke test."""
    wrong = [trial for trial in try_checker(program, system) if not trial.is_right]
    return ", ".join(dict.fromkeys(trial.error.value if trial.error else "a clean event" for trial in wrong))


_TIE_BREAKS = ("202", "212")
"""Records that name the tie-breaks."""
PROBED = 20
"""Events that a generator is asked for."""
_BANDS = ((0, 99), (100, 199), (200, 399), (400, 9999))
"""Differences of ratings that are looked at together."""
_SCORES = {Result.WIN: 2, Result.DRAW: 1, Result.LOSS: 0}
"""In half points, of games that were played and rated."""
_SEEDS = 1_000_000


def probed(program: Program, seed: int) -> GeneratorProbe | None:
    """Have a generator make a few events with different seeds; None if it makes none."""
    if not claims_of(program).generates:
        return None
    events: list[Event] = []
    texts: list[str] = []
    for number in range(PROBED):
        try:
            event = program.generate(seed % _SEEDS + 1 + number)
            texts.append(write_trf26(event))
        except (ProgramError, UnwritableEventError):
            continue
        events.append(event)
    if not events:
        return None
    return GeneratorProbe(
        events=len(events),
        different=len(set(texts)),
        ranges=tuple(_ranges(events)),
        features=tuple(_features(events)),
        bands=tuple(_bands(events)),
    )


def _ranges(events: Sequence[Event]) -> Iterator[Range]:
    """Yield the ranges that the form asks about (Q24 to Q29)."""
    yield range_of("players", [len(event.players) for event in events])
    yield range_of("rounds", [event.rounds_recorded for event in events])
    yield range_of("rating", [player.rating or 0 for event in events for player in event.players])


_FORFEITS = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
_FEATURES: dict[str, Callable[[Event], bool]] = {
    **{
        feature.value: feature.occurs_in
        for feature in (
            EventFeature.FULL_POINT_BYES,
            EventFeature.HALF_POINT_BYES,
            EventFeature.ABSENCES,
            EventFeature.UNUSUAL_RESULTS,
            EventFeature.ACCELERATION,
        )
    },
    "forfeits": lambda event: any(one.result in _FORFEITS for player in event.players for one in player.rounds),
    "tie-breaks": lambda event: any(code in _TIE_BREAKS for code, _ in event.headers),
}
"""What the form asks a generator for (Q24)."""


def _features(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Yield in how many events each feature occurs."""
    return ((name, sum(map(occurs, events))) for name, occurs in _FEATURES.items())


def _bands(events: Iterable[Event]) -> Iterator[Band]:
    """Yield the scores of higher rated players, with the difference of the ratings."""
    games: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    for event in events:
        for difference, score in _scored(event):
            band = next((band for band in _BANDS if band[0] <= difference <= band[1]), None)
            if band is not None:
                games[band].append((expected_score(difference), score))
    for band in _BANDS:
        told = games[band]
        if told:
            yield Band(
                least=band[0],
                most=band[1],
                games=len(told),
                expected=round(1000 * sum(expected for expected, _ in told) / len(told)),
                scored=round(1000 * sum(score for _, score in told) / (2 * len(told))),
            )


def _scored(event: Event) -> Iterator[tuple[int, int]]:
    """Yield by how much one of two was rated higher, and what that one scored in their game, in half points."""
    ratings = {player.tpn: player.rating for player in event.players if player.rating}
    for player in event.players:
        for entry in player.rounds:
            if entry.opponent not in ratings or player.tpn not in ratings or entry.result not in _SCORES:
                continue
            difference = ratings[player.tpn] - ratings[entry.opponent]
            if difference > 0 or (difference == 0 and player.tpn < entry.opponent):
                yield difference, _SCORES[entry.result]
