"""The table as one receiver may see it, as typed structs."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Help = Literal["none", "clues", "common", "full"]
Scoring = Literal["zero", "stacks"]
Status = Literal["open", "running", "finished"]


class Card(Struct, omit_defaults=True):
    """A card in a hand as the receiver may see it. Identity sets are bit masks,
    bit ``suit * ranks + rank - 1``."""

    order: int
    slot: int
    """Position on the display: 1 is the newest card."""
    id: str | None = None
    """“r3”; absent when the receiver may not see the card."""
    touched: bool = False
    marks: list[str] = []
    """Values of the clues that touched it, oldest first, each once."""
    possible: int | None = None
    """What its holder can know it to be; absent at help “none”."""
    common: int | None = None
    """What everybody knows that everybody knows it to be; at help “common” and “full”."""
    odds: tuple[float, float, float] | None = None
    """Own cards at help “full”: P(playable), P(trash), P(critical)."""
    became_known: bool = False
    """The last move left it one identity."""


class Seat(Struct, omit_defaults=True):
    name: str
    kind: Literal["person", "agent", "empty"]
    address: str | None = None
    version: str | None = None
    page: str | None = None
    """Where the agent is told of; imported games have agents without a page."""
    present: bool = True
    """A person with an open socket; agents always are."""
    away_since: float | None = None
    """When an absent person was last here, in seconds since 1970."""
    sits_for: str | None = None
    """The person whose seat an agent keeps while they are away."""
    thinking: bool = False


class ClueOption(Struct):
    seat: int
    value: str
    touches: list[int]
    """Draw numbers of the cards it would touch."""
    then: dict[int, int] = {}
    """By draw number: what the holder could know of each card after it, where that is new."""


class Legal(Struct):
    """What the receiver may do now."""

    plays: list[int]
    discards: list[int]
    clues: list[ClueOption]
    why_no_discard: str | None = None
    why_no_clue: str | None = None


class LogEntry(Struct, omit_defaults=True):
    """One turn (or one event between turns, with ``turn`` of the next move)."""

    n: int
    """Position in the log, from 0."""
    turn: int
    """Turn number, from 1."""
    kind: Literal["play", "discard", "clue", "note"]
    text: str
    """One plain sentence, complete by itself."""
    seat: int | None = None
    card: str | None = None
    """Identity of the card that left the hand."""
    order: int | None = None
    success: bool | None = None
    target: int | None = None
    value: str | None = None
    touches: list[int] = []
    why: str | None = None
    """The agent's reason, as far as the receiver may know it."""
    how: str | None = None
    """The rule or sum behind it, for who sees all hands."""


class Ending(Struct):
    kind: Literal["perfect", "strikeout", "out_of_turns", "terminated", "nothing_left"]
    text: str
    stacks: int
    zero: int
    replay: str
    """Address of the replay page."""
    next: str | None = None
    """Address of the next game of the series, once there is one."""
    offered: bool = False
    """Whether the next game still waits for people to accept it."""


class Trouble(Struct):
    """An agent failed; the table waits for “replace”."""

    seat: int
    text: str


class Clock(Struct):
    """Times of people, in seconds; a seat without a clock has None."""

    left: list[float | None]
    """Of each seat when the turn began."""
    began: float | None
    """When it began, in seconds since 1970."""
    deadline: float | None
    """When the time of who is to move is up, in seconds since 1970."""
    at_zero: Literal["nothing", "bot", "end"]


class Proposal(Struct, omit_defaults=True):
    """What somebody asks the other people present to agree to."""

    kind: Literal["end", "undo"]
    seat: int
    """Who asks."""
    agreed: list[int]
    turn: int | None = None
    """The moves from this turn on would be taken back."""


class Series(Struct):
    """Several games of the same seats in a row."""

    number: int
    """This game's place, from 1."""
    planned: int
    """Games that agents play without being asked."""
    stacks: list[int]
    zero: list[int]
    """Scores of the finished games, in order."""


class Suit(Struct):
    letter: str
    name: str


class SuitLook(Struct, omit_defaults=True):
    """How cards or clues with a letter are drawn."""

    symbol: str
    """Of templates/sprite.svg, without “suit-”."""
    tints: list[str]
    """Letters of the palette; several run into each other."""
    shade: float = 0.0
    """The share of white in the tint, or if less than 0 of black."""


class Rules(Struct, omit_defaults=True):
    variant: str
    suits: list[Suit]
    ranks: int
    copies: list[int]
    """Copies of each identity, suit-major."""
    colour_clues: list[str]
    """Letters of the clue colours."""
    rank_clues: list[str]
    clue_names: dict[str, str]
    """“red” by “r”, “3” by “3”, and “odd” by “1” where rank clues are no more than that."""
    max_tokens: int
    max_strikes: int
    hand_size: int
    looks: dict[str, SuitLook] = {}
    """By letter, where it is not that of the letter."""


class Frame(Struct, omit_defaults=True):
    """The table as one receiver may see it."""

    table: str
    status: Status
    rules: Rules
    scoring: Scoring
    help: Help
    you: int | None
    """The receiver's seat, or the one they look from; absent for who sees all hands or none."""
    seats: list[Seat]
    turn: int
    """Number of the move to be made, from 1."""
    to_move: int | None
    tokens: int
    strikes: int
    stacks: list[int]
    deck: int
    turns_left: int | None
    """Moves left once the deck is empty."""
    score: int
    max_score: int
    """Best score the discard pile still allows."""
    pace: int | None
    efficiency: float | None
    """New cards that each clue has to bring to reach ``max_score``."""
    most_turns: int | None
    """Moves that can still be made at most, before the deck is empty."""
    hands: list[list[Card]]
    """Per seat, newest card first."""
    discards: list[int]
    """Copies discarded or misplayed per identity."""
    playable: int
    """Identities that can be played now."""
    useless: int
    critical: int
    log: list[LogEntry]
    delay: int
    paused: bool = False
    may_steer: bool = False
    """The receiver may pause, step, change seats and end the game."""
    watching: bool = False
    """The receiver sits nowhere, and looks from the seat ``you``."""
    open_hands: bool = False
    series: Series | None = None
    legal: Legal | None = None
    ending: Ending | None = None
    trouble: Trouble | None = None
    proposal: Proposal | None = None
    clock: Clock | None = None
    may_look: bool = False
    """The receiver sits nowhere and may look from a seat."""
    watch_delay: int = 0
    """Moves by which who looks from a seat is behind, while people play."""
    may_talk: bool = False
    """The receiver can talk to other people here."""
    marks: list[Literal["seed", "branch", "undo", "sit_in", "taken_over"]] = []
    """What keeps the game out of the statistics: a chosen deal, one that goes on from a replay,
    moves taken back, a bot in a person's place, a person in a bot's."""
