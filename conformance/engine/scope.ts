import { type Example, type Operation, successOf } from '../../src/contract/document/operation.ts';
import type { ShownExchange } from '../../src/run-result/case-record.ts';
import { type Finding, holds } from '../../src/run-result/finding.ts';
import type { Answer, JudgedExchange, Judgement, SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import { describe, isSuccess } from '../connection/answer.ts';
import { NoAnswerError } from '../connection/client.ts';
import { redacted } from '../connection/redact.ts';
import { RESPONSE_LIMITS } from '../connection/response-limits.ts';
import { configurationHint } from './configuration-hint.ts';
import { evaluateResponse } from './evaluation/evaluate-response.ts';
import type { Mismatch } from './ledger/ledger.ts';
import { addresses } from './request/read-request.ts';
import { exampleOf, type OperationRequest, toWire, validBody } from './request/request.ts';
import { conflictRules, primaryRule, statusRule } from './rules/rules.ts';
import type { Session } from './session.ts';
import { Untestable } from './untestable.ts';

/** Size in bytes of a body that every service must accept; a service may reject a body that exceeds this size. */
const SMALL_BODY = 16 * 1024;

/**
 * The interface between a case and the suite: sends the requests of the case and collects its findings. The scope also
 * compares every response with the document.
 */
export class Scope {
  readonly session: Session;
  readonly findings: Finding[] = [];
  readonly #sent: JudgedExchange[] = [];
  /** Index in `#sent` of the exchange to which the next findings refer; -1 before the first exchange. */
  #current = -1;
  #requests = 0;
  /** Number of characters in the bodies of all responses to the case. */
  #characters = 0;

  constructor(session: Session) {
    this.session = session;
  }

  /** The number of requests that the case has sent. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Adds the findings and exchanges of a part of the case, such as one generated sequence of an exploration.
   *
   * @param replay the options that repeat the part
   */
  include(part: Scope, findings: readonly Finding[], replay?: string): void {
    const since = this.#sent.length;
    this.#sent.push(...part.#sent);
    for (const { exchange, ...finding } of findings) {
      const shown = exchange === undefined ? {} : { exchange: since + exchange, since };
      this.findings.push({ ...finding, ...shown, ...(replay !== undefined && { replay }) });
    }
    this.#current = this.#sent.length - 1;
    this.#requests += part.requests;
    this.#includeHolding(part);
  }

  /** Adds the requests of a part of the case to the number of requests, and adds the rules that hold in this part. */
  includeWithoutExchanges(part: Scope): void {
    this.#requests += part.requests;
    this.#includeHolding(part);
  }

  /** Adds one finding `holds` for each rule that holds in a part of the case. */
  #includeHolding(part: Scope): void {
    const known = new Set(this.findings.map(({ rule, result }) => result === 'holds' && rule));
    const held = part.findings.filter(({ result }) => result === 'holds').map(({ rule }) => rule);
    this.findings.push(...[...new Set(held)].filter((rule) => !known.has(rule)).map(holds));
  }

  /** The exchanges of the case in order. They contain secrets. */
  get sent(): readonly JudgedExchange[] {
    return this.#sent;
  }

  /** The exchanges of the case in order, without secrets, for a report. */
  shownExchanges(): ShownExchange[] {
    return this.#sent.map((exchange) => this.#shown(exchange));
  }

  /** The exchanges that created the shared records that the case uses. */
  shownSetup(): ShownExchange[] {
    const used = [...this.session.setupExchanges].filter(([id]) =>
      this.#sent.some(({ request }) => addresses(request, id)),
    );
    return used.map(([, exchange]) => this.#shown(exchange));
  }

  #shown(exchange: SentExchange): ShownExchange {
    const { target, conceal, evidence } = this.session;
    const shown = redacted(target.baseUrl, exchange, conceal, evidence.lengths);
    evidence.count(shown);
    return shown;
  }

  /**
   * Reports values in the responses of the case that differ from the state that the ledger expects.
   *
   * @param always true to report the values even if the case has already found a failure, which may be their cause
   */
  reportMismatches(always = false): void {
    if (!always && this.findings.some(({ result }) => result === 'broken')) return;
    const { ledger } = this.session;
    for (const exchange of this.#sent) {
      const { answer } = exchange;
      for (const mismatch of answer ? ledger.mismatches(answer) : []) {
        const isOwn = this.#sent.some(({ request }) => request === mismatch.creation);
        if (answer && isOwn) this.forAnswer(answer, () => this.#reportOnce(mismatch));
        else ledger.deferred.push({ mismatch, exchange });
      }
    }
  }

  /**
   * Reports the unexpected values in records that several cases share. Adds the exchanges whose responses showed the
   * unexpected values to the exchanges of this case.
   */
  reportDeferred(): void {
    for (const { mismatch, exchange } of this.session.ledger.deferred.splice(0)) {
      if (!this.#sent.includes(exchange)) this.#sent.push(exchange);
      this.#current = this.#sent.indexOf(exchange);
      this.#reportOnce(mismatch);
    }
  }

  #reportOnce({ rules, message, expected, actual, pointer }: Mismatch): void {
    const isReported = (rule: string) =>
      this.findings.some((finding) => finding.result === 'broken' && finding.rule === this.session.rules.ruleOf(rule));
    for (const rule of rules.filter((one) => !isReported(one)))
      this.broken(rule, message, expected, actual, { pointer });
  }

  /**
   * Sends a request to an operation and evaluates the response.
   *
   * @throws NoAnswerError if no response arrives, after the scope has recorded that the rule `server-error` is broken
   */
  async send(request: OperationRequest, judgement: Judgement = 'whole'): Promise<Answer> {
    return this.sendWire(await toWire(this.session, request), request.operation, judgement);
  }

  /**
   * Sends a request.
   *
   * @param judged the extent of the evaluation of the response, or a function that decides the extent for each response
   */
  async sendWire(
    wire: WireRequest,
    operation: Operation | undefined,
    judged: Judgement | ((answer: Answer) => Judgement) = 'whole',
  ): Promise<Answer> {
    const startedAt = new Date();
    const ofOperation = operation && { operationId: operation.operationId };
    try {
      const answer = await this.session.send(wire, operation);
      const judgement = typeof judged === 'function' ? judged(answer) : judged;
      const forAnswer = { judgement, ...ofOperation };
      this.#keep({ request: wire, answer, startedAt, ...forAnswer });
      for (const finding of evaluateResponse(this.session, wire, answer, operation, judgement)) this.#add(finding);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError) {
        this.#keep({ request: wire, answer: undefined, startedAt, judgement: 'survival', ...ofOperation });
        this.broken('server-error', error.message, 'a response', 'none');
      }
      throw error;
    }
  }

  /**
   * Evaluates a response by all rules, after `sendWire` has evaluated the response only by the rule `server-error`,
   * because the caller gave no operation or the judgement `survival`.
   */
  evaluateCompletely(wire: WireRequest, answer: Answer, operation: Operation): void {
    this.forAnswer(answer, () => {
      for (const finding of evaluateResponse(this.session, wire, answer, operation, 'whole')) this.#add(finding);
    });
  }

  /** @throws Untestable if the case would keep too many large responses in memory */
  #keep(exchange: JudgedExchange): void {
    this.#requests++;
    this.#current = this.#sent.push(exchange) - 1;
    this.#characters += exchange.answer?.text.length ?? 0;
    if (this.#characters > RESPONSE_LIMITS.caseCharacters)
      throw new Untestable(`the responses have more than ${RESPONSE_LIMITS.caseCharacters} characters in total`);
  }

  /** Makes the findings of `evaluate` refer to the given response, although later requests may have been sent. */
  forAnswer<T>(answer: Answer, evaluate: () => T): T {
    const before = this.#current;
    const place = this.#sent.findLastIndex((exchange) => exchange.answer === answer);
    if (place >= 0) this.#current = place;
    try {
      return evaluate();
    } finally {
      this.#current = before;
    }
  }

  /**
   * Sends additional requests that help to evaluate an earlier response. Findings after the additional requests still
   * refer to the earlier response, and not to the responses to the additional requests.
   */
  async sideRequests<T>(send: () => Promise<T>): Promise<T> {
    const before = this.#current;
    try {
      return await send();
    } finally {
      this.#current = before;
    }
  }

  /**
   * Sends additional requests like `sideRequests`, but only once per run, and returns the same result to every case.
   */
  onceSideRequests<T>(name: string, send: () => Promise<T>): Promise<T> {
    return this.sideRequests(() => this.session.once(name, send));
  }

  /**
   * Verifies that the target accepts a valid request to the operation; otherwise, the rejection of an invalid request
   * proves nothing. The scope sends the valid request once per run. For an operation without a body, `requireAccepted`
   * does nothing.
   *
   * @param example the example that the invalid body was made from; by default the largest one
   * @throws Untestable if the valid request is rejected
   */
  async requireAccepted(operation: Operation, example?: Example): Promise<void> {
    const answer = await this.validRequestAnswer(operation, example);
    if (answer && !isSuccess(answer)) {
      throw new Untestable(`the valid request of ${operation.operationId} is rejected (${describe(answer)})`);
    }
  }

  /**
   * The response to a valid request to the operation, which the suite sends once per run; undefined if the operation
   * has no body.
   */
  async validRequestAnswer(operation: Operation, chosen?: Example): Promise<Answer | undefined> {
    const { session } = this;
    const example = chosen ?? exampleOf(session, operation);
    const body = validBody(session, operation, example);
    if (body === undefined) return undefined;
    return session.once(`valid request of ${operation.operationId}: ${example?.name}`, async () =>
      session.send(await toWire(session, { operation, body }), operation),
    );
  }

  /** @throws Untestable if the condition is false */
  require(condition: boolean, reason: string): void {
    if (!condition) throw new Untestable(reason);
  }

  holds(...rules: readonly string[]): void {
    for (const rule of rules) this.#add(holds(rule));
  }

  /** Reports a broken rule. @param actual a text, or the response that shows the difference */
  broken(
    rule: string,
    message: string,
    expected: string,
    actual: string | Answer,
    more: Pick<Finding, 'basis' | 'level' | 'pointer'> = {},
  ): void {
    if (typeof actual === 'string') this.#add({ rule, result: 'broken', message, expected, actual, ...more });
    else this.forAnswer(actual, () => this.broken(rule, message, expected, describe(actual), more));
  }

  /**
   * Reports that the rules hold if the condition is true, or that they are broken if it is false.
   *
   * @returns the condition
   */
  check(
    rules: string | readonly string[],
    condition: boolean,
    message: string,
    expected: string,
    actual: string | Answer,
    more: Pick<Finding, 'level' | 'pointer'> = {},
  ): boolean {
    for (const rule of [rules].flat()) {
      if (condition) this.holds(rule);
      else this.broken(rule, message, expected, actual, more);
    }
    return condition;
  }

  /**
   * Evaluates the response to a valid request. A rejection breaks `rules`. An undocumented 2xx or a redirect breaks the
   * rule about the success status. After a 5xx, or after a 401 to a valid API key, the rules in `rules` are untestable,
   * since the rules `server-error` and `auth-required` cover these responses.
   *
   * @param what the reason why the target must accept the request, as a clause
   * @returns true if the target accepted the request
   */
  accepted(
    answer: Answer,
    operation: Operation,
    what: string,
    rules: readonly string[] = [primaryRule(operation)],
  ): boolean {
    return this.forAnswer(answer, () => {
      const status = successOf(operation)?.status;
      if (isSuccess(answer)) {
        this.holds(...rules);
        this.check(
          statusRule(operation),
          answer.status === status,
          `${operation.operationId} responds with ${answer.status}; expected ${status}`,
          `${status}`,
          `${answer.status}`,
        );
      } else if (answer.status === 413 && this.#bodyLength(answer) > SMALL_BODY) {
        // A service may reject a large body, so the response says nothing about the rules.
      } else if (answer.status >= 500 || this.session.wrongly401.has(answer)) {
        const cause = this.session.rules.ruleOf(answer.status >= 500 ? 'server-error' : 'auth-required');
        this.untestable(rules, `the target responds with ${answer.status} (${cause}), although ${what}`);
      } else {
        const redirected = answer.status < 400 ? statusRule(operation) : undefined;
        for (const rule of redirected ?? conflictRules(operation, answer) ?? rules) {
          this.broken(
            rule,
            `the target responds with ${answer.status}; expected ${status}, because ${what}${configurationHint(this.session, answer, operation)}`,
            `${status}`,
            describe(answer),
          );
        }
      }
      return isSuccess(answer);
    });
  }

  /**
   * Evaluates the response to an invalid request, which the target must reject with the given status. If the target
   * does not reject the request, it breaks the rules in `rules`. If the target rejects the request with a 4xx other
   * than the given status, it breaks the rules in `statusRules`. A 5xx breaks only the rule `server-error`, and a 401 to a
   * valid API key only the rule `auth-required`.
   *
   * @param what the reason why the target must reject the request, as a clause
   */
  rejected(
    answer: Answer,
    status: number,
    what: string,
    rules: readonly string[],
    statusRules: readonly string[],
  ): void {
    this.forAnswer(answer, () => {
      if (answer.status === status) {
        this.holds(...rules, ...statusRules);
      } else if (answer.status < 400) {
        for (const rule of rules) {
          const message = `the target responds with ${answer.status}; expected ${status}, because ${what}`;
          this.broken(rule, message, `${status}`, describe(answer));
        }
      } else if (answer.status < 500 && !this.session.wrongly401.has(answer)) {
        this.holds(...rules.filter((rule) => !statusRules.includes(rule)));
        for (const rule of statusRules) {
          this.broken(
            rule,
            `the target responds with ${answer.status}; expected ${status}, because ${what}`,
            `${status}`,
            describe(answer),
            { basis: 'decided' },
          );
        }
      }
    });
  }

  /** The size in bytes of the body of the request to which the target sent this response. */
  #bodyLength(answer: Answer): number {
    const body = this.#sent.find((exchange) => exchange.answer === answer)?.request.body ?? '';
    return Buffer.byteLength(body);
  }

  untestable(rules: readonly string[], reason: string): void {
    for (const rule of rules) this.#add({ rule, result: 'untestable', message: reason });
  }

  #add(found: Finding): void {
    const finding = { ...found, rule: this.session.rules.ruleOf(found.rule) };
    const exchange = this.#current;
    const { evidence, conceal } = this.session;
    const shown = finding.result === 'holds' ? finding : evidence.shown(finding, conceal);
    this.findings.push(exchange < 0 ? shown : { ...shown, exchange });
  }
}
