"""The editions of the Dutch system walked candidate by candidate, for small brackets."""

from __future__ import annotations

from dataclasses import replace

from reference_engines import dutch
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.literal.dutch.round_2017 import Round2017Literal
from reference_engines.literal.dutch.round_2026 import Round2026Literal

LITERAL_2026 = replace(DUTCH_2026, edition=dutch.LITERAL_2026, procedure=Round2026Literal)
LITERAL_2017 = replace(DUTCH_2017, edition=dutch.LITERAL_2017, procedure=Round2017Literal)
