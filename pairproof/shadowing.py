"""The remedy where a file of the user, or another distribution, stands in the place of a package of ours."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PACKAGES = (
    "checker",
    "conformance",
    "random_tournaments",
    "reference_engines",
    "reports",
    "standings",
    "tournaments",
)
"""The packages that are installed beside this one."""


def explain_failed_import(error: ImportError) -> str | None:
    """Name the file that hides a package of ours, and the remedy; None if the import failed for another reason."""
    package = (error.name or "").partition(".")[0]
    if package not in PACKAGES:
        return None
    expected = Path(__file__).parents[1] / package / "__init__.py"
    found = _find(package)
    if found is not None and expected.exists() and not expected.samefile(found):
        return (
            f"{found} stands in the way of Pairproof's own package '{package}'; rename it, or start Pairproof in "
            "another folder"
        )
    return (
        f"Pairproof's own package '{package}' is not as it was installed, perhaps because another distribution has "
        f"files of that name ({error}); install Pairproof again, best in an environment of its own: "
        "pip install --force-reinstall --no-deps WHEEL (or the folder that you installed it from)"
    )


def _find(package: str) -> Path | None:
    """Return the file that Python takes for a package of ours; None if it finds none."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.origin is not None:
        return Path(spec.origin)
    return Path(next(iter(spec.submodule_search_locations or ("",))))
