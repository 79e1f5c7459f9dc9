import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run check:adding`: applies the changes on the page docs/development/adding.md in their order to a copy of the
 * project, and runs the commands of the page in this copy. The check fails if a change does not apply or changes an
 * unexpected number of files, or if a command fails.
 */

const FILES = new Map([
  ['An operation', 1],
  ['A kind of record', 11],
  ['A requirement', 4],
  ['A faulty server', 1],
]);
const PARTS = ['spec', 'src', 'mock', 'conformance', 'tools', 'test', 'docs', 'package.json', 'tsconfig.json'];

const project = join(import.meta.dirname, '..');
const page = readFileSync(join(project, 'docs/development/adding.md'), 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'adding-'));
try {
  for (const part of [...PARTS, 'biome.json', 'README.md'])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  const sections = page.split(/^## /m).slice(1);
  const titles = sections.map((text) => text.slice(0, text.indexOf('\n')));
  if (titles.join() !== [...FILES.keys()].join())
    throw new Error(`docs/development/adding.md has unexpected sections: ${titles.join(', ')}.`);
  const changed = new Set<string>();
  for (const [index, text] of sections.entries()) {
    const patch = blocks(text, 'diff').join('');
    const files = new Set([...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file = '']) => file));
    const [title = '', expected] = [...FILES][index] ?? [];
    if (files.size !== expected) throw new Error(`"${title}" changes ${files.size} files; expected ${expected}.`);
    for (const file of files) changed.add(file);
    inCopy('git apply', patch);
    for (const command of blocks(text, 'sh').flatMap((block) => block.trim().split('\n'))) inCopy(command);
  }
  inCopy('tsc');
  inCopy(`biome check --vcs-enabled=false ${[...changed].filter((file) => file.endsWith('.ts')).join(' ')}`);
  process.stdout.write(`${titles.length} changes of docs/development/adding.md apply, and their commands succeed.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}

/** Runs a command in the copy of the project. @throws Error with the output if the command fails */
function inCopy(command: string, input = ''): void {
  const { status, stdout, stderr } = spawnSync(command, { cwd: copy, input, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${command}\` failed:\n${stdout}${stderr}`);
}
