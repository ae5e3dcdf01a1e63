"""Everything that changes a table. Each function is one transaction: it refuses, or it writes
all of its rows and raises the table's version by one."""

from game.tables.changes.guards import refuse_unless_in_charge
from game.tables.changes.moves import Actor, submit
from game.tables.changes.seats import SeatPlan, reveal
from game.tables.changes.steering import (
    give_up,
    replace,
    report_trouble,
    set_delay,
    set_paused,
    take_over,
)
from game.tables.changes.waiting_room import create, fill, sit, stand_up
from game.tables.changes.writing import advance

__all__ = [
    "Actor",
    "SeatPlan",
    "advance",
    "create",
    "fill",
    "give_up",
    "refuse_unless_in_charge",
    "replace",
    "report_trouble",
    "reveal",
    "set_delay",
    "set_paused",
    "sit",
    "stand_up",
    "submit",
    "take_over",
]
