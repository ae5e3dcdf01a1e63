"""The Hanabi Learning Environment's Python interface on our engine.

    from hanabi_lab.environments.hle import pyhanabi, rl_env

is all that changes in a program that was written for `hanabi_learning_environment`. Classes,
methods and what they return are those of its version 0.0.4 (Bard et al., 2020); decks differ, as
its random numbers depend on the compiler.
"""
