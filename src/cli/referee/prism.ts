import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contract } from '../../contract/contract.ts';

export interface Prism extends AsyncDisposable {
  readonly url: string;
}

const START_MS = 60_000;

/** Starts `prism proxy` in front of a server. Prism ignores the path of `servers`: its paths get the base path. */
export async function startPrism(contract: Contract, upstream: string): Promise<Prism> {
  const paths = Object.entries(contract.root.paths as object).map(([path, item]) => [contract.basePath + path, item]);
  const document = { ...contract.root, servers: undefined, paths: Object.fromEntries(paths) };
  const file = join(await mkdtemp(join(tmpdir(), 'referee-')), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
    'dist',
    'index.js',
  );
  const child = spawn(process.execPath, [cli, 'proxy', file, upstream, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Prism did not start:\n${output}`)), START_MS);
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-5000);
      if (output.includes('is listening')) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(`Prism ended:\n${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
