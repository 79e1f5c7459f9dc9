import { startMock } from '../../mock/index.ts';

/** A mock in its own process, which sends its URL to the parent. */
const mock = await startMock({ port: 0, report: () => undefined });
process.send?.(mock.url);
