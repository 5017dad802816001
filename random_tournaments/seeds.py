"""Seeds: one for a batch, from which every event gets an independent source of chance."""

from __future__ import annotations

import hashlib
import random
import secrets

MAX_SEED = 2**63 - 1
_NAMESPACE = "pairproof-generate-1"
"""A new version of the namespace gives other events for the same seed."""


def draw_seed() -> int:
    """Draw a random seed of nine digits, so that it can be read aloud."""
    return secrets.randbelow(10**9)


def event_rng(seed: int, index: int) -> random.Random:
    """
    Return the source of chance of event ``index`` of a batch.

    It depends on the two numbers alone, by SHA-256. Neighbouring seeds and events are independent, and neither earlier
    events nor the number of workers matter.
    """
    digest = hashlib.sha256(f"{_NAMESPACE}:{seed}:{index}".encode()).digest()
    return random.Random(int.from_bytes(digest))  # noqa: S311 - reproducible, not secret
