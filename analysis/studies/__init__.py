"""Experiments: people play with randomly assigned agents and answer questions about them."""
