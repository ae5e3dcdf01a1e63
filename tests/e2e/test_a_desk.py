"""A table on a desk's screen or a low one: my hand and what I can do are on it, whatever stands
above them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.table import OVER, give_up, sit_down


def is_whole(part: Locator) -> bool:
    """Whether nothing of it lies outside the window, without scrolling."""
    part.wait_for()
    box, window = part.bounding_box(), part.page.viewport_size
    return (
        min(box["x"], box["y"]) >= 0
        and box["x"] + box["width"] <= window["width"]
        and box["y"] + box["height"] <= window["height"]
    )


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("address", ["/learn/1/", "/puzzles/1/"])
def test_text_beside_a_board_leaves_the_hand_and_the_actions_on_screen(
    address: str, width: int, height: int, open_page: Callable[..., Page]
) -> None:
    page = open_page({"width": width, "height": height})
    page.goto(address)
    assert is_whole(page.locator(".hand.mine .cards"))
    assert is_whole(page.locator(".dock .values").last)


def test_the_whole_table_fits_a_laptops_window(open_page: Callable[..., Page]) -> None:
    page = open_page({"width": 1366, "height": 650})
    sit_down(page)
    for part in (".mates", ".middle", ".hand.mine", ".dock"):
        assert is_whole(page.locator(part)), part


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_phone_on_its_side_shows_the_table_and_the_actions(
    players: int, open_page: Callable[..., Page]
) -> None:
    page = open_page({"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    sit_down(page, players)
    for width, height in ((740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for part in (".hand.mine .cards", ".dock", ".dock .values", ".dock .aids", ".sheets"):
            assert is_whole(page.locator(part)), part
        for button in page.locator(":is(.dock, .sheets) button:visible").all():
            assert button.bounding_box()["height"] >= 40, button.text_content()
        hand = page.locator(".hand.mine").bounding_box()
        for part in (".status", ".mates", *([".stacks"] if players < 4 else [])):
            box = page.locator(part).bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= hand["y"], part


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_table_of_any_size_fits_a_desktop_window(players: int, page: Page) -> None:
    sit_down(page, players)
    assert is_whole(page.locator(".hand.mine"))
    assert is_whole(page.locator(".dock"))
    if players == 5:
        faces = page.locator(".mates .card .face")
        for width, height, least in ((1280, 800, 84), (1920, 1080, 110)):
            page.set_viewport_size({"width": width, "height": height})
            assert faces.first.bounding_box()["width"] >= least


def test_the_button_beside_a_note_is_inside_its_sheet(page: Page) -> None:
    sit_down(page)
    page.locator(".mine .card").first.click()
    page.keyboard.press("n")
    sheet = page.locator(".card-sheet")
    save = sheet.get_by_role("button", name="Save")
    expect(save).to_be_visible()
    whole, button = sheet.bounding_box(), save.bounding_box()
    assert button["x"] + button["width"] < whole["x"] + whole["width"]


def test_the_ending_of_a_game_is_above_the_hands(page: Page) -> None:
    sit_down(page)
    give_up(page)
    assert is_whole(page.locator(OVER))
    assert is_whole(page.locator(".mates"))
