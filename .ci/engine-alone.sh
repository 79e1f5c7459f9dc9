#!/usr/bin/env bash
# Compiles the engine in a copy without the service, and runs the tests of a second service there.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
PATH="$root/node_modules/.bin:$PATH" # the pinned Node
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

git ls-files -z --cached --others --exclude-standard --deduplicate | xargs -0 cp --parents -t "$copy"
ln -s "$root/node_modules" "$copy/node_modules"
cd "$copy"
rm -r mock/service conformance/service spec
tsc -p tsconfig.engine.json
vitest run test/second-service
echo 'The engine compiles and works without the service.'
