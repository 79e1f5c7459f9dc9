import { baseUrlOf } from '../../run/base-url.ts';
import type { CommandContext } from '../command-context.ts';
import { type MockFlags, mockCommand } from './mock.ts';

export interface ProxyFlags extends Omit<MockFlags, 'proxy'> {
  /** operationIds that the mock answers itself. */
  readonly mock: readonly string[];
  /** Longest wait for the backend, in milliseconds. */
  readonly timeout: number;
}

/** `integration-contract proxy BACKEND`: the mock's command with a backend, whose URL `conform` would take, too. */
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
