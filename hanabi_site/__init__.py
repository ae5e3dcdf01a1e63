"""The site: settings, URLs, middleware, and the commands that operate it."""

import os

# Tables, games and tests already share the processors. NumPy's own threads would contend with each
# other: on a busy machine a move of a learned agent took seconds.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
