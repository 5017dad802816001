"""Pages that are served, and what a browser would send to them."""

from __future__ import annotations

import html
import re
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from httpx2 import Response
    from starlette.testclient import TestClient

    from pairproof.serve.desk import Desk
    from pairproof.serve.jobs import Say

PORT = 43210
TOKEN = "secret"  # noqa: S105 - of a test
OWN = {"Origin": f"http://127.0.0.1:{PORT}"}


@dataclass(frozen=True)
class Served:
    """The pages, and what lies behind them."""

    client: TestClient
    desk: Desk

    def get(self, page: str) -> Response:
        """Ask for a page, by its address after the secret, and go where it leads when it is made."""
        address = page if page.startswith(f"/{TOKEN}/") else f"/{TOKEN}/{page}"
        for _ in range(4):
            answer = self.client.get(address)
            ready = re.search(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
            if not ready and answer.status_code != HTTPStatus.SEE_OTHER:
                break
            address = html.unescape(ready[1]) if ready else answer.headers["location"]
        return answer

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
    without = re.sub(r"<(script|datalist).*?</\1>", "", page.partition("<body>")[2], flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", without))


def count_for_ever(say: Say) -> None:
    """Work that does not end."""
    number = 0
    while True:
        number += 1
        say(f"number {number}")
        time.sleep(0.01)
