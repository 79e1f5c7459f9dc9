import { randomUUID } from 'node:crypto';
import { type JsonObject, quoted } from '../../../src/contract/json.ts';
import type { Case } from '../../engine/case.ts';
import { requireProbe } from '../../engine/probe.ts';
import { quotedKey } from '../../engine/request/key-places.ts';
import { addresses } from '../../engine/request/read-request.ts';
import type { OperationRequest } from '../../engine/request/request.ts';
import { Scope } from '../../engine/scope.ts';
import { Untestable } from '../../engine/untestable.ts';
import { configured, fixture } from '../fixtures.ts';
import { KeyActions, KeyNotFound } from './actions.ts';
import { type KeyPair, keysChangeWithOthers, twoKeys } from './key-pair.ts';
import { expectUnchangedTime, timedRead } from './key-touch.ts';
import { keysOutliveUpdates, updatesAreKept } from './probes.ts';

type Changes = Partial<OperationRequest> | ((keyId: string, scope: Scope) => Partial<OperationRequest>);

/** An invalid update. Without `statusRules`, the case does not evaluate the status of the response. */
type Rejection = readonly [what: string, rule: string, changes: Changes, status?: number, statusRules?: string[]];

const BOTH = { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: false } };
const LABEL = { label: 'New label' };
const OFF = { label: 'New label', active: false };
const PAST = '2001-01-01T00:00:00Z';

const masked = (what: string, updateMask: readonly unknown[], jwtKey: JsonObject, rule: string): Rejection => [
  `whose mask ${what}`,
  rule,
  { body: { updateMask, jwtKey } },
  ...(STATUSES[rule] ?? ([400, ['D05']] as const)),
];
const STATUSES: Readonly<Record<string, [status: number, rules: string[]]>> = {
  D41: [400, ['D41']],
  D43: [422, ['D43', 'D08']],
};
const jwtKey = (what: string, rule: string, values: JsonObject): Rejection => [
  what,
  rule,
  { body: { ...BOTH, jwtKey: { ...BOTH.jwtKey, ...values } } },
];
const inProject = (find: (scope: Scope) => string | undefined) => (keyId: string, scope: Scope) => ({
  params: { keyId, projectIdOrName: find(scope) ?? 'no-such-project' },
});
const withKey =
  (find: (scope: Scope) => string | undefined) =>
  (_: string, scope: Scope): Partial<OperationRequest> => ({ apiKey: find(scope) });
const other = ({ session }: Scope) => configured(session).otherProject;

/**
 * Invalid updates. One case sends the updates with a value of `active`, and another case sends the updates without a
 * value of `active`, each to its own JWT keys.
 */
