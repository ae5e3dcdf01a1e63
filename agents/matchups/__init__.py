"""Matchups: an agent plays with copies of a partner, on the same deals and seats as every other
pair.

In game k of a seed all pairs have the same deal, and the agent takes the same random seat. So
differences between pairs are not differences between deals.
"""
