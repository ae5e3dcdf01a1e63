"""Reads hanab.live's exports, their template form, and the traces of our own tables.

A trace is an export with the key `lab`; our tables do not stop when nothing is left to score,
unless that says so. Hands are dealt one after the other, a card is named by its place in the deck,
and of the end of a game only giving up is written down.
"""

from dataclasses import replace
from typing import TypeVar

import msgspec

from native.engine.cards import Card
from native.engine.rules import Rules
from native.records.hanab_live_json import (
    JsonAction,
    JsonGame,
    JsonLab,
    JsonOptions,
    rules_of,
)
from native.records.record import Action, ActionKind, BadRecord, Record

T = TypeVar("T")

FORMAT = "hanab-live"
TRACE = "trace"
VOTE = 5
VOTED = 10
UNSUPPORTED = ("cardCycle", "allOrNothing", "detrimentalCharacters")


def read(data: bytes, source: str) -> Record:
    """The game of one JSON object. Raises BadRecord."""
    game = _decoded(data, JsonGame)
    players = game.players or tuple(f"Player {seat + 1}" for seat in range(game.player_count or 0))
    if not players:
        raise BadRecord("not a hanab.live game: it has neither players nor playerCount")
    options = msgspec.to_builtins(_with_variant(game))
    unsupported = [name for name in UNSUPPORTED if name in options]
    if unsupported:
        raise BadRecord(f"the option {' and '.join(unsupported)} is not supported")
    first = options.pop("startingPlayer", 0)
    if first >= len(players):
        raise BadRecord(f"startingPlayer is {first}, but there are {len(players)} players")
    rules = rules_of(len(players), _with_variant(game))
    lab = _decoded(bytes(game.lab), JsonLab) if bytes(game.lab) else None
    record = Record(
        source=source,
        format=TRACE if lab else FORMAT,
        rules=_as_in_a_trace(rules, lab) if lab else rules,
        deck=tuple(Card(card.suit_index, card.rank) for card in game.deck),
        actions=tuple(_action(action) for action in game.actions),
        players=players,
        score=lab.zero if lab else game.score,
        options=options,
        lab=bytes(game.lab),
    )
    return _turned(record, first)


def _with_variant(game: JsonGame) -> JsonOptions:
    """The options with the variant, wherever it is said."""
    known = game.options.variant
    if game.variant is None or game.variant == known:
        return game.options
    if known != "No Variant":
        raise BadRecord(f"two variants are named: {known[:40]} and {game.variant[:40]}")
    return msgspec.structs.replace(game.options, variant=game.variant)


def _decoded(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise BadRecord(f"not a hanab.live game: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("not a hanab.live game: its JSON is nested too deeply") from None


def _as_in_a_trace(rules: Rules, lab: JsonLab) -> Rules:
    return replace(
        rules,
        discard_at_max=lab.discard_at_max,
        stop_when_nothing_left=lab.stop_when_nothing_left,
    )


def _action(action: JsonAction) -> Action:
    if action.type == VOTE:
        return Action(ActionKind.GIVE_UP, action.target, VOTED)
    return Action(ActionKind(action.type), action.target, action.value)


def _turned(record: Record, first: int) -> Record:
    """The same game with the seats counted from the one who moved first, as older games need."""
    seats, hand = record.rules.players, record.rules.hand_size
    dealt, start = seats * hand, first * hand

    def turned(action: Action) -> Action:
        if action.kind in (ActionKind.PLAY, ActionKind.DISCARD):
            in_deal = 0 <= action.target < dealt
            return action._replace(target=(action.target - start) % dealt) if in_deal else action
        known = 0 <= action.target < seats
        return action._replace(target=(action.target - first) % seats) if known else action

    deck, players = record.deck, record.players
    return replace(
        record,
        deck=deck[start:dealt] + deck[:start] + deck[dealt:],
        actions=tuple(turned(action) for action in record.actions),
        players=players[first:] + players[:first],
    )
