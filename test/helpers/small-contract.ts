import { Contract } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';

/** A contract that says what a test is about, and nothing else. */
export function contractWith(parts: { paths?: JsonObject; schemas?: JsonObject }, formats?: Formats): Contract {
  const root = { openapi: '3.1.0', paths: parts.paths ?? {}, components: { schemas: parts.schemas ?? {} } };
  return new Contract({ root, title: '', version: '', sha256: '', path: '', trusted: false }, formats);
}

/** What is wrong with a body of that schema. */
export function violationsOf(schema: JsonObject, value: unknown, formats?: Formats): readonly Violation[] {
  const place = { schema: { $ref: '#/components/schemas/A' }, pointer: '/components/schemas/A' };
  return contractWith({ schemas: { A: schema } }, formats).validator(place, 'body')(value);
}
