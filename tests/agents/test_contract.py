"""The contract, run over every agent of the registry."""

from __future__ import annotations

import time
from random import Random

import pytest

from agents import registry
from native import Card, Game, Rules
from tests.game.positions import deal_into, hidden_places

SECONDS = 0.1
GAMES = 1

every_agent = pytest.mark.parametrize("entry", registry.seatable(), ids=lambda e: e.address)


def positions(entry: registry.Entry, seed: int) -> list[Game]:
    """Positions of games that the agent plays with itself, at every table it can sit at."""
    found = []
    for players in [p for p in entry.players if p < 6]:
        for number in range(GAMES):
            game = Game(Rules.standard(players), seed=f"{seed}/{number}")
            agents = [entry.agent(f"{seed}/{seat}") for seat in range(players)]
            while game.end is None:
                found.append(game.copy())
                assert game.to_move is not None
                game.play(agents[game.to_move].decide(game.view(game.to_move)).move)
    return found


@every_agent
def test_it_always_makes_a_legal_move_and_says_why(entry: registry.Entry) -> None:
    for game in positions(entry, 1):
        view = game.view(game.to_move or 0)
        decision = entry.agent("seed").decide(view)
        assert decision.move in view.legal_moves()
        assert decision.why
        assert decision.detail


@every_agent
def test_it_decides_the_same_for_the_same_seed(entry: registry.Entry) -> None:
    for game in positions(entry, 2)[::5]:
        view = game.view(game.to_move or 0)
        assert entry.agent("seed").decide(view) == entry.agent("seed").decide(view)


@every_agent
def test_it_never_sees_a_hidden_card(entry: registry.Entry) -> None:
    random = Random(3)
    for game in positions(entry, 3)[::3]:
        seat = game.to_move or 0
        twin = with_other_hidden_cards(random, game, seat)
        decision = entry.agent("seed").decide(game.view(seat))
        assert entry.agent("seed").decide(twin.view(seat)) == decision


@every_agent
def test_what_everybody_may_read_names_no_card_of_another_hand(entry: registry.Entry) -> None:
    random = Random(4)
    for game in positions(entry, 4)[::3]:
        seat = game.to_move or 0
        reader = (seat + 1) % game.rules.players
        twin = with_other_hidden_cards(random, game, reader)
        one = entry.agent("seed").decide(game.view(seat))
        other = entry.agent("seed").decide(twin.view(seat))
        if one.data.get("position") == other.data.get("position"):
            assert one.why == other.why


@every_agent
def test_it_decides_in_time(entry: registry.Entry) -> None:
    game = Game(Rules.standard(entry.players[0]), seed=5)
    agent = entry.agent("seed")
    began = time.process_time()
    agent.decide(game.view(0))
    assert time.process_time() - began < SECONDS


def with_other_hidden_cards(random: Random, game: Game, seat: int) -> Game:
    """The same game to this seat, with other cards in its hand and in the deck."""
    places = hidden_places(game, seat)
    deck: list[Card] = game.deck
    cards = deal_into(random, game.rules, places, [deck[place.index] for place in places])
    for place, card in zip(places, cards, strict=True):
        deck[place.index] = card
    twin = Game(game.rules, deck=deck)
    for event in game.history:
        twin.play(event.move)
    return twin
