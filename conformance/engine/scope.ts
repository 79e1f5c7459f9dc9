import type { Example, Operation } from '../../src/contract/document/operation.ts';
import { successOf } from '../../src/contract/document/operation.ts';
import { rulesOf } from '../../src/contract/document/rule.ts';
import type { ShownExchange } from '../../src/run-result/case-record.ts';
import { type Finding, holds } from '../../src/run-result/finding.ts';
import type { Answer, JudgedExchange, Judgement, SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { NoAnswerError } from '../connection/client.ts';
import { redacted } from '../connection/redact.ts';
import { judgeAnswer } from './evaluation/evaluate-response.ts';
import type { Mismatch } from './ledger/ledger.ts';
import { exampleOf, type OperationRequest, toWire, validBody } from './request/request.ts';
import { primaryRule, statusRule } from './rules/rules.ts';
import type { Session } from './session.ts';
import { Untestable } from './untestable.ts';

/** Every service accepts bodies of so many bytes. */
const SMALL_BODY = 16 * 1024;

/** The interface of a case: it sends requests and reports findings. Every response is also judged by the document. */
export class Scope {
  readonly session: Session;
  readonly findings: Finding[] = [];
  readonly #sent: JudgedExchange[] = [];
  /** Index of the exchange that findings are about. */
  #shows = -1;
  #requests = 0;

  constructor(session: Session) {
    this.session = session;
  }

  /** Requests that were sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Takes over what a part of the case found, with its exchanges. `replay` are flags that repeat the part. */
  adopt(part: Scope, findings: readonly Finding[], replay?: string): void {
    const since = this.#sent.length;
    this.#sent.push(...part.#sent);
    for (const { exchange, ...finding } of findings) {
      const shown = exchange === undefined ? {} : { exchange: since + exchange, since };
      this.findings.push({ ...finding, ...shown, ...(replay !== undefined && { replay }) });
    }
    this.#shows = this.#sent.length - 1;
    this.#requests += part.requests;
    this.#hold(part);
  }

  /** Counts the requests of a part of the case, and that its rules hold, but keeps no exchange. */
  forget(part: Scope): void {
    this.#requests += part.requests;
    this.#hold(part);
  }

  /** What held in a part of the case, each rule once. */
  #hold(part: Scope): void {
    const known = new Set(this.findings.map(({ rule, result }) => result === 'holds' && rule));
    const held = part.findings.filter(({ result }) => result === 'holds').map(({ rule }) => rule);
    this.findings.push(...[...new Set(held)].filter((rule) => !known.has(rule)).map(holds));
  }

  /** What was sent and answered, in order, secrets and all. */
  get sent(): readonly JudgedExchange[] {
    return this.#sent;
  }

  /** What was sent and answered, in order, as a report may show it. */
  shownExchanges(): ShownExchange[] {
    return this.#sent.map((exchange) => this.#shown(exchange));
  }

  /** What made the shared things that were named in the requests. */
  shownSetup(): ShownExchange[] {
    const used = [...this.session.provided].filter(([id]) =>
      this.#sent.some(({ request }) => request.path.includes(id)),
    );
    return used.map(([, exchange]) => this.#shown(exchange));
  }

  #shown(exchange: SentExchange): ShownExchange {
    const { target, conceal } = this.session;
    return redacted(target.baseUrl, exchange, conceal);
  }

  /** Reports each response that no request of the run explains. A case that found a violation explains them itself. */
  reportMismatches(): void {
    if (this.findings.some(({ result }) => result === 'broken')) return;
    const { ledger } = this.session;
    for (const exchange of this.#sent) {
      const { answer } = exchange;
      for (const mismatch of answer ? ledger.mismatches(answer) : []) {
        const isOwn = this.#sent.some(({ request }) => request === mismatch.creation);
        if (answer && isOwn) this.about(answer, () => this.#reportOnce(mismatch));
        else ledger.deferred.push({ mismatch, exchange });
      }
    }
  }

  /** Reports the mismatches of records that cases share, with the exchanges that showed them. */
  reportDeferred(): void {
    for (const { mismatch, exchange } of this.session.ledger.deferred.splice(0)) {
      if (!this.#sent.includes(exchange)) this.#sent.push(exchange);
      this.#shows = this.#sent.indexOf(exchange);
      this.#reportOnce(mismatch);
    }
  }

  #reportOnce({ rules, message, expected, actual }: Mismatch): void {
    const isReported = (rule: string) =>
      this.findings.some((finding) => finding.result === 'broken' && finding.rule === this.session.rules.ruleOf(rule));
    for (const rule of rules.filter((one) => !isReported(one))) this.broken(rule, message, expected, actual);
  }

  /** Sends a request to an operation. @throws NoAnswerError, which breaks the rules of the case */
  async send(request: OperationRequest, judgement: Judgement = 'whole'): Promise<Answer> {
    return this.sendWire(await toWire(this.session, request), request.operation, judgement);
  }

  /** @param judged how far the response is evaluated */
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
      const about = { judgement, ...ofOperation };
      this.#keep({ request: wire, answer, startedAt, ...about });
      for (const finding of judgeAnswer(this.session, wire, answer, operation, judgement)) this.#add(finding);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError) {
        this.#keep({ request: wire, answer: undefined, startedAt, judgement: 'survival', ...ofOperation });
        this.broken('server-error', error.message, 'an answer', 'none');
      }
      throw error;
    }
  }

  /** Judges an answer wholly that was sent for without an operation, or only to see that something is there. */
  judgeWhole(wire: WireRequest, answer: Answer, operation: Operation): void {
    this.about(answer, () => {
      for (const finding of judgeAnswer(this.session, wire, answer, operation, 'whole')) this.#add(finding);
    });
  }

  #keep(exchange: JudgedExchange): void {
    this.#requests++;
    this.#shows = this.#sent.push(exchange) - 1;
  }

  /** What `judge` finds is about this answer, whatever was asked since. */
  about<T>(answer: Answer, judge: () => T): T {
    const before = this.#shows;
    const place = this.#sent.findLastIndex((exchange) => exchange.answer === answer);
    if (place >= 0) this.#shows = place;
    try {
      return judge();
    } finally {
      this.#shows = before;
    }
  }

  /** What `ask` asks is to judge what was answered before: what is found next is about that. */
  async aside<T>(ask: () => Promise<T>): Promise<T> {
    const before = this.#shows;
    try {
      return await ask();
    } finally {
      this.#shows = before;
    }
  }

  /** The same for what is asked once in a run, whichever case asks first. */
  onceAside<T>(name: string, ask: () => Promise<T>): Promise<T> {
    return this.aside(() => this.session.once(name, ask));
  }

  /**
   * The valid twin of a request that is to be rejected must be taken: else its rejection says nothing.
   *
   * Asked once in a run; an operation that takes no body, or takes away, has none.
   * @param example that the rejected body was made from; the operation's largest one when absent
   * @throws Untestable
   */
  async twin(operation: Operation, example?: Example): Promise<void> {
    const answer = await this.answerToValid(operation, example);
    if (answer && !isSuccess(answer)) {
      throw new Untestable(`the valid request of ${operation.operationId} is rejected (${describe(answer)})`);
    }
  }

  /** What a valid request is answered with, asked once in a run; nothing where the operation takes no body. */
  async answerToValid(operation: Operation, chosen?: Example): Promise<Answer | undefined> {
    const { session } = this;
    const example = chosen ?? exampleOf(session, operation);
    const body = validBody(session, operation, example);
    if (body === undefined) return undefined;
    return session.once(`twin of ${operation.operationId}: ${example?.name}`, async () =>
      session.send(await toWire(session, { operation, body }), operation),
    );
  }

  /** @throws Untestable when the condition does not hold */
  mustHold(condition: boolean, reason: string): void {
    if (!condition) throw new Untestable(reason);
  }

  holds(...rules: readonly string[]): void {
    for (const rule of rules) this.#add(holds(rule));
  }

  /** @param actual in words, or the answer that shows it, whatever was asked since */
  broken(
    rule: string,
    message: string,
    expected: string,
    actual: string | Answer,
    more: Pick<Finding, 'basis' | 'pointer'> = {},
  ): void {
    if (typeof actual === 'string') this.#add({ rule, result: 'broken', message, expected, actual, ...more });
    else this.about(actual, () => this.broken(rule, message, expected, describe(actual), more));
  }

  /** The rules hold or are broken, as the condition says; `actual` and the others as those of `broken`. */
  check(
    rules: string | readonly string[],
    condition: boolean,
    message: string,
    expected: string,
    actual: string | Answer,
    more: Pick<Finding, 'pointer'> = {},
  ): boolean {
    for (const rule of [rules].flat()) {
      if (condition) this.holds(rule);
      else this.broken(rule, message, expected, actual, more);
    }
    return condition;
  }

  /**
   * The request was valid: the target must take it. Another 2xx than the documented one, and a redirect, break the
   * rule of the status; a rejection breaks the rules given; a 5xx is left to `server-error`.
   *
   * @returns whether it was taken
   */
  accepted(
    answer: Answer,
    operation: Operation,
    what: string,
    rules: readonly string[] = [primaryRule(operation)],
  ): boolean {
    return this.about(answer, () => {
      const status = successOf(operation)?.status;
      if (isSuccess(answer)) {
        this.holds(...rules);
        this.check(
          statusRule(operation),
          answer.status === status,
          `${operation.operationId} succeeds with another status`,
          `${status}`,
          `${answer.status}`,
        );
      } else if (answer.status === 413 && this.#bodyLength(answer) > SMALL_BODY) {
        // A service limits the size of bodies as it likes.
      } else if (answer.status >= 500) {
        this.untestable(
          rules,
          `${what}, but the service failed (${answer.status}, ${this.session.rules.ruleOf('server-error')})`,
        );
      } else {
        const redirected = answer.status < 400 ? statusRule(operation) : undefined;
        for (const rule of redirected ?? conflictRules(operation, answer) ?? rules) {
          this.broken(
            rule,
            `${what}, but it was ${fateOf(answer)}${this.#doubt(answer, operation)}`,
            `${status}`,
            describe(answer),
          );
        }
      }
      return isSuccess(answer);
    });
  }

  /**
   * The request breaks the rules: the target must reject it, with this status.
   *
   * A wrong rejection breaks `statusRule`; a 5xx is left to `server-error`.
   */
  refused(
    answer: Answer,
    status: number,
    what: string,
    rules: readonly string[],
    statusRules: readonly string[],
  ): void {
    this.about(answer, () => {
      if (answer.status === status) {
        this.holds(...rules, ...statusRules);
      } else if (answer.status < 400) {
        for (const rule of rules) {
          this.broken(rule, `${what}, but it was ${fateOf(answer)}`, `${status}`, describe(answer));
        }
      } else if (answer.status < 500) {
        this.holds(...rules.filter((rule) => !statusRules.includes(rule)));
        for (const rule of statusRules) {
          this.broken(
            rule,
            `${what}, but it was rejected with ${answer.status} in place of ${status}`,
            `${status}`,
            describe(answer),
            { basis: 'decided' },
          );
        }
      }
    });
  }

  /** The length of the body of the request, in bytes. */
  #bodyLength(answer: Answer): number {
    const body = this.#sent.find((exchange) => exchange.answer === answer)?.request.body ?? '';
    return Buffer.byteLength(body);
  }

  /** What a rejection of a valid request may be for, where whoever named the key or a fixture may be wrong. */
  #doubt({ status }: Answer, operation: Operation): string {
    if (status === 403) return `: perhaps the API key has no permission for ${operation.operationId}`;
    const fixture = status === 404 ? this.session.doubted(operation) : undefined;
    return fixture === undefined
      ? ''
      : `, and nothing is found with the fixture \`${fixture}\`: perhaps the target has another one`;
  }

  untestable(rules: readonly string[], reason: string): void {
    for (const rule of rules) this.#add({ rule, result: 'untestable', message: reason });
  }

  #add(found: Finding): void {
    const finding = { ...found, rule: this.session.rules.ruleOf(found.rule) };
    const exchange = this.#shows;
    const shown = finding.result === 'holds' ? finding : this.#redacted(finding);
    this.findings.push(exchange < 0 ? shown : { ...shown, exchange });
  }

  /** What a target says may stand in any text of a finding. */
  #redacted(finding: Finding): Finding {
    const hide = (text: string) => this.session.conceal(text) || '""';
    const { message, expected, actual } = finding;
    return {
      ...finding,
      ...(message !== undefined && { message: hide(message) }),
      ...(expected !== undefined && { expected: hide(expected) }),
      ...(actual !== undefined && { actual: hide(actual) }),
    };
  }
}

/**
 * A fresh name cannot be taken: a conflict breaks the rule of conflicts, and that of the status that was due, not that
 * of the body. Where the document knows of no conflict, a creation and a PUT succeed each time, as the rule of their
 * status says.
 */
function conflictRules(operation: Operation, { status }: Answer): string[] | undefined {
  if (status !== 409) return undefined;
  const conflict = operation.responses.find((response) => response.status === '409');
  const succeedsEachTime = operation.method === 'PUT' || successOf(operation)?.status === 201;
  if (!conflict) return succeedsEachTime ? statusRule(operation) : undefined;
  const rules = rulesOf(conflict.node).map(({ id }) => id);
  return rules.length > 0 ? [...rules, ...statusRule(operation)] : undefined;
}

/** The result of the request. */
function fateOf(answer: Answer): string {
  if (isSuccess(answer)) return 'accepted';
  return answer.status < 400 ? 'redirected' : 'rejected';
}

/** The status and, of a problem, its detail. */
export function describe({ status, json }: Answer): string {
  const detail = (json as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' ? `${status}: ${detail.slice(0, 200)}` : String(status);
}
