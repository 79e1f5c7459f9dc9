import { RSA_3072, RSA_4096, RSA_EXPONENT_3 } from '../../../spec/formats/public-keys.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import type { Mismatch } from '../../engine/ledger/ledger.ts';
import { requireProbe } from '../../engine/probe.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured, fixture } from '../fixtures.ts';
import { KeyActions } from './actions.ts';
import { spkiKey } from './key-material.ts';
import { kidOf } from './kid.ts';
import { updatesAreKept } from './probes.ts';

/**
 * Number of concurrent updates in each round. Rounds of two updates are the most frequent, since they reveal a lost
 * update most often. After the updates of a round, the case reads the key: `label` in one round, and
 * `active` in the next round.
 */
const SIZES = [2, 2, 5, 12, 2, 2, 2, 2, 2, 2];
/**
 * The first round in which every second update has the name of the project in its path instead of the ID, since a
 * service may lock a key by its path.
 */
const FIRST_WITH_NAMES = 4;

/**
 * Groups of concurrent updates: the ID of the group, its description, and a function that returns the mask of the
 * update with the number `turn` in the group.
 */
const GROUPS: readonly (readonly [
  id: string,
  what: string,
  mask: (turn: number) => readonly ('label' | 'active')[],
])[] = [
  ['label', '`label`', () => ['label']],
  ['active', '`active`', () => ['active']],
  ['mixed', 'different fields', (turn) => (turn % 2 === 0 ? ['label'] : ['active'])],
  ['both', 'both fields or one of them', (turn) => (turn % 3 === 0 ? ['label', 'active'] : ['label'])],
];

/**
 * Cases for D42, D46 and D47: concurrent requests have the same result as the same requests one after the other, in
 * some order.
 */
export function* jwtKeyHistories(): Generator<Case> {
  for (const [id, what, mask] of GROUPS) {
    yield {
      id: `jwtKeys/concurrent/${id}`,
      title: `concurrent updates of ${what} have the same result as these updates one after the other, in some order`,
      tags: ['thorough'],
      rules: ['D47'],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const kid = await keys.register();
        const { name } = fixture(scope.session, 'project');
        const isFoundByName = isSuccess(await keys.patch(kid, ['active'], { active: true }, { project: name }));
        for (const [round, size] of SIZES.entries()) {
          // The masks are shifted in some rounds, so that each field is set by the first update in some rounds, and by
          // the last update in others.
          const first = round + (Math.floor(round / 4) % 2);
          const isByName = (index: number) => isFoundByName && round >= FIRST_WITH_NAMES && index % 2 === 1;
          const update = (of: string, index: number) =>
            change(keys, of, mask(first + index), first + index, isByName(index) ? { project: name } : {});
          const before = scope.session.ledger.stateOf({ model: { kind: 'jwtKey' }, id: kid });
          const updates = Array.from({ length: size }, (_, index) => update(kid, index));
          const answers = await Promise.all(updates);
          const rejected = answers.find((answer) => !isSuccess(answer));
          if (rejected) await requireProbe(scope, updatesAreKept);
          const message = 'the target rejects one of several concurrent updates';
          if (!scope.check('D47', rejected === undefined, message, '200', rejected ?? '200')) return;
          const readKey = (of: string) =>
            round % 2 === 0 ? keys.patch(of, ['active'], { active: true }) : relabel(keys, of);
          const inTurn = async () => {
            const other = await keys.register();
            await keys.patch(other, ['active'], { active: before.active ?? true });
            const inOrder: Answer[] = [];
            for (let index = 0; index < size; index++) inOrder.push(await update(other, index));
            return [...inOrder, await readKey(other)];
          };
          for (const answer of [...answers, await readKey(kid)])
            if (!(await isPossibleState(scope, answer, inTurn))) return;
        }
        scope.holds('D47');
      },
    };
  }
  yield {
    id: 'jwtKeys/concurrent/differentKeys',
    title: 'concurrent updates of different keys do not affect each other',
    tags: ['thorough'],
    rules: ['D42', 'D46'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const { otherProject } = configured(scope.session);
      // A service must not handle a request in the project of another request.
      const elsewhere = new KeyActions(scope, otherProject?.id);
      const kidElsewhere = kidOf(await elsewhere.tryRegister());
      const hasKeysElsewhere =
        kidElsewhere !== undefined && isSuccess(await elsewhere.patch(kidElsewhere, ['active'], { active: true }));
      const owners = Array.from({ length: 12 }, (_, index) => (hasKeysElsewhere && index % 3 === 2 ? elsewhere : keys));
      const kids = await Promise.all(owners.map((owner) => owner.register()));
      const inEach = (act: (owner: KeyActions, kid: string, index: number) => Promise<Answer>) =>
        Promise.all(owners.map((owner, index) => act(owner, kids[index] ?? '', index)));
      for (let round = 0; round < 3; round++) {
        const changed = await inEach((owner, kid, index) => change(owner, kid, ['label', 'active'], index));
        const read = await inEach((owner, kid, index) =>
          index % 2 === 0 ? owner.patch(kid, ['active'], { active: true }) : relabel(owner, kid),
        );
        const rejected = [...changed, ...read].find((answer) => !isSuccess(answer));
        if (rejected) await requireProbe(scope, updatesAreKept);
        const message = 'the target rejects one of several concurrent updates of different keys';
        if (!scope.check('D42', rejected === undefined, message, '200', rejected ?? '200')) return;
      }
      scope.holds('D42', 'D46');
    },
  };
  yield {
    id: 'jwtKeys/concurrent/creations',
    title: 'concurrent registrations store the right label, key material and project for each key',
    tags: ['thorough'],
    rules: ['D46', 'D54', 'D58', 'D59'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const { otherProject } = configured(scope.session);
      const { id, name } = fixture(scope.session, 'project');
      const projects = [id, name, ...(otherProject ? [otherProject.id, otherProject.name] : [])];
      const materials = [spkiKey(), RSA_3072, RSA_4096, RSA_EXPONENT_3];
      for (let round = 0; round < 2; round++) {
        const created = await Promise.all(
          Array.from({ length: 12 }, async (_, index) => {
            const project = projects[index % projects.length] ?? id;
            const publicKeyPem = materials[(index + round) % materials.length];
            const answer = await keys.tryRegister({ publicKeyPem }, project);
            return { kid: kidOf(answer), project };
          }),
        );
        const kids = created.flatMap(({ kid }) => kid ?? []);
        const distinct = new Set(kids).size;
        scope.check(
          'D54',
          distinct === kids.length,
          'two registrations return the same kid',
          `${kids.length}`,
          `${distinct}`,
        );
        await Promise.all(
          created.map(({ kid, project }) => kid && keys.patch(kid, ['active'], { active: true }, { project })),
        );
      }
      scope.holds('D46', 'D58', 'D59');
    },
  };
}

