"""Texts without the folders of this machine: folders have names of people."""

from __future__ import annotations

import re

_FOLDER = re.compile(r"(?<![\w.~/}])(?:~|\.{1,2})?/(?:[^\s/'\"]+/)*(?=[^\s/])")
"""Where a path begins, up to its last part; what stands between numbers or words (1/2, and/or) is none."""


def without_folders(text: str) -> str:
    """Return a text in which files are called by their names alone."""
    return _FOLDER.sub("", text)
