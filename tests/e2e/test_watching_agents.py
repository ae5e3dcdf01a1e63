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


def _watch_two_games(page: Page) -> None:
    page.goto("/watch/")
    page.get_by_label("Milliseconds a move").fill("0")
    page.get_by_label("Games in a row").fill("2")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector(OVER, timeout=60_000)


def test_a_series_goes_on_by_itself_for_who_watches(page: Page) -> None:
    _watch_two_games(page)
    first = page.url
    page.wait_for_url(lambda url: url != first, timeout=20_000)
    page.wait_for_selector(OVER, timeout=60_000)
    expect(page.locator(".ending")).to_contain_text("Scores of the series")


def test_who_wants_to_stay_with_a_game_of_a_series_stays(page: Page) -> None:
    _watch_two_games(page)
    first = page.url
    page.get_by_role("button", name="Stay here").click()
    page.wait_for_timeout(6000)
    assert page.url == first
