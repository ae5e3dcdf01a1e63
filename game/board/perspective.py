"""Build frames: a frame is the full state of a table as sent to one receiver. No other code builds
frames.

A frame depends only on what its receiver may see: exchanging the hidden cards for any others that
fit leaves every byte unchanged.
"""

from copy import copy
from functools import lru_cache
from typing import cast

import msgspec
from django.urls import reverse

from agents import registry
from agents.kinds.conv.profiles import title
from game import protocol as p
from game.board import words
from game.board.conventions import whose
from game.board.hands import hands
from game.board.hints import may_ask
from game.board.legal import legal
from game.board.log import entries
from game.board.looks import looks
from game.board.progress import efficiency, max_score, most_turns, pace
from game.board.viewpoint import Viewpoint, may_look
from game.board.why_not import may_ask_why
from game.models import Seating, Table
from game.tables import clocks
from game.tables.changes import may_undo
from game.tables.state import TableState, rules_of
from game.tables.talk import may_talk
from game.tables.trust import follows
from native import Game, Rules
from native.engine.variants import suits_of


def frame(state: TableState, viewpoint: Viewpoint, log_from: int = 0) -> p.Frame:
    """Return the full state of a table as sent to a viewpoint; its log has the lines that were
    added at the table's version `log_from` or later (0: all lines).
    """
    return _frame(state, viewpoint, entries(state, viewpoint.open, since=log_from))


def frames(state: TableState, viewpoint: Viewpoint) -> list[p.Frame]:
    """Return the frames (full states of the table) that a viewpoint sees at the start of the game
    and after each move. Their clocks show what was left then, and do not run.

    The log of each frame has only the lines that are new since the previous frame.
    """
    log = entries(state, viewpoint.open)
    shown, before = [], -1
    for turn in range(len(state.moves) + 1):
        now = at_turn(state, turn)
        until = _version(state, turn)
        past = _frame(now, viewpoint, [e for e in log if before < e.n <= until])
        if past.clock:
            past.clock.began = past.clock.deadline = None
        shown.append(past)
        before = until
    return shown


def seen(state: TableState, viewpoint: Viewpoint) -> p.Frame:
    """Return the current frame for a viewpoint, or for a delayed spectator the frame
    `viewpoint.behind` moves ago.
    """
    if viewpoint.behind:
        return frame_at(state, viewpoint, max(0, len(state.moves) - viewpoint.behind))
    return frame(state, viewpoint)


def frame_at(state: TableState, viewpoint: Viewpoint, turn: int) -> p.Frame:
    """Return the full state of the table after `turn` moves as shown to a viewpoint, without the
    clock, and with no legal moves, hints or other requests that belong to the present.

    A `turn` beyond the last move means the last.
    """
    turn = min(turn, len(state.moves))
    until = _version(state, turn)
    log = [entry for entry in entries(state, viewpoint.open) if entry.n <= until]
    past = _frame(at_turn(state, turn), viewpoint, log)
    past.legal = past.clock = None
    past.may_hint = past.may_undo = past.may_ask_why = False
    return past


def _version(state: TableState, turn: int) -> int:
    """Return the table's version after `turn` moves and all notes made before the next move."""
    if turn == len(state.moves):
        return state.table.version
    return state.moves[turn].version - 1


def _frame(state: TableState, viewpoint: Viewpoint, log: list[p.LogEntry]) -> p.Frame:
    table, rules, game = state.table, rules_of(state.table), state.game
    own = viewpoint.own_seat
    return p.Frame(
        table=table.slug,
        status=cast(p.Status, table.status),
        rules=rules_told(rules),
        scoring=cast(p.Scoring, table.scoring),
        help=cast(p.Help, table.help),
        you=viewpoint.seat,
        seats=[_seat(state, viewpoint, seat) for seat in state.seats],
        turn=len(state.moves) + 1,
        to_move=game.to_move if game else None,
        tokens=game.clue_tokens if game else rules.clue_tokens,
        strikes=game.strikes if game else 0,
        stacks=list(game.stacks) if game else [0] * len(rules.suits),
        deck=game.deck_left if game else rules.deck_size,
        turns_left=game.turns_left if game else None,
        score=game.score if game else 0,
        max_score=max_score(game) if game else rules.max_score,
        pace=pace(game) if game else None,
        efficiency=efficiency(game) if game else None,
        most_turns=most_turns(game) if game else None,
        hands=hands(state, viewpoint),
        discards=_discards(rules, game) if game else [0] * rules.max_score,
        playable=game.playable if game else 0,
        useless=game.useless if game else 0,
        critical=game.critical if game else 0,
        log=log,
        delay=table.delay,
        paused=table.paused,
        may_steer=viewpoint.steers,
        watching=viewpoint.watching,
        open_hands=viewpoint.open,
        conventions=whose(state, viewpoint),
        series=_series(state),
        legal=legal(state, viewpoint),
        ending=_ending(state),
        trouble=_trouble(state),
        proposal=_proposal(state),
        clock=_clock(state),
        may_look=own is None and may_look(state),
        watch_delay=0 if state.over or state.bots_only else table.watch_delay,
        may_talk=own is not None and may_talk(state),
        may_hint=may_ask(state, viewpoint),
        fixed=table.fixed,
        may_undo=own is not None and may_undo(state, own),
        may_ask_why=may_ask_why(state, viewpoint),
        marks=state.marks,
    )


