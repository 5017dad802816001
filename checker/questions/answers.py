"""
Answers to questions, as plain frozen values.

Participants are named by number. Scores are in tenths of a point, in JSON in points.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import to_builtins

from checker.findings import DecidingCriterion, DecidingOrder, EvidenceRow
from checker.verdicts.phrases import counts_scores
from reference_engines.frame.results import BracketAssessment, Divergence, Pair, RoundPairing, Violation
from tournaments.frozen import JsonStruct
from tournaments.points import points_text


class Standing(Enum):
    """The best round that meets a wish, compared with the right round."""

    CHOSEN = "chosen"
    ILLEGAL = "illegal"
    """An absolute rule forbids it, whatever the others do."""
    IMPOSSIBLE = "impossible"
    """All others could not be paired any more."""
    WORSE = "worse"
    """A criterion is met less well."""
    LATER = "later"
    """All criteria are equal; it comes later in the order."""
    OPEN = "open"
    """The text leaves it open."""
    UNDECIDED = "undecided"
    """Nothing that the rules assess speaks against it: our own engine is at fault."""


class Objection(JsonStruct, frozen=True, kw_only=True):
    """The reason why a pair or a bye is not right."""

    standing: Standing
    sentence: str
    """To be read aloud; the article last, in brackets."""
    short: str
    """The same in at most twelve words, for a row."""
    label: str = ""
    """``C12``; empty where no criterion decides."""
    article: str = ""
    pairing: RoundPairing | None = None
    """The best round that meets the wish; None if there is none, or if none was looked for."""
    violations: tuple[Violation, ...] = ()
    bracket: BracketAssessment | None = None
    """The first bracket in which the two rounds differ, as the right one fills it; None for procedures."""
    other_bracket: BracketAssessment | None = None
    """The same as the best round that meets the wish fills it."""
    criterion: DecidingCriterion | None = None
    """Recorded: of the best round that meets the wish; expected: of the right one."""
    order: DecidingOrder | None = None
    parting: Divergence | None = None


class LadderRung(JsonStruct, frozen=True, kw_only=True):
    """Another participant: as an opponent, with the bye, or as a floater."""

    tpn: int
    name: str
    score: int
    colours: str
    """Of the games so far: ``WBWB``."""
    floats: str = ""
    """Earlier floats at which the rules look: ``down 4``."""
    objection: Objection


class Explanation(JsonStruct, frozen=True, kw_only=True):
    """The explanation of a participant's pairing; every part is a sentence to be read aloud, or empty."""

    round_number: int
    tpn: int
    name: str
    score: int
    game: Pair | None
    """None: the bye."""
    sentence: str
    """The round, the answer and the reason in one text."""
    answer: str
    reason: str
    """The rule that decides, with the article last, in brackets."""
    label: str = ""
    article: str = ""
    """The article that decides; empty if the reason cites none."""
    colour: str = ""
    """Why the player has this colour; empty with the bye, and where no rule gives colours."""
    ladder: tuple[LadderRung, ...] = ()
    """Possible opponents, or others for the bye, in rank order."""
    left_out: str = ""
    """The participants that are not listed, with the reason that they share."""
    other_floaters: tuple[LadderRung, ...] = ()
    """If the game is a float, participants with as many points who could have floated instead, in rank order."""


class WhyNot(JsonStruct, frozen=True, kw_only=True):
    """The answer to "why not": why two participants do not meet."""

    round_number: int
    one: int
    other: int
    sentence: str
    """The round, the answer and the reason in one text."""
    answer: str
    reason: str
    objection: Objection
    chosen: RoundPairing
    """The right round."""
    evidence: tuple[EvidenceRow, ...] = ()
    """Both participants and their right opponents, each with the right game."""


class WhatIf(JsonStruct, frozen=True, kw_only=True):
    """The answer to "what if": a round under a supposition."""

    round_number: int
    supposed: tuple[str, ...]
    """The suppositions, each the end of a sentence: ``if Abel (3) were away``."""
    sentence: str
    """The round, the answer and the reason in one text."""
    answer: str
    reason: str
    pairing: RoundPairing | None
    """The round as it would be; None if it could not be paired."""
    gone: tuple[Pair, ...] = ()
    """Games of the round as it is that would not be played."""
    new: tuple[Pair, ...] = ()
    """Games that would be played instead."""
    turned: tuple[Pair, ...] = ()
    """Games, as they would be, whose colours would be the other way round."""
    as_it_is: Objection | None = None
    """The objection to the recorded round (the right one, if none is recorded), or to a wished bye; None if
    others would take part."""
    acceptable: bool | None = None
    """Whether nothing would; None where others would take part."""


_VALUES = ("value", "recorded", "expected")
"""Fields of a criterion that hold its values."""


def encode_in_decimals(answer: object) -> object:
    """Turn an answer into JSON values: ``"9.5"`` for a score of 95 tenths."""
    return _convert(to_builtins(answer))


def _convert(data: Any) -> object:
    if isinstance(data, (list, tuple)):
        return [_convert(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {key: _field(key, item, data) for key, item in data.items()}


def _field(key: str, item: Any, of: dict[str, Any]) -> object:
    if key == "score" and isinstance(item, int):
        return points_text(item)
    if key in _VALUES and isinstance(item, tuple) and all(isinstance(number, int) for number in item):
        return [points_text(number) if counts_scores(of.get("name", "")) else str(number) for number in item]
    return _convert(item)
