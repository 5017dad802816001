"""The pages, asked as a browser asks them."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from support.serving import PORT, TOKEN, Served

from pairproof.serve.command import application
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve with nothing at hand."""
    with closing(Desk()) as desk:
        pages = application(desk, token=TOKEN, port=PORT, time_limit=60)
        with TestClient(pages, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False) as client:
            yield Served(client=client, desk=desk)
