"""Agents as partners of people, from the traces."""
