import { randomUUID } from 'node:crypto';
import { addressBody, integrationBody, keyBody, keyUpdateBody, metadataBody } from './bodies.ts';
import { Refusal } from './problem.ts';
import type { Reader } from './reader.ts';
import { hex, type Key, type Project, unknown, type World } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

/** The values of the path parameters, in their order. */
type Segments = readonly string[];

/** An operation: path, method, and the function that performs a request or throws a rejection. */
export interface Operation {
  readonly method: string;
  /** Each capture group is a path parameter. */
  readonly path: RegExp;
  readonly takesBody: boolean;
  readonly perform: (world: World, segments: Segments, body: unknown) => Reply;
}

/** An operation that validates its body before it looks up records: a 400 has priority over a 404. */
function withBody<Body>(
  method: string,
  path: RegExp,
  read: Reader<Body>,
  perform: (world: World, segments: Segments, body: Body) => Reply,
): Operation {
  return {
    method,
    path,
    takesBody: true,
    perform: (world, segments, json) => perform(world, segments, read(json, '')),
  };
}

type Metadata = ReturnType<typeof metadataBody>;

/** D61: a result for each field. One kind of contradiction is rejected (D68). */
function upserted({ fields }: Metadata): Reply {
  const options = [...fields.values()].flat().flatMap(({ stringOptions = {} }) => stringOptions);
  if (options.some(({ valuesRestricted, values = [] }) => valuesRestricted && values.length === 0)) {
    throw new Refusal('impossible', 'A field with restricted values has no values.');
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
  withBody('POST', /^\/projects\/([^/]+)\/integrations$/, integrationBody, (world, [idOrName = ''], body) => {
    const { name, provider, latestRevision } = body;
    const { integrationNames } = world.project(idOrName);
    // The contract does not decide if the values may differ; this server rejects different ones.
    if (latestRevision.content.name !== name || latestRevision.content.provider !== provider) {
      throw new Refusal('impossible', 'The content must have the name and the provider of the integration.');
    }
    if (integrationNames.has(name)) throw new Refusal('conflict', 'An integration with this name exists.');
    integrationNames.add(name);
    return { status: 201 };
  }),

  withBody(
    'PUT',
    /^\/projects\/([^/]+)\/integrations\/([^/]+)\/object-metadata$/,
    metadataBody,
    (world, [idOrName = '', id = ''], body) => {
      world.integration(world.project(idOrName), id);
      return upserted(body);
    },
  ),

  withBody(
    'PUT',
    /^\/projects\/([^/]+)\/providers\/([^/]+)\/object-metadata$/,
    metadataBody,
    (world, [idOrName = '', provider = ''], body) => {
      world.project(idOrName);
      return world.providers.has(provider) ? upserted(body) : unknown('provider');
    },
  ),

  withBody('POST', /^\/projects\/([^/]+)\/jwt-keys$/, keyBody, (world, [idOrName = ''], { label, publicKeyPem }) => {
    const { keys } = world.project(idOrName);
    const created = world.timestamp();
    const kid = randomUUID();
    keys.set(kid, { kid, material: publicKeyPem, label, active: true, created, updated: created });
    return { status: 201, json: { kid } };
  }),

  withBody(
    'PATCH',
    /^\/projects\/([^/]+)\/jwt-keys\/([^/]+)$/,
    keyUpdateBody,
    (world, [idOrName = '', kid = ''], { updateMask, jwtKey: { active, label } }) => {
      const project = world.project(idOrName);
      const key = project.keys.get(kid) ?? unknown('key');
      const wants = { active: updateMask.includes('active'), label: updateMask.includes('label') };
      if ((wants.active && active === undefined) || (wants.label && label === undefined)) {
        throw new Refusal('impossible', 'updateMask names a field without a value in jwtKey.');
      }
      if (wants.active && active !== undefined) key.active = active;
      if (wants.label && label !== undefined) key.label = label;
      key.updated = world.timestamp();
      return { status: 200, json: shown(project, key) };
    },
  ),

  // An additional operation, which the contract allows.
  {
    method: 'GET',
    path: /^\/projects\/([^/]+)\/jwt-keys\/([^/]+)$/,
    takesBody: false,
    perform: (world, [idOrName = '', kid = '']) => {
      const project = world.project(idOrName);
      return { status: 200, json: shown(project, project.keys.get(kid) ?? unknown('key')) };
    },
  },

  withBody('POST', /^\/orgs\/([^/]+)\/invites$/, addressBody, (world, [org = ''], { email }) => {
    const invited = world.orgs.get(org) ?? unknown('organization');
    if (invited.has(email.toLowerCase())) throw new Refusal('conflict', 'This address has a pending invite.');
    invited.add(email.toLowerCase());
    const createTime = world.timestamp();
    const invite = { status: 'pending', createTime, updateTime: createTime, parentId: org, parentType: 'org' };
    return { status: 201, json: { ...invite, invitedEmail: email, id: hex() } };
  }),

  {
    method: 'DELETE',
    path: /^\/projects\/([^/]+)\/integrations\/([^/]+)\/installations\/([^/]+)$/,
    takesBody: false,
    perform: (world, [idOrName = '', integrationId = '', id = '']) => {
      const { installations } = world.integration(world.project(idOrName), integrationId);
      return installations.delete(id) ? { status: 204 } : unknown('installation');
    },
  },
];
