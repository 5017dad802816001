"""One seed for a batch, and from it an independent source of chance for every event."""

from __future__ import annotations

import hashlib
import random
import secrets

MAX_SEED = 2**63 - 1
_NAMESPACE = "pairproof-generate-1"
"""Changes when the same seed is to give other events."""


def draw_seed() -> int:
    """Return a seed that nobody has chosen; nine digits, so that it can be read aloud."""
    return secrets.randbelow(10**9)


def event_rng(seed: int, index: int) -> random.Random:
    """
    Return the source of chance of event ``index`` of a batch.

    It depends on the two numbers alone, by SHA-256: neighbouring seeds and events have nothing in common, and it does
    not matter which events are played before, or by how many workers.
    """
    digest = hashlib.sha256(f"{_NAMESPACE}:{seed}:{index}".encode()).digest()
    return random.Random(int.from_bytes(digest))  # noqa: S311 - reproducible, not secret
