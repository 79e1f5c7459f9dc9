import type { RequestListener } from 'node:http';
import type { Contract } from '../src/contract/contract.ts';
import type { Clock } from './core/clock.ts';
import type { Fault, SandboxFault } from './core/fault.ts';
import type { Ids } from './core/ids.ts';
import type { OperationHandlers, RecordCounts, World } from './core/service.ts';
import type { Store } from './core/store.ts';
import type { LogEntry } from './journal/log-entry.ts';
import type { ProxyOptions } from './proxy/proxy-options.ts';

/** Options of a mock. Each has a default. `W` is the type of the state of the service, `H` of its handlers. */
export interface MockOptions<W = World, H = OperationHandlers> {
  /** OpenAPI document to serve instead of the document of the project. */
  readonly spec?: string;
  /** File with the records of a new sandbox, as YAML or JSON. It replaces spec/seed.yaml and has its form. */
  readonly seedFile?: string;
  /** The records of a new sandbox. Takes precedence over `seedFile`. Absent lists are empty. */
  readonly world?: Partial<W>;
  /**
   * Records to generate in addition to the seed, by collection: `{ invites: 500 }`. `seed` makes their values repeat.
   */
  readonly generate?: RecordCounts;
  /**
   * Your own handlers by operationId, or the path of a module with these handlers as its default export. A handler
   * replaces that of the mock. The mock still validates request and response against the document.
   */
  readonly handlers?: H | string;
  /** Valid API keys; `test-key` if absent. */
  readonly apiKeys?: readonly string[];
  /**
   * SQLite file that keeps the state across restarts, or the URL of a PostgreSQL database
   * (`postgres://user@host/database`) that several mocks share; in memory if absent.
   */
  readonly data?: string;
  /** True if other mocks with the same database may serve another document, such as during an update. */
  readonly acceptDocument?: boolean;
  /** Seed of identifiers and generated responses: the same seed gives the same values. */
  readonly seed?: number;
  /** Largest request body, in bytes; 1 MiB if absent. */
  readonly bodyLimit?: number;
  /** Largest number of sandboxes; 1000 if absent. */
  readonly maxSandboxes?: number;
  /** Largest size of the state and the journals of all sandboxes, in bytes; 256 MiB if absent. */
  readonly memoryLimit?: number;
  /** Called with one sentence when the mock deletes a sandbox because of a limit. */
  readonly notice?: (text: string) => void;
  /** True if the mock validates its responses against the document; true if absent. */
  readonly checkReplies?: boolean;
  /** True if the mock rejects unknown properties and query parameters. A sandbox may change it. */
  readonly strict?: boolean;
  /** Bearer token that the control API requires. Without a token, only this machine may use the control API. */
  readonly adminToken?: string;
  /** Origins whose pages may use the control API; none if absent. It needs a token. */
  readonly adminOrigin?: readonly string[];
  /** Seconds after which an unused sandbox is deleted; a day if absent. 0 keeps all sandboxes. */
  readonly sandboxTtl?: number;
  /** Initial faults of every sandbox, or the file that lists them. */
  readonly faults?: readonly Fault[] | string;
  /** Forwards requests to a real backend, and reports the violations of both sides. */
  readonly proxy?: ProxyOptions;
  /** Exchanges that the journal of each sandbox keeps; 1000 if absent. 0 turns the journal off. */
  readonly journal?: number;
  /** Called once for each exchange. */
  readonly log?: (entry: LogEntry) => void;
  /** Called with the cause of each 5xx response. */
  readonly report?: (error: unknown) => void;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly store?: Store;
}

export interface Mock<W = World> {
  /** Express app, for `createServer` or the `use` of another app. */
  readonly app: RequestListener;
  /** The contract that the mock serves now. */
  readonly contract: Contract;
  /** The records of a new sandbox. */
  readonly seed: W;
  /** The faults of sandboxes that have not changed theirs. */
  readonly faults: readonly SandboxFault[];
  /** The user's own handlers by operationId. */
  readonly handlers: Readonly<Record<string, unknown>>;
  /**
   * Reads the document, the seed, the faults and the module with handlers again. Existing sandboxes keep their records. New sandboxes and
   * sandboxes after a reset have the records of the new seed.
   *
   * @throws DocumentError, DataError when a file is invalid; then nothing changes
   */
  reload(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
