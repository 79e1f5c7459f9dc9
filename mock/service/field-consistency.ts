import type { components } from '../../src/client/generated/api.ts';

type Definition = components['schemas']['FieldDefinition'];

/** Why the definitions cannot hold together (D68), one sentence each. */
export function contradictions(fields: Readonly<Record<string, readonly Definition[]>>): string[] {
  return Object.entries(fields).flatMap(([objectName, definitions]) => [
    ...repeated(definitions.map(({ fieldName }) => fieldName)).map((name) => `${objectName} has ${name} twice.`),
    ...definitions.flatMap((definition) => ofOptions(definition).map((reason) => `${definition.fieldName}: ${reason}`)),
  ]);
}

function ofOptions({ stringOptions }: Definition): string[] {
  if (!stringOptions) return [];
  const { length, defaultValue, values, valuesRestricted } = stringOptions;
  const tooLong = (value: string) => length !== undefined && Array.from(value).length > length;
  const reasons: string[] = [];
  if (valuesRestricted && !values?.length) reasons.push('its values are restricted, but there are none.');
  if (defaultValue !== undefined && valuesRestricted && values?.length && !values.includes(defaultValue)) {
    reasons.push('its default value is not among its values.');
  }
  if (defaultValue !== undefined && tooLong(defaultValue)) reasons.push('its default value is longer than its length.');
  return reasons;
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
