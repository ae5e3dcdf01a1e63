"""Finished games: traces, analysis in hindsight, and how cards could be deduced."""
