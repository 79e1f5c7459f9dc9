import type { components as api, operations } from '../../src/client/generated/api.ts';
import type { components as control } from '../../src/client/generated/control-api.ts';
import type { OperationContext, OperationHandler } from '../core/service.ts';

type Records = control['schemas'];

/** The types of the request bodies of the service. */
export type Bodies = api['schemas'];

/** The kinds of record. For example, `jwtKey` is the kind of the collection `jwtKeys`. */
export type Kinds = {
  [Collection in keyof Records['World'] as Collection extends `${infer Kind}s` ? Kind : never]-?: NonNullable<
    Records['World'][Collection]
  >[number];
};

/** The seed and the state of a sandbox. */
export type World = { readonly [Collection in keyof Records['World']]-?: Readonly<Records['World'][Collection]> };

/** The functions of the mock that every handler may call. */
export type Context = Pick<OperationContext<unknown, Kinds>, 'records' | 'clock' | 'problem'>;

/** Handlers by operationId. The argument `found` of a handler contains the records in the path of the request. */
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
