"""Traces: games imported, measured, stored, filtered and exported."""
