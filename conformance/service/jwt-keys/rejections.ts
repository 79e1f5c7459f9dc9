import type { JsonObject } from '../../../src/contract/json.ts';
import type { Case } from '../../engine/case.ts';
import { requireProbe } from '../../engine/probe.ts';
import { quotedKey } from '../../engine/request/key-places.ts';
import type { OperationRequest } from '../../engine/request/request.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { KeyActions, KeyGone } from './actions.ts';
import { changeWithOthers, type KeyPair, twoKeys } from './key-pair.ts';
import { staysUntouched, timedRead } from './key-touch.ts';
import { keysOutliveUpdates, updatesAreKept } from './probes.ts';

type MaskRefusal = readonly [
  id: string,
  what: string,
  mask: readonly unknown[],
  jwtKey: JsonObject,
  status: number,
  rules: readonly string[],
  statusRules: readonly string[],
];

const MASKS: readonly MaskRefusal[] = [
  ['names-name', 'names `name`', ['name'], { name: 'New label' }, 400, ['D41'], ['D41']],
  [
    'names-name-beside-label',
    'names `name` beside `label`',
    ['label', 'name'],
    { label: 'New label', name: 'New label' },
    400,
    ['D41'],
    ['D41'],
  ],
  [
    'names-name-label-jwtkey',
    'names `name`, with a `label` in jwtKey',
    ['name'],
    { label: 'New label' },
    400,
    ['D41'],
    ['D41'],
  ],
  ['names-publickeypem', 'names `publicKeyPem`', ['publicKeyPem'], { publicKeyPem: 'New' }, 400, ['D40'], ['D05']],
  ['names-algorithm', 'names `algorithm`', ['algorithm'], { algorithm: 'RS256' }, 400, ['D40'], ['D05']],
  [
    'names-active-beside-unknown',
    'names `active` beside what is unknown',
    ['active', 'updateTime'],
    { active: false, updateTime: '2001-01-01T00:00:00Z' },
    400,
    ['D40'],
    ['D05'],
  ],
  ['wildcard', 'is a wildcard', ['*'], { label: 'New label', active: false }, 400, ['D40'], ['D05']],
  [
    'names-both-one-item',
    'names both in one item',
    ['label,active'],
    { label: 'New label', active: false },
    400,
    ['D40'],
    ['D05'],
  ],
  ['names-jwtkey-label', 'names `jwtKey.label`', ['jwtKey.label'], { label: 'New label' }, 400, ['D40'], ['D05']],
  ['names-label-without-value', 'names `label` without a value', ['label'], {}, 422, ['D43', 'D08'], ['D43', 'D08']],
  [
    'names-active-without-value',
    'names `active` without a value',
    ['active'],
    { label: 'New label' },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  [
    'names-both-value-label-alone',
    'names both, with a value for `label` alone',
    ['label', 'active'],
    { label: 'New label' },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  [
    'names-both-value-active-alone',
    'names both, with a value for `active` alone',
    ['active', 'label'],
    { active: false },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  [
    'names-both-without-value',
    'names both, without a value',
    ['label', 'active'],
    {},
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  [
    'names-label-value-active-alone',
    'names `label`, with a value for `active` alone',
    ['label'],
    { active: false },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  // Whether `name` is ignored or refused is a SHOULD: the status is open.
  [
    'names-label-name-place',
    'names `label`, with a `name` in its place',
    ['label'],
    { name: 'New label' },
    422,
    ['D43'],
    [],
  ],
];

/** What a key has and no request changes, but for what the masks above name. */
const FIXED = ['id', 'projectId', 'createTime', 'updateTime'];

const BOTH = { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: false } };

type Rejection = readonly [
  id: string,
  what: string,
  rule: string,
  changes: Partial<OperationRequest> | ((keyId: string, scope: Scope) => Partial<OperationRequest>),
];

const inProject = (projectIdOrName: string) => (keyId: string) => ({ params: { keyId, projectIdOrName } });

const OTHERS: readonly Rejection[] = [
  ['another-media-type', 'of another media type', 'D06', { contentType: 'text/plain' }],
  ['no-json', 'that is no JSON', 'D05', { raw: `${JSON.stringify(BOTH)}}` }],
  ['cut-off', 'that is cut off', 'D05', { raw: JSON.stringify(BOTH).slice(0, -1) }],
  ['form', 'that is a form', 'D06', { contentType: 'application/x-www-form-urlencoded' }],
  ['patch-document', 'that is a merge patch by its media type', 'D06', { contentType: 'application/merge-patch+json' }],
  ['array', 'that is an array', 'D05', { body: [BOTH] }],
  ['nonexistent-project', 'for a project that does not exist', 'D07', inProject('no-such-project')],
  ['mask-text', 'whose mask is a text', 'D05', { body: { ...BOTH, updateMask: 'label,active' } }],
  ['mask-null', 'whose mask has null', 'D05', { body: { ...BOTH, updateMask: ['label', 'active', null] } }],
  ['mask-empty', 'whose mask is empty', 'D40', { body: { ...BOTH, updateMask: [] } }],
  ['label-null', 'whose label is null', 'D05', { body: { ...BOTH, jwtKey: { active: false, label: null } } }],
  ['label-number', 'whose label is a number', 'D05', { body: { ...BOTH, jwtKey: { active: false, label: 42 } } }],
  ['active-number', 'whose `active` is 0', 'D05', { body: { ...BOTH, jwtKey: { label: 'Taken over', active: 0 } } }],
  [
    'active-null',
    'whose `active` is null',
    'D05',
    { body: { ...BOTH, jwtKey: { label: 'Taken over', active: null } } },
  ],
  [
    'label-too-long-by-name',
    "whose label is too long, under the project's name",
    'D45',
    (keyId, { session }) => ({
      params: { keyId, projectIdOrName: fixture(session, 'project').name },
      body: { ...BOTH, jwtKey: { active: false, label: '🔑'.repeat(256) } },
    }),
  ],
  [
    'label-too-long',
    'whose label is too long',
    'D45',
    { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: 'x'.repeat(256) } } },
  ],
  [
    'label-empty',
    'whose label is empty',
    'D45',
    { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: '' } } },
  ],
  [
    'active-string',
    'whose `active` is a string',
    'D05',
    { body: { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: 'false' } } },
  ],
  [
    'values-beside-mask',
    'with its values beside the mask',
    'D40',
    { body: { updateMask: ['label'], label: 'Taken over' } },
  ],
];

