import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { contentOf, readBytes } from './read-body.ts';
import { RESPONSE_LIMITS } from './response-limits.ts';

const { chunks, jsonDepth, jsonName, jsonValues } = RESPONSE_LIMITS;

function read(parts: readonly Buffer[]): Promise<Buffer> {
  const stream = new PassThrough();
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    readBytes(stream as never, (_, bytes = Buffer.alloc(0)) => resolve(bytes));
    for (const part of parts) stream.write(part);
    stream.end();
  });
}

test('joins the chunks of a body, even if each chunk has one byte', async () => {
  const text = 'ä long body '.repeat(500);
  const bytes = await read([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
  expect(bytes.toString()).toBe(text);
  expect((await read([])).length).toBe(0);
});

test('stops reading a response with too many chunks', async () => {
  const parts = Array.from({ length: chunks + 1 }, () => Buffer.from(' '));
  await expect(read(parts)).rejects.toThrow(`the response has more than ${chunks} chunks`);
});

test.each([
  ['the deepest array', '['.repeat(jsonDepth) + ']'.repeat(jsonDepth), undefined],
  ['a deeper array', '['.repeat(jsonDepth + 1), `has more than ${jsonDepth} levels`],
  ['deep brackets in a string', `"${'['.repeat(jsonDepth + 1)}"`, undefined],
  ['an escaped quote before brackets', String.raw`"\"${'['.repeat(jsonDepth + 1)}"`, undefined],
  ['many arrays side by side', `[${'[],'.repeat(jsonDepth + 1)}1]`, undefined],
  ['many values', `[${'1,'.repeat(jsonValues + 1)}1]`, 'has more than 100,000 values'],
  ['the longest name', `{"${'n'.repeat(jsonName)}":1}`, undefined],
  ['a longer name', `{"${'n'.repeat(jsonName + 1)}":1}`, 'has a property name of more than 65,536 bytes'],
  ['many properties', `{${'"a":1,'.repeat(jsonValues)}"a":1}`, 'has more than 100,000 values'],
])('marks a JSON body as not judged only if the body exceeds a limit: %s', (_, text, reason) => {
  expect(contentOf(Buffer.from(text)).unjudged).toBe(reason);
});

test('keeps the text of a body that exceeds the limits, and does not parse it as JSON', () => {
  const text = '['.repeat(jsonDepth + 1);
  expect(contentOf(Buffer.from(text))).toEqual({
    text,
    json: undefined,
    unjudged: `has more than ${jsonDepth} levels`,
  });
  const page = `<p>${',,'.repeat(jsonValues)}</p>`;
  expect(contentOf(Buffer.from(page))).toEqual({ text: page, json: undefined });
});

test('marks a body that is not UTF-8', () => {
  expect(contentOf(Buffer.from('{"a":"é"}', 'latin1'))).toEqual({
    text: '{"a":"\ufffd"}',
    json: { a: '\ufffd' },
    isUndecodable: true,
  });
  expect(contentOf(Buffer.from('{"a":"é"}'))).toEqual({ text: '{"a":"é"}', json: { a: 'é' } });
});
