"""axe-core finds nothing on any page, table state or sheet: WCAG 2.2 AA and its best practices, in
both themes, from 1280 down to 320 pixels."""

import os
from collections.abc import Iterator
from itertools import cycle
from typing import Literal

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from game.replays.coaching import PRACTISE, GameReport, Mistake, Practice
from tests.e2e.conftest import OpenPage
from tests.e2e.furnish import PASSWORD
from tests.e2e.table import (
    give_a_clue,
    give_up,
    open_table,
    sideways,
    sit_down,
    sit_here,
    wait_for_turn,
)
from tests.serving import ROOT, ServedSite
from tests.site.test_crawler import FOR, ROUTES

AXE = ROOT / "tests/js/node_modules/axe-core/axe.min.js"
RUN = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // What stands on a card is a picture made of characters, no label (Understanding WCAG 2.5.3).
  axe.configure({ rules: [{ id: "label-content-name-mismatch", selector: ":not(.card)" }] });
  // Of a long table a few rows are like all, and axe takes its time.
  for (const row of document.querySelectorAll("tbody tr:nth-child(n + 4)")) row.remove();
  const { violations } = await axe.run({ runOnly: tags, resultTypes: ["violations"] });
  const told = (id) => ({ target }) => `${id}: ${target.join(" ")}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(told(id)));
}"""
Theme = Literal["light", "dark"]
LOOKS: list[tuple[Theme, int]] = [
    ("light", 1280),
    ("dark", 390),
    ("light", 320),
    ("dark", 1280),
    ("light", 390),
    ("dark", 320),
]
MATRIX = ["/", "/replays/over/"]
"""Pages that are looked at in every theme and width; the others each in one of them."""

WRONG = Mistake(
    1, 0, "You clued red to Theo", 1.5, "1.5 ± 0.3", "Clue 1 to Theo", "It gets slot 1 played."
)
COACHED = msgspec.to_builtins(
    GameReport(
        "done", [WRONG], [], {0: Practice(*reversed(PRACTISE["clue", "clue"]))}, "Your first game."
    ),
    str_keys=True,
)
"""What the coach may say of a game."""

NAMES = {
    "docs/{name}/": "architecture",
    "docs/notebooks/{name}": "nowhere",
    "analysis/experiments/{slug}/": "s",
    "tables/{slug}/": "open",
}
"""What stands in an address whose part has another meaning than its name says."""


@pytest.fixture(scope="module")
def axe() -> str:
    """The library, as `tests/js/check.sh install` keeps it. In CI it must be there."""
    if not AXE.exists():
        reason = "no axe-core (tests/js/check.sh install)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return AXE.read_text()


@pytest.fixture(scope="module")
def alice(browser: Browser, furnished: ServedSite) -> Iterator[Page]:
    """Somebody on the staff who has played, at a site where there is something to see."""
    context = browser.new_context(base_url=furnished.url)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    yield page
    context.close()


def _wear(page: Page, theme: Theme, width: int) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size(ViewportSize(width=width, height=844))


def _violations(page: Page, axe: str) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found: list[str] = page.evaluate(RUN)
    return found


def _addresses() -> list[str]:
    """An address of every route that may be a page."""
    found = []
    for route, names in ROUTES:
        if route.endswith((".json", ".svg", ".ico")) or "figure.json" in route:
            continue
        values = dict(zip(names, (FOR[name][0] for name in names), strict=True))
        if route in NAMES:
            values[names[0]] = NAMES[route]
        found.append("/" + route.format(**values))
    return found


def test_no_page_has_a_violation(alice: Page, axe: str) -> None:
    found: dict[str, list[str]] = {}
    seen = set()
    looks = cycle(LOOKS)
    # Drawings are images here, and take longest to load.
    alice.route("**/plotly*", lambda route: route.abort())
    for address in _addresses():
        allowed = alice.request.fetch(address, method="OPTIONS").headers.get("allow", "GET")
        if "GET" not in allowed:
            continue
        answer = alice.goto(address)
        kind = answer.headers.get("content-type", "")
        if not kind.startswith("text/html") or alice.url in seen:
            continue
        seen.add(alice.url)
        _wear(alice, "light", 320)
        if pixels := sideways(alice):
            found[address] = [f"{pixels} pixels stick out at a width of 320"]
        for theme, width in LOOKS if address in MATRIX else [next(looks)]:
            _wear(alice, theme, width)
            if wrong := _violations(alice, axe):
                found[f"{address} {theme} {width}"] = wrong
    assert len(seen) > 40
    assert found == {}


def _look_all_over(page: Page, axe: str, looks: list[tuple[Theme, int]] = LOOKS) -> None:
    found = {}
    for theme, width in looks:
        _wear(page, theme, width)
        if wrong := _violations(page, axe):
            found[theme, width] = wrong
    assert found == {}


def test_no_table_has_a_violation(page: Page, axe: str) -> None:
    page.add_init_script("localStorage.setItem('conventions', 'on')")
    sit_down(page, 5)
    said = page.locator(".board.layer .said:visible")
    # The cards that a clue names may be played before the turn comes back.
    for _ in range(5):
        give_a_clue(page)
        wait_for_turn(page)
        if said.count():
            break
    page.locator(".mine .card").first.click()
    expect(said.first).to_be_visible()
    _look_all_over(page, axe)
    _wear(page, *LOOKS[0])
    page.locator(".value[aria-disabled=false]").first.focus()
    expect(page.locator(".sentence")).to_contain_text("touches")
    _look_all_over(page, axe, LOOKS[3:4])


def test_no_sheet_of_a_table_has_a_violation(page: Page, axe: str) -> None:
    sit_down(page)
    page.get_by_role("button", name="Keys and options").click()
    expect(page.locator("#options-sheet")).to_be_visible()
    _look_all_over(page, axe, LOOKS[:2])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pace").click()
    expect(page.locator("#figures-sheet .formula").first).not_to_be_empty()
    _look_all_over(page, axe, LOOKS[2:4])
    page.keyboard.press("Escape")
    page.locator(".mine .card").first.focus()
    page.keyboard.press("n")
    expect(page.locator(".card-sheet")).to_be_visible()
    _look_all_over(page, axe, LOOKS[4:])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".aid li").first).to_be_visible()
    _look_all_over(page, axe, LOOKS[:2])
    page.keyboard.press("Escape")
    for name in ("Log", "Discards"):
        page.get_by_role("button", name=name, exact=True).click()
        _look_all_over(page, axe, LOOKS[4:5])
        page.keyboard.press("Escape")


def test_no_state_of_a_table_has_a_violation(page: Page, axe: str) -> None:
    page.route("**/coach.json", lambda route: route.fulfill(json=COACHED))
    sit_down(page)
    give_a_clue(page)
    wait_for_turn(page)
    page.get_by_role("button", name="Go to turn 1").click()
    expect(page.locator(".rewind")).to_be_visible()
    _look_all_over(page, axe, LOOKS[:2])
    page.get_by_role("button", name="Back to now").click()
    give_up(page)
    expect(page.locator(".coach li")).to_have_count(1)
    _look_all_over(page, axe, LOOKS[2:4])


def test_text_mode_has_no_violation(page: Page, axe: str) -> None:
    page.add_init_script("localStorage.setItem('text', 'on')")
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="touches slot").first.click()
    expect(page.get_by_role("button", name="Give this clue")).to_be_visible()
    _look_all_over(page, axe)


def test_agents_alone_and_the_lesson_have_no_violation(open_page: OpenPage, axe: str) -> None:
    page = open_page()
    page.goto("/watch/")
    page.get_by_label("Start paused").check()
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector(".board")
    _look_all_over(page, axe, LOOKS[:3])
    page.goto("/learn/1/")
    page.wait_for_selector(".board")
    _look_all_over(page, axe, LOOKS[3:])


def test_a_waiting_room_and_its_chat_have_no_violation(open_page: OpenPage, axe: str) -> None:
    ana, ben = open_page(), open_page()
    link = open_table(ana)
    _look_all_over(ana, axe, LOOKS[:2])
    ben.goto(link)
    _look_all_over(ben, axe, LOOKS[2:4])
    sit_here(ben)
    wait_for_turn(ana)
    _wear(ana, *LOOKS[4])
    ana.get_by_role("button", name="Chat", exact=True).click()
    ana.get_by_role("button", name="Nice!").click()
    expect(ana.locator("#chat-sheet .lines")).to_contain_text("Nice!")
    _look_all_over(ana, axe, LOOKS[4:])


def test_a_replay_in_text_mode_has_no_violation(alice: Page, axe: str) -> None:
    alice.goto("/replays/over/?text=1#9")
    alice.wait_for_selector(".in-words")
    _look_all_over(alice, axe, LOOKS[:2])
