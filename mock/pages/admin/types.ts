import type { SandboxFault } from '../../core/fault.ts';
import type { Life } from '../../core/store.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';

export type { Fault } from '../../core/fault.ts';

/** A sandbox with the number of exchanges in its journal and the number of its faults. */
export interface ListedSandbox extends Life {
  readonly name: string;
  readonly requests: number;
  readonly journalBytes: number;
  readonly faults: number;
}

/** A fault with the number of requests that reached it, and the number of requests to which it applied. */
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

/** An entry of `issues` in a problem document. */
export interface Issue {
  readonly in: string;
  readonly pointer: string;
  readonly detail: string;
  readonly hint?: string;
  readonly rule?: string;
  readonly expected: string;
  readonly actual: string;
}

/** The properties of a problem document (RFC 9457) that the admin page uses. */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly Issue[];
}

/** The data about the service that the mock embeds in the admin page. */
export interface PageData {
  /** An API key that the mock accepts; absent in a proxy, and for browsers on another machine. */
  readonly apiKey?: string;
  readonly kinds: readonly PageKind[];
  /** The operations, with the error statuses that the document declares for each operation. */
  readonly operations: readonly { readonly id: string; readonly errors: readonly number[] }[];
  /** The settings that the service adds to the settings of the mock. */
  readonly settings: readonly { readonly name: string; readonly hint: string }[];
}

/** A kind of record on the admin page. */
export interface PageKind {
  /** Name of the kind in a path below `/__admin/state` and in the route of the page. */
  readonly path: string;
  readonly title: string;
  readonly noun: string;
  /** The JSON Pointers of the values that identify a record, in the order of their values in the path of the record. */
  readonly key: readonly string[];
  /** The title and the JSON Pointer of each column. The first column names the record. */
  readonly columns: readonly (readonly [title: string, pointer: string])[];
  /** JSON Pointer of the time of creation; absent if the records have no time of creation. */
  readonly created?: string;
  /** True if a client can create and delete a record of this kind, but not change a record. */
  readonly fixed: boolean;
  /** An example of a new record. */
  readonly example: unknown;
  readonly actions: readonly PageAction[];
}

interface PageAction {
  readonly title: string;
  readonly path: string;
  /** The names of the properties in the request body of the action that identify the record. */
  readonly names: readonly string[];
  /**
   * The property values that a record must have, such as the status `pending`, so that the action is possible. The
   * admin page offers the action only for a record that has all these property values.
   */
  readonly when: Readonly<Record<string, unknown>>;
}
