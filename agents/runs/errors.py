"""What can be wrong with long work, in words."""


class BadRun(ValueError):
    """A run that there is not, cannot be or must not be touched."""


class Unwritable(BadRun):
    """The disk is full, or the folder belongs to somebody else."""

    def __init__(self, path: object, error: OSError) -> None:
        super().__init__(f"{path} cannot be written: {error.strerror or error}.")
