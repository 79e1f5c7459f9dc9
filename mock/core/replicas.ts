import { hostname } from 'node:os';

/** The processes that share a store. */
export interface Replicas {
  /** The name of this process. */
  readonly name: string;
  /** False if the store does not respond or cannot be written. */
  readonly ready: boolean;
  /** Milliseconds since 1970, by the clock that all processes share. */
  now(): number;
  /** The processes that had contact with the store in the last 30 seconds, by name. */
  list(): Promise<readonly Replica[]>;
  /** Joins the other processes. @throws StoreError when their terms differ from those of this process */
  join(terms: ReplicaTerms): Promise<void>;
}

export interface Replica {
  readonly name: string;
  /** The version of the package. */
  readonly version: string;
  /** SHA-256 of the document that it serves. */
  readonly document: string;
  /** RFC 3339, by the clock of the store. */
  readonly lastSeen: string;
}

/** Settings that all processes must agree on. */
export interface ReplicaTerms {
  /** SHA-256 of the document that the process serves. */
  readonly document: string;
  /** True if other processes may serve another document. */
  readonly acceptDocument: boolean;
  /** Exchanges that the journal of each sandbox keeps. */
  readonly journal: number;
  /** Seconds after which an unused sandbox is deleted. */
  readonly sandboxTtl: number;
  /** The version of the package. */
  readonly version: string;
}

/** A name for a process among the processes that share a store: its host and random characters. */
export function replicaName(): string {
  return `${hostname()}-${crypto.randomUUID().slice(0, 8)}`;
}
