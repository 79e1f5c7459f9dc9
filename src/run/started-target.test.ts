import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, listen } from '../../test/helpers/listen.ts';
import { startTarget } from './started-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'started-'));
const options = { env: {}, reuses: false, onNotice: () => {} };

/** Server whose parent process is a shell; the server writes its process ID to a file. */
const server = join(folder, 'server.mjs');
writeFileSync(
  server,
  `import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
writeFileSync(process.argv[3], String(process.pid));
createServer((request, response) => response.writeHead(request.url === '/health' ? 200 : 404).end())
  .listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => {});
`,
);

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('waits until the started target is ready, and later ends its process group', { timeout: 30_000 }, async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const pidFile = join(folder, 'pid');
  const start = `sleep 0.2; ${process.execPath} ${server} ${new URL(url).port} ${pidFile}; true`;
  const started = await startTarget(url, { start, ready: `${url}/health` }, options);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  await started?.[Symbol.asyncDispose]();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('reports a start command that ends early, and quotes its output', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(startTarget(url, { start: 'echo no database; exit 3' }, options)).rejects.toThrow(
    '`start` (echo no database; exit 3) ended with status 3. Its output:\nno database',
  );
});

test('reports a started target that is not ready in time', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(startTarget(url, { start: 'sleep 60', startTimeoutSeconds: 0.1 }, options)).rejects.toThrow(
    `${url} is not ready after 0.1 s. Check \`ready\``,
  );
});

test('uses a target that already runs if the options allow this, and otherwise throws an error', async () => {
  const other = createServer((_, response) => response.end());
  const url = await listen(other);
  const notices: string[] = [];
  const onNotice = (message: string) => notices.push(message);
  expect(await startTarget(url, { start: 'false' }, { ...options, reuses: true, onNotice })).toBeUndefined();
  expect(notices).toEqual([`${url} responds already, so the run does not start \`false\`.`]);
  await expect(startTarget(url, { start: 'false' }, options)).rejects.toThrow(
    `${url} responds already, before \`start\` runs.`,
  );
  other.close();
});

test('requires a base URL for `start`, and starts nothing without `start`', async () => {
  await expect(startTarget(undefined, { start: 'true' }, options)).rejects.toThrow('`start` requires a base URL.');
  expect(await startTarget('http://127.0.0.1:1', {}, options)).toBeUndefined();
});
