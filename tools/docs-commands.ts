import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `npm run check:docs [-- PAGE…]`: runs the `sh` blocks of README.md and docs/ in order, in a copy of the repository.
 *
 * A block that starts a server succeeds when the port of the server is open. The server runs until the check has run
 * all blocks of the page. If a page uses a port and starts no server, the check starts a mock at this port. In the copy
 * of the repository, the folder `last-release` contains the report of another run. A comment before a block can change
 * how the check runs the block: `<!-- exit status: 1 -->`, or `<!-- not run: REASON -->` for at most five blocks.
 * check:adding runs the blocks of docs/development/adding.md.
 */

const MAX_SKIPPED = 5;
const BLOCK = /(?:^<!-- (not run|exit status): (.*) -->\n)?^```(sh|yaml)\n(.*?)^```$/gms;
const SERVER = /\bnpm start\b|(?:integration-contract|bin\.cjs) (?:mock|proxy)\b/;
/**
 * Selection of one requirement that the check adds to the commands of the pages, so that a run takes seconds. Only
 * README.md runs everything.
 */
const SELECTION = { CONTRACT_ONLY: 'D52' };

const project = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'docs-'));
const index = readFileSync(join(project, 'docs/index.md'), 'utf8');
const linked = Array.from(index.matchAll(/\]\(([\w/-]+\.md)\)/g), ([, path]) => `docs/${path}`);
const pages = new Set(['README.md', ...linked.filter((page) => page !== 'docs/development/adding.md')]);
const only = process.argv.slice(2);
const servers = new Map<ChildProcess, number>();
let skipped = 0;
let run = 0;
try {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project });
  for (const file of String(files).split('\0').filter(Boolean)) cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  // In the copy of the repository, `npm ci` and `npm test` do nothing, since CI has already run both commands in the
  // original checkout.
  write('.shims/npm', `#!/bin/sh\ncase "$1" in ci|test) ;; *) PATH=\${PATH#*:}; exec npm "$@" ;; esac\n`);
  // npx itself takes half a second per call.
  write('.shims/npx', `#!/bin/sh\nPATH=\${PATH#*:}; exec "$@"\n`);
  write('.curlrc', 'fail-with-body\nsilent\nshow-error\n');
  for (const page of pages) if (only.length === 0 || only.includes(page)) await runPage(page);
  if (skipped > MAX_SKIPPED) throw new Error(`${skipped} blocks are not run; expected at most ${MAX_SKIPPED}.`);
  process.stdout.write(`${run} blocks of the documentation succeed; ${skipped} are not run.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await stopServers();
  rmSync(copy, { recursive: true, force: true });
}

async function runPage(page: string): Promise<void> {
  const text = readFileSync(join(project, page), 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([, comment, value = '', language, code = '']) => ({
    comment,
    value,
    language,
    code,
  }));
  const commands = blocks.filter(({ language, comment }) => language === 'sh' && comment !== 'not run');
  skipped += blocks.filter(({ comment }) => comment === 'not run').length;
  if (commands.length === 0) return;
  const tutorial = readFileSync(join(project, 'docs/tutorials/first-verdict.md'), 'utf8');
  const target = /^# target\.yaml\n.*?(?=^```$)/ms.exec(tutorial)?.[0] ?? '';
  write('target.yaml', target);
  const started = new Set(commands.filter(({ code }) => SERVER.test(code)).map(({ code }) => portOf(code)));
  for (const port of [4010, 8080]) {
    const isUsed = commands.some(
      ({ code }) => code.includes(String(port)) || (port === 8080 && code.includes('target.yaml')),
    );
    if (isUsed && !started.has(port)) await runBlock(page, `node src/cli/bin.cjs mock --port ${port} --log off`, 0);
  }
  if (text.includes('last-release/'))
    await runBlock(page, 'npx integration-contract conform --reports last-release', 0);
  for (const { language, code, comment, value } of blocks) {
    const [, file] = /^# ([\w.-]+\.yaml)$/m.exec(code) ?? [];
    if (language === 'yaml' && file !== undefined && !code.includes('…')) write(file, code);
    if (language === 'sh' && comment !== 'not run') {
      await runBlock(page, code, comment === 'exit status' ? Number(value) : 0);
      run += 1;
    }
  }
  await stopServers();
}

/** Runs a block. @throws Error with the output if the exit status is unexpected */
async function runBlock(page: string, code: string, status: number): Promise<void> {
  const isServer = SERVER.test(code);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(page === 'README.md' ? {} : SELECTION),
      CI_JOB: '1',
      CURL_HOME: copy,
      NO_COLOR: '1',
      PATH: [join(copy, '.shims'), join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
  if (isServer) servers.set(child, portOf(code));
  const failed = ended.then((exit) => (exit === 0 ? untilPort(portOf(code), true) : exit));
  const result = isServer ? await Promise.race([untilPort(portOf(code), true), failed]) : await ended;
  if (result !== status) throw new Error(`${page}: exit status ${result}; expected ${status}.\n${code}\n${output}`);
}

function portOf(code: string): number {
  return Number(/--port (\d+)/.exec(code)?.[1] ?? 4010);
}

/**
 * Waits until a port is open, or until a port is closed. @returns exit status 0, or 1 if the port does not have the
 * expected state after 30 seconds
 */
async function untilPort(port: number, expected: boolean): Promise<number> {
  for (const start = Date.now(); Date.now() - start < 30_000; await sleep(100)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.end());
    });
    if (isOpen === expected) return 0;
  }
  return 1;
}

/** Ends the process groups of the servers that the commands of the page have started. */
async function stopServers(): Promise<void> {
  for (const { pid = 0 } of servers.keys()) spawnSync('kill', ['-KILL', '--', `-${pid}`]);
  for (const port of servers.values()) await untilPort(port, false);
  servers.clear();
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text, { mode: 0o755 });
}
