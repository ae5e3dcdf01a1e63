"""The contract, run over every agent of the registry."""

from random import Random

import pytest

from agents import registry
from agents.contract import GivesUp, Seer, decision_of
from native import Card, Game, Rules
from tests.game.positions import deal_into, hidden_places

EXAMPLES = [registry.find(kind.EXAMPLE) for kind in registry.kinds()]
AGENTS = {entry.address: entry for entry in (*registry.everyone(), *EXAMPLES)}
FAST = 0.1
SLOW_TURNS = 6
"""Of a game, for an agent that may think for longer than `FAST` seconds."""


@pytest.fixture(scope="module", params=AGENTS.values(), ids=lambda entry: entry.address)
def entry(request: pytest.FixtureRequest) -> registry.Entry:
    """Each agent; all tests of one run together, on the same positions."""
    one: registry.Entry = request.param
    return one


@pytest.fixture(scope="module")
def positions(entry: registry.Entry) -> list[Game]:
    """Positions of a game that the agent plays with itself at each table it can sit at."""
    reached = []
    for players in [p for p in entry.players if p < 6]:
        game = Game(Rules.standard(players), seed="contract")
        agents = [entry.agent(f"contract/{seat}") for seat in range(players)]
        while game.to_move is not None and (entry.seconds <= FAST or game.turn < SLOW_TURNS):
            before = game.copy()
            try:
                game.play(decision_of(agents[game.to_move], game).move)
            except GivesUp:
                break
            reached.append(before)
    return reached


@pytest.mark.long
def test_every_agent_makes_only_legal_moves_and_gives_a_reason(
    entry: registry.Entry, positions: list[Game]
) -> None:
    for game in positions:
        decision = decision_of(entry.agent("seed"), game)
        assert decision.move in game.view(game.to_move or 0).legal_moves()
        assert decision.why
        assert decision.detail


@pytest.mark.long
def test_every_agent_decides_the_same_for_the_same_seed(
    entry: registry.Entry, positions: list[Game]
) -> None:
    for game in positions[::5]:
        one, other = (decision_of(entry.agent("seed"), game) for _ in range(2))
        assert one == other


@pytest.mark.long
def test_only_agents_declared_as_cheats_depend_on_hidden_cards(
    entry: registry.Entry, positions: list[Game]
) -> None:
    assert isinstance(entry.agent("seed"), Seer) == entry.sees_everything
    random = Random(3)
    for game in () if entry.sees_everything else positions[::3]:
        seat = game.to_move or 0
        twin = with_other_hidden_cards(random, game, seat)
        decision = entry.agent("seed").decide(game.view(seat))
        assert entry.agent("seed").decide(twin.view(seat)) == decision


def test_every_agents_page_and_menu_entry_show_its_description(entry: registry.Entry) -> None:
    assert registry.find(entry.address).address == entry.address == entry.agent("seed").address
    assert entry.title
    assert entry.version
    assert entry.players
    assert entry.summary.endswith(".")
    assert entry.about or entry.plays_in_core


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
