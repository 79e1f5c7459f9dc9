import { type Operation, responseFor } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject, quoted } from '../../../src/contract/json.ts';
import { valueAt } from '../../../src/contract/json-pointer.ts';
import type { Violation } from '../../../src/contract/schema/violation.ts';
import { type Finding, holds } from '../../../src/run-result/finding.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { shortened } from '../../../src/run-result/words.ts';
import { isUndecodableJson, mediaTypeOf } from '../../connection/answer.ts';
import { RESPONSE_LIMITS } from '../../connection/response-limits.ts';
import { headerValues } from '../request/read-request.ts';
import type { Session } from '../session.ts';
import { leaks } from './leaks.ts';

export const PROBLEM_JSON = 'application/problem+json';
const REQUIRED = ['type', 'title', 'status'];
const RECOMMENDED = ['detail', 'instance', 'href'];

/**
 * Evaluates an error response, which must contain a complete and correct problem document (RFC 9457) without internal
 * details.
 */
export function* evaluateProblem(
  session: Session,
  request: WireRequest,
  answer: Answer,
  operation: Operation,
): Generator<Finding> {
  yield* evaluateLeaks(session, request, answer, operation);
  const mediaType = mediaTypeOf(answer);
  const { json } = answer;
  // The rules about the problem document of a 405 have the basis `decided`, since the document describes no operation
  // for a request that gets a 405.
  const documented = answer.status !== 405 && isDocumentedFor(session, 'problem-details', operation);
  const basis = documented ? undefined : { basis: 'decided' as const };
  if (mediaType !== PROBLEM_JSON) {
    yield {
      rule: 'problem-details',
      result: 'broken',
      message: `the error response has the media type ${mediaType || 'none'}; expected ${PROBLEM_JSON}`,
      expected: PROBLEM_JSON,
      actual: mediaType || 'none',
      ...basis,
    };
  }
  if (answer.unjudged !== undefined) {
    yield {
      rule: 'problem-details',
      result: 'untestable',
      message: `the body of the error response ${answer.unjudged}`,
    };
    return;
  }
  if (isUndecodableJson(answer))
    yield {
      rule: 'problem-details',
      result: 'broken',
      message: 'the body of the error response is not UTF-8; expected JSON in UTF-8 (RFC 8259 §8.1)',
      expected: 'UTF-8',
      actual: 'other bytes',
      ...basis,
    };
  if (!isObject(json)) {
    // The bytes that are not UTF-8 may be the reason why the body is not JSON, so the finding about UTF-8 is enough.
    if (isUndecodableJson(answer)) return;
    yield {
      rule: 'problem-details',
      result: 'broken',
      message: 'the body of the error response is not a JSON object; expected a problem document',
      expected: 'a problem document',
      actual: answer.text === '' ? 'no body' : shortened(quoted(answer.text), 80),
      ...basis,
    };
    return;
  }
  if (mediaType === PROBLEM_JSON) yield holds('problem-details');
  yield* evaluateSchema(session, answer, operation, json);
  yield* evaluateStatus(answer, json);
  const absent = RECOMMENDED.filter((name) => json[name] === undefined);
  if (absent.length === 0) yield holds('problem-recommended');
  // A body without any required property breaks `problem-required` only: one finding is enough.
  else if (REQUIRED.some((name) => json[name] !== undefined))
    yield {
      rule: 'problem-recommended',
      result: 'broken',
      message: `the problem document has no ${absent.map((name) => `\`${name}\``).join(', no ')}`,
      expected: RECOMMENDED.join(', '),
      actual: `no ${absent.join(', no ')}`,
      pointer: absent.map((name) => `/${name}`).join(' '),
    };
  // The type about:blank has a different title for each status (RFC 9457 §4.2.1). If `type` is not a URI, the contract
  // allows any title. A service may translate the title (RFC 9457 §3.1.3).
  const mayBeTranslated = headerValues(request, 'Accept-Language').length > 0;
  if (
    !mayBeTranslated &&
    typeof json.type === 'string' &&
    /^(?!about:)[a-z][a-z0-9+.-]*:/i.test(json.type) &&
    typeof json.title === 'string'
  ) {
    session.titles.add(json.type, json.title);
  }
}

/**
 * Evaluates the rules `problem-members` and `problem-required` with the schema that the OpenAPI document has for the
 * status.
 */
function* evaluateSchema(session: Session, answer: Answer, operation: Operation, json: JsonObject): Generator<Finding> {
  const schema = responseFor(operation, answer.status)?.content.find(
    ({ mediaType }) => mediaType === PROBLEM_JSON,
  )?.schema;
  if (!schema) return;
  const isDocumented = (rule: string) => answer.status !== 405 && isDocumentedFor(session, rule, operation);
  const isReference = ({ pointer }: Violation) => REFERENCES.includes(pointer) && !isDocumented('problem-members');
  const violations = session.contract
    .validator(
      schema,
      'body',
    )(json)
    .filter((one) => !(isReference(one) && isUriReference(valueAt(json, one.pointer))))
    .map((one) => (one.rules.length > 0 ? one : { ...one, rules: [ruleOfProblem(one)] }))
    .map((one) => (isReference(one) ? { ...one, expected: 'a URI reference' } : one));
  for (const { rules, pointer, expected, actual, keyword } of violations) {
    const name = pointer.slice(1);
    for (const rule of rules) {
      const message =
        keyword === 'required'
          ? `the problem document has no \`${name}\``
          : `\`${name}\` of the problem document is ${actual}; expected ${expected}`;
      const basis = isDocumented(rule) ? undefined : { basis: 'decided' as const };
      yield { rule, result: 'broken', message, expected, actual, pointer, keyword, ...basis };
    }
  }
  const broken = new Set(violations.flatMap(({ rules }) => rules.map((rule) => session.rules.ruleOf(rule))));
  yield* ['problem-members', 'problem-required'].filter((rule) => !broken.has(session.rules.ruleOf(rule))).map(holds);
}

