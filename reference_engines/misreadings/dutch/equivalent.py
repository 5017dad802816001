"""Misreadings that an edition would have, and that change nothing there: told, not followed."""

from __future__ import annotations

_DOWNFLOATS = (
    "every moved-down player receives a downfloat, paired or not, so that as many are counted whatever the candidate; "
    "the residents are the same"
)
_UPFLOATS = "but for the last bracket of 2017, whoever meets a player of another score is the opponent of an MDP"
_DIFFERENCES = (
    "residents who downfloat are counted before, and of moved-down players each score has as many in the limbo; so the "
    "lists differ where those of the limbo do, and in the same direction"
)
_BOTH_COLOURS = (
    "where two preferences can both be granted the stronger one is, too, and one alone is all that there is to grant"
)

EQUIVALENT: dict[str, dict[str, str]] = {
    "dutch-2026": {
        "bye-unplayed-games-above-following-bracket": (
            "[C9] counts where the one downfloater has the bye: whoever it is, [C5] has settled the score, and the "
            "following bracket is left the same players to pair"
        ),
        "byes-are-games": "[C2] leaves the bye to nobody who has had one",
        "colour-rule-stronger-before-both": _BOTH_COLOURS,
        "bye-to-lowest-score": "[C5] asks for just that",
        "pairing-score-difference-instead": (
            "with one score for all residents and a settled number of pairs, the differences follow from who downfloats"
        ),
        "downfloat-again-1-instead": _DOWNFLOATS,
        "downfloat-again-2-instead": _DOWNFLOATS,
        "upfloat-again-1-instead": _UPFLOATS,
        "upfloat-again-2-instead": _UPFLOATS,
        "downfloat-again-differences-1-instead": _DIFFERENCES,
        "downfloat-again-differences-2-instead": _DIFFERENCES,
        "upfloat-again-differences-1-instead": _UPFLOATS,
        "upfloat-again-differences-2-instead": _UPFLOATS,
    },
    "dutch-2017": {"colour-rule-stronger-before-both": _BOTH_COLOURS},
}
"""By the key of the edition, from the identifier to why."""
