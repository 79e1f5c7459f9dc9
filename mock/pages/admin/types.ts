import type { ClockSetting } from '../../core/clock.ts';
import type { Fault as CheckedFault } from '../../core/fault.ts';
import type { Settings } from '../../core/settings.ts';

/** What the control API tells of the time in a sandbox. */
export type Clock = ClockSetting & { readonly now: string };

export type SettingsPatch = { [Name in keyof Settings]?: Settings[Name] | null };

/** Of one of the three kinds of delay. */
export type Latency = Partial<Record<'fixedMs' | 'minMs' | 'maxMs' | 'medianMs' | 'sigma', number>>;

/** `seen` and `struck` are counted by the mock. */
export interface Fault extends Omit<CheckedFault, 'latency' | 'operations'> {
  readonly operations?: string[];
  readonly latency?: Latency;
  readonly seen?: number;
  readonly struck?: number;
}

export interface SandboxLife {
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

interface Snapshot {
  readonly name: string;
  readonly takenAt: string;
}

/** A request or a response of the journal. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a body of JSON, otherwise its text. */
  readonly body?: unknown;
  readonly truncatedFrom?: number;
}

export interface Violation extends Issue {
  readonly message: 'request' | 'response';
}

/** An exchange of the journal. Arrays are mutable for the types of `openapi-fetch`. */
export interface Exchange {
  readonly sequence: number;
  readonly id: string;
  readonly time: string;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly request: Message;
  readonly response?: Message & { readonly status: number };
  readonly problem?: string;
  readonly rules?: string[];
  readonly violations?: Violation[];
  readonly warnings?: string[];
  readonly preferenceApplied?: string;
  readonly faults?: string[];
  readonly aborted?: string;
}

interface Returns<Body> {
  responses: { 200: { content: { 'application/json': Body } } };
}

interface Takes<Body> {
  requestBody: { content: { 'application/json': Body } };
}

interface At<Name extends string> {
  parameters: { path: Record<Name, string> };
}

type Done = Returns<undefined>;

/** The operations of the control API that the page calls (`mock/control/admin.yaml`), as `openapi-fetch` reads them. */
export interface ControlPaths {
  '/__admin/health': { get: Returns<{ readonly contract: { readonly title: string; readonly version: string } }> };
  '/__admin/state': { get: Returns<unknown>; put: Takes<unknown> & Done };
  '/__admin/reset': { post: Done };
  '/__admin/snapshots': { get: Returns<{ readonly snapshots: Snapshot[] }> };
  '/__admin/snapshots/{snapshot}': { put: At<'snapshot'> & Done; delete: At<'snapshot'> & Done };
  '/__admin/snapshots/{snapshot}/restore': { post: At<'snapshot'> & Done };
  '/__admin/sandboxes': { get: Returns<{ readonly sandboxes: SandboxLife[] }> };
  '/__admin/sandboxes/{sandbox}': { delete: At<'sandbox'> & Done };
  '/__admin/settings': { get: Returns<Settings>; patch: Takes<SettingsPatch> & Returns<Settings> };
  '/__admin/clock': { get: Returns<Clock>; put: Takes<ClockSetting> & Returns<Clock> };
  '/__admin/clock/advance': { post: Takes<{ readonly seconds: number }> & Returns<Clock> };
  '/__admin/faults': {
    get: Returns<{ readonly faults: Fault[] }>;
    post: Takes<Fault> & Done;
    delete: Done;
  };
  '/__admin/faults/{fault}': { put: At<'fault'> & Takes<Fault> & Done; delete: At<'fault'> & Done };
  '/__admin/journal': {
    get: { parameters: { query: { after?: number; limit: number } } } & Returns<{
      readonly exchanges: Exchange[];
    }>;
    delete: Done;
  };
  '/__admin/journal/{id}': { get: At<'id'> & Returns<Exchange> };
}

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
