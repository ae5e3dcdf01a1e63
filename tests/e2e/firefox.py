"""A real Firefox, driven by WebDriver BiDi (w3.org/TR/webdriver-bidi), which it speaks itself."""

import json
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

SECONDS = 20
"""To start, and for anything that a page is waited for."""
BETWEEN_LOOKS = 0.05
AT_REST = """Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    .map((one) => one.finished)
)"""
KEYS = {
    "Enter": "\ue007",
    "Tab": "\ue004",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}


class Firefox:
    """One window without a screen, with a profile of its own. `errors` is what consoles complained
    of."""

    def __init__(self, program: str, folder: Path, width: int, height: int) -> None:
        self.errors: list[str] = []
        self._ids = count(1)
        self._open = ExitStack()
        quiet = ("--headless", "--no-remote", "--remote-debugging-port", "0")
        self._process = subprocess.Popen(
            [program, *quiet, "--profile", str(folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            address = self._listening(folder / "WebDriverBiDiServer.json")
            self._socket = self._open.enter_context(connect(address, max_size=None))
            self._call("session.new", capabilities={})
            self._call("session.subscribe", events=["log.entryAdded"])
            # In Firefox's first tab the address bar keeps the focus: Enter presses no button there.
            self._window = self._call("browsingContext.create", type="tab")["context"]
            size = {"width": width, "height": height}
            self._call("browsingContext.setViewport", context=self._window, viewport=size)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._open.close()
        self._process.kill()
        self._process.wait()

    def goto(self, address: str) -> None:
        """Open a page and wait until it has loaded."""
        self._call("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def read(self, expression: str) -> Any:
        """What a JavaScript expression is on the page, by way of JSON."""
        found = self._evaluate(f"JSON.stringify({expression})")
        return json.loads(found["value"]) if "value" in found else None

    def wait_for(self, expression: str) -> Any:
        """Wait until an expression is true on the page, and say what it is. Raises
        AssertionError."""
        deadline = time.monotonic() + SECONDS
        while not (found := self.read(expression)):
            assert time.monotonic() < deadline, f"{expression} did not come true"
            time.sleep(BETWEEN_LOOKS)
        return found

    def press(self, *keys: str) -> None:
        """Keys by name or character, one after the other."""
        values = [KEYS.get(key, key) for key in keys]
        actions = [
            {"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, expression: str) -> None:
        """The left button of the mouse, in the middle of an element, once nothing moves there."""
        self._evaluate(f"{expression}.scrollIntoView({{block: 'center'}})")
        self._evaluate(AT_REST)
        node = self._evaluate(expression)
        middle = {"type": "element", "element": {"sharedId": node["sharedId"]}}
        actions = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": middle},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def _act(self, source: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._window, actions=[source])

    def _evaluate(self, expression: str) -> dict[str, Any]:
        """Raises AssertionError with what the page threw."""
        told = self._call(
            "script.evaluate",
            expression=expression,
            target={"context": self._window},
            awaitPromise=True,
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        result: dict[str, Any] = told["result"]
        return result

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Its result, once it has come; what the consoles say before is kept."""
        asked = next(self._ids)
        self._socket.send(json.dumps({"id": asked, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv(timeout=SECONDS))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == asked:
                assert told["type"] == "success", f"{method}: {told.get('message')}"
                result: dict[str, Any] = told["result"]
                return result

    @staticmethod
    def _listening(file: Path) -> str:
        """Its address, which it writes into its profile once it listens."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if file.exists() and (told := file.read_text()):
                at = json.loads(told)
                return f"ws://{at['ws_host']}:{at['ws_port']}/session"
            time.sleep(BETWEEN_LOOKS)
        raise RuntimeError("Firefox does not listen.")
