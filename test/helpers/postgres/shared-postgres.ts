import { createServer } from 'node:http';
import { listen } from '../listen.ts';
import { PostgresServer } from './postgres-server.ts';

/**
 * Environment variable with a URL; a request to the URL returns the port of the PostgreSQL server that all tests
 * share.
 */
export const VARIABLE = 'SHARED_POSTGRES';

/** Global setup of vitest: one PostgreSQL server for all tests. The first test that needs the server starts it. */
export default async function sharedPostgres(): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  const starter = createServer(async (_, response) => {
    started ??= PostgresServer.start();
    const reply = await started.then(
      ({ port }) => ({ port }),
      ({ message }: Error) => ({ error: message }),
    );
    response.end(JSON.stringify(reply));
  });
  process.env[VARIABLE] = await listen(starter);
  return async () => {
    starter.close();
    await started?.then(
      (server) => server[Symbol.asyncDispose](),
      () => undefined,
    );
  };
}

/** @throws Error with the reason when PostgreSQL cannot run here */
export async function sharedPostgresPort(): Promise<number> {
  const response = await fetch(process.env[VARIABLE] ?? '');
  const { port, error } = (await response.json()) as { port?: number; error?: string };
  if (port === undefined) throw new Error(error);
  return port;
}
