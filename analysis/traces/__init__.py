"""Games as data: read, measured, kept, filtered and written."""
