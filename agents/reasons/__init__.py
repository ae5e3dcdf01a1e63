"""Reasons for agents' moves, in sentences for people.

`live` is for everybody at the table during the game, `after` for those who see all hands,
`conventions` for both where clues have agreed meanings. `causes` finds the turn that a reason
names, and `names` has the names of cards, clues, slots and seats.
"""
