"""An agent behind a socket, as somebody else would write one: it makes the first legal move.

python tests/analysis/socket_agent.py 9000
manage.py evaluate socket:127.0.0.1:9000 --pool pool:literature7 --games 10 --seed 1
"""

import json
import socketserver
import sys


class Handler(socketserver.StreamRequestHandler):
    """One session: a line in, a line out."""

    def handle(self) -> None:
        for line in self.rfile:
            message = json.loads(line)
            if message["t"] == "hello":
                self.answer({"t": "hello", "name": "First Legal", "version": "1"})
            elif message["t"] == "decide":
                self.answer({"t": "move", "move": self.choose(message["view"])})

    def choose(self, view: dict[str, list[str]]) -> str:
        return view["legal"][0]

    def answer(self, message: dict[str, str]) -> None:
        self.wfile.write(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    with socketserver.ThreadingTCPServer(("127.0.0.1", int(sys.argv[1])), Handler) as server:
        server.serve_forever()
