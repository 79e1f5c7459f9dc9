import { type Operation, successOf } from '../../../src/contract/document/operation.ts';
import { isObject, quoted } from '../../../src/contract/json.ts';
import { type Finding, holds } from '../../../src/run-result/finding.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { shortened } from '../../../src/run-result/words.ts';
import { isSuccess, isUndecodableJson, mediaTypeOf } from '../../connection/answer.ts';
import { contentRules, GENERAL_RULE } from '../rules/rules.ts';
import type { Session } from '../session.ts';
import { evaluateProblem } from './evaluate-problem.ts';
import { evaluateProperties } from './undocumented-properties.ts';

/**
 * Methods to which a service must not respond with 501. A service may respond with 501 to any method that is not in
 * `METHODS` (RFC 9110 §15.6.2).
 */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Statuses of responses that a server sends before it knows the operation, so that the rules about problem documents do
 * not apply (RFC 9110 §15.5.15, RFC 6585 §5).
 */
const SENT_BEFORE_ROUTING = [414, 431];

/** Evaluates a response by the rules that apply to every response. */
export function* evaluateResponse(
  session: Session,
  request: WireRequest,
  answer: Answer,
  operation: Operation | undefined,
  judgement: 'whole' | 'survival',
): Generator<Finding> {
  const { status } = answer;
  if (status >= 500 && !(status === 501 && !METHODS.includes(request.method))) {
    const { method, variant } = request;
    const what = variant === undefined ? method : `${method} in the variant "${variant}"`;
    yield {
      rule: 'server-error',
      result: 'broken',
      message: `the target responds to ${what} with ${status}; expected a 2xx or 4xx`,
      expected: 'a 2xx or 4xx',
      actual: String(status),
    };
  } else {
    yield holds('server-error');
  }
  if (judgement === 'survival' || !operation) return;
  if (status === 401 && isAcceptedKey(session, request, operation)) {
    session.wrongly401.add(answer);
    const message = 'the target responds with 401 to an API key that it has accepted for this operation';
    yield { rule: 'auth-required', result: 'broken', message, expected: 'not a 401', actual: '401' };
  }
  if (SENT_BEFORE_ROUTING.includes(status)) return;
  if (status >= 400) yield* evaluateProblem(session, request, answer, operation);
  else yield* evaluateSuccess(session, answer, operation);
}

/** True if the API key of the request is the key of the run, with which the operation has succeeded before. */
function isAcceptedKey(session: Session, { headers, variant }: WireRequest, operation: Operation): boolean {
  const { apiKey } = session.target;
  const isSent = operation.apiKeys.length > 0 && operation.apiKeys.every(({ name }) => headers[name] === apiKey);
  return isSent && variant === undefined && session.succeeded.has(operation);
}

function* evaluateSuccess(session: Session, answer: Answer, operation: Operation): Generator<Finding> {
  const documented = operation.responses.find(({ status }) => status === String(answer.status));
  // The body of an undocumented 2xx must match the schema of the documented success.
  const response = documented ?? (isSuccess(answer) ? successOf(operation)?.response : undefined);
  if (!response) return;
  if (isProblem(answer)) {
    const { status } = answer.json;
    const message = `the target responds with ${answer.status} and a problem document for ${status}`;
    yield {
      rule: 'problem-status',
      result: 'broken',
      message,
      expected: String(status),
      actual: String(answer.status),
    };
    return;
  }
  const rules = contentRules(operation, response);
  const broken = (message: string, expected: string, actual: string): Finding[] =>
    rules.map((rule) => ({ rule, result: 'broken', message, expected, actual }));
  const content = response.content[0];
  if (!content) {
    const length = Number(answer.headers['content-length'] ?? 0);
    if (answer.text === '' && (length === 0 || answer.status !== 204)) yield* rules.map(holds);
    else
      yield* broken(
        `the ${answer.status} response of ${operation.operationId} has a body; expected no body`,
        'no body',
        `${answer.text.length || length} bytes`,
      );
    return;
  }
  if (answer.text === '')
    return yield* broken(`the response of ${operation.operationId} has no body`, content.mediaType, 'no body');
  const mediaType = mediaTypeOf(answer);
  if (mediaType !== content.mediaType) {
    yield* broken(
      `the response of ${operation.operationId} has the media type ${mediaType || 'none'}; expected ${content.mediaType}`,
      content.mediaType,
      mediaType || 'none',
    );
  }
  if (isUndecodableJson(answer)) {
    const message = `the body of the response of ${operation.operationId} is not UTF-8; expected JSON in UTF-8 (RFC 8259 §8.1)`;
    yield* broken(message, 'UTF-8', 'other bytes');
  }
  if (answer.unjudged !== undefined) {
    const message = `the body of the response of ${operation.operationId} ${answer.unjudged}; the suite does not judge it`;
    yield* rules.map((rule): Finding => ({ rule, result: 'untestable', message }));
    return;
  }
  if (answer.json === undefined) {
    // The bytes that are not UTF-8 may be the reason why the body is not JSON, so the finding about UTF-8 is enough.
    if (isUndecodableJson(answer)) return;
    yield* broken(
      `the body of the response of ${operation.operationId} is not JSON`,
      'JSON',
      shortened(quoted(answer.text), 80),
    );
    return;
  }
  if (!content.schema) return;
  const violations = session.contract.validator(content.schema, 'body')(answer.json);
  for (const violation of violations) {
    for (const rule of violation.rules.length > 0 ? violation.rules : rules) {
      const { pointer, keyword, expected, actual } = violation;
      const subject = pointer === '' ? 'the body' : `\`${pointer}\``;
      const difference = keyword === 'required' ? 'is missing' : `is ${actual}; expected ${expected}`;
      const message = `${subject} in the response of ${operation.operationId} ${difference}`;
      yield { rule, result: 'broken', message, expected, actual, pointer, keyword };
    }
  }
  if (violations.length === 0 && !isUndecodableJson(answer))
    yield* [...rules, 'response-format', GENERAL_RULE].map(holds);
  yield* evaluateProperties(session, answer, operation, content.schema.schema);
}

/** True for a problem document, which is a body with a `title` and a `status` of at least 400. */
function isProblem(answer: Answer): answer is Answer & { json: { status: number } } {
  const { json } = answer;
  return isObject(json) && typeof json.title === 'string' && Number(json.status) >= 400;
}
