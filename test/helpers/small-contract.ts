import { Contract } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';

/** Contract with only the parts that a test needs. */
export function contractWith(parts: { paths?: JsonObject; schemas?: JsonObject }, formats?: Formats): Contract {
  const root = { openapi: '3.1.0', paths: parts.paths ?? {}, components: { schemas: parts.schemas ?? {} } };
  return new Contract({ root, title: '', version: '', sha256: '', path: '', trusted: false }, formats);
}

/** Violations of a schema in a body. */
export function violationsOf(schema: JsonObject, value: unknown, formats?: Formats): readonly Violation[] {
  const place = { schema: { $ref: '#/components/schemas/A' }, pointer: '/components/schemas/A' };
  return contractWith({ schemas: { A: schema } }, formats).validator(place, 'body')(value);
}
