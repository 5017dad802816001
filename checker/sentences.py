"""Verdicts in words that an arbiter can read aloud: players by name and TPN, articles by number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from checker.findings import ColourRuling, DecidingCriterion, DecidingOrder, Differences
    from reference_engines.results import BracketAssessment, Pair, Parting, RoundPairing, Violation

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
    (re.compile(r"\bin the expected one\b"), "in the regulation's"),
    (re.compile(r" and expected for (?=[^.]*\.)"), ", by the regulation to "),
    (re.compile(r"\bRecorded: "), "The program: "),
    (re.compile(r"\bExpected: "), "The regulation: "),
    (re.compile(r"\bpairing-allocated bye is recorded for\b"), "pairing-allocated bye is given by the program to"),
    (re.compile(r"\bIt pairs as recorded\b"), "It pairs as the program does"),
    (re.compile(r" is recorded(?=[.;] )"), " is what the program paired"),
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


def about_differences(differences: Differences, recorded: RoundPairing, expected: RoundPairing, roster: Roster) -> str:
    """Name the pairs, and the bye, that differ."""
    parts = []
    if differences.recorded_only:
        parts.append(f"Recorded: {roster.games(differences.recorded_only)}.")
    if differences.expected_only:
        parts.append(f"Expected: {roster.games(differences.expected_only)}.")
    if differences.colours and not differences.recorded_only:
        parts.append(f"With other colours than expected: {roster.games(differences.colours)}.")
    if differences.bye_differs:
        parts.append(
            f"The pairing-allocated bye is recorded for {_bye(recorded, roster)} and expected for "
            f"{_bye(expected, roster)}."
        )
    return " ".join(parts)


def _bye(pairing: RoundPairing, roster: Roster) -> str:
    return "nobody" if pairing.bye is None else roster.who(pairing.bye)


def about_violations(violations: Sequence[Violation], roster: Roster) -> str:
    """Say which absolute rules are broken, and by whom."""
    return " ".join(told_violations(violations, roster))


def told_violations(violations: Sequence[Violation], roster: Roster) -> tuple[str, ...]:
    """Say which absolute rules are broken, a sentence each; where many break one alike, few are read aloud."""
    alike: dict[tuple[str, str, str], list[Violation]] = {}
    for violation in violations:
        kind = (violation.label, violation.article, _NUMBER.sub("#", violation.sentence))
        alike.setdefault(kind, []).append(violation)
    told: list[str] = []
    for same in alike.values():
        told += [about_violation(violation, roster) for violation in same[:VIOLATIONS_READ_ALOUD]]
        others = [roster.everybody(violation.players) for violation in same[VIOLATIONS_READ_ALOUD:]]
        if others:
            told.append(f"The same goes for {'; '.join(others)}.")
    return tuple(told)


def about_violation(violation: Violation, roster: Roster) -> str:
    """Say which absolute rule is broken, and by whom."""
    article = f"Article {violation.article}" if violation.article else ""
    if violation.label and article:
        article = f"{violation.label} (article {violation.article})"
    rule = f"{article or violation.label}: "
    sentence = roster.named(violation.sentence)
    players = f" Players: {roster.everybody(violation.players)}." if sentence == violation.sentence else ""
    return f"{rule if rule != ': ' else ''}{sentence}{players}"


def about_criterion(criterion: DecidingCriterion, bracket: BracketAssessment) -> str:
    """Say by how much one pairing misses a criterion that the other meets better."""
    article = f"article {criterion.article}"
    rule = f"{criterion.label} decides ({article}: " if criterion.label else f"{article} decides ("
    recorded, expected = (value_in_words(criterion.name, value) for value in (criterion.recorded, criterion.expected))
    return (
        f"In {bracket_in_words(bracket)} {rule}{criterion.sentence}): {recorded} in the recorded pairing, "
        f"{expected} in the expected one."
    )


def about_order(order: DecidingOrder, bracket: BracketAssessment) -> str:
    """Say which candidate is generated first."""
    article = f", article {order.article}" if order.article else ""
    return (
        f"In {bracket_in_words(bracket)} every criterion has the same value; the order of generation decides "
        f"({order.step.value}{article}). {order.sentence}"
    )


def about_parting(parting: Parting, roster: Roster) -> str:
    """Say at which step of a procedure a pairing leaves it."""
    readings = "".join(f" {note.identifier}: {roster.named(note.sentence)}" for note in parting.readings)
    step = roster.named(parting.step)
    return f"They part at this step: {step} (article {parting.article}). {roster.named(parting.sentence)}{readings}"


def about_colours(pairs: Sequence[Pair], rulings: Sequence[ColourRuling], roster: Roster) -> str:
    """Say which pairs have the colours wrong, and which article gives them."""
    by_players = {ruling.pair.players: ruling for ruling in rulings}
    parts = []
    for pair in pairs:
        ruling = by_players.get(pair.players)
        if ruling is None:
            parts.append(f"{roster.game(pair)} is recorded; {roster.who(pair.black)} should have White.")
        else:
            said = roster.named(ruling.sentence).removesuffix(".")
            parts.append(f"{roster.game(pair)} is recorded. Article {ruling.article}: {said}.")
    return " ".join(parts)
