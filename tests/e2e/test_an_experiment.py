"""An experiment from its setting up to its results: a blind partner, questions, a page of one's
own that is shared and taken back, and being forgotten."""

import re
import secrets
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.table import OVER, agree_by_keys, change, give_up, wait_for_turn

POOL = {"rules:iggi": "IGGI", "rules:outer": "Outer"}


def _set_up(page: Page, agents: Iterable[str] = POOL, people: int = 1) -> str:
    """Somebody with an account makes one; its address."""
    page.goto("/analysis/experiments/new/")
    page.get_by_role("link", name="Sign up").click()
    word = secrets.token_urlsafe(24)  # unlike the name, or it is refused now and then
    page.get_by_label("Username").fill(f"ada{secrets.token_hex(3)}")
    for field in page.locator("input[type=password]").all():
        field.fill(word)
    page.get_by_role("button", name="Create account").click()
    page.get_by_label("Title").fill("Whom do you like?")
    page.get_by_label("Agents").fill("\n".join(agents))
    page.get_by_label("People at one table").fill(str(people))
    page.get_by_label("Games a person").fill("1")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("h1")).to_have_text("Whom do you like?")
    return page.url


def _agree(page: Page, address: str, name: str) -> None:
    page.goto(address)
    expect(page.get_by_text("What you agree to")).to_be_visible()
    page.get_by_label("Your name").fill(name)
    for statement in page.get_by_role("checkbox").all():
        statement.check()
    page.get_by_role("button", name="I agree").click()


def _play(page: Page) -> None:
    """Long enough to count: a game given up before its tenth move is played again."""
    for _ in range(6):
        assert wait_for_turn(page)
        with change(page):
            clues = page.locator(".value[aria-disabled=false]")
            if clues.count():
                clues.first.click()
            else:
                page.locator(".mine .card").last.click()
                page.get_by_role("button", name="Discard slot").click()
                # By chance the last copy of a card that is known.
                if page.locator(".guarded").count():
                    agree_by_keys(page)
    assert wait_for_turn(page)


def _assert_the_partner_is_hidden(page: Page) -> None:
    """The menu of all agents names everybody, so it tells nothing."""
    board = page.locator("hanabi-table")
    assert "Partner" in board.inner_text()
    told = page.evaluate(
        "[...document.querySelectorAll('hanabi-table :not(select, option, datalist)')]"
        ".map(node => node.getAttribute('aria-label') + [...node.childNodes]"
        ".filter(child => child.nodeType === Node.TEXT_NODE).map(child => child.data)).join()"
    )
    assert not any(name in told for name in (*POOL, *POOL.values()))


def test_a_guest_takes_part_and_is_forgotten(page: Page, open_page: OpenPage) -> None:
    address = _set_up(page)
    guest = open_page()
    _agree(guest, address, "Eve")
    wait_for_turn(guest)
    _play(guest)
    _assert_the_partner_is_hidden(guest)
    give_up(guest)
    guest.wait_for_selector(OVER)
    _assert_the_partner_is_hidden(guest)

    guest.get_by_role("link", name="Continue").click()
    guest.get_by_label("liked it", exact=True).check()
    guest.get_by_label("yes", exact=True).check()
    guest.get_by_role("button", name="Send").click()
    expect(guest.locator(".tables .detail")).to_have_text(re.compile("^(Ida|Outer), "))

    page.reload()
    balance = page.locator("#balance")
    expect(balance).to_contain_text("1 game")
    expect(page.locator("#answers")).to_contain_text("1 game")

    guest.goto("/analysis/people/me/")
    guest.get_by_role("button", name="Share it by a link").click()
    link = guest.locator("#shared-link").input_value()
    page.goto(link)
    expect(page.locator("h1")).to_have_text("How Eve plays")
    guest.get_by_role("link", name="Delete my data").click()
    guest.get_by_role("button", name="Delete my data, keep the games").click()
    guest.goto("/analysis/people/")
    assert "Eve" not in guest.content()


def _withdraw(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_text("What you agreed to").click()
    page.get_by_text("Withdraw from this experiment").click()
    page.get_by_role("button", name="Withdraw and delete").click()
    expect(page.get_by_role("heading", name="You have withdrawn")).to_be_visible()


def test_two_guests_wait_for_each_other_and_play_without_agents(
    page: Page, phone: Page, open_page: OpenPage
) -> None:
    address = _set_up(page, agents=(), people=2)
    other = open_page()
    _agree(phone, address, "Zuleika")
    expect(phone.get_by_role("status").get_by_text("1 of 2 people is here.")).to_be_visible()
    _agree(other, address, "Quirin")
    for guest in (phone, other):
        expect(guest.locator(".mine .card")).to_have_count(5)
        expect(guest.locator(".mates .name")).to_have_text(re.compile("^Partner [12]$"))
    assert "Quirin" not in phone.content()
    assert "Zuleika" not in other.content()
    assert phone.url == other.url
    _withdraw(phone, address)
    other.get_by_role("alert").get_by_role("link", name="Continue").click()
    expect(other).to_have_url(address)
    expect(other.get_by_role("heading", name="Thank you: you are done")).to_be_visible()
    _withdraw(other, address)
