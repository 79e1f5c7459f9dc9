#!/usr/bin/env bash
# Runs every check except the tests, in three concurrent lanes. The package is built once, for all checks.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH" # the pinned Node
export CONTRACT_BUILT=1 # the examples and the package test use the build below
logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

# Shows the whole output of a check that failed, and otherwise its last line; then its time.
gate() {
  local start=$SECONDS log="$logs/${1//:/-}" status=0
  npm run --silent "$@" >"$log" 2>&1 || status=$?
  if [ "$status" = 0 ]; then tail -n 1 "$log"; else cat "$log"; fi
  echo "— $1: $((SECONDS - start)) s"
  return "$status"
}

(gate mutants -- --sample 40) &
mutants=$!
(gate build && gate check:examples && gate check:package && gate check:spec && gate check:adding) &
package=$!
gate check:generated
gate check:code
gate check:engine
gate referee
gate durability -- --kills 20
gate durability -- --replicas 3 --kills 20 --quick
gate check:docs
gate check:prose
wait "$package"
wait "$mutants"
