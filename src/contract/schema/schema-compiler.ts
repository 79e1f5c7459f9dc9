import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import type { JsonObject } from '../json.ts';
import { fromFragment, toFragment, valueAt } from '../json-pointer.ts';
import { dateTime } from './date-time.ts';
import type { FormatKeyword, Formats } from './format.ts';
import { linearPattern } from './linear-pattern.ts';
import { uniqueItems } from './unique-items.ts';
import { ValidationWork } from './validation-work.ts';

/**
 * Function that validates a value and returns the errors; an empty list for a valid value.
 *
 * With `thorough`, the function returns all errors; otherwise, it returns only the first error. The time that ajv needs
 * to find all errors grows with the square of the number of errors.
 */
export type Check = (value: unknown, thorough: boolean) => readonly ErrorObject[];

const ROOT = 'document';
const NONE: readonly ErrorObject[] = [];
/** Error for a value whose validation needs too many calls. */
const TOO_MUCH_WORK: readonly ErrorObject[] = [
  {
    keyword: 'validation-work',
    instancePath: '',
    schemaPath: '',
    params: {},
    message: 'a value that the schema can validate with less work',
  },
];

/** Instance of ajv whose validation functions count their calls. */
class LimitedAjv extends Ajv2020 {
  readonly work: ValidationWork;

  constructor(work: ValidationWork, options: Options) {
    super(options);
    this.work = work;
  }
}

/**
 * Compiles each schema of a document once: immediately, or at the first use of the schema if the document is known to
 * be valid.
 *
 * The schemas are JSON Schema 2020-12 with ajv-formats and the given formats. Other formats are ignored.
 */
export class SchemaCompiler {
  /** Instance of ajv that stops at the first error. */
  readonly #first: Ajv2020;
  readonly #work = new ValidationWork();
  /** Instance of ajv that finds all errors. */
  #all: Ajv2020 | undefined;
  readonly #document: JsonObject;
  readonly #isTrusted: boolean;
  readonly #formats: Formats;
  /** Functions that each compile one schema that is not compiled yet. */
  readonly #waiting: (() => void)[] = [];
  readonly #checks = new Map<string, Check>();

  constructor(document: JsonObject, isTrusted: boolean, formats: Formats = {}) {
    this.#first = createAjv(document, false, formats, this.#work);
    this.#document = document;
    this.#isTrusted = isTrusted;
    this.#formats = formats;
  }

  /** Compiles the next schema that is not compiled yet. @returns false if all schemas are compiled */
  compileNext(): boolean {
    const compile = this.#waiting.shift();
    compile?.();
    return compile !== undefined;
  }

  /** Validation function of the schema at a JSON Pointer of the document. */
  at(pointer: string): Check {
    const known = this.#checks.get(pointer);
    if (known) return known;
    const target = this.#resolve(pointer);
    const check = this.#once(target, () => ({ $ref: `${ROOT}${toFragment(target)}` }));
    this.#checks.set(pointer, check);
    return check;
  }

  /** Validation function of a schema outside a document. */
  compile(schema: JsonObject): Check {
    return this.#once(JSON.stringify(schema), () => schema);
  }

  /**
   * JSON Pointer of the schema to which a node that contains only a `$ref` leads. The schema of a problem document, to
   * which many responses refer, is compiled only once.
   */
  #resolve(pointer: string): string {
    const visited = new Set<string>();
    for (let at = pointer; !visited.has(at); ) {
      const { $ref, ...siblings } = valueAt(this.#document, at) as JsonObject;
      if (typeof $ref !== 'string' || !$ref.startsWith('#') || Object.keys(siblings).length > 0) return at;
      visited.add(at);
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
    if (this.#isTrusted) this.#waiting.push(compile);
    else compile();
    const compileAll = () => {
      this.#all ??= createAjv(this.#document, true, this.#formats, this.#work);
      all ??= this.#all.compile(schema);
      return all;
    };
    const errorsOf: Check = (value, thorough) => {
      // The validator that finds all errors is compiled only if it is needed, since the compilation takes longer than
      // many validations.
      const validate = first ?? (thorough ? compileAll() : compile());
      if (validate(value)) return NONE;
      if (!thorough || validate === all) return validate.errors ?? NONE;
      const validateAll = compileAll();
      validateAll(value);
      return validateAll.errors ?? NONE;
    };
    return (value, thorough) => {
      const errors = this.#work.run(value, () => errorsOf(value, thorough));
      return errors ?? TOO_MUCH_WORK.map((error) => ({ ...error, data: value }));
    };
  }
}

function createAjv(document: JsonObject, allErrors: boolean, formats: Formats, work: ValidationWork): Ajv2020 {
  const compilePattern = (source: string, flags: string) => linearPattern(source, flags, work.countSteps);
  const ajv = new LimitedAjv(work, {
    allErrors,
    verbose: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    unicodeRegExp: true,
    code: { regExp: Object.assign(compilePattern, { code: 'linearPattern' }), process: ValidationWork.limited },
    // ajv ignores unknown formats without a warning on the console.
    logger: false,
  });
  addFormats.default(ajv);
  ajv.addFormat('date-time', dateTime);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: uniqueItems,
    errors: true,
  });
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
