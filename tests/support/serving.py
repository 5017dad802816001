"""Pages that are served, and what a browser would send to them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from httpx2 import Response
    from starlette.testclient import TestClient

    from pairproof.serve.desk import Desk

PORT = 43210
TOKEN = "secret"  # noqa: S105 - of a test
OWN = {"Origin": f"http://127.0.0.1:{PORT}"}


@dataclass(frozen=True)
class Served:
    """The pages, and what lies behind them."""

    client: TestClient
    desk: Desk

    def get(self, page: str) -> Response:
        """Ask for a page, by its address after the secret, and wait for what it takes to make it."""
        address = page if page.startswith(f"/{TOKEN}/") else f"/{TOKEN}/{page}"
        answer = self.client.get(address)
        ready = re.search(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
        return self.client.get(html.unescape(ready[1])) if ready else answer

    def send(self, *files: tuple[str, str | bytes], system: str = "auto") -> Response:
        """Send files."""
        return self.client.post(
            f"/{TOKEN}/checks", files=[("files", file) for file in files], data={"system": system}, headers=OWN
        )

    def checked(self, *files: tuple[str, str | bytes], system: str = "auto") -> str:
        """Send files, wait until they are checked, and return the report."""
        answer = self.send(*files, system=system)
        assert answer.status_code == 303
        return self.get(answer.headers["location"]).text


def text_of(page: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.partition("<body>")[2]))
