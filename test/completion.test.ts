import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from './helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));

const scriptFor = async (shell: string) => (await runCli(['completion', shell], { cwd: folder })).stdout;

test.each([
  [['re'], 'report'],
  [['report', 'd'], 'diff'],
  [['report', 'diff', '--f'], '--format'],
  [['report', 'diff', '--format', ''], 'text md json'],
  [['conform', 'http://localhost', '--basis', ''], 'documented all'],
  [['test', '--last'], '--last-failed'],
  [['list', 'c'], 'cases'],
])('completes %j in bash', async (words, want) => {
  writeFileSync(join(folder, 'script.bash'), await scriptFor('bash'));
  const lines = [
    `source '${join(folder, 'script.bash')}'`,
    `COMP_WORDS=(integration-contract ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_integration_contract',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash replaces it
    'echo "${COMPREPLY[*]}"',
  ];
  expect(execFileSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' }).trim()).toBe(want);
});

test('prints completion scripts for zsh and fish that contain every option', async () => {
  expect(await scriptFor('zsh')).toMatch(/^#compdef integration-contract\n.*'--last-failed:Run only the cases/s);
  expect(await scriptFor('fish')).toContain(
    "complete -c integration-contract -n '__fish_seen_subcommand_from conform' -l last-failed -d 'Run only",
  );
});
