"""hanab.live's JSON (format 3.0.0): exports, their template form, and traces of our own tables.

An export has the players' names; the template form has their number and the score instead. A trace
is an export with the key `lab`; its game does not stop when nothing is left to score, unless `lab`
says so. Hands are dealt one after the other, and a card is named by its index in the deck. A game
that is given up ends with an action that says so; other ends have none. Players' notes are read but
never written. Unknown keys are ignored, but not unknown options.
"""

from dataclasses import asdict, replace
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from native.engine.errors import BadRules
from native.engine.rules import HAND_SIZES, Card, Rules
from native.records.json_bytes import decode_json
from native.records.record import Action, ActionKind, BadRecord, CardNote, Record

FORMAT = "hanab-live"
TRACE = "trace"
VOTE = 5
VOTED = 10
UNSUPPORTED = ("cardCycle", "allOrNothing", "detrimentalCharacters")
UNDERSTOOD = ("variant", "stop_when_nothing_left")
"""Fields of Rules in which a record may differ from the rules that its export implies: the name of
the variant, since its cards and clues are compared, and the early end when nothing is left to
score."""

Small = Annotated[int, Meta(ge=-1, le=1000)]
Names = Annotated[tuple[str, ...], Meta(min_length=2, max_length=6)]


class JsonCard(Struct, frozen=True, rename="camel"):
    """A card as hanab.live exports it: the suit's index from 0, and the rank from 1.

    `rank` 7 is the START card of a few variants.
    """

    suit_index: Annotated[int, Meta(ge=0, le=5)]
    rank: Annotated[int, Meta(ge=1, le=7)]


class JsonAction(Struct, frozen=True):
    """One action, as hanab.live exports it.

    `type` is 0 for a play and 1 for a discard (`target` is the card's index in the deck), 2 for a
    colour clue and 3 for a rank clue (`target` is a seat, `value` the colour's index or the rank),
    4 if the game is given up, and 5 if it is given up by vote (`target` is a seat or -1).
    """

    type: Annotated[int, Meta(ge=0, le=5)]
    target: Small
    value: Small = 0


class JsonOptions(
    Struct, frozen=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True
):
    """The options of a hanab.live game; an export omits those that are off."""

    variant: str = "No Variant"
    timed: bool = False
    time_base: int | float = 0
    time_per_turn: int | float = 0
    speedrun: bool = False
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool = False
    detrimental_characters: bool = False
    starting_player: Annotated[int, Meta(ge=0, le=5)] = 0


USUAL = JsonOptions()
"""The options of a game without options. msgspec leaves `options` out of a file only if they are
this very object."""


