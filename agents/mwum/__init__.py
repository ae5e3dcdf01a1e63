"""The multiplicative weights update method: training runs, and the policies that they produce."""
