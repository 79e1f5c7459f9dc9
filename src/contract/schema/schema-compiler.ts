import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import type { JsonObject } from '../json.ts';
import { fromFragment, toFragment, valueAt } from '../json-pointer.ts';
import type { FormatKeyword, Formats } from './format.ts';

/**
 * The errors of a value against a schema; empty when it is valid.
 *
 * `thorough` lists all of them, else the first alone: ajv's time for all grows with the square of
 * their number.
 */
export type Check = (value: unknown, thorough: boolean) => readonly ErrorObject[];

const ROOT = 'document';
const NONE: readonly ErrorObject[] = [];

/**
 * Compiles the schemas of one document, each once: when it is asked for, or, where the document is
 * known to be sound, when it is first used.
 *
 * JSON Schema 2020-12 with ajv-formats, plus the formats that are given. Other formats are ignored.
 */
export class SchemaCompiler {
  /** Decides; it stops at the first error. */
  readonly #first: Ajv2020;
  /** Explains what was rejected. */
  #all: Ajv2020 | undefined;
  readonly #document: JsonObject;
  readonly #sound: boolean;
  readonly #formats: Formats;
  /** Schemas that are not compiled yet. */
  readonly #waiting: (() => void)[] = [];
  readonly #checks = new Map<string, Check>();

  constructor(document: JsonObject, sound: boolean, formats: Formats = {}) {
    this.#first = createAjv(document, false, formats);
    this.#document = document;
    this.#sound = sound;
    this.#formats = formats;
  }

  /** Compiles one of the schemas that wait for their first use. @returns whether there was one */
  compileNext(): boolean {
    const compile = this.#waiting.shift();
    compile?.();
    return compile !== undefined;
  }

  /** The check for the schema at a JSON Pointer of the document. */
  at(pointer: string): Check {
    const known = this.#checks.get(pointer);
    if (known) return known;
    const target = this.#behindReferences(pointer);
    const check = this.#once(target, () => ({ $ref: `${ROOT}${toFragment(target)}` }));
    this.#checks.set(pointer, check);
    return check;
  }

  /** The check for a schema that stands in no document. */
  compile(schema: JsonObject): Check {
    return this.#once(JSON.stringify(schema), () => schema);
  }

  /** A schema that is nothing but a reference is what it leads to: many answers share one problem. */
  #behindReferences(pointer: string): string {
    const passed = new Set<string>();
    for (let at = pointer; !passed.has(at); ) {
      const { $ref, ...beside } = valueAt(this.#document, at) as JsonObject;
      if (typeof $ref !== 'string' || !$ref.startsWith('#') || Object.keys(beside).length > 0) return at;
      passed.add(at);
      at = fromFragment($ref);
    }
    return pointer;
  }

  #once(key: string, schema: () => JsonObject): Check {
    let check = this.#checks.get(key);
    if (!check) {
      check = this.#compile(schema());
      this.#checks.set(key, check);
    }
    return check;
  }

  #compile(schema: JsonObject): Check {
    let first: ValidateFunction | undefined;
    let all: ValidateFunction | undefined;
    const compile = () => {
      first ??= this.#first.compile(schema);
      return first;
    };
    if (this.#sound) this.#waiting.push(compile);
    else compile();
    return (value, thorough) => {
      const validate = first ?? compile();
      if (validate(value)) return NONE;
      if (!thorough) return validate.errors ?? NONE;
      this.#all ??= createAjv(this.#document, true, this.#formats);
      all ??= this.#all.compile(schema);
      all(value);
      return all.errors ?? NONE;
    };
  }
}

function createAjv(document: JsonObject, allErrors: boolean, formats: Formats): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    unicodeRegExp: true,
    // Unknown formats are ignored without a warning on the console.
    logger: false,
  });
  addFormats.default(ajv);
  for (const [name, { validate, keywords = {} }] of Object.entries(formats)) {
    ajv.addFormat(name, validate);
    for (const [keyword, definition] of Object.entries(keywords)) addKeyword(ajv, keyword, definition);
  }
  return ajv.addSchema(document, ROOT);
}

function addKeyword(ajv: Ajv2020, keyword: string, { isMet, expected }: FormatKeyword): void {
  const validate: { (limit: number, text: string): boolean; errors?: Partial<ErrorObject>[] } = (limit, text) => {
    if (isMet(limit, text)) return true;
    validate.errors = [{ keyword, message: expected(limit) }];
    return false;
  };
  ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', validate, errors: true });
}
