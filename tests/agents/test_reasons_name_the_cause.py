"""A reason names what last changed the decision: the clue, the stack that reached the card, the
discard that made it the last one. And it never says more than its reader may know."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from random import Random

import pytest

import agents.reasons.after
import agents.reasons.live
from agents import registry
from agents.contract import Decision
from agents.kinds.conv import levels, profiles
from agents.reasons import conventions
from agents.reasons.clues import foretold
from agents.reasons.names import cards, name
from native import Game, Move, MoveKind, Rules, View
from native.engine.view import earlier
from native.strategies.conv import ConvReason, explain, reading
from tests.agents.test_reasons_keep_secrets import seen
from tests.native import conv_positions
from tests.native.conv_positions import EXPERT
from tests.native.twins import twin

GIVER = "p3 p4 b4 g4 y4"
MORE = "y3 b4 r2 p4 g3"
position = partial(conv_positions.position, variant="No Variant")
"""The game after these moves from hands with the newest card, slot 1, first."""


def decisions(address: str, *games: Game) -> Iterator[tuple[Game, View, Decision]]:
    """The positions and decisions of an agent in all seats; each move is made after it."""
    agent = registry.find(address).agent("0")
    for game in games:
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            decision = agent.decide(view)
            yield game, view, decision
            game.play(decision.move)


def move_of(game: Game, move: str) -> tuple[View, Move]:
    return game.view(game.to_move), Move.parse(move, game.rules)


def live(game: Game, move: str) -> str:
    """What an agent without conventions says to everybody."""
    return agents.reasons.live.why(*move_of(game, move))


def after(game: Game, move: str) -> str:
    """What it says after the game."""
    return agents.reasons.after.why(*move_of(game, move))


def by_convention(game: Game, move: str, level: str = "expert") -> str:
    """What the convention player says to everybody."""
    (view, made), player = move_of(game, move), levels.blueprint(level)
    return conventions.why(player, view, made, explain(player, view, made))


def by_convention_after(game: Game, move: str, reason: ConvReason) -> str:
    view, made = move_of(game, move)
    return conventions.detail(EXPERT, view, made, reason, explain(EXPERT, view, made))


def test_a_play_on_the_stack_is_the_cause_and_not_an_old_clue() -> None:
    game = position(["r1 p5 p4 b4 g4", "g3 y5 b3 g4 r2"], f"c12 {'d4 c15 ' * 9} d4 p4")
    assert game.turn > 20
    assert live(game, "p0") == "Red 1 was played, so I took slot 5 for the red 2."
    assert by_convention(game, "p0").startswith("Red 1 was played, so I ")
    assert after(game, "p0").startswith("Red 1 was played, so I ")


def test_the_reason_for_a_clue_as_the_last_move_promises_nothing() -> None:
    game = position(["r1 p5 p4 b4 g4", "g3 y5 b3 g4 r2"], f"c12 {'d4 c15 ' * 40}")
    told = [make(game, "c14") for make in (live, after, by_convention)]
    told += [by_convention_after(game, "c14", ConvReason.CLUE_STALL)]
    assert told == 4 * ["It was the last move of the game, so the clue changed nothing."]


def test_a_stack_that_reached_another_card_since_played_is_not_the_cause() -> None:
    hands = ["r3 y1 g4 b4 p4", "r4 y5 b3 g4 y2", "g3 b3 r1 p2 r2"]
    game = position(hands, "c12 d4 c14 p3 d4 p2 c15 d2 p0 c15")
    assert live(game, "p0") == "Yellow 1 was played, so I took slot 5 for the yellow 2."


def test_a_clue_that_is_answered_at_once_is_the_cause() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b2"], "c1r")
    assert live(game, "p3") == by_convention(game, "p3") == "You clued red, so I played slot 2."
    # Another seat has moved in between, which says only that it holds no card before the focus.
    game = position([GIVER, "p2 g1 y4 b3 p3", "y3 r1 r4 p4 g3"], "c2r c2g")
    assert by_convention(game, "p3") == "Seat 1 clued red, so I played slot 2."


def test_a_clue_that_is_repeated_and_then_answered_is_the_cause() -> None:
    game = position(["y1 p5 p4 b4 g4", "y2 r2 g4 b3 r4"], "c12 c15 p4 d0 c12")
    assert live(game, "p4") == "You clued 2s, so I played slot 2."
    assert after(game, "p4").startswith("You clued 2s, so I took slot 2 to be playable")


def test_the_reason_for_a_delayed_play_says_since_when_it_was_possible() -> None:
    game = position(["y1 p5 p4 b4 g4", "y3 r1 g4 r5 b2"], "c1r c15 c11 c15 p4")
    told = live(game, "p3")
    assert told == "Slot 2 (red 1) has been playable since you clued 1, and I played it now."


def test_a_card_said_to_have_been_playable_is_playable() -> None:
    games, told = [Game(Rules.standard(2), seed=number) for number in range(60)], 0
    for game, view, decision in decisions("conv:expert", *games):
        if " has been playable since " in decision.why and decision.move.slot is not None:
            slot, told = decision.move.slot, told + 1
            assert view.playable >> view.rules.identity(game.hands[view.seat][slot]) & 1
    assert told > 100


def test_a_card_was_taken_for_an_identity_only_if_no_other_fits() -> None:
    game = position(["y1 r1 p4 b4 g4", "y2 r2 g4 b3 p5"], "c12 c1y p4 c14 c15 c1r p3")
    assert live(game, "p4") == (
        "Red 1 was played, so slot 1 could be played as red 2 or yellow 2, and I played it."
    )


def test_a_play_is_the_cause_only_if_it_made_the_card_playable_or_narrowed_it() -> None:
    games, named, other = [Game(Rules.standard(4), seed=f"f2{n}") for n in (3, 4, 5)], 0, 0
    for game, view, decision in decisions("conv:expert", *games):
        other += " made another move, so " in decision.why
        if played := re.match(r"(\w+ \d) was played, so ", decision.why):
            slot = decision.move.slot
            event = next(
                one
                for one in reversed(view.history)
                if one.success and one.card and name(view, one.card) == played[1].lower()
            )
            card, rules = event.card, game.rules
            before, after = (
                reading(EXPERT, earlier(view, turn)).said[view.seat][slot]
                or earlier(view, turn).clued(view.seat, slot)
                for turn in (event.turn, event.turn + 1)
            )
            reaches = rules.cards_in(after).count(card._replace(rank=card.rank + 1))
            assert reaches or before >> rules.identity(card) & 1, decision.why
            named += 1
    assert min(named, other)


def test_a_reading_by_convention_is_not_called_knowledge() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b2"], "c1r")
    told = by_convention_after(game, "p3", ConvReason.PLAY_TOLD)
    assert told == "You clued red, so I took slot 2 for red 1."
    game = position(["g1 p4 b4 g4 y4", "y3 r1 g4 r4 b2"], "c11 c11 d1")
    assert by_convention_after(game, "p3", ConvReason.PLAY_TOLD).endswith(
        "took slot 2 for red 1, yellow 1, blue 1 or purple 1. I saw green 1 clued in your hand."
    )
    game = position([GIVER, "y3 r1 g4 r4 b2"], "c1r c14 c11")
    told = by_convention_after(game, "p3", ConvReason.PLAY_TOLD)
    assert told.endswith("I knew that slot 2 was red 1.")


@pytest.mark.long
@pytest.mark.parametrize("level", ["expert", "human", "h5", "h11"])
def test_every_blind_play_names_its_giver_the_focus_and_the_missing_card(level: str) -> None:
    missing = r"((\w+ \d(, | or )?)+|a \d|a lower card of its colour)"
    clue = rf"^(You|I|Seat \d) clued (my|your|seat \d's) \w+: slot \d needs {missing} first,"
    gift = r"^(You|Seat \d) discarded \w+ \d, so I must hold the other one,"
    seeds, blind = [f"blind/{5 * number}" for number in range(3)], 0
    games = [Game(Rules.standard(players), seed=seed) for players in (2, 3, 4, 5) for seed in seeds]
    for _, _, decision in decisions(f"conv:{level}", *games):
        if decision.data["reason"] == "play_blind":
            blind += 1
            assert re.search(f"{clue}|{gift}", decision.why), decision.why
    assert blind > 10


def test_a_card_whose_copy_was_discarded_for_it_is_played_for_that_reason() -> None:
    found = 0
    for _, _, said in decisions("conv:h5", Game(Rules.standard(2), seed="gift/85")):
        if "so I must hold the other one" in said.why:
            found += 1
            assert re.match(r"You discarded \w+ \d, ", said.why)
            assert said.detail.startswith(said.why)
    assert found


def test_a_blind_play_names_the_clue_the_focus_and_the_card_before_it() -> None:
    game = position([GIVER, "r1 g1 y4 b3 p3", MORE], "c2r")
    assert by_convention(game, "p4") == (
        "Seat 1 clued seat 3's red: slot 3 needs red 1 first, so I played slot 1, my newest card "
        "without a clue."
    )
    assert by_convention_after(game, "p4", ConvReason.PLAY_BLIND).startswith(
        "Seat 1 clued seat 3's red, which was about red 2 in slot 3. I saw red 1 in no other hand"
    )


def test_a_prompt_names_the_clue_the_focus_and_the_clued_card_before_it() -> None:
    hands = [GIVER, "g1 y4 r2 b3 r1", "y3 b4 r3 p4 g3"]
    game = position(hands, "c1r p0 d0 c2r", "g3 p2")
    assert by_convention(game, "p2").endswith(
        "slot 4 needs red 2 first, so I played slot 4, already clued."
    )
    before = move_of(position(hands, "c1r p0 d0", "g3 p2"), "c2r")
    for level, prompts in (("h1", True), ("h1:no-finesses", False)):
        assert bool(explain(levels.blueprint(level), *before).later) == prompts
        assert ("no prompts" in profiles.title(level)) != prompts, "not what its name says"


def test_a_card_known_to_be_playable_before_a_prompt_is_not_explained_by_it() -> None:
    game = position([GIVER, "g1 y4 r1 b3 p3", MORE], "c11 p4 d0 c2r", "g3 p2")
    assert by_convention(game, "p2").endswith(" since seat 1 clued 1s, and I played it now.")


def test_a_clue_that_asks_for_a_finesse_says_who_may_hold_the_card() -> None:
    game = position([GIVER, "r1 g1 y4 b3 p3", MORE])
    assert by_convention(game, "c2r") == (
        "I clued seat 3's red: slot 3 is red 1 to play, or red 2 after red 1, held by seat 2."
    )
    assert by_convention_after(game, "c2r", ConvReason.CLUE_FINESSE).startswith(
        "Seat 2 held red 1, which comes before seat 3's red 2: I clued red so that both are played."
    )
    game = position(["p3 p4 b4 g4", "p5 r1 y5 b3", "r1 y4 b5 p3", MORE[3:]])
    assert by_convention_after(game, "c3r", ConvReason.CLUE_FINESSE).startswith("Seat 3 held red 1")
    game = position(["b2 b1 g3 y1 b5", "b4 g3 g1 p4 y5"], "c11")
    assert by_convention(game, "c12", "h11").endswith("slot 1 needs a 1 first, which you hold.")


def test_a_clue_that_may_be_a_save_or_a_finesse_is_explained_as_both() -> None:
    game = position([GIVER, "r1 g1 y5 b3 p3", "y3 b4 r2 p4 y4"], "c15 c13 c13 d0 d0 c25")
    assert by_convention(game, "c2y") == (
        "I clued seat 3's yellow: slot 5 is yellow 1 to play, yellow 4 to keep, or yellow 2 after "
        "yellow 1, held by seat 2."
    )


def test_a_card_that_follows_one_which_the_clue_makes_known_is_to_be_played() -> None:
    game = position([GIVER, "y1 g1 r4 b3 p3", "r4 y3 b3 y2 g2"], "c22 p4 d0", "g3 p2")
    assert by_convention(game, "c2y", "h11") == (
        "I clued seat 3's yellow: slot 5 (yellow 2) can be played now; slot 3 is yellow 3 to play "
        "soon, or yellow 4 or yellow 5 after yellow 3, held by seat 2."
    )


def test_a_clue_that_says_nothing_new_claims_no_meaning() -> None:
    game = position([GIVER, "y3 r1 g4 r4 b5"], "c15 d4")
    burnt = "I clued your 5 again. It says nothing new"
    assert by_convention(game, "c15").startswith(burnt)
    assert by_convention_after(game, "c15", ConvReason.CLUE_FILL).startswith(burnt)
    assert live(game, "c15").startswith(burnt)
    assert after(game, "c15") == "I clued your 5 again. It said nothing new."


def test_a_clue_to_cards_not_soon_playable_is_not_called_a_play_clue() -> None:
    game = position([GIVER, "p4 r1 g3 y3 b2"])
    assert by_convention(game, "c14") == "I clued your 4: slot 1 is for later."
    assert by_convention(game, "c12") == "I clued your 2: keep slot 5, the next discard."
    assert by_convention(game, "c11") == "I clued your 1: please play slot 2."


def test_the_reason_for_a_clue_to_an_old_and_a_new_card_names_both() -> None:
    game = position(["r1 p5 p4 b4 g4", "g3 y5 r2 b3 r4"], "c12 c15 p4 c15")
    said_of_both = by_convention(game, "c1r")
    assert said_of_both.startswith("I clued your red: slot 3 (red 2) can be played now; ")
    assert "slot 5" in said_of_both


def test_a_clue_without_news_says_once_which_card_it_calls_where_no_clue_touches_some() -> None:
    hands = ["b3 b4 g4 y4 r4", "g4 b4 u1 u2 y4", "u1 g3 r1 b2 u1"]
    game = conv_positions.position(hands, "c21", variant="Null (5 Suits)")
    assert by_convention(game, "c11").endswith("seat 3's slot 1 is to be played (null 1).")
    view, made = move_of(game, "c11")
    told = foretold(view, explain(levels.blueprint("expert"), view, made))
    assert told == "Then seat 3 plays slot 1 (null 1)."


def test_a_clue_with_a_meaning_by_convention_is_not_called_nothing_new() -> None:
    agent = registry.find("conv:expert").agent("0")
    for seed in ("m1", "m2", "m3"):
        game = Game(Rules.standard(2), seed=seed)
        while game.to_move is not None:
            decision = agent.decide(game.view(game.to_move))
            assert not all(part in decision.detail for part in ("nothing new", "It says: "))
            game.play(decision.move)


@pytest.mark.parametrize("address", ["conv:h3", "conv:expert"])
def test_a_clues_reason_agrees_with_what_its_reader_then_does(address: str) -> None:
    agent, asked, rules = registry.find(address).agent("0"), 0, Rules.standard(2)
    ordered = address == "conv:h3"  # at its level 1s have an order
    for number in range(12):
        game, said = Game(rules, seed=f"asks-{number}"), ""
        while game.to_move is not None:
            decision = agent.decide(game.view(game.to_move))
            assert decision.move is not None
            if decision.move.kind is MoveKind.PLAY:
                slot = f"slot {game.view(game.to_move).position(game.to_move, decision.move.slot)}"
                assert f"{slot} can't score" not in said
                if ordered and (first := re.search(r"1s: please play (slot \d)", said)):
                    asked += 1
                    assert first[1] == slot, said
            said = decision.why
            game.play(decision.move)
    assert bool(asked) == ordered


def test_a_fix_says_which_card_must_wait() -> None:
    game = position(["r1 p4 b4 g4 y4", "y3 b3 r4 p2 g2"], "c1r c1r")
    assert by_convention(game, "c14") == "I clued your 4: slot 3 can't be played yet."


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("c15 c15", "I saw no clue worth giving, so I discarded slot 5, my oldest card"),
        ("c15 " * 7, "I saved the last clue, so I discarded slot 5, my o"),
        ("c15 " * 8, "I had no clue left, so I discarded slot 5, my oldest card"),
    ],
)
def test_a_discard_says_why_no_clue_was_given(moves: str, reason: str) -> None:
    game = position(["p5 p4 b4 g4 y4", "y5 y3 g4 b3 y4"], moves)
    for text in (live(game, "d0"), by_convention(game, "d0")):
        assert text.startswith(reason)


def test_after_the_game_a_discard_says_whether_there_was_something_to_clue() -> None:
    game = position(["p5 p4 b4 g4 y4", "y5 y3 g4 b3 y4"], "c15 c15")
    assert after(game, "d0").startswith("I saw nothing to clue, so I discarded slot 5")
    game = position(["p5 p4 b4 g4 y4", "y5 r1 g4 b3 y4"], "c15 c15")
    assert after(game, "d0").startswith("I left your red 1 for later, so I discarded slot 5")


def test_only_a_rule_that_compares_cards_says_that_one_is_most_expendable() -> None:
    game = position(["p5 p4 b4 g4 y4", "y5 y3 g4 b3 y4"], "c15 c14 c15 c15")
    view = game.view(game.to_move)
    oldest, spared = (registry.find(f"genes:{one}").agent("0").decide(view) for one in (27, 26))
    since = "I saw nothing to clue, "
    assert (
        oldest.detail
        == f"{since}so I discarded slot 5, my oldest card, as every card of mine was clued."
    )
    assert spared.detail == (
        f"{since}and slot 2 was the card that I could spare best, although it was clued."
    )


def test_the_reason_for_waiting_for_another_seat_says_so() -> None:
    game = position([GIVER, "p2 r1 y4 b3 p3", MORE], "c1r d0 c1p c2b")
    assert by_convention(game, "p3") == (
        "Seat 1 clued red, and seat 3 played no card before it, so I could play slot 3: red 1."
    )


def test_only_a_card_that_could_still_score_is_called_a_copy_of_another() -> None:
    agent, called = registry.find("conv:expert").agent("0"), 0
    for seed in ("z1", "z2", "z3", "z4", "z5", "z6"):
        game = Game(Rules.standard(2), seed=seed)
        while game.to_move is not None:
            view = game.view(game.to_move)
            decision = agent.decide(view)
            if "could only be a copy" in decision.why:
                slot, seat = decision.move.slot or 0, view.seat
                views = [earlier(view, turn) for turn in range(view.turn)]
                before = [reading(EXPERT, then).said[seat][slot] for then in views]
                last = next(taken for taken in reversed(before) if taken)
                assert last & ~view.useless
                called += 1
            game.play(decision.move)
    assert called


def test_a_reason_names_the_played_or_lost_cards_that_decide() -> None:
    game = position(["r1 p5 b4 g4 r4", "r1 y5 g3 b3 r4"], "c11 c1r c1r c15 p4")
    assert (
        live(game, "d4")
        == "Red 1 was played, so slot 1 could not score any more, and I discarded it."
    )
    assert after(game, "d4").startswith("Red 1 was played, so I knew that slot 1 was red 1")
    game = position(["r1 p5 b4 g4 r4", "y3 y5 g3 b3 r4"], "c15 c15 d0 d1", "b4 p4")
    assert after(game, "c1r").startswith("I discarded red 4, and your red 4 in slot 5 was the last")


def test_a_card_that_another_seat_drew_is_named_only_if_it_could_have_been_mine() -> None:
    games, named = [Game(Rules.standard(3), seed=seed) for seed in range(6)], 0
    for _, view, decision in decisions("rules:piers", *games):
        if drew := re.match(r"Seat \d drew (\w+ \d),", decision.detail):
            slot = decision.move.slot
            was = [earlier(view, turn).possible(slot) for turn in range(view.turn)]
            left_out = [one & ~other for one, other in pairwise([*was, view.possible(slot)])]
            assert any(cards(view, one) == drew[1] for one in left_out)
            named += 1
    assert named


def test_a_reason_calls_a_card_just_drawn_new() -> None:
    game = position([GIVER, "g3 y5 b3 g4 y4"], "c15 d4", "r1")
    assert after(game, "c1r") == "You had just drawn red 1, which was playable, so I clued red."


def test_an_earlier_position_is_the_one_that_the_seat_saw() -> None:
    game, then = Game(Rules.standard(3), seed="earlier"), []
    random = Random("earlier")
    for _ in range(20):
        then.append(game.view(1))
        game.play(
            random.choice([one for one in game.legal_moves() if one.kind is not MoveKind.PLAY])
        )
    for turn, view in enumerate(then):
        again = earlier(game.view(1), turn)
        assert (again.turn, again.hands, again.unseen) == (turn, view.hands, view.unseen)
        assert (again.playable, again.critical) == (view.playable, view.critical)
        assert [again.possible(s) for s in range(5)] == [view.possible(s) for s in range(5)]
    with pytest.raises(ValueError, match="turns 0 to 20, not 21"):
        earlier(game.view(1), 21)


@pytest.mark.parametrize("address", ["conv:expert", "rules:piers"])
def test_in_whole_games_a_reason_depends_only_on_what_its_reader_sees(address: str) -> None:
    game, random, kinds = Game(Rules.standard(3), seed="secrets"), Random("secrets"), set()
    agent = registry.find(address).agent("0")
    while (mover := game.to_move) is not None:
        move = agent.decide(game.view(mover)).move
        for reader in {0, 1, 2} - {mover}:
            other = twin(game, reader, random)
            if seen(game, move) == seen(other, move):
                text = move.text(game.rules)
                assert live(game, text) == live(other, text)
                assert by_convention(game, text) == by_convention(other, text)
                kinds.add(move.kind)
        game.play(move)
    assert kinds == set(MoveKind)
