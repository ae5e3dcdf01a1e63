"""Puzzles: positions of people's games in which one move is clearly the best. Before the answer
only what the seat may know is sent."""

from dataclasses import replace
from random import Random

import msgspec
import pytest
from django.template.loader import render_to_string
from django.test import Client

from game.board.explanation import ExplainedPosition, _percent, about, situation
from game.puzzles import answers, position
from game.puzzles import puzzle as puzzle_file
from game.puzzles.position import act, name, read_act
from game.puzzles.puzzle import LEVELS, Puzzle, puzzles
from game.tables.state import parse_deck
from native import BadMove, Game, Move, MoveKind, Rules
from tests.game.conftest import steady
from tests.game.positions import twin

pytestmark = pytest.mark.django_db


DECK = (
    "r2y1p4y5g4p3r1r4b1r2b4b3g1b4b2y3y1g5p1p5p4g3y2y4r1"
    "y4p2p2g3g1b2y1r5g2b1r3y2g4b3r4g2b1r1y3r3p3b5p1p1g1"
)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[Puzzle, ...]:
    """Small puzzles in place of those of the file: a clue is best, then a play, then the same."""
    first = _puzzle("", best="c11", found=0.8)
    later = _puzzle("c11 c11", best="p1", found=0.4)
    made = (first, later, msgspec.structs.replace(later, game="another", found=0.1))
    for module in (puzzle_file, answers):
        monkeypatch.setattr(module, "puzzles", lambda: made)
    monkeypatch.setattr("game.views.puzzles.all_puzzles", lambda: made)
    return made


def _puzzle(moves: str, best: str, found: float) -> Puzzle:
    rules = Rules.standard(2)
    game = Game(rules, deck=parse_deck(rules, DECK))
    for text in moves.split():
        game.play(Move.parse(text, rules))
    others = [text for move in game.legal_moves() if (text := move.text(rules)) != best]
    return Puzzle(
        game="a game",
        players=2,
        deck=DECK,
        moves=moves,
        made=best,
        best=20.0,
        costs={best: 0.0} | dict.fromkeys(others, 1.0),
        leads=[1.0],
        found=found,
    )


@pytest.mark.long
def test_every_puzzle_prices_legal_moves_and_one_idea_is_clearly_the_best() -> None:
    assert len(puzzles()) == 200
    for puzzle in puzzles():
        legal = {move.text(puzzle.view.rules) for move in puzzle.view.legal_moves()}
        assert set(puzzle.costs) <= legal
        costs = list(puzzle.costs.values())
        assert costs == sorted(costs)
        assert (costs[0], len(costs) > 1) == (0, True)
        other = min(cost for move, cost in puzzle.costs.items() if move not in puzzle.right)
        assert other > 0.35
        assert min(puzzle.leads) >= 0.1
    assert len({(puzzle.game, puzzle.moves) for puzzle in puzzles()}) == len(puzzles())


def test_puzzles_go_from_warm_up_to_hard_and_a_warm_up_is_a_certain_play() -> None:
    levels = [puzzle.level for puzzle in puzzles()]
    order = list(LEVELS)
    assert levels == sorted(levels, key=order.index)
    assert all(levels.count(level) >= 40 for level in order)
    for puzzle in puzzles()[: levels.count("warm-up")]:
        best = Move.parse(next(iter(puzzle.costs)), puzzle.view.rules)
        assert best.kind is MoveKind.PLAY
        assert not puzzle.view.possible(best.slot) & ~puzzle.view.playable


