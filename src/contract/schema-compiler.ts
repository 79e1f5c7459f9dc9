import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { parseRsaPublicKey } from './formats/rsa-public-key-pem.ts';
import type { JsonObject } from './json.ts';
import { toFragment } from './json-pointer.ts';

/** All errors of a value against a schema; empty when it is valid. */
export type Check = (value: unknown) => readonly ErrorObject[];

const ROOT = 'document';
const NONE: readonly ErrorObject[] = [];

/**
 * Compiles the schemas of one document, each at its first use and once.
 *
 * JSON Schema 2020-12 with ajv-formats, plus what this project adds: the format `rsa-public-key-pem`
 * and the keyword `x-minimum-modulus-length` (bits).
 */
export class SchemaCompiler {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, Check>();

  constructor(document: JsonObject) {
    this.#ajv = new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: false,
      validateSchema: false,
      addUsedSchema: false,
      ownProperties: true,
      unicodeRegExp: true,
    });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addFormat('rsa-public-key-pem', (pem: string) => parseRsaPublicKey(pem) !== undefined);
    this.#ajv.addKeyword({
      keyword: 'x-minimum-modulus-length',
      type: 'string',
      schemaType: 'number',
      validate: (bits: number, pem: string) => {
        const length = parseRsaPublicKey(pem)?.asymmetricKeyDetails?.modulusLength;
        return length === undefined || length >= bits;
      },
    });
    this.#ajv.addSchema(document, ROOT);
  }

  /** The check for the schema at a JSON Pointer of the document. */
  at(pointer: string): Check {
    return this.#once(pointer, () => ({ $ref: `${ROOT}${toFragment(pointer)}` }));
  }

  /** The check for a schema that stands in no document. */
  compile(schema: JsonObject): Check {
    return this.#once(JSON.stringify(schema), () => schema);
  }

  #once(key: string, schema: () => JsonObject): Check {
    let check = this.#compiled.get(key);
    if (!check) {
      const validate: ValidateFunction = this.#ajv.compile(schema());
      check = (value) => (validate(value) ? NONE : (validate.errors ?? NONE));
      this.#compiled.set(key, check);
    }
    return check;
  }
}
