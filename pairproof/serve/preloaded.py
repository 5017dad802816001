"""Modules that the process server loads once for all jobs: the most used engines, and templates."""

from __future__ import annotations

from pairproof.serve import campaigns, questions
from reference_engines.frame.systems import engine_for
from reports.html import environment

__all__ = ["campaigns", "questions"]

for _name in ("answer_page.html.j2", "standings_page.html.j2", "questions.html.j2"):
    environment().get_template(_name)
for _key in ("dutch-2026", "dutch-2017"):
    engine_for(_key)
