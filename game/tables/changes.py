"""Everything that changes a table. Each function is one transaction: it refuses, or it writes
all of its rows and raises the table's version by one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from agents import registry
from agents.contract import AgentError, Decision
from game.models import Move as MoveRow
from game.models import Note, Player, Seating, Table
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, deck_text, load, rules_of
from native import Game, IllegalMove, Move


@dataclass(frozen=True)
class SeatPlan:
    """Who shall sit at a seat: a person, an agent's address, or (neither) whoever comes."""

    player: Player | None = None
    address: str = ""
    alias: str = ""
    """What an agent is called while nobody may know which one it is."""


def create(plans: list[SeatPlan], creator: Player | None, **settings: object) -> Table:
    """A new table; it starts at once when no seat is left open.

    ``settings`` are fields of Table. Raises Refused(NO_SUCH_AGENT).
    """
    with transaction.atomic():
        table = Table.objects.create(players=len(plans), creator=creator, **settings)
        people = any(plan.player or not plan.address for plan in plans)
        for index, plan in enumerate(plans):
            _seat(table, index, plan, from_turn=0, with_people=people)
        if all(plan.player or plan.address for plan in plans):
            _start(table)
    return table


def sit(slug: str, player: Player, index: int) -> int:
    """Take an open seat. The table starts when the last one is taken."""
    with transaction.atomic():
        state = load(slug, lock=True)
        _refuse_unless_open(state)
        if not 0 <= index < state.table.players:
            raise Refused(Refusal.SEAT_TAKEN, "There is no such seat at this table.")
        if state.seat_of(player.pk) is not None:
            raise Refused(Refusal.SEAT_TAKEN, "You already sit at this table.")
        if state.seats[index].kind != Seating.Kind.EMPTY:
            raise Refused(Refusal.SEAT_TAKEN)
        _seat(state.table, index, SeatPlan(player=player), from_turn=0)
        if not any(s.kind == Seating.Kind.EMPTY for s in load(slug).seats):
            _start(state.table)
        return advance(state.table)


def stand_up(slug: str, player: Player) -> int:
    """Leave a seat of a table that has not started."""
    with transaction.atomic():
        state = load(slug, lock=True)
        _refuse_unless_open(state)
        _seat(state.table, _seat_held(state, player), SeatPlan(), from_turn=0)
        return advance(state.table)


def fill(slug: str, player: Player, address: str) -> int:
    """Put an agent on every empty seat and start."""
    with transaction.atomic():
        state = load(slug, lock=True)
        _refuse_unless_open(state)
        _seat_held(state, player)
        for seat in state.seats:
            if seat.kind == Seating.Kind.EMPTY:
                _seat(state.table, seat.index, SeatPlan(address=address), from_turn=0)
        _start(state.table)
        return advance(state.table)


@dataclass(frozen=True)
class Actor:
    """Who asks for a move: a person, or the runner for an agent's seat."""

    player: Player | None = None
    agent_seat: int | None = None


def submit(
    slug: str,
    actor: Actor,
    move: Move,
    expected_version: int,
    *,
    request: str = "",
    decision: Decision | None = None,
) -> int:
    """Append one move and return the table's new version.

    The same request sent twice is done once. Raises Refused; then nothing was changed.
    """
    try:
        with transaction.atomic():
            state = load(slug, lock=True)
            seat = _seat_of_actor(state, actor)
            done = version_of_request(state, seat, request)
            if done is not None:
                return done
            game = _refuse_unless_running(state)
            if state.table.version != expected_version:
                raise Refused(Refusal.STALE_VERSION)
            if game.to_move != seat:
                raise Refused(Refusal.NOT_YOUR_TURN)
            try:
                game.play(move)
            except IllegalMove as error:
                raise Refused(Refusal.ILLEGAL_MOVE, str(error)) from error
            return _append(state, seat, game, move, request, decision)
    except IntegrityError as error:
        raise Refused(Refusal.STALE_VERSION) from error


