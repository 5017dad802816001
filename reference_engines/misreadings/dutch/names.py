"""
The identifiers and sentences by which the suite, pages and users know generated misreadings.

Each table goes with a builder and has the order in which the misreadings are listed. `{}` in a sentence stands for the
labels or the article of the generated misreading.
"""

from __future__ import annotations

from itertools import chain

Names = dict[str, tuple[str, str]]
"""Identifier and sentence of a misreading, by its generated identifier."""

# --- criteria --------------------------------------------------------------------------------------------------------

FAMILIES: Names = {
    "topscorers-left-out": ("topscorer-colours-left-out", ""),
    "preferences-left-out": ("colour-preferences-left-out", ""),
    "downfloats-left-out": ("repeated-downfloats-left-out", ""),
    "upfloats-left-out": ("repeated-upfloats-left-out", ""),
    "floats-1-left-out": (
        "floats-of-the-previous-round-left-out",
        "{}, on floats of the previous round, were left out",
    ),
    "floats-2-left-out": ("floats-two-rounds-before-left-out", "{}, on floats of two rounds before, were left out"),
    "scores-of-floats-left-out": ("float-differences-left-out", "{}, on score differences of floats, were left out"),
    "floats-left-out": ("repeated-floats-left-out", ""),
}
AGGREGATES: Names = {
    "downfloater-scores-sum": ("sum-of-downfloater-scores", "{} added the scores of the downfloaters up"),
    "downfloater-scores-highest": (
        "downfloaters-of-the-highest-score",
        "{} looked at the highest score of a downfloater alone",
    ),
    "pairing-score-difference-sum": ("sum-of-score-differences", "{} added the score differences up"),
    "mdp-opponent-upfloat-again-scores-1-sum": (
        "sum-of-mdp-opponent-upfloat-again-scores-1",
        "{} added the score differences up",
    ),
    "mdp-opponent-upfloat-again-scores-2-sum": (
        "sum-of-mdp-opponent-upfloat-again-scores-2",
        "{} added the score differences up",
    ),
}
REVERSED: Names = {
    "bye-unplayed-games-reversed": ("bye-played-games", "{} gave the bye to the player who has played least"),
}
SCOPES: Names = {
    "bye-unplayed-games-last": ("bye-unplayed-games-in-the-last-bracket", "{} looked at the last bracket alone"),
}
REPEATED_FLOATS: Names = {
    "resident-downfloat-again-1-upfloat-residents-1": (
        "resident-downfloat-after-upfloat",
        "{} counted residents who received an upfloat",
    ),
    "mdp-opponent-upfloat-again-1-downfloat-opponents-1": (
        "mdp-opponent-upfloat-after-downfloat",
        "{} counted those who received a downfloat",
    ),
}
EITHER_ROUNDS: Names = {
    "resident-downfloat-again-2-either-round-once": (
        "resident-downfloat-within-two-rounds",
        "{} counted either of the two rounds before",
    ),
    "mdp-opponent-upfloat-again-2-either-round-once": (
        "mdp-opponent-upfloat-within-two-rounds",
        "{} counted either of the two rounds before",
    ),
}

# --- definitions -----------------------------------------------------------------------------------------------------

