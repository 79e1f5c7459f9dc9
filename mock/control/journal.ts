import type { Contract } from '../../src/contract/contract.ts';
import { LIMITS } from '../core/limits.ts';
import type { SandboxHandler, SandboxHandlers, ValidRequest } from '../core/operation-handler.ts';
import { isProblem, Problem } from '../core/problem.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { matcherViolations } from '../journal/check-matcher.ts';
import { ExchangeMatcher } from '../journal/exchange-matcher.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { MatcherInput } from '../journal/matcher-input.ts';
import { BudgetExceeded } from '../journal/partial-match.ts';
import { type Times, verify } from '../journal/verify.ts';
import type { WriteBehind } from '../journal/write-behind.ts';
import { summary } from '../pipeline/validate-request.ts';

const LIMIT = 100;

/** Creates the handlers of the operations on the journal of a sandbox. */
export function journalHandlers(journal: Journal, writeBehind: WriteBehind, contract: Contract): SandboxHandlers {
  const entriesOf = async ({ name, transaction }: Sandbox, after?: number) => {
    await writeBehind.flush(name);
    return transaction((tx) => journal.read(tx, after));
  };

  /**
   * Creates a matcher from the input of a query. If the journal is turned off, or if no possible exchange can match the
   * input, returns a problem instead of a matcher.
   */
  const matcherOf = ({ after: _, ...input }: MatcherInput): ExchangeMatcher | Problem => {
    if (journal.limit === 0)
      return new Problem('notFound', 'The journal is turned off, since the mock was started with --journal 0.');
    const violations = matcherViolations(input, contract, journal.redaction);
    if (violations.length > 0) return new Problem('invalidRequest', summary(violations), { violations });
    return new ExchangeMatcher(input, contract, journal.redaction);
  };

  const list = async (sandbox: Sandbox, input: MatcherInput, limit: number) => {
    const matcher = matcherOf(input);
    if (isProblem(matcher)) return matcher;
    const { entries, last } = await entriesOf(sandbox, input.after);
    return {
      body: page(
        entries.filter((entry) => matcher.matches(entry)),
        last,
        limit,
        input.after !== undefined,
      ),
    };
  };

  const getJournal: SandboxHandler = async ({ query }, sandbox) => {
    const input = matcherOfQuery(query);
    return isProblem(input) ? input : list(sandbox, input, Number(query.limit ?? LIMIT));
  };

  const findExchanges: SandboxHandler<MatcherInput & { limit?: number }> = ({ body }, sandbox) => {
    const { limit = LIMIT, ...input } = body;
    return list(sandbox, input, limit);
  };

  const countExchanges: SandboxHandler<MatcherInput> = async ({ body }, sandbox) => {
    const matcher = matcherOf(body);
    if (isProblem(matcher)) return matcher;
    const { entries } = await entriesOf(sandbox, body.after);
    return { body: { count: entries.filter((entry) => matcher.matches(entry)).length } };
  };

  const verifyExchanges: SandboxHandler<MatcherInput & { times?: Times }> = async ({ body }, sandbox) => {
    const { times, ...input } = body;
    const matcher = matcherOf(input);
    if (isProblem(matcher)) return matcher;
    const { entries } = await entriesOf(sandbox, input.after);
    const count = verify(entries, matcher, times);
    return isProblem(count) ? count : { body: { matched: true, count } };
  };

  const getExchange: SandboxHandler = async ({ params: { id = '' } }, sandbox) => {
    const { entries } = await entriesOf(sandbox);
    const entry = entries.find((one) => one.id === id);
    return entry
      ? { body: entry }
      : new Problem(
          'notFound',
          `The journal has no exchange ${id.slice(0, 100)}. The journal keeps only the last ${journal.limit} exchanges.`,
        );
  };

  const clearJournal: SandboxHandler = async (_request, { name, transaction }) => {
    await writeBehind.flush(name);
    await transaction((tx) => journal.clear(tx));
    return {};
  };

  return {
    getJournal: withinBudget(getJournal),
    findExchanges: withinBudget(findExchanges),
    countExchanges: withinBudget(countExchanges),
    verifyExchanges: withinBudget(verifyExchanges),
    getExchange,
    clearJournal,
  };
}

/** Responds with 422 to a query that needs too many comparisons. */
function withinBudget<Body>(handler: SandboxHandler<Body>): SandboxHandler<Body> {
  return async (request, sandbox) => {
    try {
      return await handler(request, sandbox);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      return new Problem(
        'impossible',
        `The query needs more than ${LIMITS.querySteps.default} comparisons. Use a smaller matcher, or select fewer exchanges with the property "after".`,
      );
    }
  };
}

/**
 * Returns a page of the exchanges in `matching`. If the query has no `after` (`since` is false), the page contains the
 * newest exchanges in `matching`, otherwise the oldest exchanges. `next` is the value of `after` for the query of the
 * next page.
 */
function page(matching: readonly JournalEntry[], last: number, limit: number, since: boolean) {
  if (!since) return { exchanges: matching.slice(-limit), next: last };
  const exchanges = matching.slice(0, limit);
  return { exchanges, next: matching.length > limit ? exchanges.at(-1)?.sequence : last };
}

function matcherOfQuery(query: ValidRequest['query']): MatcherInput | Problem {
  const { after, operationId, method, path, status, rule, violations, body } = query as Readonly<
    Record<string, string | undefined>
  >;
  const expected = body === undefined ? undefined : parseBody(body);
  if (isProblem(expected)) return expected;
  return {
    ...(after !== undefined && { after: Number(after) }),
    ...(operationId !== undefined && { operationId }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(status !== undefined && { status }),
    ...(rule !== undefined && { rule }),
    ...(violations !== undefined && { violations: violations === 'true' }),
    ...(body !== undefined && { request: { body: expected } }),
  };
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    return new Problem(
      'invalidRequest',
      `The value of the query parameter "body" is not valid JSON: ${(error as Error).message}.`,
    );
  }
}
