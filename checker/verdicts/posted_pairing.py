"""
The answer of a verdict: the posted (or answered) pairing, and the right one.

Players are named, without numbers; the reason follows from `checker.verdicts.reasons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.findings import ColourRuling, DecidingCriterion, EvidenceRow
from checker.verdicts import phrases
from checker.verdicts.reasons import GAMES_LABELS, Contrast
from checker.verdicts.round_case import ReasonContext, RoundPlayers
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing, Violation
from tournaments.frozen import FrozenStruct
from tournaments.points import describe_points
from tournaments.problems import counted_noun

_MAX_COLOURS_READ_ALOUD = 2
"""Games with wrong colours that are described in full."""
_BOTH = 2


class PairingComparison(FrozenStruct, frozen=True, kw_only=True):
    """A recorded pairing, or a program's answer, beside the right one."""

    players: RoundPlayers
    recorded: RoundPairing
    expected: RoundPairing
    context: ReasonContext

    @property
    def bye_differs(self) -> bool:
        """Whether another player has the bye."""
        return self.recorded.bye != self.expected.bye

    @property
    def bye_scores(self) -> tuple[int, int] | None:
        """The scores of the players with the bye, recorded and right; None if a pairing has no bye."""
        byes, scores = (self.recorded.bye, self.expected.bye), self.players.scores
        found = [scores[tpn] for tpn in byes if tpn is not None and tpn in scores]
        return (found[0], found[1]) if len(found) == len(byes) else None

    def concerned(self, contrast: Contrast | None = None) -> tuple[int, ...]:
        """Return the players of the games that differ, in the bracket that decides if it has games, and of the byes."""
        games = () if contrast is None else (*contrast.other_games, *contrast.expected_games)
        if not games:
            games = (*_only_in_first(self.recorded, self.expected), *_only_in_first(self.expected, self.recorded))
        byes = (self.recorded.bye, self.expected.bye) if self.bye_differs else ()
        return tuple(dict.fromkeys(tpn for tpn in (*byes, *(tpn for game in games for tpn in game)) if tpn is not None))

    def answer(self, contrast: Contrast | None = None) -> str:
        """
        Describe the wrong games beside the right games, in the bracket that decides if it is known, and the bye.

        The bye comes first if it is the first difference.
        """
        games = self._describe_games(None if self.has_bye_with_other_score else contrast)
        bye = self.answer_bye() if self.bye_differs else ""
        is_about_bye = contrast is None or contrast.is_about_bye or self.has_bye_with_other_score
        return " ".join(part for part in ((bye, games) if is_about_bye else (games, bye)) if part)

    @property
    def has_bye_with_other_score(self) -> bool:
        """Whether the bye belongs to a player with another score."""
        return self.bye_scores is not None and self.bye_scores[0] != self.bye_scores[1]

    def answer_bye(self) -> str:
        """Describe the right bye and the wrong bye."""
        posted, right = (self._name_scored(tpn) for tpn in (self.recorded.bye, self.expected.bye))
        if not right:
            return f"Nobody should have the bye, but {posted} has it."
        if not posted:
            return f"The bye should go to {right}, but no player has it."
        return f"The bye should go to {right}, not to {posted}."

    def _name_scored(self, tpn: int | None) -> str:
        if tpn is None:
            return ""
        score, name = self.players.scores.get(tpn), self.players.roster.name_player(tpn)
        return name if score is None else f"{name} ({describe_points(score)})"

    def _describe_games(self, contrast: Contrast | None) -> str:
        """``Two games in the 3-point group are wrong. Posted: A-B and C-D. Correct: A-C and B-D.``."""
        wrong, right = _only_in_first(self.recorded, self.expected), _only_in_first(self.expected, self.recorded)
        if not wrong and not right:
            return ""
        shown_wrong, shown_right = list(wrong), list(right)
        where = ""
        if contrast is not None and contrast.other_games and contrast.expected_games:
            shown_wrong, shown_right = list(contrast.other_games), list(contrast.expected_games)
            where = f" in {contrast.group}"
        number, meeting = len(wrong), self.players.meeting
        if number > len(shown_wrong):
            total = len(self.recorded.pairs)
            of_all = f"{phrases.capitalise(phrases.spell_number(number))} of {counted_noun(total, meeting)}"
            if number == total:
                of_all = "Both" if total == _BOTH else f"All {total}"
                of_all = f"{of_all} {counted_noun(total, meeting).partition(' ')[2]}"
            counted = f"{of_all} are wrong, the first{where}"
        else:
            counted = (
                f"{phrases.capitalise(counted_words(number, meeting))}{where} {'is' if number == 1 else 'are'} wrong"
            )
        name_games = self.players.roster.name_games
        return (
            f"{counted}. {GAMES_LABELS[self.context]}: {name_games(shown_wrong)}. Correct: {name_games(shown_right)}."
        )


def counted_words(number: int, noun: str) -> str:
    """``two games``, ``one game``, ``12 games``."""
    return f"{phrases.spell_number(number)} {counted_noun(number, noun).partition(' ')[2]}"


def _only_in_first(pairing: RoundPairing, second: RoundPairing) -> tuple[tuple[int, int], ...]:
    common = {pair.players for pair in second.pairs}
    return tuple((pair.white, pair.black) for pair in pairing.pairs if pair.players not in common)


def describe_own_criterion(criterion: DecidingCriterion, where: str) -> str:
    """Explain by how much our own pairing misses a criterion that the other pairing meets better."""
    theirs, ours = (phrases.describe_value(criterion.name, found) for found in (criterion.recorded, criterion.expected))
    article = phrases.cite_rule(criterion.label, criterion.article)
    return f"{where}, {criterion.sentence}: {theirs} there, {ours} in ours{article}."


