"""hanab.live's JSON (format 3.0.0) as types, and what its options mean for the rules.

An export has the players' names; the template form has their number and the score instead. Other
keys are left alone, so a trace may carry more.
"""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from native.engine.errors import BadRules
from native.engine.rules import HAND_SIZES, Rules
from native.records.record import BadRecord

Small = Annotated[int, Meta(ge=-1, le=1000)]
Names = Annotated[tuple[str, ...], Meta(min_length=2, max_length=6)]


class JsonCard(Struct, frozen=True, rename="camel"):
    """A card; `rank` 7 is the START card of a few variants."""

    suit_index: Annotated[int, Meta(ge=0, le=5)]
    rank: Annotated[int, Meta(ge=1, le=7)]


class JsonAction(Struct, frozen=True):
    """0 play, 1 discard (target: the card's place in the deck), 2 colour clue, 3 rank clue
    (target: a seat), 4 given up, 5 given up by vote (target: a seat or -1)."""

    type: Annotated[int, Meta(ge=0, le=5)]
    target: Small
    value: Small = 0


class JsonOptions(
    Struct, frozen=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True
):
    """Every option of the site; an export leaves out those that are off."""

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


class JsonLab(Struct, frozen=True):
    """Of what a trace of our own adds, its score and what an export cannot say of the rules."""

    zero: Annotated[int, Meta(ge=0, le=30)]
    discard_at_max: bool = False
    stop_when_nothing_left: bool = False


class JsonGame(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A game: the deck in draw order, dealt hand by hand, and what the players did."""

    deck: Annotated[tuple[JsonCard, ...], Meta(max_length=100)]
    actions: Annotated[tuple[JsonAction, ...], Meta(max_length=1000)]
    players: Names | None = None
    player_count: Annotated[int, Meta(ge=2, le=6)] | None = None
    options: JsonOptions = JsonOptions()
    variant: str | None = None
    """Some programs say it here instead of among the options."""
    score: Annotated[int, Meta(ge=0, le=30)] | None = None
    lab: Raw = Raw(b"")


def rules_of(players: int, options: JsonOptions) -> Rules:
    """The rules of a game on that site. Raises BadRecord for a variant that is not in the tables.

    One extra and one less card together mean neither, as there.
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
