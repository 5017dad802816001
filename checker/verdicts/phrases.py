"""
Phrases of verdicts and answers that an arbiter can read aloud: players by name and TPN, points, lists, articles.

A `Roster` names the players; the other functions phrase points, values of criteria, brackets and broken rules.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.points import describe_points, format_halves, points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from reference_engines.frame.results import BracketAssessment, Pair, Violation


_SCORES = frozenset({"score", "scores", "differences", "difference"})
_COUNTS_OF_GAMES = frozenset({"topscorer_colour_difference"})
"""Criteria whose differences are not scores."""
_COUNT_THEN_SCORES = "following_bracket"


def describe_scoregroup(bracket: BracketAssessment) -> str:
    """``the 2½-point group``: a bracket by the points of its residents."""
    return f"the {format_halves(bracket.score)}-point group"


_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def spell_number(number: int) -> str:
    """``two``; figures from ten on."""
    return _NUMBER_WORDS[number] if 0 <= number < len(_NUMBER_WORDS) else str(number)


def cite_rule(label: str, article: str) -> str:
    """`` (C12, 2.4.7)``: where a rule is printed; nothing where it is not."""
    named = ", ".join(dict.fromkeys(part for part in (label, article) if part))
    return f" ({named})" if named else ""


def append_citation(text: str, cited: str) -> str:
    """Put a rule in brackets before the last full stop of a text: ``... is due (C12, 2.4.7).``."""
    return f"{text.removesuffix('.')}{cited}." if cited else text


def counts_scores(name: str) -> bool:
    """Whether a criterion of that name counts tenths of a point."""
    return name not in _COUNTS_OF_GAMES and not _SCORES.isdisjoint(name.split("_"))


def describe_value(name: str, numbers: tuple[int, ...]) -> str:
    """A criterion's value: ``3``, ``none``, ``2½ and 2 points``."""
    of_scores = counts_scores(name)
    if not any(numbers):
        return "0 points" if of_scores and numbers else "none"
    if name == _COUNT_THEN_SCORES:
        return (
            f"{numbers[0]} ({join_phrases([describe_points(one) for one in numbers[1:]])})"
            if numbers[1:]
            else str(numbers[0])
        )
    if of_scores:
        return join_phrases([describe_points(one) for one in numbers])
    return join_phrases([str(one) for one in numbers])


def join_phrases(words: Sequence[str], last: str = "and") -> str:
    """``3, 4 and 5``; with another word before the last one if it is given."""
    if len(words) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def join_first(words: Sequence[str], most: int) -> str:
    """``3, 4 and 12 more``: the first few phrases, and the number of the others."""
    rest = len(words) - most
    return join_phrases([*words[:most], *([f"{rest} more"] if rest > 0 else [])])


def capitalise(sentence: str) -> str:
    """Return a text with a capital first letter."""
    return f"{sentence[:1].upper()}{sentence[1:]}"


VIOLATIONS_READ_ALOUD = 2
"""Breaches of one rule, alike except for the players, that are described in full."""
_MAX_NAMED_GAMES = 3
PAIRS_READ_ALOUD = 4
"""More pairs than this are counted, not listed."""
_BY_NUMBER = r"(?i)\b(?:player|team)(?:s (\d+(?:(?:, | and )\d+)*)| (\d+))"
_NUMBER = r"\d+"
"""Patterns of sentences on discrepancies, so that they are compiled where a sentence is needed."""


