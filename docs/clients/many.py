"""An agent that answers for many games at once: python many.py wss://your.site/ws/agents/ TOKEN
[pool:literature7]

It receives observations as bits, like a neural network, and takes the legal action with the highest
number, which is a clue if one is legal. It needs the packages websockets and numpy.
"""

import asyncio
import base64
import json
import sys
import time

import numpy as np
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GAMES = 1000


def decide(message):
    """Return one action for each game, chosen from its legal actions."""
    rows = np.frombuffer(base64.b64decode(message["observations"]), np.uint8)
    rows = rows.reshape(len(message["legal"]), message["bytes"])
    bits = np.unpackbits(rows, axis=1, count=message["bits"], bitorder="little")
    assert len(bits) == len(message["legal"])  # Your network would take these.
    return [legal.bit_length() - 1 for legal in message["legal"]]


async def play(address, token, pool):
    """Connect, play all games, and return the server's report and the games played a second."""
    hello = {"t": "hello", "token": token, "name": "Many", "pool": pool, "games": GAMES}
    async with connect(address, max_size=2**24) as line:
        await line.send(json.dumps({**hello, "at_once": 1000, "view": "bits"}))
        began = time.monotonic()
        async for text in line:
            message = json.loads(text)
            if message["t"] == "decide_bits":
                await line.send(json.dumps({"t": "actions", "actions": decide(message)}))
            else:
                return message, time.monotonic() - began
    return {"t": "refused", "words": "The server hung up."}, 0.0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pool = sys.argv[3] if len(sys.argv) > 3 else "pool:literature7"
    try:
        answer, seconds = asyncio.run(play(sys.argv[1], sys.argv[2], pool))
    except (OSError, WebSocketException) as error:
        sys.exit(f"Cannot play at {sys.argv[1]}: {error}")
    if report := answer.get("report"):
        games = GAMES * (len(report["members"]) + 1)  # And with itself.
        sys.stderr.write(f"{games} games, {games / seconds:.0f} a second\n")
    sys.stdout.write(json.dumps(answer.get("report") or answer))
    sys.exit(answer["t"] == "refused")
