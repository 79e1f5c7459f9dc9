import { startCorrectServer } from '../../../conformance/correct/index.ts';
import type { Behaviour, FaultyRequest, FaultyResponse, Forward } from '../../../conformance/faulty/defect.ts';
import { defectNamed, startFaultyServer } from '../../../conformance/faulty/index.ts';
import { problemHas } from '../../../conformance/faulty/row.ts';
import type { JudgedServer } from '../judge.ts';

/** Five defects of a new service; each defect violates one requirement. */
const BEHAVIOURS: readonly (() => Behaviour)[] = [
  ...['mask-is-ignored', 'private-key-is-taken', 'integration-creation-is-200', 'text-is-taken-for-json'].map(
    (name) => defectNamed(name).create,
  ),
  problemHas('type', ({ title }) => title),
];

/** Starts a proxy that adds five defects to the correct server. */
export async function startFiveDefects(): Promise<JudgedServer & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const correct = starting.use(await startCorrectServer());
  const { url } = starting.use(await startFaultyServer({ create: () => composed(BEHAVIOURS) }, correct.url));
  const { apiKey, fixtures } = correct;
  const started = starting.move();
  return { url, apiKey, fixtures, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/**
 * Combines the behaviours of several faulty servers: the first behaviour receives the requests, and forwards them to
 * the next behaviour.
 */
function composed(creators: readonly (() => Behaviour)[]): Behaviour {
  const behaviours = creators.map((create) => create());
  return (request: FaultyRequest, forward: Forward): Promise<FaultyResponse> =>
    behaviours.reduceRight<Forward>((next, behave) => (one) => behave(one, next), forward)(request);
}
