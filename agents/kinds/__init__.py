"""The kinds of agents: what an address stands for, and how it moves."""
