"""What the package and its environments answer in small seeded games, to the last word."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError, URLError

import numpy as np
import pytest
from django.conf import LazySettings

import hanabi_lab as hl
from hanabi_lab.environments import ah2ac2, hanabi_v5
from hanabi_lab.environments.hle import pyhanabi, rl_env
from hanabi_lab.environments.hle.moves import HanabiMove, HanabiMoveType
from hanabi_lab.environments.vector import HanabiVectorEnv
from hanabi_lab.evaluating import evaluate
from native import Rng, Rules
from tests.kept import as_text, digest, same_as_kept
from tests.kept import said as kept_said
from tests.native.small_games import SMALL

FEW = ["rules:piers", "rules:iggi"]


@pytest.fixture(autouse=True)
def _runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    """No run but those that come with the program."""
    settings.RUNS_DIR = str(tmp_path)


REFUSALS = (AssertionError, RuntimeError, OSError, KeyError, hl.AgentError, hl.BadTable)
said = partial(kept_said, refusals=REFUSALS)


class Eager(hl.Agent):
    def decide(self, view: hl.View) -> hl.Move:
        return view.legal[0]


class Silent(hl.Agent):
    pass


class Wrong(hl.Agent):
    def decide(self, view: hl.View) -> Any:
        return "play it"


def seen_by(view: hl.View) -> dict[str, Any]:
    names = ("seat", "players", "turn", "tokens", "strikes", "deck", "score", "turns_left")
    return {name: getattr(view, name) for name in (*names, "stacks", "discards")} | {
        "repr": repr(view),
        "playable": sorted(view.playable),
        "useless": sorted(view.useless),
        "critical": sorted(view.critical),
        "hand": [
            [card.slot, card.identity, sorted(card.possible), card.clued, card.drawn]
            for card in view.hand
        ],
        "known": [[card.colour, card.rank] for card in view.hand],
        "partners": [
            [one.seat, [(c.slot, c.identity, len(c.possible), c.clued) for c in one.hand]]
            for one in view.partners
        ],
        "seen": [[card.colour, card.rank] for card in view.partners[0].hand],
        "chances": {slot: digest(sorted(view.chances(slot).items())) for slot in (1, 3)},
        "history": [str(turn) for turn in view.history[-4:]],
        "legal": [str(move) for move in view.legal],
        "core": [str(view.core_move(move)) for move in view.legal],
    }


def test_what_an_agent_of_ones_own_sees() -> None:
    game = hl.play("rules:piers", games=1, seed="kept", players=3).game(0)
    moves = [event.move for event in game.history]
    told: dict[str, Any] = {}
    for turns in (0, 23):
        at = hl.Game(game.rules, deck=game.deck)
        for move in moves[:turns]:
            at.play(move)
        told[f"turn {turns}"] = seen_by(hl.View(at.view(turns % 3)))
    end = hl.View(game.view(1))
    view = hl.View(at.view(2))
    odd: list[Any] = [hl.Play(0), hl.Discard(6), hl.Clue(0, "x"), "play"]
    told |= {
        "end": [repr(end), end.turns_left, end.legal, end.history[-1].success],
        "refused": [said(lambda: view.core_move(one)) for one in odd],  # noqa: B023
        "no slot": said(lambda: view.chances(9)),
        "silent": said(lambda: hl.play(Silent, games=1, players=2)),
        "wrong": said(lambda: hl.play(Wrong, games=1, players=2)),
        "no agent": said(lambda: hl.play(str, games=1)),  # type: ignore[type-var]
        "eager": repr(hl.play(Eager, "rules:piers", games=3, seed=1)),
    }
    assert same_as_kept("lab/views", as_text(told))


@pytest.mark.long
def test_games_runs_and_pools() -> None:
    games = hl.play(*FEW, games=12, seed="kept", threads=1)
    pool = evaluate("rules:piers", ["rules:iggi", Eager], games=6, seed=2, scoring="zero")
    cross = hl.crossplay(FEW, games=10, seed=3, scoring="zero")
    archive = hl.archive("paper-1")
    report = {name: value for name, value in pool.report.items() if name != "seconds"}
    rows = list(archive.table.rows())
    told: dict[str, Any] = {
        "games": [repr(games), len(games), games.mean(), games.mean("zero")],
        "columns": {name: digest(list(column)) for name, column in games.table.columns.items()},
        "row": next(iter(games.rows())),
        "histories": {n: digest(list(c)) for n, c in games.histories().columns.items()},
        "history": str(next(iter(games.histories().rows()))["moves"]),
        "other threads": digest(hl.play(*FEW, games=12, seed="kept").table["stacks"].tolist()),
        "variant": repr(hl.play("rules:piers", games=4, seed=1, variant="Black (5 Suits)")),
        "evaluation": [repr(pool), pool.mean, list(pool.table.columns)],
        "report": report,
        "members": list(pool.members.rows()),
        "rows": digest([str(row) for row in pool.table.rows()]),
        "crossplay": [repr(cross), cross.games, cross.mean.tolist(), cross.sem.tolist()],
        "pairs": list(cross.table.rows()),
        "of a run": repr(hl.crossplay("paper-1")),
        "archive": [repr(archive), len(archive), archive.name, len(archive.agents)],
        "elites": [rows[0], rows[-1]],
        "map": [archive.map().shape, digest(np.nan_to_num(archive.map("games")).tolist())],
        "archives": "paper-1" in hl.archives(),
    }
    assert same_as_kept("lab/games", as_text(told))


def test_what_the_package_refuses(tmp_path: Path) -> None:
    games = hl.play("rules:piers", games=2, seed=1, players=2)
    asked: dict[str, Callable[[], object]] = {
        "agents": lambda: hl.play(*FEW, "rules:piers", players=2),
        "nobody": lambda: hl.play("rules:nobody"),
        "no games": lambda: hl.play("rules:piers", games=0),
        "no games in Python": lambda: hl.play(Eager, games=0),
        "players": lambda: hl.play("rules:piers", players=7),
        "variant": lambda: hl.play("rules:piers", variant="Duck"),
        "scoring": lambda: games.mean("none"),
        "game": lambda: games.game(2),
        "before the first": lambda: games.game(-1),
        "file": lambda: games.save(tmp_path / "games.txt"),
        "folder": lambda: games.save("nowhere/games.csv"),
        "arrays": lambda: games.save("nowhere/games.safetensors"),
        "wide": lambda: hl.play("rules:piers", games=1, players=6).save(tmp_path / "a.safetensors"),
        "pool": lambda: evaluate("rules:piers", "pool:nothing"),
        "pairs": lambda: hl.crossplay(FEW, games=1),
        "run": lambda: hl.crossplay("nothing"),
        "archive": lambda: hl.archive("nothing"),
        "column": lambda: hl.archive("paper-1").map("nothing"),
        "setting": lambda: hl.evolve("mine", speed=3),
        "replay": lambda: hl.replay("nowhere"),
        "position": lambda: hl.empathy({"suits": "rg"}),
        "observer": lambda: hl.empathy(games.game(0), [7]),
        "card": lambda: hl.winnable("x1"),
        "deck": lambda: hl.winnable("r1 r2"),
        "budget": lambda: hl.winnable(1, budget=0),
        "two seats": lambda: hanabi_v5.env(random_start_player=True),
        "mode": lambda: hanabi_v5.env(render_mode="rgb_array"),
        "seeds": lambda: HanabiVectorEnv(2).reset(seed=[1, 2]),
        "lanes": lambda: HanabiVectorEnv(0),
        "parameter": lambda: pyhanabi.HanabiGame({"suits": 3}),
        "seer": lambda: pyhanabi.HanabiGame({"observation_type": 2}),
        "colours": lambda: pyhanabi.HanabiGame({"colors": 6}),
        "no colours": lambda: pyhanabi.HanabiGame({"colors": 0}),
        "environment": lambda: rl_env.make("Hanabi-Large"),
        "invalid": lambda: HanabiMove(HanabiMoveType.INVALID).to_dict(),
        "no game": lambda: pyhanabi.HanabiState(None),
        "colour": lambda: pyhanabi.color_char_to_idx("P"),
    }
    told = {name: said(do).replace(str(tmp_path), "") for name, do in asked.items()}
    assert same_as_kept("lab/refused", as_text(told))


def test_what_is_known_and_winnable() -> None:
    game = hl.play("rules:piers", games=1, seed="kept", players=2).game(0)
    at = hl.Game(game.rules, deck=game.deck)
    for event in game.history[:20]:
        at.play(event.move)
    whole, late = hl.winnable(3, seed="deals"), hl.winnable(at, budget=20_000)
    told = {
        "game": [[sorted(card) for card in hand] for hand in hl.empathy(at)],
        "one": [[len(card) for card in hand] for hand in hl.empathy(at, [1])],
        "view": [[len(card) for card in hand] for hand in hl.empathy(at.view(0), [0])],
        "position": [[sorted(card) for card in hand] for hand in hl.empathy(SMALL)],
        "others": [[sorted(card) for card in hand] for hand in hl.empathy(SMALL, [0, 1])],
        "deal": [whole.low, whole.high, len(whole.line)],
        "text": hl.winnable(" ".join(c.text("rygbp") for c in game.deck)).low,
        "list": hl.winnable([card.text("rygbp") for card in game.deck]).high,
        "late": [late.low, late.high, late.proof.slug],
        "six": hl.winnable(1, players=3, variant="6 Suits").high,
        "usual": [hl.winnable(0).low, hl.winnable(0, players=2, seed="0").low],
        "replays": [
            [one.ok, one.score, one.end, one.reason]
            for one in hl.replay(Path(__file__).parents[1] / "native" / "games" / "own.hanabi")
        ],
    }
    assert same_as_kept("lab/knowing", as_text(told))


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_in_the_other_environments_words(players: int) -> None:
    game = pyhanabi.HanabiGame({"players": players, "random_start_player": True, "seed": 5})
    encoder = pyhanabi.ObservationEncoder(game)
    state, rng = game.new_initial_state(), Rng("kept")
    told: dict[str, Any] = {"parameters": game.parameter_string()}
    digests, facts = [], []
    while not state.is_terminal():
        if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()
            continue
        seen = [state.observation(player) for player in range(players)]
        moves = state.legal_moves()
        careful = [one for one in moves if one.type() is not HanabiMoveType.PLAY]
        among = careful if careful and rng.below(4) else moves
        move = among[rng.below(len(among))]
        facts = [
            [
                *(str(one), one.cur_player_offset(), str(one.last_moves()), str(one.legal_moves())),
                *(one.deck_size(), one.life_tokens(), one.information_tokens(), one.fireworks()),
                *(str(one.card_knowledge()), str(one.observed_hands()), str(one.discard_pile())),
                *("".join(map(str, encoder.encode(one))), one.num_players()),
                one.card_playable_on_fireworks(0, 0),
            ]
            for one in seen
        ]
        digests.append(digest([str(state), facts, [one.to_dict() for one in moves]]))
        if len(digests) == 9:
            told["turn 9"] = [str(state).splitlines(), *(fact[:4] for fact in facts)]
        state.apply_move(move)
    told |= {
        "digests": digests,
        "end": [state.end_of_game_status(), state.score(), state.life_tokens(), str(state)[-60:]],
        "history": [str(item) for item in state.move_history()][-12:],
        "items": digest([
            [one.scored(), one.information_token(), one.color(), one.rank(), one.deal_to_player(),
             one.card_info_revealed(), one.card_info_newly_revealed()]
            for one in state.move_history()
        ]),
        "as words": digest([item.move().to_dict() for item in state.move_history()]),
        "after": said(lambda: state.apply_move(game.get_move(0))),
        "nobody": said(lambda: state.observation(players)),
        "moves": [str(game.get_move(uid)) for uid in range(game.max_moves())],
        "parts": [
            [one.type().name, one.card_index(), one.target_offset(), one.color(), one.rank()]
            for uid in range(game.max_moves())
            for one in [game.get_move(uid)]
        ],
        "uids": [game.get_move_uid(game.get_move(uid)) for uid in (-1, 0, 7, game.max_moves())],
        "cards": [game.num_cards(0, rank) for rank in range(5)],
        "encoder": encoder.shape(),
        "plausible": [
            [one.color_plausible(1), one.rank_plausible(2), one.color(), one.rank()]
            for one in state.knowledge(0)
        ],
    }  # fmt: skip
    assert same_as_kept(f"lab/hle-{players}", as_text(told))


def test_moves_are_made_of_any_move() -> None:
    """As programs of others do, which have a move at hand and not its class."""
    move = HanabiMove.get_play_move(0)
    made = [
        move.get_discard_move(2),
        move.get_play_move(1),
        move.get_reveal_color_move(1, 3),
        move.get_reveal_rank_move(2, 4),
    ]
    assert [str(one) for one in made] == [
        "(Discard 2)",
        "(Play 1)",
        "(Reveal player +1 color W)",
        "(Reveal player +2 rank 5)",
    ]


def test_games_of_rl_env() -> None:
    told: dict[str, Any] = {}
    for name in rl_env.ENVIRONMENTS:
        made = rl_env.HanabiEnv({"players": 3, "seed": 7, **rl_env.ENVIRONMENTS[name]})
        seen, rng, rewards = made.reset(), Rng(name), []
        first = {k: v for k, v in seen["player_observations"][0].items() if k != "pyhanabi"}
        first["vectorized"] = digest(first["vectorized"])
        done = False
        while not done and len(rewards) < 40:
            current = seen["player_observations"][seen["current_player"]]
            options = current["legal_moves_as_int"]
            seen, reward, done, _ = made.step(options[rng.below(len(options))])
            rewards.append(reward)
        told[name] = {
            "first": first if name.endswith(("Full", "Very-Small")) else digest(first),
            "rewards": rewards,
            "last": digest([
                {key: value for key, value in one.items() if key != "pyhanabi"}
                for one in seen["player_observations"]
            ]),
            "shape": [made.num_moves(), made.vectorized_observation_shape(), made.players],
        }  # fmt: skip
    made = rl_env.make("Hanabi-Full", 4)
    told["made"] = [made.players, made.game.observation_type(), rl_env.make().players]
    made = rl_env.HanabiEnv({"players": 2, "seed": 1})
    made.reset()
    odd: list[Any] = [
        {"action_type": "REVEAL_RANK", "target_offset": 1},
        {"action_type": "DISCARD", "card_index": 0},
        {"action_type": "DEAL"},
        {"action_type": "REVEAL_COLOR", "color": "P", "target_offset": 1},
        99,
        None,
    ]
    told["refused"] = [said(lambda: made.step(one)) for one in odd]  # noqa: B023
    acts = [
        {"action_type": "PLAY", "card_index": 1},
        {"action_type": "REVEAL_RANK", "target_offset": 1, "rank": 0},
        {"action_type": "DISCARD", "card_index": 2},
    ]
    told["made of words"] = [said(lambda: made.step(one)[1:]) for one in acts]  # noqa: B023
    told["base"] = [said(lambda: rl_env.Agent({})), said(rl_env.Environment().reset)]
    told["loaded"] = [pyhanabi.try_cdef(), pyhanabi.try_load(), pyhanabi.cdef_loaded()]
    assert same_as_kept("lab/rl-env", as_text(told))


def test_games_side_by_side_and_of_agents() -> None:
    vector = HanabiVectorEnv(3, Rules(2, suits="rg", ranks=3, copies=(3, 2, 1), hand_size=2))
    observed, infos = vector.reset(seed=4)
    rng, steps = Rng("vector"), []
    for _ in range(30):
        mask = observed["action_mask"]
        chosen = [int(np.flatnonzero(row)[rng.below(int(row.sum()))]) for row in mask]
        observed, rewards, ended, cut, infos = vector.step(chosen)
        steps.append([rewards.tolist(), ended.tolist(), cut.tolist(), infos["seat"].tolist()])
        steps[-1] += [infos["final_score"].tolist(), digest(observed["observation"].tolist())]
    env = hanabi_v5.raw_env(players=3, render_mode="ansi")
    env.reset(seed=3)
    turns = []
    while not any(env.terminations.values()):
        agent = env.agent_selection
        seen = env.observe(agent)
        options = np.flatnonzero(seen["action_mask"])
        env.step(int(options[rng.below(len(options))]))
        turns.append([agent, digest(seen["observation"].tolist()), dict(env.rewards)])
    told = {
        "spaces": [str(vector.single_observation_space), str(vector.single_action_space)],
        "steps": [str(step) for step in steps],
        "agents": env.possible_agents,
        "turns": [str(turn) for turn in turns],
        "shown": env.render(),
        "over": [env.terminations, env.truncations],
        "space": [str(env.observation_space("player_0")), str(env.action_space("player_2"))],
        "metadata": [hanabi_v5.raw_env.metadata, vector.metadata["render_modes"]],
    }
    assert same_as_kept("lab/environments", as_text(told))


ENV = {
    "status": "DONE",
    "score": 7,
    "num_players": 2,
    "candidate_controlling": ["agent_0"],
    "partner": "x",
    "deal": 3,
    "attempts": 1,
}


def test_who_asks_a_site_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses, answers and refusals of the challenge's client, the site being played by us."""
    asked: list[str] = []
    told = {"current_env": None, "all_envs": [ENV], "human_ai_eval_done": True}
    answers: dict[str, Any] = {"answer": told}

    class Answer:
        def __enter__(self) -> Answer:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def read(self) -> bytes:
            return json.dumps(answers["answer"]).encode()

    def urlopen(url: str, timeout: float) -> Answer:
        asked.append(f"{url} {timeout}")
        if isinstance(answers["answer"], Exception):
            raise answers["answer"]
        return Answer()

    monkeypatch.setattr(ah2ac2, "urlopen", urlopen)
    kept: dict[str, Any] = {}
    for base in ("", "127.0.0.1:9/x/", "hanabi.example.org/ah2ac2", "localhost"):
        monkeypatch.delenv(ah2ac2.VARIABLE, raising=False)
        if base:
            monkeypatch.setenv(ah2ac2.VARIABLE, base)
        space = ah2ac2.EvaluationSpace("key/1 2")
        kept[base or "usual"] = [
            said(lambda: space.info),  # noqa: B023
            space.next_environment().socket_url,
            space.new_test_environment(3, [0, 2]).socket_url,
            said(space.next_environment),
        ]
    answers["answer"] = told | {"current_env": ENV | {"status": "ACTIVE"}}
    kept["active"] = said(lambda: space.info.current_env)
    body = SimpleNamespace(read=lambda *_: b'{"error_details": "No such key."}', close=lambda: None)
    answers["answer"] = HTTPError("u", 404, "no", {}, body)  # type: ignore[arg-type]
    kept["no key"] = said(lambda: space.info)
    answers["answer"] = URLError("nobody there")
    kept["nobody"] = said(lambda: space.info)
    kept["asked"] = asked
    env = ah2ac2.EvaluationEnvironment("127.0.0.1:1/x")
    kept["before"] = [said(lambda: env.info), said(lambda: asyncio.run(env.step({})))]
    env.done = True
    kept["after"] = said(lambda: asyncio.run(env.step({})))
    env.connection = SimpleNamespace()  # type: ignore[assignment]
    kept["twice"] = said(lambda: asyncio.run(env.reset()))
    assert same_as_kept("lab/challenge", as_text(kept))