@pytest.mark.parametrize("address", ["/puzzles/2/", "/puzzles/2/turns.json", "/puzzles/"])
def test_before_the_answer_nothing_depends_on_hidden_cards(
    address: str, three: tuple[Puzzle, ...], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = three[1]
    before = steady(client.get(address).content)
    random, different = Random(1), 0
    for _ in range(10):
        other = twin(random, position._state(asked, answered=False), asked.seat)
        different += other.table.deck != asked.deck
        changed = msgspec.structs.replace(asked, deck=other.table.deck)
        made = (three[0], changed, three[2])
        monkeypatch.setattr("game.views.puzzles.all_puzzles", lambda made=made: made)
        assert steady(client.get(address).content) == before
    assert different > 8


def test_before_the_answer_a_puzzle_shows_no_value_of_a_move(
    three: tuple[Puzzle, ...], client: Client
) -> None:
    page = client.get("/puzzles/2/")
    assert page.context["told"] is None
    assert b"costs" not in page.content
    assert about(three[1].scene, Move.play(1)) not in page.content.decode()


def test_an_answer_shows_all_hands_and_what_every_move_costs(
    three: tuple[Puzzle, ...], client: Client
) -> None:
    page = client.post("/puzzles/2/", {"move": "play 1"}, follow=True)
    told = page.context["told"]
    assert told["mine"].right
    assert len(told["rows"]) == len(three[1].costs)
    assert all(card["id"] for hand in page.context["snapshot"]["hands"] for card in hand)
    assert "<title>Right: " in page.content.decode()


def test_text_mode_writes_one_strike_in_the_singular(three: tuple[Puzzle, ...]) -> None:
    one = {"tokens": 1, "strikes": 1, "deck": 1}
    frame = msgspec.to_builtins(position.shown(three[0], answered=False)) | one
    page = render_to_string("game/plain.html", {"frame": frame})
    assert "1 clue token, 1 strike, 1 card in the deck" in page


def test_the_first_answer_counts_until_one_starts_over(
    three: tuple[Puzzle, ...], client: Client
) -> None:
    client.post("/puzzles/1/", {"move": "play 0"})
    page = client.post("/puzzles/1/", {"move": act(three[0], Move.rank(1, 1))}, follow=True)
    assert not page.context["told"]["mine"].right
    assert "Playing slot 5 costs 1 point." in page.content.decode()
    shown = client.get("/puzzles/").context
    assert (shown["done"], shown["right"], shown["lost"], shown["next"]) == (1, 0, 1.0, 2)
    client.post("/puzzles/forget/")
    assert client.get("/puzzles/").context["done"] == 0


def test_the_next_puzzle_is_one_without_an_answer(
    three: tuple[Puzzle, ...], client: Client
) -> None:
    assert client.get("/puzzles/2/").context["next"] == 1, "not the next one of the day"
    client.post("/puzzles/3/", {"move": "play 1"})
    assert "Puzzle 3: right" in client.get("/").content.decode()
    assert client.get("/puzzles/1/").context["next"] == 2
    client.post("/puzzles/2/", {"move": "play 1"})
    client.post("/puzzles/1/", {"move": "play 1"})
    assert client.get("/puzzles/1/").context["next"] is None


@pytest.mark.parametrize("move", ["", "play 99", "discard 0", "clue 1 x", "play 1\x00"])
def test_a_move_that_cannot_be_made_is_refused_with_a_message(
    move: str, three: tuple[Puzzle, ...], client: Client
) -> None:
    assert client.post("/puzzles/1/", {"move": move}).status_code == 400
    assert client.get("/puzzles/").context["done"] == 0


def test_there_is_no_puzzle_beyond_the_last(client: Client) -> None:
    assert client.get(f"/puzzles/{len(puzzles()) + 1}/").status_code == 404
    assert client.get("/puzzles/0/").status_code == 404


def test_every_move_of_the_puzzle_page_is_parsed_as_shown(three: tuple[Puzzle, ...]) -> None:
    for move in three[1].view.legal_moves():
        assert read_act(three[1], act(three[1], move)) == move
    with pytest.raises(BadMove):
        read_act(three[1], "play 5")


def test_explanations_speak_of_the_actual_cards(three: tuple[Puzzle, ...]) -> None:
    """The deal of the first game: Robin holds red 1, yellow 1 … and clued your 1s."""
    first, later, _ = three
    ones = Move.rank(1, 1)
    assert name(first, ones) == "Clue 1 to Robin"
    assert about(first.scene, ones) == (
        "It touches Robin's red 1 and blue 1. Then Robin knows that red 1 and blue 1 can be played."
    )
    assert situation(first.scene) == "You have all 8 clue tokens, so you can't discard."
    assert about(later.scene, Move.play(1)) == "Whatever slot 4 is, it is playable."
    assert about(later.scene, Move.discard(0)) == (
        "It gives a clue token back. Slot 5, the oldest card without a clue, is 16% likely to be "
        "critical."
    )
    assert situation(later.scene) == "Robin already knows that red 1 and blue 1 can be played."


def with_on_the_chop(card: str, level: str | None = "h1") -> ExplainedPosition:
    """The first deal, with this card in place of the oldest of Robin's, who follows the conventions
    of this level."""
    rules = Rules.standard(2)
    oldest, other = DECK.index("p3"), DECK.rindex(card)
    deck = list(parse_deck(rules, DECK))
    deck[oldest // 2], deck[other // 2] = deck[other // 2], deck[oldest // 2]
    game = Game(rules, deck=deck)
    return ExplainedPosition(game, game.view(0), ("You", "Robin"), level=level)


def test_a_card_on_the_partners_chop_is_named_and_can_be_saved() -> None:
    last = with_on_the_chop("p5")
    assert situation(last).endswith(
        "Robin doesn't know of a card to play, and would discard slot 5 next: purple 5, which is "
        "critical."
    )
    assert "It saves purple 5, which is critical, from being discarded next." in about(
        last, Move.rank(1, 5)
    )
    unknown = with_on_the_chop("p5", level=None)
    assert situation(unknown).endswith("may discard purple 5, which is critical and has no clue.")
    assert "next" not in about(unknown, Move.rank(1, 5)), "not every partner discards the oldest"
    for level, said in (("h1", "keeps red 2 from being discarded next."), (None, "needed later")):
        assert said in about(with_on_the_chop("r2", level), Move.rank(1, 2))


def test_of_two_copies_only_one_is_called_playable() -> None:
    said = about(with_on_the_chop("r1", level=None), Move.rank(1, 1))
    assert "It touches Robin's two copies of red 1 and blue 1." in said
    assert "Robin knows that either copy of red 1 and blue 1 can be played." in said


def test_the_last_strike_is_said_to_cost_the_points_only_where_it_does() -> None:
    rules = Rules.standard(2)
    game = Game(rules, deck=parse_deck(rules, DECK))
    game.play(Move.play(0))
    game.play(Move.play(0))
    lost = ExplainedPosition(game, game.view(0), ("You", "Robin"))
    assert "One more strike ends the game with 0 points." in situation(lost)
    assert about(lost, Move.play(0)).endswith("If not, it is the third strike, and the score is 0.")
    kept = replace(lost, keeps_points=True)
    assert "One more strike ends the game." in situation(kept)
    assert about(kept, Move.play(0)).endswith("If not, it is the third strike, and the game ends.")


def test_a_nearly_certain_card_is_not_called_certain() -> None:
    told = [_percent(chance) for chance in (0, 0.01, 0.5, 0.99, 1)]
    assert told == ["0%", "1%", "50%", "99%", "100%"]
    assert [_percent(chance) for chance in (0.001, 0.999)] == ["less than 1%", "more than 99%"]
