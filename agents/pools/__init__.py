"""Pools: agents by a short name, as partners to be met or as policies to recognise them by.

`paper-1+improved-1+literature7+conv` is the union of its parts: the elites of two archives, the
seven of a paper, and all agents of a kind.
"""
