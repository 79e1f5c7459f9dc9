import { RSA_3072, RSA_4096 } from '../../../spec/formats/public-keys.ts';
import { quoted } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { requireProbe } from '../../engine/probe.ts';
import { validBody } from '../../engine/request/request.ts';
import { fixture } from '../fixtures.ts';
import { type JwtKey, KeyActions } from './actions.ts';
import { freshKey, spkiKey } from './key-material.ts';
import { kidOf } from './kid.ts';
import { keysAreFound } from './probes.ts';

/** Cases for D42, D54 and D58: JWT keys stay separate, even if they have the same label or the same public key. */
export function* jwtKeyIdentity(): Generator<Case> {
  yield {
    id: 'jwtKeys/create/newKid',
    title: 'createJwtKey returns a new kid for the same label and key, and keeps the existing keys',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const same = { label: scope.session.uniqueName('Same label'), publicKeyPem: spkiKey() };
      const answers = [
        await keys.tryRegister(same),
        ...(await Promise.all([1, 2, 3].map(() => keys.tryRegister(same)))),
      ];
      const [firstAnswer] = answers;
      const taken = firstAnswer?.status === 409;
      if (taken)
        return scope.broken('D54', 'the target rejects a key with 409, because a similar key exists', '201', '409');
      if (!firstAnswer || !isSuccess(firstAnswer)) return scope.untestable(['D54'], 'no JWT key could be created');
      const refused = answers.find((answer) => !isSuccess(answer));
      scope.check(
        'D54',
        refused === undefined,
        'the target rejects a second registration of the same key and label',
        '201',
        refused ?? '201',
      );
      const kids = answers.filter(isSuccess).flatMap((answer) => kidOf(answer) ?? []);
      const distinct = new Set(kids).size;
      scope.check(
        'D54',
        distinct === kids.length,
        'two registrations return the same kid',
        `${kids.length} kids`,
        `${distinct}`,
      );
      if (kids[0] === undefined) return;
      const first = await keys.patch(kids[0], ['active'], { active: true });
      if (distinct === kids.length) {
        if (first.status === 404) await requireProbe(scope, keysAreFound);
        scope.check(
          'D54',
          first.status !== 404,
          'the first key no longer exists after the registration of a second key with the same label',
          '200',
          first,
        );
      }
      const [, again] = kids;
      if (again === undefined || !isSuccess(first)) return;
      const labels = [first.json, (await keys.patch(again, ['active'], { active: true })).json].map(
        (key) => (key as JwtKey | undefined)?.label,
      );
      if (labels[0] !== same.label || typeof labels[1] !== 'string') return;
      const message = 'the second key with the same label shows another label';
      scope.check('D54', labels[1] === same.label, message, same.label, labels[1]);
    },
  };
  yield {
    id: 'jwtKeys/identity/notByLabel',
    title: 'updateJwtKey does not find a key by its label',
    rules: ['D07'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.requireAccepted(keys.update);
      const label = scope.session.uniqueIdentifier('conformance');
      await keys.register({ label });
      const body = validBody(scope.session, keys.update);
      const answer = await scope.send({ operation: keys.update, params: { keyId: label }, body });
      scope.rejected(answer, 404, 'no key has this kid; the value is the label of a key', ['D07'], ['D07']);
    },
  };
  yield {
    id: 'jwtKeys/create/twoProjects',
    title: 'createJwtKey returns different kids for one key in two projects',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const other = fixture(scope.session, 'otherProject').id;
      const publicKeyPem = freshKey();
      const kids = [await keys.register({ publicKeyPem }), await keys.register({ publicKeyPem }, other)];
      scope.check('D54', kids[0] !== kids[1], 'registrations in two projects return the same kid', '2 kids', '1');
    },
  };
  yield {
    id: 'jwtKeys/identity/ownKeyMaterial',
    title: 'two keys with one label keep their own key material',
    rules: ['D58'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = scope.session.uniqueName('One label');
      const kids = [
        await keys.register({ label, publicKeyPem: RSA_3072 }),
        await keys.register({ label, publicKeyPem: RSA_4096 }),
      ];
      // The ledger compares the responses with the expected state of the keys.
      for (const kid of kids) await keys.readBySettingActive(kid);
      scope.holds('D58');
    },
  };
  yield {
    id: 'jwtKeys/create/rejectedLabel',
    title: 'createJwtKey accepts the label of a rejected key',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.requireAccepted(keys.create);
      const label = scope.session.uniqueName('Refused');
      const refused = await keys.tryRegister({ label, publicKeyPem: 'this is not a key' });
      if (refused.status < 400) return;
      scope.accepted(await keys.tryRegister({ label }), keys.create, 'only a rejected key had this label', ['D54']);
    },
  };
  yield {
    id: 'jwtKeys/identity/otherProject',
    title: 'updateJwtKey does not change keys of another project',
    rules: ['D42', 'D07'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const elsewhere = fixture(scope.session, 'otherProject').id;
      const same = { label: scope.session.uniqueName('One label') };
      const other = await keys.register(same, elsewhere);
      const kid = await keys.register(same);
      const before = await keys.updated(other, ['active'], { active: true }, elsewhere);
      const changed = { label: scope.session.uniqueName('Changed'), active: false };
      await keys.updated(kid, ['label', 'active'], changed);
      const foreign = await keys.patch(kid, ['label'], { label: 'Taken over' }, { project: elsewhere });
      scope.rejected(foreign, 404, 'the inactive key belongs to another project', ['D07'], ['D07']);
      const { label } = await keys.updated(other, ['active'], { active: true }, elsewhere);
      const message = 'an update of a key changes the label of a key in another project';
      scope.check('D42', label === before.label, message, quoted(before.label), quoted(label));
      const { id, name } = fixture(scope.session, 'project');
      for (const project of [id, name]) {
        const answer = await keys.patch(other, ['label'], { label: 'Taken over' }, { project });
        scope.rejected(answer, 404, 'the key belongs to the second configured project', ['D07'], ['D07']);
      }
    },
  };
  yield {
    id: 'jwtKeys/identity/neighbours',
    title: 'updateJwtKey does not change other keys with the same label',
    rules: ['D42', 'D57'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      // All keys have the same label, so a server that finds keys by their label changes the wrong key.
      const same = { label: scope.session.uniqueName('One label') };
      const [one, other, third] = [await keys.register(same), await keys.register(same), await keys.register(same)];
      if (new Set([one, other, third]).size < 3) return scope.untestable(['D42'], 'several keys have the same kid');
      const before = await keys.readBySettingActive(other);
      const activeBefore = await keys.readBySettingLabel(third);
      if (typeof activeBefore.active === 'boolean')
        scope.check(
          'D57',
          activeBefore.active,
          '`active` of a new key with the label of other keys is false; expected true',
          'true',
          'false',
        );
      await keys.updated(one, ['label', 'active'], { label: scope.session.uniqueName('Touched'), active: false });
      const message = (field: string) => `an update of one key changes \`${field}\` of another key`;
      const expectUnchanged = (field: 'label' | 'active', before: JwtKey, after: JwtKey) =>
        scope.check(
          'D42',
          after[field] === before[field],
          message(field),
          quoted(before[field]),
          quoted(after[field]),
          {
            pointer: `/${field}`,
          },
        );
      expectUnchanged('label', before, await keys.readBySettingActive(other));
      expectUnchanged('active', activeBefore, await keys.readBySettingLabel(third));
      // The two keys of a pair have the same `label` and the same `active` before the update, so a server that finds
      // keys by their label changes both keys.
      const sameLabel = async () => [await keys.register(same), await keys.register(same)] as const;
      const [switched, left] = await sameLabel();
      await keys.updated(switched, ['active'], { active: false });
      expectUnchanged('active', activeBefore, await keys.readBySettingLabel(left));
      const [renamed, kept] = await sameLabel();
      const labelBefore = await keys.readBySettingActive(kept);
      await keys.updated(renamed, ['label'], { label: scope.session.uniqueName('Touched') });
      expectUnchanged('label', labelBefore, await keys.readBySettingActive(kept));
    },
  };
}
