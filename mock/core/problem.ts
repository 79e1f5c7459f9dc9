import type { Contract } from '../../src/contract/contract.ts';
import { isObject } from '../../src/contract/json.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';
import { kebabCase } from './kebab-case.ts';

/** A problem type (RFC 9457 §3.1.1). The mock has a page that explains each problem type. */
export interface ProblemType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

/**
 * The status, title and explanation of each problem type. The kebab case of the property name is the name of the
 * problem type, such as `invalid-request`.
 */
const TYPES = {
  invalidRequest: [
    400,
    'Invalid request',
    'The request is not valid JSON, or it violates the schema. `issues` lists every violation with its JSON Pointer and the expected and actual value. If the mock knows a likely correction of a violation, `hint` contains the correction.',
  ],
  unauthorized: [
    401,
    'Unauthorized',
    'The request has no valid API key. The service has neither read nor changed any data. Send a valid API key in the header that the OpenAPI document names.',
  ],
  forbidden: [
    403,
    'Forbidden',
    'The client is not allowed to perform this operation. Use another API key, or another account.',
  ],
  notFound: [
    404,
    'Not found',
    'A resource in the path does not exist, or does not belong to its parent in the path. Identifiers are opaque: the service treats an identifier of another format as nonexistent. Compare the identifiers in the path with the state of the mock.',
  ],
  methodNotAllowed: [
    405,
    'Method not allowed',
    'The path exists, but does not support this method. The header `Allow` lists the supported methods.',
  ],
  requestTimeout: [408, 'Request timeout', 'The request did not arrive in time.'],
  conflict: [
    409,
    'Conflict',
    'The request conflicts with an existing resource. Nothing was changed. Use another value, or change the existing resource.',
  ],
  verificationFailed: [
    409,
    'Verification failed',
    'The journal does not contain the exchanges that a test expects. `nearMisses` lists the exchanges that are closest to a match, and their differences from the matcher.',
  ],
  contentTooLarge: [413, 'Content too large', 'The request body is larger than the limit of the service.'],
  unsupportedMediaType: [
    415,
    'Unsupported media type',
    'The operation does not accept the media type, the charset or the content coding of the request body. Send a media type that the document lists for the operation.',
  ],
  impossible: [
    422,
    'Unprocessable request',
    'The request is valid according to the schema, but the service cannot process the request, for example because two values in the body contradict each other. Nothing was changed. Correct the field that `detail` names.',
  ],
  tooManyRequests: [
    429,
    'Too many requests',
    'A fault in the sandbox limits the rate of requests, and the request exceeds this limit. `Retry-After` contains the seconds until the mock accepts the next request, by the clock of the sandbox.',
  ],
  headersTooLarge: [
    431,
    'Request header fields too large',
    'The header fields of the request are larger than the limit of the service.',
  ],
  internal: [
    500,
    'Internal mock error',
    'The mock violated its own contract. The cause is a defect of the mock or of its OpenAPI document. The log has the details.',
  ],
  notImplemented: [
    501,
    'No success response',
    'The document declares no success response for this operation, so the mock cannot generate a response.',
  ],
  badGateway: [502, 'Bad gateway', 'The proxy cannot reach the backend, or cannot read its response.'],
  gatewayTimeout: [504, 'Backend timeout', 'The backend did not respond to the proxy in time.'],
  serviceUnavailable: [
    503,
    'Service unavailable',
    'The service is temporarily unavailable. The mock sends this problem when `Prefer` or a fault requests it, or when it cannot write its data file.',
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

/**
 * Returns the rules whose violation causes a problem of this type (`x-problems` in the OpenAPI document). The returned
 * list begins with the most general rule.
 */
export function problemRules({ root }: Contract, { name }: Pick<ProblemType, 'name'>): readonly string[] {
  const rules = isObject(root['x-problems']) ? root['x-problems'][name] : undefined;
  return Array.isArray(rules) ? rules.map(String) : [];
}

export function isProblem(value: unknown): value is Problem {
  return value instanceof Problem;
}

/**
 * The reason why the mock rejects a request. Handlers return a `Problem`; middleware passes a `Problem` to `next`. A
 * `Problem` is not an `Error` and has no stack.
 */
export class Problem {
  readonly type: ProblemType;
  readonly detail: string;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;
  /** Extension members of the problem document (RFC 9457 §3.2). */
  readonly extensions: Readonly<Record<string, unknown>>;
  /**
   * The rules of the contract that the request violates. If `rules` is empty, the rules of the problem type apply
   * (`problemRules`).
   */
  readonly rules: readonly string[];

  constructor(
    name: ProblemName,
    detail: string,
    options: {
      violations?: readonly Violation[];
      headers?: Readonly<Record<string, string>>;
      extensions?: Readonly<Record<string, unknown>>;
      rule?: string;
    } = {},
  ) {
    this.type = BY_NAME[name];
    this.detail = detail;
    this.violations = options.violations ?? [];
    this.headers = options.headers ?? {};
    this.extensions = options.extensions ?? {};
    const violated = [...new Set(this.violations.flatMap(({ rules }) => rules))];
    this.rules = options.rule ? [options.rule] : violated;
  }
}

/** Converts a problem to its problem document (RFC 9457). */
export function toProblemDocument(problem: Problem, origin: string, requestId: string): Record<string, unknown> {
  const { type, detail, violations, extensions } = problem;
  const document: Record<string, unknown> = {
    type: `urn:integration-contract:problem:${type.name}`,
    href: `${origin}/problems/${type.name}`,
    title: type.title,
    status: type.status,
    detail,
    instance: `urn:uuid:${requestId}`,
  };
  if (violations.length > 0) document.issues = violations.map(toIssue);
  return Object.assign(document, extensions);
}

/** Converts a violation to an entry of `issues`. */
export function toIssue(violation: Violation): Record<string, string> {
  const { in: place, pointer, detail, hint, rules, expected, actual } = violation;
  const issue: Record<string, string> = { in: place, pointer, detail };
  if (hint) issue.hint = hint;
  if (rules[0]) issue.rule = rules[0];
  issue.expected = expected;
  issue.actual = actual;
  return issue;
}
