"""Agents as partners of people: what the traces say."""