const REJECTIONS: readonly Rejection[] = [
  masked('names `name`', ['name'], { name: 'New label' }, 'D41'),
  masked('names `label` and `name`', ['label', 'name'], { ...LABEL, name: 'New label' }, 'D41'),
  masked('names `name`, with a value for `label`', ['name'], LABEL, 'D41'),
  masked('names `publicKeyPem`', ['publicKeyPem'], { publicKeyPem: 'New' }, 'D40'),
  masked('names `algorithm`', ['algorithm'], { algorithm: 'RS256' }, 'D40'),
  masked('names `projectId`', ['projectId', 'label'], { ...LABEL, projectId: randomUUID() }, 'D40'),
  masked('names `id`', ['id', 'label'], { ...LABEL, id: randomUUID() }, 'D40'),
  masked('names `createTime`', ['createTime', 'label'], { ...LABEL, createTime: PAST }, 'D40'),
  masked('names only `updateTime`', ['updateTime'], { updateTime: PAST }, 'D40'),
  masked('names `updateTime`', ['active', 'updateTime'], { active: false, updateTime: PAST }, 'D40'),
  masked('is a wildcard', ['*'], OFF, 'D40'),
  masked('names both fields in one item', ['label,active'], OFF, 'D40'),
  masked('names `jwtKey.label`', ['jwtKey.label'], LABEL, 'D40'),
  masked('names `label` without a value', ['label'], {}, 'D43'),
  masked('names `active` without a value', ['active'], LABEL, 'D43'),
  masked('names both fields, with a value only for `label`', ['label', 'active'], LABEL, 'D43'),
  masked('names both fields, with a value only for `active`', ['active', 'label'], { active: false }, 'D43'),
  masked('names both fields without values', ['label', 'active'], {}, 'D43'),
  masked('names `label`, with a value only for `active`', ['label'], { active: false }, 'D43'),
  // A service may ignore or reject `name` (D10 is a SHOULD), so the case does not evaluate the status.
  [
    'whose mask names `label`, with a value only for `name`',
    'D43',
    { body: { updateMask: ['label'], jwtKey: { name: 'New label' } } },
    422,
    [],
  ],
  [
    'whose mask names `label`, with a value only for `Label`',
    'D43',
    { body: { updateMask: ['label'], jwtKey: { Label: 'New label' } } },
    422,
    [],
  ],
  [
    'whose mask names `active`, with a value only for `Active`',
    'D43',
    { body: { updateMask: ['active'], jwtKey: { Active: false } } },
    422,
    [],
  ],
  ['of another media type', 'D06', { contentType: 'text/plain' }],
  ['that is a form', 'D06', { contentType: 'application/x-www-form-urlencoded' }],
  ['with the media type of a merge patch', 'D06', { contentType: 'application/merge-patch+json' }],
  ['that is not JSON', 'D05', { raw: `${JSON.stringify(BOTH)}}` }],
  ['that is truncated', 'D05', { raw: JSON.stringify(BOTH).slice(0, -1) }],
  ['that is an array', 'D05', { body: [BOTH] }],
  ['whose mask is a string', 'D05', { body: { ...BOTH, updateMask: 'label,active' } }],
  ['whose mask has null', 'D05', { body: { ...BOTH, updateMask: ['label', 'active', null] } }],
  ['whose mask is empty', 'D40', { body: { ...BOTH, updateMask: [] } }],
  ['with its values outside of `jwtKey`', 'D40', { body: { updateMask: ['label'], label: 'Taken over' } }],
  jwtKey('whose label is null', 'D05', { label: null }),
  jwtKey('whose label is a number', 'D05', { label: 42 }),
  jwtKey('whose label is empty', 'D45', { label: '' }),
  jwtKey('whose label is too long', 'D45', { label: 'x'.repeat(256) }),
  [
    'whose label is too long and not in the mask',
    'D45',
    { body: { updateMask: ['active'], jwtKey: { active: false, label: 'x'.repeat(256) } } },
    400,
    ['D45', 'D05'],
  ],
  ...[null, 42].map(
    (label): Rejection => [
      `whose label is ${label} and not in the mask`,
      'D05',
      { body: { updateMask: ['active'], jwtKey: { active: false, label } } },
    ],
  ),
  ...[null, 'false'].map(
    (active): Rejection => [
      `whose \`active\` is ${JSON.stringify(active)} and not in the mask`,
      'D05',
      { body: { updateMask: ['label'], jwtKey: { ...LABEL, active } } },
    ],
  ),
  jwtKey('whose `active` is 0', 'D05', { active: 0 }),
  jwtKey('whose `active` is null', 'D05', { active: null }),
  jwtKey('whose `active` is a string', 'D05', { active: 'false' }),
  [
    "whose label is too long, under the project's name",
    'D45',
    (keyId, { session }) => ({
      params: { keyId, projectIdOrName: fixture(session, 'project').name },
      body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: '🔑'.repeat(256) } },
    }),
  ],
  ['of a key that does not exist', 'D07', () => ({ params: { keyId: randomUUID() } }), 404, ['D07']],
  ['for a project that does not exist', 'D07', inProject(() => undefined), 404, ['D07']],
  ['under another project', 'D07', inProject((scope) => other(scope)?.id), 404, ['D07']],
  ["under another project's name", 'D07', inProject((scope) => other(scope)?.name), 404, ['D07']],
  ['without an API key', 'D03', withKey(() => undefined)],
  ['with an empty API key', 'D03', withKey(() => '')],
  ['with the API key in quotes', 'D03', withKey(({ session }) => quotedKey(session.target))],
];

