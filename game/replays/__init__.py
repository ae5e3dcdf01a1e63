"""Finished games: replays, traces, the coach, analysis with all cards open, and deductions."""
