"""Verdicts in words that an arbiter can read aloud: players by name and TPN, articles by number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.verdicts.words import cited
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from reference_engines.frame.results import BracketAssessment, Pair, Violation

VIOLATIONS_READ_ALOUD = 2
"""Breaches of one rule, alike except for the players, that are told in full."""
PAIRS_READ_ALOUD = 4
"""More pairs than this are counted, not listed."""
_BY_NUMBER = re.compile(r"\b(?:player|team)s? (\d+(?:(?:, | and )\d+)*)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_SCORE_WORDS = frozenset({"score", "scores", "differences"})
_COUNT_THEN_SCORES = "following_bracket"


@dataclass(frozen=True, slots=True)
class Roster:
    """Puts players into words."""

    names: Mapping[int, str]

    def who(self, tpn: int) -> str:
        """``Alpha, Anna (12)``, or ``number 12`` where the file gives no name."""
        name = self.names.get(tpn, "")
        return f"{name} ({tpn})" if name else f"number {tpn}"

    def game(self, pair: Pair) -> str:
        """``Alpha, Anna (12) - Beta, Bo (3)``, White first."""
        return f"{self.who(pair.white)} - {self.who(pair.black)}"

    def games(self, pairs: Sequence[Pair]) -> str:
        """List the first few games."""
        listed = "; ".join(self.game(pair) for pair in pairs[:PAIRS_READ_ALOUD])
        rest = len(pairs) - PAIRS_READ_ALOUD
        return f"{listed}; and {rest} more" if rest > 0 else listed

    def named(self, sentence: str) -> str:
        """Put names for ``player 3`` and ``players 3 and 7`` in a sentence of an engine."""
        return _BY_NUMBER.sub(lambda found: _NUMBER.sub(lambda tpn: self.who(int(tpn[0])), found[1]), sentence)

    def everybody(self, tpns: Iterable[int]) -> str:
        """List players."""
        return ", ".join(self.who(tpn) for tpn in tpns)


_OF_ANSWERS = (
    (re.compile(r"\bthe recorded (pairing|candidate)\b"), r"the program's \1"),
    (re.compile(r"\bthe recorded one\b"), "the program's"),
    (re.compile(r"\bIt pairs as recorded\b"), "It pairs as the program does"),
    (re.compile(r"\bAs posted,"), "In the program's answer,"),
    (re.compile(r"\bas posted,"), "in the program's answer,"),
    (re.compile(r" should have played "), " should play "),
    (re.compile(r" should have had White against "), " should have White against "),
    (re.compile(r"\bthe bye should have gone to "), "the bye should go to "),
    (re.compile(r"\bnobody should have had the bye\b"), "nobody should have the bye"),
    (re.compile(r", and not have had the bye\b"), ", and not have the bye"),
)
"""What is said of a record, and what of the answer of a program that was asked."""


def as_an_answer(sentence: str) -> str:
    """Return what is said of a recorded pairing as it is said of a program's answer."""
    for recorded, answered in _OF_ANSWERS:
        sentence = recorded.sub(answered, sentence)
    return sentence


def value_in_words(criterion_name: str, value: tuple[int, ...]) -> str:
    """
    A criterion's value as it is shown: ``3``, ``2.5, 2.0`` for scores, ``none`` for an empty list.

    Whether the numbers are counts or scores in tenths follows from the words of the criterion's name.
    """
    if not value or value == (0,):
        return "0" if value else "none"
    if criterion_name == _COUNT_THEN_SCORES:
        return "; ".join((str(value[0]), *map(points_text, value[1:])))
    of_scores = not _SCORE_WORDS.isdisjoint(criterion_name.split("_"))
    return ", ".join(points_text(number) if of_scores else str(number) for number in value)


def bracket_in_words(bracket: BracketAssessment) -> str:
    """``bracket 2 (2.5 points)``."""
    return f"{bracket.kind.value} {bracket.number} ({points_text(bracket.score)} points)"


def about_violations(violations: Sequence[Violation], roster: Roster) -> str:
    """Say which absolute rules are broken, and by whom."""
    return " ".join(told_violations(violations, roster))


def told_violations(violations: Sequence[Violation], roster: Roster) -> tuple[str, ...]:
    """Say which absolute rules are broken, a sentence each; where many break one alike, few are read aloud."""
    told: list[str] = []
    for same in alike(violations):
        told += [about_violation(violation, roster) for violation in same[:VIOLATIONS_READ_ALOUD]]
        others = [roster.everybody(violation.players) for violation in same[VIOLATIONS_READ_ALOUD:]]
        if others:
            told.append(f"The same goes for {'; '.join(others)}{cited(same[0].label, same[0].article)}.")
    return tuple(told)


def alike(violations: Sequence[Violation]) -> tuple[tuple[Violation, ...], ...]:
    """Put violations together that are the same but for the players."""
    found: dict[tuple[str, str, str], list[Violation]] = {}
    for violation in violations:
        kind = (violation.label, violation.article, _NUMBER.sub("#", violation.sentence))
        found.setdefault(kind, []).append(violation)
    return tuple(map(tuple, found.values()))


def about_violation(violation: Violation, roster: Roster) -> str:
    """Say which absolute rule is broken, and by whom: ``A (1) and B (2) may not meet: they have ... (C1, 2.1.1).``."""
    return f"{named_violation(violation, roster)}{cited(violation.label, violation.article)}."


def named_violation(violation: Violation, roster: Roster) -> str:
    """Say the same without the article, and without a full stop."""
    said = roster.named(violation.sentence).removesuffix(".")
    if said == violation.sentence.removesuffix("."):
        return f"{said}: {roster.everybody(violation.players)}" if violation.players else said
    both = " and ".join(map(roster.who, violation.players))
    if len(violation.players) > 1 and said.startswith(both):
        return f"{both} may not meet: they {said.removeprefix(both).lstrip()}"
    return said
