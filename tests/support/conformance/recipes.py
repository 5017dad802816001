"""With which options the suite of an edition is made, unless the command says otherwise."""

from __future__ import annotations

RECIPES: dict[str, tuple[str, ...]] = {
    "dutch-2026": ("--thorough", "--large", "2000"),
    "dutch-2017": ("--generated",),
    "dutch-2013": ("--like", "dutch-2017", "--times", "6", "--unlike", "dutch-2017", "--unlike", "dutch-2026"),
    "dubov-2026": ("--rated", "--tiny", "60", "--generated"),
    "dubov-2018": ("--rated", "--tiny", "20", "--like", "dubov-2026"),
    "dubov-1997": ("--rated", "--like", "dubov-2026"),
    "burstein-2026": ("--leaving-out", "dutch-", "--generated"),
    "burstein-2018": ("--leaving-out", "dutch-", "--tiny", "10", "--like", "burstein-2026"),
    "lim-2026": (),
    "double-swiss-2026": (),
    "team-2026": ("--times", "5", "--played", "40", "--generated"),
    "team-2024": ("--times", "5", "--played", "10", "--like", "team-2026"),
    "simple-2018": ("--times", "5"),
    "clock-2012": ("--times", "5"),
}
"""
By key. Systems that pair by ratings need players who have them; of a text that hardly differs from another one, the
questions of that are tried, too; where an edition has few misreadings or none, each rule is sought more often.
"""
