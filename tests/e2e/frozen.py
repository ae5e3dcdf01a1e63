"""A network between a browser and the site that can go dead: nothing is closed, nothing arrives."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Network:
    """Passes bytes on between `url` and a port of this machine, while it flows."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.flows = threading.Event()
        self.flows.set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    @contextmanager
    def dead(self) -> Iterator[None]:
        """For a while what is sent waits on the way, in both directions."""
        self.flows.clear()
        yield
        self.flows.set()

    def close(self) -> None:
        self.flows.set()
        self.door.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self.door.accept()
                there = socket.create_connection(("127.0.0.1", self.port))
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self.flows.wait()
                other.sendall(data)
            self.flows.wait()
            other.shutdown(socket.SHUT_WR)
