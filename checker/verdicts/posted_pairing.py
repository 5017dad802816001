"""
What is said of a round that somebody posted, or that a program answered: the answer first, then why, the article last.

Names and points stand behind every number; long lists of games are for the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.verdicts.explanation import Setting, about_criterion, about_order, about_parting
from checker.verdicts.first_difference import first_concerned
from checker.verdicts.phrases import VIOLATIONS_READ_ALOUD, alike, cited, listed, named_violation, points, value
from reference_engines.frame.results import GenerationStep, NoLegalPairingError
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checker.findings import ColourRuling, DecidingCriterion, DecidingOrder
    from checker.verdicts.round_players import People
    from reference_engines.frame.results import Assessment, BracketAssessment, Divergence, Pair, RoundPairing, Violation

_COLOURS_READ_ALOUD = 2
"""Games with wrong colours that are told in full."""
_OF_BYES = ("bye_score", "bye_unplayed_games", "bye_rounds_without_match")
"""Criteria about the bye, in the order of their priority."""
_BOTH = 2


@dataclass(frozen=True, kw_only=True)
class Posted:
    """A recorded round, or a program's answer, beside the right one."""

    people: People
    recorded: RoundPairing
    expected: RoundPairing
    setting: Setting

    # --- the answer ---------------------------------------------------------------------------------------------------

    def answer(self, lead: int | None = None, *, bye_decides: bool = False, bye_rule: str = "") -> str:
        """
        Say who should have the bye, and who should play whom; without a full stop.

        ``lead`` is whose game is told first, by number; None: that of the first board that differs. Where the bye
        decides, games are left to the reason; ``bye_rule`` says where the rule about the bye is printed.
        """
        parts = []
        if self.recorded.bye != self.expected.bye:
            parts.append(f"{self._bye()}{bye_rule}")
        if not (parts and bye_decides):
            parts += self._games(lead)
        return "; ".join(parts)

    def _bye(self) -> str:
        has, right = (self._scored(tpn) for tpn in (self.recorded.bye, self.expected.bye))
        if self.setting is Setting.ANSWER:
            by_rules = f"by the rules it goes to {right}" if right else "by the rules nobody has it"
            return f"the program gives {f'the bye to {has}' if has else 'nobody the bye'}; {by_rules}"
        if not right:
            return f"nobody should have had the bye, and {has} has it"
        if not has:
            return f"the bye should have gone to {right}, and nobody has it"
        return f"the bye should have gone to {right}, not to {has}"

    def _scored(self, tpn: int | None) -> str:
        if tpn is None:
            return ""
        score = self.people.scores.get(tpn)
        who = self.people.roster.who(tpn)
        return who if score is None else f"{who} ({points(score)})"

    def _games(self, lead: int | None) -> list[str]:
        posted = {pair.players for pair in self.recorded.pairs}
        right = [pair for pair in self.expected.pairs if pair.players not in posted]
        if not right:
            return []
        first = next((pair for pair in right if lead in (pair.white, pair.black)), right[0])
        told = [self._game(first, lead)]
        others = [pair for pair in right if pair is not first]
        if len(others) == 1:
            told.append(self._other_game(others[0]))
        elif others:
            told.append(f"in all, {len(right)} of {counted_noun(len(self.expected.pairs), self.people.meeting)} differ")
        return told

    def _game(self, pair: Pair, lead: int | None) -> str:
        who = self.people.roster.who
        one = lead if lead in (pair.white, pair.black) else self._higher(pair)
        other = pair.black if one == pair.white else pair.white
        met = next((found for found in self.recorded.pairs if one in (found.white, found.black)), None)
        wrong = None if met is None else met.black if met.white == one else met.white
        if self.setting is Setting.ANSWER:
            has = (
                "has the bye" if one == self.recorded.bye else "is left out" if wrong is None else f"plays {who(wrong)}"
            )
            return f"in the program's answer {who(one)} {has}; by the rules {who(one)} plays {who(other)}"
        instead = f", not {who(wrong)}" if wrong is not None else ""
        if wrong is None and one == self.recorded.bye:
            instead = ", and not have had the bye"
        return f"{who(one)} should have played {who(other)}{instead}"

    def _other_game(self, pair: Pair) -> str:
        one = self._higher(pair)
        other = pair.black if one == pair.white else pair.white
        verb = "plays" if self.setting is Setting.ANSWER else "should have played"
        return f"{self.people.roster.who(one)} {verb} {self.people.roster.who(other)}"

    def _higher(self, pair: Pair) -> int:
        places = list(self.people.scores)
        return min(pair.white, pair.black, key=lambda tpn: places.index(tpn) if tpn in places else len(places))

    # --- why ----------------------------------------------------------------------------------------------------------

    def by_criterion(
        self,
        criterion: DecidingCriterion,
        brackets: tuple[BracketAssessment, BracketAssessment],
        assessed: Assessment,
    ) -> str:
        """Say that a criterion decides; ``brackets`` are the right one and the posted, ``assessed`` the right round."""
        about_bye = criterion.name in _OF_BYES
        rule = "" if about_bye else self._rule_of_bye(assessed)
        answer = self.answer(_first_of(*brackets), bye_decides=about_bye, bye_rule=rule)
        rounds = self.expected, self.recorded
        return f"{answer}. {about_criterion(self.people, criterion, brackets, rounds, self.setting)}"

    def _rule_of_bye(self, assessed: Assessment) -> str:
        """Return where the rule is printed by which the bye is wrong, if it is one of the criteria about byes."""
        scores = [self.people.scores.get(tpn) for tpn in (self.recorded.bye, self.expected.bye) if tpn is not None]
        if len(scores) < _BOTH or scores[0] == scores[1]:
            return ""
        found = (value for bracket in assessed.brackets for value in bracket.values if value.name == _OF_BYES[0])
        rule = next(found, None)
        return "" if rule is None else cited(rule.label, rule.article)

    def by_order(
        self, order: DecidingOrder, brackets: tuple[BracketAssessment, BracketAssessment], assessed: Assessment
    ) -> str:
        """Say that no criterion decides, and who comes first."""
        ours, theirs = brackets
        lead = first_concerned(ours.generation, theirs.generation) or _first_of(ours, theirs)
        by_bye = order.step is GenerationStep.BYE
        answer = self.answer(lead, bye_decides=by_bye, bye_rule=self._rule_of_bye(assessed))
        return f"{answer}. {about_order(order, brackets, self.people.roster, self.setting)}"

    def by_parting(self, parting: Divergence, *, with_answer: bool = True) -> str:
        """Say at which step of a procedure it does something else."""
        told = about_parting(parting, self.people.roster, "It leaves the procedure at this step")
        return f"{self.answer()}. {told}" if with_answer else told


