"""Games that go on while server processes, the database or Redis are killed at random moments: what
was acknowledged is compared with what was kept."""
