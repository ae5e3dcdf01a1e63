"""The table as one receiver may see it, as typed structs."""

from typing import Literal

from msgspec import Struct

Help = Literal["none", "clues", "common", "full"]
Scoring = Literal["zero", "stacks"]
Status = Literal["open", "running", "finished"]


class Asked(Struct):
    """A prompt or finesse: a clue to another hand that asks a card's holder to play it first."""

    turn: int
    """The turn of the clue."""
    focus: int
    """Draw number of the card that the clue was about."""
    missing: int
    """Bit mask of the identities that the card may then have."""


class ShownCard(Struct, omit_defaults=True):
    """A card in a hand as the receiver may see it.

    Identity sets are bit masks, with bit ``suit * ranks + rank - 1`` for an identity.
    """

    order: int
    slot: int
    """Position on the display: 1 is the newest card."""
    id: str | None = None
    """Identity such as “r3”; absent when the receiver may not see the card."""
    touched: bool = False
    marks: list[str] = []
    """Values of the clues that touched it, oldest first, without repeats."""
    possible: int | None = None
    """The identities its holder can consider possible; absent at help “none”."""
    common: int | None = None
    """The identities possible by common knowledge; at help “common” and “full”."""
    odds: tuple[float, float, float] | None = None
    """Own cards at help “full”: P(playable), P(trash), P(critical)."""
    became_known: bool = False
    """Whether the last move settled its identity."""
    chop: bool = False
    """Whether it is its hand's next discard, by convention."""
    focus: bool = False
    """Whether the last clue was about it, by convention."""
    said: int | None = None
    """The identities that clues give it by convention; 0 if useless. Absent for an unclued card of
    which conventions say nothing."""
    asked: Asked | None = None


class Seat(Struct, omit_defaults=True):
    """A seat and its occupant."""

    name: str
    kind: Literal["person", "agent", "empty"]
    address: str | None = None
    version: str | None = None
    type: str | None = None
    """The agent's title, where its name is another; of a person, their convention card in words."""
    page: str | None = None
    """Address of the page about the agent or the convention card, if there is one."""
    present: bool = True
    """Whether a person has an open socket; always true for agents."""
    away_since: float | None = None
    """When an absent person was last here, in seconds since 1970."""
    sits_for: str | None = None
    """The absent person for whom an agent sits in."""
    follows: bool | None = None
    """Whether an agent now relies on the others' conventions; absent if it does not report this."""
    thinking: bool = False


class ClueOption(Struct):
    """A legal clue and its effect."""

    seat: int
    value: str
    touches: list[int]
    """Draw numbers of the cards it would touch."""
    then: dict[int, int] = {}
    """The holder's possible identities of each card after the clue, by draw number, where they
    change."""
    reads: str = ""
    """Sentences on its meaning by convention and the plays that would follow; empty where
    conventions are not shown."""
    said: dict[int, int] = {}
    """The `said` of each clued card of the hand after the clue, by draw number."""


class Legal(Struct):
    """The moves that the receiver may make now, with cards by draw number."""

    plays: list[int]
    discards: list[int]
    clues: list[ClueOption]
    why_no_discard: str | None = None
    why_no_clue: str | None = None


class LogEntry(Struct, omit_defaults=True):
    """A line of the log: a move, or an event between moves with the `turn` of the next move."""

    n: int
    """The table's version that added the line."""
    turn: int
    """Turn number, from 1."""
    kind: Literal["play", "discard", "clue", "note"]
    text: str
    """A complete sentence."""
    seat: int | None = None
    card: str | None = None
    """Identity of the card that left the hand."""
    order: int | None = None
    success: bool | None = None
    target: int | None = None
    value: str | None = None
    touches: list[int] = []
    why: str | None = None
    """The agent's reason, as far as the receiver may see it."""
    how: str | None = None
    """The rule or formula behind the reason, if the receiver sees all hands."""


class Ending(Struct):
    """The result of a finished game."""

    kind: Literal["perfect", "strikeout", "out_of_turns", "terminated", "nothing_left"]
    text: str
    stacks: int
    zero: int
    replay: str
    """Address of the replay page."""
    next: str | None = None
    """Address of the next game of the series, once there is one."""
    offered: bool = False
    """Whether the next game is still waiting for people to accept it."""


class Trouble(Struct):
    """The failure of an agent; the table waits for a `replace` request."""

    seat: int
    text: str


