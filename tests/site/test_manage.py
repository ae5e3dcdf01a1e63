"""What `manage.py` itself does."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest
from django.core.management import CommandError, call_command, get_commands

from hanabi_site.management.commands import serve
from hanabi_site.operations.removed_commands import SUCCESSORS

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_closed_pipe_is_no_error_and_a_full_disk_is_reported_in_one_line() -> None:
    """As in `manage.py schemas trace | head -1`."""
    asked = [sys.executable, "manage.py", "schemas", "trace"]
    with Popen(asked, cwd=ROOT, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
    with open("/dev/full", "wb") as full:
        done = run(asked, cwd=ROOT, stdout=full, stderr=PIPE, check=False)
    assert done.stderr == b"[Errno 28] No space left on device\n"


@pytest.mark.slow
def test_a_command_starts_no_threads_and_loads_no_server() -> None:
    """They would wait for each other wherever several processes share the processors. And no
    command but `serve` loads the server, which would double its start."""
    program = "import numpy, os, sys; print(len(os.listdir('/proc/self/task')), *sys.modules)"
    asked = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", program]
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    done = run(asked, cwd=ROOT, env=environment, capture_output=True, check=True)
    threads, *modules = done.stdout.decode().split()
    assert threads == "1"
    assert not {"daphne.server", "twisted", "autobahn"} & set(modules)


@pytest.mark.parametrize(
    ("address", "place"),
    [([], ("127.0.0.1", 8000)), (["8080"], ("127.0.0.1", 8080)), (["::1:80"], ("::1", 80))],
)
def test_runserver_starts_the_same_server_as_serve(
    monkeypatch: pytest.MonkeyPatch, address: list[str], place: tuple[str, int]
) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        serve.Command,
        "handle",
        lambda *_, host, port, study, **__: served.append((host, port, study)),
    )
    call_command("runserver", *address)
    assert served == [(*place, False)]


def test_runserver_refuses_an_invalid_address() -> None:
    with pytest.raises(CommandError, match="PORT or HOST:PORT"):
        call_command("runserver", "here")


@pytest.mark.parametrize("name", SUCCESSORS)
def test_the_successor_of_a_removed_command_exists(name: str) -> None:
    assert name not in get_commands()
    program, *arguments = SUCCESSORS[name].split()
    assert program in get_commands() or (program == "python" and find_spec(arguments[1]))


def test_calling_a_removed_command_names_its_successor() -> None:
    called = run([sys.executable, "manage.py", "scores"], check=False, capture_output=True)
    assert called.returncode == 1
    assert b"manage.py rebuild scores" in called.stderr


def test_the_changelog_lists_every_removed_command_with_its_successor() -> None:
    changelog = Path("CHANGELOG.md").read_text()
    for name, successor in SUCCESSORS.items():
        assert f"| `{name}` | `{successor}` |" in changelog
