import { type RunningMock, type StartOptions, startMock } from '../mock.ts';
import { postgresTest } from './postgres.ts';

/** Test with mocks that share an empty database. `start` starts a mock, which ends with the test. */
export const replicasTest = postgresTest.extend('start', ({ database }, { onCleanup }) => {
  const started: RunningMock[] = [];
  onCleanup(async () => {
    for (const mock of started) await mock.close();
  });
  return async (options?: StartOptions) => {
    const mock = await startMock({ port: 0, data: database, ...options });
    started.push(mock);
    return mock;
  };
});
