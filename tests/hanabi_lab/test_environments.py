"""PettingZoo's game and Gymnasium's vector of games keep those packages' own contracts."""

import sys
from importlib import import_module
from inspect import signature

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import hanabi_lab as hl
from agents import registry
from hanabi_lab.environments import hanabi_v5
from hanabi_lab.environments.vector import ID, HanabiVectorEnv
from native import BadRules, Game, IllegalMove, Rng, Rules
from native.engine.notation import read_game
from native.environment.environment import MOST_LANES
from native.environment.observation import bits, move_of, observe, unpacked
from native.play.table import HostedGame


@pytest.mark.parametrize(
    ("module", "package"), [("vector", "gymnasium"), ("hanabi_v5", "pettingzoo")]
)
def test_without_its_packages_the_error_says_what_to_install(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"hanabi_lab.environments.{module}"
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'hanabi-lab\[environments\]'"):
        import_module(module)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("options", [{}, {"players": 4, "observation_type": 0}])
def test_pettingzoos_own_test_passes(options: dict[str, int]) -> None:
    api_test(hanabi_v5.env(**options), num_cycles=60)
    seed_test(lambda: hanabi_v5.env(**options), num_cycles=5)
    parallel_api_test(hanabi_v5.parallel_env(**options), num_cycles=60)


def test_the_parallel_environment_plays_the_games_of_the_turn_based_one() -> None:
    env, turns = hanabi_v5.parallel_env(players=3), hanabi_v5.raw_env(players=3)
    (seen, _), total = env.reset(seed=7), 0.0
    turns.reset(seed=7)
    while env.agents:
        mover = turns.agent_selection
        assert [one for one in env.agents if not seen[one]["action_mask"][env.passing]] == [mover]
        actions = {one: int(seen[one]["action_mask"].argmax()) for one in env.agents}
        seen, rewards, terminations, _, _ = env.step(actions)
        turns.step(actions[mover])
        for agent in turns.agents:
            assert (seen[agent]["observation"] == turns.observe(agent)["observation"]).all()
        assert (rewards, terminations) == (turns.rewards, turns.terminations)
        total += rewards["player_0"]
    assert total == turns._seen.game.score_zero


def test_help_names_the_options_of_the_environments() -> None:
    for made in (hanabi_v5.env, hanabi_v5.parallel_env):
        assert {"players", "observation_type", "render_mode"} <= set(signature(made).parameters)
    with pytest.raises(TypeError, match="unexpected keyword argument 'player'"):
        hanabi_v5.env(player=3)


def test_the_parallel_environment_says_who_is_to_move() -> None:
    env = hanabi_v5.parallel_env()
    with pytest.raises(ValueError, match="There is no game to move in: call reset"):
        env.step({})
    env.reset(seed=1)
    for actions, words in (
        ({"player_0": 5}, "needed of player_0, player_1"),
        ({"player_0": 5, "player_1": 5}, "player_0 is to move, so player_1 passes: action 20"),
        ({"player_0": 20, "player_1": 20}, "player_0 is to move and cannot pass"),
        ({"player_0": 99, "player_1": 20}, "There is no action 99"),
    ):
        with pytest.raises(ValueError, match=words):
            env.step(actions)
    env.step({"player_0": 5, "player_1": env.passing})
    with pytest.raises(ValueError, match="player_1 is to move and cannot pass"):
        env.step(dict.fromkeys(env.agents, env.passing))


def test_a_deal_is_that_of_the_seed_and_can_be_shown() -> None:
    env = hanabi_v5.raw_env(players=3, render_mode="ansi")
    env.reset(seed=9)
    env.step(5)
    shown = read_game(env.render() or "")
    assert shown.deck == Game(Rules(3, suits="rygwb"), seed=Rng(9).derive(0)).deck
    assert shown.turn == 1
    env.reset()
    assert read_game(env.render() or "").deck == Game(shown.rules, seed=Rng(9).derive(1)).deck


def test_only_who_is_to_move_has_legal_actions() -> None:
    env = hanabi_v5.raw_env()
    env.reset(seed=1)
    mover, other = (env.observe(agent)["action_mask"] for agent in env.agents)
    assert mover.sum() > 0
    assert not other.any()
    with pytest.raises(IllegalMove):
        env.step(0)
    with pytest.raises(ValueError, match="There is no action 99"):
        env.step(99)
    for call, of in ((env.step, "action"), (env.reset, "seed")):
        with pytest.raises(TypeError, match=rf"{of} must be a whole number, not 5\.9"):
            call(5.9)  # type: ignore[operator]
    assert env.agent_selection == "player_0"
    with pytest.raises(ValueError, match="render modes are human and ansi"):
        hanabi_v5.env(render_mode="rgb_array")
    with pytest.raises(ValueError, match="The first agent begins"):
        hanabi_v5.env(random_start_player=True)


def test_render_prints_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = hanabi_v5.raw_env(players=3, render_mode="human")
    env.reset(seed=9)
    env.step(5)
    assert read_game(capsys.readouterr().out).turn == 1
    assert env.render() is None
    assert read_game(capsys.readouterr().out).turn == 1
    silent = hanabi_v5.raw_env(players=3, render_mode="ansi")
    silent.reset(seed=9)
    silent.step(5)
    assert not capsys.readouterr().out


def test_an_illegal_action_ends_the_wrapped_game() -> None:
    env = hanabi_v5.env()
    env.reset(seed=1)
    env.step(0)
    assert env.rewards["player_0"] == -1
    assert all(env.terminations.values())


def test_lanes_are_for_as_many_players_as_asked_or_for_other_rules() -> None:
    assert HanabiVectorEnv(4, 3).rules == HanabiVectorEnv(4, players=3).rules == Rules.standard(3)
    assert HanabiVectorEnv(1, Rules(2, strikes=1)).rules == Rules(2, strikes=1)
    for players, words in ((9, "players must be from 2"), ("3", "a number or rules, not '3'")):
        with pytest.raises((BadRules, TypeError), match=words):
            HanabiVectorEnv(4, players)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="lanes"):
        HanabiVectorEnv(0, 3)