/** §4.4: what an update must not be, and that it then changes nothing. */
export function* jwtKeyRefusals(): Generator<Case> {
  for (const [id, what, mask, jwtKey, status, rules, statusRules] of MASKS) {
    yield {
      id: `jwtKeys/update/rejectsMask/${id}`,
      title: `updateJwtKey refuses a mask that ${what}, and changes nothing`,
      rules: [...new Set([...rules, ...statusRules])],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.twin(keys.update);
        // What a request gives no value to may get another one than it has: that of a new key.
        const pair = await twoKeys(keys, 'active' in jwtKey ? undefined : false);
        const refuse = (kid: string) => keys.patch(kid, mask, jwtKey);
        const answer = await refuse(pair.kids[0]);
        scope.refused(answer, status, `the mask ${what}`, rules, statusRules);
        if (answer.status < 400) return;
        await refuse(pair.kids[1]);
        await unchanged(scope, keys, pair, [rules[0] ?? 'D05'], refuse);
      },
    };
  }
  yield {
    id: 'jwtKeys/update/rejectsFixedField',
    title: 'updateJwtKey refuses a mask that names what no request changes, beside `label`',
    rules: ['D40', 'D05'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.twin(keys.update);
      const kid = await keys.register();
      const key = await keys.readBySettingActive(kid);
      for (const path of FIXED) {
        const answer = await keys.patch(kid, [path, 'label'], { [path]: key[path] ?? null, label: 'New label' });
        scope.refused(answer, 400, `the mask names \`${path}\``, ['D40'], ['D05']);
      }
    },
  };
  for (const [id, what, rule, changes] of OTHERS) {
    yield {
      id: `jwtKeys/update/rejected/${id}`,
      title: `a refused update ${what} changes nothing`,
      rules: [rule],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.twin(keys.update);
        const pair = await twoKeys(keys);
        const refuse = (keyId: string) =>
          scope.send({
            operation: keys.update,
            params: { keyId },
            body: BOTH,
            ...(typeof changes === 'function' ? changes(keyId, scope) : changes),
          });
        for (const keyId of pair.kids) {
          const answer = await refuse(keyId);
          if (answer.status >= 500) return;
          if (
            !scope.check(
              rule,
              answer.status >= 400,
              `an update ${what} was accepted`,
              'a refusal',
              String(answer.status),
            )
          )
            return;
        }
        await unchanged(scope, keys, pair, [rule], refuse);
      },
    };
  }
  yield {
    id: 'jwtKeys/update/withoutKey',
    title: 'an update without a known API key changes nothing',
    rules: ['D03'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const pair = await twoKeys(keys);
      const refuse = async (kid: string) => {
        for (const apiKey of [undefined, '', quotedKey(scope.session.target)]) {
          const answer = await keys.patch(kid, BOTH.updateMask, BOTH.jwtKey, { apiKey });
          const isRefused = answer.status >= 400;
          if (!scope.check('D03', isRefused, 'an update without a known API key was accepted', '401', answer))
            return false;
        }
        return true;
      };
      for (const kid of pair.kids) if (!(await refuse(kid))) return;
      await unchanged(scope, keys, pair, ['D03'], refuse);
    },
  };
  yield {
    id: 'jwtKeys/update/otherProject',
    title: "another project's key is not found, and not changed",
    rules: ['D07'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const other = fixture(scope.session, 'otherProject');
      await scope.twin(keys.update);
      const pair = await twoKeys(keys);
      const refuse = async (kid: string) => {
        for (const project of [other.id, other.name]) {
          const answer = await keys.patch(kid, BOTH.updateMask, BOTH.jwtKey, { project });
          scope.refused(answer, 404, 'the key belongs to another project', ['D07'], ['D07']);
        }
      };
      for (const kid of pair.kids) await refuse(kid);
      await unchanged(scope, keys, pair, ['D07'], refuse);
    },
  };
}

