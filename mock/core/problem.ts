import type { Contract } from '../../src/contract/contract.ts';
import { isObject } from '../../src/contract/json.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';

/** A kind of problem (RFC 9457 §3.1.1), explained on a page of the mock. */
export interface ProblemType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

const TYPES = {
  invalidRequest: {
    name: 'invalid-request',
    status: 400,
    title: 'Invalid request',
    explanation:
      'The request is not JSON, is not an object or breaks the schema. `issues` lists every violation with its JSON Pointer, what was expected and what came, and, where the contract can tell, what was meant (`hint`).',
  },
  unauthorized: {
    name: 'unauthorized',
    status: 401,
    title: 'Unauthorized',
    explanation: 'The request carries no API key that the service knows. Nothing was read or changed.',
  },
  forbidden: {
    name: 'forbidden',
    status: 403,
    title: 'Forbidden',
    explanation: 'Who asks is known, or need not be, but may not do this.',
  },
  notFound: {
    name: 'not-found',
    status: 404,
    title: 'Not found',
    explanation:
      'Something that the path names does not exist, or belongs to another parent. Identifiers are opaque: one of another form is unknown like any other.',
  },
  methodNotAllowed: {
    name: 'method-not-allowed',
    status: 405,
    title: 'Method not allowed',
    explanation: 'The path exists, but not with this method. `Allow` lists the methods that it has.',
  },
  requestTimeout: {
    name: 'request-timeout',
    status: 408,
    title: 'Request timeout',
    explanation: 'The request did not arrive in time.',
  },
  conflict: {
    name: 'conflict',
    status: 409,
    title: 'Conflict',
    explanation: 'The request is right, but something that exists already stands in its way.',
  },
  verificationFailed: {
    name: 'verification-failed',
    status: 409,
    title: 'Verification failed',
    explanation:
      'The journal of the mock does not hold the exchanges that a test demands. `nearMisses` lists those that come closest, each with what differs.',
  },
  contentTooLarge: {
    name: 'content-too-large',
    status: 413,
    title: 'Content too large',
    explanation: 'The body is larger than the service takes.',
  },
  unsupportedMediaType: {
    name: 'unsupported-media-type',
    status: 415,
    title: 'Unsupported media type',
    explanation: 'The body has a media type, a charset or an encoding that the operation does not take.',
  },
  impossible: {
    name: 'impossible',
    status: 422,
    title: 'Impossible request',
    explanation: 'The request fits the schema, but contradicts itself. Nothing was changed.',
  },
  tooManyRequests: {
    name: 'too-many-requests',
    status: 429,
    title: 'Too many requests',
    explanation:
      'A rate limit that was set as a fault of the sandbox. `Retry-After` says in how many seconds, by its clock, requests pass again.',
  },
  headersTooLarge: {
    name: 'headers-too-large',
    status: 431,
    title: 'Request header fields too large',
    explanation: 'The header fields of the request are larger than the service takes.',
  },
  internal: {
    name: 'internal',
    status: 500,
    title: 'Fault of the mock',
    explanation:
      'The mock broke its own contract. This is a defect of the mock, or of the document it was started with.',
  },
  notImplemented: {
    name: 'not-implemented',
    status: 501,
    title: 'No success response',
    explanation: 'The document declares no success response for this operation, so the mock has nothing to answer.',
  },
  badGateway: {
    name: 'bad-gateway',
    status: 502,
    title: 'No answer from the backend',
    explanation: 'The proxy could not reach the backend, or could not read what it answered.',
  },
  gatewayTimeout: {
    name: 'gateway-timeout',
    status: 504,
    title: 'The backend is late',
    explanation: 'The backend did not answer the proxy in time.',
  },
  serviceUnavailable: {
    name: 'service-unavailable',
    status: 503,
    title: 'Service unavailable',
    explanation:
      'The service cannot answer for now. The mock says so where it was asked to, by `Prefer` or by a fault, and where its data file cannot be written.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemName = keyof typeof TYPES;

export const PROBLEM_TYPES: readonly ProblemType[] = Object.values(TYPES);

/** The rules of a document that lead to this type of problem (`x-problems`), the most general first. */
export function problemRules({ root }: Contract, { name }: Pick<ProblemType, 'name'>): readonly string[] {
  const rules = isObject(root['x-problems']) ? root['x-problems'][name] : undefined;
  return Array.isArray(rules) ? rules.map(String) : [];
}

export function isProblem(value: unknown): value is Problem {
  return value instanceof Problem;
}

/** An expected refusal: handlers return it, middleware passes it to `next`. Not an Error: it has no stack. */
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
    this.type = TYPES[name];
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
