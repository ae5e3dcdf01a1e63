"""Without JavaScript the table is a text that can be read."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_table_can_be_read_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play now").click()
    text = page.locator(".plain")
    expect(text).to_be_visible()
    expect(text).to_contain_text("8 clue tokens, 0 strikes, 40 cards in the deck")
    expect(text.get_by_text("a hidden card")).to_have_count(5)
