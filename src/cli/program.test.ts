import { expect, test } from 'vitest';
import { version } from '../../mock/core/version.ts';
import { run } from './program.ts';

async function printed(...args: string[]): Promise<string> {
  let text = '';
  const stream = {
    write: (chunk: string | Uint8Array) => {
      text += chunk;
      return true;
    },
  };
  expect(await run(args, { stdout: stream, stderr: stream, stopRequest: () => Promise.resolve() })).toBe(0);
  return text;
}

test('prints the version of the command, and with --verbose also the version of Node.js', async () => {
  expect(await printed('--version')).toBe(`${version}\n`);
  expect(await printed('-v')).toBe(`${version}\n`);
  expect(await printed('--version', '--verbose')).toContain(`${version}\nNode.js ${process.versions.node}, `);
});