def test_lanes_are_games_one_after_the_other() -> None:
    lanes = HanabiVectorEnv(6)
    seen, infos = lanes.reset(seed=3)
    assert lanes.observation_space.contains(seen)
    chances, ended, seats = np.random.default_rng(1), [], infos["seat"]
    for _ in range(60):
        actions = [chances.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        assert lanes.action_space.contains(np.array(actions))
        seen, rewards, terminated, truncated, infos = lanes.step(actions)
        assert not truncated.any()
        assert (rewards[infos["final_score"] < 0] >= 0).all()
        ended += infos["final_score"][terminated].tolist()
        assert (infos["final_score"][~terminated] == -1).all()
        if terminated.any():
            assert (infos["final_info"]["seat"] == 1 - seats).all(), "that of the final observation"
        seats = infos["seat"]
    assert lanes.observation_space.contains(seen)
    assert len(ended) > 6
    assert all(0 <= score <= 25 for score in ended)
    again, _ = HanabiVectorEnv(6).reset(seed=3)
    first, _ = lanes.reset(seed=np.int64(3))
    assert (first["observation"] == again["observation"]).all()
    with pytest.raises(ValueError, match="One seed is enough"):
        lanes.reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"A seed is a whole number, not 1\.5"):
        lanes.reset(seed=1.5)
    with pytest.raises(IllegalMove):
        lanes.step([0] * 6)


def random_legal(seen: dict[str, np.ndarray], chances: np.random.Generator) -> np.ndarray:
    return np.asarray((seen["action_mask"] * chances.random(seen["action_mask"].shape)).argmax(1))


