"""The frame: the full state of a table as one receiver may see it, as typed structs."""

from typing import Literal

from msgspec import Struct

Help = Literal["none", "clues", "common", "full"]
Scoring = Literal["zero", "stacks"]
Status = Literal["open", "running", "finished"]
Occupant = Literal["person", "agent", "empty", "hidden"]
HowEnded = Literal["perfect", "strikeout", "out_of_turns", "terminated", "nothing_left"]
AtZero = Literal["nothing", "bot", "end"]
Mark = Literal["seed", "branch", "undo", "hint", "sit_in", "taken_over"]


class Asked(Struct):
    """A prompt or finesse on a card (`ShownCard.asked`): a clue to another hand that asks the
    card's holder to play this card before the clued one.
    """

    turn: int
    """The turn of the clue, from 1."""
    focus: int
    """Draw number of the clued card that the clue was about."""
    missing: int
    """Bit mask of the identities that the card to be played may have by this request."""


class ShownCard(Struct, omit_defaults=True):
    """A card in a hand as the receiver may see it; `order` is its draw number.

    Sets of identities are bit masks, with bit ``suit * ranks + rank - 1`` for an identity.
    """

    order: int
    slot: int
    """Position on the display: 1 is the newest card."""
    id: str | None = None
    """Identity such as “r3”; absent when the receiver may not see the card."""
    touched: bool = False
    marks: list[str] = []
    """Values of the clues that touched the card (“r”, “3”), oldest first, without repeats."""
    possible: int | None = None
    """The identities that the receiver is shown as possible for the card; absent at help
    “none”."""
    common: int | None = None
    """The identities possible by common knowledge; only at help “common” and “full”."""
    odds: tuple[float, float, float] | None = None
    """For own cards at help “full”: the probabilities of being playable, trash and critical."""
    became_known: bool = False
    """Whether the last move left the card a single possible identity."""
    chop: bool = False
    """Whether the card is the chop, its hand's next discard by convention."""
    focus: bool = False
    """Whether the last clue was about the card, by convention."""
    said: int | None = None
    """The identities that the clues give the card by convention; 0 if useless. Absent where no
    conventions are shown, and for an unclued card of which they say nothing."""
    asked: Asked | None = None


class Seat(Struct, omit_defaults=True):
    """A seat and its occupant: a person, an agent, or nobody."""

    name: str
    kind: Occupant
    """“hidden” at a table where nobody may know yet who is a person and who an agent."""
    address: str | None = None
    version: str | None = None
    type: str | None = None
    """The agent's title, if it differs from its name; for a person, the title of their convention
    card (the conventions they play)."""
    page: str | None = None
    """Address of the page about the agent, or about the person's convention card, if there is
    one."""
    present: bool = True
    """Whether the person at the seat has an open socket; always true for agents and hidden
    people."""
    away_since: float | None = None
    """When an absent person was last here, in seconds since 1970."""
    sits_for: str | None = None
    """The name of the absent person for whom the agent at the seat moves."""
    follows: bool | None = None
    """Whether the agent relies on the others' conventions at present; absent if it does not report
    this, or the receiver may not know."""
    thinking: bool = False


class ClueOption(Struct):
    """A legal clue, `value` to `seat`, and its effect."""

    seat: int
    value: str
    touches: list[int]
    """Draw numbers of the cards that the clue would touch."""
    then: dict[int, int] = {}
    """By draw number, the identities (bit mask) that the clue would leave possible for a card of
    its receiver; only cards for which it changes them."""
    reads: str = ""
    """Sentences on the clue's meaning by convention and the plays that would follow; empty where
    conventions are not shown."""
    said: dict[int, int] = {}
    """By draw number, the identities (bit mask) that the conventions would assign, after the clue,
    to the clued cards of its receiver."""


class Legal(Struct):
    """The moves that the receiver may make now; `plays` and `discards` are draw numbers of
    cards. If no discard or no clue is allowed, `why_no_discard` or `why_no_clue` says why.
    """

    plays: list[int]
    discards: list[int]
    clues: list[ClueOption]
    why_no_discard: str | None = None
    why_no_clue: str | None = None


class LogEntry(Struct, omit_defaults=True):
    """A line of the log: a move, or an event between moves (then `turn` is that of the
    next move).
    """

    n: int
    """The version of the table that added the line."""
    turn: int
    """The number of the turn, from 1."""
    kind: Literal["play", "discard", "clue", "note"]
    text: str
    """The line as a complete sentence."""
    seat: int | None = None
    card: str | None = None
    """Identity of the card that was played or discarded, such as “r3”."""
    order: int | None = None
    success: bool | None = None
    target: int | None = None
    value: str | None = None
    touches: list[int] = []
    why: str | None = None
    """The agent's reason for the move, as far as the receiver may see it."""
    how: str | None = None
    """The rule or formula behind the agent's reason, if the receiver sees all hands."""


class Ending(Struct):
    """The result of a finished game: how it ended, and the scores `stacks` (cards played) and
    `zero` (0 after the last strike).
    """

    kind: HowEnded
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
    """The failure of the agent at `seat`, which is to move, with its reason (`text`); the table
    waits for a `replace` request.
    """

    seat: int
    text: str


