"""The Hanabi Learning Environment's interface: programs that were written for it run."""

import random
from cProfile import Profile
from typing import Any

import numpy as np
import pytest

from hanabi_lab.environments.hle import pyhanabi, rl_env
from hanabi_lab.environments.hle.pyhanabi import _truth
from native import BadRules, IllegalMove


class Eager(rl_env.Agent):
    """Plays what was clued, clues what can be played, else discards."""

    def __init__(self, config: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        self.config = config

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        if observation["current_player_offset"]:
            return None
        for index, told in enumerate(observation["card_knowledge"][0]):
            if told["color"] or told["rank"] is not None:
                return {"action_type": "PLAY", "card_index": index}
        for offset in range(1, observation["num_players"]):
            for card in observation["observed_hands"][offset]:
                playable = card["rank"] == observation["fireworks"][card["color"]]
                if playable and observation["information_tokens"]:
                    return {
                        "action_type": "REVEAL_COLOR",
                        "color": card["color"],
                        "target_offset": offset,
                    }
        legal: list[dict[str, Any]] = observation["legal_moves"]
        return legal[0]


@pytest.mark.parametrize("players", [2, 4])
def test_a_loop_of_agents_plays_games_to_the_end(players: int) -> None:
    environment = rl_env.make("Hanabi-Full", num_players=players)
    for _ in range(5):
        observations, done, total = environment.reset(), False, 0
        agents = [Eager({"players": players}) for _ in range(players)]
        while not done:
            seen = observations["player_observations"]
            actions = [agent.act(own) for agent, own in zip(agents, seen, strict=True)]
            moving = [player for player, action in enumerate(actions) if action is not None]
            assert moving == [observations["current_player"]]
            chosen = actions[moving[0]]
            observations, reward, done, _ = environment.step(chosen)
            total += reward
        assert total == environment.state.score()
        assert environment.state.is_terminal()


def test_actions_are_numbers_or_dictionaries_and_illegal_ones_are_refused() -> None:
    environment = rl_env.HanabiEnv({"players": 3, "seed": 5})
    observation = environment.reset()["player_observations"][0]
    assert len(observation["legal_moves"]) == len(observation["legal_moves_as_int"])
    for number, facts in zip(
        observation["legal_moves_as_int"], observation["legal_moves"], strict=True
    ):
        assert environment.game.get_move(number).to_dict() == facts
    with pytest.raises(AssertionError, match=r"\(Discard 0\) is illegal now"):
        environment.step(0)
    for wrong, words in (
        ({"action_type": "DEAL"}, "PLAY, DISCARD, REVEAL_COLOR or REVEAL_RANK, not DEAL"),
        ({"action_type": "PLAY"}, "needs 'card_index'"),
        ({"action_type": "REVEAL_COLOR", "color": "P", "target_offset": 1}, "Colours are R"),
        (None, "a dictionary or a number"),
    ):
        with pytest.raises(ValueError, match=words):
            environment.step(wrong)  # type: ignore[arg-type]
    assert environment.step(observation["legal_moves_as_int"][0])[1] in (0, 1)


def test_a_move_that_is_not_legal_now_or_no_move_at_all_changes_nothing() -> None:
    game = pyhanabi.HanabiGame({"players": 2, "seed": 3})
    state = game.new_initial_state()
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    before = str(state)
    for move in (
        pyhanabi.HanabiMove.get_discard_move(0),  # All tokens are there.
        pyhanabi.HanabiMove.get_play_move(9),
        pyhanabi.HanabiMove.get_reveal_rank_move(3, 0),
    ):
        with pytest.raises(IllegalMove, match="is not legal now"):
            state.apply_move(move)
    assert str(state) == before


@pytest.mark.parametrize(("value", "seen"), [("1", True), (1, True), ("True", True), (0, False)])
def test_truth_values_are_read_from_words_and_numbers(value: object, seen: bool) -> None:
    assert _truth(value) is seen


def test_values_that_a_move_does_not_name_are_minus_one() -> None:
    made = pyhanabi.HanabiMove
    for move, named in (
        (made.get_discard_move(2), (2, -1, -1, -1)),
        (made.get_play_move(4), (4, -1, -1, -1)),
        (made.get_reveal_color_move(1, 3), (-1, 1, 3, -1)),
        (made.get_reveal_rank_move(2, 0), (-1, 2, -1, 0)),
    ):
        assert (move.card_index(), move.target_offset(), move.color(), move.rank()) == named


def test_the_lower_interface_has_every_move_with_its_effects() -> None:
    game = pyhanabi.HanabiGame({"players": 3, "random_start_player": True, "seed": 3})
    encoder = pyhanabi.ObservationEncoder(game, enc_type=pyhanabi.ObservationEncoderType.CANONICAL)
    state, chances, dealt = game.new_initial_state(), random.Random(1), 0
    while not state.is_terminal():
        if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            dealt += 1
            state.deal_random_card()
            continue
        before = state.copy()
        seen = state.observation(state.cur_player())
        assert len(encoder.encode(seen)) == encoder.shape()[0]
        assert "Life tokens" in str(seen)
        assert "Deck size" in str(state)
        move = chances.choice(state.legal_moves())
        state.apply_move(move)
        item = state.move_history()[-1]
        assert (item.move(), item.player()) == (move, before.cur_player())
        if move.type() in (pyhanabi.HanabiMoveType.PLAY, pyhanabi.HanabiMoveType.DISCARD):
            held = before.player_hands()[before.cur_player()][move.card_index()]
            assert (item.color(), item.rank()) == (held.color(), held.rank())
        else:
            other = (before.cur_player() + move.target_offset()) % 3
            hand = before.player_hands()[other]
            fits = [
                place
                for place, card in enumerate(hand)
                if move.color() in (-1, card.color()) and move.rank() in (-1, card.rank())
            ]
            assert item.card_info_revealed() == fits
            known = [knowledge.to_dict() for knowledge in before.knowledge(other)]
            kind = "color" if move.color() >= 0 else "rank"
            new = [place for place in fits if known[place][kind] is None]
            assert item.card_info_newly_revealed() == new
        assert before.deck_size() + dealt == 50
    assert state.legal_moves() == [] or state.cur_player() >= 0
    ends = pyhanabi.HanabiEndOfGameType
    assert state.end_of_game_status() in (ends.OUT_OF_LIFE_TOKENS, ends.OUT_OF_CARDS)


def test_hands_hold_only_cards_dealt_so_far() -> None:
    state = pyhanabi.HanabiGame({"players": 2}).new_initial_state()
    assert (state.deck_size(), state.player_hands()) == (50, [[], []])
    for _ in range(7):
        state.deal_random_card()
    assert [len(hand) for hand in state.player_hands()] == [5, 2]
    assert state.deck_size() == 43
    assert state.cur_player() == pyhanabi.CHANCE_PLAYER_ID
    with pytest.raises(IllegalMove, match="Only deal_random_card deals"):
        state.apply_move(pyhanabi.HanabiMove.get_play_move(0))


def test_an_observation_has_the_moves_since_ones_own_last() -> None:
    state = pyhanabi.HanabiGame({"players": 2, "seed": 1}).new_initial_state()
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    for _ in range(4):
        state.apply_move(pyhanabi.HanabiMove.get_play_move(0))
        if state.is_terminal():
            break
        state.deal_random_card()
    last = state.observation(state.cur_player()).last_moves()
    assert [item.player() for item in last] == [-1, 1, -1, 0]
    assert [item.deal_to_player() for item in last] == [1, -1, 0, -1]
    assert str(last[2]) == "<(Deal XX)>"
    assert str(last[0]) != "<(Deal XX)>"


@pytest.mark.parametrize(
    ("name", "bits", "moves"),
    [("Hanabi-Full", 658, 20), ("Hanabi-Full-Minimal", 308, 20), ("Hanabi-Small", 171, 11),
     ("Hanabi-Very-Small", 106, 10)],
)  # fmt: skip
def test_the_named_environments_have_their_sizes(name: str, bits: int, moves: int) -> None:
    environment = rl_env.make(name)
    observation = environment.reset()["player_observations"][0]
    assert environment.vectorized_observation_shape() == [bits]
    assert len(observation["vectorized"]) == bits
    assert environment.num_moves() == moves


def test_a_seed_gives_the_same_games_again_and_others_one_after_the_other() -> None:
    def hands(seed: int) -> list[str]:
        environment = rl_env.HanabiEnv({"players": 2, "seed": seed})
        shown = []
        for _ in range(3):
            environment.reset()
            shown.append(str(environment.state.player_hands()))
        return shown

    assert hands(7) == hands(7)
    assert len({*hands(7), *hands(8)}) == 6


@pytest.mark.parametrize(
    ("config", "error", "words"),
    [
        ({"player": 2}, ValueError, "There is no parameter player"),
        ({"observation_type": 3}, ValueError, "3 is not a valid AgentObservationType"),
        ({"colors": 6}, ValueError, "1 to 5 colours, not 6"),
        ({"players": 9}, BadRules, "players must be from 2"),
        ({"ranks": 10**30}, BadRules, "ranks must be from 1"),
        ({"colors": 2.5}, TypeError, "colors must be a whole number, not 2.5"),
        ({"hand_size": 0}, ValueError, "hand_size must be 1 or more"),
    ],
)
def test_impossible_games_are_refused(
    config: dict[str, int], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        rl_env.HanabiEnv(config)
    with pytest.raises(ValueError, match="There is no environment 'Hanabi'"):
        rl_env.make("Hanabi")


def test_only_a_seer_sees_their_own_cards() -> None:
    for kind, sees in ((1, False), (2, True)):
        environment = rl_env.HanabiEnv({"players": 3, "seed": 4, "observation_type": kind})
        environment.reset()
        seen = environment.step(environment.state.seen.legal[0])[0]["player_observations"][0]
        last = seen["pyhanabi"].last_moves()
        hand = [card.to_dict() for card in environment.state.player_hands()[0]]
        unseen = [{"color": None, "rank": -1}] * 5
        assert seen["observed_hands"][0] == (hand if sees else unseen)
        assert (str(last[0]) == "<(Deal XX)>") is not sees
        assert len(seen["vectorized"]) == environment.vectorized_observation_shape()[0]


def test_a_subclass_may_replace_observations_and_the_parsing_of_actions() -> None:
    class Fork(rl_env.HanabiEnv):
        def _extract_dict_from_backend(
            self, player_id: int, observation: pyhanabi.HanabiObservation
        ) -> dict[str, Any]:
            seen = super()._extract_dict_from_backend(player_id, observation)
            return {**seen, "player_id": player_id}

        def _build_move(self, action: dict[str, Any]) -> pyhanabi.HanabiMove:
            assert action["action_type"] in rl_env.MOVE_TYPES
            return super()._build_move({**action, "card_index": 4})

    environment = Fork({"players": 2})
    environment.reset()
    observations, *_ = environment.step({"action_type": "PLAY", "card_index": 0})
    assert environment.state.move_history()[-2].move().card_index() == 4
    assert [seen["player_id"] for seen in observations["player_observations"]] == [0, 1]


def test_changing_an_observation_does_not_change_the_game() -> None:
    environment = rl_env.HanabiEnv({"players": 2, "seed": 1})
    first = environment.reset()["player_observations"][0]
    for card in (*first["observed_hands"][1], *first["card_knowledge"][0], *first["legal_moves"]):
        card.clear()
    first["observed_hands"].clear()
    first["legal_moves_as_int"].clear()
    again = rl_env.HanabiEnv({"players": 2, "seed": 1}).reset()["player_observations"][0]
    shown = environment._make_observation_all_players()["player_observations"][0]
    assert {**shown, "pyhanabi": None} == {**again, "pyhanabi": None}


def test_a_step_of_two_players_takes_few_calls_of_functions() -> None:
    """About a third as many as when each observer's facts were computed apart."""
    environment, chances = rl_env.HanabiEnv({"players": 2, "seed": 1}), random.Random(1)
    profile, steps = Profile(), 0
    for _ in range(5):
        observations, done = environment.reset(), False
        profile.enable()
        while not done:
            seen = observations["player_observations"][observations["current_player"]]
            observations, _, done, _ = environment.step(chances.choice(seen["legal_moves_as_int"]))
            steps += 1
        profile.disable()
    calls = sum(entry.callcount for entry in profile.getstats())
    assert calls / steps < 800


def test_the_names_of_pyhanabi_are_there() -> None:
    assert pyhanabi.cdef_loaded()
    assert pyhanabi.lib_loaded()
    assert pyhanabi.try_cdef(prefixes=("x",))
    assert pyhanabi.try_load(prefixes=("x",))
    assert pyhanabi.color_idx_to_char(-1) is None
    assert [pyhanabi.color_char_to_idx(char) for char in "RYGWB"] == list(range(5))
    assert str(pyhanabi.HanabiCard(2, 4)) == "G5"
    legal = rl_env.HanabiEnv({"players": 2, "seed": 1})
    legal.reset()
    assert np.random.default_rng(1).choice(np.array(legal.state.legal_moves())) is not None
