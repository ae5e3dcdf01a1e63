"""Games to learn from."""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.test import Client

from agents import registry
from analysis.models import Person, Study
from analysis.studies.forms import StudyForm
from game.models import Player, Table
from native import Game, Rng, Rules
from native.records import record_of
from native.records.hanab_live import write
from native.records.hanabidata import RULES, deck_of_seed
from tests.game.conftest import alice, bob, hers, his, said, seated
from tests.game.played import play_out
from tests.native.hanabidata_logs import write_log

__all__ = ["alice", "bob", "hers", "his"]  # Fixtures here too.

Write = Callable[..., str]
FIRST, SECOND = "0000000000000001", "0000000000000002"
SURVEY = "intention 3\nskill bad\nlike vlike\nage 30s\nexp new\npublish yes\n"


@pytest.fixture
def runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    """No run but those that come with the program."""
    settings.RUNS_DIR = str(tmp_path)


@pytest.fixture
def xenia(db: None) -> Person:
    """A published person."""
    return Person.objects.create(key="x", name="X", collection="trace", public=True)


POOL = ["rules:iggi", "rules:outer", "rules:piers"]


@pytest.fixture
def study(bob: Player) -> Study:
    """Bob's, of three agents in random blocks, each named after its game."""
    return a_study(pool=POOL, owner=bob, order="blocks", named="game")


def a_study(**fields: Any) -> Study:
    """An open experiment with two agents, changed by these fields."""
    usual = {"slug": "s", "title": "S", "consent": "Yes?", "pool": POOL[::2], "seed": "7"}
    return Study.objects.create(**usual | fields)


def study_form(**data: str) -> StudyForm:
    """The form of an experiment with Piers, with these fields replaced or added."""
    usual = {"title": "T", "consent": "C", "help": "full", "pool": "rules:piers"}
    return StudyForm(usual | data)


def play(addresses: list[str], seed: int) -> Game:
    """A whole game between rule agents."""
    seats = [registry.find(address).agent(f"{seed}/{i}") for i, address in enumerate(addresses)]
    game = Game(Rules.standard(len(seats)), seed=Rng(seed))
    while (seat := game.to_move) is not None:
        game.play(seats[seat].decide(game.view(seat)).move)
    return game


def trace(game: Game, names: list[str], agents: list[str | None], **lab: Any) -> dict[str, Any]:
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


def with_piers(
    seed: int = 1, name: str = "Xenia", plays: str = "rules:iggi", **lab: Any
) -> dict[str, Any]:
    """The trace of a game of Piers with a person who moves as the agent `plays` does."""
    game = play([plays, "rules:piers"], seed)
    return trace(game, [name, "Piers"], [None, "rules:piers"], **lab)


def hanabidata_game(seed: int) -> Game:
    """A game of HanabiData in which both make the first legal move."""
    game = Game(RULES, deck=deck_of_seed(seed))
    while game.to_move is not None:
        game.play(game.legal_moves()[0])
    return game


def printed(address: str, name: str) -> list[dict[str, str]]:
    """The rows of a page's figure as `manage.py figure` prints them."""
    return list(csv.DictReader(StringIO(said("figure", address, name))))


def records(figure: Any) -> list[dict[str, Any]]:
    """The rows of a figure or of its table, by the titles of their columns."""
    titles = [column.title for column in figure.columns]
    return [dict(zip(titles, row, strict=True)) for row in figure.rows]


def page_of(client: Client, address: str, status: int = 200) -> str:
    """The text of a page that must answer with this status."""
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


def figures_of(client: Client, address: str, **query: str) -> dict[str, Any]:
    """The figures of a page by their names."""
    page = client.get(address, query)
    assert page.status_code == 200
    return page.context["figure_of"]


@pytest.fixture
def write_lines(tmp_path: Path) -> Write:
    """Writes traces to a file, one a line, and answers its path."""

    def write_file(*traces: dict[str, Any], name: str = "traces.jsonl") -> str:
        file = tmp_path / name
        file.write_bytes(b"\n".join(msgspec.json.encode(line) for line in traces) + b"\n")
        return str(file)

    return write_file


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Two games of HanabiData by one person, and the answers after the first."""
    texts = [write_log(hanabidata_game(seed), seed) for seed in (5, 6)]
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
    return play_out(seated(player, agent, seed=seed, delay=0).slug)
