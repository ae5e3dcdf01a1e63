"""Positions that experienced players agree about, and measures of how an agent reads and plays them
(docs/positions.md).
"""
