"""Games to learn from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings

from agents import registry
from analysis.models import Study
from game.models import Player, Table
from game.tables import changes
from native import Game, Rng, Rules
from native.records import record_of
from native.records.hanab_live import write
from native.records.hanabidata import RULES, deck_of_seed
from tests.game.played import play_out
from tests.native.hanabidata_logs import write_log

FIRST, SECOND = "0000000000000001", "0000000000000002"
SURVEY = "intention 3\nskill bad\nlike vlike\nage 30s\nexp new\npublish yes\n"


@pytest.fixture
def runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    """No run but those that come with the program."""
    settings.RUNS_DIR = str(tmp_path)


@pytest.fixture
def alice(db: None) -> Player:
    return Player.objects.create(name="Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(name="Bob")


POOL = ["rules:iggi", "rules:outer", "rules:piers"]


@pytest.fixture
def study(bob: Player) -> Study:
    """Bob's, of three agents in random blocks, each named after its game."""
    return Study.objects.create(
        slug="s",
        title="S",
        consent="Yes?",
        pool=POOL,
        seed="7",
        owner=bob,
        order="blocks",
        named="game",
    )


def play(addresses: list[str], seed: int) -> Game:
    """A whole game between rule agents."""
    seats = [registry.find(address).agent(f"{seed}/{i}") for i, address in enumerate(addresses)]
    game = Game(Rules.standard(len(seats)), seed=Rng(seed))
    while (seat := game.to_move) is not None:
        game.play(seats[seat].decide(game.view(seat)).move)
    return game


def trace(
    game: Game,
    names: list[str],
    agents: list[str | None],
    **lab: Any,
) -> dict[str, Any]:
    """The game as a trace of our own; who has no agent's address is a person."""
    seats = [
        {"seat": i, "kind": "agent" if agent else "person", "name": name}
        | ({"agent": agent, "version": "1"} if agent else {})
        for i, (name, agent) in enumerate(zip(names, agents, strict=True))
    ]
    facts = {
        "schema": 1,
        "stacks": game.score,
        "zero": game.score_zero,
        "strikes": game.strikes,
        "finished": "2026-03-01T12:00:00+00:00",
        "seats": seats,
    }
    return write(record_of(game, names)) | {"lab": facts | lab}


@pytest.fixture
def write_lines(tmp_path: Path) -> Callable[..., str]:
    """Writes traces to a file, one a line, and answers its path."""

    def write_file(*traces: dict[str, Any], name: str = "traces.jsonl") -> str:
        file = tmp_path / name
        file.write_bytes(b"\n".join(msgspec.json.encode(line) for line in traces) + b"\n")
        return str(file)

    return write_file


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Two games of HanabiData by one person, and the answers after the first."""
    texts = []
    for seed in (5, 6):
        game = Game(RULES, deck=deck_of_seed(seed))
        while game.to_move is not None:
            game.play(game.legal_moves()[0])
        texts.append(write_log(game, seed))
    (tmp_path / f"game{FIRST}.log").write_text(texts[0])
    (tmp_path / f"game{SECOND}.log").write_text(f"Old GID: {FIRST}\n{texts[1]}")
    (tmp_path / f"survey{FIRST}.log").write_text(SURVEY)
    score = texts[1].split("Score ")[1].strip()
    (tmp_path / "games.csv").write_text(
        f"id, ai, deck, score, time, first\n{FIRST}, outer, 6, {score}, 1490488725.0, no\n"
    )
    return tmp_path


def finished_table(player: Player, agent: str = "rules:piers", seed: str = "a seed") -> Table:
    """A table of a person and an agent, played to the end."""
    plans = [changes.SeatPlan(player=player), changes.SeatPlan(address=agent)]
    table = changes.create(plans, player, seed=seed, delay=0)
    return play_out(table.slug)
