"""Learning Hanabi by multiplicative weights (the MWUM agents): the published results, their
explanation, and extensions.
"""
