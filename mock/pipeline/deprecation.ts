import type { Contract } from '../../src/contract/contract.ts';
import { deprecatedMembers, deprecationOf } from '../../src/contract/document/deprecated.ts';
import { jsonContent, type Operation } from '../../src/contract/document/operation.ts';
import type { Handler, Request } from './http.ts';
import { warn } from './warnings.ts';

interface Use {
  /** What was used, for a sentence. */
  readonly what: string;
  readonly since: Date | undefined;
}

type Look = (request: Request) => readonly Use[];

/**
 * Tells the client of deprecated use: `Deprecation` (RFC 9745) with the earliest date, `@0` where the
 * document has none, and a warning for each. There is no handler for an operation without any.
 */
export function deprecation(contract: Contract, operation: Operation): Handler[] {
  const looks = [ofOperation(operation), ...ofParameters(operation), ofBody(contract, operation)].filter(
    (look) => look !== undefined,
  );
  if (looks.length === 0) return [];
  return [
    (request, response, next) => {
      const uses = looks.flatMap((look) => look(request));
      if (uses.length > 0) {
        const dates = uses.flatMap(({ since }) => (since ? [since.getTime()] : []));
        response.set('Deprecation', `@${dates.length > 0 ? Math.floor(Math.min(...dates) / 1000) : 0}`);
        warn(response, uses.map(sentence));
      }
      next();
    },
  ];
}

function ofOperation({ operationId, node }: Operation): Look | undefined {
  const deprecated = deprecationOf(node);
  return deprecated && (() => [{ what: operationId, ...deprecated }]);
}

function ofParameters({ parameters }: Operation): Look[] {
  return parameters.flatMap(({ name, in: place, node }) => {
    const deprecated = deprecationOf(node);
    if (!deprecated) return [];
    const use = [{ what: `the ${place} parameter ${name}`, ...deprecated }];
    const isUsed = (request: Request) =>
      place === 'query' ? request.query[name] !== undefined : place === 'path' || request.get(name) !== undefined;
    return [(request) => (isUsed(request) ? use : [])];
  });
}

function ofBody({ root }: Contract, operation: Operation): Look | undefined {
  const schema = jsonContent(operation)?.schema;
  const find = schema && deprecatedMembers(root, schema.schema);
  return (
    find &&
    (({ body }) => find(body).map(({ pointer, since }) => ({ what: `the member ${pointer.slice(0, 200)}`, since })))
  );
}

function sentence({ what, since }: Use): string {
  return `Deprecated${since ? ` since ${since.toISOString().slice(0, 10)}` : ''}: ${what}.`;
}