def replace(slug: str, player: Player, index: int, address: str, expected_version: int) -> int:
    """Let another agent go on at an agent's seat."""
    with transaction.atomic():
        state = load(slug, lock=True)
        refuse_unless_in_charge(state, player)
        _refuse_unless_running(state)
        if state.table.version != expected_version:
            raise Refused(Refusal.STALE_VERSION)
        if index >= state.table.players or state.seats[index].kind != Seating.Kind.AGENT:
            raise Refused(Refusal.NOT_ALLOWED, "No agent sits there.")
        if state.table.drawn:
            raise Refused(Refusal.NOT_ALLOWED, "The agents of an experiment are drawn.")
        before = state.seats[index].name
        plan, turn = SeatPlan(address=address), len(state.moves)
        after = _seat(state.table, index, plan, from_turn=turn, with_people=not state.bots_only)
        state.table.trouble = ""
        state.table.save(update_fields=["trouble"])
        return _note(state, f"{after.name} goes on in place of {before}.")


def report_trouble(slug: str, index: int, text: str, expected_version: int) -> int | None:
    """An agent failed: say so and wait for somebody to choose another. None if it is too late."""
    with transaction.atomic():
        state = load(slug, lock=True)
        if state.table.version != expected_version or state.over:
            return None
        state.table.trouble = text
        state.table.save(update_fields=["trouble"])
        return _note(state, f"{state.seats[index].name} could not move: {text}")


def give_up(slug: str, player: Player, expected_version: int) -> int:
    """End the game here."""
    with transaction.atomic():
        state = load(slug, lock=True)
        name = refuse_unless_in_charge(state, player)
        game = _refuse_unless_running(state)
        if state.table.version != expected_version:
            raise Refused(Refusal.STALE_VERSION)
        game.terminate()
        _finish(state.table, game, timezone.now())
        return _note(state, f"{name} ended the game.")


def set_paused(slug: str, player: Player, paused: bool) -> int:
    """Stop or start the agents of a table without people."""
    with transaction.atomic():
        state = load(slug, lock=True)
        refuse_unless_in_charge(state, player)
        _refuse_unless_running(state)
        if paused and not state.bots_only:
            raise Refused(Refusal.NOT_ALLOWED, "Only a table without people can be paused.")
        state.table.paused = paused
        state.table.save(update_fields=["paused"])
        return advance(state.table)


def take_over(slug: str, player: Player, index: int, expected_version: int) -> int:
    """Let a person go on at an agent's seat."""
    with transaction.atomic():
        state = load(slug, lock=True)
        refuse_unless_in_charge(state, player)
        _refuse_unless_running(state)
        if state.table.version != expected_version:
            raise Refused(Refusal.STALE_VERSION)
        if state.seat_of(player.pk) is not None:
            raise Refused(Refusal.SEAT_TAKEN, "You already sit at this table.")
        if index >= state.table.players or state.seats[index].kind != Seating.Kind.AGENT:
            raise Refused(Refusal.NOT_ALLOWED, "No agent sits there.")
        for seat in state.seats:
            if seat.kind == Seating.Kind.AGENT and seat.index != index:
                _agent(state.table, seat.address, with_people=True)
        before = state.seats[index].name
        _seat(state.table, index, SeatPlan(player=player), from_turn=len(state.moves))
        state.table.paused, state.table.trouble = False, ""
        state.table.save(update_fields=["paused", "trouble"])
        return _note(state, f"{player.name} goes on in place of {before}.")


def set_delay(slug: str, player: Player, milliseconds: int) -> int:
    """How long agents think before each move."""
    with transaction.atomic():
        state = load(slug, lock=True)
        refuse_unless_in_charge(state, player)
        state.table.delay = milliseconds
        state.table.save(update_fields=["delay"])
        return advance(state.table)


def _agent(table: Table, address: str, *, with_people: bool) -> registry.Entry:
    """An agent that may sit at this table. Raises Refused."""
    try:
        entry = registry.find(address)
        entry.refuse_unless_seatable(rules_of(table), with_people=with_people)
    except AgentError as error:
        raise Refused(Refusal.NO_SUCH_AGENT, str(error)) from error
    return entry


def _seat(
    table: Table, index: int, plan: SeatPlan, from_turn: int, *, with_people: bool = True
) -> Seating:
    fields: dict[str, object] = {
        "kind": Seating.Kind.EMPTY,
        "name": "",
        "player": None,
        "address": "",
        "agent_version": "",
        "blind": False,
    }
    if plan.player is not None:
        fields |= {"kind": Seating.Kind.PERSON, "name": plan.player.name, "player": plan.player}
    elif plan.address:
        entry = _agent(table, plan.address, with_people=with_people)
        fields |= {
            "kind": Seating.Kind.AGENT,
            "name": plan.alias or entry.title,
            "address": entry.address,
            "agent_version": entry.version,
            "blind": bool(plan.alias),
        }
    fields["name"] = _unlike_the_others(table, index, str(fields["name"]))
    seat, _ = Seating.objects.update_or_create(
        table=table, index=index, from_turn=from_turn, defaults=fields
    )
    return seat