async function unchanged(
  scope: Scope,
  keys: KeyActions,
  { kids, label, active, read }: KeyPair,
  breaks: readonly string[],
  refuse: (kid: string) => Promise<unknown>,
): Promise<void> {
  const rules = [...new Set([...breaks, 'rejected-unchanged'])];
  const [one, other] = await readBoth(keys, kids);
  const gone = one === undefined || other === undefined;
  if (gone) await requireProbe(scope, keysOutliveUpdates);
  scope.check(rules, !gone, 'a refused update removed the key', 'the key', '404');
  if (gone) return;
  if (one.label !== label || other.active !== active) {
    const reason = 'what is done to other keys changes this one, with and without a refused update';
    scope.mustHold(!(await changeWithOthers(keys)), reason);
    await requireProbe(scope, updatesAreKept);
  }
  scope.check(rules, one.label === label, 'a refused update changed `label`', String(label), String(one.label));
  scope.check(
    rules,
    other.active === active,
    'a refused update changed `active`',
    String(active),
    String(other.active),
  );
  await staysUntouched(scope, keys, [read, one], rules[0] ?? 'D05', refuse);
}

/** In the way of `twoKeys`; nothing for a key that is gone. */
async function readBoth(keys: KeyActions, kids: KeyPair['kids']) {
  const unlessGone = (error: unknown) => {
    if (error instanceof KeyGone) return undefined;
    throw error;
  };
  return [
    await timedRead(keys, kids[0]).catch(unlessGone),
    await keys.readBySettingLabel(kids[1]).catch(unlessGone),
  ] as const;
}
