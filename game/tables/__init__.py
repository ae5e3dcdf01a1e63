"""A table in the database: its seatings, the changes it accepts, and its current state."""
