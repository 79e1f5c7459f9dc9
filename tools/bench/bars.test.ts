import { expect, test } from 'vitest';
import { evaluate } from './bars.ts';
import { readOptions } from './options.ts';
import { renderBench } from './render.ts';
import type { BenchResult, ServerResult } from './result.ts';

function measured(name: string, kind: ServerResult['kind'], postPerSecond: number, p99: number, startMs: number) {
  const measure = {
    perSecond: postPerSecond,
    p50: 1,
    p99,
    cpuUs: 1e6 / postPerSecond,
    unexpected: 0,
    rounds: [postPerSecond],
  };
  const measures = { post: measure, patch: measure, refused: { ...measure, unexpected: 1 } };
  return {
    name,
    title: name,
    kind,
    throughput: { measures, memoryMiB: [50, 60] as const },
    start: { ms: startMs, cpuMs: startMs },
  };
}

function result(more: Partial<BenchResult> = {}): BenchResult {
  return {
    startedAt: '2026-11-21T00:00:00.000Z',
    machine: { cpu: 'a CPU', cores: 2, node: '24.0.0', pinned: true },
    options: readOptions(['--quick']),
    servers: [
      measured('mock', 'ours', 8000, 10, 300),
      measured('express-ajv', 'yardstick', 10_000, 5, 200),
      measured('express', 'yardstick', 12_000, 5, 100),
      measured('prism', 'peer', 2001, 50, 900),
      measured('mockoon', 'peer', 500, 9, 301),
    ],
    skipped: ['a peer: npm could not install it'],
    growth: undefined,
    hardship: undefined,
    suite: undefined,
    ...more,
  };
}

test('bars are ratios of one run: met, not met, or not measured', () => {
  const bars = evaluate(result()).map(({ measured, met }) => [measured, met]);
  expect(bars.slice(0, 6)).toEqual([
    ['0.80', true],
    ['4.00', false],
    ['–', undefined],
    ['3.00', false],
    ['1.00', true],
    ['1.11', false],
  ]);
});

test('memory that grows again under the same abuse, and a garbage that is not refused, break a bar', () => {
  const stage = (title: string, memoryMiB: number, failures = 0) => ({
    title,
    memoryMiB,
    openFiles: 20,
    client: { requests: 100, p50: 1, p99: 2, failures },
  });
  const ordeal = { garbageBytes: 1, brokenConnections: 10_000, survived: true };
  const good = { ...ordeal, stages: [stage('calm', 100), stage('calm again', 119)], garbageStatuses: { 400: 1 } };
  const bad = { ...ordeal, stages: [stage('calm', 100), stage('calm again', 121, 1)], garbageStatuses: { 500: 1 } };
  expect(
    evaluate(result({ hardship: good }))
      .slice(-3)
      .map(({ met }) => met),
  ).toEqual([true, true, true]);
  expect(
    evaluate(result({ hardship: bad }))
      .slice(-3)
      .map(({ met }) => met),
  ).toEqual([false, false, false]);
});

test('the suite is compared with its bare requests, and both stand in the table', () => {
  const duration = (ms: number) => ({ ms, cpuMs: 2 * ms });
  const suite = {
    ...{ requests: 1500, concurrency: 8, runMs: 1800 },
    ...{ whole: duration(2600), bare: duration(2000), bareInTurn: duration(5200), bareProgram: duration(2300) },
  };
  const measured = result({ suite });
  const bars = evaluate(measured);
  expect(bars.slice(6, 8).map(({ measured, met }) => [measured, met])).toEqual([
    ['2.60', true],
    ['1.30', true],
  ]);
  const markdown = renderBench({ ...measured, bars });
  expect(markdown).toContain('to its end | 2,600 | 5,200 | 1.30 |');
  expect(markdown).toContain('to the last answer | 5,200 | 10,400 | 2.60 |');
  expect(markdown).toContain('0.50 times what its requests take one by one');
  expect(markdown).toContain('the same 1,500 requests, recorded, sent by the same client, 8 at a time');
});

test('the table says which server accepts what it should refuse, and which was left out', () => {
  const markdown = renderBench({ ...result(), bars: evaluate(result()) });
  expect(markdown).toContain(
    '| **mock** | 8,000 | 1 | 10 | 8,000 | accepts it | 125 · 125 · 125 | 300 (300) | 50 → 60 |',
  );
  expect(markdown).toContain('- not measured: a peer: npm could not install it');
});

test.each([
  [['--only', 'prisma'], '--only: there is no prisma. It takes mock, mock-source, express-ajv'],
  [['--rounds', '0'], '--rounds 0: it takes a whole number of at least 1.'],
  [['--parts', 'everything'], '--parts: there is no everything. It takes throughput, start, growth, hardship, suite'],
])('%j is refused with what it takes', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
