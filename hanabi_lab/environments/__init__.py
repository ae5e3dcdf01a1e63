"""Hanabi for learners, in the interfaces that they know, on the batched environment of the core.

`hanabi_v5` is PettingZoo's game of that name, `HanabiVectorEnv` Gymnasium's vector of games, and
`hle` has `rl_env` and `pyhanabi` of the Hanabi Learning Environment. Observations, actions and
rewards are the same bits and numbers in all of them (docs/environments.md).
"""
