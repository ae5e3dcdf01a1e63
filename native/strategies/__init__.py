"""Agents written in C that are no rule lists."""
