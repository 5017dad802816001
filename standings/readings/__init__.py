"""
The register of readings of C.07: where its text can be read in two ways, and which side is taken.

The entries are in the TOML file of this folder. Code refers to an entry by its identifier. Where the other side can be
followed, `standings.rules.Rules` has a field for it.
"""

from __future__ import annotations

from tournaments.readings import Register

REGISTER = Register(__file__)
