import { readDataFile } from '../../contract/data-file.ts';
import type { JsonObject } from '../../contract/json.ts';
import { SchemaCompiler } from '../../contract/schema/schema-compiler.ts';
import { toViolations, type Violation } from '../../contract/schema/violation.ts';
import { DEVIATION_PATTERN } from '../deviation.ts';
import type { Waiver, Waivers } from './waiver.ts';

const text = { type: 'string', pattern: '\\S' };
const deviation = { pattern: DEVIATION_PATTERN };

/** JSON Schema of a file of waivers. */
export const WAIVERS_SCHEMA: JsonObject = {
  type: 'object',
  required: ['waivers'],
  additionalProperties: false,
  properties: {
    waivers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['requirement', 'deviation', 'reason', 'owner', 'expires'],
        additionalProperties: false,
        properties: {
          requirement: text,
          deviation: {
            type: ['string', 'array'],
            ...deviation,
            minItems: 1,
            uniqueItems: true,
            items: { type: 'string', ...deviation },
          },
          reason: text,
          owner: text,
          expires: { type: 'string', format: 'date' },
        },
      },
    },
  },
};

interface Written {
  readonly waivers: readonly (Omit<Waiver, 'deviations' | 'place'> & {
    readonly deviation: string | readonly string[];
  })[];
}

/**
 * Reads a file of waivers in YAML or JSON.
 *
 * @throws DataError with all mistakes and their lines
 */
export function readWaivers(file: string): Waivers {
  const data = readDataFile(file);
  const errors = new SchemaCompiler({}, false).compile(WAIVERS_SCHEMA)(data.value, true);
  data.requireNone(toViolations({}, WAIVERS_SCHEMA, 'body', errors).map(describe));
  const { waivers } = data.value as Written;
  const entries = waivers.map(({ requirement, deviation, ...rest }, index) => ({
    ...{ requirement, deviations: [deviation].flat(), ...rest },
    place: data.where(`/waivers/${index}`),
  }));
  return { file, entries };
}

/** Adds a message for the author of the file to a violation of the schema of waivers. */
function describe(violation: Violation): Violation {
  const { keyword, pointer, actual } = violation;
  const where = pointer.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const known =
      pointer.lastIndexOf('/') > 0
        ? 'expected requirement, deviation, reason, owner or expires'
        : 'expected only `waivers`, a list';
    return { ...violation, detail: `${where} is unknown; ${known}.` };
  }
  if (pointer.includes('/deviation') && keyword === 'pattern') {
    const detail = `${where}: expected a deviation from a report, such as orders/create/once:D42:status:4e5f6071, got ${actual}.`;
    return { ...violation, detail };
  }
  return keyword === 'pattern' ? { ...violation, detail: `${where}: expected text, got ${actual}.` } : violation;
}
