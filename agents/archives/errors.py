"""What is wrong with an archive, a run or its parameters, in words."""


class BadArchive(ValueError):
    """A file that is no archive, or a damaged one."""


class BadRun(ValueError):
    """A run that there is not, cannot be or must not be touched."""


class BadParameters(ValueError):
    """Parameters that make no run."""


def in_words(error: OSError) -> str:
    """What the system refused, of which file if it says so."""
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error}."
