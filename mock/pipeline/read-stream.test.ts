import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { BodyMemory, type ReadFailure, readStream } from './read-stream.ts';

const KIB = 1024;

/**
 * Starts to read a new stream. Returns the stream, and the promise of the failure and the length that `readStream`
 * reports.
 */
function reading(memory: BodyMemory, limit = 256 * KIB) {
  const stream = new PassThrough();
  const result = new Promise<{ failure: ReadFailure | undefined; length: number }>((resolve) =>
    readStream(stream, { limit, memory }, (failure, { length }) => resolve({ failure, length })),
  );
  return { stream, result };
}

test('merges the chunks of a request body', async () => {
  const memory = new BodyMemory(256 * KIB);
  const { stream, result } = reading(memory);
  for (let n = 0; n < 200 * KIB; n++) stream.write('x');
  stream.end();
  expect(await result).toEqual({ failure: undefined, length: 200 * KIB });
});

test('rejects a request body while the memory for bodies is full, and accepts a body after memory is free again', async () => {
  const memory = new BodyMemory(256 * KIB);
  const first = reading(memory);
  first.stream.write(Buffer.alloc(200 * KIB));
  const second = reading(memory);
  second.stream.write(Buffer.alloc(100 * KIB));
  expect(await second.result).toMatchObject({ failure: 'noRoom' });
  first.stream.destroy();
  expect(await first.result).toMatchObject({ failure: new Error('the connection was closed') });
  const third = reading(memory);
  third.stream.end(Buffer.alloc(200 * KIB));
  expect(await third.result).toEqual({ failure: undefined, length: 200 * KIB });
});

test('rejects a request body that is larger than its limit', async () => {
  const { stream, result } = reading(new BodyMemory(256 * KIB), 100);
  stream.write(Buffer.alloc(101));
  expect(await result).toMatchObject({ failure: 'tooLarge' });
});

test('accepts a small request body even if the memory for bodies is full', async () => {
  const { stream, result } = reading(new BodyMemory(0));
  stream.end(Buffer.alloc(10 * KIB));
  expect(await result).toEqual({ failure: undefined, length: 10 * KIB });
});
