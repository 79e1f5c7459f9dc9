import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from './document/document.ts';
import type { Operation, SchemaLocation } from './document/operation.ts';
import { basePathOf, readOperations } from './document/read-operations.ts';
import type { JsonObject } from './json.ts';
import { append, valueAt } from './json-pointer.ts';
import type { Formats } from './schema/format.ts';
import { SchemaCompiler } from './schema/schema-compiler.ts';
import { type BrokenConstraint, brokenConstraints, toViolations, type Violation } from './schema/violation.ts';

/** Function that validates a value and returns all violations with `thorough`, otherwise only the first violation. */
export type Validator = (value: unknown, thorough?: boolean) => readonly Violation[];

/**
 * Function that validates a value and returns all violated constraints with `thorough`, otherwise only the first
 * violated constraint.
 */
export type Checker = (value: unknown, thorough?: boolean) => readonly BrokenConstraint[];

/** OpenAPI document with its operations and the validators of its schemas. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** Path of the URL of the first server in `servers`, without a trailing slash: `/v1`. */
  readonly basePath: string;
  readonly formats: Formats;
  readonly #compiler: SchemaCompiler;

  /** @param formats formats of the document in addition to the formats of JSON Schema */
  constructor(document: OpenApiDocument, formats: Formats = {}) {
    this.formats = formats;
    this.document = document;
    this.operations = readOperations(document.root);
    this.basePath = basePathOf(document.root);
    this.#compiler = new SchemaCompiler(document.root, document.trusted, formats);
  }

  get root(): JsonObject {
    return this.document.root;
  }

  operation(operationId: string): Operation | undefined {
    return this.operations.find((operation) => operation.operationId === operationId);
  }

  /** Validator of a schema; the schema is compiled only once. */
  validator(location: SchemaLocation, place: Violation['in']): Validator {
    const check = this.#compiler.at(location.pointer);
    return (value, thorough = true) => this.#violations(location.schema, place, check(value, thorough));
  }

  /**
   * Faster validator, which returns the pointer and the keyword of each violated constraint, without a message for
   * people.
   */
  checker({ pointer }: SchemaLocation): Checker {
    const check = this.#compiler.at(pointer);
    return (value, thorough = true) => {
      const errors = check(value, thorough);
      return errors.length === 0 ? NONE : brokenConstraints(errors);
    };
  }

  /** Validator of a named schema (`#/components/schemas`). */
  schema(name: string): Validator {
    const pointer = append('/components/schemas', name);
    return this.validator({ schema: valueAt(this.root, pointer) as JsonObject, pointer }, 'body');
  }

  /**
   * Compiles the schemas of the document that are not compiled yet, one per turn of the event loop, so that requests do
   * not wait until all schemas are compiled.
   */
  warmUp(): void {
    if (this.#compiler.compileNext()) setImmediate(() => this.warmUp()).unref();
  }

  #violations(schema: JsonObject, place: Violation['in'], errors: readonly ErrorObject[]): readonly Violation[] {
    return errors.length === 0 ? NONE : toViolations(this.root, schema, place, errors, this.formats);
  }
}

const NONE: readonly Violation[] = [];
