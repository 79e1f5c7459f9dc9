import type { JsonObject } from '../../src/contract/json.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import type { Clock } from './clock.ts';
import type { Reply, ValidRequest } from './operation-handler.ts';
import type { Problem, ProblemName } from './problem.ts';
import type { Settings } from './settings.ts';
import type { Key } from './store.ts';

/** A service. Its document declares the resources (`x-resources`); this interface adds their behaviour. */
export interface Service {
  /** Path of the OpenAPI document, which the build has validated. */
  readonly document: string;
  /** Formats that the document uses in addition to the formats of JSON Schema. */
  readonly formats?: Formats;
  /** The records of a new sandbox. */
  readonly seed: World;
  readonly apiKey: string;
  /** Path of requirements.yaml, which has the texts of the rules for the documentation pages. */
  readonly requirements?: string;
  /** Additions by the name of the resource. */
  readonly resources?: Readonly<Record<string, Resource<JsonObject>>>;
  /** Named schemas for the bodies of its actions. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** Schemas of the settings that the service adds to a sandbox. */
  readonly settings?: Readonly<Record<string, JsonObject>>;
}

/** The complete state of a sandbox as plain data, by collection. Seeds and snapshots have the same form. */
export type World = Readonly<Record<string, readonly object[]>>;

/** The number of records to generate, by collection: `{ invites: 500 }`. */
export type RecordCounts = Readonly<Record<string, number>>;

/** The service's additions to the declaration of a resource. */
export interface Resource<T extends object> {
  /** The message for a second record with the same unique values. It begins with a lower-case word or a value. */
  duplicateMessage?(record: T): string;
  /** Default values of a new record. */
  defaults?(given: Partial<T>, clock: Clock): Partial<T>;
  /** The record at the time `now`; the same object if nothing has changed. */
  expire?(record: T, now: Date, settings: Settings): T;
  /** Changes that no operation of the service can make, under `/__admin/actions`, by operationId. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Operations that read or change the state, by operationId. */
  readonly handlers?: OperationHandlers;
}

/** Handlers by operationId. */
export type OperationHandlers = Readonly<Record<string, OperationHandler<never, never, never>>>;

/** A change of a record. Its response is the changed record. */
export interface Action {
  readonly summary: string;
  readonly description?: string;
  /** The admin page offers the action for records with these values. */
  readonly when?: JsonObject;
  /** Schema of the request body. */
  readonly body: JsonObject;
  readonly handler: OperationHandler<never, never, never>;
}

/** Handles an operation. Returns expected problems; an exception is a defect. */
export type OperationHandler<Body, Found, Kinds> = (
  request: ValidRequest<Body>,
  context: OperationContext<Found, Kinds>,
) => Promise<Reply | Problem>;

/** The values that a handler may use. */
export interface OperationContext<Found, Kinds> {
  /** The records in the path, by resource. If one does not exist, the response is 404 and the handler does not run. */
  readonly found: Found;
  readonly records: Records<Kinds>;
  readonly clock: Clock;
  problem(name: ProblemName, detail: string, rule?: string): Problem;
}

/** The records of a sandbox, by the name of the resource. Expiry follows the clock of the sandbox. */
export interface Records<Kinds> {
  get<K extends keyof Kinds & string>(kind: K, key: Key): Promise<Kinds[K] | undefined>;
  list<K extends keyof Kinds & string>(kind: K): Promise<Kinds[K][]>;
  /** Finds the record with the same key. */
  findSame<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<Kinds[K] | undefined>;
  /** Finds another record with the same unique values. */
  findDuplicate<K extends keyof Kinds & string>(kind: K, record: Partial<Kinds[K]>): Promise<Kinds[K] | undefined>;
  /** Stores a new record, and generates its ID if absent. */
  create<K extends keyof Kinds & string>(kind: K, draft: Draft<Kinds[K]>): Promise<Kinds[K]>;
  /** Creates or replaces a record. */
  put<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
  delete<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
}

type Draft<T> = T extends { readonly id: string } ? Omit<T, 'id'> & { readonly id?: string } : T;
