import { setTimeout as sleep } from 'node:timers/promises';
import { RSA_3072 } from '../../../spec/formats/public-keys.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { primaryRule } from '../../engine/rules/rules.ts';
import type { Scope } from '../../engine/scope.ts';
import { type JwtKey, KeyActions, KeyGone, MOMENT_MS } from './actions.ts';

interface MaskCase {
  readonly id: string;
  readonly mask: readonly ('label' | 'active')[];
  /** True if the key is active before. */
  readonly active: boolean;
  /** Takes the new label and gives what is sent. */
  readonly jwtKey: (label: string) => JsonObject;
  readonly what: string;
}

const MASKS: readonly MaskCase[] = [
  { mask: ['label'], active: true, id: 'label-alone', what: 'label alone', jwtKey: (label) => ({ label }) },
  {
    mask: ['label'],
    active: false,
    id: 'label-alone-inactive-key',
    what: 'label alone, of an inactive key',
    jwtKey: (label) => ({ label }),
  },
  {
    mask: ['label'],
    active: true,
    id: 'label-beside-active-not-named',
    what: 'label, beside an active that is not named',
    jwtKey: (label) => ({ label, active: false }),
  },
  { mask: ['active'], active: true, id: 'active-alone', what: 'active alone', jwtKey: () => ({ active: false }) },
  {
    mask: ['active'],
    active: false,
    id: 'active-alone-inactive-key',
    what: 'active alone, of an inactive key',
    jwtKey: () => ({ active: true }),
  },
  { mask: ['active'], active: true, id: 'active-as', what: 'active as it is', jwtKey: () => ({ active: true }) },
  {
    mask: ['active'],
    active: true,
    id: 'active-beside-label-not-named',
    what: 'active, beside a label that is not named',
    jwtKey: (label) => ({ active: false, label }),
  },
  {
    mask: ['active'],
    active: true,
    id: 'active-beside-name-no-request',
    what: 'active, beside a name that no request has',
    jwtKey: (label) => ({ active: false, name: label }),
  },
  { mask: ['label', 'active'], active: true, id: 'both', what: 'both', jwtKey: (label) => ({ label, active: false }) },
  {
    mask: ['active', 'label'],
    active: false,
    id: 'both-other-order',
    what: 'both, in the other order',
    jwtKey: (label) => ({ label, active: true }),
  },
  {
    mask: ['label'],
    active: true,
    id: 'label-beside-no-request',
    what: 'label, beside what no request has',
    jwtKey: (label) => ({
      label,
      name: 'Another name',
      id: '99999999-9999-4999-8999-999999999999',
      projectId: '99999999-9999-4999-8999-999999999999',
      algorithm: 'RS256',
      publicKeyPem: RSA_3072,
      createTime: '2001-01-01T00:00:00Z',
      updateTime: '2001-01-01T00:00:00Z',
    }),
  },
];

