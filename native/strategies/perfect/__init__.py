"""Strategies that see every hand."""
