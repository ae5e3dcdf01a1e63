"""`manage.py serve`: says where it is, refuses a taken port, stops cleanly."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hanabi_site.management.commands.serve import MAX_FRAME_BYTES
from tests.serving import ROOT, START_SECONDS, ServedSite, free_port
from tests.sockets import PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    site = ServedSite(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.kill()


def test_the_printed_address_answers(site: ServedSite) -> None:
    with urlopen(f"{site.url}/healthz", timeout=PATIENCE) as response:
        assert response.read() == b"ok"


def test_a_long_game_is_sent_whole(site: ServedSite) -> None:
    """With every move and its reason it is longer than anything that a client may send."""
    site.manage("demo")
    address = site.url.replace("http", "ws")
    with connect(f"{address}/ws/tables/demo-piers/", origin=site.url) as socket:
        texts = iter(lambda: str(socket.recv(timeout=PATIENCE)), "")
        whole = next(text for text in texts if json.loads(text)["t"] == "frame")
    assert len(whole) > MAX_FRAME_BYTES


def test_an_address_without_a_socket_is_refused(site: ServedSite) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"{site.url.replace('http', 'ws')}/ws/nowhere/", origin=site.url)


def refused(site: ServedSite, *options: str, **environment: str) -> str:
    """What a second server says that does not start."""
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", *options],
        cwd=ROOT,
        env=site.environment | environment,
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert second.returncode != 0
    assert "Traceback" not in second.stderr
    return second.stderr


def test_a_taken_port_is_refused_with_a_message(site: ServedSite) -> None:
    said = refused(site, "--port", str(site.port))
    assert f"Cannot listen on 127.0.0.1:{site.port}" in said
    assert f"PORT={site.port + 1} make" in said


def test_another_port_is_advised_only_if_that_helps(site: ServedSite) -> None:
    for options in (("--port", "99999"), ("--host", "192.0.2.1"), ("--host", "")):
        assert "make" not in refused(site, *options)


def test_a_database_that_was_not_prepared_is_refused(site: ServedSite, tmp_path: Path) -> None:
    new = {"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3"}
    assert "manage.py prepare" in refused(site, "--port", str(free_port()), **new)


def test_the_server_stops_with_status_0_and_no_traceback(site: ServedSite) -> None:
    assert site.stop() == 0
    assert "Traceback" not in site.log.read_text()
