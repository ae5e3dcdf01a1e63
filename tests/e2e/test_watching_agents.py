"""A table of agents: watch, pause, step, and sit down in an agent's place."""

from playwright.sync_api import Page, expect

from tests.e2e.table import OVER, turns, version, wait_for_change, wait_for_turn


def _watch(page: Page, *, paused: bool) -> None:
    page.goto("/watch/")
    page.get_by_label("Milliseconds a move").fill("0")
    page.get_by_label("Start paused").set_checked(paused)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector(".board")


def test_agents_play_a_game_with_open_hands(page: Page) -> None:
    _watch(page, paused=False)
    page.wait_for_selector(OVER, timeout=60_000)
    assert len(turns(page)) > 20
    expect(page.locator(".card .face:visible")).to_have_count(page.locator(".card").count())


def test_a_paused_table_goes_on_move_by_move(page: Page) -> None:
    _watch(page, paused=True)
    expect(page.locator(".steering")).to_contain_text("Paused.")
    assert turns(page) == []
    for number in (1, 2):
        before = version(page)
        page.get_by_role("button", name="One move").click()
        wait_for_change(page, before)
        assert len(turns(page)) == number


def test_a_spectator_takes_over_a_seat_and_plays_on(page: Page) -> None:
    _watch(page, paused=True)
    page.get_by_role("button", name="Take over").click()
    assert wait_for_turn(page)
    expect(page.locator(".mine .card .face:visible")).to_have_count(0)
    before = version(page)
    page.locator(".value[aria-disabled=false]").first.click()
    wait_for_change(page, before)
