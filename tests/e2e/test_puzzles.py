"""A puzzle answered by mouse, by touch and by keys; then all hands are open."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.table import agree_by_keys


def answered(page: Page) -> None:
    expect(page.get_by_role("heading", name="What every move costs")).to_be_visible()
    expect(page.locator(".mine .card .rank").first).to_be_visible()
    assert page.locator(".figures .chip", has_text="You").count() == 1


def test_a_puzzle_is_answered_by_mouse(page: Page) -> None:
    page.goto("/puzzles/")
    page.get_by_role("link", name="First puzzle").click()
    page.locator(".mine .card").first.click()
    page.get_by_role("button", name=re.compile("^Play slot 1")).click()
    if page.locator(".dock.guarded").count():
        page.get_by_role("button", name="Play it anyway").click()
    answered(page)
    first = page.url
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()
    assert page.url != first
    page.goto("/puzzles/")
    assert page.locator(".puzzles :is(.right, .wrong)").count() == 1


def test_a_puzzle_is_answered_by_touch_and_a_reload_shows_the_answer(phone: Page) -> None:
    phone.goto("/puzzles/2/")
    phone.locator(".mine .card").first.tap()
    phone.get_by_role("button", name=re.compile("^Play slot 1")).tap()
    if phone.locator(".dock.guarded").count():
        phone.get_by_role("button", name="Play it anyway").tap()
    answered(phone)
    phone.reload()
    answered(phone)


def test_a_puzzle_is_answered_by_keyboard_after_a_look_at_earlier_turns(page: Page) -> None:
    page.goto("/puzzles/3/")
    page.wait_for_selector(".dock")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rewind")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".rewind")).to_be_hidden()
    page.keyboard.press("a")
    page.keyboard.press("1")
    if page.locator(".dock.guarded").count():
        agree_by_keys(page)
    answered(page)


def test_a_risky_move_in_a_puzzle_asks_for_confirmation_as_at_a_table(page: Page) -> None:
    page.add_init_script("localStorage.setItem('confirm', 'on')")
    page.goto("/puzzles/5/")
    page.wait_for_selector(".dock")
    page.keyboard.press("a")
    page.keyboard.press("1")
    expect(page.locator(".dock.guarded")).to_be_visible()
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()
    agree_by_keys(page)
    answered(page)
