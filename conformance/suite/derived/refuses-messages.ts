import type { Contract } from '../../../src/contract/contract.ts';
import { essence } from '../../../src/contract/media-type.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { isSuccess } from '../../target/answer.ts';
import type { WireRequest } from '../../target/client.ts';
import type { Case } from '../case.ts';
import { largestExample, toWire, validBody } from '../request.ts';
import { primaryRule, statusRule } from '../rules.ts';
import { bodyOf, violationsOf } from '../samples.ts';
import { describe, type Scope } from '../scope.ts';

/** Bodies that are no JSON object. */
const NO_OBJECTS: readonly (readonly [what: string, spoil: (valid: string) => string])[] = [
  ['is cut off', (valid) => valid.slice(0, -1)],
  ['has a trailing comma', (valid) => valid.replace(/\}$/, ',}')],
  ['has a comment', (valid) => `/* JSON has none */ ${valid}`],
  ['has text behind it', (valid) => `${valid} text`],
  ['has a raw line break within a string', (valid) => valid.replace(/\}$/, ',"x_unknown":"two\nlines"}')],
  ['has an escape that JSON does not have', (valid) => valid.replace(/\}$/, String.raw`,"x_unknown":"\x41"}`)],
  ['has a number with a zero before it', (valid) => valid.replace(/\}$/, ',"x_unknown":01}')],
  ['has True for true', (valid) => valid.replace(/\}$/, ',"x_unknown":True}')],
  ['has NaN for a number', (valid) => valid.replace(/\}$/, ',"x_unknown":NaN}')],
  // Of letters alone: what is read without quotes is a word to some parsers, and no more.
  ['has a name without quotes', (valid) => valid.replace(/\}$/, ',unknown:1}')],
  ['has single quotes', (valid) => valid.replace(/\}$/, ',"x_unknown":\'text\'}')],
  ['is no JSON at all', () => 'not json'],
  ['is empty', () => ''],
  ['is null', () => 'null'],
  ['is an empty array', () => '[]'],
  ['is an array around the object', (valid) => `[${valid}]`],
  ['is an array of its names and values', (valid) => JSON.stringify(Object.entries(JSON.parse(valid) ?? {}))],
  ['is a string', () => '"text"'],
  ['is the first of its values alone', (valid) => JSON.stringify(Object.values(JSON.parse(valid) ?? {})[0] ?? null)],
  ['is the object as a string', (valid) => JSON.stringify(valid)],
  ['is a number', () => '42'],
  ['has all that it should within a member `data`', (valid) => `{"data":${valid}}`],
];

/** Media types that a lenient server might take for JSON. */
const OTHER_TYPES = [
  'text/plain',
  'text/json',
  'application/json-patch+json',
  'application/jsonlines',
  'application/octet-stream',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/merge-patch+json',
];

/** The same media type, written in other ways (RFC 9110 §8.3.1). */
const SAME_TYPE = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json;charset="UTF-8"; profile="x"',
  'Application/JSON',
  'application/json; profile="x"',
];

/** D05 and D06: the message before its schema. */
export function* refusesMessages(contract: Contract, operation: Operation): Generator<Case> {
  const { operationId } = operation;
  const mediaType = bodyOf(contract, operation)?.mediaType;
  if (mediaType === undefined) return;
  const { value } = largestExample(contract, operation) ?? { value: {} };
  const valid = JSON.stringify(value);
  const mayBeMissing = operation.requestBody?.required !== true;
  const breaks = (text: string) => !(text === '' ? mayBeMissing : isValid(contract, operation, text));
  for (const [what, spoil] of NO_OBJECTS.filter((one) => breaks(one[1](valid)))) {
    yield {
      title: `${operationId} refuses a body that ${what}`,
      rules: ['D05'],
      operation,
      run: async (scope) => {
        await scope.twin(operation);
        const raw = spoil(JSON.stringify(validBody(scope.session, operation)));
        const answer = await scope.send({ operation, raw });
        const isEmpty = isSuccess(answer) && isSuccess(await scope.send({ operation, raw: '{}' }));
        scope.mustHold(!isEmpty, 'an empty object is accepted, too');
        scope.refused(answer, 400, `the body ${what}`, ['D05'], ['D05']);
      },
    };
  }
  if (breaks('{}'))
    yield {
      title: `${operationId} refuses an empty object`,
      rules: [primaryRule(operation), 'D05'],
      operation,
      run: async (scope) => {
        await scope.twin(operation);
        scope.refused(
          await scope.send({ operation, body: {} }),
          400,
          'the body is an empty object',
          [primaryRule(operation)],
          ['D05'],
        );
      },
    };
  if (mediaType !== 'application/json') return;
  const taken = operation.requestBody?.content.map((one) => essence(one.mediaType)) ?? [];
  for (const contentType of OTHER_TYPES.filter((one) => !taken.includes(essence(one)))) {
    yield {
      title: `${operationId} refuses a body of type ${contentType}`,
      rules: ['D06'],
      operation,
      run: async (scope) => {
        await scope.twin(operation);
        const answer = await scope.send({ operation, body: validBody(scope.session, operation), contentType });
        scope.refused(answer, 415, `the body is ${contentType}`, ['D06'], ['D06']);
      },
    };
  }
  yield {
    title: `${operationId} takes a body with white space before, within and behind it`,
    rules: [primaryRule(operation), ...statusRule(operation)],
    operation,
    run: async (scope) => {
      await scope.twin(operation);
      const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const body = `\r\n\t ${JSON.stringify(JSON.parse(`${wire.body}`), null, '\t')}\r\n`;
      const answer = await scope.sendWire({ ...wire, body }, operation);
      scope.accepted(answer, operation, 'white space is part of JSON (RFC 8259 §2)');
    },
  };
  for (const contentType of SAME_TYPE) {
    yield {
      title: `${operationId} takes a body of type ${contentType}`,
      rules: ['D06', ...statusRule(operation)],
      operation,
      run: async (scope) => {
        await scope.twin(operation);
        const request = { operation, body: validBody(scope.session, operation) };
        const wire = await toWire(scope.session, { ...request, contentType });
        const answer = await scope.sendWire(wire, operation);
        if (!isSuccess(answer)) await mustTakeAs(mediaType, scope, operation, wire);
        scope.accepted(answer, operation, `${contentType} is application/json`, ['D06']);
      },
    };
  }
}

/** Whether the text is a body that the schema takes: what is no mistake is not to be refused. */
function isValid(contract: Contract, operation: Operation, text: string): boolean {
  try {
    return violationsOf(contract, operation, JSON.parse(text)).length === 0;
  } catch {
    return false;
  }
}

/** A refusal is about the media type only where the very same request is taken with another. */
async function mustTakeAs(mediaType: string, scope: Scope, operation: Operation, wire: WireRequest): Promise<void> {
  const headers = { ...wire.headers, 'Content-Type': mediaType };
  const answer = await scope.session.send({ ...wire, headers }, operation);
  scope.mustHold(isSuccess(answer), `the same request as ${mediaType} is refused, too (${describe(answer)})`);
}
