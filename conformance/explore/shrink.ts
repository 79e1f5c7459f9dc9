import * as fc from 'fast-check';
import type { Exploration } from '../../src/run-result/exploration.ts';
import type { Finding } from '../../src/run-result/finding.ts';
import { NoAnswerError } from '../connection/client.ts';
import type { Property } from '../engine/property.ts';
import { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { Untestable } from '../engine/untestable.ts';

/**
 * Maximum number of failures that one exploration reports, and of attempts to shrink one failure. Without the two
 * maximum numbers, a run against a target with many failures would take very long.
 */
const MAX_FAILURES = 5;
const MAX_TRIES = 200;

/**
 * Tests a property with generated values. Reports each failure once, with the simplest value that the search finds for
 * it.
 *
 * The function ignores failures of requirements with another level than MUST, since the fixed cases test these
 * requirements.
 *
 * @param tag the tag of this exploration, which the reported `--only` option contains
 * @throws Untestable if the run ends before a failure is found
 */
export async function explore<Value>(
  scope: Scope,
  { runs, seed, path }: Exploration,
  tag: string,
  { values, run }: Property<Value>,
): Promise<void> {
  const flags = (at: string) => `--seed ${seed} --explore-path ${at} --only ${tag}`;
  if (path !== undefined) {
    const [value] = fc.sample(values, { seed, path, numRuns: 1 });
    const search = new Search(scope, new Set());
    await search.holds((part) => run(part, value as Value));
    search.rethrow();
    return report(scope, search, flags(path));
  }
  const reported = new Set<string>();
  for (let next = 0, failures = 0; next < runs && failures < MAX_FAILURES; failures++) {
    const search = new Search(scope, reported);
    const property = fc.asyncProperty(values, (value) => search.holds((part) => run(part, value)));
    const { counterexamplePath } = await fc.check(property, { seed, path: String(next), numRuns: runs - next });
    search.rethrow();
    if (reported.size === 0 || search.failure) report(scope, search, flags(counterexamplePath ?? ''));
    if (search.end || !search.failure) return;
    for (const { rule, message } of search.failure.findings) reported.add(rule).add(`${message}`);
    next = 1 + Number(counterexamplePath?.split(':', 1)[0]);
  }
}

/**
 * Adds the failure that a search has found, if any, to the case.
 *
 * @throws Untestable if the run ended before the search found a failure
 */
function report(scope: Scope, { failure, end }: Search, replay: string): void {
  if (failure) scope.include(failure.scope, failure.findings, replay);
  else if (end) throw end;
}

interface Failure {
  readonly scope: Scope;
  readonly findings: readonly Finding[];
}

/** The search for one failure of a property and for the simplest value that shows the failure. */
class Search {
  readonly #scope: Scope;
  readonly #reported: ReadonlySet<string>;
  /** Remaining number of attempts to shrink the failure. */
  #tries = MAX_TRIES;
  /** The failure with the simplest value that the search has found so far. */
  failure: Failure | undefined;
  /** The reason why the search ended early, if the run cannot send more requests. */
  end: Untestable | undefined;
  /**
   * An error of the suite, which the search stores, since fast-check would treat a thrown error as a failure of the
   * property.
   */
  #error: { readonly thrown: unknown } | undefined;

  constructor(scope: Scope, told: ReadonlySet<string>) {
    this.#scope = scope;
    this.#reported = told;
  }

  /**
   * True if the property holds for a value. After the first failure, the search only looks for a simpler value with the
   * same failure, and returns true for any other value. After the maximum number of attempts, the search also returns
   * true for all values.
   */
  async holds(run: (part: Scope) => Promise<void>): Promise<boolean> {
    if (this.end || this.#error || (this.failure && this.#tries-- <= 0)) return true;
    const part = new Scope(this.#scope.session);
    try {
      await run(part);
    } catch (error) {
      // The scope has already added a finding about the missing response. After a timeout, the search does not shrink
      // the value, since each attempt would take long.
      if (error instanceof NoAnswerError) this.#tries = error.costly ? 0 : this.#tries;
      else if (error instanceof Untestable) this.end = error;
      else this.#error = { thrown: error };
    }
    const findings = part.findings.filter((finding) => this.#counts(finding));
    const superseded = findings.length === 0 ? part : this.failure?.scope;
    if (superseded) this.#scope.includeWithoutExchanges(superseded);
    if (findings.length === 0) return true;
    this.failure = { scope: part, findings };
    return false;
  }

  /** @throws the stored error of the suite, if there is one */
  rethrow(): void {
    if (this.#error) throw this.#error.thrown;
  }

  #counts({ rule, result, message }: Finding): boolean {
    if (result !== 'broken' || !isMust(this.#scope.session, rule)) return false;
    if (this.#reported.has(rule) || this.#reported.has(`${message}`)) return false;
    if (!this.failure) return true;
    return this.failure.findings.some((one) => one.rule === rule || one.message === message);
  }
}

function isMust({ rules }: Session, rule: string): boolean {
  return rules.requirement(rule)?.level === 'MUST';
}
