import { baseUrlOf } from '../../base-url.ts';
import type { CommandContext } from '../command-context.ts';
import { type MockFlags, mockCommand } from './mock.ts';

export interface ProxyFlags extends Omit<MockFlags, 'proxy'> {
  /** operationIds that the mock handles instead of the backend. */
  readonly mock: readonly string[];
  /** Maximum time to wait for a response of the backend, in milliseconds. */
  readonly timeout: number;
}

/**
 * Runs `integration-contract proxy BACKEND`: starts a mock that forwards requests to a backend and validates both the
 * requests and the responses. The command accepts the same base URLs as `conform`.
 */
export async function proxyCommand(
  context: CommandContext,
  backend: string,
  { mock, timeout, ...flags }: ProxyFlags,
): Promise<number> {
  return await mockCommand(context, {
    ...flags,
    proxy: { target: baseUrlOf(backend), mocked: mock, timeoutMs: timeout },
  });
}
