"""Messages get lost or changed on the way: the board notices, asks again, says what it heard."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.table import (
    assert_every_turn_is_there_once,
    give_a_clue,
    sit_down,
    turns,
    wait_for_turn,
    wait_for_turns,
)


class Line:
    """The wire between a page and the site, which can lose or change what is said."""

    def __init__(self, page: Page) -> None:
        self.lose: set[str] = set()
        """Kinds of messages: the next one of any of them is lost."""
        self.change: dict[str, Any] = {}
        self.garble: dict[str, Any] = {}
        self.asked: list[dict[str, Any]] = []
        self.newest = 0
        """The latest version that the page has: it is rendered with the first."""
        page.route_web_socket("**/ws/tables/**", self._connect)

    def _connect(self, client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def from_client(text: str | bytes) -> None:
            message = json.loads(text)
            self.asked.append(message)
            if message["t"] == "clue":
                message |= self.garble
            server.send(json.dumps(message))

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] in self.lose and not self._repeats(message):
                self.lose = set()
                return
            if "frame" in message:
                self.newest = message["v"]
            message.get("frame", {}).update(self.change)
            client.send(json.dumps(message))

        client.on_message(from_client)
        server.on_message(from_server)

    def _repeats(self, message: dict[str, Any]) -> bool:
        """Whether it brings no version that the page lacks, so that nobody misses it."""
        return "frame" in message and message["v"] <= self.newest


def test_a_lost_update_is_requested_again(page: Page) -> None:
    line = Line(page)
    sit_down(page)
    # A bot that answers at once makes one frame of two updates.
    line.lose = {"update", "frame"}
    give_a_clue(page)
    assert wait_for_turn(page)
    # The board is drawn in the moment in which the page asks; the missing line comes by the answer.
    wait_for_turns(page, 2)
    assert {"t": "sync"} in line.asked
    assert_every_turn_is_there_once(page)


def test_a_move_whose_acknowledgement_is_lost_is_sent_again_and_made_once(page: Page) -> None:
    line = Line(page)
    sit_down(page)
    line.lose = {"ack"}
    give_a_clue(page)
    assert wait_for_turn(page)
    page.reload()
    assert wait_for_turn(page)
    assert len(turns(page)) == 2


def test_a_refused_move_is_shown_with_a_message(page: Page) -> None:
    line = Line(page)
    sit_down(page)
    line.garble = {"v": 99}
    page.locator(".value[aria-disabled=false]").first.click()
    expect(page.locator(".sentence")).to_contain_text("moved on")
    assert turns(page) == []


def test_an_agent_that_failed_can_be_replaced(page: Page) -> None:
    line = Line(page)
    line.change = {"trouble": {"seat": 1, "text": "Piers could not move: it is broken."}}
    sit_down(page)
    notice = page.locator(".trouble:has(select)")
    expect(notice).to_contain_text("Piers could not move")
    line.change = {"trouble": None}
    notice.get_by_label("Continue with").select_option("rules:iggi")
    notice.get_by_role("button", name="Replace the bot").click()
    expect(notice).to_be_hidden()
    expect(page.locator(".mates .name")).to_have_text("Ida")
