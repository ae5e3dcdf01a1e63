#!/usr/bin/env bash
# Build the C core with AddressSanitizer and UBSan beside the normal one, and run its tests over it.
# Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/../.."

export HANABI_BUILD=sanitized
.venv/bin/python setup.py --quiet \
    build --build-base build/sanitizing --build-lib build/sanitized

# Leaks are off because CPython itself leaves memory behind when it ends.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    PYTHONMALLOC=malloc \
    .venv/bin/python -P -m pytest "$@" -m "native and not slow" \
    --override-ini pythonpath=build/sanitized tests/native
