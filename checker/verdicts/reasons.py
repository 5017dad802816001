"""
The reason why one pairing of a round is right and another is not, in sentences to be read aloud.

Scoregroups are named by their points, players by their names. The sentences say what the other pairing costs and what
the right pairing costs. `ReasonContext` tells whether the other pairing was posted, is a program's answer, or is only
supposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from checker.findings import DecidingCriterion, DecidingOrder
from checker.verdicts import phrases
from checker.verdicts.first_difference import LOWEST_BYE_SCORE, find_first_opponent_difference
from checker.verdicts.round_case import ReasonContext, RoundPlayers
from reference_engines.frame import results
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.points import describe_points

GAMES_LABELS = {
    ReasonContext.POSTED: "Posted",
    ReasonContext.ANSWER: "The program's answer",
    ReasonContext.SUPPOSED: "Supposed",
}
"""The word before the games of the pairing that is judged."""


BYE_RANKING = "bye_ranking"
"""The criterion by which the bye goes to the player ranked last."""
BYE_CRITERIA = (
    LOWEST_BYE_SCORE,
    "bye_points",
    "bye_unplayed_games",
    "bye_games",
    "bye_rounds_without_match",
    BYE_RANKING,
)
"""Criteria about the player with the bye."""
_MAX_NAMES = 3
_MAX_CLASHES = 2
_MAX_WORDS = 42
"""Words of a reason about a pairing that is only supposed."""
_BACK = re.compile(r"_(\d)$")


@dataclass(frozen=True, kw_only=True)
class Contrast:
    """The right pairing of a round and another pairing, at the bracket in which they first differ."""

    players: RoundPlayers
    expected: results.RoundPairing
    other: results.RoundPairing
    expected_bracket: results.BracketAssessment
    other_bracket: results.BracketAssessment
    context: ReasonContext = ReasonContext.SUPPOSED

    @property
    def roster(self) -> phrases.Roster:
        """The names of the players."""
        return self.players.roster

    @property
    def group(self) -> str:
        """``the 3-point group``."""
        return phrases.describe_scoregroup(self.expected_bracket)

    @cached_property
    def other_games(self) -> tuple[tuple[int, int], ...]:
        """The games of the bracket in the other pairing alone, White first where the game is in the pairing."""
        return _oriented(self.other_bracket, self.expected_bracket, self.other)

    @cached_property
    def expected_games(self) -> tuple[tuple[int, int], ...]:
        """The games of the bracket in the right pairing alone."""
        return _oriented(self.expected_bracket, self.other_bracket, self.expected)

    @cached_property
    def new_downfloaters(self) -> tuple[int, ...]:
        """Players who leave the bracket in the other pairing alone."""
        return tuple(tpn for tpn in self.other_bracket.downfloaters if tpn not in self.expected_bracket.downfloaters)

    @cached_property
    def right_downfloaters(self) -> tuple[int, ...]:
        """Players who leave the bracket in the right pairing alone."""
        return tuple(tpn for tpn in self.expected_bracket.downfloaters if tpn not in self.other_bracket.downfloaters)

    @cached_property
    def is_about_bye(self) -> bool:
        """Whether the first difference of the two pairings is the player with the bye."""
        right, wrong = self.expected.bye, self.other.bye
        if right is None or wrong is None or right == wrong:
            return False
        if self.expected_bracket.kind is results.BracketKind.BYE:
            return True
        return right in self.expected_bracket.downfloaters and wrong in self.other_bracket.downfloaters

    def opponents_of_mdps(self, games: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        """Return the residents who meet a moved-down player in some games of the bracket."""
        mdps = set(self.expected_bracket.mdps)
        return tuple(tpn for game in games if mdps & set(game) for tpn in game if tpn not in mdps)

    def floated(self, tpn: int, back: int, direction: results.FloatDirection) -> bool:
        """Whether a player floated in a direction ``back`` rounds before."""
        return self.find_float(tpn, back, direction) is not None

    def find_float(self, tpn: int, back: int, direction: results.FloatDirection) -> results.PastFloat | None:
        """Return the float of a player in a direction ``back`` rounds before; None without one."""
        round_number = self.players.stage - back
        past_floats = self.players.prepared_round.past_floats(tpn)
        same = (past for past in past_floats if past.round_number == round_number and past.direction is direction)
        return next(same, None)


def _oriented(
    bracket: results.BracketAssessment, second: results.BracketAssessment, pairing: results.RoundPairing
) -> tuple[tuple[int, int], ...]:
    common = {frozenset(pair) for pair in second.pairs}
    games = {pair.players: (pair.white, pair.black) for pair in pairing.pairs}
    return tuple(games.get(frozenset(pair), pair) for pair in bracket.pairs if frozenset(pair) not in common)


# --- criteria ---------------------------------------------------------------------------------------------------------


class CountedDeed(FrozenStruct, frozen=True):
    """The deed for which a criterion counts players, as a predicate; ``{round}`` is the round of a float."""

    singular: str
    plural: str
    conditional: str
    subject: str = ""
    """The word for a counted thing; empty for a player or a team."""


def _deed(verb: str, rest: str, *, subject: str = "") -> CountedDeed:
    return CountedDeed(f"{verb}s {rest}", f"{verb} {rest}", f"would {verb} {rest}", subject)


_DOWN_AGAIN = _deed("float", "down again after a downfloat in round {round}")
_UP_AGAIN = _deed("float", "up again after an upfloat in round {round}")
_WITHOUT_OPPONENT = _deed("find", "no opponent in the group")
_DEEDS = {
    "colour_preference": CountedDeed(
        "does not get the colour that is due",
        "do not get the colour that they are due",
        "would not get the colour that is due",
    ),
    "strong_colour_preference": CountedDeed(
        "does not get a colour that is strongly preferred",
        "do not get a colour that they strongly prefer",
        "would not get a colour that is strongly preferred",
    ),
    "topscorer_colour_difference": _deed(
        "get", "a colour difference of more than two (topscorers and their opponents)"
    ),
    "topscorer_third_colour": _deed("get", "one colour a third time in a row (topscorers and their opponents)"),
    "downfloaters": _WITHOUT_OPPONENT,
    "players_left_over": _WITHOUT_OPPONENT,
    "moved_down_players_not_paired_first": _deed("find", "no opponent in the group", subject="moved-down player"),
    "incoming_floaters": _deed("float", "on without an opponent in the group", subject="floater from above"),
    "resident_downfloat_again": _DOWN_AGAIN,
    "downfloat_again": _DOWN_AGAIN,
    "downfloat_of_last_round": _DOWN_AGAIN,
    "downfloat_two_rounds_before": _DOWN_AGAIN,
    "mdp_opponent_upfloat_again": _UP_AGAIN,
    "upfloat_again": _UP_AGAIN,
    "upfloat_of_last_round": _UP_AGAIN,
    "upfloat_two_rounds_before": _UP_AGAIN,
    "upfloaters": _deed("float", "up into the group"),
    "maximum_upfloaters": _deed("float", "up although they have floated up as often as they may"),
    "upfloated_before": _UP_AGAIN,
    "upfloaters_floating_again": _deed("float", "up after a float in round {round}"),
    "upfloaters_opponents_floating_again": _deed("meet", "an upfloater after a float in round {round}"),
    "consecutive_floats": _deed("float", "again after a float in round {round}"),
    "upfloaters_of_following_group": _deed("find", "no opponent there", subject="member of the next group"),
}
"""Criteria that count players, by name without the number of rounds back."""
_DEEDS_OF_GAMES = {
    "colour_preference": _deed("grant", "only one of two equal colour preferences", subject="game"),
    "strong_colour_preference": _deed("grant", "only one of two equal strong colour preferences", subject="game"),
    "topscorers_absolute_preferences": _deed(
        "bring", "together two players who must have the same colour", subject="game of a topscorer"
    ),
    "semi_absolute_preferences": _deed(
        "bring", "together two players who prefer the same colour, at least one strongly", subject="game"
    ),
}
"""Criteria that count games (Dutch 2013)."""
_TWO_ROUNDS_BACK = frozenset({"downfloat_two_rounds_before", "upfloat_two_rounds_before"})
_LISTS = {
    "downfloater_scores": "the players who leave the group have {value}",
    "downfloaters_scores": "the players who leave the group, score by score, are {value}",
    "pairing_score_difference": "the differences in points between opponents are {value}",
    "following_bracket": "{value} of the next group would find no opponent there",
    "incoming_floater_scores": "the moved-down players who float on have {value}",
    "mdp_downfloat_again_scores": "the players who float down again after round {round} differ by {value}",
    "mdp_opponent_upfloat_again_scores": "the players who float up again after round {round} differ by {value}",
    "downfloat_again_differences": "the players who float down again after round {round} differ by {value}",
    "upfloat_again_differences": "the players who float up again after round {round} differ by {value}",
    "score_differences": "the upfloaters come from {value} below",
    "times_upfloated": "earlier upfloats of the players who float up: {value}",
    "b3_factor": "sum of the squared differences in points: {value}",
}
"""Criteria that compare lists or sums, by name; ``{value}`` is the value."""


def explain_criterion(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Explain the first criterion that the other pairing meets less well, with the players who decide it."""
    if criterion.name in BYE_CRITERIA:
        return _explain_bye_criterion(contrast, criterion)
    if contrast.is_about_bye and contrast.context is ReasonContext.SUPPOSED:
        return _explain_clash(contrast, criterion) or describe_cost(contrast, criterion)
    if contrast.is_about_bye:
        candidates = explain_bye_candidates(contrast.players, contrast.expected.bye, contrast.other.bye)
        return f"{candidates} {describe_cost(contrast, criterion)}".lstrip()
    specific = _explain_clash(contrast, criterion) or _explain_floats(contrast, criterion)
    if not specific:
        return describe_cost(contrast, criterion)
    if contrast.context is not ReasonContext.SUPPOSED:
        return specific
    rule = _describe_float_rule(contrast, criterion)
    cost = describe_cost(contrast, criterion)
    both = f"{specific} {rule}" if rule else f"{cost} {specific}"
    return both if rule or len(both.split()) <= _MAX_WORDS else cost


