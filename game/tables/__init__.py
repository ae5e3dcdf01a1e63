"""Tables in the database: their seats, moves and settings, every change they accept, and their
current state.
"""
