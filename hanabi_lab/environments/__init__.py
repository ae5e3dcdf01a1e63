"""Hanabi as a reinforcement-learning environment, with three common interfaces.

`hanabi_v5` has the interface of PettingZoo's game of that name, `vector` that of a Gymnasium
vector environment, and `hle` those of `rl_env` and `pyhanabi` in the Hanabi Learning Environment.
Observations, actions and rewards are identical in all of them (docs/environments.md). `ah2ac2` is
a client for evaluations on a Hanabi Lab site.
"""
