"""Finished games: replays, traces, the coach, analysis with all cards open, and the steps by which
cards are deduced.
"""
