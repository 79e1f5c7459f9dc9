import { createApp } from './app.ts';
import { MOCK_OPTIONS, requireKnownOptions } from './known-options.ts';
import type { Mock as MockOf, MockOptions as OptionsOf } from './mock-options.ts';
import { integrationManagement } from './service/index.ts';
import type { Handlers, World } from './service/kinds.ts';

export type { ControlClient, ControlSchemas } from '../src/client/control-client.ts';
export { ControlError } from '../src/client/control-error.ts';
export { CertificateError, type TlsCertificate } from './certificate.ts';
export type { Clock } from './core/clock.ts';
export type { Fault, Latency } from './core/fault.ts';
export type { Ids } from './core/ids.ts';
export { StoreError } from './core/store-error.ts';
export type { LogEntry } from './journal/log-entry.ts';
export { ProxyError } from './proxy/proxy-error.ts';
export type { ProxyOptions } from './proxy/proxy-options.ts';
export type { SandboxHandle } from './sandbox-handle.ts';
export { ListenError, type RunningMock, type StartOptions, startMock } from './server.ts';
export { SEED, SEED_API_KEY } from './service/index.ts';
export type { Handlers, World } from './service/kinds.ts';
export { watchFiles } from './watch.ts';

export type Mock = MockOf<World>;
/** The options of `createMock`. Each option has a default value. */
export type MockOptions = OptionsOf<World, Handlers>;

/**
 * Creates a mock that does not listen on a port.
 *
 * @throws TypeError when an option is unknown
 * @throws DocumentError when the document is missing or invalid
 * @throws DataError when the records in `world` or `seedFile`, `generate`, `faults` or `handlers` are invalid, or when
 * a file of these options does not exist
 * @throws StoreError when the mock cannot use the data file or the database
 * @throws ProxyError when the URL of the backend is invalid, or when `proxy.mocked` contains an unknown operationId
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  requireKnownOptions('createMock', options, MOCK_OPTIONS);
  return (await createApp(integrationManagement, options)) as unknown as Mock;
}
