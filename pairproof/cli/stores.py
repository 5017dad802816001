"""The stores of campaigns that are begun without ``--store``: ``.pairproof/campaigns/campaign-1.sqlite`` and so on."""

from __future__ import annotations

import re
from pathlib import Path

from checker.campaigns.kept_events import FOLDER
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import write_note

STORES = f"{FOLDER}/campaigns"
_NAME = re.compile(r"campaign-(\d+)\.sqlite")


def new_store(store: str | None) -> str:
    """Return the store, or the next one of the folder, with a note."""
    if store is not None:
        return store
    Path(STORES).mkdir(parents=True, exist_ok=True)
    name = f"{STORES}/campaign-{max(_numbers(), default=0) + 1}.sqlite"
    write_note(f"the campaign is kept in {name}; --store names another file")
    return name


def newest_store(store: str | None) -> Path:
    """Return the store, or the newest one of the folder, with a note; raise CommandError if it has none."""
    if store is not None:
        return Path(store)
    numbers = _numbers()
    if not numbers:
        begin = "name a store, or begin a campaign: pairproof campaign run PROGRAM"
        raise CommandError(f"{STORES} holds no campaign; {begin}", ExitStatus.USAGE)
    name = f"{STORES}/campaign-{max(numbers)}.sqlite"
    write_note(f"the newest campaign is {name}")
    return Path(name)


def _numbers() -> list[int]:
    folder = Path(STORES)
    found = map(_NAME.fullmatch, (path.name for path in folder.iterdir())) if folder.is_dir() else ()
    return [int(match[1]) for match in found if match]
