"""The team system set by set: the texts of its editions, followed by trying everything."""

from __future__ import annotations

from dataclasses import replace

from reference_engines import team
from reference_engines.literal.upfloating import BY_TRYING
from reference_engines.team.editions import TEAM_2024, TEAM_2026, TEAM_DRAFT

LITERAL_2026 = replace(TEAM_2026, edition=team.LITERAL_2026, search=BY_TRYING)
LITERAL_2024 = replace(TEAM_2024, edition=team.LITERAL_2024, search=BY_TRYING)
LITERAL_DRAFT = replace(TEAM_DRAFT, edition=team.LITERAL_DRAFT, search=BY_TRYING)
