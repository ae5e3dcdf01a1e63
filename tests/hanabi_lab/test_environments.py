"""PettingZoo's game and Gymnasium's vector of games keep those packages' own contracts."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from hanabi_lab.environments import hanabi_v5
from hanabi_lab.environments.vector import HanabiVectorEnv
from native import BadRules, Game, IllegalMove, Rng, Rules
from native.engine.notation import read_game


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("options", [{}, {"players": 4, "observation_type": 0}])
def test_pettingzoos_own_test_passes(options: dict[str, int]) -> None:
    api_test(hanabi_v5.env(**options), num_cycles=60)
    seed_test(lambda: hanabi_v5.env(**options), num_cycles=5)


def test_pettingzoos_loop_plays_a_game() -> None:
    env = hanabi_v5.env()
    env.reset(seed=42)
    total = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total += reward if agent == "player_0" else 0
        done = termination or truncation
        action = None if done else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    env.close()
    assert total in (0, env.unwrapped._seen.game.score_zero)


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
    assert env.agent_selection == "player_0"
    with pytest.raises(ValueError, match="render modes are human and ansi"):
        hanabi_v5.env(render_mode="rgb_array")
    with pytest.raises(ValueError, match="The first agent begins"):
        hanabi_v5.env(random_start_player=True)


def test_each_step_is_printed_where_people_look(capsys: pytest.CaptureFixture[str]) -> None:
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
    games = [Game(Rules(2), seed=Rng(3).derive(number)) for number in range(6)]
    chances, ended = np.random.default_rng(1), []
    for _ in range(60):
        actions = [chances.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        assert lanes.action_space.contains(np.array(actions))
        seen, rewards, terminated, truncated, infos = lanes.step(actions)
        assert not truncated.any()
        assert (rewards[infos["final_score"] < 0] >= 0).all()
        ended += infos["final_score"][terminated].tolist()
        assert (infos["final_score"][~terminated] == -1).all()
    assert lanes.observation_space.contains(seen)
    assert len(ended) > 6
    assert all(0 <= score <= 25 for score in ended)
    assert len(games) == lanes.num_envs
    again, _ = HanabiVectorEnv(6).reset(seed=3)
    first, _ = lanes.reset(seed=3)
    assert (first["observation"] == again["observation"]).all()
    with pytest.raises(ValueError, match="One seed is enough"):
        lanes.reset(seed=[1, 2])
    with pytest.raises(IllegalMove):
        lanes.step([0] * 6)
