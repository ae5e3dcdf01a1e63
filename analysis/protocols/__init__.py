"""Evaluation protocols: fixed partners and deals, so that figures from different days and machines
can be compared.

Beside the standings under each protocol there are cross-play between families, learning within a
session, best responses, and sealed seasons.
"""
