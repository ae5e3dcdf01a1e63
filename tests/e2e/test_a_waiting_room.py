"""A table with open seats: people come by its link, and it starts by itself when it is full."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.e2e.table import open_table, sit_here, wait_for_turn


def test_two_people_meet_at_a_table(open_page: Callable[..., Page]) -> None:
    ana, ben = open_page(), open_page()
    ben.goto(open_table(ana))
    sit_here(ben)
    assert wait_for_turn(ana)
    expect(ana.locator(".mates .name")).to_have_text("Ben")
    expect(ben.locator(".mates .name")).to_have_text("Ana")
    expect(ben.locator(".mates .card .face:visible")).to_have_count(5)
    expect(ben.locator(".mine .card .face:visible")).to_have_count(0)
    expect(ana.locator(".chat")).to_be_visible()
    assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_others_and_a_bot_sit_down_while_a_name_is_typed(open_page: Callable[..., Page]) -> None:
    ana, ben, cyn = open_page(), open_page(), open_page()
    link = open_table(ana, players=3)
    ben.goto(link)
    cyn.goto(link)
    cyn.get_by_label("Your name").fill("Cyn")
    sit_here(ben)
    expect(cyn.get_by_role("status")).to_contain_text("Ben sat down.")
    cyn.keyboard.type("thia")
    expect(cyn.get_by_label("Your name")).to_have_value("Cynthia")
    ana.get_by_role("button", name="Start").click()
    assert wait_for_turn(ana)


def test_a_spectator_sees_backs_only_and_may_not_act(open_page: Callable[..., Page]) -> None:
    ana, ben, eve = open_page(), open_page(), open_page()
    link = open_table(ana)
    ben.goto(link)
    sit_here(ben)
    assert wait_for_turn(ana)
    eve.goto(link)
    expect(eve.locator(".card")).to_have_count(10)
    expect(eve.locator(".card .face:visible")).to_have_count(0)
    expect(eve.locator(".dock")).to_be_hidden()


def test_sitting_down_is_not_cut_off_by_the_start_of_the_game(
    open_page: Callable[..., Page],
) -> None:
    """The server tells of the start before it answers the form that led to it."""
    ana, ben = open_page(), open_page()
    ben.goto(open_table(ana))

    def answer_late(route: Route) -> None:
        response = route.fetch(max_redirects=0)
        ben.wait_for_timeout(700)
        route.fulfill(response=response)

    ben.route("**/sit/", answer_late)
    asked: list[str] = []
    ben.on("request", lambda r: asked.append(r.method) if r.is_navigation_request() else None)
    sit_here(ben)
    expect(ben.locator(".mates .name")).to_have_text("Ana")
    assert asked == ["POST", "GET"]