class JsonGame(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A game as hanab.live exports it: the deck in draw order, the actions turn by turn, and the
    players' names (`players`) or only their number (`player_count`).

    `notes` has, by seat and by draw number, each player's note on each card, empty for none. `lab`
    is the object that traces of this site have in addition.
    """

    deck: Annotated[tuple[JsonCard, ...], Meta(max_length=100)]
    actions: Annotated[tuple[JsonAction, ...], Meta(max_length=1000)]
    players: Names | None = None
    player_count: Annotated[int, Meta(ge=2, le=6)] | None = None
    options: JsonOptions = USUAL
    variant: str | None = None
    """The variant's name, in the files of programs that do not write it into the options."""
    score: Annotated[int, Meta(ge=0, le=30)] | None = None
    notes: tuple[tuple[str, ...], ...] | None = None
    lab: dict[str, Any] | UnsetType = UNSET


class LabRules(Struct, frozen=True):
    """The values that a trace of this site adds to a hanab.live export and a replay needs.

    `zero` is the score, which is 0 after the last strike. `discard_at_max` (whether one may
    discard with all clue tokens) and `stop_when_nothing_left` (whether the game ends once no card
    can still score) are rules that an export cannot express.
    """

    zero: Annotated[int, Meta(ge=0, le=30)]
    discard_at_max: bool = False
    stop_when_nothing_left: bool = False


def read(data: bytes, source: str) -> Record:
    """Return the game that one JSON object (`data`) describes, as a Record.

    `source` becomes the record's name for messages. Raises BadRecord if it is not a valid game.
    """
    try:
        game = decode_json(data, JsonGame)
        if game.lab is UNSET:
            return record_of_export(game, source)
        lab = msgspec.convert(game.lab, LabRules)
    except msgspec.ValidationError as error:
        raise BadRecord(f"not a hanab.live game: {error}") from None
    except msgspec.DecodeError as error:
        raise BadRecord(f"not JSON: {error}") from None
    return replace(record_of_export(game, source, lab), lab=game.lab)


def record_of_export(game: JsonGame, source: str, lab: LabRules | None = None) -> Record:
    """Convert a decoded hanab.live game to a Record.

    `lab` is what a trace of this site adds to the export, None for other games. `source` becomes
    the record's name for messages. Raises BadRecord if the game is not supported.
    """
    players = game.players or tuple(f"Player {seat + 1}" for seat in range(game.player_count or 0))
    if not players:
        raise BadRecord("not a hanab.live game: it has neither players nor playerCount")
    known = _with_variant(game)
    options = msgspec.to_builtins(known)
    if unsupported := [name for name in UNSUPPORTED if name in options]:
        raise BadRecord(f"the option {' and '.join(unsupported)} is not supported")
    first = options.pop("startingPlayer", 0)
    if first >= len(players):
        raise BadRecord(f"startingPlayer is {first}, but there are {len(players)} players")
    rules = _rules(len(players), known)
    if lab:
        rules = replace(
            rules,
            discard_at_max=lab.discard_at_max,
            stop_when_nothing_left=lab.stop_when_nothing_left,
        )
    record = Record(
        source=source,
        format=TRACE if lab else FORMAT,
        rules=rules,
        deck=tuple(Card(card.suit_index, card.rank) for card in game.deck),
        actions=tuple(_action(action) for action in game.actions),
        players=players,
        score=lab.zero if lab else game.score,
        options=options,
        card_notes=tuple(
            CardNote(seat, order, text)
            for seat, written in enumerate((game.notes or ())[: len(players)])
            for order, text in enumerate(written[: len(game.deck)])
            if text
        ),
    )
    return _turned(record, first)


def export_of(record: Record) -> JsonGame:
    """Convert a Record to a hanab.live export, without a score and without options that are off.

    Every export implies that the game stops once no card can still score, even if the record's
    rules do not. Raises BadRecord if the format cannot express the rules.
    """
    options = _options(record)
    said, meant = (asdict(rules) for rules in (_rules(len(record.players), options), record.rules))
    unsaid = [name for name in said if said[name] != meant[name] and name not in UNDERSTOOD]
    if unsaid:
        raise BadRecord(f"a hanab.live export cannot express these rules: {', '.join(unsaid)}")
    return JsonGame(
        players=record.players,
        deck=tuple(JsonCard(*card) for card in record.deck),
        actions=tuple(JsonAction(*action) for action in record.actions),
        options=options,
    )


def write(record: Record) -> dict[str, Any]:
    """Convert a Record to a hanab.live export as a dictionary of plain data, ready for JSON.

    Raises BadRecord if the format cannot express the rules.
    """
    plain: dict[str, Any] = msgspec.to_builtins(export_of(record))
    return plain


def _rules(players: int, options: JsonOptions) -> Rules:
    """Return the rules of a hanab.live game. Raises BadRecord if the variant is not supported.

    One extra and one less card together cancel out, as on the site.
    """
    try:
        return Rules.standard(
            players,
            options.variant,
            hand_size=HAND_SIZES[players] + options.one_extra_card - options.one_less_card,
            empty_clues=options.empty_clues,
            stop_when_nothing_left=True,
        )
    except BadRules as error:
        raise BadRecord(str(error)) from None


def _options(record: Record) -> JsonOptions:
    """Return the hanab.live options that imply a record's rules, and those that its file had beside
    them.
    """
    rules = record.rules
    usual = HAND_SIZES[rules.players]
    said = {
        "variant": rules.variant,
        "emptyClues": rules.empty_clues,
        "oneExtraCard": rules.hand_size == usual + 1,
        "oneLessCard": rules.hand_size == usual - 1,
    }
    if rules.variant in ("", "No Variant"):
        del said["variant"]
    options = msgspec.convert({**record.options, **said}, JsonOptions)
    return USUAL if options == USUAL else options


def _with_variant(game: JsonGame) -> JsonOptions:
    """Return the game's options including its variant, which a file may name in either of two
    places. Raises BadRecord if the two differ.
    """
    known = game.options.variant
    if game.variant is None or game.variant == known:
        return game.options
    if known != "No Variant":
        raise BadRecord(f"two variants are named: {known[:40]} and {game.variant[:40]}")
    return msgspec.structs.replace(game.options, variant=game.variant)


def _action(action: JsonAction) -> Action:
    if action.type == VOTE:
        return Action(ActionKind.GIVE_UP, action.target, VOTED)
    return Action(ActionKind(action.type), action.target, action.value)


def _turned(record: Record, first: int) -> Record:
    """Return the record with seats renumbered so that `first`, the seat that begins, is seat 0."""
    seats, hand = record.rules.players, record.rules.hand_size
    dealt, start = seats * hand, first * hand

    def card(order: int) -> int:
        return (order - start) % dealt if 0 <= order < dealt else order

    def turned(action: Action) -> Action:
        if action.kind in (ActionKind.PLAY, ActionKind.DISCARD):
            return action._replace(target=card(action.target))
        known = 0 <= action.target < seats
        return action._replace(target=(action.target - first) % seats) if known else action

    deck, players = record.deck, record.players
    return replace(
        record,
        deck=deck[start:dealt] + deck[:start] + deck[dealt:],
        actions=tuple(turned(action) for action in record.actions),
        players=players[first:] + players[:first],
        card_notes=tuple(
            CardNote((note.seat - first) % seats, card(note.order), note.text)
            for note in record.card_notes
        ),
    )
