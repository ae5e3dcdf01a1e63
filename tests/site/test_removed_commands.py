"""A removed command names the one to call instead."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from hanabi_site.operations.removed_commands import SUCCESSORS


@pytest.mark.parametrize("name", SUCCESSORS)
def test_the_successor_of_a_removed_command_exists(name: str) -> None:
    assert name not in get_commands()
    program, *arguments = SUCCESSORS[name].split()
    assert program in get_commands() or (program == "python" and find_spec(arguments[1]))


def test_calling_a_removed_command_names_its_successor() -> None:
    called = subprocess.run(
        [sys.executable, "manage.py", "scores"], check=False, capture_output=True, text=True
    )
    assert called.returncode == 1
    assert "manage.py rebuild scores" in called.stderr


def test_the_changelog_lists_every_removed_command_with_its_successor() -> None:
    changelog = Path("CHANGELOG.md").read_text()
    for name, successor in SUCCESSORS.items():
        assert f"| `{name}` | `{successor}` |" in changelog
