"""
Explanations of a posted pairing or a program's answer: the answer first, then the reason, the article last.

Numbers come with names and points; long lists of games are for the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.verdicts.explanation import ExplanationContext, describe_criterion, describe_divergence, describe_order
from checker.verdicts.first_difference import find_first_player
from checker.verdicts.phrases import (
    VIOLATIONS_READ_ALOUD,
    cite_rule,
    describe_value,
    group_violations,
    join_phrases,
    phrase_violation,
)
from reference_engines.frame.results import GenerationStep, NoLegalPairingError
from tournaments.frozen import dataclass
from tournaments.points import describe_points
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checker.findings import ColourRuling, DecidingCriterion, DecidingOrder
    from checker.verdicts.round_players import RoundPlayers
    from reference_engines.frame.results import Assessment, BracketAssessment, Divergence, Pair, RoundPairing, Violation

_MAX_COLOURS_READ_ALOUD = 2
"""Games with wrong colours that are described in full."""
_OF_BYES = ("bye_score", "bye_unplayed_games", "bye_rounds_without_match")
"""Criteria about the bye, in the order of their priority."""
_BOTH = 2


@dataclass(frozen=True, kw_only=True)
class PairingComparison:
    """A recorded pairing, or a program's answer, beside the right one."""

    players: RoundPlayers
    recorded: RoundPairing
    expected: RoundPairing
    context: ExplanationContext

    # --- the answer ---------------------------------------------------------------------------------------------------

    def answer(self, lead: int | None = None, *, bye_decides: bool = False, bye_rule: str = "") -> str:
        """
        Describe the right bye and the right games, without a full stop.

        The game of the player ``lead`` comes first; None: the first board that differs. If the bye decides, games are
        left to the reason; ``bye_rule`` cites the rule about the bye.
        """
        parts = []
        if self.recorded.bye != self.expected.bye:
            parts.append(f"{self._describe_bye()}{bye_rule}")
        if not (parts and bye_decides):
            parts += self._describe_games(lead)
        return "; ".join(parts)

    def _describe_bye(self) -> str:
        has, right = (self._describe_scored(tpn) for tpn in (self.recorded.bye, self.expected.bye))
        if self.context is ExplanationContext.ANSWER:
            by_rules = f"by the rules it goes to {right}" if right else "by the rules nobody has it"
            return f"the program gives {f'the bye to {has}' if has else 'nobody the bye'}; {by_rules}"
        if not right:
            return f"nobody should have had the bye, and {has} has it"
        if not has:
            return f"the bye should have gone to {right}, and nobody has it"
        return f"the bye should have gone to {right}, not to {has}"

    def _describe_scored(self, tpn: int | None) -> str:
        if tpn is None:
            return ""
        score = self.players.scores.get(tpn)
        describe = self.players.roster.describe_player(tpn)
        return describe if score is None else f"{describe} ({describe_points(score)})"

    def _describe_games(self, lead: int | None) -> list[str]:
        posted = {pair.players for pair in self.recorded.pairs}
        right = [pair for pair in self.expected.pairs if pair.players not in posted]
        if not right:
            return []
        first = next((pair for pair in right if lead in (pair.white, pair.black)), right[0])
        phrases = [self._describe_game(first, lead)]
        others = [pair for pair in right if pair is not first]
        if len(others) == 1:
            phrases.append(self._describe_second_game(others[0]))
        elif others:
            phrases.append(
                f"in all, {len(right)} of {counted_noun(len(self.expected.pairs), self.players.meeting)} differ"
            )
        return phrases

    def _describe_game(self, pair: Pair, lead: int | None) -> str:
        describe = self.players.roster.describe_player
        first = lead if lead in (pair.white, pair.black) else self._higher(pair)
        second = pair.black if first == pair.white else pair.white
        met = next((found for found in self.recorded.pairs if first in (found.white, found.black)), None)
        wrong = None if met is None else met.black if met.white == first else met.white
        if self.context is ExplanationContext.ANSWER:
            has = (
                "has the bye"
                if first == self.recorded.bye
                else "is left out"
                if wrong is None
                else f"plays {describe(wrong)}"
            )
            player = describe(first)
            return f"in the program's answer {player} {has}; by the rules {player} plays {describe(second)}"
        instead = f", not {describe(wrong)}" if wrong is not None else ""
        if wrong is None and first == self.recorded.bye:
            instead = ", and not have had the bye"
        return f"{describe(first)} should have played {describe(second)}{instead}"

    def _describe_second_game(self, pair: Pair) -> str:
        first = self._higher(pair)
        second = pair.black if first == pair.white else pair.white
        verb = "plays" if self.context is ExplanationContext.ANSWER else "should have played"
        return f"{self.players.roster.describe_player(first)} {verb} {self.players.roster.describe_player(second)}"

    def _higher(self, pair: Pair) -> int:
        places = list(self.players.scores)
        return min(pair.white, pair.black, key=lambda tpn: places.index(tpn) if tpn in places else len(places))

    # --- why ----------------------------------------------------------------------------------------------------------

    def explain_criterion(
        self,
        criterion: DecidingCriterion,
        brackets: tuple[BracketAssessment, BracketAssessment],
        assessed: Assessment,
    ) -> str:
        """
        Explain the criterion that decides.

        ``brackets`` are the right and the posted one, ``assessed`` the right round.
        """
        about_bye = criterion.name in _OF_BYES
        rule = "" if about_bye else self._cite_bye_rule(assessed)
        answer = self.answer(_first_changed_player(*brackets), bye_decides=about_bye, bye_rule=rule)
        rounds = self.expected, self.recorded
        return f"{answer}. {describe_criterion(self.players, criterion, brackets, rounds, self.context)}"

    def _cite_bye_rule(self, assessed: Assessment) -> str:
        """Cite the rule that makes the bye wrong, if it is one of the criteria about byes."""
        scores = [self.players.scores.get(tpn) for tpn in (self.recorded.bye, self.expected.bye) if tpn is not None]
        if len(scores) < _BOTH or scores[0] == scores[1]:
            return ""
        found = (value for bracket in assessed.brackets for value in bracket.values if value.name == _OF_BYES[0])
        rule = next(found, None)
        return "" if rule is None else cite_rule(rule.label, rule.article)

    def explain_order(
        self, order: DecidingOrder, brackets: tuple[BracketAssessment, BracketAssessment], assessed: Assessment
    ) -> str:
        """Explain the order that decides where no criterion does."""
        ours, theirs = brackets
        lead = find_first_player(ours.generation, theirs.generation) or _first_changed_player(ours, theirs)
        by_bye = order.step is GenerationStep.BYE
        answer = self.answer(lead, bye_decides=by_bye, bye_rule=self._cite_bye_rule(assessed))
        return f"{answer}. {describe_order(order, brackets, self.players.roster, self.context)}"

    def explain_divergence(self, divergence: Divergence, *, with_answer: bool = True) -> str:
        """Explain the step at which the pairing leaves the procedure."""
        phrases = describe_divergence(divergence, self.players.roster, "It leaves the procedure at this step")
        return f"{self.answer()}. {phrases}" if with_answer else phrases