/** §4.4: what a mask takes and what it leaves. The ledger compares what stands (D44) and what stays set (D46). */
export function* jwtKeyUpdates(): Generator<Case> {
  for (const one of MASKS) {
    yield {
      id: `jwtKeys/update/mask/${one.id}`,
      title: `an update of ${one.what} takes exactly that`,
      rules: ['D42', 'D44', 'D46'],
      run: (scope) => takesExactly(scope, one),
    };
  }
  yield {
    id: 'jwtKeys/update/sharedLabel',
    title: 'two keys may be given one label',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = scope.session.uniqueName('Shared label');
      await keys.updated(await keys.register(), ['label'], { label });
      const answer = await keys.patch(await keys.register(), ['label'], { label });
      scope.accepted(answer, keys.update, 'another key has this label, and labels may repeat', ['D54']);
    },
  };
  yield {
    id: 'jwtKeys/update/repeatedField',
    title: 'updateJwtKey takes a field that the mask names several times',
    rules: ['D48'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const kid = await keys.register();
      const [once, twice] = [scope.session.uniqueName('Once'), scope.session.uniqueName('Twice')];
      const before = await keys.updated(kid, ['label'], { label: once });
      const answer = await keys.patch(kid, ['label', 'label', 'label'], { label: twice });
      const counts = 'a field that is named several times counts once';
      if (answer.status >= 400) await takesPlain(keys, 'label');
      const taken = scope.accepted(answer, keys.update, counts, ['D48']);
      if (taken && before.label === once)
        expectValue(scope, 'D48', 'label', twice, (answer.json as JwtKey | undefined)?.label);
      // What is done twice may be undone.
      const switched = await keys.patch(kid, ['active', 'active'], { active: false });
      if (switched.status >= 400) await takesPlain(keys, 'active');
      if (!taken || !scope.accepted(switched, keys.update, counts, ['D48'])) return;
      const shown = (switched.json as JwtKey | undefined)?.active;
      if (
        shown !== false &&
        (await keys.updated(await keys.register(), ['active'], { active: false })).active !== false
      )
        return scope.untestable(['D48'], 'an update of active alone is not shown, either');
      expectValue(scope, 'D48', 'active', false, shown);
    },
  };
  yield {
    id: 'jwtKeys/update/sameValue',
    title: 'an update to the value that a field has keeps it',
    rules: ['D42', 'D40'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.twin(keys.update);
      const kid = await keys.register();
      const label = scope.session.uniqueName('Same');
      for (const [field, value] of [['label', label] as const, ['active', true] as const, ['active', false] as const]) {
        for (const what of ['the value is valid', `\`${field}\` has this value already`]) {
          const answer = await keys.patch(kid, [field], { [field]: value });
          // A key that an update removes has kept nothing; any other rejection is one of the update.
          const rule = answer.status === 404 ? 'D42' : primaryRule(keys.update);
          if (!scope.accepted(answer, keys.update, what, [rule])) return;
          expectValue(scope, 'D42', field, value, (answer.json as JwtKey | undefined)?.[field]);
        }
      }
    },
  };
  yield {
    id: 'jwtKeys/update/keepsId',
    title: 'an updated key is found under its id',
    rules: ['D44'],
    run: staysUnderItsId,
  };
  yield {
    id: 'jwtKeys/update/staysSet',
    title: 'a value that was set stays set',
    rules: ['D46'],
    run: staysSet,
  };
  yield {
    id: 'jwtKeys/update/staysSetLater',
    title: 'a value that was set is still set a moment later',
    rules: ['D46'],
    run: staysSetLater,
  };
}

const GONE = 'the key is gone after an update';

async function takesExactly(scope: Scope, { mask, active, jwtKey }: MaskCase): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  const labelled = await keys.updated(kid, ['label'], { label: scope.session.uniqueName('Before') });
  // Last, so that a server which takes no update of an inactive key rejects the one that is judged.
  const before = await keys.updated(kid, ['active'], { active });
  expectValue(scope, 'D42', 'label', labelled.label, before.label);
  const sent = jwtKey(scope.session.uniqueName('After'));
  const answer = await keys.patch(kid, mask, sent);
  if (answer.status === 404) return scope.broken('D46', GONE, '200', answer);
  const rule = answer.status >= 400 ? await blamedFor(keys, kid, mask, sent) : 'D42';
  if (!scope.accepted(answer, keys.update, 'mask and values are valid', [rule])) return;
  const shown = (answer.json ?? {}) as JwtKey;
  for (const field of ['label', 'active'] as const) {
    expectValue(scope, 'D42', field, mask.includes(field) ? sent[field] : before[field], shown[field]);
  }
  // To the ledger, another text of the same key is no change.
  expectValue(scope, 'D44', 'publicKeyPem', before.publicKeyPem, shown.publicKeyPem);
  const forward = Date.parse(String(shown.updateTime)) < Date.parse(String(before.updateTime));
  scope.check(
    'D44',
    !forward,
    'an update moved updateTime back',
    `after ${before.updateTime}`,
    String(shown.updateTime),
  );
  if (mask.includes('label') && shown.label !== sent.label) return expectSetLabel(keys, kid, sent.label);
  const again = await keys.patch(kid, ['label'], { label: scope.session.uniqueName('Read') });
  if (again.status === 404) return scope.broken('D46', GONE, '200', again);
  if (!isSuccess(again)) return;
  const { active: read } = (again.json ?? {}) as JwtKey;
  expectValue(scope, 'D46', 'active', mask.includes('active') ? sent.active : shown.active, read);
}

