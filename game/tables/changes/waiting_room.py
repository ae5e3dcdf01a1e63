"""A table before its game: creating it, taking and leaving seats, starting."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from game.models import Note, Player, Seating, Table
from game.tables.cards import agree
from game.tables.changes.guards import refuse_unless_open, refuse_unless_seated
from game.tables.changes.seats import SeatPlan, assign
from game.tables.changes.writing import advance
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, deck_text, load, locked, rules_of
from game.tables.trust import at_start
from native import Game

ASKED_FOR = timedelta(minutes=2)
"""How long the seats of a rematch are kept for the players of the last game."""
FRIENDLY = "One of your first three games: a third strike ends it, but you keep your points."
SEEDED = "The deal is from the seed “{}”."


def create(
    plans: list[SeatPlan], creator: Player | None, *, friendly: bool = False, **settings: object
) -> Table:
    """Create a table with one seat for each plan; its game starts immediately if no seat is open.

    `creator` may steer a table at which only agents play; None: nobody may. At a `friendly` table
    the last strike ends the game but keeps the points. `settings` are values of other fields of
    Table. The log says so if the table is friendly, or if its seed was chosen and people may play.
    Raise Refused(NO_SUCH_AGENT) if an agent is unknown or unsuitable.
    """
    people = any(plan.player or not plan.address for plan in plans)
    said = []
    if friendly:
        settings["scoring"] = Table.Scoring.STACKS
        said.append(FRIENDLY)
    if people and settings.get("seed_chosen"):
        said.append(SEEDED.format(settings["seed"]))
    with transaction.atomic():
        table = Table.objects.create(players=len(plans), creator=creator, **settings)
        for text in said:
            Note.objects.create(table=table, version=0, turn=1, text=text)
        for index, plan in enumerate(plans):
            assign(table, index, plan, from_turn=0, with_people=people)
        if all(plan.player or plan.address for plan in plans):
            _start(table)
    return table


def seconds_kept(table: Table) -> float:
    """Return for how many more seconds the seats of a rematch are kept; not positive if no more."""
    return (table.created + ASKED_FOR - timezone.now()).total_seconds()


def asked(state: TableState) -> dict[int, Seating]:
    """Return, by index, whose seat in the last game of the series each empty seat was: it is kept
    for that person for two minutes (`ASKED_FOR`). Empty afterwards, and in the first game.
    """
    last = state.table.previous_in_series()
    if last is None or seconds_kept(state.table) <= 0:
        return {}
    pairs = zip(state.seats, load(last.slug).seats, strict=True)
    return {
        seat.index: before
        for seat, before in pairs
        if seat.kind == Seating.Kind.EMPTY
        and before.kind == Seating.Kind.PERSON
        and before.player is not None
    }


def sit(slug: str, player: Player, index: int) -> int:
    """Let a person take the open seat `index`; return the table's new version. The game starts
    once all seats are taken.

    Raise Refused if the seat is taken, kept for another person or does not exist, the person
    already has one, or the game has started.
    """
    with locked(slug) as state:
        refuse_unless_open(state)
        if not 0 <= index < state.table.players:
            raise Refused(Refusal.SEAT_TAKEN, "There is no such seat at this table.")
        if state.seat_of(player.pk) is not None:
            raise Refused(Refusal.SEAT_TAKEN, "You already sit at this table.")
        if state.seats[index].kind != Seating.Kind.EMPTY:
            raise Refused(Refusal.SEAT_TAKEN)
        if (before := asked(state).get(index)) and before.player != player:
            raise Refused(Refusal.SEAT_TAKEN, "This seat is kept for a player of the last game.")
        return take_seat(state, index, SeatPlan(player=player))


def take_seat(state: TableState, index: int, plan: SeatPlan) -> int:
    """Put the occupant in `plan` into the open seat `index`, and start the game if no other seat
    is open; return the table's new version. Call within a transaction.
    """
    assign(state.table, index, plan, from_turn=0)
    version = advance(state.table)
    others = (seat for seat in state.seats if seat.index != index)
    if not any(seat.kind == Seating.Kind.EMPTY for seat in others):
        _start(state.table)
    return version


def stand_up(slug: str, player: Player) -> int:
    """Empty the seat of a person at a table that has not started; return the table's new version.
    Raise Refused if the person has no seat or the game has started.
    """
    with locked(slug) as state:
        refuse_unless_open(state)
        assign(state.table, refuse_unless_seated(state, player), SeatPlan(), from_turn=0)
        return advance(state.table)


def fill(slug: str, player: Player, address: str) -> int:
    """Seat copies of the agent at `address` in all empty seats and start the game; return the
    table's new version.

    Raise Refused if the player has no seat there, the game has started, or the agent may not sit
    there.
    """
    with locked(slug) as state:
        refuse_unless_open(state)
        refuse_unless_seated(state, player)
        for seat in state.seats:
            if seat.kind == Seating.Kind.EMPTY:
                assign(state.table, seat.index, SeatPlan(address=address), from_turn=0)
        version = advance(state.table)
        _start(state.table)
        return version


def set_listed(slug: str, player: Player, listed: bool) -> int:
    """Show a table that has not started in the lobby, where everybody can sit down, or only to
    people with its link; return the table's new version. Raise Refused if `player` did not create
    it or the game has started.
    """
    with locked(slug) as state:
        refuse_unless_open(state)
        if state.table.creator_id != player.pk:
            raise Refused(Refusal.NOT_ALLOWED, "Only the person who made the table decides that.")
        state.table.listed = listed
        return advance(state.table, "listed")


def _start(table: Table) -> None:
    """Start the game of a table whose version has been increased for it."""
    rules = rules_of(table)
    table.deck = deck_text(rules, Game(rules, seed=table.seed).deck)
    table.status = Table.Status.RUNNING
    table.started = timezone.now()
    agree(table)
    table.trust = at_start(table)
    table.save(update_fields=["deck", "status", "started", "trust"])
