"""A known mistake is asked about, and no hasty second click, tap or key answers the question."""

import json

from playwright.sync_api import Locator, Page, expect

PUZZLES = range(1, 40)


def at_a_mistake(page: Page) -> int:
    """Open a puzzle in which a card of mine is known not to be playable; its slot."""
    for number in PUZZLES:
        page.goto(f"/puzzles/{number}/")
        frame = json.loads(page.locator("#snapshot").text_content() or "")
        if not frame["legal"]["clues"]:
            continue
        for card in frame["hands"][frame["you"]]:
            if card.get("possible") and not card["possible"] & frame["playable"]:
                page.wait_for_selector(".dock")
                return int(card["slot"])
    raise AssertionError("No puzzle has such a card.")


def card(page: Page, slot: int) -> Locator:
    return page.locator(".mine .card").nth(slot - 1)


def play_button(page: Page) -> Locator:
    return page.locator("[data-act=play]:visible")


def assert_it_is_asked(page: Page) -> None:
    expect(page.locator(".dock.guarded")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()


def test_a_double_click_does_not_confirm_a_guarded_move(page: Page) -> None:
    slot = at_a_mistake(page)
    card(page, slot).click()
    play_button(page).dblclick()
    assert_it_is_asked(page)


def test_a_double_tap_does_not_confirm_a_guarded_move(phone: Page) -> None:
    slot = at_a_mistake(phone)
    card(phone, slot).tap()
    box = play_button(phone).bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.touchscreen.tap(*middle)
    phone.touchscreen.tap(*middle)
    assert_it_is_asked(phone)


def test_enter_after_a_clue_by_mouse_neither_clues_nor_plays(page: Page) -> None:
    slot = at_a_mistake(page)
    page.locator(".value[aria-disabled=false]").first.focus()
    page.keyboard.press("a")
    page.keyboard.press(str(slot))
    assert_it_is_asked(page)
    page.keyboard.press("a")
    page.keyboard.press(str(slot))
    assert_it_is_asked(page)
    page.wait_for_timeout(600)
    page.keyboard.press("Enter")
    expect(page.locator(".dock.guarded")).to_have_count(0)
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()


def test_the_confirming_button_is_neutral_and_not_under_the_pointer(page: Page) -> None:
    slot = at_a_mistake(page)
    card(page, slot).click()
    before = play_button(page).bounding_box()
    play_button(page).click()
    agree = page.get_by_role("button", name="Play it anyway")
    after = agree.bounding_box()
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    inside = (
        after["x"] <= x <= after["x"] + after["width"]
        and after["y"] <= y <= after["y"] + after["height"]
    )
    assert not inside
    assert "primary" not in (agree.get_attribute("class") or "")


def test_a_later_click_or_tap_confirms_a_guarded_move(page: Page, phone: Page) -> None:
    for one in (page, phone):
        slot = at_a_mistake(one)
        card(one, slot).click()
        play_button(one).click()
        one.get_by_role("button", name="Play it anyway").click()
        expect(one.get_by_role("heading", name="What every move costs")).to_be_visible()
