import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadDocument } from '../../src/contract/document/document.ts';
import { OPENAPI_FILE } from '../../src/project.ts';
import { peerDocument } from './peer-document.ts';
import type { BenchServer } from './servers.ts';

const SCRIPTS = fileURLToPath(new URL('./servers', import.meta.url));
const INSTALL_MS = 300_000;
const AUTOCANNON = { autocannon: '9.0.0' };

/** Temporary folder with the compared tools; each tool has its own packages. */
export interface Workspace {
  readonly document: string;
  /** Path of the script that creates the load. */
  readonly load: string;
  readonly folderOf: (server: BenchServer) => string;
}

export async function openWorkspace(folder = join(tmpdir(), 'integration-contract-bench')): Promise<Workspace> {
  await mkdir(folder, { recursive: true });
  const document = join(folder, 'openapi.json');
  const { root } = await loadDocument(OPENAPI_FILE, { trusted: true });
  await writeFile(document, JSON.stringify(peerDocument(root)));
  const load = join(folder, 'load');
  await install(load, AUTOCANNON);
  return { document, load: join(load, 'load.mjs'), folderOf: ({ name }) => join(folder, name) };
}

/** Installs exact versions of packages if they are missing, and copies the hand-written servers to the folder. */
export async function install(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (!(await areInstalled(folder, packages))) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_MS });
  }
  for (const file of await readdir(SCRIPTS)) await cp(join(SCRIPTS, file), join(folder, file));
}

async function areInstalled(folder: string, packages: Readonly<Record<string, string>>): Promise<boolean> {
  const checks = Object.entries(packages).map(async ([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    const text = await readFile(manifest, 'utf8').catch(() => '{}');
    return (JSON.parse(text) as { version?: string }).version === version;
  });
  return (await Promise.all(checks)).every(Boolean);
}
