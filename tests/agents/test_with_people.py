"""The table of agents with learned people: both kinds of people, both scorings, or a refusal."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.long
@pytest.mark.parametrize("agent", ["rules:focus", "rl:small-2p"])
def test_an_agent_is_measured_with_both_kinds_of_people(agent: str) -> None:
    """In the core or out of it."""
    out = StringIO()
    call_command("with_people", agent, games=4, stdout=out)
    heads, line, row = out.getvalue().splitlines()
    assert heads.count("human:") == 4
    assert heads.count("|") == line.count("|") == row.count("|") == 6
    assert row.startswith(f"| `{agent}` | ")
    assert row.count("±") == 4


@pytest.mark.parametrize(
    ("agent", "games", "words"),
    [("rules:nobody", 4, "no agent"), ("cheat:priority", 4, "every hand"), ("rules:iggi", 3, "4")],
)
def test_what_cannot_be_measured_is_refused(agent: str, games: int, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("with_people", agent, games=games, stdout=StringIO())
