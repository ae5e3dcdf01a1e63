"""Series: consecutive games with the same seats and settings, each with a new deal."""

from contextlib import suppress

from django.db import transaction

from game.models import Player, Seating, Table
from game.tables.cards import own_address
from game.tables.changes import SeatPlan, advance, create, refuse_unless_in_charge, sit
from game.tables.changes.waiting_room import FRIENDLY
from game.tables.changes.writing import note
from game.tables.people import in_first_games
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, locked

# The fields that the next game of a series inherits.
KEPT = (
    "variant",
    "scoring",
    "help",
    "reasons",
    "delay",
    "listed",
    "planned",
    "clock_base",
    "clock_increment",
    "clock_move",
    "at_zero",
    "watching",
    "watch_delay",
)


def play_again(slug: str, player: Player | None) -> Table:
    """Return the next game of the series, created if needed, with the player in the same seat as
    in the game `slug`.

    The seats of other people stay empty until they ask for the next game too; for two minutes
    nobody else may take them. Raise Refused if the player neither sits at the table nor created it
    for agents only, if the game is not over, or if it belongs to an experiment or the daily deal.
    """
    with locked(slug) as state:
        refuse_unless_in_charge(state, player)
        follower = _next_game(state, player)
        if follower.status == Table.Status.OPEN and player is not None:
            _accept(state, follower, player)
            follower.refresh_from_db()
        return follower


def _accept(state: TableState, follower: Table, player: Player) -> None:
    """Take the same seat as before, unless the player has a seat there or another person took it
    when it was no longer kept.
    """
    index = state.seat_of(player.pk)
    if index is not None:
        with suppress(Refused):
            sit(follower.slug, player, index)
            advance(state.table)


def go_on(slug: str) -> Table | None:
    """Return the next game of a series that agents play alone, after the game `slug`, creating it
    if needed.

    Return None after the last planned game, and if one of the agents may no longer sit down: then
    the series ends with a note at the table. Raise Refused if the game is not over or belongs to
    an experiment.
    """
    with locked(slug) as state:
        if state.table.number >= state.table.planned:
            return None
        try:
            with transaction.atomic():
                return _next_game(state, None)
        except Refused as refused:
            if refused.reason != Refusal.NO_SUCH_AGENT:
                raise
            state = load(slug, lock=True)
            state.table.planned = state.table.number
            note(state, f"The series ends here: {refused.text}", "planned")
            return None


def _next_game(state: TableState, player: Player | None) -> Table:
    if not state.over:
        raise Refused(Refusal.ALREADY_STARTED, "This game is not over yet.")
    if state.table.drawn:
        raise Refused(Refusal.NOT_ALLOWED, "Each game of an experiment is drawn separately.")
    if state.table.fixed:
        raise Refused(Refusal.NOT_ALLOWED, "There is one daily deal a day, and one attempt at it.")
    follower = state.table.next_in_series()
    if follower is not None:
        return follower
    advance(state.table)
    plans = [_same_again(seat, player) for seat in state.seats]
    settings = {name: getattr(state.table, name) for name in KEPT} | _deal(state)
    if any(not plan.player and not plan.address for plan in plans):
        settings["listed"] = False
    friendly = player is not None and any(one.text == FRIENDLY for one in state.notes)
    if player is not None and friendly:
        settings["scoring"] = Table.Scoring.ZERO
        friendly = in_first_games(player)
    return create(
        plans,
        player or state.table.creator,
        friendly=friendly,
        series=state.table.series or state.table,
        number=state.table.number + 1,
        **settings,
    )


def _deal(state: TableState) -> dict[str, object]:
    """Return the seed settings of the next game.

    Agents continue with deals derived from a chosen seed. If a person plays or played, the deal is
    secret.
    """
    first = state.table.series or state.table
    if not (first.seed_chosen and state.bots_only):
        return {}
    return {"seed": f"{first.seed} game {state.table.number + 1}", "seed_chosen": True}


def _same_again(seat: Seating, asking: Player | None) -> SeatPlan:
    """Return the plan for a seat: the same agent, or the person asking.

    Other people's seats stay open until they accept.
    """
    if seat.player is not None:
        return SeatPlan(player=seat.player) if seat.player == asking else SeatPlan()
    if seat.visiting or seat.sits_for:
        return SeatPlan()
    return SeatPlan(
        address=own_address(seat), alias=seat.name if seat.blind else "", blind=seat.blind
    )
