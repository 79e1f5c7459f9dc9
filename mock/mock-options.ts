import type { RequestListener } from 'node:http';
import type { Contract } from '../src/contract/contract.ts';
import type { Clock } from './core/clock.ts';
import type { Fault, SandboxFault } from './core/fault.ts';
import type { Ids } from './core/ids.ts';
import type { OperationHandlers, RecordCounts, World } from './core/service.ts';
import type { Store } from './core/store.ts';
import type { LogEntry } from './journal/log-entry.ts';
import type { ProxyOptions } from './proxy/proxy-options.ts';

/**
 * The options of a mock. Each option has a default value. `W` is the type of the complete state of a sandbox, and `H`
 * is the type of your own handlers.
 */
export interface MockOptions<W = World, H = OperationHandlers> {
  /** Path of an OpenAPI document to serve instead of spec/openapi.yaml. */
  readonly spec?: string;
  /** Path of a YAML or JSON file that replaces spec/seed.yaml: the records of a new sandbox, with the same schema. */
  readonly seedFile?: string;
  /**
   * The records of a new sandbox, which replace the records in `seedFile`. A collection that is absent in `world` is
   * empty.
   */
  readonly world?: Partial<W>;
  /**
   * The number of records to generate in addition to the records of the seed, by the name of the collection. With
   * the same `seed`, the generated records have the same values.
   */
  readonly generate?: RecordCounts;
  /**
   * Your own handlers by operationId, or the path of a module with these handlers as its default export. Your handler
   * replaces the handler of the mock for the operation. With your handler, the mock still validates each request and
   * response against the document.
   */
  readonly handlers?: H | string;
  /** Valid API keys; `test-key` if absent. */
  readonly apiKeys?: readonly string[];
  /**
   * SQLite file that keeps the state across restarts, or the URL of a PostgreSQL database
   * (`postgres://user@host/database`) that several mocks share. Without `data`, the mock keeps the state in memory.
   */
  readonly data?: string;
  /**
   * True if the mock may start although other mocks with the same database serve a different document, such as during
   * an update.
   */
  readonly acceptDocument?: boolean;
  /** Seed of the generated identifiers, records and responses: the same seed gives the same values. */
  readonly seed?: number;
  /** Largest request body, in bytes; 1 MiB if absent. */
  readonly bodyLimit?: number;
  /** Largest number of sandboxes; 1000 if absent. */
  readonly maxSandboxes?: number;
  /** Largest size of the state and the journals of all sandboxes, in bytes; 256 MiB if absent. */
  readonly memoryLimit?: number;
  /** Receives a sentence when the mock deletes a sandbox because of a limit. */
  readonly notice?: (text: string) => void;
  /** False if the mock must not validate its responses against the document; true if absent. */
  readonly checkReplies?: boolean;
  /**
   * True if the mock rejects unknown properties and query parameters; false if absent. The setting `strict` of a
   * sandbox replaces the value of this option.
   */
  readonly strict?: boolean;
  /**
   * Bearer token that the control API requires. Without `adminToken`, only clients on the machine of the mock may use
   * the control API.
   */
  readonly adminToken?: string;
  /** Origins whose pages may use the control API; none if absent. This option requires `adminToken`. */
  readonly adminOrigin?: readonly string[];
  /**
   * The seconds after which the mock deletes an unused sandbox; a day if absent. With 0, the mock keeps all sandboxes.
   */
  readonly sandboxTtl?: number;
  /** The initial faults of every sandbox, or the path of a file that lists these faults. */
  readonly faults?: readonly Fault[] | string;
  /**
   * The options of a proxy. With `proxy`, the mock forwards requests to a real backend, and reports the violations in
   * requests and responses.
   */
  readonly proxy?: ProxyOptions;
  /** Number of exchanges that the journal of each sandbox keeps; 1000 if absent. The value 0 turns the journal off. */
  readonly journal?: number;
  /** Receives the log entry of each exchange. */
  readonly log?: (entry: LogEntry) => void;
  /** Receives the cause of each 5xx response. */
  readonly report?: (error: unknown) => void;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly store?: Store;
}

export interface Mock<W = World> {
  /** The Express app of the mock, for `createServer` in Node.js or for the method `use` of another Express app. */
  readonly app: RequestListener;
  /** The contract that the mock currently serves. */
  readonly contract: Contract;
  /** The records of a new sandbox. */
  readonly seed: W;
  /** The initial faults, which apply to each sandbox whose faults no client has changed. */
  readonly faults: readonly SandboxFault[];
  /** The handlers of the user, by operationId. */
  readonly handlers: Readonly<Record<string, unknown>>;
  /**
   * Reads the document, the seed, the faults and the module with handlers again. After a reload, existing sandboxes
   * keep their records. New sandboxes, and sandboxes after a reset, contain the records of the new seed.
   *
   * @throws DocumentError, DataError when a file is invalid. After a failed reload, the mock keeps its current document,
   * seed, faults and handlers
   */
  reload(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
