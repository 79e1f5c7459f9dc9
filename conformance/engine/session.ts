import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, randomBytes } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Example, Operation } from '../../src/contract/document/operation.ts';
import type { ProblemTitles, Stop } from '../../src/run-result/case-record.ts';
import type { Trace } from '../../src/run-result/trace.ts';
import type { Answer, SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import { Client, NoAnswerError } from '../connection/client.ts';
import { addressesOf, type FixtureValue } from '../connection/fixture-kind.ts';
import { Presence } from '../connection/presence.ts';
import { redactedRequest } from '../connection/redact.ts';
import { type Conceal, concealer, credentialsOf, secretsOf } from '../connection/secrets.ts';
import { type Target, UnreachableError } from '../connection/target.ts';
import { ThrottledError } from '../connection/throttle.ts';
import { isSameId } from './catalogue/identifier-variants.ts';
import { CoverageRecorder } from './coverage/coverage.ts';
import { partsOf, type Tracer, tracer } from './ledger/created-data.ts';
import { Deletions } from './ledger/deletions.ts';
import { Ledger } from './ledger/ledger.ts';
import { UniqueNames } from './ledger/unique-names.ts';
import { pathParametersOf } from './request/read-request.ts';
import type { RuleBook } from './rules/rule-book.ts';
import { Untestable } from './untestable.ts';

/** Reserved for examples (RFC 2606 §3): mail to it reaches nobody. */
const DEFAULT_EMAIL_DOMAIN = 'example.com';

/** Requests that may take all the time that there is for an answer, or more of it than is read; then the run ends. */
const MAX_COSTLY = 20;

/** Requests that a target may have died of; as many as are under way at a time. */
const MAX_UNANSWERED = 8;

/** One run against one target: what its cases share. */
export class Session {
  readonly contract: Contract;
  readonly rules: RuleBook;
  readonly target: Target;
  readonly client: Client;
  readonly coverage: CoverageRecorder;
  readonly ledger: Ledger;
  readonly uniqueNames = new UniqueNames();
  readonly deletions = new Deletions();
  /** What no error of the target may show (`leaks`). */
  readonly credentials: readonly string[];
  /** Takes out what no output may show. */
  readonly conceal: Conceal;
  /** Problem types and the titles that came with them (`problem-recommended`). */
  readonly titles = new Map<string, Set<string>>();
  /** By operationId, the example that the target accepts where it rejects the largest one. */
  readonly acceptedExamples = new Map<string, Example>();
  /** What made the things that cases share, by identifier. */
  readonly provided = new Map<string, SentExchange>();
  /** Requests that were sent. */
  requests = 0;
  /** Told of each exchange; the answer is undefined where none came. */
  onExchange:
    | ((request: WireRequest, answer: Answer | undefined, operation: Operation | undefined) => void)
    | undefined;
  /** True if records keep all that was sent and answered. */
  keepsTraffic = false;
  /** Why nothing more is sent, once that is known. */
  stop: Stop | undefined;
  /** Why a fixture is not there, though it is named. */
  readonly #missing = new Map<string, string>();
  /** Fixtures that were named, and with which nothing is found: whoever named them may be wrong, or the target. */
  readonly #doubted = new Set<string>();
  readonly #memo = new Map<string, Promise<unknown>>();
  readonly #presence: Presence;
  readonly #tracer: Tracer;
  readonly #traces: Trace[] = [];
  /** Requests on which a connection broke, for as long as it is not known whether the target is there. */
  readonly #unanswered = new Set<WireRequest>();
  #costly = 0;
  /** When the last answer came, by `performance.now()`. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Runs may have the same identifier, as shards have. */
  readonly #salt = randomBytes(3).toString('hex');
  readonly #naming = new AsyncLocalStorage<Naming>();
  readonly #ownNaming: Naming = { part: 'r', count: 0 };
  #cases = 0;
  #turns = 0;

  constructor(rules: RuleBook, target: Target) {
    const { contract } = rules;
    this.rules = rules;
    this.contract = contract;
    this.target = target;
    this.coverage = new CoverageRecorder(contract, target.apiKey);
    this.client = new Client(target);
    this.ledger = new Ledger(target, rules.records);
    this.#tracer = tracer(contract);
    this.#presence = new Presence(target, contract.basePath);
    const ownWords = JSON.stringify(contract.document.root);
    this.credentials = credentialsOf(target, ownWords);
    this.conceal = concealer(secretsOf(target, ownWords));
  }

  /** The configured value. @throws Untestable when the target has no such fixture */
  fixture(name: string): FixtureValue {
    const lack = this.lack(name);
    const value = this.target.fixtures[name];
    if (lack !== undefined || value === undefined) throw new Untestable(lack ?? missing(name));
    return value;
  }

  /** The text by which requests address the fixture: its ID. @throws Untestable when the target has no such fixture */
  address(name: string): string {
    const [first] = addressesOf(this.fixture(name));
    if (first === undefined) throw new Untestable(`the fixture \`${name}\` is empty`);
    return first;
  }

  has(name: string): boolean {
    return this.lack(name) === undefined;
  }

  /** The reason why the target has no such fixture, without a full stop. */
  lack(name: string): string | undefined {
    if (this.target.fixtures[name] === undefined) return missing(name);
    return this.#missing.get(name);
  }

  /** The problem types and titles that the run saw, as a report may show them. */
  shownTitles(): ProblemTitles {
    const shown = [...this.titles].map(([type, titles]): [string, string[]] => [
      this.conceal(type),
      [...titles].map(this.conceal),
    ]);
    return Object.fromEntries(shown);
  }

  /** From now on the target is known not to have it. */
  markMissing(name: string, reason = missing(name)): void {
    this.#missing.set(name, reason);
  }

  /** From now on it is said of each 404 where it is named that it may not be one of the target's. */
  doubt(name: string): void {
    this.#doubted.add(name);
  }

  /** The fixture that a request of the operation names, and that the target may not have. */
  doubted({ parameters }: Operation): string | undefined {
    return parameters.map(({ fixture }) => fixture).find((name) => name !== undefined && this.#doubted.has(name));
  }

  /** Does the work once in the run, whichever case asks first. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(name) ?? this.#naming.run(sharedNaming(name), work);
    this.#memo.set(name, known);
    return known as Promise<T>;
  }

  /** Does the work of the next case, whose names are numbered on their own: the same in each run, whoever is faster. */
  asCase<T>(work: () => Promise<T>): Promise<T> {
    this.#cases++;
    return this.#naming.run({ part: `${this.#cases}x`, count: 0 }, work);
  }

  /** A number that rises with each call. */
  takeTurn(): number {
    return this.#turns++;
  }

  /** A name that no other run and no other case uses, and that says where it comes from. */
  uniqueName(prefix = 'conformance'): string {
    return this.#unique(prefix, '-');
  }

  /** One of letters, digits and underscores, if the ID of the run is. */
  uniqueIdentifier(prefix = 'conformance'): string {
    return this.#unique(prefix, '_');
  }

  /** A name that all cases of this run may share. */
  runName(name: string): string {
    return `${name}-${this.target.runId}`;
  }

  /** An address at the email domain of the run, or at a domain under it. */
  emailAddress(name: string, under = ''): string {
    return `${name}@${under}${this.target.emailDomain ?? DEFAULT_EMAIL_DOMAIN}`;
  }

  /** What the run left behind and used up since it was last asked. */
  takeTraces(): Trace[] {
    return this.#traces.splice(0);
  }

  #unique(prefix: string, separator: string): string {
    const naming = this.#naming.getStore() ?? this.#ownNaming;
    naming.count++;
    return [prefix, this.target.runId, `${naming.part}${naming.count}`, this.#salt].join(separator);
  }

  #trace(request: WireRequest, answer: Answer | undefined, operation: Operation | undefined): void {
    const trace = this.#tracer(request, answer, operation);
    // A deletion counts only for a configured fixture: a faulty target may report any.
    if (trace && (!trace.deleted || this.#isOwn(trace.deleted.id))) this.#traces.push(trace);
  }

  #isOwn(deleted: string): boolean {
    const consumed = this.rules.fixtures.filter(({ shape }) => shape === 'consumed');
    return consumed.some(({ name }) => addressesOf(this.target.fixtures[name]).some((id) => isSameId(id, deleted)));
  }

  /**
   * The operation is that which the request is addressed to, if any.
   *
   * @throws NoAnswerError when no answer comes though the target is there
   * @throws Untestable when the target is gone or throttles: that says nothing of the request
   */
  async send(request: WireRequest, operation: Operation | undefined): Promise<Answer> {
    if (this.stop) throw new Untestable(this.stop.message);
    this.requests++;
    const sentAt = performance.now();
    const finish = operation && this.#follow(request, operation, sentAt);
    let answer: Answer | undefined;
    try {
      answer = await this.client.send(request).catch((error) => {
        if (error instanceof NoAnswerError) this.#trace(request, undefined, operation);
        return this.#again(request, error, sentAt);
      });
      this.#answeredAt = performance.now();
      this.#trace(request, answer, operation);
      this.coverage.record(request, answer, operation);
      return answer;
    } finally {
      finish?.(answer);
      this.onExchange?.(request, answer, operation);
    }
  }

  /** Follows the state of the records that the request is about. @returns takes the response; undefined if none came */
  #follow(request: WireRequest, operation: Operation, sentAt: number): ((answer?: Answer) => void) | undefined {
    // Another path may be answered by something else.
    if (!pathParametersOf(this.contract.basePath, operation, request)) return undefined;
    const parts = partsOf(this.contract.basePath, operation, request, undefined);
    const finish = this.ledger.begin(request, operation, parts, sentAt);
    const isOwn = request.method === operation.method;
    return (answer) => {
      // What another method does is known only where it is rejected.
      const known = isOwn || (answer && answer.status >= 400 && answer.status < 500) ? answer : undefined;
      const answered = { ...parts, responseBody: known?.json, responseHeaders: known?.headers ?? {} };
      this.uniqueNames.observe(operation, answered, known);
      if (isOwn) this.deletions.observe(operation, request, known);
      finish(answered, known, performance.now());
    };
  }

  /**
   * After no answer came: is that the request's fault, or has the target gone? A refused connection took nothing: once
   * more. So where nothing else was answered since, and the target is there: it stood still.
   */
  async #again(request: WireRequest, error: unknown, sentAt = Number.NEGATIVE_INFINITY): Promise<Answer> {
    if (error instanceof ThrottledError) {
      if (error.forGood) this.stop ??= { reason: 'throttled', message: error.message };
      throw new Untestable(error.message);
    }
    if (!(error instanceof NoAnswerError || error instanceof UnreachableError)) throw error;
    if (error instanceof NoAnswerError || error.wasSent) this.#unanswered.add(request);
    if (!(await this.#presence.confirm())) {
      this.stop ??= this.#gone(error);
      throw new Untestable(this.stop.message);
    }
    this.#unanswered.delete(request);
    if (error instanceof UnreachableError) return await this.client.send(request);
    if (error.costly && ++this.#costly >= MAX_COSTLY) {
      const message = `${MAX_COSTLY} requests were left without an answer, the last one: ${error.message}`;
      this.stop ??= { reason: 'silent', message };
    } else if (error.costly && this.#answeredAt < sentAt) {
      const answer = await this.client.send(request).catch((again) => this.#again(request, again));
      return request.method === 'GET' ? answer : { ...answer, isSecond: true };
    }
    throw error;
  }

  #gone({ message }: Error): Stop {
    const unanswered = [...this.#unanswered]
      .slice(0, MAX_UNANSWERED)
      .map((request) => redactedRequest(this.target.baseUrl, request, this.conceal));
    const requests = `${this.requests} request${this.requests === 1 ? '' : 's'}`;
    return {
      reason: 'gone',
      message: `the target stopped answering after ${requests}: ${message.replace(/\.$/, '')}`,
      ...(unanswered.length > 0 && { unanswered }),
    };
  }

  close(): void {
    this.client.close();
  }
}

/** Of a part of the run: a case, or what cases share. */
interface Naming {
  /** That of no other part. */
  readonly part: string;
  count: number;
}

function sharedNaming(name: string): Naming {
  return { part: `s${hash('sha1', name).slice(0, 6)}x`, count: 0 };
}

function missing(name: string): string {
  return `the fixture \`${name}\` is missing`;
}
