import { expect, test } from 'vitest';
import { createMock, startMock } from '../../test/helpers/mock.ts';

const counts = { projects: 2, integrations: 5, installations: 5, jwtKeys: 5, invites: 300, fields: 20 };
const clock = { now: () => new Date('2026-01-15T09:30:00Z') };

test('adds valid generated records to the seed of each sandbox, also after a reset', async () => {
  await using mock = await startMock({ port: 0, seed: 7, generate: counts });
  const sandbox = mock.sandbox();
  const state = await sandbox.admin.getState();
  expect(state.invites).toHaveLength(300);
  expect(state.projects).toHaveLength(2 + 2);
  expect(state.installations).toHaveLength(3 + 5);
  // `putState` validates all records, the references between records, and the uniqueness of values.
  await sandbox.admin.putState(state);
  await sandbox.admin.resetState();
  expect((await sandbox.admin.getState()).jwtKeys).toHaveLength(5);
});

test('generates the same records in two mocks with the same seed', async () => {
  const generated = async (seed: number) => {
    const mock = await createMock({ seed, clock, generate: counts });
    await mock.close();
    return mock.seed;
  };
  expect(await generated(7)).toEqual(await generated(7));
  expect(await generated(7)).not.toEqual(await generated(8));
});

test.each([
  ['an unknown collection', { invitez: 5 }, '"invitez" is not a collection; did you mean "invites"?'],
  ['a negative number', { invites: -1 }, 'invites is -1; expected a whole number of records.'],
  ['a fraction', { invites: 1.5 }, 'invites is 1.5; expected a whole number of records.'],
])('rejects %s', async (_, generate, message) => {
  await expect(createMock({ generate: generate as Record<string, number> })).rejects.toThrow(message);
});

test('rejects the generation of records if the state contains no parent for the records', async () => {
  await expect(createMock({ world: {}, generate: { invites: 1 } })).rejects.toThrow(
    'generate: invites need a parent of the kind organization, and the state has none.',
  );
});
