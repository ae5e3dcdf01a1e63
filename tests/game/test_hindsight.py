"""What could still be scored, told of a game once nobody has a secret."""

import itertools
import re
from datetime import timedelta

import pytest
from django.test import Client

from game.board.log import entries
from game.board.progress import efficiency, max_score, most_turns, pace
from game.models import Player, Seating, Table
from game.replays.hindsight import (
    Hindsight,
    _last_copy_went,
    _proof,
    _spared,
    best_line,
    hindsight_of,
)
from game.replays.verdict import verdict
from game.tables import changes, daily
from game.tables.state import TableState, load
from native import Card, Game, Move, Rules
from native.solver.whole_deals import Proof, Prospect
from tests.game import played
from tests.game.conftest import seated
from tests.game.known_deals import NOON, table_after

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db: None) -> Table:
    """A whole game between agents."""
    return played.finished("rules:iggi", "rules:piers", slug="watched", seed="an outlook")


def _thrown_away(table: Table, people: list[Player]) -> None:
    """Both discard what they drew last, and clue when they cannot; then they give up."""
    for turn in range(30):
        state = load(table.slug)
        moves = state.game.legal_moves()
        move = Move.discard(0) if Move.discard(0) in moves else moves[-1]
        changes.submit(table.slug, changes.Actor(people[turn % 2]), move, state.table.version)
    changes.give_up(table.slug, people[0], load(table.slug).table.version)


def test_hindsight_names_the_turn_and_card_of_a_lost_last_copy(finished: Table) -> None:
    state = load(finished.slug)
    told = hindsight_of(state)

    assert told.losses[0].before == 25
    assert told.losses[0].text.startswith("The win was lost here: ")
    gone = [loss for loss in told.losses if ": the last " in loss.text]
    assert gone
    for loss in gone:
        card = re.split(" discards | misplays ", loss.move)[1].split(" from ")[0]
        assert loss.text.endswith(f" here: the last {card} went.")
    lines = {line.turn: line.text for line in entries(state, True) if line.kind != "note"}
    assert all(lines[loss.turn] == loss.move for loss in told.losses)
    drops = [before - after for before, after in itertools.pairwise(told.low) if after < before]
    assert [loss.before - loss.after for loss in told.losses] == drops


@pytest.fixture
def lost_deal(db: None) -> Table:
    """Agents play a deal that cannot be won, and throw last copies away."""
    return played.finished("rules:piers", "rules:iggi", slug="lost", seed="demo-piers-iggi")


def test_hindsight_says_why_a_deal_could_not_be_won(lost_deal: Table, finished: Table) -> None:
    lost = hindsight_of(load(lost_deal.slug))

    assert lost.high[0] == 24
    assert lost.deal == (
        "This deal could not be won: every way to play was tried, even with clues for free, and "
        "none gets there."
    )
    assert hindsight_of(load(finished.slug)).deal == ""


def test_a_last_copy_is_named_though_the_deal_had_lost_a_point_already(lost_deal: Table) -> None:
    first = hindsight_of(load(lost_deal.slug)).losses[0]

    assert (first.before, first.after) == (24, 23)
    assert first.move == "Ida discards red 5 from slot 5."
    assert first.text == "A point was lost here: the last red 5 went."


def test_a_loss_in_the_last_turns_is_not_blamed_on_the_deck(db: None) -> None:
    table = played.finished("rules:iggi", "rules:piers", "rules:iggi", seed="demo-three")

    last = hindsight_of(load(table.slug)).losses[-1]

    assert (last.turn, len(load(table.slug).moves)) == (63, 64)
    assert last.text == "A point was lost here: in the turns that are left no more can be played."


@pytest.mark.long
def test_each_lost_point_names_a_move_that_would_have_kept_it(lost_deal: Table) -> None:
    state = load(lost_deal.slug)

    for loss in hindsight_of(state).losses:
        line = best_line(state, loss.turn - 1)
        said = entries(line, True)[loss.turn - 1].text
        assert line.game.score == loss.before
        assert loss.instead == said


def test_a_line_says_why_cards_can_go(lost_deal: Table) -> None:
    lines = [line for line in entries(best_line(load(lost_deal.slug), 0), True) if line.turn]

    assert {line.why for line in lines if line.kind == "clue"} == {
        "Passes the turn: any clue would do."
    }
    assert {line.why for line in lines if line.success} == {None}
    strikes = [line.why or "" for line in lines if line.kind == "play" and not line.success]
    assert all(why.startswith("A strike on purpose. ") for why in strikes)
    whys = {line.why for line in lines if line.kind == "discard"}
    assert {
        "Nobody needs this card any more.",
        "Another copy is still in the deck.",
        "Piers holds another copy.",
    } <= whys


def test_the_last_strike_loses_the_game(table: Table, alice: Player, bob: Player) -> None:
    people = [alice, bob]
    for turn in range(60):
        state = load(table.slug)
        if state.over:
            break
        hand = state.game.hands[turn % 2]
        bad = [
            slot
            for slot, card in enumerate(hand)
            if card and not state.game.playable >> state.game.rules.identity(card) & 1
        ]
        move = Move.play(bad[0]) if bad else state.game.legal_moves()[0]
        changes.submit(table.slug, changes.Actor(people[turn % 2]), move, state.table.version)

    last = hindsight_of(load(table.slug)).losses[-1]
    assert last.turn == len(load(table.slug).moves)
    assert last.text == "The game was lost here: the third strike ended the game."


