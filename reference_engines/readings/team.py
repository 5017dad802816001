"""Readings of the team system (C.04.6)."""

from __future__ import annotations

from reference_engines.readings.reading import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        identifier="TEAM-FOLLOWING-GRADED",
        article="C.04.6:2.3.3 [C6] (2026)",
        question="What if no set of upfloaters lets the following scoregroup do with the least that its size asks for?",
        taken="The sets that let it come nearest are kept: its upfloaters are counted.",
        other="All sets fail alike, and the criterion is passed over (Gacrux).",
        why="Criteria are complied with as much as possible; the edition of 2024 counts, too.",
    ),
    Reading(
        identifier="TEAM-FOLLOWING",
        article="C.04.6:2.3.3 [C6] (2026), 3.3.3 (2024, draft)",
        question="Which scoregroup is the following one?",
        taken="The next one in the standing of all teams of the round; if nobody of it is left, nothing is asked.",
        other="The next one of which somebody is left.",
        why="2026 names the case in which all its teams are upfloaters, which could not arise otherwise.",
    ),
    Reading(
        identifier="TEAM-FOLLOWING-LEGAL",
        article="C.04.6:3.3.3 [C6] (2024, draft)",
        question="Which pairs of the following scoregroup count as legal?",
        taken="Those with which the round can be completed.",
        other="All that have not met.",
        why="A pairing is legal by the absolute criteria and, where it applies, completion.",
    ),
    Reading(
        identifier="TEAM-FLOAT",
        article="C.04.6:1.5",
        question="Who floated in the previous round?",
        taken="Who played a match against a team whose score before that round, virtual points included, was another.",
        other="Scheduled matches that were forfeited count, or scores without virtual points.",
        why="The article speaks of playing against an opponent; scores of a round are those it was paired by.",
    ),
    Reading(
        identifier="TEAM-ROUNDS",
        article="C.04.6:1.7.2, 2.3.4, 2.3.7 (2026); 3.3.6 (2024)",
        question="Which rounds are the last ones where the file does not say how many there are?",
        taken="None.",
        other="The last ones recorded.",
        why="A round is paired without knowing what is recorded later.",
    ),
    Reading(
        identifier="TEAM-NO-TYPE",
        article="C.04.6:1.7",
        question="Which preferences does a code without a type declare?",
        taken="FIDE_TEAM alone, Type A; a code with scores and no type, such as FIDE_TEAM_MP_GP, none at all.",
        other="Type A in either case.",
        why="By the table of codes FIDE_TEAM means FIDE_TEAM_TYPEA_MP_GP; nothing else there could say none.",
    ),
    Reading(
        identifier="TEAM-STRONG",
        article="C.04.6:1.7.2",
        question="Type B, last round, colour difference 0, the same colour twice: strong preference or none?",
        taken="Strong.",
        other="None.",
        why="The stronger sentence comes first; so does Gacrux.",
    ),
    Reading(
        identifier="TEAM-BYE-WIN",
        article="C.04.6:3.1.2 [C2] (2024, draft)",
        question="What is the score of a win, of which the bye is a reward?",
        taken="The match points of a won match.",
        other="The primary score, which may be game points.",
        why="Game points of a won match are no single number.",
    ),
    Reading(
        identifier="TEAM-ACCELERATED",
        article="C.04.6:4.2.1",
        question="Which score makes the first-team in accelerated rounds?",
        taken="The one that the round is paired by, virtual points included.",
        other="The score without virtual points.",
        why="The primary score is simply called score, and scoregroups are made by it.",
    ),
    Reading(
        identifier="TEAM-HISTORY",
        article="C.04.6:4.3.6",
        question="Which matches are compared when colours alternate to the most recent difference?",
        taken="Played ones only, counted backwards from the last of each team.",
        other="Those of the same round.",
        why="The note points to C.04.2:3.4 (4.5 before 2026), which moves rounds not played to the beginning.",
    ),
    Reading(
        identifier="TEAM-LAST-COLOUR",
        article="C.04.6:4.3 (draft, 2024)",
        question="Who has White where the printed steps decide nothing?",
        taken="The first-team, then the other one, alternates from its last match, as in 2026.",
        other="The arbiter decides.",
        why="Later editions close the gap so.",
    ),
    Reading(
        identifier="TEAM-BYE-UNRECORDED",
        article="C.04.6:1.4, 2.1",
        question="What had a team without a match if the file does not record it, or has a + of 2006 for its players?",
        taken="The only such team of a round had the pairing-allocated bye; without a +, unless it had one before.",
        other="It was away; with a +, it had a full-point bye.",
        why="An odd number of teams leaves one over, and files of 2006 and 2016 have no record for its bye.",
    ),
)
