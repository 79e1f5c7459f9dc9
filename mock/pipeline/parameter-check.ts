import type { Contract } from '../../src/contract/contract.ts';
import type { Operation, Parameter } from '../../src/contract/document/operation.ts';
import { hintForSpelling } from '../../src/contract/explain/hint.ts';
import { brief } from '../../src/contract/json.ts';
import { append } from '../../src/contract/json-pointer.ts';
import { chain, keyword } from '../../src/contract/schema/schema-walk.ts';
import { type Violation, violation } from '../../src/contract/schema/violation.ts';
import type { Request } from './http.ts';

const NONE: readonly Violation[] = [];

/**
 * Creates the function that validates the path, query and header parameters of a request. The function skips path
 * parameters that accept any string.
 */
export function parameterCheck(contract: Contract, operation: Operation): (request: Request) => readonly Violation[] {
  const checks = operation.parameters
    .filter((parameter) => parameter.in !== 'cookie' && !isFree(contract, parameter))
    .map((parameter) => checkOf(contract, parameter));
  if (checks.length === 0) return () => NONE;
  return (request) => checks.flatMap((check) => check(request));
}

/** Returns true for a path parameter whose schema accepts any string. */
function isFree(contract: Contract, { in: place, schema }: Parameter): boolean {
  const nodes = schema ? chain(contract.root, schema.schema) : [];
  const constraints = nodes
    .flatMap(Object.keys)
    .filter((name) => !['type', 'description', 'examples', '$ref'].includes(name));
  return place === 'path' && constraints.length === 0 && (keyword(nodes, 'type') ?? 'string') === 'string';
}

function checkOf(contract: Contract, parameter: Parameter): (request: Request) => readonly Violation[] {
  const { name, in: place, required, schema } = parameter;
  const where = place === 'cookie' ? 'header' : place;
  const type = schema ? keyword(chain(contract.root, schema.schema), 'type') : undefined;
  const check = schema && contract.validator(schema, where);
  return (request) => {
    const raw = rawValue(request, parameter);
    if (raw === undefined) return required ? [missing(parameter, where)] : NONE;
    return (check?.(parse(raw, type)) ?? NONE).map((violation) => ({
      ...violation,
      pointer: `/${name}${violation.pointer}`,
      detail: `${name} is ${violation.actual}; expected ${violation.expected}.`,
    }));
  };
}

function rawValue(request: Request, { name, in: place }: Parameter): unknown {
  if (place === 'path') return request.params[name];
  return place === 'query' ? request.query[name] : request.get(name);
}

/**
 * Converts the text of a parameter (style `simple` or `form`) to the type in its schema; returns the text unchanged if
 * the conversion is impossible.
 */
function parse(raw: unknown, type: unknown): unknown {
  if (type === 'array') return Array.isArray(raw) ? raw : [raw];
  if (typeof raw !== 'string') return raw;
  if (type === 'boolean') return raw === 'true' ? true : raw === 'false' ? false : raw;
  if (type === 'integer' || type === 'number')
    return raw.trim() === '' || Number.isNaN(Number(raw)) ? raw : Number(raw);
  return raw;
}

function missing({ name }: Parameter, place: Violation['in']): Violation {
  return violation(place, `/${name}`, `a ${place} parameter named ${name}`, 'nothing', `${name} is required.`);
}

/**
 * Creates the function that finds unknown query parameters. The function ignores names that begin with two underscores,
 * since such a parameter is a preference for the mock (`__code=404`).
 */
export function unknownParameters({ parameters, apiKeys }: Operation): (request: Request) => readonly Violation[] {
  const named = [...parameters, ...apiKeys].filter((one) => one.in === 'query').map(({ name }) => name);
  return (request) => {
    if (!request.url.includes('?')) return NONE;
    return Object.entries(request.query)
      .filter(([name]) => !named.includes(name) && !name.startsWith('__'))
      .slice(0, MAX_UNKNOWN_PARAMETERS)
      .map(([name, value]) =>
        unknown(
          name,
          value,
          named.filter((one) => request.query[one] === undefined),
        ),
      );
  };
}

/**
 * Largest number of unknown query parameters that the mock reports. A malformed query can contain thousands of
 * parameters.
 */
const MAX_UNKNOWN_PARAMETERS = 100;

function unknown(name: string, value: unknown, absent: readonly string[]): Violation {
  const hint = hintForSpelling(name, absent);
  const detail = `Unknown query parameter ${name.slice(0, 80)}.`;
  const found = violation('query', append('', name), 'no such parameter', brief(value), detail);
  return { ...found, keyword: 'additionalProperties', ...(hint !== undefined && { hint }) };
}
