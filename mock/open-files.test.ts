import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * A script that loads twice the parts of the mock that load on first use. During the first load, the script cannot open
 * any file (with the argument `all`), or cannot read the files whose path contains the argument of the script.
 */
const SCRIPT = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import ${url('./app.ts')};
import { documentsOf } from ${url('./service-documents.ts')};
import { metrics } from ${url('./control/metrics/metrics.ts')};
import { integrationManagement } from ${url('./service/index.ts')};
const { contract, control } = await documentsOf(integrationManagement);
const traffic = { series: () => [], violatedRules: new Map() };
const text = metrics({ traffic, journaled: () => 0, sandboxes: async () => 0 });
const parts = [
  text,
  control,
  async () => (await import(${url('./control/control-api.ts')})).controlApi,
  async () => (await import(${url('./pages/docs/docs-router.ts')})).docsRouter(contract, await control(), {}),
  async () => (await import(${url('./pages/admin/page-router.ts')})).pageRouter,
  async () => (await import(${url('./pages/problems/problem-page.ts')})).problemPage,
];
const loaded = () => Array.fromAsync(parts, (part) => part().then(() => 'loaded', ({ message }) => message));
const [, failing] = process.argv;
const used = [];
const { readFileSync } = fs;
if (failing === 'all') {
  try {
    for (;;) used.push(fs.openSync('/dev/null'));
  } catch {}
} else {
  fs.readFileSync = (path, ...options) => {
    if (String(path).includes(failing)) throw new Error('EMFILE: ' + path);
    return readFileSync(path, ...options);
  };
  syncBuiltinESMExports();
}
const first = await loaded();
for (const one of used) fs.closeSync(one);
fs.readFileSync = readFileSync;
syncBuiltinESMExports();
console.log(JSON.stringify({ first, second: await loaded() }));
`;

test.for([
  ['all', 6],
  ['/prom-client/lib/', 1],
  ['/package.json', 1],
] as const)(
  'loads the parts of the mock at the second try after a failure to open files: %s',
  async ([failing, failures]) => {
    const script = 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1" "$2"';
    const { stdout } = await run('sh', ['-c', script, process.execPath, SCRIPT, failing]);
    const { first, second } = JSON.parse(stdout) as { first: string[]; second: string[] };
    expect(first.filter((message) => /EMFILE|too many/.test(message))).toHaveLength(failures);
    expect(new Set(second)).toEqual(new Set(['loaded']));
  },
);
