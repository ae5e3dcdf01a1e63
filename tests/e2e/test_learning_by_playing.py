"""The lessons, finished by who only presses what the page asks for."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from game.learn.lesson import lessons
from tests.e2e.table import SEEN

PRESSES = 80


def step(page: Page) -> int:
    return int((page.locator(".guide .where").text_content() or "").split()[1])


def asked_for(page: Page) -> Locator:
    """What the page's own words ask for: a card of mine, or a button by its text."""
    words = page.locator(".guide .ask").text_content() or ""
    if slot := re.fullmatch(r"Choose your (slot \d)\.", words):
        return page.get_by_role("button", name=re.compile(f"^Your {slot[1]}"))
    if clue := re.fullmatch(r"Press (\w+) under Clue (\w+)\.", words):
        return page.get_by_role("button", name=re.compile(f"^Clue {clue[1]} to {clue[2]}"))
    if button := re.fullmatch(r"Press (.+?)\.?", words):
        return page.get_by_role("button", name=button[1], exact=True)
    return page.locator(".guide > .primary")


def finish(page: Page, press: Callable[[Locator], None], number: int = 1) -> None:
    page.goto(f"/learn/{number}/")
    page.wait_for_selector(".guide")
    last = int((page.locator(".guide .where").text_content() or "").split()[3][:2])
    for _ in range(PRESSES):
        if step(page) == last:
            break
        press(asked_for(page))
    expect(page.get_by_role("link", name="All lessons")).to_be_visible()
    page.goto("/learn/")
    expect(page.locator(".lessons .done")).to_have_count(1)


click, tap = Locator.click, Locator.tap


def type_to(control: Locator) -> None:
    """Tab until what is asked for has the focus, then Enter; cards of a hand by arrows."""
    page, there = control.page, "node => node === document.activeElement"
    for _ in range(60):
        if control.evaluate(there):
            break
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.hand.mine .cards') !== null"):
            for key in ["Home"] + ["ArrowRight"] * 4:
                if not control.evaluate(there):
                    page.keyboard.press(key)
    assert control.evaluate(there)
    page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("number", "press"),
    list(zip(range(2, len(lessons()) + 1), [click, tap, type_to] * 2, strict=False)),
)
def test_a_lesson_is_finished_by_who_presses_what_it_asks_for(
    number: int, press: Callable[[Locator], None], page: Page, phone: Page
) -> None:
    finish(phone if press is tap else page, press, number)


def test_a_lesson_leads_to_a_game(page: Page) -> None:
    page.goto("/learn/2/")
    page.wait_for_selector(".guide")
    page.evaluate("document.querySelector('hanabi-lesson').go(99)")
    page.get_by_role("button", name="Play a real game").click()
    page.wait_for_selector(".dock.turn")


@pytest.mark.parametrize(
    ("press", "width", "height", "also"),
    [
        (click, 1366, 650, [".mine .cards"]),
        (type_to, 900, 700, [".guide", ".mine .cards", ".dock"]),
        (tap, 320, 640, [".mine .cards"]),
    ],
)
def test_in_the_first_lesson_every_requested_control_is_on_screen(
    press: Callable[[Locator], None],
    width: int,
    height: int,
    also: list[str],
    open_page: Callable[..., Page],
) -> None:
    page = open_page({"width": width, "height": height}, has_touch=press is tap)

    def press_on_screen(control: Locator) -> None:
        for part in (control, *map(page.locator, also)):
            box = part.bounding_box()
            assert box["y"] >= 0
            assert int(box["y"] + box["height"]) <= height
        assert all(face.evaluate(SEEN) for face in page.locator(".aimed .face").all())
        press(control)

    finish(page, press_on_screen)


def test_enter_advances_a_lesson_and_a_reload_resumes_at_its_step(page: Page) -> None:
    """“Next” keeps the focus, though “Back” stands before it."""
    page.goto("/learn/1/")
    page.locator(".guide > .primary").click()
    assert step(page) == 2
    page.keyboard.press("Enter")
    assert step(page) == 3
    for index, resumed in ((2, 3), (99, 1)):
        page.evaluate("index => document.querySelector('hanabi-lesson').go(index)", index)
        page.reload()
        page.wait_for_selector(".guide")
        assert step(page) == resumed


def test_a_lesson_refuses_another_move_and_back_undoes_a_step(page: Page) -> None:
    page.goto("/learn/1/")
    while page.locator(".guide .ask").text_content() == "":
        page.locator(".guide > .primary").click()
    before = step(page)
    page.get_by_role("button", name="Clue red to Robin").click()
    expect(page.locator(".dock .sentence")).to_contain_text("Not yet: press 1")
    assert step(page) == before
    asked_for(page).click()
    assert page.locator(".mates .card.touched").count() == 2
    page.get_by_role("button", name="Back").click()
    assert page.locator(".mates .card.touched").count() == 0


@pytest.mark.parametrize("moves", ["no-preference", "reduce"])
def test_a_lesson_can_be_skipped(moves: str, open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion=moves)
    page.goto("/learn/1/")
    page.get_by_role("link", name="Skip", exact=True).click()
    page.wait_for_url("/learn/")
