import { randomUUID } from 'node:crypto';
import { addressBody, integrationBody, keyBody, keyUpdateBody, metadataBody } from './bodies.ts';
import { Rejection } from './problem.ts';
import type { Reader } from './reader.ts';
import { hex, type Key, type Project, type State, unknown } from './state.ts';

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

/** The values of the path parameters, in the order of the path. */
type Segments = readonly string[];

/** An operation: its path, its method, and the function that performs a request or throws a rejection. */
export interface Operation {
  readonly method: string;
  /** Regular expression of the path. Each capture group is a path parameter. */
  readonly path: RegExp;
  readonly takesBody: boolean;
  readonly perform: (state: State, segments: Segments, body: unknown) => Reply;
}

/** An operation that validates its body before it looks up records, so that a 400 has priority over a 404. */
function withBody<Body>(
  method: string,
  path: RegExp,
  read: Reader<Body>,
  perform: (state: State, segments: Segments, body: Body) => Reply,
): Operation {
  return {
    method,
    path,
    takesBody: true,
    perform: (state, segments, json) => perform(state, segments, read(json, '')),
  };
}

type Metadata = ReturnType<typeof metadataBody>;

/**
 * The response to an upsert, with a result for each field of the request (D61). The correct server rejects only one
 * kind of contradictory field definition: the definition restricts the values of the field but lists no `values` (D68).
 */
function upserted({ fields }: Metadata): Reply {
  const options = [...fields.values()].flat().flatMap(({ stringOptions = {} }) => stringOptions);
  if (options.some(({ valuesRestricted, values = [] }) => valuesRestricted && values.length === 0)) {
    throw new Rejection('impossible', 'A field restricts its values, but lists no values.');
  }
  const results = [...fields].map(([objectName, definitions]) => [
    objectName,
    Object.fromEntries(definitions.map(({ fieldName }) => [fieldName, { action: 'stored' }])),
  ]);
  return { status: 200, json: { fields: Object.fromEntries(results), success: true } };
}

function shown(project: Project, { kid, material, label, active, created, updated }: Key) {
  const pem = material.export({ type: 'spki', format: 'pem' }).toString();
  return {
    updateTime: updated,
    createTime: created,
    publicKeyPem: pem.replaceAll('\n', '\r\n'),
    active,
    label,
    algorithm: 'RSA',
    projectId: project.id,
    id: kid,
  };
}

export const OPERATIONS: readonly Operation[] = [
  withBody('POST', /^\/projects\/([^/]+)\/integrations$/, integrationBody, (state, [idOrName = ''], body) => {
    const { name, provider, latestRevision } = body;
    const { integrationNames } = state.project(idOrName);
    // The contract does not decide whether `content` of a revision may have another `name` or `provider` than the
    // integration. The correct server rejects a request in which `name` or `provider` of `content` differs from the
    // integration.
    if (latestRevision.content.name !== name || latestRevision.content.provider !== provider) {
      throw new Rejection('impossible', 'The content must have the name and the provider of the integration.');
    }
    if (integrationNames.has(name)) throw new Rejection('conflict', 'An integration with this name exists.');
    integrationNames.add(name);
    return { status: 201 };
  }),

  withBody(
    'PUT',
    /^\/projects\/([^/]+)\/integrations\/([^/]+)\/object-metadata$/,
    metadataBody,
    (state, [idOrName = '', id = ''], body) => {
      state.integration(state.project(idOrName), id);
      return upserted(body);
    },
  ),

  withBody(
    'PUT',
    /^\/projects\/([^/]+)\/providers\/([^/]+)\/object-metadata$/,
    metadataBody,
    (state, [idOrName = '', provider = ''], body) => {
      state.project(idOrName);
      return state.providers.has(provider) ? upserted(body) : unknown('provider');
    },
  ),

  withBody('POST', /^\/projects\/([^/]+)\/jwt-keys$/, keyBody, (state, [idOrName = ''], { label, publicKeyPem }) => {
    const { keys } = state.project(idOrName);
    const created = state.timestamp();
    const kid = randomUUID();
    keys.set(kid, { kid, material: publicKeyPem, label, active: true, created, updated: created });
    return { status: 201, json: { kid } };
  }),

  withBody(
    'PATCH',
    /^\/projects\/([^/]+)\/jwt-keys\/([^/]+)$/,
    keyUpdateBody,
    (state, [idOrName = '', kid = ''], { updateMask, jwtKey: { active, label } }) => {
      const project = state.project(idOrName);
      const key = project.keys.get(kid) ?? unknown('key');
      const wants = { active: updateMask.includes('active'), label: updateMask.includes('label') };
      if ((wants.active && active === undefined) || (wants.label && label === undefined)) {
        throw new Rejection('impossible', 'updateMask names a field without a value in jwtKey.');
      }
      if (wants.active && active !== undefined) key.active = active;
      if (wants.label && label !== undefined) key.label = label;
      key.updated = state.timestamp();
      return { status: 200, json: shown(project, key) };
    },
  ),

  // An operation of the correct server that the contract does not define. The contract allows additional operations.
  {
    method: 'GET',
    path: /^\/projects\/([^/]+)\/jwt-keys\/([^/]+)$/,
    takesBody: false,
    perform: (state, [idOrName = '', kid = '']) => {
      const project = state.project(idOrName);
      return { status: 200, json: shown(project, project.keys.get(kid) ?? unknown('key')) };
    },
  },

  withBody('POST', /^\/orgs\/([^/]+)\/invites$/, addressBody, (state, [org = ''], { email }) => {
    const invited = state.orgs.get(org) ?? unknown('organization');
    if (invited.has(email.toLowerCase())) throw new Rejection('conflict', 'This address has a pending invite.');
    invited.add(email.toLowerCase());
    const createTime = state.timestamp();
    const invite = { status: 'pending', createTime, updateTime: createTime, parentId: org, parentType: 'org' };
    return { status: 201, json: { ...invite, invitedEmail: email, id: hex() } };
  }),

  {
    method: 'DELETE',
    path: /^\/projects\/([^/]+)\/integrations\/([^/]+)\/installations\/([^/]+)$/,
    takesBody: false,
    perform: (state, [idOrName = '', integrationId = '', id = '']) => {
      const { installations } = state.integration(state.project(idOrName), integrationId);
      return installations.delete(id) ? { status: 204 } : unknown('installation');
    },
  },
];
