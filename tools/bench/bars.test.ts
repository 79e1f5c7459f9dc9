import { expect, test } from 'vitest';
import { evaluate } from './bars.ts';
import { readOptions } from './options.ts';
import { renderBench } from './render.ts';
import { median, ratio, Samples } from './samples.ts';

function measured(perSecond: number, p99: number, startMs: number) {
  const load = { perSecond, p50: 1, p99, cpuUs: 1e6 / perSecond, unexpected: 0 };
  const rows = ['post', 'patch', 'rejected'].flatMap((name) =>
    Object.entries(load).map(([metric, value]) => [`${name}.${metric}`, value]),
  );
  return { ...Object.fromEntries(rows), startMs, startCpuMs: startMs, memoryBefore: 50, memoryAfter: 60 };
}

function samplesOf(rows: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const samples = new Samples();
  for (const [name, values] of Object.entries(rows)) samples.add(name, values);
  return samples.table;
}

const SERVERS = samplesOf({
  mock: { ...measured(8000, 10, 300), 'rejected.unexpected': 1 },
  'express-ajv': measured(10_000, 5, 200),
  'express-complete': measured(10_000, 5, 200),
  express: measured(12_000, 5, 100),
  prism: measured(2001, 50, 900),
  mockoon: measured(500, 9, 301),
});

test('shows if each ratio meets its performance goal', () => {
  const bars = evaluate(SERVERS, undefined).map(({ measured, met }) => [measured, met]);
  expect(bars.slice(0, 8)).toEqual([
    ['0.80', false],
    ['0.80', false],
    ['0.80', false],
    ['4.00', false],
    ['–', undefined],
    ['3.00', false],
    ['1.00', true],
    ['1.11', false],
  ]);
});

test('compares the processor time of the suite with the processor time of its requests alone', () => {
  const table = samplesOf({ conform: { ms: 2600, cpuMs: 5200 }, 'its bare requests': { ms: 2000, cpuMs: 2600 } });
  const [whole, seconds] = evaluate(table, undefined).slice(8, 10);
  expect(whole).toMatchObject({ measured: '1.30', byCpu: '2.00', met: true });
  expect(seconds).toMatchObject({ measured: '2.60', met: true });
});

test.each([
  [119, { 400: 1 }, 0, true],
  [121, { 500: 1 }, 1, false],
])(
  'compares the figures after hostile requests with the goals: %d MiB of memory, %j responses by status, and %d failed requests',
  (second, garbageStatuses, failures, met) => {
    const counts = { garbageBytes: 1, brokenConnections: 10_000, goodRequests: 100, survived: true };
    const bars = evaluate({}, { ...counts, memoryMiB: [100, second], garbageStatuses, failures });
    expect(bars.slice(-3).map((bar) => bar.met)).toEqual([met, met, met]);
  },
);

test('shows which server accepts an invalid body, and which server was not measured', () => {
  const machine = { cpu: 'a CPU', cores: 2, node: '24.0.0', pinned: true };
  const options = readOptions(['--quick']);
  const skipped = ['a peer: npm could not install this peer'];
  const markdown = renderBench({
    ...{ startedAt: '2026-11-21T00:00:00.000Z', machine, options, samples: SERVERS, skipped, hardship: undefined },
  });
  expect(markdown).toContain(
    '(compiled)** | 8,000 | 1 | 10 | 8,000 | accepts it | 125 · 125 · 125 | 300 (300) | 50 → 60 |',
  );
  expect(markdown).toContain('- not measured: a peer: npm could not install this peer');
});

test('returns the median of the ratios of all rounds', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(ratio([10, 300, 9], [10, 100, 10])).toBe(1);
});

test.each([
  [['--only', 'prisma'], '--only is "prisma"; expected some of mock, mock-source, express-ajv'],
  [['--rounds', '0'], '--rounds is "0"; expected a whole number of at least 1.'],
  [['--parts', 'everything'], '--parts is "everything"; expected some of servers, growth, hardship, suite'],
])('rejects the flag %j with a message that lists the accepted values', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
