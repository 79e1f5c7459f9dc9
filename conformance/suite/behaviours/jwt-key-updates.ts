import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Case } from '../case.ts';
import type { OperationRequest } from '../request.ts';
import { describe, type Scope } from '../scope.ts';
import { type JwtKey, KeyActions } from './jwt-key.ts';

/** Longer than a tick of the clock that timestamps come from: of one that tells milliseconds, and of the coarsest. */
const FINE_TICK_MS = 20;
const COARSE_TICK_MS = 1100;

const STANDING = ['id', 'projectId', 'algorithm', 'publicKeyPem', 'createTime'];

/** §4.4: what a mask takes, what it leaves, and what moves. */
export function* jwtKeyUpdates(): Generator<Case> {
  yield* masks();
  yield* refusals();
  yield* otherRefusals();
  yield times();
  yield {
    title: 'updateJwtKey takes a field that the mask names twice',
    rules: ['D48'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = scope.session.uniqueName('Twice');
      const answer = await keys.patch(await keys.register(), ['label', 'label'], { label });
      if (scope.accepted(answer, keys.update, 'a field that is named twice counts once', ['D48'])) {
        const shown = (answer.json as JwtKey | undefined)?.label;
        scope.check('D48', shown === label, 'the field that was named twice was not taken', label, String(shown));
      }
    },
  };
  yield {
    title: 'a value that was set stays set',
    rules: ['D46'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const kid = await keys.register();
      const label = ` ${scope.session.uniqueName('鍵 🔑 e\u0301')} `;
      await keys.updated(kid, ['label'], { label });
      const off = await keys.updated(kid, ['active'], { active: false });
      scope.check('D46', off.label === label, '`label` went back', label, String(off.label));
      const named = await keys.readBySettingLabel(kid);
      scope.check('D46', named.active === false, '`active` went back', 'false', String(named.active));
      const on = await keys.updated(kid, ['active'], { active: true });
      scope.check('D46', on.label === named.label, '`label` went back', String(named.label), String(on.label));
      const again = await keys.readBySettingLabel(kid);
      scope.check('D46', again.active === true, '`active` went back', 'true', String(again.active));
    },
  };
  yield concurrency();
}

function* masks(): Generator<Case> {
  const rows: readonly (readonly [mask: readonly string[], jwtKey: JsonObject, want: JsonObject])[] = [
    [['label'], { label: 'New label' }, { label: 'New label', active: true }],
    [['label'], { label: 'New label', active: false }, { label: 'New label', active: true }],
    [['active'], { active: false }, { label: 'Old label', active: false }],
    [['active'], { active: false, label: 'New label' }, { label: 'Old label', active: false }],
    [['label', 'active'], { label: 'New label', active: false }, { label: 'New label', active: false }],
    [['active', 'label'], { label: 'New label', active: false }, { label: 'New label', active: false }],
    [
      ['label'],
      {
        label: 'New label',
        name: 'A name',
        id: 'another',
        algorithm: 'RS256',
        publicKeyPem: 'another',
        createTime: '2001-01-01T00:00:00Z',
        projectId: 'another',
      },
      { label: 'New label', active: true },
    ],
  ];
  for (const [mask, jwtKey, want] of rows) {
    yield {
      title: `the mask ${mask.join(', ')} takes exactly that from ${JSON.stringify(jwtKey)}`,
      rules: ['D42', 'D44', 'D46'],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const kid = await keys.register({ label: 'Old label' });
        const before = await keys.updated(kid, ['label'], { label: 'Old label' });
        const answer = await keys.patch(kid, mask, jwtKey);
        // What else jwtKey holds is ignored, which for properties that no request has is a SHOULD.
        const rule = Object.keys(jwtKey).some((name) => name !== 'label' && name !== 'active') ? 'D10' : 'D42';
        if (!scope.accepted(answer, keys.update, 'mask and values are valid', [rule])) return;
        const shown = (answer.json ?? {}) as JwtKey;
        const read = mask.includes('active') ? await keys.readBySettingLabel(kid) : await keys.readBySettingActive(kid);
        for (const [field, value] of Object.entries(want)) compare(scope, 'D42', field, value, shown[field]);
        // What the answer shows must also be what was stored: the field that reading does not set.
        const kept = mask.includes('active') ? 'active' : 'label';
        compare(scope, 'D46', kept, want[kept], read[kept]);
        for (const field of STANDING) {
          compare(scope, 'D44', field, before[field], shown[field]);
          compare(scope, 'D44', field, before[field], read[field]);
        }
      },
    };
  }
}

