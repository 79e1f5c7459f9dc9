import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startVitest, type TestCase } from 'vitest/node';
import { ConfigurationError, conform, UnreachableError } from '../../src/run/library/index.ts';
import { type JudgedServer, startJudged } from '../helpers/judge.ts';

let server: JudgedServer & AsyncDisposable;
beforeAll(async () => {
  server = await startJudged('mask-is-ignored');
});
afterAll(() => server[Symbol.asyncDispose]());

const targetOf = ({ url: baseUrl, apiKey, fixtures }: JudgedServer) => ({ baseUrl, apiKey, fixtures });

describe('conform', () => {
  test('returns the result of a run', async () => {
    const { verdict, requirements, target } = await conform({ ...targetOf(server), only: ['D42'] });
    expect(verdict).toBe('nonconforming');
    expect(target.baseUrl).toBe(server.url);
    const failed = requirements.find(({ id }) => id === 'D42');
    expect(failed?.outcome).toBe('failed');
    expect(JSON.stringify(failed)).not.toContain(server.apiKey);
  });

  test.each([
    ['an unknown option', { apikey: 'k' }, /apikey: unknown property\. Did you mean apiKey\?/],
    ['an invalid base URL', { baseUrl: 'localhost' }, /The base URL is "localhost"/],
    ['a target on another machine without consent', { baseUrl: 'http://192.0.2.1' }, /is not on this machine/],
    ['an unknown term', { only: ['D9999'] }, /D9999/],
  ])('rejects %s', async (_, options, message) => {
    await expect(conform({ baseUrl: server.url, ...options })).rejects.toThrow(message);
  });

  test('rejects with a ConfigurationError for a wrong API key', async () => {
    const run = conform({ ...targetOf(server), apiKey: 'another-key', only: ['D42'] });
    await expect(run).rejects.toThrow(ConfigurationError);
  });

  test('rejects with an UnreachableError if the target does not respond', async () => {
    await expect(conform({ baseUrl: 'http://127.0.0.1:1', only: ['D42'] })).rejects.toThrow(UnreachableError);
  });
});

test('defines one vitest test per requirement', async () => {
  const { installations: _, ...fixtures } = server.fixtures;
  const { exitCode } = process;
  const vitest = await startVitest('test', [], {
    config: `${import.meta.dirname}/vitest.config.ts`,
    watch: false,
    reporters: [{}],
    provide: { target: { ...targetOf(server), fixtures } },
  });
  const tests = new Map(
    [...vitest.state.getTestModules()].flatMap((module) =>
      [...module.children.allTests()].map((one): [string, TestCase] => [one.name.split(' ')[0] ?? '', one]),
    ),
  );
  await vitest.close();
  // vitest sets `process.exitCode`, since the inner tests fail.
  process.exitCode = exitCode;
  expect(tests.size).toBeGreaterThan(60);
  const resultOf = (id: string) => tests.get(id)?.result();
  expect(resultOf('D42')).toMatchObject({ state: 'failed' });
  const [error] = resultOf('D42')?.errors ?? [];
  expect(error?.message).toMatch(/^D42 .*\nReproduce: curl .*\nDetails: npx integration-contract explain D42$/s);
  expect(error).toMatchObject({ expected: expect.any(String), actual: expect.any(String) });
  expect(error?.stack).not.toContain(' at ');
  expect(resultOf('D43')).toMatchObject({ state: 'passed' });
  expect(resultOf('D80')).toMatchObject({ state: 'failed' });
  expect(resultOf('D80')?.errors?.[0]?.message).toMatch(
    /^This MUST requirement could not be tested\. .*`installations`/,
  );
  expect(resultOf('D80')?.errors?.[0]?.diff).toBeUndefined();
  expect(resultOf('D31')).toMatchObject({ state: 'skipped', note: expect.stringContaining('notApplicable') });
});