def _first_changed_player(ours: BracketAssessment, theirs: BracketAssessment) -> int | None:
    """Return the highest ranked player of a bracket with another opponent than posted."""
    posted = {frozenset(pair) for pair in theirs.pairs}
    return next((pair[0] for pair in ours.pairs if frozenset(pair) not in posted), None)


def describe_own_criterion(criterion: DecidingCriterion, where: str) -> str:
    """Explain by how much our own pairing misses a criterion that the other pairing meets better."""
    theirs, ours = (describe_value(criterion.name, found) for found in (criterion.recorded, criterion.expected))
    return (
        f"{where}, {criterion.sentence}: {theirs} there, {ours} in ours{cite_rule(criterion.label, criterion.article)}."
    )


# --- absolute rules ---------------------------------------------------------------------------------------------------


def describe_illegality(
    players: RoundPlayers, violations: Sequence[Violation], expected: RoundPairing | None, remark: str
) -> str:
    """
    Explain the broken absolute rules with their players, and what is right instead; of many alike, the first few.

    ``remark`` is the end of a sentence, or empty.
    """
    phrases, instead = [], _describe_right_games(players, violations[0], expected)
    for same in group_violations(violations):
        for violation in same[:VIOLATIONS_READ_ALOUD]:
            ending = "".join(f"; {part}" for part in (instead, remark) if part)
            instead = remark = ""
            phrase = phrase_violation(violation, players.roster)
            phrases.append(f"{phrase}{ending}{cite_rule(violation.label, violation.article)}.")
        others = [
            players.roster.describe_player(tpn) for found in same[VIOLATIONS_READ_ALOUD:] for tpn in found.players
        ]
        if others:
            phrases.append(f"The same goes for {join_phrases(others)}{cite_rule(same[0].label, same[0].article)}.")
    return " ".join(phrases)


