import type { SandboxFault } from '../../core/fault.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';

export type { Fault } from '../../core/fault.ts';
export type { Life } from '../../core/store.ts';

/** A fault with its counts. */
export interface CountedFault extends SandboxFault {
  readonly seen: number;
  readonly struck: number;
}

export interface Violation extends Issue {
  readonly message: 'request' | 'response';
}

/** An exchange of the journal. */
export interface Exchange extends Omit<JournalEntry, 'violations'> {
  readonly violations?: readonly Violation[] | undefined;
}

export type Message = JournalEntry['request'];

/** One entry of a problem document's `issues`. */
export interface Issue {
  readonly in: string;
  readonly pointer: string;
  readonly detail: string;
  readonly hint?: string;
  readonly rule?: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a problem document (RFC 9457) of the mock tells. */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly Issue[];
}

/** What the page knows of the service. */
export interface PageData {
  readonly kinds: readonly PageKind[];
  /** Settings of the service itself. */
  readonly settings: readonly { readonly name: string; readonly hint: string }[];
}

/** A kind of record, as the page shows it. */
export interface PageKind {
  /** Below `/__admin/state`, and on the page. */
  readonly path: string;
  readonly title: string;
  readonly noun: string;
  /** JSON Pointers to the values that a record's path ends with. */
  readonly key: readonly string[];
  /** Title and JSON Pointer; the first column names the record. */
  readonly columns: readonly (readonly [title: string, pointer: string])[];
  /** True if a record is only created and deleted, never changed. */
  readonly fixed: boolean;
  /** The body of a request that creates one. */
  readonly example: unknown;
  readonly actions: readonly PageAction[];
}

interface PageAction {
  readonly title: string;
  readonly path: string;
  /** The name of each part of the record's key in the request. */
  readonly names: readonly string[];
  /** The action is offered for records with these values. */
  readonly when: Readonly<Record<string, unknown>>;
}