function change(
  keys: KeyActions,
  kid: string,
  mask: readonly ('label' | 'active')[],
  turn: number,
  address: { readonly project?: string } = {},
): Promise<Answer> {
  const { session } = keys.scope;
  const values: JsonObject = { label: session.uniqueName('Concurrent'), active: turn % 2 === 0 };
  return keys.patch(kid, mask, Object.fromEntries(mask.map((name) => [name, values[name]])), address);
}

function relabel(keys: KeyActions, kid: string): Promise<Answer> {
  return keys.patch(kid, ['label'], { label: keys.scope.session.uniqueName('Read') });
}

/**
 * True if the response shows a state that the concurrent requests can lead to.
 *
 * @param inTurn sends the same requests one after the other to another key
 */
async function isPossibleState(
  scope: Scope,
  answer: Answer,
  inTurn: () => Promise<readonly Answer[]>,
): Promise<boolean> {
  // The ledger also reports a wrong `updateTime`, which is not a lost update.
  const isUpdated = ({ pointer }: Mismatch) => ['/label', '/active'].includes(pointer);
  const mismatchesOf = (one: Answer) => (isSuccess(one) ? scope.session.ledger.mismatches(one).filter(isUpdated) : []);
  const [mismatch] = mismatchesOf(answer);
  if (!mismatch) return true;
  await requireProbe(scope, updatesAreKept);
  const isAlike = (await inTurn()).some((one) => mismatchesOf(one).length > 0);
  scope.require(!isAlike, 'the same updates one after the other also have a wrong result');
  const { message, expected, actual, pointer } = mismatch;
  scope.forAnswer(answer, () =>
    scope.broken('D47', `after concurrent updates, ${message}`, expected, actual, { pointer }),
  );
  return false;
}
