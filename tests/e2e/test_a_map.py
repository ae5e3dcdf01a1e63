"""An archive's map by pointer and by keyboard."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.serving import ROOT, ServedSite

STAFF = (
    "from django.contrib.auth.models import User;"
    "User.objects.create_superuser('boss', password='only for tests')"
)


@pytest.fixture
def worker(site: ServedSite) -> Iterator[None]:
    """A worker beside the site, as `make` starts one."""
    command = [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--no-reload"]
    process = subprocess.Popen(command, cwd=ROOT, env=site.environment)
    yield
    process.terminate()
    process.wait(timeout=60)


def test_a_cell_is_found_and_opened_by_keyboard(page: Page) -> None:
    page.goto("/analysis/runs/paper-1/")
    told = page.locator(".told h2")
    expect(told).to_have_text("Cell 9,16")
    expect(page.locator(".told")).to_contain_text("Communicativeness")
    expect(page.get_by_role("link", name="Best partner 10,17")).to_be_visible()
    page.locator("[data-drawing]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(told).to_have_text("Cell 10,17")
    page.keyboard.press("Enter")
    page.wait_for_url("**/paper-1/10,17/")
    expect(page.locator("h1")).to_have_text("Cell 10,17")
    page.go_back()
    expect(told).to_have_text("Cell 10,17")
    page.go_forward()
    page.get_by_role("button", name="Play with it").click()
    page.wait_for_selector(".board")


def test_a_click_on_the_map_offers_a_game_with_the_bot_of_that_cell(page: Page) -> None:
    page.goto("/analysis/runs/paper-1/")
    told = page.locator(".told")
    expect(told.locator(".said")).to_have_text("Clues often, careful, 20.3 points")
    page.locator("[data-drawing] .nsewdrag").first.click()
    fixed = told.locator("h2").inner_text()
    page.locator("[data-drawing] .nsewdrag").first.hover(position={"x": 30, "y": 30})
    expect(told.locator("h2")).to_have_text(fixed)
    told.get_by_role("button", name="Play with this bot").click()
    page.wait_for_selector(".board")
    expect(page.locator(".mates")).to_contain_text(f"Elite {fixed.removeprefix('Cell ')}")


def test_a_map_draws_without_a_word_from_the_browser(page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/analysis/runs/improved-1/?show=pairwise")
    expect(page.locator("[data-drawing] svg").first).to_be_visible()
    expect(page.locator(".told")).to_be_visible()
    assert said == []


def test_the_cursor_stays_when_the_theme_changes(page: Page) -> None:
    page.goto("/analysis/runs/paper-1/")
    cursor = page.locator("[data-drawing] .shapelayer path")
    expect(cursor).to_have_count(1)
    page.get_by_role("button", name="Theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_timeout(300)
    expect(cursor).to_have_count(1)


def test_a_map_is_saved_as_a_picture(page: Page, tmp_path: Path) -> None:
    page.goto("/analysis/runs/paper-1/?show=spread")
    for form, beginning in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=form).click()
        assert saved.value.suggested_filename == f"paper-1-spread.{form.lower()}"
        saved.value.save_as(tmp_path / form)
        assert (tmp_path / form).read_bytes().startswith(beginning)


def test_a_map_on_a_phone_is_no_higher_than_wide(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/analysis/runs/compare/?run=paper-1&run=paper-2")
    expect(page.locator("[data-drawing] svg").first).to_be_visible()
    for drawing in page.locator("[data-drawing]").all():
        assert (box := drawing.bounding_box())["height"] <= box["width"]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_names_of_agents_on_a_map_overlap_no_name_or_point(width: int, page: Page) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/analysis/runs/paper-1/named/")
    drawing = page.locator("[data-drawing]").first
    names, points = drawing.locator(".annotation .bg"), drawing.locator(".points path")
    expect(points.first).to_be_visible()
    expect(names).to_have_count(points.count())
    boxes = [one.bounding_box() for one in [*names.all(), *points.all()]]
    for number, one in enumerate(boxes[: names.count()]):
        for other in boxes[number + 1 :]:
            across = min(one["x"] + one["width"], other["x"] + other["width"])
            down = min(one["y"] + one["height"], other["y"] + other["height"])
            assert across <= max(one["x"], other["x"]) or down <= max(one["y"], other["y"])


def test_numbers_on_a_small_map_are_listed_below_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/analysis/runs/paper-1/named/")
    names = page.locator("[data-drawing] .annotation text")
    expect(names.first).to_be_visible()
    assert set(names.all_text_contents()) <= {str(number) for number in range(1, 100)}
    told = page.locator(".key li")
    expect(told).to_have_count(names.count())
    expect(told.first).to_be_visible()
    rows = page.locator(".figure table").first.locator("tbody tr")
    for number, name in enumerate(told.all_text_contents()):
        assert name in (rows.nth(number).text_content() or "")


def test_names_on_a_map_are_readable_in_forced_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/analysis/runs/paper-1/named/")
    name = page.locator("[data-drawing] .annotation").first
    expect(name).to_be_visible()
    ground, ink = name.evaluate(
        "node => ['.bg', 'text'].map((part) => getComputedStyle(node.querySelector(part)).fill)"
    )
    assert ground != ink


@pytest.mark.usefixtures("worker")
def test_staff_start_a_run_watch_its_map_fill_and_stop_it(page: Page, site: ServedSite) -> None:
    site.manage("shell", "-c", STAFF)
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill("boss")
    page.get_by_label("Password").fill("only for tests")
    page.get_by_role("button", name="Log in").click()
    page.goto("/analysis/runs/")
    page.get_by_role("link", name="Start a run").click()
    page.get_by_label("Name").fill("from-the-page")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/from-the-page/")
    live = page.locator("[data-live]")
    expect(live).to_contain_text("In the making")
    expect(live).to_contain_text("coverage")
    expect(page.locator("[data-number=coverage]")).not_to_have_text("0")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-live]")).to_contain_text("Not finished")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    assert "from-the-page" in page.locator("h1").inner_text()
