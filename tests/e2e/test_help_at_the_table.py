"""The help beside the moves: a hint, and taking the last move back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import change, sit_down, wait_for_turn, wait_for_turns


@pytest.mark.parametrize("who", ["page", "phone"])
def test_a_hint_is_followed_and_taken_back(who: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(who)
    page.add_init_script("localStorage.setItem('confirm', 'on')")
    sit_down(page)
    advised = {"text": "Discard it", "why": "", "act": "discard", "order": 0}
    page.route("**/hint/", lambda route: route.fulfill(json={"moves": [advised]}), times=1)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator(".dock .primary:visible")).to_have_text(re.compile("Discard slot"))
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    page.locator(".aid li").get_by_role("button").first.press("Enter")
    expect(page.get_by_role("button", name="Give")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Give it").click()
    wait_for_turns(page, 2)
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".entry .text").filter(has_text="took back")).to_have_count(1)
    wait_for_turns(page, 0)
    expect(page.locator(".log")).to_contain_text("moves were taken back and a player took a hint")


def test_a_bot_says_why_it_did_not_play_a_clued_card(phone: Page) -> None:
    sit_down(phone)
    clued = phone.locator(".hand:not(.mine) .card.touched").last
    while not clued.count():
        with change(phone):
            phone.get_by_role("button", name="Clue…").click()
            phone.locator(".value[aria-disabled=false]").last.click()
        assert wait_for_turn(phone)
    clued.click()
    phone.get_by_role("button", name="Why not?").click()
    expect(phone.locator(".aid p")).to_contain_text("this card")
    phone.get_by_role("button", name="Close").click()
    expect(phone.get_by_role("button", name="Why not?")).to_be_visible()
