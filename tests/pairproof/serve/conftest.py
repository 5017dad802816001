"""The pages, asked as a browser asks them."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from support.serving import PORT, TOKEN, Served
from support.trf import played, trf_of

from pairproof.serve.command import application
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve with nothing at hand."""
    with serving() as one:
        yield one


@pytest.fixture(scope="session")
def event() -> Iterator[Served]:
    """Serve one event, which is checked already."""
    with serving() as one:
        one.checked(("open.trf", trf_of(played(players=9, rounds=4))))
        yield one


@contextmanager
def serving() -> Iterator[Served]:
    """Serve."""
    with closing(Desk()) as desk:
        pages = application(desk, token=TOKEN, port=PORT, time_limit=60)
        with TestClient(pages, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False) as client:
            yield Served(client=client, desk=desk)
