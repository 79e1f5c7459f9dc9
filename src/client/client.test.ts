import { afterEach, expect, test, vi } from 'vitest';
import { contract } from '../../test/helpers/contract.ts';
import { createClient } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

const KEY = { label: 'Key', algorithm: 'RS256', publicKeyPem: 'PEM' } as const;
const DEMO = { params: { path: { projectIdOrName: 'demo project' } }, body: KEY };

/** HTTP server that returns a given response and records the requests that it gets. */
function service(answer: () => Response) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return answer();
  };
  return { requests, fetch };
}

test.each(['http://mock:4010', 'http://mock:4010/'])(
  'sends a request below the base path of %s, with the API key',
  async (baseUrl) => {
    const { requests, fetch } = service(() => Response.json({ kid: 'k' }, { status: 201 }));
    const client = createClient({ baseUrl, apiKey: 'secret', headers: { 'X-Trace': 't' }, fetch });
    const { data } = await client.POST('/projects/{projectIdOrName}/jwt-keys', DEMO);
    expect(data).toEqual({ kid: 'k' });
    const [request] = requests;
    expect(request?.url).toBe(`http://mock:4010${contract.basePath}/projects/demo%20project/jwt-keys`);
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({ 'x-api-key': 'secret', 'x-trace': 't' });
    expect(await request?.json()).toEqual(KEY);
  },
);

test('returns the problem document of an error response', async () => {
  const problem = { title: 'Invalid request', status: 400, detail: 'label is required.' };
  const { fetch } = service(() => Response.json(problem, { status: 400 }));
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'k', fetch });
  const { data, error } = await client.POST('/projects/{projectIdOrName}/jwt-keys', DEMO);
  expect(data).toBeUndefined();
  expect(error?.detail).toBe('label is required.');
});

test('uses a global fetch that was replaced after the client was created', async () => {
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'k' });
  const { requests, fetch } = service(() => Response.json({}, { status: 201 }));
  vi.stubGlobal('fetch', fetch);
  await client.POST('/projects/{projectIdOrName}/jwt-keys', DEMO);
  expect(requests).toHaveLength(1);
});
