import { NoAnswerError } from '../target/client.ts';
import { hideSecrets } from '../target/redact.ts';
import type { Case, CaseRecord } from './case.ts';
import { Scope } from './scope.ts';
import { type Session, Untestable } from './session.ts';

/**
 * Runs one case.
 *
 * What is missing and what gets no answer are findings; anything else that is thrown is a fault of
 * the suite, or the target is gone (UnreachableError).
 */
export async function runCase(session: Session, { title, rules, operation, run }: Case): Promise<CaseRecord> {
  const scope = new Scope(session);
  if (session.stop) {
    scope.untestable(rules, session.stop.message);
  } else {
    try {
      await run(scope);
    } catch (error) {
      if (error instanceof Untestable) scope.untestable(rules, error.message);
      else if (error instanceof NoAnswerError) scope.untestable(rules, error.message);
      else throw error;
    }
  }
  const { findings, requests } = scope;
  return {
    title,
    rules,
    ...(operation && { operationId: operation.operationId }),
    findings,
    exchanges: findings.some(({ result }) => result === 'broken') ? scope.shownExchanges() : [],
    requests,
    ...(session.stop && { stop: { ...session.stop, message: hideSecrets(session.stop.message, session.secrets) } }),
  };
}
