"""Two people at a table: what one says reaches the other's phone, and no notice moves a card."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESK, PHONE, OpenPage
from tests.e2e.table import open_table, sit_here


def two(open_page: OpenPage, viewport: ViewportSize) -> tuple[Page, Page]:
    """Ana with this window, and Ben, who came by her link."""
    ana, ben = open_page(viewport), open_page()
    ben.goto(open_table(ana))
    sit_here(ben)
    expect(ana.locator(".mates .name")).to_have_text("Ben")
    return ana, ben


def cards(page: Page) -> list[dict[str, float]]:
    """Where every card is, and how large."""
    found = page.locator(":is(.mates, .mine) .card").all()
    return [box for card in found if (box := card.bounding_box())]


def test_the_first_chat_line_is_shown_on_a_phone(open_page: OpenPage) -> None:
    ana, ben = two(open_page, PHONE)
    expect(ana.get_by_role("button", name="Chat")).to_be_visible()
    before = cards(ana)
    ben.get_by_label("Say something to the table").fill("Hello Ana")
    ben.keyboard.press("Enter")
    expect(ana.get_by_role("button", name="Ben: Hello Ana")).to_be_visible()
    expect(ana.get_by_role("button", name="Chat (1)")).to_be_visible()
    assert ana.title().startswith("(1) ")
    assert cards(ana) == before
    ana.get_by_role("button", name="Ben: Hello Ana").click()
    expect(ana.locator(".chat .lines")).to_contain_text("Ben Hello Ana")
    expect(ana.get_by_role("button", name="Ben: Hello Ana")).to_be_hidden()
    assert not ana.title().startswith("(")
    assert not ben.title().startswith("("), "one's own words are no news"


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_notice_about_another_person_moves_no_card(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    ana, ben = two(open_page, viewport)
    ana.wait_for_selector(".dock.turn")
    before = cards(ana)
    assert len(before) == 10
    ben.goto("about:blank")
    expect(ana.locator(".company")).to_contain_text("Ben is away.")
    assert cards(ana) == before
