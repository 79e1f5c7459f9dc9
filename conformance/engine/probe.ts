import type { Scope } from './scope.ts';

/**
 * A question about the target that the suite asks once per run. If a probe fails, each case that lists the probe in
 * `needs` is untestable.
 */
export interface Probe {
  readonly id: string;
  /**
   * Sends the requests that answer the question.
   *
   * @returns the reason why the probe fails, without a full stop; undefined if the probe succeeds
   */
  run(scope: Scope): Promise<string | undefined>;
}

/** The reason why the probe fails; undefined if the probe succeeds. Runs the probe only once per run. */
export function failureOf(scope: Scope, probe: Probe): Promise<string | undefined> {
  return scope.onceSideRequests(`probe ${probe.id}`, () => probe.run(scope));
}

/** @throws Untestable if the probe fails */
export async function requireProbe(scope: Scope, probe: Probe): Promise<void> {
  const failure = await failureOf(scope, probe);
  scope.require(failure === undefined, failure ?? '');
}
