"""Long-running work: storage, progress, stopping and resuming."""
