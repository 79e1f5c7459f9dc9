import * as fc from 'fast-check';
import { invalidBodySeeds, schemaBodies, validBodies } from '../engine/generation/bodies.ts';
import { text } from '../engine/generation/text.ts';
import type { Property } from '../engine/property.ts';
import type { Session } from '../engine/session.ts';
import { Untestable } from '../engine/untestable.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';
import { SequenceState } from './sequence-state.ts';
import { SUBJECTS, type SubjectName } from './subjects.ts';

/**
 * Number of generated steps for each omitted step, on average. When fast-check shrinks a sequence, it tries to omit
 * steps only if the generator can omit steps, too.
 */
const STEPS_TO_ONE_LEFT_OUT = 30;
const LONGEST = 20;

/**
 * One step of a sequence of requests. A step does nothing if its preconditions are not met, for example without a JWT
 * key.
 */
type Step = (state: SequenceState) => Promise<void>;
type Steps = fc.Arbitrary<Step>;

/** Generates sequences of requests about one subject, or about all subjects. */
export function sequences(session: Session, subject: SubjectName): Property<readonly (Step | undefined)[]> {
  const lengths = { minLength: 1, maxLength: LONGEST, size: 'max' } as const;
  return {
    values: fc.array(fc.option(STEPS[subject](session), { nil: undefined, freq: STEPS_TO_ONE_LEFT_OUT }), lengths),
    run: async (scope, sequence) => {
      const state = new SequenceState(scope, subject);
      try {
        for (const step of sequence) await step?.(state);
        await state.verifyAtEnd();
      } finally {
        await state.returnInstallations();
      }
    },
  };
}

/** Generates steps of all subjects whose fixtures the target has. */
function everything(session: Session): Steps {
  const possible = SUBJECTS.filter(({ fixtures }) => fixtures.every((name) => session.has(name)));
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
  act: (state: SequenceState, value: Value) => Promise<void>,
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: values.map((value) => (state) => act(state, value)) };
}

const AT = fc.nat({ max: 5 });
const BY = fc.constantFrom('id' as const, 'name' as const);
const REJECTION = fc.constantFrom('elsewhere' as const, 'unknown' as const, 'without a key' as const);
const FORM = fc.constantFrom(INTEGRATION_FORM, PROVIDER_FORM);

function keys(session: Session): Steps {
  const [create, update] = [operationNamed(session, 'createJwtKey'), operationNamed(session, 'updateJwtKey')];
  const project = fc.constantFrom('project' as const, 'project' as const, 'otherProject' as const);
  const label = text(1, 255);
  return fc.oneof(
    step(2, fc.tuple(fc.record({ project, by: BY }), validBodies(session, create)), (state, [{ project, by }, body]) =>
      state.register(project, by, body),
    ),
    step(8, fc.tuple(AT, BY, validBodies(session, update)), (state, args) => state.update(...args)),
    step(1, fc.tuple(AT, BY, schemaBodies(session, update)), (state, args) => state.update(...args)),
    step(1, fc.tuple(AT, label, fc.boolean()), (state, args) => state.updateConcurrently(...args)),
    step(1, fc.tuple(AT, REJECTION, label), (state, args) => state.updateRejected(...args)),
    step(1, fc.tuple(AT, invalidBodySeeds(session, update)), (state, [at, one]) =>
      state.sendInvalid('updateJwtKey', one, at),
    ),
  );
}

function invites(session: Session): Steps {
  const operation = operationNamed(session, 'createInvite');
  const body = validBodies(session, operation);
  const several = fc.array(body, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    step(5, body, (state, value) => state.invite(value)),
    step(1, several, async (state, bodies) => void (await Promise.all(bodies.map((one) => state.invite(one))))),
    step(1, invalidBodySeeds(session, operation), (state, seed) => state.sendInvalid('createInvite', seed)),
    step(1, body, (state, value) => state.inviteRejected('unknown', value)),
    step(1, body, (state, value) => state.inviteRejected('without a key', value)),
  );
}

function metadata(session: Session): Steps {
  // The upsert for an integration and the upsert for a provider have the same bodies.
  const operation = operationNamed(session, INTEGRATION_FORM);
  const body = validBodies(session, operation);
  const displayName = fc.option(text(1), { nil: undefined });
  return fc.oneof(
    step(3, fc.tuple(FORM, BY, body), (state, args) => state.upsert(...args)),
    step(3, fc.tuple(AT, FORM, BY, displayName), (state, args) => state.upsertAgain(...args)),
    step(1, fc.tuple(FORM, invalidBodySeeds(session, operation)), (state, args) => state.sendInvalid(...args)),
    step(1, fc.tuple(FORM, REJECTION, body), (state, args) => state.upsertRejected(...args)),
  );
}

function installations(): Steps {
  const wrong = fc.constantFrom('integration' as const, 'project' as const, 'id' as const);
  return fc.oneof(
    step(3, wrong, (state, how) => state.removeRejected(how)),
    step(1, fc.constant('key' as const), (state, how) => state.removeRejected(how)),
    step(1, BY, (state, by) => state.remove(by)),
    step(1, AT, (state, at) => state.removeAgain(at)),
  );
}

/** @throws Untestable if the document lacks the operation */
function operationNamed({ contract }: Session, operationId: string) {
  const operation = contract.operation(operationId);
  if (!operation) throw new Untestable(`the document has no operation ${operationId}`);
  return operation;
}
