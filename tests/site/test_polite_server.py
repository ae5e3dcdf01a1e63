"""The server says goodbye: a close code for every socket, a disconnect for every consumer."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.serving import ROOT, free_port
from tests.sockets import PATIENCE

pytestmark = pytest.mark.long


class Greeter:
    def __init__(self) -> None:
        self.sockets = ExitStack()
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.site.greeter", str(self.port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout.readline() == "ready\n"

    def connect(self, path: str = "") -> ClientConnection:
        address = f"ws://127.0.0.1:{self.port}/{path}"
        client = self.sockets.enter_context(connect(address, max_queue=1))
        assert client.recv(timeout=PATIENCE) == "hello"
        return client

    def terminate(self) -> tuple[int, str, str]:
        """Exit status, output and error output after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output, errors


@pytest.fixture
def greeter() -> Iterator[Greeter]:
    greeter = Greeter()
    yield greeter
    greeter.process.kill()
    greeter.process.wait()
    greeter.sockets.close()


def close_code(client: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed):
        client.recv(timeout=PATIENCE)
    return client.close_code


def test_clients_see_a_restart_and_consumers_their_disconnect(greeter: Greeter) -> None:
    clients = [greeter.connect() for _ in range(3)]
    greeter.process.send_signal(signal.SIGTERM)
    assert [close_code(client) for client in clients] == [1012, 1012, 1012]
    output, errors = greeter.process.communicate(timeout=PATIENCE)
    assert greeter.process.returncode == 0
    assert output.count("goodbye") == 3
    assert "never retrieved" not in errors
    assert "destroyed" not in errors


def test_a_socket_whose_application_just_ended_does_not_break_the_stop(greeter: Greeter) -> None:
    client = greeter.connect("brief")
    status, _, errors = greeter.terminate()
    assert (status, close_code(client)) == (0, 1012)
    assert "KeyError" not in errors


def test_an_application_that_will_not_end_is_cancelled(greeter: Greeter) -> None:
    client = greeter.connect("stubborn")
    status, output, errors = greeter.terminate()
    assert (status, close_code(client)) == (0, 1012)
    assert "goodbye" not in output
    assert "destroyed" not in errors


def test_a_failing_start_hook_is_logged_and_the_site_goes_on(greeter: Greeter) -> None:
    greeter.connect()
    status, _, errors = greeter.terminate()
    assert status == 0
    assert "must not stop the server" in errors


def test_a_client_that_does_not_read_is_dropped_while_others_are_served(greeter: Greeter) -> None:
    idle = greeter.connect("flood")
    assert greeter.process.stdout.readline() == "goodbye\n"
    greeter.connect()
    with suppress(ConnectionClosed):
        while True:
            assert idle.recv(timeout=PATIENCE)