class Clock(Struct):
    """The clocks of the people at a table. When a person's time runs out, nothing happens, a bot
    takes the seat, or the game ends (`at_zero`).
    """

    left: list[float | None]
    """For each seat, the seconds left for the game when the turn began; None for a seat without
    such a clock."""
    began: float | None
    """When the present turn began, in seconds since 1970."""
    deadline: float | None
    """When the time of the person to move runs out, in seconds since 1970; None if no person is to
    move."""
    at_zero: AtZero


class Proposal(Struct, omit_defaults=True):
    """A proposal to end the game or to take moves back, which waits for the agreement of the other
    people present; `agreed` lists the seats that have agreed.
    """

    kind: Literal["end", "undo"]
    seat: int
    """The seat that proposes."""
    agreed: list[int]
    turn: int | None = None
    """For “undo”: the turn of the first move to be taken back."""


class Series(Struct):
    """The series that this game belongs to: consecutive games with the same seats."""

    number: int
    """The number of this game in the series, from 1."""
    planned: int
    """The number of games of the series that start by themselves, one after another, while only
    agents play; 1 at tables created with people."""
    stacks: list[int]
    zero: list[int]
    """Scores of the series' finished games, in order, counted as 0 after the last strike; `stacks`
    counts the cards played instead."""


class Suit(Struct):
    """A suit's letter and name."""

    letter: str
    name: str


class SuitLook(Struct, omit_defaults=True):
    """How the cards of a suit, or the clues of a colour, are drawn: a symbol and tints."""

    symbol: str
    """The name of the symbol in templates/sprite.svg, without “suit-”."""
    tints: list[str]
    """Letters of the suit colours to draw with; several form a gradient."""
    shade: float = 0.0
    """The share of white mixed into the tints, up to 1; if negative, of black."""


class ShownRules(Struct, omit_defaults=True):
    """The parts of a game's rules that a client needs to show the game."""

    variant: str
    suits: list[Suit]
    ranks: int
    copies: list[int]
    """The number of copies of each identity: all ranks of the first suit, then of the second, and
    so on."""
    colour_clues: list[str]
    """Letters of the clue colours."""
    rank_clues: list[str]
    clue_names: dict[str, str]
    """The name of each clue by its value: “red” for “r”, “3” for “3”, “odd” for “1” where ranks
    are clued by parity."""
    max_tokens: int
    max_strikes: int
    hand_size: int
    looks: dict[str, SuitLook] = {}
    """How suits and colour clues are drawn, by letter; without those drawn in the default way for
    their letter."""
    misses: list[str] = []
    """The values of the clues that miss cards of the colour or number that they name."""


class Frame(Struct, omit_defaults=True):
    """The full state of a table as one receiver may see it."""

    table: str
    status: Status
    rules: ShownRules
    scoring: Scoring
    help: Help
    you: int | None
    """The receiver's seat, or the one that a spectator looks from; None for other spectators."""
    seats: list[Seat]
    turn: int
    """The number of the next move, from 1."""
    to_move: int | None
    tokens: int
    strikes: int
    stacks: list[int]
    deck: int
    turns_left: int | None
    """The number of moves left once the deck is empty; None before."""
    score: int
    max_score: int
    """The best score that is still possible after the cards discarded so far."""
    pace: int | None
    efficiency: float | None
    """The number of new cards that each clue still to come must touch on average to reach
    `max_score`; None if undefined, as once the deck is empty."""
    most_turns: int | None
    """The most turns that the game can still last; None once the deck is empty."""
    hands: list[list[ShownCard]]
    """For each seat, its cards, newest first."""
    discards: list[int]
    """For each identity, the number of copies discarded or misplayed."""
    playable: int
    """Bit mask of the identities that can be played now."""
    useless: int
    critical: int
    log: list[LogEntry]
    delay: int
    paused: bool = False
    may_steer: bool = False
    """Whether the receiver may pause the table, step through moves, change seats and end the
    game."""
    watching: bool = False
    """Whether the receiver is a spectator looking from the seat `you`."""
    open_hands: bool = False
    conventions: Literal["partners", "common"] | None = None
    """Whose conventions the board shows: the partners', or the common ones if an agent follows
    none or is hidden; absent if no conventions are shown."""
    series: Series | None = None
    legal: Legal | None = None
    ending: Ending | None = None
    trouble: Trouble | None = None
    proposal: Proposal | None = None
    clock: Clock | None = None
    may_look: bool = False
    """Whether the receiver is a spectator who may choose a seat to look from."""
    watch_delay: int = 0
    """The number of moves by which spectators who look from a seat are delayed while people
    play."""
    may_talk: bool = False
    """Whether the receiver can read and write the table's chat."""
    may_hint: bool = False
    """Whether the receiver may ask for the best moves when it is their turn."""
    fixed: bool = False
    """Whether agents cannot be replaced and moves not taken back: in an experiment or the daily
    deal."""
    may_undo: bool = False
    """Whether the receiver may take back their last move, or ask the other people to agree to
    it."""
    may_ask_why: bool = False
    """Whether the receiver may ask agents why they did not play a clued card."""
    marks: list[Mark] = []
    """Why the game is excluded from statistics: a chosen deal, a branch of a replay, moves taken
    back, a hint, a bot in a person's place, a person in a bot's."""
