import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEXTS } from '../../conformance/engine/catalogue/text.ts';
import { startMock } from '../../mock/index.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { MISCHIEF, startHostileServer } from '../helpers/hostile-server.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
const PATIENCE_MS = 120_000;

async function judge(
  baseUrl: string,
  ...args: string[]
): Promise<{ result: RunResult; read: (file: string) => string }> {
  const { stderr } = await runCli(['conform', baseUrl, '--reports', 'reports', ...args], { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, 'reports', file), 'utf8');
  try {
    return { result: JSON.parse(read('report.json')), read };
  } catch (error) {
    throw new Error(stderr, { cause: error });
  }
}

test('a domain that no address has is exit 2, before anything is sent', async () => {
  const { status, stderr } = await runCli(['conform', '--email-domain', 'localhost'], { cwd: folder });
  expect(stderr).toContain('--email-domain (or CONTRACT_EMAIL_DOMAIN) is wrong about the target');
  expect(status).toBe(2);
});

test(
  'a report lists what the run left in the target, by ID, and the installations that are gone',
  async () => {
    await using mock = await startMock({ port: 0 });
    const before = await mock.admin.getState();
    const { result, read } = await judge(
      mock.url,
      '--email-domain',
      'qa.example.org',
      '--skip',
      'survives,refuses-body',
    );
    const after = await mock.admin.getState();
    const idsOf = (kind: string) => result.leftovers?.flatMap((one) => (one.kind === kind ? one.id : [])).toSorted();
    const added = <R extends { readonly [member: string]: unknown }>(
      was: readonly R[] = [],
      is: readonly R[] = [],
      id: string,
    ) => {
      const known = new Set(was.map((record) => record[id]));
      return is
        .map((record) => record[id])
        .filter((one) => !known.has(one))
        .toSorted();
    };
    expect(idsOf('integration')).toEqual(added(before.integrations, after.integrations, 'id'));
    expect(idsOf('jwtKey')).toEqual(added(before.jwtKeys, after.jwtKeys, 'id'));
    expect(idsOf('invite')).toEqual(added(before.invites, after.invites, 'id'));
    expect(result.installationsUsed).toHaveLength(3);
    const left = new Set(after.installations?.map(({ id }) => id));
    expect(result.installationsUsed?.filter((id) => left.has(id))).toEqual([]);

    const names = result.leftovers?.flatMap(({ name }) => name ?? []) ?? [];
    // Of some, the length or the form is what is tried; others are words of the catalogue.
    const words = new Set(TEXTS.flatMap(([, text, kind]) => (kind === 'shared' ? text('') : [])));
    const ofForm = /^(?:\s|0|[\u4e00-\u9fff]+|[\u{20000}-\u{2ffff}]+)$/u;
    expect(
      names.filter((name) => !name.includes(result.runId ?? 'none') && !ofForm.test(name) && !words.has(name)),
    ).toEqual([]);
    for (const { name } of result.leftovers?.filter(({ kind, name }) => kind === 'invite' && name !== undefined) ?? [])
      expect(name).toMatch(/@(?:.+\.)?qa\.example\.org$/i);
    for (const file of ['report.html', 'summary.md']) expect(read(file)).toMatch(/\d+ integrations/);
  },
  PATIENCE_MS,
);

test(
  'what got no answer may have been made: it is listed as unknown',
  async () => {
    await using mock = await startMock({ port: 0 });
    await using server = await startHostileServer(mock.url, MISCHIEF.resets, ({ url }) => /invites$/.test(url ?? ''));
    const { result } = await judge(server.url, '--only', 'createInvite+behaviour');
    const invites = result.leftovers?.filter(({ kind }) => kind === 'invite') ?? [];
    expect(invites.length).toBeGreaterThan(0);
    expect(new Set(invites.map(({ certainty }) => certainty))).toEqual(new Set(['unknown']));
  },
  PATIENCE_MS,
);
