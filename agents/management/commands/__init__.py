"""One module per command about agents: train, evolve, simulate and others."""
