import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { RecordReader } from './record-reader.ts';

test('rejects a read that fails after the reader was closed, and stops connecting to the database', async () => {
  let attempts = 0;
  const connect = () => {
    attempts++;
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  };
  const reader = new RecordReader({ shown: 'postgres://127.0.0.1/mock', connect } as unknown as Database);
  const read = expect(reader.get('main', 'projects', '[]', 60_000)).rejects.toThrow('postgres://127.0.0.1/mock');
  await reader.close();
  await read;
  const before = attempts;
  await sleep(300);
  expect(attempts).toBe(before);
});
