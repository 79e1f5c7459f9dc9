import { isDeepStrictEqual } from 'node:util';
import {
  type LogEntry,
  type RunningMock,
  type StartOptions,
  StoreError,
  startMock,
  watchFiles,
} from '../../../mock/index.ts';
import { InputError } from '../../contract/input-error.ts';
import type { CommandContext } from '../command-context.ts';
import { readTlsFlags, type TlsFlags, writeCa } from '../flags/tls-flags.ts';
import { banner } from '../terminal/banner.ts';
import { printError } from '../terminal/error-line.ts';
import { logLine } from '../terminal/log-line.ts';

type Given = 'seed' | 'strict' | 'spec' | 'seedFile' | 'adminToken' | 'proxy';
type WithDefault = 'port' | 'host' | 'bodyLimit' | 'sandboxTtl' | 'journal';

export interface MockFlags extends TlsFlags, Pick<StartOptions, Given>, Required<Pick<StartOptions, WithDefault>> {
  readonly apiKey: string;
  readonly data?: string;
  readonly faults?: string;
  readonly watch: 'on' | 'off';
  readonly log: 'text' | 'json' | 'off';
}

/** `integration-contract mock`: runs until it is told to stop. */
export async function mockCommand(
  context: CommandContext,
  { apiKey, log, data, watch, ...flags }: MockFlags,
): Promise<number> {
  const { stdout } = context;
  const apiKeys = apiKey
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (apiKeys.length === 0) throw new InputError('--api-key: there must be at least one key.');
  if (flags.adminToken === '') throw new InputError('--admin-token: it must not be empty.');
  if (data !== undefined && /^[a-z]+:\/\//.test(data))
    throw new InputError(`--data ${data}: it takes a file; databases with a URL are not supported.`);
  await using mock = await startMock({
    ...flags,
    https: readTlsFlags(flags),
    ...(data !== undefined && { data }),
    apiKeys,
    report: (error) => printError(context, `a request could not be answered: ${explained(error)}`),
    ...(log !== 'off' && {
      log: (entry: LogEntry) => stdout.write(`${log === 'json' ? JSON.stringify(entry) : logLine(entry)}\n`),
    }),
  });
  if (flags.tlsWriteCa !== undefined && mock.ca !== undefined) writeCa(flags.tlsWriteCa, mock.ca);
  const unwatch =
    watch === 'on'
      ? reloadOnChange(context, mock, [mock.contract.document.path, flags.seedFile, flags.faults])
      : undefined;
  if (log === 'json')
    stdout.write(`${JSON.stringify({ time: new Date().toISOString(), message: 'listening', url: mock.url })}\n`);
  else stdout.write(banner(mock, apiKeys, flags));
  await context.stopRequest();
  unwatch?.();
  await closeAloud(context, mock);
  return 0;
}

/** A stack is for the defects of the mock. */
function explained(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}

/** Says why it takes a while, if it does. */
async function closeAloud(context: CommandContext, mock: RunningMock): Promise<void> {
  const hint = setTimeout(() => printError(context, 'finishing the requests in flight; Ctrl-C again ends them'), 500);
  await mock.close();
  clearTimeout(hint);
}

/** A broken edit keeps what is served, and says why. */
function reloadOnChange(
  context: CommandContext,
  mock: RunningMock,
  files: readonly (string | undefined)[],
): () => void {
  return watchFiles(
    files.filter((file) => file !== undefined),
    async () => {
      const [{ document }, seed, faults] = [mock.contract, mock.seed, mock.faults];
      try {
        await mock.reload();
        if (mock.contract.document.sha256 !== document.sha256) printError(context, 'reloaded the document');
        if (!isDeepStrictEqual(mock.seed, seed))
          printError(context, 'reloaded the seed: new sandboxes and resets are made from it');
        if (!isDeepStrictEqual(mock.faults, faults)) printError(context, 'reloaded the faults');
      } catch (error) {
        printError(context, `not reloaded, what was read before stays in force: ${(error as Error).message}`);
      }
    },
  );
}
