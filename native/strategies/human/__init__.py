"""A person at the table, as learned from games of people."""
