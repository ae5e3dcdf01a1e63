"""An agent that plays over a socket: python agent.py wss://your.site/ws/agents/ TOKEN
[pool:literature7]

It plays cards that are certain to score, clues playable cards, and otherwise discards its oldest
card. It needs the package websockets.
"""

import asyncio
import json
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException


def playable(view):
    """Return the cards that would go onto a stack now."""
    tops = zip(view["suits"], view["stacks"], strict=True)
    return {f"{suit}{height + 1}" for suit, height in tops if height < 5}


def decide(view):
    """Return the move of the seat to move."""
    seat, now, players = view["seat"], playable(view), view["players"]
    mine = view["cards"][seat]
    for card in mine:
        if set(card["possible"]) <= now:
            return f"p{card['slot']}"
    for step in range(1, players) if view["tokens"] else ():
        for card in view["cards"][(seat + step) % players]:
            if card["card"] in now and not set(card["possible"]) <= now:
                return f"c{step}{card['card'][0] if card['touched'] else card['card'][1]}"
    discards = [f"d{card['slot']}" for card in mine]
    return next((move for move in discards if move in view["legal"]), view["legal"][-1])


async def play(address, token, pool):
    """Connect, play all games that the server asks for, and return the server's report."""
    async with connect(address, max_size=2**22) as line:
        hello = {"t": "hello", "token": token, "name": "Example", "pool": pool, "games": 5}
        await line.send(json.dumps(hello))
        async for text in line:
            message = json.loads(text)
            if message["t"] == "decide":
                await line.send(json.dumps({"t": "move", "move": decide(message["view"])}))
            elif message["t"] in ("report", "refused"):
                return message
    return {"t": "refused", "words": "The server hung up."}


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pool = sys.argv[3] if len(sys.argv) > 3 else "pool:literature7"
    try:
        answer = asyncio.run(play(sys.argv[1], sys.argv[2], pool))
    except (OSError, WebSocketException) as error:
        sys.exit(f"Cannot play at {sys.argv[1]}: {error}")
    sys.stdout.write(json.dumps(answer.get("report") or answer))
    sys.exit(answer["t"] == "refused")