UNPLAYED_GAMES: Names = {
    "unplayed-without-forfeits": ("forfeits-are-games", "a forfeited game were not an unplayed game in {}"),
    "unplayed-without-away-rounds": (
        "absences-are-games",
        "absences, before a late entry or later, were not unplayed games in {}",
    ),
    "unplayed-without-allocated-byes": (
        "byes-are-games",
        "the pairing-allocated bye were not an unplayed game in {}",
    ),
}
POINTS: Names = {
    "allocated-byes-worth-a-win": (
        "bye-scored-as-a-win",
        "the pairing-allocated bye were worth a win, whatever the event says",
    ),
    "allocated-byes-worth-nothing": (
        "bye-scored-as-nothing",
        "the pairing-allocated bye were worth nothing, whatever the event says",
    ),
    "away-rounds-worth-nothing": ("requested-byes-not-scored", "points for requested byes did not count"),
}
HISTORIES: Names = {
    "colours-of-2-latest-rounds-for-repeated": (
        "colours-not-squeezed",
        "two equal colours in a row were none when a round without a game lies between them",
    ),
}
STRONG_PREFERENCES: Names = {
    "preference-of-one-mild": ("no-strong-preference", "a colour difference of one made a mild preference"),
}
MILD_PREFERENCES: Names = {
    "preference-of-zero-strong": ("mild-is-strong", "mild preferences were strong ones"),
    "preference-of-zero-none": ("no-mild-preference", "mild preferences did not exist"),
    "preference-of-zero-for-repeating": (
        "mild-repeats",
        "a mild preference asked for the colour of the latest game again",
    ),
}
TOPSCORERS: Names = {
    "topscorers-from-half-of-so-far": (
        "topscorers-from-half",
        "exactly half of the maximum score made a topscorer",
    ),
    "topscorers-over-half-of-all-rounds": (
        "topscorers-of-all-rounds",
        "the round to be paired counted for the maximum score",
    ),
    "topscorers-over-half-of-so-far-always": (
        "topscorers-in-every-round",
        "there were topscorers in every round",
    ),
    "topscorers-over-half-of-so-far-last-two": (
        "topscorers-in-the-last-two-rounds",
        "there were topscorers in the last two rounds",
    ),
}
UNPLAYED_FLOATS: Names = {
    "allocated-byes-float-none": ("bye-is-no-downfloat", "the pairing-allocated bye were not a downfloat"),
    "requested-byes-float-none": ("requested-bye-is-no-downfloat", "a requested bye were not a downfloat"),
    "half-point-byes-float-none": ("half-point-bye-is-no-downfloat", "a half-point bye were not a downfloat"),
    "forfeit-wins-float-none": ("forfeit-win-is-no-downfloat", "a win by forfeit were not a downfloat"),
    "forfeit-losses-float-downfloat": ("forfeit-loss-is-a-downfloat", "a loss by forfeit were a downfloat"),
    "away-rounds-float-downfloat": (
        "absence-is-a-downfloat",
        "every round for which a player was not to be paired (a requested bye, away or not yet there) were a downfloat",
    ),
}
SQUEEZED_FLOATS: Names = {
    "away-rounds-passed-over": (
        "floats-absences-squeezed",
        (
            "rounds for which a player was not to be paired (a requested bye, away or not yet there) were squeezed out "
            "of floats"
        ),
    ),
}
SHIFTED_FLOATS: Names = {
    "floats-of-2-and-3-before": (
        "floats-a-round-too-far",
        "floats of two and three rounds before were looked at",
    ),
    "floats-of-1-and-1-before": (
        "floats-one-for-two",
        "floats of two rounds before were those of the previous round",
    ),
    "floats-of-2-and-1-before": (
        "floats-exchanged",
        "floats of the previous round and of two rounds before changed places",
    ),
}

FLOAT_SCORES: Names = {
    "floats-by-present-scores": ("floats-by-present-score", "earlier floats depended on the present scores"),
}

# --- acceleration ---------------------------------------------------------------------------------------

ROUNDS: Names = {
    "baku-rounds-half-down-full-half": (
        "baku-fewer-rounds",
        "half of the rounds, rounded down, were accelerated",
    ),
    "baku-rounds-half-full-half-down": (
        "baku-fewer-full-rounds",
        "half of the accelerated rounds, rounded down, had a win's virtual points",
    ),
    "baku-rounds-two-full-all": ("baku-two-rounds", "the first two rounds were accelerated"),
}

# --- order of generation ---------------------------------------------------------------------------------------------

EXCHANGES: Names = {
    "exchanges-by-difference-leaving-entering": (
        "exchange-number-left-out",
        "the number of exchanged BSNs did not count",
    ),
    "exchanges-by-number-leaving-entering": (
        "exchange-difference-left-out",
        "the difference of the exchanged BSNs did not count",
    ),
    "exchanges-by-number-leaving-largest-entering": (
        "exchange-largest-enters-whatever-difference",
        "the difference of the exchanged BSNs did not count, and the largest BSN entered S1 first",
    ),
    "exchanges-by-number-smallest-leaving-entering": (
        "exchange-smallest-leaves-whatever-difference",
        "the difference of the exchanged BSNs did not count, and the smallest BSN left S1 first",
    ),
    "exchanges-by-difference-number-leaving-entering": (
        "exchange-difference-before-number",
        "the difference of the exchanged BSNs came before their number",
    ),
    "exchanges-by-number-leaving-difference-entering": (
        "exchange-leaving-before-difference",
        "the BSNs that leave S1 came before the difference",
    ),
    "exchanges-by-number-difference-entering-leaving": (
        "exchange-entering-before-leaving",
        "the BSNs that enter S1 came before those that leave it",
    ),
    "exchanges-by-number-difference-smallest-leaving-entering": (
        "exchange-smallest-leaves",
        "the smallest BSN left S1 first",
    ),
    "exchanges-by-number-difference-leaving-largest-entering": (
        "exchange-largest-enters",
        "the largest BSN entered S1 first",
    ),
    "exchanges-by-number-entering-difference-leaving": (
        "exchange-entering-before-difference",
        "the BSNs that enter S1 came before the difference",
    ),
    "exchanges-by-number-entering-leaving": (
        "exchange-entering-first",
        "the BSNs that enter S1 came first, then those that leave it",
    ),
}

