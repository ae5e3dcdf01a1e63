"""The Hanabi Learning Environment's Python interface on Hanabi Lab's engine.

    from hanabi_lab.environments.hle import pyhanabi, rl_env

This is the only change needed in a program written for `hanabi_learning_environment`. Classes,
methods and results are those of its version 0.0.4 (Bard et al., 2020); decks differ, because
HLE's random numbers depend on the compiler.
"""
