import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type Answer, isSuccess } from '../target/answer.ts';
import type { WireRequest } from '../target/client.ts';

export type LeftoverKind = 'integration' | 'jwtKey' | 'invite' | 'metadataGroup';

/** Something that a run made and that no operation of the interface can delete. */
export interface Leftover {
  readonly kind: LeftoverKind;
  /** Where the answer told it. */
  readonly id?: string;
  /** The name, label, address or group that was sent. */
  readonly name?: string;
  /** The operationId. */
  readonly operation: string;
  /** Of the requests that made it, without the query: what it belongs to stands there. */
  readonly paths?: readonly string[];
  /** Of metadata: the objects whose fields were sent. */
  readonly objectNames?: readonly string[];
  /** `unknown`: no answer came, so it may be there or not. */
  readonly certainty?: 'unknown';
}

/** What a request to an operation changed for good. */
export interface Trace {
  readonly leftover?: Leftover;
  /** The path of the request. */
  readonly place: string;
  /** The installation that was deleted. */
  readonly installation?: string;
}

interface Creation {
  readonly kind: LeftoverKind;
  /** The member of the request that names what is made. */
  readonly name: string;
  readonly id: (answer: Answer) => unknown;
}

const member =
  (name: string) =>
  ({ json }: Answer) =>
    isObject(json) ? json[name] : undefined;

const CREATIONS: Readonly<Record<string, Creation>> = {
  createIntegration: {
    kind: 'integration',
    name: 'name',
    // The only place where the contract tells it, where the service sends the header at all.
    id: ({ headers }) => headers.location?.split('/').at(-1),
  },
  createJwtKey: { kind: 'jwtKey', name: 'label', id: member('kid') },
  createInvite: { kind: 'invite', name: 'email', id: member('id') },
  upsertIntegrationObjectMetadata: { kind: 'metadataGroup', name: 'groupRef', id: () => undefined },
  upsertProviderObjectMetadata: { kind: 'metadataGroup', name: 'groupRef', id: () => undefined },
};

/** What a request to the operation would make if it were accepted; undefined where that is nothing that lasts. */
export function kindMadeBy(operationId: string): LeftoverKind | undefined {
  return CREATIONS[operationId]?.kind;
}

/** What an exchange left behind or used up; undefined where it changed nothing that lasts. */
export function traceOf(
  request: WireRequest,
  answer: Answer | undefined,
  operation: Operation | undefined,
): Trace | undefined {
  if (!operation || request.method !== operation.method || (answer && !isSuccess(answer))) return undefined;
  const { operationId } = operation;
  if (operationId === 'deleteInstallation') {
    return answer && { place: request.path, installation: decodeURIComponent(request.path.split('/').at(-1) ?? '') };
  }
  const creation = CREATIONS[operationId];
  if (!creation) return undefined;
  const body = bodyOf(request);
  const name = body?.[creation.name];
  const id = answer && creation.id(answer);
  // Without an answer, only what a valid request would have made is worth telling.
  if (!answer && typeof name !== 'string') return undefined;
  return {
    place: request.path,
    leftover: {
      kind: creation.kind,
      ...(typeof id === 'string' && id !== '' && { id: id.toWellFormed() }),
      ...(typeof name === 'string' && { name: name.toWellFormed() }),
      operation: operationId,
      paths: [request.path.split('?', 1)[0] ?? ''],
      ...(creation.kind === 'metadataGroup' && { objectNames: objectNamesOf(body) }),
      ...(!answer && { certainty: 'unknown' as const }),
    },
  };
}

/** The traces of a run or of a part of it, each once: a group of metadata is the same however often it is sent. */
export function distinctTraces(traces: readonly Trace[]): Trace[] {
  const key = ({ leftover, installation, place }: Trace) => {
    if (!leftover) return `installation ${installation}`;
    const { kind, id, name, operation } = leftover;
    if (id !== undefined) return JSON.stringify([kind, id]);
    return JSON.stringify([operation, name, ...(kind === 'metadataGroup' ? [] : [place])]);
  };
  const distinct = new Map<string, Trace>();
  for (const trace of traces) {
    const earlier = distinct.get(key(trace))?.leftover;
    const { leftover } = trace;
    distinct.set(key(trace), earlier && leftover ? { ...trace, leftover: together(earlier, leftover) } : trace);
  }
  return [...distinct.values()];
}

/** What the later request says, and all places of both. */
function together(earlier: Leftover, later: Leftover): Leftover {
  return {
    ...later,
    ...joined('paths', earlier.paths, later.paths),
    ...joined('objectNames', earlier.objectNames, later.objectNames),
  };
}

function joined(name: string, some: readonly string[] = [], more: readonly string[] = []) {
  const all = [...new Set([...some, ...more])].sort();
  return all.length > 0 ? { [name]: all } : {};
}

function objectNamesOf(body: JsonObject | undefined): string[] {
  return isObject(body?.fields) ? Object.keys(body.fields).map((name) => name.toWellFormed()) : [];
}

function bodyOf({ body }: WireRequest): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(body?.toString() ?? '');
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
