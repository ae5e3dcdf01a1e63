"""Learning by multiplicative weights: the published results, their explanation, and extensions."""
