"""Removed commands of `manage.py` and their replacements."""

from collections.abc import Sequence

SUCCESSORS = {
    "families": "rebuild families",
    "found_again": "check_archive RUN",
    "freeze_pool": "rebuild pool:NAME@VERSION",
    "likeness": "action_agreement --people FILE",
    "load_test": "python -m tests.load",
    "measure_perfect": "rebuild perfect",
    "mine_puzzles": "rebuild puzzles",
    "mwum_strangers": "rebuild strangers",
    "named_agents": "rebuild named:RUN",
    "profiles": "rebuild profiles",
    "protocol_schema": "schemas table",
    "rules": "rebuild rules",
    "scores": "rebuild scores",
    "ship_learners": "rebuild learner:NAME",
    "similarity": "action_agreement",
    "soak": "python -m tests.soak",
    "strangers": "rebuild strangers",
    "tune_conv": "rebuild conv:LEVEL:PLAYERS",
    "tune_wary": "rebuild wary",
    "winnable": "reduced_games",
    "with_people": "evaluate AGENT --pool pool:humans",
}
"""The replacement of each removed command, by its name: another command of `manage.py` with its
arguments, or a program (`python -m …`)."""


def successor(argv: Sequence[str]) -> str:
    """Return a message that names the replacement, if the command line `argv` (with the program
    first) names a removed command; else an empty string.
    """
    name = argv[1] if len(argv) > 1 else ""
    if name not in SUCCESSORS:
        return ""
    call = SUCCESSORS[name] if "python" in SUCCESSORS[name] else f"manage.py {SUCCESSORS[name]}"
    return f"There is no command {name} any more. Call: {call}"
