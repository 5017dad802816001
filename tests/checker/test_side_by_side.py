"""Several processes find what one process finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.trf import played, trf_of, with_exchanged_opponents

from checker.checking import CheckOptions, check_files
from checker.side_by_side import FEWEST_FILES, check_files_side_by_side

if TYPE_CHECKING:
    from pathlib import Path


def test_several_processes_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    """Events that agree, one that does not, and one that cannot be read."""
    texts = {"clean": trf_of(played()), "planted": trf_of(with_exchanged_opponents(played())), "broken": "001 nonsense"}
    paths = []
    for number in range(FEWEST_FILES):
        kind = {5: "planted", 11: "broken"}.get(number, "clean")
        path = tmp_path / f"{number:03d}-{kind}.trf"
        path.write_text(texts[kind], "utf-8")
        paths.append(path)
    expected = list(check_files(paths, CheckOptions()))
    assert list(check_files_side_by_side(paths, CheckOptions(), workers=2)) == expected
    assert list(check_files_side_by_side(paths[:6], CheckOptions(), workers=2)) == list(check_files(paths[:6]))
