"""The questions of drills about a position of a game that a convention profile plays with itself,
each with its answer.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from agents.conventions.position import SUITS
from agents.kinds.conv import levels
from agents.kinds.conv.agent import reading
from agents.reasons.causes import is_all
from game.puzzles.drill import NOBODY, identities
from native import Card, Event, Game, MoveKind, Rng
from native.strategies.conv import ClueMeaning, ConvReason, Reading, explain
from native.strategies.conv import reading as read_table

PROFILES = {"h1": 1, "h2": 2, "h3": 3, "h5": 5, "h11": 11}
"""The convention profiles whose games are searched for drills, with their convention levels."""
REASONS = {
    ConvReason.CLUE_SAVE: "save",
    ConvReason.CLUE_FINESSE: "finesse",
    ConvReason.CLUE_FIX: "fix",
    ConvReason.CLUE_STALL: "stall",
    ConvReason.CLUE_PLAY: "play clue",
    ConvReason.PLAY_BLIND: "finesse",
    ConvReason.PLAY_PROMPT: "prompt",
}
Question = dict[str, Any]
"""The fields of a `Drill` that state its question and answer; the fields of its game are
missing."""


def move(game: Game, profile: str) -> Question | None:
    """Return the question for the best move in the position `game`; its answer is the move of the
    convention profile called `profile`, such as "h5". Return None if the profile's reason for the
    move is not a technique that drills are about, such as a save clue or a finesse (`REASONS`).
    """
    seat = game.to_move or 0
    view = game.view(seat)
    choice = levels.blueprint(profile).decide(view, Rng(0))
    best, technique = choice.move, REASONS.get(ConvReason(choice.reason or 0))
    if technique is None or best is None:
        return None
    if technique == "play clue" and best.is_clue:
        meaning = explain(levels.blueprint(profile), view, best)
        technique = "good touch" if meaning.touched & meaning.touched - 1 else technique
    level = _level(profile, lambda one: levels.blueprint(one).decide(view, Rng(0)).move)
    return {
        "level": level,
        "technique": technique,
        "kind": "move",
        "you": seat,
        "right": (best.text(game.rules),),
    }


def reads(before: Game, game: Game, event: Event, profile: str, random: Random) -> Question | None:
    """Return the question “Which identities does this clue give the card that it is about (its
    focus)?”, with the answer of the convention profile called `profile`, such as "h5".

    `event` is the clue; `before` and `game` are the positions before and after it. `random` draws
    the wrong options and shuffles all options. Return None if the focus had a clue before, the
    answer has more than three identities or not the true one, there are too few wrong options, or
    the clue would be a mistake by the profile's conventions.
    """
    assert event.target is not None
    seat = event.target
    table = read_table(levels.blueprint(profile), game.view(seat))
    if table.focus is None or before.touched(seat, table.focus):
        return None
    place = (seat, table.focus)
    facts = game.view(seat).possible(table.focus)
    meaning = explain(levels.blueprint(profile), before.view(event.seat), event.move)

    def answer(one: str) -> str:
        return said(game, one, place)

    right, card = answer(profile), game.hands[seat][table.focus]
    assert card is not None
    named = {*right.split()}
    if len(named) > 3 or card.text(SUITS) not in named:
        return None
    useful = facts & ~game.useless
    others = {
        identities(game, mask, place)
        for mask in (
            useful,
            facts & game.playable,
            meaning.said & ~meaning.later,
            meaning.later,
            facts & game.critical,
            facts & meaning.reach,
            useful & ~meaning.reach,
        )
        if mask & facts
    } | {answer(one) for one in PROFILES}
    wrong = sorted(one for one in others if {*one.split()} != named and len(one.split()) <= 5)
    least = _least(meaning, table, game)
    if len(wrong) < 2 or least > PROFILES[profile]:
        return None
    options = [right, *random.sample(wrong, min(3, len(wrong)))]
    random.shuffle(options)
    return {
        "level": max(least, _level(profile, answer)),
        "technique": _technique(meaning, before, card),
        "kind": "reads",
        "you": seat,
        "asked": place,
        "options": tuple(options),
        "right": (right,),
    }


def _technique(meaning: ClueMeaning, before: Game, card: Card) -> str:
    """Return what a clue is, by its meaning and the true identity `card` of its focus; `before` is
    the position before the clue.
    """
    one = 1 << before.rules.identity(card)
    if meaning.later & one:
        return _way(meaning, before, card)
    if meaning.chop and not one & before.playable:
        return "save"
    if card.rank == before.rules.ranks and meaning.said & ~meaning.reach:
        return "stall"
    return "play clue"


def _way(meaning: ClueMeaning, before: Game, card: Card) -> str:
    """Return how a clue gets the cards played that come before its focus, the card `card`: by a
    "finesse" if one of them has no clue, by a "prompt" if one has a clue but was not known to be
    playable, and else as a "play clue", since they would be played anyway.
    """
    way = "play clue"
    for rank in range(before.stacks[card.suit] + 1, card.rank):
        clued = [
            meaning.before[seat][slot]
            for seat, hand in enumerate(before.hands)
            for slot in before.slots(seat)
            if hand[slot] == Card(card.suit, rank) and before.touched(seat, slot)
        ]
        if not clued:
            return "finesse"
        if not any(is_all(said, before.playable) for said in clued):
            way = "prompt"
    return way


def _least(meaning: ClueMeaning, table: Reading, game: Game) -> int:
    """Return the lowest level at which players give the last clue, by the cards that seats take for
    others when it makes them play: 5 if the seat holds the other too (a layered finesse), else 11
    (a bluff); 1 if there is no such card.
    """
    least = 1
    for seat, play in enumerate(meaning.plays):
        if play and _asks(table, game.history[-1], seat, play[0]):
            slot, taken = play
            hand = {one: card for one, card in enumerate(game.hands[seat]) if card}
            fits = [one for one, card in hand.items() if taken >> game.rules.identity(card) & 1]
            least = max(least, 1 if slot in fits else 5 if fits else 11)
    return least


def _asks(table: Reading, clue: Event, seat: int, slot: int) -> bool:
    """Return whether the last move, `clue`, is about a card or asks its holder to play it first."""
    request = table.asked[seat][slot]
    is_focus = (seat, slot) == (clue.target, table.focus)
    return is_focus or (request is not None and request.turn == clue.turn)


def who(positions: list[Game], turn: int, profile: str, random: Random) -> Question | None:
    """Return the question “Which card will be played first because of this clue?”, which the
    giver of the clue has to answer. The right answer is “nobody” if the clue saves a card.

    `positions` are all positions of a recorded game, from the deal; the clue is the move from
    positions[turn - 1] to positions[turn]. The answer is that of the convention profile called
    `profile`, such as "h5"; `random` draws the wrong options and shuffles all options. Return None
    if the clue means something else, the next moves contradict the answer, there are too few wrong
    options, or the clue would be a mistake by the profile's conventions.
    """
    before, game = positions[turn - 1], positions[turn]
    event, players = game.history[-1], game.rules.players

    def answer(one: str) -> str:
        return expected(before, game, event, one)

    right = answer(profile)
    others = [seat for seat in range(players) if seat != event.seat]
    places = {f"{seat}:{slot}" for seat in others if (slot := _newest(game, seat)) is not None}
    table = read_table(levels.blueprint(profile), game.view(event.seat))
    if table.focus is not None:
        places.add(f"{event.target}:{table.focus}")
    wrong = sorted({*places, NOBODY} - {right})
    if not right or len(wrong) < 2 or not _happens(positions, turn, right):
        return None
    meaning = explain(levels.blueprint(profile), before.view(event.seat), event.move)
    least = _least(meaning, table, game)
    if least > PROFILES[profile]:
        return None
    options = [right, *random.sample(wrong, min(4, len(wrong)))]
    if NOBODY not in options:
        options[-1] = NOBODY
    random.shuffle(options)
    seat = event.target if right == NOBODY else int(right.split(":")[0])
    clued = right != NOBODY and game.touched(*map(int, right.split(":")))
    technique = "save" if right == NOBODY else "finesse" if not clued else "prompt"
    if clued and seat == event.target:
        technique = "play clue"
    return {
        "level": max(least, _level(profile, answer)),
        "technique": technique,
        "kind": "who",
        "you": event.seat,
        "options": tuple(options),
        "right": (right,),
    }


def expected(before: Game, game: Game, event: Event, profile: str) -> str:
    """Return the card that the convention profile called `profile`, such as "h5", expects to be
    played first because of the clue `event`, as seat and slot such as “1:3”. Return NOBODY
    ("nobody") if the clue only saves a card from being discarded, "" if it means something else or
    everybody took that card for playable before.

    `before` and `game` are the positions before and after the clue.
    """
    assert event.target is not None
    blueprint = levels.blueprint(profile)
    meaning = explain(blueprint, before.view(event.seat), event.move)
    table = read_table(blueprint, game.view(event.seat))
    for after in range(1, game.rules.players):
        seat = (event.seat + after) % game.rules.players
        play = meaning.plays[seat]
        if play is None:
            continue
        if _asks(table, event, seat, play[0]):
            known = is_all(meaning.before[seat][play[0]], before.playable)
            return "" if known else f"{seat}:{play[0]}"
    if meaning.chop and meaning.plays[event.target] is None and table.focus is not None:
        return NOBODY
    return ""


def _happens(positions: list[Game], turn: int, right: str) -> bool:
    """Return whether the expected card is the next that its seat plays; for NOBODY, whether the
    clued hand does not play.
    """
    game = positions[turn]
    event = game.history[-1]
    seat = event.target if right == NOBODY else int(right.split(":")[0])
    for later in positions[turn + 1 : turn + game.rules.players]:
        made = later.history[-1]
        if made.seat == seat:
            played = made.move.kind is MoveKind.PLAY
            return not played if right == NOBODY else played and right == f"{seat}:{made.move.slot}"
    return False


def chop(before: Game, game: Game, event: Event, profile: str) -> Question | None:
    """Return the question “Which card is now the chop (next to be discarded) of the clued hand?”,
    about a clue that made another card the chop without touching the old one (a chop move). Return
    None if the clue is no chop move, or if fewer than three cards of the hand have no clue.

    `event` is the clue; `before` and `game` are the positions before and after it. The answer is
    that of the convention profile called `profile`, such as "h5".
    """
    assert event.target is not None
    seat = event.target

    def answer(one: str) -> str:
        return chop_of(game, one, seat)

    was = read_table(levels.blueprint(profile), before.view(seat)).chops[seat]
    right = answer(profile)
    if was is None or game.touched(seat, was) or right in ("", f"{seat}:{was}"):
        return None
    unclued = [f"{seat}:{slot}" for slot in game.slots(seat) if not game.touched(seat, slot)]
    if len(unclued) < 3:
        return None
    return {
        "level": _level(profile, answer),
        "technique": "chop move",
        "kind": "chop",
        "you": event.seat,
        "asked": (seat, was),
        "options": tuple(unclued),
        "right": (right,),
    }


def _newest(game: Game, seat: int) -> int | None:
    """Return the slot of a seat's newest unclued card; None if all are clued."""
    return next((slot for slot in game.slots(seat) if not game.touched(seat, slot)), None)


def _level(profile: str, answer: Callable[[str], object]) -> int:
    """Return the lowest level from which all profiles up to this one answer alike."""
    right, lowest = answer(profile), PROFILES[profile]
    for one in reversed([*PROFILES][: [*PROFILES].index(profile)]):
        if answer(one) != right:
            break
        lowest = PROFILES[one]
    return lowest


def said(game: Game, profile: str, place: tuple[int, int]) -> str:
    """Return the identities that the convention profile called `profile`, such as "h5", assigns in
    the position `game` to the card at `place` (seat and slot), as text such as “r1 y1”.
    """
    return identities(game, reading(levels.blueprint(profile), game, *place), place)


def chop_of(game: Game, profile: str, seat: int) -> str:
    """Return the chop (the card to discard next) of the hand at `seat`, as the convention profile
    called `profile`, such as "h5", sees it: seat and slot such as “1:3”, or "" if there is none.
    """
    slot = read_table(levels.blueprint(profile), game.view(seat)).chops[seat]
    return "" if slot is None else f"{seat}:{slot}"
