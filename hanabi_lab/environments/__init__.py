"""Hanabi as a learning environment, in three common interfaces to the core's batched games.

`hanabi_v5` is PettingZoo's game of that name, `HanabiVectorEnv` a Gymnasium vector environment, and
`hle` has `rl_env` and `pyhanabi` of the Hanabi Learning Environment. Observations, actions and
rewards are identical in all of them (docs/environments.md).
"""
