"""A tiny ASGI application under the real server, for test_polite_server.py.

Sockets at `/stubborn` never end by themselves; all others say `goodbye` in the output when they
see their disconnect. `/brief` ends at once, `/flood` sends far more than buffers hold.
"""

import asyncio
import sys
from typing import Any

from daphne.endpoints import build_endpoint_description_strings

from hanabi_site.operations.server import PoliteServer


async def greeter(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "hello"})
    if scope["path"] == "/brief":
        return
    if scope["path"] == "/flood":
        for _ in range(1000):
            await send({"type": "websocket.send", "text": "x" * (1 << 16)})
            await asyncio.sleep(0)
    while (await receive())["type"] != "websocket.disconnect":
        pass
    if scope["path"] == "/stubborn":
        await asyncio.sleep(3600)
    report("goodbye")


def report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def ready() -> None:
    report("ready")
    raise RuntimeError("A hook that fails must not stop the server.")


if __name__ == "__main__":
    server = PoliteServer(
        greeter,
        endpoints=build_endpoint_description_strings(host="127.0.0.1", port=int(sys.argv[1])),
        on_listening=ready,
    )
    server.run()
