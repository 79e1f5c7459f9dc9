import type { Operation } from '../../../src/contract/operation.ts';
import type { Case } from '../case.ts';
import { toWire, validBody } from '../request.ts';

const DEPTH = 10_000;

const BODIES: readonly (readonly [what: string, body: string | Buffer])[] = [
  [`nested ${DEPTH} levels deep`, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  [`nested ${DEPTH} objects deep`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  [
    'with __proto__ and constructor',
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  ],
  ['with a NUL', '{"name": "a\\u0000b"}'],
  ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['with a byte order mark', '\uFEFF{}'],
  ['with a number out of range', '{"a": 1e999, "b": -1e999, "c": 123456789012345678901234567890}'],
  ['with the same member twice', '{"name": "a", "name": 1, "label": "b", "label": null}'],
  ['with half a surrogate pair', '{"name": "\\ud83d"}'],
];

const SEGMENTS: readonly (readonly [what: string, segment: string])[] = [
  ['a broken percent-escape', '%E0%A4%A'],
  ['a NUL', '%00'],
  ['bytes that are not UTF-8', '%FF%FE'],
  ['dots that lead upwards', '..%2F..%2Fetc%2Fpasswd'],
  ['a quote and a comment', "'%20OR%20'1'='1'--"],
  ['1,000 characters', 'x'.repeat(1000)],
];

/** D15: no request of any kind yields a 5xx. Only that is judged here. */
export function* survives(operation: Operation): Generator<Case> {
  if (operation.requestBody) {
    for (const [what, raw] of BODIES) {
      yield survived(operation, `a body ${what}`, async (scope) => scope.send({ operation, raw }, 'survival'));
    }
  }
  for (const [what, segment] of SEGMENTS) {
    yield survived(operation, `a path with ${what}`, async (scope) => {
      const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const first = operation.parameters.find((parameter) => parameter.in === 'path');
      if (!first) return;
      const at = (scope.session.contract.basePath + operation.path).split('/').indexOf(`{${first.name}}`);
      const path = wire.path.split('/').with(at, segment).join('/');
      await scope.sendWire({ ...wire, path }, operation, 'survival');
    });
  }
}

function survived(
  operation: Operation,
  what: string,
  send: (scope: Parameters<Case['run']>[0]) => Promise<unknown>,
): Case {
  return {
    title: `${operation.operationId} survives ${what}`,
    rules: ['D15'],
    operation,
    run: async (scope) => {
      await send(scope);
    },
  };
}
