"""Agents behind a socket are evaluated like any other, and refused in words when they fail."""

import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents import challengers
from agents.challengers import challenger
from agents.contract import AgentError
from native import Game, Rules
from tests.analysis.socket_agent import Handler
from tests.game.conftest import said

pytestmark = pytest.mark.long

Server = socketserver.ThreadingTCPServer


class Illegal(Handler):
    def choose(self, view: dict[str, Any]) -> str:
        return "p9"


class Babbling(Handler):
    def answer(self, message: dict[str, str]) -> None:
        self.wfile.write(b"Hello there\n")


class Silent(Handler):
    def handle(self) -> None:
        """Listens once and hangs up."""
        self.rfile.readline()


def served(handler: type[Handler]) -> Iterator[str]:
    with Server(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"socket:127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def first_legal() -> Iterator[str]:
    yield from served(Handler)


@pytest.mark.django_db
def test_an_agent_behind_a_socket_scores_as_the_same_agent_in_python(first_legal: str) -> None:
    options = {"pool": "rules:iggi;rules:piers", "games": 6, "seed": "s", "json": True}
    reports = [
        json.loads(said("evaluate", address, **options))
        for address in (first_legal, "python:tests.analysis.challengers:FirstLegal")
    ]
    assert reports[0]["agent"] == first_legal
    assert reports[0]["mean"] == reports[1]["mean"]
    assert reports[0]["self_play"] == reports[1]["self_play"]


def test_an_agent_behind_a_socket_has_the_title_and_version_that_it_sends(first_legal: str) -> None:
    entry = challenger(first_legal)
    assert (entry.title, entry.version) == ("First Legal", "1")


@pytest.mark.parametrize(
    ("handler", "words"),
    [
        (Illegal, "did not answer with a move"),
        (Babbling, "did not answer with JSON"),
        (Silent, "disconnected"),
    ],
)
def test_an_invalid_answer_ends_with_a_message(handler: type[Handler], words: str) -> None:
    for address in served(handler):
        with pytest.raises(AgentError, match=words):
            challenger(address).agent("1").decide(Game(Rules(2), seed=1).view(0))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("socket:127.0.0.1:1", "Nothing listens"),
        ("socket:nowhere", "Write socket:HOST:PORT"),
        ("socket:127.0.0.1:x", "Write socket:HOST:PORT"),
        ("socket:/no/such/socket", "Nothing listens"),
    ],
)
def test_an_address_without_a_listening_agent_is_refused(address: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        challenger(address)


@pytest.mark.parametrize(("letters", "fits"), [(60_000, True), (70_000, False)])
def test_an_answer_longer_than_the_limit_is_refused(letters: int, fits: bool) -> None:
    class Chatty(Handler):
        def answer(self, message: dict[str, str]) -> None:
            self.wfile.write(json.dumps({"t": "hello", "name": "A" * letters}).encode() + b"\n")

    for address in served(Chatty):
        if fits:
            assert challenger(address).title == "A" * 60
        else:
            with pytest.raises(AgentError, match="line is too long"):
                challenger(address)


def test_an_agent_that_thinks_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(challengers, "ANSWER_SECONDS", 0.05)
    place = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as local, socket.create_server(("127.0.0.1", 0)) as far:
        local.bind(str(place))
        local.listen()
        for address in (f"socket:{place}", f"socket:127.0.0.1:{far.getsockname()[1]}"):
            with pytest.raises(AgentError) as refusal:
                challenger(address)
            assert str(refusal.value) == f"{address} gave no answer within 0.05 seconds."
