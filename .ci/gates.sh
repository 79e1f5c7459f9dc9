#!/usr/bin/env bash
# Runs every check except the tests, three at a time. The package is built once, for all checks.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH" # the pinned Node
export CONTRACT_BUILT=1 # the examples and the package test use the build below
export NO_COLOR=1 # the checks search the output of commands
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Shows the whole output of a check that failed, and otherwise its last line; then its time.
gate() {
  local start=$SECONDS log="$logs/$(echo "$*" | tr -c 'a-z0-9' -)" status=0
  npm run --silent "$@" >"$log" 2>&1 || status=$?
  if [ "$status" = 0 ]; then tail -n 1 "$log"; else cat "$log"; fi
  echo "— $1: $((SECONDS - start)) s"
  return "$status"
}

# The longest checks come first, so that no check runs alone at the end.
gate build
export -f gate
export logs
printf '%s\n' \
  check:docs \
  check:package \
  check:adding \
  'mutants -- --sample 120' \
  check:examples \
  'durability -- --replicas 3 --kills 6 --quick' \
  referee \
  check:code \
  check:engine \
  'durability -- --kills 10' \
  check:generated \
  check:spec \
  check:prose |
  xargs -P 3 -I {} bash -euo pipefail -c 'gate {}'