/** Cases for §4.4 and D16: updateJwtKey rejects invalid updates and changes nothing. */
export function* jwtKeyRefusals(): Generator<Case> {
  yield {
    id: 'jwtKeys/update/rejected/keepsLastUpdate',
    title: 'updateJwtKey keeps the last update of a key after a rejected request',
    tags: ['thorough'],
    rules: ['rejected-unchanged'],
    run: keepsLastUpdate,
  };
  for (const setsActive of [true, false]) {
    const rows = REJECTIONS.filter(([, , changes]) => setsActive === hasActive(changes));
    yield {
      id: `jwtKeys/update/rejected/${setsActive ? 'of-active' : 'of-label'}`,
      title: `updateJwtKey rejects invalid updates of ${setsActive ? '`active`' : 'only `label`'} and changes nothing`,
      rules: [
        ...new Set(rows.flatMap(([, rule, , , statusRules = []]) => [rule, ...statusRules])),
        'rejected-unchanged',
      ],
      run: async (scope) => {
        await scope.requireAccepted(new KeyActions(scope).update);
        // First, the case sends all updates to one pair of keys. If a check fails, the case sends each update again, to
        // a new pair of keys, to find the update that fails.
        const together = new Scope(scope.session);
        const isComplete = await changesNothing(together, rows, setsActive).catch((error) => {
          if (error instanceof Untestable) return false;
          scope.include(together, together.findings);
          throw error;
        });
        const isSound = isComplete && together.findings.every(({ result }) => result === 'holds');
        if (isSound) return scope.include(together, together.findings);
        scope.includeWithoutExchanges(together);
        for (const row of rows) {
          await changesNothing(scope, [row], setsActive).catch((error) => {
            if (!(error instanceof Untestable)) throw error;
            scope.untestable([row[1]], error.message);
          });
        }
      },
    };
  }
}

/**
 * Changes that make an update invalid; the target must reject the changed updates, with different statuses. After a
 * rejected request, a faulty service may undo the last update of the same key, or of any key.
 */
const LAST_REJECTIONS: readonly ((keyId: string, scope: Scope) => Partial<OperationRequest>)[] = [
  () => ({ params: { keyId: randomUUID() } }),
  () => ({ apiKey: undefined }),
  () => ({ raw: '{"' }),
  () => ({ contentType: 'text/plain' }),
  () => ({ body: { updateMask: ['label'], jwtKey: {} } }),
  (keyId, scope) => ({ params: { keyId, projectIdOrName: other(scope)?.id ?? randomUUID() } }),
];

/**
 * Tests D16: after a rejected request, the key still has the values of its last accepted update. The ledger compares
 * the responses to the reads with the expected state.
 */
async function keepsLastUpdate(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  for (const reject of LAST_REJECTIONS) {
    const send = () =>
      scope.send({ operation: keys.update, params: { keyId: kid }, body: BOTH, ...reject(kid, scope) });
    await keys.readBySettingActive(kid);
    await keys.readBySettingLabel(kid);
    await send();
    await keys.readBySettingActive(kid, false);
    await send();
    await keys.readBySettingLabel(kid);
  }
  scope.holds('rejected-unchanged');
}

function hasActive(changes: Changes): boolean {
  if (typeof changes === 'function' || changes.body === undefined) return true;
  return JSON.stringify(changes.body).includes('"active":');
}

/**
 * Sends the updates to two keys and compares the keys before and after. The rules in the row of an update hold if the
 * target rejects the update and the keys do not change.
 *
 * @returns false if the target accepts an update or responds with a server error; then the keys are not compared
 */
