"""Rarer misreadings in pairs: where a misreading differs from the text, and next to it where it does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.faulty_engines import AXES
from support.loops import require_items
from support.varied import misread_rules

from random_tournaments.axes import share_per_round
from random_tournaments.event_batch import Batch
from reference_engines.definitions.colours import Meetings
from reference_engines.definitions.player_states import Strength, colour_history, preferences
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import varied_misreadings
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion

EVENT = Batch(seed=5, axes=AXES, system="dutch-2026").play(15).event
LATE = Batch(seed=5, axes=replace(AXES, late_entries=share_per_round(0.1, 0.2)), system="dutch-2026").play(2).event
W, B = 1, -1
DOWN, UP = 1, -1


def _column(*values: int) -> Any:
    return np.array(values, dtype=np.int64)[:, None]


# --- branches of preferences -----------------------------------------------------------------------------------------


def _preference_after(rules: Any, *colours: int) -> tuple[int, int]:
    found = rules.definitions.preferences(rules.definitions.colour_history(_column(*colours)))
    return int(found.colour[-1, 0]), int(found.strength[-1, 0])


@pytest.mark.parametrize(
    ("identifier", "differs", "expected", "agrees"),
    [
        ("preference-zero-first", (B, B, W, W), (B, Strength.MILD), (B, W, B, W)),
        ("preference-one-first", (B, W, W), (B, Strength.STRONG), (W, B, W)),
        ("preference-strong-of-latest-only", (W, W, B), (B, Strength.MILD), (W, B, W)),
        ("preference-any-difference-first", (W, W), (B, Strength.STRONG), (B, B, W, W)),
        ("preference-never-absolute", (B, B, W, W), (B, Strength.MILD), (B, W)),
        ("preference-latest-first", (W, B, W), (B, Strength.MILD), (W, B)),
        ("preference-wide-of-white-only", (B, W, B, B, W, B), (W, Strength.STRONG), (W, B, W, W, B, W)),
        ("preference-twice-of-black-only", (B, B, W, W), (B, Strength.MILD), (W, W, B, B)),
        ("preference-one-of-white-only", (B,), (W, Strength.MILD), (W,)),
        ("preference-from-2-games", (W,), (0, Strength.NONE), (W, W)),
        ("preference-from-3-games", (W, W), (0, Strength.NONE), (W, B, B)),
        ("preference-zero-of-black-only", (B, W), (0, Strength.NONE), (W, B)),
    ],
)
def test_branches_of_preferences_come_in_another_order(
    identifier: str, differs: tuple[int, ...], expected: tuple[int, int], agrees: tuple[int, ...]
) -> None:
    """Or apply to players with too much of one colour only."""
    misread = misread_rules(identifier)
    assert _preference_after(misread, *differs) == expected != _preference_after(DUTCH_2026, *differs)
    assert _preference_after(misread, *agrees) == _preference_after(DUTCH_2026, *agrees)


def test_the_printed_branches_are_those_of_the_definition() -> None:
    """Of players whose misread branch never applies, every preference is that of the text."""
    colour = np.array([[W, W, B, 0], [B, W, 0, 0], [W, 0, B, 0]], dtype=np.int64)
    printed, misread = preferences(colour_history(colour)), misread_rules("preference-wide-of-white-only").definitions
    found = misread.preferences(colour_history(colour))
    assert (found.colour == printed.colour).all()
    assert (found.strength[:, :2] == printed.strength[:, :2]).all()


# --- fields that are kept --------------------------------------------------------------------------------------------


class _Record:
    """Floats and games of a single player."""

    def __init__(self, *floats: int, played: tuple[bool, ...] = ()) -> None:
        self.float_ = _column(*floats)
        self.score = np.zeros((len(floats) + 1, 1), dtype=np.int64)
        self.played = np.array(played or [True] * len(floats))[:, None]
        self.paired = self.played


def _floats(rules: Any, record: _Record) -> tuple[int, int]:
    row = len(record.float_)
    found = [rules.definitions.float_before(record, record, row, back) for back in (1, 2)]
    return int(found[0][0]), int(found[1][0])


@pytest.mark.parametrize(
    ("identifier", "differs", "expected"),
    [
        ("float-fields-round-clears", (DOWN, 0), (0, 0)),
        ("float-fields-round-keeps", (DOWN, 0), (DOWN, 0)),
        ("float-fields-round-repeats", (DOWN, 0), (DOWN, DOWN)),
        ("float-fields-game-clears", (UP, DOWN, 0), (0, UP)),
        ("float-fields-overwritten", (DOWN, UP), (UP, 0)),
        ("float-fields-one-at-a-time", (DOWN, UP), (UP, 0)),
    ],
)
def test_a_field_of_floats_is_not_kept_as_it_should_be(
    identifier: str, differs: tuple[int, ...], expected: tuple[int, int]
) -> None:
    """After rounds with a float, or of another kind, it is right."""
    misread = misread_rules(identifier)
    assert _floats(misread, _Record(*differs)) == expected != _floats(DUTCH_2026, _Record(*differs))
    agrees = _Record(DOWN, 0) if differs == (DOWN, UP) else _Record(DOWN, UP)
    assert _floats(misread, agrees) == _floats(DUTCH_2026, agrees)


def test_a_field_of_floats_is_wrong_after_rounds_of_one_kind() -> None:
    """After a game without a float, and not after a round without a game; or the reverse."""
    of_games, of_unplayed = misread_rules("float-fields-game-clears"), misread_rules("float-fields-unplayed-clears")
    game, absence = _Record(DOWN, 0), _Record(DOWN, 0, played=(True, False))
    assert [_floats(rules, game) for rules in (of_games, of_unplayed)] == [(0, 0), (0, DOWN)]
    assert [_floats(rules, absence) for rules in (of_games, of_unplayed)] == [(0, DOWN), (0, 0)]


@pytest.mark.parametrize(
    ("identifier", "latest", "repeated"),
    [
        ("colours-of-unplayed-are-white", W, W),
        ("colours-of-unplayed-are-black", B, 0),
        ("colour-fields-clears", 0, 0),
        ("colour-fields-repeats", W, W),
        ("colour-fields-moves", 0, 0),
    ],
)
def test_a_round_without_a_game_changes_the_fields_of_colours(identifier: str, latest: int, repeated: int) -> None:
    """A history without such a round is read as the text says."""
    history_of = misread_rules(identifier).definitions.colour_history
    found, played = history_of(_column(B, W, 0)), _column(B, W, W)
    assert (found.latest[-1, 0], found.repeated[-1, 0]) == (latest, repeated)
    assert (history_of(played).repeated == colour_history(played).repeated).all()
    assert (history_of(played).latest == colour_history(played).latest).all()


# --- criteria in another order, and lists without a part -------------------------------------------------------------


def _labels(rules: Any) -> list[str]:
    return [one.label for one in rules.criteria]


def test_two_criteria_move_together() -> None:
    """C14 and C15 above C12; all others stay in their order."""
    block = "resident-downfloat-again-1-and-mdp-opponent-upfloat-again-1-moved-above-colour-preference"
    labels = _labels(misread_rules(block))
    assert labels[labels.index("C14") :][:4] == ["C14", "C15", "C12", "C13"]
    others = [label for label in labels if label not in ("C14", "C15")]
    assert others == [label for label in _labels(DUTCH_2026) if label not in ("C14", "C15")]


@pytest.mark.parametrize(
    ("identifier", "floats"),
    [
        ("criteria-on-floats-upfloats-first", "C15 C14 C17 C16 C19 C18 C21 C20"),
        ("criteria-on-floats-two-rounds-before-first", "C16 C17 C14 C15 C20 C21 C18 C19"),
        ("criteria-on-floats-backwards", "C21 C20 C19 C18 C17 C16 C15 C14"),
    ],
)
def test_criteria_on_floats_are_sorted_otherwise(identifier: str, floats: str) -> None:
    """In the places that they have together; the criteria before them stay."""
    labels = _labels(misread_rules(identifier))
    assert labels[-8:] == floats.split()
    assert labels[:-8] == _labels(DUTCH_2026)[:-8]


def test_criteria_from_one_on_are_left_out() -> None:
    """Or count in some brackets only, and then all of them stay."""
    assert _labels(misread_rules("from-resident-downfloat-again-2-on-left-out"))[-1] == "C15"
    assert _labels(misread_rules("from-resident-downfloat-again-2-on-homogeneous")) == _labels(DUTCH_2026)


def _brackets() -> list[Bracket]:
    prepared = DUTCH_2017.open(EVENT)
    return [
        bracket
        for number in require_items(prepared.recorded_rounds)
        for bracket, _ in prepared.round(number).expected_by_position.trace
    ]


def _criterion(rules: Any, name: str) -> BracketCriterion:
    criterion: BracketCriterion = next(one.criterion for one in rules.criteria if one.criterion.name == name)
    return criterion


def test_a_list_of_score_differences_lacks_the_downfloaters() -> None:
    """The pairs are listed as before; without downfloaters the lists are the same."""
    own = _criterion(DUTCH_2017, "pairing_score_difference")
    name = "pairing_score_difference_of_pairs"
    misread = _criterion(misread_rules("pairing-score-difference-of-pairs", "dutch-2017"), name)
    with_floaters = 0
    for bracket in require_items(_brackets()):
        pairs = [(place, place + bracket.size // 2) for place in range(bracket.size // 2)]
        floaters = range(2 * len(pairs), bracket.size)
        assert bracket.size % 2 == len(floaters)
        whole, listed = (one.value(bracket, pairs, floaters) for one in (own, misread))
        assert (whole == listed) == (not floaters)
        with_floaters += len(floaters)
    assert with_floaters


def test_criteria_of_a_family_count_earlier_floats_in_other_directions() -> None:
    """Of players that floated in the other direction alone, or of all that floated; other criteria count as before."""
    changed = {"C14", "C15", "C16", "C17"}
    either, other = (misread_rules(f"numbers-of-floats-in-{name}-direction") for name in ("either", "other"))
    prepared: Any = DUTCH_2026.open(EVENT)
    counted = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        for bracket, _ in prepared.round(number).expected_by_position.trace:
            for printed, wider, turned in zip(DUTCH_2026.criteria, either.criteria, other.criteria, strict=True):
                assert ((printed == wider), (printed == turned)) == (printed.label not in changed,) * 2
                if printed.label in {"C14", "C16"}:
                    back = int(printed.criterion.name[-1])
                    floats = bracket.take(bracket.players.floated[back - 1])[bracket.mdp_count :]
                    for one, is_meant in ((wider, floats != 0), (turned, floats == UP), (printed, floats == DOWN)):
                        contribution = one.criterion.contribution(bracket)
                        assert (contribution is not None) == is_meant.any()
                        if contribution is not None:
                            assert contribution.floats is not None
                            assert contribution.floats[bracket.mdp_count :].tolist() == is_meant.tolist()
                            counted += 1
    assert counted


@pytest.mark.parametrize("criterion", ["colour_preference", "strong_colour_preference"])
def test_pairs_with_an_absolute_preference_are_left_out_of_those_that_are_counted(criterion: str) -> None:
    """Or alone counted: C13 counts no mild preference under either misreading, and both together are all it counts."""
    own, without, alone = (
        _criterion(rules, f"{criterion}{suffix}")
        for rules, suffix in (
            (DUTCH_2026, ""),
            (misread_rules(f"{criterion}-neither-absolute".replace("_", "-")), "_neither_absolute"),
            (misread_rules(f"{criterion}-either-absolute".replace("_", "-")), "_either_absolute"),
        )
    )
    kinds = set()
    for bracket in require_items([one for one in _brackets() if own.contribution(one) is not None]):
        strength = bracket.take(bracket.players.strength)
        for pair in combinations(range(bracket.size), 2):
            counted, left, kept = (one.value(bracket, [pair], ()) for one in (own, without, alone))
            has_absolute = max(strength[place] for place in pair) == Strength.ABSOLUTE
            assert (kept, left) == ((counted, (0,)) if has_absolute else ((0,), counted))
            kinds.add((counted, has_absolute))
    assert {((1,), False), ((0,), False), ((0,), True)} <= kinds


@pytest.mark.parametrize(("name", "less"), [("lowest", 10), ("half-less", 5), ("two-less", -10)])
def test_score_differences_of_downfloaters_are_counted_from_another_score(name: str, less: int) -> None:
    """Differences of pairs stay; by the text a downfloater has its score compared with a point less than the lowest."""
    own = _criterion(DUTCH_2017, "pairing_score_difference")
    misread = misread_rules(f"pairing-score-difference-from-{name}", "dutch-2017")
    counted = _criterion(misread, f"pairing_score_difference_from_{name.replace('-', '_')}")
    for bracket in require_items([one for one in _brackets() if one.size > 1]):
        last = [bracket.size - 1]
        (whole,), listed = own.value(bracket, [], last), counted.value(bracket, [], last)
        assert listed == ((whole - less,) if whole > less else ())
        assert own.value(bracket, [(0, 1)], []) == counted.value(bracket, [(0, 1)], [])


def test_scores_are_rounded_in_brackets_or_everywhere() -> None:
    """To whole points, half a point at most; the floats keep the true scores, or not."""
    for direction, sign in (("down", -1), ("up", 1)):
        prepared: Any = DUTCH_2026.open(EVENT)
        of_brackets, everywhere = (
            misread_rules(f"scores-rounded-{direction}{suffix}").open(EVENT) for suffix in ("-in-brackets", "")
        )
        rounded = 0
        for number in require_items(prepared.recorded_rounds):
            own, some, all_ = (one.round(number).participants for one in (prepared, of_brackets, everywhere))
            scores = dict(zip(own.numbers, own.scores, strict=True))
            assert some.scores == all_.scores
            for tpn, score in zip(some.numbers, some.scores, strict=True):
                assert score % 10 == 0
                assert 0 <= sign * (score - scores[tpn]) <= 5
                rounded += score != scores[tpn]
        assert rounded
        assert (of_brackets.player_states.float_ == prepared.player_states.float_).all()
        assert (everywhere.player_states.float_ != prepared.player_states.float_).any()


def test_moved_down_players_look_at_the_highest_ranked_residents() -> None:
    """As many as they are: all other residents count one each, whichever MDP meets them."""
    misread = misread_rules("mdp-opponents-among-as-many-before-colour-preference")
    far = _criterion(misread, "far_opponents_as-many")
    for bracket in require_items([one for one in _brackets() if 0 < one.mdp_count < one.resident_count]):
        mdps = bracket.mdp_count
        near, beyond = [(0, 2 * mdps - 1)], [(0, 2 * mdps)]
        assert [far.value(bracket, pairs, ()) for pairs in (near, beyond)] == [(0,), (1,)]


# --- orders that rank above criteria ---------------------------------------------------------------------------------


def test_exchanged_players_are_counted_in_homogeneous_brackets() -> None:
    """One for each pair within S2; none where every player of S1 meets a player of S2."""
    exchanged = _criterion(misread_rules("exchanges-before-resident-downfloat-again-1"), "exchanged_players")
    labels = _labels(misread_rules("exchanges-before-resident-downfloat-again-1"))
    assert labels[labels.index("C14") - 1] == "exchanged_players"
    for bracket in require_items([one for one in _brackets() if one.size >= 4]):
        half = bracket.size // 2
        unaltered = [(place, place + half) for place in range(half)]
        altered = [(0, 1), (half, half + 1), *[(place, place + half) for place in range(2, half)]]
        counts = [exchanged.value(bracket, pairs, ()) for pairs in (unaltered, altered)]
        assert counts == ([(0,), (1,)] if bracket.is_homogeneous else [(0,), (0,)])


def test_moved_down_players_are_settled_one_by_one() -> None:
    """The smaller opponent of the first one comes first, whatever the second one gets."""
    misread = misread_rules("mdp-opponents-before-colour-preference")
    first, second = (_criterion(misread, f"opponent_of_mdp_{mdp}") for mdp in (0, 1))
    meant = [one for one in _brackets() if one.mdp_count >= 2 and one.resident_count >= 2]
    for bracket in require_items(meant):
        m = bracket.mdp_count
        straight, crossed = [(0, m), (1, m + 1)], [(0, m + 1), (1, m)]
        values = [(first.value(bracket, pairs, ()), second.value(bracket, pairs, ())) for pairs in (straight, crossed)]
        assert values == [((0,), (1,)), ((1,), (0,))]
        assert first.value(bracket, [], [0]) > first.value(bracket, crossed, ())


# --- colours under a condition ----------------------------------------------------------------------------------------


def _meetings(prepared: Any, number: int) -> Meetings:
    """Return all pairs of neighbours of a round."""
    players = prepared.players_of_round(number)
    places = np.arange(players.size)
    return Meetings(
        players=players,
        history=prepared.history,
        coloured=prepared.history.played,
        initial=1,
        higher=places[:-1],
        lower=places[1:],
    )


@pytest.mark.parametrize(
    ("identifier", "step"),
    [
        ("colour-rule-stronger-of-one-score-only", "stronger"),
        ("colour-rule-alternate-of-equal-games-only", "alternate"),
        ("colour-rule-alternate-of-mild-only", "alternate"),
        ("colour-rule-higher-ranked-of-not-absolute-only", "higher_ranked"),
    ],
)
def test_a_rule_on_colours_is_applied_to_some_pairs_only(identifier: str, step: str) -> None:
    """To these as the text says, to other pairs not at all."""
    prepared: Any = DUTCH_2026.open(EVENT)
    own, misread = (
        next(one.decide for one in rules.colour_articles.steps if one.name == step)
        for rules in (DUTCH_2026, misread_rules(identifier))
    )
    applied = left_open = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        meetings = _meetings(prepared, number)
        printed, found = own(meetings), misread(meetings)
        assert ((found == printed) | (found == 0)).all()
        applied += int((found != 0).sum())
        left_open += int((found != printed).sum())
    assert applied
    assert left_open


def test_a_criterion_counts_one_colour_or_lone_preferences() -> None:
    """The two colours together are what the text counts; pairs with a lone preference come on top."""
    white, black, lone = (
        next(one.criterion for one in misread_rules(f"colour-preference-{name}").criteria if one.label == "C12")
        for name in ("of-white", "of-black", "or-lone")
    )
    own = next(one.criterion for one in DUTCH_2026.criteria if one.label == "C12")
    more = 0
    for bracket in require_items([one for one in _brackets() if one.players.has_preferences]):
        counted: list[Any] = [one.contribution(bracket) for one in (own, white, black, lone)]
        whole, of_white, of_black, with_lone = (one.pairs.astype(np.int64) for one in counted if one is not None)
        assert (of_white + of_black == whole).all()
        assert (with_lone >= whole).all()
        more += int((with_lone > whole).sum())
    assert more


# --- unplayed games, and teams ---------------------------------------------------------------------------------------


def test_rounds_before_a_late_entry_are_told_from_later_absences() -> None:
    """Together they are all absences."""
    prepared: Any = DUTCH_2026.open(LATE)
    history = prepared.history
    before, later = (
        misread_rules(f"unplayed-without-{name}").definitions.games(history) & ~history.played
        for name in ("rounds-before-entry", "away-rounds-after-entry")
    )
    assert before.any()
    assert later.any()
    assert not (before & later).any()
    assert ((before | later) == ~history.paired).all()


@pytest.mark.parametrize(
    ("identifier", "first", "second"),
    [
        ("colour-difference-nearer-to-zero", "WW", "BBB"),
        ("colour-difference-farther-from-zero", "BBB", "WW"),
        ("colour-difference-fewer-whites", "BW", "BBBWW"),
        ("colour-difference-more-blacks", "BBBWW", "BB"),
        ("colour-difference-wider", "BBB", "WW"),
        ("colour-difference-wider", "B", ""),
    ],
)
def test_colour_differences_of_teams_are_compared_without_their_sign(identifier: str, first: str, second: str) -> None:
    """Or by one colour alone: the first team has White, whose number is the lower one."""
    compared = misread_rules(identifier, "team-2026").compared_differences
    colours = [tuple(Colour.WHITE if one == "W" else Colour.BLACK for one in games) for games in (first, second)]
    assert compared(*colours) < 0 < compared(*colours[::-1])


def test_colour_differences_of_teams_of_one_width_decide_nothing() -> None:
    """Where the wider difference is made narrower; by the text the lower one decides."""
    compared, own = (
        rules.compared_differences
        for rules in (misread_rules("colour-difference-wider", "team-2026"), engine_for("team-2026"))
    )
    colours = (Colour.BLACK, Colour.BLACK), (Colour.WHITE, Colour.WHITE)
    assert compared(*colours) == 0
    assert own(*colours) < 0


def _compare_colours(misreading: str, first: str, second: str) -> list[str]:
    """Return the colours of two teams that a misreading compares, in order; with no misreading, by the text."""
    colours = {"W": Colour.WHITE, "B": Colour.BLACK, "-": None}
    own: Any = engine_for("team-2026")
    rules = misread_rules(f"colour-history-{misreading}", "team-2026") if misreading else own
    compared = rules.compared_colours(*(tuple(colours[one] for one in rounds) for rounds in (first, second)))
    letters = {colour: letter for letter, colour in colours.items()}
    return ["".join(letters[one] for one in pair) for pair in compared]


@pytest.mark.parametrize(
    ("misreading", "compared"),
    [
        ("", ["BB", "WB"]),
        ("of-rounds", ["BB", "-B", "WW"]),
        ("from-the-first", ["WW", "BB"]),
        ("opposite-from-the-first", ["BB", "WW"]),
        ("of-the-last-1", ["BB"]),
    ],
)
def test_colours_of_teams_stand_opposite_each_other_in_another_way(misreading: str, compared: list[str]) -> None:
    """By the text from the last match back, without the round that has no match; if all have one, some ways agree."""
    assert _compare_colours(misreading, "W-B", "WBB") == compared
    if misreading in ("of-rounds", "opposite-from-the-first"):
        assert _compare_colours(misreading, "WBB", "BWB") == _compare_colours("", "WBB", "BWB")


def _bars(identifier: str, *rounds: bool) -> list[bool]:
    barred = misread_rules(identifier).byes.barred(np.array(rounds, dtype=np.bool_)[:, None])
    return [bool(one) for one in barred[:, 0]]


@pytest.mark.parametrize(
    ("identifier", "barred"),
    [
        ("bye-bar-of-1-rounds", [False, True, False, False, True]),
        ("bye-bar-of-2-rounds", [False, True, True, False, True]),
        ("bye-bar-by-two-rounds", [False, False, False, False, True]),
    ],
)
def test_a_bye_bars_for_some_rounds_only(identifier: str, barred: list[bool]) -> None:
    """Or a first one does not bar at all; by the text it bars ever after."""
    assert _bars(identifier, True, False, False, True) == barred
    none = np.zeros((4, 1), dtype=np.bool_)
    assert not any(_bars(identifier, *none[:, 0]))
    assert DUTCH_2026.byes.barred(np.array([True, False, False, True])[:, None])[:, 0].tolist() == [False, *[True] * 4]


def test_criteria_of_a_family_compare_their_amounts_in_another_way() -> None:
    """All of them, and no other; numbers in place of score differences never exceed the players of a bracket."""
    misread = misread_rules("scores-of-floats-number")
    changed = [one.label for one, own in zip(misread.criteria, DUTCH_2026.criteria, strict=True) if one != own]
    assert changed == ["C18", "C19", "C20", "C21"]
    counted = 0
    for bracket in require_items(_brackets()):
        for one, own in zip(misread.criteria, DUTCH_2026.criteria, strict=True):
            number, amounts = one.criterion.contribution(bracket), own.criterion.contribution(bracket)
            if one.label in changed and number is not None and number.floats is not None:
                assert amounts is not None
                assert amounts.floats is not None
                assert (number.floats == (amounts.floats > 0)).all()
                counted += int(number.floats.sum())
    assert counted


def test_opponents_count_without_the_points_that_they_got_without_playing() -> None:
    """A series of absences still makes draws; the scores of players who played every round stay."""
    prepared: Any = engine_for("burstein-2026").open(LATE)
    history, row = prepared.history, prepared.history.rounds - 1
    scores = misread_rules("index-opponents-without-unplayed-rounds", "burstein-2026").index.opponents_scores
    series = np.arange(history.players) % 2 * 5
    found = scores(history, history.score[row] + series, row)
    unplayed = np.where(history.played, 0, history.points)[:row].sum(axis=0)
    expected = (history.score[row] + series - unplayed)[history.opponent[:row]]
    assert (found == expected).all()
    assert unplayed.any()
    assert not unplayed.all()


@pytest.mark.parametrize(
    ("identifier", "key"),
    [
        ("buchholz-sonneborn-berger-tpn-largest-first", lambda one: (-one[0], -one[1], -one[2])),
        ("sonneborn-berger-lowest-first-buchholz-tpn", lambda one: (one[1], -one[0], one[2])),
        ("buchholz-tpn-largest-first", lambda one: (-one[0], -one[2])),
        ("tpn-largest-first", lambda one: -one[2]),
    ],
)
def test_players_are_ranked_by_other_keys(identifier: str, key: Any) -> None:
    """One is reversed, left out or exchanged; the text ranks by Buchholz, Sonneborn-Berger and the smallest TPN."""
    misread = misread_rules(f"ranked-by-{identifier}", "burstein-2026")
    own: Any = engine_for("burstein-2026").open(LATE)
    number = own.history.rounds
    assert not misread.ranks_by_score
    printed, ranked = own.ranked_players(number), misread.open(LATE).ranked_players(number)
    values = {
        tpn: (int(buchholz), int(sonneborn_berger), tpn)
        for tpn, buchholz, sonneborn_berger in zip(
            printed.players.numbers, printed.buchholz, printed.sonneborn_berger, strict=True
        )
    }

    def order(players: Any) -> list[int]:
        return [players.players.numbers[at] for at in np.argsort(players.rank)]

    assert order(ranked) == sorted(values, key=lambda tpn: key(values[tpn]))
    assert order(printed) == sorted(values, key=lambda tpn: (-values[tpn][0], -values[tpn][1], tpn)) != order(ranked)


@pytest.mark.parametrize(("farthest", "where"), [(1, "homogeneous"), (2, "large"), (3, "everywhere")])
def test_opponents_near_the_first_one_are_tried_before_others(farthest: int, where: str) -> None:
    """An opponent as far as the limit is not counted, one beyond it is; nor are pairs in brackets without a limit."""
    rules = misread_rules(f"opponents-within-{farthest}-{where}-before-bye-unplayed-games")
    assert [one.label for one in rules.criteria] == [
        label
        for one in DUTCH_2026.criteria
        for label in ([f"opponents_beyond_{farthest}_{where}"] * (one.label == "C9") + [one.label])
    ]
    criterion = _criterion(rules, f"opponents_beyond_{farthest}_{where}")
    limited, free = 0, 0
    prepared: Any = DUTCH_2026.open(EVENT)
    brackets = [
        bracket
        for number in require_items(prepared.recorded_rounds)
        for bracket, _ in prepared.round(number).expected_by_position.trace
    ]
    for bracket in require_items(brackets):
        counted = criterion.contribution(bracket)
        if (bracket.mdps and where != "everywhere") or (bracket.size < 8 and where == "large"):
            assert counted is None
            free += 1
            continue
        assert counted is not None
        assert counted.pairs is not None
        for opponent in range(1, bracket.size):
            moved = abs(opponent - (bracket.mdp_count or bracket.size // 2))
            assert counted.pairs[0, opponent] == counted.pairs[opponent, 0] == (moved > farthest)
            limited += moved > farthest
    assert limited
    assert free or where == "everywhere"


def test_floats_of_the_first_round_are_forgotten() -> None:
    """Floats of the second round are not."""
    misread = misread_rules("floats-of-first-1-forgotten")
    assert _floats(misread, _Record(DOWN, UP)) == (UP, 0) != _floats(DUTCH_2026, _Record(DOWN, UP))
    assert _floats(misread, _Record(0, UP, DOWN)) == _floats(DUTCH_2026, _Record(0, UP, DOWN)) == (DOWN, UP)


def test_absolute_preferences_keep_only_some_players_apart() -> None:
    """Players of one score, or players of different scores: together all that the text keeps apart."""
    prepared: Any = DUTCH_2026.open(EVENT)
    for number in require_items(prepared.recorded_rounds[1:]):
        own = prepared.players_of_round(number)
        one_score, other_scores = (
            misread_rules(f"clash-of-{name}-only").open(EVENT).players_of_round(number)
            for name in ("one-score", "other-scores")
        )
        assert (own.allowed == (one_score.allowed & other_scores.allowed)).all()
        of_one_score = np.equal.outer(own.score, own.score)
        assert (own.allowed == one_score.allowed)[of_one_score].all()
        assert (own.allowed == other_scores.allowed)[~of_one_score].all()


def test_the_bye_goes_to_another_player_of_the_bracket() -> None:
    """In place of a player with the fewest unplayed games, or of these; where no bye is given nothing counts."""
    name = "bye_unplayed_games"
    own = _criterion(DUTCH_2026, name)
    instead, then = (
        _criterion(misread_rules(f"bye-unplayed-games-largest-number-{suffix}"), f"{name}_largest-number_{suffix}")
        for suffix in ("instead", "then")
    )
    given = 0
    for bracket in require_items(_brackets()):
        counted: list[Any] = [one.contribution(replace(bracket, bye_goes_here=True)) for one in (own, instead, then)]
        unplayed, numbers, both = (one.floats for one in counted if one is not None)
        tpn = bracket.take(bracket.players.tpn)
        assert numbers.argmin() == tpn.argmax()
        fewest = np.flatnonzero(unplayed == unplayed.min())
        assert both.argmin() == fewest[tpn[fewest].argmax()]
        assert instead.contribution(replace(bracket, bye_goes_here=False)) is None
        given += 1
    assert given


def test_unplayed_games_of_downfloaters_count_where_no_bye_is_given() -> None:
    """In every bracket, in odd ones, or in rounds with a bye; by the text only where the bye goes to a downfloater."""
    name = "bye_unplayed_games"
    own = _criterion(DUTCH_2026, name)
    lone, everywhere = (
        _criterion(misread_rules(f"bye-unplayed-games-{suffix}".replace("_", "-")), f"{name}_{suffix}")
        for suffix in ("of_lone_floaters", "of_all_floaters")
    )
    odd, even = 0, 0
    for bracket in require_items(_brackets()):
        given, passed = replace(bracket, bye_goes_here=True), replace(bracket, bye_goes_here=False)
        assert own.contribution(passed) is None
        expected: Any = own.contribution(given)
        counted: Any = everywhere.contribution(passed)
        assert counted.floats.tolist() == expected.floats.tolist()
        assert (lone.contribution(passed) is not None) is (bracket.size % 2 == 1)
        odd, even = odd + bracket.size % 2, even + (bracket.size % 2 == 0)
    assert odd
    assert even


@pytest.mark.parametrize(
    ("identifier", "counted"),
    [
        ("aro-of-latest-2-games", (False, True, False, True)),
        ("aro-of-latest-2-rounds", (False, False, False, True)),
        ("aro-of-first-round", (True, False, False, False)),
        ("aro-of-without-first-round", (False, True, False, True)),
        ("aro-of-a-round-late", (True, True, False, False)),
    ],
)
def test_an_aro_counts_the_opponents_of_some_rounds(identifier: str, counted: tuple[bool, ...]) -> None:
    """The text counts those of every game so far."""
    games = np.array((True, True, False, True))[:, None]
    assert tuple(misread_rules(identifier, "dubov-2026").aro.remembered(games)[:, 0].tolist()) == counted
    own: Any = engine_for("dubov-2026")
    assert (own.aro.remembered(games) == games).all()


def test_an_aro_counts_other_ratings_of_players_without_one() -> None:
    """Rated players keep theirs."""
    ratings = np.array([2000, 0, 1500])
    found = {
        name: misread_rules(f"aro-unrated-{name}", "dubov-2026").aro.ratings(ratings).tolist()
        for name in ("1400", "lowest", "average")
    }
    assert found == {"1400": [2000, 1400, 1500], "lowest": [2000, 1500, 1500], "average": [2000, 1750, 1500]}


@pytest.mark.parametrize(
    ("name", "seven_rounds", "nine_rounds"), [("exceeded", 4, 4), ("a-third", 2, 3), ("two-and-a-quarter", 3, 4)]
)
def test_max_t_is_another_part_of_the_rounds(name: str, seven_rounds: int, nine_rounds: int) -> None:
    """By the text it is three for seven rounds and for nine."""
    own: Any = engine_for("dubov-2026")
    most = misread_rules(f"max-t-{name}", "dubov-2026").most_upfloats
    assert (most(7), most(9)) == (seven_rounds, nine_rounds)
    assert (own.most_upfloats(7), own.most_upfloats(9)) == (3, 3)


def test_score_differences_of_upfloaters_are_compared_in_whole_points() -> None:
    """So that half a point is nothing, or as much as a point; a point stays a point."""

    class Group:
        residents = (0, 1)
        distance = np.array([0, 5, 10, 15])

    found = {}
    for name in ("down", "up"):
        criteria = misread_rules(f"score-differences-rounded-{name}", "dubov-2026").criteria
        counted = next(one.criterion for one in criteria if one.label == "C6").contribution(Group())
        found[name] = [0 if number == 0 else counted.levels[number - 1] for number in counted.floats]
    assert found == {"down": [0, 0, 1, 1], "up": [0, 1, 1, 2]}


def test_the_system_of_2013_shares_the_definitions_of_later_editions_and_no_criteria() -> None:
    """Floats, bars from the bye and comparisons of colours are misread there as well; the procedure is its own."""
    names = {one.identifier for one in varied_misreadings(engine_for("dutch-2013"))}
    assert any(name.endswith("-of-downfloats") for name in names)
    assert any(name.endswith("-bar-lately") for name in names)
    assert not any(name.startswith(("exchanges-", "mdp-", "resident-")) for name in names)
