"""Deep reinforcement learning: the results of the Hanabi_Plugins paper (docs/references.md), our
replication, and which claims hold.
"""
