import type { SandboxFault } from '../../core/fault.ts';
import type { Life } from '../../core/store.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';

export type { Fault } from '../../core/fault.ts';

/** A sandbox with the size of its journal and the number of its faults. */
export interface ListedSandbox extends Life {
  readonly name: string;
  readonly requests: number;
  readonly journalBytes: number;
  readonly faults: number;
}

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

/** The properties of a problem document (RFC 9457) that the page uses. */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly Issue[];
}

/** The data about the service that is embedded in the page. */
export interface PageData {
  readonly kinds: readonly PageKind[];
  /** The operations, each with error statuses that the document declares for it. */
  readonly operations: readonly { readonly id: string; readonly errors: readonly number[] }[];
  /** Settings that the service adds. */
  readonly settings: readonly { readonly name: string; readonly hint: string }[];
}

/** A kind of record on the page. */
export interface PageKind {
  /** Path segment below `/__admin/state` and in the route of the page. */
  readonly path: string;
  readonly title: string;
  readonly noun: string;
  /** JSON Pointers to the values at the end of the path of a record. */
  readonly key: readonly string[];
  /** Title and JSON Pointer of each column. The first column names the record. */
  readonly columns: readonly (readonly [title: string, pointer: string])[];
  /** JSON Pointer to the time of creation; absent if the records have none. */
  readonly created?: string;
  /** True if a record can be created and deleted, but not changed. */
  readonly fixed: boolean;
  /** Example of a new record. */
  readonly example: unknown;
  readonly actions: readonly PageAction[];
}

interface PageAction {
  readonly title: string;
  readonly path: string;
  /** The names of the key parts in the request body. */
  readonly names: readonly string[];
  /** The page offers the action for records with these values. */
  readonly when: Readonly<Record<string, unknown>>;
}