function compare(scope: Scope, rule: string, field: string, want: unknown, got: unknown): void {
  scope.check(rule, want === got, `\`${field}\` is not what it should be after the update`, String(want), String(got));
}

type Refusal = readonly [
  what: string,
  mask: readonly unknown[],
  jwtKey: JsonObject,
  status: number,
  rules: readonly string[],
  statusRules: readonly string[],
];

function* refusals(): Generator<Case> {
  const rows: readonly Refusal[] = [
    ['names `name`', ['name'], { name: 'New label' }, 400, ['D41'], ['D41']],
    [
      'names `name` beside `label`',
      ['label', 'name'],
      { label: 'New label', name: 'New label' },
      400,
      ['D41'],
      ['D41'],
    ],
    ['names `name`, with a `label` in jwtKey', ['name'], { label: 'New label' }, 400, ['D41'], ['D41']],
    ['names `publicKeyPem`', ['publicKeyPem'], { publicKeyPem: 'New' }, 400, ['D40'], ['D05']],
    [
      'names `active` beside what is unknown',
      ['active', 'updateTime'],
      { active: false, updateTime: '2001-01-01T00:00:00Z' },
      400,
      ['D40'],
      ['D05'],
    ],
    ['is a wildcard', ['*'], { label: 'New label', active: false }, 400, ['D40'], ['D05']],
    ['names `label` without a value', ['label'], {}, 422, ['D43'], ['D43', 'D08']],
    ['names `active` without a value', ['active'], { label: 'New label' }, 422, ['D43'], ['D43', 'D08']],
    [
      'names both, with a value for `label` alone',
      ['label', 'active'],
      { label: 'New label' },
      422,
      ['D43'],
      ['D43', 'D08'],
    ],
    [
      'names both, with a value for `active` alone',
      ['active', 'label'],
      { active: false },
      422,
      ['D43'],
      ['D43', 'D08'],
    ],
  ];
  for (const [what, mask, jwtKey, status, rules, statusRules] of rows) {
    yield {
      title: `updateJwtKey refuses a mask that ${what}, and changes nothing`,
      rules: [...new Set([...rules, ...statusRules])],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const pair = await twoKeys(keys);
        const answer = await keys.patch(pair.kids[0], mask, jwtKey);
        scope.refused(answer, status, `the mask ${what}`, rules, statusRules);
        if (answer.status < 400) return;
        await keys.patch(pair.kids[1], mask, jwtKey);
        await unchanged(scope, keys, pair, rules[0] ?? 'D05');
      },
    };
  }
  yield {
    title: 'an update without a known API key changes nothing',
    rules: ['D03'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const pair = await twoKeys(keys);
      for (const kid of pair.kids) {
        for (const apiKey of [undefined, '', scope.session.uniqueName('unknown')]) {
          await keys.patch(kid, ['label', 'active'], { label: 'Taken over', active: false }, { apiKey });
        }
      }
      await unchanged(scope, keys, pair, 'D03');
    },
  };
}

/** What is refused for another reason than the mask must not be taken in part either. */
function* otherRefusals(): Generator<Case> {
  const rows: readonly (readonly [what: string, rule: string, changes: Partial<OperationRequest>])[] = [
    ['of another media type', 'D06', { contentType: 'text/plain' }],
    [
      'whose label is too long',
      'D45',
      { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: 'x'.repeat(256) } } },
    ],
    [
      'whose label is empty',
      'D45',
      { body: { updateMask: ['active', 'label'], jwtKey: { active: false, label: '' } } },
    ],
    [
      'whose `active` is a string',
      'D40',
      { body: { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: 'false' } } },
    ],
  ];
  for (const [what, rule, changes] of rows) {
    yield {
      title: `a refused update ${what} changes nothing`,
      rules: [rule],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const pair = await twoKeys(keys);
        const body = { updateMask: ['label', 'active'], jwtKey: { label: 'Taken over', active: false } };
        for (const keyId of pair.kids) {
          const answer = await scope.send({ operation: keys.update, params: { keyId }, body, ...changes });
          if (answer.status < 400) return;
        }
        await unchanged(scope, keys, pair, rule);
      },
    };
  }
}

