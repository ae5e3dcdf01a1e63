"""Generate docs/commands.md: every command of the project with its help and arguments."""

import argparse
from functools import partial
from pathlib import Path

from django.core.management import BaseCommand, get_commands, load_command_class

FILE = Path(__file__).parents[2] / "docs" / "commands.md"
ROOMS = {
    "game": "Tables and replays",
    "agents": "Agents and how they are made",
    "analysis": "Measuring and comparing",
    "hanabi_site": "Running the site",
}
WIDTH = 110
"""The largest width of a usage line in docs/commands.md, in characters."""
DJANGOS = {
    "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color",
    "--force-color", "--skip-checks", "--help",
}  # fmt: skip
"""Options that Django adds to every command; the page leaves them out."""

HEAD = """# Commands

Each is called as `.venv/bin/python manage.py COMMAND`. An agent is an address, such as
`rules:piers`. Long commands show their progress; Ctrl+C ends them with status 130 and a
message that says what was saved. `manage.py rebuild commands` writes this page.
"""


def text() -> str:
    """Return the text of docs/commands.md: every command of manage.py with its help."""
    owners = get_commands()
    parts = [HEAD]
    for room, title in ROOMS.items():
        parts.append(f"\n## {title}\n")
        for name in sorted(name for name, owner in owners.items() if owner == room):
            command = load_command_class(room, name)
            # `migrate` and the like keep Django's help.
            if "help" in vars(type(command)):
                parts.append(_section(name, command))
    return "".join(parts)


def _section(name: str, command: BaseCommand) -> str:
    parser = command.create_parser("manage.py", name)
    shown = argparse.ArgumentParser(
        prog=name, add_help=False, formatter_class=partial(argparse.HelpFormatter, width=WIDTH)
    )
    lines = []
    for action in parser._actions:
        if not DJANGOS & set(action.option_strings):
            shown._add_action(action)
            if action.option_strings and action.help not in (None, argparse.SUPPRESS):
                lines.append(f"- `{action.option_strings[0]}`: {_plain(action)}\n")
    usage = shown.format_usage().removeprefix("usage: ").rstrip()
    options = f"\n{''.join(lines)}" if lines else ""
    return f"\n### {name}\n\n{command.help}\n\n```\n{usage}\n```\n{options}"


def _plain(action: argparse.Action) -> str:
    """Return the option's help, without default values that differ between machines."""
    return (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
