#!/usr/bin/env bash
# Runs the examples. They import the built package by its name, as its users do.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH" # the pinned Node
[ -n "${CONTRACT_BUILT:-}" ] || npm run --silent build
log=$(mktemp)
trap 'kill "${mock:-}" 2>/dev/null || true; rm -f "$log"' EXIT

echo '— vitest and MSW'
vitest run --config examples/vitest.config.ts

echo '— Playwright'
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
export CHROMIUM
if [ -n "$CHROMIUM" ]; then
  env -u NO_COLOR playwright test --config examples/playwright
elif [ -n "${CONTRACT_REQUIRE_BROWSER:-}" ]; then
  echo 'Chromium is not installed. Install it, or set CHROMIUM to its path.' >&2
  exit 1
else
  echo 'Skipped: Chromium is not installed. Install it, or set CHROMIUM to its path.'
fi

echo '— curl'
node dist/src/cli/bin.cjs mock --port 0 --log off >"$log" &
mock=$!
for _ in $(seq 100); do grep -q 'http://' "$log" && break; sleep 0.1; done
examples/curl.sh "$(grep -o 'http://[0-9.:]*' "$log" | head -n 1)"
