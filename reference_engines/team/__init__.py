"""
The FIDE Swiss Team Pairing System (C.04.6): the draft, the edition of 2024 and the edition of 2026.

* 1.2.2, 1.7 `edition`: the choices of an event
* 1.1, 1.3, 1.4 `event`: the teams of a round by score, and the bye
* 1.5 to 1.7, 4.2 `event`: scores, floats, colour preferences and the first-team; C.04.7
  `definitions.acceleration`
* 2, 3 `edition` and `rules`, with `upfloating`: criteria and procedure
* 4 `rules`
* `event`: the other sides of readings
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, EventSettings, System

TEAM_2026 = Edition(
    key="team-2026",
    title="FIDE Swiss Team Pairing System, edition of 2026",
    source="FIDE Handbook C.04.6, approved 28 October 2025",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    pairs_teams=True,
    rules="reference_engines.team.rules:TEAM_2026",
)
TEAM_2024 = Edition(
    key="team-2024",
    title="FIDE Swiss Team Pairing System, edition of 2024",
    source="FIDE Handbook C.04.6, approved 27 July 2024",
    in_force_from=dt.date(2024, 8, 1),
    in_force_until=dt.date(2026, 1, 31),
    pairs_teams=True,
    rules="reference_engines.team.rules:TEAM_2024",
)
TEAM_DRAFT = Edition(
    key="team-draft",
    title="Swiss Team Pairing System, draft",
    source="Draft of C.04.6 before its approval",
    in_force_from=dt.date(2024, 1, 1),
    in_force_until=dt.date(2024, 7, 31),
    pairs_teams=True,
    rules="reference_engines.team.rules:TEAM_DRAFT",
)
_WALKED = "set by set (small events)"
LITERAL_2026 = TEAM_2026.literal(_WALKED, "reference_engines.literal.upfloating:LITERAL_TEAM_2026")
LITERAL_2024 = TEAM_2024.literal(_WALKED, "reference_engines.literal.upfloating:LITERAL_TEAM_2024")
LITERAL_DRAFT = TEAM_DRAFT.literal(_WALKED, "reference_engines.literal.upfloating:LITERAL_TEAM_DRAFT")
_PREFERENCES = {
    "_TYPEA": "colour preferences of Type A",
    "_TYPEB": "colour preferences of Type B",
    "": "no colour preferences",
}
_SCORES = {
    "_MP_GP": "match points before game points",
    "_GP_MP": "game points before match points",
    "_MP": "match points alone",
    "_GP": "game points alone",
}
SYSTEM = System(
    name="the FIDE Swiss Team Pairing System",
    editions=(TEAM_2026, TEAM_2024),
    never_in_force=(TEAM_DRAFT,),
    variants=(LITERAL_2026, LITERAL_2024, LITERAL_DRAFT),
    settings=tuple(
        EventSettings(
            code=f"FIDE_TEAM{letter}{scores}",
            condition=f"if the event had {preferences} and {order}",
            short=f"with {preferences} and {order}",
        )
        for letter, preferences in _PREFERENCES.items()
        for scores, order in _SCORES.items()
    )[1:],  # FIDE_TEAM_TYPEA_MP_GP is taken where no code is declared (1.2.2, 1.7)
)
