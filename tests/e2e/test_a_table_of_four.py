"""Four people at a table: one vanishes, a bot sits in, they come back, and the game ends."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.table import OVER, change, give_a_clue, give_up, sit_here, turns
from tests.serving import ServedSite

NAMES = ["Ana", "Ben", "Cem", "Dora"]
LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from game.models import Seating
Seating.objects.exclude(left=None).update(left=timezone.now() - timedelta(seconds=60))
"""


def four(open_page: Callable[..., Page]) -> list[Page]:
    ana, *others = pages = [open_page() for _ in NAMES]
    ana.goto("/tables/new/")
    ana.get_by_label("Your name").fill(NAMES[0])
    ana.get_by_label("4", exact=True).check()
    for seat in (2, 3, 4):
        ana.get_by_label(f"Seat {seat}").select_option("Open to others")
    ana.get_by_label("Bot speed").select_option("Instant")
    ana.get_by_role("button", name="Create table").click()
    link = ana.get_by_label("Invite a friend").input_value()
    for page, name in zip(others, NAMES[1:], strict=True):
        page.goto(link)
        sit_here(page, name)
    for page in pages:
        expect(page.locator(".mates .name")).to_have_count(3)
    return pages


def mover(pages: list[Page]) -> Page:
    """Whose turn it is, once all know."""
    while True:
        for page in pages:
            if page.locator(f".dock.turn, {OVER}").count():
                return page
        pages[0].wait_for_timeout(50)


def play_the_oldest(page: Page) -> None:
    with change(page):
        page.locator(".mine .card").last.click()
        page.locator(".card-acts .primary").click()
        if page.locator(".guard:visible").count():
            page.locator(".guard .yes").click()


def test_four_people_finish_a_game_although_one_vanishes(
    open_page: Callable[..., Page], site: ServedSite, console_errors: list[str]
) -> None:
    pages = ana, ben, cem, dora = four(open_page)
    play_the_oldest(ana)
    expect(ben.locator(".dock.turn")).to_be_visible()
    link = ben.url
    ben.context.pages[0].goto("about:blank")

    expect(ana.locator(".company")).to_contain_text("Ben is away.")
    expect(ana.locator(".company")).to_contain_text(" s you can let a bot sit in.")
    sit_in = ana.get_by_role("button", name="Let a bot sit in for Ben")
    expect(sit_in).to_be_disabled()
    expect(sit_in).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    site.manage("shell", "-c", LONG_AGO)
    cem.reload()
    cem.get_by_role("button", name="Let a bot sit in for Ben").click()
    expect(ana.locator(".sits-for:visible")).to_have_text("for Ben")
    expect(cem.locator(".dock.turn")).to_be_visible()
    assert len(turns(ana)) == 2

    ben.goto(link)
    expect(ana.locator(".sits-for:visible")).to_have_count(0)
    expect(ana.locator(".entry .text").first).to_contain_text("Ben is back. Meanwhile ")
    expect(ben.locator(".entry .text").first).to_contain_text("You are back. Meanwhile ")
    bots_move = ben.locator(".entry .text").nth(1)
    expect(bots_move).not_to_contain_text("You ")
    # Playing blindly ends with the third strike, or with all the cards.
    while not ana.locator(OVER).count():
        page = mover(list(pages))
        if not page.locator(OVER).count():
            play_the_oldest(page)
    for page in pages:
        expect(page.locator(OVER)).to_be_visible()
    ana.get_by_role("button", name="Offer another game").click()
    expect(ana.get_by_role("heading", name="Waiting")).to_be_visible()
    for page in (ben, cem, dora):
        page.get_by_role("button", name="Accept another game").click()
    expect(ana.locator(".mates .name")).to_have_text(["Ben", "Cem", "Dora"])
    # Four at one address ask for the figures of the end at once, more than one address may.
    console_errors[:] = [error for error in console_errors if "429" not in error]


def test_two_people_agree_to_take_back_and_to_end(open_page: Callable[..., Page]) -> None:
    pages = ana, ben, cem, dora = four(open_page)
    give_a_clue(ana)
    ana.get_by_role("button", name="Take back").click()
    expect(ana.locator(".company")).to_contain_text("Waiting for Ben, Cem and Dora.")
    for page in (ben, cem, dora):
        expect(page.locator(".company")).to_contain_text("Ana asks to take back turn 1.")
        page.get_by_role("button", name="Agree").click()
    expect(ana.locator(".dock.turn")).to_be_visible()
    for page in pages:
        expect(page.locator(".entry .text")).to_have_count(1)
        expect(page.locator(".entry .text")).to_contain_text("took back turn 1.")
    give_up(ben)
    dora.get_by_role("button", name="No, play on").click()
    expect(ana.locator(".entry .text").first).to_have_text("Dora does not want to end the game.")
    expect(ana.locator(".company")).to_be_hidden()
