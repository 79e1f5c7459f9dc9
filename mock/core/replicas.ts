import { hostname } from 'node:os';

/** The replicas of the mock: the processes that share a store. */
export interface Replicas {
  /** The name of this process among the replicas, from `replicaName`. */
  readonly name: string;
  /** False while the store does not respond, or while this process cannot write to the store. */
  readonly ready: boolean;
  /** Returns the milliseconds since 1970, by the clock that all replicas share. */
  now(): number;
  /** Lists the replicas that had contact with the store in the last 30 seconds, in the order of their names. */
  list(): Promise<readonly Replica[]>;
  /**
   * Adds this process to the replicas.
   * @throws StoreError when another replica has another value of a setting that must be equal in all replicas
   */
  join(terms: ReplicaTerms): Promise<void>;
}

export interface Replica {
  readonly name: string;
  /** The version of the package `integration-contract` that the replica runs. */
  readonly version: string;
  /** SHA-256 of the OpenAPI document that the replica serves. */
  readonly document: string;
  /** The time of the last contact with the store (RFC 3339), by the clock of the store. */
  readonly lastSeen: string;
}

/**
 * The settings and the version of a process that joins the replicas. `journal`, `sandboxTtl` and, unless
 * `acceptDocument` is true, `document` must be equal in all replicas.
 */
export interface ReplicaTerms {
  /** SHA-256 of the OpenAPI document that this process serves. */
  readonly document: string;
  /** True if this process may start although other replicas serve a different document. */
  readonly acceptDocument: boolean;
  /** Number of exchanges that the journal of each sandbox keeps. */
  readonly journal: number;
  /** Seconds after which an unused sandbox is deleted. */
  readonly sandboxTtl: number;
  /** The version of the package that this process runs. */
  readonly version: string;
}

/** Generates the name of a replica: the name of its host, and random characters. */
export function replicaName(): string {
  return `${hostname()}-${crypto.randomUUID().slice(0, 8)}`;
}
