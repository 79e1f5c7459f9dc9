import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import { freePort } from './free-port.ts';

/** Installed version of Prism. */
export interface PrismInstallation {
  readonly version: string;
  /** Path of the Prism program that Node.js runs. */
  readonly program: string;
}

export interface Prism extends AsyncDisposable {
  readonly url: string;
}

const NAME = '@stoplight/prism-cli';
const START_MS = 60_000;

/**
 * Finds Prism, an optional peer dependency, next to this package or in the project of the current folder.
 *
 * @param folders folders in which the search for Prism starts
 * @throws ConfigurationError with the command that installs Prism
 */
export function findPrism(folders = [import.meta.dirname, process.cwd()]): PrismInstallation {
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${NAME}/package.json`, { paths: folders });
  } catch (error) {
    const message = `--referee prism requires Prism, which is not installed. Install it with: npm install --save-dev ${NAME}`;
    throw new ConfigurationError(message, { cause: error });
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { version, program: join(dirname(manifest), 'dist', 'index.js') };
}

/**
 * Starts `prism proxy` in front of a server, with a copy of the OpenAPI document. Prism ignores the base path in
 * `servers`, so the base path precedes each path in the copy of the document.
 */
export async function startPrism({ program }: PrismInstallation, contract: Contract, upstream: string): Promise<Prism> {
  const paths = Object.entries(contract.root.paths as object).map(([path, item]) => [contract.basePath + path, item]);
  const document = { ...contract.root, servers: undefined, paths: Object.fromEntries(paths) };
  const folder = await mkdtemp(join(tmpdir(), 'referee-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'proxy', file, upstream, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const end = async () => {
    process.off('exit', kill);
    kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let output = '';
  try {
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
      ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`Prism ended:\n${output}`));
      });
    });
  } catch (error) {
    await end();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: end };
}
