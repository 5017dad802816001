"""The Double-Swiss System set by set: its text, followed by trying everything."""

from __future__ import annotations

from dataclasses import replace

from reference_engines import double_swiss
from reference_engines.double_swiss.editions import DOUBLE_SWISS_2026
from reference_engines.literal.upfloating import BY_TRYING

LITERAL_2026 = replace(DOUBLE_SWISS_2026, edition=double_swiss.LITERAL_2026, search=BY_TRYING)
