import type { Contract } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import { append } from '../json-pointer.ts';
import { chain, child, conjuncts, keyword, memberNames, type SchemaChain } from '../schema/schema-walk.ts';
import { jsonContent, type Operation } from './operation.ts';

/**
 * Side of a coverage point. `accepted`: the target accepted a valid request. `refused`: the target rejected an invalid
 * request.
 */
export type Side = 'accepted' | 'refused';

/**
 * Side of a coverage point that a request and its response covered, followed by the ID of the coverage point:
 * `refused createOrder body /label maxLength 255`.
 */
export type Sighting = `${Side} ${string}`;

export type PointKind = 'operation' | 'status' | 'mediaType' | 'parameter' | 'constraint';

/** Coverage point: a statement of an OpenAPI document that a request and its response can exercise. */
export interface CoveragePoint {
  /** ID that is unique in the document: `createThing body /label maxLength 255`. */
  readonly id: string;
  readonly kind: PointKind;
  readonly operationId: string;
  /**
   * Sides that the coverage point has. For example, the coverage point of a success status has only the side
   * `accepted`.
   */
  readonly sides: readonly Side[];
}

/** Constraint of a request body: the ID of its coverage point, and the value of the schema keyword. */
export interface ConstraintPoint {
  readonly id: string;
  readonly value: unknown;
}

/** Constraints of a value in a request body, and of all values inside it. */
export interface PlacePoints {
  /** Constraints by schema keyword; a `required` constraint is listed at the required property. */
  readonly constraints: ReadonlyMap<string, ConstraintPoint>;
  readonly members: ReadonlyMap<string, PlacePoints>;
  /**
   * Constraints of the items of an array, or of those properties of an object that the schema of the object does not
   * name.
   */
  readonly others: PlacePoints | undefined;
}

/** Schema keywords that constrain a single value; excludes annotations and keywords that only contain other schemas. */
const CONSTRAINTS = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];

const BOTH: readonly Side[] = ['accepted', 'refused'];

/**
 * Coverage points of an OpenAPI document.
 *
 * Only constraints of request bodies are coverage points: every response is validated, and a conforming implementation
 * never violates a constraint of a response.
 */
export function coveragePoints(contract: Contract): CoveragePoint[] {
  return contract.operations.flatMap((operation) => [...pointsOf(contract, operation)]);
}

function* pointsOf(contract: Contract, operation: Operation): Generator<CoveragePoint> {
  const { operationId } = operation;
  const point = (kind: PointKind, id: string, sides: readonly Side[] = BOTH) => ({ id, kind, operationId, sides });
  yield point('operation', operationId);
  for (const { status, content } of operation.responses) {
    const sides: readonly Side[] = /^[123]/.test(status) ? ['accepted'] : ['refused'];
    yield point('status', statusId(operation, status), sides);
    for (const { mediaType } of content) yield point('mediaType', answerTypeId(operation, status, mediaType), sides);
  }
  for (const { name } of operation.apiKeys) yield point('parameter', parameterId(operation, name));
  for (const parameter of operation.parameters) {
    yield point('parameter', parameterId(operation, parameter.name), parameter.required ? BOTH : ['accepted']);
  }
  if (!operation.requestBody) return;
  for (const { mediaType } of operation.requestBody.content) {
    yield point('mediaType', requestTypeId(operation, mediaType));
  }
  if (operation.requestBody.required) yield point('constraint', bodyRequiredId(operation));
  const places = bodyPoints(contract, operation);
  for (const id of places ? constraintIds(places) : []) yield point('constraint', id);
}

export function statusId({ operationId }: Operation, status: string): string {
  return `${operationId} status ${status}`;
}

export function answerTypeId({ operationId }: Operation, status: string, mediaType: string): string {
  return `${operationId} status ${status} ${mediaType}`;
}

export function requestTypeId({ operationId }: Operation, mediaType: string): string {
  return `${operationId} body ${mediaType}`;
}

export function parameterId({ operationId }: Operation, name: string): string {
  return `${operationId} parameter ${name}`;
}

export function bodyRequiredId({ operationId }: Operation): string {
  return `${operationId} body required`;
}

/** IDs of the coverage points of a value in a request body, and of all values inside it. */
export function* constraintIds({ constraints, members, others }: PlacePoints): Generator<string> {
  for (const { id } of constraints.values()) yield id;
  for (const place of members.values()) yield* constraintIds(place);
  if (others) yield* constraintIds(others);
}

/** Constraints of the operation's request body; undefined for an operation without a request body. */
export function bodyPoints(contract: Contract, operation: Operation): PlacePoints | undefined {
  const schema = jsonContent(operation)?.schema?.schema;
  if (!schema) return undefined;
  const ofFormats = Object.values(contract.formats).flatMap(({ keywords = {} }) => Object.keys(keywords));
  const body = { root: contract.root, subject: `${operation.operationId} body`, names: [...CONSTRAINTS, ...ofFormats] };
  return placePoints(body, chain(contract.root, schema), '', false, []);
}

interface Body {
  readonly root: JsonObject;
  readonly subject: string;
  /** Schema keywords that are constraints of the body, if a schema of the body contains the keyword. */
  readonly names: readonly string[];
}

function placePoints(
  body: Body,
  nodes: SchemaChain,
  pointer: string,
  required: boolean,
  above: readonly JsonObject[],
): PlacePoints {
  const { root, subject, names } = body;
  const all = conjuncts(root, nodes);
  const at = `${subject} ${pointer || '/'}`;
  const constraints = new Map<string, ConstraintPoint>();
  if (required) constraints.set('required', { id: `${at} required`, value: true });
  for (const name of names) {
    const value = keyword(all, name);
    if (value !== undefined) constraints.set(name, { id: `${at} ${name}${shown(name, value)}`, value });
  }
  // The properties and items of a recursive schema are listed only once.
  if (all.some((node) => above.includes(node))) return { constraints, members: new Map(), others: undefined };
  const below = (token: string, isRequired: boolean) => {
    const found = child(root, nodes, token);
    return found && placePoints(body, found, append(pointer, token), isRequired, [...above, ...all]);
  };
  const needed = all.flatMap((node) => (Array.isArray(node.required) ? node.required : []));
  const members = memberNames(root, nodes).flatMap((name): [string, PlacePoints][] => {
    const place = below(name, needed.includes(name));
    return place ? [[name, place]] : [];
  });
  const items = keyword(all, 'items');
  const additional = all.find((node) => isObject(node.additionalProperties))?.additionalProperties;
  const rest = [items, additional].find(isObject);
  const others = rest && placePoints(body, chain(root, rest), append(pointer, '*'), false, [...above, ...all]);
  return { constraints, members: new Map(members), others };
}

/**
 * Value of a schema keyword, as text for the ID of a coverage point. The ID omits the value of `pattern`: the value is
 * too long, and a value of the body has only one pattern.
 */
function shown(name: string, value: unknown): string {
  return name === 'pattern' ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}
