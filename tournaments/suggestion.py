"""The question at the end of a message about an unknown word: what was probably meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable

_LIKENESS = 0.6
"""Of 1, how much a word must resemble a known word."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like a word, in upper or lower case; empty if none resembles it."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    spellings = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), list(spellings), n=1, cutoff=_LIKENESS)
    return spellings[found[0]] if found else ""


def suggest(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean dutch-2026?`` for the end of a message; empty if no known word resembles the word."""
    meant = nearest(word, known)
    return f"; did you mean {meant}?" if meant else ""


def describe_unknown(word: str, known: Collection[str]) -> str:
    """Return ``'hrad' is none of mixed, hard; did you mean hard?``."""
    return f"'{word}' is none of {', '.join(known)}{suggest(word, known)}"