def at_turn(state: TableState, turn: int) -> TableState:
    """Return the state of the table after `turn` moves, with the game still running; if `turn` is
    the number of all moves, return `state` itself.
    """
    if turn == len(state.moves):
        return state
    table = copy(state.table)
    table.status, table.ending, table.trouble = Table.Status.RUNNING, "", ""
    table.proposal = None
    past = TableState(
        table=table,
        seatings=state.seatings,
        moves=state.moves[:turn],
        notes=[note for note in state.notes if note.version <= _version(state, turn)],
        playback=state.playback and state.playback.until(turn),
        taken_back=state.taken_back,
    )
    # Cached here because sockets cannot query the database.
    vars(past).update(scores_of_series=state.scores_of_series)
    return past


@lru_cache(maxsize=256)
def rules_told(rules: Rules) -> p.ShownRules:
    """Return the parts of a game's rules that clients need to draw the board, such as suits,
    copies and clues, in the form that frames have (`Frame.rules`).
    """
    names = [suit.name for suit in suits_of(rules.variant)]
    colours = [colour.letter for colour in rules.colours]
    ranks = [str(rank) for rank, mask in enumerate(rules.rank_masks, start=1) if mask]
    return p.ShownRules(
        variant=rules.variant,
        suits=[p.Suit(letter, name) for letter, name in zip(rules.suits, names, strict=True)],
        ranks=rules.ranks,
        copies=list(rules.copies),
        colour_clues=colours,
        rank_clues=ranks,
        clue_names={value: words.clue_name(rules, value) for value in [*colours, *ranks]},
        max_tokens=rules.clue_tokens,
        max_strikes=rules.strikes,
        hand_size=rules.hand_size,
        looks=looks(rules),
        misses=[value for value in [*colours, *ranks] if _misses(rules, value)],
    )


def _misses(rules: Rules, value: str) -> bool:
    """Return whether a clue misses a card of the colour or number that it names."""
    identities = range(rules.max_score)
    if value.isdecimal():
        touched = rules.rank_masks[int(value) - 1]
        named = [identity % rules.ranks == int(value) - 1 for identity in identities]
    else:
        colour = next(colour for colour in rules.colours if colour.letter == value)
        suits, touched = suits_of(rules.variant), colour.touches
        named = [suits[identity // rules.ranks].name == colour.name for identity in identities]
        if not any(named):
            return True
    return any(named[identity] and not touched >> identity & 1 for identity in identities)


def _seat(state: TableState, viewpoint: Viewpoint, seat: Seating) -> p.Seat:
    to_move = state.game.to_move if state.game and not state.over else None
    told = seat.kind == Seating.Kind.AGENT and not seat.blind
    reads = told and (viewpoint.open or state.table.reads_live)
    card = None if state.table.fixed else seat.card or None
    return p.Seat(
        name=seat.name,
        kind=cast(p.Occupant, "hidden" if state.blind else seat.kind),
        address=seat.address if told else None,
        version=seat.agent_version if told else None,
        type=_type(seat.address, seat.name) if told else card and title(card),
        page=_page(seat.address) if told else card and reverse("card", args=[card]),
        present=seat.present,
        away_since=seat.away_since.timestamp() if seat.away_since else None,
        sits_for=seat.sits_for or None,
        follows=follows(state, seat) if reads else None,
        thinking=told and to_move == seat.index and not state.table.trouble,
    )


@lru_cache(maxsize=1024)
def _page(address: str) -> str | None:
    """Return the address of an agent's page; for a convention level with exceptions, such as
    `conv:h5:no-bluffs`, that of its convention card. None if there is no page.
    """
    if address.startswith("conv:") and address.count(":") > 1:
        return reverse("card", args=[address.removeprefix("conv:")])
    return reverse("agent", args=[address]) if registry.find_if_any(address) else None


@lru_cache(maxsize=1024)
def _type(address: str, name: str) -> str | None:
    title = registry.title(address)
    return title if title not in (name, address) else None


def _discards(rules: Rules, game: Game) -> list[int]:
    counts = [0] * rules.max_score
    for card in game.discards:
        counts[rules.identity(card)] += 1
    return counts


def _ending(state: TableState) -> p.Ending | None:
    table = state.table
    if not state.over:
        return None
    return p.Ending(
        kind=cast(p.HowEnded, table.ending),
        text=words.ENDINGS[table.ending],
        stacks=table.stacks,
        zero=table.zero,
        replay=reverse("replay", args=[table.slug]),
        next=state.next_table.get_absolute_url() if state.next_table else None,
        offered=state.next_table is not None and state.next_table.status == Table.Status.OPEN,
    )


def _series(state: TableState) -> p.Series | None:
    scores = state.scores_of_series
    if scores is None:
        return None
    return p.Series(
        number=state.table.number,
        planned=state.table.planned,
        stacks=[stacks for stacks, _ in scores],
        zero=[zero for _, zero in scores],
    )


def _trouble(state: TableState) -> p.Trouble | None:
    if not state.table.trouble or state.game is None or state.game.to_move is None:
        return None
    return p.Trouble(seat=state.game.to_move, text=state.table.trouble)


def _clock(state: TableState) -> p.Clock | None:
    if state.playback is None or state.over or not clocks.has_clock(state):
        return None
    end, began = clocks.deadline(state), clocks.turn_began(state)
    return p.Clock(
        left=[clocks.left(state, seat.index) for seat in state.seats],
        began=began.timestamp() if began else None,
        deadline=end.timestamp() if end else None,
        at_zero=cast(p.AtZero, state.table.at_zero),
    )


def _proposal(state: TableState) -> p.Proposal | None:
    asked = None if state.over else state.table.proposal
    return msgspec.convert(asked, p.Proposal) if asked else None
