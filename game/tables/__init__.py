"""Tables in the database: seats, moves, settings, the changes they accept, and their state."""
