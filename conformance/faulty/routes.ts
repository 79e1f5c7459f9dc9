import { templatePattern } from '../../src/contract/document/path-template.ts';
import { rulesOf } from '../../src/contract/document/rule.ts';
import type { Behaviour, Defect } from './defect.ts';
import { isOf, OPERATIONS, operationOf, problem } from './messages.ts';
import { defect } from './row.ts';

/**
 * One row for each operation: the operationId, the pattern of the path, and the requirement that fails if the server
 * lacks the operation.
 */
const ROUTES = OPERATIONS.map(({ operationId, path, node }) => {
  const [rule = { id: 'S01' }] = rulesOf(node);
  return [operationId, new RegExp(`${templatePattern(path)}$`), rule.id as `D${number}`] as const;
});

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** A faulty server without the path of an operation: it responds with 404 to every method. */
function withoutRoute(operationId: string, pattern: RegExp): Behaviour {
  return async (request, forward) => {
    const path = request.path.split('?')[0] ?? '';
    if (pattern.test(path) || operationOf(request) === operationId)
      return problem(404, `The path ${path} does not exist.`);
    const answer = await forward(request);
    const isNowhere = answer.status === 404 && operationOf(request) === 'none';
    return isNowhere ? problem(404, `The path ${path} does not exist.`) : answer;
  };
}

/** Defects of a router that lacks an operation, or that has an operation under another path. */
export const routes: readonly Defect[] = [
  ...ROUTES.map(([operationId, pattern, breaks]) =>
    defect(`${kebab(operationId)}-is-not-there`, breaks, `The server has no route for ${operationId}.`).does(() =>
      withoutRoute(operationId, pattern),
    ),
  ),
  defect(
    'delete-installation-is-not-under-v1',
    'D01',
    'The server serves deleteInstallation under a path without `/v1`.',
  ).does(() => {
    const within = withoutRoute('deleteInstallation', /\/installations\/[^/]+$/);
    return (request, forward) => {
      const path = `/v1${request.path}`;
      const isDeletion = isOf({ ...request, path }, 'deleteInstallation');
      return isDeletion ? forward({ ...request, path }) : within(request, forward);
    };
  }),
];
