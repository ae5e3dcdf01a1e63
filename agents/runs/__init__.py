"""Long work: where it is stored, how it is stopped and resumed."""
