import type { components, paths } from '../../../src/client/generated/control-api.ts';

export type { paths };

type Schemas = components['schemas'];

export type Clock = Schemas['Clock'];
export type Exchange = Schemas['Exchange'];
export type Fault = Schemas['Fault'];
export type Latency = Schemas['Latency'];
export type Message = Schemas['Message'];
export type SandboxLife = Schemas['SandboxLife'];
export type SettingsPatch = Schemas['SettingsPatch'];
export type Violation = Schemas['ShownViolation'];

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
  readonly settings: readonly { readonly name: string; readonly label: string; readonly hint: string }[];
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
  /** Whether a record is only created and deleted, never changed. */
  readonly fixed: boolean;
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
