"""Finished games: their traces, what they were worth, and how their cards could be known."""
