"""A whole game without a pointer: from the lobby to the end, by keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import (
    MATE,
    OVER,
    assert_every_turn_is_there_once,
    sit_down,
    sure_play,
    turns,
    version,
    wait_for_change,
    wait_for_turn,
)

LONGEST_GAME = 60


def test_play_now_needs_a_name_and_enter(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    assert wait_for_turn(page)
    expect(page.locator(".mine .card")).to_have_count(5)


@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_is_played_by_keyboard_alone(page: Page, players: int) -> None:
    sit_down(page, players)
    for _ in range(LONGEST_GAME):
        if not wait_for_turn(page):
            break
        before = version(page)
        _move(page)
        wait_for_change(page, before)
    expect(page.locator(OVER)).to_contain_text("stacks")
    assert_every_turn_is_there_once(page)
    assert len(turns(page)) > 20


def _move(page: Page) -> None:
    """Play what must be playable, else discard the oldest card, else give the first legal clue."""
    slot = sure_play(page)
    if slot is not None:
        page.keyboard.press(str(slot))
        page.keyboard.press("p")
        return
    oldest = page.locator(".mine .card").count()
    page.keyboard.press(str(oldest))
    if page.get_by_role("button", name="Discard").get_attribute("aria-disabled") == "false":
        page.keyboard.press("d")
        return
    for key in "qwert":
        page.keyboard.press(key)
        if page.get_by_role("button", name="Give").get_attribute("aria-disabled") == "false":
            page.keyboard.press("Enter")
            return


def test_arrows_walk_along_a_hand_and_tab_leaves_it(page: Page) -> None:
    sit_down(page)
    cards = page.locator(".mine .card")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play")).to_be_focused()


def test_c_then_a_digit_shows_what_a_rank_clue_touches(page: Page) -> None:
    sit_down(page)
    rank = page.locator(".mates .card .rank").first.text_content() or ""
    page.keyboard.press("c")
    page.keyboard.press(rank)
    expect(page.locator(".sentence")).to_contain_text(f"Clue {rank} to {MATE}: touches slot")
    expect(page.locator(".mates .card.aimed").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".card.aimed")).to_have_count(0)


def test_single_keys_can_be_switched_off(page: Page) -> None:
    sit_down(page)
    page.keyboard.press("?")
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    page.locator(".mine .card").first.focus()
    page.keyboard.press("2")
    expect(page.locator(".mine .card[aria-pressed=true]")).to_have_count(0)


def test_keys_do_nothing_while_the_focus_is_outside_the_table(page: Page) -> None:
    sit_down(page)
    page.get_by_role("link", name="Replays").focus()
    page.keyboard.press("2")
    expect(page.locator(".mine .card[aria-pressed=true]")).to_have_count(0)
