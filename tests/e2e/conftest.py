"""A real Chromium before the real site. Every page's console must stay free of errors, and the
server's log of tracebacks."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.e2e.table import MOST_WAIT
from tests.serving import ServedSite

# Playwright's five seconds are less than a page and its figures take on a busy machine.
expect.set_options(timeout=MOST_WAIT)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
"""The build without windows, where there is one: it takes half of the other's processor time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """The site with a database of its own; a test may `kill` and `start` it."""
    site = ServedSite(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="session")
def furnished(site: ServedSite) -> ServedSite:
    """The site with something to see on every page."""
    site.manage("shell", "-c", "from tests.e2e.furnish import furnish; furnish()")
    return site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window. In CI it must be there."""
    if CHROMIUM is None:
        reason = "no Chromium (sudo apt install chromium-headless-shell)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def console_errors() -> Iterator[list[str]]:
    """What the consoles of this test's pages complained of; a test that causes it clears it."""
    errors: list[str] = []
    yield errors
    assert errors == []


@pytest.fixture
def calm_site(site: ServedSite) -> Iterator[ServedSite]:
    """The site, of which nothing fails unseen while a test uses it."""
    begin = len(site.log.read_text())
    yield site
    assert "Traceback" not in site.log.read_text()[begin:]


@pytest.fixture
def open_page(
    browser: Browser, calm_site: ServedSite, console_errors: list[str]
) -> Iterator[OpenPage]:
    """Open a page as one more person, who has cookies of their own.

    Keyword arguments go to Playwright's `new_context`; addresses are relative to the site.
    """
    contexts = []

    def open_page(viewport: ViewportSize = DESK, **options: object) -> Page:
        context = browser.new_context(viewport=viewport, base_url=calm_site.url, **options)
        context.set_default_timeout(MOST_WAIT)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda message: (
                console_errors.append(message.text) if message.type == "error" else None
            ),
        )
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A person at a desk, with a mouse and 1280 x 800 pixels."""
    return open_page(DESK)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A person with a phone: touch, and 390 x 844 pixels."""
    return open_page(PHONE, has_touch=True, is_mobile=True)
