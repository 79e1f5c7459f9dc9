import { createClient, type Schemas } from 'integration-contract/client';

/**
 * Part of a frontend: functions that call the service. The examples `vitest` and `msw` test these functions with the
 * mock.
 */

export interface Api {
  /** The base URL of the service, without `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The result of a request, as a message for the user. */
export interface Outcome {
  readonly message: string;
}

export async function createKey(api: Api, label: string, publicKeyPem: string): Promise<Outcome> {
  const { data, error } = await createClient(api).POST('/projects/{projectIdOrName}/jwt-keys', {
    params: { path: { projectIdOrName: 'demo-project' } },
    body: { label, algorithm: 'RS256', publicKeyPem },
  });
  return { message: data ? `Key ${data.kid} is ready.` : errorMessage(error) };
}

export async function invite(api: Api, email: string): Promise<Outcome> {
  const { data, error } = await createClient(api).POST('/orgs/{orgId}/invites', {
    params: { path: { orgId: '33333333-3333-4333-8333-333333333333' } },
    body: { email },
  });
  return { message: data ? `${data.invitedEmail} is invited.` : errorMessage(error) };
}

function errorMessage({ status, title, detail }: Schemas['Problem']): string {
  if (status >= 500) return 'The service has a problem. Please try again.';
  return `${title}: ${detail}`;
}
