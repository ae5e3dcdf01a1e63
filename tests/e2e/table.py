"""A person at a table, for the browser tests: sit down, wait for the turn, read the log."""

from playwright.sync_api import Page

from agents import registry

SECONDS_TO_ANSWER = 10_000
OVER = ".ending:not([hidden])"

MATE = registry.find(registry.DEFAULT).title
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
        page.locator(f"[name={name}]").select_option(value)
    page.get_by_role("button", name="Create table").press("Enter")
    wait_for_turn(page)


def wait_for_turn(page: Page) -> bool:
    """Wait until the person may move; False if the game ended instead."""
    page.wait_for_selector(f".dock.turn, {OVER}", timeout=SECONDS_TO_ANSWER)
    return page.locator(OVER).count() == 0


def version(page: Page) -> str:
    """The version of the table that the page shows."""
    return page.locator("hanabi-table").get_attribute("data-version") or ""


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the page shows a later version of the table."""
    page.wait_for_selector(
        f"hanabi-table:not([data-version='{before}'])", timeout=SECONDS_TO_ANSWER
    )


def turns(page: Page) -> list[str]:
    """The log's moves, oldest first, each beginning with its turn's number; without reasons."""
    numbers = page.locator(".entry .turn-number").all_text_contents()
    texts = page.locator(".entry .text").all_text_contents()
    moves = [f"{number} {text}" for number, text in zip(numbers, texts, strict=True) if number]
    return moves[::-1]


def assert_every_turn_is_there_once(page: Page) -> None:
    numbers = [int(line.split()[0]) for line in turns(page)]
    assert numbers == list(range(1, len(numbers) + 1))


def sure_play(page: Page) -> int | None:
    """The slot of a card of mine that can only be playable, read off its grid or its face."""
    for slot, card in enumerate(page.locator(".mine .card").all(), start=1):
        possible = card.locator(".cell.on")
        playable = card.locator(".cell.on.playable").count()
        if possible.count() and possible.count() == playable:
            return slot
    return None
