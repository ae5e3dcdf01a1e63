#!/usr/bin/env bash
# Build the C core with counters beside the normal one, and run its tests over it: the counts lie
# beside the objects in build/covering. Not in the sanitized build, whose checks are branches too.
# Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/../.."

export HANABI_BUILD=covered
.venv/bin/python setup.py --quiet \
    build --build-base build/covering --build-lib build/covered
find build/covering -name '*.gcda' -delete
.venv/bin/python -P -m pytest --quiet "$@" -m "native and not slow" \
    --override-ini pythonpath=build/covered tests/native
