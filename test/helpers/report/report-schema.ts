import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { REPORT_SCHEMA_FILE } from '../../../src/project.ts';

/** Published schema of report.json. */
export const published = JSON.parse(readFileSync(REPORT_SCHEMA_FILE, 'utf8'));

/**
 * Copy of a schema that rejects unknown properties, so that a test finds a property that the schema does not describe.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in schema ? { additionalProperties: false, ...members } : members;
}

function validatorOf(schema: object): (report: unknown) => readonly unknown[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (report) => {
    validate(JSON.parse(JSON.stringify(report)));
    return validate.errors ?? [];
  };
}

/** Violations of the published schema in a report. The published schema allows unknown properties. */
export const errorsOf = validatorOf(published);

/** Violations of the published schema in a report, where an unknown property also counts as a violation. */
export const mistakesOf = validatorOf(closed(published) as object);
