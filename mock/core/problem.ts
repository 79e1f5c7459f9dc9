import type { Contract } from '../../src/contract/contract.ts';
import { isObject } from '../../src/contract/json.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';
import { kebabCase } from './kebab-case.ts';

/** A kind of problem (RFC 9457 §3.1.1), explained on a page of the mock. */
export interface ProblemType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

/** Status, title, explanation. The key in kebab case is the name. */
const TYPES = {
  invalidRequest: [
    400,
    'Invalid request',
    'The request is not JSON, is not an object or breaks the schema. `issues` lists every violation with its JSON Pointer, what was expected and what came, and, where the contract can tell, what was meant (`hint`).',
  ],
  unauthorized: [
    401,
    'Unauthorized',
    'The request carries no API key that the service knows. Nothing was read or changed.',
  ],
  forbidden: [403, 'Forbidden', 'Who asks is known, or need not be, but may not do this.'],
  notFound: [
    404,
    'Not found',
    'Something that the path names does not exist, or belongs to another parent. Identifiers are opaque: one of another form is unknown like any other.',
  ],
  methodNotAllowed: [
    405,
    'Method not allowed',
    'The path exists, but not with this method. `Allow` lists the methods that it has.',
  ],
  requestTimeout: [408, 'Request timeout', 'The request did not arrive in time.'],
  conflict: [409, 'Conflict', 'The request is right, but something that exists already stands in its way.'],
  verificationFailed: [
    409,
    'Verification failed',
    'The journal of the mock does not hold the exchanges that a test demands. `nearMisses` lists those that come closest, each with what differs.',
  ],
  contentTooLarge: [413, 'Content too large', 'The body is larger than the service takes.'],
  unsupportedMediaType: [
    415,
    'Unsupported media type',
    'The body has a media type, a charset or an encoding that the operation does not take.',
  ],
  impossible: [422, 'Impossible request', 'The request fits the schema, but contradicts itself. Nothing was changed.'],
  tooManyRequests: [
    429,
    'Too many requests',
    'A rate limit that was set as a fault of the sandbox. `Retry-After` says in how many seconds, by its clock, requests pass again.',
  ],
  headersTooLarge: [
    431,
    'Request header fields too large',
    'The header fields of the request are larger than the service takes.',
  ],
  internal: [
    500,
    'Fault of the mock',
    'The mock broke its own contract. This is a defect of the mock, or of the document it was started with.',
  ],
  notImplemented: [
    501,
    'No success response',
    'The document declares no success response for this operation, so the mock has nothing to answer.',
  ],
  badGateway: [
    502,
    'No answer from the backend',
    'The proxy could not reach the backend, or could not read what it answered.',
  ],
  gatewayTimeout: [504, 'The backend is late', 'The backend did not answer the proxy in time.'],
  serviceUnavailable: [
    503,
    'Service unavailable',
    'The service cannot answer for now. The mock says so where it was asked to, by `Prefer` or by a fault, and where its data file cannot be written.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, explanation: string]>;

export type ProblemName = keyof typeof TYPES;

const BY_NAME = Object.fromEntries(
  Object.entries(TYPES).map(([key, [status, title, explanation]]) => [
    key,
    { name: kebabCase(key), status, title, explanation },
  ]),
) as Readonly<Record<ProblemName, ProblemType>>;

export const PROBLEM_TYPES: readonly ProblemType[] = Object.values(BY_NAME);

/** The rules of a document that lead to this type of problem (`x-problems`), the most general first. */
export function problemRules({ root }: Contract, { name }: Pick<ProblemType, 'name'>): readonly string[] {
  const rules = isObject(root['x-problems']) ? root['x-problems'][name] : undefined;
  return Array.isArray(rules) ? rules.map(String) : [];
}

export function isProblem(value: unknown): value is Problem {
  return value instanceof Problem;
}

/** An expected rejection: handlers return it, middleware passes it to `next`. Not an Error: it has no stack. */
export class Problem {
  readonly type: ProblemType;
  readonly detail: string;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;
  /** More of the problem document (RFC 9457 §3.2). */
  readonly members: Readonly<Record<string, unknown>>;
  /** The rules of the contract that it follows from; without any, those of its type hold (`problemRules`). */
  readonly rules: readonly string[];

  constructor(
    name: ProblemName,
    detail: string,
    options: {
      violations?: readonly Violation[];
      headers?: Readonly<Record<string, string>>;
      members?: Readonly<Record<string, unknown>>;
      rule?: string;
    } = {},
  ) {
    this.type = BY_NAME[name];
    this.detail = detail;
    this.violations = options.violations ?? [];
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
    const broken = [...new Set(this.violations.flatMap(({ rules }) => rules))];
    this.rules = options.rule ? [options.rule] : broken;
  }
}

/** The problem document (RFC 9457) that goes over the wire. */
export function toProblemDocument(problem: Problem, origin: string, requestId: string): Record<string, unknown> {
  const { type, detail, violations, members } = problem;
  return {
    type: `urn:integration-contract:problem:${type.name}`,
    href: `${origin}/problems/${type.name}`,
    title: type.title,
    status: type.status,
    detail,
    instance: `urn:uuid:${requestId}`,
    ...(violations.length > 0 && { issues: violations.map(toIssue) }),
    ...members,
  };
}

/** A violation as a problem shows it. */
export function toIssue(violation: Violation): Record<string, string> {
  const { in: place, pointer, detail, hint, rules, expected, actual } = violation;
  return { in: place, pointer, detail, ...(hint && { hint }), ...(rules[0] && { rule: rules[0] }), expected, actual };
}