class Clock(Struct):
    """People's clocks, in seconds; None for a seat without a clock."""

    left: list[float | None]
    """Seconds left for each seat when the turn began."""
    began: float | None
    """When the turn began, in seconds since 1970."""
    deadline: float | None
    """When the time of the player to move runs out, in seconds since 1970."""
    at_zero: Literal["nothing", "bot", "end"]


class Proposal(Struct, omit_defaults=True):
    """A proposal that needs the agreement of the other people present."""

    kind: Literal["end", "undo"]
    seat: int
    """The seat that proposes."""
    agreed: list[int]
    turn: int | None = None
    """For “undo”: the first of the moves to be taken back."""


class Series(Struct):
    """Several consecutive games with the same seats."""

    number: int
    """This game's place, from 1."""
    planned: int
    """The number of games that agents play without being asked."""
    stacks: list[int]
    zero: list[int]
    """Scores of the finished games, in order."""


class Suit(Struct):
    """A suit's letter and name."""

    letter: str
    name: str


class SuitLook(Struct, omit_defaults=True):
    """How the cards of a suit, or the clues of a colour, are drawn: symbol and tints."""

    symbol: str
    """The symbol in templates/sprite.svg, without “suit-”."""
    tints: list[str]
    """Letters of the palette; several form a gradient."""
    shade: float = 0.0
    """The share of white in the tint; of black if negative."""


class ShownRules(Struct, omit_defaults=True):
    """The parts of a game's rules that a client needs."""

    variant: str
    suits: list[Suit]
    ranks: int
    copies: list[int]
    """Copies of each identity, suit-major."""
    colour_clues: list[str]
    """Letters of the clue colours."""
    rank_clues: list[str]
    clue_names: dict[str, str]
    """Names of clues by value: “red” by “r”, “3” by “3”, “odd” by “1” where ranks are clued by
    parity."""
    max_tokens: int
    max_strikes: int
    hand_size: int
    looks: dict[str, SuitLook] = {}
    """Looks by letter, except those drawn as their own letter."""


class Frame(Struct, omit_defaults=True):
    """The full state of a table as one receiver may see it."""

    table: str
    status: Status
    rules: ShownRules
    scoring: Scoring
    help: Help
    you: int | None
    """The receiver's seat, or the one a spectator looks from; absent for other spectators."""
    seats: list[Seat]
    turn: int
    """The number of the next move, from 1."""
    to_move: int | None
    tokens: int
    strikes: int
    stacks: list[int]
    deck: int
    turns_left: int | None
    """Moves left once the deck is empty."""
    score: int
    max_score: int
    """The best score the discard pile still allows."""
    pace: int | None
    efficiency: float | None
    """New cards each remaining clue must touch to reach `max_score`."""
    most_turns: int | None
    """The most turns the game can still last; absent once the deck is empty."""
    hands: list[list[ShownCard]]
    """Cards of each seat, newest first."""
    discards: list[int]
    """Copies discarded or misplayed, by identity."""
    playable: int
    """Bit mask of the identities that can be played now."""
    useless: int
    critical: int
    log: list[LogEntry]
    delay: int
    paused: bool = False
    may_steer: bool = False
    """Whether the receiver may pause, step, change seats and end the game."""
    watching: bool = False
    """Whether the receiver is a spectator looking from the seat `you`."""
    open_hands: bool = False
    conventions: Literal["partners", "common"] | None = None
    """The conventions by which cards are explained: the partners', or the common ones if an agent
    follows none or is hidden; absent if nothing is shown."""
    series: Series | None = None
    legal: Legal | None = None
    ending: Ending | None = None
    trouble: Trouble | None = None
    proposal: Proposal | None = None
    clock: Clock | None = None
    may_look: bool = False
    """Whether the receiver is a spectator who may look from a seat."""
    watch_delay: int = 0
    """The number of moves by which spectators at a seat are delayed while people play."""
    may_talk: bool = False
    """Whether the receiver can chat here."""
    may_hint: bool = False
    """Whether the receiver may ask for the best moves when it is their turn."""
    fixed: bool = False
    """Whether nobody may be replaced: in an experiment, or in the daily deal."""
    may_undo: bool = False
    """Whether the receiver may take back their last move, or ask the others to."""
    may_ask_why: bool = False
    """Whether the receiver may ask agents why they did not play a clued card."""
    marks: list[Literal["seed", "branch", "undo", "hint", "sit_in", "taken_over"]] = []
    """Why the game is excluded from statistics: a chosen deal, a branch of a replay, moves taken
    back, a hint, a bot in a person's place, a person in a bot's."""
