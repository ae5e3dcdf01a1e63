"""A person at a table, for the browser tests: sit down, wait for the turn, read the log."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from agents import registry
from agents.recommended import recommended

MOST_WAIT = 60_000
"""Milliseconds: pages ask for what they missed every few seconds, and machines are busy."""
OVER = ".ending:not([hidden])"
HELD = """() => {
  const { version, frame, log } = document.querySelector("hanabi-table").state;
  return { version, log, frame: { ...frame, log: [], seats: frame.seats.map((one) => one.name) } };
}"""

SEEN = """(node, _, { x, y, width, height } = node.getBoundingClientRect()) =>
  node.contains(document.elementFromPoint(x + width / 2, y + height / 2))"""
"""Whether the middle of a node is on screen and uncovered."""

MATE = registry.called(recommended("unknown", 2))
"""Who has a seat if nobody else is asked for."""


def sit_down(page: Page, players: int = 2, *, delay: int = 0, **settings: str) -> None:
    """A new table, seen from seat 1; its bots take ``delay`` milliseconds for a move."""
    page.goto("/tables/new/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label(str(players), exact=True).check()
    page.get_by_label("Bot speed").evaluate(
        "(node, ms) => node.append(new Option(ms, ms, true, true))", str(delay)
    )
    for name, value in settings.items():
        page.locator(f"select[name={name}]").evaluate("(node, to) => node.value = to", value)
    page.get_by_role("button", name="Create table").press("Enter")
    wait_for_turn(page)


def wait_for_turn(page: Page) -> bool:
    """Wait until the person may move; False if the game ended instead."""
    page.wait_for_selector(f".dock.turn, {OVER}", timeout=MOST_WAIT)
    return page.locator(OVER).count() == 0


def version(page: Page) -> str:
    """The version of the table that the page shows."""
    return page.locator("hanabi-table").get_attribute("data-version") or ""


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the page shows a later version of the table."""
    page.wait_for_selector(f"hanabi-table:not([data-version='{before}'])", timeout=MOST_WAIT)


@contextmanager
def change(page: Page) -> Iterator[None]:
    """Run the block, which changes the table, and wait until the page shows the change."""
    before = version(page)
    yield
    wait_for_change(page, before)


def give_a_clue(page: Page) -> None:
    with change(page):
        page.locator(".value[aria-disabled=false]").first.click()


def give_up(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Options").click()
    page.get_by_role("button", name="End the game").click()


def open_table(page: Page, players: int = 2) -> str:
    """Open a table as Ana, with the other seats free, and return the invitation link."""
    page.goto("/tables/new/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label(str(players), exact=True).check()
    for seat in range(2, players + 1):
        page.get_by_label(f"Seat {seat}").select_option("Open to others")
    page.get_by_role("button", name="Create table").click()
    return page.get_by_label("Invite a friend").input_value()


def sit_here(page: Page, name: str = "Ben") -> None:
    page.get_by_label("Your name").first.fill(name)
    page.get_by_role("button", name="Sit here").first.click()


def turns(page: Page) -> list[str]:
    """The log's moves, oldest first, each beginning with its turn's number; without reasons."""
    numbers = page.locator(".entry .turn-number").all_text_contents()
    texts = page.locator(".entry .text").all_text_contents()
    moves = [f"{number} {text}" for number, text in zip(numbers, texts, strict=True) if number]
    return moves[::-1]


def agree_by_keys(page: Page) -> None:
    """Answer the question before a move, once it hears, by keys alone."""
    expect(page.locator(".guard .yes:visible")).to_be_enabled()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def wait_for_turns(page: Page, count: int) -> None:
    """Wait until the log has this many moves."""
    numbers = page.locator(".entry .turn-number").filter(has_text=re.compile(r"\d"))
    expect(numbers).to_have_count(count, timeout=MOST_WAIT)


def assert_every_turn_is_there_once(page: Page) -> None:
    numbers = [int(line.split()[0]) for line in turns(page)]
    assert numbers == list(range(1, len(numbers) + 1))


def assert_a_reload_shows_the_same(page: Page) -> None:
    """What the page made of all updates is what a new page is given, but for who is here."""
    made = page.evaluate(HELD)
    page.reload()
    wait_for_turn(page)
    assert page.evaluate(HELD) == made


def sideways(page: Page) -> int:
    """Pixels of a page that stick out to the right."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def sure_play(page: Page) -> int | None:
    """The slot of a card of mine that can only be playable, read off its grid or its face."""
    for slot, card in enumerate(page.locator(".mine .card").all(), start=1):
        possible = card.locator(".cell.on")
        playable = card.locator(".cell.on.playable").count()
        if possible.count() and possible.count() == playable:
            return slot
    return None
