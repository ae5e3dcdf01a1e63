"""Deep reinforcement learning: the published results, our replication, and which claims hold."""
