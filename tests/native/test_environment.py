"""Lanes of games are the games of the engine, whatever is told of them."""

import numpy as np
import pytest

from native import BadRules, Game, IllegalMove, MoveKind, Rng, Rules
from native.empathy.exact import odds
from native.environment import environment
from native.environment.environment import DEED, MISSING, MOST_LANES, Environment
from native.environment.observation import move_of, observe

pytestmark = pytest.mark.native

TOY = Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=2, clue_tokens=3, strikes=1)
every_size = pytest.mark.parametrize("players", range(2, 6))


def deal(rules: Rules, number: int) -> Game:
    return Game(rules, seed=Rng("deals").derive(number))


def careful(environment: Environment, rng: Rng) -> np.ndarray:
    """Random actions, but hardly a play, so that games last."""
    hand = environment.rules.hand_size
    few = environment.legal & ~np.uint64(((1 << hand) - 1) << hand)
    actions = environment.random_actions(rng)
    environment.legal[few > 0] = few[few > 0]
    chosen = environment.random_actions(rng)
    return actions if rng.below(8) == 0 else chosen


@pytest.mark.long
@every_size
def test_a_lanes_observation_is_the_engines_for_its_game(players: int) -> None:
    rules = Rules.standard(players)
    environment, rng = Environment(rules, 3, "deals"), Rng(5)
    games, numbers = [deal(rules, lane) for lane in range(3)], [0, 1, 2]
    ended = 0
    for _ in range(150):
        actions = careful(environment, rng)
        for lane, game in enumerate(games):
            observed = observe(game.view(game.to_move or 0))
            assert (environment.observations[lane] == observed.words).all()
            assert environment.seats[lane] == game.to_move
        moves = [move_of(g.view(g.to_move or 0), a) for g, a in zip(games, actions, strict=True)]
        environment.step(actions)
        for lane, (game, move) in enumerate(zip(games, moves, strict=True)):
            expected = deed_of(game, move)
            assert environment.deeds[lane] == expected
            if game.end:
                ended += 1
                numbers[lane] += 3
                games[lane] = deal(rules, numbers[lane])
    assert ended > 2


def deed_of(game: Game, move: object) -> np.ndarray:
    """Make the move, and say what it did by the open words of the game."""
    before, deed = game.copy(), np.zeros((), DEED)
    event = game.play(move)
    deed["kind"], deed["scored"] = event.move.kind, game.score - before.score
    deed["reward"] = game.score_zero - before.score_zero
    deed["gained"] = game.score - before.score
    deed["end"], deed["stacks"] = game.end or 0, game.score
    seat = before.to_move or 0
    if not event.move.is_clue:
        card = before.hands[seat][event.move.slot or 0]
        deed["stacked"] = before.stacks[card.suit] >= card.rank
        return deed
    target = (seat + (event.move.target or 0)) % game.rules.players
    for slot in event.touched:
        card = before.hands[target][slot]
        playable = before.stacks[card.suit] == card.rank - 1
        repeated = told_before(before, target, slot, event.move.kind, event.move.value)
        deed["playable"] += playable
        deed["repeated"] += repeated
        deed["news"] += playable and not repeated
    return deed


def told_before(game: Game, seat: int, slot: int, kind: MoveKind, value: int | None) -> bool:
    """Whether a clue of this colour or rank touched the card that is there now."""
    held = game.order(seat, slot)
    return any(
        event.move.kind is kind
        and event.move.value == value
        and (event.seat + (event.move.target or 0)) % game.rules.players == seat
        and slot in event.touched
        for event in game.history[turn_drawn(game, seat, slot, held) :]
    )


def turn_drawn(game: Game, seat: int, slot: int, order: int | None) -> int:
    """The turn after which the card was there."""
    turns = [turn for turn, event in enumerate(game.history) if event.drawn == order]
    return turns[0] + 1 if turns else 0


@every_size
def test_true_hands_and_exact_odds_go_from_the_oldest_card_to_the_newest(players: int) -> None:
    rules = Rules.standard(players)
    environment, rng, game = Environment(rules, 1, "deals"), Rng(6), deal(rules, 0)
    while game.to_move is not None:
        view = game.view(game.to_move)
        own = [game.hands[view.seat][slot] for slot in view.own_slots]
        cards = [rules.identity(card) for card in own if card]
        missing = [MISSING] * (rules.hand_size - len(cards))
        assert environment.hands[0].tolist() == cards + missing
        expected = np.zeros((rules.hand_size, rules.max_score))
        for position, slot in enumerate(view.own_slots):
            card = odds(view)[slot]
            expected[position] = [card.chance(identity) for identity in range(rules.max_score)]
        assert np.allclose(environment.odds(np.arange(1))[0], expected, atol=1e-6)
        action = careful(environment, rng)
        game.play(move_of(view, int(action[0])))
        environment.step(action)


