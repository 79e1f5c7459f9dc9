import { expect, test } from 'vitest';
import { judge, startJudged } from '../helpers/judge.ts';

test.each([
  ['without an API key', 'createInvite/variants/without-api-key', 'x-internal', 'x-api-key'],
  ['with an API key', 'createInvite/variants/headers', 'x-internal', ''],
])(
  'names the header %s that causes a wrong response, even if the request has other headers',
  async (_, id, header, absent) => {
    await using server = await startJudged({
      create: () => async (request, forward) => {
        if (!(header in request.headers) || absent in request.headers) return forward(request);
        if (absent === '') return { status: 500, headers: {}, body: Buffer.from('') };
        return forward({ ...request, headers: { ...request.headers, 'x-api-key': server.apiKey } });
      },
    });
    const records = await judge(server, { only: (one) => one.id === id });
    const messages = records.flatMap(({ findings }) => findings.map(({ message = '' }) => message));
    expect(messages.filter((message) => message.includes('"only X-Internal of '))).not.toEqual([]);
  },
);