def describe_cost(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """``As posted, 2 players in the 3-point group do not get the colour they are due; correct: none.``."""
    bad = _describe_value_of_pairing(contrast, criterion, criterion.recorded)
    good = _spell_value(phrases.describe_value(criterion.name, criterion.expected))
    if contrast.context is ReasonContext.SUPPOSED:
        return f"{phrases.capitalise(bad)}, instead of {good}."
    return f"{phrases.capitalise(contrast.context.value)}, {bad}; in the correct pairing {good}."


def _spell_value(value: str) -> str:
    return phrases.spell_number(int(value)) if value.isdigit() else value


def _describe_value_of_pairing(contrast: Contrast, criterion: DecidingCriterion, number: tuple[int, ...]) -> str:
    """Describe the value of a criterion for the other pairing."""
    name, back = _split_name(criterion.name)
    stage, supposed = contrast.players.stage, contrast.context is ReasonContext.SUPPOSED
    value = phrases.describe_value(criterion.name, number)
    where = "" if contrast.expected_bracket.kind is results.BracketKind.BYE else f" in {contrast.group}"
    if name in _LISTS:
        sentence = _LISTS[name].format(value=value, round=stage - back)
        return f"{sentence}{where}" if "group" not in sentence else sentence.replace("the group", contrast.group)
    counts_pairs = criterion.sentence.startswith("pairs ")
    deed = (_DEEDS_OF_GAMES if counts_pairs else _DEEDS).get(name)
    if deed is None:
        return f"{criterion.sentence}{where}: {value}"
    predicate = deed.conditional if supposed else deed.singular if value == "1" else deed.plural
    predicate = predicate.format(round=stage - back)
    subject = deed.subject or contrast.players.participant
    counted = f"{_spell_value(value)} {subject if value == '1' else _plural(subject)}"
    if "the group" in predicate:
        return f"{counted} {predicate.replace('the group', contrast.group)}"
    return f"{counted}{where} {predicate}"


def _plural(subject: str) -> str:
    first, space, rest = subject.partition(" ")
    return f"{first}s{space}{rest}" if rest.startswith(("of ", "from ")) else f"{subject}s"


def _split_name(name: str) -> tuple[str, int]:
    """Return a criterion's name without its number of rounds back, and this number."""
    found = _BACK.search(name)
    if found:
        return name[: found.start()], int(found[1])
    return name, 2 if name in _TWO_ROUNDS_BACK else 1


_COLOURS = frozenset({"colour_preference", "strong_colour_preference"})


def _explain_clash(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Name the games in which both players are due the same colour; empty if they do not account for the criterion."""
    if criterion.name not in _COLOURS:
        return ""
    strong = criterion.name != "colour_preference"
    bad, good = (
        [game for game in games if _colour_of_both(contrast.players, game, strong=strong)]
        for games in (contrast.other_games, contrast.expected_games)
    )
    if not bad or len(bad) - len(good) != _count(criterion.recorded) - _count(criterion.expected):
        return ""
    clashes = [
        f"{contrast.roster.name_players(sorted(game))} are both {'strongly ' * strong}due "
        f"{_colour_of_both(contrast.players, game, strong=strong)}"
        for game in bad[:_MAX_CLASHES]
    ]
    if len(bad) > _MAX_CLASHES:
        clashes.append(f"the same goes for {len(bad) - _MAX_CLASHES} more games")
    if contrast.context is ReasonContext.SUPPOSED:
        return f"{phrases.join_phrases(clashes)}."
    loss = "one player" if len(bad) == 1 else "in each of these games one player"
    remedy = (
        "In the correct games every player does."
        if not good
        else f"In the correct games only {phrases.spell_number(len(good))} {'does' if len(good) == 1 else 'do'} not."
    )
    return f"{phrases.join_phrases(clashes)}, so {loss} does not get the colour that is due. {remedy}"


def _count(value: tuple[int, ...]) -> int:
    return value[0] if value else 0


def _colour_of_both(players: RoundPlayers, game: Iterable[int], *, strong: bool) -> str:
    """Return the colour that both players of a game are due; empty if they are not due the same colour."""
    first, second = (players.preferred_colour(tpn) for tpn in game)
    if first.colour is None or first.colour is not second.colour:
        return ""
    if strong and not (first.is_strong and second.is_strong):
        return ""
    return first.colour.name.capitalize()


_UPFLOATERS = ("upfloaters", "score_differences")
"""Criteria about the participants who float up into a bracket."""


def _explain_floats(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Name the players who leave or enter the group in one of the two pairings; empty if there are none."""
    name, back = _split_name(criterion.name)
    if name in _COLOURS:
        return ""
    if contrast.expected_bracket.kind is results.BracketKind.UPFLOATERS or name in _UPFLOATERS:
        return _explain_upfloaters(contrast, criterion)
    if "upfloat" in name:
        return _explain_float_again(contrast, back, results.FloatDirection.UP)
    if "downfloat" in name and "downfloater" not in name:
        return _explain_float_again(contrast, back, results.FloatDirection.DOWN) or _explain_downfloaters(
            contrast, criterion
        )
    return _explain_downfloaters(contrast, criterion)


def _explain_downfloaters(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Name the players who leave the group in the other pairing, and the players who should leave it."""
    down, instead, participant = contrast.new_downfloaters, contrast.right_downfloaters, contrast.players.participant
    if not down:
        return ""
    names, right = _with_points(contrast, down), _with_points(contrast, instead)
    lead = phrases.capitalise(contrast.context.value)
    if contrast.context is ReasonContext.SUPPOSED:
        return f"{names} would leave {contrast.group}{f' instead of {right}' if instead else ''}."
    if len(down) > len(instead):
        number, needed = (len(bracket.downfloaters) for bracket in (contrast.other_bracket, contrast.expected_bracket))
        plural, verb = ("s", "leave") if number > 1 else ("", "leaves")
        counted = f"{phrases.spell_number(number)} {participant}{plural} {verb}"
        only = f"only {phrases.spell_number(needed)} {'has' if needed == 1 else 'have'} to" if needed else "none has to"
        return f"{lead}, {counted} {contrast.group} without an opponent in it; {only}. {names} can be paired in it."
    leaves = f"{names} {_agree(down, 'leaves', 'leave')} {contrast.group}; {right} should."
    return f"{lead}, {leaves} {_describe_float_rule(contrast, criterion)}".rstrip()


def _describe_float_rule(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Describe the choice of the players who leave or enter the group; empty if their number is the reason."""
    name = _split_name(criterion.name)[0]
    if name in ("downfloaters", "players_left_over", "upfloaters"):
        return ""
    if name in ("downfloater_scores", "downfloaters_scores", "pairing_score_difference"):
        return f"{_subject_of_clause(contrast)} leave a group should have as few points as possible."
    if name == "score_differences":
        return f"{_subject_of_clause(contrast)} float up should have as many points as possible."
    return "" if contrast.context is ReasonContext.SUPPOSED else describe_cost(contrast, criterion)


def _subject_of_clause(contrast: Contrast) -> str:
    return "The teams that" if contrast.players.participant == "team" else "The players who"


def _explain_upfloaters(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Name the participants who float up into the group in one of the two pairings alone."""
    ours, theirs = contrast.expected_bracket.upfloaters, contrast.other_bracket.upfloaters
    up = [tpn for tpn in theirs if tpn not in ours]
    instead = [tpn for tpn in ours if tpn not in theirs]
    if not up or not instead:
        return ""
    names, right = _with_points(contrast, up), _with_points(contrast, instead)
    if contrast.context is ReasonContext.SUPPOSED:
        return f"{names} would float up into {contrast.group} instead of {right}."
    floats = f"{names} {_agree(up, 'floats', 'float')} up into {contrast.group}; {right} should."
    return (
        f"{phrases.capitalise(contrast.context.value)}, {floats} {_describe_float_rule(contrast, criterion)}".rstrip()
    )


def _explain_float_again(contrast: Contrast, back: int, direction: results.FloatDirection) -> str:
    """Name the players who float again in the same direction, and the players who should float instead."""
    if contrast.context is ReasonContext.SUPPOSED:
        return ""
    up, instead = (
        (contrast.new_downfloaters, contrast.right_downfloaters)
        if direction is results.FloatDirection.DOWN
        else (contrast.opponents_of_mdps(contrast.other_games), contrast.opponents_of_mdps(contrast.expected_games))
    )
    again = [tpn for tpn in up if tpn not in instead and contrast.floated(tpn, back, direction)]
    fresh = [tpn for tpn in instead if tpn not in up and not contrast.floated(tpn, back, direction)]
    if not again or not fresh:
        return ""
    name_players, round_number = contrast.roster.name_players, contrast.players.stage - back
    floated = f"already floated {direction.value} in round {round_number}"
    did_not = "did not"
    bye = _describe_bye_as_float(contrast, again, back, direction)
    if bye:
        floated, did_not = bye, "did not float"
    should = (
        f"should leave {contrast.group}"
        if direction is results.FloatDirection.DOWN
        else f"should meet the {contrast.players.participant}{'s' if len(fresh) > 1 else ''} from above"
    )
    return f"{name_players(again)} {floated}; {name_players(fresh)} {did_not} and {should}."


def _describe_bye_as_float(
    contrast: Contrast, again: Sequence[int], back: int, direction: results.FloatDirection
) -> str:
    """``had the pairing-allocated bye in round 3, which counts as a downfloat``; empty unless one player had a bye."""
    past = contrast.find_float(again[0], back, direction)
    return past.sentence if past is not None and len(again) == 1 and ", which counts as" in past.sentence else ""


def _with_points(contrast: Contrast, tpns: Sequence[int]) -> str:
    named = [f"{contrast.roster.name_player(tpn)} ({describe_points(contrast.players.scores[tpn])})" for tpn in tpns]
    return phrases.join_first(named, _MAX_NAMES)


def _agree(tpns: Sequence[int], singular: str, plural: str) -> str:
    return singular if len(tpns) == 1 else plural


# --- the bye ----------------------------------------------------------------------------------------------------------


def _explain_bye_criterion(contrast: Contrast, criterion: DecidingCriterion) -> str:
    """Explain the rule of the bye by which the right player has it."""
    participant, roster = contrast.players.participant, contrast.roster
    right, wrong = contrast.expected.bye, contrast.other.bye
    if criterion.name in (LOWEST_BYE_SCORE, "bye_points"):
        rule = describe_bye_rule(contrast.players, right)
        is_posted = contrast.context is not ReasonContext.SUPPOSED
        candidates = explain_bye_candidates(contrast.players, right, wrong, with_equals=is_posted)
        if contrast.context is ReasonContext.SUPPOSED and right is not None and wrong is not None:
            names = f"{roster.name_player(wrong)}, not to {roster.name_player(right)}"
            return f"The bye would go to {names}. {rule}. {candidates}".rstrip()
        return f"{rule}. {candidates}".rstrip()
    if right is None or wrong is None:
        return ""
    if criterion.name == BYE_RANKING:
        position = contrast.players.prepared_round.position
        how = contrast.players.prepared_round.describe_rank_difference(position[right], position[wrong])
        names = f"{roster.name_player(right)} is ranked below {roster.name_player(wrong)} {how}".rstrip()
        return f"Of the {participant}s who are equal so far, the bye goes to the {participant} ranked last: {names}."
    fewer, more = (phrases.describe_value(criterion.name, value) for value in (criterion.expected, criterion.recorded))
    return (
        f"Of the {participant}s with the lowest score, the bye goes to a {participant} who has played most. "
        f"Rounds without a game: {roster.name_player(right)} {fewer}, {roster.name_player(wrong)} {more}."
    )


# --- the order of candidates, and steps of procedures -----------------------------------------------------------------


LATER = "That pairing is as good, but comes later in the order."


def explain_order(contrast: Contrast, order: DecidingOrder) -> str:
    """Explain how the order of candidates decides where no criterion does."""
    if order.step is results.GenerationStep.BYE:
        return order.sentence
    ours, theirs = contrast.expected_bracket.generation, contrast.other_bracket.generation
    sentence = _explain_opponent(contrast, order, ours, theirs) or order.sentence
    if contrast.context is ReasonContext.SUPPOSED:
        return f"{LATER} {sentence}"
    return (
        f"Both pairings of {contrast.group} satisfy every criterion equally well, so the pairing that comes "
        f"first in the order of the rules is right. {sentence}"
    )


_HALVES = {
    results.GenerationStep.TRANSPOSITION: "of the top half",
    results.GenerationStep.MDP_TRANSPOSITION: "of the moved-down players",
}
"""Steps at which a player gets the highest opponent possible, with the group of the player."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _explain_opponent(
    contrast: Contrast, order: DecidingOrder, right: results.Generation, later: results.Generation
) -> str:
    """Name the player of the upper half who gets the higher opponent; empty if the step is another one."""
    match = find_first_opponent_difference(right, later) if order.step in _HALVES else None
    if match is None:
        return ""
    place, player, first, second = match
    name = contrast.roster.name_player
    ordinal = _ORDINALS[place] if place < len(_ORDINALS) else f"number {place + 1}"
    return (
        f"{name(player)}, {ordinal} {_HALVES[order.step]}, gets the highest opponent possible: {name(first)} before "
        f"{name(second)}."
    )


def explain_divergence(divergence: results.Divergence, roster: phrases.Roster) -> str:
    """Explain the step of a procedure at which a pairing is passed over."""
    return f"{phrases.capitalise(roster.insert_names(divergence.sentence).removesuffix('.'))}."


# --- floaters ---------------------------------------------------------------------------------------------------------


def explain_other_floaters(contrast: Contrast, criterion: DecidingCriterion, floaters: Sequence[int]) -> str:
    """Explain the price of a round in which other players float: an earlier float, or the value of the criterion."""
    if criterion.name in BYE_CRITERIA or contrast.is_about_bye:
        return explain_criterion(contrast, criterion)
    name, back = _split_name(criterion.name)
    direction = {_DOWN_AGAIN: results.FloatDirection.DOWN, _UP_AGAIN: results.FloatDirection.UP}.get(
        _DEEDS.get(name, _WITHOUT_OPPONENT)
    )
    again = [tpn for tpn in floaters if direction is not None and contrast.floated(tpn, back, direction)]
    if direction is not None and again:
        names, round_number = contrast.roster.name_players(again), contrast.players.stage - back
        return f"{names} already floated {direction.value} in round {round_number}."
    return _explain_clash(contrast, criterion) or describe_cost(contrast, criterion)


_OTHERS_CAN_BE_PAIRED = re.compile(r" and without wh(om|ich) all others can be paired")


def describe_bye_rule(players: RoundPlayers, right: int | None) -> str:
    """Return the rule of the bye as a sentence without a full stop; what does not matter in the round is left out."""
    rule = phrases.capitalise(players.prepared_round.bye_rule.sentence.partition(";")[0])
    if right is None:
        return rule
    lower = (tpn for tpn, points in players.scores.items() if points < players.scores[right])
    return rule if any(not players.why_no_bye(tpn) for tpn in lower) else _OTHERS_CAN_BE_PAIRED.sub("", rule)


def explain_bye_candidates(
    players: RoundPlayers, right: int | None, wrong: int | None = None, *, with_equals: bool = True
) -> str:
    """Name the players with fewer points who may not have the bye, and the players with as many points who may."""
    if right is None:
        return ""
    score, name = players.scores[right], players.roster.name_player
    lower = [tpn for tpn, points in players.scores.items() if points < score]
    parts = list[str]()
    barred = [tpn for tpn in lower if players.why_no_bye(tpn)]
    if len(barred) == 1:
        parts.append(f"{name(barred[0])} ({players.why_no_bye(barred[0])}) may not have it.")
    elif barred:
        parts.append(f"{players.roster.name_players(barred, _MAX_NAMES)} may not have it.")
    if wrong is not None and players.scores.get(wrong, score) > score:
        parts.append(
            f"{name(right)} has {describe_points(score)}, {name(wrong)} {describe_points(players.scores[wrong])}."
        )
    same = [tpn for tpn, points in players.scores.items() if points == score]
    allowed = [tpn for tpn in same if not players.why_no_bye(tpn)]
    if with_equals and len(same) > 1 and len(allowed) < len(same) and len(allowed) <= _MAX_NAMES:
        others = f"the {phrases.spell_number(len(same))} {players.participant}s on {describe_points(score)}"
        parts.append(f"Of {others}, only {players.roster.name_players(allowed)} may have it.")
    return " ".join(parts)


def explain_right_bye(players: RoundPlayers, right: int) -> str:
    """Explain a right bye by its rule, with the article, and by the players who may not have it."""
    rule = players.prepared_round.bye_rule
    cited = phrases.cite_rule(rule.label, rule.article)
    return f"{describe_bye_rule(players, right)}{cited}. {explain_bye_candidates(players, right)}".rstrip()
