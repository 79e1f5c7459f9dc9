import * as fc from 'fast-check';
import type { Operation } from '../../src/contract/document/operation.ts';
import { mistakes, schemaBodies, validBodies } from '../engine/generation/bodies.ts';
import { text } from '../engine/generation/text.ts';
import type { Property } from '../engine/property.ts';
import type { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { Untestable } from '../engine/untestable.ts';
import { InstallationModel } from './installations/sequences.ts';
import { InviteModel } from './invites/sequences.ts';
import { KeyModel } from './jwt-keys/sequences.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';
import { type Form, MetadataModel } from './metadata/sequences.ts';
import { ABOUT_ONE, type SubjectName } from './subjects.ts';

/** The subjects whose sequences delete installations. */
const OF_INSTALLATIONS: readonly SubjectName[] = ['installations', 'everything'];

/** The models of one sequence: what its requests did, and what must follow. */
class World {
  readonly keys: KeyModel;
  readonly invites: InviteModel;
  readonly metadata: MetadataModel;
  readonly installations: InstallationModel;

  constructor(scope: Scope, subject: SubjectName) {
    this.keys = new KeyModel(scope);
    this.invites = new InviteModel(scope);
    this.metadata = new MetadataModel(scope);
    this.installations = new InstallationModel(scope, {
      index: OF_INSTALLATIONS.indexOf(subject),
      count: OF_INSTALLATIONS.length,
    });
  }
}

/** One step of a sequence. It does nothing where it needs what is not there. */
type Step = (world: World) => Promise<void>;
type Steps = fc.Arbitrary<Step>;

/** In a sequence, one in so many is left out: what makes a sequence simpler tries that first. */
const STEPS_TO_ONE_LEFT_OUT = 30;

const LONGEST = 20;

/** Sequences of requests about a subject, or about all of them. */
export function sequences(session: Session, subject: SubjectName): Property<readonly (Step | undefined)[]> {
  const lengths = { minLength: 1, maxLength: LONGEST, size: 'max' } as const;
  return {
    values: fc.array(fc.option(STEPS[subject](session), { nil: undefined, freq: STEPS_TO_ONE_LEFT_OUT }), lengths),
    run: async (scope, sequence) => {
      const world = new World(scope, subject);
      try {
        for (const step of sequence) await step?.(world);
        await world.keys.settle();
        await world.invites.settle();
      } finally {
        world.installations.settle();
      }
    },
  };
}

/** Of what the target has the fixtures for: what it lacks leaves the rest to be tried. */
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
const VAIN = fc.constantFrom('elsewhere' as const, 'unknown' as const, 'without a key' as const);
const FORM = fc.constantFrom<Form>(INTEGRATION_FORM, PROVIDER_FORM);

function keys(session: Session): Steps {
  const [create, update] = [operationNamed(session, 'createJwtKey'), operationNamed(session, 'updateJwtKey')];
  const fixture = fc.constantFrom('project' as const, 'project' as const, 'otherProject' as const);
  const label = text(1, 255);
  return fc.oneof(
    step(2, fc.tuple(fc.record({ fixture, by: BY }), validBodies(session, create)), ({ keys }, [address, body]) =>
      keys.register(address, body),
    ),
    step(8, fc.tuple(AT, BY, validBodies(session, update)), ({ keys }, args) => keys.update(...args)),
    step(1, fc.tuple(AT, BY, schemaBodies(session, update)), ({ keys }, args) => keys.update(...args)),
    step(1, fc.tuple(AT, label, fc.boolean()), ({ keys }, args) => keys.updateAtOnce(...args)),
    step(1, fc.tuple(AT, VAIN, label), ({ keys }, args) => keys.updateInVain(...args)),
    step(1, fc.tuple(AT, mistakes(session, update)), ({ keys }, args) => keys.updateWrongly(...args)),
  );
}

function invites(session: Session): Steps {
  const operation = operationNamed(session, 'createInvite');
  const body = validBodies(session, operation);
  const several = fc.array(body, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    step(5, body, ({ invites }, value) => invites.invite(value)),
    step(1, several, ({ invites }, bodies) => invites.inviteAtOnce(bodies)),
    step(1, mistakes(session, operation), ({ invites }, mistake) => invites.inviteWrongly(mistake)),
    step(1, body, ({ invites }, value) => invites.inviteElsewhere(value)),
    step(1, body, ({ invites }, value) => invites.inviteWithoutKey(value)),
  );
}

function metadata(session: Session): Steps {
  // Both forms take the same bodies.
  const operation = operationNamed(session, INTEGRATION_FORM);
  const body = validBodies(session, operation);
  const displayName = fc.option(text(1), { nil: undefined });
  return fc.oneof(
    step(3, fc.tuple(FORM, BY, body), ({ metadata }, args) => metadata.upsert(...args)),
    step(3, fc.tuple(AT, FORM, BY, displayName), ({ metadata }, args) => metadata.upsertAgain(...args)),
    step(1, fc.tuple(FORM, mistakes(session, operation)), ({ metadata }, args) => metadata.upsertWrongly(...args)),
    step(1, fc.tuple(FORM, VAIN, body), ({ metadata }, args) => metadata.upsertInVain(...args)),
  );
}

function installations(): Steps {
  const wrong = fc.constantFrom('integration' as const, 'project' as const, 'id' as const);
  return fc.oneof(
    step(3, wrong, ({ installations }, how) => installations.removeElsewhere(how)),
    step(1, fc.constant(undefined), ({ installations }) => installations.removeWithoutKey()),
    step(1, BY, ({ installations }, by) => installations.remove(by)),
    step(1, AT, ({ installations }, at) => installations.removeAgain(at)),
  );
}

/** @throws Untestable where the document has none */
function operationNamed({ contract }: Session, operationId: string): Operation {
  const operation = contract.operation(operationId);
  if (!operation) throw new Untestable(`the document has no operation ${operationId}`);
  return operation;
}
