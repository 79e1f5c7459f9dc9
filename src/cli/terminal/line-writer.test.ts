import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineWriter } from './line-writer.ts';

function writer() {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) > 0 };
  return { written, lines: new LineWriter(output) };
}

test('writes the lines of a short time together, in their order', async () => {
  const { written, lines } = writer();
  for (const line of ['one', 'two', 'three']) lines.line(line);
  expect(written).toEqual([]);
  await expect.poll(() => written).toEqual(['one\ntwo\nthree\n']);
});

test('writes a later line with the next write', async () => {
  const { written, lines } = writer();
  lines.line('one');
  await expect.poll(() => written).toEqual(['one\n']);
  lines.line('two');
  await expect.poll(() => written).toEqual(['one\n', 'two\n']);
});

test('writes all waiting lines immediately when it is flushed, and only once', async () => {
  const { written, lines } = writer();
  lines.line('one');
  lines.flush();
  expect(written).toEqual(['one\n']);
  lines.flush();
  await sleep(40);
  expect(written).toEqual(['one\n']);
});
