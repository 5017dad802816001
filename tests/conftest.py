"""Settings of all tests: how Hypothesis draws examples, and that browser tests need a browser."""

from __future__ import annotations

import gc
import shutil
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# A machine that is busy is no fault of the code: nothing here is judged by the time that it takes. The same examples
# are drawn every time, so that a test fails for everybody or for nobody; `make test-all` looks for new ones.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("settled", _PATIENT, derandomize=True)
settings.register_profile("exploring", _PATIENT, print_blob=True)
settings.load_profile("settled")

HAS_CHROMIUM = any(map(shutil.which, ("chromium", "chromium-browser")))


@pytest.fixture
def heeding_interrupts() -> Iterator[None]:
    """Receive Ctrl-C, also in the children: a shell that starts the tests in the background makes them ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the browser tests out if no browser is installed; the summary says so."""
    left_out = [] if HAS_CHROMIUM else [item for item in items if item.get_closest_marker("browser")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Look for garbage more rarely than the command line does, and not among tests and modules, which stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tested, also where other processes have run the tests."""
    if not HAS_CHROMIUM:
        terminalreporter.section("BROWSER TESTS LEFT OUT", red=True, bold=True)
        terminalreporter.line("The tests that open the page in Chromium did not run: there is no chromium here.")
