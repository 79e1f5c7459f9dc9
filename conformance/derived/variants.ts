import { randomUUID } from 'node:crypto';
import { type Operation, type Parameter, successOf } from '../../src/contract/document/operation.ts';
import type { Answer, Judgement } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { addressesOf } from '../connection/fixture-kind.ts';
import type { Case } from '../engine/case.ts';
import {
  ACCEPTS,
  BODIES,
  HEADERS,
  PATHS,
  QUERIES,
  UNGUARDED,
  type Variant,
} from '../engine/catalogue/variant-table.ts';
import { toWire, validBody } from '../engine/request/request.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import { statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { shareOf } from './share.ts';

/** Statuses that a server sends before it knows the operation. */
const BEFORE_THE_OPERATION = [408, 414, 417, 421, 426, 431];

const GROUPS: readonly (readonly [group: string, table: readonly Variant[]])[] = [
  ['queries', QUERIES],
  ['headers', HEADERS],
  ['accept', ACCEPTS],
  ['bodies', BODIES],
];

/** Variants of a valid request: the documented success, or a clear 4xx; without the API key never a success. */
export function* variants({ contract }: RuleBook, operation: Operation): Generator<Case> {
  const peers = contract.operations.filter(successOf);
  if (!peers.includes(operation)) return;
  for (const [group, table] of GROUPS.filter(([name]) => name !== 'bodies' || operation.requestBody)) {
    yield {
      id: `${operation.operationId}/variants/${group}`,
      title: `${operation.operationId} responds to variants of its ${group} as documented`,
      tags: ['thorough'],
      rules: [
        'server-error',
        ...(group === 'accept' ? ['problem-details'] : []),
        ...(operation.requestBody ? statusRule(operation) : []),
      ],
      operation,
      run: async (scope) => {
        await scope.twin(operation);
        for (const variant of shareOf(table, operation, peers))
          await withKey(scope, operation, variant, group === 'accept');
        // The twin succeeded, and no variant succeeds in another way.
        if (operation.requestBody && scope.findings.every(({ result }) => result !== 'broken'))
          scope.holds(...statusRule(operation));
      },
    };
  }
  if (operation.apiKeys.length === 0) return;
  yield {
    id: `${operation.operationId}/variants/without-api-key`,
    title: `${operation.operationId} requires its API key in every variant of a request`,
    tags: ['thorough'],
    rules: ['auth-required'],
    operation,
    run: async (scope) => {
      await scope.twin(operation);
      const addresses = existing(scope, operation);
      // Guards are often placed per path, and seldom per header.
      const table = [...PATHS, ...shareOf(UNGUARDED, operation, peers)];
      for (const [index, variant] of table.entries())
        await withoutKey(scope, operation, variant, addresses[index % addresses.length] ?? {});
    },
  };
}

async function withKey(
  scope: Scope,
  operation: Operation,
  [id, change]: Variant,
  isAboutErrors: boolean,
): Promise<void> {
  const { session } = scope;
  const send = async (params: Params) => {
    const wire = await toWire(session, { operation, params, body: validBody(session, operation) });
    return scope.sendWire(change(wire), operation, judgementOf);
  };
  const answer = await send({});
  if (isSuccess(answer)) scope.accepted(answer, operation, `the variant "${id}" changes nothing`);
  // Errors keep their form, too.
  if (isAboutErrors)
    await send(Object.fromEntries(operation.parameters.filter(isInPath).map(({ name }) => [name, randomUUID()])));
}

async function withoutKey(scope: Scope, operation: Operation, [id, change]: Variant, params: Params): Promise<void> {
  const body = validBody(scope.session, operation);
  const wire = await toWire(scope.session, { operation, params, body, apiKey: undefined });
  const send = (path: string) => scope.sendWire(change({ ...wire, path }), operation, 'survival');
  const answer = await send(wire.path);
  // A page for every unknown path is no part of the service.
  if (isSuccess(answer) && isSuccess(await send(wire.path.replace(/(?<=.)\//, `/${randomUUID()}/`)))) return;
  const message = `a request without an API key was accepted in the variant "${id}"`;
  scope.check('auth-required', !isSuccess(answer), message, '401', answer);
}

type Params = Readonly<Record<string, string>>;

/** Path parameters that name what exists, once for each of its addresses. */
function existing({ session }: Scope, { parameters }: Operation): Params[] {
  const known = parameters.filter(isInPath).flatMap(({ name, fixture }): [string, string[]][] => {
    const kind = session.rules.fixtures.find((one) => one.name === fixture || one.item === fixture);
    if (!kind || !session.has(kind.name)) return [];
    return kind.shape === 'consumed' ? [] : [[name, addressesOf(session.fixture(kind.name))]];
  });
  const most = Math.max(1, ...known.map(([, addresses]) => addresses.length));
  const at = (addresses: readonly string[], index: number) => addresses[index % addresses.length] ?? '';
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(known.map(([name, addresses]) => [name, at(addresses, index)])),
  );
}

function isInPath(parameter: Parameter): boolean {
  return parameter.in === 'path';
}

function judgementOf({ status }: Answer): Judgement {
  return BEFORE_THE_OPERATION.includes(status) ? 'survival' : 'whole';
}
