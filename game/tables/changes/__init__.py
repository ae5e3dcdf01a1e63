"""Every change of a table, one function each.

A change is one transaction: it raises Refused, or it writes all its rows and increases the table's
version by one.
"""

from game.tables.changes.branching import branch
from game.tables.changes.consent import abandon, answer, give_up, may_undo, resign, settle, undo
from game.tables.changes.guards import refuse_unless_current, refuse_unless_in_charge
from game.tables.changes.moves import Actor, submit
from game.tables.changes.seats import SeatPlan, Visitor, reveal
from game.tables.changes.sitting_in import come_back, sit_in, time_out
from game.tables.changes.steering import (
    close,
    replace,
    report_trouble,
    set_delay,
    set_paused,
    take_hint,
    take_over,
)
from game.tables.changes.visiting import stand_in, welcome
from game.tables.changes.waiting_room import (
    asked,
    create,
    fill,
    seconds_kept,
    set_listed,
    sit,
    stand_up,
)
from game.tables.changes.writing import advance, finished
