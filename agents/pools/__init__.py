"""Pools: named sets of agents, used as partners or as policies to recognise a partner by.

`paper-1+improved-1+literature7+conv` is the union of its parts: the elites of two archives, the
seven agents of a paper, and all agents of a kind.
"""
