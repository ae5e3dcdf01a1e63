"""Agents trained by the multiplicative weights update method."""
