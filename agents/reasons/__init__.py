"""Reasons for agents' moves, in sentences for people.

`live` gives reasons to everybody at the table during the game, `after` to those who see all hands,
and `conventions` to both where clues have agreed meanings; `clues` says what such a clue means and
which plays follow. `causes` finds the turn that a reason names, and `names` has the names of cards,
clues, slots and seats.
"""
