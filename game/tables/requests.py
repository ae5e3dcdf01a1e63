"""Carry out the requests (moves, proposals, pauses and so on) that clients send to a table."""

from game import protocol as p
from game.models import Player
from game.tables import agent_turns, changes
from game.tables.people import BLOCKED
from game.tables.refusals import Refusal, Refused
from native import BadMove, Game, Move, Rules


def carry_out(slug: str, player: Player | None, message: p.Act) -> int:
    """Carry out a client's request, `message`, and return the table's version. Raise Refused if it
    is not allowed.

    A request that an agent make one move at a paused table is only checked here: the runner lets
    the agent decide, outside the database threads.
    """
    if player is None:
        raise Refused(Refusal.NOT_SEATED)
    if player.blocked:
        raise Refused(Refusal.NOT_ALLOWED, BLOCKED)
    match message:
        case p.Delay():
            return changes.set_delay(slug, player, message.ms)
        case p.GiveUp():
            return changes.give_up(slug, player, message.v)
        case p.Undo():
            return changes.undo(slug, player, message.v)
        case p.Answer():
            return changes.answer(slug, player, message.agreed, message.v)
        case p.ComeBack():
            back = changes.come_back(slug, player)
            if back is None:
                raise Refused(Refusal.NOT_ALLOWED, "Nobody sits in for you.")
            return back
        case p.SitIn():
            return changes.sit_in(slug, player, message.seat, message.v)
        case p.Pause():
            return changes.set_paused(slug, player, message.paused)
        case p.Step():
            return agent_turns.refuse_unless_steppable(slug, player, message.v)
        case p.TakeOver():
            return changes.take_over(slug, player, message.seat, message.v)
        case p.Replace():
            return changes.replace(slug, player, message.seat, message.address, message.v)
        case p.Play() | p.Discard() | p.Clue():
            return changes.submit(
                slug,
                changes.Actor(player=player),
                lambda game, seat: _move(game, seat, message),
                message.v,
                request=message.id,
            )


def _move(game: Game, seat: int, message: p.Play | p.Discard | p.Clue) -> Move:
    """Return the engine's move for a message, which names cards by draw number and receivers of
    clues by seat.
    """
    if isinstance(message, p.Clue):
        return _clue(game.rules, seat, message)
    for slot in range(game.rules.hand_size):
        if game.order(seat, slot) == message.order:
            return Move.play(slot) if isinstance(message, p.Play) else Move.discard(slot)
    raise Refused(Refusal.NO_SUCH_CARD)


def _clue(rules: Rules, seat: int, message: p.Clue) -> Move:
    target = (message.seat - seat) % rules.players
    if message.seat >= rules.players or target == 0:
        raise Refused(Refusal.NO_SUCH_CLUE, "A clue goes to another seat of this table.")
    try:
        return Move.clue(rules, target, message.value)
    except BadMove as error:
        raise Refused(Refusal.NO_SUCH_CLUE, str(error)) from error
