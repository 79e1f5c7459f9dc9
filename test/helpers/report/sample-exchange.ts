import type { Exchange } from '../../../mock/journal/exchange.ts';

/** Exchange to which the mock has not yet sent a response. */
export const sampleExchange: Exchange = {
  id: 'request-1',
  sandbox: 'default',
  startedAt: 0,
  durationMs: 1,
  method: 'GET',
  path: '/',
  operationId: undefined,
  requestHeaders: {},
  requestBody: undefined,
  isKept: true,
  response: undefined,
  problem: undefined,
  rules: undefined,
  violations: undefined,
  warnings: undefined,
  faults: undefined,
  aborted: 'test',
};
