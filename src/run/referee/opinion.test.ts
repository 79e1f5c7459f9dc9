import { describe, expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import type { Finding } from '../../run-result/finding.ts';
import type { Answer, WireRequest } from '../../run-result/wire.ts';
import { compare, type RecordedExchange } from './opinion.ts';
import { findPrism } from './prism.ts';

const KEY = 'a-secret-key';
const request: WireRequest = {
  method: 'POST',
  path: '/v1/orgs/33333333-3333-4333-8333-333333333333/invites',
  headers: { 'X-Api-Key': KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', note: KEY }),
};

/** What the document shows of the operation's answers of this status. */
function example(status: number): unknown {
  const responses = contract.operation('createInvite')?.responses ?? [];
  return responses.find((response) => response.status === String(status))?.content[0]?.examples[0]?.value;
}

/** Conforming, where nothing else is said. */
function answerOf(status: number, json: unknown = example(status), headers: Answer['headers'] = {}): Answer {
  const text = JSON.stringify(json);
  return {
    status,
    headers: { 'content-type': `application/${status < 300 ? 'json' : 'problem+json'}`, ...headers },
    text,
    json,
    durationMs: 1,
  };
}

function broken(expected: string): Finding {
  return { rule: 'D70', result: 'broken', message: 'so it is', expected, actual: 'x', exchange: 0 };
}

const taken: RecordedExchange = {
  record: { title: 'a case', operationId: 'createInvite' },
  request,
  answer: answerOf(201),
  broken: [],
  undecided: false,
};

/** What Prism says: a violation of the request or of the answer, or of neither. */
function prismSays(...places: readonly ('request' | 'response')[]): Answer {
  const violations = places.map((place) => ({ location: [place, 'body'], message: `${place} is wrong: ${KEY}` }));
  return answerOf(201, {}, places.length > 0 ? { 'sl-violations': JSON.stringify(violations) } : {});
}

function compared(exchange: Partial<RecordedExchange>, answer: Answer | undefined, forwarded = true) {
  return compare(contract, { ...taken, ...exchange }, { answer, forwarded }, (text) => text.replaceAll(KEY, '$KEY'));
}

describe('Prism and the suite', () => {
  test.each<[string, Partial<RecordedExchange>, Answer | undefined, (string | undefined)[]]>([
    ['agree that nothing is wrong', {}, prismSays(), []],
    ['agree that the answer is wrong', { broken: [broken('a string')] }, prismSays('response'), []],
    ['agree that the request was rightly rejected', { answer: answerOf(400) }, prismSays('request'), []],
    ['agree that it should have been rejected', { broken: [broken('400')] }, prismSays('request'), []],
    ['agree that it was wrongly rejected', { answer: answerOf(400), broken: [broken('201')] }, prismSays(), []],
    ['differ over an answer', {}, prismSays('response'), ['answerFaulted']],
    ['differ over a request that was taken', {}, prismSays('request'), ['requestFaulted']],
    ['differ over a request that was rejected', { answer: answerOf(400) }, prismSays(), ['requestPassed']],
    ['differ over one that should have been', { broken: [broken('400')] }, prismSays(), ['requestPassed']],
    [
      'differ over an answer that breaks the schema',
      { answer: answerOf(201, { id: 1 }), broken: [broken('a string')] },
      prismSays(),
      ['answerPassed'],
    ],
    ['do not differ where the case says nothing', { undecided: true }, prismSays('request'), []],
    ['do not differ over what exists', { answer: answerOf(404) }, prismSays(), []],
    ['cannot be compared where Prism is silent', {}, undefined, ['silent']],
  ])('%s', (_, exchange, answer, kinds) => {
    expect([...new Set(compared(exchange, answer).map(({ kind }) => kind))]).toEqual(kinds);
  });

  test('a request that Prism does not send on is one that it faults', () => {
    const [one] = compared({}, answerOf(404, { title: 'Route not resolved, no path matched' }), false);
    expect(one).toMatchObject({ kind: 'requestFaulted', detail: '404: Route not resolved, no path matched' });
  });

  test('more violations than a header holds are violations', () => {
    const header = `Too many violations! [{"location":["response","body"],"message":"x"},{"location":["resp`;
    expect(compared({}, answerOf(201, {}, { 'sl-violations': header }))).toMatchObject([{ kind: 'answerFaulted' }]);
  });

  test('a known difference has its reason, another one has none', () => {
    const why = (exchange: Partial<RecordedExchange>) => compared(exchange, prismSays())[0]?.why;
    expect(why({ answer: answerOf(401) })).toBe('Prism looks whether a key is there, not which');
    expect(why({ answer: answerOf(400) })).toBeUndefined();
  });

  test('a success that the document does not declare is a known difference, one that it declares is none', () => {
    const why = (status: number) => compared({ answer: answerOf(status, {}) }, prismSays('response'))[0]?.why;
    expect(why(200)).toMatch(/^a success that the document does not declare/);
    expect(why(201)).toBeUndefined();
    expect(why(500)).toBeUndefined();
  });

  test('no secret is told, wherever it stands', () => {
    const told = [
      ...compared({}, prismSays('request', 'response')),
      ...compared({ answer: answerOf(400, { k: KEY }) }, prismSays()),
    ];
    expect(told).toHaveLength(3);
    expect(JSON.stringify(told)).not.toContain(KEY);
    expect(JSON.stringify(told)).toContain('$KEY');
  });
});

test('where Prism is not installed, the message says what to do', () => {
  expect(() => findPrism(['/nowhere'])).toThrow(
    '--referee prism needs Prism, which is not installed: npm install --save-dev @stoplight/prism-cli',
  );
});
