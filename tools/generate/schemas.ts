import { configurationSchema } from '../../conformance/connection/configuration.ts';
import { FIXTURES } from '../../conformance/service/fixtures.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { WAIVERS_SCHEMA } from '../../src/run-result/waivers/read-waivers.ts';

const COMPONENTS = '#/components/schemas/';

/** JSON Schemas of the files that a user writes, by file name, for the completion of an editor. */
export function fileSchemas(control: Contract): ReadonlyMap<string, string> {
  const schemas: readonly (readonly [name: string, title: string, schema: JsonObject])[] = [
    ['target', 'Configuration of a target (conform --config)', configurationSchema(FIXTURES)],
    ['waivers', 'Accepted deviations (conform --waivers)', WAIVERS_SCHEMA],
    ['faults', 'Faults of each new sandbox (mock --faults)', componentSchema(control, 'FaultList')],
    ['seed', 'First records of each sandbox (mock --seed-file)', componentSchema(control, 'World')],
  ];
  return new Map(
    schemas.map(([name, title, schema]) => {
      const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema };
      return [`${name}.schema.json`, `${JSON.stringify(whole, null, 2)}\n`];
    }),
  );
}

/** Schema of a component of the document; `$defs` contains every schema that the component refers to. */
function componentSchema({ document }: Contract, name: string): JsonObject {
  const { components } = document.root;
  const all = isObject(components) && isObject(components.schemas) ? components.schemas : {};
  const used = new Set<string>();
  const collect = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(collect);
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref !== 'string' || !$ref.startsWith(COMPONENTS))
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, member]) => (key.startsWith('x-') ? [] : [[key, collect(member)]])),
      );
    const target = $ref.slice(COMPONENTS.length);
    used.add(target);
    return { ...value, $ref: `#/$defs/${target}` };
  };
  const schema = collect(all[name]);
  const $defs: Record<string, unknown> = {};
  // `collect` adds the names of further components to the Set `used` during the loop, and the loop also visits these
  // names.
  for (const one of used) $defs[one] = collect(all[one]);
  return { ...(isObject(schema) ? schema : {}), $defs };
}
