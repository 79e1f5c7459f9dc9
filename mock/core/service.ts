import type { JsonObject } from '../../src/contract/json.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import type { Clock } from './clock.ts';
import type { Reply, ValidRequest } from './operation-handler.ts';
import type { Problem, ProblemName } from './problem.ts';
import type { Settings } from './settings.ts';
import type { Key } from './store.ts';

/**
 * A service that the mock simulates. The OpenAPI document declares the resources (`x-resources`), and this interface
 * adds the behaviour of the resources.
 */
export interface Service {
  /** Path of the OpenAPI document, which the build has validated. */
  readonly document: string;
  /** Formats that the document uses in addition to the formats of JSON Schema. */
  readonly formats?: Formats;
  /** The records of a new sandbox. */
  readonly seed: World;
  readonly apiKey: string;
  /** Path of requirements.yaml, which contains the texts of the rules that the documentation pages show. */
  readonly requirements?: string;
  /** Additions of the service to its resources, by the name of the resource. */
  readonly resources?: Readonly<Record<string, Resource<JsonObject>>>;
  /** Schemas to which the request bodies of the actions refer, by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** Schemas of the settings that the service adds to a sandbox, by the name of the setting. */
  readonly settings?: Readonly<Record<string, JsonObject>>;
}

/**
 * The complete state of a sandbox as plain data, by the name of the collection. The initial records of a new sandbox
 * (the seed) also have the type `World`.
 */
export type World = Readonly<Record<string, readonly object[]>>;

/** The number of records to generate, by the name of the collection. */
export type RecordCounts = Readonly<Record<string, number>>;

/** The service's additions to the declaration of a resource. */
export interface Resource<T extends object> {
  /**
   * Returns the message of the problem if another record has the same unique values (`unique` or `alias` in
   * `x-resources`). The message begins with a lower-case word or a value, since other texts may precede it.
   */
  duplicateMessage?(record: T): string;
  /** Returns the default values of a new record. */
  defaults?(given: Partial<T>, clock: Clock): Partial<T>;
  /**
   * If the record has expired at the time `now`, returns a changed copy, such as a record with the status `expired`.
   * If the record has not expired, returns `record` itself.
   */
  expire?(record: T, now: Date, settings: Settings): T;
  /**
   * The actions: changes of records that no operation of the service can make, by the operationId of the action. The
   * control API offers the actions under `/__admin/actions`.
   */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Handlers for the operations that read or change the state, by operationId. */
  readonly handlers?: OperationHandlers;
}

/** Handlers by operationId. */
export type OperationHandlers = Readonly<Record<string, OperationHandler<never, never, never>>>;

/** A change of a record through the control API. The response of an action is the changed record. */
export interface Action {
  readonly summary: string;
  readonly description?: string;
  /**
   * The property values that a record must have for the action, such as the status `pending`. The admin page offers the
   * action only for records that have these property values.
   */
  readonly when?: JsonObject;
  /** Schema of the request body. */
  readonly body: JsonObject;
  readonly handler: OperationHandler<never, never, never>;
}

/** Handles an operation. For an expected error such as a conflict, returns a `Problem` and never throws. */
export type OperationHandler<Body, Found, Kinds> = (
  request: ValidRequest<Body>,
  context: OperationContext<Found, Kinds>,
) => Promise<Reply | Problem>;

/** The second argument of a handler: the data and functions that the handler may use for the current request. */
export interface OperationContext<Found, Kinds> {
  /**
   * The records that the path identifies, by resource. If a record in the path does not exist, the response is 404 and
   * the handler does not run.
   */
  readonly found: Found;
  readonly records: Records<Kinds>;
  readonly clock: Clock;
  problem(name: ProblemName, detail: string, rule?: string): Problem;
}

/** The records of a sandbox, by the name of the resource. Records expire by the clock of the sandbox. */
export interface Records<Kinds> {
  get<K extends keyof Kinds & string>(kind: K, key: Key): Promise<Kinds[K] | undefined>;
  list<K extends keyof Kinds & string>(kind: K): Promise<Kinds[K][]>;
  /** Finds the stored record with the same key as the given record. */
  findSame<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<Kinds[K] | undefined>;
  /** Finds another record with the same unique values (`unique` or `alias` in `x-resources`) as the given record. */
  findDuplicate<K extends keyof Kinds & string>(kind: K, record: Partial<Kinds[K]>): Promise<Kinds[K] | undefined>;
  /** Stores a new record. If the draft of the record has no ID, generates an ID. */
  create<K extends keyof Kinds & string>(kind: K, draft: Draft<Kinds[K]>): Promise<Kinds[K]>;
  /** Creates or replaces a record. */
  put<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
  delete<K extends keyof Kinds & string>(kind: K, record: Kinds[K]): Promise<void>;
}

type Draft<T> = T extends { readonly id: string } ? Omit<T, 'id'> & { readonly id?: string } : T;
