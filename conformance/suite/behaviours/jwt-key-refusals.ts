import type { JsonObject } from '../../../src/contract/json.ts';
import type { Case } from '../case.ts';
import { quotedKey } from '../key-places.ts';
import type { OperationRequest } from '../request.ts';
import type { Scope } from '../scope.ts';
import { KeyActions, KeyGone } from './jwt-key.ts';
import { changeWithOthers, type KeyPair, twoKeys } from './key-pair.ts';
import { staysUntouched, timedRead } from './key-touch.ts';

type MaskRefusal = readonly [
  what: string,
  mask: readonly unknown[],
  jwtKey: JsonObject,
  status: number,
  rules: readonly string[],
  statusRules: readonly string[],
];

const MASKS: readonly MaskRefusal[] = [
  ['names `name`', ['name'], { name: 'New label' }, 400, ['D41'], ['D41']],
  ['names `name` beside `label`', ['label', 'name'], { label: 'New label', name: 'New label' }, 400, ['D41'], ['D41']],
  ['names `name`, with a `label` in jwtKey', ['name'], { label: 'New label' }, 400, ['D41'], ['D41']],
  ['names `publicKeyPem`', ['publicKeyPem'], { publicKeyPem: 'New' }, 400, ['D40'], ['D05']],
  ['names `algorithm`', ['algorithm'], { algorithm: 'RS256' }, 400, ['D40'], ['D05']],
  [
    'names `active` beside what is unknown',
    ['active', 'updateTime'],
    { active: false, updateTime: '2001-01-01T00:00:00Z' },
    400,
    ['D40'],
    ['D05'],
  ],
  ['is a wildcard', ['*'], { label: 'New label', active: false }, 400, ['D40'], ['D05']],
  ['names both in one item', ['label,active'], { label: 'New label', active: false }, 400, ['D40'], ['D05']],
  ['names `jwtKey.label`', ['jwtKey.label'], { label: 'New label' }, 400, ['D40'], ['D05']],
  ['names `label` without a value', ['label'], {}, 422, ['D43', 'D08'], ['D43', 'D08']],
  ['names `active` without a value', ['active'], { label: 'New label' }, 422, ['D43', 'D08'], ['D43', 'D08']],
  [
    'names both, with a value for `label` alone',
    ['label', 'active'],
    { label: 'New label' },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  [
    'names both, with a value for `active` alone',
    ['active', 'label'],
    { active: false },
    422,
    ['D43', 'D08'],
    ['D43', 'D08'],
  ],
  ['names both, without a value', ['label', 'active'], {}, 422, ['D43', 'D08'], ['D43', 'D08']],
  ['names `label`, with a value for `active` alone', ['label'], { active: false }, 422, ['D43', 'D08'], ['D43', 'D08']],
  // Whether `name` is ignored or refused is a SHOULD: the status is open.
  ['names `label`, with a `name` in its place', ['label'], { name: 'New label' }, 422, ['D43'], []],
];

/** What a key has and no request changes, but for what the masks above name. */
const FIXED = ['id', 'projectId', 'createTime', 'updateTime'];

const BOTH = { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: false } };

const OTHERS: readonly (readonly [what: string, rule: string, changes: Partial<OperationRequest>])[] = [
  ['of another media type', 'D06', { contentType: 'text/plain' }],
  ['that is no JSON', 'D05', { raw: `${JSON.stringify(BOTH)}}` }],
  [
    'whose label is too long',
    'D45',
    { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: 'x'.repeat(256) } } },
  ],
  ['whose label is empty', 'D45', { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: '' } } }],
  [
    'whose `active` is a string',
    'D05',
    { body: { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: 'false' } } },
  ],
  ['with its values beside the mask', 'D40', { body: { updateMask: ['label'], label: 'Taken over' } }],
];

/** §4.4: what an update must not be, and that it then changes nothing. */
export function* jwtKeyRefusals(): Generator<Case> {
  for (const [what, mask, jwtKey, status, rules, statusRules] of MASKS) {
    yield {
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
  for (const [what, rule, changes] of OTHERS) {
    yield {
      title: `a refused update ${what} changes nothing`,
      rules: [rule],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.twin(keys.update);
        const pair = await twoKeys(keys);
        const refuse = (keyId: string) =>
          scope.send({ operation: keys.update, params: { keyId }, body: BOTH, ...changes });
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
        await unchanged(scope, keys, pair, [rule, 'D42'], refuse);
      },
    };
  }
  yield {
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
    title: "another project's key is not found, and not changed",
    rules: ['D07'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const other = scope.session.fixture('otherProject');
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
  rules: readonly string[],
  refuse: (kid: string) => Promise<unknown>,
): Promise<void> {
  const [one, other] = await readBoth(keys, kids);
  const gone = one === undefined || other === undefined;
  if (gone) scope.mustHold(await keys.outliveUpdates(), 'a key is gone after an update that succeeds');
  scope.check(rules, !gone, 'a refused update removed the key', 'the key', '404');
  if (gone) return;
  if (one.label !== label || other.active !== active) {
    const reason = 'what is done to other keys changes this one, with and without a refused update';
    scope.mustHold(!(await changeWithOthers(keys)), reason);
    scope.mustHold(await keys.keepsUpdates(), 'an update is not kept, with and without a refused one');
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
