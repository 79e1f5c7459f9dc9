import { RSA_3072 } from '../../../spec/formats/public-keys.ts';
import { type JsonObject, quoted } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { toWire } from '../../engine/request/request.ts';
import { primaryRule } from '../../engine/rules/rules.ts';
import type { Scope } from '../../engine/scope.ts';
import { Untestable } from '../../engine/untestable.ts';
import { configured } from '../fixtures.ts';
import { type JwtKey, KeyActions, KeyNotFound } from './actions.ts';
import { milliseconds } from './milliseconds.ts';
import { requirePlainUpdate } from './probes.ts';

interface MaskCase {
  readonly id: string;
  readonly mask: readonly ('label' | 'active')[];
  /** The value of `active` before the update. */
  readonly active: boolean;
  /** Creates the value of the property `jwtKey` in the request body, with the given label if the value has a label. */
  readonly jwtKey: (label: string) => JsonObject;
  readonly what: string;
}

const MASKS: readonly MaskCase[] = [
  { mask: ['label'], active: true, id: 'label-alone', what: '`label`', jwtKey: (label) => ({ label }) },
  {
    mask: ['label'],
    active: false,
    id: 'label-alone-inactive-key',
    what: 'the `label` of an inactive key',
    jwtKey: (label) => ({ label }),
  },
  {
    mask: ['label'],
    active: true,
    id: 'label-beside-active-not-named',
    what: 'the `label`, if `jwtKey` also has `active`',
    jwtKey: (label) => ({ label, active: false }),
  },
  { mask: ['active'], active: true, id: 'active-alone', what: '`active`', jwtKey: () => ({ active: false }) },
  {
    mask: ['active'],
    active: false,
    id: 'active-alone-inactive-key',
    what: 'the `active` of an inactive key',
    jwtKey: () => ({ active: true }),
  },
  {
    mask: ['active'],
    active: true,
    id: 'active-as',
    what: 'the `active` of a key that has this value already',
    jwtKey: () => ({ active: true }),
  },
  {
    mask: ['active'],
    active: true,
    id: 'active-beside-label-not-named',
    what: 'the `active`, if `jwtKey` also has `label`',
    jwtKey: (label) => ({ active: false, label }),
  },
  {
    mask: ['active'],
    active: true,
    id: 'active-beside-name-no-request',
    what: 'the `active`, if `jwtKey` also has the unknown property `name`',
    jwtKey: (label) => ({ active: false, name: label }),
  },
  {
    mask: ['label', 'active'],
    active: true,
    id: 'both',
    what: '`label` and `active`',
    jwtKey: (label) => ({ label, active: false }),
  },
  {
    mask: ['active', 'label'],
    active: false,
    id: 'both-other-order',
    what: '`active` and `label`',
    jwtKey: (label) => ({ label, active: true }),
  },
  {
    mask: ['label'],
    active: true,
    id: 'label-beside-other-spellings',
    what: 'the `label`, if `jwtKey` also has the unknown properties `Label`, `LABEL` and `Active`',
    jwtKey: (label) => ({ label, Label: 'Capitalised', LABEL: 'In capitals', Active: false, name: 'x' }),
  },
  {
    mask: ['label'],
    active: true,
    id: 'label-beside-no-request',
    what: 'the `label`, if `jwtKey` also has read-only properties',
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

/**
 * Cases for updateJwtKey (§4.4): an update changes only the fields in its mask. The ledger compares the properties that
 * an update must not change (D44, D46).
 */
export function* jwtKeyUpdates(): Generator<Case> {
  for (const [turn, one] of MASKS.entries()) {
    yield {
      id: `jwtKeys/update/mask/${one.id}`,
      title: `updateJwtKey changes only the fields in the mask: ${one.what}`,
      rules: ['D42', 'D44', 'D46'],
      run: async (scope) => {
        await changesExactly(new KeyActions(scope), one);
        // A service may have separate code for the name of a project, and other settings for another project.
        const { project, otherProject } = configured(scope.session);
        const others = [project?.name, otherProject?.id, otherProject?.name].filter((address) => address !== undefined);
        const address = others[turn % others.length];
        await changesExactly(new KeyActions(scope, address), one).catch((error) => {
          // Other cases report that the target has no keys under this address.
          if (!(error instanceof Untestable)) throw error;
        });
      },
    };
  }
  yield {
    id: 'jwtKeys/update/repeatedField',
    title: 'updateJwtKey accepts a mask that names a field several times',
    rules: ['D48'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const kid = await keys.register();
      const [once, twice] = [scope.session.uniqueName('Once'), scope.session.uniqueName('Twice')];
      const before = await keys.updated(kid, ['label'], { label: once });
      const answer = await keys.patch(kid, ['label', 'label', 'label'], { label: twice });
      const counts = 'a repeated field in the mask counts once';
      if (answer.status >= 400) await requirePlainUpdate(keys, 'label');
      const taken = scope.accepted(answer, keys.update, counts, ['D48']);
      if (taken && before.label === once)
        expectValue(scope, 'D48', 'label', twice, (answer.json as JwtKey | undefined)?.label);
      // A mask with `active` twice detects a service that inverts `active` for each occurrence.
      const switched = await keys.patch(kid, ['active', 'active'], { active: false });
      if (switched.status >= 400) await requirePlainUpdate(keys, 'active');
      if (!taken || !scope.accepted(switched, keys.update, counts, ['D48'])) return;
      const shown = (switched.json as JwtKey | undefined)?.active;
      if (
        shown !== false &&
        (await keys.updated(await keys.register(), ['active'], { active: false })).active !== false
      )
        return scope.untestable(['D48'], 'the response to an update of only `active` also shows the old value');
      expectValue(scope, 'D48', 'active', false, shown);
      // A service may read only as many items of the mask as there are fields.
      const last = scope.session.uniqueName('Last');
      const both = await keys.patch(kid, ['active', 'active', 'label'], { active: true, label: last });
      if (!scope.accepted(both, keys.update, counts, ['D48'])) return;
      const second = scope.session.uniqueName('Second');
      const plain = await keys.updated(await keys.register(), ['active', 'label'], { active: true, label: second });
      if (plain.label === second) expectValue(scope, 'D48', 'label', last, (both.json as JwtKey | undefined)?.label);
    },
  };
  yield {
    id: 'jwtKeys/update/sameValue',
    title: 'updateJwtKey accepts the current value of a field and keeps it, also if the update changes the other field',
    rules: ['D42', 'D40'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.requireAccepted(keys.update);
      const kid = await keys.register();
      const label = scope.session.uniqueName('Same');
      for (const [field, value] of [['label', label] as const, ['active', true] as const, ['active', false] as const]) {
        for (const what of ['the value is valid', `\`${field}\` of the key already has the value in the update`]) {
          const answer = await keys.patch(kid, [field], { [field]: value });
          // A 404 shows that an earlier update removed the key, which breaks D42.
          const rule = answer.status === 404 ? 'D42' : primaryRule(keys.update);
          if (!scope.accepted(answer, keys.update, what, [rule])) return;
          expectValue(scope, 'D42', field, value, (answer.json as JwtKey | undefined)?.[field]);
        }
      }
      // The key is inactive and has the label `label`. Each update has one new value and one current value.
      for (const values of [
        { label, active: true },
        { active: true, label: scope.session.uniqueName('New') },
      ]) {
        const answer = await keys.patch(kid, Object.keys(values), values);
        if (!scope.accepted(answer, keys.update, 'the mask and the values are valid', ['D42'])) return;
        const shown = (answer.json ?? {}) as JwtKey;
        for (const field of ['label', 'active'] as const) expectValue(scope, 'D42', field, values[field], shown[field]);
      }
    },
  };
  yield {
    id: 'jwtKeys/update/valuesOfOthers',
    title:
      'updateJwtKey ignores the `id` of another key and the `projectId` of another project in `jwtKey`, and accepts its label',
    rules: ['D42', 'D10'],
    run: ignoresOthers,
  };
  yield {
    id: 'jwtKeys/update/keepsId',
    title: 'updateJwtKey keeps the `id` of a key',
    rules: ['D44'],
    run: keepsId,
  };
  yield {
    id: 'jwtKeys/update/staysSet',
    title: 'updateJwtKey keeps an updated value after later updates of other fields',
    rules: ['D46'],
    run: keepsValues,
  };
}

const GONE = 'the key no longer exists after an update';

async function changesExactly(keys: KeyActions, { mask, active, jwtKey }: MaskCase): Promise<void> {
  const { scope } = keys;
  const kid = await keys.register();
  const labelled = await keys.updated(kid, ['label'], { label: scope.session.uniqueName('Before') });
  // The label is set before `active`, since a server may reject every update of an inactive key.
  const before = await keys.updated(kid, ['active'], { active });
  expectValue(scope, 'D42', 'label', labelled.label, before.label);
  const sent = jwtKey(scope.session.uniqueName('After'));
  const answer = await keys.patch(kid, mask, sent);
  if (answer.status === 404) return scope.broken('D46', GONE, '200', answer);
  const rule = answer.status >= 400 ? await ruleOfRejection(keys, kid, mask, sent) : 'D42';
  if (!scope.accepted(answer, keys.update, 'the mask and the values are valid', [rule])) return;
  const shown = (answer.json ?? {}) as JwtKey;
  for (const field of ['label', 'active'] as const) {
    expectValue(scope, 'D42', field, mask.includes(field) ? sent[field] : before[field], shown[field]);
  }
  // The ledger accepts another PEM text with the same public key; this check compares the texts.
  expectValue(scope, 'D44', 'publicKeyPem', before.publicKeyPem, shown.publicKeyPem);
  const forward = milliseconds(shown.updateTime) < milliseconds(before.updateTime);
  scope.check(
    'D44',
    !forward,
    'an update moves `updateTime` back',
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

/** Tests that the target stores a value although the response to the update does not show the value. */
async function expectSetLabel(keys: KeyActions, kid: string, label: unknown): Promise<void> {
  const answer = await keys.patch(kid, ['active'], { active: false });
  if (isSuccess(answer)) expectValue(keys.scope, 'D46', 'label', label, (answer.json as JwtKey | undefined)?.label);
}

/**
 * The rule that a rejected update breaks: D10 for an unknown property, or D42 for a known property outside the mask.
 */
async function ruleOfRejection(
  keys: KeyActions,
  kid: string,
  mask: readonly string[],
  sent: JsonObject,
): Promise<string> {
  const { name, ...ofKeys } = sent;
  if (name === undefined) return 'D42';
  const values = Object.fromEntries(Object.entries(sent).filter(([field]) => mask.includes(field)));
  if (!isSuccess(await keys.patch(kid, mask, values))) return 'D42';
  const unknown = await keys.patch(kid, mask, { ...values, x_unknown: 'to be ignored' });
  const known = await keys.patch(kid, mask, ofKeys);
  return isSuccess(unknown) && !isSuccess(known) ? 'D42' : 'D10';
}

/**
 * Compares a field with the expected value. The function ignores a value of a wrong type, since another check reports
 * violations of the schema.
 */
function expectValue(scope: Scope, rule: string, field: string, want: unknown, got: unknown): void {
  if (typeof want !== typeof got) return;
  const message =
    field === 'publicKeyPem'
      ? 'an update changes `publicKeyPem`'
      : `\`${field}\` is ${quoted(got)} after the update; expected ${quoted(want)}`;
  scope.check(rule, want === got, message, quoted(want), quoted(got), { pointer: `/${field}` });
}

/**
 * Tests D44: after updates, the target still finds the key by its `kid`. A response with a different `id` breaks D53,
 * not D44.
 */
async function keepsId(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  let shown: unknown;
  try {
    shown = (await keys.readBySettingActive(kid)).id;
    shown = (await keys.readBySettingLabel(kid)).id;
    await keys.readBySettingActive(kid);
  } catch (error) {
    if (!(error instanceof KeyNotFound) || typeof shown !== 'string' || shown === kid) throw error;
    const moved = isSuccess(await keys.patch(shown, ['active'], { active: true }));
    if (!moved) throw error;
    return scope.broken('D44', 'an update changes `id`: the target finds the key only under the new `id`', kid, shown);
  }
  scope.holds('D44');
}

/**
 * Tests that an update ignores the ID and the project of another key in `jwtKey`. The ledger compares the responses
 * with the expected state of both keys.
 */
async function ignoresOthers(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const [kid, other] = [await keys.register(), await keys.register()];
  const values: readonly JsonObject[] = [{ id: other }, { projectId: configured(scope.session).otherProject?.id }];
  for (const value of values) {
    const label = scope.session.uniqueName('Own');
    const answer = await keys.patch(kid, ['label'], { label, ...value });
    if (answer.status >= 400) await requirePlainUpdate(keys, 'label');
    if (!scope.accepted(answer, keys.update, 'properties outside the mask are ignored', ['D42'])) return;
    const read = await keys.patch(kid, ['active'], { active: true });
    const message = 'the target does not find the key after an update whose `jwtKey` contains the ID of another record';
    scope.check('D42', read.status !== 404, message, '200', read);
  }
  await keys.readBySettingActive(other);
  const taken = scope.session.uniqueName('Taken');
  await keys.updated(other, ['label'], { label: taken });
  const answer = await keys.patch(kid, ['label'], { label: taken });
  if (answer.status >= 400) await requirePlainUpdate(keys, 'label');
  scope.accepted(answer, keys.update, 'two keys may have the same label', ['D42']);
  // The ledger compares the response with the mask in the body.
  const params = { keyId: kid };
  const body = { updateMask: ['label'], jwtKey: { label: scope.session.uniqueName('Masked'), active: false } };
  const wire = await toWire(scope.session, { operation: keys.update, params, body });
  await scope.sendWire({ ...wire, path: `${wire.path}?updateMask=active` }, keys.update, 'survival');
  scope.holds('D10');
}

/**
 * Tests D46: later responses still show the updated values. The ledger compares the responses with the expected state
 * of the key.
 */
async function keepsValues(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const label = () => scope.session.uniqueName('Set');
  const first = label();
  const kid = await keys.register({ label: first });
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
    // A service that compares a new value with the value of the creation may not store this label.
    { label: first },
    { active: true },
  ];
  for (const values of steps) await keys.updated(kid, Object.keys(values), values);
  scope.holds('D46');
}