async function changesNothing(scope: Scope, rows: readonly Rejection[], setsActive: boolean): Promise<boolean> {
  const keys = new KeyActions(scope);
  // A faulty service may reset `active` to true if the mask names `active` without a value, so the second key is
  // inactive before the updates that contain no value of `active`.
  const pair = await twoKeys(keys, setsActive ? undefined : false);
  const { id, name } = fixture(scope.session, 'project');
  const reject = async (keyId: string): Promise<boolean> => {
    // An update that must get a 422 satisfies the schema. The service may have separate code for the ID and for the
    // name of the project, so the case sends an update that must get a 422 once with the ID and once with the name.
    const requests = rows.flatMap((row) =>
      (row[3] === 422 ? [id, name] : [keyId === pair.kids[0] ? id : name]).map((project) => [row, project] as const),
    );
    for (const [[what, rule, changes, status, statusRules = []], projectIdOrName] of requests) {
      const changed = typeof changes === 'function' ? changes(keyId, scope) : changes;
      const params = { keyId, projectIdOrName };
      const answer = await scope.send({ operation: keys.update, params, body: BOTH, ...changed });
      if (answer.status >= 500) return false;
      // A response with 404 also counts as a rejection of the update. The comparison of the keys after all updates
      // shows whether the key still exists.
      if (answer.status === 404 && rule !== 'D07') continue;
      const rules = statusRules.includes(rule) ? statusRules : [rule];
      if (status !== undefined) scope.rejected(answer, status, `an update ${what} is invalid`, rules, statusRules);
      else scope.check(rule, answer.status >= 400, `the target accepts an update ${what}`, 'a rejection', answer);
      if (answer.status < 400) return false;
    }
    return true;
  };
  for (const kid of pair.kids) if (!(await reject(kid))) return false;
  await unchanged(scope, keys, pair, rows.length === 1 ? rows[0] : undefined, reject, setsActive);
  return true;
}

/** @param row the only update that the target rejected; undefined after several updates */
async function unchanged(
  scope: Scope,
  keys: KeyActions,
  { kids, label, active, read }: KeyPair,
  row: Rejection | undefined,
  reject: (kid: string) => Promise<unknown>,
  setsActive: boolean,
): Promise<void> {
  const [what, rule] = row ?? [];
  const rules = [...new Set([...(rule === undefined ? [] : [rule]), 'rejected-unchanged'])];
  const update = what === undefined ? 'a rejected update' : `a rejected update ${what},`;
  const [one, two] = await readBoth(keys, kids);
  const gone = one === undefined || two === undefined;
  if (gone) {
    await requireProbe(scope, keysOutliveUpdates);
    const control = await twoKeys(keys, setsActive ? undefined : false);
    const isKept = (await readBoth(keys, control.kids)).every((key) => key !== undefined);
    scope.require(isKept, 'a key also disappears without a rejected update');
  }
  scope.check(rules, !gone, `${update} removes the key`, 'the key', '404');
  if (gone) return;
  if (one.label !== label || two.active !== active) {
    const reason = 'requests about other keys change this key, also without a rejected update';
    scope.require(!(await keysChangeWithOthers(keys)), reason);
    await requireProbe(scope, updatesAreKept);
  }
  const same = (kid: string, field: string, was: unknown, is: unknown) =>
    forLastRead(scope, kid, () =>
      scope.check(rules, was === is, `${update} changes \`${field}\``, quoted(was), quoted(is)),
    );
  same(kids[0], 'label', label, one.label);
  same(kids[1], 'active', active, two.active);
  await expectUnchangedTime(scope, keys, [read, one], rules[0] ?? 'D05', reject);
}

/** Makes the findings of `evaluate` refer to the last response about a key. */
function forLastRead(scope: Scope, kid: string, evaluate: () => unknown): void {
  const read = scope.sent.findLast(({ request }) => addresses(request, kid));
  if (read?.answer) scope.forAnswer(read.answer, evaluate);
}

/**
 * Reads `label` of the first key and `active` of the second key, as `twoKeys` does; undefined for a key that no longer
 * exists.
 */
async function readBoth(keys: KeyActions, kids: KeyPair['kids']) {
  const unlessGone = (error: unknown) => {
    if (error instanceof KeyNotFound) return undefined;
    throw error;
  };
  return [
    await timedRead(keys, kids[0]).catch(unlessGone),
    await keys.readBySettingLabel(kids[1]).catch(unlessGone),
  ] as const;
}