/** What the answer to an update does not show may be set all the same: the next one tells. */
async function expectSetLabel(keys: KeyActions, kid: string, label: unknown): Promise<void> {
  const answer = await keys.patch(kid, ['active'], { active: false });
  if (isSuccess(answer)) expectValue(keys.scope, 'D46', 'label', label, (answer.json as JwtKey | undefined)?.label);
}

/** Where a plain update of the field is rejected as well, it is not for what is special about another. @throws Untestable */
async function takesPlain(keys: KeyActions, field: 'label' | 'active'): Promise<void> {
  const kid = await keys.register();
  await (field === 'label' ? keys.readBySettingLabel(kid) : keys.readBySettingActive(kid, false));
}

/** To reject what no key has is D10, a SHOULD; to reject what a key has, and ignore the other, is D42. */
async function blamedFor(keys: KeyActions, kid: string, mask: readonly string[], sent: JsonObject): Promise<string> {
  const { name, ...ofKeys } = sent;
  if (name === undefined) return 'D42';
  const values = Object.fromEntries(Object.entries(sent).filter(([field]) => mask.includes(field)));
  if (!isSuccess(await keys.patch(kid, mask, values))) return 'D42';
  const unknown = await keys.patch(kid, mask, { ...values, x_unknown: 'to be ignored' });
  const known = await keys.patch(kid, mask, ofKeys);
  return isSuccess(unknown) && !isSuccess(known) ? 'D42' : 'D10';
}

/** What the schema already finds wrong is not said twice. */
function expectValue(scope: Scope, rule: string, field: string, want: unknown, got: unknown): void {
  if (typeof want !== typeof got) return;
  const message = `\`${field}\` is not what it should be after the update`;
  scope.check(rule, want === got, message, String(want), String(got), { pointer: `/${field}` });
}

/** A key that is found under another id alone has got it by an update; one that shows another has D53 against it. */
async function staysUnderItsId(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  let shown: unknown;
  try {
    shown = (await keys.readBySettingActive(kid)).id;
    shown = (await keys.readBySettingLabel(kid)).id;
    await keys.readBySettingActive(kid);
  } catch (error) {
    if (!(error instanceof KeyGone) || typeof shown !== 'string' || shown === kid) throw error;
    const moved = isSuccess(await keys.patch(shown, ['active'], { active: true }));
    if (!moved) throw error;
    return scope.broken('D44', 'an update changed `id`: the key is found under the new one alone', kid, shown);
  }
  scope.holds('D44');
}

/** What an answer showed, the next one still shows. */
async function staysSet(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  const label = () => scope.session.uniqueName('Set');
  const steps: readonly JsonObject[] = [
    { label: label() },
    { active: false },
    { label: label() },
    { active: true },
    { active: false },
    { label: label() },
    { label: label(), active: true },
    { active: false },
    { active: true, label: label() },
    { label: label() },
  ];
  for (const values of steps) await keys.updated(kid, Object.keys(values), values);
  scope.holds('D46');
}

async function staysSetLater(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const [renamed, switched] = [await keys.register(), await keys.register()];
  await keys.updated(renamed, ['label'], { label: scope.session.uniqueName('Later') });
  await keys.updated(switched, ['active'], { active: false });
  await sleep(MOMENT_MS);
  const reads = [
    await keys.patch(renamed, ['active'], { active: true }),
    await keys.patch(switched, ['label'], { label: scope.session.uniqueName('Read') }),
  ];
  const gone = reads.find(({ status }) => status === 404);
  scope.check('D46', gone === undefined, GONE, '200', gone ?? '200');
}
