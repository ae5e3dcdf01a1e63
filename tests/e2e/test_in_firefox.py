"""The main journeys once more, in Firefox: the front page, the first lesson, a whole game by
keyboard, its replay."""

import json
import os
import re
import shutil
from collections.abc import Iterator

import pytest

from game.learn.lesson import lessons
from tests.e2e.firefox import Firefox
from tests.e2e.table import OVER
from tests.serving import ServedSite

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
LONGEST_GAME, PRESSES = 60, 60
ASKED = (
    "['.where', '.ask', '.primary'].map("
    "one => document.querySelector(`.guide ${one}`)?.textContent ?? '')"
)
TURN = f"document.querySelector('.dock.turn, {OVER}') !== null"
NUMBERS = "[...document.querySelectorAll('.entry .turn-number')].map(node => +node.textContent)"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One Firefox for the whole file. In CI it must be there."""
    if PROGRAM is None:
        reason = "no Firefox (sudo apt install firefox-esr)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    window = Firefox(PROGRAM, tmp_path_factory.mktemp("firefox"), 1280, 800)
    yield window
    window.close()


@pytest.fixture
def firefox(window: Firefox) -> Iterator[Firefox]:
    """Its console must stay free of errors."""
    window.errors.clear()
    yield window
    assert window.errors == []


def test_the_lesson_is_finished_by_who_presses_what_it_asks_for(
    firefox: Firefox, calm_site: ServedSite
) -> None:
    firefox.goto(f"{calm_site.url}/learn/1/")
    firefox.wait_for(_one(".guide"))
    for _ in range(PRESSES):
        if _step(firefox) == len(lessons()[0].texts):
            break
        before = firefox.read(ASKED)
        firefox.click(_asked_for(before[1]))
        firefox.wait_for(f"String({ASKED}) !== {json.dumps(','.join(before))}")
    assert "24 of 25 points" in firefox.read("document.querySelector('.guide .say').textContent")


def test_the_front_page_plays_itself_and_seats_a_person_with_a_bot(
    firefox: Firefox, calm_site: ServedSite
) -> None:
    firefox.goto(calm_site.url)
    told = "document.querySelector('hanabi-showcase .last-move .turn-number')?.textContent"
    first = firefox.wait_for(told)
    firefox.wait_for(f"{told} !== '{first}'")
    firefox.read("document.querySelector('[name=name]').select() ?? true")
    firefox.press(*"Ana", "Enter")
    firefox.wait_for(TURN)
    assert firefox.read("document.querySelectorAll('.mine .card').length") == 5


def test_a_whole_game_and_its_replay_by_keyboard(firefox: Firefox, calm_site: ServedSite) -> None:
    _sit_down(firefox, calm_site)
    for _ in range(LONGEST_GAME):
        firefox.wait_for(TURN)
        if firefox.read(_one(OVER)):
            break
        before = firefox.read("document.querySelector('hanabi-table').dataset.version")
        _move(firefox)
        firefox.wait_for(f"document.querySelector('hanabi-table').dataset.version !== '{before}'")
    assert "of 15 points" in firefox.read(f"document.querySelector('{OVER}').textContent")
    played = [number for number in firefox.read(NUMBERS) if number]
    assert played == list(range(len(played), 0, -1))
    firefox.goto(firefox.read(f"document.querySelector('{OVER} a[href*=replay]').href"))
    firefox.wait_for(_one(".scrubber"))
    firefox.press("End", "ArrowLeft", "ArrowLeft", "ArrowRight")
    firefox.wait_for(f"location.hash === '#{len(played) - 1}'")
    firefox.press("Home")
    firefox.wait_for(f"{NUMBERS}.length === 0")


def _sit_down(firefox: Firefox, site: ServedSite) -> None:
    """At a new table of three suits, whose bot moves at once."""
    firefox.goto(f"{site.url}/tables/new/")
    firefox.read("document.querySelector('[name=delay]').append(new Option(0, 0, true, true)) ?? 0")
    firefox.read("document.querySelector('[name=variant]').value = '3 Suits'")
    firefox.read("document.querySelector('[name=name]').select() ?? true")
    firefox.press(*"Ana", "Enter")


def _one(selector: str) -> str:
    return f"document.querySelector('{selector}') !== null"


def _step(firefox: Firefox) -> int:
    return int(firefox.read("document.querySelector('.guide .where').textContent").split()[1])


def _asked_for(words: str) -> str:
    """The control that the page's own words ask for."""
    if slot := re.fullmatch(r"Choose your (slot \d)\.", words):
        return _named(f"Your {slot[1]}")
    if clue := re.fullmatch(r"Press (\w+) under Clue Robin\.", words):
        return _named(f"Clue {clue[1]} to Robin")
    if button := re.fullmatch(r"Press (.+?)\.?", words):
        return _named(button[1])
    return "document.querySelector('.guide > .primary')"


def _named(name: str) -> str:
    """The button whose name begins so."""
    told = "(node.getAttribute('aria-label') ?? node.textContent).trim()"
    return f"[...document.querySelectorAll('button')].find(node => {told}.startsWith('{name}'))"


def _move(firefox: Firefox) -> None:
    """Play what must be playable, else discard the oldest card, else give the first legal clue."""
    cards = firefox.read(
        "[...document.querySelectorAll('.mine .card')].map(card =>"
        " [card.querySelectorAll('.cell.on').length,"
        " card.querySelectorAll('.cell.on.playable').length])"
    )
    sure = [slot for slot, (on, fits) in enumerate(cards, start=1) if on and on == fits]
    tokens = firefox.read("document.querySelector('.status .clues .value').innerText")
    if sure:
        firefox.press("a", str(sure[0]))
    elif tokens != "8":
        firefox.press("d", str(len(cards)))
        if firefox.read(_one(".guarded")):
            firefox.wait_for("!document.querySelector('.guard .yes').disabled")
            firefox.press("Tab", "Enter")
    else:
        for key in "qwert":
            firefox.press(key)
            if firefox.read(f"{_named('Give')}.getAttribute('aria-disabled')") == "false":
                firefox.press("Enter")
                return
