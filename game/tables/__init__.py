"""A table in the database: who sits there, what changes it, and what state it is in."""
