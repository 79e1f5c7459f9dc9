import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '../core/service.ts';
import type { Bodies, Context, Handler, Kinds } from './kinds.ts';

type Body = Bodies['UpsertObjectMetadataRequest'];
type Definition = Bodies['FieldDefinition'];
type Field = Kinds['field'];

/** Creates or updates the fields of an integration (§4.1 of the interface document). */
const upsertIntegrationObjectMetadata: Handler<Body, 'integration'> = ({ body }, context) => {
  const { projectId, id } = context.found.integration;
  return upsert(context, { projectId, owner: 'integration', ownerId: id }, body);
};

/** Creates or updates the fields of a provider (§4.2 of the interface document, D62). */
const upsertProviderObjectMetadata: Handler<Body, 'project' | 'provider'> = ({ body }, context) => {
  const { project, provider } = context.found;
  return upsert(context, { projectId: project.id, owner: 'provider', ownerId: provider.name }, body);
};

async function upsert(
  { records, problem }: Context,
  owner: Pick<Field, 'projectId' | 'owner' | 'ownerId'>,
  { groupRef, fields }: Body,
) {
  const reasons = contradictions(fields);
  if (reasons.length > 0) return problem('impossible', reasons.join(' '), 'D68');
  const upsertOne = async (objectName: string, definition: Definition) => {
    const { fieldName } = definition;
    const field = { ...owner, groupRef, objectName, definition };
    const known = await records.findSame('field', field);
    const isSame = known !== undefined && isDeepStrictEqual(known.definition, definition);
    if (!isSame) await records.put('field', field);
    return [fieldName, { fieldName, action: isSame ? 'none' : known ? 'update' : 'create' }] as const;
  };
  // The function reads the stored fields concurrently, so that a database store can read all fields with one statement.
  const upsertObject = async ([objectName, definitions]: [string, readonly Definition[]]) => {
    const results = await Promise.all(definitions.map((definition) => upsertOne(objectName, definition)));
    return [objectName, Object.fromEntries(results)] as const;
  };
  const results = await Promise.all(Object.entries(fields).map(upsertObject));
  return { body: { success: true, fields: Object.fromEntries(results) } };
}

/** Lists the contradictions between the definitions of fields (D68), with one sentence for each contradiction. */
function contradictions(fields: Readonly<Record<string, readonly Definition[]>>): string[] {
  return Object.entries(fields).flatMap(([objectName, definitions]) => [
    ...duplicates(definitions.map(({ fieldName }) => fieldName)).map(
      (name) => `Object ${objectName} defines field ${name} twice.`,
    ),
    ...definitions.flatMap((definition) =>
      optionContradictions(definition).map((reason) => `Field ${definition.fieldName}: ${reason}`),
    ),
  ]);
}

function optionContradictions({ stringOptions }: Definition): string[] {
  if (!stringOptions) return [];
  const { length, defaultValue, values, valuesRestricted } = stringOptions;
  const tooLong = (value: string) => length !== undefined && Array.from(value).length > length;
  const reasons: string[] = [];
  if (valuesRestricted && !values?.length) reasons.push('`valuesRestricted` is true, but `values` is empty.');
  if (defaultValue !== undefined && valuesRestricted && values?.length && !values.includes(defaultValue)) {
    reasons.push('`defaultValue` is not in `values`.');
  }
  if (defaultValue !== undefined && tooLong(defaultValue)) reasons.push('`defaultValue` is longer than `length`.');
  return reasons;
}

function duplicates(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

export const field: Resource<Field> = {
  handlers: { upsertIntegrationObjectMetadata, upsertProviderObjectMetadata },
};
