"""Experiments: people play with agents drawn for them, and say what they thought."""
