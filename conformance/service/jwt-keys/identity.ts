import { RSA_3072, RSA_4096 } from '../../../spec/formats/public-keys.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { requireProbe } from '../../engine/probe.ts';
import { validBody } from '../../engine/request/request.ts';
import { fixture } from '../fixtures.ts';
import { type JwtKey, KeyActions } from './actions.ts';
import { freshKey, spkiKey } from './key-material.ts';
import { kidOf } from './kid.ts';
import { keysAreFound } from './probes.ts';

/** D42, D54, D58: keys are kept apart, whatever they share. */
export function* jwtKeyIdentity(): Generator<Case> {
  yield {
    id: 'jwtKeys/create/newKid',
    title: 'each registration yields a new kid, also of the same key under the same label, and keeps the others',
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
      if (taken) return scope.broken('D54', 'a key could not be registered since one like it exists', '201', '409');
      if (!firstAnswer || !isSuccess(firstAnswer)) return scope.untestable(['D54'], 'no JWT key could be created');
      const refused = answers.find((answer) => !isSuccess(answer));
      scope.check(
        'D54',
        refused === undefined,
        'the same key could not be registered again under its label',
        '201',
        refused ?? '201',
      );
      const kids = answers.filter(isSuccess).flatMap((answer) => kidOf(answer) ?? []);
      const distinct = new Set(kids).size;
      scope.check(
        'D54',
        distinct === kids.length,
        'two registrations have the same kid',
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
          'a second key of the same label took the place of the first',
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
      const message = 'the second key of a label has another one';
      scope.check('D54', labels[1] === same.label, message, same.label, labels[1]);
    },
  };
  yield {
    id: 'jwtKeys/identity/notByLabel',
    title: 'a key is not found under its label',
    rules: ['D07'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.twin(keys.update);
      const label = scope.session.uniqueIdentifier('conformance');
      await keys.register({ label });
      const body = validBody(scope.session, keys.update);
      const answer = await scope.send({ operation: keys.update, params: { keyId: label }, body });
      scope.refused(answer, 404, 'no key has this kid, but one this label', ['D07'], ['D07']);
    },
  };
  yield {
    id: 'jwtKeys/create/twoProjects',
    title: 'one key registered in two projects has two kids',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const other = fixture(scope.session, 'otherProject').id;
      const publicKeyPem = freshKey();
      const kids = [await keys.register({ publicKeyPem }), await keys.register({ publicKeyPem }, other)];
      scope.check('D54', kids[0] !== kids[1], 'two registrations in two projects have the same kid', '2 kids', '1');
    },
  };
  yield {
    id: 'jwtKeys/identity/ownKeyMaterial',
    title: 'two keys of one label keep their own key material',
    rules: ['D58'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = scope.session.uniqueName('One label');
      const kids = [
        await keys.register({ label, publicKeyPem: RSA_3072 }),
        await keys.register({ label, publicKeyPem: RSA_4096 }),
      ];
      // The ledger compares what they show.
      for (const kid of kids) await keys.readBySettingActive(kid);
      scope.holds('D58');
    },
  };
  yield {
    id: 'jwtKeys/create/rejectedLabel',
    title: 'the label of a key that was rejected is free',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.twin(keys.create);
      const label = scope.session.uniqueName('Refused');
      const refused = await keys.tryRegister({ label, publicKeyPem: 'this is no key' });
      if (refused.status < 400) return;
      scope.accepted(await keys.tryRegister({ label }), keys.create, 'a key of this label was rejected before', [
        'D54',
      ]);
    },
  };
  yield {
    id: 'jwtKeys/identity/otherProject',
    title: 'an update of a key leaves those of another project',
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
      const stolen = await keys.patch(kid, ['label'], { label: 'Taken over' }, { project: elsewhere });
      scope.refused(stolen, 404, 'the inactive key belongs to another project', ['D07'], ['D07']);
      const { label } = await keys.updated(other, ['active'], { active: true }, elsewhere);
      const message = "an update of a key changed the label of another project's";
      scope.check('D42', label === before.label, message, String(before.label), String(label));
    },
  };
  yield {
    id: 'jwtKeys/identity/neighbours',
    title: 'two keys of one project are two: an update of one leaves the other',
    rules: ['D42', 'D57'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      // Under one label, so that a server shows itself which finds by it what it writes to.
      const same = { label: scope.session.uniqueName('One label') };
      const [one, other, third] = [await keys.register(same), await keys.register(same), await keys.register(same)];
      if (new Set([one, other, third]).size < 3) return scope.untestable(['D42'], 'several keys have one kid');
      const before = await keys.readBySettingActive(other);
      const activeBefore = await keys.readBySettingLabel(third);
      if (typeof activeBefore.active === 'boolean')
        scope.check('D57', activeBefore.active, 'a new key whose label others have is not active', 'true', 'false');
      await keys.updated(one, ['label', 'active'], { label: scope.session.uniqueName('Touched'), active: false });
      const message = (field: string) => `an update of one key changed \`${field}\` of another`;
      const leaves = (field: 'label' | 'active', before: JwtKey, after: JwtKey) =>
        scope.check(
          'D42',
          after[field] === before[field],
          message(field),
          String(before[field]),
          String(after[field]),
          {
            pointer: `/${field}`,
          },
        );
      leaves('label', before, await keys.readBySettingActive(other));
      leaves('active', activeBefore, await keys.readBySettingLabel(third));
      // One field alone, while the other one still is what the two have in common.
      const alike = async () => [await keys.register(same), await keys.register(same)] as const;
      const [switched, left] = await alike();
      await keys.updated(switched, ['active'], { active: false });
      leaves('active', activeBefore, await keys.readBySettingLabel(left));
      const [renamed, kept] = await alike();
      const labelBefore = await keys.readBySettingActive(kept);
      await keys.updated(renamed, ['label'], { label: scope.session.uniqueName('Touched') });
      leaves('label', labelBefore, await keys.readBySettingActive(kept));
    },
  };
}
