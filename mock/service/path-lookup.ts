import type { Operation } from '../../src/contract/document/operation.ts';
import { isProblem, type Problem } from '../core/problem.ts';
import type { Transaction } from '../core/store.ts';
import { theInstallation, theIntegration, theJwtKey, theOrganization, theProject, theProvider } from './find.ts';

/** Values of path parameters, by the fixture that each is. */
type Named = Readonly<Record<string, string>>;

type Lookup = (tx: Transaction, named: Named) => Promise<object>;

/** Within what it belongs to: a path that names no project has no integration to look for. */
const LOOKUPS: Readonly<Record<string, { readonly within: readonly string[]; readonly find: Lookup }>> = {
  project: { within: [], find: (tx, { project }) => theProject(tx, project) },
  org: { within: [], find: (tx, { org }) => theOrganization(tx, org) },
  provider: { within: [], find: (tx, { provider }) => theProvider(tx, provider) },
  integration: {
    within: ['project'],
    find: (tx, { project, integration }) => theIntegration(tx, project, integration),
  },
  jwtKey: { within: ['project'], find: (tx, { project, jwtKey }) => theJwtKey(tx, project, jwtKey) },
  installation: {
    within: ['project', 'integration'],
    find: (tx, { project, integration, installation }) => theInstallation(tx, project, integration, installation),
  },
};

/** The problem of the first thing that a path names and that is not there. */
export type PathLookup = (tx: Transaction, params: Readonly<Record<string, unknown>>) => Promise<Problem | undefined>;

/**
 * Looks up what the path parameters of an operation name by their `x-fixture`, as handlers do (D07); undefined
 * where they say nothing of fixtures.
 */
export function pathLookup({ parameters }: Operation): PathLookup | undefined {
  const parts = parameters.flatMap(({ in: place, name, fixture }) =>
    place === 'path' && fixture !== undefined ? [{ name, fixture }] : [],
  );
  const fixtures = new Set(parts.map(({ fixture }) => fixture));
  const lookups = parts.flatMap(({ fixture }) => {
    const lookup = Object.hasOwn(LOOKUPS, fixture) ? LOOKUPS[fixture] : undefined;
    return lookup?.within.every((outer) => fixtures.has(outer)) ? [lookup.find] : [];
  });
  if (lookups.length === 0) return undefined;
  return async (tx, params) => {
    const named = Object.fromEntries(parts.map(({ name, fixture }) => [fixture, String(params[name])]));
    for (const find of lookups) {
      const found = await find(tx, named);
      if (isProblem(found)) return found;
    }
    return undefined;
  };
}
