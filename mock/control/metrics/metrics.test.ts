import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createMock } from '../../../test/helpers/mock.ts';

/** Tests of the metrics for Prometheus. */

async function mockAndMetrics() {
  const mock = await createMock();
  const api = supertest(mock.app);
  const metrics = async () => {
    const { text, headers } = await api.get('/__admin/metrics').expect(200);
    return { text, type: headers['content-type'] };
  };
  return { api, metrics, close: () => mock.close() };
}

const invite = (api: ReturnType<typeof supertest>, base: string, body: object) =>
  api.post(`${base}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`).set('X-Api-Key', 'test-key').send(body);

test('counts the requests of all sandboxes by operation, method and status', async () => {
  const { api, metrics, close } = await mockAndMetrics();
  await invite(api, '/sandboxes/one', { email: 'ada@example.com' });
  await invite(api, '/sandboxes/two', { email: 'ada@example.com' });
  await invite(api, '', {});
  await api.get('/v1/nowhere');
  const { text, type } = await metrics();
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('contract_requests_total{operation="createInvite",method="POST",status="201"} 2\n');
  expect(text).toContain('contract_requests_total{operation="createInvite",method="POST",status="400"} 1\n');
  expect(text).toContain('contract_requests_total{operation="",method="GET",status="404"} 1\n');
  expect(text).toContain('contract_broken_rules_total{rule="D70"} 1\n');
  expect(text).toContain('contract_sandboxes 3\n');
  expect(text).not.toContain('sandbox="');
  await close();
});

test('returns the durations of requests in cumulative buckets', async () => {
  const { api, metrics, close } = await mockAndMetrics();
  for (const delay of [0, 30, 60]) {
    await invite(api, '', { email: `${delay}@example.com` }).set('Prefer', `delay=${delay}`);
  }
  const { text } = await metrics();
  const buckets = [
    ...text.matchAll(/_duration_seconds_bucket\{operation="createInvite",method="POST",le="(.+)"\} (\d+)/g),
  ];
  const counts = buckets.map(([, , count]) => Number(count));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(buckets.at(-1)?.slice(1)).toEqual(['+Inf', '3']);
  expect(Number(buckets.find(([, le]) => le === '0.025')?.[2])).toBeLessThan(3);
  expect(text).toContain('contract_request_duration_seconds_count{operation="createInvite",method="POST"} 3\n');
  await close();
});

test('returns only the metrics of one mock if the process has two mocks', async () => {
  const [one, other] = [await mockAndMetrics(), await mockAndMetrics()];
  await invite(one.api, '', { email: 'ada@example.com' });
  await one.metrics();
  expect((await one.metrics()).text).toMatch(/contract_requests_total\{.+"201"\} 1\n/);
  expect((await other.metrics()).text).not.toContain('contract_requests_total{');
  expect((await other.metrics()).text).toContain('process_resident_memory_bytes ');
  await one.close();
  await other.close();
});
