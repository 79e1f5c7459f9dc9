import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { Trace } from '../../../src/run-result/trace.ts';
import { NoAnswerError } from '../../connection/client.ts';
import type { Conceal } from '../../connection/secrets.ts';
import type { Case } from '../case.ts';
import { requireProbe } from '../probe.ts';
import { primaryRule } from '../rules/rules.ts';
import { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import { MissingExample, Untestable } from '../untestable.ts';
import type { SelectedCases } from './selection.ts';

/**
 * Maximum number of attempts for a case whose failure may be false, since a request was repeated after a broken
 * connection.
 */
const MAX_TRIES = 3;

/**
 * Runs one case, and converts a missing precondition or a missing response into findings.
 *
 * @param canEvaluate true for a rule whose findings the record of this case contains
 * @throws UnreachableError if the target is gone, and other errors for faults of the suite
 */
export function runCase(
  session: Session,
  one: Case,
  canEvaluate: SelectedCases['canEvaluate'] = () => true,
): Promise<CaseRecord> {
  return session.asCase(() => recordOf(session, one, canEvaluate));
}

async function recordOf(session: Session, one: Case, canEvaluate: SelectedCases['canEvaluate']): Promise<CaseRecord> {
  const { id, title, operation } = one;
  const rules = one.rules.filter((rule) => canEvaluate(rule, one));
  let scope = await runOnce(session, one, rules, canEvaluate);
  for (let tries = 1; tries < MAX_TRIES && mayBeFalse(scope); tries++) {
    const previous = scope;
    scope = await runOnce(session, one, rules, canEvaluate);
    scope.includeWithoutExchanges(previous);
  }
  const { requests } = scope;
  const judged = scope.findings.filter(({ rule }) => canEvaluate(rule, one));
  const broken = judged.some(({ result }) => result === 'broken');
  const traces = session.takeTraces();
  const sightings = session.coverage.take();
  return {
    id,
    title,
    rules,
    ...(operation && { operationId: operation.operationId }),
    ...(one.isNegative && { isNegative: true as const }),
    // `structuredClone` copies each text, since V8 keeps the whole original text in memory as long as a part of it is
    // used.
    ...structuredClone({
      findings: judged,
      exchanges: broken ? scope.shownExchanges() : [],
      ...(broken && { setup: scope.shownSetup() }),
    }),
    requests,
    durationMs: Math.round(scope.sent.reduce((sum, { answer }) => sum + (answer?.durationMs ?? 0), 0)),
    ...(session.keepsTraffic && { traffic: scope.sent }),
    ...(traces.length > 0 && { traces: traces.map((trace) => concealed(trace, session.conceal)) }),
    ...(sightings.length > 0 && { sightings }),
    ...one.observed?.(session),
    ...(session.misconfiguration !== undefined && { misconfiguration: session.conceal(session.misconfiguration) }),
    ...(session.stop && { stop: { ...session.stop, message: session.conceal(session.stop.message) } }),
  };
}

async function runOnce(
  session: Session,
  one: Case,
  rules: readonly string[],
  canEvaluate: SelectedCases['canEvaluate'],
): Promise<Scope> {
  const scope = new Scope(session);
  if (session.stop) {
    scope.untestable(rules, session.stop.message);
    return scope;
  }
  try {
    for (const probe of one.needs ?? []) await requireProbe(scope, probe);
    await one.run(scope);
  } catch (error) {
    if (error instanceof MissingExample) scope.untestable(untestableRules(one, rules, canEvaluate), error.message);
    else if (error instanceof Untestable) scope.untestable(rules, error.message);
    else if (error instanceof NoAnswerError) scope.untestable(rules, error.message);
    else if (!isAboutContent(error, scope)) throw error;
    else scope.untestable(rules, unjudgeable(error));
  }
  try {
    scope.reportMismatches();
  } catch (error) {
    if (!isAboutContent(error, scope)) throw error;
    scope.untestable(rules, unjudgeable(error));
  }
  return scope;
}

/**
 * True for an error that the content of a response can cause, such as a value of an unexpected type. The content of a
 * response must never end a run. An error before the first response is a fault of the suite.
 */
function isAboutContent(error: unknown, { sent }: Scope): error is Error {
  const kinds = [TypeError, RangeError, URIError, SyntaxError];
  return kinds.some((kind) => error instanceof kind) && sent.some(({ answer }) => answer !== undefined);
}

function unjudgeable({ name, message }: Error): string {
  return `the suite cannot judge a response of the target (${name}: ${message})`;
}

/**
 * The rules that are untestable because the document lacks an example: only the main rule of the operation, since cases
 * of other operations still test the other rules.
 */
function untestableRules(
  one: Case,
  rules: readonly string[],
  canEvaluate: SelectedCases['canEvaluate'],
): readonly string[] {
  const rule = one.operation && primaryRule(one.operation);
  return rule !== undefined && canEvaluate(rule, one) ? [rule] : rules;
}

/** True if the case has a failure that may be false, because the target may have processed a repeated request twice. */
function mayBeFalse({ findings, sent }: Scope): boolean {
  return findings.some(({ result }) => result === 'broken') && sent.some(({ answer }) => answer?.isSecond);
}

/**
 * A copy, without secrets, of the data about a created or deleted record (`Trace`): the target may return a secret as
 * an ID.
 */
function concealed(trace: Trace, conceal: Conceal): Trace {
  const { created } = trace;
  const shown = { ...trace, key: conceal(trace.key), place: conceal(trace.place) };
  if (!created) return shown;
  const { id, name, paths, objectNames } = created;
  return {
    ...shown,
    created: {
      ...created,
      ...(id !== undefined && { id: conceal(id) }),
      ...(name !== undefined && { name: conceal(name) }),
      ...(paths && { paths: paths.map(conceal) }),
      ...(objectNames && { objectNames: objectNames.map(conceal) }),
    },
  };
}
