import type { Contract } from '../../src/contract/contract.ts';
import {
  inTransaction,
  type OperationContext,
  type OperationHandler,
  type SandboxHandlers,
  type ValidRequest,
} from '../core/operation-handler.ts';
import { isProblem, Problem } from '../core/problem.ts';
import type { Collections } from '../sandboxes/collections.ts';
import { KIND_NAMES, KINDS, type KindName } from '../sandboxes/kinds.ts';
import { deleteRecord, findProject, putRecord } from '../sandboxes/records.ts';
import { theProject } from '../service/find.ts';
import { deleteDependents, dependentsOf } from './dependents.ts';
import { type Patch, patchOf, refusal } from './record-check.ts';
import { listRecords } from './record-list.ts';
import { RESOURCES } from './resources.ts';

/** Each kind of record, one by one: created, read, changed and deleted by the same few handlers. */
export function recordHandlers(control: Contract): SandboxHandlers {
  return Object.assign({}, ...KIND_NAMES.map((kind) => handlersOf(kind, patchOf(control, kind))));
}

function handlersOf<C extends KindName>(collection: C, patch: Patch<C>): SandboxHandlers {
  const { name } = RESOURCES[collection];
  return {
    [`list${name}s`]: inTransaction(listRecords(collection)),
    [`create${name}`]: inTransaction(createRecord(collection)),
    [`get${name}`]: inTransaction(getRecord(collection)),
    [`patch${name}`]: inTransaction(patchRecord(collection, patch)),
    [`delete${name}`]: inTransaction(removeRecord(collection)),
  };
}

function createRecord<C extends KindName>(collection: C): OperationHandler<Partial<Collections[C]>> {
  const { noun, key } = KINDS[collection];
  const { makesId, defaults } = RESOURCES[collection];
  return async ({ body, path }, context) => {
    const { tx, clock, ids } = context;
    const given = await withProjectId(body, context);
    if (isProblem(given)) return given;
    // What is required is there: the document says so. Only the ID may be missing, and it is made last, so that
    // a refusal uses none up.
    const draft = { ...defaults?.(given, clock), ...given } as Collections[C];
    const refused = await refusal(collection, draft, context);
    if (refused) return refused;
    const record = makesId && !('id' in draft) ? { id: await ids.uuid(tx), ...draft } : draft;
    const id = key(record);
    // No path can name it.
    if (!id.every((part) => part.isWellFormed()))
      return new Problem('invalidRequest', `The ${noun} has half a surrogate pair in its identifier.`);
    if (await tx.get(collection, id)) return new Problem('conflict', `The ${noun} ${id.at(-1)} is there already.`);
    await putRecord(tx, collection, record);
    return { body: record, headers: { Location: [path, ...id.map(encodeURIComponent)].join('/') } };
  };
}

function getRecord(collection: KindName): OperationHandler {
  return async ({ params }, context) => {
    const record = await theRecord(collection, params, context);
    return isProblem(record) ? record : { body: record };
  };
}

function patchRecord<C extends KindName>(collection: C, patch: Patch<C>): OperationHandler {
  return async ({ params, body }, context) => {
    const before = await theRecord(collection, params, context);
    if (isProblem(before)) return before;
    const record = patch(before, body);
    if (isProblem(record)) return record;
    const refused = await refusal(collection, record, context);
    if (refused) return refused;
    await putRecord(context.tx, collection, record);
    return { body: record };
  };
}

function removeRecord<C extends KindName>(collection: C): OperationHandler {
  const { noun } = KINDS[collection];
  return async ({ params, query }, context) => {
    const { tx } = context;
    const record = await theRecord(collection, params, context);
    if (isProblem(record)) return record;
    if (query.cascade === 'true') await deleteDependents(tx, collection, record);
    const dependents = await dependentsOf(tx, collection, record);
    if (dependents.length > 0) {
      return new Problem(
        'conflict',
        `The ${noun} cannot go before ${dependents.join(', ')}. Send ?cascade=true to delete them as well.`,
      );
    }
    await deleteRecord(tx, collection, record);
    return {};
  };
}

/** The record that the path names, as it is by now. */
async function theRecord<C extends KindName>(
  collection: C,
  params: ValidRequest['params'],
  context: OperationContext,
): Promise<Collections[C] | Problem> {
  const { path, asOfNow } = RESOURCES[collection];
  const key = path.map((name) => params[name] ?? '');
  if (path[0] === 'projectIdOrName') {
    const project = await theProject(context.tx, key[0]);
    if (isProblem(project)) return project;
    key[0] = project.id;
  }
  const record = await context.tx.get(collection, key);
  if (!record) return new Problem('notFound', `There is no ${KINDS[collection].noun} ${key.at(-1)} here.`);
  return asOfNow ? asOfNow(record, context) : record;
}

/** A body may name its project; what is stored has its ID. */
async function withProjectId<T>(body: T, { tx }: OperationContext): Promise<T | Problem> {
  const { projectId } = body as { readonly projectId?: string };
  if (projectId === undefined) return body;
  const project = await findProject(tx, projectId);
  return project ? { ...body, projectId: project.id } : new Problem('impossible', `There is no project ${projectId}.`);
}
