import { isDeepStrictEqual } from 'node:util';
import {
  type LogEntry,
  type RunningMock,
  type StartOptions,
  StoreError,
  startMock,
  watchFiles,
} from '../../../mock/index.ts';
import { isLocalName } from '../../../mock/pipeline/control-access.ts';
import { InputError } from '../../contract/input-error.ts';
import type { CommandContext } from '../command-context.ts';
import { dataSource } from '../flags/data-source.ts';
import { readTlsFlags, type TlsFlags, writeCa } from '../flags/tls-flags.ts';
import { banner } from '../terminal/banner.ts';
import { colorsFor } from '../terminal/colors.ts';
import { printError } from '../terminal/error-line.ts';
import { LineWriter } from '../terminal/line-writer.ts';
import { jsonLine, logLine } from '../terminal/log-line.ts';

/** Default value of `--api-key`. The default API key is public, since the documentation contains this API key. */
const DEFAULT_KEY = 'test-key';

type SettingFromFlags = 'seed' | 'strict' | 'spec' | 'seedFile' | 'generate' | 'adminToken' | 'proxy';
type WithDefault =
  | 'port'
  | 'host'
  | 'bodyLimit'
  | 'sandboxTtl'
  | 'journal'
  | 'maxSandboxes'
  | 'memoryLimit'
  | 'maxConnections'
  | 'adminOrigin';

export interface MockFlags
  extends TlsFlags,
    Pick<StartOptions, SettingFromFlags>,
    Required<Pick<StartOptions, WithDefault>> {
  readonly apiKey: string;
  readonly data?: string;
  readonly dataAcceptDocument?: boolean;
  readonly faults?: string;
  readonly handlers?: string;
  readonly watch: 'on' | 'off';
  readonly log: 'text' | 'verbose' | 'json' | 'off';
}

/** Matches the paths of the mock's own pages and control API, which do not belong to the mocked service. */
const OWN_PATH = /^(?:\/sandboxes\/[^/]+)?\/(?:__admin|docs|problems|favicon\.ico)(?:[/?]|$)/;
/**
 * Matches the paths that the mock redirects to its own pages or control API, such as `/metrics`, unless the document
 * has an operation with this path.
 */
const REDIRECTED = /^(?:\/sandboxes\/[^/]+)?\/(?:health|metrics|openapi\.json|openapi\.yaml)(?:\?|$)/;

/** Runs `integration-contract mock` until the user stops it. */
export async function mockCommand(
  context: CommandContext,
  { apiKey, log, data, dataAcceptDocument: acceptDocument = false, watch, ...flags }: MockFlags,
): Promise<number> {
  const { stdout } = context;
  const colors = colorsFor(stdout);
  const lines = new LineWriter(stdout);
  const apiKeys = apiKey
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (apiKeys.length === 0) throw new InputError('--api-key is empty; expected at least one API key.');
  if (flags.adminToken === '') throw new InputError('--admin-token is empty; expected a token.');
  if (flags.adminOrigin.length > 0 && flags.adminToken === undefined)
    throw new InputError('--admin-origin has an effect only with --admin-token. Set a token, too.');
  const { tlsCert: _certificate, tlsKey: _key, tlsWriteCa, ...options } = flags;
  await using mock = await startMock({
    ...options,
    https: readTlsFlags(flags),
    ...(data !== undefined && { data: dataSource(data) }),
    acceptDocument,
    apiKeys,
    report: (error) => printError(context, `The mock failed to respond to a request: ${describeError(error)}`),
    notice: (text) => printError(context, text),
    ...(log !== 'off' && {
      log: (entry: LogEntry) => {
        const isOwn = OWN_PATH.test(entry.path) || (entry.status === 302 && REDIRECTED.test(entry.path));
        if (log !== 'verbose' && isOwn) return;
        lines.line(log === 'json' ? jsonLine(entry) : logLine(entry, colors, log === 'verbose'));
      },
    }),
  });
  if (tlsWriteCa !== undefined && mock.ca !== undefined) writeCa(tlsWriteCa, mock.ca);
  const unwatch =
    watch === 'on'
      ? reloadOnChange(context, mock, [mock.contract.document.path, flags.seedFile, flags.faults, flags.handlers])
      : undefined;
  if (log === 'json')
    stdout.write(`${JSON.stringify({ time: new Date().toISOString(), message: 'listening', url: mock.url })}\n`);
  else stdout.write(banner(mock, apiKeys, flags, colors));
  const isPublic = !isLocalName(flags.host) && apiKeys.includes(DEFAULT_KEY) && flags.proxy === undefined;
  if (isPublic)
    printError(
      context,
      `Clients on other machines can use the well-known API key ${DEFAULT_KEY}. Set another API key with --api-key.`,
    );
  await context.stopRequest();
  unwatch?.();
  await closeWithNotice(context, mock);
  lines.flush();
  return 0;
}

/** Text of an error; contains the stack only for a defect of the mock. */
function describeError(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}

/** Closes the mock, and prints a notice if closing takes more than half a second. */
async function closeWithNotice(context: CommandContext, mock: RunningMock): Promise<void> {
  const hint = setTimeout(
    () =>
      printError(
        context,
        'Waiting for the requests in flight. Press Ctrl-C again to end the requests in flight immediately.',
      ),
    500,
  );
  await mock.close();
  clearTimeout(hint);
}

/**
 * Reloads the document, the seed file, the faults and the handlers when the files change. If a changed file contains a
 * mistake, the mock prints the mistake and keeps the previous version of the file.
 */
function reloadOnChange(
  context: CommandContext,
  mock: RunningMock,
  files: readonly (string | undefined)[],
): () => void {
  return watchFiles(
    files.filter((file) => file !== undefined),
    async () => {
      const [{ document }, { seed, faults, handlers }] = [mock.contract, mock];
      try {
        await mock.reload();
        if (mock.contract.document.sha256 !== document.sha256) printError(context, 'Reloaded the document.');
        if (!isDeepStrictEqual(mock.seed, seed))
          printError(context, 'Reloaded the seed file. New sandboxes and resets use the records of the new seed file.');
        if (!isDeepStrictEqual(mock.faults, faults)) printError(context, 'Reloaded the faults.');
        if (mock.handlers !== handlers) printError(context, 'Reloaded the handlers.');
      } catch (error) {
        printError(context, `Not reloaded; the previous version stays in use: ${(error as Error).message}`);
      }
    },
  );
}
