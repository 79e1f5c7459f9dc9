import type { Express } from 'express';
import type { Contract } from '../src/contract/contract.ts';
import type { Clock } from './core/clock.ts';
import type { Fault, SandboxFault } from './core/fault.ts';
import type { Ids } from './core/ids.ts';
import type { World } from './core/service.ts';
import type { Store } from './core/store.ts';
import type { LogEntry } from './pipeline/access-log.ts';
import type { ProxyOptions } from './proxy/create-proxy.ts';

/** Everything has a default; `W` is the type of the service's state. */
export interface MockOptions<W = World> {
  /** OpenAPI document to serve instead of the project's. */
  readonly spec?: string;
  /** What new sandboxes are made from, YAML or JSON of the form of spec/seed.yaml, which it replaces. */
  readonly seedFile?: string;
  /** The same as an object, which wins over a file; lists that are left out are empty. */
  readonly world?: Partial<W>;
  /** The keys that are known; `test-key` when none are given. */
  readonly apiKeys?: readonly string[];
  /** SQLite file that keeps the state over restarts; in memory when absent. */
  readonly data?: string;
  /** Makes identifiers and generated replies repeat themselves. */
  readonly seed?: number;
  /** Largest request body, in bytes; 1 MiB when absent. */
  readonly bodyLimit?: number;
  /** True if the mock holds its replies against the document; true when absent. */
  readonly checkReplies?: boolean;
  /** True if requests are rejected for what the contract does not name; a sandbox may have it otherwise. */
  readonly strict?: boolean;
  /** What the control API demands as a bearer token; without one it answers this machine only. */
  readonly adminToken?: string;
  /** Seconds after which a sandbox that nobody used is deleted; a day when absent, 0 keeps all. */
  readonly sandboxTtl?: number;
  /** What goes wrong in every sandbox until it is told otherwise: faults, or the file that lists them. */
  readonly faults?: readonly Fault[] | string;
  /** Sends requests on to a real backend, and tells where the two sides break the contract. */
  readonly proxy?: ProxyOptions;
  /** How many exchanges the journal of each sandbox keeps; 1000 when absent, 0: none. */
  readonly journal?: number;
  /** Called once for each exchange. */
  readonly log?: (entry: LogEntry) => void;
  /** Called with what made the mock answer 500. */
  readonly report?: (error: unknown) => void;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly store?: Store;
}

export interface Mock<W = World> {
  readonly app: Express;
  /** What is served now. */
  readonly contract: Contract;
  /** What new sandboxes are made from now. */
  readonly seed: W;
  /** What goes wrong now in sandboxes that were told nothing else. */
  readonly faults: readonly SandboxFault[];
  /**
   * Reads the document, the seed and the faults again. Sandboxes keep what they hold; new ones, and those
   * that are reset, are made from the new seed.
   *
   * @throws DocumentError, DataError when one is broken; then nothing changes
   */
  reload(): Promise<void>;
  /** Ends the store. */
  close(): Promise<void>;
}
