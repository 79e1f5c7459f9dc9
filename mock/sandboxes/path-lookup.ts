import type { Operation } from '../../src/contract/document/operation.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import { Problem } from '../core/problem.ts';
import type { Records } from './records.ts';

/** The records that a path identifies, by the name of their resource. */
type Found = Readonly<Record<string, JsonObject>>;

/** Finds the records that a path identifies. Returns a 404 problem for the first record that does not exist. */
export type PathLookup = (records: Records, params: Readonly<Record<string, unknown>>) => Promise<Found | Problem>;

/**
 * Creates the function that finds the records that the path parameters of an operation identify (`x-fixture`). Returns
 * undefined if the parameters identify no records. The key of a record contains the IDs of its parents, so the path
 * must also identify the parents.
 */
export function pathLookup({ parameters }: Operation, kinds: Kinds): PathLookup | undefined {
  const named = parameters.flatMap(({ in: place, name, fixture }) => {
    const kind = place === 'path' ? kinds.get(fixture ?? '') : undefined;
    return kind ? [{ parameter: name, kind }] : [];
  });
  const names = new Set(named.map(({ kind }) => kind.model.name));
  const steps = named.filter(({ kind }) =>
    kind.model.key.every(({ parent }) => parent === undefined || (typeof parent === 'string' && names.has(parent))),
  );
  if (steps.length === 0) return undefined;
  return async (records, params) => {
    const found: Record<string, JsonObject> = {};
    const idOf = (name: string) => kinds.get(name)?.id(found[name] ?? {}) ?? '';
    for (const { parameter, kind } of steps) {
      const value = String(params[parameter]);
      const record = await records.named(kind, kind.keyWithin(value, idOf));
      if (!record) return notFound(kind, value, found);
      found[kind.model.name] = record;
    }
    return found;
  };
}

function notFound(kind: Kind, value: string, found: Found): Problem {
  const owner = kind.owner && found[kind.owner.model.name];
  const message = kind.missingMessage(value, owner && String(owner.name ?? owner.id));
  return new Problem('notFound', message.charAt(0).toUpperCase() + message.slice(1));
}
