"""What pages weigh on a cold cache: requests and bytes on the wire, with the settings of `make` and
of production."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.table import sit_down
from tests.serving import ServedSite

KB = 1000


class Traffic:
    """Counts what a page loads."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, int] = {}
        names: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on(
            "Network.requestWillBeSent",
            lambda e: names.update({e["requestId"]: e["request"]["url"]}),
        )
        session.on("Network.loadingFinished", lambda e: self._add(names.get(e["requestId"], ""), e))

    def _add(self, name: str, event: dict[str, float]) -> None:
        if name.startswith("http"):
            self.sizes[name] = self.sizes.get(name, 0) + int(event["encodedDataLength"])

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


@pytest.fixture(scope="module", params=["off", "on"], ids=["production", "make"])
def served(
    request: pytest.FixtureRequest, site: ServedSite, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServedSite]:
    if request.param == "off":
        yield site
        return
    other = ServedSite(tmp_path_factory.mktemp("made"), DEBUG="on")
    other.start()
    yield other
    other.kill()


@pytest.fixture
def visitor(browser: Browser, served: ServedSite) -> Iterator[Page]:
    context = browser.new_context(base_url=served.url)
    yield context.new_page()
    context.close()


def _weigh(page: Page, address: str) -> Traffic:
    traffic = Traffic(page)
    page.goto(address, wait_until="networkidle")
    return traffic


def test_a_table_weighs_115_kilobytes_in_20_requests_at_most(visitor: Page) -> None:
    sit_down(visitor, 5)
    traffic = _weigh(visitor, visitor.url)
    assert visitor.locator(".board").count() == 1
    assert any("element" in name for name in traffic.sizes)
    assert traffic.bytes <= 115 * KB, traffic.sizes
    assert len(traffic.sizes) <= 20, sorted(traffic.sizes)


@pytest.mark.parametrize("address", ["/analysis/learning/", "/analysis/runs/published/"])
def test_a_page_of_figures_weighs_500_kilobytes_at_most(address: str, visitor: Page) -> None:
    traffic = _weigh(visitor, address)
    figures = visitor.locator("[data-drawing]")
    figures.first.scroll_into_view_if_needed()
    visitor.wait_for_selector("[data-drawing] svg")
    assert not figures.last.locator("svg").count()
    assert traffic.bytes <= 500 * KB, traffic.sizes
    assert len(traffic.sizes) <= 20, sorted(traffic.sizes)


def test_the_front_page_weighs_100_kilobytes_at_most(visitor: Page) -> None:
    traffic = _weigh(visitor, "/")
    assert traffic.bytes <= 100 * KB, traffic.sizes


@pytest.mark.parametrize("address", ["/", "/agents/", "/analysis/games/", "/analysis/runs/"])
def test_a_page_without_figures_does_not_load_plotly(address: str, visitor: Page) -> None:
    traffic = _weigh(visitor, address)
    assert not any("plotly" in name for name in traffic.sizes)
    assert traffic.bytes <= 200 * KB, traffic.sizes
