import { generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { loadRequirements } from '../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../src/project.ts';
import { startMock } from './helpers/mock.ts';

/** Form of a step: `POST /v1/… {"…"} without X-Api-Key → 401`. In an example, `{…}` stands for an abridged body. */
const STEP =
  /^([A-Z]+) (\/v1\S*)(?: (\{.*\}|\[\]))?(?: (with an unknown key|without X-Api-Key|as text\/plain))? → (\d{3})(?! or)/;
const KEYS = { 'with an unknown key': 'unknown', 'without X-Api-Key': '' };

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKeyPem = String(publicKey.export({ type: 'spki', format: 'pem' }));
const mock = await startMock({ port: 0 });
afterAll(() => mock.close());

const examples = loadRequirements(REQUIREMENTS_FILE).map(({ id, passes = '' }) => ({ id, steps: passes.split('\n') }));

test.each(examples.filter(({ steps }) => steps.every((step) => STEP.test(step))))(
  'confirms the example exchange of $id with a request to the mock',
  async ({ steps }) => {
    await using sandbox = mock.sandbox();
    const { id: keyId } = await sandbox.admin.createJwtKey({
      projectId: 'demo-project',
      label: 'Signing',
      publicKeyPem,
    });
    for (const step of steps) {
      const [, method = '', path = '', body, variant = '', status] = STEP.exec(step) ?? [];
      const response = await fetch(
        sandbox.url +
          path
            .replace('{orgId}', '33333333-3333-4333-8333-333333333333')
            .replace('{integrationId}', '44444444-4444-4444-8444-444444444444')
            .replace('{installationId}', '55555555-5555-4555-8555-555555555551')
            .replace('{keyId}', String(keyId)),
        {
          method,
          headers: {
            'X-Api-Key': variant in KEYS ? KEYS[variant as keyof typeof KEYS] : 'test-key',
            'Content-Type': variant === 'as text/plain' ? 'text/plain' : 'application/json',
          },
          ...(body && { body: body.replace('"publicKeyPem": "…"', `"publicKeyPem": ${JSON.stringify(publicKeyPem)}`) }),
        },
      );
      expect(response.status, step).toBe(Number(status));
    }
  },
);