# --- colours ---------------------------------------------------------------------------------------------------------

CLAIMS: Names = {
    "colour-rule-stronger-width-alone": (
        "width-before-strength",
        "by {} the wider colour difference were granted, however strong the preferences",
    ),
}
COMPARED_COLOURS: Names = {
    "colours-compared-by-game-forfeits": (
        "alternation-with-forfeits",
        "by {} forfeited games counted where colours alternate",
    ),
    "colours-compared-by-round": (
        "alternation-not-squeezed",
        "by {} colours of the same round were compared, and unplayed rounds not squeezed out",
    ),
    "colours-compared-from-first-earliest": (
        "alternation-from-first-game",
        "by {} games were compared from the first one on",
    ),
}
ALTERNATIONS: Names = {
    "colour-rule-alternate-latest-1-games": (
        "alternation-from-latest-game",
        "by {} no game but the latest were looked at",
    ),
}
WISHES: Names = {
    "colour-rule-higher-ranked-by-number-fewest": (
        "higher-ranked-by-number",
        "by {} the higher rank followed the number, not the score",
    ),
}
LOWER_RANKED: Names = {
    "colour-rule-higher-ranked-reversed": (
        "lower-ranked-wish",
        "by {} the preference of the lower ranked player were granted",
    ),
}
HIGHER_RANKED: Names = {
    "higher-ranked-by-number-in-last-rule": (
        "initial-colour-by-smaller-number",
        "by {} the higher rank followed the number, not the score",
    ),
}
INITIAL_COLOURS: Names = {
    "colour-rule-initial-higher-initial": (
        "initial-colour-to-higher-ranked",
        "by {} the higher ranked player had the initial colour, whatever the number",
    ),
    "colour-rule-initial-odd-lower-initial": (
        "initial-colour-by-lower-ranked",
        "by {} the number of the lower ranked player gave the higher ranked one the initial colour",
    ),
    "colour-rule-initial-odd-lower-other": (
        "initial-colour-to-lower-ranked",
        "by {} the lower ranked player had the initial colour if their number is odd",
    ),
}

# --- other names -----------------------------------------------------------------------------------------------------

_TABLES = (
    FAMILIES,
    AGGREGATES,
    REVERSED,
    SCOPES,
    REPEATED_FLOATS,
    EITHER_ROUNDS,
    UNPLAYED_GAMES,
    POINTS,
    HISTORIES,
    STRONG_PREFERENCES,
    MILD_PREFERENCES,
    TOPSCORERS,
    UNPLAYED_FLOATS,
    SQUEEZED_FLOATS,
    SHIFTED_FLOATS,
    FLOAT_SCORES,
    ROUNDS,
    EXCHANGES,
    CLAIMS,
    COMPARED_COLOURS,
    ALTERNATIONS,
    WISHES,
    LOWER_RANKED,
    HIGHER_RANKED,
    INITIAL_COLOURS,
)
_SAME = {
    "scoreless-rounds-float-downfloat",
    "requested-byes-worth-nothing",
    "scoring-rounds-worth-nothing",
    *(f"{kind}-bar" for kind in ("half-point-byes", "requested-byes", "scoring-rounds", "away-rounds")),
    *(f"{kind}-do-not-bar" for kind in ("forfeit-wins", "full-point-byes", "scoring-rounds")),
}
"""Generated misreadings that do what a known one does that is not generated."""
_KNOWN = frozenset(chain(_SAME, *_TABLES))


def is_known(identifier: str) -> bool:
    """Whether a generated misreading is among the known ones, under another identifier."""
    return identifier in _KNOWN