/**
 * The engine rule for a violation of the problem schema, if the OpenAPI document assigns no rule to the violated part
 * of the schema.
 */
function ruleOfProblem({ pointer, keyword }: Violation): string {
  return keyword === 'required' && REQUIRED.includes(pointer.slice(1)) ? 'problem-required' : 'problem-members';
}

/**
 * JSON Pointers of the properties that RFC 9457 defines as URI references (§3.1.1, §3.1.5). The OpenAPI document may
 * restrict the values of these properties more than RFC 9457.
 */
const REFERENCES = ['/type', '/instance'];

function isUriReference(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    !/[\s<>"{}|\\^`]/.test(value) &&
    URL.canParse(value, 'http://localhost')
  );
}

function isDocumentedFor({ rules }: Session, rule: string, { operationId }: Operation): boolean {
  return rules.requirement(rule)?.documentedFor?.includes(operationId) ?? true;
}

/** Evaluates the rule `problem-status`. */
function* evaluateStatus(answer: Answer, { status }: { status?: unknown }): Generator<Finding> {
  if (typeof status !== 'number') return;
  if (status === answer.status) yield holds('problem-status');
  else
    yield {
      rule: 'problem-status',
      result: 'broken',
      message: `\`status\` of the problem document is ${status}; expected ${answer.status}, the status of the response`,
      expected: String(answer.status),
      actual: String(status),
    };
}

/** Evaluates the rule `leaks`. */
function* evaluateLeaks(
  session: Session,
  request: WireRequest,
  answer: Answer,
  { apiKeys }: Operation,
): Generator<Finding> {
  const keyHeaders = apiKeys.map(({ name }) => name);
  const [leak] = leaks(answer, request, session.credentials, keyHeaders);
  if (leak)
    yield {
      rule: 'leaks',
      result: 'broken',
      message: `the error response contains ${leak.what}`,
      expected: 'no internal detail of the service',
      actual: leak.excerpt,
    };
  else if (answer.text.length <= RESPONSE_LIMITS.searched) yield holds('leaks');
  else
    yield {
      rule: 'leaks',
      result: 'untestable',
      message: `the error response has ${answer.text.length} characters; the suite searches the first ${RESPONSE_LIMITS.searched} for internal details`,
    };
}
