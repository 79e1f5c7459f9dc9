import { readDataFile } from '../../contract/data-file.ts';
import type { JsonObject } from '../../contract/json.ts';
import { SchemaCompiler } from '../../contract/schema/schema-compiler.ts';
import { toViolations, type Violation } from '../../contract/schema/violation.ts';
import { DEVIATION_PATTERN } from '../deviation.ts';
import type { Waiver, Waivers } from './waiver.ts';

const text = { type: 'string', pattern: '\\S' };
const deviation = { pattern: DEVIATION_PATTERN };

const SCHEMA: JsonObject = {
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
 * Reads a file of waivers, YAML or JSON.
 *
 * @throws DataError that lists each mistake with its line
 */
export function readWaivers(file: string): Waivers {
  const data = readDataFile(file);
  const errors = new SchemaCompiler({}, false).compile(SCHEMA)(data.value, true);
  data.refuse(toViolations({}, SCHEMA, 'body', errors).map(inWords));
  const { waivers } = data.value as Written;
  const entries = waivers.map(({ requirement, deviation, ...agreed }, index) => ({
    ...{ requirement, deviations: [deviation].flat(), ...agreed },
    place: data.where(`/waivers/${index}`),
  }));
  return { file, entries };
}

/** What no contract is asked about. */
function inWords(violation: Violation): Violation {
  const { keyword, pointer, actual } = violation;
  const where = pointer.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const known =
      pointer.lastIndexOf('/') > 0
        ? 'an entry has requirement, deviation, reason, owner and expires'
        : 'the file has `waivers`, a list of entries, and nothing else';
    return { ...violation, detail: `${where} is not known here; ${known}.` };
  }
  if (pointer.includes('/deviation') && keyword === 'pattern') {
    const detail = `${where}: expected a deviation as reports name it, such as orders/create/once:D42:status:4e5f6071, got ${actual}.`;
    return { ...violation, detail };
  }
  return keyword === 'pattern' ? { ...violation, detail: `${where}: expected some text, got ${actual}.` } : violation;
}