def reveal(slug: str) -> int:
    """Tell which agents sat at a table that was played blind."""
    with transaction.atomic():
        table = load(slug, lock=True).table
        for seat in table.seatings.filter(blind=True):
            seat.name, seat.blind = registry.find(seat.address).title, False
            seat.save(update_fields=["name", "blind"])
        return advance(table)


def _unlike_the_others(table: Table, index: int, name: str) -> str:
    """«Piers», or «Piers (2)» when another seat has that name: the log must tell them apart."""
    others = table.seatings.exclude(index=index)
    taken = set(others.values_list("name", flat=True)) if name else set()
    names = (name if number == 1 else f"{name} ({number})" for number in count(1))
    return next(candidate for candidate in names if candidate not in taken)


def _start(table: Table) -> None:
    rules = rules_of(table)
    table.deck = deck_text(rules, Game(rules, seed=table.seed).deck)
    table.status = Table.Status.RUNNING
    table.started = timezone.now()
    table.save(update_fields=["deck", "status", "started"])


def _append(
    state: TableState, seat: int, game: Game, move: Move, request: str, decision: Decision | None
) -> int:
    now = timezone.now()
    since = state.moves[-1].at if state.moves else state.table.started or now
    version = advance(state.table)
    MoveRow.objects.create(
        table=state.table,
        turn=len(state.moves) + 1,
        seat=seat,
        text=move.text(game.rules),
        version=version,
        request=request,
        at=now,
        thinking_ms=max(0, int((now - since).total_seconds() * 1000)),
        why=decision.why if decision else "",
        detail=decision.detail if decision else "",
        data=dict(decision.data) if decision else {},
    )
    if game.outcome() is not None:
        _finish(state.table, game, now)
    return version


def _finish(table: Table, game: Game, now: datetime) -> None:
    outcome = game.outcome()
    assert outcome is not None
    table.status = Table.Status.FINISHED
    table.finished = now
    table.ending = outcome.end.name.lower()
    table.stacks = outcome.stacks
    table.zero = outcome.zero
    table.strikes = game.strikes
    table.trouble = ""
    table.save(
        update_fields=["status", "finished", "ending", "stacks", "zero", "strikes", "trouble"]
    )


def advance(table: Table) -> int:
    """Raise the version of a table that has changed; the new one. Call within a transaction."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table.refresh_from_db(fields=["version"])
    return table.version


def _note(state: TableState, text: str) -> int:
    version = advance(state.table)
    Note.objects.create(table=state.table, version=version, turn=len(state.moves) + 1, text=text)
    return version


def version_of_request(state: TableState, seat: int, request: str) -> int | None:
    """The version that this request of this seat made, if it was done before."""
    if request:
        for row in reversed(state.moves):
            if row.request == request and row.seat == seat:
                return row.version
    return None


def _seat_of_actor(state: TableState, actor: Actor) -> int:
    if actor.agent_seat is not None:
        if state.seats[actor.agent_seat].kind != Seating.Kind.AGENT:
            raise Refused(Refusal.NOT_SEATED)
        return actor.agent_seat
    return _seat_held(state, actor.player)


def _seat_held(state: TableState, player: Player | None) -> int:
    index = state.seat_of(player.pk if player else None)
    if index is None:
        raise Refused(Refusal.NOT_SEATED)
    return index


def refuse_unless_in_charge(state: TableState, player: Player | None) -> str:
    """The person's name, if they may steer this table: they sit there, or set up its agents."""
    if player is not None and state.bots_only and state.table.creator_id == player.pk:
        return player.name
    return state.seats[_seat_held(state, player)].name


def _refuse_unless_open(state: TableState) -> None:
    if state.table.status != Table.Status.OPEN:
        raise Refused(Refusal.ALREADY_STARTED)


def _refuse_unless_running(state: TableState) -> Game:
    if state.game is None:
        raise Refused(Refusal.NOT_STARTED)
    if state.over:
        raise Refused(Refusal.GAME_OVER)
    return state.game
