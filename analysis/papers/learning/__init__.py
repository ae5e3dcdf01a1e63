"""Deep reinforcement learning: what was published, the same made again, and what it can support."""
