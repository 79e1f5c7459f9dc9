import { ConfigurationError } from '../../../conformance/connection/configuration.ts';
import { baseUrlOf } from '../../run/base-url.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatusOf } from '../exit-status.ts';
import { printError } from '../terminal/error-line.ts';
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
  try {
    return await mockCommand(context, {
      ...flags,
      proxy: { target: baseUrlOf(backend), mocked: mock, timeoutMs: timeout },
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    printError(context, error.message);
    return exitStatusOf.usage;
  }
}
