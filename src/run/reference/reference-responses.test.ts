import { describe, expect, test } from 'vitest';
import type { Target } from '../../../conformance/index.ts';
import type { CaseRecord, ShownExchange } from '../../run-result/case-record.ts';
import type { Exchange } from '../../run-result/requirement-result.ts';
import { withReference } from './reference-responses.ts';

const target: Target = {
  baseUrl: 'https://staging.example.com',
  apiKey: 'k',
  fixtures: {
    project: { id: 'p-1', name: 'acme' },
    org: { id: 'o-1' },
    integration: { id: 'int-1' },
    installations: ['i-1'],
  },
  presumed: false,
  runId: 'r',
  timeoutMs: 5000,
};

function exchange(
  start: string,
  body: unknown,
  status: number,
  answer: unknown,
  key = '$CONTRACT_API_KEY',
): ShownExchange {
  const [method = '', path = ''] = start.split(' ');
  return {
    request: {
      method,
      url: `${target.baseUrl}/v1${path}`,
      headers: { 'X-Api-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? '' : JSON.stringify(body),
    },
    response: { status, headers: {}, body: JSON.stringify(answer) },
    durationMs: 1,
    startedAt: '2026-03-02T10:15:04.000Z',
  };
}

function record(exchanges: ShownExchange[], setup: ShownExchange[] = [], rule = 'D01'): CaseRecord {
  const exchange = exchanges.length - 1;
  const finding = { rule, result: 'broken', message: 'is wrong', exchange } as const;
  return {
    id: 'a-case',
    title: 'a case',
    rules: [rule],
    findings: [finding],
    exchanges,
    setup,
    requests: exchanges.length,
  };
}

async function reference(...given: Parameters<typeof record>) {
  const [referenced] = await withReference([record(...given)], target, undefined);
  return ((referenced?.exchanges ?? []) as Exchange[]).map((one) => one.reference);
}

const invite = (email: string, key?: string) => exchange('POST /orgs/o-1/invites', { email }, 200, { id: 'x' }, key);

describe('withReference', () => {
  test("adds the mock's response, with the target's identifiers, only to the failing exchange", async () => {
    const [first, last] = await reference([invite('a@example.com'), invite('a@example.com')]);
    expect(first).toBeUndefined();
    expect(last?.response).toMatchObject({ status: 409 });
    const [created] = await reference([invite('a@example.com')]);
    expect(created?.response?.status).toBe(201);
    expect(JSON.parse(created?.response?.body ?? '')).toMatchObject({ parentId: 'o-1', id: 'x' });
  });

  test('repeats each case in a new sandbox of the mock', async () => {
    const records = [record([invite('a@example.com')]), record([invite('a@example.com')])];
    const referenced = await withReference(records, target, undefined);
    const statuses = referenced.map(({ exchanges }) => (exchanges as Exchange[])[0]?.reference?.response?.status);
    expect(statuses).toEqual([201, 201]);
  });

  test('replaces identifiers of created records in the requests to the mock, including records from the setup of the case', async () => {
    const { publicKey } = (await import('node:crypto')).generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' });
    const created = exchange('POST /projects/acme/jwt-keys', { label: 'a', algorithm: 'RS256', publicKeyPem }, 201, {
      kid: 'k-7',
    });
    const body = { updateMask: ['label'], jwtKey: { label: 'b', active: false } };
    const updated = exchange('PATCH /projects/p-1/jwt-keys/k-7', body, 200, { id: 'k-7', label: 'b', active: false });
    const [last] = await reference([updated], [created]);
    expect(JSON.parse(last?.response?.body ?? '{}')).toMatchObject({
      id: 'k-7',
      projectId: 'p-1',
      label: 'b',
      active: true,
    });
    const [unknown] = await reference([updated]);
    expect(unknown?.response?.status).toBe(404);
  });

  test.each([
    ['the API key', '$CONTRACT_API_KEY', 201],
    ['an unknown API key', 'unknown', 401],
    ['an API key with an additional character', '$CONTRACT_API_KEYx', 401],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the report has it
    ['an API key without its last character', '${CONTRACT_API_KEY%?}', 401],
    ['the API key in another letter case', '$(printf %s "$CONTRACT_API_KEY" | tr A-Za-z a-zA-Z)', 401],
  ])(
    'replaces %s in the request to the mock by the same variant of the API key of the mock',
    async (_, key, status) => {
      const [last] = await reference([invite('a@example.com', key)]);
      expect(last?.response?.status).toBe(status);
      expect(JSON.stringify(last)).not.toContain('reference-knows');
    },
  );

  test.each([
    ['an API key without permission', invite('a@example.com', '$CONTRACT_FORBIDDEN_API_KEY'), 'without permission'],
    [
      'a form of the API key that the report does not contain',
      invite('a@example.com', '(api key, in another form)'),
      'a form of the API key',
    ],
    ['a long body', exchange('POST /orgs/o-1/invites', 'a… (30000 characters)', 400, {}), 'long body'],
    ['bytes that are not text', exchange('POST /orgs/o-1/invites', '\uFFFD', 400, {}), 'not text'],
  ])('shows a reason in place of the response of the mock if the request has %s', async (_, sent, reason) => {
    const cut = { ...sent, request: { ...sent.request, body: sent.request.body.replace(/^"|"$/g, '') } };
    const [last] = await reference([cut]);
    expect(last?.response).toBeUndefined();
    expect(last?.unavailable).toMatch(new RegExp(`^The request was not sent to the mock: .*${reason}.*\\.$`));
  });

  test('names the request that cannot be repeated, if it is an earlier request of the case', async () => {
    const long = exchange('POST /orgs/o-1/invites', undefined, 400, {});
    const setup = { ...long, request: { ...long.request, body: 'a… (30000 characters)' } };
    const [last] = await reference([invite('a@example.com')], [setup]);
    expect(last?.unavailable).toBe(
      'The request was not sent to the mock, since the earlier request POST /v1/orgs/o-1/invites of this case cannot be repeated: the report contains only the start of its long body.',
    );
  });

  test('repeats only the first three cases of each rule', async () => {
    const many = Array.from({ length: 5 }, (_, index) => record([invite(`a${index}@example.com`)]));
    const referenced = await withReference([...many, record([])], target, undefined);
    expect(referenced.map(({ exchanges }) => (exchanges as Exchange[])[0]?.reference !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
