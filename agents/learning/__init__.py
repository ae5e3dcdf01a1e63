"""Deep reinforcement learning: training runs by self-play, and the policies they produce.

`trainer` is the training loop. Each turn the `Environment` provides the observation of the seat to
move, `beliefs` may append probabilities of its own cards, the learner (`rainbow`, in PyTorch)
chooses an action, `recipe.intrinsic` may add an intrinsic reward, `replay.Seats` sums each seat's
rewards between two of its turns, and `replay.Replay` stores the transitions to learn from.
`evaluation` measures policies; `policies` plays them at a table, with NumPy alone.
"""
