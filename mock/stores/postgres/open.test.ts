import { expect, test } from 'vitest';
import { StoreError } from '../../core/store-error.ts';
import { openPostgresStore } from './postgres-store.ts';

test.each([
  ['postgres://mock:secret@host/db?sslmode=always', 'sslmode is "always"; expected one of disable,'],
  ['postgres://mock:secret@host/db?sslmod=require', 'has the parameter "sslmod"; expected one of'],
  ['postgres://mock:secret@host/db?sslmode=verify-full&sslrootcert=/no/such', 'The file of sslrootcert cannot be read'],
  ['postgres://mock:%zz@host/db', 'contains % without two hexadecimal digits'],
  ['postgres://mock:secret@host:port/db', 'The URL of --data is not valid'],
])('rejects the URL %s, and omits the password from the message', async (url, reason) => {
  const error = await openPostgresStore(url).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(error.message).toContain(reason);
  expect(error.message).not.toContain('secret');
});