# --- evidence ---------------------------------------------------------------------------------------------------------

_MAX_ROWS = 12


def list_evidence(
    players: RoundPlayers, tpns: Sequence[int], pairings: tuple[RoundPairing, RoundPairing | None]
) -> tuple[EvidenceRow, ...]:
    """List players with points, colours and floats, each with the posted and the right opponent, in rank order."""
    places = {tpn: place for place, tpn in enumerate(players.scores)}
    ordered = sorted((tpn for tpn in tpns if tpn in places), key=places.__getitem__)
    return tuple(evidence_row(players, tpn, _opponents_note(players, tpn, pairings)) for tpn in ordered[:_MAX_ROWS])


def evidence_row(players: RoundPlayers, tpn: int, note: str = "") -> EvidenceRow:
    """Return a player's row: points, colours so far, the colour that is due, and floats of the last two rounds."""
    preference = players.preferred_colour(tpn)
    due = preference.colour.name.capitalize() if preference.colour is not None else ""
    return EvidenceRow(
        tpn=tpn,
        name=players.participants[tpn].name,
        score=players.scores[tpn],
        colours=players.colours(tpn),
        due=f"{due}!" if preference.is_absolute else due,
        floats=players.describe_floats(tpn),
        note=note,
    )


def _opponents_note(players: RoundPlayers, tpn: int, pairings: tuple[RoundPairing, RoundPairing | None]) -> str:
    """``posted Alpha, correct Beta``."""
    words = [
        f"{word} {_name_opponent(players, tpn, pairing)}"
        for word, pairing in zip(("posted", "correct"), pairings, strict=True)
        if pairing is not None
    ]
    return ", ".join(words)


def _name_opponent(players: RoundPlayers, tpn: int, pairing: RoundPairing) -> str:
    if tpn == pairing.bye:
        return "bye"
    opponent = pairing.opponent_of(tpn)
    return "nobody" if opponent is None else players.roster.name_player(opponent)


# --- absolute rules ---------------------------------------------------------------------------------------------------


def describe_broken_rules(players: RoundPlayers, violations: Sequence[Violation]) -> str:
    """Name the broken absolute rules with their players; of many alike, the first few."""
    sentences = []
    for same in phrases.group_violations(violations):
        sentences += [
            f"{phrases.phrase_violation(violation, players.roster)}."
            for violation in same[: phrases.VIOLATIONS_READ_ALOUD]
        ]
        others = [tpn for found in same[phrases.VIOLATIONS_READ_ALOUD :] for tpn in found.players]
        if others:
            sentences.append(f"The same goes for {players.roster.name_players(others)}.")
    return " ".join(sentences)


def describe_right_games(
    players: RoundPlayers, violations: Sequence[Violation], expected: RoundPairing, posted_bye: int | None
) -> str:
    """Describe the right games of the players of violations: ``Correct: A-B, and the bye for C.``."""
    concerned = {tpn for violation in violations[: phrases.VIOLATIONS_READ_ALOUD] for tpn in violation.players}
    games = [(pair.white, pair.black) for pair in expected.pairs if pair.players & concerned]
    bye = expected.bye
    parts = [players.roster.name_games(games)] if games else []
    if bye is not None and bye != posted_bye and concerned & {bye, posted_bye}:
        parts.append(f"the bye for {players.roster.name_player(bye)}")
    return f"Correct: {', and '.join(parts)}." if parts else ""


def describe_impossibility(players: RoundPlayers) -> str:
    """Describe why a round cannot be paired, in brackets; empty if it can."""
    try:
        players.prepared_round.expected()
    except NoLegalPairingError as error:
        return f" ({error})"
    return ""


# --- colours ----------------------------------------------------------------------------------------------------------


def answer_colours(players: RoundPlayers, pairs: Sequence[Pair]) -> str:
    """Describe the right colours of games with wrong colours."""
    name = players.roster.name_player
    right = [
        f"{name(pair.black)} should have White against {name(pair.white)}" for pair in pairs[:_MAX_COLOURS_READ_ALOUD]
    ]
    if len(pairs) > len(right):
        counted = phrases.capitalise(counted_words(len(pairs), players.meeting))
        return f"{counted} have the wrong colours. Among them, {phrases.join_phrases(right)}."
    return f"{phrases.join_phrases(right)}."


def explain_colours(players: RoundPlayers, pairs: Sequence[Pair], rulings: Iterable[ColourRuling]) -> str:
    """Explain the colours of games by the histories of both players and the rule that decides."""
    by_players = {ruling.pair.players: ruling for ruling in rulings}
    sentences = [
        describe_colour_rule(players, pair.black, pair.white, by_players[pair.players].sentence)
        for pair in pairs[:_MAX_COLOURS_READ_ALOUD]
        if pair.players in by_players
    ]
    return " ".join(dict.fromkeys(sentences))


def describe_colour_rule(players: RoundPlayers, white: int, black: int, sentence: str) -> str:
    """Describe the colour histories of two players and the rule that gives White to the first."""
    name = players.roster.name_player
    reason = players.roster.insert_names(sentence).removesuffix(".").removeprefix(f"{name(white)} has White: ")
    first, second = (players.colours(tpn) for tpn in (white, black))
    if first == second:
        had = f"Both have had {first}" if first else "Neither has had a colour yet"
    else:
        had = f"{name(white)} has had {first or 'no colour yet'}, {name(black)} {second or 'no colour yet'}"
    return f"{had}: {reason}."
