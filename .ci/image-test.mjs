// The steps of the Dockerfile, run in folders in place of images, for machines without Docker: do they give a mock
// that starts as another user, is healthy, keeps its data and stops? Base images and layers are not looked at.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'image-'));
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
/** Whoever owns nothing here; only root can become somebody else. */
const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};

const context = join(folder, 'context');
for (const file of filesOfContext()) cpSync(join(root, file), join(context, file));

const stages = new Map();
let stage;
for (const [, keyword, rest] of read('Dockerfile').matchAll(/^([A-Z]+) (.+)$/gm)) step(keyword, rest);

const port = await freePort();
const env = {
  PATH: process.env.PATH,
  ...stage.env,
  CONTRACT_PORT: port,
  CONTRACT_DATA: 'mock.sqlite',
  CONTRACT_LOG: 'json',
};
for (let start = 1; start <= 2; start++) {
  const [command, ...args] = [...stage.entrypoint, ...stage.cmd];
  const mock = spawn(command, args, { ...nobody, cwd: stage.cwd, env, stdio: 'inherit' });
  const ended = once(mock, 'exit');
  await healthy(true);
  const invite = await fetch(`http://127.0.0.1:${port}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`, {
    method: 'POST',
    headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
    body: '{"email": "image@example.com"}',
  });
  assert.equal(invite.status, start === 1 ? 201 : 409, 'the second start has the data of the first');
  mock.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  await healthy(false);
}
console.log('The steps of the Dockerfile give a mock that works.');

function step(keyword, rest) {
  switch (keyword) {
    case 'FROM': {
      const [, name = 'last'] = rest.split(' AS ');
      stage = { root: join(folder, name), cwd: join(folder, name), env: {} };
      mkdirSync(stage.root);
      return stages.set(name, stage);
    }
    case 'ENV':
      return Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
    case 'WORKDIR':
      stage.cwd = inside(rest);
      return mkdirSync(stage.cwd, { recursive: true });
    case 'COPY':
      return copy(rest.split(' '));
    case 'RUN':
      return run(rest);
    case 'HEALTHCHECK':
      stage.healthcheck = list(rest.slice(rest.indexOf('CMD ') + 4));
      return;
    case 'ENTRYPOINT':
    case 'CMD':
      stage[keyword.toLowerCase()] = list(rest);
      return;
    case 'EXPOSE':
    case 'USER':
    case 'VOLUME':
      return;
    default:
      throw new Error(`Dockerfile: ${keyword} is not known here.`);
  }
}

function copy(words) {
  const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)).root : context;
  const target = words.pop();
  for (const word of words) {
    const to = target === './' ? join(stage.cwd, word) : inside(target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(from, word), to, { recursive: true, verbatimSymlinks: true });
  }
}

function run(command) {
  if (command.startsWith('npm ci') && !command.includes('--omit=dev')) {
    // What the build needs is what the repository has installed.
    return symlinkSync(join(root, 'node_modules'), join(stage.cwd, 'node_modules'));
  }
  const directory = /^install --directory --owner=node --group=node (\/\S+)$/.exec(command);
  if (directory) {
    mkdirSync(inside(directory[1]));
    return nobody.uid && chownSync(inside(directory[1]), nobody.uid, nobody.gid);
  }
  execFileSync('sh', ['-c', command], { cwd: stage.cwd, stdio: 'inherit', env: { ...process.env, ...stage.env } });
}

function inside(path) {
  return path.startsWith('/') ? join(stage.root, path) : join(stage.cwd, path);
}

/** A command; of its words, the paths of the image. */
function list(json) {
  return JSON.parse(json).map((word) => (word.startsWith('/') ? inside(word) : word));
}

/** What Git knows, or will, and .dockerignore lets through. */
function filesOfContext() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const names = files.toString().trim().split('\n');
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return names.filter((name) =>
    lines.reduce((kept, line) => {
      if (line === '*') return false;
      if (line.startsWith('!')) return kept || name === line.slice(1) || name.startsWith(`${line.slice(1)}/`);
      throw new Error(`.dockerignore: ${line} is not known here.`);
    }, true),
  );
}

/** Asks as Docker does, until the answer is this one, for ten seconds. */
async function healthy(wanted) {
  const [command, ...args] = stage.healthcheck;
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const [status] = await once(spawn(command, args, { ...nobody, cwd: stage.cwd, env }), 'exit');
    if ((status === 0) === wanted) return;
    await new Promise((then) => setTimeout(then, 200));
  }
  assert.fail(wanted ? 'the mock is not healthy' : 'the mock is healthy though it was stopped');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

function read(name) {
  return readFileSync(join(root, name), 'utf8');
}
