"""A network that goes dead without a word: the others see it, and nothing is lost when it heals."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.frozen import Network
from tests.e2e.table import open_table, sit_here, turns
from tests.serving import ServedSite


@pytest.fixture
def network(site: ServedSite) -> Iterator[Network]:
    network = Network(site.port)
    yield network
    network.close()


def _discard(page: Page) -> None:
    page.locator(".mine .card").last.click()
    page.locator(".card-acts .primary").click()


def test_a_player_without_network_is_away_to_the_others_and_loses_no_move(
    open_page: OpenPage, network: Network, console_errors: list[str]
) -> None:
    ana, ben = open_page(), open_page()
    open_table(ana)
    ben.goto(ana.url.replace(ana.url.split("/tables/")[0], network.url))
    sit_here(ben)
    expect(ben.locator(".mates .name")).to_have_text("Ana")
    _discard(ana)
    expect(ben.locator(".dock.turn")).to_be_visible()

    with network.dead():
        _discard(ben)
        # The server pings every socket: hanabi_site/management/commands/serve.py.
        expect(ana.locator(".company")).to_contain_text("Ben is away.")
        expect(ben.get_by_text("Reconnecting…")).to_be_visible()
        assert len(turns(ana)) == 1
    expect(ana.locator(".company")).to_be_hidden()
    expect(ana.locator(".entry .turn-number")).to_have_count(2)
    expect(ana.locator(".dock.turn")).to_be_visible()
    told = [[line.split()[1] for line in turns(person)] for person in (ana, ben)]
    assert told == [["You", "Ben"], ["Ana", "You"]]
    ana.context.set_offline(True)
    expect(ana.get_by_text("Reconnecting…")).to_be_visible(timeout=4_000)
    ana.context.set_offline(False)
    expect(ana.get_by_text("Reconnecting…")).to_be_hidden()
    # The browser itself complains of sockets that it could not open meanwhile.
    console_errors[:] = [error for error in console_errors if "WebSocket" not in error]
