"""The site: settings, addresses, what runs around every request, and how it is operated."""

import os

# Tables, games and tests share the processors already. NumPy's own threads would wait for each
# other there: on a busy machine a learner's move took seconds.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