@pytest.mark.parametrize(
    ("partner", "players"),
    [("rules:legal_random", 2), ("conv:expert", 3), ("hat:information", 3), ("human:proxy", 2)],
)
def test_partners_play_between_the_learners_turns_as_they_do_with_a_caller_at_the_table(
    partner: str, players: int
) -> None:
    rules, chances, ended = Rules.standard(players), np.random.default_rng(2), 0
    host = registry.find(partner).in_core(players)
    lanes = HanabiVectorEnv(3, players, partners=[partner], scoring="stacks")
    seen, infos = lanes.reset(seed=8)
    starts, totals = np.zeros(3, np.uint64), np.zeros(3)

    def game(lane: int) -> HostedGame:
        stream = Rng(8).derive(lane + MOST_LANES * int(starts[lane]))
        return HostedGame(rules, host, {int(infos["seat"][lane])}, stream)

    games = [game(lane) for lane in range(3)]
    for _ in range(80):
        for lane, hosted in enumerate(games):
            assert hosted.go_on()
            told = observe(hosted.game.view(int(infos["seat"][lane]))).words
            assert (seen["observation"][lane] == unpacked(told, bits(rules))).all()
        actions = random_legal(seen, chances)
        for hosted, action in zip(games, actions, strict=True):
            hosted.game.play(move_of(hosted.game.view(hosted.game.to_move or 0), int(action)))
            hosted.go_on()
        seen, rewards, over, _, infos = lanes.step(actions)
        totals += rewards
        for lane in np.flatnonzero(over).tolist():
            assert games[lane].game.score == infos["final_score"][lane] == totals[lane]
            totals[lane], starts[lane], ended = 0, starts[lane] + 1, ended + 1
            games[lane] = game(lane)
    assert ended > 3


@pytest.mark.parametrize("partners", ["pool:literature7", ["conv:expert", "rl:small-2p"]])
def test_a_lanes_bytes_do_not_depend_on_the_number_of_lanes(partners: str | list[str]) -> None:
    def lane(lanes: int) -> list[bytes]:
        env, told = HanabiVectorEnv(lanes, partners=partners), []
        seen, infos = env.reset(seed=4)
        for _ in range(60):
            told.append(seen["observation"][0].tobytes() + infos["partner"][0].tobytes())
            seen, *_, infos = env.step(seen["action_mask"].argmax(axis=1))
        return told

    assert lane(1) == lane(7)


class First(hl.Agent):
    """Makes the first legal move."""

    def decide(self, view: hl.View) -> hl.Move:
        return view.legal[0]


def test_an_ended_game_leaves_its_last_observation_and_score() -> None:
    env = HanabiVectorEnv(3, partners=[First], seats=1, scoring="stacks")
    seen, infos = env.reset(seed=3)
    assert (infos["seat"] == 1).all()
    ended = np.zeros(3, np.bool_)
    while not ended[2]:
        seen, _, ended, _, infos = env.step(seen["action_mask"].argmax(axis=1))
    assert (infos["_final_obs"] == ended).all()
    last = infos["final_obs"][2]
    assert env.single_observation_space.contains(last)
    assert not last["action_mask"].any()
    assert (infos["final_info"]["final_score"] == infos["final_score"]).all()
    assert (last["observation"] != seen["observation"][2]).any()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"partners": "pool:nobody"}, "nobody"),
        ({"partners": ["cheat:priority"]}, "sees every hand"),
        ({"partners": ["rules:piers"], "seats": 2}, "a number from 0 to 1, not 2"),
        ({"seats": 1}, "with partners"),
        ({"scoring": "cards"}, "Scoring is zero or stacks, not 'cards'"),
        ({"partners": 3}, "A pool is an address"),
        ({"num_envs": "4"}, "num_envs must be a whole number, not '4'"),
    ],
)
def test_invalid_environment_options_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        HanabiVectorEnv(**{"num_envs": 2} | options)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("partners", [None, ["rules:piers"]])
def test_gymnasium_accepts_the_registered_environment(
    players: int, partners: list[str] | None
) -> None:
    check_env(gymnasium.make(ID, partners=partners, players=Rules.standard(players)).unwrapped)


@pytest.mark.filterwarnings("error")
def test_gymnasium_makes_and_plays_the_registered_environment() -> None:
    env = gymnasium.make(ID, partners=["rules:piers"], players=3)
    env.reset(seed=5)
    with pytest.raises(TypeError, match=r"action must be a whole number, not 1\.5"):
        env.step(1.5)
    over, total = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample())
        total += float(reward)
    assert total == info["final_score"] == 0 or info["final_score"] > 0
    assert info["partner"] == "rules:piers"
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(int(env.action_space.sample()))
    many = gymnasium.make_vec(ID, num_envs=4, partners="pool:literature7")
    assert many.reset(seed=1)[0]["observation"].shape == (4, 658)