def _first_of(ours: BracketAssessment, theirs: BracketAssessment) -> int | None:
    """Return the highest ranked player of a bracket with another opponent than posted."""
    posted = {frozenset(pair) for pair in theirs.pairs}
    return next((pair[0] for pair in ours.pairs if frozenset(pair) not in posted), None)


def about_criterion_of_ours(criterion: DecidingCriterion, where: str) -> str:
    """Say by how much our own pairing misses a criterion that the other one meets better."""
    theirs, ours = (value(criterion.name, found) for found in (criterion.recorded, criterion.expected))
    return f"{where}, {criterion.sentence}: {theirs} there, {ours} in ours{cited(criterion.label, criterion.article)}."


# --- absolute rules ---------------------------------------------------------------------------------------------------


def about_illegal(people: People, violations: Sequence[Violation], expected: RoundPairing | None, remark: str) -> str:
    """
    Say which absolute rules are broken, by whom, and what is right instead; where many break one alike, few are told.

    ``remark`` is the end of a sentence, or empty.
    """
    told, instead = [], _instead(people, violations[0], expected)
    for same in alike(violations):
        for violation in same[:VIOLATIONS_READ_ALOUD]:
            ending = "".join(f"; {part}" for part in (instead, remark) if part)
            instead = remark = ""
            said = named_violation(violation, people.roster)
            told.append(f"{said}{ending}{cited(violation.label, violation.article)}.")
        others = [people.roster.who(tpn) for found in same[VIOLATIONS_READ_ALOUD:] for tpn in found.players]
        if others:
            told.append(f"The same goes for {listed(others)}{cited(same[0].label, same[0].article)}.")
    return " ".join(told)


def _instead(people: People, violation: Violation, expected: RoundPairing | None) -> str:
    """``by the rules A plays B and C has the bye``, of those who break a rule."""
    if expected is None:
        return ""
    who, told = people.roster.who, []
    for tpn in violation.players:
        pair = next((found for found in expected.pairs if tpn in (found.white, found.black)), None)
        if pair is not None:
            told.append(f"{who(tpn)} plays {who(pair.black if pair.white == tpn else pair.white)}")
        elif tpn == expected.bye:
            told.append(f"{who(tpn)} has the bye")
    if violation.players == () or not told:
        return ""
    if len(violation.players) == 1 and expected.bye is not None and expected.bye != violation.players[0]:
        told.append(f"{who(expected.bye)} has the bye")
    return f"by the rules {listed(told)}"


def why_none(people: People) -> str:
    """`` (everybody has met everybody)``: why a round cannot be paired."""
    try:
        people.judged_round.expected()
    except NoLegalPairingError as error:
        return f" ({error})"
    return ""


# --- colours ----------------------------------------------------------------------------------------------------------


def about_colours(
    people: People, pairs: Sequence[Pair], rulings: Iterable[ColourRuling], setting: Setting = Setting.POSTED
) -> str:
    """Say who should have White of pairs with wrong colours, with the colours of both so far, and why."""
    by_players = {ruling.pair.players: ruling for ruling in rulings}
    told = [_about_colour(people, pair, by_players.get(pair.players), setting) for pair in pairs[:_COLOURS_READ_ALOUD]]
    if len(pairs) > _COLOURS_READ_ALOUD:
        told.insert(0, f"{counted_noun(len(pairs), people.meeting)} have the wrong colours, these among them:")
    return " ".join(told)


def _about_colour(people: People, pair: Pair, ruling: ColourRuling | None, setting: Setting) -> str:
    white, black = people.roster.who(pair.black), people.roster.who(pair.white)
    if setting is Setting.ANSWER:
        answer = f"In the program's answer {black} has White against {white}; by the rules {white} has it"
    else:
        answer = f"{white} should have had White against {black}"
    if ruling is None:
        return f"{answer}."
    had = [people.colours(tpn) for tpn in (pair.black, pair.white)]
    said = people.roster.named(ruling.sentence).removesuffix(".").removeprefix(f"{white} has White: ")
    return f"{answer}. {_histories(white, black, had)}: {said}{cited('', ruling.article)}."


def _histories(white: str, black: str, had: list[str]) -> str:
    if had[0] == had[1]:
        return f"Both have had {had[0]}" if had[0] else "Neither has had a colour yet"
    one, other = (colours or "no colour yet" for colours in had)
    return f"{white} has had {one}, {black} {other}"
