import * as fc from 'fast-check';
import { mistakes, schemaBodies, validBodies } from '../engine/generation/bodies.ts';
import { text } from '../engine/generation/text.ts';
import type { Property } from '../engine/property.ts';
import type { Session } from '../engine/session.ts';
import { Untestable } from '../engine/untestable.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';
import { World } from './sequence-world.ts';
import { ABOUT_ONE, type SubjectName } from './subjects.ts';

/** One of this many steps is omitted, so that shrinking first tries to omit steps. */
const STEPS_TO_ONE_LEFT_OUT = 30;
const LONGEST = 20;

/** One step of a sequence. A step without its preconditions does nothing. */
type Step = (world: World) => Promise<void>;
type Steps = fc.Arbitrary<Step>;

/** Sequences of requests about one subject, or about all subjects. */
export function sequences(session: Session, subject: SubjectName): Property<readonly (Step | undefined)[]> {
  const lengths = { minLength: 1, maxLength: LONGEST, size: 'max' } as const;
  return {
    values: fc.array(fc.option(STEPS[subject](session), { nil: undefined, freq: STEPS_TO_ONE_LEFT_OUT }), lengths),
    run: async (scope, sequence) => {
      const world = new World(scope, subject);
      try {
        for (const step of sequence) await step?.(world);
        await world.settle();
      } finally {
        await world.release();
      }
    },
  };
}

/** Steps of all subjects whose fixtures the target has. */
function everything(session: Session): Steps {
  const possible = ABOUT_ONE.filter(({ fixtures }) => fixtures.every((name) => session.has(name)));
  if (possible.length === 0) throw new Untestable('the fixtures for any sequence are missing');
  return fc.oneof(...possible.map(({ name }) => STEPS[name](session)));
}

const STEPS: Readonly<Record<SubjectName, (session: Session) => Steps>> = {
  'jwt-keys': keys,
  invites,
  'object-metadata': metadata,
  installations,
  everything,
};

function step<Value>(
  weight: number,
  values: fc.Arbitrary<Value>,
  act: (world: World, value: Value) => Promise<void>,
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: values.map((value) => (world) => act(world, value)) };
}

const AT = fc.nat({ max: 5 });
const BY = fc.constantFrom('id' as const, 'name' as const);
const IN_VAIN = fc.constantFrom('elsewhere' as const, 'unknown' as const, 'without a key' as const);
const FORM = fc.constantFrom(INTEGRATION_FORM, PROVIDER_FORM);

function keys(session: Session): Steps {
  const [create, update] = [operationNamed(session, 'createJwtKey'), operationNamed(session, 'updateJwtKey')];
  const project = fc.constantFrom('project' as const, 'project' as const, 'otherProject' as const);
  const label = text(1, 255);
  return fc.oneof(
    step(2, fc.tuple(fc.record({ project, by: BY }), validBodies(session, create)), (world, [{ project, by }, body]) =>
      world.register(project, by, body),
    ),
    step(8, fc.tuple(AT, BY, validBodies(session, update)), (world, args) => world.update(...args)),
    step(1, fc.tuple(AT, BY, schemaBodies(session, update)), (world, args) => world.update(...args)),
    step(1, fc.tuple(AT, label, fc.boolean()), (world, args) => world.updateAtOnce(...args)),
    step(1, fc.tuple(AT, IN_VAIN, label), (world, args) => world.updateInVain(...args)),
    step(1, fc.tuple(AT, mistakes(session, update)), (world, [at, one]) => world.mistaken('updateJwtKey', one, at)),
  );
}

function invites(session: Session): Steps {
  const operation = operationNamed(session, 'createInvite');
  const body = validBodies(session, operation);
  const several = fc.array(body, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    step(5, body, (world, value) => world.invite(value)),
    step(1, several, async (world, bodies) => void (await Promise.all(bodies.map((one) => world.invite(one))))),
    step(1, mistakes(session, operation), (world, mistake) => world.mistaken('createInvite', mistake)),
    step(1, body, (world, value) => world.inviteInVain('unknown', value)),
    step(1, body, (world, value) => world.inviteInVain('without a key', value)),
  );
}

function metadata(session: Session): Steps {
  // Both forms have the same bodies.
  const operation = operationNamed(session, INTEGRATION_FORM);
  const body = validBodies(session, operation);
  const displayName = fc.option(text(1), { nil: undefined });
  return fc.oneof(
    step(3, fc.tuple(FORM, BY, body), (world, args) => world.upsert(...args)),
    step(3, fc.tuple(AT, FORM, BY, displayName), (world, args) => world.upsertAgain(...args)),
    step(1, fc.tuple(FORM, mistakes(session, operation)), (world, args) => world.mistaken(...args)),
    step(1, fc.tuple(FORM, IN_VAIN, body), (world, args) => world.upsertInVain(...args)),
  );
}

function installations(): Steps {
  const wrong = fc.constantFrom('integration' as const, 'project' as const, 'id' as const);
  return fc.oneof(
    step(3, wrong, (world, how) => world.removeInVain(how)),
    step(1, fc.constant('key' as const), (world, how) => world.removeInVain(how)),
    step(1, BY, (world, by) => world.remove(by)),
    step(1, AT, (world, at) => world.removeAgain(at)),
  );
}

/** @throws Untestable if the document has no such operation */
function operationNamed({ contract }: Session, operationId: string) {
  const operation = contract.operation(operationId);
  if (!operation) throw new Untestable(`the document has no operation ${operationId}`);
  return operation;
}
