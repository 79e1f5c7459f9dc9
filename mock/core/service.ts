import type { JsonObject } from '../../src/contract/json.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import type { Clock } from './clock.ts';
import type { Reply, ValidRequest } from './operation-handler.ts';
import type { Problem, ProblemName } from './problem.ts';
import type { Settings } from './settings.ts';
import type { Key } from './store.ts';

/** One service: its document declares what exists (`x-resources`), this adds what no document can say. */
export interface Service {
  /** Its OpenAPI document, which the build has validated. */
  readonly document: string;
  /** The formats that it uses besides those of JSON Schema. */
  readonly formats?: Formats;
  /** The records of a new sandbox. */
  readonly seed: World;
  readonly apiKey: string;
  /** The texts of its rules (requirements.yaml), for the documentation pages. */
  readonly requirements?: string;
  /** By the name of the resource. */
  readonly resources?: Readonly<Record<string, Resource<JsonObject>>>;
  /** Named schemas that its actions refer to. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** Schemas of its own settings of a sandbox. */
  readonly settings?: Readonly<Record<string, JsonObject>>;
}

/** The whole state of a sandbox as plain data, by collection: the seed, a snapshot. */
export type World = Readonly<Record<string, readonly object[]>>;

/** The service's additions to the declaration of a resource. */
export interface Resource<T extends object> {
  /** Why another record cannot have the same unique values: the end of a sentence. */
  taken?(record: T): string;
  /** The values of a new record where none are given. */
  defaults?(given: Partial<T>, clock: Clock): Partial<T>;
  /** The record after so much time; the same object if nothing has changed. */
  expire?(record: T, now: Date, settings: Settings): T;
  /** Changes that no operation of the service makes, under `/__admin/actions`. By operationId. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Operations that read or change the state, by operationId. */
  readonly handlers?: Readonly<Record<string, OperationHandler<never, never, never>>>;
}

/** A change whose response is the record. */
export interface Action {
  readonly summary: string;
  readonly description?: string;
  /** The admin page offers the action for records with these values. */
  readonly when?: JsonObject;
  /** Schema of the request body. */
  readonly body: JsonObject;
  readonly handler: OperationHandler<never, never, never>;
}

/** Returns expected problems; an exception is a defect. */
export type OperationHandler<Body, Found, Kinds> = (
  request: ValidRequest<Body>,
  context: OperationContext<Found, Kinds>,
) => Promise<Reply | Problem>;

/** Everything that a handler may use. */
export interface OperationContext<Found, Kinds> {
  /** The records that the path names, by resource: a 404 has ended every other request. */
  readonly found: Found;
  readonly records: Records<Kinds>;
  readonly clock: Clock;
  problem(name: ProblemName, detail: string, rule?: string): Problem;
}

/** The records of a sandbox, by the name of the resource, each as it is at the time of the sandbox. */
export interface Records<Kinds> {
  get<K extends keyof Kinds & string>(kind: K, key: Key): Promise<Kinds[K] | undefined>;
  list<K extends keyof Kinds & string>(kind: K): Promise<Kinds[K][]>;
  /** The record with the identity of the given one. */
  same<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<Kinds[K] | undefined>;
  /** Another record with the same unique values. */
  rival<K extends keyof Kinds & string>(kind: K, record: Partial<Kinds[K]>): Promise<Kinds[K] | undefined>;
  /** Stores a new record, with a new id if it has none. */
  create<K extends keyof Kinds & string>(kind: K, draft: Draft<Kinds[K]>): Promise<Kinds[K]>;
  /** Creates or replaces. */
  put<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
  delete<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
}

type Draft<T> = T extends { readonly id: string } ? Omit<T, 'id'> & { readonly id?: string } : T;
