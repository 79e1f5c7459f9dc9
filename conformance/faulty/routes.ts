import type { Behaviour, Defect } from './defect.ts';
import { isOf, operationOf, problem } from './messages.ts';

type RouteRow = readonly [operationId: string, pattern: RegExp, breaks: readonly string[]];

/** Operations, the paths that hold them alone, and the rules that are broken where nobody serves them. */
const ROUTES: readonly RouteRow[] = [
  ['createIntegration', /\/projects\/[^/]+\/integrations$/, ['D30']],
  ['upsertIntegrationObjectMetadata', /\/integrations\/[^/]+\/object-metadata$/, ['D60']],
  ['upsertProviderObjectMetadata', /\/providers\/[^/]+\/object-metadata$/, ['D60']],
  ['deleteInstallation', /\/installations\/[^/]+$/, ['D80']],
  ['createJwtKey', /\/jwt-keys$/, ['D50']],
  ['updateJwtKey', /\/jwt-keys\/[^/]+$/, ['D40']],
  ['createInvite', /\/invites$/, ['D70']],
];

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** The path is answered like one that nobody has, by whatever method. */
function notThere(operationId: string, pattern: RegExp): Behaviour {
  return async (request, forward) => {
    const path = request.path.split('?')[0] ?? '';
    if (pattern.test(path) || operationOf(request) === operationId) return problem(404, `There is no ${path}.`);
    const answer = await forward(request);
    const isNowhere = answer.status === 404 && operationOf(request) === 'none';
    return isNowhere ? problem(404, `There is no ${path}.`) : answer;
  };
}

/** Defects of a router that has one operation nowhere, or in another place. */
export const routes: readonly Defect[] = [
  ...ROUTES.map(([operationId, pattern, breaks]) => ({
    name: `${kebab(operationId)}-is-not-there`,
    description: `Nothing serves ${operationId}.`,
    breaks,
    create: () => notThere(operationId, pattern),
  })),
  {
    name: 'delete-installation-is-not-under-v1',
    description: 'deleteInstallation is served without `/v1` before its path.',
    breaks: ['D01'],
    create: () => {
      const within = notThere('deleteInstallation', /\/installations\/[^/]+$/);
      return (request, forward) => {
        const path = `/v1${request.path}`;
        return isOf({ ...request, path }, 'deleteInstallation')
          ? forward({ ...request, path })
          : within(request, forward);
      };
    },
  },
];
