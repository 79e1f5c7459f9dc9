#!/usr/bin/env bash
# Installs the packed packages in empty folders, and tests them there.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
PATH="$root/node_modules/.bin:$PATH" # the pinned Node
cd "$root"
folder=$(mktemp -d)
trap 'kill "${mock:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT

[ -n "${CONTRACT_BUILT:-}" ] || npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
npm pack --silent --ignore-scripts --workspace conformance --pack-destination "$folder" >/dev/null
npm publish --dry-run --ignore-scripts --silent >/dev/null
npm publish --dry-run --ignore-scripts --silent --workspace conformance >/dev/null
package=$(echo "$folder"/integration-contract-[0-9]*.tgz)
suite=$(echo "$folder"/integration-contract-suite-[0-9]*.tgz)
version() { node -p "require('$root/package.json').devDependencies['$1']"; }
# Installs packages in a new folder, and enters it.
install_in() {
  mkdir "$folder/$1" && cd "$folder/$1" && shift
  echo '{"private": true, "type": "module", "allowScripts": {"msw": false}}' >package.json
  npm install --no-audit --no-fund --prefer-offline --loglevel error --save-dev "$@"
}

echo '— the package alone: at most 140 packages and 40 MB, without the suite'
install_in alone "$package"
cat >size.mjs <<'JS'
import { globSync, readFileSync, statSync } from 'node:fs';
const installed = Object.keys(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages);
const names = installed.map((path) => path.replace(/^.*node_modules\//, ''));
const files = globSync('node_modules/**', { withFileTypes: true }).filter((one) => one.isFile());
const megabytes = files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0) / 1e6;
console.log(`${names.length} packages, ${megabytes.toFixed(1)} MB`);
const surplus = names.filter((name) => /^(?:vitest|supertest|fast-check|swagger-ui-dist)$/.test(name));
if (names.length > 140 || megabytes > 40 || surplus.length > 0)
  throw new Error(`The package is too large; expected at most 140 packages and 40 MB. Not expected: ${surplus}`);
JS
node size.mjs
for command in conform list init 'report merge out --out merged'; do
  # shellcheck disable=SC2086 # a command has several words
  status=0; node_modules/.bin/integration-contract $command 2>suite.log || status=$?
  test "$status" = 2
  test "$(wc -l <suite.log)" = 1
  grep -q 'npm pack --workspace conformance' suite.log
done
node_modules/.bin/integration-contract explain D42 | grep -q '^D42: '

install_in all "$package" "$suite" "msw@$(version msw)"
PATH="$folder/all/node_modules/.bin:$PATH"

echo '— every relative link of both READMEs leads to a file of the package'
cat >links.mjs <<'JS'
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const links = ['integration-contract', 'integration-contract-suite'].flatMap((name) => {
  const folder = join('node_modules', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  return Array.from(readme.matchAll(/\]\(([^)#\s]+)/g), ([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => join(folder, link));
});
const missing = links.filter((link) => !existsSync(link));
if (links.length < 20 || missing.length > 0)
  throw new Error(`The READMEs have ${links.length} relative links, and the package lacks: ${missing}`);
JS
node links.mjs

echo '— conform, installed'
integration-contract conform --quick --reports out --reporter all
for report in report.json junit.xml report.html summary.md report.sarif exchanges.har badge.svg; do test -s "out/$report"; done
node -p "require.resolve('integration-contract/report.schema.json')"
node -p "require.resolve('integration-contract/schemas/target.schema.json')"
grep -q '^openapi: 3.1' "$(node -p "require.resolve('integration-contract/openapi.yaml')")"
integration-contract explain D42 | grep -q '^D42: '

echo '— conform --referee prism, without Prism'
status=0; integration-contract conform --referee prism 2>referee.log || status=$?
test "$status" = 2
grep -q 'Install it with: npm install --save-dev @stoplight/prism-cli$' referee.log

echo '— mock, installed'
integration-contract mock --port 0 --log off >mock.log &
mock=$!
for _ in $(seq 100); do grep -q 'http://' mock.log && break; sleep 0.1; done
url=$(grep -o 'http://[0-9.:]*' mock.log | head -n 1)
node -e "fetch('$url/__admin/health').then(r => r.json()).then(h => { if (h.status !== 'ok') process.exit(1) })"
cat >docs.mjs <<'JS'
const url = process.argv[2];
const page = await fetch(`${url}/docs`).then((response) => response.text());
const { paths, servers } = await fetch(`${url}/docs/openapi.json`).then((response) => response.json());
const files = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]*\.(?:js|css|svg))"/g)].map(([, path]) => path);
const missing = [];
for (const path of files) if (!(await fetch(url + path, { method: 'HEAD' })).ok) missing.push(path);
if (files.length < 4 || missing.length > 0 || !paths || servers[0].url !== `${url}/v1`)
  throw new Error(`/docs is incomplete: ${JSON.stringify({ files, missing, servers })}`);
const guide = new Set([`${url}/docs/guide/index.html`]);
for (const page of guide) {
  const response = await fetch(page);
  if (!response.ok) throw new Error(`/docs/guide is incomplete: ${page} is ${response.status}`);
  if (!page.endsWith('.html')) continue;
  for (const [, href] of (await response.text()).matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
    const link = new URL(href, page);
    if (link.href.startsWith(`${url}/docs/`)) guide.add(link.href);
  }
}
if (guide.size < 60) throw new Error(`/docs/guide is incomplete: ${guide.size} pages; expected at least 60`);
JS
node docs.mjs "$url"
cat >page.mjs <<'JS'
const base = `${process.argv[2]}/__admin/`;
const html = await fetch(base).then((response) => response.text());
const libraries = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(html)[1]).imports;
const files = new Set([...html.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, path]) => new URL(path, base).href));
for (const url of files) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`/__admin/ is incomplete: ${url} is ${response.status}`);
  for (const [, name] of (await response.text()).matchAll(/^import\b[^'";]*['"]([^'"]+)['"]/gm))
    files.add(libraries[name] ? new URL(libraries[name], base).href : new URL(name, url).href);
}
if (files.size < 50) throw new Error(`/__admin/ is incomplete; expected at least 50 files: ${[...files]}`);
JS
node page.mjs "$url"
kill "$mock"; wait "$mock"

echo '— typed imports of every entry point'
cat >use.ts <<'TS'
import { startMock } from 'integration-contract';
import { createClient, createControlClient } from 'integration-contract/client';
import { createMswMock } from 'integration-contract/msw';
import { setupServer } from 'msw/node';

const orgId = '33333333-3333-4333-8333-333333333333';
const email = 'ada@example.com';
async function invite(baseUrl: string): Promise<string | undefined> {
  const client = createClient({ baseUrl, apiKey: 'test-key' });
  // @ts-expect-error The operation does not exist.
  (() => client.GET('/orgs/{orgId}/invites'));
  const { data } = await client.POST('/orgs/{orgId}/invites', { params: { path: { orgId } }, body: { email } });
  return data?.status;
}

await using mock = await startMock({ port: 0 });
await using sandbox = mock.sandbox();
if ((await invite(sandbox.url)) !== 'pending') throw new Error('startMock: the invite is not pending');
const [invited] = (await createControlClient({ baseUrl: sandbox.url }).getState()).invites ?? [];
if (invited?.invitedEmail !== email) throw new Error('getState: the invite is missing');
// @ts-expect-error The clock has no property `now`.
await sandbox.admin.putClock({ now: 'noon' }).catch(() => undefined);

await using hidden = await createMswMock({ baseUrl: 'https://api.example.com' });
const network = setupServer(...hidden.handlers);
network.listen();
if ((await invite('https://api.example.com')) !== 'pending') throw new Error('MSW: the invite is not pending');
network.close();
TS
node use.ts
"$root/node_modules/.bin/tsc" --noEmit --strict --module nodenext --target es2024 --lib esnext --types node --typeRoots "$root/node_modules/@types" --skipLibCheck use.ts

echo '— types, for a strict consumer that also checks the types of its libraries'
echo "export { createMock, startMock } from 'integration-contract';" >strict.ts
"$root/node_modules/.bin/tsc" --noEmit --strict --module nodenext --target es2024 --lib esnext strict.ts

echo '— types of the client, without Node.js and its types'
echo "export { createClient, createControlClient } from 'integration-contract/client';" >frontend.ts
"$root/node_modules/.bin/tsc" --noEmit --strict --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom --typeRoots none frontend.ts
echo '— the suite as a library, with the newest vitest of its range'
# check:examples runs the whole suite in this example.
sed "s/conformance({ /&only: ['createInvite'], /" "$root/examples/suite/service.test.ts" >service.test.ts
grep -q 'only:.*createInvite' service.test.ts
vitest run

echo '— the suite as a library and `conform`, with the oldest vitest of its range'
install_in oldest "$package" "$suite" vitest@4.1.0
cp "$folder/all/service.test.ts" .
node_modules/.bin/vitest run
node_modules/.bin/integration-contract conform --quick --quiet
echo 'The installed packages work.'
