import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** What the container's files say of the mock; .ci/image-test.mjs runs the steps of the Dockerfile. */

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dockerfile = readFileSync(path('../../Dockerfile'), 'utf8');
const compose = readFileSync(path('../../compose.yaml'), 'utf8');
const { services, volumes } = parse(compose);

test('they set what the mock takes', () => {
  const help = execFileSync(process.execPath, [path('bin.cjs'), 'mock', '--help'], { encoding: 'utf8' });
  const taken = new Set(help.match(/CONTRACT_[A-Z_]+/g));
  const set = [dockerfile, compose].flatMap((text) => text.match(/CONTRACT_[A-Z_]+/g) ?? []);
  expect(set).toContain('CONTRACT_DATA');
  expect(set.filter((name) => !taken.has(name))).toEqual([]);
});

test('compose.yaml keeps the data where the image has its volume, and publishes to this machine alone', () => {
  const [, volume] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  const { environment, ports, volumes: mounts } = services.mock;
  expect(environment.CONTRACT_DATA).toMatch(new RegExp(`^${volume}/`));
  expect(mounts).toEqual([`mock-data:${volume}`]);
  expect(Object.keys(volumes)).toEqual(['mock-data']);
  expect(ports).toEqual([`127.0.0.1:${port}:${port}`]);
});
