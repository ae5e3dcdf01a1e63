"""The multiplicative weights update method: runs that learn, and the agents they make."""