def test_a_game_of_the_challenge_over_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    info = {"num_players": 2, "candidate_controlling": ["agent_1"], "is_debug": True, "game_id": 4}
    seen = {"agent_1": {"obs": [0, 1], "legal_moves": [1, 0, 1]}}
    lines = [
        {"hello": 1},
        {"info": info, **seen},
        {"score": 3, "done": False, **seen},
        {"score": 5, "done": True, **seen},
    ]
    sent: list[str] = []

    class Line:
        async def recv(self) -> str:
            return json.dumps(lines.pop(0))

        async def send(self, text: str) -> None:
            sent.append(text)

        async def close(self) -> None:
            sent.append("closed")

    async def connect(url: str, **options: float) -> Line:
        sent.append(f"{url} {options}")
        return Line()

    monkeypatch.setattr(ah2ac2, "connect", connect)

    async def played() -> list[object]:
        env = ah2ac2.EvaluationEnvironment("localhost/x")
        first = await env.reset()
        middle = await env.step({"agent_1": 2})
        last = await env.step({"agent_1": 0})
        found: list[object] = [str(first), str(middle), str(last), env.score, env.done, env.info]
        lines[:] = [{"error_details": "No."}]
        env.connection, env.done = Line(), False  # type: ignore[assignment]
        try:
            await env.step({"agent_1": 1})
        except RuntimeError as refusal:
            found.append(str(refusal))
        return found

    assert same_as_kept("lab/line", as_text({"played": asyncio.run(played()), "sent": sent}))