def test_an_illegal_action_is_refused_and_nothing_has_changed() -> None:
    environment = Environment(Rules.standard(2), 2, "deals")
    before = environment.observations.copy()
    play, discard = 5, 0
    for wrong in ([play, discard], [play, 255], [play, 63]):
        with pytest.raises(IllegalMove, match=f"Action {wrong[1]} is not legal in lane 1: legal"):
            environment.step(np.array(wrong, np.uint8))
    assert (environment.observations == before).all()
    assert environment.state()["turns"].tolist() == [0, 0]


def test_restored_lanes_continue_as_if_never_stopped() -> None:
    rules, rng = Rules.standard(3), Rng(9)
    straight = Environment(rules, 5, "deals")
    for _ in range(40):
        straight.step(careful(straight, rng))
    resumed = Environment(rules, 5, "deals")
    resumed.restore(straight.state())
    for _ in range(40):
        assert (resumed.observations == straight.observations).all()
        assert (resumed.legal == straight.legal).all()
        assert (resumed.hands == straight.hands).all()
        actions = straight.random_actions(rng)
        straight.step(actions)
        resumed.step(actions)
        assert (resumed.deeds == straight.deeds).all()


def test_a_state_of_other_lanes_is_refused() -> None:
    rules = Rules.standard(2)
    environment, other = Environment(rules, 2, "deals"), Environment(rules, 3, "deals")
    with pytest.raises(ValueError, match="not one of 2 lanes"):
        environment.restore(other.state())


def test_a_refused_state_leaves_the_lanes_as_they_were() -> None:
    rules, rng = Rules.standard(2), Rng(2)
    lanes, twin, other = (Environment(rules, 2, "deals", first=n) for n in (0, 0, 4))
    other.step(other.random_actions(rng))
    wrong = other.state()
    wrong["moves"][1] = 200
    with pytest.raises(ValueError, match="cannot be made"):
        lanes.restore(wrong)
    for _ in range(30):
        assert (lanes.observations == twin.observations).all()
        assert all((lanes.state()[name] == rows).all() for name, rows in twin.state().items())
        actions = twin.random_actions(rng)
        lanes.step(actions)
        twin.step(actions)


def test_an_action_beyond_a_byte_is_refused_and_not_cut() -> None:
    lanes = Environment(Rules.standard(2), 1, "deals")
    with pytest.raises(ValueError, match="from 0 to 19"):
        lanes.step(np.array([256 + int(lanes.random_actions(Rng(1))[0])]))


def test_a_state_with_a_finished_game_is_refused() -> None:
    environment = Environment(TOY, 1, "deals")
    game, moves = deal(TOY, 0), []
    while game.end is None:
        move = game.legal_moves()[0]
        moves.append(move.id(TOY))
        game.play(move)
    state = environment.state() | {"moves": np.array([moves], np.uint8)}
    environment.restore(state | {"turns": np.array([len(moves) - 1])})
    with pytest.raises(ValueError, match="cannot be made"):
        environment.restore(state | {"turns": np.array([len(moves)])})


def test_random_actions_are_legal_and_uniform() -> None:
    environment = Environment(Rules.standard(2), 6000, "deals")
    environment.legal[:] = 0b1011_0000
    counts = np.bincount(environment.random_actions(Rng(1)), minlength=8)
    assert counts.sum() == counts[[4, 5, 7]].sum() == 6000
    assert abs(counts[[4, 5, 7]] - 2000).max() < 150


def test_lanes_are_numbered_from_one_and_rules_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    for lanes, first in ((0, 0), (MOST_LANES + 1, 0), (1, -1), (1, 2**63)):
        with pytest.raises(
            ValueError, match=f"1 to {MOST_LANES} lanes from game 0 on, not {lanes}"
        ):
            Environment(Rules.standard(2), lanes, "deals", first=first)
    Environment(Rules.standard(2), 1, "deals", first=2**63 - 1)
    monkeypatch.setattr(environment, "MOST_LANES", 2)
    assert Environment(Rules.standard(2), 2, "deals").lanes == 2
    with pytest.raises(ValueError, match="Actions must have shape"):
        Environment(Rules.standard(2), 2, "deals").step([5])
    with pytest.raises(BadRules):
        Environment(Rules.standard(2, "Rainbow (5 Suits)"), 1, "deals")
    with pytest.raises(BadRules):
        Environment(Rules(6, suits="rygbpt", hand_size=6), 1, "deals")
