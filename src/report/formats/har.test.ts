import { describe, expect, test } from 'vitest';
import { exchange } from '../../../test/helpers/report/result-parts.ts';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import type { Exchange } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { renderHar } from './har.ts';

const log = (result: RunResult) => JSON.parse(renderHar(result)).log;

/** Sample result with one requirement, which has one case with the given exchanges. */
function resultOf(...exchanges: Exchange[]): RunResult {
  const [first] = sampleResult.requirements.filter(({ outcome }) => outcome === 'failed');
  if (!first) throw new Error('the sample has no failure');
  return { ...sampleResult, requirements: [{ ...first, cases: [{ title: 'a', outcome: 'failed', exchanges }] }] };
}

describe('renderHar', () => {
  test('writes each exchange of the report once, with the messages of all requirements that the exchange violates', () => {
    const { version, creator, entries } = log(sampleResult);
    expect({ version, creator }).toEqual({
      version: '1.2',
      creator: { name: 'integration-contract', version: '0.1.0' },
    });
    const cases = sampleResult.requirements.flatMap((one) => one.cases);
    const sent = new Set(cases.flatMap(({ exchanges }) => exchanges.map((one) => JSON.stringify(one))));
    expect(entries).toHaveLength(sent.size);
    const twice = sampleResult.requirements.filter(({ id }) => id === 'D42' || id === 'D43');
    const repeated = log({ ...sampleResult, requirements: [...twice, ...twice] });
    expect(repeated.entries).toHaveLength(4);
    expect(repeated.entries.map(({ comment }: { comment: string }) => comment)).toContain(
      'D43: the update was accepted.',
    );
  });

  test('describes requests and responses', () => {
    const sent = exchange('POST /v1/a?x=1&y=%20%zz', { a: 'ü' }, 409, { b: 1 }, 'application/problem+json');
    const [entry] = log(resultOf({ ...sent, startedAt: '2026-03-02T10:15:07.500Z' })).entries;
    expect(entry).toMatchObject({
      startedDateTime: '2026-03-02T10:15:07.500Z',
      time: 12.4,
      request: {
        method: 'POST',
        httpVersion: 'HTTP/1.1',
        queryString: [
          { name: 'x', value: '1' },
          { name: 'y', value: ' %zz' },
        ],
        postData: { mimeType: 'application/json', text: '{"a":"ü"}' },
        bodySize: 10,
      },
      response: {
        status: 409,
        statusText: 'Conflict',
        content: { mimeType: 'application/problem+json', size: 7, text: '{"b":1}' },
        redirectURL: '',
      },
      timings: { send: 0, wait: 12.4, receive: 0 },
    });
    expect(entry.request.headers).toContainEqual({ name: 'X-Api-Key', value: '$CONTRACT_API_KEY' });
  });

  test('marks a missing response, and writes the URL of a redirect', () => {
    const sent = exchange('GET /v1/a', undefined, 302, '');
    const none = { ...sent, response: { status: 0, headers: {}, body: '' } };
    const moved = { ...sent, response: { status: 302, headers: { Location: 'https://a.example/b' }, body: '' } };
    const [first, second] = log(resultOf(none, moved)).entries;
    expect(first.request).not.toHaveProperty('postData');
    expect(first.response).toMatchObject({ status: 0, bodySize: -1, comment: 'There was no response.' });
    expect(second.response.redirectURL).toBe('https://a.example/b');
  });

  test('sorts the exchanges by time', () => {
    const at = (second: string) => ({
      ...exchange(`GET /v1/${second}`, undefined, 200, ''),
      startedAt: `2026-03-02T10:15:0${second}.000Z`,
    });
    const urls = log(resultOf(at('3'), at('1'), at('2'))).entries.map(
      ({ request }: { request: { url: string } }) => request.url,
    );
    expect(urls.map((url: string) => url.slice(-1))).toEqual(['1', '2', '3']);
  });

  test('accepts any text', () => {
    expect(() => log(resultWith('\u0000"</\ud800 %zz'))).not.toThrow();
  });
});
