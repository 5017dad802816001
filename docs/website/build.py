"""Build the site into a folder: ``python -m website.build out/site``, from ``docs``; strict, and without a network."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

from website.accessible import mend
from website.gallery import WITHOUT_PICTURES, write_front_picture
from website.links import faults
from website.staging import stage


def build(site: Path) -> int:
    """Return 0 if everything is there that is linked to, and no page has a fault."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        pictures = stage(source)
        shutil.rmtree(site, ignore_errors=True)
        doctrees = str(Path(folder) / "doctrees")
        status = build_main(
            ["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", "-d", doctrees, str(source), str(site)]
        )
    shutil.rmtree(site / ".doctrees", ignore_errors=True)
    mend(site)
    found = list(faults(site)) if not status else []
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if status or found:
        return 1
    if not pictures:
        sys.stdout.write(f"{WITHOUT_PICTURES}\n")
    sys.stdout.write(f"The site: {site / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    OUTPUT = Path(sys.argv[1])
    STATUS = build(OUTPUT)
    if not STATUS:
        write_front_picture(OUTPUT.resolve() / "gallery")
    sys.exit(STATUS)
