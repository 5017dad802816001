"""Readings of the accelerated Swiss by virtual scoregroups."""

from __future__ import annotations

from reference_engines.readings.reading import Reading

_SOURCE = "The Accelerated Swiss System (essay of 2011)"
_LISTED = "The points that a round was paired by are listed in the file (TRF 250, XXA), however they were found."
READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="VIRTUAL-FIVE",
        article=_SOURCE,
        question="How are five groups made even?",
        taken="Like three: the outer ones are rounded down, and have one player more where that is odd.",
        other="Every group is rounded to the nearest even number.",
        why="The rule is printed for three groups; both give the sizes printed for 200 players in five groups.",
        not_followed=_LISTED,
        taken_in_short="five groups are made even like three",
        other_in_short="every group is rounded to the nearest even number",
    ),
    Reading(
        identifier="VIRTUAL-BYE",
        article=_SOURCE,
        question="To which group does the player with the bye belong?",
        taken="To none: with an odd number the last of the list is left out and has no virtual points.",
        other="To the last group, of which the number is then odd.",
        why="Sizes are counted without the player who has the bye, and points after the last group are 0 as well.",
        example="Of 103 players 103 has none; 1 to 102 are grouped as 102 players are.",
        not_followed=_LISTED,
    ),
)
