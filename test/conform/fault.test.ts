import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { spawnCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fault-'));

/** Environment that makes each thread of a program load the given module before its own code. */
function withModule(name: string, source: string): Record<string, string> {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `import { isMainThread } from 'node:worker_threads';\n${source}`);
  return { NODE_OPTIONS: `--import=${pathToFileURL(path)}` };
}

const LATER = "setTimeout(() => { throw new Error('planted') }, 300);";

/** Source of a module that makes cases throw an error when they generate a name, which needs three random bytes. */
function noRandomBytes(condition: string): string {
  return [
    "import crypto from 'node:crypto';",
    "import { syncBuiltinESMExports } from 'node:module';",
    'const { randomBytes } = crypto;',
    "const failing = (size) => { if (size === 3) throw new Error('planted'); return randomBytes(size); };",
    `if (${condition}) { crypto.randomBytes = failing; syncBuiltinESMExports(); }`,
  ].join('\n');
}

/** Source of a module that loses the record of one case. */
const LOST_RECORD = `const push = Array.prototype.push;
let lost;
if (isMainThread) Array.prototype.push = function (...items) {
  const [record] = items;
  const ofCase = typeof record?.title === 'string' && Array.isArray(record.findings);
  if (ofCase) lost ??= record.title;
  return ofCase && record.title === lost ? this.length : push.apply(this, items);
};`;

const COMPLETE = ['--explore', '0'];
const SELECTION = ['--only', 'D71'];

test.each([
  ['the program crashes', `if (isMainThread) ${LATER}`, COMPLETE, /Internal error/],
  ['the thread of the cases crashes', `if (!isMainThread) ${LATER}`, COMPLETE, /The suite itself failed[\s\S]*planted/],
  ['a case throws', noRandomBytes('!isMainThread'), COMPLETE, /The suite itself failed[\s\S]*planted/],
  ['a case of a selection throws', noRandomBytes('isMainThread'), SELECTION, /The suite itself failed[\s\S]*planted/],
  ['a case is lost', LOST_RECORD, SELECTION, /1 of \d+ cases have no result/],
])('exits 70 if %s', async (name, source, args, message) => {
  const { status, stdout, stderr } = await spawnCli(['conform', ...args, '--reports', 'r'], {
    cwd: folder,
    env: withModule(name.replaceAll(' ', '-'), source),
  });
  expect(stderr).toMatch(message);
  expect(stdout).not.toContain('CONFORMING');
  expect(status, stderr).toBe(70);
});
