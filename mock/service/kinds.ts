import type { components as api, operations } from '../../src/client/generated/api.ts';
import type { components as control } from '../../src/client/generated/control-api.ts';
import type { OperationContext, OperationHandler } from '../core/service.ts';

type Records = control['schemas'];

/** The types of the request bodies of the service, by the name of their schema. */
export type Bodies = api['schemas'];

/** The types of the records by kind. For example, `jwtKey` is the kind of the records in the collection `jwtKeys`. */
export type Kinds = {
  [Collection in keyof Records['World'] as Collection extends `${infer Kind}s` ? Kind : never]-?: NonNullable<
    Records['World'][Collection]
  >[number];
};

/** The type of the seed, and of the complete state of a sandbox. */
export type World = { readonly [Collection in keyof Records['World']]-?: Readonly<Records['World'][Collection]> };

/** The properties that the second argument of every handler has, with the same types in every handler. */
export type Context = Pick<OperationContext<unknown, Kinds>, 'records' | 'clock' | 'problem'>;

/**
 * Handlers by operationId. The second argument of each handler has the property `found`: the records that the path
 * identifies.
 */
export type Handlers = {
  readonly [Id in keyof operations]?: OperationHandler<BodyOf<operations[Id]>, Partial<Kinds>, Kinds>;
};

type BodyOf<T> = T extends { readonly requestBody: { readonly content: infer Content } }
  ? Content[keyof Content]
  : undefined;

/** A handler of an operation whose path identifies the resources `Found`. */
export type Handler<Body = unknown, Found extends keyof Kinds = never> = OperationHandler<
  Body,
  Pick<Kinds, Found>,
  Kinds
>;