def test_a_game_given_up_is_judged_by_its_last_position(table: Table, alice: Player) -> None:
    changes.give_up(table.slug, alice, load(table.slug).table.version)

    told = hindsight_of(load(table.slug))

    assert told.low == [25]
    assert not told.losses


@pytest.mark.long
def test_the_best_line_continues_from_the_turn_to_the_stated_score(
    table: Table, alice: Player, bob: Player
) -> None:
    _thrown_away(table, [alice, bob])
    state = load(table.slug)
    said = hindsight_of(state).low

    for turn in (0, 11, 30):
        line = best_line(state, turn)
        assert line.game.score == said[turn]
        assert [move.text for move in line.moves[:turn]] == [
            move.text for move in state.moves[:turn]
        ]


def test_lines_are_stepped_through_like_a_replay_and_nothing_is_stored(
    finished: Table, client: Client
) -> None:
    before = (Table.objects.count(), load(finished.slug).table.version)
    frames = client.get(f"/replays/{finished.slug}/line/10/frames.json").json()["frames"]

    assert frames[-1]["score"] == hindsight_of(load(finished.slug)).low[10]
    assert any(line["why"] for frame in frames[11:] for line in frame["log"])
    page = client.get(f"/replays/{finished.slug}/line/10/").content.decode()
    assert "were still possible" in page
    assert (Table.objects.count(), load(finished.slug).table.version) == before


def test_hindsight_of_a_game_without_moves_is_possible(client: Client) -> None:
    table = seated("rules:iggi", "rules:piers", slug="running", seed="an outlook")
    changes.close(table.slug, "Closed.")

    assert client.get(f"/replays/{table.slug}/hindsight.json").json()["low"] == [25]


def test_an_unknown_turn_is_not_found(finished: Table, client: Client) -> None:
    assert client.get(f"/replays/{finished.slug}/line/999/").status_code == 404


def test_a_variant_that_cannot_be_searched_has_no_hindsight(client: Client, alice: Player) -> None:
    table = seated(alice, "rules:legal_random", slug="null", variant="Null (5 Suits)")
    changes.give_up(table.slug, alice, load(table.slug).table.version)

    assert client.get(f"/replays/{table.slug}/hindsight.json").status_code == 404


def test_a_best_line_leaves_out_notes_after_its_turn(
    table: Table, alice: Player, bob: Player
) -> None:
    _thrown_away(table, [alice, bob])
    state = load(table.slug)
    assert [note.text for note in state.notes] == ["Alice ended the game."]
    assert best_line(state, 3).notes == []
    assert best_line(state, len(state.moves)).moves[:1] == state.moves[:1]


def test_a_discarded_copy_is_not_said_to_be_in_the_deck() -> None:
    state = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "d2", "c11")
    green = Card.parse("g2", state.game.rules.suits)
    assert _spared(state, state.game, green, useless=False) == "This line does without it."


def test_a_copy_that_is_drawn_next_is_still_in_the_deck() -> None:
    state = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g3 y1 g3 y2", "c1r")
    next_one = Card.parse("g3", state.game.rules.suits)
    said = _spared(state, state.game, next_one, useless=False)
    assert said == "Another copy is still in the deck."
    last = Card.parse("b5", state.game.rules.suits)
    assert _spared(state, state.game, last, useless=True) == "Nobody needs this card any more."


def judged(
    state: TableState, *bounds: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> Hindsight:
    """What is told if the search finds these bounds before and after each move."""
    line = (Move.rank(1, 1),)
    found = [Prospect(low, high, Proof.EXHAUSTED, (), line, 1) for low, high in bounds]
    monkeypatch.setattr("game.replays.hindsight.hindsight", lambda _: found)
    return hindsight_of(state)


def test_only_a_proved_loss_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "d2")
    told = judged(state, (25, 25), (23, 25), (21, 21), monkeypatch=monkeypatch)
    assert [(loss.turn, loss.before, loss.after) for loss in told.losses] == [(2, 23, 21)]
    assert told.losses[0].text.startswith("2 points were lost here")


def test_a_deal_that_is_undecided_is_not_said_to_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r")
    assert judged(state, (24, 25), (24, 25), monkeypatch=monkeypatch).deal == ""
    told = judged(state, (23, 24), (23, 24), monkeypatch=monkeypatch).deal
    assert told.startswith("This deal could not be won")


@pytest.mark.parametrize(
    ("moves", "went"),
    [(("c1r", "d0"), False), (("c1r", "d0", "c12", "d1", "p0"), False), (("c1r", "d2"), True)],
)
def test_a_last_copy_went_if_it_was_the_last_and_was_not_played(
    moves: tuple[str, ...], went: bool
) -> None:
    playback = table_after("r1 r2 g3 b4 p5 r1 r1 y5 g2 y1", *moves).playback
    gone = Prospect(20, 20, Proof.LAST_COPY_GONE, (), (), 1)
    was, event = playback.positions[-2], playback.events[-1]
    assert _last_copy_went(was, event, gone, gone) == went


