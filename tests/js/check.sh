#!/usr/bin/env bash
# Check the pages' JavaScript: `install` fetches the locked tools, `types` writes the types of the
# server's messages and runs TypeScript over static/js, `units` runs the tests beside this file.
# Without Node.js it says so; CI must have it.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
    echo "static/js is not checked: no Node.js here (Debian, Ubuntu: sudo apt install nodejs npm)."
    test -z "${CI:-}"
    exit
fi

case "$1" in
    install)
        # Two targets of one make come here at once: the second waits, and finds them there.
        exec 9<package-lock.json
        if command -v flock >/dev/null; then flock 9; fi
        if [[ package-lock.json -nt node_modules/.package-lock.json ]]; then
            echo "Installing the locked JavaScript tools into tests/js/node_modules (once)"
            npm ci --silent --no-audit --no-fund
            touch node_modules/.package-lock.json
        fi
        ;;
    types)
        (cd ../.. && .venv/bin/python -m tests.js.messages)
        node_modules/.bin/tsc --project .
        ;;
    units) node --import ./modules.js --test --test-reporter=spec ./*.test.js ;;
esac
