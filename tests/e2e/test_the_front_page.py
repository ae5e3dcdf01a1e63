"""The front page: a game that plays itself, and partners to choose from."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from agents import registry
from agents.recommended import recommended

TOLD = "hanabi-showcase .last-move .turn-number"


def test_the_game_plays_itself_until_it_is_paused(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(TOLD)
    first = page.locator(TOLD).text_content() or ""
    expect(page.locator(TOLD)).not_to_have_text(first)
    page.get_by_role("button", name="Pause").click()
    paused = page.locator(TOLD).text_content() or ""
    page.wait_for_timeout(3_500)
    expect(page.locator(TOLD)).to_have_text(paused)


def test_with_reduced_motion_the_showcase_waits_for_play(open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto("/")
    expect(page.locator("hanabi-showcase").get_by_role("button", name="Animate")).to_be_visible()


def test_a_partner_is_chosen_by_keyboard_and_an_answer_changes_who_is_first(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="I play with conventions").press("Enter")
    name = registry.called(recommended("conventions", 2))
    first = page.get_by_role("radio").first
    expect(first).to_be_checked()
    expect(page.get_by_role("radio", name=name)).to_be_checked()
    expect(page.get_by_text("Change")).to_be_visible()
    first.press("ArrowRight")
    chosen = page.locator(".picks :checked + label")
    expect(chosen).not_to_have_text(name)
    other = chosen.inner_text()
    page.get_by_role("button", name="Play now").press("Enter")
    page.wait_for_selector(".dock.turn")
    expect(page.locator(".mates .name")).to_have_text(other)


def test_other_bots_stand_behind_the_recommended_ones(page: Page) -> None:
    page.goto("/tables/new/")
    page.get_by_role("button", name="All bots").nth(1).click()
    dialog = page.get_by_role("dialog")
    risky = dialog.get_by_role("button", name="Risky")
    expect(risky).to_be_hidden()
    dialog.get_by_text("All bots").click()
    risky.click()
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("rules:risky")
