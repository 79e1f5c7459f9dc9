import type { Scope } from './scope.ts';

/**
 * A question about the target that is asked once per run. A case that `needs` it is untestable if the target does not have
 * the property; another case judges the property itself.
 */
export interface Probe {
  readonly id: string;
  /** @returns why the target does not have the property, without a full stop; undefined if it has */
  run(scope: Scope): Promise<string | undefined>;
}

/** The reason why the target does not have the property; undefined if it has. */
export function failureOf(scope: Scope, probe: Probe): Promise<string | undefined> {
  return scope.onceAside(`probe ${probe.id}`, () => probe.run(scope));
}

/** @throws Untestable when the target does not have the property */
export async function requireProbe(scope: Scope, probe: Probe): Promise<void> {
  const failure = await failureOf(scope, probe);
  scope.mustHold(failure === undefined, failure ?? '');
}