def test_the_proof_of_a_lost_deal_names_the_suits_concerned() -> None:
    rules = Rules.standard(2)
    for suits, said in (
        ((), Proof.EXHAUSTED.words),
        ((1,), f"{Proof.EXHAUSTED.words} (yellow)"),
        ((0, 4), f"{Proof.EXHAUSTED.words} (red and purple)"),
    ):
        assert _proof(rules, Prospect(20, 20, Proof.EXHAUSTED, suits, (), 1)) == said


def game(player: Player, points: int, **fields: object) -> TableState:
    """One more finished game of this person."""
    known: dict[str, object] = {"players": 2, "status": "finished", "ending": "out_of_turns"}
    later = timedelta(hours=Table.objects.count())
    table = Table.objects.create(
        **(known | {"stacks": points, "zero": points, "finished": NOON + later} | fields)
    )
    Seating.objects.create(table=table, index=0, kind=Seating.Kind.PERSON, player=player)
    return TableState(table, list(table.seatings.all()), [], [], None)


def after(player: Player, *points: int) -> str:
    """The verdict on the last of these games."""
    return [verdict(game(player, one), player) for one in points][-1]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([7], "Your first game: 7 of 25."),
        ([14, 14, 14], "Good for your third game: 14 of 25."),
        ([14, 19], "Very good for your second game: 19 of 25, your best so far."),
        ([14, 14, 14, 16], "Your best so far: 16 of 25."),
        ([20, 16, 18, 17], "About as usual: 17 of 25; your last 3 games had 18.0 on average."),
        ([20, 16, 18, 10], "Less than usual: 10 of 25; your last 3 games had 18.0 on average."),
        ([25, 10, 10, 20], "Better than usual: 20 of 25; your last 3 games had 15.0 on average."),
        ([25], "A perfect game: 25 of 25."),
    ],
)
def test_a_game_is_compared_with_the_persons_earlier_ones(
    points: list[int], said: str, alice: Player
) -> None:
    assert after(alice, *points) == said


def test_a_verdict_counts_points_by_the_tables_scoring(alice: Player) -> None:
    struck = {"ending": "strikeout", "zero": 0}
    assert verdict(game(alice, 13, **struck), alice) == "Your first game: 0 of 25."
    friendly = game(alice, 13, scoring="stacks", **struck)
    assert verdict(friendly, alice).startswith("Good for your second game: 13 of 25")


def test_a_verdict_leaves_out_other_tables_and_games_ended_early(alice: Player) -> None:
    a_daily_deal = {"daily": daily.deal_of_today()}
    for fields in ({"players": 3}, {"variant": "6 Suits"}, {"ending": "terminated"}, a_daily_deal):
        game(alice, 3, **fields)
    assert verdict(game(alice, 12), alice) == "Your game: 12 of 25."


def test_a_daily_deal_is_one_of_the_first_games(alice: Player) -> None:
    game(alice, 20, daily=daily.deal_of_today())
    assert verdict(game(alice, 14), alice) == "Good for your second game: 14 of 25."


def test_only_players_get_a_verdict_and_none_in_experiments(alice: Player, bob: Player) -> None:
    assert not verdict(game(alice, 12), bob)
    assert not verdict(game(alice, 12), None)
    assert not verdict(game(alice, 12, drawn=True), alice)


@pytest.mark.parametrize(
    ("players", "slack", "clues"), [(2, 17, 29), (3, 13, 25), (4, 13, 25), (5, 10, 21)]
)
def test_pace_and_efficiency_begin_as_at_hanab_live(players: int, slack: int, clues: int) -> None:
    game = Game(Rules.standard(players), seed="start")
    assert pace(game) == slack
    assert efficiency(game) == pytest.approx(25 / clues)
    assert most_turns(game) == slack + clues + 25


def after_progress(*moves: str) -> Game:
    """A game in which seat 0 holds r1 r2 g1 b4 p5, and seat 1 r1 r5 g2 g2 y1."""
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3", *moves).game
    assert game
    return game


def test_clued_cards_count_as_gotten() -> None:
    # One of 25 is gotten; of the 29 clues one is given.
    assert efficiency(after_progress("c15")) == pytest.approx(24 / 28)


def test_known_trash_does_not_count_as_gotten() -> None:
    told = after_progress("c1r", "c11", "p0")
    # Red 1 is played; of the clued cards r1 and r5 of seat 1, g1 of mine: all may be of use.
    assert efficiency(told) == pytest.approx((25 - 1 - 3) / 27)


def test_a_lost_card_caps_the_best_score_of_its_suit() -> None:
    lost = after_progress("c15", "d1")
    assert max_score(lost) == 24
    assert pace(lost) == 0 + 39 + 2 - 24
    # 17 discards, four stacks that can be finished, 8 clue tokens.
    assert most_turns(lost) == 17 + 29 + 24
