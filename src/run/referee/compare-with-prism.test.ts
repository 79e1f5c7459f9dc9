import { describe, expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import type { Finding } from '../../run-result/finding.ts';
import type { Answer, WireRequest } from '../../run-result/wire.ts';
import { compare, type RecordedExchange } from './compare-with-prism.ts';
import { findPrism } from './prism.ts';

const KEY = 'a-secret-key';
const request: WireRequest = {
  method: 'POST',
  path: '/v1/orgs/33333333-3333-4333-8333-333333333333/invites',
  headers: { 'X-Api-Key': KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', note: KEY }),
};

/** Example of a response with the given status, from the OpenAPI document. */
function example(status: number): unknown {
  const responses = contract.operation('createInvite')?.responses ?? [];
  return responses.find((response) => response.status === String(status))?.content[0]?.examples[0]?.value;
}

/** Response with the given status; by default, a body that conforms to the OpenAPI document. */
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

const accepted: RecordedExchange = {
  record: { title: 'a case', operationId: 'createInvite' },
  request,
  answer: answerOf(201),
  broken: [],
  undecided: false,
};

/**
 * Response of Prism that reports one violation for each given part of the exchange; no violation without an argument.
 */
function prismWith(...places: readonly ('request' | 'response')[]): Answer {
  const violations = places.map((place) => ({ location: [place, 'body'], message: `${place} is wrong: ${KEY}` }));
  return answerOf(201, {}, places.length > 0 ? { 'sl-violations': JSON.stringify(violations) } : {});
}

function compared(exchange: Partial<RecordedExchange>, answer: Answer | undefined, forwarded = true) {
  return compare(contract, { ...accepted, ...exchange }, { answer, forwarded }, (text) => text.replaceAll(KEY, '$KEY'));
}

describe('compare', () => {
  test.each<[string, Partial<RecordedExchange>, Answer | undefined, (string | undefined)[]]>([
    ['no difference if both find no violation', {}, prismWith(), []],
    [
      'no difference if both find a violation of the response',
      { broken: [broken('a string')] },
      prismWith('response'),
      [],
    ],
    ['no difference if both expect the rejection', { answer: answerOf(400) }, prismWith('request'), []],
    [
      'no difference if both expect a rejection that did not happen',
      { broken: [broken('400')] },
      prismWith('request'),
      [],
    ],
    ['no difference if both expect no rejection', { answer: answerOf(400), broken: [broken('201')] }, prismWith(), []],
    ['a response that only Prism rejects', {}, prismWith('response'), ['answerFaulted']],
    ['an accepted request that only Prism rejects', {}, prismWith('request'), ['requestFaulted']],
    ['a rejected request that Prism accepts', { answer: answerOf(400) }, prismWith(), ['requestPassed']],
    ['a request that only the suite rejects', { broken: [broken('400')] }, prismWith(), ['requestPassed']],
    [
      'a schema violation in a response that only the suite finds',
      { answer: answerOf(201, { id: 1 }), broken: [broken('a string')] },
      prismWith(),
      ['answerPassed'],
    ],
    ['no difference if the case expects no status', { undecided: true }, prismWith('request'), []],
    ['no difference if the status depends on the state', { answer: answerOf(404) }, prismWith(), []],
    ['a missing response of Prism', {}, undefined, ['silent']],
  ])('returns %s', (_, exchange, answer, kinds) => {
    expect([...new Set(compared(exchange, answer).map(({ kind }) => kind))]).toEqual(kinds);
  });

  test('reports a difference of the kind `requestFaulted` for a request that Prism does not forward', () => {
    const [one] = compared({}, answerOf(404, { title: 'Route not resolved, no path matched' }), false);
    expect(one).toMatchObject({ kind: 'requestFaulted', detail: '404: Route not resolved, no path matched' });
  });

  test('reads a list of violations that Prism has truncated to the maximum size of a header', () => {
    const header = `Too many violations! [{"location":["response","body"],"message":"x"},{"location":["resp`;
    expect(compared({}, answerOf(201, {}, { 'sl-violations': header }))).toMatchObject([{ kind: 'answerFaulted' }]);
  });

  test('adds a reason to known differences between Prism and the suite, and to no other difference', () => {
    const why = (exchange: Partial<RecordedExchange>) => compared(exchange, prismWith())[0]?.why;
    expect(why({ answer: answerOf(401) })).toBe(
      'Prism checks that an API key is present, but not whether the key is correct',
    );
    expect(why({ answer: answerOf(400) })).toBeUndefined();
  });

  test('adds a reason to a difference about a success status that the document does not declare', () => {
    const why = (status: number) => compared({ answer: answerOf(status, {}) }, prismWith('response'))[0]?.why;
    expect(why(200)).toMatch(/Prism expects the default response/);
    expect(why(201)).toBeUndefined();
    expect(why(500)).toBeUndefined();
  });

  test('replaces secrets in every text of a difference', () => {
    const differences = [
      ...compared({}, prismWith('request', 'response')),
      ...compared({ answer: answerOf(400, { k: KEY }) }, prismWith()),
    ];
    expect(differences).toHaveLength(3);
    expect(JSON.stringify(differences)).not.toContain(KEY);
    expect(JSON.stringify(differences)).toContain('$KEY');
  });
});

test('throws an error with the install command if Prism is missing', () => {
  expect(() => findPrism(['/nowhere'])).toThrow(
    '--referee prism requires Prism, which is not installed. Install it with: npm install --save-dev @stoplight/prism-cli',
  );
});
