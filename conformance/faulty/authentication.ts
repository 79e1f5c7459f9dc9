import type { Defect } from './defect.ts';
import { operationOf, withKey } from './messages.ts';

/** Defects of authentication (D02, D03). */
export const authentication: readonly Defect[] = [
  {
    name: 'any-key-is-good',
    description: 'Any value of X-Api-Key is taken for a key.',
    breaks: ['D03'],
    create: () => async (request, forward) => forward(request.headers['x-api-key'] ? withKey(request) : request),
  },
  {
    name: 'refused-delete-deletes',
    description: 'A deletion without a known key is answered with 401, after it was done.',
    breaks: ['D03'],
    create: () => async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) === 'deleteInstallation' && answer.status === 401) await forward(withKey(request));
      return answer;
    },
  },
];
