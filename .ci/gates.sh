#!/usr/bin/env bash
# What a change must pass beside the tests. The faulty servers take longest: they are judged while the others run.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH" # the pinned Node
log=$(mktemp)
node tools/mutants/main.ts --sample 9 >"$log" 2>&1 &
mutants=$!
trap 'kill "$mutants" 2>/dev/null || true; rm -f "$log"' EXIT

gate() {
  local start=$SECONDS
  npm run "$@"
  echo "— $1: $((SECONDS - start)) s"
}
gate check:generated
gate check:code
gate check:spec
gate referee
gate durability -- --kills 20
gate check:examples
gate check:package

wait "$mutants" || { cat "$log"; exit 1; }
tail -n 1 "$log"