interface KeyPair {
  readonly kids: readonly [string, string];
  readonly label: string;
}

/** Reading one field sets the other: it takes two keys of one history to see both. */
async function twoKeys(keys: KeyActions): Promise<KeyPair> {
  const label = keys.scope.session.uniqueName('Stays');
  return { kids: [await keys.register({ label }), await keys.register({ label })], label };
}

async function unchanged(scope: Scope, keys: KeyActions, { kids, label }: KeyPair, rule: string): Promise<void> {
  const one = await keys.readBySettingActive(kids[0]);
  scope.check(rule, one.label === label, 'a refused update changed `label`', label, String(one.label));
  const other = await keys.readBySettingLabel(kids[1]);
  scope.check(rule, other.active === true, 'a refused update changed `active`', 'true', String(other.active));
}

/** D44 */
function times(): Case {
  const changes: readonly (readonly [mask: string[], jwtKey: JsonObject])[] = [
    [['active'], { active: false }],
    [['label'], { label: 'Another label' }],
    [['label', 'active'], { label: 'Another label', active: false }],
  ];
  return {
    title: 'every update moves updateTime forward and leaves createTime',
    rules: ['D44'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await Promise.all(changes.map(([mask, jwtKey]) => moves(scope, keys, mask, jwtKey)));
    },
  };
}

async function moves(scope: Scope, keys: KeyActions, mask: readonly string[], jwtKey: JsonObject): Promise<void> {
  const kid = await keys.register();
  await sleep(FINE_TICK_MS);
  const first = await keys.readBySettingActive(kid);
  const fine = isFine(first.updateTime) && isFine(first.createTime);
  forward(scope, 'the first update', first.createTime, first.updateTime, fine);
  let previous = first;
  for (const change of [jwtKey, { label: 'Yet another label', active: true }]) {
    await sleep(fine ? FINE_TICK_MS : COARSE_TICK_MS);
    const next = await keys.updated(kid, mask, change);
    forward(scope, `an update of ${mask.join(' and ')}`, previous.updateTime, next.updateTime, true);
    compare(scope, 'D44', 'createTime', first.createTime, next.createTime);
    previous = next;
  }
}

function forward(scope: Scope, what: string, before: unknown, after: unknown, strictly: boolean): void {
  const step = Date.parse(String(after)) - Date.parse(String(before));
  const moved = strictly ? step > 0 : step >= 0;
  scope.check('D44', moved, `${what} does not move updateTime forward`, `after ${before}`, String(after));
}

/** Whether the timestamp tells parts of a second. */
function isFine(timestamp: unknown): boolean {
  return /\.\d{0,2}[1-9]/.test(String(timestamp));
}

const ROUNDS = 4;

/** D47: four pairings, so that whichever update comes last is seen to have kept the other. */
function concurrency(): Case {
  return {
    title: 'concurrent updates of different fields are all kept',
    rules: ['D47'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const kid = await keys.register();
      for (let round = 0; round < ROUNDS * 4; round++) {
        const label = scope.session.uniqueName('Concurrent');
        const active = round % 8 < 4;
        await keys.updated(kid, ['active'], { active: !active });
        const setLabel = () => keys.patch(kid, ['label'], { label });
        const setActive = () => keys.patch(kid, ['active'], { active });
        const answers = await Promise.all(round % 2 === 0 ? [setLabel(), setActive()] : [setActive(), setLabel()]);
        const refused = answers.find(({ status }) => status >= 300);
        if (
          !scope.check(
            'D47',
            refused === undefined,
            'one of two concurrent updates was refused',
            '200',
            refused ? describe(refused) : '200',
          )
        )
          return;
        if (round % 4 < 2) compareKept(scope, 'label', label, (await keys.readBySettingActive(kid, active)).label);
        else compareKept(scope, 'active', active, (await keys.readBySettingLabel(kid)).active);
      }
    },
  };
}

function compareKept(scope: Scope, field: string, want: unknown, got: unknown): void {
  scope.check(
    'D47',
    want === got,
    `\`${field}\` was lost to a concurrent update of the other field`,
    String(want),
    String(got),
  );
}
