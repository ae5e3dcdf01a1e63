"""Deep reinforcement learning: runs that learn by playing with themselves, and what they learnt.

`training` is the loop. Each turn the `Environment` tells what the seat to move observes, `beliefs`
may add what its cards are likely to be, the learner (`rainbow`, in PyTorch) chooses, `goir` may
reward the move for itself, `seats` adds up what each seat got between two of its turns, and
`replay` keeps that for the learner to go over again. `evaluation` measures, `policies` is what
plays at a table, with NumPy alone.
"""
