"""Agents that learn by multiplicative weights."""
