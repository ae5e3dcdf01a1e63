"""Learning by multiplicative weights: what was published, what is behind it, what goes further."""
