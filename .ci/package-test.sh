#!/usr/bin/env bash
# The published package works where it is installed: in an empty folder, from its tarball.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
PATH="$root/node_modules/.bin:$PATH" # the pinned Node
cd "$root"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm pack --silent --pack-destination "$folder" >/dev/null
cd "$folder"
echo '{"private": true, "type": "module", "allowScripts": {"node": true}}' >package.json
npm install --no-audit --no-fund --prefer-offline --loglevel error ./integration-contract-*.tgz "node@$(node -p process.versions.node)"
PATH="$folder/node_modules/.bin:$PATH"

echo '— conform, installed'
integration-contract conform --reports out
test -s out/report.json && test -s out/junit.xml && test -s out/report.html && test -s out/summary.md

echo '— mock, installed'
integration-contract mock --port 0 --log off >mock.log &
mock=$!
for _ in $(seq 100); do grep -q 'http://' mock.log && break; sleep 0.1; done
url=$(grep -o 'http://[0-9.:]*' mock.log | head -n 1)
node -e "fetch('$url/__admin/health').then(r => r.json()).then(h => { if (h.status !== 'ok') process.exit(1) })"
kill "$mock"; wait "$mock"

echo '— startMock, imported with types'
cat >use.ts <<'TS'
import { startMock } from 'integration-contract';
await using mock = await startMock({ port: 0 });
const { status } = await fetch(`${mock.url}/__admin/health`);
if (status !== 200) throw new Error(`health answered ${status}`);
TS
node use.ts
"$root/node_modules/.bin/tsc" --noEmit --strict --module nodenext --target es2024 --lib esnext --types node --typeRoots "$root/node_modules/@types" --skipLibCheck use.ts
echo 'The package works where it is installed.'