def _describe_right_games(players: RoundPlayers, violation: Violation, expected: RoundPairing | None) -> str:
    """Describe the right games of the players of a violation: ``by the rules A plays B and C has the bye``."""
    if expected is None:
        return ""
    describe, phrases = players.roster.describe_player, []
    for tpn in violation.players:
        pair = next((found for found in expected.pairs if tpn in (found.white, found.black)), None)
        if pair is not None:
            phrases.append(f"{describe(tpn)} plays {describe(pair.black if pair.white == tpn else pair.white)}")
        elif tpn == expected.bye:
            phrases.append(f"{describe(tpn)} has the bye")
    if violation.players == () or not phrases:
        return ""
    if len(violation.players) == 1 and expected.bye is not None and expected.bye != violation.players[0]:
        phrases.append(f"{describe(expected.bye)} has the bye")
    return f"by the rules {join_phrases(phrases)}"


def describe_impossibility(players: RoundPlayers) -> str:
    """Describe why a round cannot be paired, in brackets; empty if it can."""
    try:
        players.prepared_round.expected()
    except NoLegalPairingError as error:
        return f" ({error})"
    return ""


# --- colours ----------------------------------------------------------------------------------------------------------


def describe_colours(
    players: RoundPlayers,
    pairs: Sequence[Pair],
    rulings: Iterable[ColourRuling],
    context: ExplanationContext = ExplanationContext.POSTED,
) -> str:
    """Describe the right colours of pairs, with the colour histories of both players and the reason."""
    by_players = {ruling.pair.players: ruling for ruling in rulings}
    phrases = [
        _describe_colour(players, pair, by_players.get(pair.players), context)
        for pair in pairs[:_MAX_COLOURS_READ_ALOUD]
    ]
    if len(pairs) > _MAX_COLOURS_READ_ALOUD:
        phrases.insert(0, f"{counted_noun(len(pairs), players.meeting)} have the wrong colours, these among them:")
    return " ".join(phrases)


def _describe_colour(
    players: RoundPlayers, pair: Pair, ruling: ColourRuling | None, context: ExplanationContext
) -> str:
    white, black = players.roster.describe_player(pair.black), players.roster.describe_player(pair.white)
    if context is ExplanationContext.ANSWER:
        answer = f"In the program's answer {black} has White against {white}; by the rules {white} has it"
    else:
        answer = f"{white} should have had White against {black}"
    if ruling is None:
        return f"{answer}."
    had = [players.colours(tpn) for tpn in (pair.black, pair.white)]
    phrase = players.roster.insert_names(ruling.sentence).removesuffix(".").removeprefix(f"{white} has White: ")
    return f"{answer}. {_histories(white, black, had)}: {phrase}{cite_rule('', ruling.article)}."


def _histories(white: str, black: str, had: list[str]) -> str:
    if had[0] == had[1]:
        return f"Both have had {had[0]}" if had[0] else "Neither has had a colour yet"
    first, second = (colours or "no colour yet" for colours in had)
    return f"{white} has had {first}, {black} {second}"
