"""The pages, asked as a browser asks them."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from support.campaigns import configuration, judge_campaign
from support.serving import PORT, TOKEN, Served
from support.trf import played, trf_of

from pairproof.serve.command import application
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WITHOUT_C12 = "callable:support.reduction:pair_without_c12"
AXES = (("players", "8..10"), ("rounds", "3..4"))


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve without any store or check."""
    with serving() as one:
        yield one


@pytest.fixture(scope="session")
def event() -> Iterator[Served]:
    """Serve one event, which is checked already."""
    with serving() as one:
        one.checked(("open.trf", trf_of(played(players=9, rounds=4))))
        yield one


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Judge a program that leaves out C12 on a few events."""
    path = tmp_path_factory.mktemp("store") / "c.sqlite"
    judge_campaign(path, replace(configuration(WITHOUT_C12), axes=AXES), (0, 6)).close()
    return path


@contextmanager
def serving() -> Iterator[Served]:
    """Serve."""
    with closing(Desk()) as desk:
        pages = application(desk, token=TOKEN, port=PORT, time_limit=60)
        with TestClient(pages, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False) as client:
            yield Served(client=client, desk=desk)