class Roster(FrozenStruct, frozen=True, dict=True):
    """The names of the players."""

    names: Mapping[int, str]
    compared: frozenset[int] | None = None
    """Players among whom a surname has to be unique; None: all players of the event."""

    @cached_property
    def _short_names(self) -> dict[int, str]:
        surnames = {tpn: name.partition(",")[0].strip() for tpn, name in self.names.items()}
        compared = self.names if self.compared is None else self.compared
        by_surname = Counter(surnames[tpn] for tpn in compared if tpn in surnames)
        by_name = Counter(self.names.values())

        def shorten(tpn: int, name: str) -> str:
            if by_surname[surnames[tpn]] == 1:
                return surnames[tpn]
            family, _, given = (part.strip() for part in name.partition(","))
            return f"{given} {family}".lstrip() if by_name[name] == 1 else f"{given} {family} ({tpn})".lstrip()

        return {tpn: shorten(tpn, name) for tpn, name in self.names.items() if name}

    def name_player(self, tpn: int) -> str:
        """Return the name to be read aloud: ``Alpha``, or as much of it and the number as singles the player out."""
        return self._short_names.get(tpn) or f"number {tpn}"

    def name_players(self, tpns: Sequence[int], most: int = 4) -> str:
        """``Alpha, Beta and 3 more``."""
        return join_first([self.name_player(tpn) for tpn in tpns], most)

    def name_game(self, white: int, black: int) -> str:
        """``Alpha-Beta`` with a dash, spaced if a name has a space."""
        names = self.name_player(white), self.name_player(black)
        return (" \N{EN DASH} " if any(" " in name for name in names) else "\N{EN DASH}").join(names)

    def name_games(self, games: Sequence[tuple[int, int]]) -> str:
        """``Alpha-Beta, Gamma-Delta and 2 more`` with dashes."""
        return join_first([self.name_game(*game) for game in games], _MAX_NAMED_GAMES)

    def describe_player(self, tpn: int) -> str:
        """``Alpha, Anna (12)``, or ``number 12`` where the file gives no name."""
        name = self.names.get(tpn, "")
        return f"{name} ({tpn})" if name else f"number {tpn}"

    def describe_game(self, pair: Pair) -> str:
        """``Alpha, Anna (12) - Beta, Bo (3)``, White first."""
        return f"{self.describe_player(pair.white)} - {self.describe_player(pair.black)}"

    def describe_games(self, pairs: Sequence[Pair]) -> str:
        """List the first few games."""
        games = "; ".join(self.describe_game(pair) for pair in pairs[:PAIRS_READ_ALOUD])
        rest = len(pairs) - PAIRS_READ_ALOUD
        return f"{games}; and {rest} more" if rest > 0 else games

    def insert_names(self, sentence: str) -> str:
        """Put names for ``player 3`` and ``players 3 and 7`` in a sentence of an engine."""

        def name_all(found: re.Match[str]) -> str:
            return re.sub(_NUMBER, lambda tpn: self.name_player(int(tpn[0])), found[1] or found[2])

        return re.sub(_BY_NUMBER, name_all, sentence)

    def list_players(self, tpns: Iterable[int]) -> str:
        """List players."""
        return ", ".join(self.describe_player(tpn) for tpn in tpns)


_OF_ANSWERS = (
    (r"\bthe recorded (pairing|candidate)\b", r"the program's \1"),
    (r"\bthe recorded one\b", "the program's"),
    (r"\bIt pairs as recorded\b", "It pairs as the program does"),
    (r"\bAs posted,", "In the program's answer,"),
    (r"\bPosted: ", "The program's answer: "),
)
"""Phrases about a recorded pairing, and the same about the answer of a program."""


def as_an_answer(sentence: str) -> str:
    """Rephrase a sentence about a recorded pairing for a program's answer."""
    for recorded, answered in _OF_ANSWERS:
        sentence = re.sub(recorded, answered, sentence)
    return sentence


def format_criterion_value(criterion_name: str, value: tuple[int, ...]) -> str:
    """
    A criterion's value as it is shown: ``3``, ``2.5, 2.0`` for scores, ``none`` for an empty list.

    Whether the numbers are counts or scores in tenths follows from the words of the criterion's name.
    """
    if not value or value == (0,):
        return "0" if value else "none"
    if criterion_name == _COUNT_THEN_SCORES:
        return "; ".join((str(value[0]), *map(points_text, value[1:])))
    return ", ".join(points_text(number) if counts_scores(criterion_name) else str(number) for number in value)


def describe_bracket(bracket: BracketAssessment) -> str:
    """``bracket 2 (2.5 points)``."""
    return f"{bracket.kind.value} {bracket.number} ({points_text(bracket.score)} points)"


def describe_violations(violations: Sequence[Violation], roster: Roster) -> str:
    """Describe the broken absolute rules with their players."""
    return " ".join(list_violations(violations, roster))


def list_violations(violations: Sequence[Violation], roster: Roster) -> tuple[str, ...]:
    """
    Describe the broken absolute rules, a sentence each; of many alike, the first few.

    ``A (1) and B (2) may not meet: they have ... (C1, 2.1.1).``
    """
    sentences: list[str] = []
    for same in group_violations(violations):
        cited = cite_rule(same[0].label, same[0].article)
        sentences += [f"{phrase_violation(violation, roster)}{cited}." for violation in same[:VIOLATIONS_READ_ALOUD]]
        others = [roster.list_players(violation.players) for violation in same[VIOLATIONS_READ_ALOUD:]]
        if others:
            sentences.append(f"The same goes for {'; '.join(others)}{cited}.")
    return tuple(sentences)


def group_violations(violations: Sequence[Violation]) -> tuple[tuple[Violation, ...], ...]:
    """Group violations that are the same except for the players."""
    groups: dict[tuple[str, str, str], list[Violation]] = {}
    for violation in violations:
        kind = (violation.label, violation.article, re.sub(_NUMBER, "#", violation.sentence))
        groups.setdefault(kind, []).append(violation)
    return tuple(map(tuple, groups.values()))


def phrase_violation(violation: Violation, roster: Roster) -> str:
    """Phrase a violation without the article and the full stop."""
    said = roster.insert_names(violation.sentence).removesuffix(".")
    if said == violation.sentence.removesuffix("."):
        return f"{said}: {roster.name_players(violation.players)}" if violation.players else said
    both = " and ".join(map(roster.name_player, violation.players))
    if len(violation.players) > 1 and said.startswith(both):
        return f"{both} may not play each other: they {said.removeprefix(both).lstrip()}"
    return said
